"""A house's rule sheet: everything that differs between casinos, as data."""

from collections.abc import Mapping
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Annotated

from msgspec import Meta, Struct

from puntobanco.game.bets import Bet
from puntobanco.game.cards import DECK, Card
from puntobanco.game.coup import Side
from puntobanco.game.tiraggio import PrintedTiraggio, Tiraggio, read_tiraggio
from puntobanco.money import Odds, less_commission, parse_odds

Cents = Annotated[int, Meta(ge=1, le=10**12)]
CurrencyCode = Annotated[str, Meta(pattern=r"^[A-Z]{3}\Z")]
Positive = Annotated[int, Meta(ge=1, le=10**6)]
# One line without control characters, which a terminal would obey.
Text = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f-\x9f]+\Z")]


class Shuffle(StrEnum):
    EVERY_COUP = "every-coup"
    CUT_CARD = "cut-card"


class Faces(StrEnum):
    UP = "up"
    DOWN = "down"


class Source(StrEnum):
    SABOT = "sabot"  # our own
    CROUPIER = "croupier"  # a real sabot, whose cards are read in


class Excess(StrEnum):
    BURNED = "burned"
    NEXT_COUP = "next-coup"


class EndedBy(StrEnum):
    PLAYER = "player"
    CLOCK = "clock"
    CROUPIER = "croupier"


class Rounding(StrEnum):
    EXACT = "exact"  # the step makes all winnings whole cents
    DOWN = "down"  # winnings are rounded down to the cent


class EgaliteStakes(StrEnum):
    RETURNED = "returned"
    LEFT = "left"  # on the cloth, to be withdrawn or played again


class Part(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A TOML table of a sheet's file."""


class Burn(Part, frozen=True):
    """A new sabot's first card is shown, and as many are burned after it as it has points."""

    ten: Annotated[int, Meta(ge=1, le=20)]  # the number for a ten or a picture

    def cards(self, first: Card) -> int:
        """How many cards leave the sabot, including the first one."""
        return 1 + (first.points or self.ten)


class Cards(Part, frozen=True):
    decks: Annotated[int, Meta(ge=1, le=8)]
    shuffle: Shuffle
    faces: Annotated[tuple[Faces, ...], Meta(min_length=1)]  # the usual one first
    sources: Annotated[tuple[Source, ...], Meta(min_length=1)]
    cut: Positive | None = None  # cards after the cut card
    burn: Burn | None = None
    excess: Excess | None = None  # what happens to a card that was drawn by mistake

    @property
    def total(self) -> int:
        return len(DECK) * self.decks

    def deals(self, gone: int) -> bool:
        """Whether another coup is dealt: the coup in which the cut card appears is the last."""
        return gone < self.total - (self.cut or 0)


class Betting(Part, frozen=True):
    ended_by: EndedBy
    egalite_stakes: EgaliteStakes
    several_confirmations: bool
    automatic_confirmation: bool
    clear: Text  # the words on the buttons
    leave: Text
    confirm: Text | None = None


class Money(Part, frozen=True):
    currency: CurrencyCode
    play_only: bool
    step: Cents
    coup_max: Cents
    rounding: Rounding
    chips: Annotated[tuple[Cents, ...], Meta(min_length=1)]


class BetRule(Part, frozen=True, dict=True):  # dict=True for cached properties
    """One bet as the house prints it."""

    label: Text
    odds: str
    min: Cents
    max: Cents
    commission: Annotated[int, Meta(ge=0, le=99)] = 0  # per cent of the winnings
    rtp: str | None = None  # as printed: "98,94%"

    @cached_property
    def gross(self) -> Odds:
        """The odds as printed, before any commission."""
        return parse_odds(self.odds)

    @cached_property
    def net(self) -> Odds:
        """The odds after the commission."""
        return less_commission(self.gross, self.commission)


class SheetBets(Part, frozen=True):
    punto: BetRule | None = None
    banco: BetRule | None = None
    egalite: BetRule | None = None
    punto_pair: BetRule | None = None
    banco_pair: BetRule | None = None
    either_pair: BetRule | None = None
    perfect_pair: BetRule | None = None
    grande: BetRule | None = None
    piccolo: BetRule | None = None


class SheetTable(Part, frozen=True):
    """Where players sit or stand, and who holds cards; a private table has no boxes."""

    boxes: tuple[Positive, ...] = ()  # the numbers of boxes that a table may have
    players_per_box: Positive | None = None
    standing: bool = False
    holders: tuple[Side, ...] = ()  # sides whose cards a player may hold; the first has priority
    holder_calls: bool = False  # the player who holds Punto's cards says Carta or Resto
    cagnotte: bool = False  # the commission goes there and not to the house
    tips: bool = False
    display: bool = False


class Times(Part, frozen=True):
    inactivity_s: Positive
    warning_s: Positive  # the warning comes so long before an idle session is closed
    disconnected_s: Positive
    reconnect_ms: tuple[Positive, Positive]
    betting_s: Positive | None = None
    squeeze_s: Positive | None = None


class Reading(Part, frozen=True):
    """How we read words of the book that are ambiguous or contradict each other."""

    words: Text
    reads: Text
    because: Text


class Sheet(Part, frozen=True, dict=True):
    name: Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*\Z")]
    title: Text
    book: Text
    cards: Cards
    betting: Betting
    money: Money
    bets: SheetBets
    tiraggio: PrintedTiraggio
    times: Times
    table: SheetTable = SheetTable()
    readings: tuple[Reading, ...] = ()

    def __repr__(self) -> str:
        return f"<sheet {self.name}: {self.title}>"

    @cached_property
    def rule(self) -> Tiraggio:
        return read_tiraggio(self.tiraggio)

    @cached_property
    def offers(self) -> Mapping[Bet, BetRule]:
        return MappingProxyType({bet: rule for bet in Bet if (rule := getattr(self.bets, bet))})
