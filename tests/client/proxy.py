"""A proxy between client and house that can cut connections, drop requests and alter answers."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

Alter = Callable[[bytes], bytes | None]  # from what the house sent; None cuts the connections


def unchanged(data: bytes) -> bytes:
    return data


class Proxy:
    """One address for the client, while the house may be restarted on another."""

    def __init__(self) -> None:
        self.house = ""  # an address, or none: connecting fails
        self.alter: Alter = unchanged
        self.drops_requests = False
        self.address = ""
        self.connections = 0
        self._writers: set[asyncio.StreamWriter] = set()
        self._serving: set[asyncio.Task[None]] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        if (task := asyncio.current_task()) is not None:
            self._serving.add(task)
            task.add_done_callback(self._serving.discard)
        split = urlsplit(self.house)
        self._writers.add(writer)
        try:
            theirs, ours = await asyncio.open_connection(split.hostname, split.port or 1)
            self._writers.add(ours)
            requests = self._pump(reader, ours, self._request)
            answers = self._pump(theirs, writer, self._answer)
            await asyncio.gather(requests, answers, return_exceptions=True)
            self._writers.discard(ours)
        except OSError:
            pass
        finally:
            writer.close()
            self._writers.discard(writer)

    def _request(self, data: bytes) -> bytes:
        return b"" if self.drops_requests else data

    def _answer(self, data: bytes) -> bytes | None:
        return self.alter(data)

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, alter: Alter
    ) -> None:
        try:
            while data := await reader.read(65_536):
                altered = alter(data)
                if altered is None:
                    self.cut()
                    return
                writer.write(altered)
                await writer.drain()
        finally:
            writer.close()

    def cut(self) -> None:
        """End all connections without a closing handshake."""
        for writer in self._writers:
            writer.transport.abort()

    async def close(self) -> None:
        """Cut all connections and wait until their tasks have ended."""
        self.cut()
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)


@asynccontextmanager
async def open_proxy(house: str = "") -> AsyncIterator[Proxy]:
    proxy = Proxy()
    proxy.house = house
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield proxy
    finally:
        server.close()
        await proxy.close()
