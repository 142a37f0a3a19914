"""`puntobanco play`: the game in a terminal."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
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
    from contextlib import AsyncExitStack

    from puntobanco.cli.live_app import LiveApp
    from puntobanco.cli.play_app import PlayApp
    from puntobanco.cli.play_entry import (
        GuestBook,
        come_as_guest,
        come_back,
        is_live,
        sit_down,
        sit_down_live,
    )
    from puntobanco.cli.play_words import parting
    from puntobanco.cli.seat_app import SeatApp
    from puntobanco.client import Client
    from puntobanco.errors import BadSetting, Unwritable

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Unwritable(file="the table", why="this is not a terminal")
    if name is not None and server is None:
        raise BadSetting(why="--name needs a --server where somebody is known by it")
    password = typer.prompt("Password", hide_input=True) if name is not None else ""
    logging.getLogger().addHandler(logging.NullHandler())  # nothing may write over the cloth

    async def played() -> None:
        async with AsyncExitStack() as stack:
            address = server
            if address is None:
                address = await stack.enter_async_context(_own_house())
            client = await stack.enter_async_context(Client(address, seen=seen))
            if name is not None:
                await client.login(name, password)
            elif server is None:
                await client.guest()  # of a house that is gone afterwards
            else:
                await come_as_guest(client, GuestBook(client.http.address), is_new=new_guest)
            app: SeatApp
            if await is_live(client, house):
                live, resumed = await sit_down_live(client, house, credit, currency)
                app = LiveApp(client, live, resumed=resumed)
            else:
                table, resumed = await sit_down(client, house, credit, currency)
                app = PlayApp(client, table, resumed=resumed)
            await app.run_async()
            again = "" if server is None else come_back(house, server, name, currency, seen)
        typer.echo(parting(app.table.state, again))

    asyncio.run(played())


@asynccontextmanager
async def _own_house() -> AsyncIterator[str]:
    import tempfile

    from puntobanco.server.serving import serving
    from puntobanco.server.settings import Settings

    with tempfile.TemporaryDirectory(prefix="puntobanco-") as directory:
        async with serving(Settings(database=f"{directory}/house.db")) as (_, address):
            yield address
