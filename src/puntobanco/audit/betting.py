"""Every coup of a shared table: what was staked on it, when, and what became of it."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from puntobanco.audit.findings import Check, Findings
from puntobanco.audit.rules import Rules
from puntobanco.errors import Refusal
from puntobanco.game.bets import Bet
from puntobanco.game.cards import parse_cards
from puntobanco.game.coup import deal_exactly
from puntobanco.game.settlement import check_stakes, pay
from puntobanco.store.interface import Stored
from puntobanco.wire import stream
from puntobanco.wire.messages import BetTaken, GivenBack, Paid
from puntobanco.wire.stream import OnBet, Revealed, Stage, StreamEvent, TableView

_UNDER_WAY: Final = {Stage.BETTING, Stage.DEALING, Stage.PAYING}


class When(Struct, frozen=True):
    """A record, and its time: between nodes that is all there is."""

    record: int
    at: int


class Taken(Struct, frozen=True):
    when: When
    seat: int
    stakes: dict[Bet, int]  # all of the seat's, with these


class Coup(Struct):
    view: TableView | None = None  # of the table when it was opened
    opened: When | None = None
    closed: When | None = None
    totals: dict[Bet, OnBet] = {}
    result: stream.Result | None = None
    settled: When | None = None
    restored: bool = False
    taken: list[Taken] = []
    paid: dict[int, tuple[int, Paid]] = {}
    returned: dict[int, tuple[int, GivenBack]] = {}

    @property
    def stakes(self) -> dict[int, dict[Bet, int]]:
        """By seat, as they lay in the end."""
        return {each.seat: each.stakes for each in self.taken}


class Betting:
    """A coup is looked at when it is settled; with several nodes, when all is read."""

    def __init__(
        self, rules: Mapping[str, Rules], findings: Findings, *, in_one_order: bool
    ) -> None:
        self._rules, self._findings, self._in_one_order = rules, findings, in_one_order
        self._coups: dict[tuple[str, int], Coup] = {}

    def _at(self, table: str, number: int) -> Coup:
        return self._coups.setdefault((table, number), Coup())

    def told(self, stored: Stored, event: StreamEvent, before: TableView) -> None:
        """An event of the table, and how it stood before."""
        when = When(stored.id, stored.record.at)
        match event:
            case stream.Betting():
                coup = self._at(event.table, event.coup)
                coup.view, coup.opened = before, when
            case stream.Staked():
                self._check_counted(stored.id, event)
            case stream.NoMore():
                coup = self._at(event.table, event.coup)
                coup.view = coup.view or before
                coup.closed, coup.totals = when, event.bets
            case stream.Result():
                self._at(event.table, event.coup).result = event
            case stream.Settled():
                self._at(event.table, event.coup).settled = when
                self._over(event.table, event.coup)
            case Revealed(ended="restored") if before.stage in _UNDER_WAY:
                self._at(event.table, before.coup).restored = True
                self._over(event.table, before.coup)
            case _:
                pass

    def bet(self, stored: Stored, seat: int, told: BetTaken) -> None:
        when = When(stored.id, stored.record.at)
        self._at(told.table, told.number).taken.append(Taken(when, seat, told.stakes))

    def paid(self, stored: Stored, seat: int, told: Paid) -> None:
        self._at(told.table, told.number).paid[seat] = stored.id, told

    def returned(self, stored: Stored, seat: int, told: GivenBack) -> None:
        self._at(told.table, told.number).returned[seat] = stored.id, told

    def finish(self) -> None:
        for coup in self._coups.values():
            self._check(coup)

    def _over(self, table: str, number: int) -> None:
        if self._in_one_order:
            self._check(self._coups.pop((table, number)))

    def _check_counted(self, record: int, event: stream.Staked) -> None:
        """Told now and then: no more than had been staked by then."""
        if not self._in_one_order:
            return
        lay = _add_up(self._at(event.table, event.coup).stakes)
        for bet, on in event.bets.items():
            most = lay.get(bet, OnBet(0, 0))
            if on.amount > most.amount or on.players > most.players:
                self._findings.miss(Check.BETTING, record, f"{bet}: it tells more than lay there")

    def _check(self, coup: Coup) -> None:
        rules = self._rules.get(coup.view.sheet) if coup.view else None
        stakes = coup.stakes
        for each in coup.taken:
            self._check_taken(coup, each, rules)
        if coup.closed is not None and _add_up(stakes) != coup.totals:
            why = "what lay when the betting closed is not what was staked"
            self._findings.miss(Check.BETTING, coup.closed.record, why)
        for seat, (record, paid) in coup.paid.items():
            self._check_paid(record, coup, paid, stakes.get(seat, {}), rules)
        for record, _ in coup.returned.values():
            if not coup.restored or coup.result is not None:
                why = "stakes given back of a coup that was played"
                self._findings.miss(Check.SETTLEMENT, record, why)
        self._check_ended(coup)

    def _check_ended(self, coup: Coup) -> None:
        """Once a coup is over everybody is paid, or has the stakes back."""
        if coup.settled is None and not coup.restored:
            return
        last = coup.settled or coup.closed or coup.opened
        for seat in coup.stakes:
            if (seat in coup.paid) is (seat in coup.returned):
                why = f"seat {seat} was not paid, or twice"
                self._findings.miss(Check.SETTLEMENT, last.record if last else None, why)

    def _check_taken(self, coup: Coup, taken: Taken, rules: Rules | None) -> None:
        self._findings.looked_at[Check.BETTING] += 1
        when = taken.when
        if coup.opened is None or not self._in_turn(coup.opened, when):
            self._findings.miss(Check.BETTING, when.record, "a bet before the betting was open")
        if coup.closed is not None and not self._in_turn(when, coup.closed):
            self._findings.miss(Check.BETTING, when.record, "a bet after the betting was closed")
        if rules is None:
            return
        seats = [each.seat for each in coup.taken]
        if seats.count(taken.seat) > 1 and not rules.sheet.betting.several_confirmations:
            self._findings.miss(Check.BETTING, when.record, "confirmed more than once")
        try:
            check_stakes(rules.sheet, taken.stakes)
        except Refusal as refusal:
            self._findings.miss(Check.SETTLEMENT, when.record, refusal.message)

    def _in_turn(self, first: When, second: When) -> bool:
        if self._in_one_order:
            return first.record < second.record
        return first.at <= second.at

    def _check_paid(
        self, record: int, coup: Coup, told: Paid, stakes: Mapping[Bet, int], rules: Rules | None
    ) -> None:
        self._findings.looked_at[Check.SETTLEMENT] += 1
        result, view = coup.result, coup.view
        if result is None or view is None or rules is None:
            why = "paid for a coup nobody was told the result of"
            self._findings.miss(Check.SETTLEMENT, record, why)
            return
        at = told.house, told.sabot, told.sheet, told.fixed
        if at != (rules.sheet.name, view.sabot, view.sheet, view.fixed):
            self._findings.miss(
                Check.TOLD, record, f"it tells of sabot {told.sabot} of {told.house}"
            )
        dealt = told.cards, told.punto, told.banco, told.outcome, told.decisions
        if dealt != (
            *(result.cards, result.punto, result.banco),
            *(result.outcome, result.decisions),
        ):
            why = f"the table told {result.cards}, it tells {told.cards}"
            self._findings.miss(Check.CARDS, record, why)
        try:
            settled = pay(
                rules.sheet, deal_exactly(rules.sheet.rule, parse_cards(result.cards)), stakes
            )
        except Refusal as refusal:
            self._findings.miss(Check.SETTLEMENT, record, refusal.message)
            return
        staked = sum(stakes.values())
        if (settled.payments, staked, settled.total) != (told.bets, told.staked, told.returned):
            self._findings.miss(
                Check.SETTLEMENT,
                record,
                f"{staked} staked return {settled.total},"
                f" it tells {told.returned} for {told.staked}",
            )


def _add_up(stakes: Mapping[int, Mapping[Bet, int]]) -> dict[Bet, OnBet]:
    """Everybody's money on each bet, and how many they are."""
    totals: dict[Bet, OnBet] = {}
    for one in stakes.values():
        for bet, stake in one.items():
            on = totals.get(bet, OnBet(0, 0))
            totals[bet] = OnBet(on.amount + stake, on.players + 1)
    return totals
