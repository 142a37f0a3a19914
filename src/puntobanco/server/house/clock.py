"""One timeline for a process: the wall clock when it started, and monotonic time since."""

import time
from typing import Protocol


class Clock(Protocol):
    def now(self) -> int:
        """Milliseconds since 1970, never going back and never jumping."""
        ...


class SteadyClock:
    """Reads the wall clock only at the start, so that setting it later moves no deadline."""

    def __init__(self) -> None:
        self._ahead = time.time_ns() - time.monotonic_ns()

    def now(self) -> int:
        return (time.monotonic_ns() + self._ahead) // 1_000_000
