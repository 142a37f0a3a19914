"""Explains what is wrong with an invalid message: which field, and what is allowed there."""

import re
from collections.abc import Mapping
from typing import Any, Final, get_args

import msgspec

from puntobanco.game.bets import Bet
from puntobanco.game.coup import Side
from puntobanco.game.sheet import Faces, Source
from puntobanco.wire.stream import Standing
from puntobanco.wire.table_spec import Croupier, StakesKind, VideoKind

_LONGEST: Final = 200  # characters of an explanation, which quotes the client
_KINDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "object": "an object",
    "array": "a list",
    "null": "null",
}
_GOT: Final = _KINDS | {"float": "a fraction"}
_ALLOWED: Final[Mapping[str, tuple[str, ...]]] = {
    "bets": tuple(Bet),
    "side": tuple(Side),
    "standing": tuple(Standing),
    "faces": tuple(Faces),
    "cards": tuple(Source),
    "croupier": get_args(Croupier),
    "stakes": get_args(StakesKind),
    "video.kind": get_args(VideoKind),
}
_LINE: Final = (
    "expected one line of visible text, without control characters"
    " or marks that change the direction of text"
)
_PATTERNS: Final = {  # as msgspec quotes them
    "^[0-9A-Za-z_-]{16,64}": "expected 16 to 64 ASCII letters, digits, - or _",
    "^[0-9a-f]{64}": "expected 64 lower-case hex digits",
    "^[a-z0-9]+(-": "expected lower-case letters and digits, with dashes between them",
    "^[a-z0-9-]+": "expected lower-case letters, digits and dashes",
    "^[A-Z]{3}": "expected three capital letters, such as EUR",
    r"^[^\\x00-\\x1f": "expected one line of text, without control characters",
    "^(?=.*": _LINE,
    "^(?:(?=.*": _LINE,
    "^[2-9TJQKA][cdhs]": "expected a card, its rank and its suit, such as Kh or Ts",
    "^https?://": "expected an http:// or https:// address, without spaces and quotes",
}
_SIGNS: Final = {">=": "at least", "<=": "at most", ">": "above"}
_PROBLEM: Final = re.compile(
    r"^(?P<problem>.*?)(?: - at (?:`key` in )?`\$\.?(?P<where>[^`]*)`)?$", re.S
)
_BOUND: Final = re.compile(
    r"Expected `(?P<kind>\w+)`(?P<length> of length)? (?P<sign><=|>=|>) (?P<n>\d+)"
)
_KIND: Final = re.compile(r"Expected `(?P<kinds>[\w |]+)`(?:, got `(?P<got>\w+)`)?$")
_NTH: Final = re.compile(r"\[\d+\]\Z")  # the index of an entry in a list
_VALUE: Final = re.compile(r"Invalid (?:enum )?value '?(?P<value>.*?)'?$", re.S)
_FIELD: Final = re.compile(
    r"Object (?P<how>missing required|contains unknown) field `(?P<name>.*)`$", re.S
)


def explain(
    error: Exception, frame: bytes = b"", allowed: Mapping[str, tuple[str, ...]] = _ALLOWED
) -> str:
    """Explain an error of msgspec; `allowed` has the values of fields that are not known here."""
    if not isinstance(error, msgspec.ValidationError):
        if not frame.strip():
            return "the message is empty; expected a JSON object"
        return f"this is not valid JSON: {error}"[:_LONGEST]
    match = _PROBLEM.match(str(error))
    problem, where = (match["problem"], match["where"] or "") if match else (str(error), "")
    field = where.removesuffix("[...]")
    field_of_all = _NTH.sub("", field)
    known = allowed.get(field_of_all) or _ALLOWED.get(field_of_all, ())
    words = _words(problem, known)
    name = _which(field, frame) if where.endswith("[...]") else field
    return (f"{name}: {words}" if name else words)[:_LONGEST]


def explain_parameter(name: str, message: str, allowed: tuple[str, ...] = ()) -> str:
    """Explain an error in a parameter of a query or a path."""
    return f"{name}: {_words(message.partition(' - at ')[0], allowed)}"[:_LONGEST]


def _words(problem: str, allowed: tuple[str, ...]) -> str:
    if found := _FIELD.match(problem):
        if found["how"].startswith("missing"):
            return f"{found['name']} is missing"
        return f"unknown field {found['name']!r}"
    if found := _VALUE.match(problem):
        among = f"; use one of {', '.join(allowed)}" if allowed else ""
        return f"{found['value'][:40]!r} is not allowed{among}"
    for pattern, words in _PATTERNS.items():
        if problem.startswith(f"Expected `str` matching regex '{pattern}"):
            return words
    if found := _BOUND.match(problem):
        most = _SIGNS[found["sign"]]
        if found["length"]:
            unit = (
                "characters"
                if found["kind"] == "str"
                else "entry"
                if found["n"] == "1"
                else "entries"
            )
            return f"expected {most} {found['n']} {unit}"
        of = "" if found["sign"] == ">" else "of "
        return f"expected {_KINDS[found['kind']]} {of}{most} {found['n']}"
    if found := _KIND.match(problem):
        kinds = [_KINDS.get(each.strip(), each.strip()) for each in found["kinds"].split("|")]
        got = _GOT.get(found["got"], found["got"])
        return f"expected {' or '.join(kinds)}" + (f", not {got}" if got else "")
    return problem


def _which(field: str, frame: bytes) -> str:
    """Return the name of the wrong entry in an object of amounts, which msgspec doesn't say."""
    try:
        entries: Any = msgspec.json.decode(frame)
        for part in field.split("."):
            entries = entries[part]
        for name, value in entries.items():
            if type(value) is not int or not 1 <= value <= 10**12:
                return f"{field}.{name}"
    except (
        msgspec.MsgspecError,
        UnicodeDecodeError,
        RecursionError,
        LookupError,
        TypeError,
        AttributeError,
    ):
        pass
    return field
