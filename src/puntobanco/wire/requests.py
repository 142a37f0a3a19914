"""The requests that a client sends to a table, validated while they are decoded."""

from typing import Annotated, Any, Final, get_args

import msgspec
from msgspec import Meta, Struct

from puntobanco.errors import BadMessage
from puntobanco.game.bets import Bet
from puntobanco.game.coup import Side
from puntobanco.game.sheet import Cents
from puntobanco.wire.validation import explain

MOST_COUNTED: Final = 2**53  # the largest integer that JavaScript holds exactly

# The client makes a new key for each request. A UUID of version 7 is best for the store's index.
LONGEST_KEY: Final = 64
Key = Annotated[str, Meta(pattern=rf"^[0-9A-Za-z_-]{{16,{LONGEST_KEY}}}\Z")]
StakesByBet = dict[Bet, Cents]


class Request(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """The base of all requests; the only common field is the type."""


class Open(Request, frozen=True):
    """Bring credit to a seat that is free."""

    key: Key
    amount: Cents


Counted = Annotated[int, Meta(ge=0, le=MOST_COUNTED)]
Seed = Annotated[str, Meta(min_length=32, max_length=256)]


class Hello(Request, frozen=True, omit_defaults=True):
    """The first message of a connection: the last event that the client knows."""

    epoch: Counted = 0
    offset: Counted = 0
    table_epoch: Counted = 0  # in the stream of a shared table
    table_offset: Counted = 0


class Place(Request, frozen=True, omit_defaults=True):
    """Replace all chips on the cloth by these; an empty dict clears it."""

    bets: StakesByBet
    coup: Counted | None = None  # at a shared table: the coup that the chips are for


class Carte(Request, frozen=True, omit_defaults=True):
    """Bet these stakes and deal."""

    key: Key
    bets: Annotated[StakesByBet, Meta(min_length=1)]
    seed: Seed
    # The commitment of the coup that the seed was made for; for another coup it is refused.
    commitment: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")] | None = None


class TopUp(Request, frozen=True, tag="top_up"):
    """Bring more credit from the account."""

    key: Key
    amount: Cents


class CashOut(Request, frozen=True, tag="cash_out"):
    """Move the credit to the account and leave: "Incassa ed esci" in the books."""

    key: Key


class Stay(Request, frozen=True):
    """Answer the warning: the player is still here."""


class Confirm(Request, frozen=True):
    """At a shared table: bet these stakes on a coup, in addition to earlier ones."""

    key: Key
    coup: Counted
    bets: Annotated[StakesByBet, Meta(min_length=1)]


class Automatic(Request, frozen=True):
    """Switch automatic confirmation on or off."""

    on: bool


class TableRequest(Request, frozen=True):
    """A player's request to the shared table itself, not to the seat."""


class MixIn(TableRequest, frozen=True, tag="mix"):
    """Send the hash of a new seed for the current mixing."""

    sabot: Counted
    hash: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class OpenSeed(TableRequest, frozen=True, tag="open_seed"):
    """Open the seed whose hash is in the list."""

    sabot: Counted
    seed: Seed


class Withdraw(Request, frozen=True):
    """Take back the stakes that an Égalité left on the cloth, for these bets."""

    key: Key
    bets: Annotated[tuple[Bet, ...], Meta(min_length=1)]


class Tip(Request, frozen=True):
    """Give a tip to the croupiers from the credit."""

    key: Key
    amount: Cents


class Box(TableRequest, frozen=True):
    """Take a box, or leave it with 0."""

    box: Annotated[int, Meta(ge=0, le=100)]


class Call(TableRequest, frozen=True):
    """Say Carta or Resto, as the player who holds Punto's cards."""

    coup: Counted
    draws: bool


class Show(TableRequest, frozen=True):
    """Turn the cards of a side that the player holds."""

    coup: Counted
    side: Side


SeatRequest = (
    Place | Carte | TopUp | CashOut | Stay | Confirm | Automatic | Withdraw | Tip
)  # to a seat


class AskManager(TableRequest, frozen=True, tag="ask_manager"):
    """Call the manager on duty; the request has no text, because everybody would read it."""


AnyTableRequest = MixIn | OpenSeed | Box | Call | Show | AskManager  # to a shared table
AnyRequest = Hello | SeatRequest | AnyTableRequest

_TYPES: Final = tuple(str(each.__struct_config__.tag) for each in get_args(AnyRequest))
_decoder: Final = msgspec.json.Decoder(AnyRequest)
_encode: Final = msgspec.json.Encoder().encode


def parse_request(frame: bytes) -> AnyRequest:
    """Decode one message; refuse JSON in which a key appears twice."""
    try:
        request: AnyRequest = _decoder.decode(frame)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadMessage(why=explain(error, frame, {"type": _TYPES})) from None
    # The decoder silently takes the last of two equal keys. The message encoded again is then
    # shorter than the frame. Spaces, escapes and defaults also change the length, so only then
    # the slower check runs.
    if len(_encode(request)) != len(frame):
        check_keys(frame)
    return request


class _Named(Struct):
    type: Any = ""
    key: Any = ""


_name_decoder: Final = msgspec.json.Decoder(_Named)


def read_name(frame: bytes) -> tuple[str, str]:
    """Return the type and key of a refused message, or empty texts if they can't be read."""
    try:
        named = _name_decoder.decode(frame)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return "", ""
    return _short(named.type), _short(named.key)


def _short(text: Any) -> str:
    return text if isinstance(text, str) and len(text) <= LONGEST_KEY else ""


def check_keys(frame: bytes) -> None:
    """Refuse JSON in which a key appears twice; invalid JSON is left to the decoder."""
    import json

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        read: dict[str, object] = {}
        for name, value in pairs:
            if name in read:
                raise BadMessage(why=f"the key {name[:80]!r} appears twice")
            read[name] = value
        return read

    try:
        # Numbers stay text, because Python refuses to convert more than 4,300 digits.
        json.loads(
            frame, object_pairs_hook=once, parse_int=str, parse_float=str, parse_constant=str
        )
    except RecursionError:
        raise BadMessage(why="the JSON is nested too deeply") from None
    except (json.JSONDecodeError, UnicodeDecodeError):
        return
