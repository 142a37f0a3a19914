"""A shared table: what is known of it between two steps, and the steps it can take.

    RESTING --shuffle--> MIXING --close list--> OPENING --fix--> BURNING --burn--> BURNING
    BURNING, PAID --open betting--> BETTING --close betting--> CLOSING --deal--> DEALING
    DEALING --draw, call, turn, read--> DEALING --announce--> PAYING --settle--> PAID
    PAID, BURNING --reveal--> RESTING, and OPENING --give up--> RESTING
    with a real sabot: RESTING, BURNING, PAID --new sabot--> BURNING
    a coup of real cards: BETTING, CLOSING, DEALING --void--> PAYING
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
from puntobanco.wire.console_commands import (
    Announce,
    CallManager,
    CloseBetting,
    Commanding,
    Correct,
    Decide,
    Draw,
    KeyIn,
    Leave,
    NewSabot,
    OpenBetting,
    Read,
    Speak,
    Take,
    Turn,
    Void,
)
from puntobanco.wire.requests import AskingTable, AskManager, Box, Call, MixIn, OpenSeed, Show
from puntobanco.wire.stream import Holders, Stage, Standing, Totals
from puntobanco.wire.table_spec import Pace


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


class TableSetup(Struct, frozen=True):
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


class PlayerActor(Struct, frozen=True):
    """Somebody who plays here, by the number of the account."""

    number: str


class StaffActor(Struct, frozen=True):
    """Somebody at a console."""

    person: int
    name: str
    is_manager: bool = False


class HouseActor(Struct, frozen=True):
    """The house itself: its automatic croupier, its clock, its operators."""


# --- commands: players' and croupiers' are messages of the wire, these are the house's own -------


class ShuffleSabot(Struct, frozen=True, tag="shuffle"):
    """Commit to a new sabot."""


class CloseList(Struct, frozen=True):
    """No more hashes: now the seeds."""


class Fix(Struct, frozen=True):
    """All seeds are open."""


class GiveUp(Struct, frozen=True):
    """A player did not open a seed in time."""


class BurnCards(Struct, frozen=True, tag="burn"):
    """Show the first card, and burn as many."""


class CountStakes(Struct, frozen=True, tag="count"):
    """Tell everybody's stakes."""

    bets: Totals


class Deal(Struct, frozen=True):
    """All bets that came in time are durable: the cards follow."""

    bets: Totals
    holders: Holders = {}


class HandBack(Struct, frozen=True):
    """The player who held a side's cards has left."""

    side: Side


class Vacate(Struct, frozen=True):
    """The croupier's console is gone."""

    croupier: int


class Settle(Struct, frozen=True):
    """All stakes are settled."""


class Reveal(Struct, frozen=True):
    """Open the seed of a sabot that is over."""


class Restore(Struct, frozen=True):
    """The records come from a backup: nothing unrevealed is played on."""

    epoch: int


class Stand(Struct, frozen=True):
    """An operator opens, pauses or closes the table."""

    standing: Standing
    note: str = ""


HouseCommand = (
    ShuffleSabot | CloseList | Fix | GiveUp | BurnCards | CountStakes | Deal | HandBack | Vacate
    | Settle | Reveal | Restore | Stand
)  # fmt: skip
TableCommand = HouseCommand | AskingTable | Commanding


class TableStep(Struct, frozen=True):
    """A command to a table, who gives it, and when it was heard."""

    command: TableCommand
    by: PlayerActor | StaffActor | HouseActor = HouseActor()
    heard: int = 0


TRANSITIONS: Final[dict[tuple[Stage, type], Stage]] = {
    (Stage.RESTING, ShuffleSabot): Stage.MIXING,
    (Stage.MIXING, MixIn): Stage.MIXING,
    (Stage.MIXING, CloseList): Stage.OPENING,
    (Stage.OPENING, OpenSeed): Stage.OPENING,
    (Stage.OPENING, Fix): Stage.BURNING,
    (Stage.OPENING, GiveUp): Stage.RESTING,
    (Stage.BURNING, BurnCards): Stage.BURNING,
    (Stage.BURNING, OpenBetting): Stage.BETTING,
    (Stage.PAID, OpenBetting): Stage.BETTING,
    (Stage.BETTING, CountStakes): Stage.BETTING,
    (Stage.BETTING, KeyIn): Stage.BETTING,
    (Stage.BETTING, CloseBetting): Stage.CLOSING,
    (Stage.CLOSING, Deal): Stage.DEALING,
    (Stage.BURNING, Deal): Stage.DEALING,  # an exhibition
    (Stage.PAID, Deal): Stage.DEALING,
    (Stage.DEALING, Draw): Stage.DEALING,
    (Stage.DEALING, Call): Stage.DEALING,
    (Stage.DEALING, Speak): Stage.DEALING,
    (Stage.DEALING, Show): Stage.DEALING,
    (Stage.DEALING, Turn): Stage.DEALING,
    (Stage.DEALING, HandBack): Stage.DEALING,
    (Stage.DEALING, Read): Stage.DEALING,
    (Stage.DEALING, Correct): Stage.DEALING,
    (Stage.DEALING, Announce): Stage.PAYING,
    (Stage.BETTING, Void): Stage.PAYING,
    (Stage.CLOSING, Void): Stage.PAYING,
    (Stage.DEALING, Void): Stage.PAYING,
    (Stage.PAYING, Settle): Stage.PAID,
    (Stage.PAID, Reveal): Stage.RESTING,
    (Stage.BURNING, Reveal): Stage.RESTING,
    (Stage.RESTING, NewSabot): Stage.BURNING,  # a real one
    (Stage.BURNING, NewSabot): Stage.BURNING,
    (Stage.PAID, NewSabot): Stage.BURNING,
    **{
        (stage, command): stage
        for stage in Stage
        for command in (Stand, Box, AskManager, CallManager, Decide, Take, Leave, Vacate)
    },
    **{(stage, Restore): Stage.RESTING for stage in Stage},
}


class TableChange(Struct, frozen=True):
    """One step of a table, to be made durable as a whole or not at all."""

    table: SharedTable
    event: stream.StreamEvent | None  # None: nothing that is told yet
    record: Record | None


def new_table(name: str, account: int, currency: str, epoch: int, place: TableSetup) -> SharedTable:
    cards = place.sheet.cards
    terms = Terms(name, epoch, 1, place.sheet_hash, cards.decks, cards.cut or 0)
    view = stream.TableView(name, epoch, 0, Standing.OPEN, Stage.RESTING)
    return SharedTable(name, account, currency, view, Mixing(terms))


def order_of(table: SharedTable) -> tuple[Card, ...]:
    """All cards of the sabot, in the order that is fixed."""
    return Dealer(table.mixing).deal()


def goes_on(table: SharedTable, place: TableSetup) -> bool:
    """Whether another coup is played from this sabot; nobody plays from an exhibition's.

    A real sabot goes on until its croupier brings another.
    """
    if place.is_read_in:
        return table.view.sabot > 0
    return not table.view.exhibition and place.sheet.cards.deals(table.view.gone)


def coup_of(table: SharedTable, place: TableSetup, order: tuple[Card, ...]) -> Coup:
    """The coup under way, or the last one: all of it, also what doesn't lie there yet."""
    start = table.view.gone - len(table.view.cards) // 2
    return deal(place.sheet.rule, order[start : start + MOST_CARDS])
