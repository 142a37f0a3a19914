"""Starts and stops the server with all its parts."""

import asyncio
import contextlib
import gc
import logging
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Final

import msgspec
import uvicorn

from puntobanco.errors import BadSetting, Refusal
from puntobanco.houses import HOUSES, house
from puntobanco.server.house.clock import Clock, SteadyClock
from puntobanco.server.house.credentials import Credentials
from puntobanco.server.house.database_lock import DatabaseLock, alone, leaving_nothing
from puntobanco.server.house.history_turns import Exports, HistoryTurns
from puntobanco.server.house.limits import Addresses
from puntobanco.server.house.line_desk import read_words
from puntobanco.server.house.metrics import Metrics
from puntobanco.server.house.results import KeptResults
from puntobanco.server.house.sealing_key import sealing_key
from puntobanco.server.house.tickets import Tickets
from puntobanco.server.http.app import make_app
from puntobanco.server.http.headers import with_videos
from puntobanco.server.http.http_protocol import http_protocol
from puntobanco.server.http.routes.desk import Desk
from puntobanco.server.seats.floor import Floor
from puntobanco.server.settings import Settings
from puntobanco.server.shared_tables.pit_board import PitBoard
from puntobanco.server.shared_tables.tables import read_tables, usual_tables
from puntobanco.server.sockets.open_sockets import OpenSockets
from puntobanco.server.sockets.socket_protocol import websocket_protocol
from puntobanco.store.open import open_store
from puntobanco.store.renewal import RenewableStore
from puntobanco.store.sealing import Sealer

log = logging.getLogger("puntobanco")

_BETWEEN_NOTES: Final = 5.0  # seconds


@contextlib.asynccontextmanager
async def open_house(settings: Settings, clock: Clock | None = None) -> AsyncIterator[Desk]:
    """All parts of the server except its port: store, floor, sockets and timed tasks."""
    clock = clock or SteadyClock()
    async with contextlib.AsyncExitStack() as stack:
        beside = stack.enter_context(alone(settings.database))
        with leaving_nothing(settings.database, beside):
            desk = await stack.enter_async_context(_open_house(settings, clock, beside))
        yield desk


@contextlib.asynccontextmanager
async def _open_house(
    settings: Settings, clock: Clock, beside: DatabaseLock
) -> AsyncIterator[Desk]:
    houses = {name: house(name) for name in HOUSES}
    sheets = {name: each.sheet for name, each in houses.items()}
    tables = read_tables(Path(settings.tables)) if settings.tables else usual_tables(sheets)
    store = await open_store(settings.database, Sealer(sealing_key(settings)))
    try:
        await beside.check(store)
    except BaseException:
        await store.close()
        raise
    floor = Floor(store, sheets, clock, day=settings.day, refill=settings.refill)
    if settings.refused_words:
        floor.lines.refused = read_words(Path(settings.refused_words))
    tickets = Tickets(clock)
    proxies = Addresses(settings.proxies)
    sockets = OpenSockets(floor, tickets, settings.limits, set(settings.origins), proxies)
    credentials = Credentials(floor, settings.limits)
    monitors = Addresses(("127.0.0.0/8", "::1", *settings.monitors))
    metrics = Metrics(floor, sockets)
    turns, exports = HistoryTurns(), Exports(settings.limits.exports)
    board = PitBoard(store, settings.day)
    desk = Desk(
        *(floor, houses, credentials, tickets, sockets, metrics, monitors, turns, exports),
        *(KeptResults(store), board),
    )
    keeping_time: list[asyncio.Task[None]] = []
    try:
        await floor.start(tables)
        keeping_time += [
            asyncio.create_task(floor.sweep_for_ever()),
            asyncio.create_task(sockets.ping_for_ever()),
            asyncio.create_task(_note_for_ever(beside, store)),
            asyncio.create_task(credentials.look_after_tokens()),
        ]
        yield desk
    finally:
        for task in keeping_time:
            task.cancel()
        await asyncio.gather(*keeping_time, return_exceptions=True)
        await floor.stop()
        credentials.close()
        with contextlib.suppress(Refusal, OSError):  # the next start uses older notes
            await credentials.note_used()
            await beside.note(store)
        await store.close()


async def _note_for_ever(beside: DatabaseLock, store: RenewableStore) -> None:
    while True:
        with contextlib.suppress(Refusal, OSError):
            await beside.note(store)
        await asyncio.sleep(_BETWEEN_NOTES)


def _spare_the_collector() -> None:
    """Run the garbage collector less often: a coup leaves no reference cycles behind."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


async def serve(settings: Settings, started: Callable[[str], object] = str) -> bool:
    """Serve until a signal or a failure of the store; return False after a failure."""
    with _listen(settings) as listening:
        async with open_house(settings) as desk, _answering(settings, desk, listening) as server:
            loop = asyncio.get_running_loop()
            # uvicorn would raise the signal again after stopping, before we have finished.
            for each in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(each, _stop, server)
            halted = asyncio.create_task(_stop_when_halted(desk, server))
            address = _address(listening)
            _spare_the_collector()
            started(address)
            log.info("open", extra={"address": address})
            while not server.should_exit:
                await asyncio.sleep(0.1)
            halted.cancel()
        log.info("closed")
        return not desk.floor.writer.halted.is_set()


def _stop(server: uvicorn.Server) -> None:
    """Stop the server; at the second signal, without waiting for open requests."""
    server.force_exit = server.should_exit
    server.should_exit = True


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family, backlog=4_096)
    except OSError as error:
        why = (
            f"can't listen on {settings.host}, port {settings.port}: {error.strerror};"
            " choose another port with --port or PUNTOBANCO_PORT"
        )
        raise BadSetting(why=why) from None


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class _Server(uvicorn.Server):
    """Leaves signals to those who start it."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@contextlib.asynccontextmanager
async def _answering(
    settings: Settings, desk: Desk, listening: socket.socket
) -> AsyncIterator[uvicorn.Server]:
    """Run uvicorn on a socket during a `with` block."""
    server = _Server(_config(settings, desk))
    task = asyncio.create_task(server.serve([listening]))
    while not server.started and not task.done():
        await asyncio.sleep(0.005)
    desk.floor.tables.on_change = lambda: _say_headers(server, desk)
    try:
        yield server
    finally:
        server.should_exit = True
        await task


def _say_headers(server: uvicorn.Server, desk: Desk) -> None:
    """Update the headers at once after a table with a video was opened or closed.

    By itself, uvicorn would use changed headers only after up to a second.
    """
    headers = with_videos(desk.floor.tables.videos)
    encoded = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    server.config.encoded_headers = encoded
    date = [each for each in server.server_state.default_headers if each[0] == b"date"]
    server.server_state.default_headers = date + encoded


async def _stop_when_halted(desk: Desk, server: uvicorn.Server) -> None:
    await desk.floor.writer.halted.wait()
    log.critical("the store has stopped: start again to see what is on the disk")
    server.should_exit = True


def _config(settings: Settings, desk: Desk) -> uvicorn.Config:
    return uvicorn.Config(
        make_app(desk, settings.limits),
        host=settings.host,
        port=settings.port,
        http=http_protocol(settings),
        ws=websocket_protocol(desk.sockets),
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        headers=list(with_videos(desk.floor.tables.videos).items()),
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        timeout_graceful_shutdown=10,
        backlog=4_096,
    )


@contextlib.asynccontextmanager
async def serving(
    settings: Settings, clock: Clock | None = None
) -> AsyncIterator[tuple[Desk, str]]:
    """Serve on a free local port during a `with` block; yields the desk and the address."""
    free = msgspec.structs.replace(settings, host="127.0.0.1", port=0)
    with _listen(free) as listening:
        async with open_house(settings, clock) as desk, _answering(settings, desk, listening):
            yield desk, _address(listening)
