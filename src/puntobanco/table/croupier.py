"""The automatic croupier: what a shared table does by itself, and when."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from puntobanco.table.shared import (
    Burn,
    Close,
    CloseList,
    Draw,
    Fix,
    GiveUp,
    OpenBetting,
    Place,
    Reveal,
    Settle,
    SharedTable,
    Shuffle,
    TableStep,
    Tell,
    goes_on,
)
from puntobanco.wire.stream import Stage, Standing


class Here(Struct, frozen=True):
    """Who is at a table."""

    players: frozenset[str] = frozenset()  # connected, by the name they mix under
    watchers: int = 0

    @property
    def anybody(self) -> bool:
        return bool(self.players) or self.watchers > 0


def next_step(
    table: SharedTable, place: Place, here: Here, now: int, cards_to_come: bool
) -> TableStep | None:
    """What is to be done now; None: wait for the clock, or for somebody to come."""
    until = table.view.until
    return _AT[table.view.stage](table, place, here, until is None or now >= until, cards_to_come)


def _resting(table: SharedTable, place: Place, here: Here, due: bool, _: bool) -> TableStep | None:
    return Shuffle() if table.view.standing is Standing.OPEN and here.anybody else None


def _mixing(table: SharedTable, place: Place, here: Here, due: bool, _: bool) -> TableStep | None:
    """Nobody waits for a clock when everybody is in the list."""
    mixing = table.mixing
    listed = {each.player for each in mixing.players}
    everybody = bool(listed) and here.players - mixing.sitting_out <= listed
    return CloseList() if due or everybody else None


def _opening(table: SharedTable, place: Place, here: Here, due: bool, _: bool) -> TableStep | None:
    if not table.mixing.silent:
        return Fix()
    return GiveUp() if due else None


def _burning(table: SharedTable, place: Place, here: Here, due: bool, _: bool) -> TableStep | None:
    if place.sheet.cards.burn and not table.view.gone:
        return Burn()
    return _between(table, place, here) if due else None


def _betting(table: SharedTable, place: Place, here: Here, due: bool, _: bool) -> TableStep | None:
    return Close({}) if due else None


def _dealing(
    table: SharedTable, place: Place, here: Here, due: bool, cards_to_come: bool
) -> TableStep | None:
    if not due:
        return None
    return Draw() if cards_to_come else Tell()


def _paying(table: SharedTable, place: Place, here: Here, due: bool, _: bool) -> TableStep | None:
    return Settle()


def _paid(table: SharedTable, place: Place, here: Here, due: bool, _: bool) -> TableStep | None:
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
        return Close({}) if here.anybody and view.standing is Standing.OPEN else None
    if not goes_on(table, place):
        return Reveal()
    return OpenBetting() if here.anybody and view.standing is Standing.OPEN else None


_AT: Final[dict[Stage, Callable[[SharedTable, Place, Here, bool, bool], TableStep | None]]] = {
    Stage.RESTING: _resting,
    Stage.MIXING: _mixing,
    Stage.OPENING: _opening,
    Stage.BURNING: _burning,
    Stage.BETTING: _betting,
    Stage.DEALING: _dealing,
    Stage.PAYING: _paying,
    Stage.PAID: _paid,
}
