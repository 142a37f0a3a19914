"""A command as a user types it."""

import subprocess
import sys
from pathlib import Path


def run(*args: str | Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "puntobanco", *map(str, args)],
        input=stdin, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
