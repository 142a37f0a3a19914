"""What happened, in an order nobody can change unseen: records, each with its postings."""

from enum import StrEnum
from hashlib import sha256
from struct import Struct as Layout
from typing import Final

from msgspec import Struct

_FIXED: Final = Layout(">5q5I").pack  # five numbers, five lengths
_THREE: Final = Layout(">3q").pack  # a posting


class RecordKind(StrEnum):
    """What a record tells."""

    ACCOUNT_OPENED = "account_opened"  # whose it is: the row alone could be changed unseen
    GRANTED = "granted"  # play money for somebody new
    DEPOSITED = "deposited"
    WITHDRAWN = "withdrawn"
    OPENED = "opened"
    TOPPED_UP = "topped_up"
    COUP = "coup"
    CLOSED = "closed"
    RETIRED = "retired"  # a commitment that was never played
    BET = "bet"  # at a shared table: stakes on the cloth
    PAID = "paid"  # and what became of them
    RETURNED = "returned"  # or that they were given back
    HELD = "held"  # cards in a player's hand, which nobody else may see
    TIPPED = "tipped"
    TABLE = "table"  # what a shared table tells everybody
    REVEALED = "revealed"  # and a sabot of it that is open: looked up by its number


class Posting(Struct, frozen=True):
    """So many cents from one account to another: both entries in one, so that they sum to zero."""

    payer: int
    payee: int
    amount: int  # above zero


class Record(Struct, frozen=True):
    """One thing that happened to an account, as its owner is told it."""

    account: int  # the player's, whose history this is
    event: RecordKind
    at: int  # milliseconds since 1970
    body: bytes  # the answer, as JSON
    postings: tuple[Posting, ...] = ()
    key: str = ""  # the request's, made by the client; none for what happens by itself
    request: bytes = b""  # the hash of what was asked under that key
    seat: int | None = None
    session: int = 0  # of the seat, counted from 1
    offset: int = 0  # in the session, counted from 1

    def chained(self, before: bytes) -> bytes:
        """The hash of this record and all before it."""
        event, key, request, body = self.event.encode(), self.key.encode(), self.request, self.body
        postings = b""
        for each in self.postings:  # one or two: a comprehension is a call, and costs more
            postings += _THREE(each.payer, each.payee, each.amount)
        fixed = _FIXED(
            *(self.account, self.seat or 0, self.session, self.offset, self.at),
            *(len(event), len(key), len(request), len(body), len(postings)),
        )
        return sha256(b"".join((before, fixed, event, key, request, body, postings))).digest()
