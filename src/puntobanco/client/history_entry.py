"""An entry of the history, as a client reads it."""

from typing import Any

import msgspec
from msgspec import Struct

from puntobanco.client.refusals import NotUnderstood
from puntobanco.wire.messages import Event, Moved

HistoryEntry = Event | Moved


class Recorded(Struct, frozen=True):
    """A line of the history, by its number."""

    record: int
    entry: HistoryEntry


def read_record(entry: Any) -> Recorded:
    try:
        return msgspec.convert({"record": entry["record"], "entry": entry}, Recorded)
    except (msgspec.ValidationError, TypeError, KeyError) as error:
        raise NotUnderstood(why=f"a record: {error}") from None
