"""Passwords and tokens, and limits on how often a password may be guessed."""

import asyncio
import logging
import re
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from hashlib import sha256
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from puntobanco.errors import (
    BadName,
    BadPassword,
    NameTaken,
    NotSignedIn,
    StoreRefused,
    TooFast,
    WrongPassword,
)
from puntobanco.server.house.limits import Buckets, Limits
from puntobanco.server.house.person_names import fold_name
from puntobanco.server.seats.floor import Floor
from puntobanco.store.interface import Person, Role

T = TypeVar("T")

log = logging.getLogger("puntobanco.credentials")

SHORTEST_PASSWORD: Final = 8
LONGEST_PASSWORD: Final = 256
TOKEN_DAYS: Final = 30
_HOUR_S: Final = 3_600
_NAME: Final = re.compile(r"[a-z0-9._-]{3,32}")


_HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


@cache
def _nobodys_hash() -> str:
    """A hash to verify for unknown names, so that their log-in takes as long as any other."""
    return _HASHER.hash(secrets.token_hex(16))


class Credentials:
    """Argon2id takes tens of milliseconds by design, so it runs in a thread, one at a time."""

    def __init__(self, floor: Floor, limits: Limits) -> None:
        self._floor = floor
        self._thread = ThreadPoolExecutor(1, "argon2")
        self._guesses = Buckets(limits.logins_per_minute / 60, limits.logins_per_minute)
        self._guests = Buckets(limits.guests_per_minute / 60, limits.guests_per_minute)
        self._limits = limits
        self._nobody = _nobodys_hash()

    async def guest(self, address: str) -> tuple[Person, str]:
        """Add a guest, with play money and a token."""
        now = self._floor.clock.now()
        if not self._guests.take(address, now):
            raise TooFast(most=self._limits.guests_per_minute, seconds=60)
        person = await self._floor.cashier.add_person(None, None, Role.GUEST)
        if person is None:
            raise NotSignedIn
        return person, await self._token(person)

    async def register(
        self, name: str, password: str, address: str, role: Role = Role.PLAYER
    ) -> tuple[Person, str]:
        name = fold_name(name)
        # Players appear as numbers in a table's stream, so staff names need at least one letter.
        if not _NAME.fullmatch(name) or (not role.plays and name.isdecimal()):
            raise BadName
        if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
            raise BadPassword(least=SHORTEST_PASSWORD, most=LONGEST_PASSWORD)
        self._throttle(address, address)
        hashed = await self._beside(_HASHER.hash, password)
        person = await self._floor.cashier.add_person(name, hashed, role)
        if person is None:
            raise NameTaken(name=name)
        return person, await self._token(person)

    async def login(self, name: str, password: str, address: str) -> tuple[Person, str]:
        """A token for a name and its password; guesses are counted by address and by name."""
        name = fold_name(name)
        self._throttle(address, address)
        self._throttle(f"name {name}", address)
        person = await self._floor.store.person(name) if _NAME.fullmatch(name) else None
        known = person.password if person is not None else None
        fits = await self._beside(self._fits, known or self._nobody, password[:LONGEST_PASSWORD])
        if person is None or not fits:
            # Don't log an unknown name: it may be a password typed into the wrong field.
            who = person.name if person is not None else None
            log.warning("login failed", extra={"who": who, "address": address})
            raise WrongPassword
        await self._floor.cashier.welcome(person)
        return person, await self._token(person)

    async def person_of(self, token: str) -> Person:
        person = await self._floor.store.person_of_token(hash_token(token), self._floor.clock.now())
        if person is None:
            raise NotSignedIn
        return person

    async def forget_old_tokens(self) -> None:
        """Delete expired tokens at the start and then every hour."""
        while True:
            try:
                await self._floor.store.forget_tokens(self._floor.clock.now())
            except StoreRefused as refusal:  # expired tokens are refused in any case
                log.error("tokens not forgotten", extra={"code": refusal.code})
            await asyncio.sleep(_HOUR_S)

    async def revoke(self, token: str) -> None:
        await self._floor.store.revoke_token(hash_token(token))

    async def _token(self, person: Person) -> str:
        token = secrets.token_urlsafe(32)
        now = self._floor.clock.now()
        expires = now + TOKEN_DAYS * 86_400_000
        await self._floor.store.add_token(hash_token(token), person.id, now, expires)
        return token

    def _throttle(self, counted: str, address: str) -> None:
        if not self._guesses.take(counted, self._floor.clock.now()):
            log.warning("too many logins", extra={"address": address})
            raise TooFast(most=self._limits.logins_per_minute, seconds=60)

    def _fits(self, hashed: str, password: str) -> bool:
        try:
            return _HASHER.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _beside(self, function: Callable[..., T], *values: str) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, function, *values)

    def close(self) -> None:
        self._thread.shutdown()


def hash_token(token: str) -> bytes:
    return sha256(token.encode()).digest()
