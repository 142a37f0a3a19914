"""How much one client may ask for."""

from collections import Counter
from typing import Annotated

from msgspec import Meta, Struct

AtLeastOne = Annotated[int, Meta(ge=1, le=10**9)]


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    frame_bytes: AtLeastOne = 8_192
    body_bytes: AtLeastOne = 16_384
    messages_per_second: AtLeastOne = 100  # by one socket, twice as many at once
    connections_per_address: AtLeastOne = 200  # of sockets, and as many of HTTP
    unread_bytes: AtLeastOne = 262_144  # sent to a client and not yet taken
    handshake_seconds: Annotated[float, Meta(gt=0, le=600)] = 10.0
    logins_per_minute: AtLeastOne = 10  # by one address, and for one name
    guests_per_minute: AtLeastOne = 30  # by one address
    requests_per_second: AtLeastOne = 50  # over HTTP, by one address, ten times as many at once


class Bucket:
    """So many a second, and a few seconds' worth at once."""

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, rate: float, most: float, now: int) -> None:
        self._rate, self._most = rate, most
        self._left, self._at = most, now

    def take(self, now: int) -> bool:
        """Whether one more is allowed at this millisecond."""
        self._left = min(self._most, self._left + (now - self._at) * self._rate / 1000)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def is_full(self, now: int) -> bool:
        return self._left + (now - self._at) * self._rate / 1000 >= self._most


class Buckets:
    """A bucket to a name; those that are full again are forgotten."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._buckets: dict[str, Bucket] = {}

    def take(self, name: str, now: int) -> bool:
        if len(self._buckets) > 10_000:
            self._buckets = {
                name: each for name, each in self._buckets.items() if not each.is_full(now)
            }
        if name not in self._buckets:
            self._buckets[name] = Bucket(self._rate, self._most, now)
        return self._buckets[name].take(now)


class PerAddress:
    """So many of something from one address at a time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counted: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        if self._counted[address] >= self._most:
            return False
        self._counted[address] += 1
        return True

    def give_back(self, address: str) -> None:
        self._counted[address] -= 1
        if not self._counted[address]:
            del self._counted[address]
