"""The pit board: every shared table at a glance, for managers and operators."""

from typing import Final

import msgspec

from puntobanco.game.sheet import Sheet
from puntobanco.ledger.accounts import AccountKind
from puntobanco.ledger.records import RecordKind
from puntobanco.server.shared_tables.table_runner import TableRunner
from puntobanco.store.interface import Store
from puntobanco.table.effective_sheet import limits_of
from puntobanco.wire.bodies import FloorTable, TableSummary
from puntobanco.wire.stream import Result, Reversed, Voided

_HOUR: Final = 3_600_000
_DAY: Final = 24 * _HOUR
_FRESH_MS: Final = 5_000  # sums are read again only after this time: several boards may be open
_decode: Final = msgspec.json.Decoder(Result | Reversed | Voided).decode


class _Announced(msgspec.Struct, frozen=True):
    """A coup that was announced and not taken back."""

    at: int
    won: int  # real chips taken, less those paid


class _Counted(msgspec.Struct, frozen=True):
    """What was counted at a table."""

    at: int = 0
    coups: tuple[_Announced, ...] = ()
    drop: int = 0
    result: int = 0


class PitBoard:
    """Counts coups and money from the records; everything else comes from the tables' views."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._counted: dict[str, _Counted] = {}

    async def look(self, runner: TableRunner, summary: TableSummary, house: Sheet) -> FloorTable:
        counted = await self._count(runner, summary.now)
        view, limits = runner.view, limits_of(runner.setup.sheet)
        is_keyed = runner.setup.is_keyed
        coming = limits_of(runner.coming.sheet)
        return FloorTable(
            table=summary,
            stood_by=view.stood_by,
            stood_at=view.stood_at,
            croupier_name=view.croupier_name,
            croupier_since=view.croupier_since,
            boxes=len(view.boxes.keys() | view.keyed.keys()),
            coups_an_hour=sum(each.at > summary.now - _HOUR for each in counted.coups),
            drop=None if is_keyed else counted.drop,
            result=counted.result,
            called_at=view.manager_at,
            called_by=view.manager_by,
            called_for=view.manager_for,
            limits=limits,
            coming=None if coming == limits else coming,
            widest=limits_of(house),
        )

    async def _count(self, runner: TableRunner, now: int) -> _Counted:
        name, midnight = runner.spec.name, now - now % _DAY
        known = self._counted.get(name, _Counted())
        if known.at >= max(midnight, now - _FRESH_MS):
            return known
        since = min(midnight, now - _HOUR)
        coups: dict[tuple[int, int], _Announced] = {}
        for body in await self._store.table_results(runner.table.account, since, now + 1):
            event = _decode(body)
            number = event.epoch, event.coup
            coups.pop(number, None)  # taken back, void, or announced again
            if isinstance(event, Result):
                won = sum(due.takes - due.pays for due in event.due)
                coups[number] = _Announced(event.at, won)
        drop, result = 0, sum(coup.won for coup in coups.values() if coup.at >= midnight)
        for each in await self._store.table_hours(name, midnight, now + 1):
            if each.event in (RecordKind.OPENED, RecordKind.TOPPED_UP):
                drop += each.amount
            elif each.payee is AccountKind.HOUSE:
                result += each.amount
            elif each.payer is AccountKind.HOUSE:
                result -= each.amount
        counted = _Counted(now, tuple(coups.values()), drop, result)
        self._counted[name] = counted
        return counted
