"""Tests of refused sheets: the refusal has a stable code and names file, key and value."""

import subprocess
import sys
import tomllib
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import puntobanco
from puntobanco.errors import SheetRefused
from puntobanco.game.sheet_text import build_sheet
from puntobanco.odds.certificate import certify

SHEETS = Path(puntobanco.__file__).parent / "houses"

# A text of the sheet, its replacement, and the code and key of the refusal.
LIVE_MINI = [
    ("decks = 8", "decks = = 8", "sheet/not-toml", None),
    ("decks = 8", "decks = 8\njokers = 2", "sheet/unknown-key", "cards.jokers"),
    ("[bets.piccolo]", "[bets.dragon]", "sheet/unknown-key", "bets.dragon"),
    (
        'label = "Pari"',
        'label = "Pari"\ncolour = "red"',
        "sheet/unknown-key",
        "bets.egalite.colour",
    ),
    ("decks = 8", "", "sheet/missing-key", "cards.decks"),
    ('label = "Giocatore"\n', "", "sheet/missing-key", "bets.punto.label"),
    ("[times]", "[hours]", "sheet/unknown-key", "hours"),
    ("decks = 8", "decks = 9", "sheet/bad-value", "cards.decks"),
    ("decks = 8", "decks = 0", "sheet/bad-value", "cards.decks"),
    ("decks = 8", "decks = true", "sheet/bad-value", "cards.decks"),
    ("decks = 8", 'decks = "8"', "sheet/bad-value", "cards.decks"),
    ("decks = 8", "decks = 8.0", "sheet/bad-value", "cards.decks"),
    ('name = "live-mini"', 'name = "Live Mini"', "sheet/bad-value", "name"),
    ('shuffle = "cut-card"', 'shuffle = "sometimes"', "sheet/bad-value", "cards.shuffle"),
    ('shuffle = "cut-card"', 'shuffle = "every-coup"', "sheet/bad-value", "cards.cut"),
    ("cut = 104", "cut = 416", "sheet/bad-value", "cards.cut"),
    ("cut = 104", "cut = 5", "sheet/bad-value", "cards.cut"),
    ("cut = 104", "", "sheet/bad-value", "cards.cut"),
    ("step = 100\n", "step = -100\n", "sheet/bad-value", "money.step"),
    ("step = 100\n", "step = 1e2\n", "sheet/bad-value", "money.step"),
    ("chips = [100,", "chips = [150,", "sheet/bad-value", "money.chips"),
    ("chips = [100, 500,", "chips = [500, 100,", "sheet/bad-value", "money.chips"),
    ("chips = [100, 500,", "chips = [500,", "sheet/bad-value", "bets.punto.min"),
    ("max = 500_000", "max = 50", "sheet/bad-value", "bets.punto.min"),
    ("coup_max = 1_000_000", "coup_max = 400_000", "sheet/bad-value", "bets.punto.max"),
    ("betting_s = 20", "", "sheet/bad-value", "times.betting_s"),
    ("warning_s = 60", "warning_s = 1_200", "sheet/bad-value", "times.warning_s"),
    ("[500, 1_500]", "[1_500, 500]", "sheet/bad-value", "times.reconnect_ms"),
    ('confirm = "Conferma puntate"', "", "sheet/bad-value", "betting.confirm"),
    ('odds = "8:1"', 'odds = "8"', "sheet/bad-odds", "bets.egalite.odds"),
    ('odds = "8:1"', 'odds = "8.5:1"', "sheet/bad-odds", "bets.egalite.odds"),
    ('odds = "8:1"', 'odds = "0:1"', "sheet/bad-odds", "bets.egalite.odds"),
    ('odds = "8:1"', 'odds = "-8:1"', "sheet/bad-odds", "bets.egalite.odds"),
    ('odds = "8:1"', 'odds = "８:1"', "sheet/bad-odds", "bets.egalite.odds"),
    ('odds = "8:1"', 'odds = "8:1:1"', "sheet/bad-odds", "bets.egalite.odds"),
    ('odds = "8:1"', "odds = 8", "sheet/bad-value", "bets.egalite.odds"),
    ('rtp = "85,64%"', 'rtp = "85.64"', "sheet/bad-percentage", "bets.egalite.rtp"),
    ("step = 100\n", "step = 20\n", "sheet/step-breaks-odds", "bets.grande.odds"),
    ('odds = "54:100"', 'odds = "541:999"', "sheet/step-breaks-odds", "bets.grande.odds"),
    ('odds = "25:1"', 'odds = "30:1"', "sheet/return-too-high", "bets.perfect_pair.odds"),
    ('odds = "11:1"', 'odds = "15:1"', "sheet/return-too-high", "bets.punto_pair.odds"),
    ('odds = "8:1"', 'odds = "9:1"', "sheet/printed-differs", "bets.egalite.rtp"),
    ('odds = "25:1"', 'odds = "21:1"', "sheet/return-too-low", "bets.perfect_pair.odds"),
    ('odds = "8:1"', 'odds = "688:100"', "sheet/return-too-low", "bets.egalite.odds"),
    ("[times]", "[table]\nholders = ['punto']\n[times]", "sheet/bad-value", "times.squeeze_s"),
    ("[times]", "[table]\nboxes = [7]\n[times]", "sheet/bad-value", "table.players_per_box"),
    ('faces = ["up"]', 'faces = ["up", "up"]', "sheet/bad-value", "cards.faces"),
    ('title = "Live Mini', 'title = "\\u009bLive Mini', "sheet/bad-value", "title"),
    ('name = "live-mini"', 'name = "live-mini\\n"', "sheet/bad-value", "name"),
    ("Banco  0 1 2", "\\u001b  0 1 2", "sheet/bad-value", "tiraggio.banco"),
    ("decks = 8", "decks = " + "9" * 5000, "sheet/not-toml", None),
    ("decks = 8", "decks." + ".".join("a" * 3000) + " = 8", "sheet/bad-value", "cards.decks"),
    ("decks = 8", "a." + ".".join("a" * 3000) + " = 8", "sheet/unknown-key", "cards.a"),
    ("decks = 8", "decks = " + "[" * 500 + "]" * 500, "sheet/not-toml", None),
    ("decks = 8", "decks = 8 #" + "x" * 40_000, "sheet/not-toml", None),
    ('rtp = "98,94%"', 'rtp = "98,95%"', "sheet/printed-differs", "bets.banco.rtp"),
    ('rtp = "94,71%"', 'rtp = "94,70%"', "sheet/printed-differs", "bets.piccolo.rtp"),
    ('draw = "T"', 'draw = "R"', "sheet/bad-tiraggio", "tiraggio.stand"),
    ("T T T T T T R R\n", "T T T T T T R\n", "sheet/bad-tiraggio", "tiraggio.punto"),
    ("0 1 2 3 4 5 6 7\n", "1 2 3 4 5 6 7 8\n", "sheet/bad-tiraggio", "tiraggio.punto"),
    ("T T T T T T T T R T  T", "T T T T T T T T R T", "sheet/bad-tiraggio", "tiraggio.banco"),
    ("T T T T T T T T R T  T", "T T T T T T T T ? T  T", "sheet/bad-tiraggio", "tiraggio.banco"),
    ("3      T T T T", "2      T T T T", "sheet/bad-tiraggio", "tiraggio.banco"),
    ("7      R R R", "8      R R R", "sheet/bad-tiraggio", "tiraggio.banco"),
    ("Banco  0 1 2", "Banco  0 1 1", "sheet/bad-tiraggio", "tiraggio.banco"),
    ("8 9  rimane", "8 X  rimane", "sheet/bad-tiraggio", "tiraggio.banco"),
]


@pytest.mark.parametrize(("old", "new", "code", "key"), LIVE_MINI)
def test_a_changed_sheet_is_refused_with_code_and_key(
    old: str, new: str, code: str, key: str | None, tmp_path: Path
) -> None:
    file = tmp_path / "mine.toml"
    text = (SHEETS / "live-mini.toml").read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(SheetRefused) as refused:
        puntobanco.house(str(file))
    assert refused.value.code == code
    assert str(file) in refused.value.message
    if key:
        assert refused.value.facts["key"] == key
        assert key in refused.value.message


def test_the_refusal_also_names_the_value(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = (SHEETS / "live-mini.toml").read_text(encoding="utf-8")
    file.write_text(text.replace('odds = "25:1"', 'odds = "27:1"'), encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "puntobanco", "house", str(file)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert ran.stderr == (
        f"puntobanco: sheet/printed-differs: {file}: bets.perfect_pair.rtp = '86,97%':"
        " the exact return is 93.660656 %."
        " Check the odds, the tiraggio and the printed figure.\n"
    )


def test_a_sheet_without_bets_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = (SHEETS / "live-mini.toml").read_text(encoding="utf-8")
    start, end = text.index("[bets.punto]"), text.index("[tiraggio]")
    file.write_text(f"{text[:start]}[bets]\n{text[end:]}", encoding="utf-8")
    with pytest.raises(SheetRefused) as refused:
        puntobanco.house(str(file))
    assert refused.value.facts["key"] == "bets"


def test_exact_rounding_is_allowed_if_every_allowed_stake_is_exact(tmp_path: Path) -> None:
    """A stake of 0.10 on Banco would not be exact, but only 0.20 is allowed."""
    file = tmp_path / "mine.toml"
    text = (SHEETS / "punto-e-banco-egalite.toml").read_text(encoding="utf-8")
    text = text.replace('rounding = "down"', 'rounding = "exact"').replace("min = 50", "min = 20")
    for most in ("50_000", "10_000", "5_000"):
        text = text.replace(f"max = {most}\n", "max = 20\n")
    file.write_text(text.replace("coup_max = 20\n", "coup_max = 5_000\n"), encoding="utf-8")
    assert puntobanco.house(str(file)).odds["banco"].lowest[1] == 20


def test_exact_rounding_is_refused_if_a_stake_is_not_exact(tmp_path: Path) -> None:
    """Banco is exact only on multiples of 0.20."""
    file = tmp_path / "mine.toml"
    text = (SHEETS / "punto-e-banco-egalite.toml").read_text(encoding="utf-8")
    file.write_text(text.replace('rounding = "down"', 'rounding = "exact"'), encoding="utf-8")
    with pytest.raises(SheetRefused) as refused:
        puntobanco.house(str(file))
    assert refused.value.code == "sheet/step-breaks-odds"
    assert refused.value.facts["stake"] == 50


def test_a_return_that_is_too_low_at_one_allowed_stake_is_refused(tmp_path: Path) -> None:
    """A stake of one cent on Banco wins nothing, so only 55 % come back."""
    file = tmp_path / "mine.toml"
    text = (SHEETS / "punto-e-banco-egalite.toml").read_text(encoding="utf-8")
    text = text.replace("step = 10", "step = 1").replace("min = 50", "min = 1")
    file.write_text(text.replace("chips = [10,", "chips = [1,"), encoding="utf-8")
    with pytest.raises(SheetRefused) as refused:
        puntobanco.house(str(file))
    assert refused.value.code == "sheet/return-too-low"
    assert refused.value.facts["stake"] == 1
    assert refused.value.facts["key"] == "bets.banco.odds"


def paths(part: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The path to every table and value in a sheet."""
    inner: list[tuple[str | int, ...]] = []
    if isinstance(part, dict):
        inner = [deeper for key, value in part.items() for deeper in paths(value, (*path, key))]
    elif isinstance(part, list):
        inner = [deeper for n, value in enumerate(part) for deeper in paths(value, (*path, n))]
    return [path, *inner] if path else inner


ORIGINALS = {
    name: tomllib.loads((SHEETS / f"{name}.toml").read_text(encoding="utf-8"))
    for name in puntobanco.HOUSES
}
PLACES = [(name, path) for name, sheet in ORIGINALS.items() for path in paths(sheet)]
ANYTHING = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20),
    st.lists(st.integers(), max_size=3), st.dictionaries(st.text(max_size=5), st.integers()),
)  # fmt: skip


@given(st.sampled_from(PLACES), st.sampled_from(["change", "add", "drop"]), ANYTHING)
@settings(max_examples=400)
def test_a_sheet_with_any_change_is_accepted_or_refused(
    where: tuple[str, tuple[str | int, ...]], how: str, value: object
) -> None:
    """Any change anywhere gives a house or a typed refusal, never another exception."""
    name, path = where
    raw = deepcopy(ORIGINALS[name])
    place: Any = raw
    for step in path[:-1]:
        place = place[step]
    if how == "drop":
        del place[path[-1]]
    elif how == "add" and isinstance(place, dict):
        place["any key `at` all"] = value
    else:
        place[path[-1]] = value
    with suppress(SheetRefused):
        certify(build_sheet(raw, "fuzzed"), "fuzzed")


def test_unreadable_and_unknown_sheets_are_refused(tmp_path: Path) -> None:
    binary = tmp_path / "mine.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    for path in (binary, tmp_path / "none.toml"):
        with pytest.raises(puntobanco.Refusal) as refused:
            puntobanco.house(str(path))
        assert refused.value.code == "input/unreadable"
    with pytest.raises(puntobanco.Refusal) as refused:
        puntobanco.house("monte-carlo")
    assert refused.value.code == "house/unknown"
