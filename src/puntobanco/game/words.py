"""Names of the game that are their own text."""

from enum import StrEnum


class Word(StrEnum):
    """A member looks, hashes and compares like its text, so that points["punto"] works."""

    __hash__ = str.__hash__
    __repr__ = str.__repr__
