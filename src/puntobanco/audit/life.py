"""What is known of a seat after the records read so far."""

from collections.abc import Callable, Mapping

from puntobanco.audit.findings import Check, Findings
from puntobanco.game.bets import Bet
from puntobanco.game.coup import Side
from puntobanco.ledger.records import Posting, Record
from puntobanco.store.interface import Stored
from puntobanco.store.seeds import Seeds
from puntobanco.table.recorded import request_hash
from puntobanco.table.seat import Phase, Seat
from puntobanco.wire.messages import BetTaken
from puntobanco.wire.requests import Carte, CashOut, Confirm, Open, Tip, TopUp, Withdraw

Miss = Callable[[Check, str], None]


class Life:
    """Where a seat stands after the records read so far."""

    __slots__ = (
        "commitment", "credit", "epoch", "held", "left", "next_session", "number", "offset",
        "phase", "seat", "seeds", "session", "sheet_given_up", "since", "staked_in", "staked_on",
        "stakes", "table", "waiting",
    )  # fmt: skip

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.table = seat.table
        self.session = self.offset = self.credit = 0
        self.phase = Phase.FREE
        self.seeds = Seeds()
        self.number = 0 if seat.is_shared else 1
        self.stakes: dict[Bet, int] = {}  # in play at a shared table
        self.staked_on = self.staked_in = 0  # the coup, and the session
        self.since: dict[Bet, int] = {}  # by bet, when the first of what lies there came
        self.left: dict[Bet, int] = {}  # of them, on the cloth since the coup before
        self.held: dict[Side, str] = {}
        self.epoch: int | None = None  # these two nobody has told before the first record
        self.commitment: str | None = None
        self.sheet_given_up: tuple[int, str] | None = None  # by a record, for another sheet
        self.waiting: dict[tuple[int, int], Stored] = {}  # come before their turn: by another node

    def is_next(self, record: Record) -> bool:
        place = record.session, record.offset
        return place in ((self.session, self.offset + 1), (self.session + 1, 1))


def lies_since(before: Mapping[Bet, int], told: BetTaken) -> dict[Bet, int]:
    """By bet, since when chips lie there."""
    return {bet: before.get(bet, told.at) for bet in told.stakes}


def check_posted(record: Record, postings: tuple[Posting, ...], miss: Miss) -> None:
    if record.postings != postings:
        miss(Check.POSTINGS, "its postings are not what it tells")


def check_asked(
    life: Life,
    record: Record,
    findings: Findings,
    asked: Open | TopUp | Carte | CashOut | Confirm | Withdraw | Tip,
    miss: Miss,
) -> None:
    findings.looked_at[Check.KEYS] += 1
    if record.request != request_hash(asked, life.seat.id) or not record.key:
        miss(Check.KEYS, "the key stands for something else than was asked")


def check_unasked(record: Record, miss: Miss) -> None:
    if record.key or record.request:
        miss(Check.KEYS, "nobody asked for it, and still there is a key")
