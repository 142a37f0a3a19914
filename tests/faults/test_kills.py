"""A server killed fifteen times on each database: whatever it told is true."""

import pytest

from tests.faults.kills import Kills

pytestmark = pytest.mark.anyio


async def test_kills(database: str) -> None:
    kills = Kills(database, seed=1)
    await kills.run(15)
    assert kills.kills == 15
    assert kills.acknowledged > 100
    assert sum(guest.lines for guest in kills.guests) > 30  # they came back
