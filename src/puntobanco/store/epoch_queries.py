"""Queries for the epoch of a house, and for whether its database is a backup."""

from typing import Any, Final

from puntobanco.errors import StoreDamaged
from puntobanco.store.interface import Role
from puntobanco.store.sql import Sql

EPOCH: Final = "SELECT value FROM meta WHERE name = 'epoch'"
# The original house plays on, so the seeds in its backup may become known.
MARK_BACKUP: Final = "INSERT INTO meta VALUES ('backup', 1) ON CONFLICT DO NOTHING"


def read_epoch(row: Any, where: str) -> int:
    """Read the epoch; without one, nobody knows which numbers have been used."""
    if row is None:
        raise StoreDamaged(file=where, why="there is no epoch in it")
    return int(row[0])


class EpochQueries(Sql):
    async def begin_epoch(self, epoch: int) -> None:
        """Start a new epoch for the whole house, after its database was restored."""
        # Tokens that were revoked since the backup must not become valid again. Guests keep
        # theirs: without a password, they could not come back.
        await self._run(
            "DELETE FROM token WHERE person NOT IN (SELECT id FROM person WHERE role = $1)",
            Role.GUEST.value,
        )
        await self._run("UPDATE meta SET value = $1 WHERE name = 'epoch'", epoch)
        # Last: from here on, seats that still have to be renewed are known by their old epoch.
        await self._run("DELETE FROM meta WHERE name = 'backup'")

    async def seats_before(self, epoch: int) -> int:
        """How many seats are still in an earlier epoch."""
        row = await self._read_one("SELECT count(*) FROM seat WHERE epoch < $1", epoch)
        return int(row[0])

    async def is_backup(self) -> bool:
        return await self._read_one("SELECT value FROM meta WHERE name = 'backup'") is not None
