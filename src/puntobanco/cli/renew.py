"""`puntobanco renew`: make a copied database safe to serve."""

import typer

from puntobanco.cli.parts.operator_access import DatabaseArgument, EpochOption, SealingKeyOption


def renew(
    database: DatabaseArgument, sealing_key: SealingKeyOption = None, epoch: EpochOption = None
) -> None:
    """Make a copied database safe to serve: retire its commitments and start a new epoch.

    Use it after pg_restore or cp: players may know the seeds of an older copy.
    """
    import asyncio
    import time
    from pathlib import Path

    from puntobanco.cli.parts.operator_access import counted, is_on_a_server, needed_key, new_seed
    from puntobanco.errors import StoreUnreachable
    from puntobanco.server.house.database_lock import alone, leaving_nothing
    from puntobanco.store.open import open_store
    from puntobanco.store.renewal import Renewed
    from puntobanco.store.renewal import renew as renew_store
    from puntobanco.store.sealing import Sealer

    if not is_on_a_server(database) and not Path(database).is_file():
        raise StoreUnreachable(why=f"there is no file {database}")
    key = needed_key(database, sealing_key)

    async def renewed() -> Renewed:
        with alone(database) as beside, leaving_nothing(database, beside):
            store = await open_store(database, Sealer(key))
            try:
                done = await renew_store(store, time.time_ns() // 1_000_000, new_seed, epoch)
            finally:
                await store.close()
            beside.forget()
            return done

    done = asyncio.run(renewed())
    typer.echo(
        f"epoch {done.epoch}, {counted(done.retired, 'commitment')} retired,"
        f" {counted(done.open_sessions, 'session')} open; take a new checkpoint"
    )
