"""The houses: their sheets, read and certified."""

from collections.abc import Iterable
from functools import cache
from os import PathLike, fspath
from pathlib import Path
from typing import Final

from puntobanco.errors import UnknownHouse, Unreadable
from puntobanco.game.cards import Card
from puntobanco.game.house_texts import HouseTexts, read_texts
from puntobanco.game.sheet_text import read_sheet
from puntobanco.houses.playing import House, Play
from puntobanco.odds.certificate import certify

_SHEETS: Final = Path(__file__).parent

HOUSES: Final[tuple[str, ...]] = tuple(sorted(sheet.stem for sheet in _SHEETS.glob("*.toml")))


def house(name: str | PathLike[str]) -> House:
    """One of our houses by name, or another one from the path of its sheet."""
    name = fspath(name)
    if name in HOUSES:
        return _ours(name)
    try:
        return _read(Path(name))
    except Unreadable:
        if name.endswith(".toml"):
            raise
        raise UnknownHouse(house=name[:80], known=", ".join(HOUSES)) from None


def play(name: str | PathLike[str], cards: str | Iterable[Card]) -> Play:
    """Deal a coup at a house from its cards in drawing order."""
    return house(name).play(cards)


@cache
def _ours(name: str) -> House:
    return _read(_SHEETS / f"{name}.toml")


def _read(path: Path) -> House:
    sheet = read_sheet(_text(path), str(path))
    texts = path.parent / "texts" / path.name
    told = read_texts(_text(texts), str(texts), sheet) if texts.is_file() else HouseTexts()
    return House(sheet, certify(sheet, str(path)), told)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable(file=path, why="not UTF-8") from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise Unreadable(file=path, why=why) from None
