"""Refills play money that has run out."""

import asyncio
from typing import Final

import msgspec
from msgspec import Struct

from puntobanco.errors import RefillNotNeeded, RefillTooSoon
from puntobanco.ledger.accounts import PLAY_MONEY, Account
from puntobanco.ledger.records import RecordKind
from puntobanco.server.house.cashier import Cashier
from puntobanco.server.house.clock import Clock
from puntobanco.store.interface import Person, Store
from puntobanco.wire.bodies import RefillView
from puntobanco.wire.messages import Moved
from puntobanco.wire.refill_rule import RefillRule

_SECOND_MS: Final = 1_000


class _Standing(Struct, frozen=True):
    """What a player has left, and how long the next refill has to wait."""

    held: int
    wait_ms: int


class Refills:
    """One at a time, so that two requests with different keys don't refill twice."""

    def __init__(self, store: Store, cashier: Cashier, clock: Clock, rule: RefillRule) -> None:
        self._store, self._cashier, self._clock = store, cashier, clock
        self.rule = rule
        self._lock = asyncio.Lock()

    async def refill(self, person: Person, key: str) -> bytes:
        """Refill a person's play money, once for each key.

        Cancelling the caller doesn't cancel the refill: the lock is held until it is durable.
        """
        account = await self._cashier.account_of(person, PLAY_MONEY)
        return await asyncio.shield(self._refill_alone(account, key))

    async def _refill_alone(self, account: Account, key: str) -> bytes:
        asked = Moved(RecordKind.REFILLED, account.id, account.currency, 0, "", 0, key)
        async with self._lock:
            before = await self._cashier.posted(asked, key)
            if before is not None:
                return before
            standing = await self._standing(account)
            rule = self.rule
            if standing.held >= rule.below:
                raise RefillNotNeeded(below=rule.below, held=standing.held)
            if standing.wait_ms:
                raise RefillTooSoon(seconds=-(-standing.wait_ms // _SECOND_MS))
            event = msgspec.structs.replace(
                asked,
                amount=rule.to - standing.held,
                at=self._clock.now(),
                held=standing.held,
                rule=rule,
            )
            return await self._cashier.post(event, asked, key)

    async def _standing(self, account: Account) -> _Standing:
        held = await self._store.held(account.id)
        if held >= self.rule.below:
            return _Standing(held, 0)
        last = await self._store.last_refill(account.id)
        return _Standing(held, self.rule.wait(last, self._clock.now()))

    async def view(self, accounts: list[Account]) -> RefillView | None:
        """How a person stands with refills; None for staff, who have no play money."""
        for account in accounts:
            if account.is_play_money:
                standing, rule = await self._standing(account), self.rule
                return RefillView(
                    rule.to, rule.below, rule.minutes, standing.held, standing.wait_ms
                )
        return None
