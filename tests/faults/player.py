"""Simulated players who act at random, over connections that break."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final

import msgspec
from picows import WSMsgType

from puntobanco.errors import Refusal, StoreHalted
from puntobanco.game.bets import Bet
from puntobanco.ledger.accounts import Account
from puntobanco.ledger.records import RecordKind
from puntobanco.server.seats.seat_runner import SeatCommand
from puntobanco.server.sockets.table_socket import TableSocket
from puntobanco.store.interface import Person
from puntobanco.wire.messages import OPERATORS_KEY
from puntobanco.wire.requests import (
    Carte,
    CashOut,
    Confirm,
    Hello,
    Open,
    Place,
    Stay,
    Tip,
    TopUp,
    Withdraw,
)
from tests.faults.violation import expect
from tests.seat_kinds import seat_at

if TYPE_CHECKING:
    from tests.faults.history import History

Keyed = Open | Carte | TopUp | CashOut | Confirm | Withdraw | Tip
HAPPENED: Final = {
    "opened", "topped_up", "coup", "closed", "retired", "bet", "paid", "returned", "held", "tipped",
}  # fmt: skip
MAY_REFUSE: Final = ("limit/", "store/")  # even for a request that was done before


class Frame:
    """A message as picows delivers it."""

    msg_type = WSMsgType.TEXT
    fin = True

    def __init__(self, payload: bytes) -> None:
        self._payload = payload

    def get_payload_as_bytes(self) -> bytes:
        return self._payload


class Line:
    """A simulated connection that delivers messages in order, after random delays."""

    def __init__(self, player: "Player", house: str, ticket: str) -> None:
        self.player, self.house = player, house
        self._world = player.world
        self.socket = TableSocket(self._world.sockets, ticket, "here")
        self.underlying_transport = self
        self.is_close_frame_sent = False
        self.is_cut = False
        self._left = False
        self._to_server: deque[bytes] = deque()
        self._to_client: deque[bytes] = deque()
        self._arrived = False
        self._soon(self._arrive)

    @property
    def generation(self) -> int:
        return self.socket._generation

    def _soon(self, function: Callable[..., object], *values: Any) -> None:
        asyncio.get_running_loop().call_soon(function, *values)

    # --- the player's end ----------------------------------------------------------------

    def say(self, request: msgspec.Struct) -> None:
        if not self.is_cut:
            self._to_server.append(msgspec.json.encode(request))
            self._soon(self._carry)

    def cut(self) -> None:
        """Lose all messages on the way; the server notices it later."""
        if not self.is_cut:
            self._world.note(f"{self.player.name}: the line {self.generation} is cut")
            self.is_cut = True
            self._soon(self._leave)

    def _arrive(self) -> None:
        self._arrived = not self.is_cut
        if self._arrived:
            self.socket.on_ws_connected(self)  # type: ignore[arg-type]
            for _ in self._to_server:
                self._soon(self._carry)

    def _carry(self) -> None:
        if self._to_server and self._arrived and not self._left:
            message = self._to_server.popleft()
            self._world.note(f"{self.player.name}>{self.generation}: {message.decode()[:150]}")
            self.player.carried(message)
            self.socket.on_ws_frame(self, Frame(message))  # type: ignore[arg-type]

    def _deliver(self) -> None:
        if self._to_client and not self.is_cut:
            self.player.hear(self.house, self._to_client.popleft())

    def _leave(self) -> None:
        if not self._left:
            self._left = self.is_cut = True
            if self._arrived:
                self.socket.on_ws_disconnected(self)  # type: ignore[arg-type]

    # --- the server's end: what it knows as a transport ----------------------------------

    def get_write_buffer_size(self) -> int:
        return 0

    def send(self, _kind: WSMsgType, message: bytes) -> None:
        self._world.note(f"{self.player.name}<{self.generation}: {message.decode()[:150]}")
        self._world.guard(lambda: self.player.check_sent(message))
        self._to_client.append(message)
        self._soon(self._deliver)

    def send_close(self, code: int, _reason: bytes = b"") -> None:
        self.is_close_frame_sent = True
        self._world.note(f"{self.player.name}<{self.generation}: closed with {int(code)}")

    def send_ping(self) -> None:
        """Nothing to do: no connection is silent for long here."""

    def disconnect(self, graceful: bool = True) -> None:
        self._soon(self._leave)


class KnownSeat:
    """What a player knows of a seat."""

    def __init__(self) -> None:
        self.session = ""
        self.offset = 0
        self.epoch = 0
        self.credit = 0
        self.lines: list[Line] = []


class Player:
    """A player with one account and two tables."""

    _unit = 1  # factor for all amounts at tables with higher limits

    def __init__(self, name: str, world: "History") -> None:
        self.name, self.world = name, world
        self.person: Person | None = None
        self.account: Account | None = None
        self.token_hash = name.encode()
        self.requests: dict[str, list[tuple[str, Keyed]]] = {}
        self.unknown: dict[str, None] = {}  # keys without an answer
        self.answers: dict[str, bytes] = {}
        self.senders: dict[str, list[Line]] = {}
        self.moves: list[tuple[int, str, RecordKind]] = []
        self.chairs = {house: KnownSeat() for house in world.sheets}
        self._keys = 0

    # --- a life --------------------------------------------------------------------------

    async def live(self, actions: int) -> None:
        """Do a few things while the process lives."""
        for chair in self.chairs.values():
            chair.lines = []
        random = self.world.random
        for _ in range(actions):
            await asyncio.sleep(self._pause())
            house = random.choice(list(self.chairs))
            chair = self.chairs[house]
            if not chair.session:
                await self._open(house)
            elif not any(not line.is_cut for line in chair.lines):
                await self._when_disconnected(house, chair)
            else:
                await self._at_a_table(house, chair)

    def _pause(self) -> float:
        return self.world.random.choice((0, 0, 0.001, 0.5, 5))

    async def _open(self, house: str) -> None:
        random = self.world.random
        if random.random() < 0.15:
            amount, event = random.randrange(1, 3000), random.choice(_MOVES)
            times = random.choice((1, 2)) if event is RecordKind.REFILLED else 1  # a double tap
            await asyncio.gather(*[self._move(amount, event) for _ in range(times)])
            return
        amount = self._unit * random.choice((300, 1_000, 5_000, 10**9))
        await self._ask(house, Open(self.new_key(), amount))

    async def _when_disconnected(self, house: str, chair: KnownSeat) -> None:
        random = self.world.random
        what = random.random()
        if what < 0.65:
            for _ in range(random.choice((1, 1, 1, 2, 3))):  # sometimes several times at once
                self._connect(house, chair)
                self._first_words(chair.lines[-1])
        elif what < 0.75:
            await self._wait(random.choice((60, 179.9, 180, 1500)))
        elif what < 0.85:
            await self._resend(house, chair)
        else:
            await self._ask(house, random.choice(self._over_http()))

    def _first_words(self, line: Line) -> None:
        """Send something before the welcome."""
        self._say(line, Carte(self.new_key(), self._bets(), self._seed()))

    def carried(self, message: bytes) -> None:
        """A message has reached the server."""

    async def _at_a_table(self, house: str, chair: KnownSeat) -> None:
        random = self.world.random
        line = next(line for line in reversed(chair.lines) if not line.is_cut)
        what = random.random()
        if what < 0.45:
            for _ in range(random.choice((1, 1, 2, 4))):
                self._say(line, Carte(self.new_key(), self._bets(), self._seed()))
        elif what < 0.53:
            line.say(random.choice((Place(self._bets()), Place({}), Stay())))
        elif what < 0.60:
            self._say(line, random.choice(self._over_http()))
        elif what < 0.65:
            await self._ask(house, random.choice(self._over_http()))
        elif what < 0.73:
            self._connect(house, chair)  # without closing the old connection
        elif what < 0.81:
            line.cut()
        elif what < 0.91:
            await self._resend(house, chair)
        elif what < 0.93:
            self._flood(line)
        else:
            await self._wait(random.choice((100, 1141, 1199.9, 1200, 1200)))

    def _newest(self, chair: KnownSeat) -> Line | None:
        return next((line for line in reversed(chair.lines) if not line.is_cut), None)

    async def _wait(self, seconds: float) -> None:
        """Wait, for example until a deadline, when the server closes idle sessions."""
        await asyncio.sleep(seconds)
        if self.world.random.random() < 0.5:
            loop, soon = asyncio.get_running_loop(), self.world.random.choice((0.001, 0.501))
            loop.call_later(soon, lambda: self.world.floor.sweep())

    def _over_http(self) -> list[Keyed]:
        key, random = self.new_key(), self.world.random
        return [CashOut(key), TopUp(key, random.choice((100, 5_000, 10**9)))]

    def _flood(self, line: Line) -> None:
        """Send more requests than may wait, then disconnect."""
        for _ in range(20):
            self._say(line, Carte(self.new_key(), {Bet.PUNTO: 100}, self._seed()))
        if self.world.random.random() < 0.5:
            line.cut()

    # --- asking --------------------------------------------------------------------------

    def new_key(self) -> str:
        self._keys += 1
        return f"{self.name}-key-{self._keys:08}"

    def _seed(self) -> str:
        if self.world.random.random() < 0.02:
            return "seed" * 8  # the same seed is refused the second time
        return f"{self.world.random.getrandbits(128):032x}"

    def _bets(self) -> dict[Bet, int]:
        random = self.world.random
        bets = random.sample((Bet.PUNTO, Bet.BANCO, Bet.EGALITE), random.choice((1, 1, 2)))
        return {bet: random.choice((100, 200, 100, 500, 100, 10**6, 7)) for bet in bets}

    def _connect(self, house: str, chair: KnownSeat) -> None:
        seat, _, session = chair.session.partition(".")
        ticket = self.world.tickets.issue(int(seat), int(session), self.token_hash)
        line = Line(self, house, ticket)
        chair.lines.append(line)
        line.say(self._hello(chair))

    def _hello(self, chair: KnownSeat) -> Hello:
        return Hello(chair.epoch, chair.offset) if chair.offset else Hello()

    def _remember(self, house: str, request: Keyed) -> None:
        self.requests.setdefault(request.key, []).append((house, request))
        if request.key not in self.answers:
            self.unknown[request.key] = None

    def _say(self, line: Line, request: Keyed) -> None:
        if not line.is_cut:
            self._remember(line.house, request)
            self.senders.setdefault(request.key, []).append(line)
            line.say(request)

    async def _resend(self, house: str, chair: KnownSeat) -> None:
        """Repeat an earlier request, perhaps changed or over another connection."""
        random = self.world.random
        known = [key for key, asked in self.requests.items() if asked[0][0] == house]
        if not known:
            return
        key = random.choice([key for key in known if key in self.unknown] or known)
        request = self.requests[key][0][1]
        if random.random() < 0.2:
            request = TopUp(key, 123) if random.random() < 0.5 else CashOut(key)
            house = random.choice(list(self.chairs))
        lines = [line for line in self.chairs[house].lines if not line.is_cut]
        if lines and type(request) is not Open and random.random() < 0.7:
            self._say(random.choice(lines), request)
        elif not isinstance(request, Carte | Confirm):  # these need a socket
            await self._ask(house, request)

    async def _ask(self, house: str, request: Keyed) -> None:
        """Send a request over HTTP, perhaps without waiting for the answer."""
        self._remember(house, request)
        self.world.note(f"{self.name}: {msgspec.json.encode(request).decode()} at {house}")
        await self._perhaps_cancelled(self._answered(house, request))

    async def _perhaps_cancelled(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        if self.world.random.random() < 0.15:
            await asyncio.sleep(self.world.random.choice((0, 0, 0.002)))
            task.cancel()
        await asyncio.wait([task])
        if not task.cancelled():
            task.result()

    async def _answered(self, house: str, request: Keyed) -> None:
        try:
            body = await self.ask(house, request)
        except StoreHalted:
            return
        except Refusal as refusal:
            self.refused(request.key, refusal.code)
            return
        self.world.guard(lambda: self.check_sent(body))
        self.hear(house, body)

    async def ask(self, house: str, step: SeatCommand) -> bytes:
        """Ask the floor as the HTTP handlers do."""
        floor = self.world.floor
        if self.account is None:
            raise RuntimeError("nobody has registered")
        live = await seat_at(floor, self.account, house)
        return await floor.ask(live, step)

    async def _move(self, amount: int, event: RecordKind) -> None:
        if self.moves and self.world.random.random() < 0.5:
            again = self.world.random.choice(self.moves)
        else:
            again = amount, self.new_key(), event
            self.moves.append(again)
        await self._perhaps_cancelled(self._moved(*again))

    async def _moved(self, amount: int, key: str, event: RecordKind) -> None:
        if self.account is None or self.person is None:
            return
        floor, is_refill = self.world.floor, event is RecordKind.REFILLED
        try:
            if is_refill:
                body = await floor.refills.refill(self.person, key)
            else:
                body = await floor.cashier.move(self.account, amount, key, "", event)
        except Refusal as refusal:
            self.world.note(f"{self.name}: {event} {amount}: {refusal.code}")
            return
        self.world.note(f"{self.name}: {event} {amount}")
        stored_key = key if is_refill else OPERATORS_KEY + key
        self.world.guard(lambda: self._check_body(stored_key, body))

    # --- hearing -------------------------------------------------------------------------

    def check_sent(self, message: bytes) -> None:
        """Check that a sent message is durable, and no known request is refused."""
        said = msgspec.json.decode(message)
        if said["type"] in HAPPENED:
            expect(message in self.world.witness.bodies, f"sent, but not durable: {message!r}")
            if said["key"]:
                self._check_body(said["key"], message)
        elif said["type"] == "welcome":
            for missed in said["missed"] or ():
                body = msgspec.json.encode(missed)
                expect(body in self.world.witness.bodies, f"sent, but not durable: {body!r}")
            shown = said["next"]["number"], said["next"]["commitment"]
            expect(shown in self.world.witness.shown, "shown, but not durable: a commitment")
        elif said["type"] == "refused" and said["key"]:
            self._check_refused(said["key"], said["code"])

    def _check_body(self, key: str, body: bytes) -> None:
        """Check that an answer is the stored record, every time it is sent."""
        record = self._record(key)
        expect(record is not None and record.body == body, f"the answer to {key} is no record")
        expect(self.answers.setdefault(key, body) == body, f"two answers to {key}")

    def _check_refused(self, key: str, code: str) -> None:
        if self._record(key) is not None and not code.startswith(MAY_REFUSE):
            # Of two different requests with one key, one may be refused for another reason.
            several = len(set(map(str, self.requests[key]))) > 1
            expect(several, f"{key} is done, and refused: {code}")

    def _record(self, key: str) -> Any:
        return self.world.witness.keyed.get((self.account.id if self.account else 0, key))

    def refused(self, key: str, code: str) -> None:
        self.world.note(f"{self.name}: {key} is refused: {code}")
        if not code.startswith("store/"):
            self.unknown.pop(key, None)

    def hear(self, house: str, message: bytes) -> None:
        said = msgspec.json.decode(message)
        chair = self.chairs[house]
        if said["type"] == "refused":
            self.refused(said["key"], said["code"])
        elif said["type"] == "welcome":
            chair.session, chair.offset = said["session"], said["offset"]
            chair.credit, chair.epoch = said["credit"], said["epoch"]
            for missed in said["missed"] or ():
                self._heard_event(chair, missed)
        elif said["type"] in HAPPENED:
            self._heard_event(chair, said)

    def _heard_event(self, chair: KnownSeat, said: dict[str, Any]) -> None:
        self.unknown.pop(said["key"], None)
        if said["type"] == "opened":
            chair.session, chair.offset, chair.epoch = said["session"], 0, said["epoch"]
        if said["session"] == chair.session:
            chair.offset = max(chair.offset, said["offset"])
            if said["type"] == "closed":
                chair.session = ""


_MOVES: Final = (RecordKind.DEPOSITED, RecordKind.WITHDRAWN, RecordKind.REFILLED)
