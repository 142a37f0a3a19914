"""How many coups per second the simulation deals, compared with NumPy, and on two cores."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from math import sqrt
from os import sched_getaffinity
from statistics import median
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

import puntobanco
from benchmarks.row import Row, Work
from puntobanco.game.tiraggio import Tiraggio
from puntobanco.odds.count import count
from puntobanco.simulate.fresh_coups import BLOCK, simulate_fresh
from puntobanco.simulate.whole_sabots import simulate_sabots

Bytes: TypeAlias = NDArray[np.uint8]

REPEATS = 9
FRESH_BLOCKS = 96  # per repeat, about 0.1 s
SABOT_BLOCKS = 64
NUMPY_COUPS = 2**20
CHUNK = 2**14  # coups that NumPy plays at once, few enough for the cache


def coups() -> Iterator[Row]:
    """Measure ours and the reference in turn, so that the machine's load is the same for both."""
    sheet = puntobanco.house("live-mini").sheet
    reference = Vectorised(sheet.rule)
    reference.check()

    def fresh(decks: int) -> Callable[[int], int]:
        return lambda at: _coups(simulate_fresh(sheet.rule, decks, 1, at, FRESH_BLOCKS)[:, 0])

    def sabots(at: int) -> int:
        return _coups(simulate_sabots(sheet.cards, sheet.rule, 1, at, SABOT_BLOCKS)[:, 0, 1])

    works: dict[str, Callable[[int], int]] = {
        "one": fresh(1),
        "eight": fresh(8),
        "sabots": sabots,
        "numpy one": lambda at: reference.simulate(1, at, NUMPY_COUPS)[0],
        "numpy eight": lambda at: reference.simulate(8, at, NUMPY_COUPS)[0],
        "fresh twice": lambda at: _twice(fresh(8), at),
        "sabots twice": lambda at: _twice(sabots, at),
    }
    speeds: dict[str, list[float]] = {name: [] for name in works}
    for work in works.values():
        work(0)
    for at in range(REPEATS):
        for name, work in works.items():
            speeds[name].append(_millions(work, at))
    now = {name: median(values) for name, values in speeds.items()}
    cores = len(sched_getaffinity(0))
    for name in ("one", "eight"):
        yield Row(
            f"coups shuffled one by one, {name} deck{'s' * (name != 'one')}",
            f"{now[name]:,.0f} M/s",
            "≥ 120 M/s, 8 ×",
            f"NumPy: {now[f'numpy {name}']:.1f} M/s",
            now[name] / now[f"numpy {name}"],
        )
    yield Row(
        "coups of whole sabots, eight decks",
        f"{now['sabots']:,.0f} M/s",
        "≥ 40 M/s",
        f"NumPy, shuffled one by one: {now['numpy eight']:.1f} M/s",
        now["sabots"] / now["numpy eight"],
    )
    for label, name, one in (
        ("shuffled one by one", "fresh", "eight"),
        ("whole sabots", "sabots", "sabots"),
    ):
        yield Row(
            f"two threads, {label}",
            f"{now[f'{name} twice']:,.0f} M/s",
            "≥ 1.8 ×",
            f"one thread ({cores} cores): {now[one]:,.0f} M/s",
            # Take the best of each, because other load slows down two cores more than one.
            max(speeds[f"{name} twice"]) / max(speeds[one]),
        )


class Vectorised:
    """What a careful analyst would write: six cards per coup, in arrays small enough for the
    cache, and the rule as lookup tables."""

    def __init__(self, tiraggio: Tiraggio) -> None:
        self.tiraggio = tiraggio
        self.digit = np.arange(20, dtype=np.uint8) % 10
        self.punto = np.zeros((10, 10), bool)  # by the points of both sides
        self.punto[:8, :8] = np.array(tiraggio.punto)[:, None]
        self.banco = np.zeros((10, 10, 11), bool)  # by these points and Punto's third card
        self.banco[:8, :8, :10] = tiraggio.banco
        self.banco[:8, :8, 10] = tiraggio.banco_if_stood

    def simulate(self, decks: int, seed: int, coups: int) -> list[int]:
        """The number of coups, and of wins for each bet, in the order of Bet."""
        random = np.random.default_rng(seed)
        ranks = np.repeat(np.arange(13, dtype=np.uint8), 4 * decks)
        points = np.where(ranks < 9, ranks + 1, 0).astype(np.uint8)
        kinds = np.repeat(np.arange(52, dtype=np.uint8), decks)
        counted = np.zeros(10, int)
        while counted[0] < coups:
            cards = random.integers(0, 52 * decks, (6, CHUNK), np.uint16)
            twice = np.zeros(CHUNK, bool)
            for one, other in combinations(cards, 2):
                twice |= one == other
            cards = cards[:, ~twice]
            counted += self._play(points[cards], ranks[cards[:4]], kinds[cards[:4]])
        return counted.tolist()

    def _play(self, points: Bytes, ranks: Bytes, kinds: Bytes) -> list[int]:
        p1, b1, p2, b2, fifth, sixth = points
        punto, banco = self.digit[p1 + p2], self.digit[b1 + b2]
        punto_draws = self.punto[punto, banco]
        banco_draws = self.banco[punto, banco, np.where(punto_draws, fifth, 10)]
        punto = self.digit[punto + punto_draws * fifth]
        banco = self.digit[banco + banco_draws * np.where(punto_draws, sixth, fifth)]
        pairs, perfect = ranks[:2] == ranks[2:], kinds[:2] == kinds[2:]
        grande = punto_draws | banco_draws
        outcomes = punto > banco, banco > punto, punto == banco
        sides = *pairs, pairs.any(axis=0), perfect.any(axis=0), grande, ~grande
        return [len(punto), *(int(won.sum()) for won in (*outcomes, *sides))]

    def check(self) -> None:
        """Check that the reference plays the same game."""
        total, *won = self.simulate(8, 0, NUMPY_COUPS)
        exact = count([8] * 52, self.tiraggio)
        for wins, expected in zip(won, exact.wins.values(), strict=True):
            chance = expected / exact.total
            if abs(wins - total * chance) > 5 * sqrt(total * chance * (1 - chance)):
                raise RuntimeError("the reference does not agree with the odds")


def _coups(column: NDArray[np.int64]) -> int:
    return int(column.sum())


def _twice(work: Callable[[int], int], at: int) -> int:
    """The same work on two threads at once, from different blocks."""
    with ThreadPoolExecutor(2) as threads:
        return sum(threads.map(work, (at, at + BLOCK)))


def _millions(work: Callable[[int], int], at: int) -> float:
    """Millions of coups per second."""
    started = time.perf_counter()
    return work(at) / (time.perf_counter() - started) / 1e6


WORKS: tuple[Work, ...] = (coups,)
