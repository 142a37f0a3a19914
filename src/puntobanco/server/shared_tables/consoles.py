"""The consoles of a shared table: croupiers and managers, and what each of them can do now."""

import logging
from collections.abc import Callable
from typing import Final, Protocol

import msgspec

from puntobanco.errors import Refusal
from puntobanco.server.seats.seat_runner import Connection
from puntobanco.table.shared.console_offers import commands_now, demand_now
from puntobanco.table.shared.shared_table import SharedTable, StaffActor, TableStep, Vacate
from puntobanco.table.shared.step_context import StepContext
from puntobanco.wire.console_commands import Console

_encode: Final = msgspec.json.Encoder().encode

log = logging.getLogger("puntobanco.tables")

ConsoleCallback = Callable[[Refusal | None], None]


class ConsoleTable(Protocol):
    """What consoles need of their table."""

    table: SharedTable

    def moment(self, by: StaffActor) -> StepContext: ...
    def look(self) -> None: ...
    def insist(self, asked: TableStep) -> None: ...


class Consoles:
    def __init__(self, table: ConsoleTable) -> None:
        self._table = table
        self._open: dict[Connection, StaffActor] = {}
        self._over = 0  # the event behind which a holder's time was over

    def join(self, connection: Connection, staff: StaffActor) -> None:
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
        self._table.insist(TableStep(Vacate(croupier)))
        return True

    def tell_time_over(self) -> None:
        """Once: what was a holder's to do is the croupier's now."""
        offset = self._table.table.view.offset
        if self._over != offset:
            self._over = offset
            self.tell()

    def tell(self) -> None:
        """After every event: what each of them can do now."""
        for connection, staff in list(self._open.items()):
            try:
                self._tell(connection, staff)
            except Exception:  # one who is gone is not the next one's trouble
                log.exception("not told", extra={"table": self._table.table.name})

    def _tell(self, connection: Connection, staff: StaffActor) -> None:
        view, moment = self._table.table.view, self._table.moment(staff)
        demands, side = demand_now(moment)
        is_mine = view.croupier == staff.person
        told = Console(view.offset, is_mine, commands_now(moment), demands, side)
        connection.send(_encode(told))
