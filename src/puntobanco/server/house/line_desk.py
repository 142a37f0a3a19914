"""The lines of players to the staff of their tables: written, read, answered and kept."""

import asyncio
import csv
import io
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from puntobanco.errors import LinesOff, Unreadable
from puntobanco.server.house.cashier import Cashier
from puntobanco.server.house.clock import Clock
from puntobanco.server.house.history import harmless
from puntobanco.server.shared_tables.table_runner import TableRunner
from puntobanco.store.interface import Store
from puntobanco.table.players_lines import (
    KNOWN,
    answer,
    line_record,
    simple,
    views_of,
    write,
)
from puntobanco.table.shared.shared_table import StaffActor
from puntobanco.wire.lines import (
    AnswerEntry,
    LineEntry,
    LineRecord,
    LineView,
)
from puntobanco.wire.messages import LinesChanged

RECENT: Final = 2 * KNOWN  # records that are read: a line has one answer at most
_EVERYTHING: Final = 2**53
HINT: Final = msgspec.json.encode(LinesChanged())
_decode: Final[msgspec.json.Decoder[LineRecord]] = msgspec.json.Decoder(LineRecord)
_COLUMNS: Final = (
    *("number", "at", "player", "to", "words", "answer", "ready", "answered_by", "answered_at"),
)


class LineDesk:
    """Keeps the lines; one at a time at each table."""

    def __init__(self, store: Store, cashier: Cashier, clock: Clock) -> None:
        self._store, self._cashier, self._clock = store, cashier, clock
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.refused: frozenset[str] = frozenset()  # words that no line may have

    async def write(
        self, runner: TableRunner, entry: LineEntry, player: int, session: str
    ) -> LineView:
        """Write a player's line, and tell the consoles that may read it."""
        name = runner.spec.name
        if not runner.spec.lines:
            raise LinesOff(table=name)
        async with self._turns[name]:
            while True:
                records = await self._read(runner)
                now = self._clock.now()
                line = write(records, entry, player, session, name, now, self.refused)
                if line in records or await self._is_written(runner, line):
                    runner.consoles.hint(line.to, HINT)
                    return _of([*records, line], line)

    async def answer(
        self,
        runner: TableRunner,
        number: int,
        entry: AnswerEntry,
        by: StaffActor,
        hint: Callable[[int], Awaitable[None]],
    ) -> LineView:
        """Answer a line, and tell its writer and the consoles."""
        async with self._turns[runner.spec.name]:
            while True:
                records = await self._read(runner)
                told = answer(records, number, entry, by, self._clock.now())
                if told in records or await self._is_written(runner, told):
                    view = _of([*records, told], told)
                    runner.consoles.hint(view.to, HINT)
                    await hint(view.player)
                    return view

    async def recent(self, runner: TableRunner) -> list[LineView]:
        return views_of(await self._read(runner))

    async def _read(self, runner: TableRunner) -> list[LineRecord]:
        return await read_lines(self._store, runner.table.account, RECENT)

    async def _is_written(self, runner: TableRunner, told: LineRecord) -> bool:
        return await self._cashier.is_written(line_record(runner.table.account, told))


def _of(records: Iterable[LineRecord], told: LineRecord) -> LineView:
    return next(each for each in views_of(records) if each.number == told.number)


async def read_lines(store: Store, account: int, newest: int = _EVERYTHING) -> list[LineRecord]:
    return [_decode.decode(each.record.body) for each in await store.line_records(account, newest)]


def read_words(file: Path) -> frozenset[str]:
    """The house's list of words that are not sent, one to a line."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Unreadable(file=file, why=str(error)) from None
    return frozenset(filter(None, map(simple, text.splitlines())))


def write_csv(lines: Iterable[LineView]) -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(_COLUMNS)
    for each in lines:
        answered = _time(each.answered_at) if each.answered_by else ""
        ready = each.ready.value if each.ready else ""
        said = harmless(each.words), harmless(each.answer), ready, each.answered_by, answered
        writer.writerow((each.number, _time(each.at), each.player, each.to.value, *said))
    return text.getvalue()


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")
