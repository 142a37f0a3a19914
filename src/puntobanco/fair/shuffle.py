"""Shuffles the cards of a sabot: Fisher–Yates without bias."""

from struct import Struct
from typing import Final

from puntobanco.errors import OutOfRange
from puntobanco.fair.drbg import HmacDrbg
from puntobanco.game.cards import DECK, Card

BYTES_PER_CALL: Final = 2048  # of every Generate call: 512 words, enough for 8 decks
_words: Final = Struct(">8I").unpack  # a block of 32 bytes as 32-bit big-endian words
_ALL_WORDS: Final = 1 << 32


def shuffle(generator: HmacDrbg, decks: int, cards: int | None = None) -> tuple[Card, ...]:
    """Return all cards of a shuffled sabot, or only the first `cards`.

    The card at each place is chosen from those not yet placed. A word above the largest multiple
    of their number is thrown away, so that all cards are equally likely.
    """
    order = [*DECK] * decks
    total = len(order)
    if cards is None:
        cards = total
    if not 0 < cards <= total:
        raise OutOfRange(what="cards", number=cards, least=1, most=total)
    index, choices = 0, total
    surely_fair = _ALL_WORDS - total  # for any number of choices
    while True:
        for block in generator.blocks(BYTES_PER_CALL):
            for word in _words(block):
                rest = word % choices
                if word > surely_fair and word - rest > _ALL_WORDS - choices:
                    continue
                chosen = index + rest
                order[index], order[chosen] = order[chosen], order[index]
                index += 1
                choices -= 1
                if index == cards:
                    return tuple(order[:cards])
