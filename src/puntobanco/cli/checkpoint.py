"""`puntobanco checkpoint`: save the heads of all chains, to be kept elsewhere."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puntobanco.cli.parts.operator_access import DatabaseArgument

if TYPE_CHECKING:
    from puntobanco.audit.chains import Checkpoint


def checkpoint(
    database: DatabaseArgument,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="The file to write; standard output by default."),
    ] = None,
) -> None:
    """Save the last record of every chain and its hash, for `audit --checkpoint`."""
    import asyncio

    from puntobanco.audit.chains import print_checkpoint
    from puntobanco.errors import Unwritable

    text = print_checkpoint(asyncio.run(_checkpoint(database)))
    if output is None:
        typer.echo(text, nl=False)
        return
    try:
        with output.open("xb") as file:  # an older one is never written over
            file.write(text)
    except OSError as error:
        raise Unwritable(file=output, why=error.strerror) from None


async def _checkpoint(database: str) -> "Checkpoint":
    import time

    from puntobanco.audit.chains import make_checkpoint
    from puntobanco.store.books import open_books

    books = await open_books(database)
    try:
        snapshot = await books.snapshot()
    finally:
        await books.close()
    return make_checkpoint(snapshot.heads, snapshot.epoch, time.time_ns() // 1_000_000)
