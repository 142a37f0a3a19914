"""Lines of players to the croupier or the manager: which are sent, and who may answer them."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import Final

from msgspec.structs import replace

from puntobanco.errors import (
    KeyReused,
    LineAddress,
    LineDigits,
    LineTooSoon,
    LineWord,
    NotAllowed,
    NotOpenLine,
)
from puntobanco.ledger.records import Record, RecordKind
from puntobanco.table.recording import written_at_table
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
KNOWN: Final = 500  # lines of a table among which a key and the pace of a player are looked up
_ADDRESS: Final = re.compile(
    r"://|\bwww\.|\S@\S+\.\w"
    r"|\w\.(?!(?-i:De|Info|Io|It|Me)\b(?!/))"  # a sentence may begin so: "va bene.Me lo dica"
    r"(?:com|net|org|info|biz|app|io|me|tv|gg|ly|it|ch|de|fr|eu|uk|ru)\b",
    re.IGNORECASE,
)
_DIGITS: Final = re.compile(r"\d(?:[\W_]*\d){6,}")  # of a telephone, a card, an account
_TIME: Final = r"(?:[01]?\d|2[0-3])[:.][0-5]\d"
_DATE: Final = (
    r"(?:(?:0?[1-9]|[12]\d|3[01])[./-](?:0?[1-9]|1[0-2])[./-](?:19|20)\d\d"
    r"|(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))"
)
_AMOUNT: Final = r"[1-9]\d{0,2}(?:[.,'’ ]?\d{3})?[.,]\d\d"
_HARMLESS: Final = re.compile(rf"{_DATE}(?:\W+{_TIME})?|{_TIME}\W+{_TIME}|{_AMOUNT}")
_SINGLE_LETTERS: Final = re.compile(r"(?<!\S)\S(?: \S)*(?!\S)")
_SPELLED: Final = 3  # letters of a word that is looked for letter by letter: A, B may be bets
_DIGIT_FOR: Final = {"o": "0", "i": "1", "l": "1", "e": "3", "a": "4", "s": "5", "t": "7"}
_UNSEEN: Final = {"Cf", "Mn", "Me"}  # categories of accents and of characters that can't be seen


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
    last = max((each.number for each in records), default=0)
    lines = (each for each in records if isinstance(each, LineWritten))
    mine = [each for each in lines if each.player == player and each.number > last - KNOWN]
    known = next((each for each in mine if each.key == entry.key), None)
    if known is not None:
        if asked_of(known) != entry:
            raise KeyReused(key=entry.key)
        return known
    check_pace([each.at for each in mine], now)
    check_words(entry.words, refused)
    return LineWritten(table, last + 1, now, player, session, entry.key, entry.to, entry.words)


def check_words(words: str, refused: Collection[str] = ()) -> None:
    """Refuse addresses, long numbers, and the words on the house's list."""
    plain = _seen(words)
    if _ADDRESS.search(plain):
        raise LineAddress
    if any(not _HARMLESS.fullmatch(each) for each in _DIGITS.findall(plain)):
        raise LineDigits
    said = simple(words)
    pulled_apart = {re.sub(r"[\W\d_]", "", each) for each in plain.casefold().split()}
    spelled = [each.replace(" ", "") for each in _SINGLE_LETTERS.findall(said)]
    for each in refused:
        joined = each.replace(" ", "")
        entry = joined if _SINGLE_LETTERS.fullmatch(each) else each
        if f" {entry} " in f" {said} " or joined in pulled_apart:
            raise LineWord
        if len(joined) >= _SPELLED and any(joined in run for run in spelled):
            raise LineWord
    if re.search(r"\d", plain):
        _check_digits_as_letters(plain, said, spelled, refused)


def _check_digits_as_letters(
    plain: str, said: str, spelled: Iterable[str], refused: Collection[str]
) -> None:
    """Refuse words of the list in which digits stand for letters: "id10ta"."""
    pulled_apart = [re.sub(r"[\W_]", "", each) for each in plain.casefold().split()]
    for each in refused:
        joined = each.replace(" ", "")
        if len(joined) < _SPELLED:  # 4B may be a box
            continue
        entry = joined if _SINGLE_LETTERS.fullmatch(each) else each
        found = _word_with_digits(entry).findall(said)
        if any(not any(map(str.isdigit, match.split())) for match in found):
            raise LineWord
        letters = _with_digits(joined)
        found = [run for run in pulled_apart if letters.fullmatch(run)]
        found += [match for run in spelled for match in letters.findall(run)]
        # In runs of signs, digits are more often numbers: "A: 5, 5" is no word.
        if any(2 * sum(map(str.isdigit, run)) < len(run) for run in found):
            raise LineWord


@cache  # for every word of the house's list, since making a pattern is slow
def _with_digits(entry: str) -> re.Pattern[str]:
    """The entry's letters, each of them written as such or as a digit."""
    digits = ((each, _DIGIT_FOR.get(each, "")) for each in entry)
    return re.compile(
        "".join([f"[{each}{digit}]" if digit else re.escape(each) for each, digit in digits])
    )


@cache
def _word_with_digits(entry: str) -> re.Pattern[str]:
    """The same, with nothing before or after it."""
    return re.compile(rf"(?<!\S){_with_digits(entry).pattern}(?!\S)")


def simple(words: str) -> str:
    """Words without case, accents and punctuation, to compare them."""
    return " ".join(re.findall(r"[^\W_]+", _seen(words).casefold()))


def _seen(words: str) -> str:
    letters = unicodedata.normalize("NFKD", words)
    return "".join([each for each in letters if unicodedata.category(each) not in _UNSEEN])


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
    here = [each for each in records if each.number == number]
    line = next((each for each in here if isinstance(each, LineWritten)), None)
    known = next((each for each in here if isinstance(each, LineAnswered)), None)
    if known is not None and known.key == entry.key:
        if (asked_of(known), known.person) != (entry, by.person):
            raise KeyReused(key=entry.key)
        return known
    if line is None or known is not None:
        raise NotOpenLine(line=number)
    if not may_read(line.to, is_manager=by.is_manager):
        raise NotAllowed(role="managers")
    return LineAnswered(
        line.table, number, now, by.person, by.name, entry.key, entry.words, entry.ready
    )


def may_read(to: LineTo, *, is_manager: bool) -> bool:
    return is_manager or to is LineTo.CROUPIER


def asked_of(told: LineRecord) -> LineEntry | AnswerEntry:
    """The request that a record answers."""
    if isinstance(told, LineAnswered):
        return AnswerEntry(told.key, told.words, told.ready)
    return LineEntry(told.key, told.to, told.words)


def line_record(account: int, told: LineRecord) -> Record:
    """A line or an answer as the record of its table."""
    what, offset = ("answer", 2) if isinstance(told, LineAnswered) else ("line", 1)
    place = told.number, offset
    key = f"{what} {told.number}"
    return written_at_table(account, RecordKind.LINE, told, asked_of(told), key, place)


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
    view = LineView(line.number, line.at, line.player, line.to, line.words)
    if told is None:
        return view
    return replace(
        view,
        answer=told.words or "",
        ready=told.ready,
        answered_by=told.name,
        answered_at=told.at,
    )
