"""Commands, refusals, messages, routes, settings and public names are all documented."""

import re
import tomllib
from collections.abc import Iterator
from inspect import signature
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import ResponseSpec

import puntobanco
from puntobanco.audit.findings import Check
from puntobanco.cli import app
from puntobanco.cli.serve import serve
from puntobanco.client.cash_client import CashClient
from puntobanco.client.console_client import ConsoleClient
from puntobanco.client.lines_client import LinesClient
from puntobanco.errors import Refusal
from puntobanco.fair.proof import Proof
from puntobanco.game import sheet
from puntobanco.game.tiraggio import PrintedTiraggio
from puntobanco.ledger.records import RecordKind
from puntobanco.server.house.history import COLUMNS
from puntobanco.server.house.limits import Limits
from puntobanco.server.http.routes import (
    cash,
    cronologia,
    houses,
    lines,
    operators,
    people,
    sessions,
    tables,
)
from puntobanco.server.http.routes.cronologia import (
    provide_day,
    provide_filter,
    provide_query,
)
from puntobanco.server.settings import Settings
from puntobanco.table.effective_sheet import effective_sheet, read_spec
from puntobanco.wire import bodies
from puntobanco.wire import cash as cash_sheets
from puntobanco.wire import lines as players_lines
from puntobanco.wire.close_codes import TRY_AGAIN, CloseCode
from puntobanco.wire.console_commands import AnyCommand, Command, Console
from puntobanco.wire.messages import Happened, Moved, ServerMessage, SharedWelcome
from puntobanco.wire.requests import AnyRequest, parse_request
from puntobanco.wire.stream import (
    Due,
    Listed,
    OnBet,
    Roads,
    Stage,
    Standing,
    Statistics,
    Streamed,
    StreamEvent,
    TableView,
)
from puntobanco.wire.table_fold import _BESIDE
from puntobanco.wire.table_spec import Narrowed, Pace, TableSpec, Video

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
def test_every_refusal_is_documented_and_in_the_tree(kind: type[Refusal]) -> None:
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
        *keys(sheet.SheetTable, "table."),
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


CONSOLE = [name for name in vars(ConsoleClient) if not name.startswith("_")]
PROTOCOL = (DOCS / "protocol.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "message",
    [
        *get_args(AnyRequest),
        *get_args(ServerMessage),
        *get_args(StreamEvent),
        *get_args(AnyCommand),
        Console,
    ],
    ids=lambda kind: str(kind.__name__),
)
def test_every_message_is_documented_with_every_field(message: type[msgspec.Struct]) -> None:
    tag = message.__struct_config__.tag
    line = next(line for line in PROTOCOL.splitlines() if line.startswith(f"| `{tag}` |"))
    common = {
        field.name
        for kind in (Happened, Streamed, Command)
        if issubclass(message, kind)
        for field in msgspec.structs.fields(kind)
    }
    for field in msgspec.structs.fields(message):
        if field.name not in common:
            assert f"`{field.name}`" in line


@pytest.mark.parametrize("part", [SharedWelcome, TableView, Listed, OnBet, Roads, Statistics, Due])
def test_every_field_that_a_shared_table_shows_is_documented(part: type[msgspec.Struct]) -> None:
    assert quoted(line_of(f"| `{part.__name__}` |")) >= names(part)


@pytest.mark.parametrize("word", [*Stage, *Standing])
def test_every_stage_and_standing_is_documented(word: str) -> None:
    assert f"`{word}`" in PROTOCOL


@pytest.mark.parametrize("part", [TableSpec, Pace, Narrowed, Video])
def test_every_key_of_a_table_file_is_documented(part: type[msgspec.Struct]) -> None:
    page = (DOCS / "operation.md").read_text(encoding="utf-8")
    assert quoted(page) >= names(part)


ROUTES = [
    route
    for part in (people, sessions, cronologia, houses, operators, tables, cash, lines)
    for route in part.ROUTES
    if route.http_methods != {"HEAD"}  # the same as GET, without the body
]
BODIES = [
    each
    for module in (bodies, cash_sheets, players_lines)
    for each in vars(module).values()
    if isinstance(each, type) and each.__module__ == module.__name__ and each is not bodies.Body
    if issubclass(each, msgspec.Struct)
]


def line_of(start: str) -> str:
    return next((line for line in PROTOCOL.splitlines() if line.startswith(start)), "")


def names(kind: type[msgspec.Struct]) -> set[str]:
    return {f"`{field.encode_name}`" for field in msgspec.structs.fields(kind)}


def quoted(text: str) -> set[str]:
    return set(re.findall(r"`[^`\n]+`", text))


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: str(route.handler_name))
def test_every_route_is_documented(route: HTTPRouteHandler) -> None:
    """Its body, its answer, and exactly the refusals it can give."""
    (method,), (path,) = route.http_methods, route.paths
    path = re.sub(r":\w+", "", path)
    _, _, who, asked, answer, refused, _ = line_of(f"| `{method} /api{path}` |").split("|")
    known = route.fn.__annotations__
    body = known.get("data")
    assert quoted(asked) >= (names(get_args(body)[0]) if body else set())
    assert ("anyone" in who) is (not route.security or {} in route.security)
    assert quoted(refused) == {f"`{kind.code}`" for kind in route.opt.get("refuses", ())}
    told = [kind for each in specs(route) for kind in kinds_in(each.data_container)]
    tagged = [str(kind.__struct_config__.tag) for kind in told]
    returned = get_args(known["return"]) or (known["return"],)
    plain = [each.__name__ for each in returned if each in (*BODIES, Proof)]
    for name in tagged or plain:
        assert f"`{name}`" in answer


def kinds_in(told: Any) -> list[Any]:
    """The message types inside a list or a union, or the type itself."""
    return [kind for each in get_args(told) for kind in kinds_in(each)] or [told]


def specs(route: HTTPRouteHandler) -> list[ResponseSpec]:
    return list((route.responses or {}).values())


@pytest.mark.parametrize("body", BODIES, ids=lambda body: str(body.__name__))
def test_every_body_is_documented_with_every_field(body: type[msgspec.Struct]) -> None:
    if not issubclass(body, bodies.Body):  # those are documented with their routes
        assert quoted(line_of(f"| `{body.__name__}` |")) >= names(body)


def test_a_moved_record_a_proof_and_the_csv_are_documented() -> None:
    assert quoted(line_of("| `moved` |")) >= names(Moved)
    assert quoted((DOCS / "fairness.md").read_text(encoding="utf-8")) >= names(Proof)
    columns = line_of("The columns of the CSV:").partition(";")[0]
    assert re.findall("`([^`]+)`", columns) == list(COLUMNS)


def test_every_filter_of_the_history_is_documented() -> None:
    asked = set(signature(provide_query).parameters) - {"account"}
    asked |= set(signature(provide_filter).parameters)
    days = set(signature(provide_day).parameters) - {"desk"}
    for what, more in (("coups.csv", days), ("coups.json", set[str]()), ("results", days)):
        line = line_of(f"| `GET /api/accounts/{{account}}/{what}` |")
        assert quoted(line.split("|")[3]) == {f"`{name}`" for name in asked | more}
    line = line_of("| `GET /api/accounts/{account}/records` |")
    assert quoted(line.split("|")[3]) == {f"`{name}`" for name in asked | {"limit", "event"}}
    assert quoted(line_of("`limit` is")) >= {f"`{event.value}`" for event in RecordKind}


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


def test_example_tables_are_valid_and_keyed_stakes_are_in_euros() -> None:
    page = (DOCS / "operation.md").read_text(encoding="utf-8")
    examples = [
        each for each in re.findall(r"```toml\n(.*?)```", page, re.S) if "[[tables]]" in each
    ]
    specs = [read_spec(each) for text in examples for each in tomllib.loads(text)["tables"]]
    for spec in specs:
        effective_sheet(puntobanco.house(spec.house).sheet, spec)
    assert [spec.currency for spec in specs if spec.stakes == "keyed"] == ["EUR"]


def test_every_console_command_and_false_draws_are_documented() -> None:
    page = (DOCS / "console.md").read_text(encoding="utf-8")
    for kind in get_args(AnyCommand):
        assert f"`{kind.__struct_config__.tag}`" in page
    assert "I falsi tiraggi, qualora riscontrati, verranno ristabiliti secondo la regola." in page


def test_the_console_client_has_a_method_for_every_command() -> None:
    assert {str(kind.__struct_config__.tag) for kind in get_args(AnyCommand)} <= set(CONSOLE)


@pytest.mark.parametrize("name", CONSOLE)
def test_every_method_of_the_console_client_is_documented(name: str) -> None:
    rows = (DOCS / "client.md").read_text(encoding="utf-8").split("| `ConsoleClient` |")[1]
    assert re.search(rf"^\|.*`{name}[`(]", rows.split("\n\n")[0], re.M)


def test_every_method_of_the_cash_client_is_documented() -> None:
    rows = (DOCS / "client.md").read_text(encoding="utf-8").split("| `CashClient` |")[1]
    for name in (each for each in vars(CashClient) if not each.startswith("_")):
        assert f"`{name}(" in rows.split("\n\n")[0], name


def test_every_method_of_the_lines_client_is_documented() -> None:
    rows = (DOCS / "client.md").read_text(encoding="utf-8").split("| `LinesClient` |")[1]
    for name in (each for each in vars(LinesClient) if not each.startswith("_")):
        assert f"`{name}(" in rows.split("\n\n")[0], name


def test_the_events_that_do_not_move_a_table_on_are_documented() -> None:
    """A command is not refused because of them."""
    _, _, named = line_of("An event of the same epoch changes nothing").partition("unless it is")
    assert quoted(named) == {f"`{kind.__struct_config__.tag}`" for kind in _BESIDE}


def test_every_page_is_linked_from_the_readme() -> None:
    readme = README.read_text(encoding="utf-8")
    for page in DOCS.glob("*.md"):
        assert f"docs/{page.name}" in readme


def test_every_decision_is_in_the_index_and_has_the_usual_sections() -> None:
    index = (DOCS / "decisions" / "README.md").read_text(encoding="utf-8")
    records = {path.name: path for path in (DOCS / "decisions").glob("*.md")}
    del records["README.md"]
    assert set(re.findall(r"^\| \[[\w-]+\]\(([\w-]+\.md)\)", index, re.M)) == set(records)
    for path in records.values():
        titles = re.findall(r"^## (.+)$", path.read_text(encoding="utf-8"), re.M)
        assert [*titles[:2], *titles[-2:]] == ["Context", "Choice", "Figures", "Consequences"], path


def transcript(sign: str) -> list[str]:
    """The messages in the protocol's examples, sent (`>`) or received (`<`)."""
    return [
        line.removeprefix(f"{sign} ")
        for line in PROTOCOL.splitlines()
        if line.startswith(f'{sign} {{"type"')
    ]


def test_the_messages_in_the_examples_are_valid() -> None:
    assert len(transcript("<")) > 20
    for line in transcript("<"):
        said = msgspec.json.decode(line)
        kind: Any = StreamEvent if "session" not in said and "table" in said else ServerMessage
        read = msgspec.json.decode(line, type=kind)
        assert msgspec.json.decode(msgspec.json.encode(read)) == said, line
    for line in transcript(">"):
        said = msgspec.json.decode(line)
        parse_request(line.encode())
        assert said["type"] != "carte" or "commitment" in said


@pytest.mark.parametrize("check", Check)
def test_every_check_of_an_audit_is_documented(check: Check) -> None:
    assert f"`{check}`" in section("commands.md", "puntobanco audit")


def test_every_option_of_serve_is_documented() -> None:
    said = section("commands.md", "puntobanco serve")
    for option in signature(serve).parameters:
        assert f"--{option}" in said


def section(page: str, title: str) -> str:
    return (
        (DOCS / page).read_text(encoding="utf-8").split(f"## `{title}", 1)[1].split("\n## ", 1)[0]
    )


def test_no_table_is_broken_by_an_empty_line() -> None:
    """A row after an empty line isn't a row: every table begins with a header and a rule."""
    for page in DOCS.rglob("*.md"):
        blocks = page.read_text(encoding="utf-8").split("\n\n")
        for block in blocks:
            if block.startswith("|"):
                assert block.splitlines()[1].startswith("|---"), (page, block[:80])
