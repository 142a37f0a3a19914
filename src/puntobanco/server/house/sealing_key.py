"""The sealing key, from the settings or from a file beside the database."""

import os
import secrets
from pathlib import Path

from puntobanco.errors import BadSetting, StoreDamaged, Unwritable
from puntobanco.fair.commitment import parse_hex
from puntobanco.server.settings import Settings
from puntobanco.store.sealing import KEY_BYTES


def sealing_key(settings: Settings) -> bytes:
    """The key; a database file gets a key file if none is given, PostgreSQL needs a given key."""
    if settings.sealing_key:
        return parse_hex("sealing_key", settings.sealing_key, KEY_BYTES)
    if "://" in settings.database:
        raise BadSetting(
            why="a database on a server needs a sealing key: set 64 hex digits as"
            " PUNTOBANCO_SEALING_KEY or as sealing_key in the settings file;"
            " `openssl rand -hex 32` makes one"
        )
    database = Path(settings.database)
    file = Path(f"{database}.key")
    try:
        if database.exists() and database.stat().st_size and not file.exists():
            if not _is_sqlite(database):
                raise StoreDamaged(file=database, why="file is not a database")
            raise BadSetting(
                why=f"{database} exists, but its sealing key {file} does not: put the file back,"
                " or set the key as PUNTOBANCO_SEALING_KEY"
            )
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return parse_hex(str(file), file.read_text(encoding="ascii").strip(), KEY_BYTES)
    except OSError as error:
        raise Unwritable(file=file, why=error.strerror) from None
    key = secrets.token_bytes(KEY_BYTES)
    with os.fdopen(descriptor, "w", encoding="ascii") as written:
        written.write(key.hex() + "\n")
        written.flush()
        os.fsync(written.fileno())
    return key


def _is_sqlite(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(16) == b"SQLite format 3\0"
