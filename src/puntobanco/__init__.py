"""Punto Banco: the rules of five casinos as data, and exact odds.

>>> import puntobanco
>>> coup = puntobanco.play("live-mini", "7dKs9c2h3s")
>>> coup
<live-mini: Punto 7♦ 9♣ = 6, Banco K♠ 2♥ 3♠ = 5: Punto wins>
>>> coup.settle(punto=1000, grande=200).returned
{'punto': 2000, 'grande': 308}
"""

from collections.abc import Sequence

from puntobanco.errors import Refusal
from puntobanco.game.bets import Bet
from puntobanco.game.cards import Card, parse_cards
from puntobanco.game.coup import Coup, Outcome, Side
from puntobanco.game.notation import NotedSabot, parse_sabot, print_sabot
from puntobanco.houses import NAMES as HOUSES
from puntobanco.houses import house
from puntobanco.houses.house import House, Play

__all__ = [
    "HOUSES",
    "Bet",
    "Card",
    "Coup",
    "House",
    "NotedSabot",
    "Outcome",
    "Play",
    "Refusal",
    "Side",
    "house",
    "parse_cards",
    "parse_sabot",
    "play",
    "print_sabot",
]


def play(name: str, cards: str | Sequence[Card]) -> Play:
    """Deal a coup at a house from its cards in drawing order."""
    return house(name).play(cards)
