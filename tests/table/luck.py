"""Finds a player's seed that gives the coups a test wants, as the test knows the house's seed."""

import secrets
from collections.abc import Callable

from puntobanco.fair.commitment import Mixed, deal_order
from puntobanco.game.cards import points
from puntobanco.game.coup import MOST_CARDS, NATURAL, Coup, Outcome, deal
from puntobanco.table.shared.shared_table import SharedTable, TableSetup

Wish = Callable[[Coup], bool]
_MOST_BURNED = 11


def lucky_seed(table: SharedTable, place: TableSetup, player: str, *wishes: Wish) -> str:
    """A seed with which the first coups are as wished for, if this player alone mixes."""
    while True:
        seed = secrets.token_hex(16)  # always new: a used seed would be refused
        mixed = Mixed(player, b"", seed)
        most = _MOST_BURNED + MOST_CARDS * len(wishes)
        order = deal_order(table.mixing.seed, table.mixing.terms, (mixed,), most)
        burn = place.sheet.cards.burn
        gone = burn.cards(order[0]) if burn else 0
        for wish in wishes:
            coup = deal(place.sheet.rule, order[gone : gone + MOST_CARDS])
            if not wish(coup):
                break
            gone += len(coup.cards)
        else:
            return seed


def any_coup(_: Coup) -> bool:
    return True


def egalite(coup: Coup) -> bool:
    return coup.outcome is Outcome.EGALITE


def no_egalite(coup: Coup) -> bool:
    return coup.outcome is not Outcome.EGALITE


def punto_wins(coup: Coup) -> bool:
    return coup.outcome is Outcome.PUNTO


def banco_wins(coup: Coup) -> bool:
    return coup.outcome is Outcome.BANCO


def punto_natural(coup: Coup) -> bool:
    return points(coup.punto[:2]) >= NATURAL


def banco_natural(coup: Coup) -> bool:
    return points(coup.banco[:2]) >= NATURAL > points(coup.punto[:2])


def no_natural(coup: Coup) -> bool:
    return not punto_natural(coup) and not banco_natural(coup)


def six_cards(coup: Coup) -> bool:
    return len(coup.cards) == MOST_CARDS


def punto_draws(coup: Coup) -> bool:
    return no_natural(coup) and len(coup.punto) > 2


def punto_stands(coup: Coup) -> bool:
    return no_natural(coup) and len(coup.punto) == 2


def both(*wishes: Wish) -> Wish:
    return lambda coup: all(wish(coup) for wish in wishes)
