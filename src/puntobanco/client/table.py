"""A seat at a private table, whose player ends the betting."""

import asyncio

from puntobanco.client.fairness import with_fixed
from puntobanco.client.keys import new_key
from puntobanco.client.line import Around
from puntobanco.client.refusals import NoBets
from puntobanco.client.seat import Chips, Seat, check_request, read_chips
from puntobanco.client.state import Asked, State
from puntobanco.fair.proof import Seen
from puntobanco.wire.messages import Coup
from puntobanco.wire.requests import Carte


class Table(Seat):
    """Play at a private table."""

    def __init__(self, state: State, around: Around) -> None:
        super().__init__(state, around)
        self._dealing = asyncio.Lock()  # a seed is drawn after its commitment: coup by coup
        self._bets: set[asyncio.Task[Coup]] = set()

    @property
    def next(self) -> Seen:
        """The coup to come, and what the house has committed to."""
        return self.state.next

    async def carte(self, bets: Chips | None = None, /, **more: int) -> Coup:
        """Bet and deal; the coup has been checked when it comes.

        Once asked it is asked: whoever stops waiting has bet all the same.
        """
        task = asyncio.create_task(self._carte({**(bets or {}), **more}))
        self._bets.add(task)
        task.add_done_callback(self._forget)
        return await asyncio.shield(task)

    def _forget(self, task: asyncio.Task[Coup]) -> None:
        self._bets.discard(task)
        if not task.cancelled():
            task.exception()  # nobody may be waiting for it any more

    async def _carte(self, bets: Chips) -> Coup:
        async with self._dealing:
            await self._ready()
            seen, notes = self.state.next, self._around.notes
            self._believe(seen)
            stakes = read_chips(bets)
            if not stakes:
                raise NoBets
            seed = notes.seed_for(seen)
            request = Carte(new_key(), stakes, seed, seen.commitment)
            check_request(request)
            notes.add(with_fixed(seen, self.state.player, seed))
            return await self._ask(Coup, Asked(request, seen))
