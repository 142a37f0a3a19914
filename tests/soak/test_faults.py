"""Tests of soak/faults.py: one seed with its trace, and histories alone."""

from pathlib import Path

import pytest

from soak import faults
from soak.faults import main

NO_OTHER_PARTS = ["--cuts", "0", "--calls", "0", "--kills", "0"]


def test_the_history_of_a_seed_is_printed_step_by_step(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seed", "7", "--trace"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert "process 1 starts" in told[0]
    assert told[-1].startswith("seed 7: ")


def test_histories_can_be_run_without_the_other_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No server is started if there are no kills."""
    monkeypatch.setattr(faults, "AT_ONCE", 5)
    report = tmp_path / "faults.md"
    arguments = ["--histories", "10", "--first-seed", "8000000", *NO_OTHER_PARTS]
    assert main([*arguments, "--report", str(report)]) == 0
    assert "10 histories from seed 8,000,000, 0 power cuts" in report.read_text(encoding="utf-8")
