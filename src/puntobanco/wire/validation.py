"""What is wrong with an invalid message, in our words: which field, and what is allowed there."""

import re
from collections.abc import Mapping
from typing import Any, Final, get_args

import msgspec

from puntobanco.game.bets import Bet
from puntobanco.game.coup import Side
from puntobanco.game.sheet import Faces, Source
from puntobanco.wire.stream import Standing
from puntobanco.wire.table_spec import Croupier, StakesKind, VideoKind

_LONGEST: Final = 200  # of what a client said wrong, told back to it
_KINDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
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
    "a line of text is asked for, with something to be seen in it,"
    " and no characters that control it or turn its direction"
)
_PATTERNS: Final = {  # as msgspec quotes them
    "^[0-9A-Za-z_-]{16,64}": "16 to 64 ASCII letters, digits, - or _ are asked for",
    "^[0-9a-f]{64}": "64 small hex digits are asked for",
    "^[a-z0-9]+(-": "small letters and digits are asked for, with dashes between them",
    "^[a-z0-9-]+": "small letters, digits and dashes are asked for",
    "^[A-Z]{3}": "three capital letters, as in EUR are asked for",
    r"^[^\\x00-\\x1f": "a line of text is asked for, without control characters",
    "^(?=.*": _LINE,
    "^(?:(?=.*": _LINE,
    "^[2-9TJQKA][cdhs]": "a card is asked for, its rank and its suit, as in Kh or Ts",
    "^https?://": "an http:// or https:// address is asked for, without spaces and quotes",
}
_SIGNS: Final = {">=": "at least", "<=": "at most", ">": "above"}
_PLACE: Final = re.compile(r"^(?P<what>.*?)(?: - at (?:`key` in )?`\$\.?(?P<where>[^`]*)`)?$", re.S)
_BOUND: Final = re.compile(
    r"Expected `(?P<kind>\w+)`(?P<length> of length)? (?P<sign><=|>=|>) (?P<n>\d+)"
)
_KIND: Final = re.compile(r"Expected `(?P<kinds>[\w |]+)`(?:, got `(?P<got>\w+)`)?$")
_NTH: Final = re.compile(r"\[\d+\]\Z")  # of a list
_VALUE: Final = re.compile(r"Invalid (?:enum )?value '?(?P<value>.*?)'?$", re.S)
_FIELD: Final = re.compile(
    r"Object (?P<how>missing required|contains unknown) field `(?P<name>.*)`$", re.S
)


def explain(
    error: Exception, said: bytes = b"", allowed: Mapping[str, tuple[str, ...]] = _ALLOWED
) -> str:
    """Of an error of msgspec's; `allowed` is what else a field may be, by its name."""
    if not isinstance(error, msgspec.ValidationError):
        if not said.strip():
            return "nothing was said: a JSON object is asked for"
        return f"this is no JSON: {error}"[:_LONGEST]
    match = _PLACE.match(str(error))
    what, where = (match["what"], match["where"] or "") if match else (str(error), "")
    field = where.removesuffix("[...]")
    field_of_all = _NTH.sub("", field)
    known = allowed.get(field_of_all) or _ALLOWED.get(field_of_all, ())
    words = _words(what, known)
    name = _which(field, said) if where.endswith("[...]") else field
    return (f"{name}: {words}" if name else words)[:_LONGEST]


def explain_parameter(name: str, message: str, allowed: tuple[str, ...] = ()) -> str:
    """Of a query or a path."""
    return f"{name}: {_words(message.partition(' - at ')[0], allowed)}"[:_LONGEST]


def _words(what: str, allowed: tuple[str, ...]) -> str:
    if found := _FIELD.match(what):
        if found["how"].startswith("missing"):
            return f"{found['name']} is missing"
        return f"there is no field {found['name']!r} here"
    if found := _VALUE.match(what):
        among = f": {', '.join(allowed)} are known" if allowed else ""
        return f"{found['value'][:40]!r} is none{among}"
    for pattern, words in _PATTERNS.items():
        if what.startswith(f"Expected `str` matching regex '{pattern}"):
            return words
    if found := _BOUND.match(what):
        most = _SIGNS[found["sign"]]
        if found["length"]:
            unit = (
                "characters"
                if found["kind"] == "str"
                else "entry"
                if found["n"] == "1"
                else "entries"
            )
            return f"{most} {found['n']} {unit} {'is' if found['n'] == '1' else 'are'} asked for"
        of = "" if found["sign"] == ">" else "of "
        return f"{_KINDS[found['kind']]} {of}{most} {found['n']} is asked for"
    if found := _KIND.match(what):
        kinds = [_KINDS.get(each.strip(), each.strip()) for each in found["kinds"].split("|")]
        got = _GOT.get(found["got"], found["got"])
        return f"{' or '.join(kinds)} is asked for" + (f", not {got}" if got else "")
    return what


def _which(field: str, said: bytes) -> str:
    """Which entry of an object it is; msgspec doesn't say."""
    try:
        entries: Any = msgspec.json.decode(said)
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
