"""Both databases give the same answers to any sequence of operations."""

import asyncio
from itertools import count
from typing import Any

import asyncpg
import pytest
from hypothesis import Phase, given, note, settings
from hypothesis import strategies as st

from puntobanco.errors import Refusal
from puntobanco.ledger.accounts import AccountKind
from puntobanco.ledger.records import Posting, Record, RecordKind
from puntobanco.store.interface import Query, Role, Store, WriteResult
from puntobanco.store.postgres import PostgresStore
from puntobanco.store.sealing import Sealer
from puntobanco.store.sqlite import SqliteStore
from puntobanco.table.private_seat import Retire, new_private_seat
from puntobanco.table.recording import Change
from puntobanco.table.seat import Seat
from puntobanco.wire.messages import WhyRetired
from puntobanco.wire.requests import CashOut, Open, TopUp
from tests.databases import Server
from tests.store.guests import MONDAY, SECOND, Floor, carte, house_seed, open_floor
from tests.store.test_store import check_books
from tests.store_contents import all_accounts, all_records

HOUSES = "punto-e-banco", "elsewhere"
CURRENCIES = "EUR", "CHF"
# Make both count on from their highest id, because PostgreSQL skips ids of failed inserts.
COUNT_ON = "; ".join(
    f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}"  # noqa: S608
    for table in ("person", "account", "seat")
)

few = st.integers(0, 3)
ids = st.integers(-1, 12)
changes = st.tuples(
    st.sampled_from(("open", "top_up", "carte", "carte", "cash_out", "retire", "move", "move")),
    few,  # which account
    st.integers(0, 1),  # how outdated the seat is
    st.sampled_from((100, 5_000, 10**6, 2**62)),
    st.integers(0, 12),  # the key
)
queries = st.builds(
    Query,
    st.sampled_from((3, 3, 5, 5, 9)),  # two players' accounts, another account, and an unknown one
    st.integers(0, 6),
    before=st.none() | st.integers(-1, 60) | st.just(2**62),
    events=st.lists(st.sampled_from(RecordKind), max_size=3, unique=True).map(tuple),
    seat=st.none() | st.integers(0, 2),
    session=st.none() | st.integers(0, 2),
    house=st.none() | st.sampled_from((*HOUSES, "nowhere")),
    since=st.none() | st.integers(0, 40).map(lambda n: MONDAY + n * SECOND),
    until=st.none() | st.integers(0, 40).map(lambda n: MONDAY + n * SECOND),
    record=st.none() | st.integers(0, 60),
)
operations = st.one_of(
    st.tuples(st.just("person"), st.none() | few, st.sampled_from(Role)),
    st.tuples(st.just("name"), ids, few),
    st.tuples(st.just("token"), few, ids),
    st.tuples(st.just("revoke"), few, ids),
    st.tuples(st.just("account"), ids, st.sampled_from(CURRENCIES)),
    st.tuples(st.just("own"), st.sampled_from(AccountKind), st.sampled_from(CURRENCIES)),
    st.tuples(st.just("seat"), ids, st.sampled_from(HOUSES)),
    *[st.tuples(st.just("write"), st.lists(changes, min_size=1, max_size=5))] * 4,
    *[st.tuples(st.just("history"), queries)] * 3,
    st.tuples(st.just("missed"), few, st.integers(0, 8), st.integers(0, 4)),
    st.tuples(st.just("find"), ids, st.integers(0, 12)),
)


class Pair:
    """The same house in each database, with the same ids."""

    def __init__(self, stores: tuple[Store, Store], raw: Any) -> None:
        self.stores, self.raw = stores, raw
        self.floor: Floor
        self.known: list[list[Seat]] = []  # all versions of every seat, the newest last
        self.clock = count(MONDAY, SECOND)

    async def ask(self, question: str, *values: Any) -> Any:
        """Ask both, and check that the answers or refusal codes are the same."""
        first, second = [await self._answer(store, question, values) for store in self.stores]
        assert first == second
        return first

    async def _answer(self, store: Store, question: str, values: tuple[Any, ...]) -> Any:
        try:
            return await getattr(store, question)(*values)
        except Refusal as refusal:
            return refusal.code

    async def prepare(self) -> None:
        self.floor, _ = [await open_floor(store) for store in self.stores]
        for n in range(2):
            person = await self.ask("add_person", f"p{n}", "…", Role.PLAYER, MONDAY)
            account = await self.ask("player_account", person.id, "EUR", MONDAY)
            deposit = [self.floor.deposit(account.id, 20_000)]
            await self.ask("write", deposit)
            await self.seat(account.id, HOUSES[0])

    async def seat(self, account: int, house: str) -> None:
        made = new_private_seat(account, house, "EUR", 1, self.floor.setting, house_seed())
        seat = await self.ask("add_seat", made)
        if isinstance(seat, Seat) and seat.id not in {each[0].id for each in self.known}:
            self.known.append([seat])

    def change(self, what: str, whose: int, age: int, amount: int, key: int) -> Change | None:
        steps = self.known[whose % len(self.known)]
        seat = steps[-1 - min(age, len(steps) - 1)]
        name, now = f"key-{key:016}", next(self.clock)
        match what:
            case "move":
                payer, payee = self.floor.cashier, seat.account
                if age:
                    payer, payee = payee, payer
                posting = Posting(payer, payee, amount)
                body = b'{"event":"moved"}'
                return Change(
                    None, Record(seat.account, RecordKind.DEPOSITED, now, body, (posting,), name)
                )
            case "open":
                asked: Any = Open(name, amount)
            case "top_up":
                asked = TopUp(name, amount)
            case "carte":
                asked = carte(100, name)
            case "cash_out":
                asked = CashOut(name)
            case _:
                asked = Retire(1, WhyRetired.SHEET)
        try:
            return self.floor.step(seat, asked, now)
        except Refusal:  # this step is not possible now
            return None

    async def write(self, asked: list[tuple[str, int, int, int, int]]) -> None:
        made = [each for each in (self.change(*each) for each in asked) if each is not None]
        outcomes = await self.ask("write", made)
        if isinstance(outcomes, str):
            return
        for change, outcome in zip(made, outcomes, strict=True):
            if outcome is WriteResult.DONE and change.seat is not None:
                next(k for k in self.known if k[0].id == change.seat.id).append(change.seat)

    async def do(self, operation: tuple[Any, ...]) -> None:
        match operation:
            case "person", name, role:
                said = (None, None) if name is None else (f"p{name}", "…")
                await self.ask("add_person", *said, role, MONDAY)
                await self.ask("person", f"p{name}")
            case "token", token, person:
                await self.ask("add_token", bytes([token]) * 32, person, 0, 1)
                await self.ask("person_of_token", bytes([token]) * 32, 0)
                await self.ask("note_used", [bytes([each]) * 32 for each in range(2)], token)
                await self.ask("logins", person, 0)
            case "name", person, name:
                await self.ask("name_guest", person, f"p{name}", "…", next(self.clock))
                await self.ask("set_password", person, "…", "new")
                await self.ask("person", f"p{name}")
            case "revoke", token, person:
                await self.ask("revoke_token", bytes([token]) * 32)
                await self.ask("revoke_tokens", person, bytes([token + 1]) * 32)
                await self.ask("logins", person, 0)
            case "account", owner, currency:
                await self.ask("player_account", owner, currency, MONDAY)
                await self.ask("accounts", owner)
            case "own", kind, currency:
                await self.ask("own_account", kind, currency)
            case "seat", account, house:
                await self.seat(account, house)
                await self.ask("seat_at", account, house)
                await self.ask("seats", account)
            case "write", asked:
                await self.write(asked)
            case _:
                await self.look(operation)
        await self.raw.execute(COUNT_ON)

    async def look(self, operation: tuple[Any, ...]) -> None:
        match operation:
            case "history", query:
                await self.ask("history", query)
            case "missed", whose, offset, limit:
                seat = self.known[whose % len(self.known)][-1]
                await self.ask("missed", seat, offset, limit)
                await self.ask("player_seeds", seat)
                await self.ask("held", seat.account)
                await self.ask("last_refill", seat.account)
            case "find", account, key:
                await self.ask("find", account, f"key-{key:016}")

    async def everything(self) -> None:
        first, second = [
            (await all_records(store), await all_accounts(store)) for store in self.stores
        ]
        assert first == second
        for question in ("all_seats", "open_seats", "sheets", "is_alive"):
            await self.ask(question)
        for store in self.stores:
            await check_books(store)


# Every example needs new databases, so shrinking would take minutes.
@settings(max_examples=20, phases=set(Phase) - {Phase.shrink, Phase.explain})
@given(asked=st.lists(operations, min_size=5, max_size=40))
def test_both_databases_give_the_same_answers(
    asked: list[tuple[Any, ...]],
    postgres_server: Server,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    address = postgres_server.new_database()
    file = tmp_path_factory.mktemp("alike") / "house.db"

    async def compare() -> None:
        sealer = Sealer(bytes(32))
        stores = (
            await SqliteStore.open(str(file), sealer),
            await PostgresStore.open(address, sealer),
        )
        raw = await asyncpg.connect(address)
        try:
            pair = Pair(stores, raw)
            await pair.prepare()
            for operation in asked:
                note(str(operation))
                await pair.do(operation)
            await pair.everything()
        finally:
            for each in (*stores, raw):
                await each.close()

    asyncio.run(compare())
