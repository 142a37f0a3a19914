"""Refills of play money and guests who registered, as an audit reads them."""

import msgspec
import pytest

from puntobanco.audit.findings import Check
from puntobanco.ledger.accounts import PLAY_MONEY
from puntobanco.ledger.records import Record, RecordKind
from puntobanco.server.seats.floor import Floor
from puntobanco.store.interface import Role, Store
from puntobanco.table.recording import request_hash
from puntobanco.wire.messages import Moved
from puntobanco.wire.refill_rule import RefillRule
from tests.audit.night import SHEETS, TickingClock, audit, failing, key, tamper
from tests.audit.tampering import Edit, all_records, retold, rewrite

pytestmark = pytest.mark.anyio


async def refilled_twice(store: Store) -> Floor:
    """A guest whose play money is taken away and refilled, twice within an hour."""
    clock = TickingClock()
    floor = Floor(store, SHEETS, clock)
    guest = await floor.cashier.add_person(None, None, Role.GUEST)
    assert guest is not None
    account = await floor.cashier.account_of(guest, PLAY_MONEY)
    for _ in range(2):
        await floor.cashier.move(account, 995_000, key(), "", RecordKind.WITHDRAWN)
        await floor.refills.refill(guest, key())
        clock.at += 30 * 60_000
    return floor


async def refill_of(database: str) -> int:
    """The number of the second refill."""
    found = [e.id for e in await all_records(database) if e.record.event is RecordKind.REFILLED]
    assert len(found) == 2
    return found[1]


async def test_refills_pass(store: Store, database: str) -> None:
    await refilled_twice(store)
    assert failing(await audit(database)) == {}


def with_rule(rule: RefillRule) -> Edit:
    return retold(rule=msgspec.to_builtins(rule))


@pytest.mark.parametrize(
    "edit",
    [
        with_rule(RefillRule(below=5_000)),
        with_rule(RefillRule(to=999_999)),
        with_rule(RefillRule(minutes=31)),
        retold(held=4_999),
    ],
    ids=["not-below", "too-much", "too-soon", "less-than-held"],
)
async def test_a_refill_that_its_rule_does_not_allow_is_found(
    edit: Edit, store: Store, database: str
) -> None:
    await refilled_twice(store)
    which = await refill_of(database)
    await rewrite(database, which, edit)
    assert failing(await audit(database)) == {Check.POSTINGS: which}


async def test_a_refill_without_its_rule_is_found(store: Store, database: str) -> None:
    await refilled_twice(store)
    which = await refill_of(database)

    def edit(record: Record) -> Record:
        told = msgspec.json.decode(record.body, type=Moved)
        told = msgspec.structs.replace(told, rule=msgspec.UNSET)
        return msgspec.structs.replace(record, body=msgspec.json.encode(told))

    await rewrite(database, which, edit)
    assert failing(await audit(database)) == {Check.TOLD: which}


async def test_a_refill_under_the_key_of_another_request_is_found(
    store: Store, database: str
) -> None:
    await refilled_twice(store)
    which = await refill_of(database)

    def edit(record: Record) -> Record:
        told = msgspec.json.decode(record.body, type=Moved)
        asked = msgspec.structs.replace(told, at=0)  # with its amount, which no player names
        return msgspec.structs.replace(record, request=request_hash(asked, record.account))

    await rewrite(database, which, edit)
    assert failing(await audit(database)) == {Check.KEYS: which}


async def test_a_refill_of_real_money_is_found(store: Store, database: str) -> None:
    await refilled_twice(store)
    which = await refill_of(database)
    await tamper(database, "UPDATE account SET currency = 'EUR' WHERE currency = 'FUN'")
    found = failing(await audit(database))
    assert Check.POSTINGS in found
    await rewrite(database, which, retold(currency="EUR"))
    assert Check.POSTINGS in failing(await audit(database))


async def named_guest(store: Store) -> int:
    """A guest who has registered as anna; the number of the account."""
    floor = Floor(store, SHEETS, TickingClock())
    guest = await floor.cashier.add_person(None, None, Role.GUEST)
    assert guest is not None
    assert await store.name_guest(guest.id, "anna", "argon2id…", floor.clock.now()) is not None
    (account,) = await store.accounts(guest.id)
    return account.id


async def test_a_guest_who_registered_passes(store: Store, database: str) -> None:
    await named_guest(store)
    assert failing(await audit(database)) == {}


async def number_of(database: str, event: RecordKind) -> int:
    return next(each.id for each in await all_records(database) if each.record.event is event)


async def test_a_guest_who_became_a_player_off_record_is_found(store: Store, database: str) -> None:
    floor = Floor(store, SHEETS, TickingClock())
    await floor.cashier.add_person(None, None, Role.GUEST)
    await tamper(database, "UPDATE person SET role = 'player', name = 'anna', password = 'x'")
    opened = await number_of(database, RecordKind.ACCOUNT_OPENED)
    assert failing(await audit(database)) == {Check.SEATS: opened}


async def test_a_registration_that_is_on_record_but_not_in_the_row_is_found(
    store: Store, database: str
) -> None:
    await named_guest(store)
    await tamper(database, "UPDATE person SET role = 'guest', name = NULL, password = NULL")
    opened = await number_of(database, RecordKind.ACCOUNT_OPENED)
    assert failing(await audit(database)) == {Check.SEATS: opened}


@pytest.mark.parametrize(
    ("edit", "check"),
    [
        (retold(person=999), Check.SEATS),
        (retold(role="operator"), Check.SEATS),
        (retold(account=999), Check.TOLD),
    ],
    ids=["another-person", "another-role", "another-account"],
)
async def test_a_changed_registration_is_found(
    edit: Edit, check: Check, store: Store, database: str
) -> None:
    await named_guest(store)
    which = await number_of(database, RecordKind.NAMED)
    await rewrite(database, which, edit)
    assert failing(await audit(database))[check] is not None
