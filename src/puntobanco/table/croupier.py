"""The automatic croupier: what a shared table does by itself, and when."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from puntobanco.game.cards import points
from puntobanco.game.coup import Coup
from puntobanco.game.sheet import EndedBy
from puntobanco.table.hand import Calling, Done, Drawing, Turning, wanted
from puntobanco.table.shared import (
    Burn,
    Call,
    Close,
    CloseList,
    Draw,
    Fix,
    GiveUp,
    HandBack,
    OpenBetting,
    Place,
    Reveal,
    Settle,
    SharedTable,
    Shuffle,
    TableStep,
    TakeBox,
    Tell,
    Turn,
    goes_on,
)
from puntobanco.wire.stream import Stage, Standing

Dealt = Coup | None  # the coup under way, all of it


class Here(Struct, frozen=True):
    """Who is at a table."""

    players: frozenset[str] = frozenset()  # connected, by the name they mix under
    watchers: int = 0
    seated: frozenset[str] = frozenset()  # with a session, connected or not

    @property
    def anybody(self) -> bool:
        return bool(self.players) or self.watchers > 0


def next_step(
    table: SharedTable, place: Place, here: Here, now: int, coup: Dealt
) -> TableStep | None:
    """What is to be done now; None: wait for the clock, or for somebody to come.

    `coup` is the one that is being dealt, all of it.
    """
    for players in table.view.boxes.values():
        for player in players:
            if player not in here.seated:
                return TakeBox(player, 0)
    for side, player in table.view.holders.items():
        # Also when all of theirs lie open: whether another one follows is nobody's to know yet.
        if player not in here.players and coup is not None:
            return HandBack(side)
    until = table.view.until
    due = until is None or now >= until
    if place.by_person and not _does_by_itself(table, place, due):
        return None
    return _AT[table.view.stage](table, place, here, due, coup)


def _does_by_itself(table: SharedTable, place: Place, due: bool) -> bool:
    """Where a person runs the table: mixing, paying, a show, and what nobody is there to finish."""
    view = table.view
    if view.stage in (Stage.MIXING, Stage.OPENING, Stage.PAYING) or view.exhibition:
        return True
    if view.stage is Stage.BETTING and place.sheet.betting.ended_by is EndedBy.CLOCK:
        return True
    if place.is_read_in:
        return False
    if view.stage is Stage.BETTING:
        return not view.croupier and view.until is not None
    if view.stage is Stage.DEALING:
        return not view.croupier
    if view.stage is Stage.RESTING:
        return view.croupier > 0
    ends = not goes_on(table, place) or view.standing is Standing.CLOSED
    return ends or (view.stage is Stage.BURNING and not view.gone)


def _resting(
    table: SharedTable, place: Place, here: Here, due: bool, _: Coup | None
) -> TableStep | None:
    # A croupier alone would have nothing but an exhibition to show.
    somebody = bool(here.players) if place.by_person else here.anybody
    return Shuffle() if table.view.standing is Standing.OPEN and somebody else None


def _mixing(
    table: SharedTable, place: Place, here: Here, due: bool, _: Coup | None
) -> TableStep | None:
    """Nobody waits for a clock when everybody is in the list."""
    mixing = table.mixing
    listed = {each.player for each in mixing.players}
    everybody = bool(listed) and here.players - mixing.sitting_out <= listed
    return CloseList() if due or everybody else None


def _opening(
    table: SharedTable, place: Place, here: Here, due: bool, _: Coup | None
) -> TableStep | None:
    if not table.mixing.silent:
        return Fix()
    return GiveUp() if due else None


def _burning(
    table: SharedTable, place: Place, here: Here, due: bool, _: Coup | None
) -> TableStep | None:
    if place.sheet.cards.burn and not table.view.gone:
        return Burn()
    return _between(table, place, here) if due else None


def _betting(
    table: SharedTable, place: Place, here: Here, due: bool, _: Coup | None
) -> TableStep | None:
    return Close({}) if due else None


def _dealing(
    table: SharedTable, place: Place, here: Here, due: bool, coup: Dealt
) -> TableStep | None:
    if not due or coup is None:
        return None
    match wanted(place.sheet, table.view, coup):
        case Drawing():
            return Draw()
        case Calling():
            return Call(place.sheet.rule.punto_draws(points(coup.punto[:2])))
        case Turning(side=side):
            return Turn(side)
        case Done():
            return Tell()


def _paying(
    table: SharedTable, place: Place, here: Here, due: bool, _: Coup | None
) -> TableStep | None:
    return Settle()


def _paid(
    table: SharedTable, place: Place, here: Here, due: bool, _: Coup | None
) -> TableStep | None:
    return _between(table, place, here) if due else None


def _between(table: SharedTable, place: Place, here: Here) -> TableStep | None:
    """Between two coups: go on with the sabot, end it, or wait until somebody is here."""
    view = table.view
    if view.standing is Standing.CLOSED:
        return Reveal()
    if view.exhibition:
        # The first player brings a new one, which they can mix; but one coup of it is dealt, for
        # who sits it out to have sat through something.
        wanted = bool(here.players) and view.stage is Stage.PAID
        if wanted or not place.sheet.cards.deals(view.gone):
            return Reveal()
        if place.by_person and not view.croupier:
            return None
        return Close({}) if here.anybody and view.standing is Standing.OPEN else None
    if not goes_on(table, place):
        return Reveal()
    return OpenBetting() if here.anybody and view.standing is Standing.OPEN else None


_AT: Final[dict[Stage, Callable[[SharedTable, Place, Here, bool, Dealt], TableStep | None]]] = {
    Stage.RESTING: _resting,
    Stage.MIXING: _mixing,
    Stage.OPENING: _opening,
    Stage.BURNING: _burning,
    Stage.BETTING: _betting,
    Stage.DEALING: _dealing,
    Stage.PAYING: _paying,
    Stage.PAID: _paid,
}
