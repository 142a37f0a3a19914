"""Read and check the text of a sheet."""

import re
import tomllib
from collections.abc import Iterator
from typing import Any, Final, TypeVar

import msgspec

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
from puntobanco.game.sheet import BetRule, Cards, EndedBy, Part, Rounding, Sheet, Shuffle
from puntobanco.game.tiraggio import CellRefused, read_tiraggio
from puntobanco.money import NotOdds, parse_odds

PartOfFile = TypeVar("PartOfFile", bound=Part)

LONGEST: Final = 32_768  # characters; our own sheets have a quarter of that


def read_sheet(text: str, file: str) -> Sheet:
    """Read a sheet; refuse a mistake with its file, key and value."""
    return build_sheet(parse(text, file), file)


def read_stored(text: str, file: str) -> Sheet:
    """Read a sheet as databases hold it, as JSON."""
    return build_sheet(msgspec.json.decode(text), file)


def parse(text: str, file: str) -> dict[str, Any]:
    """Parse the text of a house's file."""
    if len(text) > LONGEST:
        raise NotToml(file=file, why=f"longer than {LONGEST} characters")
    try:
        return tomllib.loads(text)
    except ValueError as error:  # also raised for a number with too many digits
        raise NotToml(file=file, why=str(error)) from None
    except RecursionError:
        raise NotToml(file=file, why="nested too deeply") from None


def build_sheet(raw: dict[str, Any], file: str) -> Sheet:
    """Build a sheet from its parsed text."""
    sheet = convert(raw, Sheet, file)
    _check_tiraggio(sheet, file)
    if found := next(_contradictions(sheet), None):
        key, value, why = found
        raise BadValue(file=file, key=key, value=value, why=why)
    for bet, rule in sheet.offers.items():
        _check_bet(sheet, bet, rule, file)
    return sheet


def convert(raw: dict[str, Any], kind: type[PartOfFile], file: str) -> PartOfFile:
    """Convert parsed text to its type; refuse a mistake with its key and value."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise _refusal(str(error), raw, file) from None


def _refusal(message: str, raw: dict[str, Any], file: str) -> UnknownKey | MissingKey | BadValue:
    """Turn an error of msgspec into a refusal that names the key."""
    why, _, where = message.partition(" - at `$")
    path = re.findall(r"\w+", where)
    field = re.search(r"field `(.*)`$", why)
    if field:
        path.append(field[1])
    key = ".".join(path)
    if field and "missing" in why:
        return MissingKey(file=file, key=key)
    value: Any = raw
    for step in path:
        value = value[int(step)] if isinstance(value, list) else value[step]
    if isinstance(value, dict | list):  # which may be deep and long
        value = "a table" if isinstance(value, dict) else "a list"
    if field:
        return UnknownKey(file=file, key=key, value=value)
    return BadValue(file=file, key=key, value=value, why=why)


def _check_tiraggio(sheet: Sheet, file: str) -> None:
    try:
        read_tiraggio(sheet.tiraggio)
    except CellRefused as refused:
        key = f"tiraggio.{refused.table}"
        raise BadTiraggio(file=file, key=key, value=refused.value, why=str(refused)) from None


Contradiction = tuple[str, object, str]  # key, value, why


def _contradictions(sheet: Sheet) -> Iterator[Contradiction]:
    """Values that are valid by themselves but not together."""
    yield from _in_cards(sheet.cards)
    yield from _at_the_table(sheet)
    yield from _in_times(sheet)
    yield from _in_money(sheet)


def _in_cards(cards: Cards) -> Iterator[Contradiction]:
    if cards.shuffle is Shuffle.EVERY_COUP:
        if cards.cut is not None:
            yield "cards.cut", cards.cut, "there is no cut card if every coup is shuffled"
        if cards.burn is not None:
            yield "cards.burn", cards.burn.ten, "no card is burned if every coup is shuffled"
    elif cards.cut is None:
        yield "cards.cut", None, "a sabot with a cut card needs the number of cards after it"
    else:
        # The last coup may need six cards after the cut card; the burn must leave a coup.
        most = cards.total - (cards.burn.ten if cards.burn else 0) - 10
        if not MOST_CARDS <= cards.cut <= most:
            yield "cards.cut", cards.cut, f"must be from {MOST_CARDS} to {most}"


def _at_the_table(sheet: Sheet) -> Iterator[Contradiction]:
    table = sheet.table
    if bool(table.boxes) != (table.players_per_box is not None):
        yield "table.players_per_box", table.players_per_box, "needed with boxes, and only then"
    if table.holder_calls and Side.PUNTO not in table.holders:
        yield "table.holder_calls", table.holder_calls, "table.holders must contain punto"
    for key, values in (
        ("table.holders", table.holders),
        ("cards.faces", sheet.cards.faces),
        ("cards.sources", sheet.cards.sources),
    ):
        if len(set(values)) < len(values):
            yield key, list(values), "a value is there twice"


def _in_times(sheet: Sheet) -> Iterator[Contradiction]:
    betting, times = sheet.betting, sheet.times
    if (betting.ended_by is EndedBy.CLOCK) != (times.betting_s is not None):
        yield "times.betting_s", times.betting_s, "needed if a clock ends betting, and only then"
    if betting.confirm is None and betting.ended_by is not EndedBy.CROUPIER:
        yield "betting.confirm", None, "needed unless a croupier ends the betting"
    if bool(sheet.table.holders) != (times.squeeze_s is not None):
        yield "times.squeeze_s", times.squeeze_s, "needed if players hold cards, and only then"
    if times.warning_s >= times.inactivity_s:
        yield "times.warning_s", times.warning_s, "must be less than times.inactivity_s"
    if times.reconnect_ms[0] > times.reconnect_ms[1]:
        yield "times.reconnect_ms", times.reconnect_ms, "the first delay must not be the longer one"


def _in_money(sheet: Sheet) -> Iterator[Contradiction]:
    money = sheet.money
    if list(money.chips) != sorted(set(money.chips)):
        yield "money.chips", money.chips, "chips must be in ascending order, each once"
    if not sheet.offers:
        yield "bets", {}, "a house must offer at least one bet"
    amounts = [("money.chips", chip) for chip in money.chips]
    for bet, rule in sheet.offers.items():
        amounts += [(f"bets.{bet}.min", rule.min), (f"bets.{bet}.max", rule.max)]
        if rule.min > rule.max:
            yield f"bets.{bet}.min", rule.min, f"above the maximum of {rule.max}"
        if rule.max > money.coup_max:
            yield f"bets.{bet}.max", rule.max, f"above the coup's maximum of {money.coup_max}"
    for key, amount in amounts:
        if amount % money.step:
            yield key, amount, f"not a multiple of the step of {money.step}"
    for bet, rule in sheet.offers.items():
        if rule.min < money.chips[0]:
            yield f"bets.{bet}.min", rule.min, f"below the smallest chip of {money.chips[0]}"


def _check_bet(sheet: Sheet, bet: Bet, rule: BetRule, file: str) -> None:
    try:
        parse_odds(rule.odds)
    except NotOdds:
        raise BadOdds(file=file, key=f"bets.{bet}.odds", value=rule.odds) from None
    if rule.rtp is not None and not re.fullmatch(r"[0-9]{1,3},[0-9]{2}%", rule.rtp):
        raise BadPercentage(file=file, key=f"bets.{bet}.rtp", value=rule.rtp)
    if sheet.money.rounding is Rounding.EXACT:
        # If the step breaks the odds, one of two stakes a step apart does.
        for stake in (rule.min, min(rule.min + sheet.money.step, rule.max)):
            if not rule.net.exact_on(stake):
                key, value = f"bets.{bet}.odds", rule.odds
                raise StepBreaksOdds(file=file, key=key, value=value, stake=stake)
