"""Restored land tables: cards in hand, stakes left on the cloth, the cagnotte."""

import pytest

from puntobanco.ledger.accounts import AccountKind
from puntobanco.server.seats.floor import Floor
from puntobanco.store.interface import Store
from puntobanco.wire.messages import WhyReturned
from puntobanco.wire.stream import Stage
from tests.audit.land_night import CAMPIONE, IN_HAND, LandNight, begin
from tests.audit.live_night import ManualClock, RecordingConnection
from tests.audit.night import SHEETS
from tests.seat_kinds import seat_at, shared
from tests.store.test_shared_renewal import holds, in_play, renewed_in, told
from tests.store_contents import all_accounts, all_records
from tests.table.luck import any_coup, banco_wins, egalite, no_natural

pytestmark = pytest.mark.anyio


async def tied(store: Store, stage: Stage) -> LandNight:
    """A table after Égalité, with stakes left on both sides."""
    night = await begin(store, IN_HAND, "anna", "bruno")
    await night.mix_for("anna", egalite)
    await night.stage(Stage.BETTING)
    await night.bet("anna", punto=1_000)
    await night.bet("bruno", banco=2_000, egalite=500)
    if stage is Stage.PAYING:
        night.table.stakes.settle = lambda: None  # type: ignore[method-assign]
    await night.stage(stage)
    await night.floor.stop()
    return night


@pytest.mark.parametrize("stage", [Stage.DEALING, Stage.PAYING, Stage.PAID])
async def test_a_restore_leaves_no_stake_on_the_cloth(
    stage: Stage, store: Store, database: str
) -> None:
    """During a coup, before its payment, and between two coups."""
    await tied(store, stage)
    ended = await renewed_in(database, store)
    assert ended.given_back == 2
    assert await in_play(store) == 0
    for seat in await store.all_seats():
        assert (shared(seat).view.stakes, shared(seat).view.left, seat.view.epoch) == ({}, {}, 2)
    await holds(database)


async def test_after_a_restore_the_next_coup_is_played_in_the_new_epoch(
    store: Store, database: str
) -> None:
    """It has the number of the coup whose left stakes were returned."""
    night = await tied(store, Stage.PAID)
    number = night.table.view.coup + 1
    await renewed_in(database, store)
    store.epoch = 2
    clock = ManualClock()
    clock.at = night.clock.at + 1_000
    floor = Floor(store, SHEETS, clock)
    await floor.start(())
    again = LandNight(floor, clock, floor.tables.get(IN_HAND.name))
    for name, live in night.seats.items():
        account = await store.account(live.seat.account)
        assert account is not None
        seat = await seat_at(floor, account, IN_HAND.name)
        await floor.take_over(seat, RecordingConnection())
        again.seats[name] = seat
    await again.mix_for("anna", any_coup)
    await again.stage(Stage.BETTING)
    assert again.table.view.coup == number
    await again.bet("anna", punto=1_000)
    await again.stage(Stage.PAID)
    await floor.stop()
    await holds(database)


async def test_cards_in_hand_are_revealed_with_the_seed(store: Store, database: str) -> None:
    night = await begin(store, CAMPIONE, "anna")
    await night.mix_for("anna", no_natural)
    await night.take("anna", 1)
    await night.stage(Stage.BETTING)
    await night.bet("anna", punto=1_000)
    await night.until(lambda: bool(shared(night.seats["anna"].seat).view.held))
    await night.floor.stop()
    await renewed_in(database, store)
    (seat,) = await store.all_seats()
    assert (shared(seat).view.stakes, shared(seat).view.held) == ({}, {})
    events = await told(store, night)
    assert events[-1]["type"] == "revealed"
    (back,) = [each for each in await all_records(store) if each.record.event == "returned"]
    assert WhyReturned.RESTORE.encode() in back.record.body
    await holds(database)


async def test_a_restore_pays_the_cagnotte_its_commission(store: Store, database: str) -> None:
    """A coup whose result was announced is paid, and so is its commission."""
    night = await begin(store, CAMPIONE, "anna")
    await night.mix_for("anna", banco_wins)
    await night.take("anna", 1)
    await night.stage(Stage.BETTING)
    await night.bet("anna", banco=2_000)
    night.table.stakes.settle = lambda: None  # type: ignore[method-assign]
    await night.stage(Stage.PAYING)
    await night.floor.stop()
    await renewed_in(database, store)
    balances = {each.kind: each.balance for each in await all_accounts(store)}
    assert balances[AccountKind.CAGNOTTE] == 100
    await holds(database)
