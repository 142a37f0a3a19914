"""The checks of an audit and their results."""

from collections.abc import Callable
from enum import StrEnum
from typing import Final

from msgspec import Struct

from puntobanco.ledger.records import Posting, Record
from puntobanco.table.recording import KeyedRequest, request_hash


class Check(StrEnum):
    """The checks, in the order of the report."""

    CHAIN = "chain"
    CHECKPOINT = "checkpoint"
    POSTINGS = "postings"
    BALANCES = "balances"
    COVERED = "covered"
    TOLD = "told"
    KEYS = "keys"
    INDEXES = "indexes"
    SESSIONS = "sessions"
    NUMBERS = "numbers"
    SHEETS = "sheets"
    COMMITMENTS = "commitments"
    CARDS = "cards"
    SEEDS = "seeds"
    SETTLEMENT = "settlement"
    RETIRED = "retired"
    STREAMS = "streams"
    BETTING = "betting"
    SEATS = "seats"
    SEALED = "sealed"
    OUTCOMES = "outcomes"


SAYS: Final = {
    Check.CHAIN: "every hash follows from the record before, and no record is missing",
    Check.CHECKPOINT: "the chains contain the heads of the checkpoint",
    Check.POSTINGS: "money moves between known accounts of one currency, as the record says",
    Check.BALANCES: "every balance is the sum of its postings, every currency adds up to zero",
    Check.COVERED: "no player's account and no credit is below zero",
    Check.TOLD: "every record's text matches its row",
    Check.KEYS: "an account used each key once, for one request",
    Check.INDEXES: "the indexes match the rows and are complete",
    Check.SESSIONS: "sessions open and close in turn, credit continues from record to record",
    Check.NUMBERS: "coups are numbered without gaps, none twice",
    Check.SHEETS: "every sheet is valid and fits its hash",
    Check.COMMITMENTS: "every seed opens its commitment",
    Check.CARDS: "every card follows from the seeds, or was read in by the rule",
    Check.SEEDS: "no player's seed was accepted twice at a seat",
    Check.SETTLEMENT: "every coup is paid as its sheet says",
    Check.RETIRED: "commitments were given up only for the reasons allowed",
    Check.STREAMS: "every shared table's stream is complete and gives the stored table",
    Check.BETTING: "bets at shared tables came during the betting and match the totals",
    Check.SEATS: "seats and accounts are as their records left them",
    Check.SEALED: "seeds that are not yet revealed open their commitments",
    Check.OUTCOMES: "Punto, Banco and Égalité came as often as the odds say",
}


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
                SAYS[check],
                self._holds(check),
                self.looked_at[check],
                self._found.get(check, 0),
                self._first.get(check),
                self._skipped.get(check, ""),
            )
            for check in Check
        )


# --- checks of every record of a seat --------------------------------------------------------

Miss = Callable[[Check, str], None]  # for the record that is being checked


def check_posted(record: Record, postings: tuple[Posting, ...], miss: Miss) -> None:
    if record.postings != postings:
        miss(Check.POSTINGS, "its postings don't match its text")


def check_asked(record: Record, asked: KeyedRequest, findings: Findings, miss: Miss) -> None:
    findings.looked_at[Check.KEYS] += 1
    if record.request != request_hash(asked, record.seat or 0) or not record.key:
        miss(Check.KEYS, "its key was used for another request")


def check_unasked(record: Record, miss: Miss) -> None:
    if record.key or record.request:
        miss(Check.KEYS, "it has a key, but nobody asked for it")
