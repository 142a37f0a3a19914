"""What an audit looks at, and what it found."""

from collections.abc import Callable
from enum import StrEnum
from typing import Final

from msgspec import Struct

from puntobanco.ledger.records import Posting, Record
from puntobanco.table.recording import KeyedRequest, request_hash


class Check(StrEnum):
    """In the order they are reported."""

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
    Check.CHAIN: "every record follows from the one before it, none is missing",
    Check.CHECKPOINT: "the chains run through the heads kept elsewhere",
    Check.POSTINGS: "money moves between known accounts of one currency, as the record tells",
    Check.BALANCES: "every balance is what its postings add up to, every currency adds up to zero",
    Check.COVERED: "no player's account and no credit is below zero",
    Check.TOLD: "what a record tells is what stands in its row",
    Check.KEYS: "a key was used once by its account, for what was asked under it",
    Check.INDEXES: "what an index finds is what stands in the rows, and all of it",
    Check.SESSIONS: "sessions open and close in turn, credit goes on from record to record",
    Check.NUMBERS: "coups are numbered without a gap, none twice",
    Check.SHEETS: "every sheet has its hash and can be played by",
    Check.COMMITMENTS: "every seed opens the commitment that was given before",
    Check.CARDS: "every card follows from the seeds, or was read in by the rule",
    Check.SEEDS: "no player's seed was taken twice at a seat",
    Check.SETTLEMENT: "every coup is paid by its sheet",
    Check.RETIRED: "what was given up was for another sheet, a closed seed or table, or a backup",
    Check.STREAMS: "every shared table's stream has no gap and leads where the table stands",
    Check.BETTING: "bets of shared tables came while the betting was open, and are all that lay",
    Check.SEATS: "seats and accounts stand where their records left them",
    Check.SEALED: "sealed seeds open their commitments",
    Check.OUTCOMES: "Punto, Banco and Égalité come as often as they should",
}


class Finding(Struct, frozen=True):
    record: int | None  # None: it is no single record's
    why: str


class CheckResult(Struct, frozen=True, omit_defaults=True):
    """One check: whether it holds, and the first place where it doesn't."""

    check: Check
    says: str
    holds: bool | None  # None: it could not be looked at
    looked_at: int
    found: int = 0
    first: Finding | None = None
    skipped: str = ""  # why it could not be looked at


class Findings:
    """Gathers what doesn't hold; of each check the first place is kept, the others counted."""

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


# --- what every record of a seat must hold ---------------------------------------------------

Miss = Callable[[Check, str], None]  # of the record that is looked at


def check_posted(record: Record, postings: tuple[Posting, ...], miss: Miss) -> None:
    if record.postings != postings:
        miss(Check.POSTINGS, "its postings are not what it tells")


def check_asked(record: Record, asked: KeyedRequest, findings: Findings, miss: Miss) -> None:
    findings.looked_at[Check.KEYS] += 1
    if record.request != request_hash(asked, record.seat or 0) or not record.key:
        miss(Check.KEYS, "the key stands for something else than was asked")


def check_unasked(record: Record, miss: Miss) -> None:
    if record.key or record.request:
        miss(Check.KEYS, "nobody asked for it, and still there is a key")
