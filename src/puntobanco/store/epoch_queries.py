"""Queries for the epoch of a house, and for whether its database is a backup."""

from typing import Any, Final

from puntobanco.errors import StoreDamaged
from puntobanco.store.interface import Role
from puntobanco.store.sql import Sql

EPOCH: Final = "SELECT value FROM meta WHERE name = 'epoch'"
# The house it was copied from plays on: what the copy commits to may be known by now.
MARK_BACKUP: Final = "INSERT INTO meta VALUES ('backup', 1) ON CONFLICT DO NOTHING"


def read_epoch(row: Any, where: str) -> int:
    """Without one nobody knows which numbers were played."""
    if row is None:
        raise StoreDamaged(file=where, why="there is no epoch in it")
    return int(row[0])


class EpochQueries(Sql):
    async def begin_epoch(self, epoch: int) -> None:
        """Of the whole house, which may have forgotten what happened since."""
        # Tokens revoked since would be valid again. A guest has nothing else to come back with.
        await self._run(
            "DELETE FROM token WHERE person NOT IN (SELECT id FROM person WHERE role = $1)",
            Role.GUEST.value,
        )
        await self._run("UPDATE meta SET value = $1 WHERE name = 'epoch'", epoch)
        # Last: from here on, whatever is still to be renewed shows by its epoch.
        await self._run("DELETE FROM meta WHERE name = 'backup'")

    async def seats_before(self, epoch: int) -> int:
        """How many are in an epoch that is over."""
        row = await self._read_one("SELECT count(*) FROM seat WHERE epoch < $1", epoch)
        return int(row[0])

    async def is_backup(self) -> bool:
        return await self._read_one("SELECT value FROM meta WHERE name = 'backup'") is not None
