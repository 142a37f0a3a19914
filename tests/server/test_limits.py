"""How many requests one client may send, and which addresses count as one client."""

import pytest

from puntobanco.server.house.limits import Addresses, Bucket, Buckets, PerAddress, whose


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
        ("::nonsense::", "::nonsense::"),
    ],
)
def test_addresses_that_count_as_one_client(address: str, counted: str) -> None:
    assert whose(address) == counted


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("10.0.0.1", "203.0.113.7", "203.0.113.7"),
        ("10.0.0.1", "198.51.100.1, 203.0.113.7", "203.0.113.7"),  # the first can be forged
        ("10.0.0.1", "203.0.113.7, 10.9.9.9, ::1", "203.0.113.7"),  # two proxies
        ("10.0.0.1", "10.0.0.2", "10.0.0.2"),
        ("10.0.0.1", "nonsense", "nonsense"),
        ("10.0.0.1", None, "10.0.0.1"),
        ("11.0.0.1", "203.0.113.7", "11.0.0.1"),
        ("unknown", "203.0.113.7", "unknown"),
    ],
)
def test_a_proxy_is_trusted_by_address_or_network(
    peer: str, forwarded: str | None, client: str
) -> None:
    assert Addresses(("10.0.0.0/8", "::1")).behind(peer, forwarded) == client


def test_a_bucket_fills_with_time() -> None:
    bucket = Bucket(rate=2, most=3, now=0)
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(499)
    assert bucket.take(500)
    assert [bucket.take(10**9) for _ in range(4)] == [True, True, True, False]


def test_full_buckets_are_removed() -> None:
    buckets = Buckets(rate=1, most=1)
    for n in range(25_000):
        assert buckets.take(str(n), now=n)  # each is full again after a second
    assert len(buckets._buckets) < 12_500
    assert not buckets.take("24999", now=25_000)


def test_only_a_limited_number_at_a_time() -> None:
    counted = PerAddress(2)
    assert [counted.take("a"), counted.take("a"), counted.take("a"), counted.take("b")] == [
        True,
        True,
        False,
        True,
    ]
    counted.give_back("a")
    assert counted.take("a")
