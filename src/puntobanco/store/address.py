"""A database's address without its password, to be shown."""

import re
from typing import Final

_PASSWORD: Final = re.compile(r"^(\w+://[^:/?#@]*):.*@")  # to the last @: passwords may contain @
_IN_QUERY: Final = re.compile(r"([?&](?:ssl)?password=)[^&]*")


def shown(database: str) -> str:
    """An address without its password; a file's path unchanged.

    >>> shown("postgresql://house:a secret@host:5432/name")
    'postgresql://house:…@host:5432/name'
    """
    if "://" not in database:
        return database
    return _IN_QUERY.sub(r"\1…", _PASSWORD.sub(r"\1:…@", database))
