"""A short example night at a shared table, with retired, played and unfinished sabots."""

import asyncio
from collections.abc import Callable
from itertools import count

from puntobanco.fair.commitment import hash_seed
from puntobanco.game.bets import Bet
from puntobanco.server.seats.floor import Floor
from puntobanco.server.seats.seat_runner import SeatRunner
from puntobanco.server.shared_tables.table_runner import TableRunner
from puntobanco.store.interface import Role, Store
from puntobanco.table.shared.shared_table import StaffActor
from puntobanco.wire.bodies import WantedLimits
from puntobanco.wire.requests import (
    AnyTableRequest,
    Automatic,
    CashOut,
    Confirm,
    MixIn,
    OpenSeed,
    Place,
)
from puntobanco.wire.stream import Stage, Standing
from puntobanco.wire.table_spec import Narrowed, TableSpec
from tests.audit.night import SHEETS, key, sit

_numbers = count(1)


class ManualClock:
    """A clock that moves only when a test sets it."""

    def __init__(self) -> None:
        self.at = 1_800_000_000_000

    def now(self) -> int:
        return self.at


class RecordingConnection:
    """A connection that keeps all messages it is sent."""

    token_hash = b""

    def __init__(self) -> None:
        self.shown: list[bytes] = []

    def send(self, message: bytes) -> None:
        self.shown.append(message)

    def close(self, code: int, reason: str) -> None: ...
    def close_soon(self, code: int, reason: str) -> None: ...


class LiveNight:
    """Players at a shared table, with control over the time."""

    def __init__(self, floor: Floor, clock: ManualClock, table: TableRunner) -> None:
        self.floor, self.clock, self.table = floor, clock, table
        self.seats: dict[str, SeatRunner] = {}

    async def sit(self, *names: str) -> None:
        for name in names:
            live = await sit(self.floor, name, self.table.table.name)
            await self.floor.take_over(live, RecordingConnection())
            self.seats[name] = live

    async def until(self, reached: Callable[[], bool]) -> None:
        """Let time pass, half a second at a time, until a condition holds."""
        for _ in range(20_000):
            if reached():
                return
            if not self.table._busy:
                self.clock.at += 500
                self.table.look()
            await asyncio.sleep(0.001)
        raise RuntimeError(f"{self.table.table} goes on no more")

    async def stage(self, stage: Stage) -> None:
        await self.until(lambda: self.table.view.stage is stage)

    async def mix(self, *names: str, silent: str = "") -> None:
        await self.stage(Stage.MIXING)
        sabot = self.table.view.sabot
        seeds = {name: f"{next(_numbers):032x}" for name in names}
        for name, seed in seeds.items():
            await self._say(name, MixIn(sabot, hash_seed(seed).hex()))
        await self.stage(Stage.OPENING)
        for name, seed in seeds.items():
            if name != silent:
                await self._say(name, OpenSeed(sabot, seed))

    async def _say(self, name: str, said: AnyTableRequest) -> None:
        done: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        self.table.play(said, str(self.seats[name].seat.account), done.set_result)
        assert await done is None

    async def bet(self, name: str, **stakes: int) -> None:
        bets = {Bet(bet): stake for bet, stake in stakes.items()}
        await self.floor.ask(self.seats[name], Confirm(key(), self.table.view.coup, bets))

    async def lay(self, name: str, **stakes: int) -> None:
        bets = {Bet(bet): stake for bet, stake in stakes.items()}
        await self.floor.ask(self.seats[name], Place(bets, self.table.view.coup))

    async def coup(self, **bets: dict[str, int]) -> None:
        """Play one coup, from its betting to its last payment."""
        await self.stage(Stage.BETTING)
        for name, stakes in bets.items():
            await self.bet(name, **stakes)
        await self.stage(Stage.PAID)

    async def stand(self, standing: Standing, note: str = "") -> None:
        await self.floor.tables.stand(self.table.table.name, standing, note, await self._chief())

    async def limit(self, coup_max: int | None = None, **most: int) -> None:
        """Set the highest sum on a coup, and the highest stake on each of these bets."""
        bets = {Bet(bet): Narrowed(max=each) for bet, each in most.items()}
        limits = WantedLimits(coup_max, bets)
        await self.floor.tables.limit(self.table.table.name, limits, await self._chief())

    async def _chief(self) -> StaffActor:
        """The manager who sets the table."""
        store = self.floor.store
        found = await store.person("olga")
        person = found or await store.add_person("olga", "x", Role.MANAGER, self.clock.at)
        assert person is not None
        return StaffActor(person.id, "olga", is_manager=True)


async def begin(store: Store, *names: str, name: str = "live-mini") -> LiveNight:
    clock = ManualClock()
    floor = Floor(store, SHEETS, clock)
    table = await floor.tables.make(TableSpec(name, "live-mini", currency="EUR"))
    night = LiveNight(floor, clock, table)
    await night.sit(*names)
    return night


async def play_live(store: Store) -> LiveNight:
    """One sabot is retired, one is closed after two coups, one ends after two cards of a coup."""
    night = await begin(store, "anna", "bruno")
    await night.mix("anna", "bruno", silent="bruno")
    await night.mix("anna")
    await night.floor.ask(night.seats["bruno"], Automatic(on=True))
    await night.stage(Stage.BETTING)
    await night.bet("anna", punto=500)
    await night.bet("anna", punto=200, banco_pair=100)
    await night.lay("bruno", banco=300, grande=100)
    await night.stage(Stage.PAID)
    await night.stage(Stage.BETTING)
    await night.bet("anna", egalite=200, punto=100, banco=100)
    await night.bet("bruno", banco=400)
    await night.stage(Stage.DEALING)
    await night.floor.ask(night.seats["anna"], CashOut(key()))
    await night.stand(Standing.CLOSED)
    await night.stage(Stage.RESTING)
    await night.stand(Standing.OPEN)
    await night.mix("bruno")
    await night.stage(Stage.BETTING)
    await night.bet("bruno", punto=600, piccolo=200)
    await night.until(lambda: len(night.table.view.cards) == 4)
    await night.floor.stop()
    return night
