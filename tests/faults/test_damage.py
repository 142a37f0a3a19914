"""A house whose database file is damaged while it runs stops and doesn't start again."""

import contextlib
import http.client
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest

from puntobanco.server.house.clock import SteadyClock
from puntobanco.server.serving import serving
from puntobanco.server.settings import Settings
from tests.faults.kills import ENVIRONMENT, KEY
from tests.server.visitors import House, VirtualClock

PAGE = 4_096
COUPS = 60


@contextlib.contextmanager
def serve(database: Path) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """Start a server process; give it and its address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "puntobanco", "serve", "--port", "0", "--database", str(database)],
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
        text=True,
    )
    with process:
        assert process.stderr is not None
        said = process.stderr.readline()
        try:
            yield process, urlsplit(said.rpartition(" ")[2].strip()).netloc
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)


@pytest.fixture
async def played(tmp_path: Path) -> tuple[Path, str, str]:
    """The database of a closed house, the path of a player's history, and the token."""
    database = tmp_path / "house.db"
    settings = Settings(database=str(database), sealing_key=KEY.hex())
    async with serving(settings) as (desk, base):
        guest = await House(desk, base, VirtualClock(SteadyClock().now())).guest()
        table = await guest.sit()
        for _ in range(COUPS):
            await table.carte(punto=100)
        await table.cash_out()
        return database, f"/api/accounts/{guest.account()}/records?limit=200", guest.token


def ask(line: http.client.HTTPConnection, path: str, token: str = "") -> int:
    line.request("GET", path, headers={"Authorization": f"Bearer {token}"} if token else {})
    with line.getresponse() as answer:
        answer.read()
        return answer.status


@pytest.mark.anyio
async def test_damage_found_while_serving_stops_the_house(played: tuple[Path, str, str]) -> None:
    database, history, token = played
    with serve(database) as (process, place):
        line = http.client.HTTPConnection(place, timeout=10)
        assert ask(line, history, token) == ask(line, "/readyz") == 200
        line.close()
    with serve(database) as (process, place):  # the server has not read the history yet
        with database.open("r+b") as file:
            for page in range(1, database.stat().st_size // PAGE):
                file.seek(page * PAGE)
                file.write(Random(page).randbytes(PAGE))
        line = http.client.HTTPConnection(place, timeout=10)
        assert ask(line, "/readyz") == 200  # the damaged pages were not read yet
        assert ask(line, history, token) == 503
        with contextlib.suppress(OSError, http.client.HTTPException):  # it may have ended by now
            assert ask(line, "/readyz") == 503
        line.close()
        assert process.wait(30) == 1
        assert process.stderr is not None
        assert "the store has stopped" in process.stderr.read()
    with serve(database) as (process, _):
        assert process.wait(30) == 2
