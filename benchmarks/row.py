"""One line of the benchmark table."""

from typing import NamedTuple


class Row(NamedTuple):
    work: str
    ours: str
    target: str
    reference: str  # what it is, and its figure
    ratio: float  # how many times ours is better
