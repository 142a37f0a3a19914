"""The two kinds of seat: what the house knows of each between two steps."""

from msgspec import Struct

from puntobanco.game.sheet import Times
from puntobanco.wire.messages import Next, Reason
from puntobanco.wire.seat_fold import PrivateView, SeatView, SharedView
from puntobanco.wire.seat_fold import SeatPhase as SeatPhase


class Session(Struct, frozen=True, kw_only=True):
    """One account's place at a table, of either kind. It outlives its sessions.

    `view` is the fold of what was told; the other fields are the house's own.
    """

    id: int
    account: int  # the player's
    credit_account: int
    house: str  # whose rules are played
    currency: str
    view: SeatView
    version: int = 0  # changes with every step
    generation: int = 0  # of connections: only the newest one plays
    acted: int = 0  # when somebody last did something, in milliseconds
    lost: int | None = None  # when the connection was lost, None while there is one

    def __repr__(self) -> str:
        """Without seed and cards: logs and tracebacks show this."""
        return f"<seat {self.id} at {self.house}: {self.view.phase}, session {self.view.session}>"

    @property
    def session_name(self) -> str:
        """Of the session that is open, or was last."""
        return f"{self.id}.{self.view.session}"


class PrivateSeat(Session, frozen=True, kw_only=True):
    """A seat with a dealer of its own, whose commitments outlive its sessions, too."""

    view: PrivateView
    sheet: bytes  # the hash of the rules it was committed to
    seed: bytes  # the house's, for the next coup; nobody else's business until it is dealt

    @property
    def table(self) -> str:
        """Its name in commitments and proofs."""
        return f"{self.house}/{self.account}"

    @property
    def next(self) -> Next:
        return self.view.next

    @property
    def last_coup(self) -> int:
        return self.view.next.number - 1


class SharedSeat(Session, frozen=True, kw_only=True):
    """A seat at a table with many of them, which commits to what is dealt."""

    view: SharedView
    table: str
    stakes_account: int
    automatic: bool = False  # chips are confirmed when the betting closes

    @property
    def next(self) -> Next:
        """The coup to come is the table's to commit to."""
        return Next(0, "")

    @property
    def last_coup(self) -> int:
        return self.view.coup


Seat = PrivateSeat | SharedSeat


def warning_at(seat: Session, times: Times) -> int:
    """When an open session is warned that nobody has done anything."""
    return seat.acted + (times.inactivity_s - times.warning_s) * 1000


def end_of(seat: Session, times: Times) -> tuple[int, Reason]:
    """When an open session is closed if nothing happens, by the sheet's times."""
    inactive = seat.acted + times.inactivity_s * 1000
    if seat.lost is None:
        return inactive, Reason.INACTIVITY
    return min(
        (inactive, Reason.INACTIVITY),
        (seat.lost + times.disconnected_s * 1000, Reason.DISCONNECTED),
    )
