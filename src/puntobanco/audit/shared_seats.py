"""Checks a seat's stakes at a shared table, and what is returned."""

from collections.abc import Mapping
from typing import Final

from puntobanco.audit.betting import ENDS, BettingAudit
from puntobanco.audit.findings import (
    Check,
    Findings,
    Miss,
    check_asked,
    check_posted,
    check_unasked,
)
from puntobanco.audit.ledger import Ledger
from puntobanco.audit.rules import Rules
from puntobanco.ledger.accounts import AccountKind
from puntobanco.ledger.records import Posting, Record
from puntobanco.store.interface import Stored
from puntobanco.table.seat import SeatPhase, SharedSeat
from puntobanco.wire.messages import BetTaken, GivenBack, Held, Paid, Tipped, WhyReturned
from puntobanco.wire.requests import Confirm, Tip, Withdraw
from puntobanco.wire.seat_fold import SharedView

_NOWHERE: Final = 0  # instead of an account


class SharedSeats:
    """Checks the seat's own records; `BettingAudit` compares them with the table's."""

    def __init__(
        self, rules: Mapping[str, Rules], ledger: Ledger, betting: BettingAudit, findings: Findings
    ) -> None:
        self._rules, self._ledger = rules, ledger
        self._betting, self._findings = betting, findings

    def check(
        self,
        seat: SharedSeat,
        view: SharedView,
        stored: Stored,
        told: BetTaken | Paid | GivenBack | Held | Tipped,
        miss: Miss,
    ) -> None:
        record = stored.record
        if told.table != seat.table:
            miss(Check.TOLD, f"it names table {told.table}")
        match told:
            case BetTaken():
                self._betting.bet(stored, seat.id, told)
                self._bet(seat, view, record, told, miss)
            case Paid():
                self._betting.paid(stored, seat.id, told)
                self._paid(seat, view, record, told, miss)
            case GivenBack():
                self._betting.returned(stored, seat.id, told)
                self._returned(seat, view, record, told, miss)
            case Held():
                self._betting.held(stored, seat.id, told)
                check_unasked(record, miss)
                check_posted(record, (), miss)
                if not view.stakes or told.number != view.coup:
                    whose = "in the hand of a player without stakes"
                    miss(Check.CARDS, f"cards of coup {told.number} {whose}")
            case Tipped():
                self._tipped(seat, view, record, told, miss)

    def _bet(
        self, seat: SharedSeat, view: SharedView, record: Record, told: BetTaken, miss: Miss
    ) -> None:
        if record.key:
            asked = Confirm(told.key, told.number, told.bets)
            check_asked(record, asked, self._findings, miss)
        else:
            check_unasked(record, miss)
        check_posted(
            record, (Posting(seat.credit_account, seat.stakes_account, told.staked),), miss
        )
        together = dict(view.stakes)
        if together and view.coup != told.number:
            miss(Check.BETTING, f"the stakes on coup {view.coup} are still in play")
            together = {}
        for bet, stake in told.bets.items():
            together[bet] = together.get(bet, 0) + stake
        if together != told.stakes or sum(told.bets.values()) != told.staked:
            miss(Check.BETTING, "its stakes are not what was confirmed")
        if told.credit != view.credit - told.staked or told.credit < 0:
            miss(Check.SESSIONS, f"a credit of {told.credit} after {view.credit}")

    def _paid(
        self, seat: SharedSeat, view: SharedView, record: Record, told: Paid, miss: Miss
    ) -> None:
        # There is no posting if all stakes are left on the cloth.
        house = record.postings[0].payee if record.postings else _NOWHERE
        if record.postings and self._ledger.kind(house) is not AccountKind.HOUSE:
            miss(Check.POSTINGS, "its stakes don't go to the house")
        check_unasked(record, miss)
        staked = sum(view.stakes.values())
        payee = seat.account if told.to_account else seat.credit_account
        expected = (
            Posting(seat.stakes_account, house, staked - sum(told.left.values())),
            Posting(house, payee, told.returned),
            self._cagnotte(seat, record, told, house, miss),
        )
        check_posted(record, tuple([each for each in expected if each.amount]), miss)
        before = staked if told.to_account else view.credit + staked
        if told.credit_before != before:
            miss(Check.SESSIONS, f"the credit was {before}, it says {told.credit_before}")
        self._ended(seat, view, told, miss)

    def _cagnotte(
        self, seat: SharedSeat, record: Record, told: Paid, house: int, miss: Miss
    ) -> Posting:
        """The posting of the commission, if the table has a cagnotte."""
        rules = self._rules.get(told.sheet)
        kept = rules is not None and rules.sheet.table.cagnotte
        commission = sum(each.commission for each in told.bets) if kept else 0
        account = record.postings[-1].payee if record.postings else _NOWHERE
        if commission and not self._ledger.is_of_table(account, seat.table, AccountKind.CAGNOTTE):
            miss(Check.POSTINGS, f"the commission doesn't go to {seat.table}'s cagnotte")
        return Posting(house, account, commission)

    def _returned(
        self, seat: SharedSeat, view: SharedView, record: Record, told: GivenBack, miss: Miss
    ) -> None:
        self._findings.looked_at[Check.SETTLEMENT] += 1
        if told.reason is WhyReturned.WITHDRAWN:
            asked = Withdraw(told.key, tuple(told.stakes))
            check_asked(record, asked, self._findings, miss)
        else:
            check_unasked(record, miss)
        ends = told.reason in ENDS  # otherwise some stakes may stay on the cloth
        owed = view.stakes if ends else view.left
        amount = sum(told.stakes.values())
        is_owed = all(owed.get(bet) == stake for bet, stake in told.stakes.items())
        if not is_owed or (ends and told.stakes != owed) or told.returned != amount:
            staked = sum(owed.values())
            miss(Check.SETTLEMENT, f"{staked} were staked, {told.returned} are returned")
        payee = seat.account if told.to_account else seat.credit_account
        check_posted(record, (Posting(seat.stakes_account, payee, amount),), miss)
        self._ended(seat, view, told, miss)

    def _ended(
        self, seat: SharedSeat, view: SharedView, told: Paid | GivenBack, miss: Miss
    ) -> None:
        """Check the session and credit; stakes of a closed session go to the account."""
        if not view.stakes or told.number != view.coup:
            miss(Check.SETTLEMENT, f"no stakes were on coup {told.number}")
        is_here = view.phase is SeatPhase.OPEN and view.session == view.staked_in
        of_session = f"{seat.id}.{view.staked_in}"
        if (told.to_account, told.of_session) != (not is_here, of_session):
            miss(Check.SETTLEMENT, f"it returns stakes of session {told.of_session}")
        credit = view.credit + (0 if told.to_account else told.returned)
        if told.credit != credit:
            miss(Check.SESSIONS, f"a credit of {told.credit}, but it should be {credit}")

    def _tipped(
        self, seat: SharedSeat, view: SharedView, record: Record, told: Tipped, miss: Miss
    ) -> None:
        check_asked(record, Tip(told.key, told.amount), self._findings, miss)
        tips = record.postings[0].payee if record.postings else _NOWHERE
        check_posted(record, (Posting(seat.credit_account, tips, told.amount),), miss)
        if not self._ledger.is_of_table(tips, seat.table, AccountKind.TIPS):
            miss(Check.POSTINGS, f"it doesn't go to {seat.table}'s croupiers")
        if told.credit != view.credit - told.amount or told.credit < 0:
            miss(Check.SESSIONS, f"a credit of {told.credit} after {view.credit}")
