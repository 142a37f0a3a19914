"""The store an address names."""

import contextlib
import os

from puntobanco.errors import Refusal, StoreUnreachable
from puntobanco.store.batch import Node
from puntobanco.store.interface import NOT_AN_ADDRESS
from puntobanco.store.renewal import RenewableStore
from puntobanco.store.sealing import Sealer


async def open_store(
    database: str, sealer: Sealer, node: Node = Node.SERVER, *, may_migrate: bool = True
) -> RenewableStore:
    """A server's address, or a file, which has one chain whoever writes; made if missing."""
    # Each is loaded only where it is used.
    if database.startswith(("postgresql://", "postgres://")):
        from puntobanco.store.postgres import PostgresStore

        try:
            return await PostgresStore.open(database, sealer, node, may_migrate=may_migrate)
        except ValueError as error:  # its words may hold the password, or a part of it
            if isinstance(error, Refusal):
                raise
            raise StoreUnreachable(why=NOT_AN_ADDRESS) from None
    if "://" in database:
        raise StoreUnreachable(why=NOT_AN_ADDRESS)
    from puntobanco.store.sqlite import SqliteStore

    with contextlib.suppress(OSError):  # SQLite will say what is wrong with it
        os.close(os.open(database, os.O_RDWR | os.O_CREAT, 0o600))  # its owner's alone
    return await SqliteStore.open(database, sealer, may_migrate=may_migrate)
