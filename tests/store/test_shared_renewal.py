"""Restored shared tables: no unrevealed sabot is continued, and no stake is lost."""

from pathlib import Path

import msgspec
import pytest

from puntobanco.errors import NotRenewed, OldEpoch
from puntobanco.fair.verify import verify
from puntobanco.game.sheet_text import build_sheet
from puntobanco.ledger.accounts import AccountKind
from puntobanco.server.house.database_lock import DatabaseLock
from puntobanco.server.seats.floor import Floor
from puntobanco.store import shared_renewal
from puntobanco.store.backup import back_up, restore
from puntobanco.store.interface import Store
from puntobanco.store.open import open_store
from puntobanco.store.renewal import RenewableStore, renew
from puntobanco.store.sealing import Sealer
from puntobanco.store.shared_renewal import Ended, renew_shared
from puntobanco.table.recording import Change
from puntobanco.table.shared.sabot_proofs import prove_sabot
from puntobanco.wire.messages import GivenBack
from puntobanco.wire.requests import CashOut
from puntobanco.wire.stream import Revealed, Stage
from tests.audit.live_night import LiveNight, ManualClock, RecordingConnection, begin
from tests.audit.night import SHEETS, audit, failing, key, tamper
from tests.seat_kinds import shared
from tests.store_contents import all_accounts

pytestmark = pytest.mark.anyio
LATER = 1_800_000_900_000


async def holds(database: str) -> None:
    report = await audit(database)
    assert failing(report) == {}, [each.first for each in report.checks if each.first]


async def renewed_in(database: str, store: Store) -> Ended:
    """Renew the database with a new epoch, as a restore does."""
    await tamper(database, "UPDATE meta SET value = 2 WHERE name = 'epoch'")
    return await renew_shared(store, 2, LATER)


async def in_play(store: Store) -> int:
    return sum(
        each.balance for each in await all_accounts(store) if each.kind is AccountKind.STAKES
    )


async def told(store: Store, night: LiveNight) -> list[dict[str, object]]:
    found = await store.table_events(night.table.table.account, 0, 1_000)
    return [msgspec.json.decode(each.record.body) for each in found]


async def staked(store: Store, stage: Stage) -> LiveNight:
    """Anna and Bruno have bet, Anna has left, and the table has reached a stage."""
    night = await begin(store, "anna", "bruno")
    await night.mix("anna", "bruno")
    await night.stage(Stage.BETTING)
    await night.bet("anna", punto=500, banco_pair=100)
    await night.bet("bruno", banco=300)
    await night.floor.ask(night.seats["anna"], CashOut(key()))
    await night.stage(stage)
    await night.floor.stop()
    return night


@pytest.mark.parametrize("stage", [Stage.BETTING, Stage.DEALING])
async def test_stakes_of_an_unfinished_coup_are_returned(
    stage: Stage, store: Store, database: str
) -> None:
    night = await staked(store, stage)
    credit = night.seats["bruno"].seat.view.credit
    assert await in_play(store) == 900
    renewed = await renew_shared(store, 2, LATER)
    assert (renewed.sabots, renewed.given_back) == (1, 2)
    assert await in_play(store) == 0
    anna, bruno = [await store.seat(night.seats[name].seat.id) for name in ("anna", "bruno")]
    assert anna is not None
    assert bruno is not None
    assert (bruno.view.credit, bruno.view.epoch, shared(bruno).view.stakes) == (credit + 300, 2, {})
    account = await store.account(anna.account)
    assert account is not None
    assert account.balance == 100_000  # all her money, as her session is over
    records = await store.missed(bruno, bruno.view.offset - 1, 1)
    back = msgspec.json.decode(records[0].record.body, type=GivenBack)
    assert (back.epoch, back.returned, back.to_account) == (2, 300, False)


@pytest.mark.parametrize("stage", Stage)
async def test_every_unrevealed_sabot_is_revealed(
    stage: Stage, store: Store, database: str
) -> None:
    night = await begin(store, *(() if stage is Stage.RESTING else ("anna", "bruno")))
    if stage is not Stage.RESTING:
        await night.stage(Stage.MIXING)
    if stage not in (Stage.RESTING, Stage.MIXING):
        await night.mix("anna", "bruno", silent="bruno" if stage is Stage.OPENING else "")
        await night.stage(stage)
    await night.floor.stop()
    await renewed_in(database, store)
    ((_, table),) = await store.tables()
    assert (table.view.stage, table.view.epoch, table.view.offset) == (Stage.RESTING, 2, 1)
    assert (table.mixing.terms.epoch, table.mixing.terms.number) == (2, 1)
    assert table.mixing.seed == b""
    last = (await told(store, night))[-1]
    if stage is Stage.RESTING:
        assert last["type"] == "standing"
    else:
        opened = msgspec.convert(last, Revealed, strict=False)
        assert (opened.ended, opened.of_epoch, opened.sabot) == ("restored", 1, 1)
        sheets = await store.sheets()
        sheet = build_sheet(msgspec.json.decode(sheets[bytes.fromhex(opened.sheet)]), "")
        assert all(verify(prove_sabot(sheet, opened)).values())
    await holds(database)


async def test_a_coup_whose_result_was_announced_is_paid(store: Store, database: str) -> None:
    """Some players may have been paid before the backup, so the others are paid, too."""
    night = await staked(store, Stage.DEALING)
    table = night.table
    table._stopped = False
    table.stakes.settle = lambda: None  # type: ignore[method-assign]
    await night.stage(Stage.PAYING)
    await night.floor.stop()
    renewed = await renewed_in(database, store)
    assert (renewed.sabots, renewed.given_back) == (1, 0)
    assert await in_play(store) == 0
    await holds(database)


async def test_a_table_goes_on_in_the_new_epoch(store: Store, database: str) -> None:
    night = await staked(store, Stage.DEALING)
    await renew_shared(store, 2, LATER)
    store.epoch = 2
    clock = ManualClock()
    floor = Floor(store, SHEETS, clock)
    await floor.start()
    again = LiveNight(floor, clock, floor.tables.runners["live-mini"])
    bruno = await floor.seat_runner(night.seats["bruno"].seat.id)
    assert bruno is not None
    await floor.take_over(bruno, RecordingConnection())
    again.seats["bruno"] = bruno
    await again.mix("bruno")
    await again.coup(bruno={"punto": 100})
    assert (again.table.view.epoch, again.table.view.sabot) == (2, 1)
    await floor.stop()


async def test_an_epoch_is_never_used_again(store: Store) -> None:
    await staked(store, Stage.BETTING)
    await renew_shared(store, 2, LATER)
    with pytest.raises(OldEpoch):
        await renew_shared(store, 2, LATER)


async def test_a_restored_copy_passes_the_audit(tmp_path: Path, sealer: Sealer) -> None:
    file, copy = tmp_path / "house.db", tmp_path / "copy.db"
    store = await open_store(str(file), sealer)
    await staked(store, Stage.DEALING)
    await store.close()
    back_up(file, copy)
    restored = await restore(copy, file, sealer, LATER, lambda: bytes(32), replace=True)
    assert (restored.epoch, restored.retired) == (LATER // 1000, 0)
    assert (restored.sabots, restored.given_back, restored.open_sessions) == (1, 2, 1)
    await holds(str(file))


async def test_a_house_whose_renewal_was_interrupted_does_not_start(
    store: RenewableStore, database: str, sealer: Sealer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table still has a commitment whose seed may be known."""
    await staked(store, Stage.DEALING)
    write = shared_renewal.write_all
    written: list[list[Change]] = []

    async def stop_after_the_stakes(into: Store, changes: list[Change]) -> None:
        if written:
            raise KeyboardInterrupt
        written.append(changes)
        await write(into, changes)

    monkeypatch.setattr(shared_renewal, "write_all", stop_after_the_stakes)
    with pytest.raises(KeyboardInterrupt):
        await renew(store, LATER, lambda: bytes(32))
    await store.close()
    again = await open_store(database, sealer)
    assert again.epoch == LATER // 1000
    with pytest.raises(NotRenewed):
        await DatabaseLock(None).check(again)
    await again.close()
