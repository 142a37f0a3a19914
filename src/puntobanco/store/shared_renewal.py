"""Renews shared tables after a restore: ends their sabots and settles or returns all stakes."""

from collections.abc import Iterable
from itertools import islice
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from puntobanco.errors import StoreUnreachable
from puntobanco.game.cards import parse_cards
from puntobanco.game.coup import Coup, deal_exactly
from puntobanco.ledger.accounts import AccountKind
from puntobanco.ledger.records import RecordKind
from puntobanco.store.interface import Store, WriteResult
from puntobanco.table.recording import Change, Setting
from puntobanco.table.seat import SharedSeat
from puntobanco.table.shared.shared_seat import GiveBack, Pay, Renew, is_staked, step
from puntobanco.table.shared.shared_table import (
    Restore,
    SharedTable,
    TableSetup,
    TableStep,
    committed_setup,
    coup_of,
    order_of,
)
from puntobanco.table.shared.table_steps import step as step_table
from puntobanco.wire.messages import WhyReturned
from puntobanco.wire.stream import Stage

_AT_ONCE: Final = 256


class Ended(Struct, frozen=True):
    sabots: int  # revealed before their last coup
    given_back: int  # stakes of unfinished coups


class _Table(Struct, frozen=True):
    """A table as it is in the backup, with its rules and accounts."""

    table: SharedTable
    setup: TableSetup
    setting: Setting

    def end(self, seat: SharedSeat, now: int) -> Change:
        """Pay a coup whose result was announced; return the stakes of any other."""
        view = self.table.view
        command: Pay | GiveBack = GiveBack(seat.view.coup, WhyReturned.RESTORE)
        if view.stage is Stage.PAYING and is_staked(seat, view.coup):
            command = GiveBack(seat.view.coup, WhyReturned.VOID)
            if not view.void:
                command = Pay(view.coup, view.sabot, view.fixed, self._coup)
        return step(seat, command, self.setting, now)

    @property
    def _coup(self) -> Coup:
        if self.setup.is_read_in:
            return deal_exactly(self.setup.sheet.rule, parse_cards(self.table.view.cards))
        return coup_of(self.table, self.setup, order_of(self.table))

    @property
    def has_sabot(self) -> bool:
        """Whether one of our sabots is in play; a real sabot has no seed to reveal."""
        return self.table.view.stage is not Stage.RESTING and not self.setup.is_read_in

    def restore(self, epoch: int, now: int) -> Change:
        change = step_table(self.table, TableStep(Restore(epoch)), self.setup, now)
        return Change(None, change.record, change)


async def renew_shared(store: Store, epoch: int, now: int) -> Ended:
    """End every unrevealed sabot, and settle or return the stakes on it."""
    tables = await _tables(store)
    renewed = [
        step(seat, Renew(epoch), tables[seat.table].setting, now)
        for seat in await _seats(store)
        if seat.view.epoch < epoch
    ]
    await write_all(store, renewed)
    ended: list[Change] = []
    while staked := [seat for seat in await _seats(store) if seat.view.stakes]:
        # Repeat: a payment may leave stakes on the cloth.
        changes = [tables[seat.table].end(seat, now) for seat in staked]
        await write_all(store, changes)
        ended += changes
    await write_all(store, [each.restore(epoch, now) for each in tables.values()])
    under_way = [each for each in tables.values() if each.has_sabot]
    given_back = [
        each for each in ended if each.record and each.record.event is RecordKind.RETURNED
    ]
    return Ended(len(under_way), len(given_back))


async def _seats(store: Store) -> list[SharedSeat]:
    return [seat for seat in await store.all_seats() if isinstance(seat, SharedSeat)]


async def _tables(store: Store) -> dict[str, _Table]:
    """All tables, each with the sheet of its last commitment."""
    sheets = await store.sheets()
    found = {}
    for spec, table in await store.tables():
        setup = committed_setup(sheets, spec, table)
        house = await store.own_account(AccountKind.HOUSE, table.currency)
        setting = Setting(setup.sheet, setup.sheet_hash, house.id)
        if setup.sheet.table.cagnotte:
            own = await store.table_account(table.name, AccountKind.CAGNOTTE, table.currency)
            setting = replace(setting, cagnotte_account=own.id)
        found[table.name] = _Table(table, setup, setting)
    return found


async def write_all(store: Store, changes: Iterable[Change]) -> None:
    """Write any number of changes, some at a time."""
    rest = iter(changes)
    while some := list(islice(rest, _AT_ONCE)):
        if set(await store.write(some)) != {WriteResult.DONE}:
            raise StoreUnreachable(why="a seat or a table could not be renewed; try again")
