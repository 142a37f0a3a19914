"""A bet at a shared table that is still being written to a slow disk."""

from types import SimpleNamespace
from typing import Any, cast

from puntobanco.server.seats.seat_runner import QueuedRequest
from puntobanco.server.shared_tables.table_runner import TableRunner
from puntobanco.wire.requests import Stay


class SlowBet:
    def __init__(self, table: TableRunner, *, is_writing: bool = True) -> None:
        self._table = table
        live = cast("Any", SimpleNamespace(is_writing=is_writing))
        self._asked = QueuedRequest(Stay(), lambda _: None)
        table.stakes.betting_began(live, self._asked)

    def ends(self) -> None:
        self._table.stakes.betting_ended(self._asked, b"")
