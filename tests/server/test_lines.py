"""Lines to the croupier and the manager: live, private, kept, listed and audited."""

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from puntobanco.errors import StoreFailed
from puntobanco.ledger.records import Record, RecordKind
from puntobanco.store.interface import Role
from puntobanco.table.recording import Change, request_hash
from puntobanco.wire.lines import AnswerEntry, LineAnswered
from tests.audit.night import audit, failing
from tests.cli.command import run
from tests.server.live_visitors import LiveTable
from tests.server.staff import PACE, Console, hire
from tests.server.visitors import Visitor, new_key, open_for_business

pytestmark = pytest.mark.anyio

LINES = "/api/tables/filmed/lines"
EVENTS = "/api/tables/filmed/events"
FILE = (
    f'[[tables]]\nname = "filmed"\nhouse = "live-mini"\ncroupier = "person"\nlines = true\n{PACE}'
)


class Filmed(LiveTable):
    name = "filmed"


async def write(visitor: Visitor, words: str, to: str = "croupier", key: str = "") -> Any:
    return await visitor.post(LINES, {"key": key or new_key(), "to": to, "words": words})


async def answer(staff: Visitor, number: int, words: str = "Grazie.") -> Any:
    return await staff.post(f"{LINES}/{number}/answer", {"key": new_key(), "words": words})


async def words_for(visitor: Visitor) -> list[str]:
    return [each["words"] for each in (await visitor.get(LINES)).json]


async def test_a_line_is_answered_and_nobody_else_reads_it(database: str, tmp_path: Path) -> None:
    tables = tmp_path / "tables.toml"
    tables.write_text(FILE + '\n[[tables]]\nname = "quiet"\nhouse = "live-mini"\n')
    async with open_for_business(database, tables=str(tables)) as house:
        carla, mara = await hire(house, "carla"), await hire(house, "mara", Role.MANAGER)
        anna, bruno = await house.guest(), await house.guest()
        assert (await write(anna, "Hello")).code == "session/none"  # nobody sits there yet
        at_table = await Filmed.sit(house, anna)
        other = await Filmed.sit(house, bruno)
        console, manager = [await Console.sit(house, each, "filmed") for each in (carla, mara)]
        key = new_key()
        said = await write(anna, "Why six cards?", key=key)
        assert (said.status, said.json["number"], said.json["answer"]) == (201, 1, "")
        assert (await write(anna, "Why six cards?", key=key)).json == said.json
        for each in (console, manager):
            while (await each.hear())["type"] != "lines":
                pass
        assert (await write(anna, "And again")).code == "line/too-soon"
        house.clock.at += 5_000
        for words, code in (
            ("www.x.example", "line/address"),
            ("0041 79 123 45 67", "line/digits"),
            ("two\nlines", "message/bad"),
            ("x" * 201, "message/bad"),
        ):
            assert (await write(anna, words)).code == code
        assert (await write(anna, "The croupier is wrong.", "manager")).json["number"] == 2
        assert await words_for(carla) == ["Why six cards?"]
        assert await words_for(mara) == ["Why six cards?", "The croupier is wrong."]
        assert (await words_for(bruno), (await write(carla, "I")).code) == (
            [],
            "account/not-allowed",
        )
        on_board = {each["table"]["name"]: each for each in (await mara.get("/api/floor")).json}
        assert [on_board[each]["open_lines"] for each in ("filmed", "quiet")] == [2, 0]
        assert (await answer(carla, 2)).code == "account/not-allowed"
        assert (await answer(bruno, 1)).code == "account/not-allowed"
        for said in ({}, {"words": "Grazie.", "ready": "thanks"}, {"ready": "gratias"}):
            asked = {"key": new_key(), **said}
            assert (await carla.post(f"{LINES}/1/answer", asked)).code == "message/bad"
        assert (await answer(carla, 1, "Both drew a third.")).json["answered_by"] == "carla"
        assert (await answer(mara, 1)).code == "line/not-open"
        assert (await at_table.until("lines")) == {"type": "lines"}
        assert (await anna.get(LINES)).json[0]["answer"] == "Both drew a third."
        assert await words_for(mara) == ["The croupier is wrong.", "Why six cards?"]
        quiet = {"key": new_key(), "to": "croupier", "words": "Hello"}
        await anna.open_at("quiet", 10_000)
        assert (await anna.post("/api/tables/quiet/lines", quiet)).code == "line/not-here"
        await other.listen()
        heard = json.dumps([other.events, other.private, (await bruno.get(EVENTS)).json])
        assert "lines" not in [each["type"] for each in other.private]
        assert "six cards" not in heard
        shown = await asyncio.to_thread(run, "lines", database, "filmed", "--json")
        listed = json.loads(shown.stdout)
        assert [each["answered_by"] for each in listed] == ["carla", ""]
        rows = (await asyncio.to_thread(run, "lines", database, "filmed")).stdout.splitlines()
        assert rows[1].endswith("Both drew a third.,,carla," + rows[1].rsplit(",", 1)[1])
    assert (await audit(database)).holds


async def test_an_answer_counts_although_its_writer_cant_be_told(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = tmp_path / "tables.toml"
    tables.write_text(FILE)

    async def fail(account: int, table: str) -> None:
        raise StoreFailed(why="gone")

    async with open_for_business(database, tables=str(tables)) as house:
        anna, carla = await house.guest(), await hire(house, "carla")
        await Filmed.sit(house, anna)
        await write(anna, "Hello")
        with monkeypatch.context() as patch:
            patch.setattr(house.desk.floor.store, "seat_at_table", fail)
            assert (await answer(carla, 1)).status == 201


async def test_the_audit_finds_an_answer_by_nobody(database: str, tmp_path: Path) -> None:
    tables = tmp_path / "tables.toml"
    tables.write_text(FILE)
    async with open_for_business(database, tables=str(tables)) as house:
        anna = await house.guest()
        await Filmed.sit(house, anna)
        await write(anna, "Hello")
        floor = house.desk.floor
        account = floor.tables.get("filmed").table.account
        asked = AnswerEntry(new_key(), "Go away.")
        told = LineAnswered(
            *("filmed", 1, house.clock.at, 99, "nobody", asked.key, asked.words, asked.ready)
        )
        request, body = request_hash(asked, account), msgspec.json.encode(told)
        forged = Record(
            *(account, RecordKind.LINE, told.at, body, (), "answer 1", request, None, 1, 2)
        )
        await floor.cashier.written(Change(None, forged))
    found = failing(await audit(database))
    assert list(found) == ["lines"]


async def test_the_houses_own_words_are_refused(database: str, tmp_path: Path) -> None:
    tables, words = tmp_path / "tables.toml", tmp_path / "words.txt"
    tables.write_text(FILE)
    words.write_text("mannaggia\n\nPorca miseria\n", encoding="utf-8")
    async with open_for_business(database, tables=str(tables), refused_words=str(words)) as house:
        anna = await house.guest()
        await Filmed.sit(house, anna)
        assert (await write(anna, "Màh, porca miseria!")).code == "line/word"
        assert (await write(anna, "Buona sera")).status == 201
