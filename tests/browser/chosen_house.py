"""Fixtures: a new house for each test, with the tables of its module and chosen coups."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.browser.chosen_coups import CoupChooser
from tests.browser.chosen_sabots import SabotChooser
from tests.browser.houses import open_house

# Longer than any check takes. The tests hurry the house, and a mixing ends as soon as everybody has
# taken part, so these times are never waited for.
PACE: Final = """pace = { mixing = 60000, opening = 60000, burn = 200, betting = 60000, \
first_card = 100, card = 100, turn = 300, result = 60000 }"""


@pytest.fixture
def chooser() -> CoupChooser:
    """Chooses no coups, unless a test gives another one."""
    return SabotChooser()


@pytest.fixture
def house(request: pytest.FixtureRequest, tmp_path: Path, chooser: CoupChooser) -> Iterator[str]:
    """The address of an open house with the module's `TABLES`."""
    tables = tmp_path / "tables.toml"
    tables.write_text(request.module.TABLES, encoding="utf-8")
    with open_house(tmp_path / "house.db", tables=tables, chooser=chooser) as address:
        yield address
