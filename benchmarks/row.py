"""One line of the benchmark table."""

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias


class Row(NamedTuple):
    work: str
    ours: str
    target: str
    reference: str  # its name and its figure
    ratio: float  # how many times ours is better


Work: TypeAlias = Callable[[], Iterator[Row]]  # yields rows that are measured together
