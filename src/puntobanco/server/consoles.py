"""The consoles of a shared table: croupiers and managers, and what each of them can do now."""

import logging
from typing import Final, Protocol

import msgspec
from msgspec import Struct

from puntobanco.game.coup import Coup
from puntobanco.server.live_seat import Connection
from puntobanco.table.moment import Moment
from puntobanco.table.person import commands_now
from puntobanco.table.shared import Place, SharedTable, TableStep, Vacate
from puntobanco.wire.console import Console

_encode: Final = msgspec.json.Encoder().encode

log = logging.getLogger("puntobanco.tables")


class Staff(Struct, frozen=True):
    """Who sits at a console."""

    person: int
    name: str
    is_manager: bool


class Table(Protocol):
    """What consoles need of their table."""

    table: SharedTable
    place: Place

    @property
    def coup_under_way(self) -> Coup | None: ...
    def look(self) -> None: ...
    def insist(self, asked: TableStep) -> None: ...


class Consoles:
    def __init__(self, table: Table) -> None:
        self._table = table
        self._open: dict[Connection, Staff] = {}

    def join(self, connection: Connection, staff: Staff) -> None:
        self._open[connection] = staff
        self._tell(connection, staff)

    def leave(self, connection: Connection) -> None:
        if self._open.pop(connection, None) is not None:
            self._table.look()

    def vacate(self) -> bool:
        """A croupier without a console runs nothing; whether somebody has vanished."""
        croupier = self._table.table.view.croupier
        if not croupier or any(each.person == croupier for each in self._open.values()):
            return False
        self._table.insist(Vacate(croupier))
        return True

    def tell(self) -> None:
        """After every event: what each of them can do now."""
        for connection, staff in list(self._open.items()):
            try:
                self._tell(connection, staff)
            except Exception:  # one who is gone is not the next one's trouble
                log.exception("not told", extra={"table": self._table.table.name})

    def _tell(self, connection: Connection, staff: Staff) -> None:
        table = self._table.table
        moment = Moment(table, self._table.place, 0, b"", None)
        can, demands, side = commands_now(
            moment, staff.person, self._table.coup_under_way, is_manager=staff.is_manager
        )
        mine = table.view.croupier == staff.person
        connection.send(_encode(Console(table.view.offset, mine, can, demands, side)))
