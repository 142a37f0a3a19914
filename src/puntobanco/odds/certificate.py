"""The certificate of a sheet: its exact returns are in bounds and as printed."""

from fractions import Fraction
from functools import lru_cache
from typing import Final

from puntobanco.errors import PrintedDiffers, ReturnTooHigh, ReturnTooLow
from puntobanco.game.sabot import full
from puntobanco.game.sheet import Sheet
from puntobanco.game.tiraggio import Tiraggio
from puntobanco.odds.count import Count, count
from puntobanco.odds.returns import BetReturn, Returns, percent, returns

HIGHEST: Final = Fraction(1)
LOWEST: Final = Fraction(75, 100)


def certify(sheet: Sheet, file: str) -> Returns:
    """Compute a sheet's returns from a fresh sabot; refuse the sheet if they are wrong."""
    certificate = returns(sheet, _fresh(sheet.cards.decks, sheet.rule))
    for each in certificate.bets.values():
        _check(each, file)
    return certificate


@lru_cache(maxsize=32)
def _fresh(decks: int, tiraggio: Tiraggio) -> Count:
    """Count once for all houses with the same cards and tiraggio."""
    return count(full(decks), tiraggio)


def _check(each: BetReturn, file: str) -> None:
    key, odds = f"bets.{each.bet}.odds", each.rule.odds
    # Rounding only lowers a return, so the highest one is at the printed odds.
    highest, stake = each.highest if each.exact > HIGHEST else (each.exact, each.rule.max)
    if highest > HIGHEST:
        raise ReturnTooHigh(file=file, key=key, value=odds, rtp=_decimals(highest), stake=stake)
    lowest, stake = each.lowest
    if lowest < LOWEST:
        raise ReturnTooLow(file=file, key=key, value=odds, rtp=_decimals(lowest), stake=stake)
    if each.printed_holds is False:
        rtp = _decimals(each.exact)
        raise PrintedDiffers(file=file, key=f"bets.{each.bet}.rtp", value=each.rule.rtp, rtp=rtp)


def _decimals(share: Fraction) -> str:
    return f"{percent(share):.6f}"
