"""A time limit for every test of the terminal."""

from tests.time_limit import pytest_pyfunc_call

__all__ = ["pytest_pyfunc_call"]
