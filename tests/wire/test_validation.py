"""Refusals of invalid messages name the field and what is allowed there."""

import json
from typing import Any

import msgspec
import pytest

from puntobanco.errors import BadMessage
from puntobanco.wire.bodies import Movement, WantedStanding
from puntobanco.wire.console_commands import parse_command
from puntobanco.wire.requests import parse_request
from puntobanco.wire.table_spec import TableSpec
from puntobanco.wire.validation import explain

CARTE: dict[str, Any] = {
    "type": "carte", "key": "k" * 16, "bets": {"punto": 100}, "seed": "s" * 32
}  # fmt: skip


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("", "the message is empty; expected a JSON object"),
        ("{", "this is not valid JSON: Input data was truncated"),
        ("[]", "expected an object, not a list"),
        (CARTE | {"type": "cart"}, "type: 'cart' is not allowed; use one of hello, place, carte,"),
        (CARTE | {"key": "short"}, "key: expected 16 to 64 ASCII letters, digits, - or _"),
        (CARTE | {"bets": {"tie": 1}}, "bets: 'tie' is not allowed; use one of punto, banco,"),
        (
            CARTE | {"bets": {"punto": 1, "banco": 0}},
            "bets.banco: expected a whole number of at least 1",
        ),
        (CARTE | {"bets": {"punto": 1.5}}, "bets.punto: expected a whole number, not a fract"),
        (CARTE | {"bets": {}}, "bets: expected at least 1 entry"),
        (CARTE | {"seed": "s"}, "seed: expected at least 32 characters"),
        (CARTE | {"commitment": "c"}, "commitment: expected 64 lower-case hex digits"),
        (CARTE | {"luck": 1}, "unknown field 'luck'"),
        ({"type": "carte"}, "key is missing"),
        (json.dumps(CARTE)[:-1] + ', "key": "x"}', "the key 'key' appears twice"),
    ],
)
def test_a_refusal_says_which_field_is_wrong_and_why(
    said: str | dict[str, Any], words: str
) -> None:
    if isinstance(said, str) and "appears twice" in words:
        said = said.replace('"x"', f'"{"k" * 16}"')
    frame = said if isinstance(said, str) else json.dumps(said)
    with pytest.raises(BadMessage) as refused:
        parse_request(frame.encode())
    assert refused.value.message.startswith(words)


BETS = "punto, banco, egalite, punto_pair, banco_pair, either_pair, perfect_pair, grande, piccolo"


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (
            {"type": "show", "coup": 1, "side": "egalite"},
            "side: 'egalite' is not allowed; use one of punto, banco",
        ),
        (
            {"type": "withdraw", "key": "k" * 16, "bets": ["punto", "tie"]},
            f"bets[1]: 'tie' is not allowed; use one of {BETS}",
        ),
    ],
)
def test_a_refusal_of_an_unknown_value_lists_the_known_ones(
    said: dict[str, Any], words: str
) -> None:
    with pytest.raises(BadMessage) as refused:
        parse_request(json.dumps(said).encode())
    assert refused.value.message == words


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (
            {"type": "reed"},
            "type: 'reed' is not allowed; use one of hello, take, leave, new_sabot,",
        ),
        ({"type": "turn", "side": "tie"}, "side: 'tie' is not allowed; use one of punto, banco"),
        ({"type": "read", "card": "1h"}, "card: expected a card, its rank and its suit, such as"),
        (
            {"type": "key_in", "box": 1, "bets": {"tie": 1}},
            f"bets: 'tie' is not allowed; use one of {BETS}",
        ),
        (
            {"type": "key_in", "box": 1, "bets": {"punto": 0}},
            "bets.punto: expected a whole number of at l",
        ),
        ({"type": "decide"}, "words is missing"),
    ],
)
def test_console_commands_are_refused_in_the_same_way(said: dict[str, Any], words: str) -> None:
    with pytest.raises(BadMessage) as refused:
        parse_command(json.dumps({"seen": 1} | said).encode())
    assert refused.value.message.startswith(words)


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("faces", "faces: 'x' is not allowed; use one of up, down"),
        ("croupier", "croupier: 'x' is not allowed; use one of automatic, person"),
        ("cards", "cards: 'x' is not allowed; use one of sabot, croupier"),
        ("stakes", "stakes: 'x' is not allowed; use one of played, keyed"),
    ],
)
def test_table_specs_are_refused_in_the_same_way(field: str, words: str) -> None:
    said = json.dumps({"name": "a", "house": "campione", field: "x"}).encode()
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.json.decode(said, type=TableSpec)
    assert explain(error.value, said) == words


UNREADABLE = {
    "blank": "   ", "no-break spaces": "\u00a0\u3000", "invisible characters": "\u200b\u2800\u3164",
    "joiners alone": "\u200d\ufe0f", "a line separator": "\u2028", "two lines": "one\u2029two",
    "a new line": "one\ntwo", "a control": "one\x85two", "an override": "\u202eytrap eht",
    "an isolate": "a \u2067b\u2069", "a mark": "a\u200fb", "a byte order mark": "\ufeffa",
}  # fmt: skip
READABLE = ("9♥, not 9♦", "Die Karte lag schräg.", "القرار", "ההחלטה", "👩‍⚖️ a\u00a0b", ".")
LINE = (
    "expected one line of visible text, without control characters"
    " or marks that change the direction of text"
)


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE)
def test_unreadable_texts_are_refused(text: str) -> None:
    """Reasons, decisions, calls, notes and titles are shown on every screen."""
    for name, said in (
        ("words", {"type": "decide", "words": text}),
        ("words", {"type": "call_manager", "words": text}),
        ("reason", {"type": "void", "reason": text}),
        ("reason", {"type": "correct", "n": 1, "card": "9h", "reason": text}),
    ):
        with pytest.raises(BadMessage) as refused:
            parse_command(json.dumps({"seen": 1} | said).encode())
        assert refused.value.message == f"{name}: {LINE}"
    for type_, said in OPERATORS.items():
        (name,) = {"note", "title"} & {each.name for each in msgspec.structs.fields(type_)}
        with pytest.raises(msgspec.ValidationError) as error:
            msgspec.convert(said | {name: text}, type_)
        assert explain(error.value) == f"{name}: {LINE}"


OPERATORS: dict[Any, dict[str, Any]] = {
    Movement: {"key": "k" * 16, "amount": 1, "account": 1},
    WantedStanding: {"standing": "paused"},
    TableSpec: {"name": "a", "house": "campione"},
}


@pytest.mark.parametrize("text", READABLE)
def test_texts_in_any_language_are_accepted(text: str) -> None:
    parse_command(json.dumps({"type": "decide", "seen": 1, "words": text}).encode())
    for type_, said in OPERATORS.items():
        (name,) = {"note", "title"} & {each.name for each in msgspec.structs.fields(type_)}
        assert getattr(msgspec.convert(said | {name: text}, type_), name) == text


def test_a_note_may_be_empty() -> None:
    assert msgspec.convert(OPERATORS[Movement] | {"note": ""}, Movement).note == ""
    assert msgspec.convert(OPERATORS[WantedStanding] | {"note": ""}, WantedStanding).note == ""
