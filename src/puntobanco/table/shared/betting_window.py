"""The time in which a shared table accepts a bet, or returns stakes left on the cloth.

The store repeats this check in the transaction that writes the bet, because the state in memory
may be old. SQLite and the tests' store call this function; PostgreSQL does the same in SQL.
"""

from typing import Final

from msgspec import Struct

from puntobanco.errors import BettingClosed, Exhibition, NoCroupier, OtherCoup, TableClosed, TooLate
from puntobanco.wire.stream import Stage, Standing, TableView

_OPEN: Final = (Stage.BETTING, Stage.CLOSING)


class StakeMove(Struct, frozen=True):
    """Stakes that a player puts on a coup or takes back."""

    table: str
    coup: int
    received: int | None = None  # when the request arrived; None: an automatic confirmation
    withdraws: bool = False
    needs_croupier: bool = False  # a person runs the table


class BettingView(Struct, frozen=True):
    """The fields of a stored table's view that decide whether it accepts a bet."""

    table: str
    stage: Stage
    standing: Standing
    exhibition: bool
    void: bool
    coup: int
    opened: int
    until: int | None
    closed: int | None
    croupier: int


def check_move(view: BettingView | TableView, move: StakeMove) -> None:
    """Refuse a bet or a withdrawal that is too early, too late or meant for another coup."""
    is_open, late = view.stage in _OPEN, late_by(view, move)
    if move.withdraws:
        in_time = is_open and move.coup == view.coup and late is None
        if move.coup <= view.coup and not in_time:
            raise BettingClosed(why="the betting on this coup is closed")
        return
    if not is_open:
        raise _why_not_open(view)
    if late is not None:
        raise TooLate(coup=view.coup, late=late)
    if move.received is not None and move.received < view.opened:
        raise BettingClosed(why="the bet arrived before the betting opened")
    if move.coup != view.coup:
        raise OtherCoup(next=view.coup)
    if move.needs_croupier and not view.croupier:
        raise NoCroupier


def late_by(view: BettingView | TableView, move: StakeMove) -> int | None:
    """Return by how many milliseconds a move is too late; None: it is in time."""
    until = view.closed if view.stage is Stage.CLOSING else view.until
    if until is None or move.received is None or move.received < until:
        return None
    return move.received - until


def _why_not_open(view: BettingView | TableView) -> TableClosed | Exhibition | BettingClosed:
    if view.standing is Standing.CLOSED:
        return TableClosed(table=view.table)
    if view.exhibition:
        return Exhibition()
    return BettingClosed(why="the coup is void" if view.void else f"the table is {view.stage}")
