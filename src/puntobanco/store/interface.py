"""What any store can do, whichever database lies under it."""

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
    """What became of a change that was to be written."""

    DONE = "done"
    KEY_KNOWN = "key known"  # this account has used the key before
    STALE = "stale"  # the seat has changed since it was read
    NOT_COVERED = "not covered"  # an account would fall below zero
    LATE = "late"  # the shared table takes no such bet, or gives no such stakes back


class Role(StrEnum):
    GUEST = "guest"
    PLAYER = "player"
    CROUPIER = "croupier"
    MANAGER = "manager"
    OPERATOR = "operator"

    @property
    def plays(self) -> bool:
        """Those who work here don't bet."""
        return self in (Role.GUEST, Role.PLAYER)


class Person(Struct, frozen=True):
    id: int
    name: str | None
    password: str | None  # argon2id
    role: Role


class Stored(Struct, frozen=True):
    """A record as it lies in the store."""

    id: int
    record: Record
    hash: bytes


class Query(Struct, frozen=True):
    """Which records of an account: the newest first, from before an id on."""

    account: int
    limit: int
    before: int | None = None
    events: tuple[RecordKind, ...] = ()  # none: all
    seat: int | None = None
    session: int | None = None
    house: str | None = None  # all seats by its rules
    table: str | None = None  # the seat at this one, private or shared
    since: int | None = None  # milliseconds, inclusive
    until: int | None = None  # exclusive
    record: int | None = None  # this one alone


class DayTakings(Struct, frozen=True):
    """What one day brought to a table's own accounts."""

    day: int  # since 1970
    cagnotte: int = 0
    tips: int = 0


class Takings(Struct, frozen=True):
    currency: str
    days: tuple[DayTakings, ...]  # those on which there was any


class Store(Protocol):
    """One per process; `write` is called by one writer, one batch after another."""

    epoch: int  # of the whole house: raised by a restore

    @property
    def halted(self) -> bool:
        """Whether it has stopped for good: nothing is answered, the process must end."""
        ...

    async def write(self, changes: Sequence[Change]) -> list[WriteResult]:
        """Make changes durable in one transaction; those that can't be are left out and named.

        An account may stand in it more than once, and a seat whose second change was made of the
        first: then they are put one by one, lest the money of one cover another before its turn.
        Answers may leave when this returns.
        """
        ...

    # People
    async def add_person(
        self, name: str | None, password: str | None, role: Role, now: int
    ) -> Person | None:
        """Somebody new; None if the name is taken."""
        ...

    async def person(self, name: str) -> Person | None: ...
    async def add_token(self, token_hash: bytes, person: int, now: int, expires: int) -> None: ...
    async def person_of_token(self, token_hash: bytes, now: int) -> Person | None: ...
    async def forget_tokens(self, now: int) -> None:
        """Those that have expired."""
        ...

    async def revoke_token(self, token_hash: bytes) -> None: ...
    async def revoke_tokens(self, person: int) -> None: ...

    # Accounts and seats
    async def player_account(self, owner: int, currency: str, now: int) -> Account:
        """Somebody's account in a currency; made, and put on record, if it isn't there."""
        ...

    async def own_account(self, kind: AccountKind, currency: str) -> Account:
        """The house's own, of this node; made if it isn't there."""
        ...

    async def account(self, account: int) -> Account | None: ...
    async def accounts(self, owner: int) -> list[Account]: ...
    async def seat(self, seat: int) -> Seat | None: ...
    async def seat_at(self, account: int, house: str) -> Seat | None:
        """The seat at a house's private table."""
        ...

    async def seat_at_table(self, account: int, table: str) -> Seat | None:
        """The seat at a shared table."""
        ...

    async def add_seat(self, seat: Seat) -> Seat:
        """A new seat, with its credit account and, at a shared table, one for stakes in play."""
        ...

    async def add_sheet(self, sheet_hash: bytes, text: str) -> None:
        """Keep a sheet for as long as its coups: those who audit or prove them will need it."""
        ...

    async def sheets(self) -> dict[bytes, str]: ...
    async def open_seats(self) -> list[Seat]:
        """Those with a session, or with stakes in play."""
        ...

    async def seats(self, account: int) -> list[Seat]: ...

    # Shared tables
    async def tables(self) -> list[tuple[TableSpec, SharedTable]]: ...
    async def add_table(self, spec: TableSpec, table: SharedTable) -> SharedTable: ...
    async def table_account(self, table: str, kind: AccountKind, currency: str) -> Account:
        """One of a table's own; made if it isn't there."""
        ...

    async def table_named(self, name: str) -> tuple[TableSpec, int] | None:
        """A table as it was made, and the account its stream is kept under; no seed is opened."""
        ...

    async def table_events(self, account: int, after: int, limit: int) -> list[Stored]:
        """A table's stream, behind a record's id."""
        ...

    async def sabots(self, account: int, number: int | None = None) -> list[Stored]:
        """The sabots that were revealed at a table, or one of them; once in every epoch."""
        ...

    async def takings(self, table: str, since: int, until: int) -> Takings | None:
        """Cagnotte and tips from a moment on to before another, day by day; None: no such table."""
        ...

    # Records
    async def find(self, account: int, key: str) -> Stored | None: ...
    async def history(self, query: Query) -> list[Stored]: ...
    async def missed(self, seat: Seat, offset: int, limit: int) -> list[Stored]:
        """The events of a seat's session behind an offset, in their order."""
        ...

    async def player_seeds(self, seat: Seat) -> Seeds:
        """The marks of every seed a player has used at this seat."""
        ...

    async def all_seats(self) -> list[Seat]: ...
    async def is_alive(self) -> bool: ...
    async def close(self) -> None: ...
