"""Runs a shared table: executes its steps one at a time and sends the events to its clients."""

import asyncio
import logging
from collections.abc import Sequence
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
from puntobanco.server.shared_tables.late_view import LateView
from puntobanco.server.shared_tables.table_queue import TableQueue
from puntobanco.server.shared_tables.table_stakes import TableStakes
from puntobanco.store.interface import WriteResult
from puntobanco.table.effective_sheet import limits_of
from puntobanco.table.recording import Change
from puntobanco.table.seat import SeatPhase, SharedSeat
from puntobanco.table.shared.automatic_croupier import Here, next_step
from puntobanco.table.shared.betting_window import StakeMove
from puntobanco.table.shared.card_holders import cards_in_hand, is_boxed
from puntobanco.table.shared.shared_seat import Hand, SharedCommand, can_hold
from puntobanco.table.shared.shared_table import (
    CountStakes,
    Deal,
    Limit,
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
from puntobanco.table.shared.table_steps import step as step_table
from puntobanco.wire.console_commands import AnyCommand, CloseBetting, NewSabot
from puntobanco.wire.requests import AnyTableRequest, AskManager, MixIn
from puntobanco.wire.stream import (
    DealingBegan,
    Shuffled,
    Stage,
    Standing,
    StreamEvent,
    TableView,
)
from puntobanco.wire.table_spec import TableSpec

_AGAIN_S: Final = 1.0  # before a retry, after the store has failed to write something
_MANAGER_CALLS: Final = 3  # by one player in one minute

_event: Final[msgspec.json.Decoder[StreamEvent]] = msgspec.json.Decoder(StreamEvent)

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
        setup: TableSetup,
        environment: TableEnvironment,
        today: TableSetup | None = None,
    ) -> None:
        self.table, self.setup = table, setup
        self.coming = today or setup  # for the next sabot: the house's sheet may have changed
        self.seats: dict[int, SharedSeatRunner] = {}  # with an open session or stakes in play
        self.stakes = TableStakes(self)
        video = setup.spec.video
        self._late = LateView(video.delay if video else 0)
        self._audience = Audience()
        self._environment = environment
        self.unfit = ""  # why the table must close after the current coup
        self.used: set[bytes] = set()  # hashes of all seeds that players have mixed in here
        self.no_cash_sheet = setup.is_keyed  # until an open one is known
        self._busy = False
        self._handing = False  # cards are being given to a holder
        self._closes: list[int] = []  # when each CloseBetting was received that has no answer yet
        self._waiting = TableQueue()
        self._timer: asyncio.TimerHandle | None = None
        self._order: tuple[str, tuple[Card, ...]] = "", ()
        self._stopped = False
        self.consoles = Consoles(self)
        self._calls = Buckets(_MANAGER_CALLS / 60, _MANAGER_CALLS)
        self._asleep = True  # until all seats with a session or stakes are loaded

    @property
    def spec(self) -> TableSpec:
        """What its operator's file says of the table, with the limits that were set last."""
        return self.coming.spec

    @property
    def is_idle(self) -> bool:
        return not (self._busy or self._waiting or self.stakes.are_moving)

    # --- the audience --------------------------------------------------------------------

    @property
    def view(self) -> TableView:
        return self.table.view

    @property
    def now(self) -> int:
        return self._environment.clock.now()

    @property
    def delay(self) -> int:
        """How late the picture is, in milliseconds."""
        return self._late.delay

    @property
    def shown(self) -> TableView:
        """What HTTP tells: at a filmed table nothing before the picture has shown it."""
        return self._late.at(self.view, self.now)

    def remember(self, bodies: Sequence[bytes]) -> None:
        """Continue a filmed table after a restart: with its last events, the oldest first."""
        events = [_event.decode(body) for body in bodies]
        self._late.remember(self.view, events)
        for event, body in zip(events, bodies, strict=True):
            if event.epoch == self.view.epoch:
                self._audience.remember(event.epoch, event.offset, body)

    @property
    def here(self) -> Here:
        return self._audience.here

    def missed(self, epoch: int, offset: int) -> tuple[msgspec.Raw, ...] | None:
        """The events after an offset; None if they are no longer kept, or the offset is unknown."""
        return self._audience.missed(self.view, epoch, offset)

    def seat(self, runner: SharedSeatRunner) -> None:
        """Note that a player has sat down, left, connected or disconnected."""
        seat = runner.seat
        if seat.view.phase is SeatPhase.OPEN or seat.view.stakes:
            self.seats[seat.id] = runner
        else:
            self.seats.pop(seat.id, None)
        self._audience.seat(runner)

    def changed(self, runner: SharedSeatRunner, record: Record | None) -> None:
        """Called when a change of a seat is durable."""
        self.seat(runner)
        if record is not None and record.event in (RecordKind.BET, RecordKind.RETURNED):
            self.staked()
        if record is None or record.event in (RecordKind.OPENED, RecordKind.CLOSED):
            self.look()

    def took_over(
        self, runner: SharedSeatRunner, before: Connection | None, connection: Connection
    ) -> None:
        if before is not None:
            self._audience.leave(before)
        self.seat(runner)
        self.watch(connection)

    def watch(self, connection: Connection) -> None:
        self._audience.watch(connection)
        self.look()

    def work(self, connection: Connection, staff: StaffActor) -> None:
        """Add the console of a croupier or a manager."""
        self._audience.work(connection)
        self.consoles.join(connection, staff)
        self.look()

    def leave(self, connection: Connection, runner: SharedSeatRunner | None = None) -> None:
        """Remove a closed connection: a player's (then `runner` is its seat), or a watcher's."""
        self._audience.leave(connection)
        if runner is not None:
            self.seat(runner)
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
        step = next_step(self.table, self.setup, self.here, now, coup)
        if step is None or (isinstance(step.command, Deal) and not self.stakes.deal()):
            self._wait(now)
        elif isinstance(step.command, Settle):
            self.stakes.settle()
        elif not isinstance(step.command, Deal):
            self.insist(step)

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
        elif self.view.holders or self.setup.is_keyed:
            self.consoles.tell_time_over()

    def _hand_out(self) -> bool:
        """Send each holder the faces of their cards; return whether the table must wait for it."""
        if self.view.stage is not Stage.DEALING or not self.view.holders:
            return False
        number = self.view.coup
        for side, cards in cards_in_hand(self.view, self.coup).items():
            runner = self._seat_of(self.view.holders[side])
            if runner is None or runner.connection is None or not can_hold(runner.seat, number):
                continue  # the croupier takes the cards back
            held = runner.seat.view.held.get(side)
            if held is None or held.cards != cards:
                if not self._handing:
                    self._handing = True
                    runner.ask(QueuedRequest(Hand(number, side, cards), self._handed))
                return True
        return False

    def _handed(self, result: bytes | Refusal) -> None:
        self._handing = False
        if isinstance(result, StoreHalted):
            return
        wait = _AGAIN_S if isinstance(result, Refusal) else 0.0
        asyncio.get_running_loop().call_later(wait, self.look)

    def _seat_of(self, player: str) -> SharedSeatRunner | None:
        found = (runner for runner in self.seats.values() if str(runner.seat.account) == player)
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
        if self.setup.is_read_in:
            return deal_exactly(self.setup.sheet.rule, parse_cards(self.view.cards))
        return coup_of(self.table, self.setup, self.order)

    @property
    def coup_under_way(self) -> Coup | None:
        """The coup being dealt, with all its cards; None for a real sabot, where nobody knows."""
        is_ours = self.view.stage is Stage.DEALING and not self.setup.is_read_in
        return self.coup if is_ours else None

    def insist(self, step: TableStep) -> None:
        """Begin a step of the croupier; if the store fails, it is retried."""
        self._begin(step, self._insisted)

    def _insisted(self, refusal: Refusal | None) -> None:
        if refusal is not None and not isinstance(refusal, StoreRefused):
            log.error("refused", extra={"table": self.table.name, "why": refusal.message})

    # --- steps ---------------------------------------------------------------------------

    def ask(self, step: TableStep, answer: ConsoleCallback) -> None:
        """Queue a step; `answer` is called exactly once."""
        self._waiting.add(step, answer)
        self.look()

    def _begin(self, step: TableStep, answer: ConsoleCallback) -> None:
        self._busy = True
        self._environment.writer.submit(_Turn(self, step, answer))

    def make(self, step: TableStep, answer: ConsoleCallback) -> Change | None:
        try:
            change = self._step(step)
        except Refusal as refusal:
            self._finish(answer, refusal)
            return None
        except Exception:  # the other changes of the batch must still be written
            log.exception("our fault", extra={"table": self.table.name})
            self._finish(answer, OurFault())
            return None
        return Change(None, change.record, change)

    def _step(self, step: TableStep) -> TableChange:
        command = step.command
        if isinstance(command, CountStakes):
            step = TableStep(self.stakes.count_now())
        fresh = self._environment.fresh_seed() if isinstance(command, ShuffleSabot) else b""
        if isinstance(command, MixIn) and bytes.fromhex(command.hash) in self.used:
            raise SeedReused
        setup = self.coming if isinstance(command, NewSabot) else self.setup
        return step_table(self.table, step, setup, self.now, fresh, self._known_order)

    @property
    def _known_order(self) -> tuple[Card, ...] | None:
        return self.order if self.view.fixed and self.view.stage is not Stage.RESTING else None

    def context(self, by: StaffActor) -> StepContext:
        """The table's current state, as it matters to a croupier or a manager."""
        return StepContext(self.table, self.setup, self.now, by, _order=self._known_order)

    def written(
        self, change: TableChange, result: WriteResult | Refusal, answer: ConsoleCallback
    ) -> None:
        if result is WriteResult.DONE:
            if isinstance(change.event, DealingBegan) and self.view.stage is Stage.CLOSING:
                self.stakes.tell_not_taken(change.event.coup)
            if change.record is not None:
                self._late.changed(self.view, change.record.at)
            self.table = change.table
            is_new = self.view.stage is Stage.RESTING or _is_real_sabot(change.event)
            if is_new and self.setup is not self.coming:
                self._change_sheet()
            self._publish(change)
            self.stakes.staked()  # stakes left on the cloth count for the next coup
            self._finish(answer, None)
        elif isinstance(result, Refusal):
            self._finish(answer, result)
        else:
            self._finish(answer, StoreFailed(why=f"the stored table has changed: {result}"))

    def _change_sheet(self) -> None:
        self.setup = self.coming
        sheet, used = self.setup.sheet, self.setup.sheet_hash
        for runner in self.seats.values():
            runner.setting = msgspec.structs.replace(runner.setting, sheet=sheet, sheet_hash=used)

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

    def play(self, request: AnyTableRequest, player: str, answer: ConsoleCallback) -> None:
        """Queue a player's request to the table, such as mixing in a seed or taking a box."""
        if isinstance(request, AskManager) and not self._calls.take(player, self.now):
            raise TooFast(most=_MANAGER_CALLS, seconds=60)

        def done(refusal: Refusal | None) -> None:
            if refusal is None and isinstance(request, MixIn):
                self.used.add(bytes.fromhex(request.hash))
            answer(refusal)

        self.ask(TableStep(request, PlayerActor(player)), done)

    # --- called by the seats -------------------------------------------------------------

    def move(self, command: SharedCommand, seat: SharedSeat, received: int) -> StakeMove | None:
        """What a seat's request does to the stakes, if anything; raises if it is not allowed."""
        return self.stakes.move(command, seat, received)

    def check_not_closed(self) -> None:
        """Refuse new players at a closed table, where their credit would be of no use."""
        if self.view.standing is Standing.CLOSED:
            raise TableClosed(table=self.spec.name)

    def check_box(self, player: str) -> None:
        """At a table where standing players can't bet, refuse a player without a box."""
        table = self.setup.sheet.table
        if table.boxes and not table.standing and not is_boxed(self.view, player):
            raise NoBox

    def betting_began(self, runner: SharedSeatRunner, request: QueuedRequest) -> None:
        self.stakes.betting_began(runner, request)

    def betting_ended(self, request: QueuedRequest, answer: bytes | Refusal) -> None:
        self.stakes.betting_ended(request, answer)

    def staked(self) -> None:
        self.stakes.staked()

    # --- croupiers -----------------------------------------------------------------------

    def direct(
        self, command: AnyCommand, staff: StaffActor, received: int, answer: ConsoleCallback
    ) -> None:
        """Queue a console's command; CloseBetting takes effect from when it was received."""
        step = TableStep(command, staff, received)
        if not isinstance(command, CloseBetting):
            self.ask(step, answer)
            return
        counted = [received] if self._is_allowed(step) else []

        def answered(refusal: Refusal | None) -> None:
            for each in counted:
                self._closes.remove(each)
            answer(refusal)

        self.ask(step, answered)
        self._closes += counted

    def _is_allowed(self, step: TableStep) -> bool:
        try:
            self._step(step)
        except Refusal:
            return False
        return True

    @property
    def betting_ends(self) -> int | None:
        """From when on bets are late, because of a CloseBetting that waits for its turn."""
        return min(self._closes) + 1 if self._closes else None

    def has_cash_sheet(self, *, is_open: bool) -> None:
        """Note whether the table's cash sheet is open, and tell the consoles if that is new."""
        missing = self.setup.is_keyed and not is_open
        if missing is not self.no_cash_sheet:
            self.no_cash_sheet = missing
            self.consoles.tell()

    # --- managers and operators ----------------------------------------------------------

    def stand(self, stand: Stand, by: StaffActor, answer: ConsoleCallback) -> None:
        self.ask(TableStep(stand, by), answer)

    def limit(self, setup: TableSetup, by: StaffActor, answer: ConsoleCallback) -> None:
        """Set the limits of the next sabots: those of a new setup."""

        def answered(refusal: Refusal | None) -> None:
            if refusal is None:
                self.coming, self.unfit = setup, ""
                if self.view.stage is Stage.RESTING:
                    self._change_sheet()
            answer(refusal)

        self.ask(TableStep(Limit(limits_of(setup.sheet), setup.sheet_hash), by), answered)

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

    __slots__ = ("_answer", "_runner", "_step")

    def __init__(self, runner: TableRunner, step: TableStep, answer: ConsoleCallback) -> None:
        self._runner, self._step, self._answer = runner, step, answer

    def draw(self) -> None: ...

    def make(self) -> Change | None:
        return self._runner.make(self._step, self._answer)

    def written(self, change: Change, result: WriteResult | Refusal) -> None:
        if change.table is not None:
            self._runner.written(change.table, result, self._answer)
