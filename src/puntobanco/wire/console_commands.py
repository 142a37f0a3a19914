"""The commands that a croupier or a manager gives at a table's console.

Each command names the offset of the table's stream it was given at: if the table has moved on
since, it is refused. So of two who press at once one wins, and the other is told.
"""

from typing import Annotated, Final, get_args

import msgspec
from msgspec import Meta

from puntobanco.errors import BadMessage
from puntobanco.game.bets import Bet
from puntobanco.game.coup import Side
from puntobanco.game.sheet import Cents
from puntobanco.wire.message_base import Message
from puntobanco.wire.requests import Counted, Hello, Request, check_keys
from puntobanco.wire.spoken_text import SpokenLine
from puntobanco.wire.validation import explain

MOST_READ: Final = 12  # cards of one coup, those set aside included
CardName = Annotated[str, Meta(pattern=r"^[2-9TJQKA][cdhs]\Z")]
MOST_WORDS: Final = 300  # or rather, characters of them
Words = Annotated[SpokenLine, Meta(min_length=1, max_length=MOST_WORDS)]
BoxNumber = Annotated[int, Meta(ge=0, le=100)]


class Command(Request, frozen=True):
    seen: Counted  # the offset of the last event the console had


class Take(Command, frozen=True):
    """Run the table from here on."""


class Leave(Command, frozen=True):
    """Hand it over: somebody else may take it."""


class NewSabot(Command, frozen=True, tag="new_sabot"):
    """A real sabot is on the table."""


class OpenBetting(Command, frozen=True, tag="open_betting"):
    pass


class CloseBetting(Command, frozen=True, tag="close_betting"):
    """Rien ne va plus."""


class Draw(Command, frozen=True):
    """The next card from our sabot."""


class Read(Command, frozen=True, omit_defaults=True):
    """A card of a real sabot, keyed in or scanned."""

    card: CardName
    insist: bool = False  # it is the one, though the sabot can't hold it: another was misread


class Turn(Command, frozen=True):
    """A side's cards, for who holds them and is too slow, or nobody does."""

    side: Side


class Speak(Command, frozen=True):
    """Carta or Resto, for a holder who is silent."""

    draws: bool


class Correct(Command, frozen=True, omit_defaults=True):
    """A card that was misread."""

    n: Annotated[int, Meta(ge=1, le=MOST_READ)]  # in the order they left the sabot
    card: CardName
    reason: Words
    insist: bool = False


class Announce(Command, frozen=True):
    """Both points, and who wins: the coup is over."""


class Void(Command, frozen=True):
    """A manager declares a coup of read-in cards void."""

    reason: Words


class CallManager(Command, frozen=True, tag="call_manager"):
    words: Words


class Decide(Command, frozen=True):
    """What the manager on duty has decided; it is final."""

    words: Words


class KeyIn(Command, frozen=True, tag="key_in"):
    """What lies in a box of a real cloth, all of it; an empty one is cleared."""

    box: BoxNumber  # 0: of those who stand
    bets: dict[Bet, Cents]


Commanding = (
    Take | Leave | NewSabot | OpenBetting | CloseBetting | Draw | Read | Turn | Speak | Correct
    | Announce | Void | CallManager | Decide | KeyIn
)  # fmt: skip
SaidAtConsole = Hello | Commanding


class Console(Message, frozen=True):
    """What a console can do now, and what the rule demands: after every event of the table.

    And once the time of who holds cards is over: until then it doesn't tell what they are.
    """

    offset: int
    mine: bool  # this console runs the table
    can: tuple[str, ...]  # commands that would be taken now
    demands: str  # in the rule's words; empty if it demands nothing
    side: Side | None = None  # whose card it demands, or whose cards are to be turned


_TYPES: Final = tuple(str(each.__struct_config__.tag) for each in get_args(SaidAtConsole))
_decoder: Final = msgspec.json.Decoder(SaidAtConsole)


def parse_command(frame: bytes) -> SaidAtConsole:
    """Read one message of a console."""
    try:
        said: SaidAtConsole = _decoder.decode(frame)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadMessage(why=explain(error, frame, {"type": _TYPES})) from None
    check_keys(frame)
    return said
