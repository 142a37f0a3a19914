"""Checks of a chain beyond its hashes: the records' numbers and invalid rows."""

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


async def test_a_record_with_another_number_is_found(store: Store, database: str) -> None:
    """The hash doesn't contain the number, which must be one more than the last."""
    await play(store, ("anna",), 1)
    last = (await all_records(database))[-1].id
    await tamper(
        database,
        f"UPDATE record SET id = {last + 1} WHERE id = {last}",
        f"UPDATE posting SET record = {last + 1} WHERE record = {last}",
    )
    assert failing(await audit(database)) == {Check.CHAIN: last + 1}


async def test_a_negative_node_is_found(store: Store, database: str) -> None:
    await play(store, ("anna",), 1)
    last = (await all_records(database))[-1]
    there = 1 - 2**48
    chained = blob(database, last.record.chained(FIRST_HASH))
    await tamper(
        database,
        f"UPDATE record SET id = {there}, hash = {chained} WHERE id = {last.id}",
        f"UPDATE posting SET record = {there} WHERE record = {last.id}",
    )
    is_postgres = database.startswith("postgresql:")
    lost = {} if is_postgres else {Check.INDEXES: None}  # the history doesn't have it
    assert failing(await audit(database)) == {Check.CHAIN: there} | lost


def test_a_row_that_cannot_be_hashed_is_found() -> None:
    findings = Findings()
    record = Record(2**70, RecordKind.COUP, 0, b"{}")
    Chains(findings, None).follow(Stored(1, record, FIRST_HASH))
    (broken,) = (each for each in findings.results() if each.holds is False)
    assert broken.check is Check.CHAIN
