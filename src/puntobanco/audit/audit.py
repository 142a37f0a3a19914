"""The whole audit: checks everything in a store once more."""

from typing import Final

from msgspec import Struct

from puntobanco.audit.account_checks import AccountsAudit
from puntobanco.audit.betting import BettingAudit
from puntobanco.audit.cash_sheets import CashAudit
from puntobanco.audit.chains import Chains, Checkpoint
from puntobanco.audit.findings import Check, CheckResult, Findings
from puntobanco.audit.ledger import Ledger
from puntobanco.audit.line_replay import LineAudit
from puntobanco.audit.outcomes import Frequencies, OutcomeCounts, compare
from puntobanco.audit.private_seats import PrivateReplay
from puntobanco.audit.rules import read_rules
from puntobanco.audit.seats import SeatReplay, compare_rows
from puntobanco.audit.shared_seats import SharedReplay
from puntobanco.audit.staff import StaffAudit
from puntobanco.audit.stream_replay import StreamReplay
from puntobanco.fair.commitment import CommitmentEnding
from puntobanco.ledger.accounts import AccountKind
from puntobanco.ledger.records import RecordKind
from puntobanco.store.books import Indexes, SeatRow, Snapshot, Unread
from puntobanco.store.interface import Stored
from puntobanco.store.sealing import Sealer
from puntobanco.table.seat import PrivateSeat
from puntobanco.wire.messages import WhyRetired

_OF_ACCOUNTS: Final = {
    *(RecordKind.ACCOUNT_OPENED, RecordKind.NAMED, RecordKind.GRANTED, RecordKind.REFILLED),
    *(RecordKind.DEPOSITED, RecordKind.WITHDRAWN),
}
_OF_TABLES: Final = {RecordKind.TABLE, RecordKind.REVEALED}
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
        self._rules = rules = read_rules(snapshot.sheets, findings)
        self._counts = counts = OutcomeCounts()
        self._chains = Chains(findings, checkpoint)
        in_one_order = len(snapshot.heads) == 1
        self._ledger = Ledger(
            snapshot.accounts,
            findings,
            in_one_order=in_one_order,
            of_tables=snapshot.of_tables,
        )
        self._accounts = AccountsAudit(snapshot, self._ledger, findings)
        self._betting = betting = BettingAudit(rules, findings, in_one_order=in_one_order)
        self._seats = {row.seat.id: self._replay_of(row) for row in snapshot.seats}
        staff = StaffAudit(snapshot.people, snapshot.names, findings)
        self._tables = {
            row.account: StreamReplay(row, rules, betting, staff, counts, findings)
            for row in snapshot.tables
        }
        self._cash = CashAudit(snapshot, findings)
        names = {row.account: row.name for row in snapshot.tables}
        players = {each.id for each in snapshot.accounts if each.kind is AccountKind.PLAYER}
        self._lines = LineAudit(names, players, snapshot.people, findings)
        self._records = 0
        for row in snapshot.unread:
            self._cant_read(row)
        if sealer is None:
            findings.skip(Check.SEALED, "the sealing key isn't here")

    def _replay_of(self, row: SeatRow) -> SeatReplay:
        seat, rules, ledger, findings = row.seat, self._rules, self._ledger, self._findings
        if isinstance(seat, PrivateSeat):
            return PrivateReplay(seat, row.sealed, rules, self._counts, ledger, findings)
        return SharedReplay(seat, rules, self._betting, ledger, findings)

    def read(self, item: Stored | Unread) -> None:
        self._records += 1
        if isinstance(item, Unread):
            self._cant_read(item)
            return
        self._chains.follow(item)
        self._ledger.add(item)
        record = item.record
        if record.event in _OF_ACCOUNTS:
            self._accounts.read(item)
        elif record.event is RecordKind.CASH:
            self._cash.read(item)
        elif record.event is RecordKind.LINE:
            self._lines.read(item)
        elif record.event in _OF_TABLES:
            table = self._tables.get(record.account)
            if table is None:
                why = f"no table has account {record.account}"
                self._findings.miss(Check.TOLD, item.id, why)
            else:
                table.read(item)
        else:
            seat = self._seats.get(record.seat or 0)
            if seat is None:
                self._findings.miss(Check.TOLD, item.id, f"there is no seat {record.seat}")
            else:
                seat.read(item)

    def _cant_read(self, row: Unread) -> None:
        is_record = row.table in _UNREAD
        check = (_UNREAD | _UNREAD_ROWS).get(row.table, Check.SEATS)
        why = row.why if is_record else f"{row.table} {row.id}: {row.why}"
        self._findings.miss(check, row.id if is_record else None, why)

    def compare(self, indexes: Indexes) -> None:
        """Check the indexes: a key that an index has lost could move money twice."""
        self._findings.looked_at[Check.INDEXES] = indexes.looked_at
        for wrong in indexes.wrong:
            self._findings.miss(Check.INDEXES, None, wrong)
        if indexes.skipped:
            self._findings.skip(Check.INDEXES, indexes.skipped)

    def finish(self, repeated_key: int | None) -> Report:
        findings, snapshot, counts = self._findings, self._snapshot, self._counts
        for seat in self._seats.values():
            seat.finish(self._sealer)
        for table in self._tables.values():
            table.finish(snapshot.epoch, self._sealer)
        self._betting.finish()
        self._cash.finish()
        self._lines.finish()
        self._chains.finish()
        self._ledger.finish()
        if repeated_key is not None:
            findings.miss(Check.KEYS, repeated_key, "its account had used the key before")
        self._accounts.finish()
        self._accounts.check(compare_rows(self._seats.values(), snapshot, findings))
        played = compare(counts.played, self._rules)
        given_up = compare(counts.given_up, self._rules)
        findings.looked_at[Check.OUTCOMES] = played.coups + given_up.coups
        for what, frequencies in (("played", played), ("retired", given_up)):
            if not frequencies.is_believable:
                findings.miss(Check.OUTCOMES, None, f"{what}: p = {frequencies.p:.2g}")
        results = findings.results()
        return Report(
            all(result.holds is not False for result in results),
            self._records,
            counts.coups,
            results,
            _by_table(counts),
            given_up,
            played,
        )


def _by_table(counts: OutcomeCounts) -> tuple[RetiredAt, ...]:
    retired = counts.retired
    return tuple(
        RetiredAt(
            table,
            retired[table, WhyRetired.SHEET],
            retired[table, WhyRetired.RESTORE] + retired[table, CommitmentEnding.RESTORED],
            retired[table, CommitmentEnding.RETIRED],
            retired[table, CommitmentEnding.CLOSED],
        )
        for table in sorted({table for table, _ in retired})
    )
