"""The stakes at a shared table: accepted until the betting closes, settled after the coup."""

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

import msgspec
from msgspec.structs import replace

from puntobanco.errors import BettingClosed, NotNow, Refusal, StoreFailed, StoreHalted
from puntobanco.game.bets import Bet
from puntobanco.game.coup import Coup
from puntobanco.server.seats.seat_runner import QueuedRequest
from puntobanco.server.seats.shared_seat_runner import SharedSeatRunner
from puntobanco.table.seat import SharedSeat
from puntobanco.table.session import Expire
from puntobanco.table.shared.betting_window import StakeMove, check_move, late_by
from puntobanco.table.shared.card_holders import Bettor, holders_of
from puntobanco.table.shared.shared_seat import (
    ConfirmDraft,
    GiveBack,
    GiveBackLeft,
    Pay,
    SharedStep,
    check_draft,
    is_here,
    is_staked,
)
from puntobanco.table.shared.shared_table import CountStakes, Deal, Settle, TableStep
from puntobanco.table.shared.shared_table import TableSetup as Playing
from puntobanco.wire.messages import NotTaken, WhyReturned
from puntobanco.wire.requests import CashOut, Confirm, Place, Withdraw
from puntobanco.wire.stream import Holders, OnBet, Stage, Standing, TableView, Totals

_COUNT_S: Final = 0.3  # between two events with everybody's stakes
_AGAIN_S: Final = 1.0  # before a retry, after the store has failed to write something
_NEVER_LATE: Final = (ConfirmDraft, CashOut, Expire)
_IN_PLAY: Final = (Stage.CLOSING, Stage.DEALING, Stage.PAYING)  # stages in which stakes are final


class TableOfStakes(Protocol):
    """What the stakes need from their table."""

    seats: dict[int, SharedSeatRunner]
    place: Playing
    word: int | None

    @property
    def view(self) -> TableView: ...
    @property
    def now(self) -> int: ...
    @property
    def coup(self) -> Coup: ...
    def check_box(self, player: str) -> None: ...
    def look(self) -> None: ...
    def insist(self, asked: TableStep) -> None: ...
    def ask(self, asked: TableStep, answer: Callable[[Refusal | None], None]) -> None: ...


class TableStakes:
    """Keeps track of requests that move stakes until they are written."""

    def __init__(self, table: TableOfStakes) -> None:
        self._table = table
        self._in_flight: dict[int, tuple[SharedSeatRunner, QueuedRequest]] = {}
        self._settling: set[int] = set()  # seats whose stakes are being paid or returned
        self._counting: asyncio.TimerHandle | None = None

    @property
    def are_moving(self) -> bool:
        return bool(self._in_flight or self._settling)

    @property
    def _view(self) -> TableView:
        return self._table.view

    # --- betting -------------------------------------------------------------------------

    def move(self, asked: SharedStep, seat: SharedSeat, received: int) -> StakeMove | None:
        """What a request does to the stakes, if anything; the store checks it once more."""
        by_person = self._table.place.by_person
        match asked:
            case Place(coup=coup, bets=bets) | Confirm(coup=coup, bets=bets):
                needs = by_person and bool(bets)  # removing chips needs no croupier
                move = StakeMove(seat.table, coup or 0, received, needs_croupier=needs)
            case ConfirmDraft(coup=coup):
                move = StakeMove(seat.table, coup, needs_croupier=by_person)
            case Withdraw():
                move = StakeMove(seat.table, seat.view.coup, received, withdraws=True)
            case _:
                return None
        if not move.withdraws:
            self._table.check_box(str(seat.account))
        self._check(move)
        return move

    def _check(self, move: StakeMove) -> None:
        view, word = self._view, self._table.word
        if view.stage is Stage.BETTING and word is not None:
            view = replace(view, until=word)  # a CloseBetting in the queue
        elif view.stage is Stage.CLOSING and self._is_waited_out:
            view = replace(view, closed=0)
        check_move(view, move)

    @property
    def _is_waited_out(self) -> bool:
        return self._view.until is not None and self._table.now >= self._view.until

    def betting_began(self, live: SharedSeatRunner, asked: QueuedRequest) -> None:
        """Note a request that may move stakes; a late bet can't, so nobody waits for it."""
        late = asked.received and self._is_late(asked.received)
        if not late or isinstance(asked.step, _NEVER_LATE):
            self._in_flight[id(asked)] = live, asked

    def _is_late(self, received: int) -> bool:
        view = self._view
        return late_by(view, StakeMove(view.table, view.coup, received)) is not None

    def betting_ended(self, asked: QueuedRequest, answer: bytes | Refusal) -> None:
        self._in_flight.pop(id(asked), None)
        if not self._in_flight:
            wait = _AGAIN_S if isinstance(answer, StoreFailed) else 0.0
            asyncio.get_running_loop().call_later(wait, self._table.look)

    def staked(self) -> None:
        """Announce the new totals soon, after a bet has become durable."""
        if self._counting is None and self._view.stage is Stage.BETTING:
            loop = asyncio.get_running_loop()
            self._counting = loop.call_later(_COUNT_S, self._count)

    def _count(self) -> None:
        self._counting = None
        if self._view.stage is Stage.BETTING and (bets := self.totals()) != self._view.bets:
            self._table.ask(TableStep(CountStakes(bets)), self._counted)

    def _counted(self, refusal: Refusal | None) -> None:
        if isinstance(refusal, NotNow | StoreFailed):
            self.staked()  # retry soon

    def count_now(self) -> CountStakes:
        """The totals at this moment; not while stakes are being returned, as they are unsure."""
        withdrawing = any(isinstance(asked.step, Withdraw) for _, asked in self._in_flight.values())
        if withdrawing or self._settling:
            raise NotNow(step="count", phase="some stakes are being returned")
        return CountStakes(self.totals())

    def totals(self) -> Totals:
        """The confirmed stakes of all players on the current coup."""
        amounts: dict[Bet, int] = {}
        players: dict[Bet, int] = {}
        for live in self._table.seats.values():
            if is_staked(live.seat, self._view.coup):
                for bet, stake in live.seat.view.stakes.items():
                    amounts[bet] = amounts.get(bet, 0) + stake
                    players[bet] = players.get(bet, 0) + 1
        return {bet: OnBet(amounts[bet], players[bet]) for bet in Bet if bet in amounts}

    def deal(self) -> bool:
        """Deal once every bet received in time is durable; return whether dealing has begun."""
        if self._view.stage is not Stage.CLOSING:  # an exhibition
            self._table.insist(TableStep(Deal({})))
            return True
        confirming = {
            live.seat.id
            for live, asked in self._in_flight.values()
            if isinstance(asked.step, ConfirmDraft)
        }
        for live, refusal in self._drafts():
            if refusal is None and live.seat.id not in confirming:
                live.ask(QueuedRequest(ConfirmDraft(self._view.coup), lambda _: None))
        if self._is_waited_for() or self._give_back(self._absent, WhyReturned.ABSENT):
            return False
        if self._settling:
            return False  # also if the player has reconnected while the stakes are returned
        self._table.insist(TableStep(Deal(self.totals(), self._holders)))
        return True

    def _is_waited_for(self) -> bool:
        """Whether bets are pending; once the time is over, only those being written count."""
        is_over = self._is_waited_out
        return any(live.is_writing or not is_over for live, _ in self._in_flight.values())

    def _drafts(self) -> list[tuple[SharedSeatRunner, Refusal | None]]:
        """Seats whose chips are confirmed automatically, each with the refusal if they can't be."""
        found: list[tuple[SharedSeatRunner, Refusal | None]] = []
        for live in list(self._table.seats.values()):
            seat, coup = live.seat, self._view.coup
            if not (seat.automatic and seat.view.draft and seat.view.coup == coup):
                continue
            try:
                self.move(ConfirmDraft(coup), seat, 0)
                check_draft(seat, live.setting)
            except Refusal as refusal:
                found.append((live, refusal))
            else:
                found.append((live, None))
        return found

    def tell_not_taken(self, coup: int) -> None:
        """Tell players, before the cards are dealt, that their chips have not become bets."""
        for live, refusal in self._drafts():
            why = refusal or BettingClosed(why="there was no time left to confirm the chips")
            if live.connection is not None:
                told = NotTaken(coup, why.code, why.message)
                live.connection.send(msgspec.json.encode(told))

    @property
    def _holders(self) -> Holders:
        """Who holds the cards of each side; nobody, if the cards are real ones."""
        place = self._table.place
        return {} if place.is_read_in else holders_of(place.sheet, self._bettors)

    @property
    def _bettors(self) -> list[Bettor]:
        """Connected players with stakes on the coup, who can hold cards."""
        return [
            Bettor(str(live.seat.account), live.seat.view.stakes, live.seat.view.since)
            for live in self._table.seats.values()
            if is_staked(live.seat, self._view.coup)
            and live.connection is not None
            and is_here(live.seat)
        ]

    # --- left on the cloth ---------------------------------------------------------------

    @property
    def _absent(self) -> list[SharedSeatRunner]:
        """Players who are not connected, or have left."""
        everybody = self._table.seats.values()
        return [each for each in everybody if each.connection is None or not is_here(each.seat)]

    def give_back_left(self) -> bool:
        """Return stakes left on the cloth that can't play again; return whether there are any."""
        view = self._view
        if view.stage in _IN_PLAY:
            return False
        everybody = list(self._table.seats.values())
        if view.exhibition or view.standing is not Standing.OPEN:
            return self._give_back(everybody, WhyReturned.STANDING)
        gone = [each for each in everybody if not is_here(each.seat)]
        return self._give_back(gone, WhyReturned.ABSENT)

    def _give_back(self, seats: list[SharedSeatRunner], reason: WhyReturned) -> bool:
        owed = [live for live in seats if live.seat.view.left]
        for live in owed:
            if live.seat.id not in self._settling:
                self._settling.add(live.seat.id)
                live.ask(QueuedRequest(GiveBackLeft(reason), self._paid_answer(live)))
        return bool(owed)

    # --- settling ------------------------------------------------------------------------

    def settle(self) -> None:
        """Settle all stakes; the table continues after the last one."""
        number = self._view.coup
        owed = [live for live in self._table.seats.values() if is_staked(live.seat, number)]
        if not owed and not self._settling:
            self._table.insist(TableStep(Settle()))
            return
        settled: Pay | GiveBack = GiveBack(number, WhyReturned.VOID)
        if not self._view.void:
            settled = Pay(number, self._view.sabot, self._view.fixed, self._table.coup)
        for live in owed:
            if live.seat.id not in self._settling:
                self._settling.add(live.seat.id)
                live.ask(QueuedRequest(settled, self._paid_answer(live)))

    def _paid_answer(self, live: SharedSeatRunner) -> Callable[[bytes | Refusal], None]:
        def answer(said: bytes | Refusal) -> None:
            self._settling.discard(live.seat.id)
            if isinstance(said, StoreHalted):
                return
            if isinstance(said, Refusal):
                asyncio.get_running_loop().call_later(_AGAIN_S, self._table.look)
            elif not self._settling:
                self._table.look()

        return answer

    def stop(self) -> None:
        if self._counting is not None:
            self._counting.cancel()
