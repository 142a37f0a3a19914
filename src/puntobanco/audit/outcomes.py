"""Counts the outcomes of all tables and compares them with their exact chances."""

from collections import Counter
from collections.abc import Mapping
from math import exp
from typing import Final

from msgspec import Struct

from puntobanco.audit.rules import Rules
from puntobanco.fair.commitment import CommitmentEnding
from puntobanco.game.coup import Outcome
from puntobanco.wire.messages import WhyRetired

FEWEST: Final = 5  # least expected count of an outcome for a chi-square test
UNBELIEVABLE: Final = 1e-6


class OutcomeCounts:
    """What the tables have dealt, and what retired commitments would have."""

    def __init__(self) -> None:
        self.coups = 0
        self.played: Counter[tuple[str, Outcome]] = Counter()  # by sheet
        self.given_up: Counter[tuple[str, Outcome]] = Counter()  # by sheet
        self.retired: Counter[tuple[str, WhyRetired | CommitmentEnding]] = Counter()  # by table


class Frequencies(Struct, frozen=True):
    """Counts of outcomes, and the probability of such a deviation by chance."""

    coups: int
    came: dict[Outcome, int]
    expected: dict[Outcome, float]
    p: float | None  # None: too few coups

    @property
    def is_believable(self) -> bool:
        return self.p is None or self.p >= UNBELIEVABLE


def compare(came: Mapping[tuple[str, Outcome], int], rules: Mapping[str, Rules]) -> Frequencies:
    """Compare counts by sheet and outcome with the exact chances of each sheet."""
    by_sheet: Counter[str] = Counter()
    by_outcome: Counter[Outcome] = Counter()
    for (sheet, outcome), times in came.items():
        by_sheet[sheet] += times
        by_outcome[outcome] += times
    expected = dict.fromkeys(Outcome, 0.0)
    for sheet, times in by_sheet.items():
        for outcome, chance in rules[sheet].chances().items():
            expected[outcome] += times * chance
    p = None
    if min(expected.values()) >= FEWEST:
        # For two degrees of freedom the tail of chi-square is exactly this.
        p = exp(-sum((by_outcome[x] - expected[x]) ** 2 / expected[x] for x in Outcome) / 2)
    return Frequencies(
        by_sheet.total(),
        {each: by_outcome[each] for each in Outcome},
        {each: round(expected[each], 3) for each in Outcome},
        p,
    )
