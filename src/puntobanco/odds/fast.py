"""Exact odds of any cards left, compiled: microseconds instead of milliseconds.

The form of `odds.form` is summed in float64. Every number is whole, and every sum counts
some of the ordered draws of six cards: fewer than 2**53 up to 457 cards, so nothing is ever
rounded and the compiler may add in any order. Sums that a weight of zero is yet to cancel are
smaller still: k < 6 values have fewer than 457**k draws, and at most 6! / k! orders to each.
"""

from functools import cache
from typing import Final, NoReturn, TypeAlias

from puntobanco.errors import ExtraMissing, NotACount, TooFewLeft, TooManyLeft
from puntobanco.game.bets import Bet
from puntobanco.game.cards import DECK
from puntobanco.game.coup import MOST_CARDS
from puntobanco.game.tiraggio import Tiraggio

try:
    import numba
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from puntobanco.odds.bilinear_form import (
        FOUR,
        PARENT,
        SIDE,
        SIX,
        STRIDE,
        TAKEN,
        VALUE,
        CardPlaces,
        Floats,
        tabulate,
    )
except ModuleNotFoundError:
    raise ExtraMissing(what="fast odds", module="numba", extra="fast") from None

Counts: TypeAlias = NDArray[np.int64]

COLUMNS: Final = 1 + len(Bet)
MOST_LEFT: Final = 457  # cards float64 can count
LANES: Final = 64  # sabots side by side in a batch

_kernel: Final = numba.njit(cache=True, fastmath={"contract", "reassoc", "nsz"})  # any order


@_kernel
def _add_pairs(pairs: int, doubles: int, held: int) -> tuple[int, int]:
    """Add a kind of card: its ordered pairs, and by how much two pairs of this same kind,
    held (held-1) (held-2) (held-3), exceed the square of its pairs."""
    two = held * (held - 1)
    return pairs + two, doubles + two * (6 - 4 * held)


@_kernel
def _read(left: Counts, values: Floats, out: Counts) -> int:
    """Count the values and the bets on pairs; the orders of a draw's last two cards, or 0 if
    these cards cannot be counted."""
    cards = wrong = pairs = doubles = perfect = perfects = 0
    for card in range(52):
        cards += left[card]
        wrong |= left[card] | (MOST_LEFT - left[card])  # negative if either operand is
        perfect, perfects = _add_pairs(perfect, perfects, left[card])
    if wrong < 0 or not MOST_CARDS <= cards <= MOST_LEFT:
        return 0
    values[0] = 0
    for rank in range(13):
        held = left[4 * rank] + left[4 * rank + 1] + left[4 * rank + 2] + left[4 * rank + 3]
        pairs, doubles = _add_pairs(pairs, doubles, held)
        if rank < 9:
            values[rank + 1] = held
        else:
            values[0] += held
    middle, last = (cards - 2) * (cards - 3), (cards - 4) * (cards - 5)
    out[0] = cards * (cards - 1) * middle * last
    out[4] = out[5] = pairs * middle * last
    out[6] = (2 * pairs * middle - pairs * pairs - doubles) * last
    out[7] = (2 * perfect * middle - perfect * perfect - perfects) * last
    return last


@_kernel
def _write(
    punto: float, banco: float, grande: float, piccolo: float, last: int, out: Counts
) -> None:
    """Fill in the bets that depend on the tiraggio."""
    out[1] = punto
    out[2] = banco
    out[3] = out[0] - out[1] - out[2]
    out[8] = np.int64(grande) * last
    out[9] = np.int64(piccolo) * last


@_kernel
def _weigh(values: Floats, weights: Floats) -> None:
    """Weigh the multisets of either side."""
    weights[0] = weights[SIDE] = 1
    for i in range(1, SIDE):
        weights[i] = weights[PARENT[i]] * (values[VALUE[i]] - TAKEN[i])
        weights[SIDE + i] = weights[SIDE + PARENT[i]] * (values[5 + VALUE[i]] - TAKEN[i])


@_kernel
def _sum(weights: Floats, rows: CardPlaces, coefficients: Floats) -> tuple[float, float]:
    """The forms of two bets."""
    one_bet = another = 0.0
    for row in range(len(rows)):
        one, first, place = rows[row, 0], np.int64(rows[row, 1]), np.int64(rows[row, 3])
        a = b = 0.0
        for i in range(np.int64(rows[row, 2])):
            a += weights[first + i] * coefficients[0, place + i]
            b += weights[first + i] * coefficients[1, place + i]
        one_bet += weights[one] * a
        another += weights[one] * b
    return one_bet, another


@_kernel
def _count(left: Counts, coefficients: Floats, out: Counts) -> bool:
    """Count one sabot; False if it cannot be counted."""
    values, weights = np.empty(10), np.empty(2 * SIDE)
    last = _read(left, values, out)
    if not last:
        return False
    _weigh(values, weights)
    punto, banco = _sum(weights, SIX, coefficients)
    grande, piccolo = _sum(weights, FOUR, coefficients)
    _write(punto, banco, grande, piccolo, last, out)
    return True


@_kernel
def _weigh_lanes(values: Floats, weights: Floats) -> None:
    """`_weigh` for many sabots, one lane each."""
    weights[0] = weights[SIDE] = 1
    for i in range(1, SIDE):
        for low, high in ((0, 0), (5, SIDE)):
            for lane in range(LANES):
                free = values[low + VALUE[i], lane] - TAKEN[i]
                weights[high + i, lane] = weights[high + PARENT[i], lane] * free


@_kernel
def _sum_lanes(weights: Floats, rows: CardPlaces, coefficients: Floats, sums: Floats) -> None:
    """`_sum` for many sabots, one lane each, with as many coefficients as fit into registers."""
    w = weights
    sums[:] = 0
    for row in range(len(rows)):
        one, first, place = rows[row, 0], np.int64(rows[row, 1]), np.int64(rows[row, 3])
        for step in range(0, np.int64(rows[row, 2]), STRIDE):
            a0, a1, a2, a3, a4, a5, a6 = coefficients[0, place + step : place + step + STRIDE]
            b0, b1, b2, b3, b4, b5, b6 = coefficients[1, place + step : place + step + STRIDE]
            k = first + step
            for i in range(LANES):
                x0, x1, x2, x3 = w[k, i], w[k + 1, i], w[k + 2, i], w[k + 3, i]
                x4, x5, x6 = w[k + 4, i], w[k + 5, i], w[k + 6, i]
                a = a0 * x0 + a1 * x1 + a2 * x2 + a3 * x3 + a4 * x4 + a5 * x5 + a6 * x6
                b = b0 * x0 + b1 * x1 + b2 * x2 + b3 * x3 + b4 * x4 + b5 * x5 + b6 * x6
                sums[0, i] += w[one, i] * a
                sums[1, i] += w[one, i] * b


@_kernel
def _counts(lefts: Counts, coefficients: Floats, out: Counts) -> int:
    """Count sabots side by side; return how many were counted before the first that can't be."""
    values, weights = np.zeros((10, LANES)), np.empty((2 * SIDE, LANES))
    six, four, last = np.empty((2, LANES)), np.empty((2, LANES)), np.empty(LANES, np.int64)
    for start in range(0, len(lefts), LANES):
        end = min(start + LANES, len(lefts))
        for i in range(start, end):
            last[i - start] = _read(lefts[i], values[:, i - start], out[i])
            if not last[i - start]:
                return i
        _weigh_lanes(values, weights)
        _sum_lanes(weights, SIX, coefficients, six)
        _sum_lanes(weights, FOUR, coefficients, four)
        for i in range(start, end):
            k = i - start
            _write(six[0, k], six[1, k], four[0, k], four[1, k], last[k], out[i])
    return len(lefts)


class Evaluator:
    """Exact counts for any cards left, under one tiraggio."""

    def __init__(self, tiraggio: Tiraggio) -> None:
        self._coefficients = tabulate(tiraggio)

    def count(self, left: ArrayLike) -> Counts:
        """The ordered draws of six cards, then those that win each bet, in the order of Bet."""
        cards = _as_counts(left, axes=1)
        counted = np.empty(COLUMNS, int)
        if not _count(cards, self._coefficients, counted):
            _refuse(cards)
        return counted

    def counts(self, lefts: ArrayLike) -> Counts:
        """One row of counts for each row of cards left."""
        cards = _as_counts(lefts, axes=2)
        counted = np.empty((len(cards), COLUMNS), int)
        good = _counts(cards, self._coefficients, counted)
        if good < len(cards):
            _refuse(cards[good])
        return counted


@cache
def evaluator(tiraggio: Tiraggio) -> Evaluator:
    """The one evaluator of a tiraggio: its coefficients take some 40 ms to find."""
    return Evaluator(tiraggio)


def _as_counts(left: ArrayLike, axes: int) -> Counts:
    try:
        counts = np.asarray(left)
    except ValueError:  # lines of unequal length
        raise NotACount(text=str(left)) from None
    if counts.dtype.kind not in "iu" or counts.ndim != axes or counts.shape[-1] != len(DECK):
        raise NotACount(text=str(left))
    return np.ascontiguousarray(counts, np.int64)


def _refuse(left: Counts) -> NoReturn:
    counts = left.tolist()
    if min(counts) < 0:
        raise NotACount(text=str(counts))
    if sum(counts) > MOST_LEFT:
        raise TooManyLeft(left=sum(counts), most=MOST_LEFT)
    raise TooFewLeft(left=sum(counts), needed=MOST_CARDS)
