"""A table's stored view, made anew of its stream: an older version may have kept less of it.

A version whose views have other fields, or whose fold makes something else of an event, has a
numbered migration of its own, and behind any migration all views are folded anew. So a stored view
is the fold of its stream, field by field, and an audit need make no allowance.
"""

from typing import Final

import msgspec
from msgspec.structs import replace

from puntobanco.errors import StoreDamaged
from puntobanco.store.rows import read_state
from puntobanco.wire.fold import fold
from puntobanco.wire.stream import Stage, Standing, StreamEvent, TableView

STATES: Final = "SELECT name, account, state FROM shared_table ORDER BY name"
_decode: Final = msgspec.json.Decoder(StreamEvent).decode
_encode: Final = msgspec.json.Encoder().encode


class Refold:
    """A table as it was stored, and the events of its stream in their order."""

    def __init__(self, state: str) -> None:
        self._table = read_state(state)
        self._view: TableView | None = None

    def read(self, body: bytes) -> None:
        name = self._table.name
        view = self._view or TableView(name, 0, 0, Standing.OPEN, Stage.RESTING)
        try:
            self._view = fold(view, _decode(body))
        except msgspec.MsgspecError as error:
            raise StoreDamaged(file="the database", why=f"table {name}: {error}") from error

    @property
    def state(self) -> str:
        """As this version stores it; where nothing was told it stands as it was made."""
        return _encode(replace(self._table, view=self._view or self._table.view)).decode()
