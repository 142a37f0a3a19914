"""A client that plays at a private table, where the player ends the betting."""

import asyncio

from puntobanco.client.connection import ConnectionEnvironment
from puntobanco.client.fairness import with_fixed
from puntobanco.client.keys import new_key
from puntobanco.client.refusals import NoBets
from puntobanco.client.seat_client import Chips, SeatClient, check_request, read_chips
from puntobanco.client.state import ClientState, PendingRequest
from puntobanco.fair.proof import Seen
from puntobanco.wire.messages import CoupPlayed
from puntobanco.wire.requests import Carte


class PrivateTableClient(SeatClient):
    """Play at a private table."""

    def __init__(self, state: ClientState, environment: ConnectionEnvironment) -> None:
        super().__init__(state, environment)
        self._dealing = asyncio.Lock()  # one coup at a time: a seed is drawn after its commitment
        self._bets: set[asyncio.Task[CoupPlayed]] = set()

    @property
    def next(self) -> Seen:
        """The next coup and the house's commitment to it."""
        return self.state.next

    async def carte(self, bets: Chips | None = None, /, **more: int) -> CoupPlayed:
        """Bet and deal; return the coup after checking it.

        Cancelling the call does not cancel the bet.
        """
        task = asyncio.create_task(self._carte({**(bets or {}), **more}))
        self._bets.add(task)
        task.add_done_callback(self._forget)
        return await asyncio.shield(task)

    def _forget(self, task: asyncio.Task[CoupPlayed]) -> None:
        self._bets.discard(task)
        if not task.cancelled():
            task.exception()  # marks it as read: perhaps nobody waits for it any more

    async def _carte(self, bets: Chips) -> CoupPlayed:
        async with self._dealing:
            await self._ready()
            seen, notes = self.state.next, self._environment.notes
            self._believe(seen)
            stakes = read_chips(bets)
            if not stakes:
                raise NoBets
            seed = notes.seed_for(seen)
            request = Carte(new_key(), stakes, seed, seen.commitment)
            check_request(request)
            notes.add(with_fixed(seen, self.state.player, seed))
            return await self._ask(CoupPlayed, PendingRequest(request, seen))
