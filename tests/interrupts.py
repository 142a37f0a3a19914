"""For processes that a test interrupts."""

import signal


def hear_interrupts() -> None:
    """Whoever runs the tests in the background has told everybody to ignore them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
