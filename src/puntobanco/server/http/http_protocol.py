"""uvicorn's HTTP protocol, with limits on connections per client and on slow requests."""

import asyncio
from logging import getLogger
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from puntobanco.errors import TooManyConnections
from puntobanco.server.house.limits import Addresses, PerAddress, whose
from puntobanco.server.http.headers import SECURITY_HEADERS
from puntobanco.server.http.refusal_responses import refuse
from puntobanco.server.settings import Settings

log = getLogger("puntobanco.http")


def http_protocol(settings: Settings) -> type[asyncio.Protocol]:
    """The class that uvicorn instantiates for every connection."""

    class OurHttp(LimitedHttp):
        seconds = settings.limits.handshake_seconds
        write_seconds = settings.limits.write_seconds
        per_address = PerAddress(settings.limits.connections_per_address)
        proxies = Addresses(settings.proxies)
        too_many = _too_many(settings.limits.connections_per_address)

    return OurHttp


def _too_many(most: int) -> bytes:
    status, headers, body = refuse(TooManyConnections(most=most))
    headers |= SECURITY_HEADERS | {"Connection": "close", "Content-Length": str(len(body))}
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.1 {status:d} {status.phrase}\r\n{lines}\r\n".encode() + body


class LimitedHttp(HttpToolsProtocol):
    """Counts HTTP connections; after its upgrade, a WebSocket is counted by `OpenSockets`."""

    seconds: ClassVar[float]  # from the first byte of a request to its last
    per_address: ClassVar[PerAddress]
    proxies: ClassVar[Addresses]  # not counted, as each serves many clients
    too_many: ClassVar[bytes]
    write_seconds: ClassVar[float]  # for the client to read a full buffer
    _write_timer: asyncio.TimerHandle | None = None
    _timer: asyncio.TimerHandle | None = None
    _counted: str | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._start_timer()
        address = (transport.get_extra_info("peername") or ("unknown",))[0]
        if address in self.proxies:
            return
        address = whose(address)
        if self.per_address.take(address):
            self._counted = address
        else:
            log.warning("too many connections", extra={"address": address})
            transport.write(self.too_many)
            transport.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._start_timer()

    def on_message_complete(self) -> None:
        self._stop_timer()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._stop_timer()
        self._give_back()
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch_reader()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._watch_reader()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch_reader()

    def _watch_reader(self) -> None:
        """Limit the time for reading a response, or a client could fill our memory for ever."""
        self._stop_watching()
        if self.transport.get_write_buffer_size():
            self._write_timer = self.loop.call_later(self.write_seconds, self._too_slow)

    def _too_slow(self) -> None:
        log.warning("too slow", extra={"address": self._address})
        self.transport.abort()

    def _stop_watching(self) -> None:
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        self._stop_watching()
        self._give_back()
        super().connection_lost(exc)

    def _start_timer(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(self.seconds, self._cut)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _cut(self) -> None:
        log.info("a request never came to its end", extra={"address": self._address})
        self.transport.abort()

    @property
    def _address(self) -> str:
        return whose(str((self.client or ("unknown",))[0]))

    def _give_back(self) -> None:
        if self._counted is not None:
            self.per_address.give_back(self._counted)
            self._counted = None
