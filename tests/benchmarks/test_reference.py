"""Tests of the benchmarks' reference server."""

import sqlite3
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

from benchmarks.house import played, reference


async def rows(database: str) -> int:
    count = "SELECT count(*) FROM record WHERE length(body) > 900"
    if not database.startswith("postgresql:"):
        with closing(sqlite3.connect(database)) as file:
            return int(file.execute(count).fetchone()[0])
    connection = await asyncpg.connect(database)
    try:
        return int(await connection.fetchval(count))
    finally:
        await connection.close()


@pytest.mark.anyio
async def test_every_answered_request_has_a_row(empty_database: str) -> None:
    with reference(empty_database) as address:
        figures = played(address, 4, 0.5)
    answered = figures["coups_per_second"] * 0.5
    assert 0 < answered <= await rows(empty_database)


def test_a_server_that_does_not_start_says_why(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"no database " * 500)
    with (
        pytest.raises(RuntimeError, match=r"benchmarks.reference did not start: .*NotADB"),
        reference(str(tmp_path / "file")),
    ):
        pass
