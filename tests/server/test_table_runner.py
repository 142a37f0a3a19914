"""A shared table whose betting is ended by a clock, over real sockets."""

import asyncio
import json
from pathlib import Path

import msgspec
import pytest

from puntobanco.fair.proof import Proof, Seen
from puntobanco.fair.verify import verify
from puntobanco.wire.stream import TableView
from puntobanco.wire.table_fold import fold
from tests.server.live_visitors import BETTING_S, LiveTable, SilentTable, read_event, read_view
from tests.server.visitors import (
    MONDAY,
    VirtualClock,
    code,
    new_key,
    open_for_business,
)

pytestmark = pytest.mark.anyio


async def test_a_coup_goes_by_the_clock(database: str) -> None:
    """Shuffle, mixing, burn, bets, cards and payment follow each other, and money adds up."""
    async with open_for_business(database) as house:
        anna = await LiveTable.sit(house, await house.guest())
        opened = await anna.betting()
        order = [each["type"] for each in anna.events]
        assert order[-4:] == ["list_closed", "fixed", "burned", "betting"]
        assert opened["until"] - opened["at"] == BETTING_S * 1000
        assert opened["fixed"] == anna.events[-3]["fixed"]
        bet = await anna.confirm(punto=1_000, grande=200)
        assert (bet["staked"], bet["credit"]) == (1_200, 98_800)
        result = await anna.cards()
        paid = anna.last("paid")
        assert paid["cards"] == result["cards"]
        assert paid["credit"] == 98_800 + paid["returned"]
        told = [each["type"] for each in anna.events[len(order) :]]
        cards = len(result["cards"]) // 2
        told = told[told[0] == "staked" :]  # the totals are sent now and then
        assert told == ["closing", "dealing", *["card"] * cards, "result", "settled"]
        assert await house.total() == 0


async def test_an_unconfirmed_bet_is_not_a_bet(database: str) -> None:
    """Reading 18: with automatic confirmation off, a bet counts only once confirmed."""
    async with open_for_business(database) as house:
        visitor = await house.guest()
        anna = await LiveTable.sit(house, visitor)
        await anna.betting()
        anna.place({"punto": 1_000})
        await anna.until("placed")
        await anna.cards()
        assert all(each["type"] != "paid" for each in anna.private)
        assert (await visitor.get(f"/api/sessions/{anna.session}")).json["credit"] == 100_000


async def test_covered_chips_are_confirmed_automatically(database: str) -> None:
    """Reading 18: chips on the cloth are drafts that the server confirms at the close."""
    async with open_for_business(database) as house:
        anna = await LiveTable.sit(house, await house.guest(), 1_000)
        await anna.betting()
        anna.say(type="automatic", on=True)
        anna.place({"punto": 1_000})
        await anna.until("placed")
        await anna.cards()
        assert anna.last("bet")["key"] == ""
        assert anna.last("paid")["staked"] == 1_000


async def test_chips_of_a_finished_coup_are_not_in_the_welcome(database: str) -> None:
    """Otherwise a reconnecting player would see them on another coup."""
    async with open_for_business(database) as house:
        visitor, other = await house.guest(), await house.guest()
        anna, bruno = await LiveTable.sit(house, visitor), await LiveTable.sit(house, other)
        await anna.betting()
        anna.place({"punto": 1_000})
        await anna.until("placed")
        again = await LiveTable.come_back(house, visitor, anna.session)
        assert again.welcome["draft"] == {"punto": 1_000}
        await bruno.cards()
        await again.listen()
        await bruno.betting()
        late = await LiveTable.come_back(house, visitor, anna.session)
        assert late.welcome["draft"] == {}
        assert (await visitor.get(f"/api/sessions/{anna.session}")).json["draft"] == {}


async def test_chips_can_be_removed_before_confirming_and_bets_added_after_it(
    database: str,
) -> None:
    """Puntate multiple, while the betting is open; a confirmed bet is final."""
    async with open_for_business(database) as house:
        anna = await LiveTable.sit(house, await house.guest())
        await anna.betting()
        anna.place({"banco": 5_000})
        await anna.until("placed")
        anna.place({})
        await anna.until("placed")
        await anna.confirm(punto=1_000)
        second = await anna.confirm(punto=500, piccolo=300)  # side bets with or without main bets
        assert second["stakes"] == {"punto": 1_500, "piccolo": 300}
        over = await anna.confirm(punto=499_000)
        assert code(over) in ("session/not-enough-credit", "bet/above-maximum")
        await anna.cards()
        assert anna.last("paid")["staked"] == 1_800


@pytest.mark.parametrize("late_ms", [0, 1])
async def test_a_late_bet_is_refused_with_its_reason(database: str, late_ms: int) -> None:
    """The time of receipt decides, and no bet is accepted after the first card."""
    async with open_for_business(database) as house:
        anna = await LiveTable.sit(house, await house.guest())
        opened = await anna.betting()
        house.clock.at = opened["until"] + late_ms
        late = await anna.confirm(punto=1_000)
        assert code(late) == "bet/too-late"
        await house.pass_time(0)
        assert code(await anna.confirm(punto=1_000)) in ("bet/closed", "bet/too-late")
        await anna.cards()
        assert code(await anna.confirm(punto=1_000)) == "bet/closed"
        await anna.betting()
        assert code(await anna.confirm("", opened["coup"], punto=1_000)) == "session/other-coup"


async def test_the_same_key_gives_the_same_bet(database: str) -> None:
    async with open_for_business(database) as house:
        anna = await LiveTable.sit(house, await house.guest())
        await anna.betting()
        key = new_key()
        first = await anna.confirm(key, None, punto=1_000)
        assert await anna.confirm(key, None, punto=1_000) == first
        assert code(await anna.confirm(key, None, punto=2_000)) == "account/key-reused"
        await anna.cards()
        assert await anna.confirm(key, first["number"], punto=1_000) == first
        assert anna.last("paid")["staked"] == 1_000


async def test_a_player_who_joins_during_a_coup_sees_it_but_cannot_bet(database: str) -> None:
    async with open_for_business(database) as house:
        anna = await LiveTable.sit(house, await house.guest())
        await anna.betting()
        await anna.confirm(punto=1_000)
        await house.pass_time(BETTING_S)
        await house.pass_time(2)
        bruno = await LiveTable.sit(house, await house.guest())
        assert bruno.view.stage == "dealing"
        assert code(await bruno.confirm("", bruno.view.coup, punto=1_000)) == "bet/closed"
        await anna.cards()
        await bruno.cards()
        assert bruno.view.cards == anna.view.cards
        await bruno.betting()
        assert (await bruno.confirm(banco=1_000))["type"] == "bet"


async def test_cashing_out_during_the_deal_pays_to_the_account(database: str) -> None:
    """The credit is paid at once; what the coup returns goes to the account at its end."""
    async with open_for_business(database) as house:
        visitor, other = await house.guest(), await house.guest()
        anna = await LiveTable.sit(house, visitor)
        bruno = await LiveTable.sit(house, other)
        await anna.betting()
        await anna.confirm(punto=1_000, banco=1_000)
        await house.pass_time(BETTING_S)
        await house.pass_time(2)
        anna.say(type="cash_out", key=new_key())
        closed = await anna.until("closed")
        assert closed["credited"] == 98_000
        assert await visitor.balance() == 998_000
        await bruno.cards()
        (paid,) = await visitor.records("&event=paid")
        assert paid["to_account"] is True
        assert await visitor.balance() == 998_000 + paid["returned"]
        assert await house.total() == 0


async def test_a_sabot_that_nobody_mixes_is_an_exhibition(database: str) -> None:
    """Nobody can bet on it; the first player starts a new sabot."""
    async with open_for_business(database) as house:
        ticket = (await house.ask("POST", "/api/tables/live-mini/tickets")).json
        watcher = await LiveTable.connect(house, ticket["path"])
        watching = await watcher.ask(type="hello")
        assert watching["type"] == "watching"
        watcher.house, watcher.events, watcher.private, watcher.honest = house, [], [], False
        watcher.view = read_view(json.dumps(watching["view"]))
        result = await watcher.cards()
        assert watcher.view.exhibition
        assert not any(each["type"] == "betting" for each in watcher.events)
        assert result["statistics"]["coups"] == 1
        assert code(await watcher.ask(type="stay")) == "account/not-allowed"
        key = new_key()
        refused = await watcher.ask(type="confirm", key=key, coup=1, bets={"punto": 100})
        assert (code(refused), refused["key"]) == ("account/not-allowed", key)
        anna = await LiveTable.sit(house, await house.guest())
        await anna.betting()
        assert not anna.view.exhibition
        assert anna.view.sabot == 2


async def test_a_player_who_opens_no_seed_retires_the_sabot_and_sits_out(database: str) -> None:
    async with open_for_business(database) as house:
        nemo = await house.guest()
        liar = await SilentTable.sit(house, nemo)
        await liar.cards()  # an exhibition, as nobody mixes
        anna = await LiveTable.sit(house, await house.guest())
        while liar.view.stage != "mixing":
            await house.pass_time(1)
            await liar.listen()
        liar.say(type="mix", sabot=liar.view.sabot, hash="ab" * 32)
        await liar.until("mixed")
        given_up = liar.view.sabot
        while liar.view.sabot == given_up:
            await anna.listen()
            await liar.listen()
            await house.pass_time(1)
        revealed = next(each for each in liar.events if each.get("ended") == "retired")
        assert revealed["sabot"] == given_up
        liar.say(type="mix", sabot=liar.view.sabot, hash="cd" * 32)
        # Unless the list was closed because all other players were in it.
        assert code(await liar.until("refused")) in ("fair/sits-out", "fair/not-now")
        await anna.betting()
        mixed = [each.player for each in anna.view.players]
        assert len(mixed) == 1
        assert str(nemo.account()) not in mixed


async def test_the_order_can_be_verified_after_the_table_closes(database: str) -> None:
    """The seed is revealed when the table closes, and the proof matches what was seen."""
    async with open_for_business(database) as house:
        anna = await LiveTable.sit(house, await house.guest())
        await anna.betting()
        await anna.confirm(punto=1_000)
        operator = await house.operator()
        body = {"standing": "closed", "note": "good night"}
        answer = await operator.post("/api/operator/tables/live-mini/standing", body)
        assert answer.status == 201, answer
        await anna.cards()
        assert anna.last("paid")["number"] == 1  # the current coup was finished
        assert anna.view.note == "good night"
        await house.pass_time(10)
        revealed = await anna.until("revealed")
        proof = (await house.ask("GET", "/api/tables/live-mini/sabots/1/proof")).json
        closed, fixed = (
            next(each for each in anna.events if each["type"] == kind)
            for kind in ("list_closed", "fixed")
        )
        seen = Seen(
            "live-mini", 1, 1, anna.view.commitment, anna.view.sheet,
            [(each["player"], each["hash"]) for each in closed["players"]], fixed["fixed"],
        )  # fmt: skip
        checks = verify(msgspec.convert(proof, Proof), [seen])
        assert all(checks.values()), checks
        assert revealed["server_seed"] == proof["seed"]
        assert proof["coups"][0] == anna.last("paid")["cards"]
        # Only one coup was dealt; the others are on record, but were never played.
        assert (revealed["ended"], revealed["coups"], proof["ended"]) == ("closed", 1, "closed")
        assert len(proof["coups"]) > 50


async def test_a_restart_in_the_middle_of_a_coup(database: str) -> None:
    """A returning player sees the same cards and is paid once."""
    clock = VirtualClock()
    async with open_for_business(database, clock) as house:
        visitor = await house.guest()
        anna = await LiveTable.sit(house, visitor)
        await anna.betting()
        await anna.confirm(punto=1_000)
        await house.pass_time(BETTING_S)
        for _ in range(4):
            await house.pass_time(1)
        await anna.listen()
        before = anna.view
        assert before.stage == "dealing"
        assert before.cards
        token, session = visitor.token, anna.session
    async with open_for_business(database, clock) as house:
        visitor.house = house
        again = await LiveTable.come_back(house, visitor, session, before.epoch, before.offset)
        assert again.view.cards.startswith(before.cards)
        assert again.view.fixed == before.fixed
        await again.cards()
        assert again.view.cards.startswith(before.cards)
        assert len(await visitor.records("&event=paid")) == 1
        assert await house.total() == 0
        assert token


async def test_the_replay_of_a_stream_has_the_same_bytes(database: str) -> None:
    async with open_for_business(database) as house:
        anna = await LiveTable.sit(house, await house.guest())
        first = read_view(json.dumps(anna.welcome["shared"]["view"]))
        for _ in range(3):
            await anna.betting()
            await anna.confirm(punto=1_000)
            await anna.cards()
        page = (await house.ask("GET", "/api/tables/live-mini/events?limit=500")).json
        stored = [{k: v for k, v in each.items() if k != "record"} for each in page["records"]]
        assert stored[first.offset :] == anna.events
        view = TableView("live-mini", 1, 0, first.standing, first.stage)
        for each in stored:
            view = fold(view, read_event(json.dumps(each)))
        detail = (await house.ask("GET", "/api/tables/live-mini")).json
        assert view == anna.view == read_view(json.dumps(detail["view"]))


async def test_a_reconnecting_client_gets_the_missed_events(database: str) -> None:
    async with open_for_business(database) as house:
        visitor, other = await house.guest(), await house.guest()
        anna, bruno = await LiveTable.sit(house, visitor), await LiveTable.sit(house, other)
        await anna.betting()
        epoch, offset, count = anna.view.epoch, anna.view.offset, len(anna.events)
        session = anna.session
        await anna.vanish()
        await bruno.cards()
        back = await LiveTable.come_back(house, visitor, session, epoch, offset)
        missed = back.welcome["shared"]["missed"]
        assert [each["offset"] for each in missed] == list(range(offset + 1, back.view.offset + 1))
        assert count <= len(bruno.events)
        ahead = await LiveTable.come_back(house, visitor, session, epoch, offset + 10_000)
        assert ahead.welcome["shared"]["missed"] is None


async def test_a_file_defines_the_tables(database: str, tmp_path: Path) -> None:
    """A table may only narrow the limits of its sheet."""
    file = tmp_path / "tables.toml"
    file.write_text(
        """
        [[tables]]
        name = "piccolo"
        house = "live-mini"
        title = "Il piccolo"
        betting_s = 7
        coup_max = 50_000
        bets.punto = { min = 500, max = 20_000 }
        """
    )
    async with open_for_business(database, tables=str(file)) as house:
        (summary,) = (await house.ask("GET", "/api/tables")).json
        assert (summary["title"], summary["max"]) == ("Il piccolo", 50_000)
        detail = (await house.ask("GET", "/api/tables/piccolo")).json
        usual = (await house.ask("GET", "/api/houses/live-mini")).json
        assert detail["sheet"]["bets"]["punto"]["min"] == 500
        assert detail["sheet_hash"] != usual["sheet_hash"]
        operator, guest = await house.operator(), await house.guest()
        wider = {"name": "wide", "house": "live-mini", "coup_max": 10**9}
        refused = await operator.post("/api/operator/tables", wider)
        assert refused.code == "table/bad"
        new = {"name": "grande", "house": "live-mini"}
        assert (await guest.post("/api/operator/tables", new)).code == "account/not-allowed"
        assert (await operator.post("/api/operator/tables", new)).status == 201
        assert (await operator.post("/api/operator/tables", new)).code == "table/taken"
        assert len((await house.ask("GET", "/api/tables")).json) == 2
    async with open_for_business(database, VirtualClock(MONDAY), tables=str(file)) as house:
        assert len((await house.ask("GET", "/api/tables")).json) == 2


async def test_a_paused_table_finishes_its_coup(database: str) -> None:
    async with open_for_business(database) as house:
        operator = await house.operator()
        anna = await LiveTable.sit(house, await house.guest())
        await anna.betting()
        await anna.confirm(punto=1_000)
        body = {"standing": "paused", "note": "back at nine"}
        await operator.post("/api/operator/tables/live-mini/standing", body)
        await anna.cards()
        await house.pass_time(60)
        assert anna.view.stage == "paid"
        tables = (await house.ask("GET", "/api/tables")).json
        (summary,) = [each for each in tables if each["name"] == "live-mini"]
        late = await LiveTable.sit(house, await house.guest())
        assert summary["labels"] == {"punto": "Giocatore", "banco": "Banco", "egalite": "Pari"}
        assert summary["note"] == late.view.note == anna.view.note == "back at nine"
        await operator.post("/api/operator/tables/live-mini/standing", {"standing": "open"})
        await anna.betting()
        assert anna.view.coup == 2
        await asyncio.sleep(0)
