"""Runs `puntobanco` commands in processes of their own, without importing the program each time.

Run as a script with the path of a socket: it imports the program once. Every connection brings
the arguments, the environment and three files, and a forked process runs that command. It ends
when its standard input is closed.
"""

import contextlib
import json
import os
import selectors
import shutil
import socket
import sys
import traceback
from pathlib import Path
from typing import Final

from puntobanco.cli import main
from puntobanco.houses import HOUSES, house
from puntobanco.server import serving  # noqa: F401  # imported once here, like the rest
from puntobanco.store import postgres, sqlite  # noqa: F401

MOST_BYTES: Final = 1 << 20


def serve(path: str) -> None:
    with socket.socket(socket.AF_UNIX) as listening, selectors.DefaultSelector() as waiting:
        listening.bind(path)
        listening.listen(16)
        waiting.register(listening, selectors.EVENT_READ)
        waiting.register(0, selectors.EVENT_READ)
        while True:
            if any(key.fd == 0 for key, _ in waiting.select()):
                return
            connection, _ = listening.accept()
            with connection:
                if os.fork() == 0:
                    listening.close()
                    _run(connection)
            with contextlib.suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass


def _run(connection: socket.socket) -> None:
    """Run one command, tell its status, and end this process."""
    data, files, _, _ = socket.recv_fds(connection, MOST_BYTES, 3)
    while not data.endswith(b"\n"):
        data += connection.recv(MOST_BYTES)
    asked = json.loads(data)
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.environ.clear()
    os.environ.update(asked["environment"])
    os.chdir(asked["folder"])
    sys.argv = ["puntobanco", *asked["arguments"]]
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115
    status: object = 1
    try:
        main()
        status = 0
    except SystemExit as ending:
        status = ending.code
    except BaseException:
        traceback.print_exc()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    connection.send(f"{status or 0}".encode())
    os._exit(0)


if __name__ == "__main__":
    for name in HOUSES:
        house(name)
    try:
        serve(sys.argv[1])
    finally:
        shutil.rmtree(Path(sys.argv[1]).parent)
