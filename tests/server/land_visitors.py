"""Players at Campione and St. Moritz, over real sockets and with a virtual clock."""

import asyncio
import hashlib
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, ClassVar, Self

from picows import WSFrame, WSMsgType, WSTransport

from puntobanco.game.coup import Coup
from puntobanco.server.shared_tables.table_runner import TableRunner as Shared
from tests.server.live_visitors import LiveTable
from tests.server.visitors import House, Table, VirtualClock, Visitor, new_key, open_for_business
from tests.table.luck import Wish, lucky_seed

TABLES = """
[[tables]]
name = "campione"
house = "campione"

[[tables]]
name = "moritz"
house = "st-moritz"
faces = "down"
boxes = 9
"""
CARDS = re.compile(r"^([A23456789TJQK][cdhs]|\?\?)+$")


@asynccontextmanager
async def land(
    database: str, tmp_path: Path, clock: VirtualClock | None = None
) -> AsyncIterator[House]:
    file = tmp_path / "tables.toml"
    file.write_text(TABLES)
    async with open_for_business(database, clock, tables=str(file)) as house:
        yield house


class LandTable(LiveTable):
    """A player at a land table; only a player with wishes mixes, with a seed that fulfils them."""

    name = "campione"
    honest = False
    wishes: ClassVar[tuple[Wish, ...]] = ()

    def __init__(self) -> None:
        super().__init__()
        self.raw: list[bytes] = []  # every message as it was received

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self.raw.append(frame.get_payload_as_bytes())
        super().on_ws_frame(transport, frame)

    @classmethod
    async def at(
        cls,
        house: House,
        visitor: Visitor,
        name: str,
        *wishes: Wish,
        amount: int = 100_000,
        currency: str = "FUN",
    ) -> Self:
        """Sit down at a table without a box; a player with wishes mixes."""
        fixed = {"name": name, "wishes": wishes, "honest": bool(wishes), "visitor": visitor}
        fixed["currency"] = currency
        made: Any = type(cls.__name__, (cls,), fixed)
        table: Self = await made.sit(house, visitor, amount)
        return table

    async def again(self, **hello: int) -> Self:
        """The same person on a new connection."""
        return await type(self).come_back(self.house, self.visitor, self.session, **hello)

    visitor: Visitor

    @property
    def player(self) -> str:
        return str(self.visitor.account(self.currency))

    def mix(self, sabot: int) -> None:
        shared = self.house.desk.floor.tables.runners[self.name]
        self.seed = lucky_seed(shared.table, shared.setup, self.player, *self.wishes)
        self.say(type="mix", sabot=sabot, hash=hashlib.sha256(self.seed.encode()).hexdigest())

    @property
    def shared(self) -> Shared:
        return self.house.desk.floor.tables.runners[self.name]

    @property
    def coup(self) -> Coup:
        """All cards of the coup, which only the house knows."""
        return self.shared.coup

    # --- actions -------------------------------------------------------------------------

    async def tell(self, answer: str, **said: Any) -> Any:
        """Send a request and return its answer or refusal."""
        self.say(**said)
        while True:
            told = await self.hear()
            assert told is not None, self.closed
            self.take(told)
            if told["type"] in (answer, "refused"):
                return told

    async def box(self, box: int) -> Any:
        return await self.tell("done", type="box", box=box)

    async def call(self, *, draws: bool) -> Any:
        return await self.tell("done", type="call", coup=self.view.coup, draws=draws)

    async def show(self, side: str) -> Any:
        return await self.tell("done", type="show", coup=self.view.coup, side=side)

    async def withdraw(self, *bets: str, key: str = "") -> Any:
        said = {"key": key or new_key(), "bets": bets}
        return await self.tell("returned", type="withdraw", **said)

    async def tip(self, amount: int, key: str = "") -> Any:
        return await self.tell("tipped", type="tip", key=key or new_key(), amount=amount)

    # --- time ----------------------------------------------------------------------------

    async def lie(self, cards: int = 4, *others: Table) -> None:
        """Let time pass until this many cards are dealt and the holders know theirs."""
        while len(self.view.cards) < 2 * cards:
            await self.wait()
            await self.hear_all(*others)
        await asyncio.sleep(0.02)
        await self.hear_all(*others)

    async def hear_all(self, *others: Table) -> None:
        """Send something on every connection, so that none looks lost."""
        for each in (self, *others):
            each.say(type="stay")
            if isinstance(each, LiveTable):
                await each.listen()

    async def paid(self, *others: Table) -> Any:
        """Let time pass until the coup is paid."""
        while self.view.stage != "paid":
            await self.wait()
            await self.hear_all(*others)
        return next(each for each in reversed(self.events) if each["type"] == "result")

    def told(self, kind: str) -> list[Any]:
        return [each for each in self.events if each["type"] == kind]


def faces_in(said: bytes) -> set[str]:
    """Every card that is named anywhere in a message, except the sabot's first card."""
    found: set[str] = set()

    def walk(part: Any) -> None:
        if isinstance(part, dict):
            for key, each in part.items():
                if key != "first":
                    walk(each)
        elif isinstance(part, list):
            for each in part:
                walk(each)
        elif isinstance(part, str) and CARDS.match(part):
            found.update(part[n : n + 2] for n in range(0, len(part), 2))

    walk(json.loads(said))
    return found - {"??"}
