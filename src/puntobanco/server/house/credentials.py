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

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from puntobanco.errors import (
    BadName,
    BadPassword,
    NameTaken,
    NotAllowed,
    NotSignedIn,
    StoreRefused,
    TooFast,
    WrongOldPassword,
    WrongPassword,
)
from puntobanco.server.house.limits import Buckets, Limits
from puntobanco.server.seats.floor import Floor
from puntobanco.store.interface import UNKNOWN, Device, Person, Role, StoredLogin
from puntobanco.store.people_queries import fold_name

T = TypeVar("T")

log = logging.getLogger("puntobanco.credentials")

SHORTEST_PASSWORD: Final = 8
LONGEST_PASSWORD: Final = 256
TOKEN_DAYS: Final = 30
_BETWEEN_NOTES_S: Final = 300
_NAME: Final = re.compile(r"[A-Za-z0-9._-]{3,32}")


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
        self._used: dict[bytes, int] = {}  # tokens by hash, since the last note

    async def guest(self, address: str, device: Device = UNKNOWN) -> tuple[Person, str]:
        """Add a guest, with play money and a token."""
        now = self._floor.clock.now()
        if not self._guests.take(address, now):
            raise TooFast(most=self._limits.guests_per_minute, seconds=60)
        person = await self._floor.cashier.add_person(None, None, Role.GUEST)
        if person is None:
            raise NotSignedIn
        return person, await self._token(person, device)

    async def register(
        self,
        name: str,
        password: str,
        address: str,
        role: Role = Role.PLAYER,
        device: Device = UNKNOWN,
    ) -> tuple[Person, str]:
        hashed = await self._new_password(name, password, address, role)
        person = await self._floor.cashier.add_person(name, hashed, role)
        if person is None:
            raise NameTaken(name=name)
        return person, await self._token(person, device)

    async def name_guest(self, guest: Person, name: str, password: str, address: str) -> Person:
        """Register a guest, who keeps accounts, sessions and token; safe to repeat."""
        if guest.role is Role.GUEST:
            hashed = await self._new_password(name, password, address)
            named = await self._floor.store.name_guest(
                guest.id, name, hashed, self._floor.clock.now()
            )
            if named is None:
                raise NameTaken(name=name)
            return named
        if guest.name is None or fold_name(guest.name) != fold_name(name):
            raise NotAllowed(role="guests")
        self._throttle(f"name {fold_name(name)}", address)
        if not await self._beside(self._fits, guest.password or self._nobody, password):
            raise NameTaken(name=name)
        return guest  # the answer to an earlier request was lost

    async def _new_password(
        self, name: str, password: str, address: str, role: Role = Role.PLAYER
    ) -> str:
        """Check a new name and its password; return the password's hash."""
        # Players appear as numbers in a table's stream, so staff names need at least one letter.
        if not _NAME.fullmatch(name) or (not role.plays and name.isdecimal()):
            raise BadName
        _check_length(password)
        self._throttle(address, address)
        return await self._beside(_HASHER.hash, password)

    async def change_password(self, person: Person, old: str, new: str, address: str) -> None:
        """Replace a password; guesses of the old one are counted like those at a log-in."""
        if person.name is None or person.password is None:
            raise NotAllowed(role="people with a name")
        _check_length(new)
        self._throttle(address, address)
        self._throttle(f"name {fold_name(person.name)}", address)
        if not await self._beside(self._fits, person.password, old[:LONGEST_PASSWORD]):
            log.warning("password not changed", extra={"who": person.name, "address": address})
            raise WrongOldPassword
        hashed = await self._beside(_HASHER.hash, new)
        if not await self._floor.store.set_password(person.id, person.password, hashed):
            raise WrongOldPassword  # another request has changed it meanwhile
        log.info("password changed", extra={"who": person.name})

    async def login(
        self, name: str, password: str, address: str, device: Device = UNKNOWN
    ) -> tuple[Person, str]:
        """A token for a name and its password; guesses are counted by address and by name."""
        self._throttle(address, address)
        self._throttle(f"name {fold_name(name)}", address)
        person = await self._floor.store.person(name) if _NAME.fullmatch(name) else None
        known = person.password if person is not None else None
        fits = await self._beside(self._fits, known or self._nobody, password[:LONGEST_PASSWORD])
        if person is None or not fits:
            # Don't log an unknown name: it may be a password typed into the wrong field.
            who = person.name if person is not None else None
            log.warning("login failed", extra={"who": who, "address": address})
            raise WrongPassword
        await self._floor.cashier.welcome(person)
        token = await self._token(person, device)
        now = await self._floor.store.person(name)
        if now is None or now.password != person.password:  # changed while it was verified
            await self.revoke(token)
            raise WrongPassword
        return person, token

    async def person_of(self, token: str) -> Person:
        token_hash, now = hash_token(token), self._floor.clock.now()
        person = await self._floor.store.person_of_token(token_hash, now)
        if person is None:
            raise NotSignedIn
        self._used[token_hash] = now
        return person

    async def logins(self, person: Person) -> list[StoredLogin]:
        """A person's tokens, with the time of their last use."""
        found = await self._floor.store.logins(person.id, self._floor.clock.now())
        return [
            msgspec.structs.replace(each, used=self._used.get(each.hash, each.used))
            for each in found
        ]

    async def look_after_tokens(self) -> None:
        """Note every few minutes which tokens were used, and delete expired ones."""
        while True:
            try:
                await self._floor.store.forget_tokens(self._floor.clock.now())
                await self.note_used()
            except StoreRefused as refusal:  # expired tokens are refused in any case
                log.error("tokens not looked after", extra={"code": refusal.code})
            await asyncio.sleep(_BETWEEN_NOTES_S)

    async def note_used(self) -> None:
        used, self._used = self._used, {}
        await self._floor.store.note_used(list(used), self._floor.clock.now())

    async def revoke(self, token: str) -> None:
        await self._floor.store.revoke_token(hash_token(token))

    async def _token(self, person: Person, device: Device = UNKNOWN) -> str:
        token = secrets.token_urlsafe(32)
        now = self._floor.clock.now()
        expires = now + TOKEN_DAYS * 86_400_000
        await self._floor.store.add_token(hash_token(token), person.id, now, expires, device)
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


def _check_length(password: str) -> None:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise BadPassword(least=SHORTEST_PASSWORD, most=LONGEST_PASSWORD)


def hash_token(token: str) -> bytes:
    return sha256(token.encode()).digest()
