"""`puntobanco backup`: copy an SQLite database, also while the server runs."""

from pathlib import Path
from typing import Annotated

import typer

from puntobanco.cli.parts.operator_access import DatabaseArgument


def backup(
    database: DatabaseArgument,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write the copy to.")],
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
) -> None:
    """Copy an SQLite database as it is at one moment, also while the server runs."""
    from puntobanco.cli.parts.operator_access import file_of
    from puntobanco.store.backup import back_up

    copied = back_up(file_of(database), file, force)
    typer.echo(
        f"{file}: {copied.records} records, {copied.size} bytes; the sealing key is not in it"
    )
