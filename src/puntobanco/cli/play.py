"""`puntobanco play`: the game in a terminal."""

from pathlib import Path
from typing import Annotated

import typer


def play(
    house: Annotated[
        str,
        typer.Argument(metavar="[HOUSE]", help="A house with private tables, or a shared table."),
    ] = "punto-e-banco",
    server: Annotated[
        str | None, typer.Option(help="A running server, as in http://127.0.0.1:8000.")
    ] = None,
    credit: Annotated[
        int, typer.Option(min=1, max=10**12, help="The credit to bring to the table, in cents.")
    ] = 50_000,
    currency: Annotated[
        str | None,
        typer.Option(metavar="CODE", help="The currency to play with, as in EUR or CHF."),
    ] = None,
    name: Annotated[
        str | None, typer.Option(help="Log in with this name; without it you are a guest.")
    ] = None,
    *,
    new_guest: Annotated[
        bool, typer.Option("--new-guest", help="Come as a new guest and forget the previous one.")
    ] = False,
    seen: Annotated[
        Path | None, typer.Option(help="Append every commitment to this file, for verify --seen.")
    ] = None,
) -> None:
    """Play in the terminal: at a running server, or at one of your own with play money."""
    import asyncio
    import logging
    import sys

    from puntobanco.errors import BadSetting

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadSetting(
            why="This needs a terminal as standard input and output. In a program use the client"
            " (docs/client.md); for robots run `puntobanco crowd`."
        )
    if name is not None and server is None:
        raise BadSetting(why="--name needs --server: the server that knows this name.")
    password = typer.prompt("Password", hide_input=True) if name is not None else ""
    where = f"Coming to {server}" if server else "Opening a house of your own"
    typer.echo(f"{where}…", err=True)  # before the slow imports

    from puntobanco.terminal.visit import Visit, pay_visit

    logging.getLogger().addHandler(logging.NullHandler())  # a log line would overwrite the screen
    visit = Visit(house, server, credit, currency, name, password, new_guest, seen)
    typer.echo(asyncio.run(pay_visit(visit)))
