"""Tests of soak/dealer.py with a short run and a stand-in for dieharder."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from time import monotonic

import pytest
from rich.progress import Progress

from puntobanco.fair.shuffle import BYTES_PER_CALL
from soak.dealer import (
    DIEHARDER,
    FEWEST_SABOTS,
    FEWEST_SAMPLES,
    Soak,
    deal,
    generate,
    look_at_bytes,
    look_at_cards,
    write_report,
)

QUIET = Progress(disable=True)


def fake_dieharder(folder: Path, p: str) -> Path:
    """A program that reads some bytes and prints a row, as dieharder does."""
    program = folder / "dieharder"
    row = f" diehard_birthdays|   0|       100|      10|{p}|  PASSED  "
    program.write_text(f"#!/bin/sh\nhead -c 1000000 >/dev/null\necho '{row}'\n", encoding="utf-8")
    program.chmod(0o755)
    return program


@pytest.mark.parametrize("decks", [1, 8])
def test_a_number_is_always_dealt_the_same_and_another_number_differently(decks: int) -> None:
    one, same, other = (deal("a seed", decks, number) for number in (1, 1, 2))
    assert one == same != other
    assert set(Counter(one).values()) == {decks}
    assert deal("another", decks, 1) != one


def test_the_stream_has_the_bytes_of_one_sabot_after_another() -> None:
    stream = generate("a seed")
    first, second = next(stream), next(stream)
    assert len(first) == len(second) == BYTES_PER_CALL
    assert first != second
    assert first == next(generate("a seed"))


def test_fair_cards_pass() -> None:
    soak = Soak("soak 1")
    look_at_cards(soak, FEWEST_SABOTS, monotonic() + 60, QUIET)
    assert [battery.orders for battery in soak.batteries.values()] == [FEWEST_SABOTS] * 2
    assert (soak.failures, soak.missing) == ([], [])
    assert "**Nothing to object.**" in write_report(soak, 60)


def test_unshuffled_cards_fail() -> None:
    soak = Soak("soak 1")
    soak.batteries[1].add([list(range(52))] * FEWEST_SABOTS)
    assert "positions, 1 deck(s)" in soak.failures
    assert "**Not fair by: " in write_report(soak, 60)


def test_the_report_lists_tests_that_there_was_no_time_for() -> None:
    soak = Soak("soak 1")
    look_at_cards(soak, 1000, monotonic() - 1, QUIET)
    look_at_bytes(soak, "dieharder", monotonic() - 1, QUIET)
    assert soak.missing[0] == "1,000 of 1,000 sabots: no time"
    assert len(soak.missing) == 1 + len(DIEHARDER)
    assert "- Left out: 1,000 of 1,000 sabots: no time." in write_report(soak, 60)


@pytest.mark.parametrize(("p", "fails"), [("0.51234567", False), ("0.00000000", True)])
def test_dieharders_p_values_decide(tmp_path: Path, p: str, fails: bool) -> None:
    soak = Soak("soak 1")
    look_at_bytes(soak, str(fake_dieharder(tmp_path, p)), monotonic() + 60, QUIET)
    assert [row.p for row in soak.rows] == [float(p)] * len(DIEHARDER)
    assert soak.fed >= len(DIEHARDER) * 1_000_000
    assert soak.samples >= FEWEST_SAMPLES
    assert bool(soak.failures) is fails


@pytest.mark.parametrize(("p", "status"), [("0.51234567", 0), ("0.00000000", 1)])
def test_the_command_writes_a_report_and_its_exit_status_says_if_all_passed(
    tmp_path: Path, p: str, status: int
) -> None:
    path = f"{fake_dieharder(tmp_path, p).parent}{os.pathsep}{os.environ['PATH']}"
    report = tmp_path / "reports" / "dealer.md"
    command = [sys.executable, "-m", "soak.dealer", "--sabots", str(FEWEST_SABOTS)]
    ran = subprocess.run(
        [*command, "--minutes", "1", "--report", report],
        env=os.environ | {"PATH": path}, capture_output=True, text=True, check=False, timeout=90,
    )  # fmt: skip
    assert ran.returncode == status, ran.stderr
    assert "diehard_birthdays" in report.read_text(encoding="utf-8")
