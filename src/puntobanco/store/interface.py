"""The interface of the store, the same for SQLite and PostgreSQL."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, Protocol

from msgspec import Struct

from puntobanco.ledger.accounts import Account, AccountKind
from puntobanco.ledger.records import Record, RecordKind
from puntobanco.store.seeds import Seeds
from puntobanco.table.recording import Change
from puntobanco.table.seat import Seat
from puntobanco.table.shared.shared_table import SharedTable
from puntobanco.wire.table_spec import TableSpec

NOT_AN_ADDRESS: Final = "its address is not postgresql://user:password@host:port/name"


class WriteResult(StrEnum):
    """The result of writing one change."""

    DONE = "done"
    KEY_KNOWN = "key known"  # the account has already used this key
    STALE = "stale"  # the seat or table has changed since it was read
    NOT_COVERED = "not covered"  # an account would fall below zero
    NOT_ACCEPTED = "not accepted"  # by the shared table: too late, too early, no croupier, ...


class Role(StrEnum):
    GUEST = "guest"
    PLAYER = "player"
    CROUPIER = "croupier"
    MANAGER = "manager"
    OPERATOR = "operator"

    @property
    def plays(self) -> bool:
        """Whether this role may bet; staff may not."""
        return self in (Role.GUEST, Role.PLAYER)


class Person(Struct, frozen=True):
    id: int
    name: str | None
    password: str | None  # argon2id
    role: Role


class Device(Struct, frozen=True):
    """What somebody logged in with; empty texts if unknown."""

    browser: str = ""
    system: str = ""


UNKNOWN: Final = Device()


class StoredLogin(Struct, frozen=True):
    """A token that is still valid, without the token itself."""

    hash: bytes
    created: int
    browser: str
    system: str
    used: int


class Stored(Struct, frozen=True):
    """A record with its id and its hash in the chain."""

    id: int
    record: Record
    hash: bytes


RecordPlace = tuple[int, int]  # of a record among those of its account: its time and its id


def place_of(stored: Stored) -> RecordPlace:
    return stored.record.at, stored.id


class Query(Struct, frozen=True):
    """Selects records of one account, newest first; `before` is an id to continue from."""

    account: int
    limit: int
    before: int | None = None
    events: tuple[RecordKind, ...] = ()  # empty means all
    seat: int | None = None
    session: int | None = None
    house: str | None = None  # all seats with this house's rules
    table: str | None = None  # the seat at this private or shared table
    since: int | None = None  # milliseconds, inclusive
    until: int | None = None  # exclusive
    record: int | None = None  # only this one


class TableHour(Struct, frozen=True):
    """The money that moved in one hour at a table, from accounts of one kind to another."""

    hour: int  # counted from 1970-01-01
    event: RecordKind
    payer: AccountKind
    payee: AccountKind
    amount: int


class Store(Protocol):
    """One per process; `write` is called only by the process's writer, one batch at a time."""

    epoch: int  # of the whole house; a restore starts a new one

    @property
    def halted(self) -> bool:
        """Whether the store has stopped for good; the process must then end without answering."""
        ...

    async def write(self, changes: Sequence[Change]) -> list[WriteResult]:
        """Commit a batch in one transaction; return a result for each change.

        Changes that can't be written are left out of the transaction. If an account occurs more
        than once, the changes are written one by one, so that money received by a later change
        can't cover an earlier one. When this returns, the changes are durable and may be answered.
        """
        ...

    # People
    async def add_person(
        self, name: str | None, password: str | None, role: Role, now: int
    ) -> Person | None:
        """Add a person; None if the name is taken, in capitals or not."""
        ...

    async def person(self, name: str) -> Person | None:
        """The person with this name, in capitals or not."""
        ...

    async def name_guest(self, guest: int, name: str, password: str, now: int) -> Person | None:
        """Make a guest a player, on record; None if the name is taken, or it is no guest."""
        ...

    async def set_password(self, person: int, old: str, new: str) -> bool:
        """Replace a password's hash, if it still is the old one."""
        ...

    async def add_token(
        self, token_hash: bytes, person: int, now: int, expires: int, device: Device = UNKNOWN
    ) -> None: ...
    async def logins(self, person: int, now: int) -> list[StoredLogin]: ...
    async def note_used(self, token_hashes: Sequence[bytes], now: int) -> None: ...
    async def person_of_token(self, token_hash: bytes, now: int) -> Person | None: ...
    async def forget_tokens(self, now: int) -> None:
        """Delete expired tokens."""
        ...

    async def revoke_token(self, token_hash: bytes) -> None: ...
    async def revoke_tokens(self, person: int, but: bytes = b"") -> None:
        """Revoke all tokens of a person but this one."""
        ...

    # Accounts and seats
    async def player_account(self, owner: int, currency: str, now: int) -> Account:
        """A person's account in a currency; made, with a record, if it doesn't exist."""
        ...

    async def own_account(self, kind: AccountKind, currency: str) -> Account:
        """This node's account of the house; made if it doesn't exist."""
        ...

    async def account(self, account: int) -> Account | None: ...
    async def accounts(self, owner: int) -> list[Account]: ...
    async def held(self, account: int) -> int:
        """What a player has: the account, the credit at seats, and the stakes in play."""
        ...

    async def last_refill(self, account: int) -> int | None:
        """When the account was refilled last."""
        ...

    async def seat(self, seat: int) -> Seat | None: ...
    async def seat_at(self, account: int, house: str) -> Seat | None:
        """The account's seat at a house's private table."""
        ...

    async def seat_at_table(self, account: int, table: str) -> Seat | None:
        """The account's seat at a shared table."""
        ...

    async def add_seat(self, seat: Seat) -> Seat:
        """Add a seat with its credit account and, at a shared table, an account for its stakes."""
        ...

    async def add_sheet(self, sheet_hash: bytes, text: str) -> None:
        """Keep a sheet for ever: audits and proofs of its coups need it."""
        ...

    async def sheets(self) -> dict[bytes, str]: ...
    async def open_seats(self) -> list[Seat]:
        """Seats with an open session or with stakes in play."""
        ...

    async def seats(self, account: int) -> list[Seat]: ...

    # Shared tables
    async def tables(self) -> list[tuple[TableSpec, SharedTable]]: ...
    async def add_table(self, spec: TableSpec, table: SharedTable) -> SharedTable: ...
    async def table_account(self, table: str, kind: AccountKind, currency: str) -> Account:
        """An account of the table itself; made if it doesn't exist."""
        ...

    async def table_named(self, name: str) -> tuple[TableSpec, int] | None:
        """A table's spec, and the account whose records are its stream; decrypts no seed."""
        ...

    async def table_events(self, account: int, after: int, limit: int) -> list[Stored]:
        """Events of a table's stream, after the record with this id."""
        ...

    async def sabot_before(self, account: int, at: int) -> int:
        """The id of the record that began the sabot before the one a table had then, or 0."""
        ...

    async def sabots(self, account: int, number: int | None = None) -> list[Stored]:
        """The revealed sabots of a table, or those with one number, one in each epoch."""
        ...

    async def table_hours(self, table: str, since: int, until: int) -> list[TableHour]:
        """The money that seats at a table moved from `since` to before `until`, by hour."""
        ...

    async def table_results(self, account: int, since: int, until: int) -> list[bytes]:
        """The events of a table's stream that decide a coup, void it or take it back."""
        ...

    async def cash_records(self, account: int) -> list[Stored]:
        """All lines and signatures on a table's cash sheets, in order."""
        ...

    async def line_records(self, account: int, newest: int) -> list[Stored]:
        """The newest lines of players at a table, and the answers, in order."""
        ...

    # Records
    async def find(self, account: int, key: str) -> Stored | None: ...
    async def history(self, query: Query) -> list[Stored]: ...
    async def count_records(self, account: int, after: RecordPlace, until: RecordPlace) -> int:
        """The number of an account's records after a place, up to another one and with it."""
        ...

    async def missed(self, seat: Seat, offset: int, limit: int) -> list[Stored]:
        """The events of a seat's session after an offset, in order."""
        ...

    async def player_seeds(self, seat: Seat) -> Seeds:
        """The marks of all seeds that the player has used at this seat."""
        ...

    async def all_seats(self) -> list[Seat]: ...
    async def is_alive(self) -> bool: ...
    async def close(self) -> None: ...
