"""Sessions of one bet, compiled: every card dealt, every coup paid, one session at a time.

A sabot is shuffled as it is dealt: the next card is any of those left, with equal chances, and
changes places with the one that lay there (Fisher and Yates). Random words are xoshiro256++'s.
"""

from typing import Final, TypeAlias

import numba
import numpy as np
from numpy.typing import NDArray

from puntobanco.game.cards import DECK
from puntobanco.game.sheet import Cards, Shuffle
from puntobanco.game.tiraggio import Tiraggio
from puntobanco.simulate.rule import NO_CARD

RandomWords: TypeAlias = NDArray[np.uint64]
Ints: TypeAlias = NDArray[np.int64]

EVERY_COUP: Final = -1  # in the place of a cut card
NATURAL: Final = 8
# The places in Bet and Ending, and below the bits of what was won, are written out: numba's cache
# would not see a change in another file. The tests hold them against the two.
EGALITE: Final = 2
TARGET, FLOOR, LEFT, RUIN, COUPS = range(5)

_kernel: Final = numba.njit(cache=True, nogil=True)


def tabulate(tiraggio: Tiraggio) -> Ints:
    """Punto's row of draws, then Banco's by its points: a column to each third card, or none."""
    rows = zip(tiraggio.banco, tiraggio.banco_if_stood, strict=True)
    table = np.zeros((9, NO_CARD + 1), np.int64)
    table[0, : len(tiraggio.punto)] = tiraggio.punto
    for place, (row, stood) in enumerate(rows, 1):
        table[place] = (*row, stood)
    return table


def unshuffled(cards: Cards) -> Ints:
    return np.repeat(np.arange(len(DECK), dtype=np.int64), cards.decks)


def cut_and_burn(cards: Cards) -> tuple[int, int]:
    """The cards after the cut card, and the cards burned for a ten (0 if none are burned)."""
    if cards.shuffle is Shuffle.EVERY_COUP:
        return EVERY_COUP, 0
    return cards.cut or 0, cards.burn.ten if cards.burn else 0


@_kernel
def _take(words: RandomWords, order: Ints, gone: int) -> int:
    """Put a random one of the cards left into the next place."""
    left = np.uint64(len(order) - gone)
    while True:
        a, b, c, d = words[0], words[1], words[2], words[3]
        drawn = a + d
        drawn = ((drawn << np.uint64(23)) | (drawn >> np.uint64(41))) + a
        c ^= a
        d ^= b
        words[0], words[1], words[2] = a ^ d, b ^ c, c ^ (b << np.uint64(17))
        words[3] = (d << np.uint64(45)) | (d >> np.uint64(19))
        product = (drawn >> np.uint64(32)) * left
        rest = product & np.uint64(2**32 - 1)
        if rest >= left or rest >= np.uint64(2**32) % left:  # a division is slow, and rare
            break
    chosen = gone + np.int64(product >> np.uint64(32))
    card: int = order[chosen]
    order[chosen] = order[gone]
    order[gone] = card
    return card


@_kernel
def _points(card: int) -> int:
    return card // 4 + 1 if card < 36 else 0


@_kernel
def _burn(words: RandomWords, order: Ints, ten: int) -> int:
    """Burn a new sabot's first cards and return their number."""
    first = _points(_take(words, order, 0))
    burned = 1 + (first if first else ten)
    for gone in range(1, burned):
        _take(words, order, gone)
    return burned


@_kernel
def deal_next(
    words: RandomWords, order: Ints, gone: int, rule: Ints, cut: int, ten: int
) -> tuple[int, int, int]:
    """Deal a coup: where its cards begin and end in the order, and the bets won, a bit to each.

    With no card gone, or the cut card met, a new sabot comes first.
    """
    if cut == EVERY_COUP:
        gone = 0
    elif gone == 0 or gone >= len(order) - cut:
        gone = _burn(words, order, ten) if ten else 0
    begin = gone
    p1 = _take(words, order, gone)
    b1 = _take(words, order, gone + 1)
    p2 = _take(words, order, gone + 2)
    b2 = _take(words, order, gone + 3)
    gone += 4
    punto = (_points(p1) + _points(p2)) % 10
    banco = (_points(b1) + _points(b2)) % 10
    if punto < NATURAL and banco < NATURAL:
        third = NO_CARD
        row = rule[1 + banco]
        if rule[0, punto]:
            third = _points(_take(words, order, gone))
            gone += 1
            punto = (punto + third) % 10
        if row[third]:
            banco = (banco + _points(_take(words, order, gone))) % 10
            gone += 1
    won = 1 if punto > banco else 2 if banco > punto else 4
    if p1 // 4 == p2 // 4:
        won |= 8 | 32
    if b1 // 4 == b2 // 4:
        won |= 16 | 32
    if p1 == p2 or b1 == b2:
        won |= 64
    won |= 128 if gone - begin > 4 else 256
    return begin, gone, won


@_kernel
def play_sessions(
    starts: RandomWords,  # a row of four words to each session
    unshuffled: Ints,
    rule: Ints,
    cut: int,
    ten: int,
    bet: int,
    odds: tuple[int, int],
    stakes: Ints,
    bankroll: int,
    coups: int,
    target: int,
    floor: int,
    ends: Ints,  # out: a row of bankroll, length and ending to each session
    path: Ints,  # out: the bankroll after every coup of the last session, as long as there is room
) -> None:
    """Play every session to its end."""
    order = unshuffled.copy()
    for number in range(len(starts)):
        words = starts[number].copy()
        order[:] = unshuffled
        has, played, gone, step = bankroll, 0, 0, 0
        while True:
            if played < len(path):
                path[played] = has
            if has >= target:
                ending = TARGET
                break
            if has <= floor:
                ending = FLOOR
                break
            if has < stakes[step]:
                ending = RUIN
                break
            if played == coups:
                ending = COUPS
                break
            _, gone, won = deal_next(words, order, gone, rule, cut, ten)
            played += 1
            if won >> bet & 1:
                has += stakes[step] * odds[0] // odds[1]
                step = 0
            elif bet >= EGALITE or not won >> EGALITE & 1:
                has -= stakes[step]
                step = min(step + 1, len(stakes) - 1)
        ends[number, 0], ends[number, 1], ends[number, 2] = has, played, ending
