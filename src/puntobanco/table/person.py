"""A person runs the table: what croupiers and managers do at the console, and what they can't.

Cards of our sabot come as they were committed to: a person may only say when. What is read in from
a real one stands in `read_in.py`.
"""

from collections.abc import Callable
from typing import Any, Final

from puntobanco.errors import (
    FromARealSabot,
    HasCroupier,
    ManagerCalled,
    ManagerNotCalled,
    ManagersOnly,
    MovedOn,
    NotNow,
    NotTheCroupier,
    RunsItself,
)
from puntobanco.game.coup import Side
from puntobanco.game.sheet import EndedBy
from puntobanco.table.dealing import call, draw, is_time_over, turn
from puntobanco.table.moment import Moment, name_of
from puntobanco.table.read_in import check_stage, correct, key_in, new_sabot, read, void
from puntobanco.table.shared import AskManager, Call, Direct, Draw, TableChange, Turn, Vacate
from puntobanco.wire import console, stream
from puntobanco.wire.stream import Stage


def direct(moment: Moment, asked: Direct) -> TableChange:
    check_runs(moment, asked)
    return _COMMANDS[type(asked.command)](moment, asked, asked.command)


def check_runs(moment: Moment, asked: Direct) -> None:
    """Refuse what was meant for another moment, or isn't theirs to do."""
    view, command = moment.view, asked.command
    if not moment.place.by_person and not isinstance(command, _ON_DUTY):
        raise RunsItself
    if not view.moved <= command.seen <= view.offset:
        raise MovedOn(offset=view.offset, seen=command.seen)
    if isinstance(command, console.Void | console.Decide) and not asked.is_manager:
        raise ManagersOnly
    if not isinstance(command, _ANYBODY) and view.croupier != asked.person:
        raise NotTheCroupier


def check_closes(moment: Moment, asked: Direct) -> None:
    """Rien ne va plus: where a clock ends the betting, nobody else does."""
    check_runs(moment, asked)
    check_stage(moment, asked.command, Stage.BETTING)
    if not is_ended_by_croupier(moment):
        raise NotNow(step=name_of(asked.command), phase="betting: the clock ends it")


def is_ended_by_croupier(moment: Moment) -> bool:
    return moment.place.sheet.betting.ended_by is EndedBy.CROUPIER


def _take(moment: Moment, asked: Direct, command: console.Take) -> TableChange:
    view = moment.view
    if view.croupier == asked.person:
        raise NotNow(step=name_of(command), phase="run by you already")
    if view.croupier and not asked.is_manager:
        raise HasCroupier(name=view.croupier_name)
    # Whoever comes back in time ends the betting, and not the clock that ran for them.
    waits = view.stage is Stage.BETTING and is_ended_by_croupier(moment)
    until = None if waits else view.until
    return moment.tell(stream.Directed(*moment.at, asked.person, asked.name, until))


def _leave(moment: Moment, asked: Direct, _: console.Leave) -> TableChange:
    return _vacate(moment)


def vacate(moment: Moment, asked: Vacate) -> TableChange:
    if moment.view.croupier != asked.croupier:
        raise NotTheCroupier
    return _vacate(moment)


def _vacate(moment: Moment) -> TableChange:
    """A coup from our sabot is finished, come who may; one of read-in cards waits for somebody."""
    view, until = moment.view, moment.view.until
    waits = view.stage is Stage.DEALING
    waits |= view.stage is Stage.BETTING and is_ended_by_croupier(moment)
    if waits and not moment.place.is_read_in:
        until = max(until or 0, moment.now + moment.place.pace.absent)
    return moment.tell(stream.Directed(*moment.at, 0, "", until))


# --- the manager on duty -----------------------------------------------------------------


def ask_manager(moment: Moment, asked: AskManager) -> TableChange:
    return _called(moment, asked.player, asked.words)


def _call_manager(moment: Moment, asked: Direct, command: console.CallManager) -> TableChange:
    return _called(moment, asked.name, command.words)


def _called(moment: Moment, by: str, words: str) -> TableChange:
    if moment.view.manager:
        raise ManagerCalled
    return moment.tell(stream.Manager(*moment.at, 0, by, words))


def _decide(moment: Moment, asked: Direct, command: console.Decide) -> TableChange:
    """One to a call, which it must have seen: what was decided is final, and answers no other."""
    view = moment.view
    if not view.manager:
        raise ManagerNotCalled
    if command.seen < view.manager_since:
        raise MovedOn(offset=view.offset, seen=command.seen)
    return moment.tell(stream.Manager(*moment.at, asked.person, asked.name, command.words))


# --- our sabot: a person says when -------------------------------------------------------


def _draw(moment: Moment, _: Direct, command: console.Draw) -> TableChange:
    _check_ours(moment, command)
    return draw(moment, Draw())


def _turn(moment: Moment, _: Direct, command: console.Turn) -> TableChange:
    """Cards that are held are the holder's to turn until their time is over."""
    _check_ours(moment, command)
    _check_holders_time(moment, command, command.side)
    return turn(moment, Turn(command.side))


def _speak(moment: Moment, _: Direct, command: console.Speak) -> TableChange:
    _check_ours(moment, command)
    _check_holders_time(moment, command, Side.PUNTO)
    return call(moment, Call(command.draws))


def _check_ours(moment: Moment, command: console.Command) -> None:
    check_stage(moment, command, Stage.DEALING)
    if moment.place.is_read_in:
        raise FromARealSabot


def is_holders_time(moment: Moment, side: Side) -> bool:
    """Whether a side's cards are still for who holds them to turn, or to speak of."""
    return side in moment.view.holders and not is_time_over(moment)


def _check_holders_time(moment: Moment, command: console.Command, side: Side) -> None:
    if is_holders_time(moment, side):
        raise NotNow(step=name_of(command), phase=f"waiting for {side}'s holder")


_ON_DUTY: Final = (console.CallManager, console.Decide)
_ANYBODY: Final = (*_ON_DUTY, console.Take, console.Void)
_COMMANDS: Final[dict[type, Callable[[Moment, Direct, Any], TableChange]]] = {
    console.Take: _take,
    console.Leave: _leave,
    console.CallManager: _call_manager,
    console.Decide: _decide,
    console.Draw: _draw,
    console.Turn: _turn,
    console.Speak: _speak,
    console.NewSabot: new_sabot,
    console.Read: read,
    console.Correct: correct,
    console.Void: void,
    console.KeyIn: key_in,
}
