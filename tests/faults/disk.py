"""A simulated disk that loses unsynced writes in a power cut, or fails on demand."""

import shutil
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

import apsw

SECTOR: Final = 512
_numbers = count(1)


class Image:
    """The synced content of a file, and the writes since the last sync."""

    def __init__(self, durable: bytes) -> None:
        self.durable = bytearray(durable)
        self.pending: list[tuple[int, bytes | None]] = []  # None: truncated there

    def sync(self) -> None:
        for offset, data in self.pending:
            _apply(self.durable, offset, data)
        self.pending.clear()

    def after_a_cut(self, random: Random) -> bytes:
        """The content after a power cut: unsynced sectors are kept or lost at random."""
        left = bytearray(self.durable)
        share = random.choice((0.0, 0.2, 0.5, 0.9, 1.0))
        for offset, data in self.pending:
            if data is None or random.random() >= 0.3:
                if random.random() < share:
                    _apply(left, offset, data)
                continue
            for start in range(0, len(data), SECTOR):  # some sectors of a torn write are lost
                if random.random() < share:
                    _apply(left, offset + start, data[start : start + SECTOR])
        return bytes(left)


def _apply(content: bytearray, offset: int, data: bytes | None) -> None:
    if data is None:
        del content[offset:]
        return
    if len(content) < offset:
        content.extend(bytes(offset - len(content)))
    content[offset : offset + len(data)] = data


class Disk(apsw.VFS):
    """Keeps files in a directory; asks `trouble` before every write, sync and truncation."""

    def __init__(self) -> None:
        self.vfs_name = f"disk-{next(_numbers)}"
        self.images: dict[str, Image] = {}
        self.calls = 0
        self.moved = 0  # writes to a database file, that is, checkpoints of the log
        self.trouble: Callable[[str, str, int], Exception | None] = lambda *_: None
        super().__init__(self.vfs_name, base="")

    def xOpen(  # noqa: N802
        self, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> apsw.VFSFile:
        return DiskFile(name, flags, self)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        self.call("delete", filename)
        super().xDelete(filename, syncdir)
        self.images.pop(filename, None)

    def call(self, what: str, file: str) -> None:
        self.calls += 1
        error = self.trouble(what, file, self.calls)
        if error is not None:
            raise error

    def cut_power(self, directory: Path, after: Path, random: Random) -> None:
        """Write what a power cut leaves to another directory."""
        self.trouble = lambda *_: apsw.IOError("there is no power")
        after.mkdir()
        for name, image in self.images.items():
            if Path(name).parent == directory:
                (after / Path(name).name).write_bytes(image.after_a_cut(random))
        self.images = {
            name: image for name, image in self.images.items() if Path(name).parent != directory
        }

    def plug_in(self) -> None:
        self.trouble = lambda *_: None
        self.calls = 0


class DiskFile(apsw.VFSFile):
    def __init__(self, name: str | apsw.URIFilename | None, flags: list[int], disk: Disk) -> None:
        super().__init__("", name, flags)
        self._disk = disk
        self._name = name.filename() if isinstance(name, apsw.URIFilename) else name or ""
        if self._name not in disk.images:
            path = Path(self._name)
            disk.images[self._name] = Image(path.read_bytes() if path.exists() else b"")

    @property
    def _image(self) -> Image | None:
        return self._disk.images.get(self._name)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self._disk.call("write", self._name)
        self._disk.moved += self._name.endswith(".db")
        super().xWrite(data, offset)
        if self._image is not None:
            self._image.pending.append((offset, bytes(data)))

    def xTruncate(self, size: int) -> None:  # noqa: N802
        self._disk.call("truncate", self._name)
        super().xTruncate(size)
        if self._image is not None:
            self._image.pending.append((size, None))

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._disk.call("sync", self._name)
        if self._image is not None:
            self._image.sync()


def copied_files(before: Path, after: Path) -> None:
    """Copy what a killed process leaves: all writes, synced or not."""
    after.mkdir()
    for file in before.iterdir():
        if not file.name.endswith("-shm"):
            shutil.copyfile(file, after / file.name)
