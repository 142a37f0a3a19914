"""Runs a seat: handles one request at a time and answers it when its change is durable."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Final, Protocol

import msgspec
from msgspec import Struct

from puntobanco.errors import (
    BadMessage,
    KeyReused,
    NoSession,
    NotCovered,
    OurFault,
    Refusal,
    SessionOpen,
    StoreFailed,
    TakenOver,
    TooManyWaiting,
)
from puntobanco.game.bets import Bet
from puntobanco.ledger.records import Record
from puntobanco.server.house.clock import Clock
from puntobanco.server.house.writer import Writer
from puntobanco.store.interface import Store, WriteResult
from puntobanco.table.private_seat import PrivateCommand
from puntobanco.table.recording import Change, Setting, request_hash
from puntobanco.table.seat import Seat, SeatPhase, end_of
from puntobanco.table.session import Expire, TakeOver
from puntobanco.table.shared.shared_seat import SharedCommand
from puntobanco.wire.messages import SharedWelcome
from puntobanco.wire.requests import AnyTableRequest, Carte, Hello, Open, Request, TopUp

MOST_WAITING: Final = 16
_ANSWERS_KEPT: Final = 4
_TRIES: Final = 5

_COMING: Final = (Request, TakeOver)  # only a client asks for these

log = logging.getLogger("puntobanco.seats")

SeatCallback = Callable[[bytes | Refusal], None]
SeatCommand = PrivateCommand | SharedCommand


class _Committed(Struct):
    """The one field of a coup that is read here."""

    commitment: str


_coup: Final = msgspec.json.Decoder(_Committed)


class QueuedRequest(Struct, frozen=True):
    """A request in a seat's queue."""

    command: SeatCommand
    answer: SeatCallback
    generation: int | None = None  # of its connection; None if it didn't come from one
    session: int | None = None  # the session it is for; None for the open one
    received: int = 0  # when it was received, which decides whether a bet is in time

    @property
    def key(self) -> str:
        return getattr(self.command, "key", "")


class Connection(Protocol):
    """The socket that plays at a seat."""

    token_hash: bytes  # of the token it was opened with

    def send(self, message: bytes) -> None: ...
    def close(self, code: int, reason: str) -> None: ...
    def close_soon(self, code: int, reason: str) -> None:
        """Close after everything sent so far has been passed on."""
        ...


class SeatEnvironment(Protocol):
    """What a seat needs from the server."""

    store: Store
    writer: Writer
    clock: Clock
    reading: set[asyncio.Task[None]]  # kept here, because the loop keeps no task alive

    def fresh_seed(self) -> bytes: ...
    def changed(self, runner: "SeatRunner", change: Change, request: QueuedRequest) -> None: ...


class SeatRunner:
    """Memory follows the store: `seat` changes only after a change is durable.

    Only one request runs at a time, so each one sees the result of the one before. If the store
    refuses a change as stale, the seat is read from the store and the request is retried.

    The runner is itself the writer's job for the request under way, the first one in its queue.
    Subclasses add what differs between private and shared seats.
    """

    # There are thousands of idle seats: __slots__ and small containers save memory.
    __slots__ = (
        *("seat", "setting", "connection", "warned", "look_at"),
        *("_environment", "_queue", "_tries", "_answers", "is_writing"),
    )

    def __init__(self, seat: Seat, setting: Setting, environment: SeatEnvironment) -> None:
        self.seat: Seat = seat
        self.setting = setting
        self._environment = environment
        self._queue: list[QueuedRequest] = []  # the first one is under way
        self._tries = 0  # that are left for it
        self.is_writing = False  # a change is being written
        self._answers: dict[str, Record] = {}  # by key: the last few, oldest first
        self.connection: Connection | None = None
        self.warned = 0  # the value of `acted` when the last warning was sent
        self.look_at = 0  # when `Floor` checks the deadlines next

    @property
    def is_idle(self) -> bool:
        return not self._queue

    def is_open_in(self, session: int) -> bool:
        return self.seat.view.phase is SeatPhase.OPEN and self.seat.view.session == session

    @property
    def may_be_forgotten(self) -> bool:
        """There is no session here, and no request is running."""
        return self.is_idle and self.seat.view.phase is SeatPhase.FREE

    # --- what differs between private and shared seats ---------------------------------------

    def draw(self) -> None:
        """Draw the cards of the coup, at a private seat, before the change is made."""

    def _take(self, command: SeatCommand, received: int, now: int) -> Change:
        """The change that a command makes to the seat."""
        raise NotImplementedError

    def _began(self, request: QueuedRequest) -> None:
        """Called when a request is put into the queue."""

    def _ended(self, request: QueuedRequest, answer: bytes | Refusal) -> None:
        """Called when a request is answered."""

    def took_over(self, before: Connection | None, connection: Connection) -> None:
        """Called when a newer connection has taken over."""

    def left(self, connection: Connection) -> None:
        """Called when a connection is closed."""

    def changed(self, record: Record | None) -> None:
        """Called when a change is durable."""

    @property
    def draft(self) -> dict[Bet, int]:
        """The chips on the cloth that can still become a bet."""
        return self.seat.view.draft

    def welcome_to_table(self, hello: Hello) -> SharedWelcome | None:
        """The shared table's part of the welcome message."""
        return None

    def play(self, request: AnyTableRequest, answer: Callable[[Refusal | None], None]) -> None:
        """Pass a request on to the shared table."""
        raise BadMessage(why="this is a private table")

    def play_by(self, setting: Setting) -> None:
        """Use the house's current rules, which may have changed since the seat was loaded."""

    # --- one request after another ---------------------------------------------------------

    def ask(self, request: QueuedRequest) -> None:
        """Queue a request; it is answered exactly once, also if the client disconnects."""
        # Only requests of clients may be refused: a lost connection or a deadline is a fact.
        if len(self._queue) > MOST_WAITING and isinstance(request.command, Request):
            request.answer(TooManyWaiting(most=MOST_WAITING))
            return
        self._began(request)
        self._queue.append(request)
        if len(self._queue) == 1:
            self._begin()

    def save_memory(self) -> None:
        """Free the cached answers of a closed connection; the store still has them."""
        self._answers.clear()

    def _begin(self) -> None:
        """Start the first request; whatever fails is answered here, and never in the one before."""
        request, self._tries = self._queue[0], _TRIES
        try:
            self._try(request)
        except Exception:
            self._fail(request)

    def _try(self, request: QueuedRequest) -> None:
        self._submit(request)

    def _submit(self, request: QueuedRequest) -> None:
        """Give a request its earlier answer, or to the writer."""
        key = request.key
        known = self._answers.get(key) if key else None
        if known is not None:
            self._finish(request, _again(request, self.seat, known))
            return
        self._environment.writer.submit(self)

    def make(self) -> Change | None:
        """The change that the request makes; None if it is refused, and answered here."""
        request = self._queue[0]
        try:
            change = self._step(request)
            self.is_writing = True
            return change
        except Refusal as refusal:
            if request.key:
                self._later(request, self._look_up(request, refusal))
            else:
                self._finish(request, refusal)
        except Exception:
            self._fail(request)
        return None

    def _check_here(self, request: QueuedRequest, now: int) -> None:
        """Refuse an older connection's request, and any request after the session's deadline."""
        seat = self.seat
        if request.generation is not None and request.generation != seat.generation:
            raise TakenOver
        if request.session is not None and request.session != seat.view.session:
            raise NoSession
        if seat.view.phase is SeatPhase.OPEN:
            end, _ = end_of(seat, self.setting.sheet.times)
            # After its deadline a session counts as closed, even before `sweep` closes it.
            if end <= (request.received or now) and isinstance(request.command, _COMING):
                raise NoSession

    def _step(self, request: QueuedRequest) -> Change:
        now = self._environment.clock.now()
        self._check_here(request, now)
        command = request.command
        if type(command) is Expire:  # the player may have acted or reconnected since it was queued
            end, reason = end_of(self.seat, self.setting.sheet.times)
            if end > now:
                raise SessionOpen
            command = Expire(reason)
        return self._take(command, request.received, now)

    def written(self, change: Change, result: WriteResult | Refusal) -> None:
        request = self._queue[0]
        self.is_writing = False
        if result is WriteResult.DONE and change.seat is not None:
            self.seat = change.seat
            answer = b""
            record = change.record
            if record is not None:
                answer = record.body
                if record.key:
                    self._answers[record.key] = record
                    if len(self._answers) > _ANSWERS_KEPT:
                        del self._answers[next(iter(self._answers))]
            try:
                self._environment.changed(self, change, request)
            finally:
                self._finish(request, answer)
        elif isinstance(result, Refusal):
            self._finish(request, result)
        elif self._tries:
            self._tries -= 1
            self._later(request, self._read_again(request, result))
        else:
            self._finish(request, _refusal(request, result))

    async def _read_again(self, request: QueuedRequest, result: WriteResult) -> None:
        """Retry with the seat as it is in the store, which differs from the one in memory."""
        found = (
            await self._environment.store.find(self.seat.account, request.key)
            if request.key
            else None
        )
        fresh = await self._environment.store.seat(self.seat.id)
        if fresh is not None and fresh.version > self.seat.version:
            self._adopt(fresh)
        if found is not None:
            self._finish(request, _again(request, self.seat, found.record))
        elif result is WriteResult.NOT_COVERED:
            self._finish(request, _refusal(request, result))
        else:
            self._try(request)

    def _adopt(self, fresh: Seat) -> None:
        self.seat = fresh

    async def _look_up(self, request: QueuedRequest, refusal: Refusal) -> None:
        """Give a refused request its earlier answer, if its key has been used before."""
        found = await self._environment.store.find(self.seat.account, request.key)
        self._finish(
            request, refusal if found is None else _again(request, self.seat, found.record)
        )

    def _later(self, request: QueuedRequest, coroutine: Coroutine[None, None, None]) -> None:
        """Continue a request in a task, because it has to read from the store."""
        task = asyncio.get_running_loop().create_task(self._read(request, coroutine))
        self._environment.reading.add(task)
        task.add_done_callback(self._environment.reading.discard)

    async def _read(self, request: QueuedRequest, coroutine: Coroutine[None, None, None]) -> None:
        try:
            await coroutine
        except Refusal as refusal:
            # The key can't be looked up now, so the request may already have been done.
            is_unknown = request.key and isinstance(refusal, StoreFailed)
            self._finish(request, OurFault() if is_unknown else refusal)
        except Exception:
            self._fail(request)

    def _fail(self, request: QueuedRequest) -> None:
        log.exception("our fault", extra={"session": self.seat.session_name})
        self._finish(request, OurFault())

    def _finish(self, request: QueuedRequest, answer: bytes | Refusal) -> None:
        try:
            self._ended(request, answer)
            request.answer(answer)
        except Exception:  # a failing callback must not stop the seat
            log.exception("not told", extra={"session": self.seat.session_name})
        del self._queue[0]
        if self._queue:
            self._begin()


def _refusal(request: QueuedRequest, result: WriteResult) -> Refusal:
    if result is WriteResult.NOT_COVERED and isinstance(request.command, Open | TopUp):
        return NotCovered(amount=request.command.amount)
    if result is WriteResult.NOT_ACCEPTED:
        return StoreFailed(why="the table does not accept these stakes now")
    return StoreFailed(why="the seat in the database has changed in the meantime")


def _again(request: QueuedRequest, seat: Seat, known: Record) -> bytes | Refusal:
    """The earlier answer to a key; a refusal if the earlier request was a different one."""
    is_same_session = request.session in (None, known.session)
    same = is_same_session and request_hash(request.command, seat.id) == known.request
    if same and isinstance(request.command, Carte) and request.command.commitment is not None:
        same = _coup.decode(known.body).commitment == request.command.commitment
    return known.body if same else KeyReused(key=request.key)
