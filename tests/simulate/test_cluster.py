"""Tests of simulations on a Dask cluster, also when workers or the scheduler die."""

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

from tests.interrupts import accept_interrupts

# Dask warns about a slow disk on a busy machine.
pytestmark = pytest.mark.filterwarnings("ignore:Creating scratch directories:UserWarning")

COUPS = {"for-fun": "1e8", "live-mini": "1e7"}  # a dozen pieces and more
ENDLESS = "1e13"
SOME_PIECES = 200  # counted in state changes of tasks; each task has six

# A scheduler and its worker in one process, which kills itself in the middle of a run.
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
        dashboard_address="127.0.0.1:0",  # another cluster may use the usual port
        host="127.0.0.1",
    ) as running:
        yield running


def command(house: str, coups: str, *args: str) -> list[str]:
    return [sys.executable, "-m", "puntobanco", "simulate", house, "--coups", coups, *args]


def start(*args: str) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    return subprocess.Popen(args, stdout=pipe, stderr=pipe, text=True, preexec_fn=accept_interrupts)


def simulate(house: str, *args: str) -> dict[str, Any]:
    """The estimates of every bet after a whole run."""
    ran = subprocess.run(
        command(house, COUPS[house], "--json", *args), capture_output=True, text=True, check=True
    )
    return read_estimates(house, ran.stdout)


def read_estimates(house: str, output: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(output)
    assert answer["coups"] >= float(COUPS[house])
    assert not answer["stopped"]
    found: dict[str, Any] = answer["bets"]
    return found


@cache
def without_cluster(house: str) -> dict[str, Any]:
    return simulate(house, "--threads", "1")


@pytest.mark.parametrize("house", COUPS)
def test_a_cluster_gives_the_same_result_as_one_thread(cluster: Any, house: str) -> None:
    assert simulate(house, "--cluster", cluster.scheduler_address) == without_cluster(house)


def test_a_worker_killed_during_a_run_changes_no_result(cluster: Any) -> None:
    victim = next(iter(cluster.workers.values())).pid
    at = ("--json", "--cluster", cluster.scheduler_address)
    with start(*command("for-fun", COUPS["for-fun"], *at)) as running:
        while not cluster.scheduler.tasks and running.poll() is None:
            time.sleep(0.01)
        os.kill(victim, signal.SIGKILL)
        said, _ = running.communicate(timeout=120)
        assert victim not in [worker.pid for worker in cluster.workers.values()]
    assert read_estimates("for-fun", said) == without_cluster("for-fun")


def test_ctrl_c_prints_the_result_so_far(cluster: Any) -> None:
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


def test_the_result_so_far_is_printed_when_the_scheduler_dies() -> None:
    """The result is printed as after Ctrl-C, followed by a refusal that names the cluster."""
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


# A cluster whose only worker leaves in the middle of a run, and one whose worker lacks our package.
WORKER_LEAVES = f"""
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
WITHOUT_PUNTOBANCO = """
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
    [
        (WORKER_LEAVES, "no worker is left", "stopped"),
        (WITHOUT_PUNTOBANCO, "a worker can't deal", "nothing"),
    ],
    ids=["the last worker leaves", "a worker without puntobanco"],
)
def test_a_cluster_that_cannot_go_on_is_refused(script: str, why: str, status: str) -> None:
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
def test_an_unreachable_cluster_is_refused(address: str) -> None:
    with start(*command("for-fun", "1e9", "--cluster", address)) as running:
        said, complaints = running.communicate(timeout=60)
    assert (running.returncode, said) == (2, "")
    assert complaints.splitlines()[-1].startswith("puntobanco: simulate/no-cluster: ")
    assert "Traceback" not in complaints
