"""What exists is documented: commands, refusals, keys of a sheet, the public names."""

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec
import pytest

import puntobanco
from puntobanco.cli import app
from puntobanco.errors import Refusal
from puntobanco.game import sheet
from puntobanco.game.tiraggio import PrintedTiraggio
from puntobanco.server.limits import Limits
from puntobanco.server.settings import Settings
from puntobanco.wire.close_codes import TRY_AGAIN, CloseCode
from puntobanco.wire.messages import Happened, Told
from puntobanco.wire.requests import Said

DOCS = Path(__file__).parent.parent / "docs"
README = DOCS.parent / "README.md"


def refusals(kind: type[Refusal] = Refusal) -> Iterator[type[Refusal]]:
    for each in kind.__subclasses__():
        if hasattr(each, "code"):
            yield each
        yield from refusals(each)


COMMANDS = [command.callback.__name__ for command in app.registered_commands if command.callback]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_documented(command: str) -> None:
    assert f"## `puntobanco {command}" in (DOCS / "commands.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", list(refusals()), ids=lambda kind: kind.code)
def test_every_refusal_is_documented_and_drawn(kind: type[Refusal]) -> None:
    assert f"`{kind.code}`" in (DOCS / "refusals.md").read_text(encoding="utf-8")
    module = __import__("puntobanco.errors", fromlist=["x"])
    drawn = [line.split() for line in (module.__doc__ or "").splitlines()]
    assert any(line[-2:] == [kind.__name__, kind.code] for line in drawn)


def test_refusal_codes_are_unique() -> None:
    codes = [kind.code for kind in refusals()]
    assert len(codes) == len(set(codes))


def keys(part: type, prefix: str = "") -> Iterator[str]:
    for field in msgspec.structs.fields(part):
        yield prefix + field.name


@pytest.mark.parametrize(
    "key",
    [
        *keys(sheet.Sheet),
        *keys(sheet.Cards, "cards."),
        *keys(sheet.Betting, "betting."),
        *keys(sheet.Money, "money."),
        *keys(sheet.BetRule, "bets.*."),
        *keys(PrintedTiraggio, "tiraggio."),
        *keys(sheet.Table, "table."),
        *keys(sheet.Times, "times."),
        *keys(sheet.Reading, "readings."),
    ],
)
def test_every_key_of_a_sheet_is_documented(key: str) -> None:
    assert f"`{key}`" in (DOCS / "sheets.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", puntobanco.__all__)
def test_every_public_name_is_documented(name: str) -> None:
    assert f"`{name}" in (DOCS / "library.md").read_text(encoding="utf-8")
    assert getattr(puntobanco, name) is not None


PROTOCOL = (DOCS / "protocol.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "message", [*get_args(Said), *get_args(Told)], ids=lambda kind: str(kind.__name__)
)
def test_every_message_is_documented_with_every_field(message: type[msgspec.Struct]) -> None:
    tag = message.__struct_config__.tag
    line = next(line for line in PROTOCOL.splitlines() if line.startswith(f"| `{tag}` |"))
    common = {field.name for field in msgspec.structs.fields(Happened)}
    for field in msgspec.structs.fields(message):
        if field.name not in common or not issubclass(message, Happened):
            assert f"`{field.name}`" in line


@pytest.mark.parametrize("code", CloseCode)
def test_every_close_code_is_documented(code: CloseCode) -> None:
    again = "yes" if code in TRY_AGAIN else "no" if code > 1000 else ""
    line = next(line for line in PROTOCOL.splitlines() if line.startswith(f"| {code:d} |"))
    assert line.split("|")[3].strip().startswith(again)


@pytest.mark.parametrize(
    "setting", [field.name for kind in (Settings, Limits) for field in msgspec.structs.fields(kind)]
)
def test_every_setting_is_documented(setting: str) -> None:
    page = (DOCS / "operation.md").read_text(encoding="utf-8")
    assert f"`{setting}`" in page or f"`[{setting}]`" in page


def test_every_page_is_linked_from_the_readme() -> None:
    readme = README.read_text(encoding="utf-8")
    for page in DOCS.glob("*.md"):
        assert f"docs/{page.name}" in readme
