"""Records of what happened, each with its postings, linked to a chain by hashes."""

from enum import StrEnum
from hashlib import sha256
from struct import Struct as Layout
from typing import Final

from msgspec import Struct

_FIXED: Final = Layout(">5q5I").pack  # five numbers, five lengths
_THREE: Final = Layout(">3q").pack  # a posting


class RecordKind(StrEnum):
    """What a record is about."""

    ACCOUNT_OPENED = "account_opened"  # names the owner, who is otherwise only in a mutable row
    NAMED = "named"  # a guest has registered, and keeps the account
    GRANTED = "granted"  # play money for a new person
    REFILLED = "refilled"  # play money that had run out
    DEPOSITED = "deposited"
    WITHDRAWN = "withdrawn"
    OPENED = "opened"
    TOPPED_UP = "topped_up"
    COUP = "coup"
    CLOSED = "closed"
    RETIRED = "retired"  # a commitment that was given up unplayed
    BET = "bet"  # stakes confirmed at a shared table
    PAID = "paid"  # stakes settled at a shared table
    RETURNED = "returned"  # stakes returned at a shared table
    HELD = "held"  # cards in a player's hand, which nobody else may see
    TIPPED = "tipped"
    TABLE = "table"  # an event of a shared table's stream
    CASH = "cash"  # a line or a signature on the cash sheet of a shared table
    LINE = "line"  # a player's line to the staff of a shared table, or the answer
    REVEALED = "revealed"  # the event that reveals a sabot, which is looked up by its number


class Posting(Struct, frozen=True):
    """A movement of money: one row for both accounts, so that all entries sum to zero."""

    payer: int
    payee: int
    amount: int  # in cents, above zero


class Record(Struct, frozen=True):
    """One event of an account, as it is stored and sent to its owner."""

    account: int  # whose history contains this record
    event: RecordKind
    at: int  # milliseconds since 1970
    body: bytes  # the event, as JSON
    postings: tuple[Posting, ...] = ()
    key: str = ""  # of the client's request; empty if there was no request
    request: bytes = b""  # the hash of the request with that key
    seat: int | None = None
    session: int = 0  # of the seat, counted from 1
    offset: int = 0  # in the session, counted from 1

    def chained(self, before: bytes) -> bytes:
        """Return the hash of this record and of `before`, the hash of the record before."""
        event, key, request, body = self.event.encode(), self.key.encode(), self.request, self.body
        postings = b""
        for each in self.postings:  # one or two, for which a loop is faster than a join
            postings += _THREE(each.payer, each.payee, each.amount)
        fixed = _FIXED(
            self.account,
            self.seat or 0,
            self.session,
            self.offset,
            self.at,
            len(event),
            len(key),
            len(request),
            len(body),
            len(postings),
        )
        return sha256(b"".join((before, fixed, event, key, request, body, postings))).digest()
