"""What the house says over HTTP, as far as a client reads it."""

from typing import Any

import msgspec
from msgspec import Struct

from puntobanco.wire.messages import Closed, Coup, Moved, Next, Opened, Retired, ToppedUp

Entry = Opened | ToppedUp | Coup | Retired | Closed | Moved


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
        """Without the token: logs and tracebacks show what stands here."""
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
    next: Next
    closes_in_ms: int


class Me(Struct, frozen=True):
    person: int
    name: str | None
    role: str
    accounts: tuple[AccountView, ...]
    sessions: tuple[SessionView, ...]


class Ticket(Struct, frozen=True):
    ticket: str
    path: str
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


class HouseDetail(Struct, frozen=True):
    name: str
    sheet: dict[str, Any]
    sheet_hash: str
    playable: bool
    returns: dict[str, dict[str, str]]


class Page(Struct, frozen=True):
    records: tuple[msgspec.Raw, ...]
    next: int | None


class _Numbered(Struct, frozen=True):
    record: int


class Recorded(Struct, frozen=True):
    """A line of the history, by its number."""

    record: int
    entry: Entry


class Problem(Struct, frozen=True):
    code: str
    message: str


def read_record(raw: msgspec.Raw) -> Recorded:
    number = msgspec.json.decode(raw, type=_Numbered).record
    return Recorded(number, msgspec.json.decode(raw, type=Entry))
