"""False draws, corrections and void coups at a console."""

import pytest

from puntobanco.wire.stream import Stage
from tests.server.live_visitors import LiveTable
from tests.server.staff import carla_at, mara_at, says, sit_down, until_open
from tests.server.staffed_house import house
from tests.server.visitors import House, code, new_key

__all__ = ["house"]  # a fixture

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("table", ["down", "real"])
async def test_i_falsi_tiraggi_verranno_ristabiliti_secondo_la_regola(
    table: str, house: House
) -> None:
    """002, and also at St. Moritz: the records show the cards before and after."""
    anna = await sit_down(house, table)
    await says(anna, type="box", box=1)
    carla = await carla_at(house, table)
    await carla.does("open_betting")
    await anna.listen()
    await anna.confirm(banco=2_000)
    await carla.does("close_betting")
    await carla.reads("4h5cKd2s")
    missing = await carla.tries("announce")
    assert code(missing) == "fair/not-now"
    assert "demands a card for punto" in missing["message"]
    await carla.does("correct", n=1, card="6h", reason="the pip was covered")
    await carla.reads("9c")
    assert (carla.view.cards, carla.view.aside) == ("6h5cKd2s", "9c")
    await carla.does("announce")
    await anna.listen()
    assert anna.last("paid")["returned"] == 3_900  # 19:20, or 1:1 less 5 %
    told = await house.ask("GET", f"/api/tables/{table}/events?limit=100")
    events = {each["type"]: each for each in told.json["records"]}
    corrected, aside = events["corrected"], events["aside"]
    assert (corrected["before"], corrected["after"]) == ("4h", "6h")
    assert corrected["reason"] == "the pip was covered"
    assert (aside["card"], aside["goes_on"]) == ("9c", False)


async def test_a_void_coup_returns_all_stakes(house: House) -> None:
    """Reading 11: declared void by a manager, with a reason."""
    visitor, gone = await house.guest(), await house.guest()
    anna, bruno = await sit_down(house, "real", visitor), await sit_down(house, "real", gone)
    carla, mara = await carla_at(house, "real"), await mara_at(house, "real")
    await carla.does("open_betting")
    for player in (anna, bruno):
        await player.listen()
        await player.confirm(punto=2_000, egalite=500)
    await carla.does("close_betting")
    await carla.reads("4h5c")
    await says_cash_out(bruno)
    assert code(await mara.tries("void", reason="a card fell", seen=1)) == "table/moved-on"
    await mara.does("void", reason="a card fell")
    await anna.listen()
    back = anna.last("returned")
    assert (back["reason"], back["returned"], back["credit"]) == ("void", 2_500, 100_000)
    assert await gone.balance() == 1_000_000
    await carla.listen()
    assert (carla.view.void, carla.view.stage) == (True, Stage.PAID)
    await carla.does("open_betting")
    await anna.listen()
    assert (await anna.confirm(punto=1_000))["stakes"] == {"punto": 1_000}


async def says_cash_out(player: LiveTable) -> None:
    player.say(type="cash_out", key=new_key())
    await player.until("closed")


async def test_bets_being_written_when_a_coup_is_void_are_returned(house: House) -> None:
    players = [await sit_down(house, "real") for _ in range(5)]
    carla, mara = await carla_at(house, "real"), await mara_at(house, "real")
    await carla.does("open_betting")
    await mara.listen()
    for player in players:
        await player.listen()
    for n, player in enumerate(players):
        if n == 2:
            mara.says("void", reason="a fire drill")
        player.say(type="confirm", key=new_key(), coup=1, bets={"punto": 1_000})
    assert (await mara.answer("void"))["type"] == "done"
    await mara.listen()
    assert mara.view.stage is Stage.PAID
    for live in house.desk.floor.tables.get("real").seats.values():
        assert (live.seat.view.stakes, live.seat.view.credit) == ({}, 100_000)


async def test_our_sabot_cannot_be_corrected_or_void(house: House) -> None:
    anna = await sit_down(house, "ours")
    await says(anna, type="box", box=1)
    carla, mara = await carla_at(house, "ours"), await mara_at(house, "ours")
    await until_open(house, anna, carla)
    await carla.does("open_betting")
    await carla.does("close_betting")
    await carla.does("draw")
    wrong = {"n": 1, "card": "9h", "reason": "I like nines"}
    assert code(await carla.tries("correct", **wrong)) == "table/from-our-sabot"
    assert code(await carla.tries("read", card="9h")) == "table/from-our-sabot"
    assert code(await carla.tries("new_sabot")) == "table/from-our-sabot"
    assert code(await mara.tries("void", reason="no")) == "table/from-our-sabot"


async def test_a_croupier_waits_for_cards_in_a_players_hand(house: House) -> None:
    """003: le carte del cliente, che vengono tenute in mano, devono essere mostrate per prime."""
    anna = await sit_down(house, "held")
    carla = await carla_at(house, "held")
    await until_open(house, anna, carla)
    await carla.does("open_betting")
    await anna.listen()
    await anna.confirm(punto=2_000)
    await carla.does("close_betting")
    for _ in range(4):
        await carla.does("draw")
    assert carla.demands == "Punto's cards are turned"
    assert code(await carla.tries("turn", side="punto")) == "fair/not-now"  # too early
    assert (await says(anna, type="show", coup=carla.view.coup, side="punto"))["type"] == "done"
    await carla.does("turn", side="banco")
    for _ in range(4):
        await carla.listen()
        if "announce" in carla.can:
            break
        if "draw" in carla.can:
            await carla.does("draw")
        elif carla.demands.startswith("Punto"):
            await says(anna, type="show", coup=carla.view.coup, side="punto")
        else:
            await carla.does("turn", side="banco")
    await carla.does("announce")
    await anna.listen()
    assert anna.last("paid")["staked"] == 2_000


async def test_a_console_learns_of_cards_in_hand_when_the_time_is_over(house: House) -> None:
    """002: il giocatore alla Punta parla per primo; before, the croupier can't know the cards."""
    anna = await sit_down(house, "ours")
    await says(anna, type="box", box=1)
    carla = await carla_at(house, "ours")
    await until_open(house, anna, carla)
    await carla.does("open_betting")
    await anna.listen()
    await anna.confirm(punto=2_000)
    await carla.does("close_betting")
    for _ in range(4):
        await carla.does("draw")
    for _ in range(3):
        assert carla.demands == "Punto speaks, or shows a natural"
        assert not {"speak", "turn", "draw", "announce"} & set(carla.can)
        await house.pass_time(5)
        for each in (anna, carla):
            await each.listen()
    offset = carla.view.offset
    await house.pass_time(6)
    await carla.listen()
    assert carla.view.offset == offset  # only time has passed
    assert {"speak", "turn"} & set(carla.can)
    assert carla.demands in ("Punto speaks: Carta or Resto", "Punto's cards are turned")


async def test_stakes_left_on_the_cloth_at_a_staffed_table(house: House) -> None:
    """003: possono quindi essere ritirate o giocate nella mano successiva."""
    anna, bruno = await sit_down(house, "real"), await sit_down(house, "real")
    carla = await carla_at(house, "real")
    await carla.does("open_betting")
    for player in (anna, bruno):
        await player.listen()
        await player.confirm(punto=2_000)
    await carla.does("close_betting")
    await carla.reads("8h8cKdKs")
    await carla.does("announce")
    await anna.listen()
    assert anna.last("paid")["left"] == {"punto": 2_000}
    await bruno.vanish()
    await carla.does("open_betting")
    await carla.does("close_betting")
    assert carla.last("dealing")["bets"] == {"punto": {"amount": 2_000, "players": 1}}
    await carla.reads("9h8cKdKs")
    await carla.does("announce")
    await anna.listen()
    assert anna.last("paid")["credit"] == 102_000
