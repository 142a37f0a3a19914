"""What a client says at a table, validated as it is read."""

from typing import Annotated, Any, Final, get_args

import msgspec
from msgspec import Meta, Struct

from puntobanco.errors import BadMessage
from puntobanco.game.bets import Bet
from puntobanco.game.coup import Side
from puntobanco.game.sheet import Cents
from puntobanco.wire.validation import explain

MOST_COUNTED: Final = 2**53  # what every language's numbers hold

# Made by the client, never used for anything else: a UUID of version 7 is what the store likes.
LONGEST_KEY: Final = 64
Key = Annotated[str, Meta(pattern=rf"^[0-9A-Za-z_-]{{16,{LONGEST_KEY}}}\Z")]
StakesByBet = dict[Bet, Cents]


class Request(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """What every request has in common: nothing but its type."""


class Open(Request, frozen=True):
    """Bring credit to a seat that is free."""

    key: Key
    amount: Cents


Counted = Annotated[int, Meta(ge=0, le=MOST_COUNTED)]
Seed = Annotated[str, Meta(min_length=32, max_length=256)]


class Hello(Request, frozen=True, omit_defaults=True):
    """The first message: where the client was, if it was here before."""

    epoch: Counted = 0
    offset: Counted = 0
    table_epoch: Counted = 0  # of a shared table's own stream
    table_offset: Counted = 0


class Place(Request, frozen=True, omit_defaults=True):
    """The chips that lie on the cloth now, all of them; none clears it."""

    bets: StakesByBet
    coup: Counted | None = None  # at a shared table: the one they are for, and no other


class Carte(Request, frozen=True, omit_defaults=True):
    """Bet these stakes and deal."""

    key: Key
    bets: Annotated[StakesByBet, Meta(min_length=1)]
    seed: Seed
    # What the seed was drawn for: this coup, and no other.
    commitment: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")] | None = None


class TopUp(Request, frozen=True, tag="top_up"):
    """Bring more credit from the account."""

    key: Key
    amount: Cents


class CashOut(Request, frozen=True, tag="cash_out"):
    """Incassa ed esci: take the credit to the account and leave."""

    key: Key


class Stay(Request, frozen=True):
    """The answer to the warning: somebody is still here."""


class Confirm(Request, frozen=True):
    """At a shared table: bet these stakes on the coup that is open, beside those confirmed."""

    key: Key
    coup: Counted
    bets: Annotated[StakesByBet, Meta(min_length=1)]


class Automatic(Request, frozen=True):
    """Whether chips on the cloth are confirmed by themselves when the betting closes."""

    on: bool


class TableRequest(Request, frozen=True):
    """What is asked of a shared table itself, by whoever plays at a seat there."""


class MixIn(TableRequest, frozen=True, tag="mix"):
    """The hash of a fresh seed, for the sabot that is being mixed."""

    sabot: Counted
    hash: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class OpenSeed(TableRequest, frozen=True, tag="open_seed"):
    """The seed whose hash is in the list."""

    sabot: Counted
    seed: Seed


class Withdraw(Request, frozen=True):
    """Take back what Égalité left on the cloth, on these bets."""

    key: Key
    bets: Annotated[tuple[Bet, ...], Meta(min_length=1)]


class Tip(Request, frozen=True):
    """Something for the croupiers, from the credit."""

    key: Key
    amount: Cents


class Box(TableRequest, frozen=True):
    """Take a box, or leave it with 0."""

    box: Annotated[int, Meta(ge=0, le=100)]


class Call(TableRequest, frozen=True):
    """Carta or Resto, by who holds Punto's cards."""

    coup: Counted
    draws: bool


class Show(TableRequest, frozen=True):
    """Turn the cards in your hand."""

    coup: Counted
    side: Side


Asking = Place | Carte | TopUp | CashOut | Stay | Confirm | Automatic | Withdraw | Tip  # of a seat


class AskManager(TableRequest, frozen=True, tag="ask_manager"):
    """Call the manager on duty: what for is said at the table, and to nobody else."""


AskingTable = MixIn | OpenSeed | Box | Call | Show | AskManager  # of a shared table
Said = Hello | Asking | AskingTable

_TYPES: Final = tuple(str(each.__struct_config__.tag) for each in get_args(Said))
_decoder: Final = msgspec.json.Decoder(Said)
_encode: Final = msgspec.json.Encoder().encode


def parse_request(frame: bytes) -> Said:
    """Read one message; a key that stands twice makes it none."""
    try:
        said: Said = _decoder.decode(frame)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadMessage(why=explain(error, frame, {"type": _TYPES})) from None
    # A decoder takes the last of two equal keys. Then less is left than was read; spaces, escapes
    # and left-out defaults make a difference too, so only a different length is looked at closely.
    if len(_encode(said)) != len(frame):
        check_keys(frame)
    return said


class _Named(Struct):
    type: Any = ""
    key: Any = ""


_name_decoder: Final = msgspec.json.Decoder(_Named)


def read_name(frame: bytes) -> tuple[str, str]:
    """What a message that was refused calls itself, and its key, as far as they can be read."""
    try:
        named = _name_decoder.decode(frame)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return "", ""
    return _short(named.type), _short(named.key)


def _short(said: Any) -> str:
    return said if isinstance(said, str) and len(said) <= LONGEST_KEY else ""


def check_keys(frame: bytes) -> None:
    """Refuse JSON in which a key stands twice; what isn't JSON is somebody else's business."""
    import json

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        read: dict[str, object] = {}
        for name, value in pairs:
            if name in read:
                raise BadMessage(why=f"{name[:80]!r} stands twice")
            read[name] = value
        return read

    try:
        # Numbers stay text: one of 4,301 digits is no reason to stop looking.
        json.loads(
            frame, object_pairs_hook=once, parse_int=str, parse_float=str, parse_constant=str
        )
    except RecursionError:
        raise BadMessage(why="nested too deeply") from None
    except (json.JSONDecodeError, UnicodeDecodeError):
        return
