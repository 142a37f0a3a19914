"""Checks the accounts: their owners, their openings, and money from outside."""

from collections.abc import Iterator
from typing import Final

import msgspec

from puntobanco.audit.findings import AuditedRecord, Check, Findings
from puntobanco.audit.ledger import Ledger
from puntobanco.ledger.accounts import GRANT, MAY_OWE, Account, AccountKind
from puntobanco.ledger.records import Posting, RecordKind
from puntobanco.store.books import Snapshot
from puntobanco.store.interface import Role, Stored
from puntobanco.wire.messages import (
    COMMAND_LINE,
    OPERATORS_KEY,
    AccountNamed,
    AccountOpened,
    Moved,
)

_opened: Final = msgspec.json.Decoder(AccountOpened)
_named: Final = msgspec.json.Decoder(AccountNamed)
_moved: Final = msgspec.json.Decoder(Moved)
_OF_OPERATORS: Final = {RecordKind.DEPOSITED, RecordKind.WITHDRAWN}
_OF_TABLES: Final = {AccountKind.TIPS, AccountKind.CAGNOTTE}
_NOBODYS: Final = MAY_OWE | _OF_TABLES | {AccountKind.TABLE}


class AccountsAudit:
    def __init__(self, snapshot: Snapshot, ledger: Ledger, findings: Findings) -> None:
        self._snapshot, self._people = snapshot, snapshot.people
        self._ledger, self._findings = ledger, findings
        self._refilled: dict[int, int] = {}  # by account: the time of the last refill
        # By player's account: the record of its opening, with the role of its owner since then.
        self._opened_for: dict[int, tuple[int, AccountOpened]] = {}

    def read(self, stored: Stored) -> None:
        """Check the record of an opening, a deposit, a withdrawal, a grant or a refill."""
        audited = AuditedRecord(stored, self._findings)
        audited.looks_at(Check.TOLD)
        try:
            if stored.record.event is RecordKind.ACCOUNT_OPENED:
                self._opened(_opened.decode(stored.record.body), audited)
            elif stored.record.event is RecordKind.NAMED:
                self._named(_named.decode(stored.record.body), audited)
            else:
                self._moved(_moved.decode(stored.record.body), audited)
        except msgspec.MsgspecError as error:
            audited.miss(Check.TOLD, f"can't be read: {error}")

    def _opened(self, told: AccountOpened, audited: AuditedRecord) -> None:
        record = audited.record
        _check_row(told, audited)
        account = self._ledger.accounts.get(record.account)
        is_player = account is not None and account.kind is AccountKind.PLAYER
        if account is None or not is_player or account.id in self._opened_for:
            why = f"account {record.account} is unknown or was opened twice"
            audited.miss(Check.SEATS, why)
            return
        self._opened_for[account.id] = audited.stored.id, told
        if (account.owner, account.currency) != (told.person, told.currency):
            then, now = (told.person, told.currency), (account.owner, account.currency)
            why = f"account {account.id} was opened for {then} but belongs to {now}"
            audited.miss(Check.SEATS, why)

    def _named(self, told: AccountNamed, audited: AuditedRecord) -> None:
        """Check that a guest's account goes on as a player's; from now on it is one."""
        _check_row(told, audited)
        number, opened = self._opened_for.get(told.account, (0, None))
        if opened is None or (opened.person, opened.role) != (told.person, Role.GUEST):
            audited.miss(Check.SEATS, f"account {told.account} wasn't opened for that guest")
        elif told.role != Role.PLAYER:
            audited.miss(Check.SEATS, f"a guest has become {told.role}")
        else:
            named = msgspec.structs.replace(opened, role=told.role)
            self._opened_for[told.account] = number, named

    # --- money from outside ------------------------------------------------------------------

    def _moved(self, told: Moved, audited: AuditedRecord) -> None:
        record, kind = audited.record, self._ledger.kind
        account = self._ledger.accounts.get(record.account)
        told_key = OPERATORS_KEY + told.key if record.event in _OF_OPERATORS else told.key
        told_place = told.event, told.account, told.at, told_key, told.currency
        currency = account.currency if account else None
        row_place = record.event, record.account, record.at, record.key, currency
        if told_place != row_place or record.seat is not None or record.session or record.offset:
            audited.miss(Check.TOLD, f"its text says {told_place}, its row {row_place}")
        unset = msgspec.UNSET
        asked = msgspec.structs.replace(told, at=0, operator=unset, held=unset, rule=unset)
        if record.event is RecordKind.REFILLED:
            asked = msgspec.structs.replace(asked, amount=0)
        audited.check_asked(asked, record.account)
        outward = record.event is RecordKind.WITHDRAWN
        posting = record.postings[0] if record.postings else Posting(0, 0, 0)
        cashier = posting.payee if outward else posting.payer
        expected = (record.account, cashier) if outward else (cashier, record.account)
        if record.postings != (Posting(*expected, told.amount),) or (
            (kind(cashier), kind(record.account)) != (AccountKind.CASHIER, AccountKind.PLAYER)
        ):
            audited.miss(Check.POSTINGS, "its postings don't match its text")
        if not self._is_posted_by_operator(told, record.event):
            why = f"posted by {told.operator}, who is not an operator"
            audited.miss(Check.SEATS, why)
        if record.event not in _OF_OPERATORS and not (account and account.is_play_money):
            audited.miss(Check.POSTINGS, f"{record.event} in {told.currency}, not in play money")
        if record.event is RecordKind.GRANTED and account is not None:
            _check_grant(account, told.amount, audited)
        if record.event is RecordKind.REFILLED:
            self._check_refill(told, audited)

    def _check_refill(self, told: Moved, audited: AuditedRecord) -> None:
        """Check a refill against the rule that it names, and against the refill before."""
        rule, held = told.rule, told.held
        if isinstance(rule, msgspec.UnsetType) or isinstance(held, msgspec.UnsetType):
            audited.miss(Check.TOLD, "it doesn't tell its rule")
            return
        if not 0 <= held < rule.below or told.amount != rule.to - held:
            why = f"refilled with {told.amount} at {held}, not to {rule.to} from below {rule.below}"
            audited.miss(Check.POSTINGS, why)
        wait = rule.wait(self._refilled.get(told.account), told.at)
        if wait:
            audited.miss(Check.POSTINGS, f"refilled {wait} ms too soon")
        self._refilled[told.account] = told.at

    def _is_posted_by_operator(self, told: Moved, event: RecordKind) -> bool:
        """Whether it names an operator or the command line; a grant or a refill names nobody."""
        if event not in _OF_OPERATORS or told.operator is msgspec.UNSET:
            return event not in _OF_OPERATORS and told.operator is msgspec.UNSET
        return told.operator == COMMAND_LINE or self._people.get(told.operator) is Role.OPERATOR

    # --- owners ------------------------------------------------------------------------------

    def finish(self) -> None:
        """Report players' accounts whose opening, or whose owner's role, is not on record."""
        for number, opened in self._opened_for.values():
            role = self._people.get(opened.person)
            if role != opened.role:
                why = f"account {opened.account} was opened for a {opened.role}, now a {role}"
                self._findings.miss(Check.SEATS, number, why)
        for account in self._snapshot.accounts:
            if account.kind is AccountKind.PLAYER and account.id not in self._opened_for:
                why = f"account {account.id}: no record tells its owner"
                self._findings.miss(Check.SEATS, None, why)

    def check(self, on_seats: set[int]) -> None:
        """Check that a person has one account per currency, and credits have seats."""
        owned = set()
        for account in self._snapshot.accounts:
            self._findings.looked_at[Check.SEATS] += 1
            for why in self._wrong(account, on_seats):
                self._findings.miss(Check.SEATS, None, f"account {account.id}: {why}")
            if account.kind is AccountKind.PLAYER:
                if (account.owner, account.currency) in owned:
                    why = f"account {account.id}: its owner has another one"
                    self._findings.miss(Check.SEATS, None, why)
                owned.add((account.owner, account.currency))

    def _wrong(self, account: Account, on_seats: set[int]) -> Iterator[str]:
        tables, role = self._snapshot.tables, self._people.get(account.owner or 0)
        if (account.owner is None) is not (account.kind in _NOBODYS):
            yield "its kind and its owner don't fit"
        elif account.owner is not None and role is None:
            yield "its owner is unknown"
        elif role is not None and not _may_own(role, account):
            yield f"its owner, {role}, has no {account.currency}"
        # A house that stopped while making a table may leave the table's account, with no money.
        of_tables = {row.account for row in tables}
        if account.balance if account.kind is AccountKind.TABLE else account.id in of_tables:
            yield "wrongly used as a table's account"
        whose = self._snapshot.of_tables.get(account.id)
        if account.kind in _OF_TABLES and whose not in {row.name for row in tables}:
            yield f"there is no table {whose}"
        if (account.kind in (AccountKind.CREDIT, AccountKind.STAKES)) is not (
            account.id in on_seats
        ):
            yield f"a {account.kind} without a seat"


def _check_row(told: AccountOpened | AccountNamed, audited: AuditedRecord) -> None:
    """Check the row of a record that belongs to no seat and no request, and moves no money."""
    record = audited.record
    row = record.account, record.at, record.key, record.request, record.seat
    if (told.account, told.at, "", b"", None) != row or record.session or record.offset:
        audited.miss(Check.TOLD, "its text doesn't match its row")
    if record.postings:
        audited.miss(Check.POSTINGS, "opening an account moves no money")


def _check_grant(account: Account, amount: int, audited: AuditedRecord) -> None:
    """Check the amount of a grant, and that its key names the person."""
    if amount != GRANT:
        audited.miss(Check.POSTINGS, f"{amount} cents granted, not {GRANT}")
    if audited.record.key != f"grant-{account.owner or 0:016}":
        audited.miss(Check.SEATS, "its key names another person than the account's owner")


def _may_own(role: Role, account: Account) -> bool:
    """Guests may have play money only, and staff no account at all."""
    return role is Role.PLAYER or (role is Role.GUEST and account.is_play_money)
