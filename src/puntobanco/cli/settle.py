"""`puntobanco settle`: read coups and stakes, write payments, one JSON line each."""

import json
import sys
from codecs import BOM_UTF8
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, cast

import msgspec
import typer

from puntobanco.cli.parts.arguments import HouseArgument
from puntobanco.errors import BadField, DuplicateKey, NotJson, Refusal, Unreadable
from puntobanco.game.cards import print_cards

if TYPE_CHECKING:
    from puntobanco.houses.playing import House


class SettleLine(msgspec.Struct, forbid_unknown_fields=True):
    cards: str
    stakes: dict[str, int | float | str | bool | None] | msgspec.UnsetType = msgspec.UNSET


def settle(
    house: HouseArgument,
    file: Annotated[
        Path | None, typer.Argument(help="A file of JSON lines; standard input by default or if -.")
    ] = None,
) -> None:
    """Settle coups: {"cards": "7dKs9c2h3s", "stakes": {"punto": 1000}} on each line."""
    from puntobanco.houses import house as find_house

    ours = find_house(house)
    if file is None or str(file) == "-":
        if sys.stdin is None:
            raise Unreadable(file="standard input", why="it is closed")
        failed = _settle_all(ours, sys.stdin.buffer, sys.stdout.buffer)
    else:
        with _open(file) as lines:
            failed = _settle_all(ours, lines, sys.stdout.buffer)
    raise typer.Exit(1 if failed else 0)


def _open(file: Path) -> BinaryIO:
    try:
        lines = file.open("rb")
        lines.peek()  # a directory opens and can't be read
    except OSError as error:
        raise Unreadable(file=file, why=error.strerror) from None
    return lines


def _settle_all(ours: "House", lines: BinaryIO, out: BinaryIO) -> bool:
    """Answer every line; return whether any was refused."""
    failed = False
    for number, line in enumerate(lines):
        if number == 0:
            line = line.removeprefix(BOM_UTF8)
        if line.isspace():
            continue
        try:
            answer = _settle(ours, line)
        except Refusal as refusal:
            failed = True
            answer = {"error": {"code": refusal.code, "message": refusal.message}}
        out.write(msgspec.json.encode(answer) + b"\n")
        out.flush()  # whoever sends line by line waits for the answer
    return failed


_decoder = msgspec.json.Decoder(SettleLine)


def _settle(ours: "House", text: bytes) -> dict[str, Any]:
    line = _decode(text)
    coup = ours.play(line.cards)
    stakes = cast("dict[str, int]", line.stakes or {})  # what is no amount, settle refuses by name
    return {
        "punto": print_cards(coup.punto),
        "banco": print_cards(coup.banco),
        "points": coup.points,
        "outcome": coup.outcome,
        "returned": coup.settle(**stakes).returned,
        "explanation": coup.explanation,
    }


def _decode(text: bytes) -> SettleLine:
    try:
        line = _decoder.decode(text)
    except msgspec.ValidationError as error:
        raise BadField(why=str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NotJson(why=str(error)) from None
    # Cards and names of bets hold no colon, so there is one to each key: others are looked into.
    keys = 2 + len(line.stakes) if line.stakes is not msgspec.UNSET else 1
    if text.count(b":") > keys:
        json.loads(text, object_pairs_hook=_refuse_twice)
    return line


def _refuse_twice(pairs: list[tuple[str, object]]) -> None:
    seen = set()
    for key, _ in pairs:
        if key in seen:
            raise DuplicateKey(key=key)
        seen.add(key)
