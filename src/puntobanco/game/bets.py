"""The nine bets and when each of them wins."""

from collections.abc import Callable
from typing import Final

from puntobanco.errors import UnknownBet
from puntobanco.game.coup import Coup, Outcome, is_pair, is_perfect_pair
from puntobanco.game.word import Word


class Bet(Word):
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
        raise UnknownBet(text=text, known=", ".join(Bet)) from None


_PUNTO, _BANCO, _EGALITE = Outcome  # a member's own name is looked up more slowly

WINS: Final[dict[Bet, Callable[[Coup], bool]]] = {
    Bet.PUNTO: lambda coup: coup.outcome is _PUNTO,
    Bet.BANCO: lambda coup: coup.outcome is _BANCO,
    Bet.EGALITE: lambda coup: coup.outcome is _EGALITE,
    Bet.PUNTO_PAIR: lambda coup: is_pair(coup.punto),
    Bet.BANCO_PAIR: lambda coup: is_pair(coup.banco),
    Bet.EITHER_PAIR: lambda coup: is_pair(coup.punto) or is_pair(coup.banco),
    Bet.PERFECT_PAIR: lambda coup: is_perfect_pair(coup.punto) or is_perfect_pair(coup.banco),
    Bet.GRANDE: lambda coup: len(coup.punto) + len(coup.banco) > 4,
    Bet.PICCOLO: lambda coup: len(coup.punto) + len(coup.banco) == 4,
}


def wins(bet: Bet, coup: Coup) -> bool:
    """Whether the coup wins the bet."""
    return WINS[bet](coup)


def pushes(bet: Bet, coup: Coup) -> bool:
    """Whether the stake comes back without winnings: on Punto and Banco if the coup is a tie."""
    return coup.outcome is _EGALITE and bet in (Bet.PUNTO, Bet.BANCO)
