"""A house whose clock skips the times in which a test would only wait."""

import asyncio
from dataclasses import dataclass
from typing import Any, Final

from puntobanco.server.house.clock import SteadyClock
from puntobanco.server.http.routes.desk import Desk
from puntobanco.server.shared_tables.table_runner import TableRunner
from puntobanco.wire.stream import Stage

_BETWEEN_LOOKS_S: Final = 0.02


class SkippingClock:
    """A steady clock, like a house's own, that jumps ahead when told to."""

    def __init__(self) -> None:
        self._steady, self.ahead = SteadyClock(), 0
        self._stopped: int | None = None  # when it was stopped, by the steady clock

    def now(self) -> int:
        return self._passed + self.ahead

    def stop(self) -> None:
        self._stopped = self._passed

    def go_on(self) -> None:
        """Continue at the time at which the clock was stopped."""
        if self._stopped is not None:
            self.ahead -= self._steady.now() - self._stopped
            self._stopped = None

    @property
    def _passed(self) -> int:
        return self._steady.now() if self._stopped is None else self._stopped


@dataclass(frozen=True, slots=True)
class SkippingHouse:
    """A house with a skipping clock."""

    desk: Desk
    clock: SkippingClock
    loop: asyncio.AbstractEventLoop

    async def skip_to(self, to: Stage, *, in_hand: bool = False) -> None:
        """Skip waiting times until a table reaches this stage, and not further.

        Only tables with people or stakes count. A player who holds cards keeps their full time,
        unless `in_hand` is set.
        """
        while True:
            tables = [each for each in self._tables if each.here.anybody or each.seats]
            if any(each.view.stage is to for each in tables):
                return
            waits = [each.view.until or 0 for each in tables if _only_waits(each, in_hand)]
            self._put_forward(max(waits, default=0))
            for each in tables:
                each.look()
            await asyncio.sleep(_BETWEEN_LOOKS_S)

    @property
    def _tables(self) -> list[TableRunner]:
        return list(self.desk.floor.tables.runners.values())

    async def end_holding(self) -> int:
        """End the time of the players who hold cards; return the milliseconds they had left."""
        held = [each for each in self._tables if each.view.holders]
        left = self._put_forward(max(each.view.until or 0 for each in held))
        for each in held:
            each.look()
        return left

    def _put_forward(self, moment: int) -> int:
        jump = max(0, moment - self.clock.now())
        self.clock.ahead += jump
        for each in self.desk.sockets.open:
            line: Any = each
            line._heard += jump  # else the jump would look like a silent connection
        return jump


def _only_waits(table: TableRunner, in_hand: bool) -> bool:
    """Whether the table only waits for the clock, so that the time can be skipped.

    A mixing is skipped only if nobody but onlookers is there: a player's browser needs its time.
    """
    view = table.view
    is_dealt = view.stage is Stage.DEALING and (in_hand or not view.holders)
    is_unmixed = view.stage is Stage.MIXING and not table.here.players
    return is_dealt or is_unmixed or view.stage in (Stage.BURNING, Stage.BETTING, Stage.PAID)
