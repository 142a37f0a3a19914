"""The base of enumerations whose members equal their text."""

from enum import StrEnum


class Word(StrEnum):
    """A member looks, hashes and compares like its text, so that points["punto"] works."""

    __hash__ = str.__hash__
    __repr__ = str.__repr__
