"""The fold of a seat's events into its view, used by the house, every client and the audit."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from puntobanco.game.bets import Bet
from puntobanco.game.coup import Side
from puntobanco.game.word import Word
from puntobanco.wire.messages import (
    BetTaken,
    Closed,
    CoupPlayed,
    Event,
    GivenBack,
    Held,
    InHand,
    Next,
    Opened,
    Paid,
    Retired,
    Tipped,
    ToppedUp,
    WhyReturned,
)


class SeatPhase(Word):
    FREE = "free"  # no session: the credit is on the account
    OPEN = "open"


class SeatView(Struct, frozen=True):
    """What a client may know of any seat."""

    epoch: int  # raised when the records were restored from a backup
    session: int = 0  # the number of sessions so far; the last one may be open
    phase: SeatPhase = SeatPhase.FREE
    offset: int = 0  # of the session's last event
    credit: int = 0
    draft: dict[Bet, int] = {}  # chips on the cloth that are not bets yet; no event tells them


class PrivateView(SeatView, frozen=True):
    next: Next = Next(1, "")  # the next coup, with the house's commitment


class SharedView(SeatView, frozen=True):
    coup: int = 0  # the coup of the draft and the stakes
    stakes: dict[Bet, int] = {}  # confirmed and in play
    staked_in: int = 0  # the session that placed the stakes
    since: dict[Bet, int] = {}  # when the first stake on each bet was placed
    left: dict[Bet, int] = {}  # those stakes that were left on the cloth and may be withdrawn
    held: dict[Side, InHand] = {}  # cards of the coup in the player's hand

    @property
    def is_here(self) -> bool:
        """Whether the session that placed the stakes is still open."""
        return self.phase is SeatPhase.OPEN and self.session == self.staked_in


V = TypeVar("V", bound=SeatView)


def fold_seat(view: V, event: Event) -> V:
    """Return the view after the seat's next event."""
    changed = _FOLDS[type(event)](view, event)
    return replace(view, epoch=event.epoch, offset=event.offset, **changed)


def session_number(name: str) -> int:
    """Return 2 for `7.2`, the second session of seat 7."""
    return int(name.rpartition(".")[2])


def without(stakes: Mapping[Bet, int], taken: Mapping[Bet, int]) -> dict[Bet, int]:
    rest = {bet: stake - taken.get(bet, 0) for bet, stake in stakes.items()}
    return {bet: stake for bet, stake in rest.items() if stake > 0}


def still(since: Mapping[Bet, int], stakes: Mapping[Bet, int]) -> dict[Bet, int]:
    """When the stakes still on the table were placed."""
    return {bet: at for bet, at in since.items() if bet in stakes}


Changed = dict[str, Any]


def _opened(view: SeatView, event: Opened) -> Changed:
    return {
        "session": session_number(event.session),
        "phase": SeatPhase.OPEN,
        "credit": event.credit,
        "draft": {},
        # At a shared table the table commits, not the seat.
        **({"next": event.next} if isinstance(view, PrivateView) else {}),
    }


def _bet(_: SharedView, event: BetTaken) -> Changed:
    return {
        "credit": event.credit,
        "draft": {},
        "coup": event.number,
        "stakes": event.stakes,
        "staked_in": session_number(event.session),
        "since": event.since,
    }


def _paid(view: SharedView, event: Paid) -> Changed:
    return {
        "credit": event.credit,
        "draft": {},
        "coup": event.number + 1 if event.left else event.number,  # stakes left play again
        "stakes": event.left,
        "since": still(view.since, event.left),
        "left": event.left,
        "held": {},
    }


def _given_back(view: SharedView, event: GivenBack) -> Changed:
    stakes = without(view.stakes, event.stakes)
    is_over = event.reason in (WhyReturned.RESTORE, WhyReturned.VOID)
    return {
        "credit": event.credit,
        "draft": {} if is_over else view.draft,
        "stakes": stakes,
        "since": still(view.since, stakes),
        "left": without(view.left, event.stakes),
        "held": {},
    }


def _held(view: SharedView, event: Held) -> Changed:
    return {"held": {**view.held, event.side: InHand(event.cards, event.points, event.speaks)}}


_FOLDS: Final[dict[type, Callable[[Any, Any], Changed]]] = {
    Opened: _opened,
    ToppedUp: lambda _, event: {"credit": event.credit},
    CoupPlayed: lambda _, event: {"credit": event.credit, "draft": {}, "next": event.next},
    Retired: lambda _, event: {"draft": {}, "next": event.next},
    BetTaken: _bet,
    Paid: _paid,
    GivenBack: _given_back,
    Held: _held,
    Tipped: lambda _, event: {"credit": event.credit},
    Closed: lambda *_: {"phase": SeatPhase.FREE, "credit": 0, "draft": {}},
}
