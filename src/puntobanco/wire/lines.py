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


class ReadyAnswer(Word):
    """An answer that everybody reads in their own language."""

    THANKS = "thanks"
    MOMENT = "moment"  # one moment, please
    COMING = "coming"  # the manager comes to the table
    NOT_HERE = "not_here"  # I can't answer that here


class AnswerEntry(Body, frozen=True):
    """An answer to a line: a ready one, or one in words."""

    key: Key
    words: LineWords | None = None
    ready: ReadyAnswer | None = None

    def __post_init__(self) -> None:
        """Refuse an answer of both kinds, or of none."""
        if (self.words is None) is (self.ready is None):
            raise ValueError("give either `words` or `ready`")


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
    words: str | None
    ready: ReadyAnswer | None


LineRecord = LineWritten | LineAnswered


class LineView(Struct, frozen=True):
    """A line with its answer."""

    number: int
    at: int
    player: int
    to: LineTo
    words: str
    answer: str = ""  # in words
    ready: ReadyAnswer | None = None  # instead of words
    answered_by: str = ""  # empty: nobody has answered yet
    answered_at: int = 0
