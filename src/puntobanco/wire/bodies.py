"""What client and house say to each other over HTTP."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from puntobanco.game.bets import Bet
from puntobanco.game.sheet import Cents, Faces, Source
from puntobanco.wire.messages import Next
from puntobanco.wire.requests import MOST_COUNTED, Key
from puntobanco.wire.stream import Cell, Stage, Standing, Statistics, TableView
from puntobanco.wire.table_spec import Note, TableSpec


class Body(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a client sends."""


class SignIn(Body, frozen=True):
    name: Annotated[str, Meta(max_length=64)]
    password: Annotated[str, Meta(max_length=1024)]

    def __repr__(self) -> str:
        """Without the password: logs and tracebacks show what stands here."""
        return f"<{self.name!r} and a password>"


HouseOrTableName = Annotated[str, Meta(max_length=80, pattern=r"^[a-z0-9-]+\Z")]


class OpenSession(Body, frozen=True):
    """Bring credit to a house's private table or to a shared table: one of the two is named."""

    key: Key
    amount: Cents
    house: HouseOrTableName | None = None
    table: HouseOrTableName | None = None
    currency: Annotated[str, Meta(pattern=r"^[A-Z]{3}\Z")] | None = (
        None  # play money if it is left out
    )


class Amount(Body, frozen=True):
    key: Key
    amount: Cents


class JustKey(Body, frozen=True):
    key: Key


class Movement(Body, frozen=True):
    """An operator's: money from outside, or back there."""

    key: Key
    account: Annotated[int, Meta(ge=1, le=MOST_COUNTED)]
    amount: Cents
    note: Note = ""


class AccountView(Struct, frozen=True):
    id: int
    currency: str
    play_money: bool
    balance: int


class SignedIn(Struct, frozen=True):
    token: str
    person: int
    name: str | None
    role: str
    accounts: tuple[AccountView, ...]

    def __repr__(self) -> str:
        """Without the token."""
        return f"<{self.role} {self.name or self.person}>"


class SessionView(Struct, frozen=True):
    session: str
    account: int
    house: str
    table: str
    currency: str
    credit: int
    epoch: int
    offset: int
    draft: dict[str, int]
    next: Next
    connected: bool
    closes_in_ms: int

    @property
    def is_private(self) -> bool:
        """Whether nobody else sits at the table, which has the player's number in its name."""
        return self.table == f"{self.house}/{self.account}"


class Me(Struct, frozen=True):
    person: int
    name: str | None
    role: str
    accounts: tuple[AccountView, ...]
    sessions: tuple[SessionView, ...]


class Ticket(Struct, frozen=True):
    ticket: str
    path: str  # of the socket, ticket included
    seconds: int

    def __repr__(self) -> str:
        return "<ticket>"


class HouseView(Struct, frozen=True):
    name: str
    title: str
    playable: bool
    play_only: bool
    currency: str
    bets: tuple[str, ...]


class Returned(Struct, frozen=True, rename={"exact": "return"}):
    """What a bet gives back: when it wins, and in the long run."""

    odds: str  # to one, commission taken off: "19:20"
    total: str  # of one that wins, the stake included: "1.95"
    exact: str  # the share of all stakes, a fraction
    rtp: str  # the same in per cent


class HouseDetail(Struct, frozen=True):
    name: str
    sheet: dict[str, Any]
    sheet_hash: str
    playable: bool
    returns: dict[Bet, Returned]


class HistoryPage(Struct, frozen=True):
    """The newest first; `next` is the `before` of the page that follows, null at the end."""

    records: tuple[Any, ...]  # events as they were told, each with its number in `record`
    next: int | None


class Problem(Struct, frozen=True):
    code: str
    message: str


class TableSummary(Struct, frozen=True):
    """A shared table, as the lobby shows it."""

    name: str
    title: str
    house: str
    currency: str
    standing: Standing
    stage: Stage
    now: int  # the house's clock, for `until`
    until: int | None
    sabot: int
    coup: int
    gone: int
    cards: int  # in a full sabot
    players: int
    watchers: int
    betting_s: int | None
    min: int  # the lowest stake on any bet
    max: int  # on a coup
    bead_plate: tuple[Cell, ...]
    statistics: Statistics
    labels: dict[Bet, str] = {}  # what its sheet calls Punto, Banco and Égalité
    note: str = ""  # the operator's, while it is paused or closed
    faces: Faces = Faces.UP
    croupier: Literal["automatic", "person"] = "automatic"
    source: Source = Source.SABOT  # of its cards
    stakes: Literal["played", "keyed"] = "played"
    manager: bool = False  # who is on duty is called there


class TableDetail(Struct, frozen=True):
    """A shared table with all that is to be known before sitting down."""

    summary: TableSummary
    spec: TableSpec
    sheet: dict[str, Any]  # the house's, as this table narrows it
    sheet_hash: str
    returns: dict[Bet, Returned]
    view: TableView


class TakingsDay(Struct, frozen=True):
    """What a day brought, in cents; days begin at midnight UTC."""

    day: str  # "2027-01-15"
    cagnotte: int
    tips: int


class TableTakings(Struct, frozen=True):
    """What a table took for the cagnotte and the croupiers, day by day and in all."""

    table: str
    currency: str
    days: tuple[TakingsDay, ...]  # those on which there was any
    cagnotte: int
    tips: int


class StreamPage(Struct, frozen=True):
    """Events of a table as they were told, the oldest first, each with its number in `record`."""

    records: tuple[Any, ...]
    next: int | None  # the `after` of the page that follows


class WantedStanding(Body, frozen=True):
    """An operator's."""

    standing: Standing
    note: Note = ""
