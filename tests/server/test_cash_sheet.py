"""The cash sheet of a table with real chips: routes, CSV, command, takings and audit."""

import asyncio
import csv
import io
from pathlib import Path

import pytest

from puntobanco.store.interface import Role
from tests.audit.night import audit
from tests.cli.command import run
from tests.server.staff import Console, hire, table_file
from tests.server.visitors import House, Visitor, new_key, open_for_business

pytestmark = pytest.mark.anyio

PATH = "/api/tables/chips/cash"


async def write(staff: Visitor, kind: str, amount: int, **more: object) -> int:
    body = {"key": new_key(), "kind": kind, "amount": amount, **more}
    line: int = (await staff.post(PATH, body)).json["line"]
    return line


async def sign(staff: Visitor, line: int) -> str | None:
    answer = await staff.post(f"{PATH}/signatures", {"key": new_key(), "line": line})
    return answer.code if answer.status >= 400 else None


async def coup(console: Console, cards: str, **bets: int) -> None:
    """Play one coup with the stakes of the second player in box 3."""
    await console.does("open_betting")
    await console.does("key_in", box=3, place=2, bets=bets)
    await console.does("close_betting")
    await console.reads(cards)
    await console.does("announce")


async def test_an_evening_at_a_real_cloth_balances(database: str, tmp_path: Path) -> None:
    async with open_for_business(database, tables=table_file(tmp_path)) as house:
        carla, mara = await hire(house, "carla"), await hire(house, "mara", Role.MANAGER)
        operator = await house.operator()
        assert (await carla.post(PATH, entry("fill", 1))).code == "cash/not-open"
        assert await sign(mara, await write(carla, "opening", 1_000_000)) is None
        console = await Console.sit(house, carla, "chips")
        await console.begins()
        await coup(console, "4h9cKdKs", banco=10_000)  # pays 95.00, 5.00 to the cagnotte
        house.clock.at += 3_600_000
        await coup(console, "9h4cKdKs", banco=50_000)
        manager = await Console.sit(house, mara, "chips")
        await manager.does("reverse", reason="announced too early")
        await console.listen()
        await console.does("announce")  # the coup counts once
        await write(carla, "tip", 700)
        drop = await write(carla, "drop", 100_000)
        assert await sign(carla, drop) == "cash/other-signer"
        assert await sign(mara, drop) is None
        closing = await write(mara, "closing", 939_500, note="five less than there should be")
        assert await sign(carla, closing) is None
        report = (await operator.get(PATH)).json
        assert report["balance"] == {
            "opening": 1_000_000,
            "fills": 0,
            "credits": 0,
            "drop": 100_000,
            "result": 40_000,
            "expected": 940_000,
            "closing": 939_500,
            "difference": -500,
        }
        assert [each["figures"]["result"] for each in report["hours"]] == [-10_000, 50_000]
        assert report["total"] == {
            "coups": 2,
            "staked": 60_000,
            "drop": 100_000,
            "result": 40_000,
            "cagnotte": 500,
            "tips": 700,
            "hold": 4_000,
        }
        takings = (await operator.get("/api/operator/tables/chips/takings")).json
        assert (takings["cagnotte"], takings["tips"]) == (500, 700)
        text = (await carla.get(f"{PATH}.csv?sheet=1")).body.decode()
        shown = await asyncio.to_thread(run, "cash", database, "chips")
        assert shown.stdout.splitlines() == text.splitlines()
        rows = {row["what"]: row for row in csv.DictReader(io.StringIO(text))}
        assert (rows["closing"]["by"], rows["closing"]["countersigned"]) == ("mara", "carla")
        assert rows["balance difference"]["amount"] == "-500"
        assert (rows["total"]["result"], rows["total"]["hold"]) == ("40000", "40.00")
        tables = {each["table"]["name"]: each for each in (await mara.get("/api/floor")).json}
        assert (tables["chips"]["drop"], tables["chips"]["result"]) == (100_000, 40_000)
        await refused(house, carla)
    report = await audit(database)
    assert report.holds, report.checks


def entry(kind: str, amount: int) -> dict[str, object]:
    return {"key": new_key(), "kind": kind, "amount": amount}


async def refused(house: House, carla: Visitor) -> None:
    guest, operator = await house.guest(), await house.operator("another")
    for path in (PATH, f"{PATH}.csv"):
        assert (await guest.get(path)).code == "account/not-allowed"
        assert (await house.ask("GET", path)).code == "account/not-signed-in"
    for nobody in (guest, operator):
        assert (await nobody.post(PATH, entry("fill", 1))).code == "account/not-allowed"
    assert (await carla.get(f"{PATH}?sheet=9")).code == "session/no-record"
    assert (await carla.get("/api/tables/nowhere/cash")).code == "table/unknown"
    assert (await carla.post("/api/tables/real/cash", entry("fill", 1))).code == "cash/no-chips"
    assert (await carla.post(PATH, entry("chips", 1))).code == "message/bad"


async def test_a_table_for_credit_has_figures_without_lines(database: str, tmp_path: Path) -> None:
    from tests.server.test_takings import coup as credit_coup

    async with open_for_business(database, tables=table_file(tmp_path)) as house:
        operator = await house.operator()
        await credit_coup(house, "down", 1, "4h9cKdKs", banco=10_000, punto=5_000)
        report = (await operator.get("/api/tables/down/cash")).json
        assert (report["sheet"], report["lines"], report["balance"]) == (0, [], None)
        total = report["total"]
        assert (total["coups"], total["staked"], total["result"]) == (1, 15_000, -5_000)
        assert total["cagnotte"] == 500
        assert total["drop"] > 0
        assert total["hold"] == total["result"] * 10_000 // total["drop"]


async def test_an_audit_finds_a_changed_line(tmp_path: Path) -> None:
    """A croupier's own signature, written into the records with valid hashes."""
    import msgspec

    from puntobanco.ledger.records import Record, RecordKind
    from puntobanco.table.recording import Change, request_hash
    from puntobanco.wire.cash import CashSigned, Countersign

    database = str(tmp_path / "house.db")
    async with open_for_business(database, tables=table_file(tmp_path)) as house:
        carla = await hire(house, "carla")
        await write(carla, "opening", 1_000_000)
        floor, person = house.desk.floor, await house.desk.floor.store.person("carla")
        assert person is not None
        account = floor.tables.get("chips").table.account
        asked = Countersign(new_key(), 1)
        told = CashSigned("chips", 1, 2, floor.clock.now(), person.id, "carla", asked.key, 1)
        body, request = msgspec.json.encode(told), request_hash(asked, account)
        record = Record(
            *(account, RecordKind.CASH, told.at, body, (), "cash 1.2", request, None, 1, 2)
        )
        await floor.cashier.written(Change(None, record))
    found = {
        each.check.value: each for each in (await audit(database)).checks if each.holds is False
    }
    assert list(found) == ["cash"]
    assert "Somebody else has to countersign" in str(found["cash"].first)
