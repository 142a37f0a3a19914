"""A player's results, added up from the records of the coups: in all, by day, session and table."""

import asyncio
from array import array
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import accumulate, chain
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from puntobanco.ledger.accounts import Account
from puntobanco.server.house.casino_day import CasinoDay
from puntobanco.server.house.coup_filter import CoupFilter, chunks, read_counted
from puntobanco.store.interface import Query, RecordPlace, Store, Stored, place_of
from puntobanco.wire.bodies import (
    CurvePoint,
    DayResults,
    Results,
    ResultSums,
    SessionResults,
    TableResults,
)

MOST_SESSIONS: Final = 500  # the newest are listed
MOST_POINTS: Final = 240  # of the curve
MOST_BYTES: Final = 64_000_000  # of memory, for all answers that are kept
MOST_OF_AN_ACCOUNT: Final = 8  # answers that are kept, and together a quarter of the memory
_BEGINNING: Final[RecordPlace] = (0, 0)
_QUARTER: Final = 900_000  # of an hour: in every time zone a day begins with one
_adding: Final = ThreadPoolExecutor(1, "results")  # off the loop


class _Sum(Struct):
    """Coups, added up."""

    first: int
    last: int
    coups: int = 0
    won: int = 0
    lost: int = 0
    staked: int = 0
    net: int = 0
    largest: int = 0

    def add(self, at: int, staked: int, net: int) -> None:
        self.first = min(self.first, at)
        self.last = max(self.last, at)
        self.coups += 1
        self.won += net > 0
        self.lost += net < 0
        self.staked += staked
        self.net += net
        self.largest = max(self.largest, net)

    def add_all(self, other: "_Sum") -> None:
        self.first, self.last = min(self.first, other.first), max(self.last, other.last)
        self.coups += other.coups
        self.won += other.won
        self.lost += other.lost
        self.staked += other.staked
        self.net += other.net
        self.largest = max(self.largest, other.largest)

    def told(self) -> ResultSums:
        return ResultSums(
            coups=self.coups,
            won=self.won,
            lost=self.lost,
            even=self.coups - self.won - self.lost,
            staked=self.staked,
            returned=self.staked + self.net,
            net=self.net,
            largest_win=self.largest,
        )


class _Part(Struct, frozen=True):
    """The coups of one session on one day."""

    day: str
    session: str
    house: str
    table: str


@lru_cache(256)
def _date_of(day: CasinoDay, quarter: int) -> str:
    return str(day.date_of(quarter * _QUARTER))


class Adding:
    """Adds up coups that come newest first."""

    def __init__(self, day: CasinoDay) -> None:
        self._day = day
        self.parts: dict[_Part, _Sum] = {}
        self.times = array("q")
        self.nets = array("q")

    def add(self, page: Iterable[Stored]) -> None:
        for each in page:
            coup = read_counted(each)
            at, net = coup.at, coup.net
            day = _date_of(self._day, at // _QUARTER)
            part = _Part(day, coup.played_in, coup.house, coup.table)
            self.sum_of(part, at).add(at, coup.staked, net)
            self.times.append(at)
            self.nets.append(net)

    def after(self, earlier: "Adding") -> "Adding":
        """These coups and earlier ones."""
        both = Adding(self._day)
        for part, added in chain(self.parts.items(), earlier.parts.items()):
            both.sum_of(part, added.first).add_all(added)
        both.times = self.times + earlier.times
        both.nets = self.nets + earlier.nets
        return both

    def sum_of(self, part: _Part, at: int) -> _Sum:
        found = self.parts.get(part)
        if found is None:
            found = self.parts[part] = _Sum(at, at)
        return found

    def told(self, account: Account) -> Results:
        total = _Sum(0, 0)
        days: dict[str, _Sum] = {}
        sessions: dict[str, _Sum] = {}
        tables: dict[tuple[str, str], _Sum] = {}
        places: dict[str, tuple[str, str]] = {}
        for part, added in self.parts.items():
            place = places[part.session] = part.house, part.table
            total.add_all(added)
            days.setdefault(part.day, _Sum(added.first, added.last)).add_all(added)
            sessions.setdefault(part.session, _Sum(added.first, added.last)).add_all(added)
            tables.setdefault(place, _Sum(added.first, added.last)).add_all(added)
        return Results(
            account=account.id,
            currency=account.currency,
            timezone=self._day.timezone,
            total=total.told(),
            days=tuple([DayResults(day, added.told()) for day, added in sorted(days.items())]),
            sessions=tuple(
                [
                    SessionResults(name, *places[name], added.first, added.last, added.told())
                    for name, added in list(sessions.items())[:MOST_SESSIONS]
                ]
            ),
            tables=tuple([TableResults(*place, each.told()) for place, each in tables.items()]),
            curve=curve(self.times[::-1], self.nets[::-1]),
        )


def curve(times: Sequence[int], nets: Sequence[int]) -> tuple[CurvePoint, ...]:
    """The sum after each coup; of very many, the lowest and the highest of each stretch."""
    sums = list(accumulate(nets))
    kept: Iterable[int] = range(len(sums))
    if len(sums) > MOST_POINTS:
        length = -(-len(sums) // (MOST_POINTS // 2 - 1))  # rounded up, and the last point is added
        chosen = {len(sums) - 1}
        for begin in range(0, len(sums), length):
            stretch = sums[begin : begin + length]
            chosen |= {begin + stretch.index(each) for each in (min(stretch), max(stretch))}
        kept = sorted(chosen)
    return tuple([CurvePoint(n + 1, times[n], sums[n]) for n in kept])


class _Kept(Struct, frozen=True):
    """An answer, and the records that it counts: all up to the last one."""

    adding: Adding
    told: Results
    last: RecordPlace
    records: int  # of the account, up to the last one: there must never be more

    @property
    def bytes(self) -> int:
        """The memory it takes; a test measures that it isn't more."""
        told, adding = self.told, self.adding
        lines = len(told.days) + len(told.sessions) + len(told.tables)
        parts = 600 * len(adding.parts) + 18 * len(adding.nets)
        return 4_000 + parts + 450 * lines + 160 * len(told.curve)


_Asked = tuple[Query, CoupFilter, CasinoDay]
_Answers = OrderedDict[_Asked, _Kept]


def _bytes_of(answers: _Answers) -> int:
    return sum([each.bytes for each in answers.values()])


class KeptResults:
    """Adds up the coups that match, and later only those that are new.

    Records never change, so an answer stays right as long as no record has come before its last
    one. That can happen if a clock goes back, and with several servers. Therefore these records are
    counted each time, which reads an index only; if there are more of them, all are read again.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[int, _Answers] = OrderedDict()  # by account, the last asked last
        self.bytes = 0  # of all answers that are kept

    async def results(
        self, account: Account, query: Query, wanted: CoupFilter, day: CasinoDay
    ) -> Results:
        asked = query, wanted, day
        kept = await self._valid(account, asked)
        begin = kept.last if kept else _BEGINNING
        newest = await self._store.history(Query(account.id, limit=1))
        last = place_of(newest[0]) if newest else _BEGINNING
        if kept and begin == last:
            return kept.told
        # Counted before they are read: a record that comes between the two is noticed next time.
        records = await self._store.count_records(account.id, begin, last)
        since = max(query.since or 0, begin[0])
        adding = Adding(day)
        loop = asyncio.get_running_loop()
        async for page in chunks(self._store, replace(query, since=since), wanted):
            fresh = [each for each in page if begin < place_of(each) <= last]
            await loop.run_in_executor(_adding, adding.add, fresh)
        if kept:
            adding = adding.after(kept.adding)
            records += kept.records
        told = await loop.run_in_executor(_adding, adding.told, account)
        self._keep(account, asked, _Kept(adding, told, last, records))
        return told

    async def _valid(self, account: Account, asked: _Asked) -> _Kept | None:
        own = self._kept.get(account.id, _Answers())
        kept = own.get(asked)
        if kept is None:
            return None
        self._kept.move_to_end(account.id)
        own.move_to_end(asked)
        counted = await self._store.count_records(account.id, _BEGINNING, kept.last)
        return kept if counted == kept.records else None

    def _keep(self, account: Account, asked: _Asked, kept: _Kept) -> None:
        """Keep an answer, and drop what was asked for least recently.

        An account has few answers, so that a player who asks often drops only their own.
        """
        own = self._kept.pop(account.id, _Answers())
        self.bytes -= _bytes_of(own)
        own.pop(asked, None)
        own[asked] = kept
        while len(own) > MOST_OF_AN_ACCOUNT or _bytes_of(own) > MOST_BYTES // 4:
            own.popitem(last=False)
        if own:
            self._kept[account.id] = own
            self.bytes += _bytes_of(own)
        while self.bytes > MOST_BYTES:
            _, dropped = self._kept.popitem(last=False)
            self.bytes -= _bytes_of(dropped)
