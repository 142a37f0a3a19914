"""Who draws a third card: the printed rule, read into a table.

A sheet holds the table as its page does, a letter to a cell. Punto's has a column to each
of its points; Banco's has a row to each of its points, a column to the points of Punto's
third card, and one more, headed by any word, for when Punto took none:

    AVENDO 0 1 2 3 4 5 6 7 8 9 NO
    3      T T T T T T T T R T T

Rows and columns may stand in any order. Eight and nine have no row: they are naturals.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Annotated, Final

from msgspec import Meta, Struct

POINTS: Final = range(8)
THIRD_CARDS: Final = range(10)


class CellRefused(ValueError):
    """A cell of a printed table is missing, doubled or unreadable: table, cell and reason."""

    def __init__(self, table: str, value: str, why: str) -> None:
        self.table, self.value = table, value
        super().__init__(why)


Lines = Annotated[str, Meta(pattern=r"^[^\x00-\x09\x0b-\x1f\x7f-\x9f]*\Z")]


class PrintedTiraggio(Struct, frozen=True, forbid_unknown_fields=True):
    """The tables as printed, with the book's own letters."""

    draw: Lines
    stand: Lines
    punto: Lines
    banco: Lines


class Tiraggio(Struct, frozen=True):
    """The rule: True draws, False stands."""

    punto: tuple[bool, ...]  # by Punto's points
    banco: tuple[tuple[bool, ...], ...]  # by Banco's points, then Punto's third card
    banco_if_stood: tuple[bool, ...]  # by Banco's points, when Punto took no card

    def punto_draws(self, points: int) -> bool:
        return self.punto[points]

    def banco_draws(self, points: int, third: int | None) -> bool:
        """Whether Banco draws, given the points of Punto's third card, or None if Punto stood."""
        return self.banco_if_stood[points] if third is None else self.banco[points][third]


@cache
def read_tiraggio(printed: PrintedTiraggio) -> Tiraggio:
    """Read the printed tables; CellRefused names the first bad cell."""
    letters = {printed.draw: True, printed.stand: False}
    if len(letters) < 2:
        raise CellRefused("stand", printed.stand, "draw and stand need different letters")
    punto = _read_table("punto", printed.punto, letters, row_heads=False)
    banco = _read_table("banco", printed.banco, letters, row_heads=True)
    words = {column for _, column in banco if column not in map(str, THIRD_CARDS)}
    if len(words) > 1 or any(word.isdecimal() for word in words):
        raise CellRefused("banco", " ".join(sorted(words)), "no third card has these points")
    none = words.pop() if words else "the column for no card"

    def cell(table: str, cells: dict[tuple[str, str], bool], row: str, column: str) -> bool:
        try:
            return cells[row, column]
        except KeyError:
            raise CellRefused(
                table, f"{row} under {column}".strip(), "the cell is missing"
            ) from None

    _refuse_others("punto", (points for _, points in punto), POINTS)
    _refuse_others("banco", (points for points, _ in banco), POINTS)
    return Tiraggio(
        punto=tuple(cell("punto", punto, "", str(points)) for points in POINTS),
        banco=tuple(
            tuple(cell("banco", banco, str(points), str(third)) for third in THIRD_CARDS)
            for points in POINTS
        ),
        banco_if_stood=tuple(cell("banco", banco, str(points), none) for points in POINTS),
    )


def _read_table(
    name: str, text: str, letters: dict[str, bool], row_heads: bool
) -> dict[tuple[str, str], bool]:
    """The cells of a table by row and column; without row heads all rows are called ''."""
    lines = [line.split() for line in text.splitlines() if line.strip()]
    if not lines:
        raise CellRefused(name, text, "the table is empty")
    columns = lines[0][1:] if row_heads else lines[0]
    cells: dict[tuple[str, str], bool] = {}
    for line in lines[1:]:
        head, row = (line[0], line[1:]) if row_heads else ("", line)
        if len(row) != len(columns):
            raise CellRefused(name, " ".join(line), f"{len(row)} cells of {len(columns)}")
        for column, letter in zip(columns, row, strict=True):
            if (head, column) in cells:
                raise CellRefused(name, f"{head} under {column}".strip(), "is there twice")
            if letter not in letters:
                why = f"{letter!r} under {column} means neither draw nor stand"
                raise CellRefused(name, " ".join(line), why)
            cells[head, column] = letters[letter]
    return cells


def _refuse_others(name: str, heads: Iterator[str], allowed: Sequence[int]) -> None:
    for head in heads:
        if head not in map(str, allowed):
            raise CellRefused(name, head, "points must be 0 to 7")
