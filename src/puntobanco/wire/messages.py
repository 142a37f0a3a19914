"""The messages that a table sends to its client."""

from enum import StrEnum
from typing import Final

import msgspec
from msgspec import Struct

from puntobanco.game.bets import Bet
from puntobanco.game.coup import Decision, Outcome, Side
from puntobanco.game.settlement import Payment
from puntobanco.wire.message_base import Message
from puntobanco.wire.refill_rule import RefillRule
from puntobanco.wire.stream import TableView


class Reason(StrEnum):
    """Why a session was closed."""

    CASH_OUT = "cash_out"
    INACTIVITY = "inactivity"
    DISCONNECTED = "disconnected"


class WhyRetired(StrEnum):
    SHEET = "sheet"  # the house's rules have changed
    RESTORE = "restore"  # after a restored backup no earlier commitment is played


class WhyReturned(StrEnum):
    """Why stakes were returned."""

    RESTORE = "restore"  # after a restored backup the coup is not finished
    WITHDRAWN = "withdrawn"  # the player withdrew stakes left on the cloth
    ABSENT = "absent"  # left on the cloth, and the player is away or has left
    STANDING = "standing"  # left on the cloth, and no betting follows at the table for now
    VOID = "void"  # a manager has declared the coup void


class Next(Struct, frozen=True):
    """The next coup: its number, and the house's commitment."""

    number: int
    commitment: str


class Happened(Message, frozen=True):
    """An event of a session: it is stored before it is sent, and never changes."""

    session: str
    epoch: int
    offset: int
    at: int
    key: str


class Opened(Happened, frozen=True):
    house: str
    table: str
    currency: str
    credit: int
    next: Next


class ToppedUp(Happened, frozen=True, tag="topped_up"):
    amount: int
    credit: int


class CoupPlayed(Happened, frozen=True, tag="coup"):
    """A coup of a private table, dealt, paid and revealed."""

    house: str
    table: str
    number: int
    sheet: str  # the hash of the rules
    commitment: str
    server_seed: str
    player: str  # the name that is mixed in with the seed
    seed: str
    cards: str  # in drawing order
    punto: int
    banco: int
    outcome: Outcome
    decisions: tuple[Decision, ...]  # which side drew or stood, and why; empty after a natural
    bets: tuple[Payment, ...]
    staked: int
    returned: int
    credit_before: int
    credit: int
    next: Next
    won: tuple[Bet, ...] = ()  # every bet that won; empty in records that are older than this field


class Retired(Happened, frozen=True):
    """A commitment was given up unplayed: its seed is revealed, its number is not used again."""

    house: str
    table: str
    of_epoch: int  # of the commitment; after a restore the table's epoch is higher
    number: int
    commitment: str
    server_seed: str
    sheet: str
    cut: int
    reason: WhyRetired
    next: Next


class BetTaken(Happened, frozen=True, tag="bet"):
    """Stakes were confirmed at a shared table and are in play."""

    table: str
    number: int  # of the coup
    bets: dict[Bet, int]  # of this confirmation
    stakes: dict[Bet, int]  # all confirmed stakes of the seat on the coup
    staked: int  # the sum of this confirmation
    credit: int
    since: dict[Bet, int]  # when the first stake on each bet was placed


class Paid(Happened, frozen=True):
    """A player's stakes at a shared table were settled."""

    house: str
    table: str
    sabot: int
    number: int  # of the coup, at its table
    sheet: str
    fixed: str  # the hash that fixed the order of the sabot before the first bet
    cards: str
    punto: int
    banco: int
    outcome: Outcome
    decisions: tuple[Decision, ...]
    bets: tuple[Payment, ...]
    staked: int
    returned: int
    credit_before: int
    credit: int
    of_session: str  # the session that placed the bets
    to_account: bool  # paid to the account, because that session is over
    left: dict[Bet, int] = msgspec.field(default_factory=dict)  # on the cloth, for the next coup
    won: tuple[Bet, ...] = ()  # every bet that won; empty in records that are older than this field


class GivenBack(Happened, frozen=True, tag="returned"):
    """Stakes were returned because their coup is not finished, or after being left on the cloth."""

    table: str
    number: int  # of the coup
    stakes: dict[Bet, int]
    returned: int
    credit: int
    of_session: str  # the session that placed the bets
    to_account: bool  # returned to the account, because that session is over
    reason: WhyReturned


class Held(Happened, frozen=True):
    """Cards in the player's hand, which nobody else sees until they are turned."""

    table: str
    number: int  # of the coup
    side: Side
    cards: str  # all cards that the player holds of this side
    points: int
    speaks: bool  # True: the player must say Carta or Resto; False: the player must show them


class InHand(Struct, frozen=True):
    """The cards of one side in a player's hand."""

    cards: str
    points: int
    speaks: bool


class Tipped(Happened, frozen=True):
    """The player has given a tip to the croupiers."""

    table: str
    amount: int
    credit: int


class Closed(Happened, frozen=True):
    reason: Reason
    credited: int


OPERATORS_KEY: Final = "operator "  # prefix of an operator's keys; a client's key has no space
COMMAND_LINE: Final = 0  # used as the operator's id by the command line


class AccountOpened(Message, frozen=True, tag="account_opened"):
    """An account was opened for a person."""

    account: int
    person: int
    role: str  # guest or player, when it was opened
    currency: str
    at: int


class AccountNamed(Message, frozen=True, tag="named"):
    """A guest has registered, and keeps the account."""

    account: int
    person: int
    role: str  # from now on
    at: int


class Moved(Message, frozen=True):
    """Money was moved from outside to an account, or from an account to outside."""

    event: str  # granted, refilled, deposited, withdrawn
    account: int
    currency: str
    amount: int
    note: str
    at: int
    key: str
    operator: int | msgspec.UnsetType = msgspec.UNSET  # who did it; only of a deposit or withdrawal
    held: int | msgspec.UnsetType = msgspec.UNSET  # only of a refill: what the player had left
    rule: RefillRule | msgspec.UnsetType = msgspec.UNSET  # only of a refill: the one in force


class SharedWelcome(Struct, frozen=True):
    """The part of a welcome that only a shared table sends."""

    now: int  # the house's clock, to compare with the times in the view
    view: TableView
    missed: tuple[msgspec.Raw, ...] | None  # the table's events after the offset in the hello
    stakes: dict[Bet, int]  # the player's stakes in play
    automatic: bool
    left: dict[Bet, int]  # those stakes that were left on the cloth and may be withdrawn
    held: dict[Side, InHand]  # cards in the player's hand
    mixed: bool  # the player's hash is in the list
    opened: bool  # the player's seed is open


class Welcome(Message, frozen=True):
    """The state of the session, and the events that the client has missed."""

    session: str
    epoch: int
    offset: int
    house: str
    table: str
    currency: str
    credit: int
    draft: dict[Bet, int]
    next: Next
    closes_in_ms: int
    missed: tuple[msgspec.Raw, ...] | None  # None: too many events, read the history instead
    shared: SharedWelcome | None = None  # at a shared table


class Watching(Message, frozen=True):
    """The state of a shared table, for a client without a seat there."""

    now: int
    view: TableView
    missed: tuple[msgspec.Raw, ...] | None


class AutomaticSet(Message, frozen=True, tag="automatic"):
    on: bool


class MixTaken(Message, frozen=True, tag="mixed"):
    """The house has received the player's hash, or the seed, for the current mixing."""

    sabot: int
    opened: bool


class Done(Message, frozen=True):
    """The table has done what the client asked; the event is in its stream."""

    request: str  # its type


class Placed(Message, frozen=True):
    bets: dict[Bet, int]
    staked: int


class Warned(Message, frozen=True, tag="warning"):
    """The player has been idle for long, and the session will be closed."""

    closes_in_ms: int


class NotTaken(Message, frozen=True, tag="not_taken"):
    """Chips could not be confirmed automatically when the betting closed."""

    coup: int
    code: str  # of the refusal
    message: str


class Staying(Message, frozen=True):
    closes_in_ms: int


class LinesChanged(Message, frozen=True, tag="lines"):
    """There is a new line or a new answer to read, over HTTP."""


class Refused(Message, frozen=True, omit_defaults=True):
    """A request was refused and has changed nothing."""

    request: str  # its type
    key: str
    code: str
    message: str
    rule: Decision | None = None  # the rule that a call of Carta or Resto was against


PrivateEvent = CoupPlayed | Retired  # only for seats at private tables
SharedEvent = BetTaken | Paid | GivenBack | Held | Tipped  # only for seats at shared tables
Event = (
    Opened | ToppedUp | CoupPlayed | Retired | BetTaken | Paid | GivenBack | Held | Tipped | Closed
)
ServerMessage = (
    Event | Welcome | Watching | Placed | AutomaticSet | MixTaken | Done | Warned | Staying
    | NotTaken | LinesChanged | Refused
)  # fmt: skip
