"""The commands that a console offers now, and what the rule demands next."""

from typing import Final, get_args

from puntobanco.game.coup import Side
from puntobanco.table.shared.card_holders import (
    AllTurned,
    Calling,
    Drawing,
    Turning,
    side_of,
    wanted,
)
from puntobanco.table.shared.command_checks import verify
from puntobanco.table.shared.dealing import UNSAID, is_unsaid, turnable
from puntobanco.table.shared.shared_table import StaffActor
from puntobanco.table.shared.step_context import StepContext, name_of
from puntobanco.table.shared.turned_cards import demanded_side, is_silent, readable
from puntobanco.wire.console_commands import AnyCommand, Read
from puntobanco.wire.stream import Stage

_OVER: Final = "both points are announced"


def commands_now(context: StepContext) -> tuple[str, ...]:
    """Return the names of the commands that the actor of this context may give now."""
    return tuple([name_of(each) for each in get_args(AnyCommand) if verify(context, each) is None])


def demand_now(context: StepContext) -> tuple[str, Side | None]:
    """Return what the rule demands, in words for the croupier, and from which side."""
    view, setup, by = context.view, context.setup, context.by
    is_croupier = isinstance(by, StaffActor) and by.person == view.croupier
    if is_croupier and view.stage is Stage.BURNING and verify(context, Read) is None:
        return "the first card, which is shown", None
    if not is_croupier or view.stage is not Stage.DEALING or view.exhibition:
        return "", None
    if setup.is_read_in and not setup.is_hidden:
        return _demanded_face_up(context)
    waits = wanted(setup.sheet, view, context.coup)
    if is_unsaid(context, waits):
        return UNSAID, Side.PUNTO
    match waits:
        case Drawing() if setup.is_hidden:
            side = side_of(context.coup, len(view.cards) // 2)
            return f"a card for {side.capitalize()}", side
        case Drawing():
            return "the next card", None
        case Calling():
            return "Punto speaks: Carta or Resto", Side.PUNTO
        case Turning(side=side):
            return f"{side.capitalize()}'s cards are turned", side
        case AllTurned():
            return _OVER, None


def _demanded_face_up(context: StepContext) -> tuple[str, Side | None]:
    if is_silent(context):
        return UNSAID, Side.PUNTO
    side = demanded_side(context)
    return (_OVER, None) if side is None else (f"a card for {side.capitalize()}", side)


def sides_now(context: StepContext) -> tuple[Side, ...]:
    """Return the sides that may be turned now, or whose cards may be read as they are turned."""
    view, setup, by = context.view, context.setup, context.by
    is_croupier = isinstance(by, StaffActor) and by.person == view.croupier
    if not (is_croupier and setup.is_real_down and view.stage is Stage.DEALING):
        return ()
    return turnable(context) if setup.is_hidden else readable(context)
