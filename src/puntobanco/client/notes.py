"""What was received before the betting, kept to be held against the house."""

from pathlib import Path

import msgspec

from puntobanco.client.refusals import DoesNotHold
from puntobanco.errors import Unwritable
from puntobanco.fair.proof import Seen


class Notes:
    """Every commitment and every `fixed` hash, in the order they came; also in a file if asked.

    A line is written before the request that builds on it is sent.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._lines: list[Seen] = []
        self._commitments: dict[tuple[str, int, int], Seen] = {}

    @property
    def lines(self) -> tuple[Seen, ...]:
        return tuple(self._lines)

    def text(self) -> bytes:
        """As `puntobanco verify --seen` reads it."""
        return b"".join(msgspec.json.encode(each) + b"\n" for each in self._lines)

    def add(self, seen: Seen) -> None:
        """Note what came; two commitments for one coup are one too many."""
        before = self._commitments.setdefault(seen.place, seen)
        if (before.commitment, before.sheet) != (seen.commitment, seen.sheet):
            raise DoesNotHold(
                number=seen.number, table=seen.table, what="two commitments for one number"
            )
        if seen in self._lines[-4:]:  # told again after a reconnect
            return
        self._lines.append(seen)
        if self._file is not None:
            try:
                with self._file.open("ab") as file:
                    file.write(msgspec.json.encode(seen) + b"\n")
            except OSError as error:
                raise Unwritable(file=self._file, why=error.strerror) from None
