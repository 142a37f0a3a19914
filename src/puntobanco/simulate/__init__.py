"""Monte Carlo simulation of coups and players' sessions."""

from puntobanco.errors import ExtraMissing

try:  # for all of this room; llvmlite comes with numba
    import llvmlite  # noqa: F401  # is it there?
    import numpy  # noqa: F401  # and this?
except ModuleNotFoundError as missing:
    raise ExtraMissing(what="simulation", module=missing.name, extra="fast") from None
