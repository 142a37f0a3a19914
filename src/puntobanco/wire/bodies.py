"""The bodies of HTTP requests and responses."""

from enum import StrEnum
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from puntobanco.game.bets import Bet
from puntobanco.game.sheet import Cents, CurrencyCode, Faces, Source
from puntobanco.wire.messages import Next
from puntobanco.wire.requests import MOST_COUNTED, Key
from puntobanco.wire.stream import Cell, Roads, Stage, Standing, Statistics, TableLimits, TableView
from puntobanco.wire.table_spec import Narrowed, Note, TableSpec


class Body(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The base of all request bodies."""


class SignIn(Body, frozen=True):
    name: Annotated[str, Meta(max_length=64)]
    password: Annotated[str, Meta(max_length=1024)]

    def __repr__(self) -> str:
        """Leave out the password, because logs and tracebacks show this text."""
        return f"<{self.name!r} and a password>"


class NewPassword(Body, frozen=True):
    """A change of the password; by default it ends the person's other logins."""

    old: Annotated[str, Meta(max_length=1024)]
    new: Annotated[str, Meta(max_length=1024)]
    end_others: bool = True

    def __repr__(self) -> str:
        """Leave out the passwords, because logs and tracebacks show this text."""
        return "<two passwords>"


HouseOrTableName = Annotated[str, Meta(max_length=80, pattern=r"^[a-z0-9-]+\Z")]


class OpenSession(Body, frozen=True):
    """Bring credit to a private table or to a shared one: name either the house or the table."""

    key: Key
    amount: Cents
    house: HouseOrTableName | None = None
    table: HouseOrTableName | None = None
    currency: CurrencyCode | None = None  # None: play money


class Amount(Body, frozen=True):
    key: Key
    amount: Cents


class JustKey(Body, frozen=True):
    key: Key


class Movement(Body, frozen=True):
    """A deposit or a withdrawal: the account by its number, or by its owner and currency."""

    key: Key
    amount: Cents
    account: Annotated[int, Meta(ge=1, le=MOST_COUNTED)] | None = None
    name: Annotated[str, Meta(max_length=64)] | None = None
    currency: CurrencyCode | None = None
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
        """Leave out the token, because logs and tracebacks show this text."""
        return f"<{self.role} {self.name or self.person}>"


class Login(Struct, frozen=True):
    """A token that is still valid, and the device that it was given to."""

    id: str
    browser: str  # empty if unknown
    system: str
    since: int
    used: int  # to within some minutes
    current: bool  # the token of this request


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
        """Whether this is a private table, whose name contains the player's account."""
        return self.table == f"{self.house}/{self.account}"


class RefillView(Struct, frozen=True):
    """How a player stands with refills of play money; one is possible below `below`."""

    to: int
    below: int
    minutes: int  # from one refill to the next
    held: int  # the account, the credit at tables, and the stakes in play
    wait_ms: int  # until the next one is possible


class Me(Struct, frozen=True):
    person: int
    name: str | None
    role: str
    accounts: tuple[AccountView, ...]
    sessions: tuple[SessionView, ...]
    refill: RefillView | None  # None for staff


class Ticket(Struct, frozen=True):
    ticket: str
    path: str  # of the socket, with the ticket
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
    """What a bet returns when it wins, and in the long run."""

    odds: str  # after commission: "19:20"
    total: str  # returned for a winning stake of 1, with the stake: "1.95"
    exact: str  # the return, as a fraction
    rtp: str  # the return, in per cent
    lowest: str  # the lowest return over all allowed stakes, in per cent
    lowest_stake: int  # the smallest stake that has it


class HouseDetail(Struct, frozen=True):
    name: str
    sheet: dict[str, Any]
    sheet_hash: str
    playable: bool
    returns: dict[Bet, Returned]


class HistoryPage(Struct, frozen=True):
    """One page of a player's history, the newest record first."""

    records: tuple[Any, ...]  # events as they were sent, each with its number in `record`
    next: int | None  # the `before` of the next page; None: this is the last one


class CoupResult(StrEnum):
    """What a coup was for its player: more came back than was staked, less, or as much."""

    WON = "won"
    LOST = "lost"
    EVEN = "even"


class ResultSums(Struct, frozen=True):
    """Coups of one player, added up, in cents of the account's currency."""

    coups: int
    won: int
    lost: int
    even: int
    staked: int
    returned: int  # with what stayed on the cloth
    net: int  # returned less staked
    largest_win: int  # the highest net of a coup; 0 if none was won


class DayResults(Struct, frozen=True):
    day: str  # "2027-01-15"
    sums: ResultSums


class SessionResults(Struct, frozen=True):
    session: str
    house: str
    table: str
    since: int  # its first coup
    until: int  # its last coup
    sums: ResultSums


class TableResults(Struct, frozen=True):
    house: str
    table: str
    sums: ResultSums


class CurvePoint(Struct, frozen=True, array_like=True):
    """How a player stood after a coup."""

    coups: int  # so far
    at: int
    net: int  # so far


class Results(Struct, frozen=True):
    """A player's results in one currency."""

    account: int
    currency: str
    timezone: str  # of the days
    total: ResultSums
    days: tuple[DayResults, ...]  # the oldest first
    sessions: tuple[SessionResults, ...]  # the newest first
    tables: tuple[TableResults, ...]  # by house
    curve: tuple[CurvePoint, ...]


class SessionRoads(Struct, frozen=True):
    """The roads of a session at a private table, with its last coup."""

    session: str
    roads: Roads
    statistics: Statistics


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
    now: int  # the house's clock, to compare with `until`
    until: int | None
    sabot: int
    coup: int
    gone: int
    cards: int  # in a full sabot
    players: int
    watchers: int
    betting_s: int | None
    min: int  # the lowest stake on any bet
    max: int  # the highest sum of stakes on a coup
    bead_plate: tuple[
        Cell, ...
    ]  # as late as the picture of a filmed table, as are `sabot`, `coup`, `gone`, `statistics`
    statistics: Statistics
    labels: dict[Bet, str] = {}  # the names of Punto, Banco and Égalité in its sheet
    note: str = ""  # the reason while the table is paused or closed
    faces: Faces = Faces.UP
    croupier: Literal["automatic", "person"] = "automatic"
    source: Source = Source.SABOT  # of its cards
    stakes: Literal["played", "keyed"] = "played"
    manager: bool = False  # the manager on duty is called there


class TableDetail(Struct, frozen=True):
    """A shared table with everything that a player should know before sitting down."""

    summary: TableSummary
    spec: TableSpec
    sheet: dict[str, Any]  # the house's sheet with this table's narrower limits
    sheet_hash: str
    returns: dict[Bet, Returned]
    view: TableView


class TakingsDay(Struct, frozen=True):
    """The takings of one day of the casino, in cents."""

    day: str  # "2027-01-15"
    cagnotte: int
    tips: int


class TableTakings(Struct, frozen=True):
    """What a table took for the cagnotte and in tips, by day and in total."""

    table: str
    currency: str
    days: tuple[TakingsDay, ...]  # without days on which nothing was taken
    cagnotte: int
    tips: int


class StreamPage(Struct, frozen=True):
    """One page of a table's events, the oldest first."""

    records: tuple[Any, ...]  # events as they were sent, each with its number in `record`
    next: int | None  # the `after` of the next page; None: this is the last one


class WantedStanding(Body, frozen=True):
    """A request to open, pause or close a table."""

    standing: Standing
    note: Note = ""


class WantedLimits(Body, frozen=True):
    """The limits that a table gets; the house's sheet gives those that are left out."""

    coup_max: Cents | None = None
    bets: dict[Bet, Narrowed] = {}


class FloorTable(Struct, frozen=True):
    """A shared table on the pit board."""

    table: TableSummary
    stood_by: str  # who opened, paused or closed it last
    stood_at: int
    croupier_name: str  # empty: nobody, or the automatic croupier
    croupier_since: int
    boxes: int  # those with a player or with real chips
    coups_an_hour: int  # announced in the last 60 minutes
    drop: int | None  # on the casino's day; None: nobody has counted it yet
    result: int  # what the house has won on the casino's day
    called_at: int  # 0: the manager is not called
    called_by: str
    called_for: str
    open_lines: int  # of players, without an answer
    limits: TableLimits  # in force
    coming: TableLimits | None  # from the next sabot on, if they differ
    widest: TableLimits  # those of the house's sheet
    labels: dict[Bet, str]  # of the bets, as the sheet prints them
    timezone: str  # of the casino's day
