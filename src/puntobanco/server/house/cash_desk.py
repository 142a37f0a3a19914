"""The cash sheets of all tables: lines, signatures, reports, CSV."""

import asyncio
import csv
import io
from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime, tzinfo
from typing import Final

import msgspec

from puntobanco.errors import CashInPlay, NoChips, NoRecord
from puntobanco.game.sheet import Sheet
from puntobanco.money import decimal
from puntobanco.server.house.cashier import Cashier
from puntobanco.server.house.casino_day import CasinoDay, zone_of
from puntobanco.server.house.clock import Clock
from puntobanco.server.house.history import harmless
from puntobanco.server.house.table_figures import (
    by,
    coups_between,
    named,
    read_cash,
    read_decided,
    read_hours,
    total,
)
from puntobanco.server.shared_tables.table_runner import TableRunner
from puntobanco.store.interface import Store
from puntobanco.table.cash_sheet import (
    CashSheet,
    Time,
    around,
    balance,
    cash_record,
    countersign,
    enter,
    fold_cash,
    gaps,
    refused_kinds,
    sheets_of,
)
from puntobanco.table.shared.shared_table import StaffActor
from puntobanco.wire.cash import (
    CashEntry,
    CashKind,
    CashLine,
    CashRecord,
    CashReport,
    CashRow,
    CashSigned,
    Countersign,
    FiguresSince,
    OffSheet,
)
from puntobanco.wire.stream import Stage

_IN_PLAY: Final = {Stage.BETTING, Stage.CLOSING, Stage.DEALING, Stage.PAYING}
COLUMNS: Final = (
    "what", "line", "at", "amount", "note", "by", "countersigned",
    "coups", "staked", "drop", "result", "cagnotte", "tips", "hold",
)  # fmt: skip


class CashDesk:
    """Keeps the cash sheets; one line at a time at each table."""

    def __init__(self, store: Store, cashier: Cashier, clock: Clock) -> None:
        self._store, self._cashier, self._clock = store, cashier, clock
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def enter(self, runner: TableRunner, entry: CashEntry, by: StaffActor) -> CashLine:
        """Write a line on the table's sheet."""
        if not runner.setup.is_keyed:
            raise NoChips(table=runner.spec.name)
        async with self._turns[runner.spec.name]:
            while True:
                sheet = await self._last(runner)
                line = enter(sheet, entry, by, self._clock.now())
                if entry.key in sheet.by_key:
                    return line
                if line.kind is CashKind.CLOSING:
                    await self._check_at_rest(runner, line.at)
                if await self._is_written(runner, sheet, line):
                    return line

    async def sign(self, runner: TableRunner, asked: Countersign, by: StaffActor) -> CashSigned:
        """Countersign a line of the table's sheet."""
        async with self._turns[runner.spec.name]:
            while True:
                sheet = await self._last(runner)
                signed = countersign(sheet, asked, by, self._clock.now())
                if asked.key in sheet.by_key:
                    return signed
                closing = sheet.closing
                if closing and closing.line == asked.line:
                    await self._check_at_rest(runner, closing.at)
                if await self._is_written(runner, sheet, signed):
                    return signed

    async def _last(self, runner: TableRunner) -> CashSheet:
        records = await read_cash(self._store, runner.table.account)
        sheet = sheets_of(runner.spec.name, records)[-1]
        runner.has_cash_sheet(is_open=sheet.is_open)  # a caller may have gone after the last write
        return sheet

    async def _check_at_rest(self, runner: TableRunner, counted: int) -> None:
        """Refuse a closing during a coup, or after a coup that is not in the count."""
        now, account = self._clock.now(), runner.table.account
        if runner.view.stage in _IN_PLAY or await read_decided(
            self._store, account, counted + 1, now + 1
        ):
            raise CashInPlay(table=runner.spec.name)

    async def _is_written(self, runner: TableRunner, sheet: CashSheet, told: CashRecord) -> bool:
        if not await self._cashier.is_written(cash_record(runner.table.account, told)):
            return False
        runner.has_cash_sheet(is_open=fold_cash(sheet, told).is_open)
        return True


async def report_of(
    store: Store,
    houses: Mapping[str, Sheet],
    table: str,
    day: CasinoDay,
    now: int,
    number: int | None = None,
    since: int | None = None,
    until: int | None = None,
) -> CashReport:
    """A table's last cash sheet or that with a number; with a time, only the figures then."""
    spec, account = await named(store, table)
    sheets = sheets_of(table, await read_cash(store, account))
    sheet = next((each for each in reversed(sheets) if number in (None, each.number)), None)
    if sheet is None:
        raise NoRecord(record=f"cash sheet {number}")
    last_sheet, is_keyed = sheets[-1], spec.stakes == "keyed"
    if since is None and until is None:
        window = around(sheets, sheet, now)
        first, last = _time_of(sheet, sheets, day, now)
        hours = await read_hours(store, table, first, last, sheet.lines)
    else:
        sheet = CashSheet(table)
        first = day.begin_at(now) if since is None else since
        last = now + 1 if until is None else until
        window = first, last
        hours = await read_hours(store, table, first, last)
    figures = total(hours)
    house = houses[spec.house].title if spec.house in houses else spec.house
    return CashReport(
        house=house,
        table=table,
        title=spec.title or house,
        currency=spec.currency,
        timezone=day.timezone,
        sheet=sheet.number,
        since=first,
        until=last,
        lines=sheet.rows(),
        closed=sheet.closed,
        refused=refused_kinds(last_sheet) if is_keyed else dict.fromkeys(CashKind, NoChips.code),
        balance=balance(sheet, figures.result),
        off_sheet=await _off_sheet(store, account, gaps(sheets, *window)) if is_keyed else (),
        hours=by(hours, int),
        days=by(hours, day.begin_at),
        total=figures,
    )


async def _off_sheet(store: Store, account: int, times: list[Time]) -> tuple[OffSheet, ...]:
    found = [await coups_between(store, account, *each) for each in times]
    return tuple(filter(None, found))


def _time_of(sheet: CashSheet, sheets: list[CashSheet], day: CasinoDay, now: int) -> Time:
    """Whose coups count on a sheet: those from its opening to its closing.

    Tips before the first sheet are on a sheet without an opening: it begins with their day.
    """
    if sheet.time is not None:
        first, last = sheet.time
        return first, last if sheet.closing else now + 1
    until = min((each.time[0] for each in sheets if each.time), default=now + 1)
    began = sheet.lines[0].at if sheet.lines else until - 1
    return day.begin_at(began), until


def write_csv(report: CashReport) -> str:
    """The report as one table: its lines, its balance, then hours, days and the total."""
    text, zone = io.StringIO(), zone_of(report.timezone)
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for what in ("house", "title", "table", "currency", "timezone"):
        writer.writerow((what, "", "", "", harmless(getattr(report, what)), *[""] * 9))
    opened = _time(report.since, zone) if report.sheet else ""
    writer.writerow(("sheet", report.sheet, opened, *[""] * 11))
    if report.closed is not None:
        at, name, countersigned = msgspec.structs.astuple(report.closed)
        writer.writerow(("closed", "", _time(at, zone), "", "", name, countersigned, *[""] * 7))
    for each in report.lines:
        row = (
            each.kind.value,
            each.line,
            _time(each.at, zone),
            decimal(each.amount),
            harmless(each.note),
        )
        writer.writerow((*row, each.name, _signature(each), *[""] * 7))
    if report.balance is not None:
        for what in ("result", "expected", "closing", "difference"):
            amount = getattr(report.balance, what)
            shown = "" if amount is None else decimal(amount)
            writer.writerow((f"balance {what}", "", "", shown, *[""] * 10))
    for gap in [each for each in report.off_sheet if each.coups or each.result]:
        note, result = f"until {_time(gap.until, zone)}", decimal(gap.result)
        told = "", "", gap.coups, "", "", result, "", "", ""
        writer.writerow(("off sheet", "", _time(gap.since, zone), "", note, *told))
    for what, times in (("hour", report.hours), ("day", report.days)):
        writer.writerows(_row(what, each, zone) for each in times)
    writer.writerow(_row("total", FiguresSince(report.since, report.total), zone))
    return text.getvalue()


def _signature(line: CashRow) -> str:
    if line.replaced_by:
        return f"REPLACED BY {line.replaced_by}"
    return line.countersigned or ("" if line.kind is CashKind.TIP else "MISSING")


def _row(what: str, each: FiguresSince, zone: tzinfo) -> tuple[object, ...]:
    figures = each.figures
    hold = "" if figures.hold is None else f"{figures.hold / 100:.2f}"
    amounts = figures.staked, figures.drop, figures.result, figures.cagnotte, figures.tips
    told = figures.coups, *map(decimal, amounts), hold
    return what, "", _time(each.at, zone), *[""] * 4, *told


def _time(at: int, zone: tzinfo) -> str:
    return datetime.fromtimestamp(at / 1000, zone).isoformat(timespec="seconds")
