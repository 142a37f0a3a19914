"""Adds up postings by account."""

from collections.abc import Iterable

from puntobanco.ledger.records import Posting


def moves(postings: Iterable[Posting]) -> dict[int, int]:
    """What each account gains or loses in total."""
    moved: dict[int, int] = {}
    for each in postings:
        moved[each.payer] = moved.get(each.payer, 0) - each.amount
        moved[each.payee] = moved.get(each.payee, 0) + each.amount
    return moved
