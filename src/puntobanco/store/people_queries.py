"""Queries for people and their tokens, the same for every database."""

from collections.abc import Sequence
from typing import Final

from puntobanco.store import columns, row_mapping
from puntobanco.store.interface import UNKNOWN, Device, Person, Role, StoredLogin
from puntobanco.store.sql import Sql

REVOKE: Final = "DELETE FROM token WHERE person = $1 AND hash <> $2"
NAME_GUEST: Final = (
    "UPDATE person SET name = $1, password = $2, role = 'player' WHERE id = $3 AND role = 'guest'"
    f" AND NOT EXISTS (SELECT 1 FROM person WHERE lower(name) = $4) RETURNING {row_mapping.PERSON}"
)
_PORTION: Final = 500  # tokens in one statement
_LOGIN: Final = columns.TOKEN.select(*StoredLogin.__struct_fields__)
# In small portions, because other writes have to wait meanwhile.
FORGET: Final = (
    "DELETE FROM token WHERE hash IN"
    " (SELECT hash FROM token WHERE expires <= $1 ORDER BY expires LIMIT 1000) RETURNING expires"
)


def fold_name(name: str) -> str:
    """A name as it is compared. Only ASCII has capitals here: a Kelvin sign is no k."""
    return name.lower() if name.isascii() else name


class PeopleQueries(Sql):
    async def add_person(
        self, name: str | None, password: str | None, role: Role, now: int
    ) -> Person | None:
        row = await self._run(
            f"{columns.PERSON.insert('name', 'password', 'role', 'created')}"
            f" ON CONFLICT (lower(name)) DO NOTHING RETURNING {row_mapping.PERSON}",
            name,
            password,
            role.value,
            now,
        )
        return row_mapping.read_person(row) if row else None

    async def person(self, name: str) -> Person | None:
        row = await self._read_one(
            f"SELECT {row_mapping.PERSON} FROM person WHERE lower(name) = $1", fold_name(name)
        )
        return row_mapping.read_person(row) if row else None

    async def set_password(self, person: int, old: str, new: str) -> bool:
        changed = await self._run(
            "UPDATE person SET password = $1 WHERE id = $2 AND password = $3 RETURNING id",
            *(new, person, old),
        )
        return changed is not None

    async def add_token(
        self, token_hash: bytes, person: int, now: int, expires: int, device: Device = UNKNOWN
    ) -> None:
        await self._run(
            columns.TOKEN.insert(),
            *(token_hash, person, now, expires, device.browser, device.system, now),
        )

    async def logins(self, person: int, now: int) -> list[StoredLogin]:
        found = await self._read(
            f"SELECT {_LOGIN} FROM token WHERE person = $1 AND expires > $2 ORDER BY created, hash",
            *(person, now),
        )
        return [StoredLogin(bytes(token_hash), *others) for token_hash, *others in found]

    async def note_used(self, token_hashes: Sequence[bytes], now: int) -> None:
        for each in range(0, len(token_hashes), _PORTION):
            hashes = token_hashes[each : each + _PORTION]
            places = ", ".join(f"${n}" for n in range(2, len(hashes) + 2))
            await self._run(f"UPDATE token SET used = $1 WHERE hash IN ({places})", now, *hashes)

    async def forget_tokens(self, now: int) -> None:
        while await self._run(FORGET, now) is not None:
            pass  # others can write in between

    async def person_of_token(self, token_hash: bytes, now: int) -> Person | None:
        row = await self._read_one(
            f"SELECT {row_mapping.PERSON} FROM person WHERE id ="
            " (SELECT person FROM token WHERE hash = $1 AND expires > $2)",
            token_hash,
            now,
        )
        return row_mapping.read_person(row) if row else None

    async def revoke_token(self, token_hash: bytes) -> None:
        await self._run("DELETE FROM token WHERE hash = $1", token_hash)

    async def revoke_tokens(self, person: int, but: bytes = b"") -> None:
        await self._run(REVOKE, person, but)
