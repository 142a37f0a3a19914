"""A WebSocket to a table: sends frames, receives messages."""

import asyncio
from typing import Any, Final

import msgspec
from picows import WSError, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from puntobanco.client.refusals import NotUnderstood, Unreachable
from puntobanco.wire.close_codes import CloseCode
from puntobanco.wire.console_commands import AnyCommand, Console
from puntobanco.wire.messages import ServerMessage
from puntobanco.wire.requests import AnyRequest
from puntobanco.wire.stream import StreamEvent

_HANDSHAKE_S: Final = 10
_PING_AFTER_S: Final = 15  # a connection that is silent this long gets a ping
_encode: Final = msgspec.json.Encoder().encode
AnyMessage = ServerMessage | StreamEvent | Console
_decoder: Final = msgspec.json.Decoder(AnyMessage)


class Lost(Exception):
    """The connection is closed; there is no code if it broke."""

    def __init__(self, code: int | None, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


class Socket(WSListener):
    """One connection, from handshake to close."""

    def __init__(self) -> None:
        self._frames: asyncio.Queue[bytes | Lost] = asyncio.Queue()
        self._transport: WSTransport | None = None
        self._lost = Lost(None, "the line broke")

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self._frames.put_nowait(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.CLOSE:
            code: Any = frame.get_close_code()  # picows gives codes that its type doesn't include
            reason = frame.get_close_message() or ""
            self._lost = Lost(
                int(code), reason if isinstance(reason, str) else reason.decode(errors="replace")
            )
            transport.send_close(code)
            transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._transport = None
        self._frames.put_nowait(self._lost)

    def send(self, request: AnyRequest | AnyCommand) -> None:
        """Send, or drop if disconnected: unanswered requests are repeated later."""
        if self._transport is not None:
            self._transport.send(WSMsgType.TEXT, _encode(request))

    async def receive(self) -> AnyMessage:
        frame = await self._frames.get()
        if isinstance(frame, Lost):
            self._frames.put_nowait(frame)  # the next call raises it again
            raise frame
        try:
            message: AnyMessage = _decoder.decode(frame)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            raise NotUnderstood(why=str(error)) from None
        return message

    def close(self) -> None:
        if self._transport is not None:
            self._transport.send_close(int(CloseCode.LEFT))  # type: ignore[arg-type]
            self._transport.disconnect()


async def open_socket(url: str, origin: str) -> Socket:
    try:
        _, socket = await ws_connect(
            Socket,
            url,
            extra_headers={"Origin": origin},
            websocket_handshake_timeout=_HANDSHAKE_S,
            enable_auto_ping=True,
            auto_ping_idle_timeout=_PING_AFTER_S,
            auto_ping_reply_timeout=_PING_AFTER_S,
        )
    except (OSError, WSError, TimeoutError) as error:
        why = str(error) or type(error).__name__
        raise Unreachable(address=origin, why=why) from None
    if not isinstance(socket, Socket):
        raise NotUnderstood(why="not our socket")
    return socket
