"""The state of a shared table, the commands it accepts, and the stages they lead to.

    RESTING --shuffle--> MIXING --close list--> OPENING --fix--> BURNING --burn--> BURNING
    BURNING, PAID --open betting--> BETTING --close betting--> CLOSING --deal--> DEALING
    DEALING --draw, call, turn, read--> DEALING --announce--> PAYING --settle--> PAID
    PAID, BURNING --reveal--> RESTING, and OPENING --give up--> RESTING
    with a real sabot: RESTING, BURNING, PAID --new sabot--> BURNING --read, correct--> BURNING
    its cut card, from BETTING to PAID: --cut card, take back cut card-->
    a coup of real cards: BETTING, CLOSING, DEALING --void--> PAYING
    with real chips, before the first card: DEALING --reopen betting--> BETTING
    with real chips too: PAID, BETTING --reverse--> DEALING, of the last announced coup
    and from anywhere: --restore--> RESTING

A sabot that nobody has mixed is an exhibition: its coups are dealt without betting.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from puntobanco.fair.commitment import Terms
from puntobanco.fair.dealer import Dealer, Mixing
from puntobanco.game.cards import Card, parse_cards
from puntobanco.game.coup import MOST_CARDS, Coup, Side, deal
from puntobanco.game.sheet import Faces, Sheet, Source
from puntobanco.game.sheet_text import read_stored
from puntobanco.ledger.records import Record
from puntobanco.wire import stream
from puntobanco.wire.console_commands import (
    Amend,
    Announce,
    AnyCommand,
    CallManager,
    CloseBetting,
    Correct,
    CutCard,
    Decide,
    Delete,
    Draw,
    KeyIn,
    Leave,
    NewSabot,
    OpenBetting,
    Read,
    ReopenBetting,
    Reverse,
    Speak,
    Swap,
    Take,
    TakeBackCutCard,
    Turn,
    Void,
)
from puntobanco.wire.requests import AnyTableRequest, AskManager, Box, Call, MixIn, OpenSeed, Show
from puntobanco.wire.stream import Holders, Stage, Standing, Totals
from puntobanco.wire.table_spec import Pace, TableSpec


class SharedTable(Struct, frozen=True):
    """Everything that must survive a restart: the public view and the state of the mixing."""

    name: str
    account: int  # the table's own account, whose records are the stream
    currency: str
    view: stream.TableView
    mixing: Mixing
    version: int = 0
    past: tuple[str, ...] = ()  # with a real sabot: the cards of each earlier coup, for the roads
    hidden: str = ""  # of a real sabot, read as they left it: the coup's cards, turned or not
    seen: str = ""  # with a real sabot: all cards that were read in before this coup
    # The cards of the last announced coup that were burned; None: there is no result to reverse.
    burned_aside: str | None = None

    def __repr__(self) -> str:
        """Leave out the seed, because logs and tracebacks show this text."""
        return f"<table {self.name}: {self.view.stage}, coup {self.view.coup}>"


class TableSetup(Struct, frozen=True):
    """The rules with which a table is played, and what its operator's file says of it."""

    sheet: Sheet
    sheet_hash: bytes
    spec: TableSpec

    @property
    def pace(self) -> Pace:
        return self.spec.pace

    @property
    def by_person(self) -> bool:
        """Whether a croupier runs the table from a console."""
        return self.spec.croupier == "person"

    @property
    def is_keyed(self) -> bool:
        """Whether the stakes are real chips, whose amounts the croupier types in."""
        return self.spec.stakes == "keyed"

    @property
    def is_read_in(self) -> bool:
        """Whether the cards come from a real sabot."""
        return self.sheet.cards.sources == (Source.CROUPIER,)

    @property
    def is_real_down(self) -> bool:
        """Whether a real sabot is dealt face down."""
        return self.is_read_in and self.sheet.cards.faces == (Faces.DOWN,)

    @property
    def is_hidden(self) -> bool:
        """Whether cards are read in face down, and told to nobody before they are turned."""
        return self.is_real_down and self.spec.reading == "leaving"


def committed_setup(sheets: Mapping[bytes, str], spec: TableSpec, table: SharedTable) -> TableSetup:
    """The setup with the stored sheet that the table's last commitment names."""
    used = table.mixing.terms.sheet
    return TableSetup(read_stored(sheets[used], f"table {table.name}"), used, spec)


class PlayerActor(Struct, frozen=True):
    """A player of this table."""

    number: str  # of the player's account


class StaffActor(Struct, frozen=True):
    """A croupier or manager; operators act with the rights of a manager."""

    person: int
    name: str
    is_manager: bool = False


class HouseActor(Struct, frozen=True):
    """The house itself: its automatic croupier and its clock."""


# --- the house's own commands; those of players and croupiers are messages of the wire -----------


class ShuffleSabot(Struct, frozen=True, tag="shuffle"):
    """Commit to a new sabot."""


class CloseList(Struct, frozen=True):
    """Accept no more hashes, and ask the players for their seeds."""


class Fix(Struct, frozen=True):
    """Fix the order of the cards: all seeds are open."""


class GiveUp(Struct, frozen=True):
    """Give up a sabot because a player did not open a seed in time."""


class BurnCards(Struct, frozen=True, tag="burn"):
    """Show the first card, and burn as many cards as it says."""


class CountStakes(Struct, frozen=True, tag="count"):
    """Publish the sum of all stakes on each bet."""

    bets: Totals


class Deal(Struct, frozen=True):
    """Start dealing: all bets that came in time are durable."""

    bets: Totals
    holders: Holders = {}


class HandBack(Struct, frozen=True):
    """Give a side's cards to the croupier because the player who held them has left."""

    side: Side


class Vacate(Struct, frozen=True):
    """Leave the table without a croupier because its croupier was absent for too long."""

    croupier: int


class Settle(Struct, frozen=True):
    """End the payment: all stakes are settled."""


class Reveal(Struct, frozen=True):
    """Publish the house's seed of a sabot that is over."""


class Restore(Struct, frozen=True):
    """Continue after a restored backup: reveal the current sabot and play no more of it."""

    epoch: int


class Stand(Struct, frozen=True):
    """Open, pause or close the table."""

    standing: Standing
    note: str = ""


class Limit(Struct, frozen=True):
    """Set the limits of the next sabots, which this sheet has."""

    limits: stream.TableLimits
    sheet: bytes


HouseCommand = (
    ShuffleSabot | CloseList | Fix | GiveUp | BurnCards | CountStakes | Deal | HandBack | Vacate
    | Settle | Reveal | Restore | Stand | Limit
)  # fmt: skip
TableCommand = HouseCommand | AnyTableRequest | AnyCommand


class TableStep(Struct, frozen=True):
    """A command to a table, who gives it, and when it was received."""

    command: TableCommand
    by: PlayerActor | StaffActor | HouseActor = HouseActor()
    received: int = 0  # 0, if it was not received from a console


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
    (Stage.DEALING, ReopenBetting): Stage.BETTING,
    (Stage.DEALING, KeyIn): Stage.DEALING,
    (Stage.DEALING, Draw): Stage.DEALING,
    (Stage.DEALING, Call): Stage.DEALING,
    (Stage.DEALING, Speak): Stage.DEALING,
    (Stage.DEALING, Show): Stage.DEALING,
    (Stage.DEALING, Turn): Stage.DEALING,
    (Stage.DEALING, HandBack): Stage.DEALING,
    (Stage.DEALING, Read): Stage.DEALING,
    (Stage.DEALING, Correct): Stage.DEALING,
    (Stage.DEALING, Delete): Stage.DEALING,
    (Stage.DEALING, Swap): Stage.DEALING,
    (Stage.DEALING, Amend): Stage.DEALING,
    (Stage.DEALING, Announce): Stage.PAYING,
    (Stage.BETTING, Void): Stage.PAYING,
    (Stage.CLOSING, Void): Stage.PAYING,
    (Stage.DEALING, Void): Stage.PAYING,
    (Stage.PAYING, Settle): Stage.PAID,
    (Stage.PAID, Reverse): Stage.DEALING,
    (Stage.BETTING, Reverse): Stage.DEALING,
    (Stage.PAID, Reveal): Stage.RESTING,
    (Stage.BURNING, Reveal): Stage.RESTING,
    (Stage.RESTING, NewSabot): Stage.BURNING,  # a real sabot
    (Stage.BURNING, NewSabot): Stage.BURNING,
    (Stage.PAID, NewSabot): Stage.BURNING,
    (Stage.BURNING, Read): Stage.BURNING,  # the first card, which is shown
    (Stage.BURNING, Correct): Stage.BURNING,
    **{
        (stage, command): stage
        for stage in (Stage.BETTING, Stage.CLOSING, Stage.DEALING, Stage.PAYING, Stage.PAID)
        for command in (CutCard, TakeBackCutCard)
    },
    **{
        (stage, command): stage
        for stage in Stage
        for command in (Stand, Limit, Box, AskManager, CallManager, Decide, Take)
    },
    **{  # a croupier stays while the betting closes: bets that came in time need one
        (stage, command): stage
        for stage in Stage
        if stage is not Stage.CLOSING
        for command in (Leave, Vacate)
    },
    **{(stage, Restore): Stage.RESTING for stage in Stage},
}


_ANY: Final = parse_cards("Kc" * MOST_CARDS)  # for cards that were not read yet


class TableChange(Struct, frozen=True):
    """The result of one step; the store writes all of it or nothing."""

    table: SharedTable
    event: stream.StreamEvent | None  # None: the change is not public yet
    record: Record | None


def new_table(name: str, account: int, currency: str, epoch: int, setup: TableSetup) -> SharedTable:
    cards = setup.sheet.cards
    terms = Terms(name, epoch, 1, setup.sheet_hash, cards.decks, cards.cut or 0)
    view = stream.TableView(name, epoch, 0, Standing.OPEN, Stage.RESTING)
    return SharedTable(name, account, currency, view, Mixing(terms))


def order_of(table: SharedTable) -> tuple[Card, ...]:
    """Return all cards of the sabot in their fixed order."""
    return Dealer(table.mixing).deal()


def goes_on(table: SharedTable, setup: TableSetup) -> bool:
    """Return whether this sabot has another coup that players can bet on.

    A real sabot goes on until its cut card has appeared, or too few cards are left for a coup.
    """
    if setup.is_read_in:
        left = setup.sheet.cards.total - table.view.gone
        return table.view.sabot > 0 and not table.view.cut and left >= MOST_CARDS
    return not table.view.exhibition and setup.sheet.cards.deals(table.view.gone)


def known_coup(table: SharedTable, setup: TableSetup) -> Coup:
    """Return the coup of a real sabot as far as its hidden cards say, with any cards after them.

    The next move depends only on cards that were read.
    """
    return deal(setup.sheet.rule, (*parse_cards(table.hidden), *_ANY)[:MOST_CARDS])


def coup_of(table: SharedTable, setup: TableSetup, order: tuple[Card, ...]) -> Coup:
    """Return the current coup or the last one, with the cards that are not dealt yet."""
    start = table.view.gone - len(table.view.cards) // 2
    return deal(setup.sheet.rule, order[start : start + MOST_CARDS])
