"""`puntobanco backup`: a copy of an embedded database, made while it runs."""

from pathlib import Path
from typing import Annotated

import typer

from puntobanco.cli.operation import Database


def backup(
    database: Database,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes.")],
    force: Annotated[bool, typer.Option("--force", help="Replace a copy that is there.")] = False,
) -> None:
    """Copy a database as it stands at one moment, also while the house serves."""
    from puntobanco.cli.operation import file_of
    from puntobanco.store.backup import back_up

    copied = back_up(file_of(database), file, force)
    typer.echo(
        f"{file}: {copied.records} records, {copied.size} bytes; the sealing key is not in it"
    )
