"""The casino's day: when it begins, and in which time zone."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Struct

HOUR: Final = 3_600_000


@cache
def zone_of(name: str) -> tzinfo:
    """The time zone with this name; sums are kept by the hour, so it must differ by whole hours."""
    if name == "UTC":
        return UTC
    try:
        zone = ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(
            f"timezone: there is no time zone {name!r}; one is Europe/Zurich"
        ) from None
    for month in (1, 7):
        offset = datetime(2027, month, 1, tzinfo=zone).utcoffset()
        if (offset or timedelta()) % timedelta(hours=1):
            raise ValueError(f"timezone: {name} doesn't differ from UTC by whole hours")
    return zone


class CasinoDay(Struct, frozen=True):
    """A day that begins at an hour of the local time, as at 6 in the morning."""

    timezone: str = "UTC"
    begins: int = 0

    def date_of(self, at: int) -> date:
        """The date of the day to which a moment belongs."""
        local = datetime.fromtimestamp(at / 1000, zone_of(self.timezone))
        return (local - timedelta(hours=self.begins)).date()

    def begin_of(self, day: date) -> int:
        """When a day begins, in milliseconds."""
        begin = datetime.combine(day, time(self.begins), zone_of(self.timezone))
        return int(begin.timestamp()) * 1000

    def begin_at(self, at: int) -> int:
        """When the day began to which a moment belongs."""
        return self.begin_of(self.date_of(at))
