"""Cents, odds, and the one place where anything is rounded."""

import re
from fractions import Fraction

from msgspec import Struct


class Odds(Struct, frozen=True):
    """Winnings to stake, as two integers: 19:20 wins 95 cents on a euro."""

    win: int
    stake: int

    def winnings(self, stake: int) -> int:
        """The winnings without the stake, rounded down to the cent."""
        return stake * self.win // self.stake

    def exact_on(self, step: int) -> bool:
        """Whether every multiple of the step wins whole cents."""
        return step * self.win % self.stake == 0

    @property
    def fraction(self) -> Fraction:
        return Fraction(self.win, self.stake)

    def __str__(self) -> str:
        return f"{self.win}:{self.stake}"


class NotOdds(ValueError):
    """Text that isn't two positive integers with a colon between them."""


def parse_odds(text: str) -> Odds:
    """Read "19:20"."""
    match = re.fullmatch(r"([1-9][0-9]{0,2}):([1-9][0-9]{0,2})", text)
    if match is None:
        raise NotOdds(text)
    return Odds(int(match[1]), int(match[2]))


def less_commission(odds: Odds, commission: int) -> Odds:
    """The odds after a commission in per cent: 1:1 less 5 is 19:20."""
    if not commission:
        return odds
    net = odds.fraction * (100 - commission) / 100
    return Odds(net.numerator, net.denominator)


def euros(cents: int) -> str:
    """Cents as people write them: 123450 is 1,234.50."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100:,}.{abs(cents) % 100:02}"


def decimal(cents: int) -> str:
    """Cents as spreadsheets read them: -123450 is -1234.50."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02}"
