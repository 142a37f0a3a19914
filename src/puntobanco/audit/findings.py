"""The checks of an audit and their results."""

from enum import StrEnum
from typing import Self

from msgspec import Struct

from puntobanco.ledger.records import Posting
from puntobanco.store.interface import Stored
from puntobanco.table.recording import request_hash


class Check(StrEnum):
    """The checks, in the order of the report, each with what holds if nothing is found."""

    says: str

    def __new__(cls, value: str, says: str) -> Self:
        check = str.__new__(cls, value)
        check._value_, check.says = value, says
        return check

    CHAIN = "chain", "every hash follows from the record before, and no record is missing"
    CHECKPOINT = "checkpoint", "the chains contain the heads of the checkpoint"
    POSTINGS = "postings", "money moves between known accounts of one currency, as the record says"
    BALANCES = (
        "balances",
        "every balance is the sum of its postings, every currency adds up to zero",
    )
    COVERED = "covered", "no player's account and no credit is below zero"
    TOLD = "told", "every record's text matches its row"
    KEYS = "keys", "an account used each key once, for one request"
    INDEXES = "indexes", "the indexes match the rows and are complete"
    SESSIONS = "sessions", "sessions open and close in turn, credit continues from record to record"
    NUMBERS = "numbers", "coups are numbered without gaps, none twice"
    SHEETS = "sheets", "every sheet is valid and fits its hash"
    COMMITMENTS = "commitments", "every seed opens its commitment"
    CARDS = "cards", "every card follows from the seeds, or was read in by the rule"
    SEEDS = "seeds", "no player's seed was accepted twice at a seat"
    SETTLEMENT = (
        "settlement",
        "every coup is paid as its sheet says; with real chips, so are the amounts to take and pay",
    )
    RETIRED = "retired", "commitments were given up only for the reasons allowed"
    STREAMS = "streams", "every shared table's stream is complete and gives the stored table"
    BETTING = (
        "betting",
        "bets and stakes keyed in at shared tables came in time and match all totals",
    )
    CASH = "cash", "every line of a cash sheet was written and countersigned by the right staff"
    LINES = "lines", "lines of players are numbered, within the limits, and answered by staff"
    SEATS = "seats", "seats and accounts are as their records left them"
    SEALED = "sealed", "seeds that are not yet revealed open their commitments"
    OUTCOMES = "outcomes", "in our sabots Punto, Banco and Égalité came as often as the odds say"


class Finding(Struct, frozen=True):
    record: int | None  # None: not about a single record
    why: str


class CheckResult(Struct, frozen=True, omit_defaults=True):
    """One check: whether it holds, and the first place where it doesn't."""

    check: Check
    says: str
    holds: bool | None  # None: it was not checked
    looked_at: int
    found: int = 0
    first: Finding | None = None
    skipped: str = ""  # why it was not checked


class Findings:
    """Collects what is wrong: the first finding of each check, and a count of all."""

    def __init__(self) -> None:
        self._first: dict[Check, Finding] = {}
        self._found: dict[Check, int] = {}
        self._skipped: dict[Check, str] = {}
        self.looked_at: dict[Check, int] = dict.fromkeys(Check, 0)

    def miss(self, check: Check, record: int | None, why: str) -> None:
        self._found[check] = self._found.get(check, 0) + 1
        self._first.setdefault(check, Finding(record, why))

    def skip(self, check: Check, why: str) -> None:
        self._skipped[check] = why

    def _holds(self, check: Check) -> bool | None:
        if check in self._first:
            return False
        return None if check in self._skipped else True

    def results(self) -> tuple[CheckResult, ...]:
        return tuple(
            CheckResult(
                check,
                check.says,
                self._holds(check),
                self.looked_at[check],
                self._found.get(check, 0),
                self._first.get(check),
                self._skipped.get(check, ""),
            )
            for check in Check
        )


class AuditedRecord:
    """A record, with the checks that are the same for records of every kind."""

    __slots__ = ("_findings", "record", "stored")

    def __init__(self, stored: Stored, findings: Findings) -> None:
        self.stored, self.record, self._findings = stored, stored.record, findings

    def miss(self, check: Check, why: str) -> None:
        self._findings.miss(check, self.stored.id, why)

    def looks_at(self, check: Check) -> None:
        self._findings.looked_at[check] += 1

    def check_postings(self, *postings: Posting) -> None:
        if self.record.postings != postings:
            self.miss(Check.POSTINGS, "its postings don't match its text")

    def check_asked(self, asked: Struct, place: int) -> None:
        """Check its key against the request and its place: a seat, or an account."""
        self.check_request(request_hash(asked, place))

    def check_request(self, request: bytes) -> None:
        """Check its key against the hash of the request that it answers."""
        self.looks_at(Check.KEYS)
        if self.record.request != request or not self.record.key:
            self.miss(Check.KEYS, "its key was used for another request")

    def check_unasked(self) -> None:
        if self.record.key or self.record.request:
            self.miss(Check.KEYS, "it has a key, but nobody asked for it")
