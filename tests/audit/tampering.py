"""Changes records as an attacker would who has the database and can compute the chain."""

# ruff: noqa: S608
from collections.abc import Callable
from typing import Any

import msgspec

from puntobanco.ledger.records import Record
from puntobanco.store.batch import FIRST_HASH
from puntobanco.store.interface import Stored
from tests.audit.night import tamper
from tests.store_contents import read_contents

Edit = Callable[[Record], Record]


def blob(database: str, data: bytes) -> str:
    return rf"'\x{data.hex()}'" if database.startswith("postgresql:") else f"x'{data.hex()}'"


async def all_records(database: str) -> list[Stored]:
    return (await read_contents(database))[0]


def retold(**changes: object) -> Edit:
    """An edit of fields in a record's body; a change is a value or a function of the old value."""

    def edit(record: Record) -> Record:
        told: dict[str, Any] = msgspec.json.decode(record.body)
        for name, change in changes.items():
            assert name in told
            told[name] = change(told[name]) if callable(change) else change
        return msgspec.structs.replace(record, body=msgspec.json.encode(told))

    return edit


async def rewrite(database: str, which: int, edit: Edit) -> None:
    """Edit a record, and compute the chain of all later records again."""
    chain = FIRST_HASH
    statements = []
    for stored in await all_records(database):
        record = edit(stored.record) if stored.id == which else stored.record
        chain = record.chained(chain)
        seat = "NULL" if record.seat is None else record.seat
        statements.append(
            f"UPDATE record SET body = {blob(database, record.body)}, key = '{record.key}',"
            f" request = {blob(database, record.request)}, seat = {seat}, at = {record.at},"
            f" hash = {blob(database, chain)} WHERE id = {stored.id}"
        )
        statements += [
            f"UPDATE posting SET payer = {each.payer}, payee = {each.payee},"
            f" amount = {each.amount} WHERE record = {stored.id} AND n = {n}"
            for n, each in enumerate(record.postings)
        ]
    await tamper(database, *statements)
