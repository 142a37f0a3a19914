"""A proxy that can cut a connection after any message in either direction."""

import asyncio
import contextlib
from collections.abc import AsyncIterator


class Wire:
    """Splits the bytes of one direction into HTTP messages, later WebSocket frames."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self.upgraded = False

    def feed(self, data: bytes) -> None:
        self._buffer += data

    def message(self) -> bytes | None:
        size = self._frame_size() if self.upgraded else self._http_size()
        if size is None or len(self._buffer) < size:
            return None
        message = bytes(self._buffer[:size])
        del self._buffer[:size]
        return message

    def _http_size(self) -> int | None:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return None
        for line in bytes(self._buffer[:end]).lower().split(b"\r\n"):
            if line.startswith(b"content-length:"):
                return end + 4 + int(line[15:])
        return end + 4

    def _frame_size(self) -> int | None:
        if len(self._buffer) < 4:
            return 2 if len(self._buffer) >= 2 and self._buffer[1] == 0 else None
        masked, size = self._buffer[1] >> 7, self._buffer[1] & 127
        if size == 126:
            return 4 + 4 * masked + int.from_bytes(self._buffer[2:4], "big")
        if size == 127:
            long = int.from_bytes(self._buffer[2:10], "big") if len(self._buffer) >= 10 else None
            return None if long is None else 10 + 4 * masked + long
        return 2 + 4 * masked + size


class Proxy:
    """Counts messages over all its connections, and cuts one after a given message."""

    def __init__(self, port: int, cut_after: int) -> None:
        self._port, self._cut_after = port, cut_after
        self.messages = 0
        self.cuts = 0
        self._lines: list[asyncio.Task[None]] = []

    @contextlib.asynccontextmanager
    async def listening(self) -> AsyncIterator[str]:
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        try:
            yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        finally:
            server.close()
            await asyncio.gather(*self._lines)

    def _accept(self, near: asyncio.StreamReader, client: asyncio.StreamWriter) -> None:
        self._lines.append(asyncio.create_task(self._connect(near, client)))

    async def _connect(self, near: asyncio.StreamReader, client: asyncio.StreamWriter) -> None:
        far, server = await asyncio.open_connection("127.0.0.1", self._port)
        there, back = Wire(), Wire()
        ways = [
            asyncio.create_task(self._carry(near, server, there, (there, back))),
            asyncio.create_task(self._carry(far, client, back, (there, back))),
        ]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        cut = ConnectionError in map(type, await asyncio.gather(*ways, return_exceptions=True))
        for writer in (client, server):
            if cut:
                writer.transport.abort()
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    async def _carry(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        wire: Wire,
        both: tuple[Wire, Wire],
    ) -> None:
        while data := await reader.read(65536):
            wire.feed(data)
            while (message := wire.message()) is not None:
                writer.write(message)
                await writer.drain()
                if message.startswith(b"HTTP/1.1 101"):
                    for each in both:
                        each.upgraded = True
                self.messages += 1
                if self.messages == self._cut_after:
                    self.cuts += 1
                    await asyncio.sleep(0.005)  # the message arrives, but the answer is lost
                    raise ConnectionError("cut")
