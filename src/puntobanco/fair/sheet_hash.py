"""The hash of a sheet, by which a commitment fixes the rules."""

import json
from hashlib import sha256
from typing import Any

import msgspec

from puntobanco.game.sheet import Sheet


def canonical(sheet: Sheet) -> dict[str, Any]:
    """Return a sheet as plain data, without keys that have their default value."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(sheet))
    return data


def canonical_text(data: dict[str, Any]) -> str:
    """Return the data as JSON with sorted keys and without spaces."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def hash_canonical(data: dict[str, Any]) -> bytes:
    """Return the SHA-256 of the canonical text in UTF-8."""
    return sha256(canonical_text(data).encode()).digest()


def sheet_text(sheet: Sheet) -> str:
    return canonical_text(canonical(sheet))


def hash_sheet(sheet: Sheet) -> bytes:
    return hash_canonical(canonical(sheet))
