"""Runs a seat at a shared table, whose requests the table has to allow."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from puntobanco.errors import Refusal
from puntobanco.game.bets import Bet
from puntobanco.game.coup import Side
from puntobanco.ledger.records import Record
from puntobanco.server.seats.seat_runner import (
    Connection,
    QueuedRequest,
    SeatEnvironment,
    SeatRunner,
)
from puntobanco.table.recording import Change, Setting
from puntobanco.table.seat import SeatPhase, SharedSeat
from puntobanco.table.session import Expire
from puntobanco.table.shared.shared_seat import ConfirmDraft, is_staked, step
from puntobanco.wire.messages import InHand, SharedWelcome
from puntobanco.wire.requests import (
    AnyTableRequest,
    Automatic,
    CashOut,
    Confirm,
    Hello,
    Open,
    Place,
    Withdraw,
)
from puntobanco.wire.stream import Stage

if TYPE_CHECKING:
    from puntobanco.server.shared_tables.table_runner import TableRunner

_BETS: Final = (Place, Confirm, Automatic, ConfirmDraft, Withdraw)  # may change a coup's stakes
_LEAVES: Final = (CashOut, Expire)  # these also return stakes left on the cloth


class SharedSeatRunner(SeatRunner):
    __slots__ = ("table",)

    seat: SharedSeat

    def __init__(
        self, seat: SharedSeat, setting: Setting, environment: SeatEnvironment, table: "TableRunner"
    ) -> None:
        super().__init__(seat, setting, environment)
        self.table = table

    def _take(self, command: Any, received: int, now: int) -> Change:
        if isinstance(command, Open) and self.seat.view.phase is SeatPhase.FREE:
            self.table.check_not_closed()  # players with a session may still cash out
        move = self.table.move(command, self.seat, received)
        change = step(self.seat, command, self.setting, now)
        return change if move is None else replace(change, move=move)

    def _began(self, request: QueuedRequest) -> None:
        moves = _LEAVES + _BETS if self.seat.view.left else _BETS
        if isinstance(request.command, moves):
            self.table.betting_began(self, request)

    def _ended(self, request: QueuedRequest, answer: bytes | Refusal) -> None:
        if isinstance(request.command, _LEAVES + _BETS):
            self.table.betting_ended(request, answer)

    def play(self, request: AnyTableRequest, answer: Callable[[Refusal | None], None]) -> None:
        self.table.play(request, str(self.seat.account), answer)

    @property
    def draft(self) -> dict[Bet, int]:
        table, mine = self.table.view, self.seat.view
        is_open = table.stage in (Stage.BETTING, Stage.CLOSING) and mine.coup == table.coup
        return mine.draft if is_open else {}

    def welcome_to_table(self, hello: Hello) -> SharedWelcome:
        table, mine = self.table, self.seat.view
        listed = table.table.mixing.listed(str(self.seat.account))
        return SharedWelcome(
            now=self._environment.clock.now(),
            view=table.view,
            missed=table.missed(hello.table_epoch, hello.table_offset),
            stakes=mine.stakes,
            automatic=self.seat.automatic,
            left=mine.left,
            held=self._held,
            mixed=listed is not None,
            opened=listed is not None and listed.seed is not None,
        )

    @property
    def _held(self) -> dict[Side, InHand]:
        """The cards that the player holds; cards handed back belong to the croupier."""
        table, player = self.table.view, str(self.seat.account)
        if not is_staked(self.seat, table.coup):
            return {}
        held = self.seat.view.held.items()
        return {side: cards for side, cards in held if table.holders.get(side) == player}

    @property
    def may_be_forgotten(self) -> bool:
        return super().may_be_forgotten and not self.seat.view.stakes

    def play_by(self, setting: Setting) -> None:
        if self.seat.view.phase is SeatPhase.FREE and not self.seat.view.stakes:
            self.setting = setting

    def took_over(self, before: Connection | None, connection: Connection) -> None:
        self.table.took_over(self, before, connection)

    def left(self, connection: Connection) -> None:
        self.table.leave(connection, self)

    def changed(self, record: Record | None) -> None:
        self.table.changed(self, record)
