"""The write itself decides whether a shared table takes a bet, whatever a process believes."""

from itertools import product

import pytest
from msgspec.structs import replace

from puntobanco.errors import Refusal
from puntobanco.ledger.accounts import AccountKind
from puntobanco.store.interface import Store, WriteResult
from puntobanco.table.recording import Change
from puntobanco.table.shared.betting_window import StakeMove, check_move
from puntobanco.table.shared.shared_table import SharedTable
from puntobanco.wire import console_commands
from puntobanco.wire.stream import Stage
from tests.table.at_console import OURS, REAL, PersonsEvening
from tests.table.evening import Evening
from tests.table.test_shared_table import at

pytestmark = pytest.mark.anyio


async def keep(store: Store, evening: Evening) -> SharedTable:
    name = evening.spec.name
    account = await store.table_account(name, AccountKind.TABLE, "FUN")
    return await store.add_table(evening.spec, replace(evening.table, account=account.id))


def changes(*moves: StakeMove) -> list[Change]:
    return [Change(None, move=move) for move in moves]


def moves_around(table: SharedTable) -> list[StakeMove]:
    """Every kind of move, on the coup and beside it, around every moment that decides."""
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
    """A table that a person runs, or has left; open-ended, until "no more bets" is heard."""
    evening = PersonsEvening(REAL)
    evening.says(console_commands.OpenBetting)
    if closing:
        evening.says(console_commands.CloseBetting)
    if not croupier:
        evening.says(console_commands.Leave)
    return evening


@pytest.mark.parametrize("stage", Stage)
async def test_every_stage_takes_what_it_may_and_no_more(stage: Stage, store: Store) -> None:
    await compare(store, at(stage))


@pytest.mark.parametrize("croupier", [True, False])
@pytest.mark.parametrize("closing", [True, False])
async def test_where_a_person_runs_the_table(croupier: bool, closing: bool, store: Store) -> None:
    await compare(store, run_by(croupier, closing=closing))


async def compare(store: Store, evening: Evening) -> None:
    table = await keep(store, evening)
    moves = moves_around(table)
    expected = [WriteResult.DONE if is_taken(table, move) else WriteResult.LATE for move in moves]
    assert await store.write(changes(*moves)) == expected


async def test_a_bet_written_together_with_the_close_is_held_to_it(store: Store) -> None:
    """One batch: the croupier's word, a bet from before it and one from after it."""
    evening = PersonsEvening(OURS)
    evening.mix("17")
    evening.says(console_commands.OpenBetting)
    table = evening.table = await keep(store, evening)
    evening.says(console_commands.CloseBetting)
    closing = evening.changes[-1]
    close, since = Change(None, closing.record, closing), closing.table.view.closed or 0
    early, late = (StakeMove(table.name, table.view.coup, since - by) for by in (1, 0))
    written = await store.write([close, *changes(early, late)])
    assert written == [WriteResult.DONE, WriteResult.DONE, WriteResult.LATE]
    assert await store.write(changes(late)) == [WriteResult.LATE]
