"""Turns a batch of changes into rows, with each record chained to the one before."""

from collections.abc import Sequence
from enum import IntEnum
from operator import itemgetter
from typing import Any, Final

from msgspec import Struct

from puntobanco.ledger.records import RecordKind
from puntobanco.store import columns, row_mapping
from puntobanco.store.sealing import Sealer
from puntobanco.table.recording import Change
from puntobanco.table.seat import PrivateSeat
from puntobanco.table.shared.betting_window import StakeMove

FIRST_HASH: Final = bytes(32)  # before the first record of a node
_LARGEST: Final = 2**63 - 1
RECORDS_OF_A_NODE: Final = 2**48  # ids stay below 2**53, so that JavaScript reads them exactly


class Node(IntEnum):
    """The processes that write to a PostgreSQL database, each with its own chain of records."""

    SERVER = 0
    COMMANDS = 1  # an operator's command, run beside the server; one at a time


class Head(Struct, frozen=True):
    """The last record of a node's chain."""

    id: int
    hash: bytes


def first_head(node: Node) -> Head:
    return Head(node * RECORDS_OF_A_NODE, FIRST_HASH)


class Batch(Struct, frozen=True):
    """What one transaction writes: complete rows, as declared in `columns`, with one exception."""

    records: list[tuple[Any, ...]]
    seats: list[tuple[Any, ...]]
    after_coups: list[tuple[Any, ...]]  # of seats, with only the id and what a coup changes
    tables: list[tuple[Any, ...]]  # shared ones
    postings: list[tuple[int, int, int, int, int]]
    movements: list[tuple[int, int]]  # amount and account; one sum for each account
    head: Head
    moves: list[StakeMove]  # checked against the shared tables after this batch

    @property
    def steps(self) -> int:
        """How many rows must still have the version that they were read with."""
        return len(self.seats) + len(self.after_coups) + len(self.tables)

    @property
    def fits(self) -> bool:
        """Whether a database holds every sum of movements, in 64 bits."""
        return all(abs(amount) <= _LARGEST for amount, _ in self.movements)


_seat_id: Final = itemgetter(columns.SEAT.names.index("id"))
_table_name: Final = itemgetter(columns.SHARED_TABLE.names.index("name"))


def gather(
    changes: Sequence[Change], head: Head, sealer: Sealer, *, with_after_coups: bool = False
) -> Batch:
    """Give the rows of all changes.

    Seats that have played a coup are in `after_coups` if that is wanted, otherwise in `seats`.
    """
    number, chain = head.id, head.hash
    records, postings = [], []
    seats: list[tuple[Any, ...]] = []
    after_coups: list[tuple[Any, ...]] = []
    tables: list[tuple[Any, ...]] = []
    moved: dict[int, int] = {}
    for change in changes:
        record = change.record
        seat = change.seat
        is_coup = record is not None and record.event is RecordKind.COUP
        if with_after_coups and is_coup and type(seat) is PrivateSeat:
            after_coups.append(row_mapping.after_coup_row(seat, sealer))
        elif seat is not None:
            seats.append(row_mapping.seat_row(seat, sealer))
        if change.table is not None:
            tables.append(row_mapping.table_row(change.table.table, sealer))
        if record is None:
            continue
        number += 1
        chain = record.chained(chain)
        records.append(row_mapping.record_row(number, record, chain))
        for n, each in enumerate(record.postings):
            postings.append((number, n, each.payer, each.payee, each.amount))
            moved[each.payer] = moved.get(each.payer, 0) - each.amount
            moved[each.payee] = moved.get(each.payee, 0) + each.amount
    # Sorted, so that two nodes never deadlock.
    movements = [(moved[account], account) for account in sorted(moved) if moved[account]]
    tables.sort(key=_table_name)
    seats.sort(key=_seat_id)
    after_coups.sort(key=_seat_id)
    moves = [change.move for change in changes if change.move is not None]
    last = Head(number, chain)
    return Batch(records, seats, after_coups, tables, postings, movements, last, moves)


def stand_alone(changes: Sequence[Change]) -> bool:
    """Whether no account occurs twice; if one does, one change's money could cover another's."""
    accounts = [change.record.account for change in changes if change.record is not None]
    return len(set(accounts)) == len(accounts)
