"""A stored view must be the fold of its stream: any blanked field is found."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import fields, replace

from puntobanco.audit.findings import Check
from puntobanco.game.bets import Bet
from puntobanco.store.interface import Store
from puntobanco.store.open import open_store
from puntobanco.store.sealing import Sealer
from puntobanco.wire import console_commands
from puntobanco.wire.stream import Stage, Standing, TableView
from tests.audit.land_night import play_campione
from tests.audit.staffed_night import (
    BANCO_WINS,
    CHIPS,
    OURS,
    REAL,
    StaffedNight,
    begin,
    play_chips,
    play_hidden,
    play_ours,
)
from tests.audit.test_live import Night, found
from tests.audit.test_seats import read
from tests.conftest import SEALING_KEY
from tests.seat_kinds import shared
from tests.table.luck import punto_draws


async def play_void(store: Store) -> None:
    """A void coup, a manager's decision, and a table paused with a note."""
    night = await begin(store, REAL, "anna")
    await night.says(console_commands.Take)
    await night.says(console_commands.NewSabot)
    await night.says(console_commands.Read, "2c")
    await night.take("anna", 3)
    await night.bets(anna={"punto": 1_000})
    await night.reads("9cKhJd7h5d")
    await night.says(console_commands.CallManager, "a card too many, or two", by="carla")
    await night.says(console_commands.Decide, "it is void", by="mara")
    await night.says(console_commands.Void, "nobody knows any more", by="mara")
    await night.stage(Stage.PAID)
    await night.stand(Standing.PAUSED, "back at nine")
    await night.limit(coup_max=20_000)
    await night.floor.stop()


async def keyed_in(store: Store) -> StaffedNight:
    """Real chips are keyed in on Banco, and the betting is closed."""
    night = await begin(store, CHIPS)
    await night.says(console_commands.Take)
    await night.says(console_commands.NewSabot)
    await night.says(console_commands.Read, "2c")
    await night.says(console_commands.OpenBetting)
    await night.says(console_commands.KeyIn, 3, {"banco": 5_000})
    await night.says(console_commands.CloseBetting)
    return night


async def play_fifth(store: Store) -> None:
    """Five cards, a result that is taken back, a correction, and a call for the manager."""
    night = await keyed_in(store)
    await night.reads("4h5cKd2s5c")
    await night.announces()
    await night.says(console_commands.OpenBetting)
    await night.says(console_commands.KeyIn, 2, {"punto": 5_000})
    await night.says(console_commands.Reverse, "the first card was misread", by="mara")
    await night.says(console_commands.Correct, 1, "3h", "seen on the video")
    await night.says(console_commands.Amend, 1, {"punto": 1_000}, "seen on the video", by="mara")
    await night.says(console_commands.CallManager, "was it the third?")
    await night.floor.stop()


async def play_given_back(store: Store) -> None:
    """Real chips that go back to their players, as the coup is void."""
    night = await keyed_in(store)
    await night.says(console_commands.Void, "the sabot fell over", by="mara")
    await night.floor.stop()


async def play_paid(store: Store) -> None:
    """Real chips that are paid; nothing happens after it."""
    night = await keyed_in(store)
    await night.reads(BANCO_WINS)
    await night.announces()
    await night.floor.stop()


async def play_called(store: Store) -> None:
    """Our sabot, up to the call of Carta or Resto."""
    night = await begin(store, OURS, "anna")
    await night.says(console_commands.Take)
    await night.mix_for("anna", punto_draws)
    await night.until(lambda: night.table.view.gone > 0)
    await night.take("anna", 7)
    await night.bets(anna={"punto": 1_000})
    await night.deals(most=5)
    await night.floor.stop()


PLAYS: dict[str, Callable[[Store], Awaitable[object]]] = {
    "void": play_void,
    "fifth": play_fifth,
    "paid": play_paid,
    "given back": play_given_back,
    "called": play_called,
    "chips": play_chips,
    "hidden": play_hidden,
    "ours": play_ours,
    "in hand": play_campione,
}


@pytest.fixture(scope="module")
def nights(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Night]:
    async def played(which: str) -> Night:
        file = str(tmp_path_factory.mktemp("views") / "house.db")
        store = await open_store(file, Sealer(SEALING_KEY))
        await PLAYS[which](store)
        await store.close()
        return await read(file)

    return {which: asyncio.run(played(which)) for which in PLAYS}


BLANK = msgspec.json.decode(msgspec.json.encode(TableView("", 0, 0, Standing.OPEN, Stage.RESTING)))
OPTIONAL = [each.name for each in fields(TableView) if not each.required]
NEVER_AT_THE_END = {"cut", "exhibition", "first_of_next"}


def with_view(night: Night, view: dict[str, Any]) -> Night:
    """Store a changed view in the format that the house uses."""
    snapshot, records = night
    (row,) = snapshot.tables
    state = msgspec.json.decode(row.state) | {"view": view}
    table = replace(row.table, view=msgspec.convert(view, TableView, strict=False))
    changed = replace(row, table=table, state=msgspec.json.encode(state).decode())
    return replace(snapshot, tables=(changed,)), records


def test_the_unchanged_views_pass(nights: dict[str, Night]) -> None:
    for night in nights.values():
        assert found(with_view(night, stored(night)), Check.STREAMS) is None


def stored(night: Night) -> dict[str, Any]:
    view: dict[str, Any] = msgspec.json.decode(night[0].tables[0].state)["view"]
    return view


@pytest.mark.parametrize("name", OPTIONAL)
def test_a_blanked_field_is_found(name: str, nights: dict[str, Night]) -> None:
    """Stored empty, or left out, as by an older version without this field."""
    blank = BLANK[name]
    told = [night for night in nights.values() if stored(night)[name] != blank]
    assert told or name in NEVER_AT_THE_END
    for night in told:
        view = stored(night)
        without = {each: value for each, value in view.items() if each != name}
        for changed in (view | {name: blank}, without):
            finding = found(with_view(night, changed), Check.STREAMS)
            assert finding is not None
            assert f"its {name}" in finding.why or f", {name}" in finding.why


def test_a_missing_field_is_found(nights: dict[str, Night]) -> None:
    """Even if it would be empty: this version writes all fields."""
    for night in nights.values():
        view = stored(night)
        del view["decided"]
        finding = found(with_view(night, view), Check.STREAMS)
        assert finding is not None


def test_blanked_times_of_stakes_are_found(nights: dict[str, Night]) -> None:
    """They matter: of equal stakes the earliest holds the cards."""
    snapshot, records = nights["in hand"]
    staked = [row for row in snapshot.seats if shared(row.seat).view.stakes]
    assert staked
    for since in ({}, dict.fromkeys(Bet, 1)):
        rows = [
            replace(row, seat=replace(row.seat, view=replace(row.seat.view, since=since)))
            if row in staked
            else row
            for row in snapshot.seats
        ]
        finding = found((replace(snapshot, seats=tuple(rows)), records), Check.SEATS)
        assert finding is not None
        assert "its since is not" in finding.why
