"""One timeline for a process: the wall clock when it started, and monotonic time since."""

import time
from typing import Protocol


class Clock(Protocol):
    def now(self) -> int:
        """Milliseconds since 1970, never going back and never jumping."""
        ...


class SteadyClock:
    """A wall clock that is set while we run moves no deadline; the next start reads it anew."""

    def __init__(self) -> None:
        self._ahead = time.time_ns() - time.monotonic_ns()

    def now(self) -> int:
        return (time.monotonic_ns() + self._ahead) // 1_000_000
