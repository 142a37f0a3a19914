"""The store an address names."""

import contextlib
import os

from puntobanco.store.interface import Store
from puntobanco.store.sealing import Sealer


async def open_store(database: str, sealer: Sealer, node: int = 0) -> Store:
    """A server's address, or a file; what isn't there yet is made."""
    # Each is loaded only where it is used.
    if database.startswith(("postgresql://", "postgres://")):
        from puntobanco.store.postgres import PostgresStore

        return await PostgresStore.open(database, sealer, node)
    from puntobanco.store.sqlite import SqliteStore

    with contextlib.suppress(OSError):  # SQLite will say what is wrong with it
        os.close(os.open(database, os.O_RDWR | os.O_CREAT, 0o600))  # its owner's alone
    return await SqliteStore.open(database, sealer, node)
