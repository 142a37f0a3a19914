"""A seat while somebody may play at it: one request after another, answered when it is durable."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Final, Protocol

import msgspec
from msgspec import Struct

from puntobanco.errors import (
    BadMessage,
    BettingClosed,
    KeyReused,
    NoSession,
    NotCovered,
    OtherCoup,
    OurFault,
    Refusal,
    SeedReused,
    SessionOpen,
    StoreFailed,
    TakenOver,
    TooManyWaiting,
)
from puntobanco.game.cards import Card
from puntobanco.ledger.records import Record
from puntobanco.server.clock import Clock
from puntobanco.server.writer import Writer
from puntobanco.store.interface import Outcome, Store
from puntobanco.store.seeds import Seeds, seed_mark
from puntobanco.table.recorded import Change, Setting, request_hash
from puntobanco.table.seat import Phase, Seat, end_of
from puntobanco.table.shared_seat import ConfirmDraft, Lay
from puntobanco.table.steps import Expire, Retire, Step, TakeOver, draw, step
from puntobanco.wire.messages import WhyRetired
from puntobanco.wire.requests import (
    Automatic,
    Carte,
    CashOut,
    Confirm,
    Open,
    Place,
    Request,
    Tip,
    TopUp,
    Withdraw,
)

MOST_WAITING: Final = 16
_ANSWERS_KEPT: Final = 4
_TRIES: Final = 5

_COMING: Final = (Request, TakeOver)  # what only somebody who is here asks for
_BETS: Final = (Place, Confirm, Automatic, ConfirmDraft, Withdraw)  # may change a coup's stakes
_SHARED_ONLY: Final = {Confirm, Automatic, Withdraw, Tip}  # a private table refuses them
_LEAVES: Final = (CashOut, Expire)  # and what was left on the cloth goes along

log = logging.getLogger("puntobanco.seats")

Answer = Callable[[bytes | Refusal], None]


class _Committed(Struct):
    """All that is read of a coup here."""

    commitment: str


_coup: Final = msgspec.json.Decoder(_Committed)


class Asked(Struct, frozen=True):
    """A request in the queue of its seat."""

    step: Step
    answer: Answer
    generation: int | None = None  # of the connection it came by; None: by another way
    session: int | None = None  # it is meant for; None: whichever is open
    received: int = 0  # when it came in: that decides whether a bet is in time

    @property
    def key(self) -> str:
        return getattr(self.step, "key", "")


class Turn:
    """A request at the head of its queue, on its way to the store."""

    __slots__ = ("_asked", "_cards", "_live", "_tries")

    def __init__(self, live: "LiveSeat", asked: Asked, tries: int) -> None:
        self._live, self._asked, self._tries = live, asked, tries
        self._cards: tuple[Card, ...] | None = None

    def draw(self) -> None:
        if type(self._asked.step) is Carte:
            try:
                self._cards = draw(self._live.seat, self._asked.step, self._live.setting)
            except Exception:  # whatever it is, `make` meets it again and answers it
                self._cards = None

    def make(self) -> Change | None:
        return self._live.make(self._asked, self._cards)

    def written(self, change: Change, outcome: Outcome | Refusal) -> None:
        self._live.written(self._asked, change, outcome, self._tries)


class Connection(Protocol):
    """The socket that plays at a seat."""

    token_hash: bytes  # of the token it was opened with

    def send(self, message: bytes) -> None: ...
    def close(self, code: int, reason: str) -> None: ...
    def close_soon(self, code: int, reason: str) -> None:
        """Close once what was sent has left."""
        ...


class Surroundings(Protocol):
    """What a seat needs of the world."""

    store: Store
    writer: Writer
    clock: Clock
    reading: set[asyncio.Task[None]]  # the loop itself keeps no task alive

    def fresh_seed(self) -> bytes: ...
    def changed(self, live: "LiveSeat", change: Change, asked: Asked) -> None: ...


class Together(Protocol):
    """The shared table a seat stands at."""

    def check_open(self, received: int, player: str) -> int:
        """The coup on which may be bet what came in at this moment."""
        ...

    def check_not_closed(self) -> None: ...
    def check_box(self, player: str) -> None: ...
    def check_run(self) -> None:
        """Somebody is there who runs it."""
        ...

    def check_not_dealing(self, received: int, coup: int) -> None: ...
    def betting_began(self, asked: Asked) -> None: ...
    def betting_ended(self, asked: Asked) -> None: ...
    def staked(self) -> None: ...


class LiveSeat:
    """Memory follows the store: `seat` changes only after a change is durable.

    One request at a time is under way; the others wait, so that each sees what the one before
    it left. What the store refuses as stale is looked at again with what the store has.
    """

    # Thousands of them sit idle: slots, and nothing that is larger than it holds.
    __slots__ = (
        *("seat", "setting", "connection", "table", "warned", "look_at"),
        *("_around", "_busy", "_waiting", "_answers", "_seeds", "_mark"),
    )

    def __init__(self, seat: Seat, setting: Setting, around: Surroundings) -> None:
        self.seat = seat
        self.setting = setting
        self._around = around
        self._busy = False
        self._waiting: list[Asked] = []
        self._answers: dict[str, Record] = {}  # by key: the last few, oldest first
        self._seeds: Seeds | None = None  # marks, read when the first coup asks
        self._mark = 0  # of the seed under way
        self.connection: Connection | None = None
        self.table: Together | None = None  # a shared one
        self.warned = 0  # what `acted` was when the warning was sent
        self.look_at = 0  # when the floor looks at it next

    @property
    def is_idle(self) -> bool:
        return not self._busy and not self._waiting

    def ask(self, asked: Asked) -> None:
        """Queue a request; it is answered once, whatever happens to the asker."""
        # Only what clients ask for is turned away: a lost connection or a deadline is a fact.
        if len(self._waiting) >= MOST_WAITING and isinstance(asked.step, Request):
            asked.answer(TooManyWaiting(most=MOST_WAITING))
            return
        moves = _LEAVES + _BETS if self.seat.left else _BETS
        if self.table is not None and isinstance(asked.step, moves):
            self.table.betting_began(asked)
        self._waiting.append(asked)
        self._go_on()

    def save_memory(self) -> None:
        """The connection is gone: whoever comes back and asks again is answered from the store."""
        self._answers.clear()
        if self._seeds is not None:
            self._seeds.sort_in()

    def _go_on(self) -> None:
        while self._waiting and not self._busy:
            self._busy = True
            self._try(self._waiting.pop(0), _TRIES)

    def _try(self, asked: Asked, tries: int) -> None:
        key = asked.key
        known = self._answers.get(key) if key else None
        if known is not None:
            self._finish(asked, _again(asked, self.seat, known))
            return
        if type(asked.step) is Carte and self._seeds is None:
            self._later(asked, self._read_seeds(asked, tries))
            return
        self._around.writer.submit(Turn(self, asked, tries))

    def make(self, asked: Asked, cards: tuple[Card, ...] | None) -> Change | None:
        """What the request would change; nothing if it is refused, and answered so."""
        try:
            return self._step(asked, cards)
        except Refusal as refusal:
            if asked.key:
                self._later(asked, self._look_up(asked, refusal))
            else:
                self._finish(asked, refusal)
        except Exception:
            log.exception("our fault", extra={"session": self.seat.session_name})
            self._finish(asked, OurFault())
        return None

    def _check_here(self, asked: Asked, now: int) -> None:
        """Whoever asks is still who plays here, and the session's time isn't up."""
        seat = self.seat
        if asked.generation is not None and asked.generation != seat.generation:
            raise TakenOver
        if asked.session is not None and asked.session != seat.session:
            raise NoSession
        if seat.phase is Phase.OPEN:
            end, _ = end_of(seat, self.setting.sheet.times)
            # Though nobody has had the time to close it.
            if end <= (asked.received or now) and isinstance(asked.step, _COMING):
                raise NoSession

    def _step(self, asked: Asked, cards: tuple[Card, ...] | None) -> Change:
        now = self._around.clock.now()
        self._check_here(asked, now)
        around, what, fresh = self._around, self._read_as(asked), b""
        if type(what) is Carte:
            self._mark = seed_mark(what.seed)
            if self._seeds is not None and self._mark in self._seeds:
                raise SeedReused
            if self.seat.sheet != self.setting.sheet_hash:
                raise StoreFailed(why="the next coup is committed to by old rules")
            fresh = around.fresh_seed()
        elif type(what) is Retire:
            if what.reason is WhyRetired.SHEET and self.seat.sheet == self.setting.sheet_hash:
                raise OtherCoup(next=self.seat.number)  # it was asked for twice
            fresh = around.fresh_seed()
        elif type(what) is Expire:  # somebody may have acted or come back while this waited
            end, reason = end_of(self.seat, self.setting.sheet.times)
            if end > now:
                raise SessionOpen
            what = Expire(reason)
        return step(self.seat, what, self.setting, now, fresh, cards)

    def _read_as(self, asked: Asked) -> Step:
        """What a request means at this kind of table."""
        what = asked.step
        if self.table is None:
            if type(what) in _SHARED_ONLY:
                raise BettingClosed(why="at a private table the player ends the betting")
            if isinstance(what, Place) and what.coup is not None:
                raise BadMessage(why="at a private table chips are for the next coup")
            return what
        match what:
            case Carte():
                raise BettingClosed(why="at this table the player doesn't end the betting")
            case Open() if self.seat.phase is Phase.FREE:  # whoever has a session cashes out
                self.table.check_not_closed()
            case Place() | Confirm():
                return self._bet(self.table, what, asked.received)
            case Withdraw():
                self.table.check_not_dealing(asked.received, self.seat.number)
            case ConfirmDraft():
                self.table.check_box(str(self.seat.account))
                self.table.check_run()
        return what

    def _bet(self, table: Together, what: Place | Confirm, received: int) -> Lay | Confirm:
        """Sent again after a lost line, it must not meet a later coup."""
        now = table.check_open(received, str(self.seat.account))
        if what.coup != now:
            raise OtherCoup(next=now)
        if what.bets:  # chips may be taken off
            table.check_run()
        return Lay(now, what.bets) if isinstance(what, Place) else what

    def written(self, asked: Asked, change: Change, outcome: Outcome | Refusal, tries: int) -> None:
        if outcome is Outcome.DONE and change.seat is not None:
            self.seat = change.seat
            answer = b""
            record = change.record
            if record is not None:
                answer = record.body
                if record.key:
                    self._answers[record.key] = record
                    if len(self._answers) > _ANSWERS_KEPT:
                        del self._answers[next(iter(self._answers))]
            if type(asked.step) is Carte and self._seeds is not None:
                self._seeds.add(self._mark)
            try:
                self._around.changed(self, change, asked)
            finally:
                self._finish(asked, answer)
        elif isinstance(outcome, Refusal):
            self._finish(asked, outcome)
        elif tries:
            self._later(asked, self._read_again(asked, outcome, tries - 1))
        else:
            self._finish(asked, _refusal(asked, outcome))

    async def _read_again(self, asked: Asked, outcome: Outcome, tries: int) -> None:
        """The store has something else than we believed: take it over, then try again."""
        found = await self._around.store.find(self.seat.account, asked.key) if asked.key else None
        fresh = await self._around.store.seat(self.seat.id)
        if fresh is not None and fresh.version > self.seat.version:
            self.seat = fresh
            self._seeds = None
        if found is not None:
            self._finish(asked, _again(asked, self.seat, found.record))
        elif outcome is Outcome.NOT_COVERED:
            self._finish(asked, _refusal(asked, outcome))
        else:
            self._try(asked, tries)

    async def _look_up(self, asked: Asked, refusal: Refusal) -> None:
        """A refused request may have been answered long ago: then that answer stands."""
        found = await self._around.store.find(self.seat.account, asked.key)
        self._finish(asked, refusal if found is None else _again(asked, self.seat, found.record))

    async def _read_seeds(self, asked: Asked, tries: int) -> None:
        self._seeds = await self._around.store.player_seeds(self.seat)
        self._try(asked, tries)

    def _later(self, asked: Asked, coroutine: Coroutine[None, None, None]) -> None:
        """Go on with a request once the store has been read."""
        task = asyncio.get_running_loop().create_task(self._read(asked, coroutine))
        self._around.reading.add(task)
        task.add_done_callback(self._around.reading.discard)

    async def _read(self, asked: Asked, coroutine: Coroutine[None, None, None]) -> None:
        try:
            await coroutine
        except Refusal as refusal:
            # What can't be looked up may have been done long ago.
            is_unknown = asked.key and isinstance(refusal, StoreFailed)
            self._finish(asked, OurFault() if is_unknown else refusal)
        except Exception:
            log.exception("our fault", extra={"session": self.seat.session_name})
            self._finish(asked, OurFault())

    def _finish(self, asked: Asked, answer: bytes | Refusal) -> None:
        self._busy = False
        if self.table is not None and isinstance(asked.step, _LEAVES + _BETS):
            self.table.betting_ended(asked)
        try:
            asked.answer(answer)
        except Exception:  # the asker's trouble, not the seat's
            log.exception("not told", extra={"session": self.seat.session_name})
        if self._waiting:
            self._go_on()


def _refusal(asked: Asked, outcome: Outcome) -> Refusal:
    if outcome is Outcome.NOT_COVERED and isinstance(asked.step, Open | TopUp):
        return NotCovered(amount=asked.step.amount)
    return StoreFailed(why="the store has something else than the table")


def _again(asked: Asked, seat: Seat, known: Record) -> bytes | Refusal:
    """The answer this key was given before, if the same was asked then."""
    is_same_session = asked.session in (None, known.session)
    same = is_same_session and request_hash(asked.step, seat.id) == known.request
    if same and isinstance(asked.step, Carte) and asked.step.commitment is not None:
        same = _coup.decode(known.body).commitment == asked.step.commitment
    return known.body if same else KeyReused(key=asked.key)
