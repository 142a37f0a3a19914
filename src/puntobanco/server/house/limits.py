"""Limits on what one client may send or hold open."""

from collections import Counter
from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Annotated, Final

from msgspec import Meta, Struct

_FEW: Final = 10_000  # buckets; up to this number none are removed

AtLeastOne = Annotated[int, Meta(ge=1, le=10**9)]
InMemory = Annotated[int, Meta(ge=1, le=2**24)]  # for every client at once


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    frame_bytes: InMemory = 8_192
    body_bytes: InMemory = 16_384
    messages_per_second: AtLeastOne = 100  # per socket; bursts of twice as many
    connections_per_address: AtLeastOne = 200  # sockets, and as many HTTP connections
    unread_bytes: AtLeastOne = 262_144  # sent to a client and not yet read
    handshake_seconds: Annotated[float, Meta(gt=0, le=600)] = 10.0
    write_seconds: Annotated[float, Meta(gt=0, le=600)] = 20.0
    exports: AtLeastOne = 8  # at a time, one per person
    logins_per_minute: AtLeastOne = 10  # per address, and per name
    guests_per_minute: AtLeastOne = 30  # per address
    requests_per_second: AtLeastOne = 50  # HTTP, per address; bursts of ten times as many


class Bucket:
    """A token bucket: `rate` a second, and bursts of up to `most`."""

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, rate: float, most: float, now: int) -> None:
        self._rate, self._most = rate, most
        self._left, self._at = most, now

    def take(self, now: int) -> bool:
        """Whether one more is allowed at this millisecond."""
        left = self._left + (now - self._at) * self._rate / 1000
        self._at = now
        if left < 1:
            self._left = left
            return False
        self._left = (left if left < self._most else self._most) - 1
        return True

    def is_full(self, now: int) -> bool:
        return self._left + (now - self._at) * self._rate / 1000 >= self._most


class Buckets:
    """One bucket for each name; buckets that are full again are removed."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._buckets: dict[str, Bucket] = {}
        self._most_kept = _FEW

    def take(self, name: str, now: int) -> bool:
        if len(self._buckets) > self._most_kept:
            self._buckets = {
                name: each for name, each in self._buckets.items() if not each.is_full(now)
            }
            # Twice what is left, so that looking through all of them stays rare.
            self._most_kept = max(_FEW, 2 * len(self._buckets))
        if name not in self._buckets:
            self._buckets[name] = Bucket(self._rate, self._most, now)
        return self._buckets[name].take(now)


class PerAddress:
    """Limits how many of something one address has at a time."""

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


class Addresses:
    """A set of IP addresses and networks."""

    def __init__(self, named: Iterable[str]) -> None:
        self._networks = [ip_network(each) for each in named]

    def __contains__(self, address: str) -> bool:
        try:
            parsed = ip_address(address)
        except ValueError:
            return False
        return any(parsed in network for network in self._networks)

    def behind(self, address: str, forwarded: str | None) -> str:
        """The client's address behind these proxies: the last forwarded one that is no proxy."""
        if address not in self or not forwarded:
            return address
        named = [each.strip() for each in forwarded.split(",")]
        return next((each for each in reversed(named) if each not in self), named[0])


def whose(address: str) -> str:
    """The name under which a client is counted: its IPv4 address, or its /64 network of IPv6."""
    if ":" not in address:
        return address
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return f"{IPv6Address(int(parsed) >> 64 << 64)}/64"
