"""No unrevealed seed can be read in the database."""

from base64 import b64encode
from pathlib import Path
from typing import Any

import apsw
import asyncpg
import pytest

from puntobanco.store.interface import Store
from puntobanco.store.open import open_store
from puntobanco.store.sealing import Sealer
from puntobanco.table.seat import PrivateSeat
from puntobanco.wire.stream import Stage
from tests.audit.live_night import begin
from tests.audit.night import carte, sit

pytestmark = pytest.mark.anyio
ALL = "SELECT * FROM "


async def everything(database: str) -> bytes:
    """The whole content: the bytes of the files, and every column of every row."""
    if database.startswith("postgresql:"):
        connection = await asyncpg.connect(database)
        try:
            names = await connection.fetch(
                "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
            )
            found = [await connection.fetch(f'TABLE "{name}"') for (name,) in names]
        finally:
            await connection.close()
        return b"\n".join(as_bytes(each) for rows in found for row in rows for each in row)
    file = apsw.Connection(database, flags=apsw.SQLITE_OPEN_READONLY)
    names = file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    found = [file.execute(ALL + f'"{name}"').fetchall() for (name,) in names]
    file.close()
    files = [each.read_bytes() for each in Path(database).parent.glob("house.db*")]
    return b"\n".join([*files, *(as_bytes(e) for rows in found for row in rows for e in row)])


def as_bytes(value: Any) -> bytes:
    return bytes(value) if isinstance(value, bytes) else str(value).encode()


def shapes(secret: bytes) -> list[bytes]:
    """All encodings in which a secret could be stored."""
    text = secret.hex().encode()
    return [secret, secret[::-1], text, text.upper(), b64encode(secret).rstrip(b"=")]


async def secrets_of(store: Store) -> list[bytes]:
    seats = [each.seed for each in await store.all_seats() if isinstance(each, PrivateSeat)]
    tables = [table.mixing.seed for _, table in await store.tables()]
    return seats + tables


@pytest.mark.parametrize("stage", [Stage.MIXING, Stage.BETTING, Stage.DEALING])
async def test_no_unrevealed_seed_can_be_read_in_the_database(
    stage: Stage, database: str, sealer: Sealer
) -> None:
    store = await open_store(database, sealer)
    night = await begin(store, "anna")
    played, fresh = await sit(night.floor, "bruno"), await sit(night.floor, "carla")
    for _ in range(3):
        await night.floor.ask(played, carte())
    if stage is not Stage.MIXING:
        await night.mix("anna")
    await night.stage(stage)
    await night.floor.stop()
    secrets = await secrets_of(store)
    assert sorted(map(len, secrets)) == [32, 32, 32]
    for closed in (False, True):
        if closed:
            await store.close()
        lies_there = await everything(database)
        # Public values are found in the same way, so the search works.
        for known in (played.seat.next.commitment, fresh.seat.next.commitment):
            assert any(shape in lies_there for shape in shapes(bytes.fromhex(known)))
        assert night.table.view.commitment.encode() in lies_there
        for secret in secrets:
            assert not [shape for shape in shapes(secret) if shape in lies_there]
