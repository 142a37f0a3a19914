"""What a chain of hashes can't tell by itself: which number a record has, and what is no record."""

# ruff: noqa: S608

import pytest

from puntobanco.audit.chains import Chains
from puntobanco.audit.findings import Check, Findings
from puntobanco.ledger.records import Record, RecordKind
from puntobanco.store.batch import FIRST_HASH
from puntobanco.store.interface import Store, Stored
from tests.audit.night import audit, failing, play, tamper
from tests.audit.tampering import all_records, blob

pytestmark = pytest.mark.anyio


async def test_a_record_keeps_its_number(store: Store, database: str) -> None:
    """A number is in no hash: the one after the last is the only one there is."""
    await play(store, ("anna",), 1)
    last = (await all_records(database))[-1].id
    await tamper(
        database,
        f"UPDATE record SET id = {last + 1} WHERE id = {last}",
        f"UPDATE posting SET record = {last + 1} WHERE record = {last}",
    )
    assert failing(await audit(database)) == {Check.CHAIN: last + 1}


async def test_no_node_is_below_zero(store: Store, database: str) -> None:
    await play(store, ("anna",), 1)
    last = (await all_records(database))[-1]
    there = 1 - 2**48
    chained = blob(database, last.record.chained(FIRST_HASH))
    await tamper(
        database,
        f"UPDATE record SET id = {there}, hash = {chained} WHERE id = {last.id}",
        f"UPDATE posting SET record = {there} WHERE record = {last.id}",
    )
    assert failing(await audit(database)) == {Check.CHAIN: there}


def test_what_cant_be_hashed_is_no_record() -> None:
    findings = Findings()
    record = Record(2**70, RecordKind.COUP, 0, b"{}")
    Chains(findings, None).follow(Stored(1, record, FIRST_HASH))
    (broken,) = (each for each in findings.results() if each.holds is False)
    assert broken.check is Check.CHAIN
