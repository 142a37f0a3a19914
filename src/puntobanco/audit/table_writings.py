"""Collects what staff and players wrote at tables, to check it in the order of its writing."""

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

import msgspec

from puntobanco.audit.findings import AuditedRecord, Check, Findings
from puntobanco.ledger.records import Record
from puntobanco.store.interface import Stored

Told = TypeVar("Told")


class TableWritings(Generic[Told]):
    """Collects the records first: those of several nodes are not read in their order."""

    def __init__(
        self,
        decoder: msgspec.json.Decoder[Told],
        record_of: Callable[[int, Told], Record],
        findings: Findings,
    ) -> None:
        self._decoder, self._record_of, self._findings = decoder, record_of, findings
        self._read: dict[int, list[tuple[Stored, Record, Told]]] = {}

    def read(self, stored: Stored) -> None:
        account = stored.record.account
        try:
            told = self._decoder.decode(stored.record.body)
        except msgspec.MsgspecError as error:
            self._findings.miss(Check.TOLD, stored.id, f"can't be read: {error}")
            return
        record = self._record_of(account, told)
        self._read.setdefault(account, []).append((stored, record, told))

    def by_table(self) -> Iterator[tuple[int, list[tuple[AuditedRecord, Told]]]]:
        """The records of each account in their order, checked against their rows."""
        for account, found in self._read.items():
            found.sort(key=lambda each: (each[1].session, each[1].offset))
            yield account, [(self._checked(stored, record), told) for stored, record, told in found]

    def _checked(self, stored: Stored, written: Record) -> AuditedRecord:
        audited, record = AuditedRecord(stored, self._findings), stored.record
        audited.looks_at(Check.TOLD)
        row = record.at, record.key, record.seat, record.session, record.offset
        if row != (written.at, written.key, None, written.session, written.offset):
            audited.miss(Check.TOLD, "its text doesn't match its row")
        audited.check_request(written.request)
        audited.check_postings()
        return audited
