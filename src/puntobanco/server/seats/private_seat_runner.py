"""Runs a private seat, which accepts each seed of its player only once."""

from typing import Any

from puntobanco.errors import OtherCoup, Refusal, SeedReused, StoreFailed
from puntobanco.game.cards import Card
from puntobanco.ledger.records import Record, RecordKind
from puntobanco.server.seats.seat_runner import QueuedRequest, SeatEnvironment, SeatRunner
from puntobanco.store.seeds import Seeds, seed_mark
from puntobanco.table.private_seat import Retire, draw, step
from puntobanco.table.recording import Change, Setting
from puntobanco.table.seat import PrivateSeat
from puntobanco.wire.messages import WhyRetired
from puntobanco.wire.requests import Carte


class PrivateSeatRunner(SeatRunner):
    __slots__ = ("_cards", "_mark", "_seeds")

    seat: PrivateSeat

    def __init__(self, seat: PrivateSeat, setting: Setting, environment: SeatEnvironment) -> None:
        super().__init__(seat, setting, environment)
        self._seeds: Seeds | None = None  # marks of used seeds, read at the first coup
        self._mark = 0  # of the seed in the current request
        self._cards: tuple[Card, ...] | None = None  # of the current request

    def draw(self) -> None:
        command = self._queue[0].command
        if type(command) is Carte:
            try:
                self._cards = draw(self.seat, command, self.setting)
            except Exception:  # the step will fail in the same way, and answer the request
                self._cards = None

    def _take(self, command: Any, _: int, now: int) -> Change:
        cards, self._cards = self._cards, None
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

    def _ended(self, request: QueuedRequest, answer: bytes | Refusal) -> None:
        self._cards = None  # also of a coup that was refused before it was dealt

    def _try(self, request: QueuedRequest) -> None:
        if type(request.command) is Carte and self._seeds is None:
            if not self.seat.is_new:
                self._later(request, self._read_seeds(request))
                return
            self._seeds = Seeds()
        self._submit(request)

    async def _read_seeds(self, request: QueuedRequest) -> None:
        self._seeds = await self._environment.store.player_seeds(self.seat)
        self._submit(request)

    def changed(self, record: Record | None) -> None:
        if record is not None and record.event is RecordKind.COUP and self._seeds is not None:
            self._seeds.add(self._mark)

    def save_memory(self) -> None:
        super().save_memory()
        if self._seeds is not None:
            self._seeds.sort_in()

    def _adopt(self, fresh: Any) -> None:
        super()._adopt(fresh)
        self._seeds = None
