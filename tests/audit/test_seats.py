"""Records of a seat in an impossible order are found."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from puntobanco.audit.audit import Audit
from puntobanco.audit.findings import Check, Findings
from puntobanco.audit.rules import read_rules
from puntobanco.fair.sheet_hash import sheet_text
from puntobanco.ledger.records import Posting, RecordKind
from puntobanco.server.seats.floor import Floor
from puntobanco.store.backup import back_up, restore
from puntobanco.store.books import Snapshot, open_books
from puntobanco.store.interface import Role, Stored
from puntobanco.store.open import open_store
from puntobanco.store.sealing import Sealer
from tests.audit.night import SHEETS, TickingClock, play
from tests.audit.tampering import Edit, all_records, retold
from tests.seat_kinds import seat_at
from tests.store.guests import MONDAY

pytestmark = pytest.mark.anyio
Night = tuple[Snapshot, list[Stored]]


@pytest.fixture
async def night(tmp_path: Path, sealer: Sealer) -> Night:
    file = str(tmp_path / "house.db")
    store = await open_store(file, sealer)
    await play(store, ("anna",), 3)
    await store.close()
    return await read(file)


async def read(file: str) -> Night:
    books = await open_books(file)
    snapshot = await books.snapshot()
    await books.close()
    return snapshot, await all_records(file)


def first(snapshot: Snapshot, records: list[Stored], check: Check = Check.SESSIONS) -> str | None:
    """The first record at which a check fails."""
    audit = Audit(snapshot)
    for each in records:
        audit.read(each)
    results = {each.check: each.first for each in audit.finish(None).checks}
    found = results[check]
    return found.why if found else None


def place(records: list[Stored], event: RecordKind) -> int:
    return next(n for n, each in enumerate(records) if each.record.event is event)


def changed(stored: Stored, **row: object) -> Stored:
    return replace(stored, record=replace(stored.record, **row))


async def test_the_unchanged_records_pass(night: Night) -> None:
    assert first(*night) is None


async def test_a_session_must_close_before_the_next_one_opens(night: Night) -> None:
    snapshot, records = night
    del records[place(records, RecordKind.CLOSED)]
    assert first(snapshot, records) == "opened while the seat is open"


async def test_a_session_without_an_opening_is_found(night: Night) -> None:
    snapshot, records = night
    n = place(records, RecordKind.COUP)
    records[n] = changed(records[n], session=2, offset=1)
    assert first(snapshot, records) == "coup in session 2"


async def test_an_opening_in_an_earlier_session_is_found(night: Night) -> None:
    snapshot, records = night
    n = place(records, RecordKind.CLOSED) + 1
    assert records[n].record.event is RecordKind.OPENED
    records[n] = changed(records[n], session=1, offset=records[n - 1].record.offset + 1)
    assert first(snapshot, records) == "opened in session 1"


async def test_a_key_on_an_automatic_record_is_found(night: Night) -> None:
    snapshot, records = night
    n = max(n for n, each in enumerate(records) if each.record.event is RecordKind.CLOSED)
    records[n] = changed(records[n], request=b"?" * 16)
    why = "it has a key, but nobody asked for it"
    assert first(snapshot, records, Check.KEYS) == why


def other(text: str) -> str:
    return text[:-1] + ("0" if text[-1] != "0" else "1")


RETIRED: dict[str, tuple[Check, Edit, str]] = {
    "told of another table": (Check.TOLD, retold(table="x"), "it names table x"),
    "by an unknown sheet": (Check.SHEETS, retold(sheet="00"), "there is no sheet 00"),
    "with another cut": (
        Check.RETIRED,
        retold(cut=14),
        "its cut card is not where its sheet puts it",
    ),
    "with another seed": (
        Check.COMMITMENTS,
        retold(server_seed=other),
        "its seed does not open its commitment",
    ),
    "in the same epoch": (
        Check.RETIRED,
        retold(epoch=1),
        "given up by restore: epoch 1 after 1",
    ),
    "with a key": (
        Check.KEYS,
        lambda record: replace(record, request=b"?"),
        "it has a key, but nobody asked for it",
    ),
    "for money": (
        Check.POSTINGS,
        lambda record: replace(record, postings=(Posting(1, 2, 3),)),
        "its postings don't match its text",
    ),
}


@pytest.mark.parametrize("name", RETIRED)
async def test_a_wrong_retirement_of_a_commitment_is_found(
    name: str, tmp_path: Path, sealer: Sealer
) -> None:
    check, edit, why = RETIRED[name]
    snapshot, records = await restored(tmp_path, sealer, coups=1)
    assert first(snapshot, records, check) is None
    n = place(records, RecordKind.RETIRED)
    records[n] = replace(records[n], record=edit(records[n].record))
    assert first(snapshot, records, check) == why


async def test_an_unused_seat_is_retired_with_its_own_epoch(tmp_path: Path, sealer: Sealer) -> None:
    snapshot, records = await restored(tmp_path, sealer, coups=0)
    assert first(snapshot, records, Check.COMMITMENTS) is None
    n = place(records, RecordKind.RETIRED)
    records[n] = replace(records[n], record=retold(server_seed=other)(records[n].record))
    why = "its seed does not open its commitment"
    assert first(snapshot, records, Check.COMMITMENTS) == why


async def restored(directory: Path, sealer: Sealer, coups: int) -> Night:
    """A night that was restored from a backup."""
    file, copy = directory / "house.db", directory / "copy.db"
    store = await open_store(str(file), sealer)
    if coups:
        await play(store, ("anna",), coups)
    else:
        floor = Floor(store, SHEETS, TickingClock())
        person = await floor.cashier.add_person("anna", "argon2id…", Role.PLAYER)
        assert person is not None
        await seat_at(floor, await store.player_account(person.id, "EUR", MONDAY), "punto-e-banco")
    await store.close()
    back_up(file, copy)
    await restore(copy, file, sealer, 0, lambda: bytes(32), replace=True)
    return await read(str(file))


def test_a_wrong_hash_of_an_unused_sheet_is_found() -> None:
    findings = Findings()
    assert read_rules({bytes(32): sheet_text(SHEETS["punto-e-banco"])}, findings) == {}
    (broken,) = (each for each in findings.results() if each.holds is False)
    assert broken.check is Check.SHEETS
