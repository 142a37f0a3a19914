"""The command line: one file to a command."""

import sys

import typer

from puntobanco.cli.house import house
from puntobanco.cli.houses import houses
from puntobanco.cli.odds import odds
from puntobanco.cli.replay import replay
from puntobanco.cli.settle import settle
from puntobanco.errors import Refusal

app = typer.Typer(
    help="Punto Banco by the book: the rules of five casinos, and exact odds.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # --help without loading rich
)
for command in (houses, house, odds, settle, replay):
    app.command()(command)


def main() -> None:
    """Run a command; a refusal is one line and exit status 2."""
    try:
        app()
    except Refusal as refusal:
        sys.stderr.write(f"puntobanco: {refusal.code}: {refusal.message}\n")
        sys.exit(2)
