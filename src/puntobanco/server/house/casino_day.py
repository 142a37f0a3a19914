"""The casino's day: when it begins, and in which time zone."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Struct

HOUR: Final = 3_600_000


@cache
def any_zone(name: str) -> tzinfo:
    """The time zone with this name."""
    if name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(
            f"timezone: there is no time zone {name!r}; one is Europe/Zurich"
        ) from None


@cache
def zone_of(name: str) -> tzinfo:
    """A casino's time zone; sums are kept by the hour, so it must differ by whole hours."""
    zone = any_zone(name)
    for month in (1, 7):
        offset = datetime(2027, month, 1, tzinfo=zone).utcoffset()
        if (offset or timedelta()) % timedelta(hours=1):
            raise ValueError(f"timezone: {name} doesn't differ from UTC by whole hours")
    return zone


class CasinoDay(Struct, frozen=True):
    """A day that begins at an hour of the local time, as at 6 in the morning.

    A player's own day has any time zone; the casino's is checked with the settings.
    """

    timezone: str = "UTC"
    begins: int = 0

    def date_of(self, at: int) -> date:
        """The date of the day to which a moment belongs."""
        return (self.local(at) - timedelta(hours=self.begins)).date()

    def local(self, at: int) -> datetime:
        """A moment in milliseconds as date and time of the day's time zone."""
        return datetime.fromtimestamp(at // 1000, any_zone(self.timezone)).replace(
            microsecond=at % 1000 * 1000
        )

    def begin_of(self, day: date) -> int:
        """When a day begins, in milliseconds."""
        begin = datetime.combine(day, time(self.begins), any_zone(self.timezone))
        return int(begin.timestamp()) * 1000

    def begin_at(self, at: int) -> int:
        """When the day began to which a moment belongs."""
        return self.begin_of(self.date_of(at))
