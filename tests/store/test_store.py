"""What a store promises, on each database."""

import asyncio
from typing import Any

import msgspec
import pytest

from puntobanco.errors import NoAccount, NodeTaken, WrongSealingKey
from puntobanco.ledger.records import Posting, Record, RecordKind
from puntobanco.store.batch import FIRST_HASH, Node
from puntobanco.store.interface import Query, Role, Store, WriteResult
from puntobanco.store.open import open_store
from puntobanco.store.sealing import Sealer
from puntobanco.store.seeds import seed_mark
from puntobanco.table.recording import Change
from puntobanco.wire.messages import AccountOpened
from puntobanco.wire.requests import CashOut, TopUp
from tests.databases import Server
from tests.posting_sums import moves
from tests.store.guests import MONDAY, SECOND, carte, new_key, open_floor
from tests.store_contents import all_accounts, all_records

DEPOSITS = (RecordKind.DEPOSITED,)

pytestmark = pytest.mark.anyio


async def check_books(store: Store) -> None:
    """Check that balances follow from the postings, and records are chained."""
    moved: dict[int, int] = {}
    chain = FIRST_HASH
    for stored in await all_records(store):
        for account, amount in moves(stored.record.postings).items():
            moved[account] = moved.get(account, 0) + amount
        chain = stored.record.chained(chain)
        assert stored.hash == chain
    balances = {account.id: account.balance for account in await all_accounts(store)}
    assert sum(balances.values()) == 0
    assert balances == {account: moved.get(account, 0) for account in balances}


async def test_balances_are_the_sums_of_the_postings(store: Store) -> None:
    floor = await open_floor(store)
    seat = await floor.sit("anna")
    for _ in range(20):
        seat = await floor.do(seat, carte())
    assert await store.seat(seat.id) == seat
    await floor.do(seat, CashOut(new_key()))
    await check_books(store)


async def test_a_key_counts_once(store: Store) -> None:
    floor = await open_floor(store)
    account = await floor.account("anna", 0)
    twice = [floor.deposit(account, 100, "the-same-key-0001")] * 2
    assert await store.write(twice) == [WriteResult.DONE, WriteResult.KEY_KNOWN]
    assert await store.write(twice[:1]) == [WriteResult.KEY_KNOWN]
    found = await store.account(account)
    assert found is not None
    assert found.balance == 100
    await check_books(store)


async def test_a_refused_change_does_not_affect_the_others_in_its_batch(store: Store) -> None:
    floor = await open_floor(store)
    seats = [await floor.sit(name) for name in ("anna", "bruno", "carla", "dario")]
    stale = floor.step(seats[1], carte())
    await floor.do(seats[1], carte())
    batch = [
        floor.step(seats[0], carte()),
        stale,
        floor.step(seats[2], TopUp(new_key(), 10**9)),
        floor.step(seats[3], carte()),
    ]
    expected = [WriteResult.DONE, WriteResult.STALE, WriteResult.NOT_COVERED, WriteResult.DONE]
    assert await store.write(batch) == expected
    await check_books(store)


async def test_payments_whose_sum_has_no_room_are_written_one_by_one(store: Store) -> None:
    floor = await open_floor(store)
    seats = [await floor.sit(name) for name in ("anna", "bruno", "carla", "dario")]

    def withdraw(account: int, money: int) -> Change:
        posting = Posting(account, floor.cashier, money)
        return Change(None, Record(account, RecordKind.WITHDRAWN, MONDAY, b"{}", (posting,), ""))

    batch = [withdraw(seat.account, 2**62) for seat in seats[:3]]
    batch.append(floor.deposit(seats[3].account, 100))
    refused = WriteResult.NOT_COVERED
    assert await store.write(batch) == [refused, refused, refused, WriteResult.DONE]
    await check_books(store)


async def test_money_received_covers_only_later_payments_in_a_batch(store: Store) -> None:
    floor = await open_floor(store)
    seat = await floor.sit("anna", 5_000, 5_000)
    batch = [floor.step(seat, TopUp(new_key(), 100)), floor.deposit(seat.account, 100)]
    assert await store.write(batch) == [WriteResult.NOT_COVERED, WriteResult.DONE]


async def test_a_batch_may_contain_several_changes_of_a_seat(store: Store) -> None:
    """Each follows from the one before; they are written in order or refused."""
    floor = await open_floor(store)
    seat = await floor.sit("anna")
    first = floor.step(seat, carte())
    assert first.seat is not None
    second = floor.step(first.seat, TopUp(new_key(), 100))
    assert await store.write([second, first]) == [WriteResult.STALE, WriteResult.DONE]
    assert await store.write([second]) == [WriteResult.DONE]
    assert second.seat is not None
    third = floor.step(second.seat, carte())
    assert third.seat is not None
    assert await store.write([third, floor.step(third.seat, carte())]) == [WriteResult.DONE] * 2
    await check_books(store)


async def test_the_chain_continues_after_a_restart(database: str, sealer: Sealer) -> None:
    for name in ("anna", "bruno"):
        store = await open_store(database, sealer)
        floor = await open_floor(store)
        await floor.do(await floor.sit(name), carte())
        await check_books(store)
        await store.close()


async def test_a_wrong_sealing_key_cannot_open_a_seed(database: str, sealer: Sealer) -> None:
    store = await open_store(database, sealer)
    await (await open_floor(store)).sit("anna")
    await store.close()
    other = await open_store(database, Sealer(bytes(32)))
    with pytest.raises(WrongSealingKey):
        await other.all_seats()
    await other.close()


async def test_a_seat_is_created_only_once(store: Store) -> None:
    floor = await open_floor(store)
    account = await floor.account("anna", 0)
    seats = await asyncio.gather(*[floor.seat(account) for _ in range(8)])
    assert len({(seat.id, seat.next.commitment) for seat in seats}) == 1
    with pytest.raises(NoAccount):
        await floor.seat(10**6)
    assert await floor.seat(account) == seats[0]  # the refusal left no open transaction


async def test_an_account_is_recorded_only_once(store: Store) -> None:
    floor = await open_floor(store)
    account = await floor.account("anna", 0)
    assert (await store.player_account(1, "EUR", MONDAY + 9)).id == account
    found = await store.history(Query(account, 9, events=(RecordKind.ACCOUNT_OPENED,)))
    told = [msgspec.json.decode(each.record.body, type=AccountOpened) for each in found]
    assert told == [AccountOpened(account, 1, "player", "EUR", MONDAY)]


async def test_history_pages_and_filters(store: Store) -> None:
    floor = await open_floor(store)
    seat = await floor.sit("anna")
    for n in range(1, 6):
        seat = await floor.do(seat, carte(), MONDAY + n * SECOND)
    everything = await store.history(Query(seat.account, 100))
    page = await store.history(Query(seat.account, 3))
    rest = await store.history(Query(seat.account, 100, before=page[-1].id))
    assert [*page, *rest] == everything
    # Unknown ids also work as a bound.
    assert await store.history(Query(seat.account, 100, before=2**40)) == everything
    assert await store.history(Query(seat.account, 100, before=0)) == []
    for query, many in (
        (Query(seat.account, 100, events=(RecordKind.COUP,)), 5),
        (Query(seat.account, 100, seat=seat.id, session=1), 6),
        (Query(seat.account, 100, house=seat.house), 6),
        (Query(seat.account, 100, since=MONDAY + SECOND, until=MONDAY + 3 * SECOND), 2),
    ):
        assert len(await store.history(query)) == many
    assert [each.record.offset for each in await store.missed(seat, 3, 9)] == [4, 5, 6]
    assert [each.record.offset for each in await store.missed(seat, 1, 2)] == [5, 6]
    assert await store.missed(seat, 9, 9) == []


async def test_a_loaded_seat_knows_its_players_seeds(store: Store, monkeypatch: Any) -> None:
    monkeypatch.setattr("puntobanco.store.record_queries._PAGE", 3)
    floor = await open_floor(store)
    anna, bruno = [await floor.sit(name) for name in ("anna", "bruno")]
    seeds = [f"{n:032} è" for n in range(7)]
    for n, seed in enumerate(seeds):  # two with the same time
        anna = await floor.do(anna, carte(seed=seed), MONDAY + n // 2)
    bruno = await floor.do(bruno, carte())
    assert set(await store.player_seeds(anna)) == {seed_mark(seed) for seed in seeds}
    assert len(await store.player_seeds(bruno)) == 1


async def test_history_of_several_nodes_is_ordered_by_time(
    postgres_server: Server, sealer: Sealer
) -> None:
    address = await asyncio.to_thread(postgres_server.new_database)
    stores = [await open_store(address, sealer, node) for node in Node]
    floors = [await open_floor(store) for store in stores]
    account = await floors[0].account("anna", 0)
    for n in range(6):
        (done,) = await stores[n % 2].write([floors[n % 2].deposit(account, 1, at=MONDAY + n)])
        assert done is WriteResult.DONE
    everything = await stores[0].history(Query(account, 9, events=DEPOSITS))
    assert [each.record.at - MONDAY for each in everything] == [5, 4, 3, 2, 1, 0]
    for n, stored in enumerate(everything):
        before = await stores[1].history(Query(account, 9, stored.id, DEPOSITS))
        assert before == everything[n + 1 :]
    unknown = max(each.id for each in everything) + 9  # higher than any id
    assert await stores[0].history(Query(account, 9, unknown, DEPOSITS)) == everything
    for store in stores:
        await store.close()


async def test_people_are_found_by_name_and_token(store: Store) -> None:
    anna = await store.add_person("anna", "argon2id…", Role.PLAYER, MONDAY)
    assert anna is not None
    assert await store.add_person("anna", "argon2id…", Role.PLAYER, MONDAY) is None
    await store.add_token(b"t" * 32, anna.id, MONDAY, MONDAY + SECOND)
    assert await store.person_of_token(b"t" * 32, MONDAY) == anna
    assert await store.person_of_token(b"t" * 32, MONDAY + SECOND) is None
    await store.revoke_token(b"t" * 32)
    assert await store.person_of_token(b"t" * 32, MONDAY) is None


async def test_reading_and_writing_at_the_same_time(store: Store) -> None:
    floor = await open_floor(store)
    seat = await floor.sit("anna")
    reads = [store.history(Query(seat.account, 10)) for _ in range(20)]
    await asyncio.gather(*reads, floor.do(seat, carte()), store.seat(seat.id))


async def test_a_node_cannot_run_twice(postgres_server: Server, sealer: Sealer) -> None:
    address = await asyncio.to_thread(postgres_server.new_database)
    first, second = await asyncio.gather(*[open_store(address, sealer, node) for node in Node])
    with pytest.raises(NodeTaken):
        await open_store(address, sealer, Node.COMMANDS)
    await first.close()
    await second.close()
