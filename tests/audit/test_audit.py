"""The audit accepts an honest house and finds every forgery."""

# ruff: noqa: S608

from collections.abc import Callable
from itertools import count
from typing import Any

import msgspec
import pytest

from puntobanco.audit.findings import Check, Findings
from puntobanco.audit.outcomes import compare
from puntobanco.audit.rules import Rules, read_rules
from puntobanco.errors import StoreUnreachable
from puntobanco.fair.commitment import deal_order
from puntobanco.fair.sheet_hash import hash_sheet, sheet_text
from puntobanco.game.coup import Outcome, deal
from puntobanco.ledger.records import Posting, Record, RecordKind
from puntobanco.server.seats.floor import Floor
from puntobanco.server.seats.seat_runner import SeatRunner
from puntobanco.store.batch import Node
from puntobanco.store.interface import Role, Store
from puntobanco.store.interface import WriteResult as Stored
from puntobanco.store.open import open_store
from puntobanco.store.sealing import Sealer
from puntobanco.table.private_seat import Retire, step
from puntobanco.table.recording import request_hash
from puntobanco.wire.messages import Moved, WhyRetired
from puntobanco.wire.requests import CashOut, Open
from tests.audit.night import (
    SHEETS,
    TickingClock,
    audit,
    carte,
    failing,
    key,
    play,
    sit,
    take_checkpoint,
    tamper,
)  # fmt: skip
from tests.audit.tampering import Edit, all_records, blob, retold, rewrite
from tests.databases import Server
from tests.seat_kinds import private, seat_at
from tests.store.guests import MONDAY

pytestmark = pytest.mark.anyio


async def test_an_honest_night_passes(store: Store, database: str) -> None:
    await play(store)
    report = await audit(database, await take_checkpoint(database))
    assert failing(report) == {}
    assert report.holds
    assert report.coups == 24
    looked_at = {each.check: each.looked_at for each in report.checks}
    shared = {
        Check.STREAMS,
        Check.BETTING,
        Check.CASH,
        Check.LINES,
    }  # these need tables, and there are none
    # PostgreSQL needs a permission for this check, see below.
    unseen = {Check.INDEXES} if database.startswith("postgresql:") else set()
    assert all(looked_at[each] for each in set(Check) - shared - unseen - {Check.RETIRED}), (
        looked_at
    )


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
async def test_a_row_missing_from_an_index_is_found_on_postgres(
    store: Store, database: str
) -> None:
    await play(store)
    (skipped,) = [
        each.skipped for each in (await audit(database)).checks if each.check is Check.INDEXES
    ]
    assert "CREATE EXTENSION amcheck" in skipped
    await tamper(database, "CREATE EXTENSION amcheck")
    assert failing(await audit(database)) == {}
    unkept = "UPDATE pg_index SET indisready = {} WHERE indexrelid = 'record_key'::regclass"
    await tamper(
        database,
        unkept.format("false"),
        "INSERT INTO record SELECT max(id) + 1, 3, 'coup', 1, '', max(key), '', 1, 1, 1, max(hash)"
        " FROM record WHERE key <> '' AND key NOT LIKE 'operator %'",
        "UPDATE record SET account = (SELECT account FROM record first WHERE first.key = record.key"
        " ORDER BY id LIMIT 1) WHERE id = (SELECT max(id) FROM record)",
        unkept.format("true"),
        f"ALTER DATABASE {database.split('/')[3].partition('?')[0]} SET enable_seqscan = off",
    )
    failed = failing(await audit(database))
    assert Check.INDEXES in failed
    assert failed[Check.KEYS] is not None


async def test_an_empty_house_passes(store: Store, database: str) -> None:
    report = await audit(database)
    assert report.holds
    assert report.records == 0


async def test_an_audit_of_something_else_is_refused(empty_database: str, tmp_path: Any) -> None:
    with pytest.raises(StoreUnreachable):
        await audit(str(tmp_path / "nothing.db"))
    assert not (tmp_path / "nothing.db").exists()
    if empty_database.startswith("postgresql:"):
        with pytest.raises(StoreUnreachable):
            await audit(empty_database)


def other(text: str) -> str:
    """Another text of the same length and kind."""
    return text[:-1] + ("0" if text[-1] != "0" else "1")


def one_more(number: int) -> int:
    return number + 1


def richer(bets: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [bets[0] | {"winnings": bets[0]["winnings"] + 1}, *bets[1:]]


def tiny(bets: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [bets[0] | {"stake": 1}, *bets[1:]]


def further(told: dict[str, Any]) -> dict[str, Any]:
    return told | {"number": told["number"] + 1}


def unlike(told: dict[str, Any]) -> dict[str, Any]:
    return told | {"commitment": other(told["commitment"])}


def posted(change: Callable[[Posting], Posting]) -> Edit:
    def edit(record: Record) -> Record:
        return msgspec.structs.replace(
            record, postings=(change(record.postings[0]), *record.postings[1:])
        )

    return edit


def taken_by_its_player(record: Record) -> Record:
    change = posted(lambda each: msgspec.structs.replace(each, payee=record.account))
    return change(record)


PUNTO = [{"side": "punto", "points": 8, "draws": False, "third": None}]
EDITS: dict[str, tuple[Check, RecordKind, Edit]] = {
    "other cards": (Check.CARDS, RecordKind.COUP, retold(cards=lambda text: text[2:] + text[:2])),
    "other points": (Check.CARDS, RecordKind.COUP, retold(punto=lambda n: (n + 1) % 10)),
    "another winning bet": (Check.CARDS, RecordKind.COUP, retold(won=["piccolo"])),
    "other decisions": (
        Check.CARDS, RecordKind.COUP, retold(decisions=lambda told: told[:1] or PUNTO),
    ),
    "a richer bet": (Check.SETTLEMENT, RecordKind.COUP, retold(bets=richer)),
    "a stake the house doesn't take": (Check.SETTLEMENT, RecordKind.COUP, retold(bets=tiny)),
    "another stake": (Check.SETTLEMENT, RecordKind.COUP, retold(staked=one_more)),
    "another commitment": (Check.COMMITMENTS, RecordKind.COUP, retold(commitment=other)),
    "another seed": (Check.COMMITMENTS, RecordKind.COUP, retold(server_seed=other)),
    "a skipped number": (Check.NUMBERS, RecordKind.COUP, retold(number=one_more)),
    "another epoch": (Check.NUMBERS, RecordKind.COUP, retold(epoch=one_more)),
    "another credit before": (Check.SESSIONS, RecordKind.COUP, retold(credit_before=one_more)),
    "another credit after": (Check.SESSIONS, RecordKind.COUP, retold(credit=one_more)),
    "another player": (Check.TOLD, RecordKind.COUP, retold(player="9")),
    "another time": (Check.TOLD, RecordKind.COUP, retold(at=one_more)),
    "another offset": (Check.TOLD, RecordKind.COUP, retold(offset=one_more)),
    "another player's seed": (Check.KEYS, RecordKind.COUP, retold(seed=other)),
    "an unknown sheet": (Check.SHEETS, RecordKind.COUP, retold(sheet=other)),
    "more taken": (
        Check.POSTINGS,
        RecordKind.COUP,
        posted(lambda each: msgspec.structs.replace(each, amount=each.amount + 1)),
    ),
    "taken by a player": (
        Check.POSTINGS,
        RecordKind.COUP,
        taken_by_its_player,
    ),
    "a bigger top-up": (Check.SESSIONS, RecordKind.TOPPED_UP, retold(amount=one_more)),
    "a smaller cash-out": (Check.SESSIONS, RecordKind.CLOSED, retold(credited=lambda n: n - 1)),
    "credit from nowhere": (
        Check.SESSIONS,
        RecordKind.COUP,
        retold(credit_before=one_more, credit=one_more),
    ),
    "another number promised": (Check.NUMBERS, RecordKind.OPENED, retold(next=further)),
    "another number to follow": (Check.NUMBERS, RecordKind.COUP, retold(next=further)),
    "another money": (Check.TOLD, RecordKind.OPENED, retold(currency="CHF")),
    "another promise": (Check.COMMITMENTS, RecordKind.OPENED, retold(next=unlike)),
    "a deposit of more": (Check.POSTINGS, RecordKind.DEPOSITED, retold(amount=one_more)),
    "a withdrawal told otherwise": (Check.KEYS, RecordKind.WITHDRAWN, retold(note="a gift")),
    "a deposit that tells nothing": (
        Check.TOLD,
        RecordKind.DEPOSITED,
        lambda record: msgspec.structs.replace(record, body=b"{}"),
    ),
    "a coup that tells nothing": (
        Check.TOLD,
        RecordKind.COUP,
        lambda record: msgspec.structs.replace(record, body=b"{}"),
    ),
    "a deposit for another": (Check.TOLD, RecordKind.DEPOSITED, retold(account=one_more)),
    "no request": (
        Check.KEYS,
        RecordKind.COUP,
        lambda record: msgspec.structs.replace(record, request=b""),
    ),
    "nobody's seat": (
        Check.TOLD,
        RecordKind.COUP,
        lambda record: msgspec.structs.replace(record, seat=999),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EDITS)
async def test_an_edit_with_a_right_chain_is_found(name: str, store: Store, database: str) -> None:
    """The chain is right again, but the contents contradict each other."""
    check, event, edit = EDITS[name]
    await play(store, ("anna",), 3)
    # The first record of its kind; for sessions the last, so that a commitment came before it.
    fits = [each.id for each in await all_records(database) if each.record.event is event]
    which = fits[-1] if event is RecordKind.OPENED else fits[0]
    await rewrite(database, which, edit)
    found = failing(await audit(database))
    assert Check.CHAIN not in found
    assert found[check] == which


ACCOUNTS = "UPDATE account SET"
ROWS = {
    "an account with more": (
        Check.BALANCES,
        f"{ACCOUNTS} balance = balance + 1 WHERE kind = 'player'",
    ),
    "money from nowhere": (
        Check.BALANCES,
        f"{ACCOUNTS} balance = balance + 1 WHERE kind = 'house'",
    ),
    "an account below zero": (Check.COVERED, f"{ACCOUNTS} balance = -1 WHERE kind = 'player'"),
    "another currency": (Check.POSTINGS, f"{ACCOUNTS} currency = 'CHF' WHERE kind = 'house'"),
    "another owner": (Check.SEATS, f"{ACCOUNTS} owner = 999 WHERE kind = 'credit'"),
    "another role": (Check.SEATS, "UPDATE person SET role = 'operator' WHERE role = 'player'"),
    "a role nobody has": (Check.SEATS, "UPDATE person SET role = 'owner' WHERE role = 'guest'"),
    "another session": (Check.SEATS, "UPDATE seat SET session = session + 1"),
    "another place in it": (Check.SEATS, 'UPDATE seat SET "offset" = "offset" + 1'),
    "another phase": (Check.SEATS, "UPDATE seat SET phase = 'open'"),
    "another number": (Check.SEATS, "UPDATE seat SET number = number + 1"),
    "another epoch of a seat": (Check.SEATS, "UPDATE seat SET epoch = epoch + 1"),
    "no epoch": (Check.SEATS, "DELETE FROM meta WHERE name = 'epoch'"),
    "a seat gone": (Check.TOLD, "DELETE FROM seat"),
    "an account gone": (Check.POSTINGS, "DELETE FROM account WHERE kind = 'credit'"),
    "another sheet": (Check.SHEETS, "UPDATE sheet SET text = text || ' '"),
    "a sheet nobody can read": (Check.SHEETS, "UPDATE sheet SET text = '[]'"),
    "a seat of no sheet": (Check.SHEETS, "UPDATE seat SET sheet = commitment"),
    "a posting more": (Check.POSTINGS, "INSERT INTO posting VALUES (999999, 0, 1, 2, 5)"),
    "a posting without a record": (Check.POSTINGS, "INSERT INTO posting VALUES (-5, 0, 1, 2, 5)"),
    "a posting after a gap": (Check.POSTINGS, "INSERT INTO posting VALUES (3, 7, 1, 2, 5)"),
}  # fmt: skip


@pytest.mark.parametrize("name", ROWS)
async def test_a_changed_row_is_found(name: str, store: Store, database: str) -> None:
    check, sql = ROWS[name]
    await play(store, ("anna",), 3)
    await tamper(database, sql)
    assert check in failing(await audit(database))


async def test_a_seed_sealed_with_another_key_is_found(database: str) -> None:
    store = await open_store(database, Sealer(bytes(32)))
    await play(store, ("anna",), 1)
    await store.close()
    assert failing(await audit(database)) == {Check.SEALED: None}


async def test_a_key_used_twice_is_found(store: Store, database: str) -> None:
    await play(store, ("anna",), 2)
    coups = [each for each in await all_records(database) if each.record.event is RecordKind.COUP]
    await tamper(database, "DROP INDEX record_key")
    again = coups[0].record.key
    await rewrite(database, coups[1].id, lambda each: msgspec.structs.replace(each, key=again))
    found = failing(await audit(database))
    assert found[Check.KEYS] == coups[1].id


async def give_up(floor: Floor, live: SeatRunner) -> None:
    """Retire a commitment without a reason, as a dishonest house could."""
    fresh = floor.fresh_seed()
    asked = Retire(live.seat.view.epoch, WhyRetired.SHEET)
    change = step(private(live.seat), asked, live.setting, floor.clock.now(), fresh)
    assert change.seat is not None
    assert list(await floor.store.write([change])) == [Stored.DONE]
    live.seat = change.seat


async def test_a_commitment_retired_without_a_reason_is_found(store: Store, database: str) -> None:
    """A dishonest house could retire coups it dislikes; only a changed sheet is a reason."""
    floor = Floor(store, SHEETS, TickingClock())
    live = await sit(floor, "anna")
    await give_up(floor, live)
    which = (await all_records(database))[-1].id
    found = await audit(database)
    assert failing(found) == {Check.RETIRED: which}
    await floor.ask(live, carte())
    assert failing(await audit(database)) == {Check.RETIRED: which}
    assert [(each.by_sheet, each.by_restore) for each in found.retired] == [(1, 0)]
    assert found.would_have_come.coups == 1


async def test_play_money_with_another_owner_is_found(store: Store, database: str) -> None:
    await play(store, ("anna",), 1)
    olga = await store.add_person("olga", "argon2id…", Role.OPERATOR, 0)
    assert olga is not None
    await tamper(database, f"UPDATE account SET owner = {olga.id} WHERE id = 1")
    assert failing(await audit(database)) == {Check.SEATS: 1}


async def test_a_grant_of_other_money_is_found(store: Store, database: str) -> None:
    floor = await play(store, ("anna",), 1)
    anna = await store.person("anna")
    assert anna is not None
    account = await store.player_account(anna.id, "EUR", MONDAY)
    await floor.cashier.move(account, 5, f"grant-{anna.id:016}", "welcome", RecordKind.GRANTED)
    which = (await all_records(database))[-1].id
    assert failing(await audit(database)) == {Check.POSTINGS: which}


async def test_other_money_at_a_house_for_play_money_is_found(store: Store, database: str) -> None:
    sheet = SHEETS["punto-e-banco"]
    money = msgspec.structs.replace(sheet.money, play_only=True)
    sheets = {"punto-e-banco": msgspec.structs.replace(sheet, money=money)}
    floor = Floor(store, sheets, TickingClock())
    anna = await floor.cashier.add_person("anna", "argon2id…", Role.PLAYER)
    assert anna is not None
    live = await seat_at(floor, await store.player_account(anna.id, "FUN", MONDAY), "punto-e-banco")
    for asked in (Open(key(), 1_000), carte()):
        await floor.ask(live, asked)
    assert failing(await audit(database)) == {}
    which = (await all_records(database))[-1].id
    await tamper(database, "DELETE FROM account WHERE currency = 'EUR'")
    await tamper(database, "UPDATE account SET currency = 'EUR'")
    assert failing(await audit(database))[Check.SETTLEMENT] == which


async def test_a_house_that_retires_what_it_dislikes_is_found(store: Store, database: str) -> None:
    """All retired seeds would have dealt Banco, which is too unlikely."""
    rules = Rules(SHEETS["punto-e-banco"], hash_sheet(SHEETS["punto-e-banco"]))
    numbers = count(1)

    def chosen() -> bytes:
        terms = rules.terms("punto-e-banco/3", 1, next(numbers))
        for n in count():
            seed = n.to_bytes(32, "big")
            if deal(rules.sheet.rule, deal_order(seed, terms, (), 6)).outcome is Outcome.BANCO:
                return seed
        raise AssertionError

    floor = Floor(store, SHEETS, TickingClock(), chosen)
    live = await sit(floor, "anna")
    assert live.seat.table == "punto-e-banco/3"
    for _ in range(60):
        await give_up(floor, live)
    report = await audit(database)
    assert set(failing(report)) == {Check.RETIRED, Check.OUTCOMES}
    assert report.would_have_come.came == {"punto": 0, "banco": 60, "egalite": 0}


async def test_retiring_for_a_changed_sheet_passes(store: Store, database: str) -> None:
    sheet = SHEETS["punto-e-banco"]
    live = await sit(Floor(store, SHEETS, TickingClock()), "anna")
    changed = {"punto-e-banco": msgspec.structs.replace(sheet, title="Punto e Banco, new")}
    floor = Floor(store, changed, TickingClock())
    again = await floor.seat_runner(live.seat.id)
    assert again is not None
    await floor.ask(again, carte())
    await floor.ask(again, CashOut(key()))
    report = await audit(database)
    assert failing(report) == {}
    assert [(each.by_sheet, each.by_restore) for each in report.retired] == [(1, 0)]


def test_very_unlikely_outcomes_are_found() -> None:
    sheet = SHEETS["punto-e-banco"]
    rules = read_rules({hash_sheet(sheet): sheet_text(sheet)}, Findings())
    (name,) = rules
    fair = {(name, Outcome.PUNTO): 4468, (name, Outcome.BANCO): 4596, (name, Outcome.EGALITE): 936}
    assert compare(fair, rules).p == pytest.approx(1, abs=0.01)
    biased = fair | {(name, Outcome.BANCO): 5200}
    assert not compare(biased, rules).is_believable
    assert compare({(name, Outcome.PUNTO): 9}, rules).p is None


async def test_a_session_over_two_nodes_passes(postgres_server: Server, sealer: Sealer) -> None:
    """The clock of one node is late."""
    import asyncio

    address = await asyncio.to_thread(postgres_server.new_database)
    stores = [await open_store(address, sealer, node) for node in Node]
    floors = [
        Floor(stores[0], SHEETS, TickingClock()),
        Floor(stores[1], SHEETS, TickingClock(1_799_999_000_000)),
    ]
    live = await sit(floors[0], "anna")
    for n in range(8):
        seated = await floors[n % 2].seat_runner(live.seat.id)
        assert seated is not None
        await floors[n % 2].ask(seated, carte())
    checkpoint = await take_checkpoint(address)
    assert [each.node for each in checkpoint.chains] == [0, 1]
    report = await audit(address, checkpoint)
    assert failing(report) == {}
    assert report.coups == 8
    for store in stores:
        await store.close()
    await tamper(address, f"DELETE FROM record WHERE id > {2**48}")
    assert Check.CHECKPOINT in failing(await audit(address, checkpoint))
    (gap,) = [each for each in (await audit(address)).checks if each.check is Check.SESSIONS]
    assert gap.first is not None
    assert gap.first.why == "event 4 of session 1.1 comes after event 2 of session 1.1"


# --- against a checkpoint ----------------------------------------------------------------


async def test_a_changed_body_breaks_the_chain(store: Store, database: str) -> None:
    await play(store)
    checkpoint = await take_checkpoint(database)
    stored = (await all_records(database))[7]
    body = blob(database, stored.record.body.replace(b'"at":1', b'"at":2'))
    await tamper(database, f"UPDATE record SET body = {body} WHERE id = {stored.id}")
    found = failing(await audit(database, checkpoint))
    assert found[Check.CHAIN] == stored.id
    assert Check.CHECKPOINT in found


async def test_a_changed_amount_breaks_the_chain(store: Store, database: str) -> None:
    await play(store)
    await tamper(database, "UPDATE posting SET amount = amount + 1 WHERE record = 5 AND n = 0")
    found = failing(await audit(database))
    assert found[Check.CHAIN] == found[Check.POSTINGS] == 5


async def test_deleted_last_records_are_found(store: Store, database: str) -> None:
    await play(store)
    checkpoint = await take_checkpoint(database)
    last = checkpoint.chains[0].record
    await tamper(database, f"DELETE FROM record WHERE id = {last}")
    assert Check.POSTINGS in failing(await audit(database))
    await tamper(database, f"DELETE FROM posting WHERE record = {last}")
    assert Check.BALANCES in failing(await audit(database))
    assert failing(await audit(database, checkpoint))[Check.CHECKPOINT] == last


async def test_deleted_records_in_the_middle_are_found(store: Store, database: str) -> None:
    await play(store)
    await tamper(
        database, "DELETE FROM record WHERE id = 9", "DELETE FROM posting WHERE record = 9"
    )
    assert failing(await audit(database))[Check.CHAIN] == 10


async def test_two_swapped_records_are_found(store: Store, database: str) -> None:
    await play(store)
    moves = [(6, 10**6), (7, 6), (10**6, 7)]
    await tamper(
        database,
        *[f"UPDATE record SET id = {to} WHERE id = {was}" for was, to in moves],
        *[f"UPDATE posting SET record = {to} WHERE record = {was}" for was, to in moves],
    )
    assert failing(await audit(database))[Check.CHAIN] == 6


async def test_a_perfect_forgery_is_found_only_with_a_checkpoint(
    store: Store, database: str
) -> None:
    """The note of a deposit is changed with its request and all later hashes."""
    await play(store)
    checkpoint = await take_checkpoint(database)
    deposit = next(e for e in await all_records(database) if e.record.event is RecordKind.DEPOSITED)

    def edit(record: Record) -> Record:
        told = msgspec.structs.replace(msgspec.json.decode(record.body, type=Moved), note="a gift")
        asked = msgspec.structs.replace(told, at=0, operator=msgspec.UNSET)
        request = request_hash(asked, record.account)
        return msgspec.structs.replace(record, body=msgspec.json.encode(told), request=request)

    await rewrite(database, deposit.id, edit)
    assert failing(await audit(database)) == {}
    assert set(failing(await audit(database, checkpoint))) == {Check.CHECKPOINT}


async def test_a_larger_grant_than_usual_is_found(store: Store, database: str) -> None:
    """Its record, request, posting and both balances are consistent."""
    await play(store, ("anna",), 3)
    grant = next(e for e in await all_records(database) if e.record.event is RecordKind.GRANTED)
    (posting,) = grant.record.postings

    def edit(record: Record) -> Record:
        told = msgspec.json.decode(record.body, type=Moved)
        told = msgspec.structs.replace(told, amount=told.amount + 1)
        return msgspec.structs.replace(
            record,
            body=msgspec.json.encode(told),
            request=request_hash(msgspec.structs.replace(told, at=0), record.account),
            postings=(msgspec.structs.replace(posting, amount=told.amount),),
        )

    await rewrite(database, grant.id, edit)
    await tamper(
        database,
        f"UPDATE account SET balance = balance - 1 WHERE id = {posting.payer}",
        f"UPDATE account SET balance = balance + 1 WHERE id = {posting.payee}",
    )
    assert failing(await audit(database)) == {Check.POSTINGS: grant.id}


def posted_by(operator: int | msgspec.UnsetType) -> Edit:
    def edit(record: Record) -> Record:
        told = msgspec.json.decode(record.body, type=Moved)
        told = msgspec.structs.replace(told, operator=operator)
        return msgspec.structs.replace(record, body=msgspec.json.encode(told))

    return edit


async def test_money_posted_by_anybody_but_operators_is_found(store: Store, database: str) -> None:
    floor = await play(store, ("anna",), 3)
    anna = await store.person("anna")
    olga = await floor.cashier.add_person("olga", "argon2id…", Role.OPERATOR)
    assert anna is not None
    assert olga is not None
    account = (await store.accounts(anna.id))[0]
    await floor.cashier.move(account, 500, key(), "", RecordKind.DEPOSITED, olga.id)
    assert failing(await audit(database)) == {}
    which = (await all_records(database))[-1].id
    for nobody in (anna.id, 999, msgspec.UNSET):
        await rewrite(database, which, posted_by(nobody))
        assert failing(await audit(database)) == {Check.SEATS: which}


async def test_a_grant_posted_by_an_operator_is_found(store: Store, database: str) -> None:
    floor = await play(store, ("anna",), 3)
    olga = await floor.cashier.add_person("olga", "argon2id…", Role.OPERATOR)
    assert olga is not None
    grant = next(e for e in await all_records(database) if e.record.event is RecordKind.GRANTED)
    await rewrite(database, grant.id, posted_by(olga.id))
    assert failing(await audit(database)) == {Check.SEATS: grant.id}


async def test_a_perfect_truncation_is_found_only_with_a_checkpoint(
    store: Store, database: str
) -> None:
    """The last record, a grant, is deleted, and both balances are changed to match."""
    await play(store)
    checkpoint = await take_checkpoint(database)
    stored = (await all_records(database))[-1]
    (posting,) = stored.record.postings
    await tamper(
        database,
        f"UPDATE account SET balance = balance + {posting.amount} WHERE id = {posting.payer}",
        f"UPDATE account SET balance = balance - {posting.amount} WHERE id = {posting.payee}",
        f"DELETE FROM posting WHERE record = {stored.id}",
        f"DELETE FROM record WHERE id = {stored.id}",
    )
    assert failing(await audit(database)) == {}
    assert failing(await audit(database, checkpoint)) == {Check.CHECKPOINT: stored.id}


async def test_records_after_a_checkpoint_pass(store: Store, database: str) -> None:
    floor = await play(store)
    checkpoint = await take_checkpoint(database)
    await sit(floor, "carla")
    assert failing(await audit(database, checkpoint)) == {}


async def test_accounts_with_exchanged_owners_are_found(store: Store, database: str) -> None:
    """The owners of two players' accounts are exchanged; everything else is right."""
    await play(store)
    checkpoint = await take_checkpoint(database)
    anna, bruno = await store.person("anna"), await store.person("bruno")
    assert anna is not None
    assert bruno is not None
    await tamper(
        database,
        "DROP INDEX account_player",
        f"UPDATE account SET owner = {anna.id} + {bruno.id} - owner"
        f" WHERE currency = 'EUR' AND owner IN ({anna.id}, {bruno.id})",
    )
    assert set(failing(await audit(database, checkpoint))) == {Check.SEATS}


async def test_a_player_seed_used_twice_is_found(store: Store, database: str) -> None:
    """A house that knows the player's seed can choose its own."""
    await play(store, ("anna",), 3)
    coups = [each for each in await all_records(database) if each.record.event is RecordKind.COUP]
    seed = msgspec.json.decode(coups[0].record.body)["seed"]
    await rewrite(database, coups[1].id, retold(seed=seed))
    assert failing(await audit(database))[Check.SEEDS] == coups[1].id
