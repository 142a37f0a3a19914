"""What a console can do now, and what the rule demands next."""

from puntobanco.game.cards import parse_cards
from puntobanco.game.coup import Coup, Side
from puntobanco.table.dealing import UNSAID, is_unsaid
from puntobanco.table.hand import Calling, Done, Drawing, Turning, wanted
from puntobanco.table.moment import Moment
from puntobanco.table.person import is_ended_by_croupier, is_holders_time
from puntobanco.table.read_in import BETWEEN, is_full
from puntobanco.table.reading import demanded
from puntobanco.table.shared import goes_on
from puntobanco.wire.stream import Stage, Standing

_OVER = "both points are announced"


def commands_now(
    moment: Moment, person: int, coup: Coup | None, *, is_manager: bool
) -> tuple[tuple[str, ...], str, Side | None]:
    """Commands by their names, the rule's demand in words, if any, and of which side it is."""
    view, place = moment.view, moment.place
    can = [] if view.manager else ["call_manager"]
    if is_manager and view.manager:
        can.append("decide")
    if not place.by_person:
        return tuple(can), "", None
    if is_manager and place.is_read_in and view.stage in (Stage.BETTING, Stage.DEALING):
        can.append("void")
    if view.croupier != person:
        return (*can, *(["take"] if not view.croupier or is_manager else [])), "", None
    can.append("leave")
    demands, side = "", None
    if view.stage in BETWEEN:
        can += _between_coups(moment)
    elif view.stage is Stage.BETTING:
        can += ["close_betting"] if is_ended_by_croupier(moment) else []
        can += ["key_in"] if place.is_keyed else []
    elif view.stage is Stage.DEALING:
        more, demands, side = _while_dealing(moment, coup)
        can += more
    return tuple(can), demands, side


def _between_coups(moment: Moment) -> list[str]:
    view, place = moment.view, moment.place
    can = []
    if place.is_read_in and view.standing is not Standing.CLOSED:
        can.append("new_sabot")
    is_ready = goes_on(moment.table, place) and view.standing is Standing.OPEN
    is_ready &= place.is_read_in or view.gone > 0 or place.sheet.cards.burn is None
    if view.stage is not Stage.RESTING and is_ready:
        can.append("open_betting")
    return can


def _while_dealing(moment: Moment, coup: Coup | None) -> tuple[list[str], str, Side | None]:
    view, place = moment.view, moment.place
    if place.is_read_in:
        side = demanded(place.sheet.rule, parse_cards(view.cards))
        if side is None:
            more = [] if is_full(moment) else ["read"]
            return [*more, "correct", "announce"], _OVER, None
        can = ["read", "correct"] if view.cards else ["read"]
        return can, f"a card for {side.capitalize()}", side
    if coup is None or view.exhibition:  # that one is dealt by itself
        return [], "", None
    waits = wanted(place.sheet, view, coup)
    if is_unsaid(moment, waits):
        return [], UNSAID, Side.PUNTO
    match waits:
        case Drawing():
            return ["draw"], "the next card", None
        case Calling():
            return ["speak"], "Punto speaks: Carta or Resto", Side.PUNTO
        case Turning(side=side):
            can = [] if is_holders_time(moment, side) else ["turn"]
            return can, f"{side.capitalize()}'s cards are turned", side
        case Done():
            return ["announce"], _OVER, None
