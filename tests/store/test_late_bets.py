"""The database itself refuses late bets, whatever a process believes."""

import asyncio
from itertools import product

import asyncpg
import pytest
from msgspec.structs import astuple, replace

from puntobanco.errors import Refusal
from puntobanco.ledger.accounts import AccountKind
from puntobanco.store.interface import Store, WriteResult
from puntobanco.table.recording import Change
from puntobanco.table.shared.betting_window import StakeMove, check_move
from puntobanco.table.shared.shared_table import SharedTable, TableStep
from puntobanco.wire import console_commands
from puntobanco.wire.stream import Stage
from tests.table.evening import Evening
from tests.table.staffed_evening import OURS, REAL, StaffedEvening
from tests.table.test_shared_table import at

pytestmark = pytest.mark.anyio


async def keep(store: Store, evening: Evening) -> SharedTable:
    name = evening.spec.name
    account = await store.table_account(name, AccountKind.TABLE, "FUN")
    return await store.add_table(evening.spec, replace(evening.table, account=account.id))


def changes(*moves: StakeMove) -> list[Change]:
    return [Change(None, move=move) for move in moves]


def moves_around(table: SharedTable) -> list[StakeMove]:
    """All kinds of bets for this and other coups, just before and after each deciding time."""
    view = table.view
    moments = {view.opened, view.until or view.opened, view.closed or view.opened}
    received = [None, *sorted({each + by for each in moments for by in (-1, 0, 1)})]
    coups, either = [view.coup - 1, view.coup, view.coup + 1], [False, True]
    return [StakeMove(table.name, *each) for each in product(coups, received, either, either)]


def is_taken(table: SharedTable, move: StakeMove) -> bool:
    try:
        check_move(table.view, move)
    except Refusal:
        return False
    return True


def run_by(croupier: bool, *, closing: bool) -> Evening:
    """A table with or without a croupier, whose betting ends with "no more bets"."""
    evening = StaffedEvening(REAL)
    evening.says(console_commands.OpenBetting)
    if not croupier:
        evening.says(console_commands.Leave)
    if closing:
        evening.do(TableStep(console_commands.CloseBetting(0)))
    return evening


@pytest.mark.parametrize("stage", Stage)
async def test_every_stage_accepts_only_the_allowed_bets(stage: Stage, store: Store) -> None:
    await compare(store, at(stage))


@pytest.mark.parametrize("croupier", [True, False])
@pytest.mark.parametrize("closing", [True, False])
async def test_a_staffed_table_accepts_only_the_allowed_bets(
    croupier: bool, closing: bool, store: Store
) -> None:
    await compare(store, run_by(croupier, closing=closing))


async def compare(store: Store, evening: Evening) -> None:
    table = await keep(store, evening)
    moves = moves_around(table)
    expected = [
        WriteResult.DONE if is_taken(table, move) else WriteResult.NOT_ACCEPTED for move in moves
    ]
    assert await store.write(changes(*moves)) == expected


async def test_bets_written_in_one_batch_with_the_close_follow_its_time(store: Store) -> None:
    """The batch has the croupier's close, a bet from before it and a bet from after it."""
    evening = StaffedEvening(OURS)
    evening.mix("17")
    evening.says(console_commands.OpenBetting)
    table = evening.table = await keep(store, evening)
    evening.says(console_commands.CloseBetting)
    closing = evening.changes[-1]
    close, since = Change(None, closing.record, closing), closing.table.view.closed or 0
    early, late = (StakeMove(table.name, table.view.coup, since - by) for by in (1, 0))
    written = await store.write([close, *changes(early, late)])
    assert written == [WriteResult.DONE, WriteResult.DONE, WriteResult.NOT_ACCEPTED]
    assert await store.write(changes(late)) == [WriteResult.NOT_ACCEPTED]


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
async def test_a_table_waits_for_a_bet_that_another_connection_has_not_committed(
    store: Store, database: str
) -> None:
    """On SQLite only one connection can write at a time."""
    evening = StaffedEvening(REAL)
    evening.says(console_commands.OpenBetting)
    table = await keep(store, evening)
    bet = StakeMove(table.name, table.view.coup, table.view.opened)
    closed = replace(evening.table, version=table.version + 1, account=table.account)
    other = await asyncpg.connect(database)
    transaction = other.transaction()
    await transaction.start()
    put = "SELECT put('{}', '{}', '{}', '{}', '{}', $1)"
    assert await other.fetchval(put, [astuple(bet)]) == WriteResult.DONE
    change = evening.changes[-1]
    closing = asyncio.create_task(store.write([Change(None, None, replace(change, table=closed))]))
    await asyncio.sleep(0.2)
    assert not closing.done()
    await transaction.commit()
    assert await closing == [WriteResult.DONE]
    await other.close()
