"""The fifty-two cards, their points and their two-letter names."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from puntobanco.errors import NotACard

RANKS: Final = "A23456789TJQK"
SUITS: Final = "cdhs"
SUIT_SIGNS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


class Card(Struct, frozen=True):
    """One card; there is a single object for each of the fifty-two."""

    rank: str
    suit: str
    points: int  # ace 1, 2 to 9 their face value, ten and figures 0
    index: int  # its place in DECK

    def __str__(self) -> str:
        return self.rank + self.suit

    @property
    def sign(self) -> str:
        """As printed on a card: 10♦."""
        return ("10" if self.rank == "T" else self.rank) + SUIT_SIGNS[self.suit]

    __repr__ = __str__


DECK: Final[tuple[Card, ...]] = tuple(
    Card(rank, suit, points if points < 10 else 0, 4 * (points - 1) + place)
    for points, rank in enumerate(RANKS, 1)
    for place, suit in enumerate(SUITS)
)
_BY_NAME: Final = {str(card): card for card in DECK}


def parse_card(text: str) -> Card:
    """Read one card: "Td" is the ten of diamonds."""
    try:
        return _BY_NAME[text]
    except KeyError:
        raise NotACard(text=text) from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards without separators: "7dKs9c"."""
    try:
        return tuple([_BY_NAME[text[i : i + 2]] for i in range(0, len(text), 2)])
    except KeyError as unknown:
        raise NotACard(text=unknown.args[0]) from None


def print_cards(cards: Iterable[Card]) -> str:
    """The inverse of `parse_cards`."""
    return "".join([card.rank + card.suit for card in cards])


def points(hand: Iterable[Card]) -> int:
    """A hand's points: the last digit of the sum."""
    total = 0
    for card in hand:  # two or three cards: a loop is faster than a comprehension here
        total += card.points
    return total % 10
