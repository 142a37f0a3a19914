"""Coups in vector lanes: from six cards to the bets they win, without branches."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeVar

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from puntobanco.game.bets import Bet
from puntobanco.game.tiraggio import Tiraggio
from puntobanco.simulate.lanes import Lanes, Memory

Int = TypeVar("Int", bound=np.signedinteger[Any])

RULE_WORDS: Final = 9
NO_CARD: Final = 10  # the column of Banco's table for no third card of Punto
TALLIED: Final = tuple(bet for bet in Bet if bet not in (Bet.EGALITE, Bet.PICCOLO))


def rule_words(tiraggio: Tiraggio) -> list[int]:
    """The tiraggio as bits: Punto's by its points, then a word to each of Banco's points, by
    Punto's third card."""
    rows = zip(tiraggio.banco, tiraggio.banco_if_stood, strict=True)
    return [_bits(tiraggio.punto), *(_bits((*row, stood)) for row, stood in rows)]


def _bits(flags: Sequence[bool]) -> int:
    return sum(flag << place for place, flag in enumerate(flags))


def all_wins(coups: NDArray[Int], tallied: Iterable[NDArray[Int]]) -> NDArray[Int]:
    """Coups and the wins of every bet, in the order of Bet, from those of the bets tallied."""
    wins = dict(zip(TALLIED, tallied, strict=True))
    wins[Bet.EGALITE] = coups - wins[Bet.PUNTO] - wins[Bet.BANCO]
    wins[Bet.PICCOLO] = coups - wins[Bet.GRANDE]
    return np.stack([coups, *(wins[bet] for bet in Bet)])


class Played(Struct, frozen=True):
    """The results of coups."""

    wins: dict[Bet, Lanes]  # of one bit
    used: Lanes  # cards


class Rule:
    """A tiraggio in a kernel, at the front of what it is given."""

    def __init__(self, given: Memory, lanes: int) -> None:
        words = [given.load(8 * place).splat(16, lanes) for place in range(RULE_WORDS)]
        self._punto, *self._rows = words

    def play(self, cards: Sequence[Lanes]) -> Played:
        """Play six cards, places in DECK; those that are not drawn do not matter."""
        p1, b1, p2, b2, *_ = cards
        ranks = [card >> 2 for card in cards]
        v1, w1, v2, w2, fifth, sixth = [(rank < 9).where(rank + 1, 0) for rank in ranks]
        punto, banco = _last_digit(v1 + v2), _last_digit(w1 + w2)
        natural = (punto | banco).bit(3)  # eight or nine
        punto_draws = self._punto.bit(punto) & ~natural
        third = punto_draws.where(fifth, NO_CARD)
        banco_draws = self._row(banco).bit(third) & ~natural
        punto = _last_digit(punto + punto_draws.where(fifth, 0))
        last = punto_draws.where(sixth, fifth)
        banco = _last_digit(banco + banco_draws.where(last, 0))
        punto_pair, banco_pair = ranks[0].equals(ranks[2]), ranks[1].equals(ranks[3])
        wins = {
            Bet.PUNTO: punto > banco,
            Bet.BANCO: banco > punto,
            Bet.PUNTO_PAIR: punto_pair,
            Bet.BANCO_PAIR: banco_pair,
            Bet.EITHER_PAIR: punto_pair | banco_pair,
            Bet.PERFECT_PAIR: p1.equals(p2) | b1.equals(b2),
            Bet.GRANDE: punto_draws | banco_draws,
        }
        return Played(wins, punto_draws.to(16) + banco_draws.to(16) + 4)

    def _row(self, banco: Lanes) -> Lanes:
        """Banco's row: three bits of its points choose one of eight."""
        rows = self._rows
        for place in range(3):
            odd = banco.bit(place)
            rows = [odd.where(two, one) for one, two in zip(rows[::2], rows[1::2], strict=True)]
        return rows[0]


def _last_digit(points: Lanes) -> Lanes:
    """Of a number up to nineteen: below ten, ten less wraps around to something large."""
    return points.least(points - 10)
