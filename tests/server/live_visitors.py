"""Players at a shared table, over real sockets and with a virtual clock."""

import asyncio
import hashlib
import json
import secrets
from typing import Any, Self

import msgspec

from puntobanco.wire.stream import Stage, StreamEvent, TableView
from puntobanco.wire.table_fold import fold
from tests.server.visitors import House, Table, Visitor, new_key

_A_WHILE_MS = 5_000  # shorter than the silence after which a connection counts as lost
_PLAYED = Stage.BETTING, Stage.DEALING, Stage.PAYING, Stage.PAID
BETTING_S = 20  # "C'è un tempo limitato per piazzare la puntata"
read_event = msgspec.json.Decoder(StreamEvent).decode
read_view = msgspec.json.Decoder(TableView).decode


class LiveTable(Table):
    """A client at a shared table that folds its stream and mixes honestly."""

    seed = ""
    honest = True
    name = "live-mini"
    currency = "FUN"

    @classmethod
    async def sit(cls, house: House, visitor: Visitor, amount: int = 100_000) -> Self:
        opened = await visitor.open_at(cls.name, amount, currency=cls.currency)
        assert opened.status == 201, opened
        return await cls.come_back(house, visitor, opened.json["session"])

    @classmethod
    async def come_back(
        cls, house: House, visitor: Visitor, session: str, epoch: int = 0, offset: int = 0
    ) -> Self:
        table = await cls.connect(house, await visitor.ticket(session))
        table.house, table.events, table.private = house, [], []
        table.welcome = await table.ask(type="hello", table_epoch=epoch, table_offset=offset)
        assert table.welcome["type"] == "welcome", table.welcome
        table.view = read_view(json.dumps(table.welcome["shared"]["view"]))
        if cls.honest and table.view.stage == "mixing":  # shuffled before the welcome arrived
            table.mix(table.view.sabot)
        return table

    house: House
    view: TableView
    events: list[Any]
    private: list[Any]

    def take(self, told: Any) -> None:
        """Process one message."""
        if "table" in told and "session" not in told:
            self.events.append(told)
            self.view = fold(self.view, read_event(json.dumps(told)))
        else:
            self.private.append(told)
        if self.honest and told["type"] == "shuffled":
            self.mix(told["sabot"])
        if self.honest and told["type"] == "list_closed":
            self.say(type="open_seed", sabot=told["sabot"], seed=self.seed)

    def mix(self, sabot: int) -> None:
        self.seed = secrets.token_hex(16)
        seed_hash = hashlib.sha256(self.seed.encode()).hexdigest()
        self.say(type="mix", sabot=sabot, hash=seed_hash)

    async def until(self, kind: str) -> Any:
        """Process messages until one of this kind arrives."""
        while True:
            told = await self.hear()
            assert told is not None, f"closed with {self.closed} before {kind}"
            self.take(told)
            if told["type"] == kind:
                return told

    async def listen(self) -> None:
        """Process all messages, and let the house process all requests."""
        await asyncio.sleep(0.01)
        while not self.heard.empty():
            while not self.heard.empty():
                told = await self.hear()
                assert told is not None, f"closed with {self.closed}"
                self.take(told)
            await asyncio.sleep(0.01)
        await self.house.settle()

    async def wait(self) -> None:
        """Process all messages, then let time pass until the table acts, at most a while."""
        if self.house.desk.floor.tables.runners[self.name].view.offset > self.view.offset:
            return
        most = _A_WHILE_MS if self.view.stage in _PLAYED else 1_000  # time to send seeds
        wait = 1_000 if self.view.until is None else self.view.until - self.house.clock.at
        await self.house.pass_time(min(max(wait, 1), most) / 1000)

    async def betting(self) -> Any:
        """Let time pass until the betting opens."""
        await self.listen()
        while self.view.stage != "betting":
            await self.wait()
            await self.listen()
        return next(each for each in reversed(self.events) if each["type"] == "betting")

    def place(self, bets: dict[str, int]) -> None:
        self.say(type="place", bets=bets, coup=self.view.coup)

    async def confirm(self, key: str = "", coup: int | None = None, /, **bets: int) -> Any:
        coup = self.view.coup if coup is None else coup
        self.say(type="confirm", key=key or new_key(), coup=coup, bets=bets)
        while True:
            told = await self.hear()
            self.take(told)
            if told["type"] in ("bet", "refused"):
                return told

    async def cards(self) -> Any:
        """Let time pass until the betting is closed and the coup is dealt and paid."""
        while not self.events or self.events[-1]["type"] != "settled":
            await self.wait()
            await self.listen()
        return next(each for each in reversed(self.events) if each["type"] == "result")

    def last(self, kind: str) -> Any:
        return next(each for each in reversed(self.private) if each["type"] == kind)


class SilentTable(LiveTable):
    """A client that mixes only when the test tells it to, and never opens its seed."""

    honest = False
