"""What a shared table tells everybody: one ordered stream, of which every view is a fold."""

from msgspec import Struct

from puntobanco.game.bets import Bet
from puntobanco.game.coup import Decision, Outcome, Side
from puntobanco.game.words import Word
from puntobanco.wire.message import Message


class Stage(Word):
    """Where a shared table stands."""

    RESTING = "resting"  # no sabot: nobody is here, or the table is paused or closed
    MIXING = "mixing"  # the house has committed; hashes of seeds come in
    OPENING = "opening"  # the list is closed; its seeds come in
    BURNING = "burning"  # the order is fixed, and the first cards are burned
    BETTING = "betting"
    DEALING = "dealing"
    PAYING = "paying"  # the coup is over; stakes are being settled
    PAID = "paid"


class Standing(Word):
    """What the operator wants of a table; a coup under way is finished first."""

    OPEN = "open"
    PAUSED = "paused"
    CLOSED = "closed"


class Listed(Struct, frozen=True, omit_defaults=True):
    """A player in the list that is mixed."""

    player: str
    hash: str
    seed: str | None = None  # once it is open


class OnBet(Struct, frozen=True):
    """What lies on a bet: everybody's money, and how many they are."""

    amount: int
    players: int


Totals = dict[Bet, OnBet]


class Cell(Struct, frozen=True, omit_defaults=True, array_like=True):
    """A mark of a road: column, row, and what stands there, in letters."""

    column: int
    row: int
    mark: str  # P, B or E and the pairs; R or C on the derived roads


class Roads(Struct, frozen=True):
    """The five roads of the sabot so far."""

    bead_plate: tuple[Cell, ...] = ()
    big_road: tuple[Cell, ...] = ()
    big_eye_boy: tuple[Cell, ...] = ()
    small_road: tuple[Cell, ...] = ()
    cockroach_road: tuple[Cell, ...] = ()
    if_punto: tuple[str, str, str] = ("", "", "")  # what the next coup would add to the derived
    if_banco: tuple[str, str, str] = ("", "", "")


class Statistics(Struct, frozen=True):
    """Of the sabot so far."""

    coups: int = 0
    punto: int = 0
    banco: int = 0
    egalite: int = 0
    punto_pair: int = 0
    banco_pair: int = 0
    naturals: int = 0


class Streamed(Message, frozen=True):
    """An event of a table: durable before it is sent, and told the same way for ever."""

    table: str
    epoch: int
    offset: int
    at: int


class Shuffled(Streamed, frozen=True):
    """A new sabot: the house has committed to its part, and the players may mix in theirs."""

    sabot: int
    sheet: str
    decks: int
    cut: int
    commitment: str
    until: int


class ListClosed(Streamed, frozen=True, tag="list_closed"):
    sabot: int
    players: tuple[Listed, ...]
    until: int


class Fixed(Streamed, frozen=True):
    """All seeds are open, and nobody can change the order any more; without any it is a show."""

    sabot: int
    players: tuple[Listed, ...]
    fixed: str
    exhibition: bool


class Burned(Streamed, frozen=True):
    sabot: int
    first: str  # the card that is shown
    burned: int  # behind it, unseen
    gone: int
    until: int


class Betting(Streamed, frozen=True):
    coup: int
    sabot: int
    fixed: str  # the order that was fixed before anybody bets on it
    gone: int
    until: int


class Staked(Streamed, frozen=True):
    """Everybody's confirmed money, now and then while the betting is open."""

    coup: int
    bets: Totals


class NoMore(Streamed, frozen=True, tag="no_more"):
    """Rien ne va plus: what lies now is in play, and the cards follow."""

    coup: int
    sabot: int
    bets: Totals
    until: int  # the first card


class Drawn(Streamed, frozen=True, tag="card"):
    coup: int
    n: int  # counted from 1
    side: Side
    card: str
    points: int  # of its side's hand, with it
    gone: int
    cut: bool  # the cut card has appeared: this is the sabot's last coup
    until: int


class Result(Streamed, frozen=True):
    coup: int
    sabot: int
    cards: str
    punto: int
    banco: int
    outcome: Outcome
    decisions: tuple[Decision, ...]
    gone: int
    last: bool  # of its sabot
    roads: Roads
    statistics: Statistics


class Settled(Streamed, frozen=True):
    """Every stake is paid or taken in."""

    coup: int
    until: int


class Revealed(Streamed, frozen=True, omit_defaults=True):
    """A sabot that is over, open to everyone; the same for one that was given up."""

    sabot: int
    of_epoch: int  # the commitment's own: a restore raises the table's
    commitment: str
    server_seed: str
    sheet: str
    players: tuple[Listed, ...]
    ended: str  # played, closed, retired, restored
    coups: int | None = None  # of it that were dealt; left out in records of an older version


class Stood(Streamed, frozen=True, tag="standing"):
    """The operator has opened, paused or closed the table."""

    standing: Standing
    note: str


StreamEvent = (
    Shuffled | ListClosed | Fixed | Burned | Betting | Staked | NoMore | Drawn | Result | Settled
    | Revealed | Stood
)  # fmt: skip


class TableView(Struct, frozen=True):
    """A shared table as it stands: what the fold of its stream would have come to."""

    table: str
    epoch: int
    offset: int
    standing: Standing
    stage: Stage
    until: int | None = None  # when the clock goes on with it
    note: str = ""  # the operator's, while it is paused or closed; an older house kept none
    sabot: int = 0
    sheet: str = ""
    commitment: str = ""
    players: tuple[Listed, ...] = ()
    fixed: str = ""  # empty until it is
    exhibition: bool = False
    first: str = ""
    burned: int = 0
    gone: int = 0
    coup: int = 0
    cards: str = ""  # of the coup, as far as they lie
    punto: int | None = None
    banco: int | None = None
    outcome: Outcome | None = None
    decisions: tuple[Decision, ...] = ()
    cut: bool = False
    bets: Totals = {}
    roads: Roads = Roads()
    statistics: Statistics = Statistics()
