"""The simulated return of each bet, next to the exact one."""

from fractions import Fraction
from math import sqrt
from typing import ClassVar

import numpy as np
from msgspec import Struct

from puntobanco.game.bets import Bet
from puntobanco.game.sheet import Sheet
from puntobanco.odds.returns import BetReturn, Returns
from puntobanco.simulate.cut_card import shifts
from puntobanco.simulate.runs import Tally
from puntobanco.tabular import Row, Tabular

_BETS = list(Bet)
FEW = 30  # sabots: with fewer, the standard error itself is too uncertain to divide by


class Estimate(Struct, frozen=True):
    """A bet's return, in per cent of the stake."""

    rtp: float
    stderr: float
    exact: float  # of whole sabots, if the house plays to a cut card
    sabots: int  # or coups, if each is shuffled

    @property
    def z(self) -> float | None:
        """The distance in standard errors; None for few sabots or without spread."""
        if self.sabots < FEW or not self.stderr:
            return None
        return (self.rtp - self.exact) / self.stderr


class Estimates(Tabular, Struct, frozen=True):
    """All bets of a house over one run."""

    columns: ClassVar = {
        "house": str,
        "bet": str,
        "rtp": float,
        "stderr": float,
        "exact": float,
        "z": float,
    }

    house: str
    coups: int
    sabots: int | None  # None if the cards are shuffled before every coup
    bets: dict[Bet, Estimate]

    def rows(self) -> list[Row]:
        return [
            {
                "house": self.house,
                "bet": bet.value,
                "rtp": each.rtp,
                "stderr": each.stderr,
                "exact": each.exact,
                "z": each.z,
            }
            for bet, each in self.bets.items()
        ]


def expected(sheet: Sheet, odds: Returns) -> dict[Bet, float]:
    """The returns that a run approaches, in per cent: a fresh sabot's, shifted by the cut card."""
    moved = shifts(sheet.cards, sheet.rule)
    tie = moved[Bet.EGALITE]
    return {
        bet: 100
        * float(
            each.exact
            + Fraction(moved[bet]) * (1 + each.rule.net.fraction)
            + Fraction(tie if each.pushes else 0)
        )
        for bet, each in odds.bets.items()
    }


def estimate(sheet: Sheet, odds: Returns, tally: Tally, exact: dict[Bet, float]) -> Estimates:
    """The return of every bet; its standard error treats the coups of a sabot as dependent.

    The pooled return is a ratio, winnings over coups; its error is that of their difference
    from sabot to sabot. Coups shuffled every time are sabots of one coup.
    """
    sabots, coups = int(tally[0, 0]), int(tally[0, 1])
    estimates = {}
    for bet, each in odds.bets.items():
        pays = _pays(each)
        mean = float(pays @ tally[0]) / coups
        residual = pays.copy()
        residual[1] -= mean
        spread = max(0.0, float(residual @ tally @ residual)) * sabots / max(1, sabots - 1)
        estimates[bet] = Estimate(100 * mean, 100 * sqrt(spread) / coups, exact[bet], sabots)
    whole = sabots if sheet.cards.cut else None
    return Estimates(sheet.name, coups, whole, estimates)


def _pays(each: BetReturn) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """What each column of a tally gives back for a stake of one."""
    pays = np.zeros(2 + len(Bet))
    pays[2 + _BETS.index(each.bet)] = float(1 + each.rule.net.fraction)
    if each.pushes:
        pays[2 + _BETS.index(Bet.EGALITE)] = 1.0
    return pays
