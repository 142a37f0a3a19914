"""Starts `puntobanco serve` many times without importing it each time.

Run as a script: it imports the program once, and forks a process for every line of arguments.
"""

import os
import sys

import uvloop  # noqa: F401  # imported once here, like the rest
from litestar import Litestar
from uvicorn.lifespan import off  # noqa: F401
from uvicorn.loops import auto  # noqa: F401

from puntobanco.cli import main
from puntobanco.houses import HOUSES, house
from puntobanco.server import serving, settings  # noqa: F401
from puntobanco.server.house import logs  # noqa: F401
from puntobanco.store import postgres, sqlite  # noqa: F401

if __name__ == "__main__":
    for name in HOUSES:
        house(name)
    Litestar([])  # loads its plugins
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            sys.argv = ["puntobanco", *line.split()]
            main()
            os._exit(0)
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()
        os.waitpid(pid, 0)  # the next line comes after the process was killed
