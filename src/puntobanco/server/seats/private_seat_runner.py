"""Runs a private seat, which accepts each seed of its player only once."""

from typing import Any

from puntobanco.errors import OtherCoup, SeedReused, StoreFailed
from puntobanco.game.cards import Card
from puntobanco.server.seats.seat_runner import QueuedRequest, SeatEnvironment, SeatRunner, SeatStep
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

    def __init__(self, seat: PrivateSeat, setting: Setting, around: SeatEnvironment) -> None:
        super().__init__(seat, setting, around)
        self._seeds: Seeds | None = None  # marks of used seeds, read at the first coup
        self._mark = 0  # of the seed in the current request

    def draw(self, asked: SeatStep) -> tuple[Card, ...] | None:
        if type(asked) is not Carte:
            return None
        try:
            return draw(self.seat, asked, self.setting)
        except Exception:  # the step will fail in the same way, and answer the request
            return None

    def _take(self, what: Any, _: int, now: int, cards: tuple[Card, ...] | None) -> Change:
        fresh, is_todays = b"", self.seat.sheet == self.setting.sheet_hash
        if type(what) is Carte:
            self._mark = seed_mark(what.seed)
            if self._seeds is not None and self._mark in self._seeds:
                raise SeedReused
            if not is_todays:
                raise StoreFailed(why="the next coup's commitment is still for the old rules")
            fresh = self._around.fresh_seed()
        elif type(what) is Retire:
            if what.reason is WhyRetired.SHEET and is_todays:
                raise OtherCoup(next=self.seat.next.number)  # it was already retired
            fresh = self._around.fresh_seed()
        return step(self.seat, what, self.setting, now, fresh, cards)

    def _try(self, asked: QueuedRequest, tries: int) -> None:
        if type(asked.step) is Carte and self._seeds is None:
            self._later(asked, self._read_seeds(asked, tries))
        else:
            super()._try(asked, tries)

    async def _read_seeds(self, asked: QueuedRequest, tries: int) -> None:
        self._seeds = await self._around.store.player_seeds(self.seat)
        super()._try(asked, tries)

    def written(self, asked: QueuedRequest, change: Change, outcome: Any, tries: int) -> None:
        if outcome is WriteResult.DONE and type(asked.step) is Carte and self._seeds is not None:
            self._seeds.add(self._mark)
        super().written(asked, change, outcome, tries)

    def save_memory(self) -> None:
        super().save_memory()
        if self._seeds is not None:
            self._seeds.sort_in()

    def _adopt(self, fresh: Any) -> None:
        super()._adopt(fresh)
        self._seeds = None
