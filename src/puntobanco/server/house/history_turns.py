"""Limits history reads and exports per person, so that one reader can't block the others."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from puntobanco.errors import TooManyExports, TooManyWaiting

MOST_WAITING: Final = 8  # requests of one person


class HistoryTurns:
    """Reads one page at a time for each person; a few more requests may wait."""

    def __init__(self) -> None:
        self._asking: Counter[int] = Counter()
        self._locks: dict[int, asyncio.Lock] = {}

    @asynccontextmanager
    async def turn(self, person: int) -> AsyncIterator[None]:
        if self._asking[person] > MOST_WAITING:
            raise TooManyWaiting(most=MOST_WAITING)
        self._asking[person] += 1
        try:
            async with self._locks.setdefault(person, asyncio.Lock()):
                yield
        finally:
            self._asking[person] -= 1
            if not self._asking[person]:
                del self._asking[person], self._locks[person]


class Exports:
    """Allows one export at a time for each person, and `most` in all."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._running: set[int] = set()

    async def begin(self, person: int, export: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """Start an export; once started, it always frees its place at the end."""
        if person in self._running or len(self._running) >= self._most:
            raise TooManyExports(most=self._most)
        self._running.add(person)
        running = self._run(person, export)
        first = await anext(running)
        return _all_of(first, running)

    async def _run(self, person: int, export: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        try:
            async for chunk in export:
                yield chunk
        finally:
            self._running.discard(person)


async def _all_of(first: bytes, others: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for chunk in others:
        yield chunk
