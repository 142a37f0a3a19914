"""A house on a real port, and clients that use it over HTTP and WebSocket."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, NamedTuple, Self, cast

from msgspec import Struct
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from puntobanco.errors import TooManyConnections
from puntobanco.server.house.limits import Limits
from puntobanco.server.http.openapi import ANYWHERE, refused_by
from puntobanco.server.http.routes import (
    cash,
    cronologia,
    houses,
    lines,
    operators,
    people,
    sessions,
    tables,
)
from puntobanco.server.http.routes.desk import Desk
from puntobanco.server.serving import serving
from puntobanco.server.settings import Settings
from puntobanco.store.interface import Role
from tests.conftest import SEALING_KEY
from tests.store_contents import all_accounts, all_records

MONDAY = 1_800_000_000_000  # some moment, in milliseconds
MINUTE = 60
PASSWORD = "correct horse battery"  # noqa: S105  # nobody's
WELCOME = 1_000_000  # cents of play money that a new person receives

ROUTES = [
    route
    for part in (people, sessions, cronologia, houses, operators, tables, cash, lines)
    for route in part.ROUTES
]

_numbers = count(1)


def new_key() -> str:
    return f"key-{next(_numbers):016}"


def new_seed() -> str:
    return f"seed-{next(_numbers):032}"


class VirtualClock:
    """A clock that stands still until a test moves it."""

    def __init__(self, at: int = MONDAY) -> None:
        self.at = at

    def now(self) -> int:
        return self.at


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The code of a refusal."""
        return str(self.json["code"])


async def raw_http(base: str, request: bytes) -> Answer:
    """Send a request on a new connection, and read the whole answer."""
    host, port = base.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        writer.write(request)
        whole = await asyncio.wait_for(reader.read(), 10)
    finally:
        writer.close()
        await writer.wait_closed()
    if not whole:
        return Answer(0, {}, b"")
    head, _, body = whole.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    assert len(headers) == len(lines), "a header is repeated"
    if headers.get("transfer-encoding") == "chunked":
        body = _unchunked(body)
    return Answer(int(first.split()[1]), headers, body)


def _unchunked(data: bytes) -> bytes:
    whole = b""
    while data:
        size, _, data = data.partition(b"\r\n")
        whole += data[: int(size, 16)]
        data = data[int(size, 16) + 2 :]
    return whole


def _said_to_be_refused(method: str, path: str) -> set[str]:
    """The refusals that are documented for a route."""
    kinds = [*ANYWHERE, TooManyConnections]
    for route in ROUTES:
        pattern = "/api" + re.sub(r"{[^}]+}", "[^/]+", next(iter(route.paths)))
        if method in route.http_methods and re.fullmatch(pattern, path.partition("?")[0]):
            kinds += refused_by(route)
            break
    return {kind.code for kind in kinds}


class House(Struct):
    """A running house."""

    desk: Desk
    base: str
    clock: VirtualClock

    async def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        token: str | None = None,
        **headers: str,
    ) -> Answer:
        """Send a request; a body of bytes is sent unchanged."""
        data = (
            b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        )
        said = {
            "Host": self.base.removeprefix("http://"),
            "Connection": "close",
            "Content-Length": str(len(data)),
            "Content-Type": "application/json",
        }
        if token:
            said["Authorization"] = f"Bearer {token}"
        said |= {name.replace("_", "-"): value for name, value in headers.items()}
        head = "".join(f"{name}: {value}\r\n" for name, value in said.items())
        whole = f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + data
        answer = await raw_http(self.base, whole)
        if answer.status >= 400 and path.startswith("/api"):
            assert answer.code in _said_to_be_refused(method, path), (method, path)
        return answer

    async def guest(self) -> "Visitor":
        return Visitor(self, (await self.ask("POST", "/api/guests")).json)

    async def player(self, name: str, **deposits: int) -> "Visitor":
        """A registered player with such deposits, by currency and not in cents."""
        sign_in = {"name": name, "password": PASSWORD}
        visitor = Visitor(self, (await self.ask("POST", "/api/people", sign_in)).json)
        if deposits:
            operator = await self.operator(f"cashier-of-{name}")
            for currency, amount in deposits.items():
                await operator.deposit(visitor, name, currency, amount * 100)
        return visitor

    async def operator(self, name: str = "the-cashier") -> "Visitor":
        person, token = await self.desk.credentials.register(name, PASSWORD, "here", Role.OPERATOR)
        return Visitor(self, {"token": token, "person": person.id, "accounts": []})

    async def pass_time(self, seconds: float) -> None:
        """Let time pass, let the house close sessions, and wait until all is durable."""
        self.clock.at += int(seconds * 1000)
        self.desk.floor.sweep()
        await self.settle()
        for table in self.desk.floor.tables.runners.values():
            table.look()
        await self.settle()

    async def settle(self) -> None:
        floor = self.desk.floor

        def is_busy() -> bool:
            seats, shared = floor._runners.values(), floor.tables.runners.values()
            idle = all(each.is_idle for each in seats) and all(each.is_idle for each in shared)
            return bool(floor.writer.waiting) or not idle

        while is_busy():
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.002)

    async def notice(self) -> None:
        """Wait until the house has noticed that nobody is connected any more."""
        while self.desk.sockets.open:
            await asyncio.sleep(0.001)
        await self.settle()

    async def books(self) -> list[Any]:
        """All records and balances, to check that nothing has changed."""
        store = self.desk.floor.store
        records = await all_records(store)
        return [records, await all_accounts(store)]

    async def total(self) -> int:
        """The sum of all accounts, with house and cashier, which must be zero."""
        return sum(each.balance for each in await all_accounts(self.desk.floor.store))


class Visitor:
    """A person who is signed in."""

    def __init__(self, house: House, signed_in: dict[str, Any]) -> None:
        self.house = house
        self.token: str = signed_in["token"]
        self.person: int = signed_in["person"]
        self.accounts: dict[str, int] = {
            each["currency"]: each["id"] for each in signed_in["accounts"]
        }

    def account(self, currency: str = "FUN") -> int:
        return self.accounts[currency]

    async def get(self, path: str) -> Answer:
        return await self.house.ask("GET", path, None, self.token)

    async def post(self, path: str, body: Any = None) -> Answer:
        return await self.house.ask("POST", path, body, self.token)

    async def deposit(self, player: "Visitor", name: str, currency: str, amount: int) -> Answer:
        """Deposit money for a player, as an operator."""
        said = {"key": new_key(), "name": name, "currency": currency, "amount": amount}
        answer = await self.post("/api/operator/deposits", said)
        player.accounts[currency] = answer.json["account"]
        return answer

    async def balance(self, currency: str = "FUN") -> int:
        me = (await self.get("/api/me")).json
        return sum(int(each["balance"]) for each in me["accounts"] if each["currency"] == currency)

    async def open(self, house: str = "punto-e-banco", amount: int = 50_000, **said: str) -> Answer:
        body = {"key": new_key(), "house": house, "amount": amount} | said
        return await self.post("/api/sessions", body)

    async def open_at(self, table: str, amount: int = 50_000, **said: str) -> Answer:
        """Open a session at a shared table."""
        body = {"key": new_key(), "table": table, "amount": amount} | said
        return await self.post("/api/sessions", body)

    async def ticket(self, session: str) -> str:
        answer = await self.post(f"/api/sessions/{session}/tickets")
        assert answer.status == 201, answer
        return str(answer.json["path"])

    async def connect(self, session: str) -> "Table":
        return await Table.connect(self.house, await self.ticket(session))

    async def sit(self, house: str = "punto-e-banco", amount: int = 50_000, **said: str) -> "Table":
        """Open a session, connect and say hello."""
        return await self._seated(await self.open(house, amount, **said))

    async def sit_at(self, table: str, amount: int = 50_000, **said: str) -> "Table":
        """The same, at a shared table."""
        return await self._seated(await self.open_at(table, amount, **said))

    async def _seated(self, opened: Answer) -> "Table":
        assert opened.status == 201, opened
        table = await self.connect(opened.json["session"])
        table.opened = opened.json
        table.welcome = await table.ask(type="hello")
        return table

    async def come_back(self, session: str, epoch: int = 0, offset: int = 0) -> "Table":
        table = await self.connect(session)
        table.welcome = await table.ask(type="hello", epoch=epoch, offset=offset)
        return table

    async def records(self, query: str = "") -> list[Any]:
        answer = await self.get(f"/api/accounts/{self.account()}/records?limit=200{query}")
        assert answer.status == 200, answer
        return list(answer.json["records"])


class Table(WSListener):
    """A client's WebSocket."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.closed: int | None = None  # the close code
        self.transport: WSTransport
        self.opened: Any = None
        self.welcome: Any = None

    @classmethod
    async def connect(cls, house: House, path: str, origin: str | None = "", **others: str) -> Self:
        headers = {name.replace("_", "-"): value for name, value in others.items()}
        if origin is not None:
            headers["Origin"] = origin or house.base
        _, table = await ws_connect(cls, "ws" + house.base[4:] + path, extra_headers=headers)
        return cast("Self", table)

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self.heard.put_nowait(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.CLOSE:
            self.closed = int(frame.get_close_code())  # type: ignore[call-overload]
            transport.send_close(frame.get_close_code())
            transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.heard.put_nowait(None)

    @property
    def session(self) -> str:
        return str(self.welcome["session"])

    def say(self, **said: Any) -> None:
        self.say_bytes(json.dumps(said, separators=(",", ":")).encode())

    def say_bytes(self, message: bytes) -> None:
        self.transport.send(WSMsgType.TEXT, message)

    async def hear(self) -> Any:
        """The next message, or None when the connection is closed."""
        message = await asyncio.wait_for(self.heard.get(), 10)
        return None if message is None else json.loads(message)

    async def ask(self, **said: Any) -> Any:
        self.say(**said)
        return await self.hear()

    async def carte(self, key: str = "", own_seed: str = "", /, **bets: int) -> Any:
        said = {"key": key or new_key(), "bets": bets, "seed": own_seed or new_seed()}
        return await self.ask(type="carte", **said)

    async def cash_out(self, key: str = "") -> Any:
        return await self.ask(type="cash_out", key=key or new_key())

    async def end(self) -> int | None:
        """Wait until the connection is closed, and return the code."""
        while await self.hear() is not None:
            pass
        return self.closed

    async def vanish(self) -> None:
        """Disconnect without a close frame."""
        self.transport.disconnect(graceful=False)
        await self.end()


@asynccontextmanager
async def open_for_business(
    database: str,
    clock: VirtualClock | None = None,
    tables: str = "",
    refused_words: str = "",
    **limits: Any,
) -> AsyncIterator[House]:
    """A house with a virtual clock and real random seeds."""
    clock = clock or VirtualClock()
    settings = Settings(
        database=database,
        sealing_key=SEALING_KEY.hex(),
        tables=tables,
        refused_words=refused_words,
        limits=Limits(**limits),
    )
    async with serving(settings, clock) as (desk, base):
        yield House(desk, base, clock)


def code(said: Any) -> str:
    """The code of a refusal on the socket."""
    assert said["type"] == "refused", said
    return str(said["code"])
