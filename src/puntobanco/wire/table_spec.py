"""The specification of a shared table, as its operator writes it."""

import re
from ipaddress import AddressValueError, IPv6Address
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from puntobanco.game.bets import Bet
from puntobanco.game.sheet import Cents, CurrencyCode, Faces, Positive, Source
from puntobanco.wire.spoken_text import Remark, SpokenLine

PLAY_MONEY: Final = "FUN"  # not the code of any real currency
Name = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*\Z", max_length=40)]
Pause = Annotated[int, Meta(ge=0, le=600_000)]
Title = Annotated[SpokenLine, Meta(max_length=80)]
Note = Annotated[Remark, Meta(max_length=200)]  # an operator's note, which everybody may read
Croupier = Literal["automatic", "person"]
CardReading = Literal["turned", "leaving"]
StakesKind = Literal["played", "keyed"]
VideoKind = Literal["hls", "whep"]
_STREAM: Final = r"^https?://[^\s\"'<>]{1,500}\Z"
_LABEL: Final = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_ADDRESS: Final = re.compile(
    rf"(?P<origin>https?://(?:{_LABEL}(?:\.{_LABEL})*|\[(?P<v6>[0-9a-f:.]+)\])"
    r"(?::(?P<port>[0-9]{1,5}))?)(?:[/?#][^\x00-\x20\x7f]*)?",
    re.ASCII | re.IGNORECASE,
)
_PORTS: Final = range(1, 2**16)


class Narrowed(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Limits of a bet, within those of the sheet."""

    min: Cents | None = None
    max: Cents | None = None


class Pace(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How long the automatic croupier waits at each stage, in milliseconds."""

    mixing: Pause = 4_000  # for the hashes of the players' seeds
    opening: Pause = 4_000  # for the seeds
    burn: Pause = 3_000
    betting: Pause = 30_000  # if the sheet lets the croupier end it, who is the automatic one
    first_card: Pause = 1_500  # after "no more bets"
    keying: Pause = 15_000  # with real chips: to key in what lies on the cloth after "no more bets"
    card: Pause = 900
    turn: Pause = 1_200  # after a call, or after turning one side's cards
    result: Pause = 5_000  # until the next coup
    absent: Pause = 20_000  # for a croupier to come back, before the table is without one


class Video(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A video stream of a real table, shown next to the cloth."""

    kind: VideoKind
    address: Annotated[str, Meta(pattern=_STREAM)]
    delay: Annotated[int, Meta(ge=0, le=30_000)] = 0  # milliseconds: how late players see the table

    @property
    def origin(self) -> str | None:
        """Scheme, host and port for a Content-Security-Policy header; None: not allowed there."""
        found = _ADDRESS.fullmatch(self.address)
        if found is None or int(found["port"] or 1) not in _PORTS:
            return None
        return found["origin"] if found["v6"] is None or _is_v6(found["v6"]) else None


def _is_v6(host: str) -> bool:
    try:
        IPv6Address(host)
    except AddressValueError:
        return False
    return True


class TableSpec(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    name: Name
    house: Name
    title: Title | None = None  # None: the sheet's own title
    currency: CurrencyCode = PLAY_MONEY
    coup_max: Cents | None = None
    bets: dict[Bet, Narrowed] = {}
    betting_s: Positive | None = None
    squeeze_s: Positive | None = None  # the time for a holder to turn the cards
    boxes: Positive | None = None  # how many the table has
    faces: Faces | None = None  # up, or down and in hand; None: the sheet's first choice
    croupier: Croupier = "automatic"
    cards: Source = Source.SABOT  # from our sabot, or from a real one that a person reads in
    # How a real sabot is read that is dealt face down: cards when they are turned, or as they leave
    # it, which are told to nobody before they are turned.
    reading: CardReading = "turned"
    stakes: StakesKind = "played"  # "keyed": real chips, typed in by box
    pace: Pace = Pace()
    video: Video | None = None
    lines: bool = False  # players may write to the croupier and the manager
