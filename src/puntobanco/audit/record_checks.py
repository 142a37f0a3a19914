"""What every record of a seat must hold: the postings it tells, and the key it was asked under."""

from collections.abc import Callable

from puntobanco.audit.findings import Check, Findings
from puntobanco.ledger.records import Posting, Record
from puntobanco.table.recorded import Keyed, request_hash

Miss = Callable[[Check, str], None]


def check_posted(record: Record, postings: tuple[Posting, ...], miss: Miss) -> None:
    if record.postings != postings:
        miss(Check.POSTINGS, "its postings are not what it tells")


def check_asked(record: Record, asked: Keyed, findings: Findings, miss: Miss) -> None:
    findings.looked_at[Check.KEYS] += 1
    if record.request != request_hash(asked, record.seat or 0) or not record.key:
        miss(Check.KEYS, "the key stands for something else than was asked")


def check_unasked(record: Record, miss: Miss) -> None:
    if record.key or record.request:
        miss(Check.KEYS, "nobody asked for it, and still there is a key")
