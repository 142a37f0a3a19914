"""Tests that a seventh house needs one more file and no change of code."""

import shutil
import subprocess
import sys
from pathlib import Path

import puntobanco

PACKAGE = Path(puntobanco.__file__).parent
SHEET = Path(__file__).parent / "sanremo.toml"


def test_a_house_can_be_played_by_the_path_of_its_sheet() -> None:
    house = puntobanco.house(str(SHEET))
    # At all other houses Banco draws here.
    coup = house.play("2cKs2d6h6c")
    assert coup.explanation[-1] == "Banco 6, Punto's third card 6: Banco stands"
    assert house.play("2cKs3d6h3c").settle(punto=1000).returned == {"punto": 2000}
    assert house.play("2cKsKd6h3c").settle(banco=1000).returned == {"banco": 1900}
    assert house.odds.decks == 4
    assert list(house.odds.bets) == ["punto", "banco"]


def test_a_sheet_in_the_houses_folder_becomes_one_of_our_houses(tmp_path: Path) -> None:
    package = tmp_path / "puntobanco"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(SHEET, package / "houses")
    for command in (["houses"], ["house", "sanremo"], ["odds", "sanremo"]):
        ran = subprocess.run(
            [sys.executable, "-m", "puntobanco", *command],
            env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert "sanremo" in ran.stdout


def test_every_sheet_is_named_after_its_file() -> None:
    for name in puntobanco.HOUSES:
        assert puntobanco.house(name).sheet.name == name
