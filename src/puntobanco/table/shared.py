"""A shared table: what is known of it between two steps, and the steps it can take.

    RESTING --shuffle--> MIXING --close list--> OPENING --fix--> BURNING --burn--> BURNING
    BURNING, PAID --open betting--> BETTING --close--> DEALING --draw, call, turn--> DEALING
    DEALING --tell--> PAYING --settle--> PAID
    PAID, BURNING --reveal--> RESTING, and OPENING --give up--> RESTING
    and from anywhere: --restore--> RESTING

A sabot nobody mixed is an exhibition: its coups are dealt without any betting.
"""

from typing import Final

from msgspec import Struct

from puntobanco.fair.commitment import Terms
from puntobanco.fair.dealer import Dealer, Mixing
from puntobanco.game.cards import Card
from puntobanco.game.coup import MOST_CARDS, Coup, Side, deal
from puntobanco.game.sheet import Sheet, Source
from puntobanco.ledger.records import Record
from puntobanco.wire import stream
from puntobanco.wire.console import Commanding
from puntobanco.wire.spec import Pace
from puntobanco.wire.stream import Holders, Stage, Standing, Totals


class SharedTable(Struct, frozen=True):
    """All that must survive a restart: what everybody sees, and how far its mixing is."""

    name: str
    account: int  # the table's own: its records are the stream
    currency: str
    view: stream.TableView
    mixing: Mixing
    version: int = 0
    past: tuple[str, ...] = ()  # of a real sabot: the coups so far, for the roads
    seen: str = ""  # and all cards that were read in before this coup

    def __repr__(self) -> str:
        """Without the seed: logs and tracebacks show what stands here."""
        return f"<table {self.name}: {self.view.stage}, coup {self.view.coup}>"


class Place(Struct, frozen=True):
    """What a table is played with."""

    sheet: Sheet
    sheet_hash: bytes
    pace: Pace
    by_person: bool = False  # a croupier at a console runs it
    is_keyed: bool = False  # its stakes lie on a real cloth

    @property
    def is_read_in(self) -> bool:
        """Whether the cards come from a real sabot."""
        return self.sheet.cards.sources == (Source.CROUPIER,)


class Shuffle(Struct, frozen=True):
    """Commit to a new sabot."""


class Mix(Struct, frozen=True):
    """A player's hash."""

    sabot: int
    player: str
    hash: bytes


class CloseList(Struct, frozen=True):
    """No more hashes: now the seeds."""


class OpenSeed(Struct, frozen=True):
    sabot: int
    player: str
    seed: str


class Fix(Struct, frozen=True):
    """All seeds are open."""


class GiveUp(Struct, frozen=True):
    """Somebody was silent."""


class Burn(Struct, frozen=True):
    """Show the first card, and burn as many."""


class OpenBetting(Struct, frozen=True):
    pass


class Count(Struct, frozen=True):
    """Tell everybody's stakes."""

    bets: Totals


class Close(Struct, frozen=True):
    """No more bets."""

    bets: Totals
    holders: Holders = {}


class Draw(Struct, frozen=True):
    """The next card."""


class Call(Struct, frozen=True):
    """Punto's holder says Carta or Resto; nobody: the croupier says it."""

    draws: bool
    player: str = ""


class Turn(Struct, frozen=True):
    """A side's cards are turned, by who holds them or by the croupier."""

    side: Side
    player: str = ""


class HandBack(Struct, frozen=True):
    """Who held a side's cards has left."""

    side: Side


class TakeBox(Struct, frozen=True):
    """Somebody sits down at a box, or gets up from it."""

    player: str
    box: int  # 0: gets up


class AskManager(Struct, frozen=True):
    """A player calls the manager on duty; words are for those who work here."""

    player: str
    words: str = ""


class Direct(Struct, frozen=True):
    """What a croupier or a manager does at the console."""

    command: Commanding
    person: int
    name: str
    is_manager: bool = False


class Vacate(Struct, frozen=True):
    """The croupier's console is gone."""

    croupier: int


class Tell(Struct, frozen=True):
    """The coup is over: its result."""


class Settle(Struct, frozen=True):
    """All stakes are settled."""


class Reveal(Struct, frozen=True):
    """Open the seed of a sabot that is over."""


class Restore(Struct, frozen=True):
    """The records come from a backup: nothing unrevealed is played on."""

    epoch: int


class Stand(Struct, frozen=True):
    """The operator's wish."""

    standing: Standing
    note: str = ""


TableStep = (
    Shuffle | Mix | CloseList | OpenSeed | Fix | GiveUp | Burn | OpenBetting | Count | Close | Draw
    | Call | Turn | HandBack | TakeBox | AskManager | Direct | Vacate | Tell | Settle | Reveal
    | Restore | Stand
)  # fmt: skip

TRANSITIONS: Final[dict[tuple[Stage, type], Stage]] = {
    (Stage.RESTING, Shuffle): Stage.MIXING,
    (Stage.MIXING, Mix): Stage.MIXING,
    (Stage.MIXING, CloseList): Stage.OPENING,
    (Stage.OPENING, OpenSeed): Stage.OPENING,
    (Stage.OPENING, Fix): Stage.BURNING,
    (Stage.OPENING, GiveUp): Stage.RESTING,
    (Stage.BURNING, Burn): Stage.BURNING,
    (Stage.BURNING, OpenBetting): Stage.BETTING,
    (Stage.PAID, OpenBetting): Stage.BETTING,
    (Stage.BETTING, Count): Stage.BETTING,
    (Stage.BETTING, Close): Stage.DEALING,
    (Stage.BURNING, Close): Stage.DEALING,  # an exhibition
    (Stage.PAID, Close): Stage.DEALING,
    (Stage.DEALING, Draw): Stage.DEALING,
    (Stage.DEALING, Call): Stage.DEALING,
    (Stage.DEALING, Turn): Stage.DEALING,
    (Stage.DEALING, HandBack): Stage.DEALING,
    (Stage.DEALING, Tell): Stage.PAYING,
    (Stage.PAYING, Settle): Stage.PAID,
    (Stage.PAID, Reveal): Stage.RESTING,
    (Stage.BURNING, Reveal): Stage.RESTING,
    **{(stage, Stand): stage for stage in Stage},
    **{(stage, step): stage for stage in Stage for step in (TakeBox, AskManager, Vacate)},
    **{(stage, Direct): stage for stage in Stage},  # which of them when: table/person.py
    **{(stage, Restore): Stage.RESTING for stage in Stage},
}


class TableChange(Struct, frozen=True):
    """One step of a table, to be made durable as a whole or not at all."""

    table: SharedTable
    event: stream.StreamEvent | None  # None: nothing that is told yet
    record: Record | None


def new_table(name: str, account: int, currency: str, epoch: int, place: Place) -> SharedTable:
    cards = place.sheet.cards
    terms = Terms(name, epoch, 1, place.sheet_hash, cards.decks, cards.cut or 0)
    view = stream.TableView(name, epoch, 0, Standing.OPEN, Stage.RESTING)
    return SharedTable(name, account, currency, view, Mixing(terms))


def order_of(table: SharedTable) -> tuple[Card, ...]:
    """All cards of the sabot, in the order that is fixed."""
    return Dealer(table.mixing).deal()


def goes_on(table: SharedTable, place: Place) -> bool:
    """Whether another coup is played from this sabot; nobody plays from an exhibition's.

    A real sabot goes on until its croupier brings another.
    """
    if place.is_read_in:
        return table.view.sabot > 0
    return not table.view.exhibition and place.sheet.cards.deals(table.view.gone)


def coup_of(table: SharedTable, place: Place, order: tuple[Card, ...]) -> Coup:
    """The coup under way, or the last one: all of it, also what doesn't lie there yet."""
    start = table.view.gone - len(table.view.cards) // 2
    return deal(place.sheet.rule, order[start : start + MOST_CARDS])
