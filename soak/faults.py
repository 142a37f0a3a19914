"""The long fault test: `make soak`, or one history again: `python -m soak.faults --seed 7`.

It runs a hundred thousand simulated histories, ten thousand power cuts, an error at every disk
call, and kills of a real server on each database.
"""

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Final

from rich.console import Console
from rich.progress import Progress

from tests.databases import NOT_DURABLE, postgres
from tests.faults.history import History, play
from tests.faults.io_errors import fail_everywhere
from tests.faults.kills import Kills
from tests.faults.power import PowerCuts

HISTORIES: Final = 100_000
CUTS: Final = 10_000
KILLS: Final = 200  # on each database
ROBOTS: Final = 200  # at a shared table, during a tenth of the kills
CROUPIERS: Final = 12  # at two tables, during a quarter of the kills
CALLS: Final = 400  # disk calls, each of which fails once
FIRST_SEED: Final = 1_000_000  # other seeds than in `make test`
AT_ONCE: Final = 500


def histories(first: int) -> int:
    return play(range(first, first + AT_ONCE))


def cuts(seed: int) -> int:
    power = PowerCuts(seed)
    power.run(AT_ONCE)
    return power.coups


def errors(first: int) -> int:
    disk = fail_everywhere(range(first, first + 50), first)
    return disk.halted + disk.refused


def kills(where: str, number: int) -> int:
    with _database(where) as database:
        killing = Kills(database, seed=number)
        asyncio.run(killing.run(number))
        return killing.acknowledged


def robots(where: str, number: int, kills: int) -> int:
    with _database(where) as database:
        killing = Kills(database, seed=number, robots=number)
        asyncio.run(killing.run(kills, longest=8))
        return killing.acknowledged


def croupiers(where: str, number: int, kills: int) -> int:
    """Kills at tables with ten players and croupiers who disconnect after every command."""
    with _database(where) as database:
        killing = Kills(database, seed=number, guests=0, robots=10, croupiers=number)
        asyncio.run(killing.run(kills, longest=3))
        return killing.acknowledged


@contextmanager
def _database(where: str) -> Iterator[str]:
    if where == "sqlite":
        with tempfile.TemporaryDirectory() as directory:
            yield f"{directory}/house.db"
    else:
        with postgres(*NOT_DURABLE) as server:
            yield server.new_database()


def replay(seed: int, traced: bool, console: Console) -> int:
    """Run one history; print it line by line if asked for."""
    history = History(seed, traced=traced)
    failed: BaseException | None = None
    try:
        history.run()
    except Exception as error:
        failed = error
    for line in history.trace or ():
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    if failed is None:
        console.print(f"seed {seed}: nothing to object, in {history.turns} turns")
        return 0
    console.print(f"seed {seed}: {type(failed).__name__}: {failed}", markup=False, style="red")
    return 1


Work = Callable[[], int]


def all_work(options: argparse.Namespace) -> dict[str, list[Work]]:
    first = options.first_seed
    databases = ("sqlite", "postgres") if options.kills else ()
    return {
        "histories": [partial(histories, first + n) for n in range(0, options.histories, AT_ONCE)],
        "power cuts": [partial(cuts, first + n) for n in range(0, options.cuts, AT_ONCE)],
        "disk errors": [partial(errors, n) for n in range(1, options.calls + 1, 50)],
        "kills": [partial(kills, where, options.kills) for where in databases],
        "kills with robots": [
            partial(robots, where, options.robots, options.kills // 10) for where in databases
        ],
        "kills with croupiers": [
            partial(croupiers, where, options.croupiers, options.kills // 4) for where in databases
        ],
    }


def run(options: argparse.Namespace, console: Console) -> list[str]:
    """Run everything on all cores; return what failed, in words."""
    failures = []
    with ProcessPoolExecutor(os.cpu_count()) as pool, Progress(console=console) as progress:
        for name, works in all_work(options).items():
            began = perf_counter()
            bar = progress.add_task(name, total=len(works))
            for future in [pool.submit(work) for work in works]:
                try:
                    future.result()
                except Exception as error:
                    failures.append(f"{name}: {error}")
                    progress.console.print(failures[-1], markup=False, style="red")
                progress.advance(bar)
            progress.console.print(f"{name}: {perf_counter() - began:.0f} s", markup=False)
    return failures


def write_report(options: argparse.Namespace, failures: Sequence[str]) -> str:
    lines = [
        "# Faults, for long",
        "",
        "**Found:**" if failures else "**Nothing to object.**",
        *(f"- {each}" for each in failures),
        "",
        f"{options.histories:,} histories from seed {options.first_seed:,}, {options.cuts:,} power"
        f" cuts, {options.calls} calls of the disk failing, {options.kills} kills of a real server"
        f" on each database, {options.kills // 10} with {options.robots} robots at shared"
        f" tables, and {options.kills // 4} with {options.croupiers} croupiers at their consoles.",
    ]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="soak.faults", description="Everything that goes wrong.")
    parser.add_argument("--seed", type=int, help="one history alone")
    parser.add_argument("--trace", action="store_true", help="and every step of it")
    parser.add_argument("--histories", type=int, default=HISTORIES)
    parser.add_argument("--first-seed", type=int, default=FIRST_SEED)
    parser.add_argument("--cuts", type=int, default=CUTS)
    parser.add_argument("--calls", type=int, default=CALLS)
    parser.add_argument(
        "--kills", type=int, default=KILLS, help="on each database; 0: no server is started"
    )
    parser.add_argument("--robots", type=int, default=ROBOTS, help="at a shared table")
    parser.add_argument("--croupiers", type=int, default=CROUPIERS, help="at two tables")
    parser.add_argument("--report", type=Path, default=Path("soak-report") / "faults.md")
    options = parser.parse_args(arguments)
    console = Console()
    if options.seed is not None:
        return replay(options.seed, options.trace, console)
    failures = run(options, console)
    options.report.parent.mkdir(parents=True, exist_ok=True)
    options.report.write_text(write_report(options, failures), encoding="utf-8")
    console.print(f"The report is in {options.report}", markup=False)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
