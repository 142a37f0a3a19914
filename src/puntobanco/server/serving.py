"""A house that serves: everything put together, started and stopped."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import AsyncIterator
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from puntobanco.houses import HOUSES, house
from puntobanco.server.clock import Clock, SteadyClock
from puntobanco.server.credentials import Credentials
from puntobanco.server.floor import Floor
from puntobanco.server.http import Desk, make_app
from puntobanco.server.metrics import Metrics
from puntobanco.server.sealing_key import sealing_key
from puntobanco.server.settings import Settings
from puntobanco.server.sockets import Sockets, websocket_protocol
from puntobanco.server.tickets import Tickets
from puntobanco.store.open import open_store
from puntobanco.store.sealing import Sealer

log = logging.getLogger("puntobanco")


@contextlib.asynccontextmanager
async def open_house(settings: Settings, clock: Clock | None = None) -> AsyncIterator[Desk]:
    """The house without a port: store, floor, sockets, and the tasks that keep time."""
    clock = clock or SteadyClock()
    store = await open_store(settings.database, Sealer(sealing_key(settings)), settings.node)
    houses = {name: house(name) for name in HOUSES}
    floor = Floor(store, {name: each.sheet for name, each in houses.items()}, clock)
    tickets = Tickets(clock)
    sockets = Sockets(floor, tickets, settings.limits, set(settings.origins))
    credentials = Credentials(floor, settings.limits)
    desk = Desk(floor, houses, credentials, tickets, sockets, Metrics(floor, sockets))
    await floor.start()
    keeping_time = [
        asyncio.create_task(floor.sweep_for_ever()),
        asyncio.create_task(sockets.ping_for_ever()),
    ]
    try:
        yield desk
    finally:
        for task in keeping_time:
            task.cancel()
        await asyncio.gather(*keeping_time, return_exceptions=True)
        await floor.stop()
        credentials.close()
        await store.close()


async def serve(settings: Settings) -> bool:
    """Serve until told to stop; whether it stopped because it was told to."""
    async with open_house(settings) as desk:
        server = uvicorn.Server(_config(settings, desk))
        halted = asyncio.create_task(_stop_when_halted(desk, server))
        await server.serve()
        halted.cancel()
        return not desk.floor.writer.halted.is_set()


async def _stop_when_halted(desk: Desk, server: uvicorn.Server) -> None:
    await desk.floor.writer.halted.wait()
    log.critical("the store has stopped: start again to see what is on the disk")
    server.should_exit = True


def _config(settings: Settings, desk: Desk) -> uvicorn.Config:
    return uvicorn.Config(
        make_app(desk, settings.limits),
        host=settings.host,
        port=settings.port,
        http=_timed(settings.limits.handshake_seconds),
        ws=websocket_protocol(desk.sockets),
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=10,
        backlog=4_096,
    )


def _timed(seconds: float) -> type[asyncio.Protocol]:
    """uvicorn's protocol, with an end to requests that never come to theirs."""

    class Timed(HttpToolsProtocol):
        _timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._start_timer()

        def on_message_begin(self) -> None:
            super().on_message_begin()
            self._start_timer()

        def on_message_complete(self) -> None:
            self._stop_timer()
            super().on_message_complete()

        def handle_websocket_upgrade(self) -> None:
            self._stop_timer()
            super().handle_websocket_upgrade()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop_timer()
            super().connection_lost(exc)

        def _start_timer(self) -> None:
            if self._timer is None:
                self._timer = self.loop.call_later(seconds, self.transport.abort)

        def _stop_timer(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

    return Timed


@contextlib.asynccontextmanager
async def serving(
    settings: Settings, clock: Clock | None = None
) -> AsyncIterator[tuple[Desk, str]]:
    """A house on a free port of this machine, for as long as the block lasts; and its address."""
    async with open_house(settings, clock) as desk:
        server = uvicorn.Server(_config(settings, desk))
        server.capture_signals = contextlib.nullcontext  # type: ignore[method-assign, assignment]
        with socket.create_server(("127.0.0.1", 0), backlog=4_096) as listening:
            task = asyncio.create_task(server.serve([listening]))
            while not server.started:
                await asyncio.sleep(0.01)
            try:
                yield desk, f"http://127.0.0.1:{listening.getsockname()[1]}"
            finally:
                server.should_exit = True
                await task
