"""Players' seeds that were used, known again by eight bytes of each."""

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec import Struct


class _Seeded(Struct):
    """All that is read of a coup here."""

    seed: str


_coups: Final = msgspec.json.Decoder(_Seeded)


def seed_mark(seed: str) -> int:
    """A seed, to be known again by this process: seats keep thousands of them in memory.

    Python's hash of a text is keyed anew in every process, so nobody can look for two seeds with
    one mark; met by chance, 1 in 2**64, the later one is refused.
    """
    return hash(seed)


def marks_of(bodies: Iterable[bytes]) -> set[int]:
    """Of the seeds in the records of coups."""
    return {seed_mark(_coups.decode(body).seed) for body in bodies}
