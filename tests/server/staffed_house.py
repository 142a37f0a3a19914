"""A house whose tables are run by staff."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.staff import table_file
from tests.server.visitors import House, open_for_business


@pytest.fixture
async def house(database: str, tmp_path: Path) -> AsyncIterator[House]:
    async with open_for_business(database, tables=table_file(tmp_path)) as opened:
        yield opened
        assert await opened.total() == 0
