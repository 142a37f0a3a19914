"""What the commands share in showing things on a terminal."""

from fractions import Fraction
from pathlib import Path

from rich.console import Console
from rich.table import Table

from puntobanco.errors import Unreadable


def console() -> Console:
    return Console(highlight=False)


def table(*columns: str, left: int = 1) -> Table:
    """A plain table: the first columns hold words, the others figures."""
    grid = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for place, column in enumerate(columns):
        grid.add_column(column, justify="left" if place < left else "right", overflow="fold")
    return grid


def percent(share: Fraction) -> str:
    return f"{float(share * 100):.4f}"


def read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise Unreadable(file=path, why=why) from None
