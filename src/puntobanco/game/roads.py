"""The five roads: drawings of a sabot's results."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import groupby
from typing import Any, Final, Generic, TypeAlias, TypeVar, assert_never

from msgspec import Struct

from puntobanco.game.coup import Coup, Outcome, Side, is_pair

ROWS: Final = 6

# With which earlier streak a derived road compares: 1 is the one before.
BIG_EYE_BOY: Final = 1
SMALL_ROAD: Final = 2
COCKROACH_ROAD: Final = 3


class RoadResult(Struct, frozen=True):
    """What the roads need to know about a coup."""

    outcome: Outcome
    punto_pair: bool = False
    banco_pair: bool = False


class Entry(Struct, frozen=True):
    """A cell of the big road: a coup that was won, and the egalites counted on it."""

    won: RoadResult | None  # None while there were only egalites
    egalites: int = 0


class Mark(StrEnum):
    """A mark of a derived road; its colour does not say who won."""

    REPEATS = "repeats"  # red: the streaks resemble each other
    CHANGES = "changes"  # blue: they don't


Content: TypeAlias = RoadResult | Entry | Mark
T = TypeVar("T", bound=Content)


class PlacedMark(Struct, Generic[T], frozen=True):
    """A mark in its cell, counted from the top left; there are as many columns as needed."""

    column: int
    row: int
    content: T


Road: TypeAlias = tuple[PlacedMark[T], ...]


class Forecast(Struct, frozen=True):
    """The marks that the next coup would add; None if a derived road would not start yet."""

    big_eye_boy: Mark | None
    small_road: Mark | None
    cockroach_road: Mark | None


def result(coup: Coup) -> RoadResult:
    """Take from a coup what the roads need to know."""
    return RoadResult(coup.outcome, is_pair(coup.punto), is_pair(coup.banco))


def bead_plate(results: Iterable[RoadResult]) -> Road[RoadResult]:
    """Every result has a cell of its own; columns are filled from the top."""
    return tuple(PlacedMark(n // ROWS, n % ROWS, each) for n, each in enumerate(results))


def big_road(results: Iterable[RoadResult]) -> Road[Entry]:
    """Each streak has a column; an egalite takes no cell but is counted on the last one.

    Egalites before anybody has won wait in the first cell, for the first coup won to join them.
    The pairs of an egalite are on the bead plate only: here dots belong to the coup that was won.
    """
    entries: list[Entry] = []  # entries[-1:] = [...] replaces the last, or adds the first
    for each in results:
        last = entries[-1] if entries else Entry(None)
        if each.outcome is Outcome.EGALITE:
            entries[-1:] = [Entry(last.won, last.egalites + 1)]
        elif last.won is None:
            entries[-1:] = [Entry(each, last.egalites)]
        else:
            entries.append(Entry(each))
    return _lay_out(entries, lambda entry: entry.won and entry.won.outcome)


def big_eye_boy(results: Iterable[RoadResult]) -> Road[Mark]:
    """Does a streak resemble the one before it?"""
    return _lay_out(_marks(_depths(results), BIG_EYE_BOY))


def small_road(results: Iterable[RoadResult]) -> Road[Mark]:
    """Does a streak resemble the second before it?"""
    return _lay_out(_marks(_depths(results), SMALL_ROAD))


def cockroach_road(results: Iterable[RoadResult]) -> Road[Mark]:
    """Does a streak resemble the third before it?"""
    return _lay_out(_marks(_depths(results), COCKROACH_ROAD))


ROADS: Final[dict[str, Callable[[Iterable[RoadResult]], Road[Any]]]] = {
    "Bead plate": bead_plate,
    "Big road": big_road,
    "Big eye boy": big_eye_boy,
    "Small road": small_road,
    "Cockroach road": cockroach_road,
}


def forecast(results: Iterable[RoadResult], winner: Side) -> Forecast:
    """The marks that the derived roads would get if this side won the next coup."""
    depths = _depths([*results, RoadResult(Outcome(winner))])
    column, row = len(depths) - 1, depths[-1] - 1
    return Forecast(
        _mark(depths, BIG_EYE_BOY, column, row),
        _mark(depths, SMALL_ROAD, column, row),
        _mark(depths, COCKROACH_ROAD, column, row),
    )


def print_road(road: Road[T]) -> str:
    """The road as six lines of text: P, B, E for results, R and C for what repeats and changes.

    A banco pair is a ' behind the letter, a punto pair a comma; a number counts the egalites.
    """
    cells = {(placed.column, placed.row): letters(placed.content) for placed in road}
    width = max(map(len, cells.values()), default=1)
    columns = range(max((placed.column for placed in road), default=0) + 1)
    return "\n".join(
        " ".join(cells.get((column, row), "·").ljust(width) for column in columns).rstrip()
        for row in range(ROWS)
    )


def _depths(results: Iterable[RoadResult]) -> list[int]:
    """The length of each streak: the columns of a big road without a bottom row.

    Derived roads read these, not the cells of the big road, where a bent streak would spill
    into the columns of the next.
    """
    won = (each.outcome for each in results if each.outcome is not Outcome.EGALITE)
    return [len(list(streak)) for _, streak in groupby(won)]


def _mark(depths: Sequence[int], back: int, column: int, row: int) -> Mark | None:
    """The mark a derived road gets for an entry of the big road; the first ones get none."""
    if row == 0:  # A new streak: was the last one as long as the one it is compared with?
        if column <= back:
            return None
        same = depths[column - 1] == depths[column - 1 - back]
    else:  # The streak continues: it changes if the compared one ended in the row above.
        if column < back:
            return None
        same = depths[column - back] != row
    return Mark.REPEATS if same else Mark.CHANGES


def _marks(depths: Sequence[int], back: int) -> Iterator[Mark]:
    for column, depth in enumerate(depths):
        for row in range(depth):
            if mark := _mark(depths, back, column, row):
                yield mark


def _lay_out(contents: Iterable[T], kind: Callable[[T], object] | None = None) -> Road[T]:
    """Give each streak its column; turn right where there is no room below.

    Once turned, a streak stays in its row, so its tail never meets another: whatever lay ahead
    in that row would have come from the left, through this streak. A streak may have to turn at
    the very top; the next then starts behind its tail.
    """
    road: list[PlacedMark[T]] = []
    taken: set[tuple[int, int]] = set()
    start = 0
    for _, streak in groupby(contents, kind):
        while (start, 0) in taken:
            start += 1
        column, row, turned = start, 0, False
        for content in streak:
            road.append(PlacedMark(column, row, content))
            taken.add((column, row))
            turned = turned or row == ROWS - 1 or (column, row + 1) in taken
            column, row = (column + 1, row) if turned else (column, row + 1)
    return tuple(road)


def letters(content: Content) -> str:
    """A mark as text: P, B or E with its pairs and egalites, R or C."""
    match content:
        case RoadResult(outcome, punto_pair, banco_pair):
            return outcome[0].upper() + "'" * banco_pair + "," * punto_pair
        case Entry(won, egalites):
            return f"{letters(won)}{egalites or ''}" if won else f"E{egalites}"
        case Mark():
            return content[0].upper()
        case _:
            assert_never(content)
