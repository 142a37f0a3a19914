"""Simulates a thousand million coups of every house: `make soak`, or `python -m soak.coups`.

The report compares every bet's return with the exact one, and has a page for each house.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Final

from rich.console import Console
from rich.progress import track

from puntobanco.cli.parts.evening_report import evening
from puntobanco.cli.parts.output import signed
from puntobanco.cli.parts.simulation_report import check_writable, write_report
from puntobanco.cli.simulate import deal_here, facts, follow
from puntobanco.houses import HOUSES, house
from puntobanco.simulate.runs import Run
from puntobanco.simulate.statistics import Estimate, Estimates

COUPS: Final = 10**9
FAR: Final = 4.0  # standard errors; by chance some bet is that far off in one run of 500


def look(name: str, coups: int, seed: int, page: Path) -> Estimates:
    """Simulate a house and write its page."""
    ours = house(name)
    check_writable(page)
    began = perf_counter()
    history, ended = follow(ours, deal_here(Run(ours.sheet.cards, ours.sheet.rule, seed, coups)))
    if ended:
        raise ended
    said = facts(history[-1], perf_counter() - began, stopped=False)
    write_report(page, ours, history, f"{said}, seed {seed}", evening(ours, seed))
    return history[-1]


def holds(bet: Estimate) -> bool:
    return bet.z is not None and abs(bet.z) < FAR


def failures(results: Sequence[Estimates]) -> list[str]:
    return [
        f"{result.house}, {bet}"
        for result in results
        for bet, each in result.bets.items()
        if not holds(each)
    ]


def write_table(results: Sequence[Estimates], seed: int) -> str:
    far = failures(results)
    lines = [
        "# Every house, dealt for long",
        "",
        f"**Off: {'; '.join(far)}.**" if far else "**Nothing to object.**",
        f"{sum(result.coups for result in results):,} coups, seeds from {seed}; a return holds "
        f"if it is less than {FAR:g} standard errors from the exact one.",
        "",
        "| house | coups | bet | return % | ± % | exact % | z | |",
        "|---|--:|---|--:|--:|--:|--:|---|",
        *(
            f"| [{result.house}]({result.house}.html) | {result.coups:,} | {bet} | {each.rtp:.5f} "
            f"| {each.stderr:.5f} | {each.exact:.5f} | {signed(each.z)} "
            f"| {'holds' if holds(each) else '**fails**'} |"
            for result in results
            for bet, each in result.bets.items()
        ),
    ]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="soak.coups", description="Coups of every house.")
    parser.add_argument("houses", nargs="*", default=HOUSES, help="all, if none is named")
    parser.add_argument("--coups", type=int, default=COUPS, help="to deal at each")
    parser.add_argument("--seed", type=int, default=1, help="of the first, the next for the next")
    parser.add_argument("--reports", type=Path, default=Path("soak-report"))
    options = parser.parse_args(arguments)
    console = Console()
    options.reports.mkdir(parents=True, exist_ok=True)
    results = [
        look(name, options.coups, seed, options.reports / f"{name}.html")
        for seed, name in enumerate(track(options.houses, "coups", console=console), options.seed)
    ]
    table = options.reports / "coups.md"
    table.write_text(write_table(results, options.seed), encoding="utf-8")
    far = failures(results)
    for what in far:
        console.print(f"off: {what}", markup=False, style="red")
    console.print(f"The report is in {table}", markup=False)
    return 1 if far else 0


if __name__ == "__main__":
    sys.exit(main())
