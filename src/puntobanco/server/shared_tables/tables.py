"""The shared tables of a house, made from a file or by its operators."""

import asyncio
import logging
import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

import msgspec

from puntobanco.errors import (
    BadTable,
    NotToml,
    Refusal,
    SheetRefused,
    TableTaken,
    UnknownTable,
    Unreadable,
)
from puntobanco.fair.sheet_hash import hash_sheet, sheet_text
from puntobanco.game.sheet import EndedBy, Sheet
from puntobanco.ledger.accounts import AccountKind
from puntobanco.odds.certificate import certify
from puntobanco.server.house.table_figures import read_cash
from puntobanco.server.shared_tables.table_runner import (
    ConsoleCallback,
    TableEnvironment,
    TableRunner,
)
from puntobanco.store.interface import Store
from puntobanco.table.cash_sheet import sheets_of
from puntobanco.table.effective_sheet import effective_sheet, limited, read_spec
from puntobanco.table.shared.shared_table import (
    SharedTable,
    StaffActor,
    Stand,
    TableSetup,
    committed_setup,
    new_table,
)
from puntobanco.wire.bodies import WantedLimits
from puntobanco.wire.stream import Revealed, Stage, Standing
from puntobanco.wire.table_spec import TableSpec, Video

_EVERYTHING: Final = 2**31
_revealed: Final = msgspec.json.Decoder(Revealed).decode

log = logging.getLogger("puntobanco.tables")


class Tables:
    """All shared tables, by name."""

    def __init__(
        self, store: Store, sheets: Mapping[str, Sheet], environment: TableEnvironment
    ) -> None:
        self._store, self.sheets, self._environment = store, sheets, environment
        self._making = asyncio.Lock()
        self.on_change: Callable[[], object] = int  # does nothing
        self.runners: dict[str, TableRunner] = {}

    async def start(self, wanted: Iterable[TableSpec]) -> None:
        """Load the tables of the database, then make those of `wanted` that don't exist yet."""
        for spec, table in await self._store.tables():
            await self._wake(limited(spec, table.view.limits), table)
        for spec in wanted:
            if spec.name not in self.runners:
                await self.make(spec)

    async def make(self, spec: TableSpec) -> TableRunner:
        async with self._making:
            if spec.name in self.runners or self._is_private(spec.name):
                raise TableTaken(table=spec.name)
            setup = await self._current_setup(spec)
            account = await self._store.table_account(spec.name, AccountKind.TABLE, spec.currency)
            new = new_table(spec.name, account.id, spec.currency, self._store.epoch, setup)
            table = await self._store.add_table(spec, new)
            runner = await self._wake(spec, table)
            runner.wake()  # a new table has no seats to load
            self.on_change()
            return runner

    def _is_private(self, name: str) -> bool:
        return name in self.sheets and is_private(self.sheets[name])

    def get(self, name: str) -> TableRunner:
        found = self.runners.get(name)
        if found is None:
            raise UnknownTable(table=name[:80])
        return found

    async def stand(self, name: str, standing: Standing, note: str, by: StaffActor) -> None:
        """Open, pause or close a table; the current coup is always finished first."""
        runner = self.get(name)
        if runner.unfit and standing is not Standing.CLOSED:
            raise BadTable(table=name, why=runner.unfit)
        await _answered(lambda answer: runner.stand(Stand(standing, note), by, answer))
        self.on_change()

    async def limit(self, name: str, wanted: WantedLimits, by: StaffActor) -> None:
        """Set a table's limits within its house's sheet, from the next sabot on."""
        runner = self.get(name)
        spec = msgspec.structs.replace(runner.spec, coup_max=wanted.coup_max, bets=wanted.bets)
        setup = await self._current_setup(spec)
        await _answered(lambda answer: runner.limit(setup, by, answer))

    @property
    def videos(self) -> list[Video]:
        """The videos of all tables that are not closed."""
        tables = [
            runner
            for runner in self.runners.values()
            if runner.view.standing is not Standing.CLOSED
        ]
        return [runner.spec.video for runner in tables if runner.spec.video is not None]

    async def _wake(self, spec: TableSpec, table: SharedTable) -> TableRunner:
        try:
            today = await self._current_setup(spec)
        except BadTable as refusal:  # the house's sheet has changed, or the house is gone
            log.error("table closed", extra={"table": spec.name, "why": refusal.message})
            last = await self._last_setup(spec, table)
            runner = TableRunner(table, last, self._environment)
            runner.unfit = refusal.message
        else:
            setup = await self._committed(spec, table, today)
            runner = TableRunner(table, setup, self._environment, today)
        if runner.delay:
            began = await self._store.sabot_before(table.account, runner.now - runner.delay)
            recent = await self._store.table_events(table.account, began - 1, _EVERYTHING)
            runner.remember([each.record.body for each in recent])
        runner.used |= {each.hash for each in table.mixing.players}
        for stored in await self._store.sabots(table.account):
            runner.used |= {
                bytes.fromhex(each.hash) for each in _revealed(stored.record.body).players
            }
        if runner.setup.is_keyed:
            records = await read_cash(self._store, table.account)
            runner.has_cash_sheet(is_open=sheets_of(spec.name, records)[-1].is_open)
        self.runners[spec.name] = runner
        return runner

    async def _committed(
        self, spec: TableSpec, table: SharedTable, today: TableSetup
    ) -> TableSetup:
        """The current sabot's setup: with the sheet that its commitment names."""
        used = table.mixing.terms.sheet
        if used == today.sheet_hash or table.view.stage is Stage.RESTING:
            return today
        return await self._last_setup(spec, table)

    async def _last_setup(self, spec: TableSpec, table: SharedTable) -> TableSetup:
        """The setup with the sheet of the table's last commitment."""
        return committed_setup(await self._store.sheets(), spec, table)

    async def _current_setup(self, spec: TableSpec) -> TableSetup:
        """The setup with the house's current sheet, narrowed by the spec and certified again."""
        if spec.house not in self.sheets:
            raise BadTable(table=spec.name, why=f"there is no house {spec.house}")
        sheet = effective_sheet(self.sheets[spec.house], spec)
        try:
            certify(sheet, f"table {spec.name}")
        except SheetRefused as refusal:
            raise BadTable(table=spec.name, why=refusal.message) from None
        await self._store.add_sheet(hash_sheet(sheet), sheet_text(sheet))
        return TableSetup(sheet, hash_sheet(sheet), spec)

    def stop(self) -> None:
        for runner in self.runners.values():
            runner.stop()


async def _answered(ask: Callable[[ConsoleCallback], None]) -> None:
    """Wait for the answer to a step of a table; raises its refusal."""
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def answer(refusal: Refusal | None) -> None:
        if done.done():
            return
        if refusal is None:
            done.set_result(None)
        else:
            done.set_exception(refusal)

    ask(answer)
    await done


def is_private(sheet: Sheet) -> bool:
    """Whether a sheet is for private tables, where the player ends the betting."""
    return sheet.betting.ended_by is EndedBy.PLAYER


def usual_tables(sheets: Mapping[str, Sheet]) -> list[TableSpec]:
    """One table with play money for each house with shared tables."""
    return [TableSpec(name, name) for name, sheet in sheets.items() if not is_private(sheet)]


def read_tables(file: Path) -> list[TableSpec]:
    """Read the [[tables]] of a TOML file, whose fields are those of `TableSpec`."""
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise Unreadable(file=file, why=error.strerror) from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise NotToml(file=file, why=str(error)) from None
    tables = data.get("tables")
    if not isinstance(tables, list) or set(data) != {"tables"}:
        raise BadTable(table="?", why=f"{file} must contain [[tables]] and nothing else")
    return [read_spec(each) for each in tables]
