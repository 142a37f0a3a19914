"""Lines of players to the croupier or the manager: which are sent, and who may answer them."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from puntobanco.errors import (
    KeyReused,
    LineAddress,
    LineDigits,
    LineTooSoon,
    LineWord,
    NotAllowed,
    NotOpenLine,
)
from puntobanco.table.shared.shared_table import StaffActor
from puntobanco.wire.lines import (
    AnswerEntry,
    LineAnswered,
    LineEntry,
    LineRecord,
    LineTo,
    LineView,
    LineWritten,
)

PAUSE_MS: Final = 5_000  # between two lines of a player
SPAN_MS: Final = 600_000
MOST_IN_SPAN: Final = 10
_DIGITS: Final = re.compile(r"(?:\d[\s.,/()+-]*){7}")  # of a telephone, a card, an account
_ADDRESS: Final = re.compile(
    r"://|\bwww\.|\S@\S+\.\w|\w\.(?:com|net|org|info|biz|app|io|me|tv|gg|ly|it|ch|de|fr|eu|uk|ru)\b",
    re.IGNORECASE,
)


def write(
    records: Sequence[LineRecord],
    entry: LineEntry,
    player: int,
    session: str,
    table: str,
    now: int,
    refused: Collection[str] = (),
) -> LineWritten:
    """Write a line after those on record; the same key again gives the line of then."""
    mine = [each for each in records if isinstance(each, LineWritten) and each.player == player]
    known = next((each for each in mine if each.key == entry.key), None)
    if known is not None:
        if asked_of(known) != entry:
            raise KeyReused(key=entry.key)
        return known
    check_words(entry.words, refused)
    check_pace([each.at for each in mine], now)
    number = max((each.number for each in records), default=0) + 1
    return LineWritten(table, number, now, player, session, entry.key, entry.to, entry.words)


def check_words(words: str, refused: Collection[str] = ()) -> None:
    """Refuse addresses, long numbers, and the words on the house's list."""
    plain = unicodedata.normalize("NFKC", words)
    if _ADDRESS.search(plain):
        raise LineAddress
    if _DIGITS.search(plain):
        raise LineDigits
    if any(f" {each} " in f" {simple(words)} " for each in refused):
        raise LineWord


def simple(words: str) -> str:
    """Words without case, accents and punctuation, to compare them."""
    letters = unicodedata.normalize("NFKD", words).casefold()
    plain = "".join([each for each in letters if not unicodedata.combining(each)])
    return " ".join(re.findall(r"\w+", plain))


def check_pace(times: Iterable[int], now: int) -> None:
    recent = sorted(each for each in times if each > now - SPAN_MS)
    free = [recent[-1] + PAUSE_MS] if recent else []
    if len(recent) >= MOST_IN_SPAN:
        free.append(recent[-MOST_IN_SPAN] + SPAN_MS)
    wait = max(free, default=now) - now
    if wait > 0:
        raise LineTooSoon(seconds=-(-wait // 1000))


def answer(
    records: Sequence[LineRecord], number: int, entry: AnswerEntry, by: StaffActor, now: int
) -> LineAnswered:
    """Answer a line, once."""
    answers = [each for each in records if isinstance(each, LineAnswered)]
    known = next((each for each in answers if each.key == entry.key), None)
    if known is not None:
        if (asked_of(known), known.number, known.person) != (entry, number, by.person):
            raise KeyReused(key=entry.key)
        return known
    lines = (each for each in records if isinstance(each, LineWritten))
    line = next((each for each in lines if each.number == number), None)
    if line is None or any(each.number == number for each in answers):
        raise NotOpenLine(line=number)
    if not may_read(line.to, is_manager=by.is_manager):
        raise NotAllowed(role="managers")
    return LineAnswered(line.table, number, now, by.person, by.name, entry.key, entry.words)


def may_read(to: LineTo, *, is_manager: bool) -> bool:
    return is_manager or to is LineTo.CROUPIER


def asked_of(told: LineRecord) -> LineEntry | AnswerEntry:
    """The request that a record answers."""
    if isinstance(told, LineAnswered):
        return AnswerEntry(told.key, told.words)
    return LineEntry(told.key, told.to, told.words)


def line_key(told: LineRecord) -> str:
    """The key of a record, which only one record of a table can have."""
    return f"{'answer' if isinstance(told, LineAnswered) else 'line'} {told.number}"


def views_of(records: Iterable[LineRecord]) -> list[LineView]:
    """The lines with their answers, the oldest first."""
    lines, answers = dict[int, LineWritten](), dict[int, LineAnswered]()
    for each in records:
        if isinstance(each, LineWritten):
            lines[each.number] = each
        else:
            answers[each.number] = each
    return [_view(line, answers.get(number)) for number, line in sorted(lines.items())]


def _view(line: LineWritten, told: LineAnswered | None) -> LineView:
    view = line.number, line.at, line.player, line.to, line.words
    return LineView(*view) if told is None else LineView(*view, told.words, told.name, told.at)
