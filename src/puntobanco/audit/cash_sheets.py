"""Replays the cash sheets of all tables line by line."""

from typing import Final

import msgspec

from puntobanco.audit.findings import AuditedRecord, Check, Findings
from puntobanco.audit.table_writings import TableWritings
from puntobanco.errors import Refusal
from puntobanco.store.books import Snapshot
from puntobanco.store.interface import Role
from puntobanco.table.cash_sheet import (
    CashSheet,
    asked_of,
    cash_record,
    countersign,
    enter,
    fold_cash,
)
from puntobanco.table.shared.shared_table import StaffActor
from puntobanco.wire.cash import CashEntry, CashRecord

_decode: Final[msgspec.json.Decoder[CashRecord]] = msgspec.json.Decoder(CashRecord)
_WRITE: Final = {Role.CROUPIER, Role.MANAGER}


class CashAudit:
    """Checks every line and signature against the sheet as those before it have left it."""

    def __init__(self, snapshot: Snapshot, findings: Findings) -> None:
        self._roles, self._names = snapshot.people, snapshot.names
        self._specs = {row.account: row.spec for row in snapshot.tables}
        self._writings = TableWritings(_decode, cash_record, findings)
        self.read = self._writings.read

    def finish(self) -> None:
        for account, records in self._writings.by_table():
            spec = self._specs.get(account)
            sheet = CashSheet(spec.name if spec else "")
            for audited, told in records:
                if spec is None or spec.stakes != "keyed":
                    audited.miss(Check.CASH, "this table has no real chips")
                self._check(audited, told, sheet)
                sheet = fold_cash(sheet, told)

    def _check(self, audited: AuditedRecord, told: CashRecord, sheet: CashSheet) -> None:
        role, asked = self._roles.get(told.person), asked_of(told)
        audited.looks_at(Check.CASH)
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
            audited.miss(Check.CASH, f"offset {again.offset} of sheet {again.sheet} was expected")
