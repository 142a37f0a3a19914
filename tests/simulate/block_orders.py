"""The cards of a block in plain Python, to look at or to check the kernels against."""

from collections.abc import Iterator
from itertools import islice

from puntobanco.game.cards import DECK, Card
from puntobanco.game.coup import MOST_CARDS
from puntobanco.game.sheet import Cards
from puntobanco.simulate import fresh_coups, whole_sabots
from puntobanco.simulate.random_streams import GeneratorState, start

_WORD = 2**64 - 1


def fresh_orders(decks: int, seed: int, block: int, coups: int) -> Iterator[tuple[Card, ...]]:
    """The six cards that lie ready for each coup of a block cut short after `coups`."""
    cards = len(DECK) * decks
    stream = generated_words(start(f"fresh {decks}", seed, block, fresh_coups.STREAMS))
    while coups:
        drawn = [_parts(words, 16) for words in islice(stream, MOST_CARDS)]
        ready = [words for words in zip(*drawn, strict=True) if _fair(words, cards)]
        for words in ready[-coups:]:
            yield tuple(DECK[word * len(DECK) >> 16] for word in words)
        coups -= min(coups, len(ready))


def _fair(words: tuple[int, ...], cards: int) -> bool:
    rests = [word * cards % 2**16 for word in words]
    different = len({word * cards >> 16 for word in words}) == len(words)
    return different and min(rests) >= 2**16 % cards


def sabot_orders(cards: Cards, seed: int, block: int, number: int) -> Iterator[tuple[Card, ...]]:
    """The first sabots of a block; cards that no coup can reach are not shuffled."""
    stream = generated_words(start(f"sabots {cards.decks}", seed, block, whole_sabots.STREAMS))
    while number > 0:
        orders = [
            [card for card in DECK for _ in range(cards.decks)] for _ in range(whole_sabots.SABOTS)
        ]
        for step, (first, second, unfair) in enumerate(whole_sabots.steps(cards)):
            chosen = _choose(stream, first, second, unfair)
            for order, (one, other) in zip(orders, chosen, strict=True):
                _swap(order, 2 * step, 2 * step + one)
                _swap(order, 2 * step + 1, 2 * step + 1 + other)
        yield from map(tuple, orders[:number])
        number -= len(orders)


def _choose(
    stream: Iterator[list[int]], first: int, second: int, unfair: int
) -> list[tuple[int, int]]:
    while True:
        products = [word * first for word in _parts(next(stream), 32)]
        seconds = [product % 2**32 * second for product in products]
        if min(product % 2**32 for product in seconds) >= unfair:
            return [(one >> 32, two >> 32) for one, two in zip(products, seconds, strict=True)]


def _swap(order: list[Card], one: int, other: int) -> None:
    order[one], order[other] = order[other], order[one]


def generated_words(state: GeneratorState) -> Iterator[list[int]]:
    """A word of each stream, again and again."""
    lanes: list[list[int]] = state.T.tolist()
    while True:
        yield [_next(lane) for lane in lanes]


def _next(lane: list[int]) -> int:
    a, b, c, d = lane
    c, d, drawn = c ^ a, d ^ b, _rotate(a + d & _WORD, 23) + a & _WORD
    lane[:] = a ^ d, b ^ c, c ^ (b << 17 & _WORD), _rotate(d, 45)
    return drawn


def _rotate(word: int, by: int) -> int:
    return word << by & _WORD | word >> 64 - by


def _parts(words: list[int], bits: int) -> list[int]:
    """All words cut into parts, the low one of each first."""
    return [word >> low & 2**bits - 1 for word in words for low in range(0, 64, bits)]
