"""The simulator's store gives the same results as the real one for each change."""

from pathlib import Path
from random import Random

import pytest

from puntobanco.errors import StoreFailed
from puntobanco.game.bets import Bet
from puntobanco.ledger.accounts import AccountKind
from puntobanco.ledger.records import Posting, Record, RecordKind
from puntobanco.store.interface import Store, WriteResult
from puntobanco.store.sealing import Sealer
from puntobanco.store.sqlite import SqliteStore
from puntobanco.table.recording import Change
from puntobanco.table.seat import Seat, SeatPhase
from puntobanco.table.shared.shared_seat import SharedCommand, new_shared_seat, step
from puntobanco.table.shared.shared_table import Reveal, Stand
from puntobanco.wire.requests import Automatic, CashOut, Confirm, Open, Place, TopUp
from puntobanco.wire.stream import Standing
from tests.faults.memory_store import Kept, MemoryStore
from tests.seat_kinds import shared
from tests.store.guests import MONDAY, Floor, carte, open_floor
from tests.store_contents import all_accounts, all_records
from tests.table.evening import Evening

pytestmark = pytest.mark.anyio


def a_change(floor: Floor, seat: Seat, key: str, random: Random) -> Change:
    """A random change, sometimes with an old version, a used key or too little money."""
    what = random.random()
    if what < 0.2:
        payer, payee = floor.cashier, seat.account
        if random.random() < 0.5:
            payer, payee = payee, payer
        posting = Posting(payer, payee, random.choice((100, 5_000)))
        return Change(
            None, Record(seat.account, RecordKind.DEPOSITED, MONDAY, b"{}", (posting,), key)
        )
    if seat.view.phase is SeatPhase.FREE:
        return floor.step(seat, Open(key, random.choice((500, 5_000, 10**8))))
    if what < 0.3:
        return floor.step(seat, CashOut(key))
    if what < 0.5 or seat.view.credit < 100:
        return floor.step(seat, TopUp(key, random.choice((500, 10**8))))
    return floor.step(seat, carte(key=key))


async def both(stores: tuple[Store, Store], changes: list[Change]) -> list[WriteResult]:
    first, second = [await store.write(changes) for store in stores]
    assert first == second
    return first


async def everything(store: Store) -> tuple[object, ...]:
    records = [(each.id, each.record, each.hash) for each in await all_records(store)]
    return records, await all_accounts(store), await store.all_seats(), await store.open_seats()


@pytest.mark.parametrize("seed", range(5))
async def test_both_stores_give_the_same_results(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    real = SqliteStore(f"{tmp_path}/house.db", Sealer(bytes(32)))
    stores = real, MemoryStore(Kept(), random)
    floors = [await open_floor(store) for store in stores]
    accounts = [[await floor.account(name, 0) for name in ("anna", "bruno")] for floor in floors]
    assert accounts[0] == accounts[1]
    seats: list[Seat] = []
    for account in accounts[0]:
        made = await floors[0].seat(account)
        assert await stores[1].add_seat(made) == made
        seats.append(made)
    await both(stores, [floors[0].deposit(account, 20_000) for account in accounts[0]])
    outcomes = await write_at_random(stores, floors[0], seats, random)
    assert outcomes == set(WriteResult) - {
        WriteResult.NOT_ACCEPTED
    }  # which only shared tables cause
    await real.close()


async def write_at_random(
    stores: tuple[Store, Store], floor: Floor, seats: list[Seat], random: Random
) -> set[WriteResult]:
    known = {seat.id: [seat] for seat in seats}
    outcomes: set[WriteResult] = set()
    for _ in range(80):
        changes = []
        for seat in random.sample(list(known), random.choice((1, 2, 2))):
            believed = random.choice([*known[seat][-2:], known[seat][-1]])
            key = f"key-{random.randrange(80):016}"
            changes.append(a_change(floor, believed, key, random))
        for change, outcome in zip(changes, await both(stores, changes), strict=True):
            outcomes.add(outcome)
            if outcome is WriteResult.DONE and change.seat is not None:
                known[change.seat.id].append(change.seat)
        assert await everything(stores[0]) == await everything(stores[1])
    for steps in known.values():
        await find_alike(stores, steps[-1])
    return outcomes


async def find_alike(stores: tuple[Store, Store], seat: Seat) -> None:
    for n in range(80):
        found = [await store.find(seat.account, f"key-{n:016}") for store in stores]
        one, two = [each and (each.id, each.record.body) for each in found]
        assert one == two
    missed = [[each.id for each in await store.missed(seat, 2, 5)] for store in stores]
    assert missed[0] == missed[1]
    seeds = [sorted(await store.player_seeds(seat)) for store in stores]
    assert seeds[0] == seeds[1]


async def test_both_stores_keep_the_same_shared_tables(tmp_path: Path) -> None:
    real = SqliteStore(f"{tmp_path}/house.db", Sealer(bytes(32)))
    stores: tuple[Store, Store] = real, MemoryStore(Kept(), Random(1))
    for store in stores:
        account = await store.table_account("live-mini", AccountKind.TABLE, "FUN")
        assert (account.id, account.kind) == (1, AccountKind.TABLE)
        assert await store.table_account("live-mini", AccountKind.TABLE, "FUN") == account
    evening = Evening()
    for store in stores:
        await store.add_table(evening.spec, evening.first)
        with pytest.raises(StoreFailed):
            await store.add_table(evening.spec, evening.first)
    evening.mix("17", "23")
    evening.deal()
    evening.do(Stand(Standing.CLOSED))
    evening.do(Reveal())
    for change in evening.changes:
        assert await both(stores, [Change(None, change.record, change)]) == [WriteResult.DONE]
        assert (
            await stores[0].tables() == await stores[1].tables() == [(evening.spec, change.table)]
        )
    stale = evening.changes[3]
    assert await both(stores, [Change(None, stale.record, stale)]) == [WriteResult.STALE]
    assert await everything(stores[0]) == await everything(stores[1])
    for after, limit in ((0, 100), (2, 3)):
        told = [await store.table_events(1, after, limit) for store in stores]
        assert told[0] == told[1] != []
    for number in (None, 1, 2):
        sabots = [await store.sabots(1, number) for store in stores]
        assert sabots[0] == sabots[1]
        assert len(sabots[0]) == (number != 2)
    await real.close()


async def test_both_stores_keep_the_same_stakes_in_play(tmp_path: Path) -> None:
    """A seat at a shared table also has an account for stakes, and stays open while it has any."""
    real = SqliteStore(f"{tmp_path}/house.db", Sealer(bytes(32)))
    stores: tuple[Store, Store] = real, MemoryStore(Kept(), Random(1))
    floors = [await open_floor(store, "live-mini") for store in stores]
    account, same = [await floor.account("anna", 10_000) for floor in floors]
    assert account == same
    new = new_shared_seat(account, "live-mini", "EUR", 1, "red")
    seat, other = [shared(await store.add_seat(new)) for store in stores]
    assert seat == other
    steps: list[SharedCommand] = [
        Open("key-0000000000000001", 5_000),
        Confirm("key-0000000000000002", 1, {Bet.BANCO: 300}),
        Automatic(on=True),
        Place({Bet.PUNTO: 200}, 1),
        CashOut("key-0000000000000003"),
    ]
    for asked in steps:
        change = step(seat, asked, floors[0].setting, MONDAY)
        assert await both(stores, [change]) == [WriteResult.DONE]
        assert await everything(stores[0]) == await everything(stores[1])
        seat = shared(change.seat)
    assert [each.id for each in await stores[1].open_seats()] == [seat.id]
    await real.close()
