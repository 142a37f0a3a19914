"""What a console can do now, and what the rule demands next."""

from typing import Final, get_args

from puntobanco.game.cards import parse_cards
from puntobanco.game.coup import Side
from puntobanco.table.dealing import UNSAID, is_unsaid
from puntobanco.table.hand import Calling, Done, Drawing, Turning, wanted
from puntobanco.table.moment import Moment, name_of
from puntobanco.table.reading import demanded
from puntobanco.table.shared import Staff
from puntobanco.table.verify import verify
from puntobanco.wire.console import Commanding
from puntobanco.wire.stream import Stage

_OVER: Final = "both points are announced"


def commands_now(moment: Moment) -> tuple[str, ...]:
    """By their names: those that would be taken from the person whom the moment names."""
    return tuple([name_of(each) for each in get_args(Commanding) if verify(moment, each) is None])


def demand_now(moment: Moment) -> tuple[str, Side | None]:
    """What the rule demands, in words for whoever runs the table; and of which side."""
    view, place, by = moment.view, moment.place, moment.by
    is_croupier = isinstance(by, Staff) and by.person == view.croupier
    if not is_croupier or view.stage is not Stage.DEALING or view.exhibition:
        return "", None
    if place.is_read_in:
        side = demanded(place.sheet.rule, parse_cards(view.cards))
        return (_OVER, None) if side is None else (f"a card for {side.capitalize()}", side)
    waits = wanted(place.sheet, view, moment.coup)
    if is_unsaid(moment, waits):
        return UNSAID, Side.PUNTO
    match waits:
        case Drawing():
            return "the next card", None
        case Calling():
            return "Punto speaks: Carta or Resto", Side.PUNTO
        case Turning(side=side):
            return f"{side.capitalize()}'s cards are turned", side
        case Done():
            return _OVER, None
