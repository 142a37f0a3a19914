"""Random bytes from the operating system, fetched 4,096 at a time to save system calls."""

from os import urandom
from typing import Final

_PAGE: Final = 4_096


class RandomBytes:
    """Each byte is returned only once."""

    def __init__(self) -> None:
        self._page = b""
        self._at = 0

    def take(self, length: int) -> bytes:
        end = self._at + length
        if end > len(self._page):
            self._page, self._at, end = urandom(max(_PAGE, length)), 0, length
        taken = self._page[self._at : end]
        self._at = end
        return taken
