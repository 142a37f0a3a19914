"""Runs a shared table: executes its steps one at a time and sends the events to its clients."""

import asyncio
import contextlib
import logging
from typing import Final, Protocol

import msgspec

from puntobanco.errors import (
    NoBox,
    OurFault,
    Refusal,
    SeedReused,
    StoreFailed,
    StoreHalted,
    StoreRefused,
    TableClosed,
    TooFast,
)
from puntobanco.game.cards import Card, parse_cards
from puntobanco.game.coup import Coup, deal_exactly
from puntobanco.ledger.records import Record, RecordKind
from puntobanco.server.house.clock import Clock
from puntobanco.server.house.limits import Buckets
from puntobanco.server.house.writer import Writer
from puntobanco.server.seats.seat_runner import Connection, QueuedRequest
from puntobanco.server.seats.shared_seat_runner import SharedSeatRunner
from puntobanco.server.shared_tables.audience import Audience
from puntobanco.server.shared_tables.consoles import ConsoleCallback as ConsoleCallback
from puntobanco.server.shared_tables.consoles import Consoles
from puntobanco.server.shared_tables.table_queue import TableQueue
from puntobanco.server.shared_tables.table_stakes import TableStakes
from puntobanco.store.interface import WriteResult
from puntobanco.table.recording import Change
from puntobanco.table.seat import SeatPhase, SharedSeat
from puntobanco.table.shared.automatic_croupier import Here, next_step
from puntobanco.table.shared.betting_window import StakeMove
from puntobanco.table.shared.card_holders import cards_in_hand, is_boxed
from puntobanco.table.shared.shared_seat import Hand, SharedStep, can_hold
from puntobanco.table.shared.shared_table import (
    CountStakes,
    Deal,
    PlayerActor,
    Settle,
    SharedTable,
    ShuffleSabot,
    StaffActor,
    Stand,
    TableChange,
    TableSetup,
    TableStep,
    coup_of,
    order_of,
)
from puntobanco.table.shared.step_context import StepContext
from puntobanco.table.shared.table_steps import step
from puntobanco.wire.console_commands import CloseBetting, Commanding, NewSabot
from puntobanco.wire.requests import AskingTable, AskManager, MixIn
from puntobanco.wire.stream import NoMore, Shuffled, Stage, Standing, StreamEvent, TableView
from puntobanco.wire.table_spec import TableSpec

_AGAIN_S: Final = 1.0  # before a retry, after the store has failed to write something
_MANAGER_CALLS: Final = 3  # by one player in one minute

log = logging.getLogger("puntobanco.tables")


class TableEnvironment(Protocol):
    """What a table needs from the server."""

    writer: Writer
    clock: Clock

    def fresh_seed(self) -> bytes: ...


class TableRunner:
    """Memory follows the store: `table` changes only after a change is durable.

    Only one step of the table runs at a time. Requests at the seats run concurrently with it.
    The first card is dealt only when every bet that was received in time is durable.
    """

    def __init__(
        self,
        table: SharedTable,
        place: TableSetup,
        spec: TableSpec,
        around: TableEnvironment,
        today: TableSetup | None = None,
    ) -> None:
        self.table, self.place, self.spec = table, place, spec
        self._today = today or place  # for the next sabot: the house's sheet may have changed
        self.seats: dict[int, SharedSeatRunner] = {}  # with an open session or stakes in play
        self.stakes = TableStakes(self)
        self._audience = Audience()
        self._around = around
        self.unfit = ""  # why the table must close after the current coup
        self.used: set[bytes] = set()  # hashes of all seeds that players have mixed in here
        self._busy = False
        self._handing = False  # cards are being given to a holder
        self.word: int | None = None  # bets received from then on are late: a queued CloseBetting
        self._waiting = TableQueue()
        self._timer: asyncio.TimerHandle | None = None
        self._order: tuple[str, tuple[Card, ...]] = "", ()
        self._stopped = False
        self.consoles = Consoles(self)
        self._calls = Buckets(_MANAGER_CALLS / 60, _MANAGER_CALLS)
        self._asleep = True  # until all seats with a session or stakes are loaded

    @property
    def is_idle(self) -> bool:
        return not (self._busy or self._waiting or self.stakes.are_moving)

    # --- the audience --------------------------------------------------------------------

    @property
    def view(self) -> TableView:
        return self.table.view

    @property
    def now(self) -> int:
        return self._around.clock.now()

    @property
    def here(self) -> Here:
        return self._audience.here

    def missed(self, epoch: int, offset: int) -> tuple[msgspec.Raw, ...] | None:
        """The events after an offset; None if they are no longer kept, or the offset is unknown."""
        return self._audience.missed(self.view, epoch, offset)

    def seat(self, live: SharedSeatRunner) -> None:
        """Note that a player has sat down, left, connected or disconnected."""
        seat = live.seat
        if seat.view.phase is SeatPhase.OPEN or seat.view.stakes:
            self.seats[seat.id] = live
        else:
            self.seats.pop(seat.id, None)
        self._audience.seat(live)

    def changed(self, live: SharedSeatRunner, record: Record | None) -> None:
        """Called when a change of a seat is durable."""
        self.seat(live)
        if record is not None and record.event in (RecordKind.BET, RecordKind.RETURNED):
            self.staked()
        if record is None or record.event in (RecordKind.OPENED, RecordKind.CLOSED):
            self.look()

    def took_over(
        self, live: SharedSeatRunner, before: Connection | None, connection: Connection
    ) -> None:
        if before is not None:
            self._audience.leave(before)
        self.seat(live)
        self.watch(connection)

    def watch(self, connection: Connection) -> None:
        self._audience.watch(connection)
        self.look()

    def work(self, connection: Connection, staff: StaffActor) -> None:
        """Add the console of a croupier or a manager."""
        self._audience.work(connection)
        self.consoles.join(connection, staff)
        self.look()

    def leave(self, connection: Connection, live: SharedSeatRunner | None = None) -> None:
        """Remove a closed connection: a player's (then `live` is the seat), or a watcher's."""
        self._audience.leave(connection)
        if live is not None:
            self.seat(live)
        self.look()

    def _publish(self, change: TableChange) -> None:
        if change.record is not None:
            self._audience.tell(self.view, change.record.body)
            self.consoles.tell()

    # --- the croupier --------------------------------------------------------------------

    def wake(self) -> None:
        """Start, now that all seats are loaded; a missing seat would not be counted or paid."""
        self._asleep = False
        self.look()

    def look(self) -> None:
        """Begin the next step if one is due, or else set a timer."""
        if self._busy or self._stopped or self._asleep:
            return
        if self._answer_first() or self.consoles.vacate():
            return
        if self.unfit and self.view.standing is not Standing.CLOSED:
            self.insist(TableStep(Stand(Standing.CLOSED, self.unfit)))
            return
        if self.stakes.give_back_left() or self._hand_out():
            return  # their callbacks call `look` again
        now = self.now
        coup = self.coup_under_way
        asked = next_step(self.table, self.place, self.here, now, coup)
        if asked is None or (isinstance(asked.command, Deal) and not self.stakes.deal()):
            self._wait(now)
        elif isinstance(asked.command, Settle):
            self.stakes.settle()
        elif not isinstance(asked.command, Deal):
            self.insist(asked)

    def _answer_first(self) -> bool:
        """Begin the first step in the queue; return whether there is one."""
        first = self._waiting.pop(only_staff=self.view.stage is Stage.CLOSING)
        if first is not None:
            self._begin(*first)
        return first is not None

    def _wait(self, now: int) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        until = self.view.until
        if until is not None and until > now:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later((until - now) / 1000, self.look)
        elif self.view.holders:
            self.consoles.tell_time_over()

    def _hand_out(self) -> bool:
        """Send each holder the faces of their cards; return whether the table must wait for it."""
        if self.view.stage is not Stage.DEALING or not self.view.holders:
            return False
        number = self.view.coup
        for side, cards in cards_in_hand(self.view, self.coup).items():
            live = self._seat_of(self.view.holders[side])
            if live is None or live.connection is None or not can_hold(live.seat, number):
                continue  # the croupier takes the cards back
            held = live.seat.view.held.get(side)
            if held is None or held.cards != cards:
                if not self._handing:
                    self._handing = True
                    live.ask(QueuedRequest(Hand(number, side, cards), self._handed))
                return True
        return False

    def _handed(self, said: bytes | Refusal) -> None:
        self._handing = False
        if isinstance(said, StoreHalted):
            return
        wait = _AGAIN_S if isinstance(said, Refusal) else 0.0
        asyncio.get_running_loop().call_later(wait, self.look)

    def _seat_of(self, player: str) -> SharedSeatRunner | None:
        found = (live for live in self.seats.values() if str(live.seat.account) == player)
        return next(found, None)

    @property
    def order(self) -> tuple[Card, ...]:
        """All cards of the sabot in their order, computed once."""
        if self._order[0] != self.view.fixed:
            self._order = self.view.fixed, order_of(self.table)
        return self._order[1]

    @property
    def coup(self) -> Coup:
        """The current or last coup, with all its cards."""
        if self.place.is_read_in:
            return deal_exactly(self.place.sheet.rule, parse_cards(self.view.cards))
        return coup_of(self.table, self.place, self.order)

    @property
    def coup_under_way(self) -> Coup | None:
        """The coup being dealt, with all its cards; None for a real sabot, where nobody knows."""
        is_ours = self.view.stage is Stage.DEALING and not self.place.is_read_in
        return self.coup if is_ours else None

    def insist(self, asked: TableStep) -> None:
        """Begin a step of the croupier; if the store fails, it is retried."""
        self._begin(asked, self._insisted)

    def _insisted(self, refusal: Refusal | None) -> None:
        if refusal is not None and not isinstance(refusal, StoreRefused):
            log.error("refused", extra={"table": self.table.name, "why": refusal.message})

    # --- steps ---------------------------------------------------------------------------

    def ask(self, asked: TableStep, answer: ConsoleCallback) -> None:
        """Queue a step; `answer` is called exactly once."""
        self._waiting.add(asked, answer)
        self.look()

    def _begin(self, asked: TableStep, answer: ConsoleCallback) -> None:
        self._busy = True
        self._around.writer.submit(_Turn(self, asked, answer))

    def make(self, asked: TableStep, answer: ConsoleCallback) -> Change | None:
        try:
            change = self._step(asked)
        except Refusal as refusal:
            self._finish(answer, refusal)
            return None
        except Exception:  # the other changes of the batch must still be written
            log.exception("our fault", extra={"table": self.table.name})
            self._finish(answer, OurFault())
            return None
        return Change(None, change.record, change)

    def _step(self, asked: TableStep) -> TableChange:
        command = asked.command
        if isinstance(command, CountStakes):
            asked = TableStep(self.stakes.count_now())
        fresh = self._around.fresh_seed() if isinstance(command, ShuffleSabot) else b""
        if isinstance(command, MixIn) and bytes.fromhex(command.hash) in self.used:
            raise SeedReused
        place = self._today if isinstance(command, NewSabot) else self.place
        return step(self.table, asked, place, self.now, fresh, self._known_order)

    @property
    def _known_order(self) -> tuple[Card, ...] | None:
        return self.order if self.view.fixed and self.view.stage is not Stage.RESTING else None

    def moment(self, by: StaffActor) -> StepContext:
        """The table's current state, as it matters to a croupier or a manager."""
        return StepContext(self.table, self.place, self.now, by, _order=self._known_order)

    def written(
        self, change: TableChange, outcome: WriteResult | Refusal, answer: ConsoleCallback
    ) -> None:
        if outcome is WriteResult.DONE:
            if isinstance(change.event, NoMore):
                self.stakes.tell_not_taken(change.event.coup)
            self.table = change.table
            is_new = self.view.stage is Stage.RESTING or _is_real_sabot(change.event)
            if is_new and self.place is not self._today:
                self._change_sheet()
            self._publish(change)
            self.stakes.staked()  # stakes left on the cloth count for the next coup
            self._finish(answer, None)
        elif isinstance(outcome, Refusal):
            self._finish(answer, outcome)
        else:
            self._finish(answer, StoreFailed(why=f"the stored table has changed: {outcome}"))

    def _change_sheet(self) -> None:
        self.place = self._today
        sheet, used = self.place.sheet, self.place.sheet_hash
        for live in self.seats.values():
            live.setting = msgspec.structs.replace(live.setting, sheet=sheet, sheet_hash=used)

    def _finish(self, answer: ConsoleCallback, refusal: Refusal | None) -> None:
        self._busy = False
        self.answer(answer, refusal)
        if isinstance(refusal, StoreHalted):
            return
        is_ours = answer == self._insisted
        if isinstance(refusal, StoreFailed) or (is_ours and refusal is not None):
            asyncio.get_running_loop().call_later(_AGAIN_S, self.look)
        else:
            self.look()

    def answer(self, answer: ConsoleCallback, refusal: Refusal | None) -> None:
        try:
            answer(refusal)
        except Exception:  # a failing callback must not stop the table
            log.exception("not told", extra={"table": self.table.name})

    # --- requests of players -------------------------------------------------------------

    def play(self, said: AskingTable, player: str, answer: ConsoleCallback) -> None:
        """Queue a player's request to the table, such as mixing in a seed or taking a box."""
        if isinstance(said, AskManager) and not self._calls.take(player, self.now):
            raise TooFast(most=_MANAGER_CALLS, seconds=60)

        def done(refusal: Refusal | None) -> None:
            if refusal is None and isinstance(said, MixIn):
                self.used.add(bytes.fromhex(said.hash))
            answer(refusal)

        self.ask(TableStep(said, PlayerActor(player)), done)

    # --- called by the seats -------------------------------------------------------------

    def move(self, asked: SharedStep, seat: SharedSeat, received: int) -> StakeMove | None:
        """What a seat's request does to the stakes, if anything; raises if it is not allowed."""
        return self.stakes.move(asked, seat, received)

    def check_not_closed(self) -> None:
        """Refuse new players at a closed table, where their credit would be of no use."""
        if self.view.standing is Standing.CLOSED:
            raise TableClosed(table=self.spec.name)

    def check_box(self, player: str) -> None:
        """At a table where standing players can't bet, refuse a player without a box."""
        table = self.place.sheet.table
        if table.boxes and not table.standing and not is_boxed(self.view, player):
            raise NoBox

    def betting_began(self, live: SharedSeatRunner, asked: QueuedRequest) -> None:
        self.stakes.betting_began(live, asked)

    def betting_ended(self, asked: QueuedRequest, answer: bytes | Refusal) -> None:
        self.stakes.betting_ended(asked, answer)

    def staked(self) -> None:
        self.stakes.staked()

    # --- croupiers -----------------------------------------------------------------------

    def direct(
        self, command: Commanding, staff: StaffActor, received: int, answer: ConsoleCallback
    ) -> None:
        """Queue a console's command; CloseBetting takes effect from when it was received."""
        asked = TableStep(command, staff, received)
        if not isinstance(command, CloseBetting):
            self.ask(asked, answer)
            return
        with contextlib.suppress(Refusal):  # it is answered when the step is run
            self._step(asked)
            self.word = received + 1 if self.word is None else self.word

        def answered(refusal: Refusal | None) -> None:
            self.word = None
            answer(refusal)

        self.ask(asked, answered)

    # --- operators -----------------------------------------------------------------------

    def stand(self, standing: Standing, note: str, answer: ConsoleCallback) -> None:
        self.ask(TableStep(Stand(standing, note)), answer)

    def stop(self) -> None:
        """The server stops: begin nothing new."""
        self._stopped = True
        self.stakes.stop()
        if self._timer is not None:
            self._timer.cancel()


def _is_real_sabot(event: StreamEvent | None) -> bool:
    return isinstance(event, Shuffled) and not event.commitment


class _Turn:
    """A step of the table, as a job of the writer."""

    __slots__ = ("_answer", "_asked", "_live")

    def __init__(self, live: TableRunner, asked: TableStep, answer: ConsoleCallback) -> None:
        self._live, self._asked, self._answer = live, asked, answer

    def draw(self) -> None: ...

    def make(self) -> Change | None:
        return self._live.make(self._asked, self._answer)

    def written(self, change: Change, outcome: WriteResult | Refusal) -> None:
        if change.table is not None:
            self._live.written(change.table, outcome, self._answer)
