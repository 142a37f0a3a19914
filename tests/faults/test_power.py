"""After power cuts everything acknowledged is still there."""

import apsw
import pytest

from tests.faults.power import CarelessStore, NormalStore, PowerCuts
from tests.faults.violation import Violation


@pytest.mark.parametrize("seed", range(1, 6))
def test_nothing_acknowledged_is_lost_in_power_cuts(seed: int) -> None:
    cuts = PowerCuts(seed)
    cuts.run(100)
    assert cuts.cuts == 100
    assert cuts.coups > 500
    assert cuts.disk.moved > 0  # the log was also copied into the database


@pytest.mark.parametrize("careless", [NormalStore, CarelessStore])
def test_a_store_that_does_not_sync_is_found(careless: type[CarelessStore]) -> None:
    with pytest.raises((Violation, apsw.CorruptError, apsw.NotADBError, apsw.SQLError)):
        PowerCuts(1, careless).run(100)
