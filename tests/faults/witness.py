"""An independent check that reads the store after every commit."""

from collections.abc import Callable, Iterable
from typing import Any, Protocol

import apsw
import msgspec

from puntobanco.fair.commitment import Terms, commit, deal_order, mix
from puntobanco.game.cards import print_cards
from puntobanco.game.coup import MOST_CARDS, deal
from puntobanco.game.settlement import settle
from puntobanco.game.sheet import Sheet
from puntobanco.ledger.accounts import MAY_OWE, Account
from puntobanco.ledger.records import Posting, Record, RecordKind
from puntobanco.store import row_mapping
from puntobanco.store.batch import FIRST_HASH
from puntobanco.store.interface import Stored
from puntobanco.store.sealing import Sealer
from puntobanco.table.seat import Seat, SeatPhase, SharedSeat, end_of
from puntobanco.table.shared.shared_table import SharedTable
from puntobanco.wire.messages import (
    BetTaken,
    Closed,
    CoupPlayed,
    GivenBack,
    Held,
    Opened,
    Paid,
    Reason,
    Retired,
    Tipped,
    ToppedUp,
)
from puntobanco.wire.stream import DealingBegan
from tests.faults.memory_store import Kept
from tests.faults.table_witness import TableWitness
from tests.faults.violation import expect
from tests.posting_sums import moves
from tests.seat_kinds import private, shared

_Told = (
    Opened | ToppedUp | CoupPlayed | Retired | BetTaken | Paid | GivenBack | Held | Tipped | Closed
)  # fmt: skip
_TOGETHER = (
    RecordKind.BET,
    RecordKind.PAID,
    RecordKind.RETURNED,
    RecordKind.HELD,
    RecordKind.CLOSED,
)
_told = msgspec.json.Decoder(_Told)
_RECORDS = f"SELECT {row_mapping.RECORD} FROM record WHERE id > ? ORDER BY id"  # noqa: S608
_POSTINGS = "SELECT record, payer, payee, amount FROM posting WHERE record > ? ORDER BY record, n"
_ACCOUNTS = f"SELECT {row_mapping.ACCOUNT} FROM account"  # noqa: S608


class Books(Protocol):
    """Reads the durable content without using the store's code."""

    def records(self, after: int) -> list[Stored]: ...
    def accounts(self) -> list[Account]: ...
    def seats(self) -> list[Seat]: ...
    def tables(self) -> list[SharedTable]: ...


class MemoryBooks:
    def __init__(self, kept: Kept) -> None:
        self._kept = kept

    def records(self, after: int) -> list[Stored]:
        return [each for each in self._kept.records[after:] if each.id > after]

    def accounts(self) -> list[Account]:
        return list(self._kept.accounts.values())

    def seats(self) -> list[Seat]:
        return self._kept.all_seats()

    def tables(self) -> list[SharedTable]:
        return [table for _, table in self._kept.shared.values()]


class SqliteBooks:
    """Reads through its own connection, which sees only committed changes."""

    def __init__(self, file: str, sealer: Sealer, vfs: str | None = None) -> None:
        self._connection = apsw.Connection(file, vfs=vfs)
        self._sealer = sealer

    def records(self, after: int) -> list[Stored]:
        found = self._all(_RECORDS, after)
        postings = self._all(_POSTINGS, after)
        return _with_postings(found, postings)

    def accounts(self) -> list[Account]:
        return [row_mapping.read_account(row) for row in self._all(_ACCOUNTS)]

    def seats(self) -> list[Seat]:
        return [row_mapping.read_seat(row, self._sealer) for row in self._all(row_mapping.SEATS)]

    def tables(self) -> list[SharedTable]:
        found = self._all("SELECT state, sealed FROM shared_table")
        return [row_mapping.read_table(state, sealed, self._sealer) for state, sealed in found]

    def _all(self, sql: str, *values: int) -> list[Any]:
        return self._connection.execute(sql, values).fetchall()

    def close(self) -> None:
        self._connection.close()


def is_automatic(seat: Seat) -> bool:
    return isinstance(seat, SharedSeat) and seat.automatic


def rules_of(seat: Seat) -> str:
    """The name of the sheet that is played at a seat."""
    return seat.table if isinstance(seat, SharedSeat) else seat.house


def _with_postings(records: list[Any], postings: list[Any]) -> list[Stored]:
    by_record: dict[int, list[Posting]] = {}
    for record, payer, payee, amount in postings:
        by_record.setdefault(record, []).append(Posting(payer, payee, amount))
    return [row_mapping.read_stored(row, tuple(by_record.get(row[0], ()))) for row in records]


class Witness:
    """Follows the books record by record and reports what doesn't follow from before."""

    def __init__(self, books: Books, sheets: dict[str, Sheet], leaving: str = "") -> None:
        self.books, self._sheets = books, sheets
        self._leaving = leaving  # the table whose cards are read as they leave a real sabot
        self._last, self._chain = 0, FIRST_HASH
        self._balances: dict[int, int] = {}
        self._refilled: dict[int, int] = {}  # by account: the time of the last refill
        self.seats: dict[int, Seat] = {}
        self._seeds: set[tuple[int, str]] = set()
        self.keyed: dict[tuple[int, str], Record] = {}
        self.bodies: set[bytes] = set()
        self.shown: set[tuple[int, str]] = {(0, "")}  # commitments: number of the coup, hash
        self.tables: dict[int, TableWitness] = {}  # by the account of the table's stream
        self.now: Callable[[], int] = int
        self.automatic: dict[int, int] = {}  # by seat: since when it is on

    def look(self) -> list[Record]:
        """Read and check what was committed since the last look."""
        fresh = self._read()
        seats = {each.id: each for each in self.books.seats()}
        self._check_seats(seats, fresh)
        for seat in seats.values():
            before = self.seats.get(seat.id)
            if is_automatic(seat) and not (before and is_automatic(before)):
                self.automatic[seat.id] = self.now()
        self.seats = seats
        self.shown |= {(seat.next.number, seat.next.commitment) for seat in seats.values()}
        self._check_tables(fresh, seats)
        return fresh

    def _check_tables(self, fresh: Iterable[Record], seats: dict[int, Seat]) -> None:
        tables = self.books.tables()
        for table in tables:
            if table.account not in self.tables:
                self.tables[table.account] = TableWitness(
                    table, self._sheets[table.name], table.name == self._leaving
                )
        by_name = {each.name: each for each in self.tables.values()}
        closed = []
        for record in fresh if tables else ():
            if record.account in self.tables:
                if isinstance(self.tables[record.account].follow(record), DealingBegan):
                    closed.append(self.tables[record.account])
            elif record.seat is not None and record.event in _TOGETHER:
                self._check_stakes(by_name, seats[record.seat], record)
        for table in tables:
            sitting = [
                each
                for each in seats.values()
                if isinstance(each, SharedSeat) and each.table == table.name
            ]
            self.tables[table.account].compare(table, sitting, self._balances)
            if self.tables[table.account] in closed:
                self.tables[table.account].check_drafts(sitting, self.automatic)

    def _check_stakes(self, tables: dict[str, TableWitness], seat: Seat, record: Record) -> None:
        told = _told.decode(record.body)
        if isinstance(told, Closed) and seat.table in tables:
            tables[seat.table].over.add((seat.id, told.session))
        if isinstance(told, BetTaken):
            tables[seat.table].bet(shared(seat), record, told)
        elif isinstance(told, Paid):
            tables[seat.table].paid(shared(seat), record, told)
        elif isinstance(told, GivenBack):
            tables[seat.table].returned(shared(seat), record, told)
        elif isinstance(told, Held):
            tables[seat.table].held(shared(seat), record, told)

    def audit(self) -> None:
        """Read and check everything at once, if it was not followed commit by commit."""
        tellings: dict[int, list[_Told]] = {}
        fresh = self._read()
        for record in fresh:
            if record.seat is not None:
                tellings.setdefault(record.seat, []).append(_told.decode(record.body))
        self._check_tables(fresh, {each.id: each for each in self.books.seats()})
        for seat in self.books.seats():
            _check_story(seat, tellings.get(seat.id, []))

    def _read(self) -> list[Record]:
        """Read new records; check that records and balances follow from those before."""
        fresh = self.books.records(self._last)
        accounts = {each.id: each for each in self.books.accounts()}
        for stored in fresh:
            self._follow(stored, accounts)
        for account in accounts.values():
            expect(
                account.balance == self._balances.get(account.id, 0),
                f"account {account.id} holds {account.balance},"
                f" its postings say {self._balances.get(account.id, 0)}",
            )
        expect(sum(each.balance for each in accounts.values()) == 0, "balances don't sum to zero")
        return [stored.record for stored in fresh]

    def _follow(self, stored: Stored, accounts: dict[int, Account]) -> None:
        record = stored.record
        expect(stored.id == self._last + 1, f"record {stored.id} after {self._last}")
        expect(stored.hash == record.chained(self._chain), f"record {stored.id} isn't chained")
        self._last, self._chain = stored.id, stored.hash
        for account, amount in moves(record.postings).items():
            self._balances[account] = self._balances.get(account, 0) + amount
            may_owe = accounts[account].kind in MAY_OWE
            expect(may_owe or self._balances[account] >= 0, f"account {account} below zero")
        if record.event is RecordKind.REFILLED:
            self._check_refill(record)
        if record.key:
            place = record.account, record.key
            expect(place not in self.keyed, f"two records with the key {record.key}")
            self.keyed[place] = record
        self.bodies.add(record.body)

    def _check_refill(self, record: Record) -> None:
        """Check that a refill follows its rule, and comes alone."""
        told = msgspec.json.decode(record.body)
        wait = told["rule"]["minutes"] * 60_000
        soonest = self._refilled.get(record.account, -wait) + wait
        expect(record.at >= soonest, f"account {record.account} refilled twice within {wait} ms")
        expect(told["amount"] == told["rule"]["to"] - told["held"], f"a wrong refill: {told}")
        expect(told["held"] < told["rule"]["below"], f"a refill that isn't needed: {told}")
        self._refilled[record.account] = record.at

    def _check_seats(self, seats: dict[int, Seat], fresh: Iterable[Record]) -> None:
        told = {}
        for record in fresh:
            if record.seat is not None:
                expect(record.seat not in told, f"seat {record.seat} stepped twice in a batch")
                told[record.seat] = record
        for seat in seats.values():
            before = self.seats.get(seat.id)
            if before is None or before.version == seat.version:
                expect(seat.id not in told, f"a record of seat {seat.id}, which didn't step")
                expect(before is None or before == seat, f"seat {seat.id} changed without a step")
                continue
            expect(seat.version == before.version + 1, f"seat {seat.id} skipped a version")
            expect(seat.generation >= before.generation, f"generations of seat {seat.id} go back")
            if seat.id in told:
                self._check_event(before, seat, told[seat.id])
            else:
                expect(
                    seat.view.credit == before.view.credit,
                    f"credit of seat {seat.id} moved unrecorded",
                )
                expect(
                    seat.next.commitment == before.next.commitment,
                    "a commitment changed unrecorded",
                )
                expect(
                    seat.view.phase is before.view.phase,
                    f"seat {seat.id} changed its phase unrecorded",
                )

    def _check_event(self, before: Seat, after: Seat, record: Record) -> None:
        told = _told.decode(record.body)
        where = f"{record.event} {record.key} at seat {after.id}"
        opening = isinstance(told, Opened)
        expect(
            isinstance(told, Retired | Paid | GivenBack)
            or opening == (before.view.phase is SeatPhase.FREE),
            f"{where}: {before.view.phase}",
        )
        expect(after.view.session == before.view.session + opening, f"{where}: wrong session")
        expect(
            told.offset == (1 if opening else before.view.offset + 1),
            f"{where}: offsets with a gap",
        )
        expect(told.session == after.session_name, f"{where}: another session's")
        match told:
            case Opened():
                shown = told.next.number, told.next.commitment
                promised = before.next.number, before.next.commitment
                expect(shown == promised, f"{where}: other coup")
            case CoupPlayed():
                self._check_coup(before, after, told, where)
            case Closed():
                self._check_closed(before, record, told, where)
            case ToppedUp():
                expect(told.credit == before.view.credit + told.amount, f"{where}: wrong credit")
            case BetTaken():
                drafted = is_automatic(before) and before.view.draft == told.bets
                expect(bool(told.key) or drafted, f"{where}: nobody confirmed it")
                expect(told.credit == before.view.credit - told.staked, f"{where}: wrong credit")
            case Paid() | GivenBack():
                is_here = (
                    before.view.phase is SeatPhase.OPEN
                    and before.view.session == shared(before).view.staked_in
                )
                expect(told.to_account != is_here, f"{where}: to the wrong account")
                credit = before.view.credit + (told.returned if is_here else 0)
                expect(told.credit == credit, f"{where}: wrong credit")
            case Tipped():
                expect(told.credit == before.view.credit - told.amount, f"{where}: wrong credit")
            case Retired():
                seed = bytes.fromhex(told.server_seed)
                decks = self._sheets[before.house].cards.decks
                terms = Terms(
                    told.table, told.epoch, told.number, private(before).sheet, decks, told.cut
                )
                opened = commit(seed, terms).hex()
                expect(opened == before.next.commitment, f"{where}: another hash")
        if isinstance(told, CoupPlayed | Retired):
            expect(after.next.number == before.next.number + 1, f"{where}: numbers with a gap")
            shown = told.next.number, told.next.commitment
            expect(
                shown == (after.next.number, after.next.commitment),
                f"{where}: shows another coup",
            )
        kept = before.view.credit if isinstance(told, Retired | Held) else 0
        expect(after.view.credit == getattr(told, "credit", kept), f"{where}: tells another credit")

    def _check_coup(self, before: Seat, after: Seat, told: CoupPlayed, where: str) -> None:
        expect(
            (told.number, told.commitment) == (before.next.number, before.next.commitment),
            f"{where}: not the coup that was committed to",
        )
        sheet = self._sheets[before.house]
        expect(
            told.sheet == private(before).sheet.hex(),
            f"{where}: by other rules than committed to",
        )
        terms = Terms(
            told.table, told.epoch, told.number, private(before).sheet, sheet.cards.decks, 0
        )
        seed = bytes.fromhex(told.server_seed)
        expect(commit(seed, terms).hex() == told.commitment, f"{where}: the seed has another hash")
        cards = deal_order(seed, terms, (mix(told.player, told.seed),), MOST_CARDS)
        coup = deal(sheet.rule, cards)
        expect(print_cards(coup.cards) == told.cards, f"{where}: other cards")
        paid = settle(sheet, coup, {each.bet: each.stake for each in told.bets})
        expect(paid.total == told.returned, f"{where}: paid wrongly")
        expect(told.credit_before == before.view.credit, f"{where}: other credit before")
        expect(
            told.credit == before.view.credit - told.staked + told.returned, f"{where}: wrong sum"
        )
        expect((after.id, told.seed) not in self._seeds, f"{where}: a player's seed twice")
        self._seeds.add((after.id, told.seed))

    def _check_closed(self, before: Seat, record: Record, told: Closed, where: str) -> None:
        expect(told.credited == before.view.credit, f"{where}: credited another sum")
        if told.reason is not Reason.CASH_OUT:
            end, reason = end_of(before, self._sheets[rules_of(before)].times)
            expect(
                end <= record.at, f"{where}: closed for {told.reason} {end - record.at} ms early"
            )
            expect(told.reason is reason, f"{where}: closed for {told.reason}, not {reason}")


def _check_story(seat: Seat, story: list[_Told]) -> None:
    """Check a seat's events against each other and against the stored seat."""
    is_open, credit, shown, offset = False, 0, None, 0
    for told in story:
        where = f"{told.key} at seat {seat.id}"
        is_due = isinstance(told, Retired | Paid | GivenBack) or isinstance(told, Opened) != is_open
        expect(is_due, f"{where}: wrong order")
        offset = 1 if isinstance(told, Opened) else offset + 1
        expect(told.offset == offset, f"{where}: offsets with a gap")
        if isinstance(told, CoupPlayed):
            expect(shown == (told.number, told.commitment), f"{where}: not the coup shown before")
            expect(told.credit_before == credit, f"{where}: another credit")
        if isinstance(told, Closed):
            expect(told.credited == credit, f"{where}: credited another sum")
            is_open, credit = False, 0
        elif isinstance(told, Paid | GivenBack):
            credit = told.credit
        elif not isinstance(told, Retired | Held):
            is_open, credit = True, told.credit
        if isinstance(told, Opened | CoupPlayed | Retired):
            expect(shown is None or told.next.number - shown[0] in (0, 1), f"{where}: wrong number")
            shown = told.next.number, told.next.commitment
    expect(
        (seat.view.phase is SeatPhase.OPEN) == is_open and seat.view.credit == credit,
        f"{seat}: not as told",
    )
    kept = seat.next.number, seat.next.commitment
    expect(shown in (None, kept), f"{seat}: another commitment")
