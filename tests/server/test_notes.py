"""`puntobanco note` writes a shared table's sabot as text that can be replayed."""

import asyncio
from pathlib import Path

import pytest

from tests.cli.command import run
from tests.server.live_visitors import LiveTable
from tests.server.staff import Console, hire, table_file
from tests.server.visitors import open_for_business

pytestmark = pytest.mark.anyio


async def test_a_real_sabot_with_a_false_draw_and_a_correction(
    database: str, tmp_path: Path
) -> None:
    """«I falsi tiraggi … verranno ristabiliti secondo la regola»: and noted so."""
    async with open_for_business(database, tables=table_file(tmp_path)) as house:
        console = await Console.sit(house, await hire(house, "carla"), "real")
        await console.begins()
        for cards in ("4hKs5dQc7d", "8h8cKdKs"):
            await console.does("open_betting")
            await console.does("close_betting")
            await console.reads(cards[:8])
            if cards[8:]:
                await console.reads(cards[8:])  # an excess card after a natural
            await console.does("announce")
        await console.does("open_betting")
        await console.does("close_betting")
        await console.reads("2c3c")
        await console.does("correct", n=2, card="9d", reason="misread")
        await console.reads("6c9s")
        await console.does("announce")
        noted = await asyncio.to_thread(run, "note", database, "real")
        assert noted.stdout == (
            "sabot st-moritz\ntable real\nnumber 1\ncoups 1-3\ncut unseen\nburn 2c\n"
            "1 4hKs5dQc\naside 7d\n2 8h8cKdKs\n3 2c9d6c9s\n"
        )
        file = tmp_path / "real.sabot"
        file.write_text(noted.stdout, encoding="utf-8")
        played = await asyncio.to_thread(run, "replay", str(file))
        assert played.returncode == 0, played.stderr
        missing = await asyncio.to_thread(run, "note", database, "real", "--sabot", "2")
        assert missing.stderr == (
            "puntobanco: session/no-record: There is no sabot 2 here."
            " Check the number, or wait until it is revealed.\n"
        )
        nowhere = await asyncio.to_thread(run, "note", database, "nowhere")
        assert nowhere.stderr == (
            "puntobanco: table/unknown: There is no table nowhere."
            " Choose one from the list of tables.\n"
        )


async def test_a_sabot_of_ours_with_its_burn(database: str, tmp_path: Path) -> None:
    async with open_for_business(database) as house:
        anna = await LiveTable.sit(house, await house.guest())
        for _ in range(3):
            await anna.betting()
            await anna.cards()
        results = [each["cards"] for each in anna.events if each["type"] == "result"]
        burned = next(each["first"] for each in anna.events if each["type"] == "burned")
        noted = await asyncio.to_thread(run, "note", database, "live-mini", "--sabot", "1")
        lines = noted.stdout.splitlines()
        assert lines[:3] == ["sabot live-mini", "table live-mini", "number 1"]
        assert lines[3:5] == [f"coups 1-{len(results)}", f"burn {burned}"]
        assert lines[5:] == [f"{n} {cards}" for n, cards in enumerate(results, 1)]
        file = tmp_path / "ours.sabot"
        file.write_text(noted.stdout, encoding="utf-8")
        assert (await asyncio.to_thread(run, "replay", str(file))).returncode == 0
