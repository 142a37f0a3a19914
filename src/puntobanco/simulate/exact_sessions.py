"""The exact chances of a session, added up coup by coup without simulation.

A player with one bet and a progression is in few states: a bankroll and a stake. From coup to
coup the chance of each goes on to three others (won, pushed, lost), and what has ended stays.
The chances of a coup are exact integers of the odds; the sums are float64.
"""

from math import gcd, sqrt
from typing import Final, TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from puntobanco.errors import BadField
from puntobanco.game.sabot import full
from puntobanco.game.settlement import check_stakes
from puntobanco.game.sheet import Sheet, Shuffle
from puntobanco.odds.count import count
from puntobanco.simulate.plans import (
    HasSheet,
    Progression,
    SessionEnding,
    SessionPlan,
    check_session,
    check_share,
    sheet_of,
)
from puntobanco.tabular import Row, Tabular

Chances: TypeAlias = NDArray[np.float64]

MOST_SUMS: Final = 5 * 10**9  # about half a minute
SUMS_TO_A_COUP: Final = 4000  # the fixed cost of a coup, in sums
LOST: Final = 1e-7  # more than float64 can lose of the chances in the longest session


class ExactSession(Tabular, Struct, frozen=True, eq=False):
    """The possible results of a session and their chances."""

    columns = {"figure": str, "exact": float}

    bankroll: int
    results: NDArray[np.int64]  # cents won or lost, ascending
    chances: Chances  # of each
    lengths: Chances  # the chance of ending after 0, 1, 2... coups
    endings: dict[SessionEnding, float]

    @property
    def result(self) -> float:
        """The expected result in cents."""
        return float(self.results @ self.chances)

    @property
    def deviation(self) -> float:
        """The standard deviation of the result."""
        return sqrt(np.square(self.results - self.result) @ self.chances)

    @property
    def length(self) -> float:
        """The expected number of coups."""
        return float(np.arange(len(self.lengths)) @ self.lengths)

    @property
    def ruin(self) -> float:
        return self.endings[SessionEnding.RUIN]

    @property
    def target(self) -> float:
        return self.endings[SessionEnding.TARGET]

    def result_quantile(self, share: float) -> int:
        """The lowest result that the player does not surpass with at least this chance."""
        return int(self.results[_quantile(self.chances, share)])

    def length_quantile(self, share: float) -> int:
        return _quantile(self.lengths, share)

    @property
    def figures(self) -> dict[str, float]:
        means = {"result": self.result, "length": self.length}
        return means | {str(ending): self.endings[ending] for ending in SessionEnding}

    def __repr__(self) -> str:
        return f"<exactly: {', '.join(f'{name} {x:.6g}' for name, x in self.figures.items())}>"

    def rows(self) -> list[Row]:
        return [{"figure": figure, "exact": exact} for figure, exact in self.figures.items()]


def _quantile(chances: Chances, share: float) -> int:
    check_share(share)
    # Allow for rounding errors of float64, so that a median of exactly one half is found.
    return int(np.searchsorted(chances.cumsum(), share * (1 - 1e-12)).clip(0, len(chances) - 1))


def exact_session(
    house: Sheet | HasSheet, session: SessionPlan, *, every_coup: bool = False
) -> ExactSession:
    """The chances of a flat plan or a martingale at a house that shuffles every coup.

    The coups of a sabot hang together, and such a house is refused, unless `every_coup` asks
    for its chances as if it were shuffled every coup: close, but not exact.
    """
    check_session(session)
    sheet = sheet_of(house)
    plan = session.plan
    if not isinstance(plan, Progression):
        raise BadField(why="only flat plans and martingales have exact sessions: simulate it")
    if sheet.cards.shuffle is not Shuffle.EVERY_COUP and not every_coup:
        raise BadField(why=f"{sheet.name} deals whole sabots: simulate it, or say every_coup=True")
    check_stakes(sheet, {plan.bet: plan.stake})
    return _Walk(sheet, session, plan).walk()


class _Walk:
    """All sessions at once: a row for each stake, a column for each bankroll."""

    def __init__(self, sheet: Sheet, session: SessionPlan, plan: Progression) -> None:
        counted = count(full(sheet.cards.decks), sheet.rule)
        self.win = counted.wins[plan.bet] / counted.total
        self.push = counted.pushes(plan.bet) / counted.total
        losses = counted.total - counted.wins[plan.bet] - counted.pushes(plan.bet)
        self.lose = losses / counted.total
        self.session = session
        stakes = plan.stakes(sheet)
        winnings = [sheet.offers[plan.bet].net.winnings(stake) for stake in stakes]
        # All bankrolls are a whole number of units apart: 0.05 when 1.00 on Banco wins 0.95.
        self.unit = gcd(*stakes, *winnings)
        self.rest = session.bankroll % self.unit
        self.ups = [won // self.unit for won in winnings]
        self.downs = [stake // self.unit for stake in stakes]
        self.broke = [self._column(stake) for stake in stakes]
        self.size, self.enough = self._columns()
        self._check_size(self.size)
        floor = session.stop.floor
        self.above = 0 if floor is None else self._column(floor + 1)  # the first above the floor

    def _column(self, bankroll: int) -> int:
        """The first column with at least this bankroll."""
        return max(0, -(-(bankroll - self.rest) // self.unit))

    def _columns(self) -> tuple[int, int]:
        """How many bankrolls can be reached, and from which one on there is enough."""
        if self.session.stop.target is None:
            size = self._most() + 1
            return size, size
        enough = self._column(self.session.stop.target)
        stakable = zip(self.ups, self.broke, strict=True)
        return enough + max([up for up, broke in stakable if broke < enough], default=1), enough

    def _most(self) -> int:
        """The highest column within the coups, if no target ends the session before."""
        reached = [self._column(self.session.bankroll)] + [-1] * (len(self.ups) - 1)
        for _ in range(self.session.stop.coups):
            after = reached.copy()
            for step, (up, down) in enumerate(zip(self.ups, self.downs, strict=True)):
                lost = min(step + 1, len(reached) - 1)
                if reached[step] >= self.broke[step]:
                    after[0] = max(after[0], reached[step] + up)
                    after[lost] = max(after[lost], reached[step] - down)
            if after == reached:
                break
            self._check_size(max(after) + 1)
            reached = after
        return max(reached)

    def _check_size(self, columns: int) -> None:
        sums = columns * len(self.ups) + SUMS_TO_A_COUP
        if sums * self.session.stop.coups > MOST_SUMS:
            raise BadField(why="too many bankrolls to add up: fewer coups, a target, or simulate")

    def walk(self) -> ExactSession:
        ended = np.zeros(self.size)
        endings = dict.fromkeys(SessionEnding, 0.0)
        lengths = np.zeros(self.session.stop.coups + 1)
        live = np.zeros((len(self.ups), self.size))
        live[0, self._column(self.session.bankroll)] = 1.0
        for played in range(len(lengths)):
            if played:
                live = self._coup(live)
            over = np.zeros_like(ended)
            home = (
                (SessionEnding.TARGET, slice(self.enough, None)),
                (SessionEnding.FLOOR, slice(self.above)),
            )
            for ending, columns in home:
                over[columns] = live[:, columns].sum(axis=0)
                endings[ending] += float(over[columns].sum())
                live[:, columns] = 0
            for row, broke in zip(live, self.broke, strict=True):
                endings[SessionEnding.RUIN] += float(row[:broke].sum())
                over[:broke] += row[:broke]
                row[:broke] = 0
            ended += over
            lengths[played] = over.sum()
        ended += live.sum(axis=0)
        endings[SessionEnding.COUPS] = float(live.sum())
        lengths[-1] += live.sum()
        if abs(ended.sum() - 1) > LOST:
            raise RuntimeError(f"chances of {ended.sum()} in all: some bankroll has no column")
        (possible,) = ended.nonzero()
        bankrolls = self.rest + self.unit * possible
        bankroll = self.session.bankroll
        return ExactSession(bankroll, bankrolls - bankroll, ended[possible], lengths, endings)

    def _coup(self, live: Chances) -> Chances:
        after = live * self.push
        for step, (up, down) in enumerate(zip(self.ups, self.downs, strict=True)):
            lost = min(step + 1, len(live) - 1)
            # All remaining bankrolls cover the stake, and no win goes beyond the last column.
            after[0, up:] += self.win * live[step, : max(0, self.size - up)]
            after[lost, : max(0, self.size - down)] += self.lose * live[step, down:]
        return after
