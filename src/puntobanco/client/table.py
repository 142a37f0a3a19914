"""A seat at a table, kept through lost connections until its session is over."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Final, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from puntobanco.client.fairness import with_fixed
from puntobanco.client.http import Http
from puntobanco.client.keys import new_key
from puntobanco.client.notes import Notes
from puntobanco.client.reconnecting import Pace, is_final
from puntobanco.client.records import Recorded
from puntobanco.client.refusals import (
    CommitmentRetired,
    DoesNotHold,
    GaveUp,
    NoBets,
    NotUnderstood,
    ShutOut,
    Unreachable,
)
from puntobanco.client.socket import Lost, Socket, open_socket
from puntobanco.client.state import (
    Answer,
    Asked,
    Heard,
    Link,
    LinkChanged,
    State,
    ask,
    hear,
    settle_waiting,
)
from puntobanco.errors import NoSession, Refusal, TakenOver, TooMuch
from puntobanco.fair.proof import Seen
from puntobanco.game.bets import parse_bet
from puntobanco.game.sheet import Sheet
from puntobanco.wire.bodies import Ticket
from puntobanco.wire.close_codes import CloseCode
from puntobanco.wire.messages import Closed, Coup, Event, Placed, Staying, ToppedUp, Warned
from puntobanco.wire.requests import Carte, CashOut, Place, Stay, TopUp, parse_request

T = TypeVar("T", bound=Answer)
Tells = Event | Warned | LinkChanged
Sleep = Callable[[float], Awaitable[None]]

_WELCOME_S: Final = 10


class Around(Protocol):
    """What a table needs of its client."""

    http: Http
    notes: Notes
    sleep: Sleep
    now: Callable[[], float]

    async def rules(self, house: str) -> tuple[Sheet, str]: ...
    def records(self, session: str) -> AsyncIterator[Recorded]: ...


class Table:
    """Play at a private table. `state` is all that is known of it."""

    def __init__(self, state: State, around: Around) -> None:
        self.state = state
        self._around = around
        self._socket: Socket | None = None
        self._futures: dict[int, asyncio.Future[Answer]] = {}
        self._listeners: set[asyncio.Queue[Tells | None]] = set()
        self._dealing = asyncio.Lock()  # a seed is drawn after its commitment: coup by coup
        self._task: asyncio.Task[None] | None = None
        self._bets: set[asyncio.Task[Coup]] = set()
        self._settled = asyncio.Event()  # the link is up, or has been given up
        self._why: Refusal | None = None

    # --- what one can look at ------------------------------------------------------------

    @property
    def next(self) -> Seen:
        """The coup to come, and what the house has committed to."""
        return self.state.next

    @property
    def sheet(self) -> Sheet:
        return self.state.sheet

    @property
    def credit(self) -> int:
        return self.state.credit

    async def events(self) -> AsyncIterator[Tells]:
        """What happens from now on, the connection's ups and downs included, to the end."""
        told: asyncio.Queue[Tells | None] = asyncio.Queue()
        self._listeners.add(told)
        try:
            while not self._is_over or not told.empty():
                each = await told.get()
                if each is None:
                    return
                yield each
        finally:
            self._listeners.discard(told)

    @property
    def _is_over(self) -> bool:
        return self.state.link is Link.OVER

    # --- what one can do -----------------------------------------------------------------

    async def carte(self, bets: Mapping[str, int] | None = None, /, **more: int) -> Coup:
        """Bet and deal; the coup has been checked when it comes.

        Once asked it is asked: whoever stops waiting has bet all the same.
        """
        task = asyncio.create_task(self._carte({**(bets or {}), **more}))
        self._bets.add(task)
        task.add_done_callback(self._forget)
        return await asyncio.shield(task)

    def _forget(self, task: asyncio.Task[Coup]) -> None:
        self._bets.discard(task)
        if not task.cancelled():
            task.exception()  # nobody may be waiting for it any more

    async def _carte(self, bets: dict[str, int]) -> Coup:
        async with self._dealing:
            await self._ready()
            seen, notes = self.state.next, self._around.notes
            if self.state.distrust:
                raise DoesNotHold(number=seen.number, table=seen.table, what=self.state.distrust)
            stakes = {parse_bet(bet): stake for bet, stake in bets.items() if stake}
            if not stakes:
                raise NoBets
            seed = notes.seed_for(seen)
            request = Carte(new_key(), stakes, seed, seen.commitment)
            _check(request)
            notes.add(with_fixed(seen, self.state.player, seed))
            return await self._ask(Coup, Asked(request, seen))

    async def place(self, bets: Mapping[str, int] | None = None, /, **more: int) -> Placed:
        """Leave these chips on the cloth, and no others; none clears it."""
        stakes = {parse_bet(bet): stake for bet, stake in {**(bets or {}), **more}.items()}
        return await self._ask(Placed, Asked(Place(stakes)))

    async def top_up(self, amount: int) -> ToppedUp:
        return await self._ask(ToppedUp, Asked(TopUp(new_key(), amount)))

    async def stay(self) -> Staying:
        """Answer the warning."""
        return await self._ask(Staying, Asked(Stay()))

    async def cash_out(self) -> Closed:
        """Incassa ed esci."""
        return await self._ask(Closed, Asked(CashOut(new_key())))

    async def _ask(self, kind: type[T], asked: Asked) -> T:
        _check(asked.request)
        await self._ready()
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._futures[id(asked)] = answered
        self.state = ask(self.state, asked)
        if self._socket is not None:
            self._socket.send(asked.request)
        answer = await answered
        if isinstance(answer, Refusal):
            raise answer
        if not isinstance(answer, kind):
            raise NotUnderstood(why=f"{type(answer).__name__} in answer to another request")
        return answer

    async def _ready(self) -> None:
        """Wait for the link; refuse if there won't be one."""
        if self.state.link is not Link.CONNECTED:
            await self._settled.wait()
        if self.state.link in (Link.STOPPED, Link.OVER):
            raise self._why or NoSession()

    # --- coming, staying, leaving --------------------------------------------------------

    async def connect(self) -> None:
        """Sit down; returns once welcomed, or refuses."""
        if self._task is None or self._task.done():
            self._settled.clear()
            self._why = None
            self._task = asyncio.create_task(self._run())
            self._task.add_done_callback(self._ran)
        await self._ready()

    def _ran(self, task: asyncio.Task[None]) -> None:
        """A fault of our own must not leave anybody waiting."""
        if not task.cancelled() and (error := task.exception()) is not None:
            self._stop(Link.STOPPED, NotUnderstood(why=repr(error)))

    async def reconnect(self) -> None:
        """Try again after having given up."""
        if self.state.link is Link.OVER:
            raise self._why or NoSession()
        if self.state.link is Link.STOPPED:
            self._set_link(Link.RECONNECTING)
        await self.connect()

    async def close(self) -> None:
        """Leave without cashing out: the session waits as long as its sheet says."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        if self.state.link is not Link.OVER:
            self._stop(Link.STOPPED, NoSession())

    @property
    def _pace(self) -> Pace:
        times = self.state.sheet.times
        return Pace(*times.reconnect_ms, times.disconnected_s)

    async def _run(self) -> None:
        """Connect, listen, and come back, until told not to."""
        lost_at: float | None = self._around.now()
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
            if self.state.closed is not None or lost.code == CloseCode.SESSION_OVER:
                await self._end(NoSession())
                return
            if welcomed:
                lost_at, failed, before = None, 0, None
            why = self._final(lost, before, lost_at)
            if why is not None:
                self._stop(Link.STOPPED, why)
                return
            lost_at, before = lost_at or self._around.now(), lost.code
            self._set_link(Link.RECONNECTING, str(lost))
            await self._around.sleep(self._pace.delay_ms(failed) / 1000)
            failed += 1

    def _final(self, lost: Lost, before: int | None, lost_at: float | None) -> Refusal | None:
        """Why not to try again, if so."""
        if is_final(lost.code, before):
            return _shut_out(lost)
        give_up_s = self._pace.give_up_s
        if lost_at is not None and self._around.now() - lost_at >= give_up_s:
            return GaveUp(seconds=give_up_s)
        return None

    async def _visit(self) -> tuple[bool, Lost]:
        """One connection to its end: whether it was welcomed, and how it was lost."""
        welcomed = False
        try:
            socket = await self._connect()
            welcomed = True
            while True:
                self._take(await self._hear(socket))
        except Lost as lost:
            return welcomed, lost
        except (Unreachable, TooMuch) as refusal:  # nobody there, or a crowd
            return welcomed, Lost(None, refusal.message)
        finally:
            self._drop_socket()

    def _drop_socket(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    async def _connect(self) -> Socket:
        """A new ticket, a new socket, and the welcome."""
        around, state = self._around, self.state
        sheet, sheet_hash = await around.rules(state.house)
        self.state = replace(
            self.state, sheets={**state.sheets, sheet_hash: sheet}, sheet_hash=sheet_hash
        )
        ticket = await around.http.post(Ticket, f"/api/sessions/{state.session}/tickets")
        socket = await open_socket(around.http.socket_url(ticket.path), around.http.origin)
        try:
            socket.send(self.state.hello)
            async with asyncio.timeout(_WELCOME_S):
                heard = await self._hear(socket)
                while heard.state.link is not Link.CONNECTED:
                    self._take(heard)
                    heard = await self._hear(socket)
        except TimeoutError:
            socket.close()
            raise Unreachable(address=around.http.origin, why="no welcome") from None
        except BaseException:
            socket.close()
            raise
        # What was asked while the line was down has not been sent yet: `again` holds it.
        self._socket = socket
        self._take(heard)
        for asked in heard.adrift:
            await self._look_up(asked, None)
        for asked in heard.again:
            socket.send(asked.request)
        self._set_link(Link.CONNECTED)
        return socket

    async def _hear(self, socket: Socket) -> Heard:
        told = await socket.receive()
        return hear(self.state, told)  # as it is now, not as it was before the waiting

    def _take(self, heard: Heard) -> None:
        before = self.state.next
        self.state = replace(heard.state, link=self.state.link)
        if self.state.next is not before:
            self._note(self.state.next)
        for asked, answer in heard.answers:
            self._answer(asked, answer)
        for each in heard.tells:
            self._tell(each)

    def _note(self, seen: Seen) -> None:
        try:
            self._around.notes.add(seen)
        except DoesNotHold as refusal:
            self.state = replace(self.state, distrust=refusal.message)

    def _answer(self, asked: Asked, answer: Answer) -> None:
        future = self._futures.pop(id(asked), None)
        if future is not None and not future.done():
            future.set_result(answer)

    def _tell(self, each: Tells | None) -> None:
        for told in self._listeners:
            told.put_nowait(each)

    def _set_link(self, link: Link, why: str = "") -> None:
        changed = self.state.link is not link
        self.state = replace(self.state, link=link)
        if link in (Link.CONNECTED, Link.STOPPED, Link.OVER):
            self._settled.set()
        else:
            self._settled.clear()
        if changed:
            self._tell(LinkChanged(link, why))

    def _stop(self, link: Link, why: Refusal) -> None:
        """Nobody will answer any more, until somebody asks to reconnect."""
        self._why = why
        for asked in self.state.waiting:
            self._answer(asked, why)
        self.state = replace(self.state, waiting=())
        self._set_link(link, why.message)
        if link is Link.OVER:
            self._tell(None)

    # --- what only the history knows -----------------------------------------------------

    async def _end(self, why: Refusal) -> None:
        """The session is over; what was still asked may have been done before it ended."""
        try:
            if self.state.closed is None:
                await self._read_end()
            for asked in self.state.waiting:
                await self._look_up(asked, why)
        except Refusal:  # the history can be read later
            pass
        self._stop(Link.OVER, why)

    async def _read_end(self) -> None:
        async for each in self._around.records(self.state.session):
            if isinstance(each.entry, Closed):
                self._take(hear(self.state, each.entry))
            return  # the newest is the last

    async def _look_up(self, asked: Asked, otherwise: Refusal | None) -> None:
        """Find a request's answer by its key. A bet is never sent to another commitment."""
        if asked.key:
            async for each in self._around.records(self.state.session):
                entry = each.entry
                if isinstance(entry, ToppedUp | Coup | Closed) and entry.key == asked.key:
                    self._take(hear(self.state, entry))
                    return
        number = asked.bound.number if asked.bound else 0
        self.state = settle_waiting(self.state, asked)
        self._answer(asked, otherwise or CommitmentRetired(number=number))


def _shut_out(lost: Lost) -> Refusal:
    if lost.code == CloseCode.TAKEN_OVER:
        return TakenOver()
    return ShutOut(why=str(lost) or "no reason given", close_code=lost.code)


def _check(request: Carte | Place | TopUp | CashOut | Stay) -> None:
    """Refuse here what the server could not even read."""
    parse_request(msgspec.json.encode(request))
