"""The evening at real consoles in Chromium: `make soak`, or `python -m soak.evening --seed 7`.

Robots work at consoles on a phone, a tablet and a desktop, at two tables with real chips, on each
database. They make slips, hand tables over, and the server is killed during a coup. Every payment
is compared with a recount.
"""

import argparse
import secrets
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import Progress

from tests.browser.console_evening import SLIPS
from tests.browser.evening_house import HOUSES, EveningHouse
from tests.databases import NOT_DURABLE, postgres

COUPS: Final = 200
SLIPS_IN: Final = 5  # one slip in five coups
DATABASES: Final = ("sqlite", "postgres")


@contextmanager
def _database(where: str, directory: Path) -> Iterator[str]:
    if where == "sqlite":
        yield str(directory / "house.db")
    else:
        with postgres(*NOT_DURABLE) as server:
            yield server.new_database()


def play(where: str, seed: int, coups: int, console: Console) -> None:
    """Play one evening and print its figures."""
    with (
        tempfile.TemporaryDirectory() as directory,
        _database(where, Path(directory)) as database,
        Progress(console=console) as progress,
    ):
        bar = progress.add_task(f"evening on {where}", total=coups)
        evening = EveningHouse(database, Path(directory), seed)
        slips = [SLIPS[n // len(HOUSES) % len(SLIPS)] for n in range(coups // SLIPS_IN)]
        done = evening.play([*HOUSES], coups, slips, told=lambda: progress.advance(bar))
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(done.slips.items()))
    console.print(
        f"{where}, seed {seed}: {done.coups} coups and {done.void} void, {done.sabots} sabots,"
        f" {done.hand_overs} hand-overs, {done.restarts} restart, {done.unlocked} consoles"
        f" unlocked; {done.payments} payments compared; {done.messages} messages to others read"
        f" ({done.bytes:,} bytes in all); {done.seconds:.0f} s\n"
        f"{sum(done.slips.values())} slips: {kinds}",
        markup=False,
        highlight=False,
        soft_wrap=True,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="soak.evening", description="An evening at consoles.")
    parser.add_argument("--coups", type=int, default=COUPS)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    parser.add_argument("--database", choices=DATABASES, help="by default both")
    options = parser.parse_args(arguments)
    console = Console()
    for where in [options.database] if options.database else DATABASES:
        try:
            play(where, options.seed, options.coups, console)
        except Exception as error:
            console.print(f"{where}, seed {options.seed}: {error}", markup=False, style="red")
            raise
    return 0


if __name__ == "__main__":
    sys.exit(main())
