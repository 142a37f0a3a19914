"""The commands that a croupier or a manager gives at a table's console.

Each command contains the offset of the last event that the console has received. If the table has
changed since then, the command is refused. So only one of two simultaneous commands is executed.
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
from puntobanco.wire.spoken_text import Remark, SpokenLine
from puntobanco.wire.validation import explain

MOST_READ: Final = 12  # cards of one coup, including those set aside
CardName = Annotated[str, Meta(pattern=r"^[2-9TJQKA][cdhs]\Z")]
CardPlace = Annotated[int, Meta(ge=1, le=MOST_READ)]  # in drawing order, counted from 1
MOST_WORDS: Final = 300  # characters
Words = Annotated[SpokenLine, Meta(min_length=1, max_length=MOST_WORDS)]
PersonName = Annotated[Remark, Meta(max_length=80)]  # of anybody, perhaps not staff
BoxNumber = Annotated[int, Meta(ge=0, le=100)]
PlaceNumber = Annotated[int, Meta(ge=1, le=100)]


class Command(Request, frozen=True):
    seen: Counted  # the offset of the last event that the console has received


class Take(Command, frozen=True):
    """Run the table from here on."""


class Leave(Command, frozen=True):
    """Hand the table over, so that another croupier may take it."""


class NewSabot(Command, frozen=True, omit_defaults=True, tag="new_sabot"):
    """Begin a new real sabot; an empty name is that of the croupier who runs the table."""

    shuffled_by: PersonName = ""
    cut_by: PersonName = ""


class CutCard(Command, frozen=True, tag="cut_card"):
    """Announce that the cut card of a real sabot has appeared."""


class TakeBackCutCard(Command, frozen=True, tag="take_back_cut_card"):
    """Take back a cut card that was entered by mistake."""


class OpenBetting(Command, frozen=True, tag="open_betting"):
    pass


class CloseBetting(Command, frozen=True, tag="close_betting"):
    """End the betting: rien ne va plus."""


class ReopenBetting(Command, frozen=True, tag="reopen_betting"):
    """Open the betting of the same coup again, before its first card."""


class Draw(Command, frozen=True):
    """Draw the next card from our sabot."""


class Read(Command, frozen=True, omit_defaults=True):
    """Read in a card of a real sabot, typed or scanned; the first one says how many are burned."""

    card: CardName
    insist: bool = False  # accept it although the sabot can't hold it: an earlier one was misread
    side: Side | None = None  # dealt face down, read as turned: whose card; None: the next one's


class Turn(Command, frozen=True):
    """Turn a side's cards, if nobody holds them or the holder's time is over."""

    side: Side


class Speak(Command, frozen=True):
    """Say Carta or Resto for a holder whose time is over."""

    draws: bool


class Correct(Command, frozen=True, omit_defaults=True):
    """Correct a card that was misread."""

    n: CardPlace
    card: CardName
    reason: Words
    insist: bool = False


class Delete(Command, frozen=True):
    """Delete a card that was read in twice."""

    n: CardPlace
    reason: Words


class Swap(Command, frozen=True):
    """Swap two cards that were read in the wrong order."""

    n: CardPlace
    other: CardPlace
    reason: Words


class Announce(Command, frozen=True):
    """Announce both points and the winner, which ends the coup."""


class Void(Command, frozen=True):
    """Declare a coup of a real sabot void, as the manager."""

    reason: Words


class CallManager(Command, frozen=True, tag="call_manager"):
    words: Words


class Decide(Command, frozen=True):
    """Give the final decision of the manager on duty."""

    words: Words


class KeyIn(Command, frozen=True, omit_defaults=True, tag="key_in"):
    """Replace all stakes of a player at a real cloth by these; an empty dict clears them."""

    box: BoxNumber  # 0: the standing players
    bets: dict[Bet, Cents]
    place: PlaceNumber = 1  # of the player in the box, or among those who stand


class Amend(Command, frozen=True, omit_defaults=True):
    """Replace all stakes of a player after the betting is closed, as the manager."""

    box: BoxNumber
    bets: dict[Bet, Cents]
    reason: Words
    place: PlaceNumber = 1


class Reverse(Command, frozen=True):
    """Take back the last announced result of a table with real chips, as the manager."""

    reason: Words


AnyCommand = (
    Take | Leave | NewSabot | CutCard | TakeBackCutCard | OpenBetting | CloseBetting | ReopenBetting
    | Draw | Read | Turn | Speak | Correct | Delete | Swap | Announce | Void | CallManager | Decide
    | KeyIn | Amend | Reverse
)  # fmt: skip
ConsoleRequest = Hello | AnyCommand


class Console(Message, frozen=True):
    """What a console can do now, and what the rule demands; sent after every event of the table.

    It is sent again when a holder's time is over, because before that it must not tell whether
    the hand is a natural.
    """

    offset: int
    mine: bool  # this console's person runs the table
    can: tuple[str, ...]  # the commands that are allowed now
    demands: str  # in words; empty if the rule demands nothing
    side: Side | None = None  # the side that needs a card, or whose cards must be turned
    # Of a real sabot that is dealt face down: the sides that may be turned, or read as turned, now.
    sides: tuple[Side, ...] = ()
    # Real chips are played without an open cash sheet: coups count on no sheet.
    no_cash_sheet: bool = False


_TYPES: Final = tuple(str(each.__struct_config__.tag) for each in get_args(ConsoleRequest))
_decoder: Final = msgspec.json.Decoder(ConsoleRequest)


def parse_command(frame: bytes) -> ConsoleRequest:
    """Decode one message of a console."""
    try:
        request: ConsoleRequest = _decoder.decode(frame)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadMessage(why=explain(error, frame, {"type": _TYPES})) from None
    check_keys(frame)
    return request
