"""A house whose clock is put forward where a test would do nothing but wait."""

import asyncio
from dataclasses import dataclass
from typing import Any, Final

from puntobanco.server.house.clock import SteadyClock
from puntobanco.server.http.routes.desk import Desk
from puntobanco.server.shared_tables.table_runner import TableRunner
from puntobanco.wire.stream import Stage

_BETWEEN_LOOKS_S: Final = 0.02


class HastyClock:
    """As steady as a house's own, but for the jumps it is told to make."""

    def __init__(self) -> None:
        self._steady, self.ahead = SteadyClock(), 0
        self._stopped: int | None = None  # by the steady one

    def now(self) -> int:
        return self._passed + self.ahead

    def stop(self) -> None:
        self._stopped = self._passed

    def go_on(self) -> None:
        """From where it was stopped."""
        if self._stopped is not None:
            self.ahead -= self._steady.now() - self._stopped
            self._stopped = None

    @property
    def _passed(self) -> int:
        return self._steady.now() if self._stopped is None else self._stopped


@dataclass(frozen=True, slots=True)
class HastyHouse:
    """A house that goes by such a clock."""

    desk: Desk
    clock: HastyClock
    loop: asyncio.AbstractEventLoop

    async def hurry(self, to: Stage, *, in_hand: bool = False) -> None:
        """Only where somebody is, or has left stakes; never further than to this stage.

        Whoever holds cards has all their time, unless the test is about its end.
        """
        while True:
            tables = [each for each in self._tables if each.here.anybody or each.seats]
            if any(each.view.stage is to for each in tables):
                return
            waits = [each.view.until or 0 for each in tables if _is_mere_wait(each, in_hand)]
            self._put_forward(max(waits, default=0))
            for each in tables:
                each.look()
            await asyncio.sleep(_BETWEEN_LOOKS_S)

    @property
    def _tables(self) -> list[TableRunner]:
        return list(self.desk.floor.tables.live.values())

    async def end_holding(self) -> int:
        """So many milliseconds were left to whoever holds cards."""
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
            line._heard += jump  # a clock that jumps is no silence on the line
        return jump


def _is_mere_wait(table: TableRunner, in_hand: bool) -> bool:
    """Nothing happens before its time is over, but for cards that nobody holds.

    A mixing is one for onlookers alone: a player's browser needs its time, however long that is.
    """
    view = table.view
    is_dealt = view.stage is Stage.DEALING and (in_hand or not view.holders)
    is_unmixed = view.stage is Stage.MIXING and not table.here.players
    return is_dealt or is_unmixed or view.stage in (Stage.BURNING, Stage.BETTING, Stage.PAID)
