"""The commitments received before the betting, kept to check the house's proofs against."""

import contextlib
import os
from pathlib import Path

import msgspec

from puntobanco.client.keys import new_seed
from puntobanco.client.refusals import DoesNotHold
from puntobanco.errors import Unwritable
from puntobanco.fair.proof import Seen


class KeptCommitments:
    """All commitments and `fixed` hashes in order of arrival, optionally also in a file.

    A line is written before a request that depends on it is sent. A player uses one seed for each
    commitment, even if the bet is refused. Otherwise a house could refuse every bet that it would
    lose, and get another seed for the same commitment. So the seed of each table's next coup is
    kept in FILE.seed for the next start.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._lines: list[Seen] = []
        self.proved: set[tuple[str, int, int]] = set()  # sabots that were revealed and verified
        self._commitments: dict[tuple[str, int, int], Seen] = {}
        self._seeds: dict[str, tuple[str, str]] = {}  # table: commitment and seed
        self._seed_file = Path(f"{file}.seed") if file else None
        if self._seed_file is not None:
            with contextlib.suppress(OSError, msgspec.MsgspecError):  # no file, or a damaged one
                self._seeds = msgspec.json.decode(
                    self._seed_file.read_bytes(), type=dict[str, tuple[str, str]]
                )

    @property
    def lines(self) -> tuple[Seen, ...]:
        return tuple(self._lines)

    def unproved(self, table: str) -> dict[tuple[str, int, int], list[Seen]]:
        """The notes on a table's sabots whose cards are not verified yet."""
        found: dict[tuple[str, int, int], list[Seen]] = {}
        for each in self._lines:
            if each.table == table and each.identity not in self.proved:
                found.setdefault(each.identity, []).append(each)
        return found

    def text(self) -> bytes:
        """The notes in the format of `puntobanco verify --seen`."""
        return b"".join(msgspec.json.encode(each) + b"\n" for each in self._lines)

    def seed_for(self, seen: Seen) -> str:
        """The player's seed for a coup: drawn after the commitment came, then kept."""
        commitment, seed = self._seeds.get(seen.table, ("", ""))
        if commitment != seen.commitment:
            seed = new_seed()
            self._seeds[seen.table] = (seen.commitment, seed)
            self._write_seeds()
        return seed

    def _write_seeds(self) -> None:
        if self._seed_file is None:
            return
        part = Path(f"{self._seed_file}.part")
        try:
            with open(part, "wb", opener=lambda path, how: os.open(path, how, 0o600)) as file:
                file.write(msgspec.json.encode(self._seeds))
            part.replace(self._seed_file)
        except OSError as error:
            raise Unwritable(file=self._seed_file, why=error.strerror) from None

    def add(self, seen: Seen) -> None:
        """Note a commitment; raise if the coup already has another one."""
        before = self._commitments.setdefault(seen.identity, seen)
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
