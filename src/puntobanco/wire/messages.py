"""What a table says to its client."""

from enum import StrEnum
from typing import Final

import msgspec
from msgspec import Struct

from puntobanco.game.bets import Bet
from puntobanco.game.coup import Decision, Outcome, Side
from puntobanco.game.settlement import Payment
from puntobanco.wire.message_base import Message
from puntobanco.wire.stream import TableView


class Reason(StrEnum):
    """Why a session was closed."""

    CASH_OUT = "cash_out"
    INACTIVITY = "inactivity"
    DISCONNECTED = "disconnected"


class WhyRetired(StrEnum):
    SHEET = "sheet"  # the house's rules have changed since
    RESTORE = "restore"  # the records come from a backup: nothing unrevealed is played from it


class WhyReturned(StrEnum):
    """Why stakes were given back."""

    RESTORE = "restore"  # the records come from a backup: the coup is not played on
    WITHDRAWN = "withdrawn"  # by the player, of what was left on the cloth
    ABSENT = "absent"  # nobody is there to play on with what was left on the cloth
    STANDING = "standing"  # the table doesn't go on: what was left on the cloth
    VOID = "void"  # a manager has declared the coup void


class Next(Struct, frozen=True):
    """The coup to come: its number, and what the house has committed to."""

    number: int
    commitment: str


class Happened(Message, frozen=True):
    """An event of the session: it is durable, and told the same way for ever."""

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
    """A coup, dealt and paid; its seed is open."""

    house: str
    table: str
    number: int
    sheet: str  # the hash of the rules
    commitment: str
    server_seed: str
    player: str  # as it is mixed in with the seed
    seed: str
    cards: str  # in drawing order
    punto: int
    banco: int
    outcome: Outcome
    decisions: tuple[Decision, ...]  # who drew or stood, and why; none after a natural
    bets: tuple[Payment, ...]
    staked: int
    returned: int
    credit_before: int
    credit: int
    next: Next


class Retired(Happened, frozen=True):
    """A commitment given up before anybody played on it: its seed is open, its number spent."""

    house: str
    table: str
    of_epoch: int  # the commitment's own: a restore raises the table's
    number: int
    commitment: str
    server_seed: str
    sheet: str
    cut: int
    reason: WhyRetired
    next: Next


class BetTaken(Happened, frozen=True, tag="bet"):
    """Stakes confirmed at a shared table: they are in play."""

    table: str
    number: int  # of the coup
    bets: dict[Bet, int]  # of this confirmation
    stakes: dict[Bet, int]  # and all of them on the coup
    staked: int  # by this confirmation
    credit: int
    since: dict[Bet, int]  # when the first of the stakes on a bet came


class Paid(Happened, frozen=True):
    """What became of a player's stakes at a shared table."""

    house: str
    table: str
    sabot: int
    number: int  # of the coup, at its table
    sheet: str
    fixed: str  # the hash that fixed the order of the sabot, before anybody bet
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
    of_session: str  # in which was bet
    to_account: bool  # that session is over: paid to the account
    left: dict[Bet, int] = msgspec.field(default_factory=dict)  # on the cloth, for the next coup


class GivenBack(Happened, frozen=True, tag="returned"):
    """Stakes given back: their coup is not played to its end, or they were left on the cloth."""

    table: str
    number: int  # of the coup
    stakes: dict[Bet, int]
    returned: int
    credit: int
    of_session: str  # in which was bet
    to_account: bool  # that session is over: given back to the account
    reason: WhyReturned


class Held(Happened, frozen=True):
    """Cards in your hand: for nobody else until they are turned."""

    table: str
    number: int  # of the coup
    side: Side
    cards: str  # all that you hold of it
    points: int
    speaks: bool  # Carta or Resto is yours to say; false: they are shown


class InHand(Struct, frozen=True):
    """What somebody holds of a side."""

    cards: str
    points: int
    speaks: bool


class Tipped(Happened, frozen=True):
    """Something for the croupiers."""

    table: str
    amount: int
    credit: int


class Closed(Happened, frozen=True):
    reason: Reason
    credited: int


OPERATORS_KEY: Final = "operator "  # in front of their keys: no client's key has a space
COMMAND_LINE: Final = 0  # in the place of an operator's id


class AccountOpened(Message, frozen=True, tag="account_opened"):
    """Whose an account is, from here on."""

    account: int
    person: int
    role: str  # guest or player, when it was opened
    currency: str
    at: int


class Moved(Message, frozen=True):
    """Money that came to an account from outside, or went there."""

    event: str  # granted, deposited, withdrawn
    account: int
    currency: str
    amount: int
    note: str
    at: int
    key: str
    operator: int | msgspec.UnsetType = msgspec.UNSET  # who posted it; nobody, if granted


class SharedWelcome(Struct, frozen=True):
    """What a player at a shared table needs beside their own session."""

    now: int  # the house's clock, for what the view says of it
    view: TableView
    missed: tuple[msgspec.Raw, ...] | None  # the table's own events, behind the offset of the hello
    stakes: dict[Bet, int]  # mine, in play or confirmed
    automatic: bool
    left: dict[Bet, int]  # of them: left on the cloth, and may be withdrawn
    held: dict[Side, InHand]  # cards in my hand
    mixed: bool  # my hash is in the list
    opened: bool  # and its seed is open


class Welcome(Message, frozen=True):
    """Where the session stands, and what the client missed."""

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
    missed: tuple[msgspec.Raw, ...] | None  # None: too much, read the history instead
    shared: SharedWelcome | None = None  # at a shared table


class Watching(Message, frozen=True):
    """A shared table, for somebody who only looks on."""

    now: int
    view: TableView
    missed: tuple[msgspec.Raw, ...] | None


class AutomaticSet(Message, frozen=True, tag="automatic"):
    on: bool


class MixTaken(Message, frozen=True, tag="mixed"):
    """Your part in the sabot that is mixed: the house has your hash, or your seed."""

    sabot: int
    opened: bool


class Done(Message, frozen=True):
    """What you asked of the table stands in its stream."""

    request: str  # its type


class Placed(Message, frozen=True):
    bets: dict[Bet, int]
    staked: int


class Warned(Message, frozen=True, tag="warning"):
    """Nobody has done anything for long: the session will be closed."""

    closes_in_ms: int


class NotTaken(Message, frozen=True, tag="not_taken"):
    """The betting has closed, and chips that were to be confirmed by themselves are no bet."""

    coup: int
    code: str  # why, as it is refused
    message: str


class Staying(Message, frozen=True):
    closes_in_ms: int


class Refused(Message, frozen=True, omit_defaults=True):
    """A request that changed nothing."""

    request: str  # its type
    key: str
    code: str
    message: str
    rule: Decision | None = None  # what was called against, as the house reads it


PrivateEvent = CoupPlayed | Retired  # what only a private seat is told
SharedEvent = BetTaken | Paid | GivenBack | Held | Tipped  # and what only one at a shared table
Event = (
    Opened | ToppedUp | CoupPlayed | Retired | BetTaken | Paid | GivenBack | Held | Tipped | Closed
)
Told = (
    Event | Welcome | Watching | Placed | AutomaticSet | MixTaken | Done | Warned | Staying
    | NotTaken | Refused
)  # fmt: skip
