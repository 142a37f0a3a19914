"""The hash of a record has a known value and depends on every field."""

import pytest
from msgspec.structs import replace

from puntobanco.ledger.records import Posting, Record, RecordKind

BEFORE = bytes(range(32))
RECORD = Record(
    account=17,
    event=RecordKind.BET,
    at=1_800_000_000_000,
    body=b'{"type":"bet"}',
    postings=(Posting(18, 19, 500), Posting(19, 1, 25)),
    key="key-0000000000000001",
    request=bytes(32),
    seat=3,
    session=2,
    offset=7,
)
# Computed by hand from the hash before, five numbers of eight bytes (account, seat, session,
# offset, at), five lengths of four bytes, then event, key, request, body and postings.
HASH = "9afd6ab83a7b01936fd1bcaa28873cf8f3f223a14673ad716062ae4e76b88897"


def test_the_hash_of_a_record_has_the_known_value() -> None:
    assert RECORD.chained(BEFORE).hex() == HASH


@pytest.mark.parametrize(
    "other",
    [
        {"account": 18},
        {"event": RecordKind.PAID},
        {"at": RECORD.at + 1},
        {"body": b'{"type":"bed"}'},
        {"postings": RECORD.postings[:1]},
        {"postings": RECORD.postings[::-1]},
        {"key": "key-0000000000000002"},
        {"request": bytes(31) + b"1"},
        {"seat": 4},
        {"session": 3},
        {"offset": 8},
        {"session": 7, "offset": 2},
    ],
    ids=str,
)
def test_every_field_changes_the_hash(other: dict[str, object]) -> None:
    assert replace(RECORD, **other).chained(BEFORE).hex() != HASH


def test_the_hash_before_changes_the_hash() -> None:
    assert RECORD.chained(BEFORE[::-1]).hex() != HASH
