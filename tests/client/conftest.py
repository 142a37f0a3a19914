"""Settings for a house of either kind, with a key of its own."""

import pytest

from puntobanco.server.settings import Settings
from tests.conftest import SEALING_KEY


@pytest.fixture
def settings(database: str) -> Settings:
    return Settings(database=database, sealing_key=SEALING_KEY.hex())
