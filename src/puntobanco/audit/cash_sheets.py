"""Replays the cash sheets of all tables line by line."""

from typing import Final

import msgspec

from puntobanco.audit.findings import AuditedRecord, Check, Findings
from puntobanco.errors import Refusal
from puntobanco.store.books import Snapshot
from puntobanco.store.interface import Role, Stored
from puntobanco.table.cash_sheet import (
    CashSheet,
    asked_of,
    cash_key,
    countersign,
    enter,
    fold_cash,
)
from puntobanco.table.shared.shared_table import StaffActor
from puntobanco.wire.cash import CashEntry, CashRecord

_decode: Final[msgspec.json.Decoder[CashRecord]] = msgspec.json.Decoder(CashRecord)
_WRITE: Final = {Role.CROUPIER, Role.MANAGER}


class CashAudit:
    """Collects the records first: those of several nodes are not read in their order."""

    def __init__(self, snapshot: Snapshot, findings: Findings) -> None:
        self._roles, self._names, self._findings = snapshot.people, snapshot.names, findings
        self._specs = {row.account: row.spec for row in snapshot.tables}
        self._read: dict[int, list[tuple[Stored, CashRecord]]] = {}

    def read(self, stored: Stored) -> None:
        try:
            told = _decode.decode(stored.record.body)
        except msgspec.MsgspecError as error:
            self._findings.miss(Check.TOLD, stored.id, f"can't be read: {error}")
            return
        self._read.setdefault(stored.record.account, []).append((stored, told))

    def finish(self) -> None:
        for account, records in self._read.items():
            spec = self._specs.get(account)
            sheet = CashSheet(spec.name if spec else "")
            for stored, told in sorted(records, key=lambda each: (each[1].sheet, each[1].line)):
                audited = AuditedRecord(stored, self._findings)
                if spec is None or spec.stakes != "keyed":
                    audited.miss(Check.CASH, "this table has no real chips")
                self._check(audited, told, sheet)
                sheet = fold_cash(sheet, told)

    def _check(self, audited: AuditedRecord, told: CashRecord, sheet: CashSheet) -> None:
        record, role, asked = audited.record, self._roles.get(told.person), asked_of(told)
        audited.looks_at(Check.TOLD)
        audited.looks_at(Check.CASH)
        row = record.at, record.key, record.seat, record.session, record.offset
        if row != (told.at, cash_key(told), None, told.sheet, told.line):
            audited.miss(Check.TOLD, "its text doesn't match its row")
        audited.check_asked(asked, record.account)
        audited.check_postings()
        if role not in _WRITE:
            audited.miss(Check.CASH, f"written by {told.person}, who is no croupier or manager")
        if told.name != self._names.get(told.person):
            audited.miss(Check.CASH, f"written by {told.person}, whose name is not {told.name}")
        by = StaffActor(told.person, told.name, role is Role.MANAGER)
        try:
            again = (
                enter(sheet, asked, by, told.at)
                if isinstance(asked, CashEntry)
                else countersign(sheet, asked, by, told.at)
            )
        except Refusal as refusal:
            audited.miss(Check.CASH, refusal.message)
            return
        if again != told:
            audited.miss(Check.CASH, f"line {again.line} of sheet {again.sheet} was expected")
