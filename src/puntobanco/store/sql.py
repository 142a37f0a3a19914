"""What any database is asked through: SQL with $1, $2… in the order of the values."""

from abc import ABC, abstractmethod
from typing import Any

from puntobanco.store.sealing import Sealer


class Sql(ABC):
    """Rows are tuples, or can be taken apart like them."""

    _sealer: Sealer
    _halted = False

    @property
    def halted(self) -> bool:
        """Whether only the next start can tell what is on the disk."""
        return self._halted

    @abstractmethod
    async def _read(self, sql: str, *values: Any) -> list[Any]: ...

    @abstractmethod
    async def _read_long(self, sql: str, *values: Any) -> list[Any]:
        """What a player asks for and may take its time: the house's own reads don't wait for it."""

    @abstractmethod
    async def _read_one(self, sql: str, *values: Any) -> Any:
        """The first row, or None."""

    @abstractmethod
    async def _run(self, sql: str, *values: Any) -> Any:
        """Something rarer than a batch, in a transaction of its own; the row it returns, or None.

        Whoever stops waiting doesn't stop it: a commit half waited for would halt the store.
        """
