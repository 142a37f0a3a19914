"""How much the pooled return of a sabot played to its cut card differs from a fresh one's.

Coups that use many cards leave room for fewer coups, and are followed by coups from cards that
differ a little. So the coups of a sabot are not a fair sample of coups: those after short ones
count more often. To first order, for a bet's return R, the cards c of another coup, the cards
b burned and the coups T of a sabot,

    shift = −[(E T − ½) Cov(c, R) + Cov(b, R)] / (E c · E T)

Both covariances are exact: they run over the points of the six cards that lie first.
"""

from functools import lru_cache, reduce
from itertools import combinations_with_replacement
from math import perm
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puntobanco.game.bets import Bet
from puntobanco.game.cards import DECK
from puntobanco.game.coup import MOST_CARDS
from puntobanco.game.sheet import Burn, Cards
from puntobanco.game.tiraggio import Tiraggio
from puntobanco.odds.bilinear_form import Floats, draws
from puntobanco.odds.fast import evaluator

VALUES: Final = 10


def shifts(cards: Cards, tiraggio: Tiraggio) -> dict[Bet, float]:
    """By how much the chance to win each bet differs from that of a fresh sabot."""
    if cards.cut is None:
        return dict.fromkeys(Bet, 0.0)
    return dict(_shifts(cards, tiraggio))


def mean_coups(cards: Cards, tiraggio: Tiraggio) -> float:
    """The mean number of coups of a sabot, to a tenth: the last one crosses the cut card."""
    used, burned = _used(cards.decks, tiraggio), _burned(cards.decks, cards.burn)
    return (cards.total - (cards.cut or 0) - burned.mean) / used.mean + 0.5


class _Number(NamedTuple):
    """A number of cards that depends on the first ones."""

    removed: NDArray[np.int64]  # cards of each value: one row for each possible case
    chance: Floats  # of each row
    cards: Floats  # the number in each row

    @property
    def mean(self) -> float:
        return float(self.chance @ self.cards)

    def covariance(self, decks: int, tiraggio: Tiraggio) -> Floats:
        """The covariance with the chance to win each bet on the cards left."""
        wins = _chances(_full(decks) - self.removed, decks, tiraggio)
        covariance: Floats = self.chance @ ((self.cards - self.mean)[:, None] * wins)
        return covariance


@lru_cache(maxsize=16)
def _shifts(cards: Cards, tiraggio: Tiraggio) -> tuple[tuple[Bet, float], ...]:
    used, burned = _used(cards.decks, tiraggio), _burned(cards.decks, cards.burn)
    with_cards, with_burned = (each.covariance(cards.decks, tiraggio) for each in (used, burned))
    coups = mean_coups(cards, tiraggio)
    moved = -((coups - 0.5) * with_cards + with_burned) / (used.mean * coups)
    return tuple(zip(Bet, moved.tolist(), strict=True))


def _full(decks: int) -> NDArray[np.int64]:
    """The cards of each value."""
    return 4 * decks * np.array([4] + [1] * (VALUES - 1))


@lru_cache(maxsize=16)
def _used(decks: int, tiraggio: Tiraggio) -> _Number:
    """The cards of a coup."""
    six = np.array(list(combinations_with_replacement(range(VALUES), MOST_CARDS)))
    removed = (six[:, :, None] == np.arange(VALUES)).sum(axis=1)
    orders, used = _orders(tiraggio)
    ways = np.prod(_falling(_full(decks), removed), axis=1)
    return _Number(removed, ways * orders / perm(52 * decks, MOST_CARDS), used / orders)


def _burned(decks: int, burn: Burn | None) -> _Number:
    """The cards burned."""
    burned = np.array([1.0 + (value or burn.ten) if burn else 0.0 for value in range(VALUES)])
    return _Number(np.eye(VALUES, dtype=np.int64), _full(decks) / (52 * decks), burned)


def _orders(tiraggio: Tiraggio) -> tuple[Floats, Floats]:
    """For each multiset of six points: its orders, and the cards that their coups use in all."""
    drawn = draws(tiraggio)
    cards = 4 + drawn.punto_draws + drawn.banco_draws
    used = np.broadcast_to(cards, (VALUES,) * MOST_CARDS).ravel()
    keys = reduce(np.add.outer, [8 ** np.arange(VALUES)] * MOST_CARDS).ravel()
    found, places = np.unique(keys, return_inverse=True)
    multisets = np.array(list(combinations_with_replacement(range(VALUES), MOST_CARDS)))
    order = np.searchsorted(found, (8**multisets).sum(axis=1))
    return np.bincount(places)[order].astype(float), np.bincount(places, used)[order]


def _falling(held: NDArray[np.int64], taken: NDArray[np.int64]) -> Floats:
    """In how many orders so many cards can be taken from those held."""
    result = np.ones(taken.shape)
    for already in range(MOST_CARDS):
        result *= np.where(taken > already, held - already, 1)
    return result


def _chances(left: NDArray[np.int64], decks: int, tiraggio: Tiraggio) -> Floats:
    """The chance to win each bet, a row to the cards left of each value; none where impossible.

    Given their values, the ranks and suits of cards are as random as in a fresh sabot.
    """
    possible: NDArray[np.bool_] = np.min(left, axis=1) >= 0
    left = np.where(possible[:, None], left, 2)
    sabots = np.zeros((len(left), len(DECK)), np.int64)
    for card in DECK:
        if card.suit == "c" and card.rank in "A23456789T":
            sabots[:, card.index] = left[:, card.points]
    counts = evaluator(tiraggio).counts(sabots)
    chances = counts[:, 1:] / counts[:, :1]
    pair, either = _pairs(left, kinds=(4, 1), copies=4 * decks)
    _, perfect = _pairs(left, kinds=(16, 4), copies=decks)
    for bet, chance in (
        (Bet.PUNTO_PAIR, pair),
        (Bet.BANCO_PAIR, pair),
        (Bet.EITHER_PAIR, either),
        (Bet.PERFECT_PAIR, perfect),
    ):
        chances[:, list(Bet).index(bet)] = chance
    return np.asarray(np.where(possible[:, None], chances, 0.0))


def _pairs(left: NDArray[np.int64], kinds: tuple[int, int], copies: int) -> tuple[Floats, Floats]:
    """The chance of a pair in one hand and in either: of kinds there are so many among the tens
    and among each other value, and so many copies of each."""
    total = left.sum(axis=1).astype(float)
    two = left * (left - 1.0)
    four = two * (left - 2) * (left - 3)
    same = np.full(VALUES, _same(kinds[1], copies))
    same[0] = _same(kinds[0], copies)
    twice = np.full(VALUES, _twice(kinds[1], copies))
    twice[0] = _twice(kinds[0], copies)
    one = (two * same).sum(axis=1)
    both = one**2 - ((two * same) ** 2).sum(axis=1) + (four * twice).sum(axis=1)
    pair = one / (total * (total - 1))
    return pair, 2 * pair - both / (total * (total - 1) * (total - 2) * (total - 3))


def _same(kinds: int, copies: int) -> float:
    """Two cards of a value are of a kind."""
    return (copies - 1) / (kinds * copies - 1)


def _twice(kinds: int, copies: int) -> float:
    """Of four cards of a value the first two are of a kind, and the last two are."""
    one_kind = kinds * perm(copies, 4)
    two_kinds = kinds * (kinds - 1) * perm(copies, 2) ** 2
    return (one_kind + two_kinds) / perm(kinds * copies, 4)
