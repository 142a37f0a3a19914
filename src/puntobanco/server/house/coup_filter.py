"""Selects coups by what happened in them."""

from collections.abc import AsyncIterator
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from puntobanco.game.coup import Outcome
from puntobanco.ledger.records import RecordKind
from puntobanco.store.interface import Query, Store, Stored
from puntobanco.wire.bodies import CoupResult

COUPS: Final = (RecordKind.COUP, RecordKind.PAID)  # of private tables and of shared ones
_CHUNK: Final = 500  # coups per read, so that others can read in between


class CountedCoup(Struct, frozen=True):
    """What counts of a coup, of a private table or of a shared one."""

    at: int
    house: str
    table: str
    session: str
    outcome: Outcome
    decisions: msgspec.Raw
    staked: int
    returned: int
    cards: str
    of_session: str = ""
    left: dict[str, int] = {}

    @property
    def played_in(self) -> str:
        """The session that placed the bets."""
        return self.of_session or self.session

    @property
    def back(self) -> int:
        """What came back from the bets, with what stays on the cloth."""
        return self.returned + sum(self.left.values()) if self.left else self.returned

    @property
    def net(self) -> int:
        return self.back - self.staked

    @property
    def result(self) -> CoupResult:
        net = self.net
        return CoupResult.WON if net > 0 else CoupResult.LOST if net else CoupResult.EVEN

    @property
    def is_natural(self) -> bool:
        return bytes(self.decisions) == b"[]"  # nobody had to decide


class CoupFilter(Struct, frozen=True):
    """Which coups are wanted; None means any."""

    result: CoupResult | None = None
    outcome: Outcome | None = None
    natural: bool | None = None

    def takes(self, coup: CountedCoup) -> bool:
        return (
            self.result in (None, coup.result)
            and self.outcome in (None, coup.outcome)
            and self.natural in (None, coup.is_natural)
        )


ANY: Final = CoupFilter()
_read: Final = msgspec.json.Decoder(CountedCoup).decode


def read_counted(stored: Stored) -> CountedCoup:
    return _read(stored.record.body)


async def chunks(
    store: Store, query: Query, wanted: CoupFilter = ANY, size: int = _CHUNK
) -> AsyncIterator[list[Stored]]:
    """All matching coups, newest first, page by page."""
    before = query.before
    while True:
        found = await store.history(replace(query, events=COUPS, limit=size, before=before))
        taken = [each for each in found if wanted == ANY or wanted.takes(read_counted(each))]
        if taken:
            yield taken
        if len(found) < size:
            return
        before = found[-1].id


async def page(store: Store, query: Query, wanted: CoupFilter) -> list[Stored]:
    """As many matching coups as one page holds, newest first."""
    taken: list[Stored] = []
    async for each in chunks(store, query, wanted):
        taken += each
        if len(taken) >= query.limit:
            break
    return taken[: query.limit]
