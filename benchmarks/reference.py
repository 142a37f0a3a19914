"""A reference server with the same sockets and database, but without a game.

It writes one row and sends one answer per request, batched as the house does it. It runs as its
own process: python -m benchmarks.reference DATABASE, a file or the address of a PostgreSQL.
"""

import asyncio
import gc
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

import apsw
import asyncpg
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_create_server

MOST_IN_A_BATCH = 256
PAGES_TO_CHECKPOINT = 2_000
KEY = slice(len(b'{"type":"carte","key":"'), len(b'{"type":"carte","key":"') + 32)
BODY = b" " * 900  # about the length of a coup
ANSWER = b'{"type":"coup","key":"%b"}' + BODY


class Database(Protocol):
    async def write(self, rows: list[tuple[str, bytes]]) -> None: ...


class Sqlite:
    """Runs statements on the event loop's thread, COMMIT and checkpoints on others."""

    def __init__(self, file: str) -> None:
        self._threads = ThreadPoolExecutor(2)
        self._next_checkpoint = PAGES_TO_CHECKPOINT
        self._writer, self._checkpointer = (apsw.Connection(file) for _ in range(2))
        for connection in (self._writer, self._checkpointer):
            connection.pragma("journal_mode", "wal")
            connection.pragma("synchronous", "full")
            connection.pragma("cache_size", -64_000)
        self._writer.wal_autocheckpoint(0)
        self._writer.set_wal_hook(self._on_commit)
        self._writer.execute(
            "CREATE TABLE record (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE,"
            " body BLOB NOT NULL) STRICT"
        )

    async def write(self, rows: list[tuple[str, bytes]]) -> None:
        self._writer.execute("BEGIN IMMEDIATE")
        self._writer.executemany("INSERT INTO record (key, body) VALUES (?, ?)", rows)
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._threads, self._writer.execute, "COMMIT")

    def _on_commit(self, _connection: apsw.Connection, _name: str, pages: int) -> int:
        if pages >= self._next_checkpoint or pages < self._next_checkpoint - PAGES_TO_CHECKPOINT:
            self._next_checkpoint = pages + PAGES_TO_CHECKPOINT
            self._threads.submit(
                self._checkpointer.wal_checkpoint, mode=apsw.SQLITE_CHECKPOINT_PASSIVE
            )
        return apsw.SQLITE_OK


class Postgres:
    """Writes each batch in one call."""

    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection

    async def write(self, rows: list[tuple[str, bytes]]) -> None:
        keys, bodies = zip(*rows, strict=True)
        await self._connection.execute(
            "INSERT INTO record (key, body) SELECT * FROM unnest($1::text[], $2::bytea[])",
            keys,
            bodies,
        )


class Server:
    """An idle writer starts at once; requests that arrive meanwhile are the next batch."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[tuple[WSTransport, bytes]] = []
        self._running: asyncio.Task[None] | None = None

    def ask(self, transport: WSTransport, key: bytes) -> None:
        self._waiting.append((transport, key))
        if self._running is None:
            self._running = asyncio.get_running_loop().create_task(self._write())

    async def _write(self) -> None:
        while self._waiting:
            batch = self._waiting[:MOST_IN_A_BATCH]
            del self._waiting[:MOST_IN_A_BATCH]
            answers = [ANSWER % key for _, key in batch]
            await self._database.write(
                [(key.decode(), answer) for (_, key), answer in zip(batch, answers, strict=True)]
            )
            for (transport, _), answer in zip(batch, answers, strict=True):
                transport.send(WSMsgType.TEXT, answer)
        self._running = None


class Guest(WSListener):
    def __init__(self, server: Server) -> None:
        self._server = server

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        message = frame.get_payload_as_bytes()
        if message.startswith(b'{"type":"hello"'):
            transport.send(WSMsgType.TEXT, b'{"type":"welcome"}')
        else:
            self._server.ask(transport, message[KEY])


async def open_database(address: str) -> Database:
    if not address.startswith("postgresql:"):
        return Sqlite(address)
    connection = await asyncpg.connect(address)
    await connection.execute(
        "CREATE TABLE record (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
        " key text NOT NULL UNIQUE, body bytea NOT NULL)"
    )
    return Postgres(connection)


async def main(address: str) -> None:
    server = Server(await open_database(address))
    listening = await ws_create_server(lambda _: Guest(server), "127.0.0.1", 0, backlog=4_096)
    gc.collect()
    gc.freeze()  # as the house does
    port = listening.sockets[0].getsockname()[1]
    print(f"open at ws://127.0.0.1:{port}", file=sys.stderr, flush=True)
    await listening.serve_forever()


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1]))
