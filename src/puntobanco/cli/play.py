"""`puntobanco play`: the game in a terminal."""

from pathlib import Path
from typing import Annotated

import typer


def play(
    house: Annotated[
        str, typer.Argument(metavar="[HOUSE]", help="A house with private tables.")
    ] = "punto-e-banco",
    server: Annotated[
        str | None, typer.Option(help="A running house, as in http://127.0.0.1:8000.")
    ] = None,
    credit: Annotated[
        int, typer.Option(min=1, max=10**12, help="What to bring to the table, in cents.")
    ] = 50_000,
    name: Annotated[
        str | None, typer.Option(help="Log in by this name; a guest without it.")
    ] = None,
    seen: Annotated[
        Path | None, typer.Option(help="Write every commitment to this file, for verify --seen.")
    ] = None,
) -> None:
    """Play in the terminal: at a running server, or at a house of your own with play money."""
    import asyncio
    import sys

    from puntobanco.errors import BadSetting, Unwritable

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Unwritable(file="the table", why="this is not a terminal")
    if name is not None and server is None:
        raise BadSetting(why="--name needs a --server where somebody is known by it")
    password = typer.prompt("Password", hide_input=True) if name is not None else ""
    asyncio.run(_play(house, server, credit, name, password, seen))


async def _play(
    house: str, server: str | None, credit: int, name: str | None, password: str, seen: Path | None
) -> None:
    import logging
    import tempfile
    from contextlib import AsyncExitStack

    from puntobanco.cli.play_app import PlayApp
    from puntobanco.client import Client
    from puntobanco.server.serving import serving
    from puntobanco.server.settings import Settings

    logging.getLogger().addHandler(logging.NullHandler())  # nothing may write over the cloth
    async with AsyncExitStack() as stack:
        if server is None:
            directory = stack.enter_context(tempfile.TemporaryDirectory(prefix="puntobanco-"))
            ours = Settings(database=f"{directory}/house.db")
            _, server = await stack.enter_async_context(serving(ours))
        client = await stack.enter_async_context(Client(server or "", seen=seen))
        if name is None:
            await client.guest()
        else:
            await client.login(name, password)
        table = await client.sit(house, credit)
        await PlayApp(client, table).run_async()
