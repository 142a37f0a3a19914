"""`puntobanco simulate`: deal many coups and compare the returns with the exact ones."""

import os
import re
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from puntobanco.cli.parts.arguments import HouseArgument
from puntobanco.errors import NoCluster, NotANumber

if TYPE_CHECKING:
    from puntobanco.houses.playing import House
    from puntobanco.simulate.runs import Piece, Run, Tally
    from puntobanco.simulate.statistics import Estimates

GROWTH = 1.05  # how a run stood is remembered each time it has grown by so much


def simulate(
    house: HouseArgument,
    coups: Annotated[
        str, typer.Option(metavar="N", help="The number of coups, as in 1000000 or 1e9.")
    ] = "1e8",
    seed: Annotated[
        int, typer.Option(min=0, max=2**63 - 1, help="The same seed gives the same coups.")
    ] = 1,
    threads: Annotated[
        int | None,
        typer.Option(min=1, max=256, help="The number of threads; by default one per core."),
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Deal on this Dask cluster.")
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option(metavar="FILE.html", help="Write one page with tables and pictures."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Deal coups at a house and compare every bet's return with the exact one."""
    from puntobanco.houses import house as find_house
    from puntobanco.simulate.runs import Run

    ours = find_house(house)
    work = Run(ours.sheet.cards, ours.sheet.rule, seed, _whole_number(coups))
    if report:
        from puntobanco.cli.parts.simulation_report import check_writable

        check_writable(report)
    get_ready(ours, work)
    tallies = _deal_there(work, cluster) if cluster is not None else deal_here(work, threads)
    started = time.perf_counter()
    history, ended = follow(ours, _with_bar(tallies, work.coups))
    seconds = time.perf_counter() - started
    if not history:
        typer.echo("stopped before the first coup", err=True)
        raise typer.Exit(130)
    result, stopped = history[-1], ended is not None
    if json:
        _print_json(result, seconds, seed, stopped)
    else:
        _print(result, seconds, stopped)
    if report:
        from puntobanco.cli.parts.evening_report import evening
        from puntobanco.cli.parts.simulation_report import write_report

        caption = f"{facts(result, seconds, stopped)}, seed {seed}"
        write_report(report, ours, history, caption, evening(ours, seed))
    if isinstance(ended, NoCluster):
        raise ended


def get_ready(ours: "House", work: "Run") -> None:
    """Compile the kernel and compute the exact returns before the clock starts."""
    from puntobanco.simulate.statistics import expected

    expected(ours.sheet, ours.odds)
    next(iter(work)).deal()


def follow(
    ours: "House", tallies: "Iterator[Tally]"
) -> "tuple[list[Estimates], KeyboardInterrupt | NoCluster | None]":
    """Interim results and the final one, and what ended the run early, if anything."""
    from puntobanco.simulate.statistics import estimate, expected

    exact = expected(ours.sheet, ours.odds)
    history: list[Estimates] = []
    total: Tally | None = None
    ended: KeyboardInterrupt | NoCluster | None = None
    try:
        for tally in tallies:
            total = tally if total is None else total + tally
            if not history or total[0, 1] > GROWTH * history[-1].coups:
                history.append(estimate(ours.sheet, ours.odds, total, exact))
    except (KeyboardInterrupt, NoCluster) as early:
        ended = early
    if total is not None:
        if history and history[-1].coups == total[0, 1]:
            history.pop()
        history.append(estimate(ours.sheet, ours.odds, total, exact))
    elif isinstance(ended, NoCluster):
        raise ended
    return history, ended


def _whole_number(text: str) -> int:
    if re.fullmatch(r"-?[0-9]{1,16}(\.[0-9]+)?([eE]\+?[0-9]{1,2})?", text):
        number = float(text)
        if number == int(number) <= 1e15:
            return int(number)
    raise NotANumber(what="--coups", text=text[:40])


def _with_bar(tallies: "Iterator[Tally]", coups: int) -> "Iterator[Tally]":
    """The tallies as they come, with a bar on standard error."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

    columns = ("dealing", BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=coups)
        for tally in tallies:
            yield tally
            progress.advance(task, int(tally[0, 1]))


def _deal_there(work: "Iterable[Piece]", address: str) -> "Iterator[Tally]":
    from puntobanco.cli.parts.simulation_cluster import deal_on_cluster

    return deal_on_cluster(work, address)


def deal_here(work: "Iterable[Piece]", threads: int | None = None) -> "Iterator[Tally]":
    """The pieces' tallies in their order; only a few pieces are under way at a time."""
    from puntobanco.simulate.runs import deal

    waiting = iter(work)
    threads = threads or os.cpu_count() or 1
    with ThreadPoolExecutor(threads) as pool:
        running = [pool.submit(deal, piece) for piece in islice(waiting, 2 * threads)]
        try:
            while running:
                yield running.pop(0).result()
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


def facts(result: "Estimates", seconds: float, stopped: bool) -> str:
    """How much was dealt, and how fast."""
    sabots = f" in {result.sabots:,} sabots" if result.sabots else ""
    early = ", stopped early" if stopped else ""
    rate = result.coups / seconds / 1e6
    return f"{result.coups:,} coups{sabots} in {seconds:.1f} s: {rate:,.0f} million a second{early}"


def _print(result: "Estimates", seconds: float, stopped: bool) -> None:
    from puntobanco.cli.parts.output import Terminal, signed, table

    out = Terminal()
    out.title(result.house, facts(result, seconds, stopped))
    grid = table("bet", "return %", "± %", "exact %", "z")
    for bet, each in result.bets.items():
        grid.add_row(
            bet, f"{each.rtp:.5f}", f"{each.stderr:.5f}", f"{each.exact:.5f}", signed(each.z)
        )
    out.show(grid)
