"""Lets a test interrupt a process that it has started."""

import signal


def accept_interrupts() -> None:
    """Accept SIGINT again: a shell that runs tests in the background makes them ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
