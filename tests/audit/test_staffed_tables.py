"""Audits of tables that people run, with real cards, real chips or our sabot."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from puntobanco.audit.audit import Audit
from puntobanco.audit.findings import Check
from puntobanco.audit.staff import _could_not_be_said
from puntobanco.game.bets import Bet
from puntobanco.game.coup import Side
from puntobanco.store.batch import RECORDS_OF_A_NODE, Head
from puntobanco.store.interface import Role, Store
from puntobanco.store.open import open_store
from puntobanco.store.sealing import Sealer
from puntobanco.wire import console_commands
from puntobanco.wire.stream import Manager, Stage, Standing, StreamEvent, TableView
from tests.audit.night import audit, failing, take_checkpoint, tamper
from tests.audit.staffed_night import (
    BANCO_WINS,
    HIDDEN,
    REAL,
    StaffedNight,
    begin,
    play_chips,
    play_down,
    play_hidden,
    play_ours,
    play_real,
)
from tests.audit.tampering import Edit, retold
from tests.audit.test_audit import one_more
from tests.audit.test_land import edited, more_of_it, to_the_house
from tests.audit.test_live import Night, found, of_kind, told, unlike
from tests.audit.test_seats import read
from tests.conftest import SEALING_KEY
from tests.store.test_shared_renewal import holds, renewed_in

pytestmark = pytest.mark.anyio
PLAYS: dict[str, Callable[[Store], Awaitable[StaffedNight]]] = {
    "real": play_real,
    "down": play_down,
    "chips": play_chips,
    "hidden": play_hidden,
    "ours": play_ours,
}
ELSEWHERE = {
    "handed_back",  # in test_land.py
    "staked",  # is told only if a bet has been there for a moment
}
COUPS = {"real": 5, "down": 3, "chips": 2, "hidden": 3, "ours": 3}


@pytest.mark.parametrize("which", PLAYS)
async def test_an_honest_night_passes(which: str, store: Store, database: str) -> None:
    await PLAYS[which](store)
    report = await audit(database, await take_checkpoint(database))
    assert failing(report) == {}, [each.first for each in report.checks if each.first]
    assert report.holds
    assert report.coups == COUPS[which]
    # Frequencies are checked only for our cards, not for a real sabot.
    assert report.played.coups == (COUPS[which] if which == "ours" else 0)


@pytest.fixture(scope="module")
def nights(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Night]:
    """The nights, played once for all tests."""

    async def played(which: str) -> Night:
        file = str(tmp_path_factory.mktemp("person") / "house.db")
        store = await open_store(file, Sealer(SEALING_KEY))
        await PLAYS[which](store)
        await store.close()
        return await read(file)

    return {which: asyncio.run(played(which)) for which in PLAYS}


def test_the_nights_contain_every_kind_of_event(nights: dict[str, Night]) -> None:
    """So an event without a command in the audit fails a test here."""
    kinds = {str(told(each).get("type")) for _, records in nights.values() for each in records}
    every = {str(kind.__struct_config__.tag) for kind in get_args(StreamEvent)}
    assert every - kinds <= ELSEWHERE
    assert "returned" in kinds


def by_nobody(_: object) -> int:
    return 999


def other_box(box: int) -> int:
    return box + 1


def more_to_pay(due: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [each | {"pays": each["pays"] + 500} for each in due]


# The change in the n-th event of a kind, and the check that finds it.
EDITS: dict[str, tuple[str, Check, str, int, Edit]] = {
    "another card read in": ("real", Check.CARDS, "card", 0, retold(card=unlike)),
    "a call that was not against the rule": (
        "hidden", Check.CARDS, "called", 0, retold(against=False),
    ),
    "a face that was told early": ("hidden", Check.CARDS, "card", 0, retold(card="2h")),
    "another card turned": ("hidden", Check.CARDS, "turned", 0, retold(cards="??4c??4s")),
    "for the other side": ("real", Check.CARDS, "card", 0, retold(side="banco")),
    "other points": ("real", Check.CARDS, "card", 0, retold(points=one_more)),
    "a card that was forgotten": ("real", Check.CARDS, "card", 0, retold(gone=one_more)),
    "a card too many that is kept": ("real", Check.CARDS, "aside", 0, retold(goes_on=True)),
    "another winning bet": ("real", Check.CARDS, "result", 0, retold(won=["piccolo"])),
    "another result": ("real", Check.CARDS, "result", 0, retold(outcome="egalite")),
    "other cards in the result": ("real", Check.CARDS, "result", 0, retold(cards=unlike)),
    "another card before": ("real", Check.CARDS, "corrected", 0, retold(before=unlike)),
    "another card after": ("real", Check.CARDS, "corrected", 0, retold(after=unlike)),
    "corrected without a reason for its cards": (
        "real", Check.CARDS, "corrected", 0, retold(cards=unlike),
    ),
    "points nobody had": ("real", Check.CARDS, "corrected", 0, retold(punto=one_more)),
    "a sabot that was skipped": ("real", Check.STREAMS, "shuffled", 1, retold(sabot=one_more)),
    "more decks": ("real", Check.COMMITMENTS, "shuffled", 0, retold(decks=one_more)),
    "a commitment to real cards": (
        "real", Check.STREAMS, "shuffled", 0, retold(commitment="00" * 32),
    ),
    "run by nobody who works here": ("real", Check.STREAMS, "directed", 0, retold(croupier=999)),
    "left before it was taken": ("real", Check.STREAMS, "directed", 0, retold(croupier=0)),
    "void by nobody": ("real", Check.STREAMS, "voided", 0, retold(manager=by_nobody)),
    "another coup is void": ("real", Check.STREAMS, "voided", 0, retold(coup=one_more)),
    "decided by nobody": ("real", Check.STREAMS, "manager", 1, retold(manager=by_nobody)),
    "void without a reason": ("real", Check.STREAMS, "voided", 0, retold(reason="")),
    "corrected without a reason": ("real", Check.STREAMS, "corrected", 0, retold(reason="")),
    "decided without a word": ("real", Check.STREAMS, "manager", 1, retold(words="")),
    "decided in words without end": ("real", Check.STREAMS, "manager", 1, retold(words="x" * 301)),
    "called without a word by who works here": (
        "real", Check.STREAMS, "manager", 0, retold(words=""),
    ),
    "called twice": ("real", Check.STREAMS, "manager", 1, retold(manager=0)),
    "given back for no reason": (
        "real", Check.SETTLEMENT, "returned", 1, retold(reason="restore"),
    ),
    "more given back": ("real", Check.SETTLEMENT, "returned", 1, retold(stakes=more_of_it)),
    "more paid": ("real", Check.SETTLEMENT, "paid", 1, retold(returned=one_more)),
    "the commission to the house": ("down", Check.POSTINGS, "paid", 0, to_the_house),
    "void before any card, by nobody": ("down", Check.STREAMS, "voided", 0, retold(manager=999)),
    "in a hand that isn't known": (
        "down", Check.BETTING, "dealing", 0, retold(holders={"punto": "1"}),
    ),
    "another box": ("chips", Check.SETTLEMENT, "keyed", 0, retold(box=other_box)),
    "a box that isn't there": ("chips", Check.BETTING, "keyed", 0, retold(box=10)),
    "a place that isn't there": ("chips", Check.BETTING, "keyed", 0, retold(place=4)),
    "another stake in it": ("chips", Check.SETTLEMENT, "keyed", 0, retold(bets=more_of_it)),
    "a stake beyond the limits": (
        "chips", Check.BETTING, "keyed", 0, retold(bets={"punto": 1}),
    ),
    "more to pay at the table": ("chips", Check.SETTLEMENT, "result", 0, retold(due=more_to_pay)),
    "reversed by nobody": ("chips", Check.STREAMS, "reversed", 0, retold(manager=by_nobody)),
    "reversed without a reason": ("chips", Check.STREAMS, "reversed", 0, retold(reason="")),
    "other cards come back": ("chips", Check.CARDS, "reversed", 0, retold(cards=unlike)),
    "a stake that waits for nobody": ("chips", Check.CARDS, "reversed", 0, retold(waiting={})),
    "amended by nobody": ("chips", Check.STREAMS, "amended", 0, retold(manager=by_nobody)),
    "another stake before": ("chips", Check.BETTING, "amended", 0, retold(before={})),
    "another difference": ("chips", Check.SETTLEMENT, "result", 2, retold(due=more_to_pay)),
    "other cards swapped": ("chips", Check.CARDS, "corrected", 0, retold(other=4)),
    "another card deleted": ("chips", Check.CARDS, "corrected", 2, retold(n=5)),
    "a card nobody insisted on": ("chips", Check.CARDS, "card", -1, retold(insisted=False)),
    "another list taken back": ("chips", Check.SETTLEMENT, "reversed", 0, retold(due=more_to_pay)),
    "run under another name": ("real", Check.STREAMS, "directed", 0, retold(name="another")),
    "limited under another name": ("down", Check.STREAMS, "limits", 0, retold(by="another")),
    "run by a guest": ("ours", Check.STREAMS, "directed", 0, retold(croupier=999)),
    "another card of our sabot": ("ours", Check.CARDS, "turned", 0, retold(points=one_more)),
    "a later closing": ("real", Check.STREAMS, "closing", 0, retold(since=lambda at: at + 10**6)),
    "turned too early": ("ours", Check.CARDS, "called", 0, retold(at=1_800_000_000_001)),
}  # fmt: skip


@pytest.mark.parametrize("name", EDITS)
def test_a_changed_event_is_found(name: str, nights: dict[str, Night]) -> None:
    which, check, tag, nth, edit = EDITS[name]
    night = nights[which]
    assert found(night, check) is None
    assert found(edited(night, of_kind(night[1], tag)[nth], edit), check) is not None


async def test_coups_of_real_chips_are_counted_where_they_are_checked(
    store: Store, database: str
) -> None:
    """Four results, of which two were taken back; every stake that was keyed in or amended."""
    await play_chips(store)
    report = await audit(database)
    looked_at = {each.check: each.looked_at for each in report.checks}
    assert (looked_at[Check.SETTLEMENT], looked_at[Check.NUMBERS]) == (4, 4)
    assert looked_at[Check.BETTING] > 12
    assert looked_at[Check.OUTCOMES] == 0  # we did not shuffle these cards


def test_a_sabot_without_the_managers_limits_is_found(nights: dict[str, Night]) -> None:
    """The house goes on with the sheet of before."""
    night = nights["down"]
    before, after = of_kind(night[1], "shuffled")[-2:]
    sheet = told(night[1][before])["sheet"]
    assert found(edited(night, after, retold(sheet=sheet)), Check.SHEETS) is not None


def person(night: Night, role: Role) -> int:
    return next(each for each, has in night[0].people.items() if has is role)


@pytest.mark.parametrize("tag", ["voided", "manager"])
def test_a_croupier_who_gives_a_managers_command_is_found(
    tag: str, nights: dict[str, Night]
) -> None:
    night = nights["real"]
    carla = person(night, Role.CROUPIER)
    n = of_kind(night[1], tag)[-1]
    assert found(edited(night, n, retold(manager=carla)), Check.STREAMS) is not None


def test_a_croupier_who_takes_the_table_from_another_is_found(nights: dict[str, Night]) -> None:
    night = nights["real"]
    carla, mara = person(night, Role.CROUPIER), person(night, Role.MANAGER)
    n = next(n for n in of_kind(night[1], "directed") if told(night[1][n])["croupier"] == mara)
    assert found(edited(night, n, retold(croupier=carla)), Check.STREAMS) is not None


def test_a_guest_who_runs_a_table_is_found(nights: dict[str, Night]) -> None:
    night = nights["real"]
    n = of_kind(night[1], "directed")[0]
    anna = person(night, Role.GUEST)
    assert found(edited(night, n, retold(croupier=anna)), Check.STREAMS) is not None


@pytest.mark.parametrize(
    ("which", "tag"),
    [
        ("real", "directed"),
        ("real", "aside"),
        ("real", "corrected"),
        ("real", "voided"),
        ("real", "manager"),
        ("chips", "keyed"),
    ],
)
def test_a_missing_event_is_found(which: str, tag: str, nights: dict[str, Night]) -> None:
    snapshot, records = nights[which]
    n = of_kind(records, tag)[0]
    assert found((snapshot, records[:n] + records[n + 1 :]), Check.STREAMS) is not None


@pytest.mark.parametrize("changes", [{"seen": "2c"}, {"past": ()}])
def test_forgotten_cards_of_a_real_sabot_are_found(
    changes: dict[str, Any], nights: dict[str, Night]
) -> None:
    """Cards that have left the sabot can't be read in again."""
    snapshot, records = nights["real"]
    (row,) = snapshot.tables
    other = replace(row.table, **changes)
    changed = replace(row, table=other, state=msgspec.json.encode(other).decode())
    assert found((replace(snapshot, tables=(changed,)), records), Check.STREAMS) is not None


@pytest.mark.parametrize("hidden", ["", "2h3dKd4s8d", "6h3cKd4s8d"])
def test_other_cards_face_down_than_were_read_are_found(
    hidden: str, nights: dict[str, Night]
) -> None:
    """They contradict the cards that were turned, or the call."""
    snapshot, records = nights["hidden"]
    (row,) = snapshot.tables
    assert row.table.hidden == "2h3cKd4s8d"
    other = replace(row.table, hidden=hidden)
    changed = replace(row, table=other, state=msgspec.json.encode(other).decode())
    night = replace(snapshot, tables=(changed,)), records
    assert found(night, Check.STREAMS) or found(night, Check.CARDS)


def test_staff_events_at_an_automatic_table_are_found(nights: dict[str, Night]) -> None:
    snapshot, records = nights["ours"]
    (row,) = snapshot.tables
    alone = replace(row, spec=replace(row.spec, croupier="automatic"))
    assert found((replace(snapshot, tables=(alone,)), records), Check.STREAMS) is not None


def test_without_the_sealing_key_read_in_cards_are_checked_by_the_rules(
    nights: dict[str, Night],
) -> None:
    night = nights["real"]
    for n in (of_kind(night[1], "card")[0], of_kind(night[1], "card")[-1]):
        snapshot, records = edited(night, n, retold(points=one_more))
        audit = Audit(snapshot)
        for each in records:
            audit.read(each)
        results = {each.check: each.first for each in audit.finish(None).checks}
        assert results[Check.CARDS] is not None


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


@pytest.mark.parametrize("is_void", [False, True])
@pytest.mark.parametrize("stage", [Stage.DEALING, Stage.PAYING, Stage.PAID])
async def test_a_restored_backup_with_a_real_sabot_passes(
    stage: Stage, is_void: bool, store: Store, database: str
) -> None:
    """Made between two cards, before all payments, or between two coups."""
    night = await begin(store, REAL, "anna", "bruno")
    await night.says(console_commands.Take)
    await night.says(console_commands.NewSabot)
    await night.says(console_commands.Read, "2c")
    await night.bets(anna={"punto": 1_000}, bruno={"banco": 1_000})
    await night.reads(BANCO_WINS)
    if stage is Stage.PAYING:
        night.table.stakes.settle = lambda: None  # type: ignore[method-assign]
    if stage is not Stage.DEALING:
        void = console_commands.Void, "the sabot fell over"
        await (night.says(*void, by="mara") if is_void else night.says(console_commands.Announce))
    await night.stage(stage)
    await night.floor.stop()
    await renewed_in(database, store)
    await holds(database)


@pytest.mark.parametrize("cards", ["2h3c", "2h3cKd4s"])
async def test_a_restored_backup_with_cards_face_down_passes(
    cards: str, store: Store, database: str
) -> None:
    """Nobody knows the faces any more."""
    night = await begin(store, HIDDEN)
    await night.says(console_commands.Take)
    await night.says(console_commands.NewSabot)
    await night.says(console_commands.Read, "2c")
    await night.says(console_commands.OpenBetting)
    await night.says(console_commands.KeyIn, 3, {Bet.PUNTO: 5_000})
    await night.says(console_commands.CloseBetting)
    await night.reads(cards)
    if len(cards) == 8:
        await night.says(console_commands.Speak, draws=True)
        await night.says(console_commands.Turn, Side.BANCO)
    await night.floor.stop()
    await renewed_in(database, store)
    await holds(database)


async def test_a_former_manager_who_gives_commands_is_found(store: Store, database: str) -> None:
    await play_down(store)
    await tamper(database, "UPDATE person SET role = 'croupier' WHERE role = 'manager'")
    assert Check.STREAMS in failing(await audit(database))


@pytest.mark.parametrize("words", ["", " ", "ok\u200e", "\xa0"])
def test_texts_that_a_console_would_refuse_are_found(words: str) -> None:
    view = TableView("real", 1, 1, Standing.OPEN, Stage.BETTING, manager=True)
    decided = Manager("real", 1, 2, 1_800_000_000_000, 9, "mara", words)
    assert _could_not_be_said(decided, view) == "Manager without valid words"
    assert _could_not_be_said(replace(decided, words="Left as it is."), view) == ""


@pytest.mark.parametrize(
    ("by", "words", "why"),
    [
        ("17", "", ""),
        ("carla", "Whose is this stake?", ""),
        ("17", "Whose is this stake?", "a player's call can't have words"),
        ("carla", "", "Manager without valid words"),
        ("carla", "x" * 5_000, "Manager without valid words"),
        ("", "", "called by nobody"),
    ],
)
def test_calls_have_a_text_only_if_they_come_from_staff(by: str, words: str, why: str) -> None:
    view = TableView("real", 1, 1, Standing.OPEN, Stage.BETTING)
    assert _could_not_be_said(Manager("real", 1, 2, 1_800_000_000_000, 0, by, words), view) == why
