"""The pit board: every shared table at a glance, for managers and operators."""

from typing import Final

import msgspec

from puntobanco.game.sheet import Sheet
from puntobanco.server.house.casino_day import HOUR, CasinoDay
from puntobanco.server.house.line_desk import RECENT, read_lines
from puntobanco.server.house.table_figures import DecidedCoup, read_decided, read_hours, total
from puntobanco.server.shared_tables.table_runner import TableRunner
from puntobanco.store.interface import Store
from puntobanco.table.effective_sheet import limits_of
from puntobanco.table.players_lines import views_of
from puntobanco.wire.bodies import FloorTable, TableSummary
from puntobanco.wire.cash import TableFigures

_FRESH_MS: Final = 5_000  # sums are read again only after this time: several boards may be open


class _Counted(msgspec.Struct, frozen=True):
    """What was counted at a table."""

    at: int
    coups: tuple[DecidedCoup, ...]  # of the last hour
    today: TableFigures
    open_lines: int


class PitBoard:
    """Counts coups, money and lines from the records; all else comes from the tables' views."""

    def __init__(self, store: Store, day: CasinoDay) -> None:
        self._store, self._day = store, day
        self._counted: dict[str, _Counted] = {}

    async def look(self, runner: TableRunner, summary: TableSummary, house: Sheet) -> FloorTable:
        counted = await self._count(runner, summary.now)
        view, limits = runner.view, limits_of(runner.setup.sheet)
        coming, drop = limits_of(runner.coming.sheet), counted.today.drop
        return FloorTable(
            table=summary,
            stood_by=view.stood_by,
            stood_at=view.stood_at,
            croupier_name=view.croupier_name,
            croupier_since=view.croupier_since,
            boxes=len((view.boxes.keys() | view.keyed.keys()) - {0}),
            coups_an_hour=sum(each.sign for each in counted.coups if each.at > summary.now - HOUR),
            drop=drop if drop or not runner.setup.is_keyed else None,
            result=counted.today.result,
            called_at=view.manager_at,
            called_by=view.manager_by,
            called_for=view.manager_for,
            open_lines=counted.open_lines,
            limits=limits,
            coming=None if coming == limits else coming,
            widest=limits_of(house),
            labels={bet: rule.label for bet, rule in house.offers.items()},
            timezone=self._day.timezone,
        )

    async def _count(self, runner: TableRunner, now: int) -> _Counted:
        name, begin = runner.spec.name, self._day.begin_at(now)
        known = self._counted.get(name)
        if known is None or known.at < max(begin, now - _FRESH_MS):
            hours = await read_hours(self._store, name, begin, now + 1)
            coups = await read_decided(self._store, runner.table.account, now - HOUR, now + 1)
            lines = await read_lines(self._store, runner.table.account, RECENT)
            unanswered = sum(not each.answered_by for each in views_of(lines))
            known = _Counted(now, tuple(coups), total(hours), unanswered)
            self._counted[name] = known
        return known
