"""How all queries reach a database: SQL with the values as $1, $2… in order."""

from abc import ABC, abstractmethod
from typing import Any

from puntobanco.store.sealing import Sealer


class Sql(ABC):
    """Rows are tuples, or can be unpacked like tuples."""

    _sealer: Sealer
    _halted = False

    @property
    def halted(self) -> bool:
        """Whether the store has stopped; only the next start can tell what is on the disk."""
        return self._halted

    @abstractmethod
    async def _read(self, sql: str, *values: Any) -> list[Any]: ...

    @abstractmethod
    async def _read_long(self, sql: str, *values: Any) -> list[Any]:
        """Read for a player's request, which may be slow; the server's own reads don't wait."""

    @abstractmethod
    async def _read_one(self, sql: str, *values: Any) -> Any:
        """The first row, or None."""

    @abstractmethod
    async def _run(self, sql: str, *values: Any) -> Any:
        """Run a rare statement in a transaction of its own; return its first row, or None.

        Cancelling the caller doesn't cancel the transaction: after an interrupted commit the store
        would have to halt.
        """
