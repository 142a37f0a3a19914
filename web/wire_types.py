"""Writes src/wire.ts: the wire's messages as TypeScript types.

Run `python web/wire_types.py` after a change of the wire. A test compares the file with what this
script would write.
"""

import types
from collections.abc import Iterable, Iterator
from enum import Enum, IntEnum
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import FieldInfo, fields

from puntobanco.fair.proof import Proof
from puntobanco.game.house_texts import HouseTexts
from puntobanco.game.sheet import Sheet
from puntobanco.wire import bodies, cash, console_commands, lines, messages, requests, stream
from puntobanco.wire.close_codes import TRY_AGAIN, CloseCode

FILE: Final = Path(__file__).parent / "src" / "wire.ts"

# Fields whose Python type is wider than what the protocol allows.
KNOWN: Final = {
    (bodies.HouseDetail, "sheet"): "Sheet",
    (bodies.HistoryPage, "records"): "readonly Recorded[]",
    (bodies.HouseView, "bets"): "readonly Bet[]",
    (bodies.SessionView, "draft"): "Stakes",
    (bodies.StreamPage, "records"): "readonly StreamEvent[]",
    (bodies.TableDetail, "sheet"): "Sheet",
    (messages.Welcome, "missed"): "readonly Event[] | null",
    (messages.SharedWelcome, "missed"): "readonly StreamEvent[] | null",
    (messages.Watching, "missed"): "readonly StreamEvent[] | null",
    (Proof, "sheet"): "Sheet",
}
UNIONS: Final = {
    "Event": messages.Event,
    "StreamEvent": stream.StreamEvent,
    "ServerMessage": messages.ServerMessage | stream.StreamEvent,
    "AnyRequest": requests.AnyRequest,
    "AnyCommand": console_commands.AnyCommand,
}
STAKES: Final = "Stakes"


class Writer:
    """Collects every type it meets, in the order it meets them."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}
        self._owners: dict[str, type] = {}

    def text(self, kind: Any) -> str:
        """A type as it is written in a field."""
        origin, args = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self.text(args[0])
        if origin in (Union, types.UnionType):
            kinds = [each for each in args if each is not UnsetType]  # left out, not null
            return " | ".join(dict.fromkeys(self.text(each) for each in kinds))
        if origin is Literal:
            return _quoted(args)
        if origin is tuple and args[-1] is not Ellipsis:
            return f"readonly [{', '.join(self.text(each) for each in args)}]"
        if origin in (tuple, list):
            return f"readonly {self._in_list(self.text(args[0]))}[]"
        if origin is dict:
            return self._dict(*args)
        return PLAIN[kind] if kind in PLAIN else self._named(kind)

    @staticmethod
    def _in_list(text: str) -> str:
        return f"({text})" if "|" in text else text

    def _dict(self, key: Any, value: Any) -> str:
        if self.text(key) == "Bet" and self.text(value) == "number":
            return STAKES
        record = f"Record<{self.text(key)}, {self.text(value)}>"
        may_miss = self.text(key) in ("Bet", "Side")
        return f"Readonly<Partial<{record}>>" if may_miss else f"Readonly<{record}>"

    def _named(self, kind: type) -> str:
        name = kind.__name__
        if self._owners.setdefault(name, kind) is not kind:
            raise ValueError(f"two types are called {name}")
        if name not in self.written:
            self.written[name] = ""  # keeps its place, and ends a circle
            self.written[name] = self._enum(kind) if issubclass(kind, Enum) else self._struct(kind)
        return name

    def _enum(self, kind: type[Enum]) -> str:
        name = kind.__name__
        return f"export type {name} = {_quoted(each.value for each in kind)};\n"

    def _struct(self, kind: type) -> str:
        if not issubclass(kind, Struct):
            raise TypeError(f"{kind} is nothing the wire carries")
        name = kind.__name__
        if kind.__struct_config__.array_like:
            items = ", ".join(f"{each.name}: {self.text(each.type)}" for each in fields(kind))
            return f"export type {name} = readonly [{items}];\n"
        lines = "".join(f"  readonly {line};\n" for line in self._lines(kind))
        return f"export interface {name} {{\n{lines}}}\n"

    def _lines(self, kind: type[Struct]) -> Iterator[str]:
        if kind.__struct_config__.tag is not None:
            yield f'type: "{kind.__struct_config__.tag}"'
        for field in fields(kind):
            known = KNOWN.get((kind, field.name))
            may_miss = kind.__struct_config__.omit_defaults or field.default is UNSET
            if field.required or not may_miss:
                yield f"{field.encode_name}: {known or self.text(field.type)}"
            else:  # left out when it is what it is by default, so never null
                yield f"{field.encode_name}?: {known or self._without_null(field)}"

    def _without_null(self, field: FieldInfo) -> str:
        return self.text(field.type).removesuffix(" | null")


PLAIN: Final = {
    str: "string",
    int: "number",
    bool: "boolean",
    type(None): "null",
    msgspec.Raw: "Event",
    Any: "unknown",
}


def _quoted(words: Iterable[object]) -> str:
    return " | ".join(f'"{each}"' for each in words)


def bodies_of(module: types.ModuleType) -> Iterable[type[Struct]]:
    for each in vars(module).values():
        is_struct = isinstance(each, type) and issubclass(each, Struct)
        if is_struct and each.__module__ == module.__name__ and fields(each):
            yield each


def codes(name: str, known: Iterable[IntEnum]) -> str:
    lines = "".join(f"  {each.name}: {each.value},\n" for each in known)
    again = ", ".join(str(each.value) for each in sorted(TRY_AGAIN))
    return (
        f"export const {name} = {{\n{lines}}} as const;\n\n"
        f"/** Those after which to come back. */\n"
        f"export const TRY_AGAIN: readonly number[] = [{again}];\n"
    )


def write() -> str:
    """The whole file."""
    writer = Writer()
    sent = (*get_args(messages.ServerMessage), messages.Moved, *get_args(stream.StreamEvent))
    received = (*get_args(requests.AnyRequest), *get_args(console_commands.AnyCommand))
    for kind in (Sheet, *sent, console_commands.Console, *received):
        writer.text(kind)
    for kind in (*bodies_of(bodies), *bodies_of(cash), *bodies_of(lines), HouseTexts, Proof):
        writer.text(kind)
    unions = [
        f"export type {name} = {' | '.join(writer.text(each) for each in get_args(union))};\n"
        for name, union in UNIONS.items()
    ]
    return "\n".join(
        [
            "// Written by web/wire_types.py from the server's types: make types. Don't edit.\n",
            f"export type {STAKES} = Readonly<Partial<Record<Bet, number>>>;\n",
            *writer.written.values(),
            *unions,
            "export type Recorded = (Event | Moved) & { readonly record: number };\n",
            codes("CloseCode", CloseCode),
        ]
    )


if __name__ == "__main__":
    FILE.write_text(write(), encoding="utf-8")
