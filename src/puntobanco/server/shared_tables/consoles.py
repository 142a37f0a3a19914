"""The consoles of a shared table: tells croupiers and managers which commands they can use now."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final, Protocol

import msgspec

from puntobanco.errors import Refusal
from puntobanco.server.seats.seat_runner import Connection
from puntobanco.table.players_lines import may_read
from puntobanco.table.shared.console_offers import commands_now, demand_now, sides_now
from puntobanco.table.shared.shared_table import (
    TRANSITIONS,
    SharedTable,
    StaffActor,
    TableSetup,
    TableStep,
    Vacate,
)
from puntobanco.table.shared.step_context import StepContext
from puntobanco.wire.console_commands import Console
from puntobanco.wire.lines import LineTo

_encode: Final = msgspec.json.Encoder().encode

log = logging.getLogger("puntobanco.tables")

ConsoleCallback = Callable[[Refusal | None], None]


class ConsoleTable(Protocol):
    """What the consoles need from their table."""

    table: SharedTable
    setup: TableSetup
    no_cash_sheet: bool

    @property
    def now(self) -> int: ...

    def context(self, by: StaffActor) -> StepContext: ...
    def look(self) -> None: ...
    def insist(self, step: TableStep) -> None: ...


class Consoles:
    def __init__(self, table: ConsoleTable) -> None:
        self._table = table
        self._open: dict[Connection, StaffActor] = {}
        self._absent = 0, 0  # the croupier without an open console, and how long the table is kept
        self._over = 0  # offset of the event after which a time ran out

    def join(self, connection: Connection, staff: StaffActor) -> None:
        self._open[connection] = staff
        self._tell(connection, staff)

    def leave(self, connection: Connection, *, signed_out: bool = False) -> None:
        staff = self._open.pop(connection, None)
        if staff is not None:
            if signed_out and staff.person == self._table.table.view.croupier:
                self._absent = staff.person, 0  # nobody waits for somebody who has signed out
            self._table.look()

    def hint(self, to: LineTo, body: bytes) -> None:
        """Tell the consoles that may read a line that there is something new."""
        for connection, staff in list(self._open.items()):
            if may_read(to, is_manager=staff.is_manager):
                try:
                    connection.send(body)
                except Exception:  # the line is written all the same
                    log.exception("not told", extra={"table": self._table.table.name})

    def vacate(self) -> bool:
        """Free the table of a croupier absent for too long; return whether there was one."""
        view, now = self._table.table.view, self._table.now
        is_here = any(each.person == view.croupier for each in self._open.values())
        if not view.croupier or is_here:
            self._absent = 0, 0
            return False
        longest = self._table.setup.pace.absent
        if self._absent[0] != view.croupier:
            self._absent = view.croupier, now + longest
            # A timer may be a millisecond early, and nobody might look again.
            asyncio.get_running_loop().call_later((longest + 10) / 1000, self._table.look)
        if now < self._absent[1] or (view.stage, Vacate) not in TRANSITIONS:
            return False
        self._table.insist(TableStep(Vacate(view.croupier)))
        return True

    def tell_time_over(self) -> None:
        """Tell the consoles, once, that the time of a holder or for keying in stakes is over."""
        offset = self._table.table.view.offset
        if self._over != offset:
            self._over = offset
            self.tell()

    def tell(self) -> None:
        """Tell each console, after every event, what its user can do now."""
        for connection, staff in list(self._open.items()):
            try:
                self._tell(connection, staff)
            except Exception:  # one broken connection must not affect the other consoles
                log.exception("not told", extra={"table": self._table.table.name})

    def _tell(self, connection: Connection, staff: StaffActor) -> None:
        view, context = self._table.table.view, self._table.context(staff)
        demands, side = demand_now(context)
        is_mine = view.croupier == staff.person
        can, sides = commands_now(context), sides_now(context)
        missing = self._table.no_cash_sheet
        message = Console(view.offset, is_mine, can, demands, side, sides, missing)
        connection.send(_encode(message))
