"""Audits of Campione and St. Moritz: cards in hand, left stakes, tips, the cagnotte."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace

from puntobanco.audit.audit import Audit
from puntobanco.audit.betting import may_hold
from puntobanco.audit.findings import Check, Findings
from puntobanco.audit.staff import StaffAudit
from puntobanco.game.coup import Side
from puntobanco.ledger.accounts import AccountKind
from puntobanco.ledger.records import Record, RecordKind
from puntobanco.store.batch import RECORDS_OF_A_NODE, Head
from puntobanco.store.interface import Store, Stored
from puntobanco.store.open import open_store
from puntobanco.store.sealing import Sealer
from puntobanco.table.shared.shared_table import HandBack
from puntobanco.wire.stream import Holders
from tests.audit.land_night import LandNight, play_campione, play_for_the_cards, play_in_hand
from tests.audit.night import audit, failing, take_checkpoint, tamper
from tests.audit.tampering import Edit, retold
from tests.audit.test_audit import one_more
from tests.audit.test_live import Night, found, of_kind, told, unlike
from tests.audit.test_seats import read
from tests.conftest import SEALING_KEY
from tests.table.land import ANNA, BRUNO, CARLA, bettor, deal_four, st_moritz
from tests.table.luck import any_coup
from tests.table.table_commands import turn

pytestmark = pytest.mark.anyio
PLAYS: dict[str, Callable[[Store], Awaitable[LandNight]]] = {
    "campione": play_campione,
    "in hand": play_in_hand,
    "for the cards": play_for_the_cards,
}


@pytest.mark.parametrize("which", PLAYS)
async def test_an_honest_night_passes(which: str, store: Store, database: str) -> None:
    await PLAYS[which](store)
    report = await audit(database, await take_checkpoint(database))
    assert failing(report) == {}, [each.first for each in report.checks if each.first]
    assert report.holds
    assert report.coups == {"campione": 4, "in hand": 5, "for the cards": 2}[which]


@pytest.fixture(scope="module")
def nights(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Night]:
    """The nights, played once for all tests."""

    async def played(which: str) -> Night:
        file = str(tmp_path_factory.mktemp("land") / "house.db")
        store = await open_store(file, Sealer(SEALING_KEY))
        await PLAYS[which](store)
        await store.close()
        return await read(file)

    return {which: asyncio.run(played(which)) for which in PLAYS}


def test_the_nights_contain_every_kind_of_event(nights: dict[str, Night]) -> None:
    kinds = {str(told(each).get("type")) for _, records in nights.values() for each in records}
    assert kinds >= {"boxed", "called", "turned", "handed_back", "held", "tipped", "returned"}
    returned = [
        (each["reason"], each["to_account"])
        for _, records in nights.values()
        for each in map(told, records)
        if each.get("type") == "returned"
    ]
    assert set(returned) == {
        ("withdrawn", False), ("absent", True), ("absent", False), ("standing", False),
    }  # fmt: skip


def test_the_cagnotte_is_the_commission_and_the_tips_are_the_tips(nights: dict[str, Night]) -> None:
    snapshot, records = nights["campione"]
    paid = [told(each) for each in records if each.record.event is RecordKind.PAID]
    commission = sum(bet["commission"] for each in paid for bet in each["bets"])
    balances = {each.kind: each.balance for each in snapshot.accounts}
    assert balances[AccountKind.CAGNOTTE] == commission == 100  # 5 % of 20.00
    snapshot, _ = nights["in hand"]
    assert {each.kind: each.balance for each in snapshot.accounts}[AccountKind.TIPS] == 500


def opposite(speaks: bool) -> bool:
    return not speaks


def other_player(_: str) -> str:
    return "999"


def other_holder(holders: dict[str, str]) -> dict[str, str]:
    return dict.fromkeys(holders, "999")


def none_at_all(_: object) -> dict[str, Any]:
    return {}


def more_of_it(stakes: dict[str, int]) -> dict[str, int]:
    return {bet: stake + 500 for bet, stake in stakes.items()}


def another_turned(cards: str) -> str:
    """Another card in place of a turned one."""
    n = next(n for n in range(0, len(cards), 2) if cards[n] != "?")
    return cards[:n] + unlike(cards[n : n + 2]) + cards[n + 2 :]


def to_the_house(record: Record) -> Record:
    *others, last = record.postings
    return replace(record, postings=(*others, replace(last, payee=last.payer)))


def to_nobody(record: Record) -> Record:
    return replace(record, postings=record.postings[:-1])


# The change in the first event of a kind, and the check that finds it.
EDITS: dict[str, tuple[str, Check, str, Edit]] = {
    "another holder": ("campione", Check.BETTING, "dealing", retold(holders=other_holder)),
    "an earlier bet": ("for the cards", Check.BETTING, "bet", retold(since={"egalite": 1})),
    "no holder": ("in hand", Check.CARDS, "dealing", retold(holders=none_at_all)),
    "a card that was face down": ("campione", Check.CARDS, "card", retold(card="2c")),
    "points of cards face down": ("campione", Check.CARDS, "card", retold(points=4)),
    "Resto for Carta": ("campione", Check.CARDS, "called", retold(draws=lambda draws: not draws)),
    "called by somebody else": ("campione", Check.CARDS, "called", retold(player=other_player)),
    "another card turned": ("campione", Check.CARDS, "turned", retold(cards=another_turned)),
    "other points turned": ("in hand", Check.CARDS, "turned", retold(points=one_more)),
    "turned by somebody else": ("in hand", Check.CARDS, "turned", retold(player=other_player)),
    "the other side turned": ("in hand", Check.CARDS, "turned", retold(side="banco")),
    "handed by another": ("in hand", Check.STREAMS, "handed_back", retold(player=other_player)),
    "another side handed back": ("in hand", Check.STREAMS, "handed_back", retold(side="punto")),
    "a box that isn't there": ("campione", Check.STREAMS, "boxed", retold(box=8)),
    "a bet without a box": ("campione", Check.BETTING, "boxed", retold(player=other_player)),
    "other cards in hand": ("campione", Check.CARDS, "held", retold(cards=unlike)),
    "other points in hand": ("campione", Check.CARDS, "held", retold(points=one_more)),
    "nothing to say in hand": ("campione", Check.CARDS, "held", retold(speaks=opposite)),
    "the other side's in hand": ("in hand", Check.CARDS, "held", retold(side="banco")),
    "cards of another coup": ("campione", Check.CARDS, "held", retold(number=one_more)),
    "more left on the cloth": ("in hand", Check.SETTLEMENT, "paid", retold(left={"egalite": 500})),
    "more withdrawn": ("in hand", Check.SETTLEMENT, "returned", retold(stakes=more_of_it)),
    "another key for it": ("in hand", Check.KEYS, "returned", retold(stakes={"punto": 1_000})),
    "given back for nothing": ("in hand", Check.SETTLEMENT, "returned", retold(reason="standing")),
    "a bigger tip": ("in hand", Check.POSTINGS, "tipped", retold(amount=one_more)),
    "a tip under another key": ("in hand", Check.KEYS, "tipped", retold(amount=one_more)),
    "a tip that leaves more credit": ("in hand", Check.SESSIONS, "tipped", retold(credit=one_more)),
    "a tip for the house": ("in hand", Check.POSTINGS, "tipped", to_the_house),
}  # fmt: skip


@pytest.mark.parametrize(
    ("holders", "may"),
    [
        ({Side.PUNTO: ANNA, Side.BANCO: ANNA}, True),
        ({Side.PUNTO: BRUNO, Side.BANCO: CARLA}, True),  # Anna was disconnected
        ({Side.PUNTO: BRUNO}, True),  # and Carla was disconnected, too
        ({}, True),
        ({Side.PUNTO: BRUNO, Side.BANCO: ANNA}, False),  # Anna was there, with the larger stake
        ({Side.PUNTO: ANNA}, False),
        ({Side.PUNTO: CARLA}, False),  # Carla bet on Banco
    ],
)
def test_a_player_who_was_passed_over_holds_no_cards(holders: Holders, may: bool) -> None:
    """No record tells which players were connected when the betting closed."""
    bettors = [
        bettor(ANNA, punto=2_000, banco=2_000),
        bettor(BRUNO, punto=1_000),
        bettor(CARLA, banco=1_000),
    ]
    place = st_moritz().setup
    assert may_hold(place.sheet, bettors, holders) is may


def edited(night: Night, n: int, edit: Edit) -> Night:
    snapshot, records = night
    after = replace(records[n], record=edit(records[n].record))
    assert after != records[n]
    return snapshot, [*records[:n], after, *records[n + 1 :]]


@pytest.mark.parametrize("name", EDITS)
def test_a_changed_event_is_found(name: str, nights: dict[str, Night]) -> None:
    which, check, tag, edit = EDITS[name]
    night = nights[which]
    assert found(night, check) is None
    n = of_kind(night[1], tag)[0]
    assert found(edited(night, n, edit), check) is not None


def test_a_later_stake_on_the_side_does_not_hold_the_cards(nights: dict[str, Night]) -> None:
    """Anna bet before Bruno, but on Punto after him."""
    night = nights["for the cards"]
    anna, bruno, *_ = [str(night[1][n].record.account) for n in of_kind(night[1], "bet")]
    for n in of_kind(night[1], "dealing"):
        assert told(night[1][n])["holders"] == {"punto": bruno, "banco": bruno}
        other = edited(night, n, retold(holders={"punto": anna, "banco": bruno}))
        assert found(other, Check.BETTING) is not None


def with_left(records: list[Stored]) -> list[int]:
    return [n for n in of_kind(records, "paid") if told(records[n])["left"]]


@pytest.mark.parametrize("edit", [retold(left=none_at_all), retold(left=more_of_it)])
def test_changed_left_stakes_are_found(edit: Edit, nights: dict[str, Night]) -> None:
    night = nights["in hand"]
    for n in with_left(night[1]):
        assert found(edited(night, n, edit), Check.SETTLEMENT) is not None


def test_a_forgotten_left_stake_is_found(nights: dict[str, Night]) -> None:
    """It neither plays on nor is returned."""
    snapshot, records = nights["in hand"]
    for n in of_kind(records, "returned"):
        without = snapshot, records[:n] + records[n + 1 :]
        assert found(without, Check.SESSIONS) or found(without, Check.SEATS)
        assert found(without, Check.BALANCES)


@pytest.mark.parametrize("edit", [to_the_house, to_nobody])
def test_a_commission_paid_to_another_account_is_found(
    edit: Edit, nights: dict[str, Night]
) -> None:
    night = nights["campione"]
    n = next(
        n
        for n in of_kind(night[1], "paid")
        if any(bet["commission"] for bet in told(night[1][n])["bets"])
    )
    assert found(edited(night, n, edit), Check.POSTINGS) is not None


@pytest.mark.parametrize("tag", ["boxed", "called", "turned", "handed_back", "held", "tipped"])
def test_a_missing_event_is_found(tag: str, nights: dict[str, Night]) -> None:
    check = Check.SESSIONS if tag in ("held", "tipped") else Check.STREAMS
    which = next(each for each, (_, records) in nights.items() if of_kind(records, tag))
    snapshot, records = nights[which]
    n = of_kind(records, tag)[0]
    assert found((snapshot, records[:n] + records[n + 1 :]), check) is not None


@pytest.mark.parametrize("which", PLAYS)
def test_any_missing_event_of_a_table_is_found(which: str, nights: dict[str, Night]) -> None:
    """Also if the next event names a card that was never told."""
    snapshot, records = nights[which]
    for n in (n for n, each in enumerate(records) if each.record.seat is None):
        if records[n].record.event in (RecordKind.TABLE, RecordKind.REVEALED):
            assert found((snapshot, records[:n] + records[n + 1 :]), Check.STREAMS) is not None


def test_held_cards_that_are_no_cards_are_found(nights: dict[str, Night]) -> None:
    night = nights["campione"]
    n = of_kind(night[1], "held")[0]
    assert found(edited(night, n, retold(cards="2c2?")), Check.CARDS) is not None


def test_held_cards_turned_before_the_time_is_over_are_found() -> None:
    """Also if the event had no time, because the other holder left."""
    evening = st_moritz(any_coup)
    deal_four(evening, bettor(ANNA, punto=1_000), bettor(BRUNO, banco=1_000))
    evening.do(HandBack(Side.PUNTO))
    view, turned = evening.table.view, evening.do(turn(Side.BANCO))
    until = view.until or 0
    for at, before, is_early in (
        (turned.at, view, True),
        (turned.at, replace(view, until=None), True),
        (until - 1, view, True),
        (until, view, False),
    ):
        findings = Findings()
        StaffAudit({}, {}, findings).check(1, replace(turned, at=at), before)
        (missed,) = [each for each in findings.results() if each.check is Check.CARDS]
        assert missed.holds is not is_early


STATES = {
    "left stakes that are none": (
        "in hand",
        "UPDATE seat SET cloth = replace(cloth, 'left', 'lost')",
    ),
    "other cards in hand": (
        "campione",
        "UPDATE seat SET cloth = replace(cloth, '\"punto\"', '\"banco\"')",
    ),
    "a cagnotte of another table": (
        "campione",
        "UPDATE account SET \"table\" = 'x' WHERE kind = 'cagnotte'",
    ),
    "tips of another table": ("in hand", "UPDATE account SET \"table\" = 'x' WHERE kind = 'tips'"),
}  # fmt: skip


@pytest.mark.parametrize("name", STATES)
async def test_a_changed_row_is_found(name: str, store: Store, database: str) -> None:
    which, sql = STATES[name]
    await PLAYS[which](store)
    await tamper(database, sql)
    assert Check.SEATS in failing(await audit(database))


@pytest.mark.parametrize("which", PLAYS)
@pytest.mark.parametrize("tables_first", [True, False])
def test_records_of_two_nodes_pass_in_any_order(
    which: str, nights: dict[str, Night], tables_first: bool
) -> None:
    snapshot, records = nights[which]
    heads = (*snapshot.heads, Head(RECORDS_OF_A_NODE + 1, bytes(32)))
    apart = sorted(records, key=lambda each: (each.record.seat is None) is not tables_first)
    two = replace(snapshot, heads=heads), apart
    for check in (Check.STREAMS, Check.BETTING, Check.SETTLEMENT, Check.CARDS, Check.COMMITMENTS):
        assert found(two, check) is None


@pytest.mark.parametrize("which", PLAYS)
def test_without_the_sealing_key_a_changed_turned_card_is_found(
    which: str, nights: dict[str, Night]
) -> None:
    night = nights[which]
    n = of_kind(night[1], "turned")[-1]
    snapshot, records = edited(night, n, retold(cards=another_turned))
    audit = Audit(snapshot)
    for each in records:
        audit.read(each)
    results = {each.check: each.first for each in audit.finish(None).checks}
    assert results[Check.CARDS] is not None
