"""The cash sheet of a table: what its staff write on it, and what the house reads from it."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from puntobanco.game.word import Word
from puntobanco.wire.bodies import Body
from puntobanco.wire.message_base import Message
from puntobanco.wire.requests import MOST_COUNTED, Key
from puntobanco.wire.table_spec import Note

MOST_CASH: Final = 10**12  # cents
CashAmount = Annotated[int, Meta(ge=-MOST_CASH, le=MOST_CASH)]


class CashKind(Word):
    """What a line of a cash sheet says."""

    OPENING = "opening"  # the float: chips in the tray when the table opens
    FILL = "fill"  # chips brought to the table
    CREDIT = "credit"  # chips taken from the table
    COUNT = "count"  # chips in the tray, counted in between
    DROP = "drop"  # money in the drop box, for which the table has sold chips
    TIP = "tip"  # given by players in chips or money; never in the tray
    CLOSING = "closing"  # chips in the tray when the table closes


class CashEntry(Body, frozen=True):
    """A line that a member of staff writes."""

    key: Key
    kind: CashKind
    amount: CashAmount  # cents; a fill, credit, drop or tip below zero corrects earlier ones
    note: Note = ""


class Countersign(Body, frozen=True):
    """The signature of a second person under a line."""

    key: Key
    line: Annotated[int, Meta(ge=1, le=MOST_COUNTED)]


class CashLine(Message, frozen=True, tag="cash_line"):
    """A line as it is on record."""

    table: str
    sheet: int  # counted from 1; 0: tips before the first sheet
    offset: int  # lines and signatures of a sheet are counted together, from 1
    line: int  # the lines of a sheet alone, counted from 1
    at: int
    person: int
    name: str
    by_manager: bool
    key: str
    kind: CashKind
    amount: int
    note: str


class CashSigned(Message, frozen=True, tag="cash_signed"):
    """A countersigned line."""

    table: str
    sheet: int
    offset: int
    at: int
    person: int
    name: str
    key: str
    signs: int  # the line


CashRecord = CashLine | CashSigned


class CashRow(Struct, frozen=True):
    """A line with the names of those who signed it."""

    line: int
    at: int
    kind: CashKind
    amount: int
    note: str
    name: str
    countersigned: str  # empty: not yet, or not needed
    replaced_by: int = 0  # the line after which a closing no longer counts


class CashBalance(Struct, frozen=True):
    """Whether the chips of a sheet are all there."""

    opening: int
    fills: int
    credits: int
    drop: int
    result: int  # what the coups say that the house has won
    expected: int  # opening + fills - credits - drop + result
    closing: int | None = None  # None: not counted yet
    difference: int | None = None  # closing - expected


class CashClosed(Struct, frozen=True):
    """Who has closed a sheet, and when."""

    at: int  # of the second signature
    name: str  # who counted
    countersigned: str


class OffSheet(Struct, frozen=True):
    """Coups that count on no sheet: decided before an opening or after a closing.

    A result that was taken back and announced again is a decision without a coup.
    """

    since: int  # when the first of them was decided
    until: int  # when the last of them was
    coups: int
    result: int


class TableFigures(Struct, frozen=True):
    """What a table did in some time."""

    coups: int = 0
    staked: int = 0  # stakes that were decided or returned
    drop: int = 0  # for credit: what players brought to their seats
    result: int = 0  # what the house has won, without the cagnotte
    cagnotte: int = 0
    tips: int = 0
    hold: int | None = None  # the result in hundredths of a percent of the drop, rounded down


class FiguresSince(Struct, frozen=True):
    """The figures of one hour or one day, which begins at `at`."""

    at: int
    figures: TableFigures


class CashReport(Struct, frozen=True):
    """A cash sheet with its lines, its balance, and the table's figures meanwhile."""

    house: str  # the title of its sheet
    table: str
    title: str
    currency: str
    timezone: str  # of the casino's day
    sheet: int  # 0: the table has none yet
    since: int
    until: int
    lines: tuple[CashRow, ...]
    closed: CashClosed | None  # None: the closing is missing, or its second signature
    refused: dict[CashKind, str]  # what can't be written now, with the code of its refusal
    balance: CashBalance | None  # None: there is no opening float
    off_sheet: tuple[OffSheet, ...]  # from the sheet before to the next one
    hours: tuple[FiguresSince, ...]  # without hours in which nothing happened
    days: tuple[FiguresSince, ...]  # the casino's days
    total: TableFigures
