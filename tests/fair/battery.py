"""A battery of statistical tests that tell a fair dealer from a bad one by the cards alone.

A dealer is any function from a number to an order of cards, each card its index in DECK. Every
statistic has its distribution under fair dealing, so each gives a p-value; all are two-sided,
since cards spread too evenly are no more honest than cards that cluster. `make test` runs them
on a few thousand orders, `make soak` on as many as there is time for.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

Dealer = Callable[[int], Sequence[int]]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

CARDS: Final = 52
RANKS: Final = 13
SUITS: Final = 4
LEADING: Final = 6  # the most cards a coup can have
LEAST_EXPECTED: Final = 5.0  # expected count in a cell of a chi-square test
LEAST_SHARED: Final = 10.0  # expected pairs of orders that begin alike
LEAST_GAP: Final = 0.05  # share of all gaps, in one bin
BATCH: Final = 500


# --- tails of distributions ---


def gamma_tails(a: float, x: float) -> tuple[float, float]:
    """The regularised incomplete gamma functions P(a, x) and Q(a, x)."""
    if x <= 0:
        return 0.0, 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:  # the series
        term = total = 1 / a
        n = a
        while term > total * 1e-16:
            n += 1
            term *= x / n
            total += term
        lower = min(1.0, scale * total)
        return lower, 1 - lower
    b = x + 1 - a  # the continued fraction, by Lentz's method
    c, d = 1e300, 1 / b
    fraction = d
    for i in range(1, 1_000_000):
        step = -i * (i - a)
        b += 2
        d = 1 / (step * d + b)
        c = b + step / c
        fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    upper = min(1.0, scale * fraction)
    return 1 - upper, upper


def two_sided(lower: float, upper: float) -> float:
    return min(1.0, 2 * min(lower, upper))


def chi_square(statistic: float, freedom: int) -> float:
    return two_sided(*gamma_tails(freedom / 2, statistic / 2))


def normal(z: float) -> float:
    return math.erfc(abs(z) / math.sqrt(2))


def poisson(count: int, mean: float) -> float:
    """The two-sided p-value of a Poisson count: both tails are incomplete gamma functions."""
    at_least = gamma_tails(count, mean)[0] if count else 1.0
    return two_sided(gamma_tails(count + 1, mean)[1], at_least)


def histogram(counts: Floats, chances: Floats) -> float:
    """The chi-square p-value of counts against their chances; cells with few counts are merged."""
    total = float(counts.sum())
    cells: list[tuple[float, float]] = []
    seen = expected = 0.0
    for count, chance in zip(counts, chances, strict=True):
        seen, expected = seen + float(count), expected + float(chance) * total
        if expected >= LEAST_EXPECTED:
            cells.append((seen, expected))
            seen = expected = 0.0
    last_seen, last_expected = cells.pop()
    cells.append((last_seen + seen, last_expected + expected))
    return chi_square(sum((o - e) ** 2 / e for o, e in cells), len(cells) - 1)


# --- distributions under fair dealing ---


def _chance(kinds: Sequence[int], copies: int, total: int) -> float:
    """The chance that given places, one for each kind, hold cards of these kinds."""
    chance, left = 1.0, dict.fromkeys(kinds, copies)
    for place, kind in enumerate(kinds):
        chance *= left[kind] / (total - place)
        left[kind] -= 1
    return chance


@cache
def neighbours(kinds: int, copies: int) -> tuple[Floats, Floats, int]:
    """The table of which kind follows which in one order: its mean, inverse covariance and rank.

    Two pairs of neighbours are the same pair, share one card, or share none: hence three terms.
    """
    total = kinds * copies
    pairs = list(product(range(kinds), repeat=2))
    apart = (total - 1) ** 2 - (total - 1) - 2 * (total - 2)
    mean = np.array([(total - 1) * _chance(pair, copies, total) for pair in pairs])
    moments = np.empty((len(pairs), len(pairs)))
    for i, (s, t) in enumerate(pairs):
        for j, (u, v) in enumerate(pairs):
            moment = apart * _chance((s, t, u, v), copies, total)
            if i == j:
                moment += float(mean[i])
            if t == u:
                moment += (total - 2) * _chance((s, t, v), copies, total)
            if v == s:
                moment += (total - 2) * _chance((u, v, t), copies, total)
            moments[i, j] = moment
    covariance = moments - np.outer(mean, mean)
    rank = int(np.linalg.matrix_rank(covariance, tol=1e-9, hermitian=True))
    inverse: Floats = np.linalg.pinv(covariance, rcond=1e-9, hermitian=True).astype(np.float64)
    return mean, inverse, rank


@cache
def colour_runs(total: int) -> Floats:
    """Wald and Wolfowitz: the chance of each number of colour runs, if half the cards are red."""
    half = total // 2
    ways = [0] * (total + 1)
    for k in range(1, half + 1):
        ways[2 * k] = 2 * math.comb(half - 1, k - 1) ** 2
        if 2 * k < total:
            ways[2 * k + 1] = 2 * math.comb(half - 1, k) * math.comb(half - 1, k - 1)
    return np.array([way / math.comb(total, half) for way in ways])


@cache
def up_down_runs(total: int) -> Floats:
    """André's recurrence: the chance of each number of runs up and down, all cards different."""
    chances = np.zeros(total + 1)
    chances[1] = 1.0  # of two cards
    number = np.arange(total + 1)
    for n in range(3, total + 1):
        fewer, fewest = np.roll(chances, 1), np.roll(chances, 2)
        fewer[:1] = fewest[:2] = 0
        chances = (number * chances + 2 * fewer + np.maximum(n - number, 0) * fewest) / n
    return chances


@cache
def gap_bins(copies: int) -> tuple[Ints, Floats]:
    """A bin for each distance between two cards of a rank, and the chance of each bin."""
    total = RANKS * copies
    bins, chances, here = [0], [0.0], 0.0  # the distance 0 is impossible
    for gap in range(1, total - copies + 2):
        bins.append(len(chances) - 1)
        here += math.comb(total - gap, copies - 1) / math.comb(total, copies)
        chances[-1] = here
        if here >= LEAST_GAP and 1 - sum(chances) >= LEAST_GAP:
            chances.append(0.0)
            here = 0.0
    return np.array(bins), np.array(chances)


@cache
def same_beginning_chance(decks: int, cards: int, held: tuple[int, ...] = ()) -> float:
    """The chance that two orders go on with the same cards, after the cards both have already."""
    if cards == 0:
        return 1.0
    left = CARDS * decks - sum(held)
    fresh = (CARDS - len(held)) * (decks / left) ** 2
    chance = fresh * same_beginning_chance(decks, cards - 1, (*held, 1))
    for i, copies in enumerate(held):
        if copies < decks:
            more = (*held[:i], copies + 1, *held[i + 1 :])
            chance += ((decks - copies) / left) ** 2 * same_beginning_chance(decks, cards - 1, more)
    return chance


# --- the battery ---


class Battery:
    """Takes orders in batches; keeps their counts, and the first cards of every order."""

    def __init__(self, decks: int) -> None:
        self.decks = decks
        self.total = CARDS * decks
        self.orders = 0
        self.complete = True
        self._places = np.zeros(CARDS * self.total)
        self._ranks = np.zeros(RANKS**2)
        self._suits = np.zeros(SUITS**2)
        self._colour_runs = np.zeros(self.total + 1)
        self._up_down_runs = np.zeros(self.total + 1)
        self._beginnings: list[Ints] = []
        self._last: Ints | None = None
        self._returns = 0
        self._bins, self._gap_chances = gap_bins(SUITS * decks)
        self._gaps = np.zeros(len(self._gap_chances))
        self._gap_squares = np.zeros((len(self._gap_chances),) * 2)
        # Equal cards of two decks are ordered by our own random numbers, not the dealer's.
        self._lots = np.random.default_rng(1)

    def add(self, batch: Iterable[Sequence[int]]) -> None:
        orders = np.array(list(batch), dtype=np.int64)
        rows = np.arange(len(orders))[:, None]
        held = np.bincount((orders + CARDS * rows).ravel(), minlength=CARDS * len(orders))
        self.complete &= bool((held == self.decks).all())
        self.orders += len(orders)
        cells = orders + CARDS * np.arange(self.total)
        self._places += np.bincount(cells.ravel(), minlength=len(self._places))
        ranks, suits = orders // SUITS, orders % SUITS
        for kinds, table, kind in ((RANKS, self._ranks, ranks), (SUITS, self._suits, suits)):
            pairs = kind[:, :-1] * kinds + kind[:, 1:]
            table += np.bincount(pairs.ravel(), minlength=kinds**2)
        red = (suits == 1) | (suits == 2)
        self._count_runs(self._colour_runs, red[:, 1:] != red[:, :-1])
        up = np.diff(orders + self._lots.random(orders.shape)) > 0
        self._count_runs(self._up_down_runs, up[:, 1:] != up[:, :-1])
        self._beginnings.append(orders[:, :LEADING].copy())
        before = orders[:1] if self._last is None else self._last
        chain = np.concatenate((before, orders))
        same = int((chain[1:] == chain[:-1]).sum())
        self._returns += same - (self.total if self._last is None else 0)
        self._last = orders[-1:].copy()
        self._count_gaps(ranks, rows)

    def _count_runs(self, counts: Floats, changes: NDArray[np.bool_]) -> None:
        counts += np.bincount(changes.sum(axis=1) + 1, minlength=len(counts))

    def _count_gaps(self, ranks: Ints, rows: Ints) -> None:
        places = np.argsort(ranks.astype(np.uint8), axis=1, kind="stable")
        apart = np.diff(places.reshape(len(ranks), RANKS, -1), axis=2).reshape(len(ranks), -1)
        # Only an incomplete pack can have a distance without a bin.
        bins = self._bins[np.clip(apart, 0, len(self._bins) - 1)]
        width = len(self._gaps)
        cells = np.bincount((bins + width * rows).ravel(), minlength=width * len(ranks))
        gaps = cells.reshape(len(ranks), width).astype(np.float64)
        self._gaps += gaps.sum(axis=0)
        self._gap_squares += gaps.T @ gaps

    def results(self) -> dict[str, float]:
        """The p-value of every statistic."""
        if not self.complete:  # a duplicated or missing card is never fair
            return {"duplicates": 0.0}
        return {
            "positions": self._judge_positions(),
            "rank after rank": self._judge_following(RANKS, self._ranks),
            "suit after suit": self._judge_following(SUITS, self._suits),
            "runs of colour": histogram(self._colour_runs, colour_runs(self.total)),
            "runs up and down": histogram(self._up_down_runs, up_down_runs(self.total)),
            "duplicates": self._judge_beginnings(),
            "returns": self._judge_returns(),
            "gaps": self._judge_gaps(),
        }

    def _judge_positions(self) -> float:
        """How often each card is at each place. The covariance of a random permutation matrix is
        1/(n − 1) on tables whose rows and columns sum to zero; those of a card's copies add up."""
        spread = ((self._places - self.orders / CARDS) ** 2).sum()
        statistic = float(spread) * (self.total - 1) / (self.orders * self.decks)
        return chi_square(statistic, (CARDS - 1) * (self.total - 1))

    def _judge_following(self, kinds: int, table: Floats) -> float:
        mean, inverse, rank = neighbours(kinds, self.total // kinds)
        off = table - self.orders * mean
        return chi_square(float(off @ inverse @ off) / self.orders, rank)

    def _judge_beginnings(self) -> float:
        """A birthday test: how many pairs of orders begin with the same cards. As many cards are
        compared as still leave enough expected pairs."""
        pairs = self.orders * (self.orders - 1) / 2
        cards = LEADING
        while cards > 1 and pairs * same_beginning_chance(self.decks, cards) < LEAST_SHARED:
            cards -= 1
        beginnings = np.concatenate(self._beginnings)[:, :cards] @ (CARDS ** np.arange(cards))
        times = np.unique(beginnings, return_counts=True)[1]
        alike = int((times * (times - 1) // 2).sum())
        return poisson(alike, pairs * same_beginning_chance(self.decks, cards))

    def _judge_returns(self) -> float:
        """How many cards are at the place where the same card was in the order before."""
        follow, decks = self.orders - 1, self.decks
        variance = (self.total * decks - decks**2) / (self.total - 1)
        return normal((self._returns - follow * decks) / math.sqrt(follow * variance))

    def _judge_gaps(self) -> float:
        """Distances between cards of the same rank. Distances in one order depend on each other, so
        the sample is made of orders: Hotelling's T², scaled to the mean of a chi-square."""
        orders, bins = self.orders, len(self._gaps) - 1  # the last bin follows from the others
        per_order = RANKS * (SUITS * self.decks - 1)
        mean = self._gaps[:bins] / orders
        off = mean - per_order * self._gap_chances[:bins]
        squares = self._gap_squares[:bins, :bins] - orders * np.outer(mean, mean)
        covariance = squares / (orders - 1)
        if np.linalg.matrix_rank(covariance, hermitian=True) < bins:
            return 0.0  # gaps that hardly vary don't come from a shuffle
        t_square = orders * float(off @ np.linalg.solve(covariance, off))
        return chi_square(t_square * (orders - bins - 2) / (orders - 1), bins)


def judge(dealer: Dealer, decks: int, orders: int) -> dict[str, float]:
    """The p-values of the orders that a dealer deals."""
    battery = Battery(decks)
    for start in range(0, orders, BATCH):
        battery.add(dealer(number) for number in range(start, min(start + BATCH, orders)))
    return battery.results()


def threshold(tests: int, confidence: float = 0.99) -> float:
    """The lowest allowed p-value if all tests together are to have this confidence.

    By Bonferroni, since the tests look at the same cards and are not independent.
    """
    return (1 - confidence) / tests
