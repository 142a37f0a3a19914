"""Tests of soak/coups.py with a short run, which can also fail."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from puntobanco import Bet
from soak import coups
from soak.coups import failures, look, main, write_table


def test_a_house_passes_or_fails_and_has_a_report(tmp_path: Path) -> None:
    page = tmp_path / "live-mini.html"
    result = look("live-mini", 3_000_000, 1, page)
    assert result.coups >= 3_000_000
    assert failures([result]) == []
    table = write_table([result], 1)
    assert "**Nothing to object.**" in table
    assert table.count("| holds |") == 9
    assert "Convergence" in page.read_text(encoding="utf-8")

    wrong = replace(result.bets[Bet.BANCO], exact=98.9)  # the book prints 98,94 %
    wrong = replace(wrong, stderr=0.003)  # as after 10⁹ coups
    off = replace(result, bets=result.bets | {Bet.BANCO: wrong})
    assert failures([result, off]) == ["live-mini, banco"]
    assert "**Off: live-mini, banco.**" in write_table([off], 1)
    assert write_table([off], 1).count("| **fails** |") == 1


def test_a_bet_without_variance_fails(tmp_path: Path) -> None:
    assert "punto-e-banco, punto_pair" in failures([look("punto-e-banco", 1, 1, tmp_path / "x")])


@pytest.mark.parametrize(("far", "status"), [(4.0, 0), (0.0, 1)])
def test_the_exit_status_says_whether_all_bets_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, far: float, status: int
) -> None:
    monkeypatch.setattr(coups, "FAR", far)
    arguments = ["for-fun", "--coups", "1000000", "--reports", str(tmp_path)]
    assert main(arguments) == status
    assert {each.name for each in tmp_path.iterdir()} == {"coups.md", "for-fun.html"}
