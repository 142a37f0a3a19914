"""The consoles of a shared table: croupiers and managers, and what each of them can do now."""

import contextlib
import logging
from collections.abc import Callable
from typing import Final, Protocol

import msgspec
from msgspec import Struct

from puntobanco.errors import NotNow, Refusal
from puntobanco.game.coup import Coup
from puntobanco.server.live_seat import Connection
from puntobanco.table.moment import Moment, name_of
from puntobanco.table.offered import commands_now
from puntobanco.table.person import check_closes
from puntobanco.table.shared import Direct, Place, SharedTable, TableStep, Vacate
from puntobanco.wire.console import CloseBetting, Console, KeyIn
from puntobanco.wire.stream import Stage

_encode: Final = msgspec.json.Encoder().encode

log = logging.getLogger("puntobanco.tables")

Answer = Callable[[Refusal | None], None]


class Staff(Struct, frozen=True):
    """Who sits at a console."""

    person: int
    name: str
    is_manager: bool


class Called(Protocol):
    """The stakes on a table, as far as rien ne va plus concerns them."""

    def call(self) -> None: ...
    def take_back_call(self) -> None: ...


class Table(Protocol):
    """What consoles need of their table."""

    table: SharedTable
    place: Place

    @property
    def stakes(self) -> Called: ...

    @property
    def now(self) -> int: ...
    @property
    def coup_under_way(self) -> Coup | None: ...
    def look(self) -> None: ...
    def insist(self, asked: TableStep) -> None: ...
    def answer(self, answer: Answer, refusal: Refusal | None) -> None: ...


class Consoles:
    def __init__(self, table: Table) -> None:
        self._table = table
        self._open: dict[Connection, Staff] = {}
        self._called: Direct | None = None  # the last rien ne va plus that was heard
        self._closing: tuple[int, Answer] | None = None  # the coup of a rien ne va plus
        self._over = 0  # the event behind which a holder's time was over

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

    @property
    def is_closing(self) -> bool:
        """Whether a croupier has said rien ne va plus, and the last bets are still on their way."""
        return self._closing is not None

    def hear(self, asked: Direct) -> None:
        """Rien ne va plus is the moment it is said, not the one when its turn comes."""
        if isinstance(asked.command, CloseBetting):
            with contextlib.suppress(Refusal):  # which is told when its turn comes
                self._check_closes(asked)
                self._called = asked
                self._table.stakes.call()

    def _check_closes(self, asked: Direct) -> None:
        table = self._table
        check_closes(Moment(table.table, table.place, 0, b"", None), asked)

    def ends_betting(self, asked: TableStep, answer: Answer) -> bool:
        """Rien ne va plus is no step of the table's own: the last bets and the count come first.

        It is answered when nothing more is taken; until then nothing is keyed in either.
        """
        if not isinstance(asked, Direct) or not isinstance(asked.command, CloseBetting | KeyIn):
            return False
        table = self._table
        try:
            if self._closing is not None:
                raise NotNow(step=name_of(asked.command), phase="the betting is being closed")
            if isinstance(asked.command, KeyIn):
                return False
            self._check_closes(asked)
        except Refusal as refusal:
            if asked is self._called and self._closing is None:
                table.stakes.take_back_call()
            table.answer(answer, refusal)
        else:
            table.stakes.call()
            self._closing = table.table.view.coup, answer
        return True

    def tell_closed(self) -> None:
        """Whoever said rien ne va plus, once it stands in the stream, or can't any more."""
        if self._closing is None:
            return
        coup, answer = self._closing
        view = self._table.table.view
        if (view.stage, view.coup) == (Stage.BETTING, coup):
            return
        self._closing = None
        is_closed = view.stage is Stage.DEALING
        refusal = None if is_closed else NotNow(step="close_betting", phase=view.stage)
        self._table.answer(answer, refusal)

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

    def _tell(self, connection: Connection, staff: Staff) -> None:
        table = self._table.table
        moment = Moment(table, self._table.place, self._table.now, b"", None)
        can, demands, side = commands_now(
            moment, staff.person, self._table.coup_under_way, is_manager=staff.is_manager
        )
        mine = table.view.croupier == staff.person
        connection.send(_encode(Console(table.view.offset, mine, can, demands, side)))
