"""Tests of the texts beside a sheet: notices and translated readings."""

import re
import shutil
from pathlib import Path

import pytest

import puntobanco
from puntobanco.errors import SheetRefused
from puntobanco.fair.sheet_hash import hash_sheet

SHEET = Path(puntobanco.__file__).parent / "houses" / "campione.toml"
NOTICE = """
[[notices]]
it = "Solo contanti."
en = "Cash only."
de = "Nur Bargeld."
fr = "Espèces seulement."
"""
READING = """
[[readings]]
words = "{words}"
it = {{ reads = "i", because = "i" }}
de = {{ reads = "d", because = "d" }}
fr = {{ reads = "f", because = "f" }}
"""


def house_with(texts: str, folder: Path) -> puntobanco.House:
    sheet = folder / SHEET.name
    shutil.copy(SHEET, sheet)
    (folder / "texts").mkdir()
    (folder / "texts" / sheet.name).write_text(texts, encoding="utf-8")
    return puntobanco.house(sheet)


def test_texts_do_not_change_the_hash_of_the_sheet(tmp_path: Path) -> None:
    words = "che si avvicina di più a 8/9"
    told = house_with(NOTICE + READING.format(words=words), tmp_path)
    assert told.texts.notices[0].de == "Nur Bargeld."
    assert told.texts.readings[0].fr.reads == "f"
    assert hash_sheet(told.sheet) == hash_sheet(puntobanco.house(SHEET).sheet)


@pytest.mark.parametrize(
    ("texts", "code", "key"),
    [
        (READING.format(words="Nobody wrote this."), "sheet/bad-value", "readings.0.words"),
        (NOTICE.replace("de =", "nl ="), "sheet/unknown-key", "notices.0.nl"),
        (NOTICE.replace('fr = "Espèces seulement."', ""), "sheet/missing-key", "notices.0.fr"),
        ("notices = 1", "sheet/bad-value", "notices"),
    ],
)
def test_wrong_texts_are_refused(texts: str, code: str, key: str, tmp_path: Path) -> None:
    with pytest.raises(SheetRefused) as refused:
        house_with(texts, tmp_path)
    assert (refused.value.code, refused.value.facts["key"]) == (code, key)


def test_french_texts_have_no_break_spaces_where_they_belong() -> None:
    broken = re.compile("[^\u202f0-9][;:?!%»]|«[^\u202f]")
    for name in puntobanco.HOUSES:
        texts = puntobanco.house(name).texts
        french = [each.fr for each in texts.notices]
        french += [text for each in texts.readings for text in (each.fr.reads, each.fr.because)]
        assert [text for text in french if broken.search(text)] == []


def test_players_read_no_number_of_a_book() -> None:
    number = re.compile(r"\b00[0-4]\b")
    for name in puntobanco.HOUSES:
        made = puntobanco.house(name)
        translated = {each.words: each for each in made.texts.readings}
        for reading in made.sheet.readings:
            told = translated[reading.words]
            shown = [told.en or reading, told.it, told.de, told.fr]
            assert not [each for each in shown if number.search(each.reads + each.because)]
