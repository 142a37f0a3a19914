"""What a coup is and owes by the printed books, counted without the program."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

Stakes = dict[str, int]  # by bet, in cents
Player = tuple[int, int]  # box and place; box 0: the standing players

_WORTH: Final = {"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0} | {str(n): n for n in range(2, 10)}
# "3: eccetto quando la terza carta del «Punto» è un 8; 4: 2, 3, 4, 5, 6 o 7; 5: 4, 5, 6 o 7; 6: 6
# o 7; 7 non può": the third cards of Punto on which Banco draws.
_BANCO_DRAWS: Final = {
    **dict.fromkeys((0, 1, 2), frozenset(range(10))),
    3: frozenset(range(10)) - {8},
    4: frozenset(range(2, 8)),
    5: frozenset(range(4, 8)),
    6: frozenset((6, 7)),
    7: frozenset[int](),
}


class Laid(NamedTuple):
    """Cards in the order in which they left the sabot, laid by the rule."""

    punto: list[str]
    banco: list[str]
    aside: list[str]  # the rule doesn't ask for them
    wants: str  # the side that needs the next card; empty: none

    @property
    def cards(self) -> str:
        """The coup's cards in drawing order."""
        (one, three, *fifth), (two, four, *sixth) = self.punto, self.banco
        return "".join([one, two, three, four, *fifth, *sixth])

    @property
    def outcome(self) -> str:
        punto, banco = points(self.punto), points(self.banco)
        return "egalite" if punto == banco else "punto" if punto > banco else "banco"


class Owed(NamedTuple):
    """What the croupier takes from a player and pays, and what lies there afterwards."""

    takes: int = 0
    pays: int = 0
    cagnotte: int = 0
    left: Mapping[str, int] = {}


def points(hand: Sequence[str]) -> int:
    """ "Le figure e i dieci valgono zero": the last digit of the sum."""
    return sum(_WORTH[card[0]] for card in hand) % 10


def lay(drawn: Sequence[str]) -> Laid:
    hands: dict[str, list[str]] = {"punto": [], "banco": []}
    for n, card in enumerate(drawn):
        side = _wants(hands["punto"], hands["banco"])
        if not side:
            return Laid(hands["punto"], hands["banco"], [*drawn[n:]], "")
        hands[side].append(card)
    return Laid(hands["punto"], hands["banco"], [], _wants(hands["punto"], hands["banco"]))


def _wants(punto: list[str], banco: list[str]) -> str:
    if len(banco) < 2:
        return "punto" if len(punto) == len(banco) else "banco"
    if len(punto) == len(banco) == 2 and max(points(punto), points(banco)) >= 8:
        return ""  # a natural
    if len(punto) == 2 and points(punto) <= 5 and len(banco) == 2:
        return "punto"
    if len(banco) == 3:
        return ""
    if len(punto) == 2:
        return "banco" if points(banco) <= 5 else ""
    return "banco" if points(punto[2:]) in _BANCO_DRAWS[points(banco)] else ""


def owed(house: str, stakes: Stakes, outcome: str) -> Owed:
    """002: Banco "detratto il 5% (cagnotte)"; 003: Banco "viene pagato 19:20"; Égalité 8:1."""
    takes = pays = cagnotte = 0
    left: Stakes = {}
    for bet, stake in stakes.items():
        if bet == outcome:
            fee = stake * 5 // 100 if bet == "banco" else 0
            cagnotte += fee if house == "campione" else 0
            pays += 8 * stake if bet == "egalite" else stake - fee
        elif outcome == "egalite":
            left[bet] = stake  # "restano invariate"
        else:
            takes += stake
    return Owed(takes, pays, cagnotte, left if house == "st-moritz" else {})
