"""Settings of a house on either database, and a time limit for every test."""

import pytest

from puntobanco.server.settings import Settings
from tests.cheap_passwords import hash_cheaply
from tests.conftest import SEALING_KEY
from tests.time_limit import pytest_pyfunc_call

__all__ = ["pytest_pyfunc_call"]
hash_cheaply()


@pytest.fixture
def settings(database: str) -> Settings:
    return Settings(database=database, sealing_key=SEALING_KEY.hex())
