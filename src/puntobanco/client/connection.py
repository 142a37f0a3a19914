"""A connection to a table that reconnects as long as the session or table exists."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final, Protocol

from puntobanco.client.history_entry import Recorded
from puntobanco.client.http_requests import Http
from puntobanco.client.kept_commitments import KeptCommitments
from puntobanco.client.reconnecting import ReconnectDelays, is_final
from puntobanco.client.refusals import GaveUp, NotUnderstood, ShutOut, Unreachable
from puntobanco.client.socket import AnyMessage, Lost, Socket, open_socket
from puntobanco.client.state import Link, LinkChanged
from puntobanco.errors import NoSession, Refusal, TakenOver, TooMuch
from puntobanco.game.sheet import Sheet
from puntobanco.wire.bodies import Ticket
from puntobanco.wire.close_codes import CloseCode
from puntobanco.wire.messages import Event, LinesChanged, NotTaken, Warned
from puntobanco.wire.requests import Hello
from puntobanco.wire.stream import StreamEvent

Tells = Event | Warned | NotTaken | LinesChanged | LinkChanged | StreamEvent
Sleep = Callable[[float], Awaitable[None]]

_WELCOME_S: Final = 10


class ConnectionEnvironment(Protocol):
    """What a table connection needs from its client."""

    http: Http
    notes: KeptCommitments
    sleep: Sleep
    now: Callable[[], float]

    async def rules(self, house: str) -> tuple[Sheet, str]: ...
    async def table_rules(self, name: str) -> tuple[Sheet, str]: ...
    def records(self, session: str) -> AsyncIterator[Recorded]: ...


class TableConnection(ABC):
    """Connects, listens, reconnects after the sheet's delays, and stops on request."""

    def __init__(self, environment: ConnectionEnvironment) -> None:
        self._environment = environment
        self._socket: Socket | None = None
        self._listeners: set[asyncio.Queue[Tells | None]] = set()
        self._task: asyncio.Task[None] | None = None
        self._settled = asyncio.Event()  # connected, or given up
        self._why: Refusal | None = None

    # --- what differs from table to table ------------------------------------------------

    @property
    @abstractmethod
    def link(self) -> Link: ...

    @abstractmethod
    def _put_link(self, link: Link) -> None: ...

    @property
    @abstractmethod
    def sheet(self) -> Sheet: ...

    @property
    @abstractmethod
    def _hello(self) -> Hello: ...

    @property
    def _is_ended(self) -> bool:
        """Whether reconnecting has become pointless."""
        return False

    @abstractmethod
    async def _prepare(self) -> str:
        """Load the current rules and return the path to request a ticket from."""

    @abstractmethod
    def _hear(self, message: AnyMessage) -> bool:
        """Process a message; return whether it was the welcome."""

    async def _welcomed(self) -> None:
        """Do what had to wait for the welcome."""
        return

    async def _end(self, why: Refusal) -> None:
        self._stop(Link.OVER, why)

    def _give_up_waiting(self, why: Refusal) -> None:
        """Fail all requests that still wait for an answer."""
        return

    # --- events --------------------------------------------------------------------------

    async def events(self) -> AsyncIterator[Tells]:
        """All events from now on, including changes of the connection, until it ends."""
        queue: asyncio.Queue[Tells | None] = asyncio.Queue()
        self._listeners.add(queue)
        try:
            while self.link is not Link.OVER or not queue.empty():
                each = await queue.get()
                if each is None:
                    return
                yield each
        finally:
            self._listeners.discard(queue)

    def _tell(self, each: Tells | None) -> None:
        for queue in self._listeners:
            queue.put_nowait(each)

    def _set_link(self, link: Link, why: str = "") -> None:
        changed = self.link is not link
        self._put_link(link)
        if link in (Link.CONNECTED, Link.STOPPED, Link.OVER):
            self._settled.set()
        else:
            self._settled.clear()
        if changed:
            self._tell(LinkChanged(link, why))

    def _stop(self, link: Link, why: Refusal) -> None:
        """Stop reconnecting until `reconnect` is called."""
        self._why = why
        self._give_up_waiting(why)
        self._set_link(link, why.message)
        if link is Link.OVER:
            self._tell(None)

    # --- connecting and disconnecting ----------------------------------------------------

    async def _ready(self) -> None:
        """Wait until connected; raise if the connection was given up."""
        if self.link is not Link.CONNECTED:
            await self._settled.wait()
        if self.link in (Link.STOPPED, Link.OVER):
            raise self._why or NoSession()

    async def connect(self) -> None:
        """Connect; return after the welcome, or raise."""
        if self._task is None or self._task.done():
            self._settled.clear()
            self._why = None
            self._task = asyncio.create_task(self._run())
            self._task.add_done_callback(self._ran)
        await self._ready()

    def _ran(self, task: asyncio.Task[None]) -> None:
        """If our own task failed, fail the callers that wait for it."""
        if not task.cancelled() and (error := task.exception()) is not None:
            self._stop(Link.STOPPED, NotUnderstood(why=repr(error)))

    async def reconnect(self) -> None:
        """Try again after the connection was given up."""
        if self.link is Link.OVER:
            raise self._why or NoSession()
        if self.link is Link.STOPPED:
            self._set_link(Link.RECONNECTING)
        await self.connect()

    async def close(self) -> None:
        """Disconnect without cashing out: the session stays open as long as its sheet says."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._drop_socket()
        if self.link is not Link.OVER:
            self._stop(Link.STOPPED, NoSession())

    @property
    def _pace(self) -> ReconnectDelays:
        times = self.sheet.times
        return ReconnectDelays(*times.reconnect_ms, times.disconnected_s)

    async def _run(self) -> None:
        """Connect, listen and reconnect until there is a reason to stop."""
        lost_at: float | None = self._environment.now()
        failed, before = 0, None
        while True:
            try:
                welcomed, lost = await self._visit()
            except NoSession as refusal:
                await self._end(refusal)
                return
            except Refusal as refusal:
                self._stop(Link.STOPPED, refusal)
                return
            if self._is_ended or lost.code == CloseCode.SESSION_OVER:
                await self._end(NoSession())
                return
            if welcomed:
                lost_at, failed, before = None, 0, None
            why = self._final(lost, before, lost_at)
            if why is not None:
                self._stop(Link.STOPPED, why)
                return
            lost_at, before = lost_at or self._environment.now(), lost.code
            self._set_link(Link.RECONNECTING, str(lost))
            await self._environment.sleep(self._pace.delay_ms(failed) / 1000)
            failed += 1

    def _final(self, lost: Lost, before: int | None, lost_at: float | None) -> Refusal | None:
        """The reason not to reconnect, or None."""
        if is_final(lost.code, before):
            return _shut_out(lost)
        give_up_s = self._pace.give_up_s
        if lost_at is not None and self._environment.now() - lost_at >= give_up_s:
            return GaveUp(seconds=give_up_s)
        return None

    async def _visit(self) -> tuple[bool, Lost]:
        """Run one connection; return whether it was welcomed and how it was lost."""
        welcomed = False
        try:
            socket = await self._connect()
            welcomed = True
            while True:
                self._hear(await socket.receive())
        except Lost as lost:
            return welcomed, lost
        except (Unreachable, TooMuch) as refusal:  # no server, or too many requests
            return welcomed, Lost(None, refusal.message)
        finally:
            self._drop_socket()

    def _drop_socket(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    async def _connect(self) -> Socket:
        """Get a ticket, open a socket and wait for the welcome."""
        http = self._environment.http
        ticket = await http.post(Ticket, await self._prepare())
        socket = await open_socket(http.socket_url(ticket.path), http.origin)
        try:
            socket.send(self._hello)
            async with asyncio.timeout(_WELCOME_S):
                while not self._hear(await socket.receive()):
                    pass
        except TimeoutError:
            socket.close()
            raise Unreachable(address=http.origin, why="no welcome") from None
        except BaseException:
            socket.close()
            raise
        # Requests made while disconnected have not been sent yet.
        self._socket = socket
        await self._welcomed()
        self._set_link(Link.CONNECTED)
        return socket


def _shut_out(lost: Lost) -> Refusal:
    if lost.code == CloseCode.TAKEN_OVER:
        return TakenOver()
    return ShutOut(why=str(lost) or "no reason given", close_code=lost.code)
