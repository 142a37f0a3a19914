"""The whole audit: checks everything in a store once more."""

from typing import Final

import msgspec
from msgspec import Struct

from puntobanco.audit.account_owners import Owners
from puntobanco.audit.betting import BettingAudit
from puntobanco.audit.chains import Chains, Checkpoint
from puntobanco.audit.findings import Check, CheckResult, Findings
from puntobanco.audit.ledger import Ledger
from puntobanco.audit.outcomes import Frequencies, compare
from puntobanco.audit.private_seats import PrivateSeats
from puntobanco.audit.rules import read_rules
from puntobanco.audit.seats import Seats
from puntobanco.audit.staff import StaffAudit
from puntobanco.audit.stream_replay import StreamReplays
from puntobanco.fair.commitment import CommitmentEnding
from puntobanco.ledger.accounts import GRANT, Account, AccountKind
from puntobanco.ledger.records import Posting, RecordKind
from puntobanco.store.books import Indexes, Snapshot, Unread
from puntobanco.store.interface import Role, Stored
from puntobanco.store.sealing import Sealer
from puntobanco.table.recording import request_hash
from puntobanco.wire.messages import COMMAND_LINE, OPERATORS_KEY, Moved, WhyRetired

_moved: Final = msgspec.json.Decoder(Moved)
_FROM_OUTSIDE: Final = {RecordKind.GRANTED, RecordKind.DEPOSITED, RecordKind.WITHDRAWN}
_TOLD_BY_TABLES: Final = {RecordKind.TABLE, RecordKind.REVEALED}
_UNREAD: Final = {"record": Check.CHAIN, "posting": Check.POSTINGS}
_UNREAD_ROWS: Final = {"shared_table": Check.STREAMS}


class RetiredAt(Struct, frozen=True):
    """How many commitments of one table were retired, and why."""

    table: str
    by_sheet: int
    by_restore: int
    by_silence: int = 0  # sabots for which a player didn't open a seed
    by_closing: int = 0  # sabots whose table was closed before the cut card


class Report(Struct, frozen=True):
    holds: bool
    records: int
    coups: int
    checks: tuple[CheckResult, ...]
    retired: tuple[RetiredAt, ...]
    would_have_come: Frequencies  # from retired seeds and the players' open seeds
    played: Frequencies


class Audit:
    """Takes a snapshot, then every record up to its heads; `finish` gives the report."""

    def __init__(
        self,
        snapshot: Snapshot,
        checkpoint: Checkpoint | None = None,
        sealer: Sealer | None = None,
    ) -> None:
        self._snapshot, self._sealer = snapshot, sealer
        self._findings = findings = Findings()
        self._rules = read_rules(snapshot.sheets, findings)
        self._chains = Chains(findings, checkpoint)
        in_one_order = len(snapshot.heads) == 1
        self._ledger = Ledger(
            snapshot.accounts,
            findings,
            in_one_order=in_one_order,
            of_tables=snapshot.of_tables,
        )
        self._betting = BettingAudit(self._rules, findings, in_one_order=in_one_order)
        self._seats = Seats(snapshot.seats, self._rules, self._ledger, self._betting, findings)
        people = StaffAudit(snapshot.people, findings)
        self._streams = StreamReplays(snapshot.tables, self._rules, self._betting, people, findings)
        self._owners = Owners(snapshot, findings)
        self._records = 0
        for row in snapshot.unread:
            self._cant_read(row)

    def read(self, item: Stored | Unread) -> None:
        self._records += 1
        if isinstance(item, Unread):
            self._cant_read(item)
            return
        self._chains.follow(item)
        self._ledger.add(item)
        if item.record.event is RecordKind.ACCOUNT_OPENED:
            self._owners.read(item)
        elif item.record.event in _FROM_OUTSIDE:
            self._from_outside(item)
        elif item.record.event in _TOLD_BY_TABLES:
            self._streams.read(item)
        else:
            self._seats.read(item)

    def _cant_read(self, row: Unread) -> None:
        is_record = row.table in _UNREAD
        check = (_UNREAD | _UNREAD_ROWS).get(row.table, Check.SEATS)
        why = row.why if is_record else f"{row.table} {row.id}: {row.why}"
        self._findings.miss(check, row.id if is_record else None, why)

    def _from_outside(self, stored: Stored) -> None:
        """Check a deposit, a withdrawal or a grant."""
        record, findings = stored.record, self._findings
        findings.looked_at[Check.TOLD] += 1
        try:
            told = _moved.decode(record.body)
        except msgspec.MsgspecError as error:
            findings.miss(Check.TOLD, stored.id, f"can't be read: {error}")
            return
        account = self._ledger.accounts.get(record.account)
        told_key = told.key if record.event is RecordKind.GRANTED else OPERATORS_KEY + told.key
        told_place = told.event, told.account, told.at, told_key, told.currency
        currency = account.currency if account else None
        row_place = record.event, record.account, record.at, record.key, currency
        if told_place != row_place or record.seat is not None or record.session or record.offset:
            findings.miss(Check.TOLD, stored.id, f"its text says {told_place}, its row {row_place}")
        findings.looked_at[Check.KEYS] += 1
        asked = msgspec.structs.replace(told, at=0, operator=msgspec.UNSET)
        if record.request != request_hash(asked, record.account) or not record.key:
            findings.miss(Check.KEYS, stored.id, "its key was used for another request")
        outward = record.event is RecordKind.WITHDRAWN
        posting = record.postings[0] if record.postings else Posting(0, 0, 0)
        cashier = posting.payee if outward else posting.payer
        expected = (record.account, cashier) if outward else (cashier, record.account)
        if record.postings != (Posting(*expected, told.amount),) or (
            self._ledger.kind(cashier),
            self._ledger.kind(record.account),
        ) != (AccountKind.CASHIER, AccountKind.PLAYER):
            findings.miss(Check.POSTINGS, stored.id, "its postings don't match its text")
        self._check_operator(stored, told)
        if record.event is RecordKind.GRANTED and account is not None:
            self._granted(stored, account, told.amount)

    def _check_operator(self, stored: Stored, told: Moved) -> None:
        """Check that deposits and withdrawals name an operator or the command line."""
        if stored.record.event is RecordKind.GRANTED:
            fits = told.operator is msgspec.UNSET
        else:
            fits = told.operator == COMMAND_LINE or (
                told.operator is not msgspec.UNSET
                and self._snapshot.people.get(told.operator) is Role.OPERATOR
            )
        if not fits:
            why = f"posted by {told.operator}, who is not an operator"
            self._findings.miss(Check.SEATS, stored.id, why)

    def _granted(self, stored: Stored, account: Account, amount: int) -> None:
        """Check the amount and currency of a grant, and that its key names the person."""
        if amount != GRANT:
            self._findings.miss(Check.POSTINGS, stored.id, f"{amount} cents granted, not {GRANT}")
        if stored.record.key != f"grant-{account.owner or 0:016}":
            self._findings.miss(
                Check.SEATS, stored.id, "its key names another person than the account's owner"
            )
        if not account.is_play_money:
            self._findings.miss(
                Check.POSTINGS, stored.id, f"granted in {account.currency}, not in play money"
            )

    def compare(self, indexes: Indexes) -> None:
        """Check the indexes: a key that an index has lost could move money twice."""
        self._findings.looked_at[Check.INDEXES] = indexes.looked_at
        for wrong in indexes.wrong:
            self._findings.miss(Check.INDEXES, None, wrong)
        if indexes.skipped:
            self._findings.skip(Check.INDEXES, indexes.skipped)

    def finish(self, repeated_key: int | None) -> Report:
        findings, seats, streams = self._findings, self._seats.private, self._streams
        self._seats.finish()
        streams.finish(self._snapshot.epoch, self._sealer)
        self._betting.finish()
        self._chains.finish()
        self._ledger.finish()
        dealt = seats.coups + streams.coups
        findings.looked_at[Check.SETTLEMENT] += seats.coups
        findings.looked_at[Check.SEEDS] += seats.coups
        findings.looked_at[Check.CARDS] += dealt
        retired = seats.retired.total() + streams.sabots
        findings.looked_at[Check.COMMITMENTS] += seats.coups + retired
        if repeated_key is not None:
            findings.miss(Check.KEYS, repeated_key, "its account had used the key before")
        self._owners.finish()
        self._owners.check(self._seats.compare(self._snapshot))
        seats.check_sealed(self._snapshot.seats, self._sealer)
        played = compare(seats.played + streams.played, self._rules)
        given_up = compare(seats.given_up + streams.given_up, self._rules)
        findings.looked_at[Check.OUTCOMES] = played.coups + given_up.coups
        for what, frequencies in (("played", played), ("retired", given_up)):
            if not frequencies.is_believable:
                findings.miss(Check.OUTCOMES, None, f"{what}: p = {frequencies.p:.2g}")
        results = findings.results()
        return Report(
            all(result.holds is not False for result in results),
            self._records,
            dealt,
            results,
            _by_table(seats, streams),
            given_up,
            played,
        )


def _by_table(seats: PrivateSeats, streams: StreamReplays) -> tuple[RetiredAt, ...]:
    tables = sorted({table for table, _ in (*seats.retired, *streams.retired)})
    return tuple(
        RetiredAt(
            table,
            seats.retired[table, WhyRetired.SHEET],
            seats.retired[table, WhyRetired.RESTORE]
            + streams.retired[table, CommitmentEnding.RESTORED],
            streams.retired[table, CommitmentEnding.RETIRED],
            streams.retired[table, CommitmentEnding.CLOSED],
        )
        for table in tables
    )
