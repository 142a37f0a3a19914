"""A run of coups, cut into pieces that can be dealt anywhere and in any order."""

from collections.abc import Iterator
from math import ceil

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from puntobanco.errors import NoCoups
from puntobanco.game.bets import Bet
from puntobanco.game.sheet import Cards, Shuffle
from puntobanco.game.tiraggio import Tiraggio
from puntobanco.simulate import fresh_coups, whole_sabots
from puntobanco.simulate.cut_card import mean_coups

Tally = NDArray[np.int64]  # products of any two of 1, coups and the nine wins, added up

TOGETHER = 16  # blocks to a piece: some tens of milliseconds
FIRST = {Shuffle.EVERY_COUP: 1024, Shuffle.CUT_CARD: 32}  # coups or sabots of the first piece
GROWTH = 4  # a piece is at most the fourth part of what was dealt before it


class Piece(Struct, frozen=True):
    """Consecutive blocks; their result depends on nothing else."""

    cards: Cards
    tiraggio: Tiraggio
    seed: int
    first_block: int
    blocks: int
    size: int  # coups or sabots to a block

    def deal(self) -> Tally:
        """Deal every coup of the piece."""
        if self.cards.shuffle is Shuffle.CUT_CARD:
            matrices = whole_sabots.simulate_sabots(
                self.cards, self.tiraggio, self.seed, self.first_block, self.blocks, self.size
            )
            return np.asarray(matrices.sum(axis=0))
        counts = fresh_coups.simulate_fresh(
            self.tiraggio, self.cards.decks, self.seed, self.first_block, self.blocks, self.size
        )
        return _as_tally(counts.sum(axis=0))


class Run(Struct, frozen=True):
    """The pieces of a run: the coups asked for, or a few more in whole sabots.

    They begin small and grow, so that what comes of them can be watched from early on.
    """

    cards: Cards
    tiraggio: Tiraggio
    seed: int
    coups: int

    def __post_init__(self) -> None:
        if self.coups < 1:
            raise NoCoups(coups=self.coups)

    def __iter__(self) -> Iterator[Piece]:
        left, most = self._needed
        block = done = 0
        while left:
            grown = max(FIRST[self.cards.shuffle], done // GROWTH)
            size = min(most, grown, left)
            blocks = max(1, min(TOGETHER, grown // most, left // most))
            yield Piece(self.cards, self.tiraggio, self.seed, block, blocks, size)
            block += blocks
            done += blocks * size
            left -= blocks * size

    @property
    def _needed(self) -> tuple[int, int]:
        """How many coups or sabots, and how many of them to a block."""
        if self.cards.shuffle is Shuffle.EVERY_COUP:
            return self.coups, fresh_coups.BLOCK
        # Some sabots give fewer: half a coup to spare in each, and one sabot for short runs.
        needed = 1 + ceil(self.coups / (mean_coups(self.cards, self.tiraggio) - 0.5))
        return needed, whole_sabots.BLOCK


def deal(piece: Piece) -> Tally:
    """`Piece.deal` as a function, for pools and clusters."""
    return piece.deal()


def _as_tally(counts: NDArray[np.int64]) -> Tally:
    """Independent coups as sabots of one coup each. Which bets win together is not known but
    for what can't: Punto, Banco and Egalité exclude each other."""
    size = 2 + len(Bet)
    tally = np.zeros((size, size), np.int64)
    each = np.array([counts[0], *counts])
    tally[0] = tally[1] = tally[:, 0] = tally[:, 1] = each
    np.fill_diagonal(tally, each)
    return tally
