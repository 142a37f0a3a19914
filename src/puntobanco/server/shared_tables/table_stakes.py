"""The stakes at a shared table: accepted until the betting closes, settled after the coup."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final, Protocol

import msgspec
from msgspec.structs import replace

from puntobanco.errors import (
    BettingClosed,
    NotNow,
    OurFault,
    Refusal,
    StoreFailed,
    StoreHalted,
)
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
    SharedCommand,
    check_draft,
    is_staked,
)
from puntobanco.table.shared.shared_table import CountStakes, Deal, Settle, TableSetup, TableStep
from puntobanco.wire.messages import NotTaken, WhyReturned
from puntobanco.wire.requests import Automatic, CashOut, Confirm, Place, Withdraw
from puntobanco.wire.stream import Holders, OnBet, Stage, Standing, TableView, Totals

_COUNT_S: Final = 0.3  # between two events with everybody's stakes
_AGAIN_S: Final = 1.0  # before a retry, after the store has failed to write something
_NOT_STORED: Final = "the bet could not be stored in time"
_NO_WITHDRAWAL: Final = "the betting on this coup is closed"
_NEVER_LATE: Final = (ConfirmDraft, CashOut, Expire)
_IN_PLAY: Final = (Stage.CLOSING, Stage.DEALING, Stage.PAYING)  # stages in which stakes are final

log = logging.getLogger("puntobanco.tables")


class TableOfStakes(Protocol):
    """What the stakes need from their table."""

    seats: dict[int, SharedSeatRunner]
    setup: TableSetup

    @property
    def betting_ends(self) -> int | None: ...
    @property
    def view(self) -> TableView: ...
    @property
    def now(self) -> int: ...
    @property
    def coup(self) -> Coup: ...
    def check_box(self, player: str) -> None: ...
    def look(self) -> None: ...
    def insist(self, step: TableStep) -> None: ...
    def ask(self, step: TableStep, answer: Callable[[Refusal | None], None]) -> None: ...


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

    def move(self, command: SharedCommand, seat: SharedSeat, received: int) -> StakeMove | None:
        """What a request does to the stakes, if anything; the store checks it once more."""
        by_person = self._table.setup.by_person
        match command:
            case Place(coup=coup, bets=bets) | Confirm(coup=coup, bets=bets):
                needs = by_person and bool(bets)  # removing chips needs no croupier
                move = StakeMove(seat.table, coup or 0, received, needs_croupier=needs)
            case ConfirmDraft(coup=coup):
                move = StakeMove(seat.table, coup, needs_croupier=by_person)
            case Withdraw():
                move = StakeMove(seat.table, seat.view.coup, received, withdraws=True)
            case Automatic() if self._is_open and _lies(seat, self._view.coup):
                move = StakeMove(seat.table, self._view.coup, received)  # decides about its chips
            case _:
                return None
        if not isinstance(command, Withdraw | Automatic):
            self._table.check_box(str(seat.account))
        self._check(move)
        return move

    @property
    def _is_open(self) -> bool:
        return self._view.stage in (Stage.BETTING, Stage.CLOSING)

    def _check(self, move: StakeMove) -> None:
        view, ends = self._view, self._table.betting_ends
        if view.stage is Stage.BETTING and ends is not None:  # a CloseBetting in the queue
            view = replace(view, until=ends if view.until is None else min(ends, view.until))
        check_move(view, move)
        is_over = view.stage is Stage.CLOSING and self._is_waited_out
        if is_over and move.received is not None:
            raise BettingClosed(why=_NO_WITHDRAWAL if move.withdraws else _NOT_STORED)

    @property
    def _is_waited_out(self) -> bool:
        return self._view.until is not None and self._table.now >= self._view.until

    def betting_began(self, runner: SharedSeatRunner, request: QueuedRequest) -> None:
        """Note a request that may move stakes; a late bet can't, so nobody waits for it."""
        late = request.received and self._is_late(request.received)
        if not late or isinstance(request.command, _NEVER_LATE):
            self._in_flight[id(request)] = runner, request

    def _is_late(self, received: int) -> bool:
        view = self._view
        return late_by(view, StakeMove(view.table, view.coup, received)) is not None

    def betting_ended(self, request: QueuedRequest, answer: bytes | Refusal) -> None:
        self._in_flight.pop(id(request), None)
        if isinstance(answer, StoreHalted):
            return
        if not self._in_flight or self._is_waited_out:
            wait = _AGAIN_S if isinstance(answer, StoreFailed | OurFault) else 0.0
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
        withdrawing = any(
            isinstance(request.command, Withdraw) for _, request in self._in_flight.values()
        )
        if withdrawing or self._settling:
            raise NotNow(step="count", phase="some stakes are being returned")
        return CountStakes(self.totals())

    def totals(self) -> Totals:
        """The confirmed stakes of all players on the current coup."""
        amounts: dict[Bet, int] = {}
        players: dict[Bet, int] = {}
        for runner in self._table.seats.values():
            if is_staked(runner.seat, self._view.coup):
                for bet, stake in runner.seat.view.stakes.items():
                    amounts[bet] = amounts.get(bet, 0) + stake
                    players[bet] = players.get(bet, 0) + 1
        return {bet: OnBet(amounts[bet], players[bet]) for bet in Bet if bet in amounts}

    def deal(self) -> bool:
        """Deal once every bet received in time is durable; return whether dealing has begun."""
        if self._view.stage is not Stage.CLOSING:  # an exhibition
            self._table.insist(TableStep(Deal({})))
            return True
        confirming = {
            runner.seat.id
            for runner, request in self._in_flight.values()
            if isinstance(request.command, ConfirmDraft)
        }
        for runner, refusal in self._drafts():
            if refusal is None and runner.seat.id not in confirming:
                runner.ask(QueuedRequest(ConfirmDraft(self._view.coup), lambda _: None))
        if self._is_waited_for() or self._give_back(self._absent, WhyReturned.ABSENT):
            return False
        if self._settling:
            return False  # also if the player has reconnected while the stakes are returned
        self._table.insist(TableStep(Deal(self.totals(), self._holders)))
        return True

    def _is_waited_for(self) -> bool:
        """Whether bets are pending.

        Once the time is over, a player's bet counts only while it is being written. Chips that are
        confirmed automatically always count: they lay on the cloth when the betting closed.
        """
        is_over = self._is_waited_out
        return any(
            not is_over or runner.is_writing or isinstance(request.command, ConfirmDraft)
            for runner, request in self._in_flight.values()
        )

    def _drafts(self) -> list[tuple[SharedSeatRunner, Refusal | None]]:
        """Seats with chips to confirm automatically; with each, why it can't be done, or None."""
        found: list[tuple[SharedSeatRunner, Refusal | None]] = []
        for runner in list(self._table.seats.values()):
            seat, coup = runner.seat, self._view.coup
            if not (seat.automatic and _lies(seat, coup)):
                continue
            try:
                self.move(ConfirmDraft(coup), seat, 0)
                check_draft(seat, runner.setting)
            except Refusal as refusal:
                found.append((runner, refusal))
            else:
                found.append((runner, None))
        return found

    def tell_not_taken(self, coup: int) -> None:
        """Tell players, before the cards are dealt, that their chips have not become bets."""
        for runner, refusal in self._drafts():
            why = refusal or BettingClosed(why="there was no time left to confirm the chips")
            message = msgspec.json.encode(NotTaken(coup, why.code, why.message))
            try:
                if runner.connection is not None:
                    runner.connection.send(message)
            except Exception:  # one broken connection must not stop the table
                log.exception("not told", extra={"table": self._view.table})

    @property
    def _holders(self) -> Holders:
        """Who holds the cards of each side; nobody, if the cards are real ones."""
        setup = self._table.setup
        return {} if setup.is_read_in else holders_of(setup.sheet, self._bettors)

    @property
    def _bettors(self) -> list[Bettor]:
        """Connected players with stakes on the coup, who can hold cards."""
        return [
            Bettor(str(runner.seat.account), runner.seat.view.stakes, runner.seat.view.since)
            for runner in self._table.seats.values()
            if is_staked(runner.seat, self._view.coup)
            and runner.connection is not None
            and runner.seat.view.is_here
        ]

    # --- left on the cloth ---------------------------------------------------------------

    @property
    def _absent(self) -> list[SharedSeatRunner]:
        """Players who are not connected, or have left."""
        everybody = self._table.seats.values()
        return [each for each in everybody if each.connection is None or not each.seat.view.is_here]

    def give_back_left(self) -> bool:
        """Return stakes left on the cloth that can't play again; return whether there are any."""
        view = self._view
        if view.stage in _IN_PLAY:
            return False
        everybody = list(self._table.seats.values())
        if view.exhibition or view.standing is not Standing.OPEN:
            return self._give_back(everybody, WhyReturned.STANDING)
        gone = [each for each in everybody if not each.seat.view.is_here]
        return self._give_back(gone, WhyReturned.ABSENT)

    def _give_back(self, seats: list[SharedSeatRunner], reason: WhyReturned) -> bool:
        owed = [runner for runner in seats if runner.seat.view.left]
        for runner in owed:
            if runner.seat.id not in self._settling:
                self._settling.add(runner.seat.id)
                runner.ask(QueuedRequest(GiveBackLeft(reason), self._paid_answer(runner)))
        return bool(owed)

    # --- settling ------------------------------------------------------------------------

    def settle(self) -> None:
        """Settle all stakes; the table continues after the last one."""
        number = self._view.coup
        owed = [runner for runner in self._table.seats.values() if is_staked(runner.seat, number)]
        if not owed and not self._settling:
            self._table.insist(TableStep(Settle()))
            return
        settled: Pay | GiveBack = GiveBack(number, WhyReturned.VOID)
        if not self._view.void:
            settled = Pay(number, self._view.sabot, self._view.fixed, self._table.coup)
        for runner in owed:
            if runner.seat.id not in self._settling:
                self._settling.add(runner.seat.id)
                runner.ask(QueuedRequest(settled, self._paid_answer(runner)))

    def _paid_answer(self, runner: SharedSeatRunner) -> Callable[[bytes | Refusal], None]:
        def answer(result: bytes | Refusal) -> None:
            self._settling.discard(runner.seat.id)
            if isinstance(result, StoreHalted):
                return
            if isinstance(result, Refusal):
                asyncio.get_running_loop().call_later(_AGAIN_S, self._table.look)
            elif not self._settling:
                self._table.look()

        return answer

    def stop(self) -> None:
        if self._counting is not None:
            self._counting.cancel()


def _lies(seat: SharedSeat, coup: int) -> bool:
    """Whether chips that are not confirmed yet lie on the cloth for this coup."""
    return bool(seat.view.draft) and seat.view.coup == coup
