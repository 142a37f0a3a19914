"""Reads all records and accounts of a database, without using its store."""

from puntobanco.ledger.accounts import Account
from puntobanco.store.books import open_books
from puntobanco.store.interface import Store, Stored
from puntobanco.store.postgres import PostgresStore
from puntobanco.store.sqlite import SqliteStore
from tests.faults.memory_store import MemoryStore


async def read_contents(database: str) -> tuple[list[Stored], list[Account]]:
    """All records with their postings, in the order of the chains, and all accounts."""
    books = await open_books(database)
    try:
        snapshot = await books.snapshot()
        pages = [page for head in snapshot.heads async for page in books.chain(head)]
    finally:
        await books.close()
    found = [each for page in pages for each in page if isinstance(each, Stored)]
    return found, list(snapshot.accounts)


async def all_records(store: Store) -> list[Stored]:
    if isinstance(store, MemoryStore):
        return list(store.kept.records)
    return (await read_contents(_address(store)))[0]


async def all_accounts(store: Store) -> list[Account]:
    if isinstance(store, MemoryStore):
        return list(store.kept.accounts.values())
    return (await read_contents(_address(store)))[1]


def _address(store: Store) -> str:
    if isinstance(store, SqliteStore):
        return store._file
    assert isinstance(store, PostgresStore)
    return store._address
