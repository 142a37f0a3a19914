"""Opens the store at an address."""

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
    """Open PostgreSQL by its address, or else a SQLite file, which is created if missing.

    A file has only one chain, so `node` doesn't matter there.
    """
    # Imported here, so that only the driver in use is loaded.
    if database.startswith(("postgresql://", "postgres://")):
        from puntobanco.store.postgres import PostgresStore

        try:
            return await PostgresStore.open(database, sealer, node, may_migrate=may_migrate)
        except ValueError as error:  # its text may contain the password
            if isinstance(error, Refusal):
                raise
            raise StoreUnreachable(why=NOT_AN_ADDRESS) from None
    if "://" in database:
        raise StoreUnreachable(why=NOT_AN_ADDRESS)
    from puntobanco.store.sqlite import SqliteStore

    with contextlib.suppress(OSError):  # SQLite reports what is wrong
        os.close(os.open(database, os.O_RDWR | os.O_CREAT, 0o600))  # readable by its owner only
    return await SqliteStore.open(database, sealer, may_migrate=may_migrate)
