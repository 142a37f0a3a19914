"""The cash sheet of a table: which line may be written when, and by whom.

OPENING --fill, credit, count, drop--> … --closing, countersigned--> closed

All lines except tips are countersigned by a second person; one of the two is a manager.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from puntobanco.errors import (
    CashBelowZero,
    CashNotOpen,
    CashOpen,
    CashUnsigned,
    CashZero,
    KeyReused,
    NoSuchLine,
    OtherSigner,
    Refusal,
)
from puntobanco.ledger.records import Record, RecordKind
from puntobanco.table.recording import written_at_table
from puntobanco.table.shared.shared_table import StaffActor
from puntobanco.wire.cash import (
    CashBalance,
    CashClosed,
    CashEntry,
    CashKind,
    CashLine,
    CashRecord,
    CashRow,
    CashSigned,
    Countersign,
)

_SUMS: Final = {CashKind.FILL, CashKind.CREDIT, CashKind.DROP, CashKind.TIP}
_NOT_YET: Final = 2**62  # the end of a sheet without a closing
_MOVES: Final = {CashKind.FILL, CashKind.CREDIT, CashKind.TIP}  # an empty drop box is a fact

Time = tuple[int, int]  # from a moment until another one, exclusive


class CashSheet(Struct, frozen=True):
    """A table's last cash sheet, as the records so far have left it."""

    table: str
    number: int = 0
    lines: tuple[CashLine, ...] = ()
    signed: tuple[CashSigned, ...] = ()
    by_key: dict[str, CashRecord] = {}  # the records of this sheet and of all earlier ones

    @property
    def next_offset(self) -> int:
        return len(self.lines) + len(self.signed) + 1

    @property
    def opening(self) -> CashLine | None:
        return next((each for each in self.lines if each.kind is CashKind.OPENING), None)

    @property
    def closing(self) -> CashLine | None:
        """The last count for closing, if it still counts."""
        closings = (each for each in reversed(self.lines) if each.kind is CashKind.CLOSING)
        last = next(closings, None)
        return last if last and not self.replaced_by(last) else None

    def replaced_by(self, line: CashLine) -> int:
        """The line that replaces a closing: the next closing, or the next line except tips."""
        after = [each for each in self.lines[line.line :] if each.kind is not CashKind.TIP]
        if line.kind is not CashKind.CLOSING or not after:
            return 0
        closings = (each.line for each in after if each.kind is CashKind.CLOSING)
        return next(closings, after[0].line)

    @property
    def is_open(self) -> bool:
        return self.opening is not None and self.closed is None

    @property
    def closed(self) -> CashClosed | None:
        """Who closed the sheet; None until its closing is countersigned."""
        closing = self.closing
        if closing is None:
            return None
        signed = next((each for each in self.signed if each.signs == closing.line), None)
        return CashClosed(signed.at, closing.name, signed.name) if signed else None

    def signer_of(self, line: int) -> str:
        return next((each.name for each in self.signed if each.signs == line), "")

    @property
    def time(self) -> Time | None:
        """Whose coups count: those from the opening to the closing, the end exclusive."""
        opening, closing = self.opening, self.closing
        if opening is None:
            return None
        return opening.at, closing.at + 1 if closing else _NOT_YET

    def sum_of(self, kind: CashKind) -> int:
        return sum(each.amount for each in self.lines if each.kind is kind)

    @property
    def unsigned(self) -> list[int]:
        """Lines that must be countersigned before the table closes."""
        free = {CashKind.TIP, CashKind.CLOSING}
        return [
            each.line
            for each in self.lines
            if each.kind not in free and not self.signer_of(each.line)
        ]

    def rows(self) -> tuple[CashRow, ...]:
        return tuple(
            [
                CashRow(
                    *(each.line, each.at, each.kind, each.amount, each.note, each.name),
                    *(self.signer_of(each.line), self.replaced_by(each)),
                )
                for each in self.lines
            ]
        )


def fold_cash(sheet: CashSheet, record: CashRecord) -> CashSheet:
    """Return the sheet after a record; an opening begins a new one."""
    by_key = {**sheet.by_key, record.key: record}
    if isinstance(record, CashSigned):
        return replace(sheet, signed=(*sheet.signed, record), by_key=by_key)
    if record.kind is CashKind.OPENING:
        return CashSheet(sheet.table, record.sheet, (record,), by_key=by_key)
    return replace(sheet, lines=(*sheet.lines, record), by_key=by_key)


def sheets_of(table: str, records: Iterable[CashRecord]) -> list[CashSheet]:
    """All sheets of a table, the last one at the end."""
    found = [CashSheet(table)]
    for each in records:
        after = fold_cash(found[-1], each)
        found[len(found) if after.number > found[-1].number else -1 :] = [after]
    return found


def enter(sheet: CashSheet, entry: CashEntry, by: StaffActor, now: int) -> CashLine:
    """Write a line; the same key again gives the line of then."""
    known = _written(sheet, entry, by)
    if isinstance(known, CashLine):
        return known
    kind, opens = entry.kind, entry.kind is CashKind.OPENING
    _check_kind(sheet, kind)
    if not entry.amount and kind in _MOVES:
        raise CashZero(kind=kind.value)
    so_far = sheet.sum_of(kind) if kind in _SUMS else 0
    if so_far + entry.amount < 0 or (entry.amount < 0 and not entry.note):
        raise CashBelowZero(kind=kind.value, sum=so_far)
    place = sheet.number, sheet.next_offset, len(sheet.lines) + 1
    number, offset, line = (sheet.number + 1, 1, 1) if opens else place
    return CashLine(
        *(sheet.table, number, offset, line, now, by.person, by.name, by.is_manager),
        *(entry.key, kind, entry.amount, entry.note),
    )


def _check_kind(sheet: CashSheet, kind: CashKind) -> None:
    opens = kind is CashKind.OPENING
    if opens and sheet.is_open:
        raise CashOpen(table=sheet.table)
    if not opens and kind is not CashKind.TIP and not sheet.is_open:
        raise CashNotOpen(table=sheet.table)
    if kind is CashKind.CLOSING and sheet.unsigned:
        raise CashUnsigned(lines=", ".join(map(str, sheet.unsigned)))


def refused_kinds(sheet: CashSheet) -> dict[CashKind, str]:
    """The kinds of line that can't be written now, each with the code of its refusal."""
    refused = {}
    for kind in CashKind:
        try:
            _check_kind(sheet, kind)
        except Refusal as refusal:
            refused[kind] = refusal.code
    return refused


def countersign(sheet: CashSheet, asked: Countersign, by: StaffActor, now: int) -> CashSigned:
    """Sign a line as the second person."""
    known = _written(sheet, asked, by)
    if isinstance(known, CashSigned):
        return known
    line = next((each for each in sheet.lines if each.line == asked.line), None)
    if line is None or line.kind is CashKind.TIP or sheet.signer_of(asked.line):
        raise NoSuchLine(line=asked.line)
    if line.kind is CashKind.CLOSING and line != sheet.closing:
        raise NoSuchLine(line=asked.line)
    if line.person == by.person or not (by.is_manager or line.by_manager):
        raise OtherSigner(line=asked.line, name=line.name)
    return CashSigned(
        *(sheet.table, sheet.number, sheet.next_offset, now, by.person, by.name),
        *(asked.key, asked.line),
    )


def gaps(sheets: Iterable[CashSheet], since: int, until: int) -> list[Time]:
    """The times between two moments that are on no sheet."""
    found = []
    for first, last in sorted(each.time for each in sheets if each.time):
        if since < first:
            found.append((since, min(first, until)))
        since = max(since, last)
        if since >= until:
            break
    return [*found, (since, until)] if since < until else found


def around(sheets: Sequence[CashSheet], sheet: CashSheet, now: int) -> Time:
    """From the end of the sheet before to the opening of the next one."""
    place = sheets.index(sheet)
    before, after = sheets[:place], sheets[place + 1 :]
    first = max((each.time[1] for each in before if each.time), default=0)
    return first, min((each.time[0] for each in after if each.time), default=now + 1)


def balance(sheet: CashSheet, result: int) -> CashBalance | None:
    """Compare the chips that were counted with those that should be there."""
    opening, closing = sheet.opening, sheet.closing
    if opening is None:
        return None
    fills, credits_, drop = (
        sheet.sum_of(kind) for kind in (CashKind.FILL, CashKind.CREDIT, CashKind.DROP)
    )
    expected = opening.amount + fills - credits_ - drop + result
    counted = closing.amount if closing else None
    difference = None if counted is None else counted - expected
    return CashBalance(
        *(opening.amount, fills, credits_, drop, result, expected), counted, difference
    )


def asked_of(told: CashRecord) -> CashEntry | Countersign:
    """The request that a record answers."""
    if isinstance(told, CashSigned):
        return Countersign(told.key, told.signs)
    return CashEntry(told.key, told.kind, told.amount, told.note)


def cash_record(account: int, told: CashRecord) -> Record:
    """A line or a signature as the record of its table."""
    place = told.sheet, told.offset
    key = f"cash {told.sheet}.{told.offset}"
    return written_at_table(account, RecordKind.CASH, told, asked_of(told), key, place)


def _written(sheet: CashSheet, asked: CashEntry | Countersign, by: StaffActor) -> CashRecord | None:
    """What this request has written before; refuse its key for anything else."""
    known = sheet.by_key.get(asked.key)
    if known and (asked_of(known), known.person) != (asked, by.person):
        raise KeyReused(key=asked.key)
    return known
