"""`puntobanco crowd`: robots at a shared table."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from puntobanco.client.robots import CrowdCounts


def crowd(
    table: Annotated[
        str, typer.Argument(metavar="[TABLE]", help="The name of a shared table.")
    ] = "live-mini",
    players: Annotated[int, typer.Option(min=1, max=5_000, help="The number of robots.")] = 10,
    seconds: Annotated[
        float,
        typer.Option(min=1, max=86_400, help="How long they stay, including the time to come in."),
    ] = 60,
    server: Annotated[
        str, typer.Option(help="The address of a running server.")
    ] = "http://127.0.0.1:8000",
    credit: Annotated[
        int, typer.Option(min=1, max=10**12, help="The credit of each robot, in cents.")
    ] = 100_000,
    operator: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The operator who deposits each robot's credit."),
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print the summary as one JSON object.")
    ] = False,
) -> None:
    """Seat robots at a shared table: they mix honestly and bet at random."""
    import asyncio
    import contextlib

    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from puntobanco.cli.parts.operator_access import asked_password
    from puntobanco.client.robots import Crowd

    banker = None if operator is None else (operator, asked_password())
    robots = Crowd(server, table, players, seconds, credit, banker)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[doing]}"),
    )

    async def played() -> None:
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            bar = progress.add_task(f"{players} robots at {table}", total=seconds, doing="")
            async for passed in robots.play():
                progress.update(bar, completed=passed, doing=robots.counted.in_short())

    with contextlib.suppress(KeyboardInterrupt):  # the summary so far
        asyncio.run(played())
    if json:
        import msgspec

        typer.echo(msgspec.json.encode(robots.counted.summary()).decode())
    else:
        _show(robots.counted, table)
    raise typer.Exit(1 if robots.counted.distrusted else 0)


def _show(counted: "CrowdCounts", name: str) -> None:
    from puntobanco.cli.parts.output import Terminal, table

    out = Terminal()
    out.title(name, f"{counted.seated} robots, {counted.seconds:.0f} seconds")
    grid = table("", "")
    summary = counted.summary()
    for what in ("coups", "bets", "staked", "payments", "returned"):
        grid.add_row(what, f"{summary[what]:,}")
    for share, milliseconds in summary["latency_ms"].items():
        grid.add_row(f"answered within, {share}", f"{milliseconds:.1f} ms")
    for code, times in summary["refused"].items():
        grid.add_row(f"refused, {code}", f"{times:,}")
    grid.add_row("sabots that held", f"{summary['verified']:,}")
    if counted.distrusted:
        grid.add_row("DOES NOT HOLD", counted.distrusted)
    out.show(grid)
