"""`puntobanco restore`: a backup brought back, in a new epoch."""

from pathlib import Path
from typing import Annotated

import typer

from puntobanco.cli.operation import Database, SealingKey


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    database: Database,
    sealing_key: SealingKey = None,
    epoch: Annotated[
        int | None, typer.Option(min=1, help="The new epoch: higher than any there ever was.")
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace a database that is there.")
    ] = False,
) -> None:
    """Bring a backup back: open every seed in it that was not played, and raise the epoch."""
    import asyncio
    import secrets
    import time

    from puntobanco.cli.operation import file_of, known_key
    from puntobanco.errors import BadSetting
    from puntobanco.fair.drbg import SEED_BYTES
    from puntobanco.store.backup import restore as bring_back
    from puntobanco.store.sealing import Sealer

    target = file_of(database)
    key = known_key(database, sealing_key)
    if key is None:
        raise BadSetting(why=f"the backup's sealing key: in {database}.key, or as --sealing-key")
    restored = asyncio.run(
        bring_back(
            file,
            target,
            Sealer(key),
            time.time_ns() // 1_000_000,
            lambda: secrets.token_bytes(SEED_BYTES),
            epoch,
            force,
        )
    )
    typer.echo(
        f"{database}: epoch {restored.epoch}, {restored.retired} commitments retired,"
        f" {restored.open_sessions} sessions open"
    )
    if known_key(database, None) != key:
        typer.echo(f"serve it with the same sealing key: {database}.key has another or isn't there")
