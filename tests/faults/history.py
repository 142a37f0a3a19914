"""One simulated history from a seed: a house, its guests, and a process that may die."""

import asyncio
import contextlib
import gc
import logging
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import apsw
from msgspec.structs import replace

from puntobanco.errors import Refusal, StoreFailed
from puntobanco.game.sheet import Faces, Sheet, Source
from puntobanco.houses import house
from puntobanco.ledger.records import RecordKind
from puntobanco.server.house.limits import Limits
from puntobanco.server.house.tickets import Tickets
from puntobanco.server.seats.floor import Floor
from puntobanco.server.sockets.open_sockets import OpenSockets
from puntobanco.store.interface import Role, Store, WriteResult
from puntobanco.store.sealing import Sealer
from puntobanco.store.sqlite import SqliteStore
from puntobanco.table.effective_sheet import effective_sheet
from puntobanco.table.recording import Change, request_hash
from puntobanco.table.seat import SeatPhase
from puntobanco.wire.bodies import WantedLimits
from puntobanco.wire.refill_rule import RefillRule
from puntobanco.wire.requests import Confirm
from puntobanco.wire.stream import Stage, Standing
from puntobanco.wire.table_spec import Pace, TableSpec
from tests.faults import croupiers
from tests.faults.live_player import LivePlayer, Watcher
from tests.faults.loop import ShuffledLoop
from tests.faults.memory_store import Kept, MemoryStore, is_commit
from tests.faults.player import Player
from tests.faults.table_witness import TableWitness
from tests.faults.violation import Violation, expect
from tests.faults.witness import Books, MemoryBooks, SqliteBooks, Witness
from tests.staff_names import OLGA

MONDAY: Final = 1_800_000_000_000
HOUSES: Final = ("punto-e-banco", "for-fun")
LIMITS: Final = Limits(messages_per_second=10**6)
REFILLS: Final = RefillRule(to=2_000_000, below=1_500_000, minutes=10)  # most may have one
SEALER: Final = Sealer(bytes(range(32)))
TABLE: Final = TableSpec(
    "live",
    "live-mini",
    betting_s=1,
    pace=Pace(mixing=200, opening=200, burn=50, first_card=40, card=20, result=500),
)
_PACE: Final = Pace(
    mixing=200, opening=200, burn=50, betting=1_000, first_card=40, card=20, turn=20, result=500
)
CAMPIONE: Final = TableSpec("land", "campione", squeeze_s=1, pace=_PACE)
IN_HAND: Final = TableSpec("hand", "st-moritz", squeeze_s=1, boxes=7, faces=Faces.DOWN, pace=_PACE)
OURS: Final = TableSpec(
    "ours", "campione", squeeze_s=1, croupier="person", pace=replace(_PACE, absent=300)
)
REAL: Final = TableSpec("real", "st-moritz", croupier="person", cards=Source.CROUPIER, pace=_PACE)
HELD: Final = replace(IN_HAND, name="held", croupier="person", pace=OURS.pace)
CLOCK: Final = replace(TABLE, name="clock", croupier="person", cards=Source.CROUPIER)
DOWN: Final = replace(REAL, name="down", house="campione", reading="leaving")
TURNED: Final = replace(DOWN, name="turned", reading="turned")
CHIPS: Final = replace(REAL, name="chips", stakes="keyed", boxes=9)
FICHES: Final = replace(DOWN, name="fiches", stakes="keyed", boxes=9)
TABLES: Final = (TABLE, CAMPIONE, IN_HAND, OURS, REAL, HELD, CLOCK, DOWN, TURNED, CHIPS, FICHES)
CROUPIERS: Final = 2  # at the same time, if people run the table
CARDS_TO_CUT: Final = 40  # so that a sabot ends after a few coups
LIVE: Final = 4  # one history in four has a shared table
ON_SQLITE: Final = 10  # one history in ten uses a real database
FAST_FILES: Final = Path("/dev/shm") if Path("/dev/shm").is_dir() else None  # noqa: S108


class FailingMemoryStore(MemoryStore):
    """A store whose disk is sometimes full."""

    failing = 0.0

    async def write(self, changes: Sequence[Change]) -> list[WriteResult]:
        retiring = any(each.record and each.record.event is RecordKind.RETIRED for each in changes)
        if self._random.random() < self.failing * (6 if retiring else 1):
            raise StoreFailed(why="the disk is full")
        return await super().write(changes)


class VirtualClock:
    """A clock that continues the time of the last process."""

    def __init__(self, began: int, loop: ShuffledLoop) -> None:
        self._began, self._loop = began, loop

    def now(self) -> int:
        return self._began + int(self._loop.time() * 1000)


class History:
    """Everything that happens with one seed; `violation` is the broken promise, if any."""

    def __init__(
        self,
        seed: int,
        floor_type: type[Floor] = Floor,
        store_type: type[MemoryStore] = FailingMemoryStore,
        sqlite: bool | None = None,
        traced: bool = False,
        live: bool | None = None,
        spec: TableSpec | None = None,
    ) -> None:
        self.seed, self.random = seed, Random(seed)
        self.trace: list[str] | None = [] if traced else None
        self.violation: BaseException | None = None
        self.live = seed % LIVE == 2 if live is None else live
        self.spec = spec or (TABLE if live else TABLES[seed // LIVE % len(TABLES)])
        self.sheets = _live_sheets(self.spec) if self.live else _sheets()
        self.on_sqlite = seed % ON_SQLITE == 0 if sqlite is None else sqlite
        self._floor_type, self._store_type = floor_type, store_type
        self._kept = Kept()
        self._directory = (
            tempfile.mkdtemp(prefix="history-", dir=FAST_FILES) if self.on_sqlite else ""
        )
        self._now = MONDAY
        self.is_faulty = self.random.random() < 0.3  # the disk fails sometimes
        books: Books = MemoryBooks(self._kept)
        if self.on_sqlite:
            shutil.copyfile(_template(), self._file)
            books = SqliteBooks(self._file, SEALER)
        self.witness = Witness(
            books, self.sheets, self.spec.name if self.spec.reading == "leaving" else ""
        )
        self.players_together: list[LivePlayer] = []
        if self.live:
            names = ("anna", "bruno", "carla")[: self.random.choice((1, 2, 3))]
            self.players_together = [LivePlayer(name, self) for name in names]
        self.players: list[Player] = [*self.players_together] or [
            Player(name, self) for name in ("anna", "bruno")[: self.random.choice((1, 2, 2))]
        ]
        self._learning = self._failed = False
        self.lives = 0
        self.turns = 0

    @property
    def _file(self) -> str:
        return f"{self._directory}/house.db"

    def run(self) -> None:
        """Run and kill a few processes, then let all settle; raise the violation, if any."""
        try:
            for _ in range(self.random.choice((0, 1, 1, 2))):
                self._run_process(mortal=True)
            self.is_faulty = False
            self._run_process(mortal=False)
        finally:
            if isinstance(self.witness.books, SqliteBooks):
                self.witness.books.close()
                shutil.rmtree(self._directory)

    def note(self, line: str) -> None:
        if self.trace is not None:
            self.trace.append(f"{(self.clock.now() - MONDAY) / 1000:10.3f}  {line}")

    def guard(self, check: Callable[[], object]) -> None:
        """Run a check inside the server, whose code must not see a violation as its error."""
        try:
            check()
        except Violation as violation:
            self.violation = self.violation or violation
            self.note(f"VIOLATION: {violation}")
            self._loop.die_in(0)

    # --- a process -----------------------------------------------------------------------

    def _run_process(self, mortal: bool) -> None:
        self.lives += 1
        self._loop = loop = ShuffledLoop(self.random)
        self.clock = VirtualClock(self._now, loop)
        loop.before_work, loop.after_work = self._before_work, self._after_work
        self.witness.now = self.clock.now
        if mortal:
            loop.die_in(int(self.random.expovariate(1 / (900 if self.live else 250))))
        self.note(f"--- process {self.lives} starts")
        self._failed = False
        store = self._open_store()
        main = loop.create_task(self._main(store, mortal))
        main.add_done_callback(lambda _: loop.stop())
        loop.run_forever()
        self._now = self.clock.now() + self.random.choice((1, 1_000, 100_000, 1_500_000))
        self.turns += loop.turns
        died = not main.done()
        self.note(f"--- it {'is killed' if died else 'stops'}")
        error = None if died or main.cancelled() else main.exception()
        loop.bury()
        del main
        if isinstance(store, SqliteStore):
            _drop(store)
        if self.violation:
            raise self.violation
        if error is not None and not isinstance(error, Refusal):
            raise error
        if loop.errors and not died:
            raise Violation(f"an error nobody caught: {loop.errors}")
        self.guard(self._look)
        if self.violation:
            raise self.violation

    def _open_store(self) -> Store:
        if self.on_sqlite:
            return SqliteStore(self._file, SEALER)
        store = self._store_type(self._kept, self.random)
        if self.is_faulty and isinstance(store, FailingMemoryStore):
            store.failing = 0.05
        return store

    async def _main(self, store: Store, mortal: bool) -> None:
        loop = asyncio.get_running_loop()
        changed = self.random.choice(("", "", "", ", new rules"))
        sheets = _with_early_cut_card(self.spec.house) if self.live else _sheets(changed)
        self.floor = floor = self._floor_type(
            store, sheets, self.clock, lambda: self.random.randbytes(32)
        )
        floor.refills.rule = REFILLS
        self.tickets = Tickets(self.clock)
        self.sockets = OpenSockets(floor, self.tickets, LIMITS, set())
        await floor.start((self.spec,) if self.live else ())
        aside = [loop.create_task(self._sweep()), loop.create_task(self._die_when_halted())]
        if self.live:
            live = self._keep_time(), self._watch(), self._operate()
            aside += [loop.create_task(each) for each in live]
            if self.by_person:
                aside += [loop.create_task(croupiers.work(self)) for _ in range(CROUPIERS)]
                aside += [loop.create_task(croupiers.check_closings(self))]
        await asyncio.gather(*[self._arrive(player) for player in self.players])
        actions = self.random.choice((4, 12, 25) if self.live else (2, 4, 12))
        await asyncio.gather(*[player.live(actions) for player in self.players])
        if not mortal or self.random.random() < 0.3:
            for task in aside[3:]:
                task.cancel()
            await self._let_everything_settle(mortal)
        for task in aside:
            task.cancel()
        await floor.stop()

    async def _arrive(self, player: Player) -> None:
        if player.account is not None:
            return
        person = await self.floor.cashier.add_person(None, None, Role.GUEST)
        if person is None:
            raise RuntimeError("a guest has no name that could be taken")
        player.person = person
        await self.floor.store.add_token(player.token_hash, person.id, 0, 2**62)
        [player.account] = await self.floor.store.accounts(person.id)

    async def _sweep(self) -> None:
        while True:
            self.floor.sweep()
            await asyncio.sleep(self.random.choice((0.25, 20, 60)))

    # --- a shared table ------------------------------------------------------------------

    @property
    def by_person(self) -> bool:
        return self.live and self.spec.croupier == "person"

    @property
    def table_witness(self) -> TableWitness:
        [table] = self.witness.tables.values()
        return table

    async def _watch(self) -> None:
        """Watch the table for a while, then leave."""
        table = self.floor.tables.get(self.spec.name)
        while True:
            await asyncio.sleep(self.random.choice((0, 0.3, 2, 10)))
            watcher = Watcher(self, table)
            try:
                await asyncio.sleep(self.random.choice((0, 0.3, 2, 5)))
            except asyncio.CancelledError:
                watcher.leave()
                raise
            watcher.leave()

    async def _operate(self) -> None:
        """Pause, close and open the table at random times."""
        while True:
            await asyncio.sleep(self.random.choice((0.5, 3, 10)))
            for standing in (self.random.choice((Standing.PAUSED, Standing.CLOSED)), Standing.OPEN):
                self.note(f"the table is to be {standing}")
                with contextlib.suppress(Refusal):
                    await self.floor.tables.stand(self.spec.name, standing, "", OLGA)
                    most = self.table_witness.sheet.money.coup_max
                    lower = most // 2 if standing is Standing.CLOSED else most
                    await self.floor.tables.limit(self.spec.name, WantedLimits(lower), OLGA)
                await asyncio.sleep(self.random.choice((0, 0.1, 1.5)))

    def _check_at_rest(self) -> None:
        """Check that all is settled after everybody has left, and the table rests."""
        told = self.table_witness
        waits = told.view.stage in (Stage.RESTING, Stage.BURNING, Stage.PAID)
        expect(waits, f"the table is {told.view.stage} for ever")
        expect(not told.stakes, f"{told.stakes} are never settled")

    async def _keep_time(self) -> None:
        """Check that no player waits too long, whatever was refused."""
        while not self.floor.writer.halted.is_set():
            await asyncio.sleep(9)
            view, last = self.table_witness.view, self.table_witness.last_at
            late = self.clock.now() - max(view.until or 0, last)
            waits = view.stage in (Stage.RESTING, Stage.BURNING, Stage.PAID)
            waits |= (
                view.croupier != 0 or self.spec.cards is Source.CROUPIER
            )  # a person must continue, not the clock
            waits |= self.floor.writer.halted.is_set()  # then nothing moves until a restart
            self.guard(lambda: expect(waits or late < 8_000, f"{view.stage}, {late} ms late"))  # noqa: B023

    async def _check_goes_on(self, mortal: bool) -> None:
        """Check that the table goes on for a player who comes."""
        self.guard(self._check_at_rest)
        if mortal:
            return
        table, told = self.floor.tables.get(self.spec.name), self.table_witness
        await self.floor.tables.stand(self.spec.name, Standing.OPEN, "", OLGA)
        watcher, before = Watcher(self, table), told.view.offset
        working = [self._loop.create_task(croupiers.work(self))] if self.by_person else []
        await asyncio.sleep(10 if working else 2)
        for task in working:
            task.cancel()
        self.guard(lambda: expect(told.view.offset > before, f"stalled: {told.view}"))
        watcher.leave()

    async def _die_when_halted(self) -> None:
        await self.floor.writer.halted.wait()
        self.note("the store has halted")
        self.guard(lambda: expect(self._failed, "the store has halted, and no disk has failed"))
        self._loop.die_in(self.random.randrange(40))

    async def _let_everything_settle(self, mortal: bool) -> None:
        """Break all connections and let all times pass; check that sessions are closed."""
        if not mortal:
            self._learning = True
            for player in self.players:
                await self._learn(player)
        for player in self.players:
            for chair in player.chairs.values():
                for line in chair.lines:
                    line.cut()
        await croupiers.end_coup(self)
        await asyncio.sleep(900)  # time to close every seat, even if the disk is full twice
        if self.floor.writer.halted.is_set():
            return
        if self.live:
            await self._check_goes_on(mortal)
        for seat in self.witness.seats.values():
            is_free = seat.view.phase is SeatPhase.FREE
            self.guard(lambda s=seat, free=is_free: expect(free, f"{s} is open for ever"))  # type: ignore[misc]
        for live in self.floor._runners.values():
            self.guard(lambda e=live: expect(e.is_idle, f"{e.seat} is stuck"))  # type: ignore[misc]

    async def _learn(self, player: Player) -> None:
        """Repeat every unanswered request to learn whether it was done."""
        for key in list(player.unknown):
            wanted, request = player.requests[key][0]
            if isinstance(request, Confirm):  # looked up in the Cronologia
                await self._look_up(player, key)
                continue
            several = len(set(map(str, player.requests[key]))) > 1
            try:
                body = await player.ask(wanted, request)
            except Refusal as refusal:
                self.note(f"{player.name}: {key} was never done: {refusal.code}")
                if not several:
                    code = refusal.code
                    self.guard(lambda k=key, c=code: player._check_refused(k, c))  # type: ignore[misc]
            else:
                self.note(f"{player.name}: {key} is done")
                self.guard(lambda b=body: player.check_sent(b))  # type: ignore[misc]

    async def _look_up(self, player: Player, key: str) -> None:
        found = await self.floor.store.find(player.account.id if player.account else 0, key)
        if found is not None:
            body = found.record.body
            self.guard(lambda: player.check_sent(body))

    # --- the disk ------------------------------------------------------------------------

    def _before_work(self, function: Callable[..., Any], values: tuple[Any, ...]) -> None:
        if self.is_faulty and is_commit(function, values) and self.random.random() < 0.01:
            self.note("the disk fails before a commit")
            raise self._disk_error()

    def _after_work(self, function: Callable[..., Any], values: tuple[Any, ...]) -> None:
        if not is_commit(function, values):
            return
        self.guard(self._look)
        if self.is_faulty and self.random.random() < 0.01:
            self.note("the disk fails after a commit")
            raise self._disk_error()

    def _disk_error(self) -> Exception:
        self._failed = True
        return apsw.IOError("injected") if self.on_sqlite else OSError("injected")

    def _look(self) -> None:
        before = self.witness.seats
        for record in self.witness.look():
            self.note(f"    durable: {record.event} {record.key}")
            if record.account in self.witness.tables:
                continue
            player = next(
                each
                for each in self.players
                if each.account is None or each.account.id == record.account
            )
            if record.event is RecordKind.BET and not record.key:
                self._check_switched_in_time(player, record.seat)
            if record.seat is None or not record.key:
                continue
            asked = player.requests.get(record.key, [])
            hashes = [request_hash(request, record.seat) for _, request in asked]
            expect(record.request in hashes, f"{record.key}: no client sent this request")
            if record.event in (RecordKind.COUP, RecordKind.BET) and not self._learning:
                self._check_generation(player, record.key, before[record.seat].generation)
            if record.event is RecordKind.BET and isinstance(player, LivePlayer):
                self._check_receipt(player, record.key)

    def _check_receipt(self, player: LivePlayer, key: str) -> None:
        """Check that an accepted bet was received during the betting."""
        began, closes = self.table_witness.began, self.table_witness.closes
        receipts = player.receipts.get(key, [])
        expect(
            any(began <= each < closes for each in receipts),
            f"{key}: taken between {began} and {closes}, received at {receipts}",
        )

    def _check_switched_in_time(self, player: Player, seat: int | None) -> None:
        """Check that chips were to be confirmed automatically before the betting closed."""
        began, closes = self.table_witness.began, self.table_witness.closes
        if isinstance(player, LivePlayer) and self.witness.automatic[seat or 0] >= closes:
            in_time = any(began <= each < closes for each in player.switched_on)
            expect(in_time, f"seat {seat}: automatic only after the close at {closes}")

    def _check_generation(self, player: Player, key: str, generation: int) -> None:
        """Check that only the newest connection bets."""
        lines = player.senders[key]
        newest = [line for line in lines if line.generation == generation]
        expect(bool(newest), f"{key}: bet by an older connection")
        house = newest[0].house
        same = [line for line in player.chairs[house].lines if line.generation == generation]
        expect(len(same) <= 1, f"{key}: two connections of generation {generation}")


def _drop(store: SqliteStore) -> None:
    """Release locks and drop uncommitted changes, as the kernel does for a killed process."""
    for connection in (store._reader, store._lister, store._checkpointer, store._writer):
        connection.close()
    for threads in (store._threads, store._listing):
        threads.shutdown()


@cache
def _sheets(title: str = "") -> dict[str, Sheet]:
    """The houses' sheets; with a title they have another hash but the same rules."""
    sheets = {name: house(name).sheet for name in HOUSES}
    return {name: replace(sheet, title=sheet.title + title) for name, sheet in sheets.items()}


@cache
def _with_early_cut_card(name: str) -> dict[str, Sheet]:
    """The sheet of the shared table's house, with the cut card near the front."""
    sheet = house(name).sheet
    cards = replace(sheet.cards, cut=sheet.cards.total - CARDS_TO_CUT)
    return {name: replace(sheet, cards=cards)}


def _live_sheets(spec: TableSpec) -> dict[str, Sheet]:
    """The shared table's sheet, by the table's name."""
    return {spec.name: effective_sheet(_with_early_cut_card(spec.house)[spec.house], spec)}


@cache
def _template() -> str:
    """An empty database to copy, because migrating takes longer than a short history."""
    directory = tempfile.mkdtemp(prefix="histories-", dir=FAST_FILES)
    import atexit

    atexit.register(shutil.rmtree, directory)
    file = f"{directory}/empty.db"

    async def make() -> None:
        await SqliteStore(file, SEALER).close()

    asyncio.run(make())
    return file


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Without logs and garbage collection, which take a quarter of a history's time."""
    gc.disable()
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)
        gc.enable()


@undisturbed()
def play(seeds: range, **options: Any) -> int:
    """Run many histories and return the turns taken; a violation tells how to repeat it."""
    turns = 0
    for seed in seeds:
        history = History(seed, **options)
        try:
            history.run()
        except Exception as error:
            raise AssertionError(
                f"seed {seed}: {error}\nto see it: python -m soak.faults --seed {seed} --trace"
            ) from error
        turns += history.turns
        if seed % 100 == 99:
            gc.collect()
    return turns
