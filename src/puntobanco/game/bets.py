"""The nine bets and when each of them wins."""

from enum import StrEnum
from typing import Final, assert_never

from puntobanco.errors import UnknownBet
from puntobanco.game.coup import Coup, Outcome, is_pair, is_perfect_pair


class Bet(StrEnum):
    PUNTO = "punto"
    BANCO = "banco"
    EGALITE = "egalite"
    PUNTO_PAIR = "punto_pair"
    BANCO_PAIR = "banco_pair"
    EITHER_PAIR = "either_pair"
    PERFECT_PAIR = "perfect_pair"
    GRANDE = "grande"
    PICCOLO = "piccolo"


_BY_NAME: Final = {bet.value: bet for bet in Bet}


def parse_bet(text: str) -> Bet:
    """Read a bet's name: "punto_pair"."""
    try:
        return _BY_NAME[text]
    except KeyError:
        raise UnknownBet(bet=text, known=", ".join(Bet)) from None


def wins(bet: Bet, coup: Coup) -> bool:
    """Whether the coup wins the bet."""
    match bet:
        case Bet.PUNTO:
            return coup.outcome is Outcome.PUNTO
        case Bet.BANCO:
            return coup.outcome is Outcome.BANCO
        case Bet.EGALITE:
            return coup.outcome is Outcome.EGALITE
        case Bet.PUNTO_PAIR:
            return is_pair(coup.punto)
        case Bet.BANCO_PAIR:
            return is_pair(coup.banco)
        case Bet.EITHER_PAIR:
            return is_pair(coup.punto) or is_pair(coup.banco)
        case Bet.PERFECT_PAIR:
            return is_perfect_pair(coup.punto) or is_perfect_pair(coup.banco)
        case Bet.GRANDE:
            return len(coup.punto) + len(coup.banco) > 4
        case Bet.PICCOLO:
            return len(coup.punto) + len(coup.banco) == 4
        case _:
            assert_never(bet)


def pushes(bet: Bet, coup: Coup) -> bool:
    """Whether the stake comes back untouched: on Punto and Banco when the coup is a tie."""
    return bet in (Bet.PUNTO, Bet.BANCO) and coup.outcome is Outcome.EGALITE
