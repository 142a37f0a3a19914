"""After many kills of the server on each database, all its answers are still true."""

import msgspec
import pytest

from puntobanco.ledger.records import RecordKind
from puntobanco.wire import stream
from puntobanco.wire.messages import Paid
from tests.faults.kills import Kills, audit

pytestmark = pytest.mark.anyio
_paid = msgspec.json.Decoder(Paid).decode


async def test_all_answers_are_still_true_after_kills(database: str) -> None:
    kills = Kills(database, seed=1)
    await kills.run(8, answers=8)
    assert kills.kills == 8
    assert kills.acknowledged > 24
    assert sum(guest.lines for guest in kills.guests) > 8  # they reconnected


async def test_shared_tables_lose_nothing_in_kills(database: str) -> None:
    kills = Kills(database, seed=2, guests=1, robots=6)
    await kills.run(4, longest=1.5)
    assert kills.kills == 4
    assert sum(robot.lines for robot in kills.robots) > 12  # they reconnected
    assert sum(robot.paid for robot in kills.robots) > 0
    assert {robot.place["table"] for robot in kills.robots} == {"live", "campione", "in-hand"}


async def test_staffed_tables_lose_nothing_in_kills(database: str) -> None:
    """With croupiers who disconnect after every command, corrections, and stakes left."""
    kills = Kills(database, seed=3, guests=0, robots=4, croupiers=6)
    await kills.run(8, longest=1.5)
    assert kills.kills == 8
    assert sum(each.visits for each in kills.croupiers) > 40
    assert sum(len(each.done) for each in kills.croupiers) > 60
    assert sum(robot.paid for robot in kills.robots) > 0
    witness = await audit(database)
    assert any(isinstance(each, stream.Corrected) for each in witness.told["real"])
    records = [each.record for each in witness.books.records(after=0)]
    paid = [_paid(each.body) for each in records if each.event is RecordKind.PAID]
    assert any(each.left for each in paid)
