"""The automatic croupier: decides what a shared table does next without a person."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from puntobanco.game.cards import points
from puntobanco.game.coup import Coup
from puntobanco.game.sheet import EndedBy
from puntobanco.table.shared.card_holders import AllTurned, Calling, Drawing, Turning, wanted
from puntobanco.table.shared.shared_table import (
    BurnCards,
    CloseList,
    Deal,
    Fix,
    GiveUp,
    HandBack,
    PlayerActor,
    Reveal,
    Settle,
    SharedTable,
    ShuffleSabot,
    TableCommand,
    TableSetup,
    TableStep,
    goes_on,
)
from puntobanco.wire.console_commands import Announce, CloseBetting, Draw, OpenBetting, Speak, Turn
from puntobanco.wire.requests import Box
from puntobanco.wire.stream import Stage, Standing

_SEEN: Final = 0  # not checked for the house, which always knows the latest event
_BY_ITSELF: Final = (Stage.MIXING, Stage.OPENING, Stage.CLOSING, Stage.PAYING)

Dealt = Coup | None  # the current coup, with the cards that are not dealt yet


class Here(Struct, frozen=True):
    """The people at a table."""

    players: frozenset[str] = frozenset()  # the account numbers of connected players
    watchers: int = 0
    seated: frozenset[str] = frozenset()  # players with a session, connected or not

    @property
    def anybody(self) -> bool:
        return bool(self.players) or self.watchers > 0


def next_step(
    table: SharedTable, setup: TableSetup, here: Here, now: int, coup: Dealt
) -> TableStep | None:
    """Return what the table must do now; None: wait for the clock or for people."""
    for players in table.view.boxes.values():
        for player in players:
            if player not in here.seated:
                return TableStep(Box(0), PlayerActor(player))
    for side, player in table.view.holders.items():
        # Hand back cards that are all turned, too: nobody may learn yet if another one follows.
        if player not in here.players and coup is not None:
            return TableStep(HandBack(side))
    until = table.view.until
    due = until is None or now >= until
    if setup.by_person and not _does_by_itself(table, setup, due):
        return None
    command = _AT[table.view.stage](table, setup, here, due, coup)
    return TableStep(command) if command is not None else None


def _does_by_itself(table: SharedTable, setup: TableSetup, due: bool) -> bool:
    """Return whether a table that a person runs goes on automatically here.

    It does so for mixing, paying and exhibitions, and to finish a coup when the croupier is gone.
    """
    view = table.view
    if view.stage in _BY_ITSELF or view.exhibition:
        return True
    if view.stage is Stage.BETTING and setup.sheet.betting.ended_by is EndedBy.CLOCK:
        return True
    if setup.is_read_in:
        return False
    if view.stage is Stage.BETTING:
        return not view.croupier and view.until is not None
    if view.stage is Stage.DEALING:
        return not view.croupier
    if view.stage is Stage.RESTING:
        return view.croupier > 0
    ends = not goes_on(table, setup) or view.standing is Standing.CLOSED
    return ends or (view.stage is Stage.BURNING and not view.gone)


def _resting(
    table: SharedTable, setup: TableSetup, here: Here, due: bool, _: Coup | None
) -> TableCommand | None:
    # Without players, a croupier could only deal an exhibition.
    somebody = bool(here.players) if setup.by_person else here.anybody
    return ShuffleSabot() if table.view.standing is Standing.OPEN and somebody else None


def _mixing(
    table: SharedTable, setup: TableSetup, here: Here, due: bool, _: Coup | None
) -> TableCommand | None:
    """Close the list when the time is over, or earlier when everybody is in it."""
    mixing = table.mixing
    listed = {each.player for each in mixing.players}
    everybody = bool(listed) and here.players - mixing.sitting_out <= listed
    return CloseList() if due or everybody else None


def _opening(
    table: SharedTable, setup: TableSetup, here: Here, due: bool, _: Coup | None
) -> TableCommand | None:
    if not table.mixing.silent:
        return Fix()
    return GiveUp() if due else None


def _burning(
    table: SharedTable, setup: TableSetup, here: Here, due: bool, _: Coup | None
) -> TableCommand | None:
    if setup.sheet.cards.burn and not table.view.gone:
        return BurnCards()
    return _between(table, setup, here) if due else None


def _betting(
    table: SharedTable, setup: TableSetup, here: Here, due: bool, _: Coup | None
) -> TableCommand | None:
    return CloseBetting(_SEEN) if due else None


def _closing(
    table: SharedTable, setup: TableSetup, here: Here, due: bool, _: Coup | None
) -> TableCommand | None:
    return Deal({})


def _dealing(
    table: SharedTable, setup: TableSetup, here: Here, due: bool, coup: Dealt
) -> TableCommand | None:
    if not due or coup is None:
        return None
    match wanted(setup.sheet, table.view, coup):
        case Drawing():
            return Draw(_SEEN)
        case Calling():
            return Speak(_SEEN, setup.sheet.rule.punto_draws(points(coup.punto[:2])))
        case Turning(side=side):
            return Turn(_SEEN, side)
        case AllTurned():
            return Announce(_SEEN)


def _paying(
    table: SharedTable, setup: TableSetup, here: Here, due: bool, _: Coup | None
) -> TableCommand | None:
    return Settle()


def _paid(
    table: SharedTable, setup: TableSetup, here: Here, due: bool, _: Coup | None
) -> TableCommand | None:
    return _between(table, setup, here) if due else None


def _between(table: SharedTable, setup: TableSetup, here: Here) -> TableCommand | None:
    """Between two coups: play on from the sabot, end it, or wait for people."""
    view = table.view
    if view.standing is Standing.CLOSED:
        return Reveal()
    if view.exhibition:
        # When a player comes, the exhibition ends and a new sabot is mixed. One coup of it is dealt
        # before, so that a player who must sit out really misses something.
        wanted = bool(here.players) and view.stage is Stage.PAID
        if wanted or not setup.sheet.cards.deals(view.gone):
            return Reveal()
        if setup.by_person and not view.croupier:
            return None
        return Deal({}) if here.anybody and view.standing is Standing.OPEN else None
    if not goes_on(table, setup):
        return Reveal()
    return OpenBetting(_SEEN) if here.anybody and view.standing is Standing.OPEN else None


_AT: Final[
    dict[Stage, Callable[[SharedTable, TableSetup, Here, bool, Dealt], TableCommand | None]]
] = {
    Stage.RESTING: _resting,
    Stage.MIXING: _mixing,
    Stage.OPENING: _opening,
    Stage.BURNING: _burning,
    Stage.BETTING: _betting,
    Stage.CLOSING: _closing,
    Stage.DEALING: _dealing,
    Stage.PAYING: _paying,
    Stage.PAID: _paid,
}
