"""What a seat stakes at a shared table, and what comes back."""

from puntobanco.audit.betting import Betting
from puntobanco.audit.findings import Check, Findings
from puntobanco.audit.ledger import Ledger
from puntobanco.audit.life import Life, Miss, check_asked, check_posted, check_unasked
from puntobanco.game.bets import Bet
from puntobanco.ledger.accounts import Kind
from puntobanco.ledger.records import Posting, Record
from puntobanco.store.interface import Stored
from puntobanco.table.seat import Phase
from puntobanco.wire.messages import BetTaken, GivenBack, Paid
from puntobanco.wire.requests import Confirm


class Stakes:
    """The seat's own side of it; what the table says is looked at coup by coup."""

    def __init__(self, ledger: Ledger, betting: Betting, findings: Findings) -> None:
        self._ledger, self._betting, self._findings = ledger, betting, findings

    def read(
        self, life: Life, stored: Stored, told: BetTaken | Paid | GivenBack, miss: Miss
    ) -> None:
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
        life.credit, life.stakes = told.credit, told.stakes
        life.staked_on, life.staked_in = told.number, record.session

    def _paid(self, life: Life, record: Record, told: Paid, miss: Miss) -> None:
        seat = life.seat
        house = record.postings[0].payee if record.postings else 0
        if self._ledger.kind(house) is not Kind.HOUSE:
            miss(Check.POSTINGS, "it is not the house that takes the stakes")
        staked = sum(life.stakes.values())
        postings: tuple[Posting, ...] = (Posting(seat.stakes_account, house, staked),)
        if told.returned:
            payee = seat.account if told.to_account else seat.credit_account
            postings += (Posting(house, payee, told.returned),)
        before = staked if told.to_account else life.credit + staked
        if told.credit_before != before:
            miss(Check.SESSIONS, f"the credit was {before}, it tells {told.credit_before}")
        self._ended(life, record, told, postings, miss)

    def _returned(self, life: Life, record: Record, told: GivenBack, miss: Miss) -> None:
        seat = life.seat
        self._findings.looked_at[Check.SETTLEMENT] += 1
        payee = seat.account if told.to_account else seat.credit_account
        staked = sum(life.stakes.values())
        if told.stakes != life.stakes or told.returned != staked:
            miss(Check.SETTLEMENT, f"{staked} were staked, {told.returned} are given back")
        self._ended(life, record, told, (Posting(seat.stakes_account, payee, staked),), miss)

    def _ended(
        self,
        life: Life,
        record: Record,
        told: Paid | GivenBack,
        postings: tuple[Posting, ...],
        miss: Miss,
    ) -> None:
        """The stakes are none any more: to the credit, if the session is open that staked them."""
        check_unasked(record, miss)
        check_posted(record, postings, miss)
        if not life.stakes or told.number != life.staked_on:
            miss(Check.SETTLEMENT, f"nothing lay on coup {told.number}")
        is_here = life.phase is Phase.OPEN and life.session == life.staked_in
        of_session = f"{life.seat.id}.{life.staked_in}"
        if (told.to_account, told.of_session) != (not is_here, of_session):
            miss(Check.SETTLEMENT, f"it ends stakes of session {told.of_session}")
        credit = life.credit + (0 if told.to_account else told.returned)
        if told.credit != credit:
            miss(Check.SESSIONS, f"a credit of {told.credit}, and it should be {credit}")
        nothing: dict[Bet, int] = {}
        life.credit, life.stakes = told.credit, nothing
