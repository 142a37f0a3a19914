"""The houses: their sheets, read and certified."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from puntobanco.errors import UnknownHouse, Unreadable
from puntobanco.game.cards import Card
from puntobanco.game.sheet_text import read_sheet
from puntobanco.houses.play import House, Play
from puntobanco.odds.certificate import certify

_SHEETS: Final = Path(__file__).parent

HOUSES: Final[tuple[str, ...]] = tuple(sorted(sheet.stem for sheet in _SHEETS.glob("*.toml")))


def house(name: str) -> House:
    """One of our houses by name, or another one from the path of its sheet."""
    if name in HOUSES:
        return _ours(name)
    path = Path(name)
    if path.suffix != ".toml" and not path.is_file():
        raise UnknownHouse(house=name, known=", ".join(HOUSES))
    return _read(path)


def play(name: str, cards: str | Sequence[Card]) -> Play:
    """Deal a coup at a house from its cards in drawing order."""
    return house(name).play(cards)


@cache
def _ours(name: str) -> House:
    return _read(_SHEETS / f"{name}.toml")


def _read(path: Path) -> House:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise Unreadable(file=path, why=why) from None
    sheet = read_sheet(text, str(path))
    return House(sheet, certify(sheet, str(path)))
