"""The seeds a player has used, each remembered by eight bytes of its hash."""

import sys
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Set
from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct

_LOOSE: Final = 4_096  # unsorted marks, which take much more memory than sorted ones


class _Seeded(Struct):
    """The one field of a coup that is read here."""

    seed: str


_coups: Final = msgspec.json.Decoder(_Seeded)


def seed_mark(seed: str) -> int:
    """Eight bytes of a seed's hash; a collision only causes a needless refusal."""
    return int.from_bytes(sha256(seed.encode()).digest()[:8], "little", signed=True)


def marks_of(bodies: Iterable[bytes]) -> set[int]:
    """The marks of the seeds in these records of coups."""
    return {seed_mark(_coups.decode(body).seed) for body in bodies}


class Seeds(Set[int]):
    """A set of marks in little memory: a few sorted arrays, and a set of the newest marks."""

    __slots__ = ("_loose", "_runs")

    def __init__(self, marks: Iterable[int] = ()) -> None:
        self._runs: list[array[int]] = []  # each shorter than the one before it
        self._loose: set[int] = set()
        for mark in marks:
            self.add(mark)

    def __contains__(self, mark: object) -> bool:
        if mark in self._loose:
            return True
        if not isinstance(mark, int):
            return False
        for run in self._runs:
            index = bisect_left(run, mark)
            if index < len(run) and run[index] == mark:
                return True
        return False

    def __iter__(self) -> Iterator[int]:
        yield from self._loose
        for run in self._runs:
            yield from run

    def __len__(self) -> int:
        return len(self._loose) + sum(map(len, self._runs))

    def add(self, mark: int) -> None:
        if mark not in self:
            self._loose.add(mark)
            if len(self._loose) >= _LOOSE:
                self.sort_in()

    def sort_in(self) -> None:
        """Keep the last marks like the others, in a fraction of the memory."""
        if self._loose:
            run, self._loose = array("q", sorted(self._loose)), set()
            self._push(run)

    def add_packed(self, packed: bytes) -> None:
        self._push(unpack(packed))

    def _push(self, run: "array[int]") -> None:
        while self._runs and len(self._runs[-1]) <= len(run):
            run = array("q", sorted({*self._runs.pop(), *run}))
        self._runs.append(run)


def pack(marks: Iterable[int]) -> bytes:
    return _little(array("q", sorted(marks))).tobytes()


def unpack(packed: bytes) -> "array[int]":
    run = array("q")
    run.frombytes(packed)
    return _little(run)


def _little(run: "array[int]") -> "array[int]":
    if sys.byteorder == "big":
        run.byteswap()
    return run
