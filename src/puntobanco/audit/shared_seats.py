"""Replays a seat at a shared table: what it stakes must be paid or returned."""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from puntobanco.audit.betting import ENDS, BettingAudit
from puntobanco.audit.findings import AuditedRecord, Check, Findings
from puntobanco.audit.ledger import Ledger, moved
from puntobanco.audit.rules import Rules
from puntobanco.audit.seats import SeatReplay
from puntobanco.ledger.accounts import AccountKind
from puntobanco.ledger.records import Posting
from puntobanco.store.books import Snapshot
from puntobanco.table.seat import SeatPhase, SharedSeat
from puntobanco.wire.messages import (
    BetTaken,
    Event,
    GivenBack,
    Held,
    Next,
    Paid,
    Tipped,
    WhyReturned,
)
from puntobanco.wire.requests import Confirm, Tip, Withdraw
from puntobanco.wire.seat_fold import SharedView

_NOWHERE: Final = 0  # instead of an account


class SharedReplay(SeatReplay):
    """Checks the seat's own records; `BettingAudit` compares them with the table's."""

    seat: SharedSeat
    view: SharedView
    has_record_of_restore = False

    def __init__(
        self,
        seat: SharedSeat,
        rules: Mapping[str, Rules],
        betting: BettingAudit,
        ledger: Ledger,
        findings: Findings,
    ) -> None:
        super().__init__(ledger, findings)
        self.seat, self.view = seat, SharedView(0)
        self._rules, self._betting = rules, betting

    @property
    def promised(self) -> Next:
        return self.seat.next

    def check_own(self, told: Event, audited: AuditedRecord) -> None:
        stored, seat = audited.stored, self.seat
        if not isinstance(told, BetTaken | Paid | GivenBack | Held | Tipped):
            raise ValueError("an event of a private seat")
        if told.table != seat.table:
            audited.miss(Check.TOLD, f"it names table {told.table}")
        match told:
            case BetTaken():
                self._betting.bet(stored, seat.id, told)
                self._bet(told, audited)
            case Paid():
                self._betting.paid(stored, seat.id, told)
                self._paid(told, audited)
            case GivenBack():
                self._betting.returned(stored, seat.id, told)
                self._returned(told, audited)
            case Held():
                self._betting.held(stored, seat.id, told)
                self._held(told, audited)
            case Tipped():
                self._tipped(told, audited)

    def _bet(self, told: BetTaken, audited: AuditedRecord) -> None:
        seat, view = self.seat, self.view
        if audited.record.key:
            audited.check_asked(Confirm(told.key, told.number, told.bets), seat.id)
        else:
            audited.check_unasked()
        audited.check_postings(Posting(seat.credit_account, seat.stakes_account, told.staked))
        together = dict(view.stakes)
        if together and view.coup != told.number:
            audited.miss(Check.BETTING, f"the stakes on coup {view.coup} are still in play")
            together = {}
        for bet, stake in told.bets.items():
            together[bet] = together.get(bet, 0) + stake
        if together != told.stakes or sum(told.bets.values()) != told.staked:
            audited.miss(Check.BETTING, "its stakes are not what was confirmed")
        self._check_spent(told.staked, told.credit, audited)

    def _check_spent(self, amount: int, credit: int, audited: AuditedRecord) -> None:
        if credit != self.view.credit - amount or credit < 0:
            audited.miss(Check.SESSIONS, f"a credit of {credit} after {self.view.credit}")

    def _paid(self, told: Paid, audited: AuditedRecord) -> None:
        seat, view, record = self.seat, self.view, audited.record
        # There is no posting if all stakes are left on the cloth.
        house = record.postings[0].payee if record.postings else _NOWHERE
        if record.postings and self._ledger.kind(house) is not AccountKind.HOUSE:
            audited.miss(Check.POSTINGS, "its stakes don't go to the house")
        audited.check_unasked()
        staked = sum(view.stakes.values())
        payee = seat.account if told.to_account else seat.credit_account
        expected = moved(
            Posting(seat.stakes_account, house, staked - sum(told.left.values())),
            Posting(house, payee, told.returned),
            self._cagnotte(told, house, audited),
        )
        audited.check_postings(*expected)
        before = staked if told.to_account else view.credit + staked
        if told.credit_before != before:
            why = f"the credit was {before}, it says {told.credit_before}"
            audited.miss(Check.SESSIONS, why)
        self._ended(told, audited)

    def _cagnotte(self, told: Paid, house: int, audited: AuditedRecord) -> Posting:
        """The posting of the commission, if the table has a cagnotte."""
        table, postings = self.seat.table, audited.record.postings
        rules = self._rules.get(told.sheet)
        kept = rules is not None and rules.sheet.table.cagnotte
        commission = sum(each.commission for each in told.bets) if kept else 0
        account = postings[-1].payee if postings else _NOWHERE
        if commission and not self._ledger.is_of_table(account, table, AccountKind.CAGNOTTE):
            audited.miss(Check.POSTINGS, f"the commission doesn't go to {table}'s cagnotte")
        return Posting(house, account, commission)

    def _returned(self, told: GivenBack, audited: AuditedRecord) -> None:
        seat, view = self.seat, self.view
        audited.looks_at(Check.SETTLEMENT)
        if told.reason is WhyReturned.WITHDRAWN:
            audited.check_asked(Withdraw(told.key, tuple(told.stakes)), seat.id)
        else:
            audited.check_unasked()
        ends = told.reason in ENDS  # otherwise some stakes may stay on the cloth
        owed = view.stakes if ends else view.left
        amount = sum(told.stakes.values())
        is_owed = all(owed.get(bet) == stake for bet, stake in told.stakes.items())
        if not is_owed or (ends and told.stakes != owed) or told.returned != amount:
            why = f"{sum(owed.values())} were staked, {told.returned} are returned"
            audited.miss(Check.SETTLEMENT, why)
        payee = seat.account if told.to_account else seat.credit_account
        audited.check_postings(Posting(seat.stakes_account, payee, amount))
        self._ended(told, audited)

    def _ended(self, told: Paid | GivenBack, audited: AuditedRecord) -> None:
        """Check the session and credit; stakes of a closed session go to the account."""
        view = self.view
        if not view.stakes or told.number != view.coup:
            audited.miss(Check.SETTLEMENT, f"no stakes were on coup {told.number}")
        is_here = view.phase is SeatPhase.OPEN and view.session == view.staked_in
        of_session = f"{self.seat.id}.{view.staked_in}"
        if (told.to_account, told.of_session) != (not is_here, of_session):
            audited.miss(Check.SETTLEMENT, f"it returns stakes of session {told.of_session}")
        credit = view.credit + (0 if told.to_account else told.returned)
        if told.credit != credit:
            why = f"a credit of {told.credit}, but it should be {credit}"
            audited.miss(Check.SESSIONS, why)

    def _held(self, told: Held, audited: AuditedRecord) -> None:
        audited.check_unasked()
        audited.check_postings()
        if not self.view.stakes or told.number != self.view.coup:
            why = f"cards of coup {told.number} in the hand of a player without stakes"
            audited.miss(Check.CARDS, why)

    def _tipped(self, told: Tipped, audited: AuditedRecord) -> None:
        seat, postings = self.seat, audited.record.postings
        audited.check_asked(Tip(told.key, told.amount), seat.id)
        tips = postings[0].payee if postings else _NOWHERE
        audited.check_postings(Posting(seat.credit_account, tips, told.amount))
        if not self._ledger.is_of_table(tips, seat.table, AccountKind.TIPS):
            audited.miss(Check.POSTINGS, f"it doesn't go to {seat.table}'s croupiers")
        self._check_spent(told.amount, told.credit, audited)

    # --- the row -----------------------------------------------------------------------------

    def as_told(self) -> SharedView:
        told, stored = self.view, self.seat.view
        # Without stakes the row may have chips for a later coup.
        coup = told.coup if told.stakes else max(told.coup, stored.coup)
        return replace(told, epoch=stored.epoch, draft=stored.draft, coup=coup)

    def differences(self, snapshot: Snapshot) -> Iterator[str]:
        yield from super().differences(snapshot)
        seat, accounts = self.seat, self._ledger.accounts
        credit, stakes = accounts.get(seat.credit_account), accounts.get(seat.stakes_account)
        if credit is not None:
            in_play = sum(seat.view.stakes.values())
            expected = AccountKind.STAKES, in_play, credit.owner, credit.currency
            if stakes is None or expected != (
                *(stakes.kind, stakes.balance, stakes.owner, stakes.currency),
            ):
                yield "its stakes in play is not what its records say"
        if (seat.table, seat.house) not in {(row.name, row.spec.house) for row in snapshot.tables}:
            yield f"there is no table {seat.table} of {seat.house}"
