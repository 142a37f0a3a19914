"""The state of the two kinds of seat, at private and at shared tables."""

from msgspec import Struct

from puntobanco.game.sheet import Times
from puntobanco.wire.messages import Next, Reason
from puntobanco.wire.seat_fold import PrivateView, SeatView, SharedView
from puntobanco.wire.seat_fold import SeatPhase as SeatPhase


class Session(Struct, frozen=True, kw_only=True):
    """One account's place at a table; it stays when a session ends.

    `view` is what the client knows too; the other fields are known to the house only.
    """

    id: int
    account: int  # the player's
    credit_account: int
    house: str  # whose rules are played
    currency: str
    view: SeatView
    version: int = 0  # raised by every step
    generation: int = 0  # of the connection: only the newest one may play
    acted: int = 0  # when the player last did something, in milliseconds
    lost: int | None = None  # when the connection was lost; None: connected

    def __repr__(self) -> str:
        """Leave out seed and cards, because logs and tracebacks show this text."""
        return f"<seat {self.id} at {self.house}: {self.view.phase}, session {self.view.session}>"

    @property
    def session_name(self) -> str:
        """The name of the open session, or of the last one."""
        return f"{self.id}.{self.view.session}"


class PrivateSeat(Session, frozen=True, kw_only=True):
    """A seat at a private table, which has its own commitments."""

    view: PrivateView
    sheet: bytes  # the hash of the sheet in the commitment
    seed: bytes  # the house's seed for the next coup, secret until the coup is dealt

    @property
    def table(self) -> str:
        """The table's name in commitments and proofs."""
        return f"{self.house}/{self.account}"

    @property
    def next(self) -> Next:
        return self.view.next

    @property
    def last_coup(self) -> int:
        return self.view.next.number - 1

    @property
    def is_new(self) -> bool:
        """Whether nothing has happened yet but the opening of the first session."""
        return self.view.session == 1 and self.view.offset == 1


class SharedSeat(Session, frozen=True, kw_only=True):
    """A seat at a shared table, where the table makes the commitments."""

    view: SharedView
    table: str
    stakes_account: int
    automatic: bool = False  # chips are confirmed when the betting closes

    @property
    def next(self) -> Next:
        """Nothing, because the table makes the commitments."""
        return Next(0, "")

    @property
    def last_coup(self) -> int:
        return self.view.coup


Seat = PrivateSeat | SharedSeat


def warning_at(seat: Session, times: Times) -> int:
    """Return when the player of an open session is warned for being idle."""
    return seat.acted + (times.inactivity_s - times.warning_s) * 1000


def end_of(seat: Session, times: Times) -> tuple[int, Reason]:
    """Return when and why an open session will be closed if the player does nothing."""
    inactive = seat.acted + times.inactivity_s * 1000
    if seat.lost is None:
        return inactive, Reason.INACTIVITY
    return min(
        (inactive, Reason.INACTIVITY),
        (seat.lost + times.disconnected_s * 1000, Reason.DISCONNECTED),
    )
