"""Printing on a terminal, for all commands."""

import sys
from fractions import Fraction
from pathlib import Path

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from puntobanco.errors import Unreadable
from puntobanco.terminal.printable import printable

WIDE = 400  # never wrap tables: a wrapped number is worse than a long line


class Terminal:
    """Standard output for people; text from sheets is never interpreted as markup."""

    def __init__(self) -> None:
        self._wrapped = Console(highlight=False, markup=False, emoji=False)
        self._wide = Console(highlight=False, markup=False, emoji=False, width=WIDE)

    def title(self, text: str, beside: str = "") -> None:
        heading = Text.assemble((printable(text), "bold"))
        self._wide.print(heading.append(f"  {printable(beside)}") if beside else heading)

    def show(self, *parts: RenderableType) -> None:
        """Print tables and lines at their own width, then a blank line."""
        for part in (*parts, ""):
            self._wide.print(part)

    def line(self, text: str) -> None:
        self._wide.print(printable(text))

    def write(self, text: str, indent: int, style: str = "") -> None:
        """Print a paragraph, wrapped."""
        paragraph = Text(text, style=style)
        self._wrapped.print(Padding(paragraph, (0, 0, 0, indent), expand=False))


def table(*columns: str, left: int = 1) -> Table:
    """A plain table: the first columns hold words, the others figures."""
    grid = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for index, column in enumerate(columns):
        grid.add_column(column, justify="left" if index < left else "right")
    return grid


def percent(share: Fraction) -> str:
    return f"{100 * float(share):.4f}"


def signed(z: float | None) -> str:
    return "–" if z is None else f"{z:+.2f}"


def decks(number: int) -> str:
    return f"{number} deck{'s' if number > 1 else ''}"


def read_bytes(path: Path) -> bytes:
    """The bytes of a file, or of standard input for -."""
    try:
        return sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise Unreadable(file=path, why=why) from None


def read_text(path: Path) -> str:
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable(file=path, why="not UTF-8") from None
