"""A coup, from its first card to its outcome."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from msgspec import Struct

from puntobanco.errors import TooFewCards, TooManyCards
from puntobanco.game.cards import Card, points
from puntobanco.game.tiraggio import Tiraggio
from puntobanco.game.word import Word

NATURAL: Final = 8  # eight or nine on the first two cards: nobody draws
MOST_CARDS: Final = 6


class Side(Word):
    PUNTO = "punto"
    BANCO = "banco"


class Outcome(Word):
    PUNTO = "punto"
    BANCO = "banco"
    EGALITE = "egalite"


class Decision(Struct, frozen=True):
    """A side with its first two cards draws or stands."""

    side: Side
    points: int
    draws: bool
    third: int | None = None  # for Banco: the points of Punto's third card, None if it stood

    def __str__(self) -> str:
        return _sentence(self.side, self.points, self.draws, self.third)


class Coup(Struct, frozen=True):
    """Both hands at the end of a coup, and the decisions that led there."""

    punto: tuple[Card, ...]
    banco: tuple[Card, ...]
    decisions: tuple[Decision, ...]  # none after a natural
    outcome: Outcome

    @property
    def points(self) -> dict[str, int]:
        return {Side.PUNTO: points(self.punto), Side.BANCO: points(self.banco)}

    @property
    def cards(self) -> tuple[Card, ...]:
        """In drawing order."""
        (p1, p2, *p3), (b1, b2, *b3) = self.punto, self.banco
        return (p1, b1, p2, b2, *p3, *b3)

    @property
    def explanation(self) -> tuple[str, ...]:
        """Why each side drew or stood, one sentence per decision."""
        return explain(self.decisions, points(self.punto), points(self.banco))

    @property
    def verdict(self) -> str:
        match self.outcome:
            case Outcome.PUNTO:
                return "Punto wins"
            case Outcome.BANCO:
                return "Banco wins"
            case Outcome.EGALITE:
                return "Égalité"

    def __str__(self) -> str:
        hands = (
            f"{side.capitalize()} {' '.join(card.sign for card in hand)} = {points(hand)}"
            for side, hand in ((Side.PUNTO, self.punto), (Side.BANCO, self.banco))
        )
        return f"{', '.join(hands)}: {self.verdict}"


@cache
def _natural(punto: int, banco: int) -> str:
    naturals = [
        f"{side.capitalize()} {total}"
        for side, total in ((Side.PUNTO, punto), (Side.BANCO, banco))
        if total >= NATURAL
    ]
    return f"{', '.join(naturals)}: natural, nobody draws"


def explain(decisions: Sequence[Decision], punto: int, banco: int) -> tuple[str, ...]:
    """Why each side drew or stood; after a natural, the points say why nobody drew."""
    return tuple(map(str, decisions)) or (_natural(punto, banco),)


@cache
def _sentence(side: Side, total: int, draws: bool, third: int | None) -> str:
    verb = "draws" if draws else "stands"
    if side is Side.PUNTO:
        return f"Punto {total}: Punto {verb}"
    seen = "Punto stood" if third is None else f"Punto's third card {third}"
    return f"Banco {total}, {seen}: Banco {verb}"


def deal(tiraggio: Tiraggio, cards: Sequence[Card]) -> Coup:
    """Deal a coup from the top of the cards; cards after its last one are ignored."""
    if len(cards) < 4:
        raise TooFewCards(given=len(cards), side=("Punto", "Banco")[len(cards) % 2])
    p1, b1, p2, b2 = cards[:4]
    punto_has, banco_has = (p1.points + p2.points) % 10, (b1.points + b2.points) % 10
    if punto_has >= NATURAL or banco_has >= NATURAL:
        return Coup((p1, p2), (b1, b2), (), _nearest_to_nine(punto_has, banco_has))

    punto: tuple[Card, ...] = (p1, p2)
    banco: tuple[Card, ...] = (b1, b2)
    third = _drawn(cards, 4, "Punto") if tiraggio.punto_draws(punto_has) else None
    seen = third.points if third else None
    fourth = None
    if tiraggio.banco_draws(banco_has, seen):
        fourth = _drawn(cards, 5 if third else 4, "Banco")
    decisions = (
        Decision(Side.PUNTO, punto_has, third is not None),
        Decision(Side.BANCO, banco_has, fourth is not None, seen),
    )
    if third:
        punto = (p1, p2, third)
    if fourth:
        banco = (b1, b2, fourth)
    return Coup(punto, banco, decisions, _nearest_to_nine(points(punto), points(banco)))


def _drawn(cards: Sequence[Card], index: int, side: str) -> Card:
    if len(cards) <= index:
        raise TooFewCards(given=len(cards), side=side)
    return cards[index]


def _nearest_to_nine(punto: int, banco: int) -> Outcome:
    if punto == banco:
        return Outcome.EGALITE
    return Outcome.PUNTO if punto > banco else Outcome.BANCO


def deal_exactly(tiraggio: Tiraggio, cards: Sequence[Card]) -> Coup:
    """Deal a coup that must use all cards given."""
    coup = deal(tiraggio, cards)
    used = len(coup.punto) + len(coup.banco)
    if used < len(cards):
        raise TooManyCards(given=len(cards), used=used)
    return coup


def is_pair(hand: Sequence[Card]) -> bool:
    """The first two cards are of equal rank: K-K, not K-Q."""
    return hand[0].rank == hand[1].rank


def is_perfect_pair(hand: Sequence[Card]) -> bool:
    """The first two cards are of equal rank and suit."""
    return hand[0] == hand[1]
