"""A player's results, added up from the records of the coups: in all, by day, session and table."""

import asyncio
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from msgspec import Struct

from puntobanco.ledger.accounts import Account
from puntobanco.server.house.casino_day import CasinoDay
from puntobanco.server.house.coup_filter import CoupFilter, chunks, read_counted
from puntobanco.store.interface import Query, Store, Stored
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


class Adding:
    """Adds up coups that come newest first."""

    def __init__(self, day: CasinoDay) -> None:
        self._day = day
        self._dates: dict[int, str] = {}
        self._parts: dict[tuple[str, str], tuple[_Part, _Sum]] = {}
        self._nets: list[tuple[int, int]] = []

    def add(self, page: Iterable[Stored]) -> None:
        for each in page:
            coup = read_counted(each)
            at, net = coup.at, coup.net
            day = self._dates.get(at // _QUARTER)
            if day is None:
                day = self._dates[at // _QUARTER] = str(self._day.date_of(at))
            session = coup.played_in
            found = self._parts.get((day, session))
            if found is None:
                part = _Part(day, session, coup.house, coup.table)
                found = self._parts[day, session] = part, _Sum(at, at)
            found[1].add(at, coup.staked, net)
            self._nets.append((at, net))

    def told(self, account: Account) -> Results:
        total = _Sum(0, 0)
        days: dict[str, _Sum] = {}
        sessions: dict[str, _Sum] = {}
        tables: dict[tuple[str, str], _Sum] = {}
        places: dict[str, tuple[str, str]] = {}
        for part, added in self._parts.values():
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
            curve=curve(self._nets[::-1]),
        )


def curve(nets: list[tuple[int, int]]) -> tuple[CurvePoint, ...]:
    """The sum after each coup; of very many, the lowest and the highest of each stretch."""
    points: list[CurvePoint] = []
    net = 0
    for coups, (at, won) in enumerate(nets, 1):
        net += won
        points.append(CurvePoint(coups, at, net))
    if len(points) <= MOST_POINTS:
        return tuple(points)
    length = -(-len(points) // (MOST_POINTS // 2 - 1))  # rounded up, and the last point is added
    kept = {len(points) - 1}
    for begin in range(0, len(points), length):
        stretch = range(begin, min(begin + length, len(points)))
        kept.add(min(stretch, key=lambda n: points[n].net))
        kept.add(max(stretch, key=lambda n: points[n].net))
    return tuple([points[n] for n in sorted(kept)])


async def results_of(
    store: Store, account: Account, query: Query, wanted: CoupFilter, day: CasinoDay
) -> Results:
    """Add up the coups that match."""
    adding = Adding(day)
    loop = asyncio.get_running_loop()
    async for page in chunks(store, query, wanted):
        await loop.run_in_executor(_adding, adding.add, page)
    return await loop.run_in_executor(_adding, adding.told, account)
