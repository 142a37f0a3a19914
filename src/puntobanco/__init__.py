"""Punto Banco: the rules of five casinos as data, and exact odds.

>>> import puntobanco
>>> coup = puntobanco.play("live-mini", "7dKs9c2h3s")
>>> coup
<live-mini: Punto 7♦ 9♣ = 6, Banco K♠ 2♥ 3♠ = 5: Punto wins>
>>> coup.settle(punto=1000, grande=200).returned
{'punto': 2000, 'grande': 308}

Names are loaded when they are first used, so that the command line starts at once.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puntobanco.errors import Refusal as Refusal
    from puntobanco.game.bets import Bet as Bet
    from puntobanco.game.cards import Card as Card
    from puntobanco.game.cards import parse_cards as parse_cards
    from puntobanco.game.coup import Coup as Coup
    from puntobanco.game.coup import Outcome as Outcome
    from puntobanco.game.coup import Side as Side
    from puntobanco.game.notation import NotedSabot as NotedSabot
    from puntobanco.game.notation import parse_sabot as parse_sabot
    from puntobanco.game.notation import print_sabot as print_sabot
    from puntobanco.houses import HOUSES as HOUSES
    from puntobanco.houses import house as house
    from puntobanco.houses import play as play
    from puntobanco.houses.playing import House as House
    from puntobanco.houses.playing import Play as Play

_ROOMS = {
    "errors": ("Refusal",),
    "game.bets": ("Bet",),
    "game.cards": ("Card", "parse_cards"),
    "game.coup": ("Coup", "Outcome", "Side"),
    "game.notation": ("NotedSabot", "parse_sabot", "print_sabot"),
    "houses": ("HOUSES", "house", "play"),
    "houses.playing": ("House", "Play"),
}
_HOME = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> object:
    if name == "__version__":
        return import_module("importlib.metadata").version("puntobanco")
    if name not in _HOME:
        raise AttributeError(f"module 'puntobanco' has no attribute {name!r}")
    value = getattr(import_module(f"puntobanco.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
