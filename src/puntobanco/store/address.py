"""A database's address, as it may be shown to whoever looks on."""

import re
from typing import Final

_PASSWORD: Final = re.compile(r"^(\w+://[^:/?#@]*):.*@")  # up to the last @: it may hold one itself
_IN_QUERY: Final = re.compile(r"([?&](?:ssl)?password=)[^&]*")


def shown(database: str) -> str:
    """Without the password; a file as it is.

    >>> shown("postgresql://house:a secret@host:5432/name")
    'postgresql://house:…@host:5432/name'
    """
    if "://" not in database:
        return database
    return _IN_QUERY.sub(r"\1…", _PASSWORD.sub(r"\1:…@", database))
