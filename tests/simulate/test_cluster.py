"""The same run on a Dask cluster: a real scheduler, two workers, and what dies midway."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache
from typing import Any

import distributed
import pytest

from tests.interrupts import hear_interrupts

# Dask finds a busy machine's disk slow.
pytestmark = pytest.mark.filterwarnings("ignore:Creating scratch directories:UserWarning")

COUPS = {"for-fun": "3e8", "live-mini": "3e7"}  # about a second on one core
ENDLESS = "1e13"
SOME_PIECES = 200  # changes of state of their tasks: six to each

# A scheduler and its worker in one process, which ends itself in the middle of a run.
DYING = f"""
import os, signal, time
from distributed import LocalCluster

options = {{"n_workers": 1, "threads_per_worker": 1, "processes": False, "protocol": "tcp"}}
cluster = LocalCluster(host="127.0.0.1", dashboard_address=None, **options)
print(cluster.scheduler_address, flush=True)
while cluster.scheduler.transition_counter < {SOME_PIECES}:
    time.sleep(0.01)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    start: Any = distributed.LocalCluster
    with start(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address="127.0.0.1:0",  # its usual port may be another cluster's
        host="127.0.0.1",
    ) as running:
        yield running


def command(house: str, coups: str, *args: str) -> list[str]:
    return [sys.executable, "-m", "puntobanco", "simulate", house, "--coups", coups, *args]


def start(*args: str) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    return subprocess.Popen(args, stdout=pipe, stderr=pipe, text=True, preexec_fn=hear_interrupts)


def bets(house: str, *args: str) -> dict[str, Any]:
    """Every bet's digits after a whole run."""
    ran = subprocess.run(
        command(house, COUPS[house], "--json", *args), capture_output=True, text=True, check=True
    )
    return digits(house, ran.stdout)


def digits(house: str, output: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(output)
    assert answer["coups"] >= float(COUPS[house])
    assert not answer["stopped"]
    found: dict[str, Any] = answer["bets"]
    return found


@cache
def alone(house: str) -> dict[str, Any]:
    return bets(house, "--threads", "1")


@pytest.mark.parametrize("house", COUPS)
def test_a_cluster_gives_the_same_digits(cluster: Any, house: str) -> None:
    assert bets(house, "--cluster", cluster.scheduler_address) == alone(house)


def test_a_worker_killed_midway_changes_nothing(cluster: Any) -> None:
    victim = next(iter(cluster.workers.values())).pid
    at = ("--json", "--cluster", cluster.scheduler_address)
    with start(*command("for-fun", COUPS["for-fun"], *at)) as running:
        while not cluster.scheduler.tasks and running.poll() is None:
            time.sleep(0.01)
        os.kill(victim, signal.SIGKILL)
        said, _ = running.communicate(timeout=120)
        assert victim not in [worker.pid for worker in cluster.workers.values()]
    assert digits("for-fun", said) == alone("for-fun")


def test_ctrl_c_gives_the_result_so_far(cluster: Any) -> None:
    some = cluster.scheduler.transition_counter + SOME_PIECES
    at = ("--json", "--cluster", cluster.scheduler_address)
    with start(*command("live-mini", ENDLESS, *at)) as running:
        while cluster.scheduler.transition_counter < some and running.poll() is None:
            time.sleep(0.01)
        running.send_signal(signal.SIGINT)
        said, complaints = running.communicate(timeout=30)
    answer = json.loads(said)
    assert (running.returncode, complaints.strip()) == (0, "")
    assert answer["stopped"] is True
    assert 0 < answer["coups"] < float(ENDLESS)


def test_a_scheduler_that_dies_midway_leaves_the_result_so_far() -> None:
    """It is printed as after Ctrl-C; then the refusal says what is missing, and by its name."""
    with start(sys.executable, "-c", DYING) as scheduler:
        address = scheduler.stdout.readline().strip() if scheduler.stdout else ""
        with start(*command("live-mini", ENDLESS, "--json", "--cluster", address)) as running:
            said, complaints = running.communicate(timeout=60)
        scheduler.communicate(timeout=10)
    assert scheduler.returncode == -signal.SIGKILL
    assert running.returncode == 2
    assert complaints.strip().startswith(
        f"puntobanco: simulate/no-cluster: There is no cluster at {address}"
    )
    assert len(complaints.strip().splitlines()) == 1
    answer = json.loads(said)
    assert answer["stopped"] is True
    assert 0 < answer["coups"] < float(ENDLESS)


# What happens to a cluster of one worker in the middle of a run, or before it.
LEFT = f"""
from distributed import LocalCluster
import sys, time

options = {{"n_workers": 1, "threads_per_worker": 1, "processes": False, "protocol": "tcp"}}
cluster = LocalCluster(host="127.0.0.1", dashboard_address=None, **options)
print(cluster.scheduler_address, flush=True)
while cluster.scheduler.transition_counter < {SOME_PIECES}:
    time.sleep(0.01)
cluster.scale(0)
sys.stdin.read()
"""
IGNORANT = """
from distributed import LocalCluster
import sys

sys.modules["puntobanco"] = None
options = {"n_workers": 1, "threads_per_worker": 1, "processes": False, "protocol": "tcp"}
cluster = LocalCluster(host="127.0.0.1", dashboard_address=None, **options)
print(cluster.scheduler_address, flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize(
    ("script", "why", "status"),
    [(LEFT, "no worker is left", "stopped"), (IGNORANT, "a worker can't deal", "nothing")],
    ids=["the last worker leaves", "a worker without puntobanco"],
)
def test_a_cluster_that_cannot_go_on(script: str, why: str, status: str) -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", script], stdin=pipe, stdout=pipe, text=True) as at:
        address = at.stdout.readline().strip() if at.stdout else ""
        with start(*command("live-mini", ENDLESS, "--json", "--cluster", address)) as running:
            said, complaints = running.communicate(timeout=60)
        at.kill()
    assert running.returncode == 2
    assert why in complaints.splitlines()[-1]
    assert "Traceback" not in complaints
    assert ('"stopped":true' in said) is (status == "stopped")


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere", "http://127.0.0.1:1"])
def test_a_cluster_that_is_not_there(address: str) -> None:
    with start(*command("for-fun", "1e9", "--cluster", address)) as running:
        said, complaints = running.communicate(timeout=60)
    assert (running.returncode, said) == (2, "")
    assert complaints.splitlines()[-1].startswith("puntobanco: simulate/no-cluster: ")
    assert "Traceback" not in complaints
