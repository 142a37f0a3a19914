"""Settings for a house of either kind, with a key of its own; and a bound on every wait."""

import pytest

from puntobanco.server.settings import Settings
from tests.bounded import pytest_pyfunc_call
from tests.conftest import SEALING_KEY

__all__ = ["pytest_pyfunc_call"]


@pytest.fixture
def settings(database: str) -> Settings:
    return Settings(database=database, sealing_key=SEALING_KEY.hex())
