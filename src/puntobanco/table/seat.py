"""A player's seat at a private table: what is known of it between two steps."""

from msgspec import Struct

from puntobanco.game.bets import Bet
from puntobanco.game.coup import Side
from puntobanco.game.sheet import Times
from puntobanco.game.words import Word
from puntobanco.wire.messages import Reason


class Phase(Word):
    FREE = "free"  # no session: the credit is on the account
    OPEN = "open"


class Seat(Struct, frozen=True):
    """One account's place at one house. It outlives its sessions, and so does its commitment."""

    id: int
    account: int  # the player's
    credit_account: int
    house: str
    currency: str
    epoch: int  # raised when the records were restored from a backup
    number: int  # of the next coup
    sheet: bytes  # the hash of the rules it was committed to
    seed: bytes  # the house's, for that coup; nobody else's business until it is dealt
    commitment: bytes
    version: int = 0  # changes with every step
    session: int = 0  # how many there were; the last one is open in Phase.OPEN
    phase: Phase = Phase.FREE
    generation: int = 0  # of connections: only the newest one plays
    offset: int = 0  # events of the session so far
    credit: int = 0
    draft: dict[Bet, int] = {}  # chips on the cloth, not yet bets
    acted: int = 0  # when somebody last did something, in milliseconds
    lost: int | None = None  # when the connection was lost, None while there is one
    # At a shared table, where `number` is the coup the chips are for:
    stakes_account: int = 0  # none at a private one
    stakes: dict[Bet, int] = {}  # confirmed and in play
    staked_in: int = 0  # the session that staked them
    automatic: bool = False  # chips are confirmed when the betting closes
    since: dict[Bet, int] = {}  # when chips came to lie on a bet where some have lain ever since
    left: dict[Bet, int] = {}  # of the stakes: left on the cloth, and may be withdrawn
    held: dict[Side, str] = {}  # cards of the coup in the player's hand

    def __repr__(self) -> str:
        """Without the seed: logs and tracebacks show what stands here."""
        return f"<seat {self.id} at {self.table}: {self.phase}, coup {self.number}>"

    @property
    def table(self) -> str:
        """Its name in commitments and proofs; many sit at a shared one."""
        return self.house if self.is_shared else f"{self.house}/{self.account}"

    @property
    def is_shared(self) -> bool:
        return self.stakes_account != 0

    @property
    def session_name(self) -> str:
        return f"{self.id}.{self.session}"


def warning_at(seat: Seat, times: Times) -> int:
    """When an open session is warned that nobody has done anything."""
    return seat.acted + (times.inactivity_s - times.warning_s) * 1000


def end_of(seat: Seat, times: Times) -> tuple[int, Reason]:
    """When an open session is closed if nothing happens, by the sheet's times."""
    inactive = seat.acted + times.inactivity_s * 1000
    if seat.lost is None:
        return inactive, Reason.INACTIVITY
    return min(
        (inactive, Reason.INACTIVITY),
        (seat.lost + times.disconnected_s * 1000, Reason.DISCONNECTED),
    )
