"""How long exact odds of any cards left take, compared with a NumPy enumeration."""

import time
from collections.abc import Callable, Collection, Iterator
from statistics import median

import numpy as np
from numpy.typing import NDArray

import puntobanco
from benchmarks.row import Row, Work
from puntobanco.game.tiraggio import Tiraggio
from puntobanco.odds.fast import Counts, Evaluator

SABOTS = 4096
REPEATS = 15
ONE_BY_ONE = 500  # sabots per repeat
ENUMERATED = 3


def returns() -> Iterator[Row]:
    """Measure ours and the reference in turn, so that the machine's load is the same for both."""
    tiraggio = puntobanco.house("live-mini").sheet.rule
    evaluator, reference = Evaluator(tiraggio), Enumeration(tiraggio)
    lefts = np.random.default_rng(1).integers(0, 9, (SABOTS, 52))
    counted = evaluator.counts(lefts)
    for left, ours in zip(lefts[:ENUMERATED], counted[:ENUMERATED], strict=True):
        if reference.count(left).tolist() != ours[:4].tolist():
            raise RuntimeError("the counts differ")

    one, batch, enumerated = [], [], []
    for _ in range(REPEATS):
        one.append(_microseconds(evaluator.count, [*lefts[:ONE_BY_ONE]]))
        batch.append(_microseconds(evaluator.counts, [lefts]) / SABOTS)
        enumerated.append(_microseconds(reference.count, [*lefts[:ENUMERATED]]))
    theirs = median(enumerated)
    for name, times, target in (
        ("one sabot", one, "≤ 8 µs"),
        (f"each of {SABOTS:,}", batch, "≤ 2.5 µs"),
    ):
        yield Row(
            f"exact returns, {name}",
            f"{median(times):.2f} µs",
            target,
            f"NumPy, all sequences: {theirs:,.0f} µs",
            theirs / median(times),
        )


class Enumeration:
    """What an analyst would write: all 10**6 sequences of six values by broadcasting, with tables
    of the winner of each, and of how many earlier cards had the same value."""

    def __init__(self, tiraggio: Tiraggio) -> None:
        self.taken = [np.zeros(10)]
        for _ in range(5):
            self.taken.append(self.taken[-1][..., None, :] + np.eye(10))
        p1, b1, p2, b2, fifth, sixth = np.ix_(*[np.arange(10)] * 6)
        punto, banco = (p1 + p2) % 10, (b1 + b2) % 10
        draws = np.zeros((10, 10), bool)
        draws[:8] = tiraggio.banco
        stood = np.array([*tiraggio.banco_if_stood, False, False])
        plays = (punto < 8) & (banco < 8)
        punto_draws = plays & np.array([*tiraggio.punto, False, False])[punto]
        banco_draws = plays & np.where(punto_draws, draws[banco, fifth], stood[banco])
        punto = (punto + punto_draws * fifth) % 10
        banco = (banco + banco_draws * np.where(punto_draws, sixth, fifth)) % 10
        self.wins = np.array([(punto > banco).ravel(), (banco > punto).ravel()], float)

    def count(self, left: Counts) -> NDArray[np.float64]:
        """The number of all sequences, and of those that Punto, Banco or neither wins."""
        ranks = left.reshape(13, 4).sum(axis=1)
        held = np.array([ranks[9:].sum(), *ranks[:9]])
        ways: NDArray[np.float64] = np.ones(())
        for taken in self.taken:
            free = held - taken
            free *= ways[..., None]
            ways = free
        total, (punto, banco) = ways.sum(), self.wins @ ways.ravel()
        return np.array([total, punto, banco, total - punto - banco])


def _microseconds(function: Callable[[Counts], object], inputs: Collection[Counts]) -> float:
    """The time for one input."""
    started = time.perf_counter()
    for given in inputs:
        function(given)
    return (time.perf_counter() - started) / len(inputs) * 1e6


WORKS: tuple[Work, ...] = (returns,)
