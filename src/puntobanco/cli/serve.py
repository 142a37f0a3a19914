"""`puntobanco serve`: run the server."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer


def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="The port to listen on.")
    ] = None,
    database: Annotated[
        str | None, typer.Option(help="A file, or postgresql://user@host/name.")
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(help="An origin that may open sockets, besides the server's own."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(help="An address or network whose X-Forwarded-For is trusted."),
    ] = None,
    tables: Annotated[str | None, typer.Option(help="A TOML file of shared tables.")] = None,
    limit: Annotated[list[str] | None, typer.Option(help="A limit, as NAME=NUMBER.")] = None,
    log: Annotated[str | None, typer.Option(help="The log level: debug, info or warning.")] = None,
    settings: Annotated[Path | None, typer.Option(help="A TOML file with settings.")] = None,
) -> None:
    """Run the server: accounts, sessions and tables over HTTP and WebSocket."""
    import uvloop

    from puntobanco.server.house.logs import start_logging
    from puntobanco.server.serving import serve as serve_house
    from puntobanco.server.settings import read_settings
    from puntobanco.terminal.sign_in import started_as

    flags = {
        "host": host,
        "port": port,
        "database": database,
        "origins": tuple(origin) if origin else None,
        "proxies": tuple(proxy) if proxy else None,
        "tables": tables,
        "log": log,
    }
    chosen = read_settings(flags, settings, limit or ())
    start_logging(chosen.log)

    def started(address: str) -> None:
        typer.echo(f"puntobanco on {address}", err=True)
        if sys.stderr.isatty():
            play = shlex.join([*started_as(sys.argv[0]), "play", "--server", address])
            typer.echo(f"Open it in a browser, or play in another terminal: {play}", err=True)

    raise typer.Exit(0 if uvloop.run(serve_house(chosen, started)) else 1)
