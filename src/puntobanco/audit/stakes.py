"""What a seat stakes at a shared table, and what comes back."""

from collections.abc import Mapping
from typing import Final

from puntobanco.audit.betting import ENDS, Betting
from puntobanco.audit.findings import Check, Findings
from puntobanco.audit.ledger import Ledger
from puntobanco.audit.life import (
    Life,
    Miss,
    check_asked,
    check_posted,
    check_unasked,
    lies_since,
)
from puntobanco.audit.rules import Rules
from puntobanco.ledger.accounts import Kind
from puntobanco.ledger.records import Posting, Record
from puntobanco.store.interface import Stored
from puntobanco.table.seat import Phase
from puntobanco.table.shared_seat import still, without
from puntobanco.wire.messages import BetTaken, GivenBack, Held, Paid, Tipped, WhyReturned
from puntobanco.wire.requests import Confirm, Tip, Withdraw

Together = BetTaken | Paid | GivenBack | Held | Tipped
_NOWHERE: Final = 0  # in the place of an account


class Stakes:
    """The seat's own side of it; what the table says is looked at coup by coup."""

    def __init__(
        self, rules: Mapping[str, Rules], ledger: Ledger, betting: Betting, findings: Findings
    ) -> None:
        self._rules, self._ledger = rules, ledger
        self._betting, self._findings = betting, findings

    def read(self, life: Life, stored: Stored, told: Together, miss: Miss) -> None:
        if told.table != life.table or not life.seat.is_shared:
            miss(Check.TOLD, f"it tells of {told.table}")
        match told:
            case BetTaken():
                self._betting.bet(stored, life.seat.id, told)
                self._bet(life, stored.record, told, miss)
            case Paid():
                self._betting.paid(stored, life.seat.id, told)
                self._paid(life, stored.record, told, miss)
            case GivenBack():
                self._betting.returned(stored, life.seat.id, told)
                self._returned(life, stored.record, told, miss)
            case Held():
                self._betting.held(stored, life.seat.id, told)
                self._held(life, stored.record, told, miss)
            case Tipped():
                self._tipped(life, stored.record, told, miss)

    def _bet(self, life: Life, record: Record, told: BetTaken, miss: Miss) -> None:
        seat = life.seat
        if record.key:
            asked = Confirm(told.key, told.number, told.bets)
            check_asked(life, record, self._findings, asked, miss)
        else:
            check_unasked(record, miss)
        check_posted(
            record, (Posting(seat.credit_account, seat.stakes_account, told.staked),), miss
        )
        if life.stakes and life.staked_on != told.number:
            miss(Check.BETTING, f"the stakes on coup {life.staked_on} still lie there")
            life.stakes = {}
        together = dict(life.stakes)
        for bet, stake in told.bets.items():
            together[bet] = together.get(bet, 0) + stake
        if together != told.stakes or sum(told.bets.values()) != told.staked:
            miss(Check.BETTING, "what lies there is not what was confirmed")
        if told.credit != life.credit - told.staked or told.credit < 0:
            miss(Check.SESSIONS, f"a credit of {told.credit} after {life.credit}")
        life.since = lies_since(life.since if life.stakes else {}, told)
        if told.since != life.since:
            miss(Check.BETTING, "it didn't come to lie there when it tells")
        life.credit, life.stakes = told.credit, told.stakes
        life.staked_on, life.staked_in = told.number, record.session

    def _paid(self, life: Life, record: Record, told: Paid, miss: Miss) -> None:
        seat = life.seat
        # Nothing moves where all that was staked is left on the cloth.
        house = record.postings[0].payee if record.postings else _NOWHERE
        if record.postings and self._ledger.kind(house) is not Kind.HOUSE:
            miss(Check.POSTINGS, "it is not the house that takes the stakes")
        check_unasked(record, miss)
        staked = sum(life.stakes.values())
        payee = seat.account if told.to_account else seat.credit_account
        expected = (
            Posting(seat.stakes_account, house, staked - sum(told.left.values())),
            Posting(house, payee, told.returned),
            self._cagnotte(life, record, told, house, miss),
        )
        check_posted(record, tuple([each for each in expected if each.amount]), miss)
        before = staked if told.to_account else life.credit + staked
        if told.credit_before != before:
            miss(Check.SESSIONS, f"the credit was {before}, it tells {told.credit_before}")
        self._ended(life, told, miss)
        life.stakes, life.left, life.held = told.left, told.left, {}
        life.since = still(life.since, life.stakes)
        if told.left:
            life.staked_on = told.number + 1

    def _cagnotte(self, life: Life, record: Record, told: Paid, house: int, miss: Miss) -> Posting:
        """The commission, where the table keeps it apart."""
        rules = self._rules.get(told.sheet)
        kept = rules is not None and rules.sheet.table.cagnotte
        commission = sum(each.commission for each in told.bets) if kept else 0
        account = record.postings[-1].payee if record.postings else _NOWHERE
        if commission and not self._ledger.is_of_table(account, life.table, Kind.CAGNOTTE):
            miss(Check.POSTINGS, f"the commission goes elsewhere than to {life.table}'s cagnotte")
        return Posting(house, account, commission)

    def _returned(self, life: Life, record: Record, told: GivenBack, miss: Miss) -> None:
        seat = life.seat
        self._findings.looked_at[Check.SETTLEMENT] += 1
        payee = seat.account if told.to_account else seat.credit_account
        if told.reason is WhyReturned.WITHDRAWN:
            asked = Withdraw(told.key, tuple(told.stakes))
            check_asked(life, record, self._findings, asked, miss)
        else:
            check_unasked(record, miss)
        ends = told.reason in ENDS  # else what is left of it is left
        owed = life.stakes if ends else life.left
        amount = sum(told.stakes.values())
        is_owed = all(owed.get(bet) == stake for bet, stake in told.stakes.items())
        if not is_owed or (ends and told.stakes != owed) or told.returned != amount:
            staked = sum(owed.values())
            miss(Check.SETTLEMENT, f"{staked} were staked, {told.returned} are given back")
        check_posted(record, (Posting(seat.stakes_account, payee, amount),), miss)
        self._ended(life, told, miss)
        life.stakes, life.left = without(life.stakes, told.stakes), without(life.left, told.stakes)
        life.since, life.held = still(life.since, life.stakes), {}

    def _ended(self, life: Life, told: Paid | GivenBack, miss: Miss) -> None:
        """To the credit, if the session is open that staked them."""
        if not life.stakes or told.number != life.staked_on:
            miss(Check.SETTLEMENT, f"nothing lay on coup {told.number}")
        is_here = life.phase is Phase.OPEN and life.session == life.staked_in
        of_session = f"{life.seat.id}.{life.staked_in}"
        if (told.to_account, told.of_session) != (not is_here, of_session):
            miss(Check.SETTLEMENT, f"it ends stakes of session {told.of_session}")
        credit = life.credit + (0 if told.to_account else told.returned)
        if told.credit != credit:
            miss(Check.SESSIONS, f"a credit of {told.credit}, and it should be {credit}")
        life.credit = told.credit

    def _held(self, life: Life, record: Record, told: Held, miss: Miss) -> None:
        check_unasked(record, miss)
        check_posted(record, (), miss)
        if not life.stakes or told.number != life.staked_on:
            miss(Check.CARDS, f"cards of coup {told.number} in the hand of somebody without stakes")
        life.held = {**life.held, told.side: told.cards}

    def _tipped(self, life: Life, record: Record, told: Tipped, miss: Miss) -> None:
        check_asked(life, record, self._findings, Tip(told.key, told.amount), miss)
        tips = record.postings[0].payee if record.postings else _NOWHERE
        check_posted(record, (Posting(life.seat.credit_account, tips, told.amount),), miss)
        if not self._ledger.is_of_table(tips, life.table, Kind.TIPS):
            miss(Check.POSTINGS, f"it goes elsewhere than to {life.table}'s croupiers")
        if told.credit != life.credit - told.amount or told.credit < 0:
            miss(Check.SESSIONS, f"a credit of {told.credit} after {life.credit}")
        life.credit = told.credit
