"""WebSockets on uvicorn's port: every upgraded connection is handed over to picows."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final

from picows import WSAutoPingStrategy, WSUpgradeRequest
from picows.picows import WSProtocol  # type: ignore[attr-defined]  # not in its stubs

from puntobanco.server.limits import Limits, whose
from puntobanco.server.sockets import Sockets
from puntobanco.server.table_socket import TableSocket
from puntobanco.wire.close_codes import CloseCode

_READ_BUFFER: Final = 2_048  # grows when a frame needs it

log = logging.getLogger("puntobanco.sockets")
_picows_log: Final = logging.getLogger("picows")


def websocket_protocol(sockets: Sockets) -> type[asyncio.Protocol]:
    """The class uvicorn makes for every upgraded connection: it hands the transport to picows.

    uvicorn gives the new protocol the request once more and then makes it the transport's own;
    picows follows at the loop's next turn.
    """

    class Handover(asyncio.Protocol):
        def __init__(
            self, config: Any, server_state: Any, app_state: Any, _loop: Any = None
        ) -> None:
            self._connections: set[Any] = server_state.connections
            self._socket: TableSocket | None = None

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            peer = transport.get_extra_info("peername") or ("unknown",)
            self._address: str = whose(peer[0])
            frames = _FrameLog(_picows_log, lambda: self._address)
            self._protocol = _picows(
                sockets.limits, lambda request: self._admit(request, peer[0]), frames
            )
            self._protocol.connection_made(transport)
            loop = asyncio.get_running_loop()
            loop.call_soon(transport.set_protocol, self._protocol)

        def _admit(self, request: WSUpgradeRequest, address: str) -> Any:
            admitted = sockets.admit(request, address)
            if isinstance(admitted, TableSocket):
                self._socket = admitted
                self._address = admitted.address  # behind a proxy another one
                self._connections.add(self)
                admitted.on_left = lambda: self._connections.discard(self)
            return admitted

        def data_received(self, data: bytes) -> None:
            rest = memoryview(data)
            while rest:
                buffer = self._protocol.get_buffer(len(rest))
                size = min(len(buffer), len(rest))
                buffer[:size] = rest[:size]
                self._protocol.buffer_updated(size)
                rest = rest[size:]

        def connection_lost(self, error: Exception | None) -> None:
            self._protocol.connection_lost(error)

        def shutdown(self) -> None:
            """Called by uvicorn when it is told to stop."""
            if self._socket is not None:
                self._socket.close(CloseCode.RESTART, "the server stops")

    return Handover


class _FrameLog(logging.LoggerAdapter[logging.Logger]):
    """One connection's: picows calls a client's bad frames errors, one for each that follows."""

    def __init__(self, logger: logging.Logger, address: Callable[[], str]) -> None:
        super().__init__(logger)
        self._address, self._warned = address, False

    def error(self, msg: object, *args: object, **said: Any) -> None:
        if not str(msg).startswith("WS parser error"):
            super().error(msg, *args, **said)
        elif not self._warned:
            self._warned = True
            extra = {"address": self._address(), "why": _in_words(args[0])}
            log.warning("a bad frame", extra=extra)


def _in_words(said: object) -> str:
    """What picows says of a frame: a close code, then a sentence."""
    why = said[1] if isinstance(said, tuple) and len(said) > 1 else said
    return str(why).removeprefix("Received ")


def _picows(limits: Limits, admit: Callable[[WSUpgradeRequest], Any], frames: _FrameLog) -> Any:
    """A server's protocol of picows, whose constructor knows no names."""
    return WSProtocol(
        None,  # host and port
        None,  # path
        *(False, admit, frames),  # not a client
        *(True, limits.handshake_seconds),  # an exception of ours disconnects
        *(False, 20, 20, WSAutoPingStrategy.PING_WHEN_IDLE),  # we ping, all in one task
        *(False, limits.frame_bytes, None, _READ_BUFFER),  # we answer pings
    )
