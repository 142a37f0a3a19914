"""What a shared table tells everybody: one ordered stream, of which every view is a fold."""

from typing import Final

from msgspec import Struct, field

from puntobanco.game.bets import Bet
from puntobanco.game.coup import Decision, Outcome, Side
from puntobanco.game.settlement import Payment
from puntobanco.game.word import Word
from puntobanco.wire.message_base import Message


class Stage(Word):
    """Where a shared table stands."""

    RESTING = "resting"  # no sabot: nobody is here, or the table is paused or closed
    MIXING = "mixing"  # the house has committed; hashes of seeds come in
    OPENING = "opening"  # the list is closed; its seeds come in
    BURNING = "burning"  # the order is fixed, and the first cards are burned
    BETTING = "betting"
    CLOSING = "closing"  # no more bets; those that came in time are being written down
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
Holders = dict[Side, str]  # who holds a side's cards in hand; nobody: the croupier
FACE_DOWN: Final = "??"  # in the place of a card nobody may see yet


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


class BettingOpened(Streamed, frozen=True, tag="betting"):
    coup: int
    sabot: int
    fixed: str  # the order that was fixed before anybody bets on it
    gone: int
    until: int | None  # None: until the croupier says so
    keyed: dict[int, dict[Bet, int]] = field(default_factory=dict)  # left on a real cloth, by box


class Staked(Streamed, frozen=True):
    """Everybody's confirmed money, now and then while the betting is open."""

    coup: int
    bets: Totals


class Closing(Streamed, frozen=True):
    """Rien ne va plus: a bet that came in at this moment or later is late."""

    coup: int
    since: int  # the moment
    until: int  # the cards come by then, whatever is still on its way


class NoMore(Streamed, frozen=True, tag="no_more"):
    """What lies on the cloth now is in play, and the cards follow."""

    coup: int
    sabot: int
    bets: Totals
    until: int  # the first card
    holders: Holders = field(default_factory=dict)  # whose hands the cards go to
    punto: int | None = None  # points of cards too many that were kept for this coup
    banco: int | None = None


class Drawn(Streamed, frozen=True, omit_defaults=True, tag="card"):
    coup: int
    n: int  # counted from 1
    side: Side
    card: str  # "??" face down
    points: int | None  # of its side's hand, with it; None while any of it lies face down
    gone: int
    cut: bool  # the cut card has appeared: this is the sabot's last coup
    until: int
    asks: Side | None = None  # whose holder is to speak, or to show them
    insisted: bool = False  # read in though the sabot can't hold it: an earlier one was misread


class Called(Streamed, frozen=True):
    """Carta or Resto: Punto asks for a card or refuses it, bound to the rule."""

    coup: int
    draws: bool
    player: str  # who has spoken; empty: the croupier, for somebody who was silent
    until: int


class Turned(Streamed, frozen=True, omit_defaults=True):
    """A side's cards are turned: from here on everybody sees them."""

    coup: int
    side: Side
    cards: str  # all that lie there now, in drawing order
    points: int
    player: str  # whose hand they were in; empty: the croupier's
    until: int
    asks: Side | None = None  # whose holder is to show theirs


class HandedBack(Streamed, frozen=True, omit_defaults=True, tag="handed_back"):
    """Who held cards has left: the croupier has them."""

    coup: int
    side: Side
    player: str
    until: int | None  # the other side's holder has their time; null: the croupier goes on at once
    asks: Side | None = None  # that side, then


class Directed(Streamed, frozen=True):
    """Somebody runs the table from here on, or nobody does."""

    croupier: int  # 0: nobody
    name: str
    until: int | None  # the table's from here on: a coup from our sabot is finished without them


class Aside(Streamed, frozen=True, omit_defaults=True):
    """A card too many was drawn: it plays no part in the coup, whose result is the rule's."""

    coup: int
    card: str
    goes_on: bool  # it begins the next coup, behind those kept before it; else it is burned
    gone: int
    insisted: bool = False


class Corrected(Streamed, frozen=True, omit_defaults=True):
    """A card was misread; before the payment, and with a reason."""

    coup: int
    n: int  # which card, counted from 1
    before: str
    after: str
    reason: str
    cards: str  # those of the coup, as they stand now
    aside: str  # those that were drawn beside them and the rule doesn't ask for
    kept: str  # of these: what the next coup begins with
    fifth: Side | None  # whose the fifth card is now, if there is one
    punto: int | None  # None while a side has no card
    banco: int | None
    insisted: bool = False


class Voided(Streamed, frozen=True):
    """A manager has declared the coup void: all stakes go back."""

    coup: int
    manager: int
    reason: str


class Manager(Streamed, frozen=True):
    """The manager on duty was called, or has decided; the decision is final."""

    manager: int  # 0: is called
    by: str  # who calls: a player's number, or the name of who works here; else the manager's name
    words: str  # none of a player's: nobody's free words are told to everybody


class Keyed(Streamed, frozen=True):
    """What lies in a box of a real cloth."""

    coup: int
    box: int  # 0: of those who stand
    bets: dict[Bet, int]


class Boxed(Streamed, frozen=True):
    """Somebody has taken a box, or left it."""

    player: str
    box: int  # 0: left it


class Due(Struct, frozen=True):
    """What the croupier takes from a box of a real cloth, and pays to it."""

    box: int  # 0: of those who stand
    takes: int
    pays: int  # beside the stakes that stay
    bets: tuple[Payment, ...]


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
    due: tuple[Due, ...] = ()  # box by box, where stakes were keyed in


class Settled(Streamed, frozen=True):
    """Every stake is paid or taken in."""

    coup: int
    until: int


class Revealed(Streamed, frozen=True):
    """A sabot that is over, open to everyone; the same for one that was given up."""

    sabot: int
    of_epoch: int  # the commitment's own: a restore raises the table's
    commitment: str
    server_seed: str
    sheet: str
    players: tuple[Listed, ...]
    ended: str  # played, closed, retired, restored
    coups: int  # how many of its coups were dealt


class Stood(Streamed, frozen=True, tag="standing"):
    """The operator has opened, paused or closed the table."""

    standing: Standing
    note: str


StreamEvent = (
    Shuffled | ListClosed | Fixed | Burned | BettingOpened | Staked | Closing | NoMore | Drawn
    | Called | Turned | HandedBack | Boxed | Directed | Aside | Corrected | Voided | Manager
    | Keyed | Result | Settled | Revealed | Stood
)  # fmt: skip


class TableView(Struct, frozen=True):
    """A shared table as it stands: what the fold of its stream would have come to."""

    table: str
    epoch: int
    offset: int
    standing: Standing
    stage: Stage
    until: int | None = None  # when the clock goes on with it
    note: str = ""  # the operator's, while it is paused or closed
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
    opened: int = 0  # when the betting on it was opened
    closed: int | None = None  # a bet that came in then or later is late; None: not closed yet
    cards: str = ""  # of the coup, as far as they lie; "??" face down
    fifth: Side | None = None  # whose the fifth card is; the others go in turn, the sixth to Banco
    punto: int | None = None
    banco: int | None = None
    outcome: Outcome | None = None
    decisions: tuple[Decision, ...] = ()
    cut: bool = False
    bets: Totals = {}
    roads: Roads = Roads()
    statistics: Statistics = Statistics()
    holders: Holders = {}
    called: bool | None = None  # Carta, Resto, or neither yet
    asks: Side | None = None  # whose holder is to speak, or to show the cards
    boxes: dict[int, tuple[str, ...]] = {}  # who sits at which, in the order they came
    croupier: int = 0  # who runs it, where a person does
    croupier_name: str = ""
    aside: str = ""  # cards set aside in this coup
    first_of_next: str = ""  # cards set aside that the next coup begins with
    void: bool = False
    why_void: str = ""
    manager: bool = False  # is called
    manager_since: int = 0  # the offset of the last call: a decision must have seen it
    manager_by: str = ""  # who calls: a player's number, or the name of who works here
    manager_for: str = ""  # in the words of the call
    decided: str = ""  # the manager's words, until the next betting
    keyed: dict[int, dict[Bet, int]] = {}  # by box, what lies on a real cloth; 0: who stands
    due: tuple[Due, ...] = ()
    moved: int = 0  # the offset of the last event a command at the console must have seen
