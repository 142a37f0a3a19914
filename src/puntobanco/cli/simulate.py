"""`puntobanco simulate`: coups by the thousand million, held against the exact odds."""

import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from puntobanco.cli.arguments import HouseName
from puntobanco.errors import NotANumber

if TYPE_CHECKING:
    from puntobanco.simulate.runs import Piece, Tally
    from puntobanco.simulate.statistics import Estimates


def simulate(
    house: HouseName,
    coups: Annotated[str, typer.Option(metavar="N", help="How many: 1000000, or 1e9.")] = "1e8",
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same coups.")] = 1,
    threads: Annotated[
        int | None, typer.Option(min=1, max=256, help="As many as the machine has cores.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Deal coups at a house and compare every bet's return with the exact one."""
    import os

    import numpy as np

    from puntobanco.houses import house as find_house
    from puntobanco.simulate.runs import Run
    from puntobanco.simulate.statistics import estimate, expected

    ours = find_house(house)
    number = _whole_number(coups)
    work = Run(ours.sheet.cards, ours.sheet.rule, seed, number)
    pieces = len(work)
    exact = expected(ours.sheet, ours.odds)
    started = time.perf_counter()
    total: Tally = np.zeros((11, 11), np.int64)
    stopped = False
    try:
        for tally in _deal_all(work, pieces, threads or os.cpu_count() or 1):
            total += tally
    except KeyboardInterrupt:
        stopped = True
    seconds = time.perf_counter() - started
    if not total.any():
        raise typer.Exit(130)
    result = estimate(ours.sheet, ours.odds, total, exact)
    if json:
        _print_json(result, seconds, seed, stopped)
    else:
        _print(result, seconds, stopped)


def _whole_number(text: str) -> int:
    try:
        number = float(text)
        if number != int(number) or number > 1e15:
            raise ValueError
    except (ValueError, OverflowError):
        raise NotANumber(what="--coups", text=text[:40]) from None
    return int(text) if text.isdecimal() else int(number)


def _deal_all(work: "Iterable[Piece]", pieces: int, threads: int) -> "Iterator[Tally]":
    """The pieces' tallies in their order, a few at a time, with a bar on standard error."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from puntobanco.simulate.runs import deal

    waiting = iter(work)
    columns = ("dealing", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        ThreadPoolExecutor(threads) as pool,
        Progress(*columns, console=Console(stderr=True), transient=True) as progress,
    ):
        task = progress.add_task("", total=pieces)
        running = [pool.submit(deal, piece) for piece in islice(waiting, 2 * threads)]
        try:
            while running:
                yield running.pop(0).result()
                progress.advance(task)
                running += [pool.submit(deal, piece) for piece in islice(waiting, 1)]
        finally:
            for future in running:
                future.cancel()


def _print_json(result: "Estimates", seconds: float, seed: int, stopped: bool) -> None:
    import msgspec

    answer: dict[str, Any] = {
        "house": result.house,
        "seed": seed,
        "coups": result.coups,
        "sabots": result.sabots,
        "stopped": stopped,
        "seconds": seconds,
        "coups_per_second": result.coups / seconds,
        "bets": {
            bet: {"rtp": each.rtp, "stderr": each.stderr, "exact": each.exact, "z": each.z}
            for bet, each in result.bets.items()
        },
    }
    typer.echo(msgspec.json.encode(answer))


def _print(result: "Estimates", seconds: float, stopped: bool) -> None:
    from puntobanco.cli.terminal import Terminal, table

    out = Terminal()
    sabots = f" in {result.sabots:,} sabots" if result.sabots else ""
    early = ", stopped early" if stopped else ""
    rate = result.coups / seconds / 1e6
    out.title(
        result.house,
        f"{result.coups:,} coups{sabots} in {seconds:.1f} s: {rate:,.0f} million a second{early}",
    )
    grid = table("bet", "return %", "± %", "exact %", "z")
    for bet, each in result.bets.items():
        grid.add_row(
            bet, f"{each.rtp:.5f}", f"{each.stderr:.5f}", f"{each.exact:.5f}", f"{each.z:+.2f}"
        )
    out.show(grid)
