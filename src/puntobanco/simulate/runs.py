"""A run of so many coups, cut into pieces that may be dealt anywhere and in any order."""

from collections.abc import Iterator
from math import ceil

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from puntobanco.errors import NoCoups
from puntobanco.game.bets import Bet
from puntobanco.game.sheet import Cards, Shuffle
from puntobanco.game.tiraggio import Tiraggio
from puntobanco.simulate import fresh, sabots
from puntobanco.simulate.cut_card import mean_coups

Tally = NDArray[np.int64]  # products of any two of 1, coups and the nine wins, added up

TOGETHER = 16  # blocks to a piece: some tens of milliseconds


class Piece(Struct, frozen=True):
    """Blocks that follow each other; what comes of them depends on nothing else."""

    cards: Cards
    tiraggio: Tiraggio
    seed: int
    first_block: int
    blocks: int
    size: int  # coups or sabots to a block

    def deal(self) -> Tally:
        """Deal every coup of the piece."""
        if self.cards.shuffle is Shuffle.CUT_CARD:
            matrices = sabots.simulate_sabots(
                self.cards, self.tiraggio, self.seed, self.first_block, self.blocks, self.size
            )
            return np.asarray(matrices.sum(axis=0))
        counts = fresh.simulate_fresh(
            self.tiraggio, self.cards.decks, self.seed, self.first_block, self.blocks, self.size
        )
        return _as_tally(counts.sum(axis=0))


class Run(Struct, frozen=True):
    """The pieces of a run: so many coups, or as many and a few more in whole sabots."""

    cards: Cards
    tiraggio: Tiraggio
    seed: int
    coups: int

    def __len__(self) -> int:
        whole, rest, _ = self._blocks
        return ceil(whole / TOGETHER) + (rest > 0)

    def __iter__(self) -> Iterator[Piece]:
        whole, rest, size = self._blocks
        for first in range(0, whole, TOGETHER):
            yield self._piece(first, min(TOGETHER, whole - first), size)
        if rest:
            yield self._piece(whole, 1, rest)

    @property
    def _blocks(self) -> tuple[int, int, int]:
        """Whole blocks, the size of a last one that is cut short, and of the whole ones."""
        if self.coups < 1:
            raise NoCoups(coups=self.coups)
        if self.cards.shuffle is Shuffle.EVERY_COUP:
            return *divmod(self.coups, fresh.BLOCK), fresh.BLOCK
        # Some sabots give fewer: half a coup to spare in each, and one sabot for short runs.
        needed = 1 + ceil(self.coups / (mean_coups(self.cards, self.tiraggio) - 0.5))
        return *divmod(needed, sabots.BLOCK), sabots.BLOCK

    def _piece(self, first_block: int, blocks: int, size: int) -> Piece:
        return Piece(self.cards, self.tiraggio, self.seed, first_block, blocks, size)


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
