"""Run `puntobanco` commands as a user types them."""

import atexit
import contextlib
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

import pytest

from puntobanco.cli import app
from puntobanco.errors import Refusal

SECONDS = 60


@cache
def _fork_server() -> str:
    """The address of a fork server, which ends with this process."""
    path = str(Path(tempfile.mkdtemp()) / "commands")
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.cli.fork_server", path], stdin=subprocess.PIPE
    )
    atexit.register(process.communicate)
    return path


def run(*args: str | Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own; it is forked, which saves the imports."""
    words = list(map(str, args))
    asked = {"arguments": words, "environment": dict(os.environ), "folder": str(Path.cwd())}
    with contextlib.ExitStack() as stack:
        files = [stack.enter_context(tempfile.TemporaryFile("w+b")) for _ in range(3)]
        files[0].write(stdin.encode())
        files[0].seek(0)
        with _connected() as connection:
            connection.settimeout(SECONDS)
            given = json.dumps(asked).encode() + b"\n"
            sent = socket.send_fds(connection, [given], [each.fileno() for each in files])
            connection.sendall(given[sent:])
            status = int(connection.recv(16))
        said = []
        for each in files[1:]:
            each.seek(0)
            said.append(each.read().decode())
    return subprocess.CompletedProcess(words, status, *said)


def _connected() -> socket.socket:
    path, until = _fork_server(), time.monotonic() + SECONDS
    while True:
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.connect(path)
        except (FileNotFoundError, ConnectionRefusedError):
            connection.close()
            if time.monotonic() > until:
                raise
            time.sleep(0.02)
        else:
            return connection


def code_of_refusal(*args: str) -> str:
    """The refusal's code. Runs in this process; other tests check what a user sees of a refusal."""
    with pytest.raises(Refusal) as refused:
        app(list(args), standalone_mode=False)
    return refused.value.code
