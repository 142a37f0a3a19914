"""Which card the rule demands next from a real sabot, and which card was one too many."""

from puntobanco.game.cards import Card, points
from puntobanco.game.coup import NATURAL, Side
from puntobanco.game.tiraggio import Tiraggio

_FIRST_FOUR = 4


def demanded(rule: Tiraggio, cards: tuple[Card, ...]) -> Side | None:
    """Whose card the rule demands next; None: the coup is complete."""
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
    """How many of these cards, from the first on, belong to the coup."""
    for n in range(len(cards)):
        if demanded(rule, cards[:n]) is None:
            return n
    return len(cards)


def hands(rule: Tiraggio, cards: tuple[Card, ...]) -> dict[Side, tuple[Card, ...]]:
    """The cards of both sides, as far as they lie."""
    held: dict[Side, tuple[Card, ...]] = {Side.PUNTO: (), Side.BANCO: ()}
    for n, card in enumerate(cards):
        side = demanded(rule, cards[:n])
        if side is not None:
            held[side] += (card,)
    return held
