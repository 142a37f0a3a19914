"""A database address is never shown with its password."""

import pytest

from puntobanco.store.address import shown


@pytest.mark.parametrize(
    ("address", "as_shown"),
    [
        ("house.db", "house.db"),
        ("/var/a:b@c/house.db", "/var/a:b@c/house.db"),
        ("postgresql://house@host/name", "postgresql://house@host/name"),
        ("postgresql://host:5432/name", "postgresql://host:5432/name"),
        ("postgresql://house:s3cret@host:5432/name", "postgresql://house:…@host:5432/name"),
        ("postgres://house:s3@c/re:t@host/name", "postgres://house:…@host/name"),
        ("postgresql://:s3cret@/name?host=/run", "postgresql://:…@/name?host=/run"),
        (
            "postgresql:///name?password=s3cret&user=house",
            "postgresql:///name?password=…&user=house",
        ),
        ("postgresql://h/n?user=a&sslpassword=s3cret", "postgresql://h/n?user=a&sslpassword=…"),
    ],
)
def test_a_password_is_not_shown(address: str, as_shown: str) -> None:
    assert shown(address) == as_shown
