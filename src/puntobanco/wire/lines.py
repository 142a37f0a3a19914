"""Lines that players write to the croupier or the manager of a table, and the answers."""

from typing import Annotated

from msgspec import Meta, Struct

from puntobanco.game.word import Word
from puntobanco.wire.bodies import Body
from puntobanco.wire.message_base import Message
from puntobanco.wire.requests import Key
from puntobanco.wire.spoken_text import SpokenLine

LineWords = Annotated[SpokenLine, Meta(max_length=200)]


class LineTo(Word):
    """Who reads a line."""

    CROUPIER = "croupier"  # and the managers
    MANAGER = "manager"  # only the managers


class LineEntry(Body, frozen=True):
    """A line that a player writes."""

    key: Key
    to: LineTo
    words: LineWords


class AnswerEntry(Body, frozen=True):
    """An answer to a line."""

    key: Key
    words: LineWords


class LineWritten(Message, frozen=True, tag="line_written"):
    """A line as it is on record."""

    table: str
    number: int  # counted from 1 at each table
    at: int
    player: int  # the account
    session: str
    key: str
    to: LineTo
    words: str


class LineAnswered(Message, frozen=True, tag="line_answered"):
    """An answer as it is on record; a line has one at most."""

    table: str
    number: int  # of the line
    at: int
    person: int
    name: str
    key: str
    words: str


LineRecord = LineWritten | LineAnswered


class LineView(Struct, frozen=True):
    """A line with its answer."""

    number: int
    at: int
    player: int
    to: LineTo
    words: str
    answer: str = ""  # empty: none yet
    answered_by: str = ""
    answered_at: int = 0
