"""A house restarted with a changed sheet in the middle of a table's sabot."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from puntobanco.errors import BadTable, SeedReused
from puntobanco.fair.commitment import hash_seed
from puntobanco.game.sheet import Sheet
from puntobanco.server.seats.floor import Floor
from puntobanco.store.interface import Store
from puntobanco.table.shared.shared_table import PlayerActor, TableStep
from puntobanco.wire.requests import CashOut, MixIn, Open
from puntobanco.wire.stream import Stage, Standing
from tests.audit.live_night import LiveNight, ManualClock, RecordingConnection, begin
from tests.audit.night import SHEETS, audit, failing, key
from tests.seat_kinds import seat_at, shared
from tests.staff_names import OLGA

pytestmark = pytest.mark.anyio
LIVE = SHEETS["live-mini"]
CHANGED = SHEETS | {"live-mini": replace(LIVE, cards=replace(LIVE.cards, cut=52))}


UNFIT = {
    "no such house any more": {name: each for name, each in SHEETS.items() if name != "live-mini"},
    "other money": SHEETS | {"live-mini": replace(LIVE, money=replace(LIVE.money, currency="CHF"))},
}


async def come_back(
    store: Store, night: LiveNight, sheets: Mapping[str, Sheet] = CHANGED
) -> LiveNight:
    """Restart the house with changed sheets, with the same table and players."""
    await night.floor.stop()
    clock = ManualClock()
    clock.at = night.clock.at
    floor = Floor(store, sheets, clock)
    await floor.start()
    again = LiveNight(floor, clock, floor.tables.runners["live-mini"])
    for name, seat in night.seats.items():
        live = await floor.seat_runner(seat.seat.id)
        assert live is not None
        await floor.take_over(live, RecordingConnection())
        again.seats[name] = live
    return again


async def test_a_sabot_is_finished_by_the_sheet_of_its_commitment(
    store: Store, database: str
) -> None:
    night = await begin(store, "anna")
    await night.mix("anna")
    await night.stage(Stage.BETTING)
    await night.bet("anna", punto=500)
    committed = night.table.setup.sheet_hash
    again = await come_back(store, night)
    assert again.table.setup.sheet_hash == committed
    await again.stage(Stage.PAID)
    await again.coup(anna={"banco": 100})
    await again.stand(Standing.CLOSED)
    await again.stage(Stage.RESTING)
    await again.stand(Standing.OPEN)
    await again.mix("anna")
    assert again.table.setup.sheet.cards.cut == 52
    await again.coup(anna={"punto": 100})
    assert again.seats["anna"].setting.sheet_hash == again.table.setup.sheet_hash != committed
    await again.floor.stop()
    report = await audit(database)
    assert failing(report) == {}, [each.first for each in report.checks if each.first]


async def test_used_seeds_of_the_current_sabot_are_known_after_a_restart(store: Store) -> None:
    night = await begin(store, "anna")
    await night.mix("anna")
    await night.stage(Stage.BETTING)
    (mixed,) = night.table.table.mixing.players
    again = await come_back(store, night)
    await again.stand(Standing.CLOSED)
    await again.stage(Stage.RESTING)
    await again.stand(Standing.OPEN)
    await again.stage(Stage.MIXING)
    said: list[object] = []
    asked = TableStep(MixIn(2, mixed.hash.hex()), PlayerActor(mixed.player))
    again.table.ask(asked, said.append)
    await again.until(lambda: bool(said))
    assert isinstance(said[0], SeedReused)
    assert mixed.seed is not None
    assert hash_seed(mixed.seed) == mixed.hash
    await again.floor.stop()


@pytest.mark.parametrize("sheets", UNFIT.values(), ids=UNFIT)
@pytest.mark.parametrize("stage", [Stage.BETTING, Stage.DEALING, Stage.PAID, Stage.RESTING])
async def test_a_table_that_no_longer_fits_its_sheet_closes_and_pays(
    store: Store,
    database: str,
    sheets: Mapping[str, Sheet],
    stage: Stage,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The house still starts, and no money is lost."""
    night = await begin(store, "anna")
    if stage is not Stage.RESTING:
        await night.mix("anna")
        await night.stage(Stage.BETTING)
        await night.bet("anna", punto=500)
        await night.stage(stage)
    again = await come_back(store, night, sheets)
    await again.stage(Stage.RESTING)
    assert again.table.view.standing is Standing.CLOSED
    assert not shared(again.seats["anna"].seat).view.stakes
    refused = [each for each in caplog.records if each.getMessage() == "table closed"]
    assert vars(refused[0])["table"] == "live-mini"
    with pytest.raises(BadTable):
        await again.stand(Standing.OPEN)
    assert again.table.view.standing is Standing.CLOSED
    await again.floor.ask(again.seats["anna"], CashOut(key()))
    await again.floor.stop()
    report = await audit(database)
    assert failing(report) == {}, [each.first for each in report.checks if each.first]
    floor = Floor(store, SHEETS, again.clock)  # the sheet fits again
    await floor.start()
    assert floor.tables.runners["live-mini"].view.standing is Standing.CLOSED
    await floor.tables.stand("live-mini", Standing.OPEN, "", OLGA)
    await floor.stop()


async def test_a_player_who_returns_plays_by_the_new_sheet(store: Store, database: str) -> None:
    night = await begin(store, "anna", "bruno")
    await night.mix("anna", "bruno")
    await night.stage(Stage.BETTING)
    again = await come_back(store, night)
    anna = again.seats["anna"]
    await again.floor.ask(anna, CashOut(key()))
    await again.stand(Standing.CLOSED)
    await again.stage(Stage.RESTING)
    await again.stand(Standing.OPEN)
    account = await store.account(anna.seat.account)
    assert account is not None
    back = await seat_at(again.floor, account, "live-mini")
    assert back.setting.sheet_hash == again.table.setup.sheet_hash
    await again.floor.ask(back, Open(key(), 1_000))
    await again.floor.take_over(back, RecordingConnection())
    again.seats["anna"] = back
    await again.mix("bruno")
    await again.coup(anna={"punto": 100})
    await again.floor.stop()
    assert failing(await audit(database)) == {}
