"""Coups dealt from cards that are shuffled before every coup.

Six cards are drawn, each with 16 random bits u: the card is u · cards // 2**16. A coup is not
dealt if the rest of such a division is below 2**16 % cards (else some cards would come more
often: Lemire, 2019), nor if a card comes twice. What remains are all orders of six different
cards, each with exactly the same chance.
"""

from functools import cache, reduce
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from puntobanco.errors import NoCoups
from puntobanco.game.cards import DECK
from puntobanco.game.coup import MOST_CARDS
from puntobanco.game.tiraggio import Tiraggio
from puntobanco.simulate.compiled_kernel import Kernel
from puntobanco.simulate.lanes import Builder, Lanes, Memory, Variable, loop, whole
from puntobanco.simulate.random_streams import RandomStream, start
from puntobanco.simulate.rule import RULE_WORDS, TALLIED, Rule, all_wins, rule_words

BLOCK: Final = 2**20  # coups
STREAMS: Final = 8
COUPS: Final = 4 * STREAMS  # side by side, 16 bits to each


def simulate_fresh(
    tiraggio: Tiraggio, decks: int, seed: int, first_block: int, blocks: int, coups: int = BLOCK
) -> NDArray[np.int64]:
    """One row per block: its coups, then how many of them win each bet, in the order of Bet.

    A block may be cut short.
    """
    if coups < 0:
        raise NoCoups(coups=coups)
    cards = len(DECK) * decks
    given = np.array([*rule_words(tiraggio), cards, 2**16 % cards, coups])
    tallies = np.empty((blocks, len(TALLIED)), np.int64)
    for block, tally in enumerate(tallies, first_block):
        _kernel()(start(f"fresh {decks}", seed, block, STREAMS), given, tally)
    return all_wins(np.full(blocks, coups), tallies.T).T


@cache
def _kernel() -> Kernel:
    return Kernel(_write)


def _write(build: Builder, state: Memory, given: Memory, tally: Memory) -> None:
    stream, rule = RandomStream(state, STREAMS), Rule(given, COUPS)
    cards, unfair, coups = (given.load(8 * (RULE_WORDS + i)) for i in range(3))
    left = Variable(coups)
    wins = {bet: Variable(whole(build, 0)) for bet in TALLIED}
    with loop(build) as leave_if:
        leave_if(left.now.equals(0))
        words = [stream.next().parts(16) for _ in range(MOST_CARDS)]
        dealt = Variable(_fair(words, cards.splat(16, COUPS), unfair.splat(16, COUPS)).mask())
        with loop(build) as enough_if:
            number = dealt.now.population()
            enough_if(number <= left.now)
            dealt.now &= dealt.now - 1  # the block is full: leave the lowest lane out
        left.now -= number
        played = rule.play([word.scale(len(DECK))[0] for word in words])
        for bet, won in wins.items():
            won.now += (played.wins[bet].mask() & dealt.now).population()
    for place, won in enumerate(wins.values()):
        tally.store(8 * place, won.now)


def _fair(words: list[Lanes], cards: Lanes, unfair: Lanes) -> Lanes:
    """Which coups may be dealt."""
    drawn, rests = zip(*(word.scale(cards) for word in words), strict=True)
    fair: Lanes = reduce(Lanes.least, rests) >= unfair
    for one, other in combinations(drawn, 2):
        fair &= ~one.equals(other)
    return fair
