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
    """Every commitment and every `fixed` hash, in the order they came; also in a file if asked.

    A line is written before the request that builds on it is sent. A coup has one seed of the
    player's, whatever becomes of the bets: a house that could refuse a bet and get another seed
    for the same commitment would refuse what it is going to lose. So the seed of each table's next
    coup is kept too, in FILE.seed, for whoever comes back.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._lines: list[Seen] = []
        self.proved: set[tuple[str, int, int]] = set()  # sabots that were revealed and held
        self._commitments: dict[tuple[str, int, int], Seen] = {}
        self._seeds: dict[str, tuple[str, str]] = {}  # table: commitment and seed
        self._seed_file = Path(f"{file}.seed") if file else None
        if self._seed_file is not None:
            with contextlib.suppress(OSError, msgspec.MsgspecError):  # then nothing is known
                self._seeds = msgspec.json.decode(
                    self._seed_file.read_bytes(), type=dict[str, tuple[str, str]]
                )

    @property
    def lines(self) -> tuple[Seen, ...]:
        return tuple(self._lines)

    def unproved(self, table: str) -> dict[tuple[str, int, int], list[Seen]]:
        """What is noted of a table's sabots that nobody has held against their cards yet."""
        found: dict[tuple[str, int, int], list[Seen]] = {}
        for each in self._lines:
            if each.table == table and each.place not in self.proved:
                found.setdefault(each.place, []).append(each)
        return found

    def text(self) -> bytes:
        """As `puntobanco verify --seen` reads it."""
        return b"".join(msgspec.json.encode(each) + b"\n" for each in self._lines)

    def seed_for(self, seen: Seen) -> str:
        """The player's seed for a coup: drawn once its commitment is there, then always this."""
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
