"""`puntobanco restore`: make a database from a backup, in a new epoch."""

from pathlib import Path
from typing import Annotated

import typer

from puntobanco.cli.parts.operator_access import EpochOption, SealingKeyOption


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file made with `backup`.")],
    database: Annotated[
        str, typer.Argument(metavar="DATABASE", help="The database file to write.")
    ],
    sealing_key: SealingKeyOption = None,
    epoch: EpochOption = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing database.")] = False,
) -> None:
    """Make a database from a backup: reveal its unplayed seeds and start a new epoch.

    For a database that was put back by other means, such as pg_restore or cp, use renew.
    """
    import asyncio
    import time

    from puntobanco.cli.parts.operator_access import (
        counted,
        file_of,
        known_key,
        needed_key,
        new_seed,
    )
    from puntobanco.server.house.database_lock import alone, leaving_nothing
    from puntobanco.store.backup import restore as bring_back
    from puntobanco.store.renewal import Renewed
    from puntobanco.store.sealing import Sealer

    target = file_of(database)
    key = needed_key(database, sealing_key)
    now = time.time_ns() // 1_000_000

    async def brought_back() -> Renewed:
        # Alone from the first look to the last: a house that starts meanwhile would lose its file.
        with alone(database) as beside, leaving_nothing(database, beside, ends=()):
            done = await bring_back(file, target, Sealer(key), now, new_seed, epoch, force)
            beside.forget()
            return done

    restored = asyncio.run(brought_back())
    typer.echo(
        f"{database}: epoch {restored.epoch}, {counted(restored.retired, 'commitment')} retired,"
        f" {counted(restored.open_sessions, 'session')} open;"
        f" at shared tables {counted(restored.sabots, 'sabot')} ended,"
        f" {counted(restored.given_back, 'stake')} given back; take a new checkpoint"
    )
    if known_key(database, None) != key:
        typer.echo(
            f"Serve it with the same sealing key: {database}.key is missing or has another one."
        )
