"""A crowd at live tables on real sockets that looks on, mixes, bets and measures times.

It runs as its own process, so that the server has a core to itself:
python -m benchmarks.watchers WORK ADDRESS NUMBER SECONDS, where WORK is one of

- watch: NUMBER clients look on at `bench`, one of which never reads; measures messages per second
  in total, and when each event reached the last client;
- bet: NUMBER players confirm bets in the same window and are paid; the median of SECONDS windows;
- tables: one client at each of NUMBER tables; measures how late their clocks are.
"""

import asyncio
import json
import secrets
import socket
import statistics
import sys
import time
from hashlib import sha256
from itertools import pairwise
from typing import Any

import msgspec
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from benchmarks.players import post

AT_ONCE = 16
HELLO = b'{"type":"hello"}'
CONFIRM = b'{"type":"confirm","key":"%032x","coup":%d,"bets":{"punto":1000,"grande":100}}'
_MIXERS = 4  # players who mix; the others only bet


class Told(msgspec.Struct):
    """The fields of a message that are needed here."""

    type: str
    at: int = 0
    offset: int = 0
    until: int | None = None
    coup: int = 0
    sabot: int = 0


_told = msgspec.json.Decoder(Told)


class Watcher(WSListener):
    """Counts messages, and notes when each event was received first and last."""

    def __init__(self, crowd: "Crowd") -> None:
        self._crowd = crowd

    def on_ws_connected(self, transport: WSTransport) -> None:
        transport.send(WSMsgType.TEXT, HELLO)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        crowd = self._crowd
        crowd.heard += 1
        message = frame.get_payload_as_bytes()
        if message.startswith(b'{"type":"watching"'):
            crowd.seated += 1
            return
        entry = crowd.events.get(message)
        if entry is None:
            entry = crowd.events[message] = [0, 0.0]
        entry[0] += 1
        entry[1] = time.time()


class Stalled(WSListener):
    """Never reads, until it is cut off."""

    def on_ws_connected(self, transport: WSTransport) -> None:
        line = transport.underlying_transport
        line.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        transport.send(WSMsgType.TEXT, HELLO)
        line.pause_reading()


class Player(WSListener):
    """Bets as soon as the betting opens; some players also mix."""

    def __init__(self, crowd: "Crowd") -> None:
        self._crowd = crowd
        self._mixes = crowd.players < _MIXERS
        crowd.players += 1
        self._seed = ""
        self._sent = 0.0

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        transport.send(WSMsgType.TEXT, HELLO)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        crowd, message = self._crowd, frame.get_payload_as_bytes()
        now = time.time()
        if message.startswith(b'{"type":"bet"'):
            crowd.answered.append((now - self._sent, now))
        elif message.startswith(b'{"type":"paid"'):
            crowd.paid.append(now)
        elif message.startswith(b'{"type":"welcome"'):
            crowd.seated += 1
        elif message.startswith(b'{"type":"refused","request":"confirm"'):
            crowd.refused.append(message)
        elif message.startswith((b'{"type":"shuffled"', b'{"type":"list_closed"')) and self._mixes:
            self._mix(_told.decode(message))
        elif message.startswith((b'{"type":"betting"', b'{"type":"result"')):
            crowd.moments.setdefault(message, now)

    def _mix(self, told: Told) -> None:
        if told.type == "shuffled":
            self._seed = secrets.token_hex(32)
            seed_hash = sha256(self._seed.encode()).hexdigest()
            said = {"type": "mix", "sabot": told.sabot, "hash": seed_hash}
        else:
            said = {"type": "open_seed", "sabot": told.sabot, "seed": self._seed}
        self._transport.send(WSMsgType.TEXT, json.dumps(said).encode())

    def bet(self, coup: int) -> None:
        self._crowd.keys += 1
        self._sent = time.time()
        key = (time.time_ns() << 40) + self._crowd.keys
        self._transport.send(WSMsgType.TEXT, CONFIRM % (key, coup))


class Crowd:
    def __init__(self, address: str) -> None:
        self._address = address
        self.seated = self.heard = self.players = self.keys = 0
        self.events: dict[bytes, list[Any]] = {}  # how many received it, and when the last one did
        self.moments: dict[bytes, float] = {}
        self.answered: list[tuple[float, float]] = []
        self.paid: list[float] = []
        self.refused: list[bytes] = []

    async def come(self, number: int, make: Any, way: Any) -> list[Any]:
        """Connect this many clients, a few at a time."""
        turn = asyncio.Semaphore(AT_ONCE)

        async def one(n: int) -> Any:
            async with turn:
                where = "ws" + self._address.removeprefix("http") + await way(n)
                origin = {"Origin": self._address}
                return (await ws_connect(make, where, extra_headers=origin))[1]

        return await asyncio.gather(*(one(n) for n in range(number)))

    async def look_on(self, table: str) -> str:
        ticket = await post(self._address, f"/api/tables/{table}/tickets")
        return str(ticket["path"])

    async def sit(self, table: str) -> str:
        token = (await post(self._address, "/api/guests"))["token"]
        wish = {"key": secrets.token_hex(8), "table": table, "amount": 900_000}
        session = (await post(self._address, "/api/sessions", token, wish))["session"]
        return str((await post(self._address, f"/api/sessions/{session}/tickets", token))["path"])

    async def until_seated(self, number: int) -> None:
        while self.seated < number:
            await asyncio.sleep(0.01)


async def awake(seconds: float) -> None:
    """Wait without sleeping, because waking up a sleeping core would slow down the server."""
    until = time.time() + seconds
    while time.time() < until:
        await asyncio.sleep(0)


async def watch(crowd: Crowd, number: int, seconds: float) -> dict[str, float]:
    """Measure by the machine's clock, which server and clients share."""
    await crowd.come(1, Stalled, lambda _: crowd.look_on("bench"))
    await crowd.come(number, lambda: Watcher(crowd), lambda _: crowd.look_on("bench"))
    await crowd.until_seated(number)
    print("seated", flush=True)
    crowd.events.clear()
    crowd.heard, began = 0, time.time()
    await awake(seconds)
    took = time.time() - began
    delays = [
        1000 * last - _told.decode(message).at
        for message, (times, last) in crowd.events.items()
        if times == number
    ]
    return {
        "messages_per_second": crowd.heard / took,
        "events": len(delays),
        "median_ms": statistics.median(delays) if delays else 0,
        "worst_ms": max(delays, default=0),
    }


async def bet(crowd: Crowd, number: int, windows: float) -> dict[str, float]:
    """Play a few coups on which all players bet at once, from opening to last payment."""
    players = await crowd.come(number, lambda: Player(crowd), lambda _: crowd.sit("bench"))
    await crowd.until_seated(number)
    print("seated", flush=True)
    found = [await _one_window(crowd, players) for _ in range(int(windows))]
    worst = {"answered": min, "refused": max, "before_the_end_ms": min}
    return {
        name: worst.get(name, statistics.median)([each[name] for each in found])
        for name in found[0]
    }


async def _one_window(crowd: Crowd, players: list[Player]) -> dict[str, float]:
    for heard in (crowd.moments, crowd.answered, crowd.refused, crowd.paid):
        heard.clear()
    opened = await _moment(crowd, "betting")
    for player in players:
        player.bet(opened.coup)
    while len(crowd.answered) + len(crowd.refused) < len(players):
        await asyncio.sleep(0.005)
    result = await _moment(crowd, "result", opened.coup)
    while len(crowd.paid) < len(crowd.answered):
        await asyncio.sleep(0.005)
    waits = sorted(wait for wait, _ in crowd.answered)
    return {
        "answered": len(waits),
        "refused": len(crowd.refused),
        "p99_ms": 1000 * waits[int(len(waits) * 0.99)],
        "median_ms": 1000 * waits[len(waits) // 2],
        "before_the_end_ms": (opened.until or 0) - 1000 * max(at for _, at in crowd.answered),
        "settled_ms": 1000 * max(crowd.paid) - result.at,
    }


async def _moment(crowd: Crowd, kind: str, coup: int = 0) -> Told:
    while True:
        for message in list(crowd.moments):
            told = _told.decode(message)
            if told.type == kind and coup in (0, told.coup):
                return told
        await asyncio.sleep(0.001)


async def tables(crowd: Crowd, number: int, seconds: float) -> dict[str, float]:
    """How late the event after each deadline was sent, by the house's clock."""

    async def way(n: int) -> str:
        return await crowd.look_on(f"bench-{n}")

    heard: list[list[Told]] = [[] for _ in range(number)]
    count = iter(range(number))

    class Keeper(WSListener):
        def __init__(self) -> None:
            self._mine = heard[next(count)]

        def on_ws_connected(self, transport: WSTransport) -> None:
            transport.send(WSMsgType.TEXT, HELLO)

        def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
            told = _told.decode(frame.get_payload_as_bytes())
            if told.type != "watching":
                self._mine.append(told)

    await crowd.come(number, Keeper, way)
    print("seated", flush=True)
    await asyncio.sleep(seconds)
    late = [
        after.at - before.until
        for each in heard
        for before, after in pairwise(each)
        if before.until is not None and before.offset + 1 == after.offset
    ]
    late.sort()
    return {
        "deadlines": len(late),
        "worst_ms": late[-1],
        "p99_ms": late[int(len(late) * 0.99)],
        "median_ms": late[len(late) // 2],
        "tables": sum(bool(each) for each in heard),
    }


WORK = {"watch": watch, "bet": bet, "tables": tables}


async def main(work: str, address: str, number: int, seconds: float) -> None:
    print(json.dumps(await WORK[work](Crowd(address), number, seconds)), flush=True)
    await asyncio.to_thread(sys.stdin.read)  # stay connected until the input ends


if __name__ == "__main__":
    what, where, *numbers = sys.argv[1:]
    uvloop.run(main(what, where, int(numbers[0]), float(numbers[1])))
