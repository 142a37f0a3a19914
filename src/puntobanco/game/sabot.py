"""A sabot: cards in order, with burned cards at the start and a cut card near the end."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from puntobanco.errors import NotInSabot
from puntobanco.game.cards import DECK, Card
from puntobanco.game.coup import MOST_CARDS, Coup, deal
from puntobanco.game.sheet import Burn, Cards, Shuffle
from puntobanco.game.tiraggio import Tiraggio

CardCounts = tuple[int, ...]  # how many of each card, in the order of DECK


class Sabot(Struct, frozen=True):
    """Cards in the order they come; an immutable value, so dealing gives a new sabot."""

    order: tuple[Card, ...]
    cut: int = 0  # cards after the cut card
    gone: int = 0  # cards that have left it, burned ones included

    @property
    def deals(self) -> bool:
        """Whether another coup is dealt: the coup in which the cut card appears is the last."""
        return self.gone < len(self.order) - self.cut

    @property
    def left(self) -> CardCounts:
        return count_cards(self.order[self.gone :])

    def burn(self, rule: Burn) -> tuple[tuple[Card, ...], "Sabot"]:
        """Show the first card and burn as many after it as it has points."""
        first = self.order[self.gone]
        burned = self.order[self.gone : self.gone + rule.cards(first)]
        return burned, self._after(len(burned))

    def coup(self, tiraggio: Tiraggio) -> tuple[Coup, "Sabot"]:
        """Deal the next coup."""
        coup = deal(tiraggio, self.order[self.gone : self.gone + MOST_CARDS])
        return coup, self._after(len(coup.punto) + len(coup.banco))

    def _after(self, taken: int) -> "Sabot":
        return Sabot(self.order, self.cut, self.gone + taken)


def coups(cards: Cards, tiraggio: Tiraggio, order: Sequence[Card]) -> Iterator[Coup]:
    """Every coup of a sabot in this order, after the burn and up to the cut card."""
    if cards.shuffle is Shuffle.EVERY_COUP:
        yield deal(tiraggio, order)
        return
    sabot = Sabot(tuple(order), cards.cut or 0)
    if cards.burn:
        _, sabot = sabot.burn(cards.burn)
    while sabot.deals:
        coup, sabot = sabot.coup(tiraggio)
        yield coup


def full(decks: int) -> CardCounts:
    """The cards of a fresh sabot."""
    return (decks,) * len(DECK)


def count_cards(cards: Iterable[Card]) -> CardCounts:
    """How many of each card there are."""
    counts = [0] * len(DECK)
    for card in cards:
        counts[card.index] += 1
    return tuple(counts)


def check_held(cards: Sequence[Card], decks: int, insisted: Sequence[Card] = ()) -> None:
    """Refuse a card that comes more often than the decks hold it, unless it was insisted on."""
    if len(set(cards)) == len(cards):
        return
    for card, times in Counter(cards).items():
        if times > decks + insisted.count(card):
            raise NotInSabot(card=card, times=times, held=decks)
