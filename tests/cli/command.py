"""Run `puntobanco` commands as a user types them."""

import subprocess
import sys
from pathlib import Path

import pytest

from puntobanco.cli import app
from puntobanco.errors import Refusal


def run(*args: str | Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "puntobanco", *map(str, args)],
        input=stdin, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


def code_of_refusal(*args: str) -> str:
    """The refusal's code. Runs in this process; other tests check what a user sees of a refusal."""
    with pytest.raises(Refusal) as refused:
        app(list(args), standalone_mode=False)
    return refused.value.code
