"""One WebSocket connection to a table: reads its requests, and limits how much waits to be sent."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, Protocol

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport

from puntobanco.errors import (
    BadMessage,
    NoSession,
    NotAllowed,
    NoTicket,
    NotSignedIn,
    Refusal,
    StoreHalted,
    TakenOver,
    TooFast,
    TooManyWaiting,
)
from puntobanco.game.coup import Decision
from puntobanco.server.house.limits import Bucket, Limits
from puntobanco.server.house.logs import cause_of
from puntobanco.server.house.tickets import Tickets, WatchTicket
from puntobanco.server.seats.floor import Floor
from puntobanco.server.seats.seat_runner import MOST_WAITING, QueuedRequest, SeatRunner
from puntobanco.server.seats.welcome import welcome
from puntobanco.server.shared_tables.table_runner import TableRunner
from puntobanco.table.shared.shared_table import StaffActor
from puntobanco.wire.close_codes import CloseCode
from puntobanco.wire.console_commands import ConsoleRequest, parse_command
from puntobanco.wire.messages import (
    AutomaticSet,
    Done,
    MixTaken,
    Placed,
    Refused,
    Staying,
    Watching,
)
from puntobanco.wire.requests import (
    AnyRequest,
    AnyTableRequest,
    AskManager,
    Automatic,
    Carte,
    Hello,
    MixIn,
    OpenSeed,
    Place,
    SeatRequest,
    Stay,
    TableRequest,
    parse_request,
    read_name,
)

PING_AFTER_S: Final = 20
_GONE_AFTER_S: Final = 45
_MOST_EARLY: Final = 1 + MOST_WAITING  # messages before the seat is taken over, with the hello
_LAST_WORD_S: Final = 5  # for a slow client to read the close code
# After a close frame we read on: unread input would reset the connection, and lose the frame.
_LINGER_S: Final = 1.0

log = logging.getLogger("puntobanco.sockets")
_encode: Final = msgspec.json.Encoder().encode
_TEXT: Final = WSMsgType.TEXT


class SocketEnvironment(Protocol):
    """What a socket needs from the server."""

    floor: Floor
    tickets: Tickets
    limits: Limits
    refusals: Counter[str]

    def joined(self, socket: "TableSocket") -> None: ...
    def left(self, socket: "TableSocket") -> None: ...


class TableSocket(WSListener):
    """The connection of a player, of somebody looking on, or of a console."""

    def __init__(self, sockets: SocketEnvironment, ticket: str, address: str) -> None:
        self._sockets = sockets
        self._ticket = ticket
        self.address = address
        self._is_signed_out = False
        self.token_hash = b""  # of the token with which the ticket was requested
        self._transport: WSTransport | None = None
        self._runner: SeatRunner | None = None
        self._watched: TableRunner | None = None  # set for watchers and consoles
        self.staff: StaffActor | None = None  # set for consoles
        self._generation = 0
        self._heard = now = sockets.floor.clock.now()
        rate = sockets.limits.messages_per_second
        self._bucket = Bucket(rate, 2 * rate, now)
        self._early: list[tuple[int, bytes]] | None = []  # time and content of early messages
        self._greeted = self._welcomed = False
        self.on_left: Callable[[], object] = int  # does nothing
        self._task: asyncio.Task[None] | None = None
        self._expected: asyncio.TimerHandle | None = None  # closes it without a hello

    # --- coming and going ----------------------------------------------------------------

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        self._sockets.joined(self)
        loop = asyncio.get_running_loop()
        self._task = loop.create_task(self._sit_down())
        patience = self._sockets.limits.handshake_seconds
        self._expected = loop.call_later(patience, self._check_greeted)

    def _check_greeted(self) -> None:
        """Close a connection that has not sent a hello in time."""
        if not self._greeted and not self._early:
            self.close(CloseCode.NOT_UNDERSTOOD, "no hello")

    async def _sit_down(self) -> None:
        """Redeem the ticket and take over the seat, then handle messages received meanwhile."""
        floor = self._sockets.floor
        try:
            way = self._sockets.tickets.redeem(self._ticket)
            self._ticket = ""
            if isinstance(way, WatchTicket):
                self._watched, self.staff = floor.tables.get(way.table), way.staff
                self.token_hash = way.token_hash
                if way.staff is not None:
                    await self._check_signed_in(way.token_hash)
                self._hear_early()
                return
            self.token_hash = way.token_hash
            await self._check_signed_in(way.token_hash)  # or it could take somebody's seat
            runner = await floor.seat_runner(way.seat)
            if runner is None or not runner.is_open_in(way.session):
                self.close(CloseCode.SESSION_OVER, "the session is over")
                return
            self._generation = await floor.take_over(runner, self, way.session)
            self._runner = runner
            if self._transport is None:  # disconnected in the meantime
                floor.lost(runner, self, self._generation)
                return
            # If the player has signed out meanwhile, this connection was not known yet.
            await self._check_signed_in(way.token_hash)
        except NoSession:
            self.close(CloseCode.SESSION_OVER, "the session is over")
            return
        except StoreHalted:
            self.close(CloseCode.STORE_HALTED, "the store has stopped")
            return
        except NoTicket as refusal:
            self.close(CloseCode.NO_TICKET, refusal.code)
            return
        except NotSignedIn:
            self.close(CloseCode.SIGNED_OUT, "signed out")
            return
        except Refusal as refusal:  # the store has failed, perhaps only for a moment
            log.error("no seat", extra={"code": refusal.code, "why": cause_of(refusal)})
            self.close(CloseCode.RESTART, refusal.code)
            return
        self._hear_early()

    async def _check_signed_in(self, token_hash: bytes) -> None:
        floor = self._sockets.floor
        if await floor.store.person_of_token(token_hash, floor.clock.now()) is None:
            raise NotSignedIn

    def _hear_early(self) -> None:
        """Handle messages that came too early; after a hello, the rest waits for the welcome."""
        while self._early and self._transport is not None:
            self._hear(*self._early.pop(0))
            if self._greeted and not self._welcomed:
                return
        self._early = None

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._transport = None
        if self._expected is not None:
            self._expected.cancel()
        self._sockets.left(self)
        self.on_left()
        if self._runner is not None:
            self._sockets.floor.lost(self._runner, self, self._generation)
        if self._watched is not None:
            self._watched.consoles.leave(self, signed_out=self._is_signed_out)
            self._watched.leave(self)

    # --- receiving -----------------------------------------------------------------------

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        now = self._heard = self._sockets.floor.clock.now()
        kind = frame.msg_type
        if transport.is_close_frame_sent:
            if kind == WSMsgType.CLOSE:
                transport.disconnect()
            return  # messages after our close frame are ignored
        if kind == _TEXT and frame.fin:
            if not self._bucket.take(now):
                self._too_fast()
            elif self._early is None:
                self._hear(now, frame.get_payload_as_bytes())
            elif len(self._early) < _MOST_EARLY:
                self._early.append((now, frame.get_payload_as_bytes()))
            else:
                name, key = read_name(frame.get_payload_as_bytes())
                self._refuse(name, key, TooManyWaiting(most=MOST_WAITING))
        else:
            self._on_other_frame(transport, frame, now)

    def _on_other_frame(self, transport: WSTransport, frame: WSFrame, now: int) -> None:
        kind = frame.msg_type
        if kind == WSMsgType.CLOSE:
            transport.send_close(frame.get_close_code(), frame.get_close_message())
            transport.disconnect()
        elif kind in (WSMsgType.PING, WSMsgType.PONG):
            if not self._bucket.take(now):
                self._too_fast()
            elif kind == WSMsgType.PING:
                self._pong(transport, frame.get_payload_as_bytes())
        else:
            self.close(CloseCode.NOT_UNDERSTOOD, "send each message as one text frame")

    def _too_fast(self) -> None:
        transport = self._transport
        if transport is None or transport.is_close_frame_sent:
            return
        log.warning("too fast", extra={"address": self.address})
        transport.send_close(_code(CloseCode.TOO_FAST), TooFast.code.encode())
        asyncio.get_running_loop().call_later(_LINGER_S, self._hang_up)

    def _hang_up(self) -> None:
        if self._transport is not None:
            self._transport.disconnect()
            asyncio.get_running_loop().call_later(_LAST_WORD_S, self._abort)

    def _hear(self, received: int, frame: bytes) -> None:
        runner = self._runner
        try:
            if self.staff is not None and self._watched is not None:
                self._hear_staff(self._watched, self.staff, parse_command(frame), received)
                return
            request = parse_request(frame)
        except Refusal as refusal:
            self._refuse(*read_name(frame), refusal)
            return
        if runner is None:
            self._hear_watcher(request)
            return
        if not self._greeted and not isinstance(request, Hello):
            self.close(CloseCode.NOT_UNDERSTOOD, "hello comes first")
        elif isinstance(request, Carte):  # the most frequent one
            self._ask_seat(runner, request, received)
        elif isinstance(request, Hello):
            self._hear_hello(runner, request)
        elif isinstance(request, TableRequest):
            self._ask_table(runner, request)
        else:
            self._ask_seat(runner, request, received)

    def _hear_hello(self, runner: SeatRunner, hello: Hello) -> None:
        if self._greeted:
            self._refuse("hello", "", BadMessage(why="send one hello, as the first message"))
            return
        self._greeted = True
        self._early = self._early or []
        self._task = asyncio.get_running_loop().create_task(self._welcome(runner, hello))

    def _hear_watcher(self, request: AnyRequest) -> None:
        """Handle a message of somebody looking on, who may only send a hello."""
        table = self._watched
        if table is None:
            return
        if not isinstance(request, Hello) or self._greeted:
            name, key = str(request.__struct_config__.tag), getattr(request, "key", "")
            self._refuse(name, key, NotAllowed(role="players"))
            return
        self._greet(table, request)
        table.watch(self)

    def _greet(self, table: TableRunner, hello: Hello) -> None:
        self._greeted = self._welcomed = True
        missed = table.missed(hello.table_epoch, hello.table_offset)
        now = self._sockets.floor.clock.now()
        self._say(_encode(Watching(now, table.view, missed)))

    def _hear_staff(
        self, table: TableRunner, staff: StaffActor, request: ConsoleRequest, received: int
    ) -> None:
        """Handle a message from a console."""
        name = str(request.__struct_config__.tag)
        if isinstance(request, Hello) != (not self._greeted):
            self._refuse(name, "", BadMessage(why="send one hello, as the first message"))
            return
        if isinstance(request, Hello):
            self._greet(table, request)
            table.work(self, staff)
            return

        def answer(refusal: Refusal | None) -> None:
            if refusal is not None:
                self._refuse(name, "", refusal)
            else:
                self._say(_encode(Done(name)))

        try:
            table.direct(request, staff, received, answer)
        except Refusal as refusal:
            answer(refusal)

    def _ask_table(self, runner: SeatRunner, request: AnyTableRequest) -> None:
        """Pass a request on to the shared table, if it comes from the seat's current connection."""
        name = str(request.__struct_config__.tag)
        if self._generation != runner.seat.generation:
            self._refuse(name, "", TakenOver())
            return

        def answer(refusal: Refusal | None) -> None:
            if refusal is not None:
                self._refuse(name, "", refusal)
            elif isinstance(request, MixIn | OpenSeed):
                self._say(_encode(MixTaken(request.sabot, isinstance(request, OpenSeed))))
            else:
                self._say(_encode(Done(name)))
                if not isinstance(request, AskManager):
                    # It is also an action of the player, so it must postpone the deadline.
                    runner.ask(QueuedRequest(Stay(), lambda _: None, self._generation))

        try:
            runner.play(request, answer)
        except Refusal as refusal:
            answer(refusal)

    def _ask_seat(self, runner: SeatRunner, request: SeatRequest, received: int) -> None:
        def answer(result: bytes | Refusal) -> None:
            if isinstance(result, Refusal):
                self._refuse(
                    str(request.__struct_config__.tag), getattr(request, "key", ""), result
                )
            elif result:
                self._say(result)
            else:
                self._tell_quiet(runner, request)

        runner.ask(QueuedRequest(request, answer, self._generation, None, received))

    def _tell_quiet(self, runner: SeatRunner, request: SeatRequest) -> None:
        if isinstance(request, Place):
            self._say(_encode(Placed(request.bets, sum(request.bets.values()))))
        elif isinstance(request, Stay):
            floor = self._sockets.floor
            self._say(_encode(Staying(floor.closes_in(runner.seat, runner.setting))))
        elif isinstance(request, Automatic):
            self._say(_encode(AutomaticSet(request.on)))

    async def _welcome(self, runner: SeatRunner, hello: Hello) -> None:
        try:
            message = await welcome(self._sockets.floor, runner, hello)
        except Refusal as refusal:
            log.error("no welcome", extra={"code": refusal.code, "why": refusal.message})
            self.close(CloseCode.RESTART, refusal.code)
            return
        self._welcomed = True
        self._say(_encode(message))
        self._task = None
        self._hear_early()

    # --- sending -------------------------------------------------------------------------

    def _refuse(self, request: str, key: str, refusal: Refusal) -> None:
        self._sockets.refusals[refusal.code] += 1
        rule = refusal.facts.get("rule")
        rule = rule if isinstance(rule, Decision) else None
        self._say(_encode(Refused(request, key, refusal.code, refusal.message, rule)))
        if isinstance(refusal, StoreHalted):
            self.close(CloseCode.STORE_HALTED, refusal.code)

    def send(self, message: bytes) -> None:
        if self._welcomed:  # otherwise the welcome will include it
            self._say(message)

    def _say(self, message: bytes) -> None:
        transport = self._transport
        if transport is None or transport.is_close_frame_sent:
            return
        if self._is_unread(transport):
            self._cut(transport)
            return
        transport.send(_TEXT, message)

    def _pong(self, transport: WSTransport, payload: bytes) -> None:
        """Answer a ping; picows would not limit the answers to a client that never reads them."""
        if self._is_unread(transport):
            self._cut(transport)
            return
        transport.send_pong(payload)

    def _is_unread(self, transport: WSTransport) -> bool:
        waiting: int = transport.underlying_transport.get_write_buffer_size()
        return waiting > self._sockets.limits.unread_bytes

    def _cut(self, transport: WSTransport) -> None:
        """Send the reason as the last message, and disconnect soon even if it is never read."""
        log.warning("too slow", extra={"address": self.address})
        transport.send_close(_code(CloseCode.TOO_SLOW), b"too slow")
        transport.disconnect()
        asyncio.get_running_loop().call_later(_LAST_WORD_S, self._abort)

    def _abort(self) -> None:
        if self._transport is not None:
            self._transport.disconnect(graceful=False)

    def close(self, code: int, reason: str) -> None:
        transport = self._transport
        self._is_signed_out |= code == CloseCode.SIGNED_OUT
        if transport is not None and not transport.is_close_frame_sent:
            transport.send_close(_code(code), reason.encode())
            transport.disconnect()
            if self._is_unread(transport):
                asyncio.get_running_loop().call_later(_LAST_WORD_S, self._abort)

    def close_soon(self, code: int, reason: str) -> None:
        asyncio.get_running_loop().call_soon(self.close, code, reason)

    def ping_if_silent(self, now: int) -> None:
        silent = now - self._heard
        transport = self._transport
        if transport is None:
            return
        if silent > _GONE_AFTER_S * 1000:
            transport.disconnect(graceful=False)
        elif silent > PING_AFTER_S * 1000:
            transport.send_ping()


def _code(code: int) -> Any:
    return int(code)  # picows declares an enum, but sends any code
