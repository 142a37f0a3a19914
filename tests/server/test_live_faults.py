"""A client that never reads, floods or lies at a shared table does not affect the others."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from puntobanco.errors import OurFault, Refusal, StoreFailed
from puntobanco.server.house.clock import Clock
from puntobanco.server.house.limits import Limits
from puntobanco.server.serving import serving
from puntobanco.server.settings import Settings
from puntobanco.server.shared_tables import table_runner
from puntobanco.server.shared_tables.table_runner import TableRunner
from puntobanco.table.shared.shared_table import ShuffleSabot, Stand, TableStep
from puntobanco.wire.stream import Standing
from tests.conftest import SEALING_KEY
from tests.faults.robot import TABLE, TABLES, Robot
from tests.server.visitors import House, Table, VirtualClock
from tests.table.evening import NOW, Evening

pytestmark = pytest.mark.anyio


async def flood(house: House) -> None:
    """Place and remove chips as fast as possible, then disconnect."""
    table = await (await house.guest()).sit_at(TABLE)
    for _ in range(400):
        table.say(type="place", bets={"punto": 100})
    await asyncio.sleep(0.3)
    table.transport.disconnect(graceful=False)


async def lie(house: House) -> Table:
    """Send a made-up hash, and a seed that doesn't match."""
    table = await (await house.guest()).sit_at(TABLE)
    for sabot in range(1, 4):
        table.say(type="mix", sabot=sabot, hash=f"{sabot:064x}")
        table.say(type="open_seed", sabot=sabot, seed="0" * 32)
        table.say(type="confirm", key=f"key-{sabot:016}", coup=sabot + 100, bets={"punto": 100})
    return table


async def never_read(house: House) -> Table:
    table = await (await house.guest()).sit_at(TABLE)
    table.transport.underlying_transport.pause_reading()
    for _ in range(50):
        table.say(type="stay")
    return table


async def test_honest_players_are_paid_beside_misbehaving_clients(
    database: str, tmp_path: Path
) -> None:
    """Two honest players bet, coup by coup, and are paid."""
    (tmp_path / "tables.toml").write_text(TABLES)
    settings = Settings(
        database=database,
        sealing_key=SEALING_KEY.hex(),
        tables=str(tmp_path / "tables.toml"),
        limits=Limits(unread_bytes=65_536, guests_per_minute=1_000),
    )
    async with serving(settings) as (desk, base):
        house = House(desk, base, VirtualClock())
        bad = [await lie(house), await never_read(house)]
        robots = [Robot(seed, deeds=4) for seed in (1, 2)]
        playing = [asyncio.create_task(robot.play(base)) for robot in robots]
        while not all(task.done() for task in playing):
            await flood(house)
        for task in playing:
            task.result()
        for robot in robots:
            assert robot.lines <= 2  # no connection was closed, except at a cash-out
            assert robot.late <= 1
            assert robot.paid >= 1
        assert await house.total() == 0
        for table in bad:
            table.transport.disconnect(graceful=False)


class Jobs:
    """A writer that only collects jobs."""

    def __init__(self) -> None:
        self.jobs: list[Any] = []

    def submit(self, job: Any) -> None:
        self.jobs.append(job)


class Around:
    def __init__(self) -> None:
        self.writer: Any = Jobs()
        self.clock: Clock = VirtualClock(NOW)

    def fresh_seed(self) -> bytes:
        return bytes(32)


@pytest.mark.parametrize("bug", [False, True])
async def test_a_failed_step_does_not_stop_the_table(
    bug: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The automatic croupier tries again, whoever made the step."""
    monkeypatch.setattr(table_runner, "_AGAIN_S", 0.01)
    evening, around = Evening(), Around()
    table = TableRunner(evening.table, evening.setup, around)
    table.wake()
    answers: list[Refusal | None] = []
    table.ask(TableStep(Stand(Standing.OPEN)), answers.append)
    table.watch(object())  # type: ignore[arg-type]
    if bug:
        with monkeypatch.context() as broken:
            broken.setattr(table_runner, "step_table", lambda *_: 1 // 0)
            assert around.writer.jobs[0].make() is None
    else:
        change = around.writer.jobs[0].make()
        around.writer.jobs[0].written(change, StoreFailed(why="the disk is full"))
    await asyncio.sleep(0.05)
    assert [type(answer) for answer in answers] == [OurFault if bug else StoreFailed]
    assert [type(job._step.command) for job in around.writer.jobs] == [Stand, ShuffleSabot]


async def test_a_table_waits_until_everybody_is_seated() -> None:
    """After a restart, the stakes of seats that are not loaded yet would be left out."""
    evening, around = Evening(), Around()
    table = TableRunner(evening.table, evening.setup, around)
    table.watch(object())  # type: ignore[arg-type]
    assert not around.writer.jobs
    table.wake()
    assert [type(job._step.command) for job in around.writer.jobs] == [ShuffleSabot]
