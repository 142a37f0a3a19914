"""How fast the command line starts, and how many coups per second it settles."""

import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from statistics import median

import puntobanco
from benchmarks.row import Row, Work
from puntobanco.game.cards import DECK, print_cards
from puntobanco.game.coup import deal

COUPS = 60_000
PLAIN_JSON = "import json, sys\nfor line in sys.stdin: print(json.dumps(json.loads(line)))"


def starts() -> Iterator[Row]:
    """Cold starts, compared in turn with those of a bare interpreter."""
    bare, shown, odds = [], [], []
    for _ in range(9):
        bare.append(_seconds([sys.executable, "-c", "pass"]))
        shown.append(_seconds([sys.executable, "-m", "puntobanco", "--help"]))
        odds.append(_seconds([sys.executable, "-m", "puntobanco", "odds", "live-mini"]))
    start = median(bare)
    reference = f"python -c pass: {start:.3f} s"
    for name, times, target in (
        ("--help", shown, "≤ 0.2 s"),
        ("odds live-mini", odds, "≤ 0.5 s"),
    ):
        ours = median(times)
        yield Row(f"puntobanco {name}", f"{ours:.3f} s", target, reference, start / ours)


def settle() -> Iterator[Row]:
    """Coups settled from JSON lines, compared with a program that only copies the lines."""
    lines = _coups()
    settled = _seconds([sys.executable, "-m", "puntobanco", "settle", "live-mini"], lines)
    echoed = _seconds([sys.executable, "-c", PLAIN_JSON], lines)
    reference = f"json in and out: {COUPS / echoed:,.0f} lines/s"
    rate = f"{COUPS / settled:,.0f} lines/s"
    yield Row("puntobanco settle", rate, "≥ 20,000", reference, echoed / settled)


def _coups() -> bytes:
    chance = random.Random(1)
    rule = puntobanco.house("live-mini").sheet.rule
    stakes = {"punto": 1000, "banco": 1000, "grande": 200}
    return b"".join(
        json.dumps({"cards": print_cards(coup.cards), "stakes": stakes}).encode() + b"\n"
        for coup in (deal(rule, chance.choices(DECK, k=6)) for _ in range(COUPS))
    )


def _seconds(command: Sequence[str], stdin: bytes = b"") -> float:
    started = time.perf_counter()
    subprocess.run(command, input=stdin, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - started


WORKS: tuple[Work, ...] = (starts, settle)
