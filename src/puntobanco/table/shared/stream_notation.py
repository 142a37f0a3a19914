"""Writes a shared table's stream in our notation, with all corrections applied."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from puntobanco.game.cards import Card, parse_cards
from puntobanco.game.notation import UNSEEN, NotedCoup, NotedSabot
from puntobanco.wire.stream import (
    FACE_DOWN,
    Burned,
    Result,
    Reversed,
    Shuffled,
    Stage,
    Standing,
    StreamEvent,
    TableView,
    Voided,
)
from puntobanco.wire.table_fold import fold

_UNDER_WAY: Final = {Stage.BETTING, Stage.CLOSING, Stage.DEALING}


def noted_sabots(house: str, events: Iterable[StreamEvent]) -> dict[int, NotedSabot]:
    """Return a table's sabots by number; if two epochs have the same number, the later one."""
    by_sabot: dict[int, list[StreamEvent]] = {}
    number = 0
    for event in events:
        if isinstance(event, Shuffled):
            number, by_sabot[event.sabot] = event.sabot, []
        if number:
            by_sabot[number].append(event)
    return {sabot: noted_sabot(house, each) for sabot, each in by_sabot.items()}


def noted_sabot(house: str, events: Sequence[StreamEvent]) -> NotedSabot:
    """Return one sabot: its coups and the cards that were set aside.

    `events` begin with the sabot's `Shuffled`.
    """
    shuffled = events[0]
    if not isinstance(shuffled, Shuffled):
        raise ValueError("a sabot begins with its shuffle")
    view = TableView(shuffled.table, shuffled.epoch, 0, Standing.OPEN, Stage.RESTING)
    coups, burned = [NotedCoup(())], ""
    numbers: list[int] = []  # of the coups at the table, where void ones count as well
    for event in events:
        after = fold(view, event)
        if isinstance(event, Burned):
            burned = event.first
        elif isinstance(event, Result):
            aside = view.aside.removeprefix(after.first_of_next)
            coups.append(NotedCoup(parse_cards(event.cards), aside=parse_cards(aside)))
            numbers.append(event.coup)
        elif isinstance(event, Reversed):
            coups.pop()
            numbers.pop()
        elif isinstance(event, Voided) and view.stage is Stage.DEALING:
            cards = after.cards.replace(FACE_DOWN, "")  # some were perhaps never read
            coups[-1] = _with_aside(coups[-1], cards + view.aside)
        view = after
    coups[-1] = _with_aside(coups[-1], view.first_of_next)
    before, *dealt = _insisted_on(coups, shuffled.decks)
    remarks = [("table", shuffled.table), ("number", str(shuffled.sabot))]
    if numbers:
        remarks.append(("coups", _ranges(numbers)))
    noted = NotedSabot(
        house, tuple(remarks), parse_cards(burned), tuple(dealt), before.aside, before.insisted
    )
    if shuffled.commitment or not shuffled.cut:
        return noted
    return replace(noted, cut=len(dealt) + (view.stage in _UNDER_WAY) if view.cut else UNSEEN)


def _ranges(numbers: Sequence[int]) -> str:
    """Write rising numbers in short: 12-31 33."""
    begins = [each for each in numbers if each - 1 not in numbers]
    ends = [each for each in numbers if each + 1 not in numbers]
    return " ".join(
        f"{first}-{last}" if last > first else str(first)
        for first, last in zip(begins, ends, strict=True)
    )


def _with_aside(coup: NotedCoup, cards: str) -> NotedCoup:
    return replace(coup, aside=coup.aside + parse_cards(cards))


def _insisted_on(coups: Sequence[NotedCoup], decks: int) -> list[NotedCoup]:
    """Mark in each coup the cards that the sabot could not hold any more."""
    seen: Counter[Card] = Counter()
    marked = []
    for coup in coups:
        lacking: list[Card] = []
        for card in coup.cards + coup.aside:
            seen[card] += 1
            lacking += [card] if seen[card] > decks else []
        marked.append(replace(coup, insisted=tuple(lacking)))
    return marked
