"""Cards left in a sabot, read from text: listed, or counted by card or by rank."""

import re
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from puntobanco.errors import NotACount, NotInSabot
from puntobanco.game.cards import DECK, RANKS, SUITS, parse_cards
from puntobanco.game.sabot import CardCounts, check_held, count_cards

_COUNT = re.compile(r"([A-Za-z0-9]{1,2})=([0-9]{1,9})")


class CardsLeft(Struct, frozen=True):
    """How many of each card are left."""

    counts: CardCounts
    suits_known: bool = True  # False for counts by rank, which can't tell perfect pairs


def parse_left(text: str, decks: int) -> CardsLeft:
    """Read which cards are left of so many decks.

    "7dKs9c": a list. "7d=3 Ks=8": counts by card. "A=31 2=32": counts by rank.
    13 numbers: counts by rank, ace to king. 52 numbers: counts by card in the deck's order.
    """
    tokens = text.replace(",", " ").split()
    if tokens and all(token.isdecimal() and token.isascii() for token in tokens):
        names = {len(RANKS): list(RANKS), len(DECK): list(map(str, DECK))}.get(len(tokens))
        if names is None:
            raise NotACount(text=_short(text))
        tokens = [f"{name}={number}" for name, number in zip(names, tokens, strict=True)]
    if tokens and all(map(_COUNT.fullmatch, tokens)):
        return _parse_counts(text, tokens, decks)
    if "=" in text:
        raise NotACount(text=_short(text))
    cards = parse_cards("".join(tokens))
    check_held(cards, decks)
    return CardsLeft(count_cards(cards))


def check_left(counts: Sequence[int], decks: int) -> CardsLeft:
    """Check 52 counts, in the deck's order, against the number of decks."""
    if len(counts) != len(DECK) or not all(type(n) is int and n >= 0 for n in counts):
        raise NotACount(text=_short(str(counts)))
    for card, times in zip(DECK, counts, strict=True):
        if times > decks:
            raise NotInSabot(card=card, times=times, held=decks)
    return CardsLeft(tuple(counts))


def _parse_counts(text: str, tokens: list[str], decks: int) -> CardsLeft:
    counted: Counter[str] = Counter()
    for token in tokens:
        name, _, number = token.partition("=")
        if name in counted:
            raise NotACount(text=_short(text))
        counted[name] = int(number)
    names = list(map(str, DECK))
    by_rank = all(len(name) == 1 and name in RANKS for name in counted)
    if not by_rank and not all(name in names for name in counted):
        raise NotACount(text=_short(text))
    if not by_rank:
        return check_left([counted[name] for name in names], decks)
    held = decks * len(SUITS)
    for name, times in counted.items():
        if times > held:
            raise NotInSabot(card=name, times=times, held=held)
    # Put all cards of a rank into one suit: only perfect pairs look at suits.
    counts = (counted[card.rank] if card.suit == SUITS[0] else 0 for card in DECK)
    return CardsLeft(tuple(counts), suits_known=False)


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:60]}…"
