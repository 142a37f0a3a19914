"""Tests of reading one record of the history."""

import msgspec
import pytest

from puntobanco.client.history_entry import Recorded, read_record
from puntobanco.client.refusals import NotUnderstood
from puntobanco.wire.messages import Closed, Moved, Reason


@pytest.mark.parametrize(
    "entry",
    [
        Closed("1.1", 1, 3, 0, "k" * 16, Reason.CASH_OUT, 1_250),
        Moved("granted", 1, "FUN", 1_000_000, "", 0, ""),
    ],
    ids=["event", "moved"],
)
def test_a_record_is_read_with_its_number(entry: Closed | Moved) -> None:
    said = {**msgspec.to_builtins(entry), "record": 2**61}
    assert read_record(said) == Recorded(2**61, entry)


@pytest.mark.parametrize(
    "said", [None, 7, {}, {"record": 1}, {"record": 1, "type": "welcome"}, {"type": "closed"}]
)
def test_a_malformed_record_is_not_understood(said: object) -> None:
    with pytest.raises(NotUnderstood):
        read_record(said)
