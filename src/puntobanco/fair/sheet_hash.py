"""The hash of a sheet: what a commitment binds the rules with."""

import json
from hashlib import sha256
from typing import Any

import msgspec

from puntobanco.game.sheet import Sheet


def canonical(sheet: Sheet) -> dict[str, Any]:
    """A sheet as plain data, keys that hold their default left out."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(sheet))
    return data


def canonical_text(data: dict[str, Any]) -> str:
    """The data as JSON: keys sorted, no spaces."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def hash_canonical(data: dict[str, Any]) -> bytes:
    """SHA-256 over that text in UTF-8."""
    return sha256(canonical_text(data).encode()).digest()


def sheet_text(sheet: Sheet) -> str:
    return canonical_text(canonical(sheet))


def hash_sheet(sheet: Sheet) -> bytes:
    return hash_canonical(canonical(sheet))
