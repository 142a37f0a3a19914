"""The floor of the casino: all seats in use, and the deadlines of their sessions."""

import asyncio
import heapq
import logging
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final

import msgspec

from puntobanco.errors import (
    NoSession,
    NotPlayable,
    Refusal,
    StoreFailed,
    WrongMoney,
)
from puntobanco.fair.drbg import SEED_BYTES
from puntobanco.fair.sheet_hash import hash_sheet, sheet_text
from puntobanco.game.sheet import Sheet
from puntobanco.game.sheet_text import read_stored
from puntobanco.ledger.accounts import Account, AccountKind
from puntobanco.ledger.records import Record, RecordKind
from puntobanco.server.house.cash_desk import CashDesk
from puntobanco.server.house.cashier import Cashier
from puntobanco.server.house.casino_day import CasinoDay
from puntobanco.server.house.clock import Clock
from puntobanco.server.house.line_desk import HINT, LineDesk
from puntobanco.server.house.refills import Refills
from puntobanco.server.house.writer import Writer
from puntobanco.server.seats.private_seat_runner import PrivateSeatRunner
from puntobanco.server.seats.seat_runner import Connection, QueuedRequest, SeatCommand, SeatRunner
from puntobanco.server.seats.shared_seat_runner import SharedSeatRunner
from puntobanco.server.shared_tables.table_runner import TableRunner
from puntobanco.server.shared_tables.tables import Tables, is_private
from puntobanco.store.interface import Store
from puntobanco.store.random_bytes import RandomBytes
from puntobanco.table.private_seat import Retire, new_private_seat
from puntobanco.table.recording import Change, Setting, setting_of
from puntobanco.table.seat import Seat, SeatPhase, SharedSeat, end_of, warning_at
from puntobanco.table.session import Expire, Lose, TakeOver
from puntobanco.table.shared.shared_seat import new_shared_seat
from puntobanco.wire.close_codes import CloseCode
from puntobanco.wire.messages import Warned, WhyRetired
from puntobanco.wire.refill_rule import RefillRule
from puntobanco.wire.requests import Open
from puntobanco.wire.stream import Standing
from puntobanco.wire.table_spec import TableSpec

_SWEEP_S: Final = 0.25
_AGAIN_S: Final = 1.0  # before a retry, after the store has failed to write something

log = logging.getLogger("puntobanco.floor")

Fresh = Callable[[], bytes]


_PAYS: Final = (RecordKind.COUP, RecordKind.PAID)
# Up to thousands a second, so they are logged at the level debug only.
_OF_A_COUP: Final = (*_PAYS, RecordKind.BET)
_MOVES_A_DEADLINE: Final = {TakeOver, Lose, Open}


class Floor:
    """Passes requests to seats and their results to connections."""

    def __init__(
        self,
        store: Store,
        sheets: Mapping[str, Sheet],
        clock: Clock,
        fresh_seed: Fresh | None = None,
        day: CasinoDay | None = None,
        refill: RefillRule | None = None,
    ) -> None:
        self.store = store
        self.clock = clock
        self.day = day or CasinoDay()
        self.writer = Writer(store)
        self.reading: set[asyncio.Task[None]] = set()
        self.sheets = {name: sheet for name, sheet in sheets.items() if is_private(sheet)}
        self.tables = Tables(store, sheets, self)
        moneys = (sheet.money for sheet in sheets.values())
        currencies = {money.currency for money in moneys if not money.play_only}
        self.cashier = Cashier(store, self.writer, clock, currencies)
        self.refills = Refills(store, self.cashier, clock, refill or RefillRule())
        self.cash = CashDesk(store, self.cashier, clock)
        self.lines = LineDesk(store, self.cashier, clock)
        self.fresh_seed = fresh_seed or partial(RandomBytes().take, SEED_BYTES)
        self.coups = 0
        self._settings: dict[tuple[str, str], Setting] = {}  # by house and currency
        self._table_settings: dict[tuple[str, str], Setting] = {}  # by table and currency
        self._runners: dict[int, SeatRunner] = {}
        self._deadlines: list[tuple[int, int]] = []

    # --- coming and going ----------------------------------------------------------------

    async def start(self, tables: Iterable[TableSpec] = ()) -> None:
        """Load tables and seats; nobody is connected yet, so all sessions count as disconnected."""
        await self.tables.start(tables)
        for seat in await self.store.open_seats():
            runner = await self._wake(seat)
            if seat.view.phase is SeatPhase.OPEN and seat.lost is None:
                self._insist(runner, Lose(seat.generation))
        for table in self.tables.runners.values():
            table.wake()

    async def sweep_for_ever(self) -> None:
        while True:
            self.sweep()
            await asyncio.sleep(_SWEEP_S)

    def sweep(self) -> None:
        """Warn or close every session whose deadline has come."""
        if self.store.halted:  # perhaps by a change that did not go through the writer
            self.writer.halted.set()
        now = self.clock.now()
        while self._deadlines and self._deadlines[0][0] <= now:
            at, seat = heapq.heappop(self._deadlines)
            runner = self._runners.get(seat)
            if runner is not None and runner.look_at == at:
                runner.look_at = 0
                self._look_at(runner, now)

    def _look_at(self, runner: SeatRunner, now: int) -> None:
        if runner.seat.view.phase is SeatPhase.FREE:
            if runner.may_be_forgotten:
                del self._runners[runner.seat.id]
            else:
                self._look_again(runner, now + 1000)
            return
        times = runner.setting.sheet.times
        end, reason = end_of(runner.seat, times)
        if end <= now:
            self._unasked(runner, Expire(reason))
            self._look_again(runner, now + 1000)  # in case the store fails
            return
        warning = warning_at(runner.seat, times)
        # A player who reconnects in the last minute is warned at that moment.
        if warning <= now and runner.connection is not None and runner.warned != runner.seat.acted:
            runner.warned = runner.seat.acted
            runner.connection.send(msgspec.json.encode(Warned(closes_in_ms=end - now)))
        self._look_again(runner, end if warning <= now else min(warning, end))

    def _look_again(self, runner: SeatRunner, at: int) -> None:
        """Check a seat's deadlines at this time; it replaces the time that was set before."""
        if runner.look_at != at:
            runner.look_at = at
            heapq.heappush(self._deadlines, (at, runner.seat.id))

    def closes_in(self, seat: Seat, setting: Setting) -> int:
        return max(0, end_of(seat, setting.sheet.times)[0] - self.clock.now())

    async def stop(self) -> None:
        """Close all connections and wait until all pending changes are written."""
        self.tables.stop()
        for runner in list(self._runners.values()):
            if runner.connection is not None:
                runner.connection.close(CloseCode.RESTART, "the server stops")
        while self.reading:
            await asyncio.wait(self.reading)
        await self.writer.finish()

    @property
    def open_sessions(self) -> int:
        return sum(runner.seat.view.phase is SeatPhase.OPEN for runner in self._runners.values())

    # --- seats ---------------------------------------------------------------------------

    async def private_seat(self, account: Account, house: str) -> SeatRunner:
        """An account's seat at a house's private table; a new one gets its first commitment."""
        setting = await self._setting_at_house(house, account.currency)
        seat = await self.store.seat_at(account.id, house)
        if seat is None:
            seat = await self.store.add_seat(
                new_private_seat(
                    *(account.id, house, account.currency, self.store.epoch),
                    *(setting, self.fresh_seed()),
                )
            )
        return await self._wake(seat)

    async def shared_seat(self, account: Account, name: str) -> SeatRunner:
        """An account's seat at a shared table."""
        table = self.tables.runners.get(name)
        if table is None or table.setup.is_keyed:  # its players bet with real chips
            raise NotPlayable(kind="shared table", name=name[:80], known=", ".join(self._open))
        seat = await self.store.seat_at_table(account.id, name)
        if seat is None:
            if table.spec.currency != account.currency:
                raise WrongMoney(house=name, currency=account.currency)
            seat = await self.store.add_seat(
                new_shared_seat(
                    account.id, table.spec.house, account.currency, self.store.epoch, name
                )
            )
        return await self._wake(seat)

    async def open_seat(self, accounts: Iterable[Account], table: str) -> SeatRunner:
        """The seat with an open session that one of these accounts has at a shared table."""
        for account in accounts:
            seat = await self.store.seat_at_table(account.id, table)
            runner = None if seat is None else await self.seat_runner(seat.id)
            if runner is not None and runner.seat.view.phase is SeatPhase.OPEN:
                return runner
        raise NoSession

    async def hint(self, account: int, table: str) -> None:
        """Tell a player, if connected, that there is an answer to read."""
        try:
            seat = await self.store.seat_at_table(account, table)
            runner = None if seat is None else self._runners.get(seat.id)
            if runner is not None and runner.connection is not None:
                runner.connection.send(HINT)
        except Exception:  # the answer is written all the same
            log.exception("not told", extra={"table": table})

    async def seat_runner(self, seat: int) -> SeatRunner | None:
        """A seat by its id, loaded from the store if necessary."""
        found = self._runners.get(seat)
        if found is not None:
            return found
        stored = await self.store.seat(seat)
        return None if stored is None else await self._wake(stored)

    async def _wake(self, seat: Seat) -> SeatRunner:
        setting = await self._setting_of(seat)
        # No await from here on: during one, the sweep could remove the seat from memory.
        runner = self._runners.get(seat.id)
        if runner is not None:
            runner.play_by(setting)
            return runner
        if isinstance(seat, SharedSeat):
            table = self.tables.runners[seat.table]
            runner = SharedSeatRunner(seat, setting, self, table)
            table.seat(runner)
        else:
            runner = PrivateSeatRunner(seat, setting, self)
            if seat.sheet != setting.sheet_hash:
                self._insist(runner, Retire(seat.view.epoch, WhyRetired.SHEET))
        self._runners[seat.id] = runner
        self._look_again(runner, self.clock.now())
        return runner

    async def _setting_of(self, seat: Seat) -> Setting:
        if isinstance(seat, SharedSeat):
            return await self._setting_at_table(self.tables.runners[seat.table], seat.currency)
        try:
            return await self._setting_at_house(seat.house, seat.currency)
        except NotPlayable:  # the house is gone: open sessions end by the sheet they began with
            text = (await self.store.sheets())[seat.sheet]
            account = await self.store.own_account(AccountKind.HOUSE, seat.currency)
            return Setting(read_stored(text, f"seat {seat.id}"), seat.sheet, account.id)

    async def _setting_at_house(self, house: str, currency: str) -> Setting:
        known = self._settings.get((house, currency))
        if known is None:
            if house not in self.sheets:
                kind = "house with private tables"
                raise NotPlayable(kind=kind, name=house[:80], known=", ".join(self.sheets))
            known = await self._new_setting(self.sheets[house], currency)
            self._settings[house, currency] = known
        return known

    async def _setting_at_table(self, table: TableRunner, currency: str) -> Setting:
        name, sheet = table.spec.name, table.setup.sheet
        known = self._table_settings.get((name, currency))
        if known is None or known.sheet_hash != table.setup.sheet_hash:
            known = msgspec.structs.replace(
                await self._new_setting(sheet, currency),
                cagnotte_account=await self._own(table, AccountKind.CAGNOTTE, sheet.table.cagnotte),
                tips_account=await self._own(table, AccountKind.TIPS, sheet.table.tips),
            )
            self._table_settings[name, currency] = known
        return known

    async def _new_setting(self, sheet: Sheet, currency: str) -> Setting:
        account = await self.store.own_account(AccountKind.HOUSE, currency)
        await self.store.add_sheet(hash_sheet(sheet), sheet_text(sheet))
        return setting_of(sheet, account.id)

    @property
    def _open(self) -> list[str]:
        """The names of the shared tables that accept players."""
        return [
            name
            for name, runner in self.tables.runners.items()
            if runner.view.standing is not Standing.CLOSED and not runner.setup.is_keyed
        ]

    async def _own(self, table: TableRunner, kind: AccountKind, wanted: bool) -> int:
        """The id of a shared table's own account of this kind; 0 if it has none."""
        if not wanted:
            return 0
        spec = table.spec
        return (await self.store.table_account(spec.name, kind, spec.currency)).id

    async def ask(
        self, runner: SeatRunner, command: SeatCommand, session: int | None = None
    ) -> bytes:
        """Send a seat a request that did not come from its socket, and wait for the answer.

        A caller that is cancelled does not cancel the request: its key will give the answer.
        """
        answered: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

        def answer(result: bytes | Refusal) -> None:
            if answered.done():
                return
            if isinstance(result, Refusal):
                answered.set_exception(result)
            else:
                answered.set_result(result)

        runner.ask(QueuedRequest(command, answer, session=session, received=self.clock.now()))
        return await answered

    async def take_over(
        self, runner: SeatRunner, connection: Connection, session: int | None = None
    ) -> int:
        """Make a connection the seat's only one; the older one is closed and can't bet any more."""
        taken: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def answer(result: bytes | Refusal) -> None:
            # In the callback: when the waiting caller wakes up, a newer one may have taken over.
            if isinstance(result, Refusal):
                if not taken.done():
                    taken.set_exception(result)
                return
            before, runner.connection = runner.connection, connection
            if before is not None:
                before.close(CloseCode.TAKEN_OVER, "opened elsewhere")
            runner.took_over(before, connection)
            if taken.done():
                self.lost(runner, connection, runner.seat.generation)
            else:
                taken.set_result(runner.seat.generation)

        runner.ask(QueuedRequest(TakeOver(), answer, session=session, received=self.clock.now()))
        return await taken

    def lost(self, runner: SeatRunner, connection: Connection, generation: int) -> None:
        """Note that a connection is closed; the session waits for another one."""
        if runner.connection is connection:
            runner.connection = None
            runner.save_memory()
            if runner.seat.view.phase is SeatPhase.OPEN:
                self._insist(runner, Lose(generation))
        runner.left(connection)

    def send_away(self, seat: int, is_ended: Callable[[bytes], bool]) -> None:
        """Close a seat's connection if its login has ended, by the hash of its token."""
        runner = self._runners.get(seat)
        if runner is None or runner.connection is None:
            return
        if is_ended(runner.connection.token_hash):
            runner.connection.close(CloseCode.SIGNED_OUT, "signed out")

    def _insist(self, runner: SeatRunner, command: Lose | Retire) -> None:
        """Send a step that must happen; retry while the store fails."""

        def answer(result: bytes | Refusal) -> None:
            if isinstance(result, StoreFailed):
                asyncio.get_running_loop().call_later(_AGAIN_S, again)

        def again() -> None:
            awake = self._runners.get(runner.seat.id)  # if not in memory, it is done on loading
            if awake is not None:
                self._insist(awake, command)

        runner.ask(QueuedRequest(command, answer))

    def _unasked(self, runner: SeatRunner, command: SeatCommand) -> None:
        runner.ask(QueuedRequest(command, lambda _: None))

    def changed(self, runner: SeatRunner, change: Change, request: QueuedRequest) -> None:
        """Tell the connection of a durable change, unless it gets the change as its answer."""
        record = change.record
        if record is not None:
            if record.event in _PAYS:
                self.coups += 1
            self._note(runner.seat, record)
        connection = runner.connection
        if connection is not None and record is not None and request.generation is None:
            connection.send(record.body)
        if type(request.command) in _MOVES_A_DEADLINE:
            self._look_again(runner, self.clock.now())
        runner.changed(record)
        if runner.seat.view.phase is SeatPhase.FREE and connection is not None:
            runner.connection = None
            connection.close_soon(CloseCode.SESSION_OVER, "the session is over")

    def _note(self, seat: Seat, record: Record) -> None:
        """Log the session and the coup of a change, never a seed."""
        if record.event in _OF_A_COUP:
            if log.isEnabledFor(logging.DEBUG):
                coup = {"session": seat.session_name, "coup": seat.last_coup, "table": seat.table}
                log.debug("%s", record.event.value, extra=coup)
            return
        if log.isEnabledFor(logging.INFO):
            log.info(
                "session %s",
                record.event.value,
                extra={
                    "session": seat.session_name,
                    "account": seat.account,
                    "table": seat.table,
                    "currency": seat.currency,
                    "cents": sum(posting.amount for posting in record.postings),
                },
            )
