"""The casino's day begins at an hour of the local time, also when the clocks change."""

from datetime import UTC, date, datetime

import pytest

from puntobanco.server.house.casino_day import CasinoDay, zone_of

ZURICH = CasinoDay("Europe/Zurich", 6)


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp()) * 1000


@pytest.mark.parametrize(
    ("moment", "day", "begins"),
    [
        ("2027-01-15T02:30+01:00", "2027-01-14", "2027-01-14T05:00Z"),
        ("2027-01-15T05:59:59+01:00", "2027-01-14", "2027-01-14T05:00Z"),
        ("2027-01-15T06:00+01:00", "2027-01-15", "2027-01-15T05:00Z"),
        ("2027-03-28T05:00+02:00", "2027-03-27", "2027-03-27T05:00Z"),  # the night of 23 hours
        ("2027-03-28T07:00+02:00", "2027-03-28", "2027-03-28T04:00Z"),
    ],
)
def test_the_night_belongs_to_the_evening_before(moment: str, day: str, begins: str) -> None:
    assert ZURICH.date_of(at(moment)) == date.fromisoformat(day)
    assert ZURICH.begin_at(at(moment)) == at(begins)


def test_by_default_the_day_begins_at_midnight_utc() -> None:
    now = at("2027-07-01T23:59:59Z")
    assert datetime.fromtimestamp(CasinoDay().begin_at(now) / 1000, UTC) == datetime(
        2027, 7, 1, tzinfo=UTC
    )


@pytest.mark.parametrize("name", ["Mars/Olympus", "../zone", "", "Asia/Kolkata"])
def test_other_time_zones_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"^timezone: "):
        zone_of(name)
