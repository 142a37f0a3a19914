"""Finds the card that the rule demands next from a real sabot, and excess cards."""

from puntobanco.game.cards import Card, points
from puntobanco.game.coup import NATURAL, Side
from puntobanco.game.tiraggio import Tiraggio

_FIRST_FOUR = 4


def demanded(rule: Tiraggio, cards: tuple[Card, ...]) -> Side | None:
    """Return the side that must get the next card; None: the coup is complete."""
    if len(cards) < _FIRST_FOUR:
        return (Side.PUNTO, Side.BANCO)[len(cards) % 2]
    punto, banco = points(cards[0:4:2]), points(cards[1:4:2])
    if punto >= NATURAL or banco >= NATURAL:
        return None
    if rule.punto_draws(punto):
        if len(cards) == _FIRST_FOUR:
            return Side.PUNTO
        wants, has = rule.banco_draws(banco, cards[4].points), len(cards) > _FIRST_FOUR + 1
    else:
        wants, has = rule.banco_draws(banco, None), len(cards) > _FIRST_FOUR
    return Side.BANCO if wants and not has else None


def by_the_rule(rule: Tiraggio, cards: tuple[Card, ...]) -> int:
    """Return how many of these cards belong to the coup; the others are excess cards."""
    for n in range(len(cards)):
        if demanded(rule, cards[:n]) is None:
            return n
    return len(cards)


def hands(rule: Tiraggio, cards: tuple[Card, ...]) -> dict[Side, tuple[Card, ...]]:
    """Return the cards of both sides so far."""
    held: dict[Side, tuple[Card, ...]] = {Side.PUNTO: (), Side.BANCO: ()}
    for n, card in enumerate(cards):
        side = demanded(rule, cards[:n])
        if side is not None:
            held[side] += (card,)
    return held
