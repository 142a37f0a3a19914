"""`puntobanco play`: the game in a terminal."""

from pathlib import Path
from typing import Annotated

import typer


def play(
    house: Annotated[
        str,
        typer.Argument(metavar="[HOUSE]", help="A house with private tables, or a live table."),
    ] = "punto-e-banco",
    server: Annotated[
        str | None, typer.Option(help="A running house, as in http://127.0.0.1:8000.")
    ] = None,
    credit: Annotated[
        int, typer.Option(min=1, max=10**12, help="What to bring to the table, in cents.")
    ] = 50_000,
    currency: Annotated[
        str, typer.Option(metavar="CODE", help="The money to play with, as in EUR.")
    ] = "FUN",
    name: Annotated[
        str | None, typer.Option(help="Log in by this name; a guest without it.")
    ] = None,
    *,
    new_guest: Annotated[
        bool, typer.Option("--new-guest", help="Come as somebody new, not as the last guest.")
    ] = False,
    seen: Annotated[
        Path | None, typer.Option(help="Write every commitment to this file, for verify --seen.")
    ] = None,
) -> None:
    """Play in the terminal: at a running server, or at a house of your own with play money."""
    import asyncio
    import logging
    import sys

    from puntobanco.errors import BadSetting

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadSetting(
            why="the table is drawn in a terminal, and standard input or output is none here;"
            " a program plays with the client (docs/client.md), `puntobanco crowd` with robots"
        )
    if name is not None and server is None:
        raise BadSetting(why="--name needs a --server where somebody is known by it")
    password = typer.prompt("Password", hide_input=True) if name is not None else ""
    where = f"Coming to {server}" if server else "Opening a house of your own"
    typer.echo(f"{where}…", err=True)  # before all that takes its time to be loaded

    from puntobanco.cli.play_visit import Visit, pay_visit

    logging.getLogger().addHandler(logging.NullHandler())  # nothing may write over the cloth
    visit = Visit(house, server, credit, currency, name, password, new_guest, seen)
    typer.echo(asyncio.run(pay_visit(visit)))
