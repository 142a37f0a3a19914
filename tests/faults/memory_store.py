"""A store in memory that behaves like the real ones, but is much faster."""

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar

from msgspec.structs import replace

from puntobanco.errors import NoAccount, Refusal, StoreFailed, StoreHalted
from puntobanco.ledger.accounts import MAY_OWE, Account, AccountKind
from puntobanco.ledger.records import Record, RecordKind
from puntobanco.store.batch import FIRST_HASH
from puntobanco.store.interface import (
    UNKNOWN,
    Device,
    Person,
    Query,
    RecordPlace,
    Role,
    Stored,
    StoredLogin,
    TableHour,
    WriteResult,
)
from puntobanco.store.people_queries import fold_name
from puntobanco.store.seat_queries import opening
from puntobanco.store.seeds import Seeds, marks_of
from puntobanco.table.recording import Change
from puntobanco.table.seat import Seat, SeatPhase, SharedSeat
from puntobanco.table.shared.betting_window import StakeMove, check_move
from puntobanco.table.shared.shared_table import SharedTable
from puntobanco.wire.messages import OPERATORS_KEY
from puntobanco.wire.table_spec import TableSpec
from tests.posting_sums import moves

T = TypeVar("T")


def _is_named(person: Person, name: str) -> bool:
    return person.name is not None and fold_name(person.name) == fold_name(name)


def _has_stakes(seat: Seat) -> bool:
    return isinstance(seat, SharedSeat) and bool(seat.view.stakes)


class Kept:
    """The durable content: only a commit changes it, and it outlives a process."""

    def __init__(self) -> None:
        self.people: dict[int, Person] = {}
        self.tokens: dict[bytes, tuple[int, int]] = {}  # person, and end of validity
        self.accounts: dict[int, Account] = {}
        self.seats: dict[int, Seat] = {}
        self.shared: dict[str, tuple[TableSpec, SharedTable]] = {}  # by name
        self.shared_accounts: dict[tuple[str, AccountKind, str], int] = {}
        self.sheets: dict[bytes, str] = {}
        self.records: list[Stored] = []
        self.keys: dict[tuple[int, str], Stored] = {}

    def seat(self, seat: int) -> Seat | None:
        """The seat with its credit, which is kept only as a balance."""
        found = self.seats.get(seat)
        if found is None:
            return None
        balance = self.accounts[found.credit_account].balance
        return replace(found, view=replace(found.view, credit=balance))

    def all_seats(self) -> list[Seat]:
        return [seat for each in self.seats if (seat := self.seat(each)) is not None]


class Staged:
    """A transaction that is not committed yet."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self.balances: dict[int, int] = {}
        self.seats: dict[int, Seat] = {}
        self.shared: dict[str, SharedTable] = {}
        self.records: list[Stored] = []

    def _knows(self, record: Record) -> bool:
        """Whether the account, or for an operator's key anybody, has used the key."""
        staged = {(each.record.account, each.record.key) for each in self.records}
        used = self._kept.keys.keys() | staged
        if record.key.startswith(OPERATORS_KEY):
            return record.key in {key for _, key in used}
        return (record.account, record.key) in used

    def put(self, change: Change) -> WriteResult:
        kept, record, seat = self._kept, change.record, change.seat
        if record is not None and record.key and self._knows(record):
            return WriteResult.KEY_KNOWN
        if self._is_stale(change):
            return WriteResult.STALE
        if change.move is not None and not self._takes(change.move):
            return WriteResult.NOT_ACCEPTED
        moved = {}
        for account, amount in moves(record.postings if record is not None else ()).items():
            moved[account] = self._balance(account) + amount
            if moved[account] < 0 and kept.accounts[account].kind not in MAY_OWE:
                return WriteResult.NOT_COVERED
        self.balances |= moved
        if seat is not None:
            self.seats[seat.id] = seat
        if change.table is not None:
            self.shared[change.table.table.name] = change.table.table
        if record is not None:
            number, chain = 0, FIRST_HASH
            if before_it := self.records or kept.records:
                number, chain = before_it[-1].id, before_it[-1].hash
            self.records.append(Stored(number + 1, record, record.chained(chain)))
        return WriteResult.DONE

    def _is_stale(self, change: Change) -> bool:
        seat, kept = change.seat, self._kept
        if seat is not None:
            before = self.seats.get(seat.id) or kept.seats.get(seat.id)
            if before is None or before.version != seat.version - 1:
                return True
        if change.table is not None:
            table = change.table.table
            there = self.shared.get(table.name) or kept.shared[table.name][1]
            return there.version != table.version - 1
        return False

    def _takes(self, move: StakeMove) -> bool:
        table = self.shared.get(move.table) or self._kept.shared[move.table][1]
        try:
            check_move(table.view, move)
        except Refusal:
            return False
        return True

    def _balance(self, account: int) -> int:
        if account in self.balances:
            return self.balances[account]
        return self._kept.accounts[account].balance

    def commit(self) -> None:
        kept = self._kept
        for account, balance in self.balances.items():
            kept.accounts[account] = replace(kept.accounts[account], balance=balance)
        kept.seats |= self.seats
        for name, table in self.shared.items():
            kept.shared[name] = kept.shared[name][0], table
        kept.records += self.records
        for stored in self.records:
            if stored.record.key:
                kept.keys[stored.record.account, stored.record.key] = stored


class MemoryStore:
    """Reads of one row may wait a turn, as in PostgreSQL, or not, as in SQLite."""

    epoch = 1

    def __init__(self, kept: Kept, random: Random) -> None:
        self.kept, self._random = kept, random
        self._lock = asyncio.Lock()
        self._halted = False

    async def write(self, changes: Sequence[Change]) -> list[WriteResult]:
        async with self._lock:
            self._check_alive()
            staged = Staged(self.kept)
            outcomes = [staged.put(change) for change in changes]
            await self._commit(staged.commit)
        return outcomes

    async def _commit(self, commit: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(None, commit)
        except BaseException as error:
            self._halted = True
            if isinstance(error, OSError):
                raise StoreHalted from error
            raise

    @property
    def halted(self) -> bool:
        return self._halted

    def _check_alive(self) -> None:
        if self._halted:
            raise StoreHalted

    async def _change(self, put: Callable[[], T]) -> T:
        return await asyncio.shield(self._change_alone(put))

    async def _change_alone(self, put: Callable[[], T]) -> T:
        async with self._lock:
            self._check_alive()
            return await self._commit(put)

    async def _read(self, value: Callable[[], T]) -> T:
        if self._random.random() < 0.3:
            return await asyncio.get_running_loop().run_in_executor(None, value)
        return value()

    # --- people --------------------------------------------------------------------------

    async def add_person(
        self, name: str | None, password: str | None, role: Role, now: int
    ) -> Person | None:
        def commit() -> Person | None:
            people = self.kept.people
            if name is not None and any(_is_named(each, name) for each in people.values()):
                return None
            person = people[len(people) + 1] = Person(len(people) + 1, name, password, role)
            return person

        return await self._change(commit)

    async def person(self, name: str) -> Person | None:
        return next((each for each in self.kept.people.values() if _is_named(each, name)), None)

    async def name_guest(self, guest: int, name: str, password: str, now: int) -> Person | None:
        raise NotImplementedError

    async def set_password(self, person: int, old: str, new: str) -> bool:
        raise NotImplementedError

    async def logins(self, person: int, now: int) -> list[StoredLogin]:
        raise NotImplementedError

    async def note_used(self, token_hashes: Sequence[bytes], now: int) -> None:
        raise NotImplementedError

    async def add_token(
        self, token_hash: bytes, person: int, now: int, expires: int, device: Device = UNKNOWN
    ) -> None:
        def commit() -> None:
            self.kept.tokens[token_hash] = person, expires

        await self._change(commit)

    async def person_of_token(self, token_hash: bytes, now: int) -> Person | None:
        person, expires = self.kept.tokens.get(token_hash, (0, 0))
        return await self._read(lambda: self.kept.people[person] if expires > now else None)

    async def forget_tokens(self, now: int) -> None:
        raise NotImplementedError

    async def revoke_token(self, token_hash: bytes) -> None:
        raise NotImplementedError

    async def revoke_tokens(self, person: int, but: bytes = b"") -> None:
        raise NotImplementedError

    # --- accounts and seats --------------------------------------------------------------

    async def player_account(self, owner: int, currency: str, now: int) -> Account:
        def commit() -> Account:
            found = self._account_of(AccountKind.PLAYER, owner, currency)
            if found is None:
                found = self._add_account(AccountKind.PLAYER, owner, currency)
                staged = Staged(self.kept)
                staged.put(opening(found, self.kept.people[owner].role, now))
                staged.commit()
            return found

        return await self._change(commit)

    async def own_account(self, kind: AccountKind, currency: str) -> Account:
        def commit() -> Account:
            found = self._account_of(kind, None, currency)
            return found or self._add_account(kind, None, currency)

        return await self._change(commit)

    def _account_of(self, kind: AccountKind, owner: int | None, currency: str) -> Account | None:
        for account in self.kept.accounts.values():
            if (account.kind, account.owner, account.currency) == (kind, owner, currency):
                return account
        return None

    def _add_account(self, kind: AccountKind, owner: int | None, currency: str) -> Account:
        accounts = self.kept.accounts
        number = len(accounts) + 1
        accounts[number] = Account(number, kind, owner, currency, 0)
        return accounts[number]

    async def account(self, account: int) -> Account | None:
        return await self._read(lambda: self.kept.accounts.get(account))

    async def accounts(self, owner: int) -> list[Account]:
        return [
            each
            for each in self.kept.accounts.values()
            if each.owner == owner and each.kind is AccountKind.PLAYER
        ]

    async def held(self, account: int) -> int:
        def add_up() -> int:
            kept = self.kept
            seats = [each for each in kept.seats.values() if each.account == account]
            ids = {account, *(each.credit_account for each in seats)}
            ids |= {each.stakes_account for each in seats if isinstance(each, SharedSeat)}
            return sum(kept.accounts[each].balance for each in ids)

        return await self._read(add_up)

    async def last_refill(self, account: int) -> int | None:
        def find() -> int | None:
            records = [each.record for each in self.kept.records]
            refills = (each for each in records if each.event is RecordKind.REFILLED)
            return max((each.at for each in refills if each.account == account), default=None)

        return await self._read(find)

    async def seat(self, seat: int) -> Seat | None:
        return await self._read(lambda: self.kept.seat(seat))

    async def seat_at(self, account: int, house: str) -> Seat | None:
        return await self._read(lambda: self._seat_at(account, f"{house}/{account}"))

    async def seat_at_table(self, account: int, table: str) -> Seat | None:
        return await self._read(lambda: self._seat_at(account, table))

    def _seat_at(self, account: int, table: str) -> Seat | None:
        for seat in self.kept.seats.values():
            if (seat.account, seat.table) == (account, table):
                return self.kept.seat(seat.id)
        return None

    async def add_seat(self, seat: Seat) -> Seat:
        def commit() -> Seat:
            owner = self.kept.accounts.get(seat.account)
            if owner is None:
                raise NoAccount(account=seat.account)
            there = self._seat_at(seat.account, seat.table)
            if there is not None:
                return there
            credit = self._add_account(AccountKind.CREDIT, owner.owner, seat.currency)
            made = replace(seat, id=len(self.kept.seats) + 1, credit_account=credit.id)
            if isinstance(made, SharedSeat):
                stakes = self._add_account(AccountKind.STAKES, owner.owner, seat.currency)
                made = replace(made, stakes_account=stakes.id)
            self.kept.seats[made.id] = made
            return made

        return await self._change(commit)

    async def add_sheet(self, sheet_hash: bytes, text: str) -> None:
        def commit() -> None:
            self.kept.sheets.setdefault(sheet_hash, text)

        await self._change(commit)

    async def sheets(self) -> dict[bytes, str]:
        return dict(self.kept.sheets)

    async def open_seats(self) -> list[Seat]:
        seats = await self.all_seats()
        return [seat for seat in seats if seat.view.phase is SeatPhase.OPEN or _has_stakes(seat)]

    async def seats(self, account: int) -> list[Seat]:
        return [seat for seat in await self.all_seats() if seat.account == account]

    async def all_seats(self) -> list[Seat]:
        return await self._read(self.kept.all_seats)

    # --- shared tables -------------------------------------------------------------------

    async def tables(self) -> list[tuple[TableSpec, SharedTable]]:
        return await self._read(lambda: [each for _, each in sorted(self.kept.shared.items())])

    async def add_table(self, spec: TableSpec, table: SharedTable) -> SharedTable:
        def commit() -> SharedTable:
            self.kept.shared[table.name] = spec, table
            return table

        if table.name in self.kept.shared:
            raise StoreFailed(why="there is such a table")
        return await self._change(commit)

    async def table_account(self, table: str, kind: AccountKind, currency: str) -> Account:
        def commit() -> Account:
            made = self.kept.shared_accounts
            which = table, kind, currency
            if which not in made:
                made[which] = self._add_account(kind, None, currency).id
            return self.kept.accounts[made[which]]

        return await self._change(commit)

    async def table_events(self, account: int, after: int, limit: int) -> list[Stored]:
        def find() -> list[Stored]:
            records = self.kept.records[after:]
            return [each for each in records if each.record.account == account][:limit]

        return await self._read(find)

    async def sabot_before(self, account: int, at: int) -> int:
        def find() -> int:
            records = [each for each in self.kept.records if each.record.account == account]
            began = [
                each.id
                for each in records
                if each.record.at <= at and each.record.body.startswith(b'{"type":"shuffled"')
            ]
            return min(began[-2:], default=0)

        return await self._read(find)

    async def sabots(self, account: int, number: int | None = None) -> list[Stored]:
        def find() -> list[Stored]:
            return [
                each
                for each in self.kept.records
                if each.record.account == account
                and each.record.event is RecordKind.REVEALED
                and number in (None, each.record.session)
            ]

        return await self._read(find)

    async def table_named(self, name: str) -> tuple[TableSpec, int] | None:
        raise NotImplementedError

    async def table_hours(self, table: str, since: int, until: int) -> list[TableHour]:
        raise NotImplementedError

    async def table_results(self, account: int, since: int, until: int) -> list[bytes]:
        raise NotImplementedError

    async def cash_records(self, account: int) -> list[Stored]:
        """None: no history writes a cash sheet."""
        return await self._read(list[Stored])

    async def line_records(self, account: int, newest: int) -> list[Stored]:
        raise NotImplementedError

    # --- records -------------------------------------------------------------------------

    async def find(self, account: int, key: str) -> Stored | None:
        return await self._read(lambda: self.kept.keys.get((account, key)))

    async def history(self, query: Query) -> list[Stored]:
        raise NotImplementedError

    async def count_records(self, account: int, after: RecordPlace, until: RecordPlace) -> int:
        raise NotImplementedError

    async def missed(self, seat: Seat, offset: int, limit: int) -> list[Stored]:
        def find() -> list[Stored]:
            return [
                each
                for each in self.kept.records
                if (each.record.seat, each.record.session) == (seat.id, seat.view.session)
                and each.record.offset > offset
            ][-limit:]

        return await self._read(find)

    async def player_seeds(self, seat: Seat) -> Seeds:
        def find() -> Seeds:
            return Seeds(
                marks_of(
                    each.record.body
                    for each in self.kept.records
                    if each.record.seat == seat.id and each.record.event is RecordKind.COUP
                )
            )

        return await self._read(find)

    async def is_alive(self) -> bool:
        return not self._halted

    async def close(self) -> None:
        """There is nothing to close."""


def is_commit(_function: Any, values: tuple[Any, ...]) -> bool:
    """Whether work for another thread was a COMMIT, of either store."""
    return values == ("COMMIT",) or getattr(_function, "__name__", "") == "commit"
