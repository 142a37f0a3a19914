"""Stakes keyed in at a console, calls for the manager, and staff who cannot bet."""

from typing import Any

import pytest

from puntobanco.store.interface import Role
from tests.server.staff import carla_at, hire, mara_at, says, sit_down
from tests.server.staffed_house import house
from tests.server.visitors import House, code, new_key

__all__ = ["house"]  # a fixture

pytestmark = pytest.mark.anyio


async def test_stakes_are_keyed_in_by_box(house: House) -> None:
    """002: alla pari, alla pari detratto il 5% (cagnotte), otto volte la posta."""
    guest = await house.guest()
    refused = await guest.open_at("chips", 10_000)
    assert refused.code == "session/not-playable"
    assert "chips" not in refused.json["message"].split("Choose one of")[1]
    tables = {each["name"]: each for each in (await house.ask("GET", "/api/tables")).json}
    kind = [tables["chips"][each] for each in ("faces", "croupier", "source", "stakes")]
    assert kind == ["down", "person", "croupier", "keyed"]
    assert [tables["alone"][each] for each in ("source", "stakes")] == ["sabot", "played"]
    # At a table played for credit the cards of a real sabot have no holder.
    assert [tables[each]["faces"] for each in ("down", "ours", "real")] == ["down", "down", "up"]
    carla = await carla_at(house, "chips")
    await carla.does("open_betting")
    await carla.does("key_in", box=3, bets={"banco": 10_000})
    await carla.does("key_in", box=9, bets={"punto": 5_000, "egalite": 500})
    assert code(await carla.tries("key_in", box=10, bets={"punto": 5_000})) == "table/no-such-box"
    assert code(await carla.tries("key_in", box=1, bets={"punto": 500})) == "bet/below-minimum"
    await carla.does("close_betting")
    await carla.reads("4h")
    assert code(await carla.tries("key_in", box=1, bets={"punto": 5_000})) == "fair/not-now"
    await carla.reads("9cKdKs")
    await carla.does("announce")
    due = {each["box"]: (each["takes"], each["pays"]) for each in carla.last("result")["due"]}
    assert due == {3: (0, 9_500), 9: (5_500, 0)}


async def test_players_and_croupiers_can_call_the_manager(house: House) -> None:
    """003: per eventuali domande ... rivolgere al Manager on duty; la decisione è definitiva."""
    visitor = await house.guest()
    anna = await sit_down(house, "real", visitor)
    carla, mara = await carla_at(house, "real"), await mara_at(house, "real")
    assert (await says(anna, type="ask_manager"))["type"] == "done"
    await carla.listen()
    called = carla.last("manager")
    assert (called["manager"], called["by"]) == (0, str(visitor.account()))
    assert "call_manager" not in carla.can
    assert code(await carla.tries("call_manager", words="box 3")) == "table/manager-called"
    await mara.does("decide", words="it was Anna's")
    again = await mara.tries("decide", words="or Bruno's")
    assert code(again) == "table/manager-not-called"  # a decision is final
    await carla.does("call_manager", words="and box 4?")
    await mara.does("decide", words="nobody's")
    told = [
        (each["by"], each["words"])
        for each in (await house.ask("GET", "/api/tables/real/events?limit=100")).json["records"]
        if each["type"] == "manager"
    ]
    assert told == [
        (str(visitor.account()), ""),
        ("mara", "it was Anna's"),
        ("carla", "and box 4?"),
        ("mara", "nobody's"),
    ]


async def test_calls_for_the_manager_are_limited(house: House) -> None:
    anna = await sit_down(house, "real")
    mara = await mara_at(house, "real")
    for _ in range(3):
        await says(anna, type="ask_manager")
        await mara.does("decide", words="no")
    assert code(await says(anna, type="ask_manager")) == "limit/too-fast"
    house.clock.at += 60_000
    assert (await says(anna, type="ask_manager"))["type"] == "done"
    assert code(await says(anna, type="ask_manager")) == "table/manager-called"


@pytest.mark.parametrize("role", [Role.CROUPIER, Role.MANAGER, Role.OPERATOR])
async def test_staff_cannot_bet(house: House, role: Role) -> None:
    staff = await hire(house, "carla", role)
    assert (await staff.get("/api/me")).json["accounts"] == []
    for asked in (staff.open_at("real"), staff.open_at("alone"), staff.open("punto-e-banco")):
        assert (await asked).code == "account/not-allowed"


async def test_a_player_who_becomes_staff_gets_the_credit_and_cannot_bet(
    house: House, database: str
) -> None:
    player = await house.player("anna")
    opened = (await player.open_at("real", 50_000)).json["session"]
    await change_role(house, player.person, Role.CROUPIER)
    assert (await player.post(f"/api/sessions/{opened}/tickets")).code == "account/not-allowed"
    more = {"key": new_key(), "amount": 1_000}
    assert (
        await player.post(f"/api/sessions/{opened}/top-ups", more)
    ).code == "account/not-allowed"
    out = await player.post(f"/api/sessions/{opened}/cash-out", {"key": new_key()})
    assert out.json["credited"] == 50_000


async def change_role(house: House, person: int, role: Role) -> None:
    store: Any = house.desk.floor.store
    await store._run("UPDATE person SET role = $1 WHERE id = $2", role.value, person)
