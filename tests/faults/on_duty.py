"""Croupiers and a manager over real sockets, who disconnect after a few commands."""

import asyncio
import json
from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar, Final

import msgspec
from picows import WSMsgType, WSTransport, ws_connect

from puntobanco.game.cards import DECK, points
from puntobanco.server.house.clock import SteadyClock
from puntobanco.server.house.credentials import Credentials
from puntobanco.server.house.limits import Limits
from puntobanco.server.seats.floor import Floor
from puntobanco.store.interface import Role
from puntobanco.store.open import open_store
from puntobanco.store.sealing import Sealer
from puntobanco.wire import console_commands, stream
from puntobanco.wire.stream import StreamEvent, TableView
from puntobanco.wire.table_fold import fold
from tests.faults.croupiers import Habits
from tests.faults.guest import LOST, PATIENCE, Gone, HttpProblem, Mailbox, request
from tests.faults.robot import AtCampione, Robot
from tests.faults.violation import expect

PASSWORD: Final = "sesame sesame"  # noqa: S105
STAFF: Final = {"dora": Role.CROUPIER, "elsa": Role.CROUPIER, "mara": Role.MANAGER}
TABLES: Final = """
[[tables]]
name = "real"
house = "st-moritz"
croupier = "person"
cards = "croupier"
pace = { result = 20 }

[[tables]]
name = "chips"
house = "campione"
croupier = "person"
cards = "croupier"
stakes = "keyed"
pace = { result = 20 }

[[tables]]
name = "ours"
house = "campione"
croupier = "person"
squeeze_s = 1
pace = { mixing = 150, opening = 400, burn = 20, first_card = 20, card = 10, turn = 10, \
result = 50, absent = 200 }
"""
_NOTHING: Final = [str(card) for card in DECK if points([card]) == 0]
_encode: Final = msgspec.json.Encoder().encode
_event: Final = msgspec.json.Decoder(StreamEvent)
_view: Final = msgspec.json.Decoder(TableView)
_console: Final = msgspec.json.Decoder(console_commands.Console)
# The events that show that a command was done.
TELLS: Final[dict[type, tuple[type, ...]]] = {
    console_commands.Take: (stream.Directed,),
    console_commands.Leave: (stream.Directed,),
    console_commands.NewSabot: (stream.Shuffled,),
    console_commands.CutCard: (stream.CutCardSeen,),
    console_commands.TakeBackCutCard: (stream.CutCardSeen,),
    console_commands.OpenBetting: (stream.BettingOpened,),
    console_commands.CloseBetting: (stream.Closing,),
    console_commands.ReopenBetting: (stream.Reopened,),
    console_commands.Draw: (stream.Drawn,),
    console_commands.Read: (stream.Drawn, stream.Aside, stream.Burned),
    console_commands.Turn: (stream.Turned,),
    console_commands.Speak: (stream.Called,),
    console_commands.Correct: (stream.Corrected, stream.Burned),
    console_commands.Delete: (stream.Corrected,),
    console_commands.Swap: (stream.Corrected,),
    console_commands.Announce: (stream.Result,),
    console_commands.Void: (stream.Voided,),
    console_commands.CallManager: (stream.Manager,),
    console_commands.Decide: (stream.Manager,),
    console_commands.KeyIn: (stream.Keyed,),
    console_commands.Amend: (stream.Amended,),
    console_commands.Reverse: (stream.Reversed,),
}


async def hire(
    database: str,
    sealing_key: bytes,
    staff: Mapping[str, Role] = STAFF,
    password: str = PASSWORD,
) -> None:
    """Create the staff before the house opens."""
    floor = Floor(await open_store(database, Sealer(sealing_key)), {}, SteadyClock())
    credentials = Credentials(floor, Limits())
    for name, role in staff.items():
        await credentials.register(name, password, "", role)
    credentials.close()
    await floor.stop()
    await floor.store.close()


class AtReal(Robot):
    """A robot at a table with a real sabot, where Égalité leaves stakes on the cloth."""

    place: ClassVar = {"table": "real"}

    def _bets(self) -> dict[str, int]:
        return {"punto": 1_000, "banco": 1_000}


class AtOurs(AtCampione):
    """A robot at a table where a person draws from our sabot; it holds cards."""

    place: ClassVar = {"table": "ours"}


class Hurried(Habits):
    """Misreads often, and reads mostly tens, so that Égalité leaves stakes on the cloth."""

    def choose(
        self, now: console_commands.Console, view: TableView
    ) -> console_commands.AnyCommand | None:
        if view.cards and "correct" in now.can and self._random.random() < 0.2:
            return self.command("correct", now.offset, now.side, view)
        return super().choose(now, view)

    def _card(self, view: TableView) -> str:
        return self._random.choice(_NOTHING) if view.coup % 4 else super()._card(view)


class OnDuty:
    """Signs in, gives commands that the console offers, and disconnects."""

    def __init__(self, name: str, table: str, seed: int) -> None:
        self._name, self.table, self._random = name, table, Random(seed)
        self._habits = Hurried(self._random)
        self._token = ""
        self.done: list[console_commands.AnyCommand] = []
        self.asked: list[console_commands.AnyCommand] = []
        self.visits = 0
        self.goes_home = False  # `wait_for` may swallow a cancellation

    async def work(self, base: str) -> None:
        """Work until told to go home, through lost connections and restarts."""
        while not self.goes_home:
            try:
                await self._visit(base)
            except (*LOST, HttpProblem):
                await asyncio.sleep(0.1)
            await asyncio.sleep(self._random.choice((0, 0.01, 0.1)))

    async def _http(self, url: str, body: Any = None) -> Any:
        return json.loads(await asyncio.to_thread(request, "POST", url, self._token, body))

    async def _visit(self, base: str) -> None:
        if not self._token:
            asked = {"name": self._name, "password": PASSWORD}
            self._token = (await self._http(f"{base}/api/tokens", asked))["token"]
        path = (await self._http(f"{base}/api/tables/{self.table}/console"))["path"]
        transport, mailbox = await asyncio.wait_for(
            ws_connect(Mailbox, f"ws{base[4:]}{path}", extra_headers={"Origin": base}), PATIENCE
        )
        if not isinstance(mailbox, Mailbox):  # picows: cut within the handshake
            raise Gone("closed before it was open")
        try:
            transport.send(WSMsgType.TEXT, b'{"type":"hello"}')
            await self._sit(transport, mailbox, self._random.choice((1, 1, 1, 4, 20)))
        finally:
            transport.disconnect(graceful=False)

    async def _sit(self, transport: WSTransport, mailbox: Mailbox, actions: int) -> None:
        self.visits += 1
        view: TableView | None = None
        now: console_commands.Console | None = None
        waits: console_commands.AnyCommand | None = None
        while actions > 0:
            message = await asyncio.wait_for(mailbox.messages.get(), 0.3)
            if message is None:
                raise Gone(f"closed with {mailbox.code}")
            said = json.loads(message)
            match said["type"]:
                case "watching":
                    view = _view.decode(json.dumps(said["view"]))
                case "console":
                    now = _console.decode(message)
                case "done" | "refused":
                    expect(said.get("code") != "server/error", f"{waits}: {said}")
                    if waits is not None and said["type"] == "done":
                        self.done.append(waits)
                    actions -= not isinstance(waits, console_commands.Take)  # that doesn't count
                    waits = None
                case _ if view is not None:
                    view = fold(view, _event.decode(message))
            if now is not None and view is not None and waits is None and actions > 0:
                waits = self._choose(now, view)
                now = None  # one command for each state the server sends
                if waits is not None:
                    await asyncio.sleep(self._random.choice((0, 0, 0.02, 0.1)))
                    self.asked.append(waits)
                    transport.send(WSMsgType.TEXT, _encode(waits))

    def _choose(
        self, now: console_commands.Console, view: TableView
    ) -> console_commands.AnyCommand | None:
        if "take" in now.can:  # a manager may always take the table, but seldom does here
            is_free = not view.croupier or self._random.random() < 0.05
            return console_commands.Take(now.offset) if is_free else None
        return self._habits.choose(now, view)

    def check(self, events: list[StreamEvent]) -> None:
        """Check that each command is in the table's stream; one with words exactly once."""
        for command in self.done:
            kinds = TELLS[type(command)]
            later = [each for each in events if each.offset > command.seen]
            expect(any(isinstance(each, kinds) for each in later), f"done and lost: {command}")
        done = {id(each) for each in self.done}
        for command in self.asked:
            words = getattr(command, "reason", getattr(command, "words", ""))
            if not words:
                continue
            told = [
                each
                for each in events
                if words in (getattr(each, "reason", ""), getattr(each, "words", ""))
            ]
            least = id(command) in done
            expect(least <= len(told) <= 1, f"in the stream {len(told)} times: {command}")
            if told and isinstance(command, console_commands.Correct):
                corrected, is_so = told[0], False
                if isinstance(corrected, stream.Corrected):
                    is_so = (corrected.n, corrected.after) == (command.n, command.card)
                elif isinstance(corrected, stream.Burned):  # the sabot's first card
                    is_so = corrected.first == command.card
                expect(
                    is_so,
                    f"{command} was told as {corrected}",
                )
