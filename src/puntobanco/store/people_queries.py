"""Queries for people and their tokens, the same for every database."""

from typing import Final

from puntobanco.store import columns, row_mapping
from puntobanco.store.interface import Person, Role
from puntobanco.store.sql import Sql

REVOKE: Final = "DELETE FROM token WHERE person = $1"
# In small portions, because other writes have to wait meanwhile.
FORGET: Final = (
    "DELETE FROM token WHERE hash IN"
    " (SELECT hash FROM token WHERE expires <= $1 ORDER BY expires LIMIT 1000) RETURNING expires"
)


class PeopleQueries(Sql):
    async def add_person(
        self, name: str | None, password: str | None, role: Role, now: int
    ) -> Person | None:
        row = await self._run(
            f"{columns.PERSON.insert('name', 'password', 'role', 'created')}"
            f" ON CONFLICT (name) DO NOTHING RETURNING {row_mapping.PERSON}",
            name,
            password,
            role.value,
            now,
        )
        return row_mapping.read_person(row) if row else None

    async def person(self, name: str) -> Person | None:
        row = await self._read_one(f"SELECT {row_mapping.PERSON} FROM person WHERE name = $1", name)
        return row_mapping.read_person(row) if row else None

    async def add_token(self, token_hash: bytes, person: int, now: int, expires: int) -> None:
        await self._run(columns.TOKEN.insert(), token_hash, person, now, expires)

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

    async def revoke_tokens(self, person: int) -> None:
        await self._run(REVOKE, person)
