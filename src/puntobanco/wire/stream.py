"""The events that a shared table sends to everybody, and the view that they add up to."""

from typing import Final

from msgspec import Struct, field

from puntobanco.game.bets import Bet
from puntobanco.game.coup import Decision, Outcome, Side
from puntobanco.game.settlement import Payment
from puntobanco.game.word import Word
from puntobanco.wire.message_base import Message
from puntobanco.wire.table_spec import Narrowed


class Stage(Word):
    """Where a shared table is in its course."""

    RESTING = "resting"  # no sabot: nobody is here, or the table is paused or closed
    MIXING = "mixing"  # the house has committed; players send the hashes of their seeds
    OPENING = "opening"  # the list is closed; players send the seeds
    BURNING = "burning"  # the order is fixed, and the first cards are burned
    BETTING = "betting"
    CLOSING = "closing"  # no more bets; those that arrived in time are being stored
    DEALING = "dealing"
    PAYING = "paying"  # the coup is over; stakes are being settled
    PAID = "paid"


class Standing(Word):
    """What managers and operators want of a table; the current coup is finished first."""

    OPEN = "open"
    PAUSED = "paused"
    CLOSED = "closed"


class Listed(Struct, frozen=True, omit_defaults=True):
    """A player in the list of a mixing."""

    player: str
    hash: str
    seed: str | None = None  # None until the player has opened it


class OnBet(Struct, frozen=True):
    """The sum of all stakes on a bet, and the number of their players."""

    amount: int
    players: int


Totals = dict[Bet, OnBet]
Holders = dict[Side, str]  # the player who holds each side's cards; without one the croupier does
KeyedStakes = dict[int, dict[int, dict[Bet, int]]]  # by box (0: standing) and place in it
FACE_DOWN: Final = "??"  # stands for a card that nobody may see yet


class Cell(Struct, frozen=True, omit_defaults=True, array_like=True):
    """A mark of a road: its column, its row and its letters."""

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
    # The marks that a win of Punto or Banco would add to the three derived roads.
    if_punto: tuple[str, str, str] = ("", "", "")
    if_banco: tuple[str, str, str] = ("", "", "")


class Statistics(Struct, frozen=True):
    """How often each result has come in the sabot so far."""

    coups: int = 0
    punto: int = 0
    banco: int = 0
    egalite: int = 0
    punto_pair: int = 0
    banco_pair: int = 0
    naturals: int = 0


class Streamed(Message, frozen=True):
    """An event of a table: it is stored before it is sent, and never changes."""

    table: str
    epoch: int
    offset: int
    at: int


class Shuffled(Streamed, frozen=True, omit_defaults=True):
    """A new sabot: the house has committed to its seed, and players may mix in theirs.

    A real sabot has no commitment; people have shuffled and cut it.
    """

    sabot: int
    sheet: str
    decks: int
    cut: int
    commitment: str
    until: int
    shuffled_by: str = ""
    cut_by: str = ""


class ListClosed(Streamed, frozen=True, tag="list_closed"):
    sabot: int
    players: tuple[Listed, ...]
    until: int


class Fixed(Streamed, frozen=True):
    """The order of the cards is fixed; if no player has mixed, the sabot is an exhibition."""

    sabot: int
    players: tuple[Listed, ...]
    fixed: str
    exhibition: bool


class Burned(Streamed, frozen=True, omit_defaults=True):
    """The first card is shown, and as many cards are burned as it says."""

    sabot: int
    first: str  # the card that is shown
    burned: int  # cards after it, which nobody sees
    gone: int
    until: int
    before: str = ""  # the card for which the first card of a real sabot was misread
    reason: str = ""  # of that correction


class CutCardSeen(Streamed, frozen=True, tag="cut_card_seen"):
    """The cut card of a real sabot has appeared, or was entered by mistake and is taken back."""

    sabot: int
    cut: bool  # False: taken back


class BettingOpened(Streamed, frozen=True, tag="betting"):
    coup: int
    sabot: int
    fixed: str  # the hash that fixed the order before the first bet
    gone: int
    until: int | None  # None: until the croupier ends the betting
    keyed: KeyedStakes = field(default_factory=dict)  # left on a real cloth


class Staked(Streamed, frozen=True):
    """The sums of all confirmed bets, sent from time to time while the betting is open."""

    coup: int
    bets: Totals


class Closing(Streamed, frozen=True):
    """Rien ne va plus: a bet that arrives at `since` or later is too late."""

    coup: int
    since: int
    until: int  # after it, the table waits only for writes under way and automatic chips


class Reopened(Streamed, frozen=True):
    """The croupier has opened the betting of the same coup again, before its first card."""

    coup: int
    until: int | None  # as in BettingOpened


class DealingBegan(Streamed, frozen=True, tag="dealing"):
    """All stakes on the cloth are in play now, and dealing starts."""

    coup: int
    sabot: int
    bets: Totals
    until: int  # when the first card comes; for real chips: until then stakes can be keyed in
    holders: Holders = field(default_factory=dict)
    punto: int | None = None  # points of excess cards that were kept for this coup
    banco: int | None = None
    asks: Side | None = None  # Punto, if a player speaks before the cards of a real sabot are read


class Drawn(Streamed, frozen=True, omit_defaults=True, tag="card"):
    coup: int
    n: int  # counted from 1
    side: Side
    card: str  # "??" face down
    points: int | None  # of its side's hand with this card; None while one of them is face down
    gone: int
    cut: bool  # the cut card has appeared: this is the sabot's last coup
    until: int
    asks: Side | None = None  # the side whose holder must call or show the cards
    insisted: bool = False  # read in although the sabot can't hold it: an earlier one was misread
    against: bool = False  # now that Punto's cards are known: its call was against the rule


class Called(Streamed, frozen=True, omit_defaults=True):
    """Carta or Resto: Punto asks for a card or refuses it."""

    coup: int
    draws: bool
    player: str  # who has spoken; empty: the croupier, for a silent player or a real one
    until: int
    against: bool = False  # at a real table: against the rule, which decides all the same


class Turned(Streamed, frozen=True, omit_defaults=True):
    """A side's cards are turned, and everybody sees them."""

    coup: int
    side: Side
    cards: str  # all cards of the coup so far, in drawing order
    points: int
    player: str  # who held them; empty: the croupier
    until: int
    asks: Side | None = None  # the side whose holder must show the cards next


class HandedBack(Streamed, frozen=True, omit_defaults=True, tag="handed_back"):
    """A player who held cards has left, and the croupier has them now."""

    coup: int
    side: Side
    player: str
    until: int | None  # the time of the other side's holder; None: the croupier goes on at once
    asks: Side | None = None  # the other side, if its holder must call or show


class Directed(Streamed, frozen=True):
    """A croupier has taken the table, or has left it."""

    croupier: int  # 0: nobody
    name: str
    until: int | None  # when the table goes on; without a croupier our sabot's coup is finished


class Aside(Streamed, frozen=True, omit_defaults=True):
    """An excess card was drawn: it is set aside and does not count in the coup."""

    coup: int
    card: str
    goes_on: bool  # it is kept for the next coup, after those kept before; otherwise it is burned
    gone: int
    insisted: bool = False


class Corrected(Streamed, frozen=True, omit_defaults=True):
    """The cards were corrected with a reason: one was misread, read twice, or in a wrong place."""

    coup: int
    n: int  # which card, counted from 1
    before: str
    after: str  # empty: the card was deleted
    reason: str
    cards: str  # all cards of the coup after the correction
    aside: str  # the cards set aside, because the rule doesn't ask for them
    kept: str  # those set aside that are kept for the next coup
    fifth: Side | None  # the side that has the fifth card now, if there is one
    punto: int | None  # None while a side has no card
    banco: int | None
    gone: int
    insisted: bool = False
    other: int = 0  # the place of the card it was swapped with; 0: it was not swapped
    against: bool = False  # Punto's call was against the rule, by the cards as they are now


class Correction(Struct, frozen=True):
    """A correction of this coup, kept in the view for clients that connect later."""

    before: str
    after: str  # empty: the card was deleted
    reason: str
    swapped: bool


class Amendment(Struct, frozen=True):
    """Amended stakes of this coup, kept in the view for clients that connect later."""

    box: int  # 0: the standing players
    place: int
    before: dict[Bet, int]
    bets: dict[Bet, int]
    reason: str


class Due(Struct, frozen=True, omit_defaults=True):
    """What the croupier must take from a player at a real cloth and pay to them."""

    box: int  # 0: the standing players
    place: int
    takes: int
    pays: int  # in addition to stakes that stay
    cagnotte: int  # the commission that goes there; 0 if the sheet has no cagnotte
    bets: tuple[Payment, ...]
    # After an earlier result was taken back: what its list, once carried out, leaves to pay to the
    # player. Negative: to take from them. None: there was no earlier result.
    difference: int | None = None


class Voided(Streamed, frozen=True):
    """A manager has declared the coup void, and all stakes are returned."""

    coup: int
    manager: int
    reason: str
    due: tuple[Due, ...] = ()  # after a result was taken back: how to undo its list
    cards: str = ""  # of the coup, if any of them lay face down; otherwise empty


class Manager(Streamed, frozen=True):
    """The manager on duty was called or has decided; the decision is final."""

    manager: int  # 0: the manager was called
    by: str  # who called, a player's number or the name of the staff; or the deciding manager
    words: str  # empty in a player's call, because everybody would read the text


class Keyed(Streamed, frozen=True, omit_defaults=True):
    """The croupier has typed in the stakes of one player at a real cloth."""

    coup: int
    box: int  # 0: the standing players
    place: int  # of the player in the box, counted from 1
    bets: dict[Bet, int]
    asks: Side | None = None  # as in DealingBegan: these stakes may decide who speaks


class Boxed(Streamed, frozen=True):
    """A player has taken a box or left it."""

    player: str
    box: int  # 0: left


class Amended(Streamed, frozen=True, omit_defaults=True):
    """A manager has amended the stakes of a player after the betting was closed."""

    coup: int
    box: int  # 0: the standing players
    place: int
    before: dict[Bet, int]
    bets: dict[Bet, int]
    manager: int
    reason: str
    asks: Side | None = None  # the side whose holder must call or show, by these stakes


class Result(Streamed, frozen=True):
    coup: int
    sabot: int
    cards: str
    punto: int
    banco: int
    outcome: Outcome
    decisions: tuple[Decision, ...]
    gone: int
    last: bool  # the sabot's last coup
    roads: Roads
    statistics: Statistics
    due: tuple[Due, ...] = ()  # by player, if stakes were keyed in
    won: tuple[Bet, ...] = ()  # every bet that won; empty in records that are older than this field


class Reversed(Streamed, frozen=True):
    """A manager has taken back the last result, where stakes are real chips: dealing goes on."""

    coup: int
    manager: int
    reason: str
    outcome: Outcome  # the result that was taken back
    cards: str  # of the coup
    aside: str
    kept: str  # the cards set aside that are kept for the next coup
    fifth: Side | None
    punto: int
    banco: int
    roads: Roads  # without this coup
    statistics: Statistics
    keyed: KeyedStakes  # of the coup
    waiting: KeyedStakes  # keyed in for the next coup so far; its betting opens again with them
    due: tuple[Due, ...]  # the list that is taken back


class Settled(Streamed, frozen=True):
    """All stakes on the coup are settled."""

    coup: int
    until: int


class Revealed(Streamed, frozen=True):
    """The house's seed of a sabot that is over or was given up, so that everybody can check it."""

    sabot: int
    of_epoch: int  # of the commitment; after a restore the table's epoch is higher
    commitment: str
    server_seed: str
    sheet: str
    players: tuple[Listed, ...]
    ended: str  # played, closed, retired, restored
    coups: int  # how many of its coups were dealt


class Stood(Streamed, frozen=True, tag="standing"):
    """A manager or an operator has opened, paused or closed the table."""

    standing: Standing
    note: str
    person: int  # who did it; 0: the house itself
    by: str  # that person's name


class TableLimits(Struct, frozen=True):
    """The highest sum of stakes on a coup, and the limits of every bet."""

    coup_max: int
    bets: dict[Bet, Narrowed]


class Limited(Streamed, frozen=True, tag="limits"):
    """A manager or an operator has set the limits of the table, from the next sabot on."""

    limits: TableLimits
    sheet: str  # the hash of the table's sheet with these limits
    person: int
    by: str


StreamEvent = (
    Shuffled | ListClosed | Fixed | Burned | CutCardSeen | BettingOpened | Staked | Closing
    | Reopened | DealingBegan | Drawn | Called | Turned | HandedBack | Boxed | Directed | Aside
    | Corrected | Voided | Manager | Keyed | Amended | Result | Reversed | Settled | Revealed
    | Stood | Limited
)  # fmt: skip


class TableView(Struct, frozen=True):
    """What a shared table shows at one moment: the fold of all its events."""

    table: str
    epoch: int
    offset: int
    standing: Standing
    stage: Stage
    # When the stage's clock ends; None: it has no clock. What ends then, by stage:
    #   MIXING, OPENING: the time for hashes, and for seeds
    #   BETTING: the betting; a bet received at `until` is too late
    #   CLOSING: the wait for queued bets; after it, only for one that is being written
    #   DEALING: the pause before the next step, the time of the holder who is asked, or the time
    #     to key in real chips
    #   BURNING, PAID: the pause before the next coup
    until: int | None = None
    note: str = ""  # the reason while the table is paused or closed
    stood_by: str = ""  # who set the standing last; empty: nobody yet, or the house itself
    stood_at: int = 0
    limits: TableLimits | None = None  # as they were set last, for the sabots after that
    sabot: int = 0
    sheet: str = ""
    commitment: str = ""
    players: tuple[Listed, ...] = ()
    fixed: str = ""  # empty until the order is fixed
    exhibition: bool = False
    shuffled_by: str = ""  # of a real sabot
    cut_by: str = ""
    first: str = ""
    burned: int = 0
    gone: int = 0
    coup: int = 0
    opened: int = 0  # when the betting on the coup opened
    closed: int | None = None  # a bet that arrives then or later is late; None: not closed yet
    cards: str = ""  # of the coup so far; "??" face down
    fifth: Side | None = None  # who has the fifth card; four alternate, the sixth is Banco's
    punto: int | None = None
    banco: int | None = None
    outcome: Outcome | None = None
    decisions: tuple[Decision, ...] = ()
    won: tuple[Bet, ...] = ()  # every bet that the coup has won, once its result is announced
    cut: bool = False  # the cut card has appeared: the coup under way or just over is the last
    bets: Totals = {}
    roads: Roads = Roads()
    statistics: Statistics = Statistics()
    holders: Holders = {}
    called: bool | None = None  # True: Carta; False: Resto; None: nothing yet
    against: bool = False  # the call was against the rule
    asks: Side | None = None  # the side whose holder must call or show the cards
    boxes: dict[int, tuple[str, ...]] = {}  # the players at each box, in the order they came
    croupier: int = 0  # the person who runs the table; 0: nobody, or the automatic croupier
    croupier_name: str = ""
    croupier_since: int = 0
    aside: str = ""  # cards set aside in this coup
    first_of_next: str = ""  # cards set aside that are kept for the next coup
    corrections: tuple[Correction, ...] = ()  # of this coup
    amendments: tuple[Amendment, ...] = ()  # of this coup
    void: bool = False
    why_void: str = ""
    manager: bool = False  # the manager is called
    manager_since: int = 0  # the offset of the last call; an older decision is refused
    manager_at: int = 0  # when the manager was called
    manager_by: str = ""  # who called: a player's number, or the name of the staff
    manager_for: str = ""  # the text of the call
    decided: str = ""  # the manager's decision, shown until the next betting
    keyed: KeyedStakes = {}  # stakes on a real cloth
    # Keyed in for the next coup before a reversal; 0: chips that were taken away.
    waiting: KeyedStakes = {}
    undone: tuple[Due, ...] = ()  # the list of a result of this coup that was taken back
    due: tuple[Due, ...] = ()  # of the last result; after a void coup, how to undo its list
    # The stakes on a real cloth when the last coup was declared void. Players in `due` are there,
    # too: undoing their list gives back what was taken from them.
    given_back: KeyedStakes = {}
    moved: int = 0  # the offset of the last change; a command given before it is refused
