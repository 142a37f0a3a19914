"""Audits of shared tables: honest nights pass, and every forgery is found."""

import asyncio
import os
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from puntobanco.audit.audit import Audit
from puntobanco.audit.findings import Check, Finding
from puntobanco.ledger.records import Posting, Record, RecordKind
from puntobanco.store.batch import RECORDS_OF_A_NODE, Head
from puntobanco.store.books import Snapshot
from puntobanco.store.interface import Store, Stored
from puntobanco.store.open import open_store
from puntobanco.store.renewal import RenewableStore, renew
from puntobanco.store.sealing import Sealer
from puntobanco.wire.stream import Stage, Standing
from tests.audit.live_night import RecordingConnection, begin, play_live
from tests.audit.night import audit, failing, take_checkpoint, tamper
from tests.audit.tampering import Edit, all_records, retold, rewrite
from tests.audit.test_audit import one_more, other, richer
from tests.audit.test_seats import read
from tests.conftest import SEALING_KEY

pytestmark = pytest.mark.anyio
Night = tuple[Snapshot, list[Stored]]


async def test_an_honest_night_at_a_shared_table_passes(store: Store, database: str) -> None:
    await play_live(store)
    report = await audit(database, await take_checkpoint(database))
    assert failing(report) == {}, [each.first for each in report.checks if each.first]
    assert report.holds
    assert report.coups == 2
    (retired,) = report.retired
    assert (retired.table, retired.by_silence, retired.by_restore) == ("live-mini", 1, 0)
    assert retired.by_closing == 1
    assert report.would_have_come.coups > 90
    looked_at = {each.check: each.looked_at for each in report.checks}
    assert looked_at[Check.STREAMS] > 30
    assert looked_at[Check.BETTING] == 6
    assert looked_at[Check.SETTLEMENT] == 4


async def test_a_table_without_visitors_passes(store: Store, database: str) -> None:
    night = await begin(store)
    await night.floor.stop()
    assert (await audit(database)).holds


async def test_a_whole_sabot_passes(store: Store, database: str) -> None:
    """With an exhibition before it, for an onlooker who then became a player."""
    night = await begin(store)
    night.table.watch(RecordingConnection())
    await night.stage(Stage.PAID)  # an exhibition
    assert night.table.view.exhibition
    await night.sit("anna")
    await night.mix("anna")
    while night.table.view.stage is not Stage.RESTING:
        await night.until(lambda: night.table.view.stage in (Stage.BETTING, Stage.RESTING))
        if night.table.view.stage is Stage.BETTING:
            await night.bet("anna", banco=100)
            await night.until(lambda: night.table.view.stage is not Stage.BETTING)
    await night.floor.stop()
    report = await audit(database)
    assert failing(report) == {}, [each.first for each in report.checks if each.first]
    assert report.coups > 55


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Night:
    """The night, played once for all tests."""
    file = str(tmp_path_factory.mktemp("live") / "house.db")

    async def played() -> Night:
        store = await open_store(file, Sealer(SEALING_KEY))
        await play_live(store)
        await store.close()
        return await read(file)

    return asyncio.run(played())


def found(night: Night, check: Check) -> Finding | None:
    snapshot, records = night
    audit = Audit(snapshot, None, Sealer(SEALING_KEY))
    for each in records:
        audit.read(each)
    return next(each.first for each in audit.finish(None).checks if each.check is check)


def told(stored: Stored) -> dict[str, Any]:
    body: dict[str, Any] = msgspec.json.decode(stored.record.body)
    return body


def of_kind(records: list[Stored], tag: str) -> list[int]:
    return [n for n, each in enumerate(records) if told(each).get("type") == tag]


def unlike(cards: str) -> str:
    return ("2c" if cards[:2] != "2c" else "3d") + cards[2:]


def renamed(players: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [players[0] | {"player": "999"}, *players[1:]]


def richer_cloth(bets: dict[str, Any]) -> dict[str, Any]:
    bet, on = next(iter(bets.items()))
    return bets | {bet: on | {"amount": on["amount"] + 100}}


def crowded(bets: dict[str, Any]) -> dict[str, Any]:
    bet, on = next(iter(bets.items()))
    return bets | {bet: on | {"players": on["players"] + 1}}


def one_more_coup(statistics: dict[str, Any]) -> dict[str, Any]:
    return statistics | {"coups": statistics["coups"] + 1}


def other_road(roads: dict[str, Any]) -> dict[str, Any]:
    (column, row, _), *rest = roads["bead_plate"]
    return roads | {"bead_plate": [[column, row, "?"], *rest]}


def bigger(stakes: dict[str, int]) -> dict[str, int]:
    return {bet: stake + 100 for bet, stake in stakes.items()}


def huge(stakes: dict[str, int]) -> dict[str, int]:
    return dict.fromkeys(stakes, 600_000)


def paid_to(record: Record) -> Record:
    *others, last = record.postings
    return replace(record, postings=(*others, replace(last, payee=1)))


def moves_money(record: Record) -> Record:
    return replace(record, postings=(Posting(1, 2, 3),))


# The change in the first event of a kind, and the check that finds it.
EDITS: dict[str, tuple[Check, str, Edit]] = {
    "another commitment": (Check.COMMITMENTS, "shuffled", retold(commitment=other)),
    "other decks": (Check.COMMITMENTS, "shuffled", retold(decks=6)),
    "another number of the sabot": (Check.COMMITMENTS, "shuffled", retold(sabot=one_more)),
    "another player in the list": (Check.COMMITMENTS, "list_closed", retold(players=renamed)),
    "another hash that fixes": (Check.COMMITMENTS, "fixed", retold(fixed=other)),
    "an exhibition it wasn't": (Check.COMMITMENTS, "fixed", retold(exhibition=True)),
    "another seed": (Check.COMMITMENTS, "revealed", retold(server_seed=other)),
    "another list at the end": (Check.COMMITMENTS, "revealed", retold(players=renamed)),
    "played, not retired": (Check.COMMITMENTS, "revealed", retold(ended="played")),
    "more coups than there were": (Check.COMMITMENTS, "revealed", retold(coups=7)),
    "an end there isn't": (Check.TOLD, "revealed", retold(ended="lost")),
    "no seed at all": (Check.TOLD, "revealed", retold(server_seed="?")),
    "by an unknown sheet": (Check.SHEETS, "revealed", retold(sheet=other)),
    "another first card": (Check.CARDS, "burned", retold(first=unlike)),
    "more burned": (Check.CARDS, "burned", retold(burned=one_more)),
    "another card": (Check.CARDS, "card", retold(card=unlike)),
    "a card for the other side": (Check.CARDS, "card", retold(side="banco")),
    "the cut card too early": (Check.CARDS, "card", retold(cut=True)),
    "other points": (Check.CARDS, "card", retold(points=lambda n: (n + 1) % 10)),
    "another result": (Check.CARDS, "result", retold(punto=lambda n: (n + 1) % 10)),
    "another road": (Check.CARDS, "result", retold(roads=other_road)),
    "other statistics": (Check.CARDS, "result", retold(statistics=one_more_coup)),
    "the last coup too early": (Check.CARDS, "result", retold(last=True)),
    "another coup opened": (Check.STREAMS, "betting", retold(coup=one_more)),
    "another order bet on": (Check.STREAMS, "betting", retold(fixed=other)),
    "more on the cloth": (Check.BETTING, "dealing", retold(bets=richer_cloth)),
    "more people betting": (Check.BETTING, "dealing", retold(bets=crowded)),
    "told at another time": (Check.TOLD, "settled", retold(at=one_more)),
    "told of another table": (Check.TOLD, "settled", retold(table="x")),
    "money for an event": (Check.POSTINGS, "settled", moves_money),
    "an event for a key": (Check.KEYS, "settled", lambda each: replace(each, key="k" * 16)),
    "a bigger bet": (Check.BETTING, "bet", retold(bets=bigger)),
    "a bet beyond the limits": (Check.SETTLEMENT, "bet", retold(stakes=huge)),
    "a bet under another key": (Check.KEYS, "bet", retold(bets=bigger)),
    "a bet on another coup": (Check.KEYS, "bet", retold(number=one_more)),
    "a bet that costs less": (Check.POSTINGS, "bet", retold(staked=lambda n: n - 100)),
    "a bet with more credit left": (Check.SESSIONS, "bet", retold(credit=one_more)),
    "another winning bet": (Check.CARDS, "paid", retold(won=["piccolo"])),
    "a richer payment": (Check.SETTLEMENT, "paid", retold(bets=richer)),
    "more returned": (Check.SETTLEMENT, "paid", retold(returned=one_more)),
    "a payment on other cards": (Check.CARDS, "paid", retold(cards=unlike)),
    "a payment by another order": (Check.TOLD, "paid", retold(fixed=other)),
    "a payment for another coup": (Check.SETTLEMENT, "paid", retold(number=one_more)),
    "a payment to somebody": (Check.POSTINGS, "paid", paid_to),
    "a payment to the account": (Check.SETTLEMENT, "paid", retold(to_account=True)),
    "another credit after it": (Check.SESSIONS, "paid", retold(credit=one_more)),
}  # fmt: skip


@pytest.mark.parametrize("name", EDITS)
def test_a_changed_event_is_found(name: str, night: Night) -> None:
    check, tag, edit = EDITS[name]
    snapshot, records = night
    assert found(night, check) is None
    n = of_kind(records, tag)[0]
    edited = replace(records[n], record=edit(records[n].record))
    assert edited != records[n]
    assert found((snapshot, [*records[:n], edited, *records[n + 1 :]]), check) is not None


DROPPED = {
    "shuffled": Check.STREAMS,
    "list_closed": Check.STREAMS,
    "burned": Check.STREAMS,
    "betting": Check.STREAMS,
    "dealing": Check.STREAMS,
    "card": Check.STREAMS,
    "result": Check.STREAMS,
    "settled": Check.STREAMS,
    "revealed": Check.STREAMS,
    "bet": Check.BETTING,
    "paid": Check.SETTLEMENT,
}


@pytest.mark.parametrize("tag", DROPPED)
def test_a_missing_event_is_found(tag: str, night: Night) -> None:
    snapshot, records = night
    n = of_kind(records, tag)[0]
    assert found((snapshot, records[:n] + records[n + 1 :]), DROPPED[tag]) is not None


def test_two_exchanged_events_are_found(night: Night) -> None:
    """Each has the other's offset and row, and the chain is right."""
    snapshot, records = night
    one, two = of_kind(records, "card")[:2]
    first, second = records[one].record, records[two].record

    def in_place_of(moved: Record, place: Record) -> Record:
        body = retold(offset=place.offset, at=place.at)(moved)
        return replace(body, offset=place.offset, at=place.at)

    swapped = list(records)
    swapped[one] = replace(records[one], record=in_place_of(second, first))
    swapped[two] = replace(records[two], record=in_place_of(first, second))
    finding = found((snapshot, swapped), Check.CARDS)
    assert finding is not None
    assert finding.record == records[one].id


def test_a_bet_after_the_close_is_found(night: Night) -> None:
    snapshot, records = night
    bet = next(n for n in of_kind(records, "bet") if not records[n].record.key)  # automatic
    close = of_kind(records, "dealing")[0]
    late = records[bet]
    moved = [*records[:bet], *records[bet + 1 : close + 1], late, *records[close + 1 :]]
    numbered = [replace(each, id=n) for n, each in enumerate(moved, 1)]
    finding = found((snapshot, numbered), Check.BETTING)
    assert finding == Finding(close + 1, "a bet after the betting was closed")


def test_a_payment_made_twice_is_found(night: Night) -> None:
    snapshot, records = night
    n = of_kind(records, "paid")[0]
    record = records[n].record
    again = retold(offset=record.offset + 1)(replace(record, offset=record.offset + 1))
    twice = [*records[: n + 1], replace(records[n], record=again), *records[n + 1 :]]
    finding = found((snapshot, twice), Check.SETTLEMENT)
    assert finding is not None
    assert "no stakes were on coup" in finding.why


STATES = {
    "a table at another stage": (
        Check.STREAMS,
        "UPDATE shared_table SET state = replace(state, '\"dealing\"', '\"paid\"')",
    ),
    "a table with other cards": (
        Check.STREAMS,
        "UPDATE shared_table SET state = replace(state, '\"gone\":', '\"gone\":1')",
    ),
    "a table of another version": (
        Check.STREAMS,
        "UPDATE shared_table SET version = version + 1",
    ),
    "a table that can't be read": (Check.STREAMS, "UPDATE shared_table SET state = '{}'"),
    "stakes nobody has laid": (
        Check.SEATS,
        "UPDATE seat SET stakes = '{\"banco\":100}' WHERE stakes = '{}'",
    ),
    "stakes that are gone": (Check.SEATS, "UPDATE seat SET stakes = '{}'"),
    "stakes of another session": (Check.SEATS, "UPDATE seat SET staked_in = staked_in + 1"),
    "stakes in play moved to the credit": (
        Check.SEATS,
        "UPDATE account SET balance = 800 - balance WHERE kind = 'stakes'",
    ),
    "a sabot without its seed": (Check.SEALED, "UPDATE shared_table SET sealed = ''"),
}  # fmt: skip


@pytest.mark.parametrize("name", STATES)
async def test_a_changed_row_is_found(name: str, store: Store, database: str) -> None:
    check, sql = STATES[name]
    await play_live(store)
    if database.endswith(".db"):
        sql = sql.replace("sealed = ''", "sealed = x''")
    await tamper(database, sql)
    assert check in failing(await audit(database))


async def test_an_exchanged_card_with_a_right_chain_is_found(store: Store, database: str) -> None:
    """The chain is right, but the card is not in the sabot's order."""
    await play_live(store)
    records = await all_records(database)
    which = records[of_kind(records, "card")[0]].id
    await rewrite(database, which, retold(card=unlike))
    report = failing(await audit(database))
    assert Check.CHAIN not in report
    assert report[Check.CARDS] == which


@pytest.mark.parametrize(
    ("tag", "edit", "check"),
    [
        ("fixed", retold(fixed=other), Check.COMMITMENTS),
        ("burned", retold(first="1?"), Check.CARDS),
    ],
)
def test_without_the_sealing_key_an_unrevealed_sabot_is_checked_as_recorded(
    tag: str, edit: Edit, check: Check, night: Night
) -> None:
    """Wrong events are also found without the key."""
    snapshot, records = night
    n = of_kind(records, tag)[-1]
    edited = replace(records[n], record=edit(records[n].record))
    audit = Audit(snapshot)
    for each in [*records[:n], edited, *records[n + 1 :]]:
        audit.read(each)
    results = {each.check: each.first for each in audit.finish(None).checks}
    wrong = results[check]
    assert wrong is not None
    assert wrong.record == records[n].id


def test_only_reveals_are_recorded_as_revealed(night: Night) -> None:
    _, records = night
    for each in records:
        kind = each.record.event
        assert (told(each)["type"] == "revealed") is (kind is RecordKind.REVEALED)


@pytest.mark.parametrize("tables_first", [True, False])
def test_records_of_two_nodes_pass_in_any_order_and_a_late_bet_is_found(
    night: Night, tables_first: bool
) -> None:
    """Different nodes serve seats and tables, so the order of their records is unknown."""
    snapshot, records = night
    heads = (*snapshot.heads, Head(RECORDS_OF_A_NODE + 1, bytes(32)))
    apart = sorted(records, key=lambda each: (each.record.seat is None) is not tables_first)
    two = replace(snapshot, heads=heads), apart
    for check in (Check.STREAMS, Check.BETTING, Check.SETTLEMENT, Check.CARDS, Check.COMMITMENTS):
        assert found(two, check) is None
    n = of_kind(apart, "bet")[0]
    late = retold(at=one_more)(apart[n].record)
    late = replace(late, at=late.at + 10**9)
    edited = [*apart[:n], replace(apart[n], record=late), *apart[n + 1 :]]
    assert found((two[0], edited), Check.BETTING) is not None


async def test_an_exhibition_after_a_retired_sabot_passes(store: Store, database: str) -> None:
    """The player who opened no seed has sat out, although nobody else was there to mix."""
    night = await begin(store, "anna")
    await night.mix("anna", silent="anna")
    await night.until(lambda: night.table.view.exhibition and night.table.view.stage is Stage.PAID)
    await night.floor.stop()
    assert failing(await audit(database)) == {}


async def test_a_table_renewed_between_two_sabots_passes(
    store: RenewableStore, database: str
) -> None:
    """It had nothing to reveal, and counts its sabots from one again."""
    night = await begin(store, "anna")
    await night.mix("anna")
    await night.coup(anna={"punto": 100})
    await night.stand(Standing.CLOSED)
    await night.stage(Stage.RESTING)
    await night.floor.stop()
    await renew(store, 1, lambda: os.urandom(32))
    assert failing(await audit(database)) == {}


@pytest.mark.parametrize("note", ["", '"note":"",', '"note":"never",'])
async def test_a_note_missing_from_the_table_is_found(
    note: str, store: Store, database: str
) -> None:
    """The note is on record."""
    night = await begin(store, "anna")
    await night.mix("anna")
    await night.stand(Standing.PAUSED, "a moment")
    await night.floor.stop()
    assert failing(await audit(database)) == {}
    await tamper(
        database,
        f"""UPDATE shared_table SET state = replace(state, '"note":"a moment",', '{note}')""",  # noqa: S608
    )
    assert Check.STREAMS in failing(await audit(database))
