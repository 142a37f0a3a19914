"""Coups of shared tables in the Cronologia: pages, exports, replays and proofs."""

import csv
import io
from typing import Any

import msgspec
import pytest

from puntobanco.fair.proof import Proof
from puntobanco.fair.verify import verify
from puntobanco.game.bets import Bet
from puntobanco.game.cards import parse_cards
from puntobanco.game.coup import Side, deal
from puntobanco.game.settlement import pay
from puntobanco.game.sheet_text import build_sheet
from puntobanco.money import decimal
from puntobanco.server.house.history import COLUMNS
from tests.server.live_visitors import LiveTable
from tests.server.visitors import House, Visitor, open_for_business

pytestmark = pytest.mark.anyio


async def play_both(house: House, visitor: Visitor) -> tuple[Any, Any]:
    """Play a coup at a private table and one at a shared table."""
    table = await visitor.sit()
    coup = await table.carte(punto=100, egalite=200)
    live = await LiveTable.sit(house, visitor)
    await live.betting()
    await live.confirm(banco=1_000, piccolo=300)
    await live.cards()
    return coup, live.last("paid")


async def close_table(house: House, name: str = "live-mini") -> None:
    operator = await house.operator()
    body = {"standing": "closed"}
    assert (await operator.post(f"/api/operator/tables/{name}/standing", body)).status == 201


async def test_an_export_contains_private_and_live_coups(database: str) -> None:
    async with open_for_business(database) as house:
        visitor = await house.guest()
        coup, paid = await play_both(house, visitor)
        path = f"/api/accounts/{visitor.account()}/coups"
        told = (await visitor.get(f"{path}.json")).json
        assert [{**each, "record": None} for each in told] == [
            {**each, "record": None} for each in (paid, coup)
        ]
        text = (await visitor.get(f"{path}.csv")).body.decode()
        rows = list(csv.DictReader(io.StringIO(text, newline="")))
        assert tuple(rows[0]) == COLUMNS
        assert [row["bet"] for row in rows] == ["banco", "piccolo", "punto", "egalite"]
        live, private = rows[0], rows[2]
        for row, said in ((live, paid), (private, coup)):
            same = ("session", "house", "table", "epoch", "number", "cards")
            assert {name: row[name] for name in same} == {name: str(said[name]) for name in same}
            assert row["credit"] == decimal(said["credit"])
        assert (live["sabot"], live["fixed"]) == (str(paid["sabot"]), paid["fixed"])
        assert live["commitment"] == live["server_seed"] == live["seed"] == ""
        assert (private["commitment"], private["sabot"]) == (coup["commitment"], "")
        only = await visitor.get(f"{path}.json?house=live-mini")
        assert [each["type"] for each in only.json] == ["paid"]


async def test_a_live_coup_can_be_replayed_from_its_record(database: str) -> None:
    """It has all fields of a private coup's record, and they follow from the cards."""
    async with open_for_business(database) as house:
        visitor = await house.guest()
        coup, _ = await play_both(house, visitor)
        (paid,) = await visitor.records("&event=paid")
        fair = {"commitment", "server_seed", "player", "seed", "next"}  # these belong to the sabot
        assert set(coup) - set(paid) == fair
        detail = (await house.ask("GET", "/api/tables/live-mini")).json
        sheet = build_sheet(detail["sheet"], "live-mini")
        dealt = deal(sheet.rule, parse_cards(paid["cards"]))
        points = paid["punto"], paid["banco"]
        assert points == (dealt.points[Side.PUNTO], dealt.points[Side.BANCO])
        assert paid["outcome"] == dealt.outcome
        assert paid["decisions"] == list(msgspec.to_builtins(dealt.decisions))
        stakes = {each["bet"]: each["stake"] for each in paid["bets"]}
        assert stakes == {"banco": 1_000, "piccolo": 300}
        settled = pay(sheet, dealt, msgspec.convert(stakes, dict[Bet, int]))
        assert paid["bets"] == list(msgspec.to_builtins(settled.payments))


async def test_a_live_coup_is_proved_by_its_sabot(database: str) -> None:
    async with open_for_business(database) as house:
        visitor = await house.guest()
        await play_both(house, visitor)
        (paid,) = await visitor.records("&event=paid")
        path = f"/api/accounts/{visitor.account()}/coups/{paid['record']}/proof"
        assert (await visitor.get(path)).code == "session/no-record"  # not revealed yet
        await close_table(house)
        for _ in range(12):
            await house.pass_time(1)
        proof = (await visitor.get(path)).json
        assert all(verify(msgspec.convert(proof, Proof)).values())
        assert proof["coups"][0] == paid["cards"]
        sabot = "/api/tables/live-mini/sabots/1/proof"
        assert proof == (await house.ask("GET", sabot)).json
        assert proof == (await house.ask("GET", f"{sabot}?epoch=1")).json
        assert (await house.ask("GET", f"{sabot}?epoch=2")).code == "session/no-record"


async def test_an_unknown_table_is_not_found(database: str) -> None:
    async with open_for_business(database) as house:
        guest, operator = await house.guest(), await house.operator()
        path = "/api/tables/nowhere"
        for asked in (path, f"{path}/events", f"{path}/sabots/1/proof"):
            answer = await guest.get(asked)
            assert (answer.status, answer.code) == (404, "table/unknown")
        for answer in (
            await guest.post(f"{path}/tickets"),
            await operator.post("/api/operator/tables/nowhere/standing", {"standing": "open"}),
        ):
            assert (answer.status, answer.code) == (404, "table/unknown")
        described = (await guest.get("/api/schema/openapi.json")).json["paths"]
        for name, method in (
            ("/api/tables/{name}", "get"),
            ("/api/tables/{name}/events", "get"),
            ("/api/tables/{name}/tickets", "post"),
            ("/api/tables/{name}/sabots/{sabot}/proof", "get"),
        ):
            assert "table/unknown" in described[name][method]["responses"]["404"]["description"]


async def test_the_refusal_names_what_was_not_found(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        records = f"/api/accounts/{guest.account()}/records"
        for path, code, words in (
            (
                f"{records}?session=abc",
                "session/none",
                "'abc' is not a session's name",
            ),
            ("/api/tables/live-mini/sabots/9/proof", "session/no-record", "no sabot 9 that is rev"),
            (f"{records}?event=coups", "message/bad", "'coups' is not allowed; use one of "),
            ("/api/nowhere", "message/bad", "there is nothing at /api/nowhere"),
        ):
            answer = await guest.get(path)
            assert answer.code == code
            assert words in answer.json["message"]
        nothing = await guest.post("/api/sessions", b"")
        assert "the message is empty" in nothing.json["message"]
        wrong = await house.ask("DELETE", "/api/houses")
        assert (wrong.status, wrong.json["message"]) == (405, "DELETE isn't taken at /api/houses")
