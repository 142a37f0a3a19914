"""The cash sheet of a table with real chips: routes, CSV, command, takings and audit."""

import asyncio
import csv
import io
from pathlib import Path

import pytest

from puntobanco.audit.findings import Check
from puntobanco.ledger.records import RecordKind
from puntobanco.store.interface import Role
from puntobanco.table.cash_sheet import cash_record
from puntobanco.wire.cash import CashKind, CashLine, CashSigned
from tests.audit.night import audit, failing
from tests.audit.tampering import all_records, retold, rewrite
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
        assert (await carla.post(PATH, entry("fill", 0))).code == "cash/zero"
        tip = entry("tip", 700)
        written = (await carla.post(PATH, tip)).json
        drop = await write(carla, "drop", 100_000)
        assert await sign(carla, drop) == "cash/other-signer"
        assert await sign(mara, drop) is None
        await write(mara, "closing", 900_000)
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
        told = list(csv.DictReader(io.StringIO(text)))
        rows = {row["what"]: row for row in told}
        assert rows["house"]["note"] == "Casinò Campione d'Italia"
        assert (rows["table"]["note"], rows["sheet"]["line"]) == ("chips", "1")
        assert rows["sheet"]["at"] == rows["opening"]["at"] == "2027-01-15T08:00:00+00:00"
        lines = [row for row in told if row["by"] and row["line"]]
        assert [row["line"] for row in lines] == ["1", "2", "3", "4", "5"]
        assert [row["countersigned"] for row in lines[3:]] == ["REPLACED BY 5", "carla"]
        assert (rows["closing"]["by"], rows["closing"]["countersigned"]) == ("mara", "carla")
        assert rows["balance difference"]["amount"] == "-5.00"
        assert (rows["total"]["result"], rows["total"]["hold"]) == ("400.00", "40.00")
        assert (rows["closed"]["by"], rows["closed"]["countersigned"]) == ("mara", "carla")
        tables = {each["table"]["name"]: each for each in (await mara.get("/api/floor")).json}
        assert (tables["chips"]["drop"], tables["chips"]["result"]) == (100_000, 40_000)
        await refused(house, carla)
        assert (await carla.post(PATH, tip)).json == written
        house.clock.at += 1
        await write(carla, "opening", 939_500)
        assert (await carla.post(PATH, tip)).json == written  # a key counts on all sheets
        await manager.listen()
        await manager.does("reverse", reason="the coup of another sheet")
        await console.listen()
        await console.does("announce")
        second = (await operator.get(PATH)).json
        assert (second["total"]["coups"], second["balance"]["result"]) == (0, 0)
        both = (await operator.get(f"{PATH}?since=0")).json["total"]
        assert (both["coups"], both["result"], both["cagnotte"]) == (2, 40_000, 500)
    report = await audit(database)
    assert report.holds, report.checks


async def test_the_tips_of_all_sheets_are_the_takings(database: str, tmp_path: Path) -> None:
    """A tip counts on the sheet that lists it, also after the count for closing."""
    day = 86_400_000
    async with open_for_business(database, tables=table_file(tmp_path)) as house:
        carla, mara = await hire(house, "carla"), await hire(house, "mara", Role.MANAGER)
        operator = await house.operator()
        await write(carla, "tip", 100)  # before the first sheet
        house.clock.at += day
        assert await sign(mara, await write(carla, "opening", 1_000_000)) is None
        console = await Console.sit(house, carla, "chips")
        await console.begins()
        await coup(console, "4h9cKdKs", punto=10_000)
        await write(carla, "tip", 200)
        closing = await write(carla, "closing", 1_010_000)
        house.clock.at += 3_600_000
        await write(carla, "tip", 300)
        assert await sign(mara, closing) is None
        closed = (await operator.get(PATH)).json
        house.clock.at += day
        await write(carla, "tip", 400)
        await coup(console, "4h9cKdKs", punto=50_000)  # on no sheet
        after = (await operator.get(PATH)).json
        assert (closed["total"]["tips"], after["total"]["tips"]) == (500, 900)
        assert after["balance"] == closed["balance"]
        assert after["total"] | {"tips": 500} == closed["total"]
        assert [each["figures"]["tips"] for each in after["hours"]] == [200, 300, 400]
        assert [each["figures"]["tips"] for each in after["days"]] == [500, 400]
        house.clock.at += 1
        await write(carla, "opening", 1_010_000)
        await write(carla, "tip", 500)
        sheets = [(await operator.get(f"{PATH}?sheet={number}")).json for number in range(3)]
        assert [each["total"]["coups"] for each in sheets] == [0, 1, 0]
        assert sheets[0]["until"] == sheets[1]["since"]
        for sheet in sheets:
            tips = sum(each["amount"] for each in sheet["lines"] if each["kind"] == "tip")
            assert sheet["total"]["tips"] == tips
            for times in ("hours", "days"):
                assert sum(each["figures"]["tips"] for each in sheet[times]) == tips
        takings = (await operator.get("/api/operator/tables/chips/takings")).json
        assert sum(each["total"]["tips"] for each in sheets) == takings["tips"] == 1_500
        assert [each["tips"] for each in takings["days"]] == [100, 500, 900]


async def test_a_sheet_is_closed_only_between_two_coups(database: str, tmp_path: Path) -> None:
    async with open_for_business(database, tables=table_file(tmp_path)) as house:
        carla, mara = await hire(house, "carla"), await hire(house, "mara", Role.MANAGER)
        assert await sign(mara, await write(carla, "opening", 1_000_000)) is None
        console = await Console.sit(house, carla, "chips")
        await console.begins()
        closing = await write(carla, "closing", 1_000_000)
        house.clock.at += 1
        await coup(console, "4h9cKdKs", punto=10_000)
        assert await sign(mara, closing) == "cash/in-play"  # it is not in the count
        await console.does("open_betting")
        assert (await carla.post(PATH, entry("closing", 1_010_000))).code == "cash/in-play"
        await console.does("close_betting")
        await console.reads("4h9cKdKs")
        await console.does("announce")
        closing = await write(carla, "closing", 1_010_000)
        house.clock.at += 1
        assert await sign(mara, closing) is None
        assert (await mara.get(PATH)).json["balance"]["difference"] == 0


async def test_coups_on_no_sheet_are_named(database: str, tmp_path: Path) -> None:
    """Before the opening, and after the closing; the console says so as long as it is so."""
    async with open_for_business(database, tables=table_file(tmp_path)) as house:
        carla, mara = await hire(house, "carla"), await hire(house, "mara", Role.MANAGER)
        began = house.clock.at
        console = await Console.sit(house, carla, "chips")
        await console.begins()
        assert console.no_cash_sheet
        await coup(console, "4h9cKdKs", banco=10_000)
        none = (await carla.get(PATH)).json
        assert (none["sheet"], none["balance"]) == (0, None)
        early = {"since": began, "until": began, "coups": 1, "result": -10_000}
        assert none["off_sheet"] == [early]
        house.clock.at += 60_000
        assert await sign(mara, await write(carla, "opening", 1_000_000)) is None
        await console.listen()
        assert [console.no_cash_sheet] == [False]
        open_sheet = (await carla.get(PATH)).json
        assert (open_sheet["closed"], open_sheet["off_sheet"]) == (None, [early])
        assert open_sheet["refused"] == {"opening": "cash/open"}
        house.clock.at += 60_000
        await coup(console, "9h4cKdKs", banco=50_000)
        closing = await write(carla, "closing", 1_050_000)
        waits = (await carla.get(PATH)).json
        assert (waits["closed"], waits["balance"]["difference"]) == (None, 0)
        house.clock.at += 1_000
        assert await sign(mara, closing) is None
        late = house.clock.at = house.clock.at + 60_000
        for cards in ("9h4cKdKs", "4h9cKdKs"):
            await coup(console, cards, punto=10_000)
        house.clock.at += 60_000
        report = (await carla.get(PATH)).json
        assert console.no_cash_sheet
        closed = {"at": late - 60_000, "name": "carla", "countersigned": "mara"}
        assert report["closed"] == closed
        assert report["balance"] == waits["balance"]  # of the sheet: 1,050,000
        after = {"since": late, "until": late, "coups": 2, "result": 0}
        assert report["off_sheet"] == [early, after]
        not_open = dict.fromkeys(("fill", "credit", "count", "drop", "closing"), "cash/not-open")
        assert report["refused"] == not_open
        rows = list(csv.DictReader(io.StringIO((await carla.get(f"{PATH}.csv")).body.decode())))
        off = [row for row in rows if row["what"] == "off sheet"]
        assert [(row["coups"], row["result"]) for row in off] == [("1", "-100.00"), ("2", "0.00")]
        assert (off[0]["at"], off[0]["note"]) == (
            "2027-01-15T08:00:00+00:00",
            "until 2027-01-15T08:00:00+00:00",
        )
        times = (await carla.get(f"{PATH}?since={began + 1}")).json
        assert times["off_sheet"] == [after]
        assert (await write(carla, "opening", 1_050_000)) == 1
        assert (await carla.get(f"{PATH}?sheet=1")).json["off_sheet"] == [early, after]
        assert (await carla.get(PATH)).json["off_sheet"] == [after]


async def test_a_result_announced_again_after_the_count_asks_for_another_count(
    database: str, tmp_path: Path
) -> None:
    async with open_for_business(database, tables=table_file(tmp_path)) as house:
        carla, mara = await hire(house, "carla"), await hire(house, "mara", Role.MANAGER)
        assert await sign(mara, await write(carla, "opening", 1_000_000)) is None
        console = await Console.sit(house, carla, "chips")
        await console.begins()
        await coup(console, "9h4cKdKs", banco=50_000)
        closing = await write(carla, "closing", 1_050_000)
        house.clock.at += 1_000
        manager = await Console.sit(house, mara, "chips")
        await manager.does("reverse", reason="announced too early")
        await console.listen()
        await console.does("announce")
        assert await sign(mara, closing) == "cash/in-play"
        at, report = house.clock.at, (await carla.get(PATH)).json
        assert report["balance"]["difference"] == 0
        assert report["off_sheet"] == [{"since": at, "until": at, "coups": 0, "result": 0}]
        assert "off sheet" not in (await carla.get(f"{PATH}.csv")).body.decode()
        assert await sign(mara, await write(carla, "closing", 1_050_000)) is None


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
    assert (await carla.get(f"{PATH}.csv?since=300000000000000")).code == "message/bad"


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


async def test_an_audit_finds_false_lines(tmp_path: Path) -> None:
    """Written into the records with valid hashes, with nobody's knowledge."""
    database = str(tmp_path / "house.db")
    async with open_for_business(database, tables=table_file(tmp_path)) as house:
        carla, mara = await hire(house, "carla"), await hire(house, "mara", Role.MANAGER)
        await write(carla, "opening", 1_000_000)
        await write(carla, "tip", 500)
        assert await sign(mara, await write(carla, "fill", 5_000)) is None
        person, table = await house.desk.floor.store.person("carla"), house.desk.floor.tables
        assert person is not None
        own = CashSigned("chips", 1, 5, house.clock.at, person.id, "carla", new_key(), 1)
        tip = CashLine(
            *("real", 0, 1, 1, house.clock.at, person.id, "carla", False),
            *(new_key(), CashKind.TIP, 500, ""),
        )
        for name, told in (("chips", own), ("real", tip)):
            account = table.get(name).table.account
            await house.desk.floor.cashier.is_written(cash_record(account, told))
    by_name = {
        each.id for each in await all_records(database) if each.record.event is RecordKind.CASH
    }
    await rewrite(database, min(by_name), retold(name="mara"))
    report = await audit(database)
    assert set(failing(report)) == {Check.CASH}
    (cash,) = [each for each in report.checks if each.check is Check.CASH]
    assert cash.found == 3
