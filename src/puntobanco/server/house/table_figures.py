"""A table's figures by hour and day, from the ledger, the results and the cash sheets."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from puntobanco.errors import UnknownTable
from puntobanco.ledger.accounts import AccountKind
from puntobanco.ledger.records import RecordKind
from puntobanco.server.house.casino_day import HOUR, CasinoDay
from puntobanco.store.interface import Store, TableHour
from puntobanco.wire.bodies import TableTakings, TakingsDay
from puntobanco.wire.cash import (
    CashKind,
    CashLine,
    CashRecord,
    FiguresSince,
    OffSheet,
    TableFigures,
)
from puntobanco.wire.stream import Due
from puntobanco.wire.table_spec import TableSpec

_PERCENT: Final = 10_000  # hundredths of a percent
_cash: Final[msgspec.json.Decoder[CashRecord]] = msgspec.json.Decoder(CashRecord)
_ON_CASH_SHEETS: Final = {CashKind.TIP: "tips", CashKind.DROP: "drop"}


class DecidedCoup(msgspec.Struct, frozen=True):
    """What counts of a result, or of an event that takes one back."""

    type: str
    at: int
    due: tuple[Due, ...] = ()

    @property
    def sign(self) -> int:
        return 1 if self.type == "result" else -1


_decided: Final = msgspec.json.Decoder(DecidedCoup)
Counts = Counter[str]


async def named(store: Store, table: str) -> tuple[TableSpec, int]:
    """A table's spec, and the account of its records."""
    found = await store.table_named(table)
    if found is None:
        raise UnknownTable(table=table[:80])
    return found


async def read_cash(store: Store, account: int) -> list[CashRecord]:
    return [_cash.decode(each.record.body) for each in await store.cash_records(account)]


async def read_hours(
    store: Store,
    table: str,
    since: int,
    until: int,
    lines: Iterable[CashLine] | None = None,
    *,
    with_coups: bool = True,
) -> dict[int, Counts]:
    """A table's counts by hour, with the lines of a cash sheet or, without, those of that time.

    `with_coups` also reads the results of a table for credit.
    """
    spec, account = await named(store, table)
    if lines is None:
        told = await read_cash(store, account)
        lines = [each for each in told if isinstance(each, CashLine) and since <= each.at < until]
    hours: dict[int, Counts] = {}
    for each in await store.table_hours(table, since, until):
        hours.setdefault(each.hour, Counter()).update(_moved(each))
    if with_coups or spec.stakes == "keyed":
        for decided in await read_decided(store, account, since, until):
            hours.setdefault(decided.at // HOUR, Counter()).update(_keyed(decided))
    for line in lines:
        if line.kind in _ON_CASH_SHEETS:
            counts = hours.setdefault(line.at // HOUR, Counter())
            counts[_ON_CASH_SHEETS[line.kind]] += line.amount
    return dict(sorted(hours.items()))


def _moved(each: TableHour) -> dict[str, int]:
    """Count the money of seats that are played for credit."""
    if each.event in (RecordKind.OPENED, RecordKind.TOPPED_UP):
        return {"drop": each.amount}
    match each.payer, each.payee:
        case AccountKind.STAKES, AccountKind.HOUSE:
            return {"staked": each.amount, "result": each.amount}
        case AccountKind.HOUSE, AccountKind.CAGNOTTE:
            return {"result": -each.amount, "cagnotte": each.amount}
        case AccountKind.HOUSE, _:
            return {"result": -each.amount}
        case _, AccountKind.TIPS:
            return {"tips": each.amount}
    return {}


async def read_decided(store: Store, account: int, since: int, until: int) -> list[DecidedCoup]:
    """Results and reversals; each counts when it was announced, so closed sums never change."""
    return [_decided.decode(body) for body in await store.table_results(account, since, until)]


def _keyed(decided: DecidedCoup) -> dict[str, int]:
    cagnotte = sum(each.cagnotte for each in decided.due)
    counts = {
        "coups": 1,
        "staked": sum(bet.stake for each in decided.due for bet in each.bets),
        "result": sum(each.takes - each.pays for each in decided.due) - cagnotte,
        "cagnotte": cagnotte,
    }
    return {name: decided.sign * count for name, count in counts.items()}


async def coups_between(store: Store, account: int, since: int, until: int) -> OffSheet | None:
    """The coups that were decided between two moments; None if there were none."""
    decided = await read_decided(store, account, since, until)
    if not decided:
        return None
    added: Counts = Counter()
    for each in decided:
        added.update(_keyed(each))
    return OffSheet(decided[0].at, decided[-1].at, added["coups"], added["result"])


def figures(counts: Counts) -> TableFigures:
    drop, result = counts["drop"], counts["result"]
    return TableFigures(**counts, hold=result * _PERCENT // drop if drop > 0 else None)


def by(hours: dict[int, Counts], begin: Callable[[int], int]) -> tuple[FiguresSince, ...]:
    """Add up hours to longer times; `begin` says when the time of a moment began."""
    found: dict[int, Counts] = {}
    for hour, counts in hours.items():
        found.setdefault(begin(hour * HOUR), Counter()).update(counts)
    return tuple([FiguresSince(at, figures(counts)) for at, counts in found.items()])


def total(hours: dict[int, Counts]) -> TableFigures:
    added: Counts = Counter()
    for each in hours.values():
        added.update(each)
    return figures(added)


async def takings_of(
    store: Store, table: str, day: CasinoDay, since: int, until: int
) -> TableTakings:
    """A table's cagnotte and tips, day by day."""
    hours = await read_hours(store, table, since, until, with_coups=False)
    spec, _ = await named(store, table)
    days = tuple(
        [
            TakingsDay(str(day.date_of(each.at)), each.figures.cagnotte, each.figures.tips)
            for each in by(hours, day.begin_at)
            if each.figures.cagnotte or each.figures.tips
        ]
    )
    cagnotte, tips = sum(each.cagnotte for each in days), sum(each.tips for each in days)
    return TableTakings(table, spec.currency, days, cagnotte, tips)
