"""The stakes at a shared table: taken until the betting closes, settled once the coup is over."""

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

import msgspec

from puntobanco.errors import (
    BettingClosed,
    Exhibition,
    NotEnoughCredit,
    NotNow,
    Refusal,
    StoreFailed,
    StoreHalted,
    TableClosed,
    TooLate,
)
from puntobanco.game.bets import Bet
from puntobanco.game.coup import Coup
from puntobanco.server.live_seat import Asked
from puntobanco.server.live_shared_seat import LiveSharedSeat
from puntobanco.table.hand import Bettor, holders_of
from puntobanco.table.session import Expire
from puntobanco.table.shared import Close, Count, Place, Settle, TableStep
from puntobanco.table.shared_seat import (
    ConfirmDraft,
    GiveBack,
    GiveBackLeft,
    Pay,
    is_here,
    is_staked,
)
from puntobanco.wire.messages import NotTaken, WhyReturned
from puntobanco.wire.requests import CashOut, Withdraw
from puntobanco.wire.stream import Holders, OnBet, Stage, Standing, TableView, Totals

_COUNT_S: Final = 0.3  # between two tellings of everybody's stakes
_AGAIN_S: Final = 1.0  # after a store that could not keep something
_NEVER_LATE: Final = (ConfirmDraft, CashOut, Expire)
_DEALT: Final = (Stage.DEALING, Stage.PAYING)  # what lies on the cloth is in play


class Table(Protocol):
    """What stakes need of the table they lie on."""

    seats: dict[int, LiveSharedSeat]
    place: Place

    @property
    def view(self) -> TableView: ...
    @property
    def now(self) -> int: ...
    @property
    def coup(self) -> Coup: ...
    def look(self) -> None: ...
    def insist(self, asked: TableStep) -> None: ...
    def ask(self, asked: TableStep, answer: Callable[[Refusal | None], None]) -> None: ...


class Stakes:
    """What is in time is the betting's, however long the disk takes over it."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._betting: set[int] = set()  # requests that may still bring stakes to the coup
        self._withdrawing: set[int] = set()  # and those that take some back
        self._said = 0, 0  # a coup, and from when on a bet on it is late: somebody has said so
        self._ended = 0  # the coup for which that holds, whoever comes or goes
        self._closing = 0  # the coup for which nothing is taken any more: its drafts become bets
        self._confirming: set[int] = set()  # seats whose draft was looked at, or will be
        self._paying: set[int] = set()
        self._voiding: tuple[int, set[int]] = 0, set()  # what was under way when a coup was voided
        self._counting: asyncio.TimerHandle | None = None

    @property
    def are_moving(self) -> bool:
        return bool(self._betting or self._paying)

    @property
    def are_closing(self) -> bool:
        """Whether the betting is over, and the last bets are still on their way.

        Whoever takes or leaves the table meanwhile, it is closed: nothing more is taken.
        """
        return self._view.stage is Stage.BETTING and self._ended == self._view.coup

    @property
    def are_called(self) -> bool:
        """Whether rien ne va plus was said, also if that still waits for its turn."""
        return self._view.stage is Stage.BETTING and self._said[0] == self._view.coup

    @property
    def _view(self) -> TableView:
        return self._table.view

    @property
    def _opened(self) -> int:
        """When the betting began, where a clock ends it."""
        seconds, until = self._table.place.sheet.times.betting_s, self._view.until
        return 0 if seconds is None or until is None else until - 1000 * seconds

    @property
    def _until(self) -> int | None:
        """From when on a bet is late: the clock says so, or a croupier has said it."""
        coup, said = self._said
        return said if coup == self._view.coup else self._view.until

    def call(self) -> None:
        """Rien ne va plus: what comes in from now on is late, however busy the table is."""
        if not self.are_called:
            behind = self._table.now + 1  # what came in this very moment is in time
            self._said = self._view.coup, min(behind, self._view.until or behind)

    def take_back_call(self) -> None:
        """It was not theirs to say."""
        self._said = 0, 0

    # --- betting -------------------------------------------------------------------------

    def check_open(self, received: int) -> int:
        """The coup on which may be bet what came in at this moment."""
        view = self._view
        if view.stage is Stage.BETTING:
            # What came in time may be heard late, by a socket that had to wait for its welcome; and
            # what came before the betting was open may be heard in it.
            until = self._until
            until = received + 1 if until is None else until
            if received >= until or self._closing == view.coup:
                raise TooLate(coup=view.coup, late=max(0, received - until))
            if received < self._opened:
                raise BettingClosed(why="it came before the betting was open")
            return view.coup
        if view.standing is Standing.CLOSED:
            raise TableClosed(table=view.table)
        if view.exhibition:
            raise Exhibition
        raise BettingClosed(why=f"the table is {view.stage}")

    def check_not_dealing(self, received: int, coup: int) -> None:
        """What was left for a coup is withdrawn from its payment on, until its betting closes."""
        view = self._view
        is_late = self._until is not None and received >= self._until
        is_closing = view.stage is Stage.BETTING and (is_late or self._closing == view.coup)
        if (view.stage in _DEALT and coup <= view.coup) or is_closing:
            raise BettingClosed(why="the cards are on their way")

    def betting_began(self, asked: Asked) -> None:
        """Something that may move stakes is on its way to the store; a late bet brings none."""
        view, is_late = self._view, False
        if isinstance(asked.step, Withdraw):
            self._withdrawing.add(id(asked))
        if view.stage is Stage.BETTING and not isinstance(asked.step, _NEVER_LATE):
            # A call that may yet be refused makes nothing late for good: that is waited for.
            until = self._until if self._ended == view.coup else view.until
            is_late = until is not None and asked.received >= until
            is_late |= self._closing == view.coup
        if not is_late:
            self._betting.add(id(asked))

    def betting_ended(self, asked: Asked) -> None:
        self._withdrawing.discard(id(asked))
        self._end(id(asked))

    def _end(self, which: int) -> None:
        self._betting.discard(which)
        if not self._betting:
            asyncio.get_running_loop().call_soon(self._table.look)

    def staked(self) -> None:
        """Somebody's bet is durable: everybody is told soon."""
        if self._counting is None and self._view.stage is Stage.BETTING:
            loop = asyncio.get_running_loop()
            self._counting = loop.call_later(_COUNT_S, self._count)

    def _count(self) -> None:
        self._counting = None
        if self._view.stage is Stage.BETTING and (bets := self.totals()) != self._view.bets:
            self._table.ask(Count(bets), self._counted)

    def _counted(self, refusal: Refusal | None) -> None:
        if isinstance(refusal, NotNow | StoreFailed):
            self.staked()  # again, in a moment

    def count_now(self) -> Count:
        """As they lie while the step is made; what is on its way back is told as neither."""
        if self._withdrawing or self._paying:
            raise NotNow(step="count", phase="betting: some are on their way back")
        return Count(self.totals())

    def totals(self) -> Totals:
        """Everybody's confirmed money on the coup."""
        amounts: dict[Bet, int] = {}
        players: dict[Bet, int] = {}
        for live in self._table.seats.values():
            if is_staked(live.seat, self._view.coup):
                for bet, stake in live.seat.view.stakes.items():
                    amounts[bet] = amounts.get(bet, 0) + stake
                    players[bet] = players.get(bet, 0) + 1
        return {bet: OnBet(amounts[bet], players[bet]) for bet in Bet if bet in amounts}

    def close(self) -> None:
        """No more bets, once all that came in time is durable; chips that lie there are bets."""
        if self._view.stage is not Stage.BETTING:
            self._table.insist(Close({}))
            return
        self.call()
        self._ended = self._view.coup
        if self._betting:
            return  # whoever ends it looks again
        if self._closing != self._view.coup:
            self._closing = self._view.coup
            self._confirming.clear()
        for live in list(self._table.seats.values()):
            seat = live.seat
            lies = seat.automatic and seat.view.draft and seat.view.coup == self._closing
            if lies and seat.id not in self._confirming:
                self._confirm(live)
        if self._betting or self._give_back(self._absent, WhyReturned.ABSENT) or self._paying:
            return  # also for what goes back to somebody who is there again meanwhile
        self._table.insist(Close(self.totals(), self._holders))

    @property
    def _holders(self) -> Holders:
        """Real cards lie in real hands: nobody here need know whose."""
        place = self._table.place
        return {} if place.is_read_in else holders_of(place.sheet, self._bettors)

    @property
    def _bettors(self) -> list[Bettor]:
        """Those with stakes on the coup who are there to take cards into their hands."""
        return [
            Bettor(str(live.seat.account), live.seat.view.stakes, live.seat.view.since)
            for live in self._table.seats.values()
            if is_staked(live.seat, self._view.coup)
            and live.connection is not None
            and is_here(live.seat)
        ]

    # --- left on the cloth ---------------------------------------------------------------

    @property
    def _absent(self) -> list[LiveSharedSeat]:
        """Whose stakes were left on the cloth, and who is not there to play on with them."""
        everybody = self._table.seats.values()
        return [each for each in everybody if each.connection is None or not is_here(each.seat)]

    def give_back_left(self) -> bool:
        """What nobody plays on with goes back at once; whether there was any."""
        view = self._view
        if view.stage in _DEALT or (self._closing == view.coup and view.stage is Stage.BETTING):
            return False
        everybody = list(self._table.seats.values())
        if view.exhibition or view.standing is not Standing.OPEN:
            return self._give_back(everybody, WhyReturned.STANDING)
        gone = [each for each in everybody if not is_here(each.seat)]
        return self._give_back(gone, WhyReturned.ABSENT)

    def _give_back(self, seats: list[LiveSharedSeat], reason: WhyReturned) -> bool:
        owed = [live for live in seats if live.seat.view.left]
        for live in owed:
            if live.seat.id not in self._paying:
                self._paying.add(live.seat.id)
                live.ask(Asked(GiveBackLeft(reason), self._paid_answer(live)))
        return bool(owed)

    def _confirm(self, live: LiveSharedSeat) -> None:
        seat, coup, laid = live.seat.id, self._closing, sum(live.seat.view.draft.values())

        def answer(said: bytes | Refusal) -> None:
            if isinstance(said, StoreFailed):  # again, before the betting is closed
                self._confirming.discard(seat)
                self._betting.add(seat)
                asyncio.get_running_loop().call_later(_AGAIN_S, self._end, seat)
            elif said == b"":  # the credit had gone elsewhere, and the chips are off the cloth
                credit = live.seat.view.credit
                _tell_not_taken(live, coup, NotEnoughCredit(staked=laid, credit=credit))
            elif isinstance(said, Refusal) and live.seat.view.draft and live.seat.view.coup == coup:
                _tell_not_taken(live, coup, said)

        self._confirming.add(seat)
        live.ask(Asked(ConfirmDraft(self._closing), answer))

    # --- settling ------------------------------------------------------------------------

    def settle(self) -> None:
        """Settle every stake; the table goes on when the last one is."""
        number = self._view.coup
        if self._view.void and self._may_still_come(number):
            return  # whoever ends it looks again
        owed = [live for live in self._table.seats.values() if is_staked(live.seat, number)]
        if not owed and not self._paying:
            self._table.insist(Settle())
            return
        settled: Pay | GiveBack = GiveBack(number, WhyReturned.VOID)
        if not self._view.void:
            settled = Pay(number, self._view.sabot, self._view.fixed, self._table.coup)
        for live in owed:
            if live.seat.id not in self._paying:
                self._paying.add(live.seat.id)
                live.ask(Asked(settled, self._paid_answer(live)))

    def _may_still_come(self, coup: int) -> bool:
        """Whether a bet is on its way to the store that was taken before the coup was void."""
        if self._voiding[0] != coup:
            self._voiding = coup, set(self._betting)
        return bool(self._voiding[1] & self._betting)

    def _paid_answer(self, live: LiveSharedSeat) -> Callable[[bytes | Refusal], None]:
        def answer(said: bytes | Refusal) -> None:
            self._paying.discard(live.seat.id)
            if isinstance(said, StoreHalted):
                return
            if isinstance(said, Refusal):
                asyncio.get_running_loop().call_later(_AGAIN_S, self._table.look)
            elif not self._paying:
                self._table.look()

        return answer

    def stop(self) -> None:
        if self._counting is not None:
            self._counting.cancel()


def _tell_not_taken(live: LiveSharedSeat, coup: int, why: Refusal) -> None:
    """Chips that were to be bets, and are none: whoever laid them is told before the cards come."""
    if live.connection is not None:
        live.connection.send(msgspec.json.encode(NotTaken(coup, why.code, why.message)))
