"""The odds of any cards left as a bilinear form, its coefficients found from a tiraggio.

Six values weigh the same in whatever order they are drawn: the product of the falling
factorials of how many cards of each value are left. A bet's wins are therefore a sum over
the 5,005 multisets of six values, each weight times the number of its orders that win. A
multiset is one of the values 0 to 4 beside one of the values 5 to 9 and weighs their
product, so the sum is a bilinear form over two lists of 462 weights. Its coefficients are
those numbers of orders, and they depend on the tiraggio alone.
"""

from functools import reduce
from itertools import combinations_with_replacement
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from puntobanco.game.coup import MOST_CARDS, NATURAL
from puntobanco.game.tiraggio import Tiraggio

Floats: TypeAlias = NDArray[np.float64]
CardPlaces: TypeAlias = NDArray[np.uint16]  # unsigned, as LLVM vectorises no signed indices

STRIDE: Final = 7  # the length of a run of coefficients; it divides 35, 70, 126 and 210

# The multisets of up to six of five values: each is a parent and one value more, and weighs
# its parent times the cards of that value which the parent has not taken.
MULTISETS: Final = [
    values
    for size in range(MOST_CARDS + 1)
    for values in combinations_with_replacement(range(5), size)
]
SIDE: Final = len(MULTISETS)
PARENT: Final = np.array([MULTISETS.index(values[:-1]) for values in MULTISETS], np.uint16)
VALUE: Final = np.array([max(values, default=0) for values in MULTISETS], np.uint16)
TAKEN: Final = np.array([values.count(max(values, default=0)) - 1.0 for values in MULTISETS])


def _rows(cards: int, place: int) -> CardPlaces:
    """The form on so many cards as rows: one weight, the first of the many it multiplies, how
    many they are, and the place of their coefficients."""
    sizes = [len(values) for values in MULTISETS]
    rows = []
    for few in range(cards // 2 + 1):
        first, many = sizes.index(cards - few), sizes.count(cards - few)
        many += -many % STRIDE  # the padding has coefficients of zero
        for near, far in ((SIDE, 0), (0, SIDE)) if 2 * few < cards else ((0, SIDE),):
            for one in range(sizes.index(few), sizes.index(few + 1)):
                rows.append((near + one, far + first, many, place))
                place += many
    return np.array(rows, np.uint16)


SIX: Final = _rows(6, place=0)
FOUR: Final = _rows(4, place=5005)


def _coefficients(wins: NDArray[np.bool_], rows: CardPlaces) -> Floats:
    """How many orders of each multiset win, row by row; `wins` has an axis to a card."""
    keys = reduce(np.add.outer, [8 ** np.arange(10)] * wins.ndim)  # one octal digit per value
    winning, orders = np.unique(keys[wins], return_counts=True)
    places = np.zeros(8**5, np.intp)
    places[[sum(8**value for value in values) for values in MULTISETS]] = range(SIDE)
    low, high = places[winning % 8**5], SIDE + places[winning // 8**5]
    form = np.zeros((2 * SIDE, 2 * SIDE))
    form[low, high] = form[high, low] = orders
    return np.concatenate(
        [form[one, first : first + many] for one, first, many, _ in rows.tolist()]
    )


class Draws(NamedTuple):
    """All sequences of six values by broadcasting, one axis per card."""

    punto: NDArray[np.int64]
    banco: NDArray[np.int64]
    punto_draws: NDArray[np.bool_]
    banco_draws: NDArray[np.bool_]
    fifth: NDArray[np.int64]
    sixth: NDArray[np.int64]


def draws(tiraggio: Tiraggio) -> Draws:
    p1, b1, p2, b2, fifth, sixth = np.ix_(*[np.arange(10)] * MOST_CARDS)
    punto, banco = (p1 + p2) % 10, (b1 + b2) % 10
    plays = (punto < NATURAL) & (banco < NATURAL)
    row = banco % NATURAL  # for a natural this reads some other row, whose result is not used
    if_drawn, if_stood = np.array(tiraggio.banco), np.array(tiraggio.banco_if_stood)
    punto_draws = plays & np.array(tiraggio.punto)[punto % NATURAL]
    banco_draws = plays & np.where(punto_draws, if_drawn[row, fifth], if_stood[row])
    return Draws(punto, banco, punto_draws, banco_draws, fifth, sixth)


def tabulate(tiraggio: Tiraggio) -> Floats:
    """All coefficients: one row for Punto and Grande, one for Banco and Piccolo."""
    punto, banco, punto_draws, banco_draws, fifth, sixth = draws(tiraggio)
    punto_ends = (punto + punto_draws * fifth) % 10
    banco_ends = (banco + banco_draws * np.where(punto_draws, sixth, fifth)) % 10
    grande = (punto_draws | banco_draws)[..., 0, 0]
    lines = ((punto_ends > banco_ends, grande), (banco_ends > punto_ends, ~grande))
    return np.array(
        [np.append(_coefficients(six, SIX), _coefficients(four, FOUR)) for six, four in lines]
    )
