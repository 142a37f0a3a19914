"""The command line: one file per command."""

import contextlib
import errno
import sys
from io import TextIOWrapper
from typing import Annotated, NoReturn

import typer

from puntobanco.cli.audit import audit
from puntobanco.cli.backup import backup
from puntobanco.cli.cash import cash
from puntobanco.cli.checkpoint import checkpoint
from puntobanco.cli.crowd import crowd
from puntobanco.cli.deal import deal
from puntobanco.cli.deposit import deposit
from puntobanco.cli.house import house
from puntobanco.cli.houses import houses
from puntobanco.cli.lines import lines
from puntobanco.cli.note import note
from puntobanco.cli.odds import odds
from puntobanco.cli.operator import operator
from puntobanco.cli.play import play
from puntobanco.cli.renew import renew
from puntobanco.cli.replay import replay
from puntobanco.cli.restore import restore
from puntobanco.cli.serve import serve
from puntobanco.cli.settle import settle
from puntobanco.cli.simulate import simulate
from puntobanco.cli.takings import takings
from puntobanco.cli.verify import verify
from puntobanco.cli.withdraw import withdraw
from puntobanco.errors import Refusal, Unwritable
from puntobanco.terminal.printable import printable

app = typer.Typer(
    help="Punto Banco: the rules of five casinos, exact odds, tables to play at.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # --help without loading rich
)
for command in (
    houses,
    house,
    odds,
    settle,
    replay,
    deal,
    verify,
    simulate,
    serve,
    play,
    crowd,
    audit,
    checkpoint,
    backup,
    restore,
    renew,
    deposit,
    withdraw,
    operator,
    takings,
    cash,
    lines,
    note,
):
    app.command()(command)

FULL_OR_CLOSED = {errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EBADF, errno.EFBIG}


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"puntobanco {version('puntobanco')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run a command; print a refusal as one line and exit with status 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without ✓ gets a question mark
    try:
        if sys.stdout is None:
            raise Unwritable(file="standard output", why="it is closed")
        try:
            app()
        finally:
            sys.stdout.flush()
    except Refusal as refusal:
        _refuse(refusal)
    except OSError as error:
        if error.errno not in FULL_OR_CLOSED:
            raise
        _refuse(Unwritable(file="standard output", why=error.strerror))


def _refuse(refusal: Refusal) -> NoReturn:
    with contextlib.suppress(OSError, AttributeError):  # nobody listens, the status still tells
        sys.stderr.write(f"puntobanco: {refusal.code}: {printable(refusal.message)}\n")
        sys.stderr.flush()
    if sys.stdout is not None:
        with contextlib.suppress(OSError):  # or the interpreter would complain at its end
            sys.stdout.close()
    sys.exit(2)
