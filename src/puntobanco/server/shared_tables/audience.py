"""The connections to a shared table, all of which receive the same events."""

import logging
from collections import deque
from typing import Final

import msgspec

from puntobanco.server.seats.seat_runner import Connection, SeatRunner
from puntobanco.table.seat import Seat, SeatPhase
from puntobanco.table.shared.automatic_croupier import Here
from puntobanco.wire.stream import TableView

_RECENT: Final = 256  # events kept for clients that reconnect

log = logging.getLogger("puntobanco.tables")


class Audience:
    """All connections to one table, and the last events that were sent to them."""

    def __init__(self) -> None:
        # Dicts keep the order of arrival; the order of a set would differ from run to run.
        self._watchers: dict[Connection, None] = {}  # those of players and of people looking on
        self._working: dict[Connection, None] = {}  # consoles: not counted among the watchers
        self._players: dict[int, str] = {}  # connected players' names in the mixing, by seat
        self._seated: dict[int, str] = {}  # the same for all players with a session
        self._here: Here | None = Here()  # cached; None after a change
        self._recent: deque[tuple[int, int, bytes]] = deque(maxlen=_RECENT)

    @property
    def here(self) -> Here:
        if self._here is None:
            players = frozenset(self._players.values())
            seated = frozenset(self._seated.values())
            self._here = Here(players, len(self._watchers) - len(players), seated)
        return self._here

    def seat(self, runner: SeatRunner) -> None:
        """Note that a player has sat down, left, connected or disconnected."""
        is_open = runner.seat.view.phase is SeatPhase.OPEN
        self._put(self._seated, runner.seat, is_open)
        self._put(self._players, runner.seat, is_open and runner.connection is not None)

    def _put(self, among: dict[int, str], seat: Seat, is_among: bool) -> None:
        if not is_among:
            if among.pop(seat.id, None) is not None:
                self._here = None
        elif seat.id not in among:
            among[seat.id] = str(seat.account)
            self._here = None

    def watch(self, connection: Connection) -> None:
        self._watchers[connection] = None
        self._here = None

    def work(self, connection: Connection) -> None:
        self._working[connection] = None

    def leave(self, connection: Connection) -> None:
        self._working.pop(connection, None)
        self._watchers.pop(connection, None)
        self._here = None

    def missed(self, view: TableView, epoch: int, offset: int) -> tuple[msgspec.Raw, ...] | None:
        """The events after an offset; None if they are no longer kept, or the offset is unknown."""
        if epoch != view.epoch or not 0 <= view.offset - offset <= len(self._recent):
            return None
        return tuple([msgspec.Raw(body) for at_epoch, at, body in self._recent
                      if at > offset and at_epoch == epoch])  # fmt: skip

    def remember(self, epoch: int, offset: int, body: bytes) -> None:
        self._recent.append((epoch, offset, body))

    def tell(self, view: TableView, body: bytes) -> None:
        self.remember(view.epoch, view.offset, body)
        for watcher in (*self._working, *self._watchers):
            try:
                watcher.send(body)
            except Exception:  # one broken connection must not keep the event from the others
                log.exception("not told", extra={"table": view.table})
