"""Whole sabots: shuffled, burned and dealt until the cut card comes.

The shuffle is Fisher and Yates's, from the front, as far as cards can be used. Two places come
of 32 random bits u: u · m // 2**32 among the m cards left, then what the rest of that division
makes among m - 1 (Brackett-Rozinsky and Lemire, 2024). They are fair unless the last rest is
below 2**32 % (m (m - 1)); if it is in any lane, all lanes draw again.
"""

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from puntobanco.errors import TooFewLeft
from puntobanco.game.bets import Bet
from puntobanco.game.cards import DECK
from puntobanco.game.coup import MOST_CARDS
from puntobanco.game.sheet import Cards
from puntobanco.game.tiraggio import Tiraggio
from puntobanco.simulate.compiled_kernel import Kernel
from puntobanco.simulate.lanes import (
    Builder,
    Lanes,
    Memory,
    Variable,
    gather,
    loop,
    numbered,
    times,
    whole,
)
from puntobanco.simulate.random_streams import RandomStream, start
from puntobanco.simulate.rule import RULE_WORDS, TALLIED, Rule, all_wins, rule_words

BLOCK: Final = 2**12  # sabots
STREAMS: Final = 16
SABOTS: Final = 2 * STREAMS  # side by side, 32 bits to each
ROOM: Final = 448  # bytes per sabot: eight decks, and room to read beyond
TOGETHER: Final = 8  # sabots shuffled in turn: a CPU confuses addresses 4 kB apart
MOST_STEPS: Final = 8 * len(DECK) // 2

# What a kernel is given, in words of 64 bits.
_FACTS: Final = RULE_WORDS
_ORDER: Final = _FACTS + 4
_STEPS: Final = _ORDER + ROOM // 8


def simulate_sabots(
    cards: Cards,
    tiraggio: Tiraggio,
    seed: int,
    first_block: int,
    blocks: int,
    sabots: int = BLOCK,
) -> NDArray[np.int64]:
    """A matrix to each block: the products of any two of 1, coups, and wins of each bet in the
    order of Bet, added up over its sabots.

    So [0, 0] counts sabots, [0, 1] coups, [0, 2:] wins; the others tell how they vary from
    sabot to sabot. A block may be cut short.
    """
    matrices = np.empty((blocks, 2 + len(Bet), 2 + len(Bet)), np.int64)
    each = np.ones((2 + len(Bet), sabots), np.int32)  # its squares, added up, stay below 2**26
    for block, matrix in enumerate(matrices, first_block):
        each[1:] = tally_sabots(cards, tiraggio, seed, block, sabots)
        matrix[:] = np.einsum("is,js->ij", each, each)  # BLAS would lower the clock of the CPU
    return matrices


def tally_sabots(
    cards: Cards, tiraggio: Tiraggio, seed: int, block: int, sabots: int = BLOCK
) -> NDArray[np.int16]:
    """A column to each sabot of a block: its coups, then how many of them win each bet."""
    rounds = -(-sabots // SABOTS)
    tallies = np.empty((rounds, 1 + len(TALLIED), SABOTS), np.int16)
    given = _given(cards, tiraggio, rounds)
    _kernel()(start(f"sabots {cards.decks}", seed, block, STREAMS), given, tallies)
    coups, *wins = tallies.swapaxes(0, 1).reshape(1 + len(TALLIED), -1)[:, :sabots]
    return all_wins(coups, wins)


def steps(cards: Cards) -> list[tuple[int, int, int]]:
    """The steps of a shuffle, two cards to each: how many there are to choose from for the one
    and the other, and below what rest the choice is not fair."""
    behind = cards.cut or 0
    if behind < MOST_CARDS:  # the last coup may begin just before the cut card
        raise TooFewLeft(left=behind, needed=MOST_CARDS)
    used = cards.total - behind + MOST_CARDS - 1
    return [(m, m - 1, 2**32 % (m * (m - 1))) for m in range(cards.total, cards.total - used, -2)]


@cache
def _given(cards: Cards, tiraggio: Tiraggio, rounds: int) -> NDArray[np.int64]:
    shuffle = steps(cards)
    ten = min(cards.burn.ten, cards.total) if cards.burn else 0
    facts = cards.total - (cards.cut or 0), ten, rounds, len(shuffle)
    order = np.zeros(ROOM, np.uint8)
    order[: cards.total] = np.repeat(np.arange(len(DECK)), cards.decks)
    return np.array([*rule_words(tiraggio), *facts, *order.view(np.int64), *np.ravel(shuffle)])


@cache
def _kernel() -> Kernel:
    return Kernel(_write)


def _write(build: Builder, state: Memory, given: Memory, tallies: Memory) -> None:
    rule, stream = Rule(given, SABOTS), RandomStream(state, STREAMS)
    cut, ten, rounds, steps = (given.load(8 * (_FACTS + place)) for place in range(4))
    room = Memory.room(build, SABOTS * ROOM)
    places = Memory.room(build, MOST_STEPS * SABOTS * 4)
    with times(build, rounds) as done:
        with times(build, steps) as step:
            places.store(step * (SABOTS * 4), _choose(build, stream, given, step))
        with times(build, SABOTS // TOGETHER) as group:
            at = group * TOGETHER
            _shuffle(build, room.at(at * ROOM), places.at(at * 4), given.at(8 * _ORDER), steps)
        sums = _deal(build, rule, room, cut.splat(16, SABOTS), ten.splat(16, SABOTS))
        for place, tally in enumerate(sums):
            tallies.store((done * len(sums) + place) * (SABOTS * 2), tally)


def _choose(build: Builder, stream: RandomStream, given: Memory, step: Lanes) -> Lanes:
    """Draw the two places of a step, side by side in 32 bits."""
    numbers = [given.load(step * 24 + 8 * (_STEPS + place)) for place in range(3)]
    first, second, unfair = (number.splat(32, SABOTS) for number in numbers)
    with loop(build) as leave_if:
        one, rest = stream.next().parts(32).scale(first)
        other, rest = rest.scale(second)
        leave_if((rest < unfair).mask().equals(0))
    return one | (other << 16)


def _shuffle(build: Builder, room: Memory, places: Memory, order: Memory, steps: Lanes) -> None:
    """Lay out and shuffle some sabots, one card of each after the other."""
    for sabot in range(TOGETHER):
        for part in range(0, ROOM, 64):
            room.store(sabot * ROOM + part, order.load(part, 64, 8))
    with times(build, steps) as step:
        for sabot in range(TOGETHER):
            chosen = places.load(step * (SABOTS * 4) + sabot * 4, 32).to(64)
            here = step * 2 + sabot * ROOM
            _swap(room, here, here + (chosen & 0xFFFF))
            _swap(room, here + 1, here + 1 + (chosen >> 16))


def _swap(room: Memory, one: Lanes, other: Lanes) -> None:
    first, second = room.load(one, 8), room.load(other, 8)
    room.store(other, first)
    room.store(one, second)


def _deal(build: Builder, rule: Rule, room: Memory, cut: Lanes, ten: Lanes) -> list[Lanes]:
    """Burn, and deal coups until every sabot has met its cut card; coups and wins of each."""
    nothing = whole(build, 0).splat(16, SABOTS)
    sabots = numbered(build, SABOTS) * ROOM + room.address.splat(64, SABOTS)
    rank = (gather(sabots) & 0xFF).to(16) >> 2
    burned = (rank < 9).where(rank + 1, ten) + 1
    gone = Variable((ten > 0).where(burned, 0).least(cut))
    sums = [Variable(nothing) for _ in range(1 + len(TALLIED))]
    with loop(build) as leave_if:
        deals = gone.now < cut
        leave_if(deals.mask().equals(0))
        ahead = gather(sabots + gone.now.to(64))
        played = rule.play([((ahead >> 8 * i) & 0xFF).to(16) for i in range(MOST_CARDS)])
        gone.now += deals.where(played.used, 0)
        for tally, won in zip(sums, (deals, *played.wins.values()), strict=True):
            tally.now += (deals & won).to(16)
    return [tally.now for tally in sums]
