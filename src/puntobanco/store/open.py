"""The store an address names."""

from puntobanco.store.interface import Store
from puntobanco.store.sealing import Sealer


async def open_store(database: str, sealer: Sealer, node: int = 0) -> Store:
    """A server's address, or a file; what isn't there yet is made."""
    # Each is loaded only where it is used.
    if database.startswith(("postgresql://", "postgres://")):
        from puntobanco.store.postgres import PostgresStore

        return await PostgresStore.open(database, sealer, node)
    from puntobanco.store.sqlite import SqliteStore

    return await SqliteStore.open(database, sealer, node)
