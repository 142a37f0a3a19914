"""Runs a private seat, which accepts each seed of its player only once."""

from typing import Any

from puntobanco.errors import OtherCoup, SeedReused, StoreFailed
from puntobanco.game.cards import Card
from puntobanco.server.seats.seat_runner import (
    QueuedRequest,
    SeatCommand,
    SeatEnvironment,
    SeatRunner,
)
from puntobanco.store.interface import WriteResult
from puntobanco.store.seeds import Seeds, seed_mark
from puntobanco.table.private_seat import Retire, draw, step
from puntobanco.table.recording import Change, Setting
from puntobanco.table.seat import PrivateSeat
from puntobanco.wire.messages import WhyRetired
from puntobanco.wire.requests import Carte


class PrivateSeatRunner(SeatRunner):
    __slots__ = ("_mark", "_seeds")

    seat: PrivateSeat

    def __init__(self, seat: PrivateSeat, setting: Setting, environment: SeatEnvironment) -> None:
        super().__init__(seat, setting, environment)
        self._seeds: Seeds | None = None  # marks of used seeds, read at the first coup
        self._mark = 0  # of the seed in the current request

    def draw(self, command: SeatCommand) -> tuple[Card, ...] | None:
        if type(command) is not Carte:
            return None
        try:
            return draw(self.seat, command, self.setting)
        except Exception:  # the step will fail in the same way, and answer the request
            return None

    def _take(self, command: Any, _: int, now: int, cards: tuple[Card, ...] | None) -> Change:
        fresh, is_todays = b"", self.seat.sheet == self.setting.sheet_hash
        if type(command) is Carte:
            self._mark = seed_mark(command.seed)
            if self._seeds is not None and self._mark in self._seeds:
                raise SeedReused
            if not is_todays:
                raise StoreFailed(why="the next coup's commitment is still for the old rules")
            fresh = self._environment.fresh_seed()
        elif type(command) is Retire:
            if command.reason is WhyRetired.SHEET and is_todays:
                raise OtherCoup(next=self.seat.next.number)  # it was already retired
            fresh = self._environment.fresh_seed()
        return step(self.seat, command, self.setting, now, fresh, cards)

    def _try(self, request: QueuedRequest, tries: int) -> None:
        if type(request.command) is Carte and self._seeds is None:
            if not self.seat.is_new:
                self._later(request, self._read_seeds(request, tries))
                return
            self._seeds = Seeds()
        super()._try(request, tries)

    async def _read_seeds(self, request: QueuedRequest, tries: int) -> None:
        self._seeds = await self._environment.store.player_seeds(self.seat)
        super()._try(request, tries)

    def written(self, request: QueuedRequest, change: Change, result: Any, tries: int) -> None:
        if (
            result is WriteResult.DONE
            and type(request.command) is Carte
            and self._seeds is not None
        ):
            self._seeds.add(self._mark)
        super().written(request, change, result, tries)

    def save_memory(self) -> None:
        super().save_memory()
        if self._seeds is not None:
            self._seeds.sort_in()

    def _adopt(self, fresh: Any) -> None:
        super()._adopt(fresh)
        self._seeds = None
