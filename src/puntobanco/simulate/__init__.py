"""Monte Carlo: coups by the thousand million, to hold against the exact odds."""

from puntobanco.errors import ExtraMissing

try:  # for all of this room; llvmlite comes with numba
    import llvmlite  # noqa: F401  # is it there?
    import numpy  # noqa: F401  # and this?
except ModuleNotFoundError as missing:
    raise ExtraMissing(what="simulation", module=missing.name, extra="fast") from None
