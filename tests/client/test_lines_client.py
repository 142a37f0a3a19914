"""Lines to the staff, written and answered by Python clients at a real server."""

import asyncio
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

import hatch_build
from puntobanco.client import Client, ConsoleClient, SharedTableClient
from puntobanco.client.keys import new_key
from puntobanco.client.lines_client import READY, answer_text
from puntobanco.errors import LineWord, NotOpenLine
from puntobanco.server.serving import serving
from puntobanco.server.settings import Settings
from puntobanco.store.interface import Role
from puntobanco.wire.lines import LineTo, ReadyAnswer
from puntobanco.wire.messages import LinesChanged

pytestmark = pytest.mark.anyio

TABLE = """
[[tables]]
name = "written"
house = "live-mini"
croupier = "person"
lines = true
"""
PASSWORD = "lungolago di sera"  # noqa: S105


async def news(table: SharedTableClient | ConsoleClient) -> None:
    """Wait until there is a new line or a new answer."""
    async for each in table.events():
        if isinstance(each, LinesChanged):
            return


async def test_a_line_is_written_and_answered(settings: Settings, tmp_path: Path) -> None:
    file, words = tmp_path / "tables.toml", tmp_path / "words.txt"
    file.write_text(TABLE, encoding="utf-8")
    words.write_text("mannaggia\n", encoding="utf-8")
    changed = replace(settings, tables=str(file), refused_words=str(words))
    async with serving(changed) as (desk, base), Client(base) as player, Client(base) as staff:
        await desk.credentials.register("mara", PASSWORD, "", Role.MANAGER)
        await staff.login("mara", PASSWORD)
        console = await staff.console("written")
        await player.guest()
        table = await player.sit_live("written", credit=10_000)
        mine, theirs = player.lines("written"), staff.lines("written")
        with pytest.raises(LineWord):
            await mine.write("m.a.n.n.a.g.g.i.a")
        key = new_key()
        heard = asyncio.create_task(news(console))
        await asyncio.sleep(0)  # until it listens
        line = await mine.write("Why six cards?", to_manager=True, key=key)
        assert line == await mine.write("Why six cards?", to_manager=True, key=key)
        await heard
        (read,) = await theirs.read()
        assert (read.words, read.to, answer_text(read)) == ("Why six cards?", LineTo.MANAGER, "")
        answered = asyncio.create_task(news(table))
        await asyncio.sleep(0)
        await theirs.answer(read.number, ReadyAnswer.MOMENT)
        await answered
        (told,) = await mine.read()
        assert (told.ready, told.answered_by) == (ReadyAnswer.MOMENT, "mara")
        assert answer_text(told, "de") == "Einen Moment, bitte."
        with pytest.raises(NotOpenLine):
            await theirs.answer(read.number, "Both drew a third.")


@pytest.mark.parametrize("language", READY)
def test_ready_answers_have_the_words_of_the_page(language: str) -> None:
    file = Path(hatch_build.__file__).parent / f"web/src/words/{language}/lines.ts"
    _, _, after = file.read_text(encoding="utf-8").partition("  ready: {\n")
    page = dict(re.findall(r'^    (\w+): "(.*)",$', after.partition("  },")[0], re.MULTILINE))
    words = {each.value: text for each, text in READY[language].items()}
    assert {name: text.replace("\\u202f", "\u202f") for name, text in page.items()} == words
    assert set(words) == set(map(str, ReadyAnswer))
