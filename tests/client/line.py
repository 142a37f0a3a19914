"""A line between client and house that a test can cut, silence or bend."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

Bend = Callable[[bytes], bytes | None]  # what the house sent; None cuts the line


def straight(data: bytes) -> bytes:
    return data


class Line:
    """One address for the client, whichever house is behind it now."""

    def __init__(self) -> None:
        self.house = ""  # nobody there
        self.bend: Bend = straight
        self.hold = False  # what the client says gets lost on its way
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
            ways = (self._pump(reader, ours, self._held), self._pump(theirs, writer, self._bent))
            await asyncio.gather(*ways, return_exceptions=True)
            self._writers.discard(ours)
        except OSError:
            pass
        finally:
            writer.close()
            self._writers.discard(writer)

    def _held(self, data: bytes) -> bytes:
        return b"" if self.hold else data

    def _bent(self, data: bytes) -> bytes | None:
        return self.bend(data)

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, bend: Bend
    ) -> None:
        try:
            while data := await reader.read(65_536):
                bent = bend(data)
                if bent is None:
                    self.cut()
                    return
                writer.write(bent)
                await writer.drain()
        finally:
            writer.close()

    def cut(self) -> None:
        """Nobody says goodbye."""
        for writer in self._writers:
            writer.transport.abort()

    async def take_down(self) -> None:
        """Leave no socket open, whatever was under way."""
        self.cut()
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)


@asynccontextmanager
async def lay_line(house: str = "") -> AsyncIterator[Line]:
    line = Line()
    line.house = house
    server = await asyncio.start_server(line.serve, "127.0.0.1", 0)
    line.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield line
    finally:
        server.close()
        await line.take_down()
