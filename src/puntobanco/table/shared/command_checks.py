"""Checks whether a shared table accepts a kind of command now.

The same checks refuse commands and decide which ones a console offers. The fields of a command
(which card, box or side) are checked by its step.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from puntobanco.errors import (
    FromARealSabot,
    FromOurSabot,
    HasCroupier,
    ManagerCalled,
    ManagerNotCalled,
    ManagersOnly,
    NotHolding,
    NotTheCroupier,
    Refusal,
    RunsItself,
    SabotGoesOn,
    TableClosed,
)
from puntobanco.game.coup import Side
from puntobanco.game.sheet import EndedBy, Shuffle
from puntobanco.table.shared.card_holders import AllTurned, Calling, Drawing, Turning, wanted
from puntobanco.table.shared.dealing import UNSAID, is_holders_time, is_unsaid, waits_for
from puntobanco.table.shared.read_in_cards import MOST_READ, drawn
from puntobanco.table.shared.shared_table import (
    TRANSITIONS,
    BurnCards,
    Deal,
    Limit,
    PlayerActor,
    Reveal,
    StaffActor,
    Stand,
    goes_on,
)
from puntobanco.table.shared.step_context import StepContext
from puntobanco.table.shared.turned_cards import demanded_side, is_silent
from puntobanco.wire.console_commands import (
    Amend,
    Announce,
    CallManager,
    CloseBetting,
    Correct,
    CutCard,
    Decide,
    Delete,
    Draw,
    KeyIn,
    NewSabot,
    OpenBetting,
    Read,
    ReopenBetting,
    Reverse,
    Speak,
    Swap,
    Take,
    TakeBackCutCard,
    Turn,
    Void,
)
from puntobanco.wire.requests import AskManager, Call
from puntobanco.wire.stream import FACE_DOWN, Stage, Standing

CommandType = type[Struct]

_MANAGERS: Final = {Decide, Void, Amend, Reverse, Stand, Limit}
# Allowed at an automatic croupier's table too.
_NEEDS_NO_CROUPIER: Final = {CallManager, Decide, Stand, Limit}
_BY_ANY_STAFF: Final = {*_NEEDS_NO_CROUPIER, Take, Void, Amend, Reverse}
_WITH_A_REAL_SABOT: Final = {
    *(NewSabot, CutCard, TakeBackCutCard, Read, Correct, Delete, Swap, Void, Reverse)
}
_WITH_REAL_CHIPS: Final = {KeyIn, ReopenBetting, Amend, Reverse}
_WITH_OUR_SABOT: Final = {Draw, Turn, Speak}


def verify(context: StepContext, command: CommandType) -> Refusal | None:
    """Return why the actor of this context may not give a command now; None: it is allowed."""
    try:
        _check_staff(context, command)
        _check_table(context, command)
        if (context.view.stage, command) not in TRANSITIONS:
            raise context.wrong_moment(command)
        if command in _CHECKS:
            _CHECKS[command](context, command)
    except Refusal as refusal:
        return refusal
    return None


def _check_staff(context: StepContext, command: CommandType) -> None:
    by = context.by
    if not isinstance(by, StaffActor):
        return
    if not context.setup.by_person and command not in _NEEDS_NO_CROUPIER:
        raise RunsItself
    if command in _MANAGERS and not by.is_manager:
        raise ManagersOnly
    if command not in _BY_ANY_STAFF and context.view.croupier != by.person:
        raise NotTheCroupier


def _check_table(context: StepContext, command: CommandType) -> None:
    """Refuse commands that this kind of table never accepts."""
    if command in _WITH_A_REAL_SABOT and not context.setup.is_read_in:
        raise FromOurSabot
    if command in _WITH_OUR_SABOT and context.setup.is_read_in:
        is_down = context.setup.is_real_down if command is Speak else context.setup.is_hidden
        if command is Draw or not is_down:
            raise FromARealSabot
    if command in _WITH_REAL_CHIPS and not context.setup.is_keyed:
        raise context.wrong_moment(command, "this table is played for credit, not for real chips")


def _check_take(context: StepContext, command: CommandType) -> None:
    view, by = context.view, context.by
    if not isinstance(by, StaffActor) or not view.croupier:
        return
    if view.croupier == by.person:
        raise context.wrong_moment(command, "you run this table already")
    if not by.is_manager:
        raise HasCroupier(name=view.croupier_name)


def _check_new_sabot(context: StepContext, _: CommandType) -> None:
    if context.view.standing is Standing.CLOSED:
        raise TableClosed(table=context.table.name)


def _check_burn(context: StepContext, command: CommandType) -> None:
    if context.setup.sheet.cards.burn is None or context.view.gone:
        raise context.wrong_moment(command)


def _check_open_betting(context: StepContext, command: CommandType) -> None:
    view, setup = context.view, context.setup
    if view.standing is not Standing.OPEN:
        raise context.wrong_moment(command, view.standing)
    if not goes_on(context.table, setup):
        raise context.wrong_moment(command)
    if setup.sheet.cards.burn and not view.gone:
        raise context.wrong_moment(command, "burning: the first cards must be burned first")


def _check_close_betting(context: StepContext, command: CommandType) -> None:
    """Refuse the croupier's command where a clock ends the betting."""
    if isinstance(context.by, StaffActor) and not ends_by_croupier(context):
        raise context.wrong_moment(command, "betting: the clock ends the betting at this table")


def _check_reopen(context: StepContext, command: CommandType) -> None:
    """Refuse after the first card, also if it was deleted: the croupier has seen it."""
    if drawn(context) or context.view.corrections or context.view.called is not None:
        raise context.wrong_moment(command, "dealing: the first card lies already")


def _check_key_in(context: StepContext, command: CommandType) -> None:
    """After the close, allow a short time to key in the chips that lie on the cloth."""
    if context.view.stage is Stage.BETTING:
        return
    _check_reopen(context, command)
    if context.now >= (context.view.until or 0):
        raise context.wrong_moment(command, "dealing: the time to key in stakes is over")


def ends_by_croupier(context: StepContext) -> bool:
    return context.setup.sheet.betting.ended_by is EndedBy.CROUPIER


def _check_deal(context: StepContext, command: CommandType) -> None:
    if context.view.stage is not Stage.CLOSING and not context.view.exhibition:
        raise context.wrong_moment(command)


def _check_next(context: StepContext, command: CommandType) -> None:
    """Allow only the next move of the rule: with our sabot the croupier decides when, not what."""
    waits = wanted(context.setup.sheet, context.view, context.coup)
    if isinstance(context.by, StaffActor):
        if context.view.exhibition:
            raise context.wrong_moment(command, "dealing: an exhibition is dealt automatically")
        if is_unsaid(context, waits):
            if context.setup.is_read_in and command in (Turn, Speak):
                return
            raise context.wrong_moment(command, f"dealing: {UNSAID}")
        side = Side.PUNTO if isinstance(waits, Calling) else getattr(waits, "side", None)
        if command in (Turn, Speak) and side and is_holders_time(context, side):
            raise context.wrong_moment(command, f"dealing: waiting for {side}'s holder")
    if not isinstance(waits, _FOLLOWS[command]):
        raise context.wrong_moment(command, waits_for(context, waits))


def _check_speak(context: StepContext, command: CommandType) -> None:
    if not context.setup.is_read_in or context.setup.is_hidden:
        return _check_next(context, command)
    if not is_silent(context):
        raise context.wrong_moment(command, "dealing: nobody speaks now")
    return None


def _check_announce(context: StepContext, command: CommandType) -> None:
    if not context.setup.is_read_in or context.setup.is_hidden:
        return _check_next(context, command)
    side = demanded_side(context)
    if side is not None:
        raise context.wrong_moment(command, f"dealing: the rule demands a card for {side}")
    return None


def _check_call(context: StepContext, command: CommandType) -> None:
    """Check the holder first: any later refusal would tell others if the hand is a natural."""
    holder = context.by.number if isinstance(context.by, PlayerActor) else ""
    if context.view.holders.get(Side.PUNTO) != holder:
        raise NotHolding(side=Side.PUNTO)
    waits = wanted(context.setup.sheet, context.view, context.coup)
    if not isinstance(waits, Calling):
        raise context.wrong_moment(command, waits_for(context, waits, holder))


def _check_cut_card(context: StepContext, command: CommandType) -> None:
    if context.setup.sheet.cards.shuffle is not Shuffle.CUT_CARD:
        raise context.wrong_moment(command, "this house has no cut card")
    if context.view.cut is (command is CutCard):
        words = "has appeared already" if context.view.cut else "has not appeared yet"
        raise context.wrong_moment(command, f"{context.view.stage}: the cut card {words}")


def _check_read(context: StepContext, command: CommandType) -> None:
    if context.view.stage is Stage.BURNING:
        return _check_burn(context, command)
    if context.setup.is_hidden:
        waits = wanted(context.setup.sheet, context.view, context.coup)
        if not isinstance(waits, Drawing | AllTurned):
            raise context.wrong_moment(command, waits_for(context, waits))
    if len(drawn(context)) >= MOST_READ:
        raise context.wrong_moment(command, f"dealing: {MOST_READ} cards were read in already")
    return None


def _check_correct(context: StepContext, command: CommandType) -> None:
    is_down = FACE_DOWN in context.view.cards
    if is_down and (context.setup.is_hidden or command is not Correct):
        raise context.wrong_moment(command, "dealing: all cards must be turned and read first")
    if not (drawn(context) or (context.view.stage is Stage.BURNING and context.view.first)):
        raise context.wrong_moment(command, f"{context.view.stage}: no card was read in yet")


def _check_swap(context: StepContext, command: CommandType) -> None:
    _check_correct(context, command)
    if len(set(drawn(context))) < 2:
        raise context.wrong_moment(command, "dealing: there are no two different cards")


def _check_reverse(context: StepContext, command: CommandType) -> None:
    """Refuse to reverse a void coup, or one of an earlier sabot."""
    view = context.view
    if context.table.burned_aside is None:
        raise context.wrong_moment(command, f"{view.stage}: there is no result to reverse")
    if view.stage is Stage.BETTING and view.cut:  # otherwise the reversed coup would be the last
        raise context.wrong_moment(command, "betting: take back the cut card first")


def _check_call_manager(context: StepContext, _: CommandType) -> None:
    if context.view.manager:
        raise ManagerCalled


def _check_decide(context: StepContext, _: CommandType) -> None:
    if not context.view.manager:
        raise ManagerNotCalled


def _check_reveal(context: StepContext, _: CommandType) -> None:
    is_closed = context.view.standing is Standing.CLOSED
    if goes_on(context.table, context.setup) and not is_closed:
        raise SabotGoesOn(table=context.table.name)


_FOLLOWS: Final[dict[CommandType, type]] = {
    Draw: Drawing,
    Speak: Calling,
    Turn: Turning,
    Announce: AllTurned,
}
_CHECKS: Final[dict[CommandType, Callable[[StepContext, CommandType], Any]]] = {
    Take: _check_take,
    NewSabot: _check_new_sabot,
    BurnCards: _check_burn,
    OpenBetting: _check_open_betting,
    CloseBetting: _check_close_betting,
    ReopenBetting: _check_reopen,
    KeyIn: _check_key_in,
    Deal: _check_deal,
    Draw: _check_next,
    Speak: _check_speak,
    Turn: _check_next,
    Announce: _check_announce,
    Call: _check_call,
    CutCard: _check_cut_card,
    TakeBackCutCard: _check_cut_card,
    Read: _check_read,
    Correct: _check_correct,
    Delete: _check_correct,
    Swap: _check_swap,
    Reverse: _check_reverse,
    CallManager: _check_call_manager,
    AskManager: _check_call_manager,
    Decide: _check_decide,
    Reveal: _check_reveal,
}
