"""A batch of changes as rows, the records chained to those before them."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from puntobanco.store import rows
from puntobanco.store.sealing import Sealer
from puntobanco.table.steps import Change

FIRST_HASH: Final = bytes(32)  # before the first record of a node
NODES: Final = 2**5  # so that every language's numbers hold the ids: they stay below 2**53
RECORDS_OF_A_NODE: Final = 2**48


class Head(Struct, frozen=True):
    """The last record of a node's chain."""

    id: int
    hash: bytes


def first_head(node: int) -> Head:
    return Head(node * RECORDS_OF_A_NODE, FIRST_HASH)


class Batch(Struct, frozen=True):
    """What one transaction writes, in the order of the columns."""

    records: list[tuple[Any, ...]]
    seats: list[tuple[Any, ...]]
    postings: list[tuple[int, int, int, int, int]]
    movements: list[tuple[int, int]]  # amount and account; the house's once for all of them
    head: Head


def gather(changes: Sequence[Change], head: Head, sealer: Sealer) -> Batch:
    number, chain = head.id, head.hash
    records, postings, seats = [], [], []
    moved: dict[int, int] = {}
    for change in changes:
        if change.seat is not None:
            seats.append(rows.seat_row(change.seat, sealer))
        record = change.record
        if record is None:
            continue
        number += 1
        chain = record.chained(chain)
        records.append(rows.record_row(number, record, chain))
        for n, each in enumerate(record.postings):
            postings.append((number, n, each.payer, each.payee, each.amount))
            moved[each.payer] = moved.get(each.payer, 0) - each.amount
            moved[each.payee] = moved.get(each.payee, 0) + each.amount
    # Sorted, so that two nodes never wait for each other in a circle.
    movements = [(moved[account], account) for account in sorted(moved) if moved[account]]
    seats.sort(key=lambda row: row[-2])
    return Batch(records, seats, postings, movements, Head(number, chain))


def stand_alone(changes: Sequence[Change]) -> bool:
    """Whether no account stands twice: together, one change's money could cover another's."""
    accounts = [change.record.account for change in changes if change.record is not None]
    return len(set(accounts)) == len(accounts)
