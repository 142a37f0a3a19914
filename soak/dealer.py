"""The long test of the dealer: `make soak`, or `python -m soak.dealer --minutes 10`.

It computes the same statistics as `make test` for as many sabots and coups as time allows. Then
dieharder tests the bytes from which the cards are dealt. A report has all results.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from pathlib import Path
from threading import Timer
from time import monotonic
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from puntobanco.fair.commitment import Terms, deal_order, mix
from puntobanco.fair.drbg import HmacDrbg
from puntobanco.fair.shuffle import BYTES_PER_CALL
from tests.fair.battery import Battery, threshold

CONFIDENCE: Final = 0.99  # of all tests of a kind together
CARDS_SHARE: Final = 0.4  # of the time
BATCH: Final = 500
FEWEST_SABOTS: Final = 200

# dieharder's tests, and the seconds that one p-sample takes at about 8 MB/s. Left out are tests
# that dieharder itself calls suspect, and those that need gigabytes.
DIEHARDER: Final = {
    8: 0.4,  # count the 1s (stream)
    10: 0.5,  # parking lot
    11: 0.5,  # minimum distance
    4: 0.6,  # bitstream
    101: 0.6,  # STS runs
    15: 0.6,  # runs
    100: 0.7,  # STS monobit
    102: 0.7,  # STS serial
    3: 0.7,  # 6x8 binary rank
    12: 0.7,  # 3d sphere
    0: 0.7,  # birthdays
    16: 1.1,  # craps
    9: 1.2,  # count the 1s (byte)
    2: 1.6,  # 32x32 binary rank
    13: 2.4,  # squeeze
}
FEWEST_SAMPLES: Final = 10  # with 5, even the worst bytes give no p below 0.00025
USUAL_SAMPLES: Final = 100
# test_name|ntup|tsamples|psamples|p-value|Assessment
ROW: Final = re.compile(r"\s*(\w+)\|\s*(\d+)\|\s*(\d+)\|\s*(\d+)\|\s*([\d.]+)\|\s*(\w+)")


@dataclass(frozen=True, slots=True)
class Row:
    """The result of one of dieharder's tests."""

    test: str
    tuple_size: int
    t_samples: int
    p_samples: int
    p: float
    word: str


@dataclass(slots=True)
class Soak:
    """The results so far."""

    seed: str
    batteries: dict[int, Battery] = field(default_factory=lambda: {8: Battery(8), 1: Battery(1)})
    rows: list[Row] = field(default_factory=list)
    fed: int = 0  # bytes given to dieharder
    samples: int = 0  # p-samples for each of its tests
    missing: list[str] = field(default_factory=list)  # skipped for lack of time or tools

    @property
    def cards(self) -> list[tuple[int, str, float]]:
        return [
            (decks, test, p)
            for decks, battery in self.batteries.items()
            if battery.orders
            for test, p in battery.results().items()
        ]

    @property
    def failures(self) -> list[str]:
        cards, rows = self.cards, self.rows
        least = threshold(len(cards) or 1, CONFIDENCE)
        least_row = threshold(len(rows) or 1, CONFIDENCE)
        return [f"{test}, {decks} deck(s)" for decks, test, p in cards if p < least] + [
            f"{row.test} {row.tuple_size}" for row in rows if row.p < least_row
        ]


def deal(seed: str, decks: int, number: int) -> list[int]:
    """Deal as a table does, with new seeds of house and player for every number."""
    house = sha256(f"{seed}, house, {decks}, {number}".encode()).digest()
    player = mix("anna", sha256(f"{seed}, anna, {decks}, {number}".encode()).hexdigest())
    terms = Terms(table="soak", epoch=1, number=number, sheet=bytes(32), decks=decks, cut=0)
    return [card.index for card in deal_order(house, terms, [player])]


def generate(seed: str) -> Iterator[bytes]:
    """The generator's bytes, sabot after sabot, requested as the shuffle requests them."""
    house = sha256(f"{seed}, stream".encode()).digest()
    for number in count(1):
        terms = Terms(table="soak", epoch=1, number=number, sheet=bytes(32), decks=8, cut=0)
        generator = HmacDrbg(house, terms.nonce)
        yield generator.generate(BYTES_PER_CALL)


def look_at_cards(soak: Soak, sabots: int, deadline: float, progress: Progress) -> None:
    """Deal sabots and one-deck coups in turn, until all are dealt or the time is up."""
    task = progress.add_task("cards", total=sabots, note="")
    for start in range(1, sabots + 1, BATCH):
        if monotonic() > deadline:
            soak.missing.append(f"{sabots - start + 1:,} of {sabots:,} sabots: no time")
            return
        numbers = range(start, min(start + BATCH, sabots + 1))
        for decks, battery in soak.batteries.items():
            battery.add(deal(soak.seed, decks, number) for number in numbers)
        progress.update(task, advance=len(numbers), note=f"{numbers[-1]:,} sabots")


def find_dieharder(console: Console) -> str | None:
    """The path of dieharder, installed from Debian's packages if needed and possible."""
    found = shutil.which("dieharder")
    apt = shutil.which("apt-get")
    if found or apt is None or os.geteuid() != 0:
        return found
    console.print("dieharder is not here; installing Debian's package")
    for arguments in (["update", "-qq"], ["install", "-y", "-qq", "dieharder"]):
        done = subprocess.run([apt, *arguments], capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            console.print(done.stderr.strip(), markup=False)
            return None
    return shutil.which("dieharder")


def look_at_bytes(soak: Soak, dieharder: str, deadline: float, progress: Progress) -> None:
    """Run dieharder's tests one after another on one stream of bytes."""
    time = deadline - monotonic()
    cost = sum(DIEHARDER.values())
    soak.samples = max(FEWEST_SAMPLES, min(USUAL_SAMPLES, int(0.9 * time / cost)))
    stream = generate(soak.seed)
    task = progress.add_task("dieharder", total=cost, note="")
    for number, seconds in DIEHARDER.items():
        rows = run_dieharder(soak, dieharder, number, stream, deadline)
        if not rows:
            soak.missing.append(f"dieharder -d {number}: no time")
        soak.rows += rows
        note = f"{rows[0].test} {rows[0].p:.3f}" if rows else ""
        progress.update(task, advance=seconds, note=f"{soak.fed / 1e6:,.0f} MB {note}")


def run_dieharder(
    soak: Soak, dieharder: str, number: int, stream: Iterator[bytes], deadline: float
) -> list[Row]:
    """Feed one test until it has enough bytes; return nothing if the time runs out first."""
    left = deadline - monotonic()
    if left <= 0:
        return []
    command = [dieharder, "-g", "200", "-d", str(number), "-p", str(soak.samples)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:  # noqa: S603
        timer = Timer(left, process.kill)
        timer.start()
        try:
            feed(soak, process, stream)
            output = process.stdout.read().decode() if process.stdout else ""
        finally:
            timer.cancel()
            process.kill()
    found = (ROW.match(line) for line in output.splitlines())
    return [
        Row(each[1], int(each[2]), int(each[3]), int(each[4]), float(each[5]), each[6])
        for each in found
        if each
    ]


def feed(soak: Soak, process: subprocess.Popen[bytes], stream: Iterator[bytes]) -> None:
    if process.stdin is None:
        return
    try:
        with suppress(BrokenPipeError):  # it has read enough
            for data in stream:
                process.stdin.write(data)
                soak.fed += len(data)
    finally:  # drop the rest of the buffer, also after Ctrl-C
        with suppress(BrokenPipeError):
            process.stdin.close()


def write_report(soak: Soak, seconds: float) -> str:
    cards, rows, failures = soak.cards, soak.rows, soak.failures
    least = threshold(len(cards) or 1, CONFIDENCE)
    least_row = threshold(len(rows) or 1, CONFIDENCE)
    verdict = f"**Not fair by: {'; '.join(failures)}.**" if failures else "**Nothing to object.**"
    dealt = " and ".join(
        f"{battery.orders:,} orders of {decks} deck{'s' if decks > 1 else ''}"
        for decks, battery in soak.batteries.items()
    )
    lines = [
        "# The dealer, looked at for long",
        "",
        f"{verdict} Seed `{soak.seed}`, {seconds / 60:.1f} minutes.",
        "",
        *(f"- Left out: {what}." for what in soak.missing),
        "",
        "## The cards",
        "",
        f"{dealt}, two-sided p-values; all hold at {CONFIDENCE:.0%} together if none is below "
        f"{least:.2g}.",
        "",
        "| decks | test | p | |",
        "|--:|---|--:|---|",
        *(f"| {decks} | {test} | {p:.4f} | {_word(p, least)} |" for decks, test, p in cards),
        "",
        "## The bytes",
        "",
        f"dieharder on {soak.fed / 1e6:,.0f} MB of HMAC_DRBG, {soak.samples} p-samples to a test; "
        f"all hold at {CONFIDENCE:.0%} together if no p is below {least_row:.2g}. Its last step "
        "is a Kolmogorov–Smirnov test of the p-samples, which for few of them gives values near 1 "
        "too often with any generator (of 900 results of STS serial at 10 p-samples, its own "
        "mt19937 had 116 above 0.995 and AES 124, neither any below 0.005). So only a small p "
        "counts here; the word is dieharder's own and takes a large one for weak or failed, too.",
        "",
        "| test | n | t-samples | p-samples | p | | dieharder says |",
        "|---|--:|--:|--:|--:|---|---|",
        *(
            f"| {row.test} | {row.tuple_size} | {row.t_samples} | {row.p_samples} | {row.p:.4f} "
            f"| {_word(row.p, least_row)} | {row.word.lower()} |"
            for row in rows
        ),
    ]
    return "\n".join(lines) + "\n"


def _word(p: float, least: float) -> str:
    return "holds" if p >= least else "**fails**"


def _positive(text: str) -> float:
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not more than zero")
    return value


def main() -> int:
    parser = argparse.ArgumentParser(prog="soak.dealer", description="A long look at the dealer.")
    parser.add_argument("--minutes", type=_positive, default=10.0, help="time to take, at most")
    parser.add_argument("--sabots", type=int, default=200_000, help="to deal, at most")
    parser.add_argument("--seed", default="soak 1", help="any text; the same gives the same cards")
    parser.add_argument("--report", type=Path, default=Path("soak-report/dealer.md"))
    options = parser.parse_args()
    if options.sabots < FEWEST_SABOTS:
        parser.error(f"--sabots: {FEWEST_SABOTS} or more, for the statistics to say anything")
    console = Console()
    options.report.parent.mkdir(parents=True, exist_ok=True)
    soak = Soak(options.seed)
    began = monotonic()
    time = 60 * options.minutes
    dieharder = find_dieharder(console)
    columns = TextColumn("{task.description:9}"), BarColumn(), TimeElapsedColumn()
    try:
        with Progress(*columns, TextColumn("{task.fields[note]}"), console=console) as progress:
            share = CARDS_SHARE if dieharder else 1.0
            look_at_cards(soak, options.sabots, began + share * time, progress)
            if dieharder:
                look_at_bytes(soak, dieharder, began + time, progress)
            else:
                soak.missing.append("dieharder: not here (`sudo apt-get install dieharder`)")
    except KeyboardInterrupt:
        soak.missing.append("what came after Ctrl-C")
    options.report.write_text(write_report(soak, monotonic() - began), encoding="utf-8")
    for what in soak.missing:
        console.print(f"left out: {what}", markup=False)
    for what in soak.failures:
        console.print(f"fails: {what}", markup=False, style="red")
    console.print(f"The report is in {options.report}", markup=False)
    return 1 if soak.failures or not soak.rows else 0


if __name__ == "__main__":
    sys.exit(main())
