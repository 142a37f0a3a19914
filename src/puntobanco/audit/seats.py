"""A seat's life, followed from record to record."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from puntobanco.audit.betting import Betting
from puntobanco.audit.coups import replay, would_have_come
from puntobanco.audit.findings import Check, Findings
from puntobanco.audit.ledger import Ledger
from puntobanco.audit.life import Life, Miss, check_asked, check_posted, check_unasked
from puntobanco.audit.rules import Rules
from puntobanco.audit.stakes import Stakes, Together
from puntobanco.fair.commitment import commit
from puntobanco.game.coup import Outcome
from puntobanco.ledger.accounts import Kind
from puntobanco.ledger.records import Event, Posting, Record
from puntobanco.store.interface import Stored
from puntobanco.store.seeds import seed_mark
from puntobanco.table.seat import Phase, Seat
from puntobanco.table.steps import takes
from puntobanco.wire.messages import (
    BetTaken,
    Closed,
    Coup,
    GivenBack,
    Held,
    Next,
    Opened,
    Paid,
    Reason,
    Retired,
    Tipped,
    ToppedUp,
    WhyRetired,
)
from puntobanco.wire.requests import Carte, CashOut, Open, TopUp

Said = Opened | ToppedUp | Coup | Closed | Retired | Together

_DECODERS: Final[Mapping[Event, "msgspec.json.Decoder[Said]"]] = {
    Event.OPENED: msgspec.json.Decoder(Opened),
    Event.TOPPED_UP: msgspec.json.Decoder(ToppedUp),
    Event.COUP: msgspec.json.Decoder(Coup),
    Event.CLOSED: msgspec.json.Decoder(Closed),
    Event.RETIRED: msgspec.json.Decoder(Retired),
    Event.BET: msgspec.json.Decoder(BetTaken),
    Event.PAID: msgspec.json.Decoder(Paid),
    Event.RETURNED: msgspec.json.Decoder(GivenBack),
    Event.HELD: msgspec.json.Decoder(Held),
    Event.TIPPED: msgspec.json.Decoder(Tipped),
}
_EVEN_WHEN_FREE: Final = {Event.RETIRED, Event.PAID, Event.RETURNED}


class Seats:
    def __init__(
        self,
        seats: Iterable[Seat],
        rules: Mapping[str, Rules],
        ledger: Ledger,
        betting: Betting,
        findings: Findings,
    ) -> None:
        self._rules, self._ledger, self._findings = rules, ledger, findings
        self._together = Stakes(rules, ledger, betting, findings)
        self.lives = {seat.id: Life(seat) for seat in seats}
        self.coups = 0
        self.played: Counter[tuple[str, Outcome]] = Counter()
        self.given_up: Counter[tuple[str, Outcome]] = Counter()
        self.retired: Counter[tuple[str, WhyRetired]] = Counter()  # by table

    def read(self, stored: Stored) -> None:
        """Follow a record, and those that waited for it."""
        life = self.lives.get(stored.record.seat or 0)
        if life is None:
            self._findings.miss(Check.TOLD, stored.id, f"there is no seat {stored.record.seat}")
            return
        if not life.is_next(stored.record):
            life.waiting[stored.record.session, stored.record.offset] = stored
            return
        self._follow(life, stored)
        while life.waiting:
            at = life.session, life.offset
            after = life.waiting.pop((at[0], at[1] + 1), None) or life.waiting.pop(
                (at[0] + 1, 1), None
            )
            if after is None:
                return
            self._follow(life, after)

    def finish(self) -> None:
        """What still waits has no predecessor; it is looked at all the same."""
        for life in self.lives.values():
            for place in sorted(life.waiting):
                stored = life.waiting[place]
                self._findings.miss(
                    Check.SESSIONS,
                    stored.id,
                    f"event {place[1]} of session {life.seat.id}.{place[0]} comes after"
                    f" event {life.offset} of session {life.seat.id}.{life.session}",
                )
                self._follow(life, stored)

    def _follow(self, life: Life, stored: Stored) -> None:
        record = stored.record

        def miss(check: Check, why: str) -> None:
            self._findings.miss(check, stored.id, why)

        self._findings.looked_at[Check.TOLD] += 1
        life_before = life.session, life.offset
        try:
            told = _DECODERS[record.event].decode(record.body)
            self._check_row(life, record, told, miss)
            match told:
                case Coup():
                    self._coup(life, stored, told, miss)
                case Opened():
                    self._opened(life, record, told, miss)
                case ToppedUp():
                    self._topped_up(life, record, told, miss)
                case Closed():
                    self._closed(life, record, told, miss)
                case Retired():
                    self._retired(life, stored, told, miss)
                case BetTaken() | Paid() | GivenBack() | Held() | Tipped():
                    self._together.read(life, stored, told, miss)
        except (msgspec.MsgspecError, ValueError, KeyError, TypeError) as error:
            miss(Check.TOLD, f"can't be read: {type(error).__name__} {error}")
        if life_before <= (record.session, record.offset):
            life.session, life.offset = record.session, record.offset

    def _check_row(self, life: Life, record: Record, told: Said, miss: Miss) -> None:
        seat = life.seat
        told_place = told.session, told.offset, told.at, told.key
        row_place = f"{seat.id}.{record.session}", record.offset, record.at, record.key
        if told_place != row_place or record.account != seat.account:
            miss(Check.TOLD, f"it tells {told_place}, its row {row_place}")
        opening = record.event is Event.OPENED
        even_when_free = record.event in _EVEN_WHEN_FREE
        if not even_when_free and (life.phase is Phase.FREE) is not opening:
            miss(Check.SESSIONS, f"{record.event} while the seat is {life.phase}")
        if (record.session > life.session) is not opening:
            miss(Check.SESSIONS, f"{record.event} in session {record.session}")
        if life.epoch is None or record.event is Event.RETIRED or told.epoch == life.epoch:
            return
        if not seat.is_shared or told.epoch < life.epoch:
            miss(Check.NUMBERS, f"epoch {told.epoch} after {life.epoch}")
        life.epoch = told.epoch  # a restore raises it without a word, at a shared table

    def _opened(self, life: Life, record: Record, told: Opened, miss: Miss) -> None:
        seat = life.seat
        self._findings.looked_at[Check.SESSIONS] += 1
        check_asked(life, record, self._findings, Open(told.key, told.credit), miss)
        check_posted(record, _moved(seat.account, seat.credit_account, told.credit), miss)
        account = self._ledger.accounts.get(seat.account)
        named = told.house, told.table, told.currency
        if named != (seat.house, life.table, account.currency if account else None):
            miss(Check.TOLD, f"it tells of {told.table} in {told.currency}")
        if life.epoch is None:
            life.epoch = told.epoch
        self._promised(life, told.next, miss)
        life.phase, life.credit = Phase.OPEN, told.credit

    def _promised(self, life: Life, told: Next, miss: Miss) -> None:
        """The coup to come is the one that was told before."""
        if told.number != life.number:
            miss(Check.NUMBERS, f"number {told.number} comes where {life.number} should")
        if told.commitment != (life.commitment or told.commitment):
            miss(Check.COMMITMENTS, "another commitment than was given before")
        life.number, life.commitment = told.number, told.commitment

    def _topped_up(self, life: Life, record: Record, told: ToppedUp, miss: Miss) -> None:
        seat = life.seat
        check_asked(life, record, self._findings, TopUp(told.key, told.amount), miss)
        check_posted(record, _moved(seat.account, seat.credit_account, told.amount), miss)
        if told.credit != life.credit + told.amount:
            miss(Check.SESSIONS, f"{life.credit} and {told.amount} make {told.credit}")
        life.credit = told.credit

    def _closed(self, life: Life, record: Record, told: Closed, miss: Miss) -> None:
        seat = life.seat
        if told.reason is Reason.CASH_OUT:
            check_asked(life, record, self._findings, CashOut(told.key), miss)
        else:
            check_unasked(record, miss)
        check_posted(record, _moved(seat.credit_account, seat.account, told.credited), miss)
        if told.credited != life.credit:
            miss(Check.SESSIONS, f"{told.credited} credited of {life.credit}")
        life.phase, life.credit = Phase.FREE, 0

    def _coup(self, life: Life, stored: Stored, told: Coup, miss: Miss) -> None:
        record, seat = stored.record, life.seat
        self.coups += 1
        asked = Carte(told.key, {paid.bet: paid.stake for paid in told.bets}, told.seed)
        check_asked(life, record, self._findings, asked, miss)
        house = record.postings[0].payee if record.postings else 0
        if self._ledger.kind(house) is not Kind.HOUSE:
            miss(Check.POSTINGS, "it is not the house that takes the stakes")
        postings: tuple[Posting, ...] = (Posting(seat.credit_account, house, told.staked),)
        if told.returned:
            postings += (Posting(house, seat.credit_account, told.returned),)
        check_posted(record, postings, miss)
        if told.credit_before != life.credit:
            miss(Check.SESSIONS, f"the credit was {life.credit}, it tells {told.credit_before}")
        if told.credit != told.credit_before - told.staked + told.returned or told.credit < 0:
            miss(Check.SESSIONS, f"a credit of {told.credit} after {told.credit_before}")
        life.credit = told.credit
        if (told.house, told.table, told.player) != (seat.house, life.table, str(seat.account)):
            miss(Check.TOLD, f"it tells of {told.player} at {told.table}")
        mark = seed_mark(told.seed)
        if mark in life.seeds:  # the house knew it when it committed
            miss(Check.SEEDS, "the player's seed was used here before")
        life.seeds.add(mark)
        self._spend(life, told, told.number + 1, miss)
        rules = self._rules.get(told.sheet)
        if rules is None:
            miss(Check.SHEETS, f"there is no sheet {told.sheet}")
            return
        account = self._ledger.accounts.get(seat.account)
        if account is not None and not takes(rules.sheet, account.currency):
            miss(Check.SETTLEMENT, f"{account.currency} at a house that doesn't take it")
        replay(stored.id, told, rules, self._findings)
        self.played[told.sheet, told.outcome] += 1

    def _spend(self, life: Life, told: Coup | Retired, number: int, miss: Miss) -> None:
        """A number and its commitment are used up; those of the next are told."""
        self._findings.looked_at[Check.NUMBERS] += 1
        self._promised(life, Next(told.number, told.commitment), miss)
        self._check_given_up(life, told.sheet)
        if told.next.number != number:
            miss(Check.NUMBERS, f"{told.next.number} is to follow {told.number}")
        life.number, life.commitment = told.next.number, told.next.commitment
        life.epoch = told.epoch

    def _check_given_up(self, life: Life, sheet: str) -> None:
        if life.sheet_given_up is not None and life.sheet_given_up[1] == sheet:
            self._findings.miss(
                Check.RETIRED,
                life.sheet_given_up[0],
                "retired for another sheet, and it is the same",
            )
        life.sheet_given_up = None

    def _retired(self, life: Life, stored: Stored, told: Retired, miss: Miss) -> None:
        self._findings.looked_at[Check.RETIRED] += 1
        check_unasked(stored.record, miss)
        check_posted(stored.record, (), miss)
        self.retired[told.table, told.reason] += 1
        if (told.house, told.table) != (life.seat.house, life.table):
            miss(Check.TOLD, f"it tells of {told.table}")
        restored = told.reason is WhyRetired.RESTORE
        rules = self._rules.get(told.sheet)
        if rules is None:
            miss(Check.SHEETS, f"there is no sheet {told.sheet}")
        else:
            if told.cut != (rules.sheet.cards.cut or 0):
                miss(Check.RETIRED, "the cut card lies elsewhere than its sheet says")
            self.given_up[told.sheet, would_have_come(told, rules)] += 1
            seed = bytes.fromhex(told.server_seed)
            terms = rules.terms(told.table, told.of_epoch, told.number)
            if commit(seed, terms).hex() != told.commitment:
                miss(Check.COMMITMENTS, "its seed does not open its commitment")
        before = told.of_epoch if life.epoch is None else life.epoch
        if told.of_epoch != before or (told.epoch > before) is not restored:
            miss(Check.RETIRED, f"given up by {told.reason}: epoch {told.epoch} after {before}")
        self._spend(life, told, 1 if restored else told.number + 1, miss)
        if not restored:
            life.sheet_given_up = stored.id, told.sheet

    def check_last_sheets(self) -> None:
        """What was given up last for another sheet is committed to that one now."""
        for life in self.lives.values():
            self._check_given_up(life, life.seat.sheet.hex())


def _moved(payer: int, payee: int, amount: int) -> tuple[Posting, ...]:
    return (Posting(payer, payee, amount),) if amount else ()
