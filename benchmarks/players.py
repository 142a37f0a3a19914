"""A crowd of players on real sockets that bets and measures how long the answers take.

It runs as its own process, so that the server has a core to itself:
python -m benchmarks.players ADDRESS PLAYERS SECONDS RATE DEAF. A rate of 0 means as fast as
answers come. DEAF is the number of clients that send all the time and never read.
"""

import asyncio
import json
import secrets
import socket
import sys
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

AT_ONCE = 16  # players who sit down at the same time
DEAF_AT_ONCE = 8  # requests of a deaf client, fifty times a second
PLACE = b'{"type":"place","bets":{"punto":1000,"banco":1000,"egalite":1000}}'
CARTE = b'{"type":"carte","key":"%032x","bets":{"punto":1000,"egalite":100},"seed":"%032x"}'


class Player(WSListener):
    """Bets when told to, and remembers when each bet was due."""

    def __init__(self, crowd: "Crowd") -> None:
        self._crowd = crowd
        self.due = 0.0

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        transport.send(WSMsgType.TEXT, b'{"type":"hello"}')

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        message = frame.get_payload_as_bytes()
        if message.startswith(b'{"type":"welcome"'):
            self._crowd.idle.append(self)
        elif message.startswith(b'{"type":"coup"'):
            self._crowd.answered(self)
        else:
            self._crowd.trouble.append(message)

    def bet(self, due: float) -> None:
        self.due = due
        self._crowd.keys += 1
        keys = self._crowd.keys
        message = CARTE % ((time.time_ns() << 40) + keys, self._crowd.seed + keys)
        self._transport.send(WSMsgType.TEXT, message)


class Deaf(WSListener):
    """Sends requests and never reads, until it is cut off."""

    def __init__(self, crowd: "Crowd") -> None:
        self._crowd = crowd

    def on_ws_connected(self, transport: WSTransport) -> None:
        line = transport.underlying_transport
        line.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        line.pause_reading()
        transport.send(WSMsgType.TEXT, b'{"type":"hello"}')
        self._task = asyncio.get_running_loop().create_task(self._ask(transport))

    async def _ask(self, transport: WSTransport) -> None:
        await asyncio.sleep(0.5)  # it can't read its welcome, so it waits
        while not transport.underlying_transport.is_closing():
            for _ in range(DEAF_AT_ONCE):
                transport.send(WSMsgType.TEXT, PLACE)
            self._crowd.unheard += DEAF_AT_ONCE
            await asyncio.sleep(0.02)


class Crowd:
    def __init__(self, address: str) -> None:
        self._address = address
        self.idle: deque[Player] = deque()
        self.trouble: list[bytes] = []
        self.waits: list[float] = []
        self.keys = self.unheard = 0
        self.seed = secrets.randbits(127)  # counted up from here, so that every seed is new
        self._paced = False

    async def sit_down(self, players: int, deaf: int = 0) -> None:
        turn = asyncio.Semaphore(AT_ONCE)

        async def one(make: Callable[["Crowd"], WSListener]) -> None:
            async with turn:
                origin = {"Origin": self._address}
                await ws_connect(lambda: make(self), await self._socket(), extra_headers=origin)

        await asyncio.gather(*(one(Player) for _ in range(players)))
        while len(self.idle) < players:
            await asyncio.sleep(0.01)
        await asyncio.gather(*(one(Deaf) for _ in range(deaf)))

    async def _socket(self) -> str:
        """The address of a new guest's socket; the reference server has only sockets."""
        if self._address.startswith("ws:"):
            return self._address
        token = (await post(self._address, "/api/guests"))["token"]
        wish = {"key": secrets.token_hex(8), "house": "punto-e-banco", "amount": 900_000}
        session = (await post(self._address, "/api/sessions", token, wish))["session"]
        ticket = await post(self._address, f"/api/sessions/{session}/tickets", token)
        return "ws" + self._address.removeprefix("http") + str(ticket["path"])

    async def play(self, seconds: float, rate: float) -> dict[str, float]:
        """Bet for some seconds, each player right after an answer, or all at a fixed rate."""
        self._paced = bool(rate)
        began = due = time.perf_counter()
        if not rate:
            while self.idle:
                self.idle.popleft().bet(began)
            await asyncio.sleep(seconds)
        while rate and (now := time.perf_counter()) < began + seconds:
            while self.idle and due <= now:
                self.idle.popleft().bet(due)
                due += 1 / rate
            await asyncio.sleep(0.0005)  # less than the loop's clock can tell, so it never sleeps
        took = time.perf_counter() - began
        if self.trouble:
            raise RuntimeError(self.trouble[0])
        waits = sorted(self.waits)
        return {
            "coups_per_second": len(waits) / took,
            "median_ms": 1000 * waits[len(waits) // 2],
            "p99_ms": 1000 * waits[int(len(waits) * 0.99)],
            "unheard": self.unheard,
        }

    def answered(self, player: Player) -> None:
        now = time.perf_counter()
        self.waits.append(now - player.due)
        if self._paced:
            self.idle.append(player)
        else:
            player.bet(now)


async def post(address: str, path: str, token: str = "", body: object = None) -> Any:
    data = b"" if body is None else json.dumps(body).encode()
    host, _, port = address.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n"
        f"Authorization: Bearer {token}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(data)}\r\n\r\n"
    )
    writer.write(head.encode() + data)
    answer = await reader.read()
    writer.close()
    return json.loads(answer.partition(b"\r\n\r\n")[2])


async def main(address: str, players: int, seconds: float, rate: float, deaf: int) -> None:
    crowd = Crowd(address)
    await crowd.sit_down(players, deaf)
    print("seated", flush=True)
    if seconds:
        print(json.dumps(await crowd.play(seconds, rate)), flush=True)
    await asyncio.to_thread(sys.stdin.read)  # stay connected until the input ends


if __name__ == "__main__":
    where, *numbers = sys.argv[1:]
    uvloop.run(main(where, int(numbers[0]), float(numbers[1]), float(numbers[2]), int(numbers[3])))
