"""Campione and St. Moritz over real sockets: boxes, cards in hand, left stakes, tips."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from puntobanco.game.bets import Bet
from puntobanco.game.cards import points, print_cards
from puntobanco.ledger.accounts import AccountKind
from tests.audit.night import audit, failing
from tests.server.land_visitors import LandTable, faces_in, land
from tests.server.visitors import House, Table, VirtualClock, code
from tests.store_contents import all_accounts
from tests.table.luck import (
    any_coup,
    banco_wins,
    both,
    egalite,
    no_egalite,
    no_natural,
    punto_draws,
    punto_natural,
    punto_stands,
    punto_wins,
    six_cards,
)

pytestmark = pytest.mark.anyio


async def balance_of(house: House, kind: AccountKind) -> int:
    accounts = await all_accounts(house.desk.floor.store)
    return sum(each.balance for each in accounts if each.kind is kind)


# --- bets ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["campione", "moritz"])
async def test_il_giocatore_puo_puntare(name: str, database: str, tmp_path: Path) -> None:
    """002: «Il giocatore può puntare sulla combinazione Punta o Banco o Egalité.» 003: «Il
    giocatore può puntare su «Banco» (Banker) o «Punto» (Player), come anche su «Égalité»
    (pareggio).»: one of them or all, and nothing else."""
    async with land(database, tmp_path) as house:
        anna = await LandTable.at(house, await house.guest(), name, any_coup)
        await anna.box(1)
        await anna.betting()
        stakes: dict[str, int] = {}
        for bet in ("punto", "banco", "egalite"):
            stakes[bet] = 1_000
            assert (await anna.confirm(**{bet: 1_000}))["stakes"] == stakes
        for bet in set(Bet) - set(stakes):
            assert code(await anna.confirm(**{bet: 1_000})) == "bet/not-offered"
        await anna.paid()
        assert {each["bet"] for each in anna.last("paid")["bets"]} == set(stakes)


async def test_st_moritz_is_played_for_francs(database: str, tmp_path: Path) -> None:
    async with land(database, tmp_path) as house:
        operator = await house.operator()
        francs = {"name": "francs", "house": "st-moritz", "currency": "CHF"}
        assert (await operator.post("/api/operator/tables", francs)).status == 201
        player, poor = await house.player("anna", CHF=500), await house.player("bruno")
        anna = await LandTable.at(
            *(house, player, "francs", punto_wins), amount=50_000, currency="CHF"
        )
        assert anna.welcome["currency"] == "CHF"
        await anna.betting()
        await anna.confirm(punto=10_000)
        await anna.paid()
        assert anna.last("paid")["returned"] == 20_000
        left = await anna.tell("closed", type="cash_out", key="k" * 16)
        assert left["credited"] == 60_000
        assert await player.balance("CHF") == 60_000
        for currency, why in (
            ("CHF", "account/not-covered"),  # the account was opened just now
            ("EUR", "account/wrong-money"),
            ("FUN", "account/wrong-money"),
            ("USD", "account/unknown"),
        ):
            assert (await poor.open_at("francs", 1_000, currency=currency)).code == why
        assert await house.total() == 0
    assert failing(await audit(database)) == {}


async def test_per_gli_esatti_limiti(database: str, tmp_path: Path) -> None:
    """«Per gli esatti limiti si consiglia di consultare quelli forniti al CASINÒ ST. MORITZ»:
    anybody can read the table's limits; both limits are accepted, and nothing beyond them."""
    async with land(database, tmp_path) as house:
        sheet = (await house.ask("GET", "/api/tables/moritz")).json["sheet"]
        limits, step = sheet["bets"], sheet["money"]["step"]
        rich = await LandTable.at(house, await house.guest(), "moritz", any_coup, amount=1_000_000)
        await rich.betting()
        least, most = limits["punto"]["min"], limits["egalite"]["max"]
        assert code(await rich.confirm(punto=least - step)) == "bet/below-minimum"
        assert code(await rich.confirm(punto=least + 1)) == "bet/off-step"
        assert code(await rich.confirm(egalite=most + step)) == "bet/above-maximum"
        stakes = (await rich.confirm(punto=least, egalite=most))["stakes"]
        assert stakes == {"punto": least, "egalite": most}
        assert code(await rich.confirm(egalite=step)) == "bet/above-maximum"  # in total


# --- boxes ---------------------------------------------------------------------------------


async def test_tre_giocatori_per_casella(database: str, tmp_path: Path) -> None:
    """«Max 3 giocatori per casella»: the fourth is refused, with the names of the three."""
    async with land(database, tmp_path) as house:
        people = [await LandTable.at(house, await house.guest(), "campione") for _ in range(4)]
        for each in people[:3]:
            assert (await each.box(2))["request"] == "box"
        refused = await people[3].box(2)
        assert code(refused) == "table/box-full"
        names = ", ".join(each.player for each in people[:3])
        said = f"Box 2 is full: it takes 3, and {names} sit there. Choose another box."
        assert refused["message"] == said
        assert code(await people[3].box(8)) == "table/no-such-box"
        assert code(await people[0].box(2)) == "fair/not-now"
        await people[0].box(0)
        assert (await people[3].box(2))["type"] == "done"
        await people[0].listen()
        assert people[0].view.boxes == {2: tuple(each.player for each in people[1:])}


async def test_taking_or_leaving_a_box_restarts_the_20_minutes(
    database: str, tmp_path: Path
) -> None:
    """Both are actions of the player."""
    async with land(database, tmp_path) as house:
        anna = await LandTable.at(house, await house.guest(), "campione")
        for seconds in (0, 600, 600, 600):
            await house.pass_time(seconds)
            await anna.box(1 if seconds else 2)
            await anna.box(0)
            await house.settle()
        [session] = (await anna.visitor.get("/api/me")).json["sessions"]
        assert session["closes_in_ms"] == 20 * 60 * 1000


async def test_at_campione_a_bet_needs_a_box(database: str, tmp_path: Path) -> None:
    """«Max 3 giocatori per casella»: without a box neither bets nor chips are accepted."""
    async with land(database, tmp_path) as house:
        anna = await LandTable.at(house, await house.guest(), "campione", any_coup)
        await anna.betting()
        assert code(await anna.confirm(punto=1_000)) == "table/no-box"
        chips = {"type": "place", "bets": {"punto": 1_000}, "coup": anna.view.coup}
        assert code(await anna.tell("placed", **chips)) == "table/no-box"
        await anna.box(1)
        await anna.tell("automatic", type="automatic", on=True)
        assert (await anna.tell("placed", **chips))["type"] == "placed"
        await anna.box(0)
        await anna.paid()
        assert all(each["type"] != "bet" for each in anna.private)
        await anna.box(1)
        await anna.betting()
        assert (await anna.confirm(punto=1_000))["type"] == "bet"


async def test_seduti_al_tavolo_o_in_piedi(database: str, tmp_path: Path) -> None:
    """«I giocatori possono prendere parte al gioco seduti al tavolo, o in piedi.»"""
    async with land(database, tmp_path) as house:
        anna = await LandTable.at(house, await house.guest(), "moritz", any_coup)
        bruno = await LandTable.at(house, await house.guest(), "moritz")
        await bruno.box(9)
        await anna.betting()
        await bruno.listen()
        assert (await anna.confirm(punto=1_000))["type"] == "bet"
        assert (await bruno.confirm(banco=1_000))["type"] == "bet"


async def test_a_box_is_kept_while_disconnected_and_freed_at_the_end_of_the_session(
    database: str, tmp_path: Path
) -> None:
    async with land(database, tmp_path) as house:
        anna = await LandTable.at(house, await house.guest(), "campione", any_coup)
        bruno = await LandTable.at(house, await house.guest(), "campione")
        await anna.box(1)
        await bruno.box(1)
        await bruno.vanish()
        await house.pass_time(60)
        again = await bruno.again()
        assert again.view.boxes == {1: (anna.player, bruno.player)}
        await again.tell("closed", type="cash_out", key="k" * 16)
        await house.settle()
        await anna.listen()
        assert anna.view.boxes == {1: (anna.player,)}


# --- cards in hand -------------------------------------------------------------------------


async def test_parla_per_primo(database: str, tmp_path: Path) -> None:
    """«Il giocatore alla Punta che ha ricevuto le carte parla per primo … attenendosi
    obbligatoriamente alla regola dei tiraggi.»"""
    async with land(database, tmp_path) as house:
        anna = await LandTable.at(house, await house.guest(), "campione", punto_draws)
        bruno = await LandTable.at(house, await house.guest(), "campione")
        await anna.box(1)
        await bruno.box(2)
        await anna.betting()
        await anna.confirm(punto=2_000)
        await bruno.listen()
        await bruno.confirm(punto=1_000)
        await anna.lie(4, bruno)
        assert anna.view.holders == {"punto": anna.player}
        held = anna.last("held")
        assert held["cards"] == print_cards(anna.coup.punto[:2])
        assert all(each["type"] != "held" for each in bruno.private)
        assert code(await bruno.call(draws=True)) == "table/not-holding"
        refused = await anna.call(draws=False)
        assert code(refused) == "table/against-the-rule"
        has = points(anna.coup.punto[:2])
        assert refused["message"] == f"The rule says otherwise: Punto {has}: Punto draws."
        assert (await anna.call(draws=True))["request"] == "call"
        assert code(await anna.call(draws=True)) == "fair/not-now"
        await anna.lie(5, bruno)
        assert anna.last("held")["cards"] == print_cards(anna.coup.punto)
        assert bruno.view.cards[8:] == "??"
        assert (await anna.show("punto"))["request"] == "show"
        result = await anna.paid(bruno)
        assert anna.last("paid")["cards"] == result["cards"] == bruno.last("paid")["cards"]
        assert [each["player"] for each in anna.told("called")] == [anna.player]
        assert await house.total() == 0


async def test_the_croupier_goes_on_for_a_silent_holder(database: str, tmp_path: Path) -> None:
    """Reading: «silence leaves it to the croupier»; the same for a hand that isn't shown."""
    async with land(database, tmp_path) as house:
        anna = await LandTable.at(house, await house.guest(), "campione", punto_stands)
        await anna.box(1)
        await anna.betting()
        await anna.confirm(punto=1_000)
        await anna.lie(4)
        began = house.clock.at
        await anna.paid()
        (called,) = anna.told("called")
        assert (called["player"], called["draws"]) == ("", False)
        assert called["at"] - began >= 19_000
        assert [each["player"] for each in anna.told("turned")] == ["", ""]
        last = anna.told("turned")[-1]
        assert last["side"] == "punto"
        assert last["at"] - called["at"] >= 20_000


async def test_il_punteggio_di_8_e_9(database: str, tmp_path: Path) -> None:
    """«Il punteggio di 8 e 9, formato dalle prime due carte, conferisce … diritto di battuta»"""
    async with land(database, tmp_path) as house:
        anna = await LandTable.at(house, await house.guest(), "campione", punto_natural)
        await anna.box(1)
        await anna.betting()
        await anna.confirm(punto=1_000)
        await anna.lie(4)
        assert code(await anna.call(draws=True)) == "fair/not-now"
        await anna.show("punto")
        result = await anna.paid()
        assert (len(result["cards"]), result["decisions"]) == (8, [])
        assert anna.told("called") == []


async def test_each_side_has_its_own_holder(database: str, tmp_path: Path) -> None:
    """«il giocatore che ha puntato nella casella del «Player» ha il diritto e la priorità»"""
    async with land(database, tmp_path) as house:
        anna = await LandTable.at(house, await house.guest(), "moritz", six_cards)
        bruno = await LandTable.at(house, await house.guest(), "moritz")
        await anna.betting()
        await anna.confirm(punto=1_000)
        await bruno.listen()
        await bruno.confirm(banco=2_000)
        await anna.lie(4, bruno)
        assert anna.last("held")["side"] == "punto"
        assert bruno.last("held")["cards"] == print_cards(bruno.coup.banco[:2])
        assert code(await bruno.show("banco")) == "fair/not-now"
        assert code(await bruno.show("punto")) == "table/not-holding"
        await anna.show("punto")
        await bruno.listen()
        await bruno.show("banco")
        await anna.lie(5, bruno)
        await anna.show("punto")
        await anna.lie(6, bruno)
        await bruno.show("banco")
        await anna.paid(bruno)
        turned = [(each["side"], each["player"]) for each in anna.told("turned")]
        one = [("punto", anna.player), ("banco", bruno.player)]
        assert turned == [*one, *one]


@pytest.mark.parametrize("how", ["drops", "cashes out"])
async def test_a_holder_who_leaves_hands_the_cards_back_at_once(
    how: str, database: str, tmp_path: Path
) -> None:
    """«non possono lasciare l'area di gioco»; reading 12: «returns the cards … at once»."""
    async with land(database, tmp_path) as house:
        visitor = await house.guest()
        anna = await LandTable.at(house, visitor, "campione", no_natural)
        bruno = await LandTable.at(house, await house.guest(), "campione")
        await anna.box(1)
        await bruno.box(1)
        await anna.betting()
        await anna.confirm(punto=2_000)
        await bruno.listen()
        await bruno.confirm(banco=1_000)
        await anna.lie(4, bruno)
        now = house.clock.at
        if how == "drops":
            await anna.vanish()
        else:
            await anna.tell("closed", type="cash_out", key="k" * 16)
        await house.settle()
        await bruno.listen()
        (back,) = bruno.told("handed_back")
        assert (back["player"], back["side"], back["at"]) == (anna.player, "punto", now)
        assert bruno.told("turned")[0]["player"] == ""
        if how == "drops":
            again = await anna.again()
            assert again.welcome["shared"]["held"] == {}
            assert code(await again.show("punto")) == "table/not-holding"
            assert again.view.holders == {}
        await bruno.paid()
        paid = (await visitor.records("&event=paid"))[0]
        assert paid["to_account"] is (how == "cashes out")
        text = (await visitor.get(f"/api/accounts/{visitor.account()}/coups.csv")).body.decode()
        (line,) = csv.DictReader(io.StringIO(text))
        has_credit = how != "cashes out"  # otherwise the session is over, and has none
        assert bool(line["credit_before"]) is bool(line["credit"]) is has_credit
        assert await house.total() == 0


async def test_a_holder_who_disconnects_after_showing_gets_no_third_card(
    database: str, tmp_path: Path
) -> None:
    """«returns the cards … at once», also turned ones: the croupier gets the third card."""
    async with land(database, tmp_path) as house:
        anna = await LandTable.at(house, await house.guest(), "moritz", both(six_cards, no_natural))
        bruno = await LandTable.at(house, await house.guest(), "moritz")
        await anna.betting()
        await anna.confirm(punto=2_000)
        await bruno.listen()
        await bruno.confirm(banco=1_000)
        await anna.lie(4, bruno)
        await anna.show("punto")
        now = house.clock.at
        await anna.vanish()
        await house.settle()
        await bruno.listen()
        (back,) = bruno.told("handed_back")
        assert (back["player"], back["side"], back["at"]) == (anna.player, "punto", now)
        assert back["asks"] == "banco"  # whose time is not shortened
        assert bruno.view.until == bruno.told("turned")[0]["until"]
        await bruno.show("banco")
        await bruno.lie(5)
        again = await anna.again()
        held = await anna.visitor.records("&event=held")
        assert [len(each["cards"]) for each in held] == [4]
        assert again.welcome["shared"]["held"] == {}
        await bruno.paid()


@pytest.mark.parametrize("how", ["drops", "cashes out"])
async def test_a_player_who_is_disconnected_at_the_close_holds_no_cards(
    how: str, database: str, tmp_path: Path
) -> None:
    """Reading 12: «Nobody holds any who is not there when the betting closes»."""
    async with land(database, tmp_path) as house:
        anna = await LandTable.at(house, await house.guest(), "moritz", no_natural)
        bruno = await LandTable.at(house, await house.guest(), "moritz")
        await anna.betting()
        await anna.confirm(punto=2_000, banco=2_000)
        await bruno.listen()
        await bruno.confirm(punto=1_000)
        if how == "drops":
            await anna.vanish()
        else:
            await anna.tell("closed", type="cash_out", key="k" * 16)
        await bruno.lie(4)
        (dealing,) = bruno.told("dealing")
        assert dealing["bets"]["punto"] == {"amount": 3_000, "players": 2}
        assert dealing["holders"] == {"punto": bruno.player}
        assert bruno.last("held")["side"] == "punto"
        assert (await bruno.show("punto"))["type"] == "done"
        await bruno.paid()
        assert bruno.told("handed_back") == []
        assert await house.total() == 0


async def test_of_equal_stakes_the_earliest_on_the_side_holds_the_cards(
    database: str, tmp_path: Path
) -> None:
    """Reading 12: the earliest stake on that side counts, not the earliest on anything."""
    async with land(database, tmp_path) as house:
        anna = await LandTable.at(house, await house.guest(), "moritz", any_coup)
        bruno = await LandTable.at(house, await house.guest(), "moritz")
        await anna.betting()
        await bruno.listen()
        for bettor, bets in (
            (anna, {"egalite": 500}),
            (bruno, {"punto": 4_000}),
            (anna, {"punto": 5_000}),
            (bruno, {"punto": 1_000}),  # raised, but keeps its earlier time
        ):
            await bettor.listen()
            await bettor.confirm(**bets)
            await house.pass_time(1)
        await anna.lie(1, bruno)
        assert anna.told("dealing")[-1]["holders"] == {"punto": bruno.player}


async def test_a_newer_connection_gets_the_same_cards_in_hand(
    database: str, tmp_path: Path
) -> None:
    async with land(database, tmp_path) as house:
        anna = await LandTable.at(house, await house.guest(), "moritz", any_coup)
        await anna.betting()
        await anna.confirm(punto=1_000)
        await anna.lie(4)
        again = await anna.again()
        assert again.welcome["shared"]["held"] == {
            "punto": {each: anna.last("held")[each] for each in ("cards", "points", "speaks")}
        }
        assert again.view.holders == {"punto": anna.player}
        assert (await again.show("punto"))["type"] == "done"


# --- no card is visible before it is turned ------------------------------------------------


async def http_of(house: House, name: str, *others: LandTable) -> list[bytes]:
    """Everything that others can request over HTTP."""
    paths = ["/api/tables", f"/api/tables/{name}", f"/api/tables/{name}/events?limit=500"]
    answers = [await house.ask("GET", path) for path in paths]
    for each in others:
        account = each.visitor.account()
        for path in (
            "/api/me", f"/api/sessions/{each.session}", f"/api/accounts/{account}/records",
            f"/api/accounts/{account}/coups.json",
        ):  # fmt: skip
            answers.append(await each.visitor.get(path))
    assert {each.status for each in answers} == {200}
    return [each.body for each in answers]


async def onlooker(house: House, name: str) -> tuple[Table, list[bytes]]:
    ticket = await house.ask("POST", f"/api/tables/{name}/tickets")
    table = await LandTable.connect(house, ticket.json["path"])
    table.say(type="hello")
    return table, table.raw


@pytest.mark.parametrize(("name", "wish"), [("campione", punto_draws), ("moritz", six_cards)])
async def test_nobody_else_receives_a_held_card_before_it_is_turned(
    name: str, wish: Any, database: str, tmp_path: Path
) -> None:
    """Every byte on other connections and over HTTP names only cards that lie face up."""
    async with land(database, tmp_path) as house:
        anna = await LandTable.at(house, await house.guest(), name, wish)
        bruno = await LandTable.at(house, await house.guest(), name)
        carla = await LandTable.at(house, await house.guest(), name)
        operator = await house.operator()
        watcher, watched = await onlooker(house, name)
        for each in (anna, bruno, carla):
            await each.box(1)
        await anna.betting()
        await anna.confirm(punto=2_000, banco=1_000)
        await carla.listen()
        await carla.confirm(punto=1_000)
        hidden: set[str] = set()
        looked, before = 0, ""
        while anna.view.stage != "paid":
            await anna.wait()
            await anna.hear_all(bruno, carla)
            cards = [str(each) for each in anna.coup.cards]
            lie = anna.view.cards
            up = {lie[n : n + 2] for n in range(0, len(lie), 2)} - {"??"}
            down = set(cards) - up  # of six decks, so the same card may also lie face up
            if down and len(lie) >= 8 and lie + str(anna.view.called) != before:
                before = lie + str(anna.view.called)
                late = await carla.again()  # reconnects and gets all missed events
                fresh, seen = await onlooker(house, name)
                await house.settle()
                await late.listen()
                pages = await http_of(house, name, bruno, late)
                path = f"/api/accounts/{anna.visitor.account()}/records?limit=200"
                pages.append((await operator.get(path)).body)
                pages.append((await operator.get(path + "&event=held")).body)
                told = [*bruno.raw, *carla.raw, *late.raw, *watched, *seen, *pages]
                for said in told:
                    assert not faces_in(said) & down, said
                hands = [print_cards(anna.coup.punto[:2]), print_cards(anna.coup.banco[:2])]
                closed = [each.encode() for each in hands if each[:2] in down and each[2:] in down]
                assert not any(
                    each in b"".join(told) for each in closed if set(each) & set(b"hsTJQKA")
                )
                hidden |= down
                looked += 1
                carla = late
                await fresh.vanish()
        assert looked >= 3
        assert len(hidden) >= 3
        assert any(faces_in(each) & hidden for each in bruno.raw)  # at the end all are shown
        assert {*map(str, anna.coup.cards)} <= set().union(*map(faces_in, bruno.raw))
        await watcher.vanish()


async def test_the_streams_always_have_the_same_bytes(database: str, tmp_path: Path) -> None:
    """The table's and the session's: as missed events, in pages, and after a restart."""
    clock = VirtualClock()
    async with land(database, tmp_path, clock) as house:
        anna = await LandTable.at(house, await house.guest(), "moritz", egalite)
        await anna.box(3)
        await anna.betting()
        await anna.confirm(punto=1_000, banco=1_000)
        await anna.lie(4)
        await anna.show("punto")
        await anna.tip(100)
        await anna.paid()
        again = await anna.again(epoch=1, offset=0)
        missed = again.welcome["shared"]["missed"]
        assert missed[-len(anna.events) :] == anna.events
        as_told = {json.dumps(json.loads(each)): each for each in anna.raw}
        view = again.welcome["shared"]["view"]
        records = await anna.visitor.records()
        visitor, session = anna.visitor, anna.session
        told = [as_told[json.dumps(each)] for each in anna.events]
        private = [as_told[json.dumps(each)] for each in anna.private if "session" in each]
        assert b",".join(told) in again.raw[0]
    async with land(database, tmp_path, clock) as house:
        page = await house.ask("GET", "/api/tables/moritz/events?limit=500")
        numbers = [each["record"] for each in page.json["records"]][-len(told) :]
        paged = [b'{"record":%d,' % n + each[1:] for n, each in zip(numbers, told, strict=True)]
        assert page.body.endswith(b",".join(paged) + b'],"next":null}')
        detail = (await house.ask("GET", "/api/tables/moritz")).json
        assert detail["view"]["cards"] == view["cards"]
        assert detail["view"]["boxes"] == view["boxes"]
        visitor.house = house
        assert await visitor.records() == records
        back = await LandTable.connect(house, await visitor.ticket(session))
        welcome = await back.ask(type="hello", epoch=1, offset=1)
        assert len(welcome["missed"]) == len(private) >= 4
        assert b'"missed":[' + b",".join(private) + b"]" in back.raw[0]
        assert welcome["shared"]["left"] == {"punto": 1_000, "banco": 1_000}


async def test_after_a_restart_the_croupier_has_the_cards_in_hand(
    database: str, tmp_path: Path
) -> None:
    """Nobody is connected then; the cards are the same."""
    clock = VirtualClock()
    async with land(database, tmp_path, clock) as house:
        anna = await LandTable.at(house, await house.guest(), "campione", punto_draws)
        await anna.box(1)
        await anna.betting()
        await anna.confirm(punto=1_000)
        await anna.lie(4)
        cards, visitor = print_cards(anna.coup.cards), anna.visitor
    async with land(database, tmp_path, clock) as house:
        visitor.house = house
        for _ in range(20):
            await house.pass_time(1)
        (paid,) = await visitor.records("&event=paid")
        assert paid["cards"] == cards
        page = (await house.ask("GET", "/api/tables/campione/events?limit=500")).json["records"]
        (back,) = [each for each in page if each["type"] == "handed_back"]
        assert back["player"] == str(visitor.account())
        assert await house.total() == 0


# --- Égalité -------------------------------------------------------------------------------


async def tied(house: House, *wishes: Any, **bets: int) -> LandTable:
    """A player with stakes left on the cloth by Égalité."""
    anna = await LandTable.at(house, await house.guest(), "moritz", egalite, *wishes)
    await anna.betting()
    assert (await anna.confirm(**(bets or {"punto": 1_000, "banco": 2_000})))["type"] == "bet"
    await anna.paid()
    return anna


async def test_restano_invariate_e_ritirate(database: str, tmp_path: Path) -> None:
    """«le puntate su «Punto» e «Banco» restano invariate, possono quindi essere ritirate»"""
    async with land(database, tmp_path) as house:
        anna = await tied(house, no_egalite)
        paid = anna.last("paid")
        assert paid["left"] == {"punto": 1_000, "banco": 2_000}
        assert (paid["returned"], paid["credit"]) == (0, 97_000)
        assert await balance_of(house, AccountKind.STAKES) == 3_000
        export = await anna.visitor.get(f"/api/accounts/{anna.player}/coups.csv")
        rows = csv.DictReader(io.StringIO(export.body.decode(), newline=""))
        told = [(row["bet"], row["returned"], row["left"]) for row in rows]
        assert told == [("punto", "10.00", "10.00"), ("banco", "20.00", "20.00")]
        back = await anna.withdraw("banco", key="w" * 16)
        assert (back["reason"], back["returned"], back["credit"]) == ("withdrawn", 2_000, 99_000)
        assert await anna.withdraw("banco", key="w" * 16) == back  # same key, same answer
        assert code(await anna.withdraw("banco")) == "bet/closed"
        await anna.betting()
        back = await anna.withdraw("punto")
        assert (back["number"], back["credit"]) == (anna.view.coup, 100_000)
        await anna.paid()
        assert anna.view.bets == {}
        assert await balance_of(house, AccountKind.STAKES) == 0


async def test_o_giocate_nella_mano_successiva(database: str, tmp_path: Path) -> None:
    """«o giocate nella mano successiva»: they count as stakes, final once cards are dealt."""
    async with land(database, tmp_path) as house:
        anna = await tied(house, both(no_egalite, no_natural))
        await anna.betting()
        more = await anna.confirm(punto=500 * 2)
        assert more["stakes"] == {"punto": 2_000, "banco": 2_000}
        await house.pass_time(1)
        await anna.lie(1)
        (dealing,) = anna.told("dealing")[-1:]
        assert dealing["bets"]["punto"] == {"amount": 2_000, "players": 1}
        assert dealing["holders"] == {"punto": anna.player, "banco": anna.player}
        assert code(await anna.withdraw("punto")) == "bet/closed"
        await anna.paid()
        paid = anna.last("paid")
        assert (paid["staked"], paid["left"]) == (4_000, {})
        assert await balance_of(house, AccountKind.STAKES) == 0
        assert await house.total() == 0


async def test_left_stakes_of_a_disconnected_player_go_back_to_the_credit(
    database: str, tmp_path: Path
) -> None:
    """Reading 16: «otherwise they go back to the credit before the next betting closes»."""
    async with land(database, tmp_path) as house:
        bruno = await LandTable.at(house, await house.guest(), "moritz")
        anna = await tied(house, no_egalite)
        await bruno.betting()
        await anna.vanish()
        await bruno.paid()
        assert bruno.view.bets == {}
        (back,) = await anna.visitor.records("&event=returned")
        assert (back["reason"], back["to_account"], back["returned"]) == ("absent", False, 3_000)
        view = (await anna.visitor.get(f"/api/sessions/{anna.session}")).json
        assert view["credit"] == 100_000


async def test_left_stakes_play_on_if_the_player_returns_in_time(
    database: str, tmp_path: Path
) -> None:
    """Reading 16: «Untouched stakes play on while their player is connected»."""
    async with land(database, tmp_path) as house:
        bruno = await LandTable.at(house, await house.guest(), "moritz")
        anna = await tied(house, no_egalite)
        await anna.vanish()
        await bruno.betting()
        again = await anna.again()
        assert again.welcome["shared"]["left"] == {"punto": 1_000, "banco": 2_000}
        await again.paid(bruno)
        assert again.last("paid")["staked"] == 3_000


async def test_left_stakes_go_to_the_account_at_a_cash_out(database: str, tmp_path: Path) -> None:
    """«possono quindi essere ritirate»: together with the credit, and at once."""
    async with land(database, tmp_path) as house:
        anna = await tied(house)
        await anna.tell("closed", type="cash_out", key="k" * 16)
        await house.settle()
        (back,) = await anna.visitor.records("&event=returned")
        assert (back["reason"], back["to_account"]) == ("absent", True)
        assert await anna.visitor.balance() == 1_000_000
        assert await balance_of(house, AccountKind.STAKES) == 0


@pytest.mark.parametrize("standing", ["paused", "closed"])
async def test_a_paused_or_closed_table_returns_left_stakes(
    standing: str, database: str, tmp_path: Path
) -> None:
    async with land(database, tmp_path) as house:
        anna = await tied(house)
        operator = await house.operator()
        await operator.post("/api/operator/tables/moritz/standing", {"standing": standing})
        await house.settle()
        await anna.listen()
        back = anna.last("returned")
        assert (back["reason"], back["credit"]) == ("standing", 100_000)
        assert await balance_of(house, AccountKind.STAKES) == 0


async def test_left_stakes_survive_a_restart(database: str, tmp_path: Path) -> None:
    clock = VirtualClock()
    async with land(database, tmp_path, clock) as house:
        anna = await tied(house)
        visitor, session = anna.visitor, anna.session
        assert await balance_of(house, AccountKind.STAKES) == 3_000
    async with land(database, tmp_path, clock) as house:
        visitor.house = house
        assert await balance_of(house, AccountKind.STAKES) == 3_000
        await house.pass_time(181)  # nobody returns
        await house.pass_time(1)
        assert await balance_of(house, AccountKind.STAKES) == 0
        assert await visitor.balance() == 1_000_000
        assert (await visitor.get(f"/api/sessions/{session}")).status == 404
        assert await house.total() == 0


# --- money ---------------------------------------------------------------------------------


async def test_il_ritiro_e_il_pagamento_delle_puntate(database: str, tmp_path: Path) -> None:
    """«Il croupier assume la direzione del gioco, il ritiro e il pagamento delle puntate.»: lost
    stakes go to the house and winnings are paid, without any request."""
    async with land(database, tmp_path) as house:
        anna = await LandTable.at(house, await house.guest(), "moritz", banco_wins)
        bruno = await LandTable.at(house, await house.guest(), "moritz")
        await anna.betting()
        await bruno.listen()
        await anna.confirm(punto=5_000, egalite=500)
        await bruno.confirm(banco=2_000)
        assert await balance_of(house, AccountKind.STAKES) == 7_500
        await anna.paid(bruno)
        assert (anna.last("paid")["returned"], anna.last("paid")["credit"]) == (0, 94_500)
        assert (bruno.last("paid")["returned"], bruno.last("paid")["credit"]) == (3_900, 101_900)
        assert await balance_of(house, AccountKind.STAKES) == 0
        assert await balance_of(house, AccountKind.HOUSE) == 5_500 - 1_900


async def test_lasciare_una_piccola_parte_della_vincita(database: str, tmp_path: Path) -> None:
    """«in caso di vincita è consuetudine internazionale condividere la sua gioia con il personale
    di gioco, e lasciare una piccola parte della vincita ai croupiers»: all winnings go to the
    player, who may then give a tip."""
    async with land(database, tmp_path) as house:
        anna = await LandTable.at(house, await house.guest(), "moritz", punto_wins)
        await anna.betting()
        await anna.confirm(punto=5_000)
        await anna.paid()
        paid = anna.last("paid")
        assert (paid["returned"], paid["credit"]) == (10_000, 105_000)
        assert await balance_of(house, AccountKind.TIPS) == 0
        assert (await anna.tip(500))["credit"] == 104_500
        assert await balance_of(house, AccountKind.TIPS) == 500
        assert (
            await balance_of(house, AccountKind.HOUSE) == -5_000
        )  # for the croupiers, not for the house
        (tipped,) = await anna.visitor.records("&event=tipped")
        assert (tipped["table"], tipped["amount"]) == ("moritz", 500)


async def test_si_accettano_mance(database: str, tmp_path: Path) -> None:
    """«Si accettano mance in quanto parte del salario del personale.»: each counts once, up to the
    credit; Campione refuses them, as its book has none."""
    async with land(database, tmp_path) as house:
        anna = await LandTable.at(house, await house.guest(), "moritz", any_coup)
        tipped = await anna.tip(700, key="t" * 16)
        assert (tipped["amount"], tipped["credit"]) == (700, 99_300)
        assert await anna.tip(700, key="t" * 16) == tipped
        assert code(await anna.tip(100_000)) == "session/not-enough-credit"
        assert await balance_of(house, AccountKind.TIPS) == 700
        bruno = await LandTable.at(house, await house.guest(), "campione", any_coup)
        assert code(await bruno.tip(700)) == "bet/closed"


async def test_detratto_il_5_per_cento(database: str, tmp_path: Path) -> None:
    """«alla pari per la combinazione Banco, detratto il 5% (cagnotte)»"""
    async with land(database, tmp_path) as house:
        wishes = banco_wins, banco_wins
        anna = await LandTable.at(house, await house.guest(), "campione", *wishes)
        await anna.box(1)
        for n in (1, 2):
            await anna.betting()
            await anna.confirm(banco=2_000)
            await anna.paid()
            assert anna.last("paid")["returned"] == 3_900
            assert await balance_of(house, AccountKind.CAGNOTTE) == n * 100
        assert await balance_of(house, AccountKind.HOUSE) == -2 * 2_000
        assert await house.total() == 0
