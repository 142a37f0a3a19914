"""The terminal's tests wait for sockets and screens, but not for ever."""

from tests.bounded import pytest_pyfunc_call

__all__ = ["pytest_pyfunc_call"]
