"""In how many orders of the cards left each bet wins, counted exactly in integers.

Every coup is counted as if six cards lay ready, the unused ones included, so that all bets
share one total: the ordered six-card sequences. Cards are drawn without replacement, and
only their points decide who draws and who wins, so the count runs over points, not cards:
55 first hands of Punto, 55 of Banco, and the third cards.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate, combinations_with_replacement

from msgspec import Struct

from puntobanco.errors import TooFewLeft
from puntobanco.game.bets import Bet
from puntobanco.game.cards import DECK
from puntobanco.game.coup import MOST_CARDS, NATURAL
from puntobanco.game.tiraggio import Tiraggio


class Count(Struct, frozen=True):
    """Six-card sequences in all, and those that win each bet."""

    cards: int
    total: int
    wins: dict[Bet, int]

    def pushes(self, bet: Bet) -> int:
        """Sequences in which the stake comes back without winnings."""
        return self.wins[Bet.EGALITE] if bet in (Bet.PUNTO, Bet.BANCO) else 0


def count(left: Sequence[int], tiraggio: Tiraggio) -> Count:
    """Count every bet over the cards left, given in the order of DECK."""
    cards = sum(left)
    if cards < MOST_CARDS:
        raise TooFewLeft(left=cards, needed=MOST_CARDS)
    total = falling(cards, MOST_CARDS)
    unused = falling(cards - 4, 2)  # the fifth and sixth card of a sequence, whatever they are
    punto, banco, four_cards = _count_points(_by_points(left), tiraggio)
    ranks = [sum(left[i : i + 4]) for i in range(0, len(DECK), 4)]
    pair = sum(falling(n, 2) for n in ranks) * falling(cards - 2, 4)
    wins = {
        Bet.PUNTO: punto,
        Bet.BANCO: banco,
        Bet.EGALITE: total - punto - banco,
        Bet.PUNTO_PAIR: pair,
        Bet.BANCO_PAIR: pair,
        Bet.EITHER_PAIR: _either_hand_pairs(ranks, cards) * unused,
        Bet.PERFECT_PAIR: _either_hand_pairs(left, cards) * unused,
        Bet.GRANDE: total - four_cards,
        Bet.PICCOLO: four_cards,
    }
    return Count(cards, total, wins)


def falling(n: int, k: int) -> int:
    """n (n-1) ... : in how many orders k of n cards can come."""
    product = 1
    for factor in range(n, n - k, -1):
        product *= factor
    return product


def _either_hand_pairs(kinds: Sequence[int], cards: int) -> int:
    """Orders of four cards in which one of the two hands, or both, hold two of a kind."""
    one = sum(falling(n, 2) for n in kinds)
    same_kind = sum(falling(n, 4) for n in kinds)
    two_kinds = one**2 - sum(falling(n, 2) ** 2 for n in kinds)
    return 2 * one * falling(cards - 2, 2) - (same_kind + two_kinds)


def _by_points(left: Sequence[int]) -> list[int]:
    counts = [0] * 10
    for card in DECK:
        counts[card.points] += left[card.index]
    return counts


def _count_points(left: list[int], tiraggio: Tiraggio) -> tuple[int, int, int]:
    """Sequences won by Punto, won by Banco, and ended after four cards."""
    punto = banco = four_cards = 0
    cards = sum(left)
    for punto_has, orders, after_two in _first_hands(left):
        for banco_has, more, after_four in _first_hands(after_two):
            first_four = orders * more
            natural = punto_has >= NATURAL or banco_has >= NATURAL
            punto_draws = not natural and tiraggio.punto_draws(punto_has)
            if punto_draws:
                won, lost = _punto_draws(punto_has, banco_has, after_four, tiraggio)
            elif not natural and tiraggio.banco_draws(banco_has, None):
                lower, higher = _banco_draws(punto_has, banco_has, after_four)
                won, lost = lower * (cards - 5), higher * (cards - 5)
            else:
                unused = (cards - 4) * (cards - 5)
                four_cards += first_four * unused
                won, lost = (punto_has > banco_has) * unused, (punto_has < banco_has) * unused
            punto += first_four * won
            banco += first_four * lost
    return punto, banco, four_cards


def _first_hands(left: list[int]) -> Iterator[tuple[int, int, list[int]]]:
    """Every two cards a hand may start with: points, orders they can come in, cards after."""
    for one, two in combinations_with_replacement(range(10), 2):
        orders = left[one] * (left[one] - 1) if one == two else 2 * left[one] * left[two]
        if orders:
            after = left.copy()
            after[one] -= 1
            after[two] -= 1
            yield (one + two) % 10, orders, after


def _punto_draws(
    punto_has: int, banco_has: int, left: list[int], tiraggio: Tiraggio
) -> tuple[int, int]:
    """Orders of the fifth and sixth card that Punto wins and loses when it draws."""
    won = lost = 0
    rest = sum(left) - 1
    # Computed once: how many cards bring Banco below each score.
    below = [0, *accumulate(left[(score - banco_has) % 10] for score in range(10))]
    for third, held in enumerate(left):
        score = (punto_has + third) % 10
        if not tiraggio.banco_draws(banco_has, third):
            won += held * rest * (score > banco_has)
            lost += held * rest * (score < banco_has)
        elif held:
            # Banco can't get Punto's own third card.
            gone = (banco_has + third) % 10
            won += held * (below[score] - (gone < score))
            lost += held * (below[10] - below[score + 1] - (gone > score))
    return won, lost


def _banco_draws(punto_has: int, banco_has: int, left: list[int]) -> tuple[int, int]:
    """Cards that leave Banco below Punto, and that bring it above."""
    scores = [(banco_has + points) % 10 for points in range(10)]
    lower = sum(held for held, score in zip(left, scores, strict=True) if score < punto_has)
    higher = sum(held for held, score in zip(left, scores, strict=True) if score > punto_has)
    return lower, higher
