"""A proxy that carries everything between pages and a house, and keeps each message in order."""

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from typing import Final, NamedTuple

from tests.faults.proxy import Wire

_HEAD_ENDS: Final = b"\r\n\r\n"
_TEXT: Final = 1  # the opcode of a WebSocket frame


class Carried(NamedTuple):
    """A message that has passed: from a page to the house, or from the house to a page."""

    who: str  # the name of the pages' side
    is_said: bool  # by the page
    text: str  # the body of an HTTP message, or the text of a WebSocket frame


class RecordingProxy:
    """One log for all pages, in the order of cause and effect.

    A message is in the log before it is passed on. So what the house sends because of a message
    is always later in the log than that message.
    """

    def __init__(self, port: int) -> None:
        self._port, self._loop = port, asyncio.new_event_loop()
        self._servers: list[asyncio.Server] = []
        self._lines: set[asyncio.Task[None]] = set()
        self.log: list[Carried] = []
        self.bytes = 0  # sent by the house

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        thread = threading.Thread(target=self._loop.run_forever)
        thread.start()
        try:
            yield
        finally:
            asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result()
            self._loop.call_soon_threadsafe(self._loop.stop)
            thread.join()
            self._loop.close()

    def listen(self, who: str) -> str:
        """Open a port for some pages, and return its address."""

        def accept(near: asyncio.StreamReader, page: asyncio.StreamWriter) -> None:
            line = self._loop.create_task(self._connect(who, near, page))
            self._lines.add(line)
            line.add_done_callback(self._lines.discard)

        opening = asyncio.start_server(accept, "127.0.0.1", 0)
        server = asyncio.run_coroutine_threadsafe(opening, self._loop).result()
        self._servers.append(server)
        return f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"

    async def _stop(self) -> None:
        for server in self._servers:
            server.close()
        for line in self._lines:
            line.cancel()
        await asyncio.gather(*self._lines, return_exceptions=True)

    async def _connect(
        self, who: str, near: asyncio.StreamReader, page: asyncio.StreamWriter
    ) -> None:
        writers = [page]
        try:
            with contextlib.suppress(OSError):
                far, house = await asyncio.open_connection("127.0.0.1", self._port)
                writers.append(house)
                wires = Wire(), Wire()
                ways = [
                    self._loop.create_task(self._carry(who, near, house, wires, is_said=True)),
                    self._loop.create_task(self._carry(who, far, page, wires, is_said=False)),
                ]
                try:
                    await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for way in ways:
                        way.cancel()
                    await asyncio.gather(*ways, return_exceptions=True)
        finally:
            for writer in writers:
                writer.transport.abort()

    async def _carry(
        self,
        who: str,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        wires: tuple[Wire, Wire],
        *,
        is_said: bool,
    ) -> None:
        wire = wires[not is_said]
        while data := await reader.read(65536):
            wire.feed(data)
            self.bytes += 0 if is_said else len(data)
            while (message := wire.message()) is not None:
                text = _frame_text(message) if wire.upgraded else _http_text(message)
                if text:
                    self.log.append(Carried(who, is_said, text))
                writer.write(message)
                await writer.drain()
                if message.startswith(b"HTTP/1.1 101"):
                    for each in wires:
                        each.upgraded = True


def _http_text(message: bytes) -> str:
    """The body, unless it is a part of the page, which is built before the evening."""
    head, _, body = message.partition(_HEAD_ENDS)
    return body.decode() if b"application/json" in head.lower() else ""


def _frame_text(frame: bytes) -> str:
    if frame[0] & 15 != _TEXT:
        return ""
    masked, size = frame[1] >> 7, frame[1] & 127
    begin = 2 + {126: 2, 127: 8}.get(size, 0)
    if not masked:
        return frame[begin:].decode()
    mask, body = frame[begin : begin + 4], frame[begin + 4 :]
    return bytes(byte ^ mask[n % 4] for n, byte in enumerate(body)).decode()
