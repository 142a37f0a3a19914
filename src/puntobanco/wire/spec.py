"""A shared table as its operator wants it: which house, and what of its sheet is narrowed."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from puntobanco.game.bets import Bet
from puntobanco.game.sheet import Cents, Positive, Text

PLAY_MONEY: Final = "FUN"  # beside the currencies of the world
Name = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*\Z", max_length=40)]
Pause = Annotated[int, Meta(ge=0, le=600_000)]
Title = Annotated[Text, Meta(max_length=80)]
VideoKind = Literal["hls", "whep"]
_STREAM: Final = r"^https?://[^\s\"'<>]{1,500}\Z"


class Narrowed(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Limits of a bet, within those of the sheet."""

    min: Cents | None = None
    max: Cents | None = None


class Pace(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How the automatic croupier keeps time, in milliseconds."""

    mixing: Pause = 4_000  # for the hashes of the players' seeds
    opening: Pause = 4_000  # for the seeds
    burn: Pause = 3_000
    first_card: Pause = 1_500  # behind "no more bets"
    card: Pause = 900
    result: Pause = 5_000  # until the next coup


class Video(Struct, frozen=True, forbid_unknown_fields=True):
    """A picture of a real table beside the cloth."""

    kind: VideoKind
    address: Annotated[str, Meta(pattern=_STREAM)]


class TableSpec(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    name: Name
    house: Name
    title: Title | None = None  # the sheet's own if none is given
    currency: Annotated[str, Meta(pattern=r"^[A-Z]{3}\Z")] = PLAY_MONEY
    coup_max: Cents | None = None
    bets: dict[Bet, Narrowed] = {}
    betting_s: Positive | None = None
    pace: Pace = Pace()
    video: Video | None = None
