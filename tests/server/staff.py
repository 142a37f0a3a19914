"""Croupiers, managers and players at staffed tables, over real sockets."""

import asyncio
import json
from pathlib import Path
from typing import Any, Self

from puntobanco.store.interface import Role
from puntobanco.wire.stream import Stage, TableView
from puntobanco.wire.table_fold import fold
from tests.server.live_visitors import LiveTable, read_event, read_view
from tests.server.visitors import PASSWORD, House, Table, Visitor

ABSENT_S = 20
PACE = (
    "pace = { mixing = 1_000, opening = 1_000, burn = 0, first_card = 0, card = 0, turn = 0,"
    f" result = 0, absent = {ABSENT_S}_000 }}"
)


def table_file(directory: Path) -> str:
    """A file with one table of every kind that a person runs, and an automatic one."""
    file = directory / "tables.toml"
    file.write_text(
        "\n".join(
            f'[[tables]]\nname = "{name}"\nhouse = "{house}"\n{more}\n{PACE}\n'
            for name, house, more in (
                ("real", "st-moritz", 'croupier = "person"\ncards = "croupier"'),
                ("down", "campione", 'croupier = "person"\ncards = "croupier"'),
                (
                    "chips",
                    "campione",
                    'croupier = "person"\ncards = "croupier"\nstakes = "keyed"\nboxes = 9',
                ),
                ("ours", "campione", 'croupier = "person"'),
                (
                    "hidden",
                    "campione",
                    'croupier = "person"\ncards = "croupier"\nreading = "leaving"',
                ),
                ("held", "st-moritz", 'croupier = "person"\nfaces = "down"'),
                ("clock", "live-mini", 'croupier = "person"\ncards = "croupier"'),
                ("alone", "live-mini", ""),
            )
        ),
        encoding="utf-8",
    )
    return str(file)


async def hire(house: House, name: str, role: Role = Role.CROUPIER) -> Visitor:
    """Create a member of staff, or sign in again if the name exists."""
    credentials = house.desk.credentials
    known = await house.desk.floor.store.person(name)
    made = (
        await credentials.register(name, PASSWORD, f"of {name}", role)
        if known is None
        else await credentials.login(name, PASSWORD, f"of {name}")
    )
    return Visitor(house, {"token": made[1], "person": made[0].id, "accounts": []})


class Console(Table):
    """A console's client, for a croupier or a manager."""

    house: House
    view: TableView
    events: list[Any]
    can: list[str]
    demands: str
    mine: bool
    no_cash_sheet: bool

    @classmethod
    async def sit(cls, house: House, staff: Visitor, table: str) -> Self:
        answer = await staff.post(f"/api/tables/{table}/console")
        assert answer.status == 201, answer
        console = await cls.connect(house, answer.json["path"])
        console.house, console.events = house, []
        watching = await console.ask(type="hello")
        assert watching["type"] == "watching", watching
        console.view = read_view(json.dumps(watching["view"]))
        console.take(await console.hear())
        return console

    def take(self, told: Any) -> None:
        if told["type"] == "console":
            self.can, self.demands, self.mine = told["can"], told["demands"], told["mine"]
            self.no_cash_sheet = told["no_cash_sheet"]
        elif "table" in told:
            self.events.append(told)
            self.view = fold(self.view, read_event(json.dumps(told)))

    async def listen(self) -> None:
        """Process all messages, and let the house process all commands."""
        await asyncio.sleep(0.005)
        await self.house.settle()
        while not self.heard.empty():
            told = await self.hear()
            assert told is not None, f"closed with {self.closed}"
            self.take(told)

    def says(self, kind: str, **said: Any) -> None:
        self.say(type=kind, seen=said.pop("seen", self.view.offset), **said)

    async def answer(self, kind: str) -> Any:
        while True:
            told = await self.hear()
            assert told is not None, f"closed with {self.closed}"
            if told["type"] in ("done", "refused") and told["request"] == kind:
                return told
            self.take(told)

    async def tries(self, kind: str, **said: Any) -> Any:
        """Process all messages, then give a command and return its answer."""
        await self.listen()
        self.says(kind, **said)
        answered = await self.answer(kind)
        await self.listen()
        while self.view.stage is Stage.CLOSING:  # the last bets are still being written
            await self.listen()
        return answered

    async def does(self, kind: str, **said: Any) -> None:
        answered = await self.tries(kind, **said)
        assert answered["type"] == "done", answered

    async def reads(self, cards: str) -> None:
        for n in range(0, len(cards), 2):
            await self.does("read", card=cards[n : n + 2])

    async def begins(self) -> None:
        """Take the table and, where cards are read in, bring a sabot."""
        await self.does("take")
        if "new_sabot" in self.can:
            await self.does("new_sabot")
            await self.does("read", card="2c")

    def last(self, kind: str) -> Any:
        return next(each for each in reversed(self.events) if each["type"] == kind)


async def sit_down(house: House, table: str, visitor: Visitor | None = None) -> LiveTable:
    """A guest with 1,000.00 at a table."""
    visitor = visitor or await house.guest()
    opened = await visitor.open_at(table, 100_000)
    assert opened.status == 201, opened
    return await LiveTable.come_back(house, visitor, opened.json["session"])


async def says(player: LiveTable, **said: Any) -> Any:
    """Send a player's request to the table and return the answer."""
    player.say(**said)
    while True:
        told = await player.hear()
        player.take(told)
        if told["type"] in ("done", "refused") and told["request"] == said["type"]:
            return told


async def carla_at(house: House, table: str) -> Console:
    console = await Console.sit(house, await hire(house, "carla"), table)
    await console.begins()
    return console


async def mara_at(house: House, table: str) -> Console:
    return await Console.sit(house, await hire(house, "mara", Role.MANAGER), table)


async def until_open(house: House, anna: LiveTable, carla: Console) -> None:
    """Let time pass until the sabot is mixed and burned."""
    for _ in range(50):
        await anna.listen()
        await carla.listen()
        if "open_betting" in carla.can:
            return
        await house.pass_time(1)
    raise AssertionError(carla.can)


def visitor_in(house: House, visitor: Any) -> Any:
    """The same person at the restarted house."""
    visitor.house = house
    return visitor
