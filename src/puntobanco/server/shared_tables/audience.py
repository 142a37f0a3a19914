"""Who plays and who looks on at a shared table: everybody is told the same events."""

import logging
from collections import deque
from typing import Final

import msgspec

from puntobanco.server.seats.seat_runner import Connection, SeatRunner
from puntobanco.table.seat import Seat, SeatPhase
from puntobanco.table.shared.automatic_croupier import Here
from puntobanco.wire.stream import TableView

_RECENT: Final = 256  # events kept for who comes back

log = logging.getLogger("puntobanco.tables")


class Audience:
    """Every connection to one table, and what was told to them lately."""

    def __init__(self) -> None:
        # In the order they came: who is told first must not hang on where memory was free.
        self._watchers: dict[Connection, None] = {}  # who look on, and those who play
        self._working: dict[Connection, None] = {}  # consoles: told everything, nobody's audience
        self._players: dict[int, str] = {}  # connected, by their seats: the name they mix under
        self._seated: dict[int, str] = {}  # with a session
        self._here: Here | None = Here()  # as it was last asked for; None if it has changed
        self._recent: deque[tuple[int, int, bytes]] = deque(maxlen=_RECENT)

    @property
    def here(self) -> Here:
        if self._here is None:
            players = frozenset(self._players.values())
            seated = frozenset(self._seated.values())
            self._here = Here(players, len(self._watchers) - len(players), seated)
        return self._here

    def seat(self, live: SeatRunner) -> None:
        """Somebody has come to play, or is gone."""
        is_open = live.seat.view.phase is SeatPhase.OPEN
        self._put(self._seated, live.seat, is_open)
        self._put(self._players, live.seat, is_open and live.connection is not None)

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
        """What was told behind an offset; None if that is too long ago, or never was."""
        if epoch != view.epoch or not 0 <= view.offset - offset <= len(self._recent):
            return None
        return tuple([msgspec.Raw(body) for at_epoch, at, body in self._recent
                      if at > offset and at_epoch == epoch])  # fmt: skip

    def tell(self, view: TableView, body: bytes) -> None:
        self._recent.append((view.epoch, view.offset, body))
        for watcher in (*self._working, *self._watchers):
            try:
                watcher.send(body)
            except Exception:  # one who is gone is not the next one's trouble
                log.exception("not told", extra={"table": view.table})
