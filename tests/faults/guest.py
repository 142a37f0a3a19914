"""A guest over real sockets who repeats every unanswered request with the same key."""

import asyncio
import http.client
import json
import secrets
import urllib.error
import urllib.request
from random import Random
from typing import Any, ClassVar, Final, cast

from picows import WSError, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from tests.faults.violation import expect

CREDIT: Final = 100_000
PATIENCE: Final = 5.0  # seconds for an answer
LOST: Final = (OSError, http.client.HTTPException, WSError, TimeoutError, ValueError)


class Gone(OSError):
    """The connection is lost."""


class HttpProblem(Exception):
    """A refusal over HTTP."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(f"{status} {code}")
        self.status, self.code = status, code


def request(method: str, url: str, token: str, body: Any = None) -> bytes:
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(url, data, headers, method=method)  # noqa: S310
    try:
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:  # noqa: S310
            said: bytes = answer.read()
            return said
    except urllib.error.HTTPError as error:
        with error:
            code = json.loads(error.read() or b"{}").get("code", "")
        raise HttpProblem(error.code, code) from None


class Mailbox(WSListener):
    """The messages received, in order; None when the connection is lost."""

    def __init__(self) -> None:
        self.messages: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.code = 0

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self.messages.put_nowait(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.CLOSE:
            self.code = cast("int", frame.get_close_code())
            transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.messages.put_nowait(None)


class Guest:
    """Sends one request after another; `acknowledged` is all that the server has answered."""

    place: ClassVar = {"house": "punto-e-banco"}

    def __init__(self, seed: int, deeds: int | None = None) -> None:
        self._random = Random(seed)
        self._token = self._session = ""
        self.account = 0
        self.acknowledged: dict[str, bytes] = {}
        self.unknown: dict[str, Any] | None = None
        self._opening: dict[str, Any] | None = None
        self._deeds = deeds  # None: without end
        self.wishes: list[dict[str, Any]] = []  # requests to send first
        self.lines = 0
        self.pause = 0.02  # seconds before the next try

    def new_key(self) -> str:
        return f"key-{self._random.getrandbits(64):016x}"

    async def play(self, base: str) -> None:
        """Play until everything is done, through lost connections and restarts."""
        while self._deeds != 0 or self.unknown is not None:
            try:
                await self._sit_down(base)
                if self._session:
                    await self._at_the_table(base)
            except LOST:
                await asyncio.sleep(self.pause)

    # --- over HTTP -----------------------------------------------------------------------

    async def _http(self, method: str, url: str, body: Any = None) -> bytes:
        return await asyncio.to_thread(request, method, url, self._token, body)

    async def _sit_down(self, base: str) -> None:
        if not self._token:
            made = json.loads(await self._http("POST", f"{base}/api/guests"))
            self._token, self.account = made["token"], made["accounts"][0]["id"]
        if not self._session:
            if self._opening is None:
                key = self.new_key()
                self._opening = {"key": key, "amount": CREDIT, **self.place}
            said = await self._http("POST", f"{base}/api/sessions", self._opening)
            self._learn(self._opening["key"], said)
            self._session, self._opening = json.loads(said)["session"], None

    async def _ticket(self, base: str) -> str:
        """The path of the socket; empty if the session is over."""
        sessions = f"{base}/api/sessions/{self._session}"
        try:
            path: str = json.loads(await self._http("POST", f"{sessions}/tickets"))["path"]
        except HttpProblem as problem:
            if problem.status != 404 or self.unknown is None:
                raise
            # The cash-out was done, but its answer was lost.
            expect(self.unknown["type"] == "cash_out", f"a session closed by {self.unknown}")
            key = self.unknown["key"]
            self._answered(key, await self._http("POST", f"{sessions}/cash-out", {"key": key}))
            return ""
        return path

    # --- at the table --------------------------------------------------------------------

    async def _at_the_table(self, base: str) -> None:
        path = await self._ticket(base)
        if not path:
            return
        self.lines += 1
        transport, mailbox = await asyncio.wait_for(
            ws_connect(Mailbox, f"ws{base[4:]}{path}", extra_headers={"Origin": base}), PATIENCE
        )
        if not isinstance(mailbox, Mailbox):  # picows: cut within the handshake
            raise Gone("closed before it was open")
        try:
            transport.send(WSMsgType.TEXT, b'{"type":"hello"}')
            await self._play_on(transport, mailbox)
        finally:
            transport.disconnect(graceful=False)

    async def _play_on(self, transport: WSTransport, mailbox: Mailbox) -> None:
        await self._hear(mailbox, "welcome", "")
        while self._session and (self._deeds != 0 or self.unknown is not None):
            if self.unknown is None:
                self.unknown = self.wishes.pop(0) if self.wishes else self._wish()
                if self._deeds is not None:
                    self._deeds -= 1
            if self.unknown["type"] == "place":
                transport.send(WSMsgType.TEXT, json.dumps(self.unknown).encode())
                await self._hear(mailbox, "placed", "")
                self.unknown = None
                continue
            transport.send(WSMsgType.TEXT, json.dumps(self.unknown).encode())
            await self._hear(mailbox, "", self.unknown["key"])

    def _wish(self) -> dict[str, Any]:
        key, what = self.new_key(), self._random.random()
        if what < 0.05:
            return {"type": "cash_out", "key": key}
        if what < 0.15:
            return {"type": "top_up", "key": key, "amount": 100}
        return {"type": "carte", "key": key, "bets": {"banco": 100}, "seed": secrets.token_hex(16)}

    async def _hear(self, mailbox: Mailbox, kind: str, key: str) -> None:
        """Wait for an answer, by its type or by its key."""
        while True:
            message = await asyncio.wait_for(mailbox.messages.get(), PATIENCE)
            if message is None:
                raise Gone(f"closed with {mailbox.code}")
            said = json.loads(message)
            if said["type"] == "refused":
                expect(said["code"].startswith("store/"), f"refused: {said} to {self.unknown}")
                raise Gone(said["code"])
            if key and said.get("key") == key:
                self._answered(key, message)
                return
            if kind and said["type"] == kind:
                return

    def _answered(self, key: str, message: bytes) -> None:
        self._learn(key, message)
        if json.loads(message)["type"] == "closed":
            self._session = ""
        self.unknown = None

    def _learn(self, key: str, message: bytes) -> None:
        expect(self.acknowledged.setdefault(key, message) == message, f"two answers to {key}")
