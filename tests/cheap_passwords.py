"""Passwords that are hashed at once: by design it takes tens of milliseconds otherwise."""

from argon2 import PasswordHasher

from puntobanco.server.house import credentials


def hash_cheaply() -> None:
    """In this process only; `tests/cli/test_staff.py` checks what the program uses."""
    credentials._HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)  # type: ignore[misc]
