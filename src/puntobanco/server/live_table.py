"""A shared table while the house is open: its clock, its seats, and everybody who looks on."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Final, Protocol

import msgspec

from puntobanco.errors import (
    BettingClosed,
    Exhibition,
    OurFault,
    Refusal,
    SeedReused,
    StoreFailed,
    StoreHalted,
    StoreRefused,
    TableClosed,
    TooLate,
)
from puntobanco.game.bets import Bet
from puntobanco.game.cards import Card
from puntobanco.ledger.records import Event, Record
from puntobanco.server.clock import Clock
from puntobanco.server.live_seat import Asked, Connection, LiveSeat
from puntobanco.server.writer import Writer
from puntobanco.store.interface import Outcome
from puntobanco.table.croupier import Here, next_step
from puntobanco.table.recorded import Change, Setting
from puntobanco.table.seat import Phase
from puntobanco.table.shared import (
    Close,
    Count,
    Mix,
    Place,
    Settle,
    SharedTable,
    Shuffle,
    Stand,
    TableChange,
    TableStep,
    coup_of,
    order_of,
)
from puntobanco.table.shared import OpenSeed as Opened
from puntobanco.table.shared_seat import ConfirmDraft, Pay, is_staked
from puntobanco.table.shared_steps import step
from puntobanco.wire.requests import MixIn, OpenSeed
from puntobanco.wire.spec import TableSpec
from puntobanco.wire.stream import OnBet, Stage, Standing, TableView, Totals

_RECENT: Final = 256  # events kept for who comes back
_COUNT_S: Final = 0.3  # between two tellings of everybody's stakes
_AGAIN_S: Final = 1.0  # after a store that could not keep something

log = logging.getLogger("puntobanco.tables")

Answer = Callable[[Refusal | None], None]


class Surroundings(Protocol):
    """What a table needs of the world."""

    writer: Writer
    clock: Clock

    def fresh_seed(self) -> bytes: ...


class LiveTable:
    """Memory follows the store: `table` changes only after a change is durable.

    One step at a time is under way. What players do at their seats runs beside it; the betting is
    closed once everything that came in before its end is durable.
    """

    def __init__(
        self,
        table: SharedTable,
        place: Place,
        spec: TableSpec,
        around: Surroundings,
        today: Place | None = None,
    ) -> None:
        self.table, self.place, self.spec = table, place, spec
        self._today = today or place  # for the next sabot: its house may have another sheet by now
        self.seats: dict[int, LiveSeat] = {}  # where somebody sits, or has stakes in play
        self.watchers: set[Connection] = set()  # who look on, and those who play
        self._players: dict[int, str] = {}  # connected, by their seats: the name they mix under
        self._here: Here | None = Here()  # as it was last asked for; None if it has changed
        self._around = around
        self.used: set[bytes] = set()  # hashes of seeds that were mixed here before
        self._busy = False
        self._waiting: list[tuple[TableStep, Answer]] = []
        self._recent: deque[tuple[int, int, bytes]] = deque(maxlen=_RECENT)
        self._timer: asyncio.TimerHandle | None = None
        self._counting: asyncio.TimerHandle | None = None
        self._order: tuple[str, tuple[Card, ...]] = "", ()
        self._betting: set[int] = set()  # requests that may still bring stakes to the coup
        self._closing = 0  # the coup for which nothing is taken any more: its drafts become bets
        self._confirming: set[int] = set()  # seats whose draft was looked at, or will be
        self._paying: set[int] = set()
        self._stopped = False
        self._asleep = True  # until everybody with a session or stakes is seated

    @property
    def is_idle(self) -> bool:
        return not (self._busy or self._waiting or self._paying or self._betting)

    # --- for everybody to see ------------------------------------------------------------

    @property
    def view(self) -> TableView:
        return self.table.view

    @property
    def here(self) -> Here:
        if self._here is None:
            players = frozenset(self._players.values())
            self._here = Here(players, len(self.watchers) - len(players))
        return self._here

    def missed(self, epoch: int, offset: int) -> tuple[msgspec.Raw, ...] | None:
        """What was told behind an offset; None if that is too long ago, or never was."""
        view = self.view
        if epoch != view.epoch or not 0 <= view.offset - offset <= len(self._recent):
            return None
        return tuple([msgspec.Raw(body) for at_epoch, at, body in self._recent
                      if at > offset and at_epoch == epoch])  # fmt: skip

    def seat(self, live: LiveSeat) -> None:
        """Somebody sits here, or has stakes in play; or has come, or gone."""
        seat = live.seat
        is_open = seat.phase is Phase.OPEN
        if is_open or seat.stakes:
            self.seats[seat.id] = live
        else:
            self.seats.pop(seat.id, None)
        if is_open and live.connection is not None:
            if seat.id not in self._players:
                self._players[seat.id] = str(seat.account)
                self._here = None
        elif self._players.pop(seat.id, None) is not None:
            self._here = None

    def changed(self, live: LiveSeat, record: Record | None) -> None:
        """A seat's change is durable."""
        self.seat(live)
        if record is not None and record.event is Event.BET:
            self.staked()
        if record is None or record.event in (Event.OPENED, Event.CLOSED):
            self.look()

    def took_over(self, live: LiveSeat, before: Connection | None, connection: Connection) -> None:
        if before is not None:
            self.watchers.discard(before)
        self.seat(live)
        self.watch(connection)

    def watch(self, connection: Connection) -> None:
        self.watchers.add(connection)
        self._here = None
        self.look()

    def leave(self, connection: Connection, live: LiveSeat | None = None) -> None:
        """A connection is gone, from a seat or from among those who look on."""
        self.watchers.discard(connection)
        self._here = None
        if live is not None:
            self.seat(live)
        self.look()

    def _publish(self, change: TableChange) -> None:
        if change.record is None:
            return
        body = change.record.body
        self._recent.append((self.view.epoch, self.view.offset, body))
        for watcher in list(self.watchers):
            try:
                watcher.send(body)
            except Exception:  # one who is gone is not the next one's trouble
                log.exception("not told", extra={"table": self.table.name})

    # --- the croupier --------------------------------------------------------------------

    def wake(self) -> None:
        """All seats are known: who is not among them would not be counted, nor paid."""
        self._asleep = False
        self.look()

    def look(self) -> None:
        """Do what is to be done now, or set the clock."""
        if self._busy or self._stopped or self._asleep:
            return
        if self._waiting:
            self._begin(*self._waiting.pop(0))
            return
        now = self._around.clock.now()
        asked = next_step(self.table, self.place, self.here, now, self._cards_to_come())
        match asked:
            case None:
                self._wait(now)
            case Close():
                self._close(now)
            case Settle():
                self._pay()
            case _:
                self._begin(asked, self._insist)

    def _wait(self, now: int) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        until = self.view.until
        if until is not None and until > now:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later((until - now) / 1000, self.look)

    def _cards_to_come(self) -> bool:
        if self.view.stage is not Stage.DEALING:
            return False
        coup = coup_of(self.table, self.place, self.order)
        return len(self.view.cards) < 2 * len(coup.cards)

    @property
    def order(self) -> tuple[Card, ...]:
        """The cards of the sabot, dealt once."""
        if self._order[0] != self.view.fixed:
            self._order = self.view.fixed, order_of(self.table)
        return self._order[1]

    def _insist(self, refusal: Refusal | None) -> None:
        """What the croupier does is done as soon as the store can keep it."""
        if refusal is not None and not isinstance(refusal, StoreRefused):
            log.error("refused", extra={"table": self.table.name, "why": refusal.message})

    # --- steps ---------------------------------------------------------------------------

    def ask(self, asked: TableStep, answer: Answer) -> None:
        """Queue a step; it is answered once."""
        self._waiting.append((asked, answer))
        self.look()

    def _begin(self, asked: TableStep, answer: Answer) -> None:
        self._busy = True
        self._around.writer.submit(_Turn(self, asked, answer))

    def make(self, asked: TableStep, answer: Answer) -> Change | None:
        try:
            change = self._step(asked)
        except Refusal as refusal:
            self._finish(answer, refusal)
            return None
        except Exception:  # whoever else is in the batch goes on
            log.exception("our fault", extra={"table": self.table.name})
            self._finish(answer, OurFault())
            return None
        return Change(None, change.record, change)

    def _step(self, asked: TableStep) -> TableChange:
        fresh = self._around.fresh_seed() if type(asked) is Shuffle else b""
        if isinstance(asked, Mix) and asked.hash in self.used:
            raise SeedReused
        has_order = self.view.fixed and self.view.stage is not Stage.RESTING
        order = self.order if has_order else None
        return step(self.table, asked, self.place, self._around.clock.now(), fresh, order)

    def written(self, change: TableChange, outcome: Outcome | Refusal, answer: Answer) -> None:
        if outcome is Outcome.DONE:
            self.table = change.table
            if self.view.stage is Stage.RESTING and self.place is not self._today:
                self._change_sheet()
            self._publish(change)
            self._finish(answer, None)
        elif isinstance(outcome, Refusal):
            self._finish(answer, outcome)
        else:
            self._finish(answer, StoreFailed(why=f"the table is not as it was believed: {outcome}"))

    def _change_sheet(self) -> None:
        self.place = self._today
        sheet, used = self.place.sheet, self.place.sheet_hash
        for live in self.seats.values():
            live.setting = Setting(sheet, used, live.setting.house_account)

    def _finish(self, answer: Answer, refusal: Refusal | None) -> None:
        self._busy = False
        try:
            answer(refusal)
        except Exception:  # the asker's trouble, not the table's
            log.exception("not told", extra={"table": self.table.name})
        if isinstance(refusal, StoreHalted):
            return
        is_ours = answer == self._insist
        if isinstance(refusal, StoreFailed) or (is_ours and refusal is not None):
            asyncio.get_running_loop().call_later(_AGAIN_S, self.look)  # whoever asked for it
        else:
            self.look()

    # --- mixing --------------------------------------------------------------------------

    def mix(self, said: MixIn | OpenSeed, player: str, answer: Answer) -> None:
        """A player's hash for the list, or the seed behind it."""
        asked: TableStep
        if isinstance(said, OpenSeed):
            asked = Opened(said.sabot, player, said.seed)
        else:
            asked = Mix(said.sabot, player, bytes.fromhex(said.hash))

        def done(refusal: Refusal | None) -> None:
            if refusal is None and isinstance(asked, Mix):
                self.used.add(asked.hash)
            answer(refusal)

        self.ask(asked, done)

    # --- betting -------------------------------------------------------------------------

    def check_open(self, received: int) -> int:
        """The coup on which may be bet what came in at this moment."""
        view = self.view
        if view.stage is Stage.BETTING and view.until is not None:
            # What came in time may be heard late, by a socket that had to wait for its welcome.
            if received >= view.until or self._closing == view.coup:
                raise TooLate(coup=view.coup, late=max(0, received - view.until))
            return view.coup
        if view.standing is Standing.CLOSED:
            raise TableClosed(table=self.table.name)
        if view.exhibition:
            raise Exhibition
        raise BettingClosed(why=f"the table is {view.stage}")

    def betting_began(self, asked: Asked) -> None:
        """Something that may bring stakes is on its way to the store; what is late brings none."""
        view, is_late = self.view, False
        if view.stage is Stage.BETTING and not isinstance(asked.step, ConfirmDraft):
            is_late = asked.received >= (view.until or 0) or self._closing == view.coup
        if not is_late:
            self._betting.add(id(asked))

    def betting_ended(self, asked: Asked) -> None:
        self._end(id(asked))

    def _end(self, which: int) -> None:
        self._betting.discard(which)
        if not self._betting:
            asyncio.get_running_loop().call_soon(self.look)

    def staked(self) -> None:
        """Somebody's bet is durable: everybody is told soon."""
        if self._counting is None and self.view.stage is Stage.BETTING:
            loop = asyncio.get_running_loop()
            self._counting = loop.call_later(_COUNT_S, self._count)

    def _count(self) -> None:
        self._counting = None
        if self.view.stage is Stage.BETTING and (bets := self.totals()) != self.view.bets:
            self.ask(Count(bets), lambda _: None)

    def totals(self) -> Totals:
        """Everybody's confirmed money on the coup."""
        amounts: dict[Bet, int] = {}
        players: dict[Bet, int] = {}
        for live in self.seats.values():
            if is_staked(live.seat, self.view.coup):
                for bet, stake in live.seat.stakes.items():
                    amounts[bet] = amounts.get(bet, 0) + stake
                    players[bet] = players.get(bet, 0) + 1
        return {bet: OnBet(amounts[bet], players[bet]) for bet in Bet if bet in amounts}

    def _close(self, now: int) -> None:
        """No more bets, once all that came in time is durable; chips that lie there are bets."""
        if self.view.stage is not Stage.BETTING:
            self._begin(Close({}), self._insist)
            return
        if self._betting:
            return  # whoever ends it looks again
        if self._closing != self.view.coup:
            self._closing = self.view.coup
            self._confirming.clear()
        for live in list(self.seats.values()):
            seat = live.seat
            lies = seat.automatic and seat.draft and seat.number == self._closing
            if lies and seat.id not in self._confirming:
                self._confirm(live)
        if not self._betting:
            self._begin(Close(self.totals()), self._insist)

    def _confirm(self, live: LiveSeat) -> None:
        seat = live.seat.id

        def answer(said: bytes | Refusal) -> None:
            if isinstance(said, StoreFailed):  # again, before the betting is closed
                self._confirming.discard(seat)
                self._betting.add(seat)
                asyncio.get_running_loop().call_later(_AGAIN_S, self._end, seat)

        self._confirming.add(seat)
        live.ask(Asked(ConfirmDraft(self._closing), answer))

    # --- paying --------------------------------------------------------------------------

    def _pay(self) -> None:
        """Settle every stake; the table goes on when the last one is."""
        coup = coup_of(self.table, self.place, self.order)
        number = self.view.coup
        owed = [live for live in self.seats.values() if is_staked(live.seat, number)]
        if not owed and not self._paying:
            self._begin(Settle(), self._insist)
            return
        pay = Pay(number, self.view.sabot, self.view.fixed, coup)
        for live in owed:
            if live.seat.id not in self._paying:
                self._paying.add(live.seat.id)
                live.ask(Asked(pay, self._paid_answer(live)))

    def _paid_answer(self, live: LiveSeat) -> Callable[[bytes | Refusal], None]:
        def answer(said: bytes | Refusal) -> None:
            self._paying.discard(live.seat.id)
            if isinstance(said, StoreHalted):
                return
            if isinstance(said, Refusal):
                asyncio.get_running_loop().call_later(_AGAIN_S, self.look)
            elif not self._paying:
                self.look()

        return answer

    # --- operators -----------------------------------------------------------------------

    def stand(self, standing: Standing, note: str, answer: Answer) -> None:
        self.ask(Stand(standing, note), answer)

    def stop(self) -> None:
        """The house closes: nothing new is begun."""
        self._stopped = True
        for timer in (self._timer, self._counting):
            if timer is not None:
                timer.cancel()


class _Turn:
    """A table's step on its way to the store."""

    __slots__ = ("_answer", "_asked", "_live")

    def __init__(self, live: LiveTable, asked: TableStep, answer: Answer) -> None:
        self._live, self._asked, self._answer = live, asked, answer

    def draw(self) -> None: ...

    def make(self) -> Change | None:
        return self._live.make(self._asked, self._answer)

    def written(self, change: Change, outcome: Outcome | Refusal) -> None:
        if change.table is not None:
            self._live.written(change.table, outcome, self._answer)
