"""The same run on a Dask cluster: a real scheduler, two workers, and one that dies midway."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import distributed
import pytest

COUPS = "1e9"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    start: Any = distributed.LocalCluster
    with start(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as running:
        yield running


def command(*args: str) -> list[str]:
    return [sys.executable, "-m", "puntobanco", "simulate", "for-fun", "--coups", COUPS, *args]


def bets(output: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(output)
    assert answer["coups"] == 1_000_000_000
    found: dict[str, Any] = answer["bets"]
    return found


@pytest.fixture(scope="module")
def alone() -> dict[str, Any]:
    ran = subprocess.run(
        command("--json", "--threads", "1"), capture_output=True, text=True, check=True
    )
    return bets(ran.stdout)


def test_a_cluster_gives_the_same_digits(cluster: Any, alone: dict[str, Any]) -> None:
    ran = subprocess.run(
        command("--json", "--cluster", cluster.scheduler_address),
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert bets(ran.stdout) == alone


def test_a_worker_killed_midway_changes_nothing(cluster: Any, alone: dict[str, Any]) -> None:
    victim = next(iter(cluster.workers.values())).pid
    with subprocess.Popen(
        command("--json", "--cluster", cluster.scheduler_address),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as running:  # fmt: skip
        while not cluster.scheduler.tasks:
            time.sleep(0.01)
        os.kill(victim, signal.SIGKILL)
        said, _ = running.communicate(timeout=120)
        assert victim not in [worker.pid for worker in cluster.workers.values()]
    assert bets(said) == alone


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere", "http://127.0.0.1:1"])
def test_a_cluster_that_is_not_there(address: str) -> None:
    ran = subprocess.run(
        command("--cluster", address), capture_output=True, text=True, check=False, timeout=60
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.splitlines()[-1].startswith("puntobanco: simulate/no-cluster: ")
    assert "Traceback" not in ran.stderr
