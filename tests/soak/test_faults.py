"""One history again, and a part of the long run alone."""

from pathlib import Path

import pytest

from soak import faults
from soak.faults import main

NOTHING_ELSE = ["--cuts", "0", "--calls", "0", "--kills", "0"]


def test_a_seed_is_told_step_by_step(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seed", "7", "--trace"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert "process 1 starts" in told[0]
    assert told[-1].startswith("seed 7: ")


def test_histories_can_be_played_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without kills no server is started."""
    monkeypatch.setattr(faults, "AT_ONCE", 5)
    report = tmp_path / "faults.md"
    arguments = ["--histories", "10", "--first-seed", "8000000", *NOTHING_ELSE]
    assert main([*arguments, "--report", str(report)]) == 0
    assert "10 histories from seed 8,000,000, 0 power cuts" in report.read_text(encoding="utf-8")
