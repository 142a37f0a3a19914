"""What SQLite says of a file it can't use, as a refusal."""

from pathlib import Path
from typing import Final

import apsw

from puntobanco.errors import StoreDamaged, StoreUnreachable

DAMAGE: Final = (apsw.NotADBError, apsw.CorruptError)


def refusal_of(error: apsw.Error, file: str | Path) -> StoreDamaged | StoreUnreachable:
    if isinstance(error, DAMAGE):
        return StoreDamaged(file=file, why=error)
    why = f"{file}: {error}" if Path(file).exists() else f"there is no {file}"
    return StoreUnreachable(why=why)
