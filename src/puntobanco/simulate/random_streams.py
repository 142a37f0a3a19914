"""Random words in lanes: xoshiro256++ (Blackman and Vigna, 2019), a generator to each lane.

Every block has streams of its own, which start from SHAKE-256 of what is dealt, the seed and
the block's number. So a block is the same wherever, whenever and beside whatever it is dealt.
"""

from hashlib import shake_256
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from puntobanco.simulate.lanes import Lanes, Memory, Variable

GeneratorState: TypeAlias = NDArray[np.uint64]


def start(dealt: str, seed: int, block: int, lanes: int) -> GeneratorState:
    """Four words to each lane: a row of all first ones, of all second ones..."""
    digest = shake_256(f"puntobanco {dealt} {seed} {block}".encode()).digest(4 * 8 * lanes)
    return np.frombuffer(digest, "<u8").astype(np.uint64).reshape(4, lanes)


class RandomStream:
    """The generators of a block in a kernel."""

    def __init__(self, state: Memory, lanes: int) -> None:
        self._state = [Variable(state.load(8 * lanes * row, 64, lanes)) for row in range(4)]

    def next(self) -> Lanes:
        """A word of 64 bits from each lane."""
        a, b, c, d = (word.now for word in self._state)
        c, d, drawn, shifted = c ^ a, d ^ b, (a + d).rotate(23) + a, b << 17
        for word, value in zip(self._state, (a ^ d, b ^ c, c ^ shifted, d.rotate(45)), strict=True):
            word.now = value
        return drawn
