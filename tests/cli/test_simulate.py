"""Tests of the command `simulate`."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from puntobanco.cli.parts.simulation_report import canvas, picture
from puntobanco.cli.simulate import deal_here, follow
from puntobanco.houses import house as find_house
from puntobanco.simulate.runs import Run
from tests.cli.command import code_of_refusal, run
from tests.interrupts import accept_interrupts


@pytest.mark.parametrize("house", ["punto-e-banco", "live-mini"])
def test_a_simulation_in_json(house: str) -> None:
    answers = [
        json.loads(run("simulate", house, "--coups", "3e7", "--json", "--threads", threads).stdout)
        for threads in ("1", "2")
    ]
    one, two = answers
    assert one["bets"] == two["bets"]  # the result doesn't depend on the number of cores
    assert one["coups"] == two["coups"] >= 30_000_000
    assert one["coups_per_second"] == pytest.approx(one["coups"] / one["seconds"])
    for each in one["bets"].values():
        assert each["z"] == pytest.approx((each["rtp"] - each["exact"]) / each["stderr"])
        assert abs(each["z"]) < 4


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("live-mini", "--coups", "0"), "simulate/no-coups"),
        (("live-mini", "--coups", "-5"), "simulate/no-coups"),
        (("live-mini", "--coups", "many"), "simulate/not-a-number"),
        (("live-mini", "--coups", "1.5"), "simulate/not-a-number"),
        (("live-mini", "--coups", "nan"), "simulate/not-a-number"),
        (("live-mini", "--coups", "1e400"), "simulate/not-a-number"),
        (("live-mini", "--coups", "1_000"), "simulate/not-a-number"),
        (("live-mini", "--coups", "١٠٠٠"), "simulate/not-a-number"),
        (("live-mini", "--cluster", ""), "simulate/no-cluster"),
        (("monte-carlo", "--coups", "10"), "house/unknown"),
    ],
)
def test_impossible_simulations_are_refused(args: tuple[str, ...], code: str) -> None:
    assert code_of_refusal("simulate", *args) == code


def test_a_refusal_is_one_line_and_nothing_is_printed() -> None:
    ran = run("simulate", "nowhere")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("puntobanco: house/unknown: ")
    assert ran.stderr.count("\n") == 1


def interrupted_after(seconds: float) -> tuple[int, str]:
    with subprocess.Popen(
        [sys.executable, "-m", "puntobanco", "simulate", "live-mini", "--coups", "1e13", "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=accept_interrupts,
    ) as running:  # fmt: skip
        time.sleep(seconds)
        running.send_signal(signal.SIGINT)
        said, _ = running.communicate(timeout=30)
        return running.returncode, said


def test_an_interrupted_simulation_gives_the_result_so_far() -> None:
    """The first run compiles; how soon the next one has a result depends on the machine."""
    assert run("simulate", "live-mini", "--coups", "1").returncode == 0
    for seconds in (3, 10, 30):
        status, said = interrupted_after(seconds)
        if said:
            break
    answer = json.loads(said)
    assert status == 0
    assert answer["stopped"] is True
    assert 0 < answer["coups"] < 1e13


def peak_memory(house: str, coups: str) -> float:
    """The most memory that a simulation used, in megabytes."""
    command = [sys.executable, "-m", "puntobanco", "simulate", house, "--coups", coups]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(running.pid, 0)
    running.returncode = os.waitstatus_to_exitcode(status)
    assert running.returncode == 0
    return usage.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)


@pytest.mark.parametrize(
    ("house", "few", "many"), [("for-fun", "1e8", "1e9"), ("live-mini", "2e7", "2e8")]
)
def test_memory_does_not_grow_with_the_coups(house: str, few: str, many: str) -> None:
    assert peak_memory(house, many) < peak_memory(house, few) + 4


@pytest.mark.parametrize("before", [None, "an older report"])
def test_a_run_that_is_refused_leaves_the_report_as_it_was(
    tmp_path: Path, before: str | None
) -> None:
    page = tmp_path / "report.html"
    if before:
        page.write_text(before, encoding="utf-8")
    assert run("simulate", "for-fun", "--cluster", "", "--report", page).returncode == 2
    assert (page.read_text(encoding="utf-8") if page.exists() else None) == before


def test_the_report_is_one_page_without_external_files(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    ran = run("simulate", "live-mini", "--coups", "2e7", "--report", page)
    assert ran.returncode == 0, ran.stderr
    text = page.read_text(encoding="utf-8")
    assert text.count("<svg") == 9 + 4  # one for each bet, two for each plan
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(set(ids)) == len(ids)
    assert set(re.findall(r'(?:href="|url\()#([^")]+)', text)) <= set(ids)
    for said in (
        "L&#x27;una o l&#x27;altra coppia",
        "94.70293",
        "Convergence",
        "martingale: from 20.00 EUR",
        "</html>",
    ):
        assert said in text
    assert not re.search(r'(src|href)="(?!#)', text.replace("xlink:href", "")), (
        "the report must load nothing from elsewhere"
    )
    ran = run("simulate", "live-mini", "--coups", "2e7", "--report", tmp_path / "no" / "x.html")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("puntobanco: input/unwritable: ")


def test_a_picture_is_the_same_every_time() -> None:
    """matplotlib's ids are hashes with a random salt unless a salt is set."""

    def drawn(name: str) -> str:
        figure = canvas(3, 2)
        figure.subplots().plot([1, 2], marker="o")
        return picture(figure, name, "two points")

    assert drawn("one") == drawn("one") != drawn("other")


def test_the_last_estimate_of_a_run_is_stored_once() -> None:
    ours = find_house("for-fun")
    history, _ = follow(ours, deal_here(Run(ours.sheet.cards, ours.sheet.rule, 1, 1000)))
    assert [each.coups for each in history] == [1000]
