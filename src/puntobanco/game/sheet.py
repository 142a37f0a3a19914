"""A house's rule sheet: everything that differs between casinos, as data."""

import re
import tomllib
from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from puntobanco.errors import (
    BadOdds,
    BadPercentage,
    BadTiraggio,
    BadValue,
    MissingKey,
    NotToml,
    StepBreaksOdds,
    UnknownKey,
)
from puntobanco.game.bets import Bet
from puntobanco.game.coup import MOST_CARDS, Side
from puntobanco.game.tiraggio import CellRefused, PrintedTiraggio, Tiraggio, read_tiraggio
from puntobanco.money import NotOdds, Odds, less_commission, parse_odds

Cents = Annotated[int, Meta(ge=1, le=10**12)]
Positive = Annotated[int, Meta(ge=1, le=10**6)]
Text = Annotated[str, Meta(min_length=1)]


class Shuffle(StrEnum):
    EVERY_COUP = "every-coup"
    CUT_CARD = "cut-card"


class Faces(StrEnum):
    UP = "up"
    DOWN = "down"


class Source(StrEnum):
    SABOT = "sabot"  # ours
    CROUPIER = "croupier"  # a real one, its cards read in


class Excess(StrEnum):
    BURNED = "burned"
    NEXT_COUP = "next-coup"


class EndedBy(StrEnum):
    PLAYER = "player"
    CLOCK = "clock"
    CROUPIER = "croupier"


class Rounding(StrEnum):
    EXACT = "exact"  # the step keeps the printed odds whole
    DOWN = "down"  # winnings are rounded down to the cent


class TieStakes(StrEnum):
    RETURNED = "returned"
    LEFT = "left"  # on the cloth, to be withdrawn or played on


class Part(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table of a sheet's file."""


class Burn(Part, frozen=True):
    ten: Positive  # cards burned when the first one is a ten or a figure; else its points


class Cards(Part, frozen=True):
    decks: Annotated[int, Meta(ge=1, le=8)]
    shuffle: Shuffle
    faces: Annotated[tuple[Faces, ...], Meta(min_length=1)]  # the first one is the usual one
    sources: Annotated[tuple[Source, ...], Meta(min_length=1)]
    cut: Positive | None = None  # cards behind the cut card
    burn: Burn | None = None
    excess: Excess | None = None  # what becomes of a false draw's card

    @property
    def total(self) -> int:
        return 52 * self.decks


class Betting(Part, frozen=True):
    ended_by: EndedBy
    tie_stakes: TieStakes
    several_confirmations: bool
    automatic_confirmation: bool
    confirm: Text | None = None  # the words on the buttons
    clear: Text = "Annulla"
    leave: Text = "Incassa ed esci"


class Money(Part, frozen=True):
    currency: Annotated[str, Meta(pattern="^[A-Z]{3}$")]
    play_only: bool
    step: Cents
    coup_max: Cents
    rounding: Rounding
    chips: Annotated[tuple[Cents, ...], Meta(min_length=1)]


class BetRule(Part, frozen=True, dict=True):  # a dict for what is derived once
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


class Bets(Part, frozen=True):
    punto: BetRule | None = None
    banco: BetRule | None = None
    egalite: BetRule | None = None
    punto_pair: BetRule | None = None
    banco_pair: BetRule | None = None
    either_pair: BetRule | None = None
    perfect_pair: BetRule | None = None
    grande: BetRule | None = None
    piccolo: BetRule | None = None


class Table(Part, frozen=True):
    """Who sits and stands around it; a private table has no boxes."""

    boxes: tuple[Positive, ...] = ()  # by the table's size
    players_per_box: Positive | None = None
    standing: bool = False
    holders: tuple[Side, ...] = ()  # sides whose cards a client may hold; the first has priority
    holder_calls: bool = False  # Punto's holder asks for a card or refuses it
    tips: bool = False
    display: bool = False


class Times(Part, frozen=True):
    inactivity_s: Positive
    warning_s: Positive  # before the inactivity ends the session
    disconnected_s: Positive
    reconnect_ms: tuple[Positive, Positive]
    betting_s: Positive | None = None
    squeeze_s: Positive | None = None


class Reading(Part, frozen=True):
    """Words of the book that can be read in more than one way, or do not add up."""

    words: Text
    reads: Text
    because: Text


class Sheet(Part, frozen=True, dict=True):
    name: Annotated[str, Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$")]
    title: Text
    book: Text
    cards: Cards
    betting: Betting
    money: Money
    bets: Bets
    tiraggio: PrintedTiraggio
    times: Times
    table: Table = Table()
    readings: tuple[Reading, ...] = ()

    @cached_property
    def rule(self) -> Tiraggio:
        return read_tiraggio(self.tiraggio)

    @cached_property
    def offers(self) -> dict[Bet, BetRule]:
        return {bet: rule for bet in Bet if (rule := getattr(self.bets, bet))}


def read_sheet(text: str, file: str) -> Sheet:
    """Read a sheet's text; what can't be played by is refused with file, key and value."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NotToml(file=file, why=str(error)) from None
    try:
        sheet = msgspec.convert(raw, Sheet)
    except msgspec.ValidationError as error:
        raise _refusal(str(error), raw, file) from None
    _check_tiraggio(sheet, file)
    for key, value, why in _contradictions(sheet):
        raise BadValue(file=file, key=key, value=value, why=why)
    for bet, rule in sheet.offers.items():
        _check_bet(sheet, bet, rule, file)
    return sheet


def _refusal(message: str, raw: dict[str, Any], file: str) -> UnknownKey | MissingKey | BadValue:
    """Say in our words what msgspec found, and where."""
    why, _, place = message.partition(" - at `$")
    path = re.findall(r"\w+", place)
    field = re.search(r"field `(\w+)`", why)
    if field:
        path.append(field[1])
    key = ".".join(path)
    if field and "missing" in why:
        return MissingKey(file=file, key=key)
    value: Any = raw
    for step in path:
        value = value[int(step)] if isinstance(value, list) else value[step]
    if field:
        return UnknownKey(file=file, key=key, value=value)
    return BadValue(file=file, key=key, value=value, why=why)


def _check_tiraggio(sheet: Sheet, file: str) -> None:
    try:
        read_tiraggio(sheet.tiraggio)
    except CellRefused as refused:
        value = getattr(sheet.tiraggio, refused.table)
        key = f"tiraggio.{refused.table}"
        raise BadTiraggio(file=file, key=key, value=value, why=str(refused)) from None


Contradiction = tuple[str, object, str]  # key, value, why


def _contradictions(sheet: Sheet) -> Iterator[Contradiction]:
    """Values that are fine alone and impossible together."""
    yield from _in_cards(sheet.cards)
    yield from _in_times(sheet)
    yield from _in_money(sheet)


def _in_cards(cards: Cards) -> Iterator[Contradiction]:
    if cards.shuffle is Shuffle.EVERY_COUP:
        if cards.cut is not None or cards.burn is not None:
            yield "cards.cut", cards.cut, "cards shuffled before every coup have no cut and no burn"
    elif cards.cut is None:
        yield "cards.cut", None, "a sabot with a cut card says how many cards lie behind it"
    else:
        # The coup that meets the cut card may need six more; the burn must leave a coup.
        most = cards.total - (cards.burn.ten if cards.burn else 0) - 10
        if not MOST_CARDS <= cards.cut <= most:
            yield "cards.cut", cards.cut, f"{MOST_CARDS} to {most} cards lie behind a cut card"


def _in_times(sheet: Sheet) -> Iterator[Contradiction]:
    betting, times = sheet.betting, sheet.times
    if (betting.ended_by is EndedBy.CLOCK) != (times.betting_s is not None):
        yield "times.betting_s", times.betting_s, "betting has a time where a clock ends it"
    if betting.confirm is None and betting.ended_by is not EndedBy.CROUPIER:
        yield "betting.confirm", None, "players confirm their bets with a button"
    if bool(sheet.table.holders) != (times.squeeze_s is not None):
        yield "times.squeeze_s", times.squeeze_s, "who may hold cards has a time to turn them"
    if times.warning_s >= times.inactivity_s:
        yield "times.warning_s", times.warning_s, "the warning comes before the end"
    if times.reconnect_ms[0] > times.reconnect_ms[1]:
        yield "times.reconnect_ms", times.reconnect_ms, "the delays grow"


def _in_money(sheet: Sheet) -> Iterator[Contradiction]:
    money = sheet.money
    if list(money.chips) != sorted(set(money.chips)):
        yield "money.chips", money.chips, "chips go up"
    if not sheet.offers:
        yield "bets", {}, "a house offers at least one bet"
    amounts = [("money.chips", chip) for chip in money.chips]
    for bet, rule in sheet.offers.items():
        amounts += [(f"bets.{bet}.min", rule.min), (f"bets.{bet}.max", rule.max)]
        if rule.min > rule.max:
            yield f"bets.{bet}.min", rule.min, f"above the maximum of {rule.max}"
        if rule.min > money.coup_max:
            yield f"bets.{bet}.min", rule.min, f"above the coup's maximum of {money.coup_max}"
    for key, amount in amounts:
        if amount % money.step:
            yield key, amount, f"not a multiple of the step of {money.step}"


def _check_bet(sheet: Sheet, bet: Bet, rule: BetRule, file: str) -> None:
    try:
        parse_odds(rule.odds)
    except NotOdds:
        raise BadOdds(file=file, key=f"bets.{bet}.odds", value=rule.odds) from None
    if rule.rtp is not None and not re.fullmatch(r"[0-9]{1,3},[0-9]{2}%", rule.rtp):
        raise BadPercentage(file=file, key=f"bets.{bet}.rtp", value=rule.rtp)
    money = sheet.money
    if money.rounding is Rounding.EXACT and not rule.net.exact_on(money.step):
        stake = next(
            s for s in range(rule.min, rule.max + 1, money.step) if not rule.net.exact_on(s)
        )
        raise StepBreaksOdds(file=file, key="money.step", value=money.step, stake=stake)
