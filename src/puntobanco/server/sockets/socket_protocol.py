"""WebSockets on uvicorn's port: hands every upgraded connection over to picows."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, ClassVar, Final

from picows import WSAutoPingStrategy, WSUpgradeRequest
from picows.picows import WSProtocol  # type: ignore[attr-defined]  # not in its stubs

from puntobanco.server.house.limits import Limits, whose
from puntobanco.server.sockets.open_sockets import OpenSockets
from puntobanco.server.sockets.table_socket import TableSocket
from puntobanco.wire.close_codes import CloseCode

_READ_BUFFER: Final = 2_048  # grows when a frame needs it

log = logging.getLogger("puntobanco.sockets")
_picows_log: Final = logging.getLogger("picows")


class _Handover(asyncio.Protocol):
    """Hands the transport of an upgraded connection to picows.

    uvicorn first passes the request to this protocol and then sets it as the transport's protocol.
    In the loop's next iteration this protocol is replaced by that of picows.
    """

    sockets: ClassVar[OpenSockets]
    __slots__ = ("_address", "_connections", "_protocol", "_socket")  # there are many idle ones

    def __init__(self, config: Any, server_state: Any, app_state: Any, _loop: Any = None) -> None:
        self._connections: set[Any] = server_state.connections
        self._socket: TableSocket | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._address = (transport.get_extra_info("peername") or ("unknown",))[0]
        frames = _FrameLog(self._whose)
        self._protocol = _picows(self.sockets.limits, self._admit, frames)
        self._protocol.connection_made(transport)
        loop = asyncio.get_running_loop()
        loop.call_soon(transport.set_protocol, self._protocol)

    def _whose(self) -> str:
        """The client's address, also if it comes through a proxy."""
        return whose(self._address) if self._socket is None else self._socket.address

    def _admit(self, request: WSUpgradeRequest) -> Any:
        admitted = self.sockets.admit(request, self._address)
        if isinstance(admitted, TableSocket):
            self._socket = admitted
            self._connections.add(self)
            admitted.on_left = self._leave
        return admitted

    def _leave(self) -> None:
        self._connections.discard(self)

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
        """Called by uvicorn when the server stops."""
        if self._socket is not None:
            self._socket.close(CloseCode.RESTART, "the server stops")


def websocket_protocol(sockets: OpenSockets) -> type[asyncio.Protocol]:
    """The class that uvicorn instantiates for every upgraded connection."""
    return type("Handover", (_Handover,), {"__slots__": (), "sockets": sockets})


class _FrameLog:
    """A logger for one connection, which reports bad frames of a client once, as a warning.

    picows would log an error for the first bad frame and for every frame after it.
    """

    __slots__ = ("_warned", "_whose")

    def __init__(self, whose: Callable[[], str]) -> None:
        self._whose, self._warned = whose, False

    def __getattr__(self, name: str) -> Any:
        return getattr(_picows_log, name)

    def error(self, msg: object, *args: object, **options: Any) -> None:
        if not str(msg).startswith("WS parser error"):
            _picows_log.error(msg, *args, **options)
        elif not self._warned:
            self._warned = True
            log.warning("a bad frame", extra={"address": self._whose(), "why": _in_words(args[0])})


def _in_words(error: object) -> str:
    """The text in an error of picows, which is a pair of a close code and a sentence."""
    why = error[1] if isinstance(error, tuple) and len(error) > 1 else error
    return str(why).removeprefix("Received ")


def _picows(limits: Limits, admit: Callable[[WSUpgradeRequest], Any], frames: _FrameLog) -> Any:
    """The server protocol of picows, whose constructor takes positional arguments only."""
    return WSProtocol(
        None,  # host and port
        None,  # path
        *(False, admit, frames),  # not a client
        *(True, limits.handshake_seconds),  # an exception in our code disconnects
        *(False, 20, 20, WSAutoPingStrategy.PING_WHEN_IDLE),  # `ping_for_ever` sends the pings
        *(False, limits.frame_bytes, None, _READ_BUFFER),  # TableSocket answers pings
    )
