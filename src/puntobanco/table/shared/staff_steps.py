"""The steps of the staff: who runs the table, and the manager on duty."""

from puntobanco.errors import MovedOn, NotTheCroupier
from puntobanco.table.shared.command_checks import ends_by_croupier
from puntobanco.table.shared.shared_table import PlayerActor, StaffActor, TableChange, Vacate
from puntobanco.table.shared.step_context import StepContext
from puntobanco.wire import stream
from puntobanco.wire.console_commands import CallManager, Command, Decide, Leave, Take
from puntobanco.wire.requests import AskManager
from puntobanco.wire.stream import Stage


def check_seen(context: StepContext, command: Command) -> None:
    """Refuse what was meant for another moment: of two who press at once one wins."""
    if not context.view.moved <= command.seen <= context.view.offset:
        raise MovedOn(offset=context.view.offset, seen=command.seen)


def take(context: StepContext, _: Take) -> TableChange:
    # A croupier who comes back in time ends the betting, and not the clock that ran meanwhile.
    waits = context.view.stage is Stage.BETTING and ends_by_croupier(context)
    until = None if waits else context.view.until
    person, name = _person(context)
    return context.tell(stream.Directed(*context.at, person, name, until))


def vacate(context: StepContext, command: Vacate | Leave) -> TableChange:
    """A coup from our sabot is finished without a croupier; one of read-in cards waits for one."""
    view, until = context.view, context.view.until
    if isinstance(command, Vacate) and view.croupier != command.croupier:
        raise NotTheCroupier
    waits = view.stage is Stage.DEALING
    waits |= view.stage is Stage.BETTING and ends_by_croupier(context)
    if waits and not context.place.is_read_in:
        until = max(until or 0, context.now + context.place.pace.absent)
    return context.tell(stream.Directed(*context.at, 0, "", until))


def call_manager(context: StepContext, command: CallManager | AskManager) -> TableChange:
    """A player gives no words: nobody's free words are told to everybody."""
    if isinstance(command, CallManager):
        return context.tell(stream.Manager(*context.at, 0, _person(context)[1], command.words))
    player = context.by.number if isinstance(context.by, PlayerActor) else ""
    return context.tell(stream.Manager(*context.at, 0, player, ""))


def decide(context: StepContext, command: Decide) -> TableChange:
    """One to a call, which it must have seen: what was decided is final, and answers no other."""
    view = context.view
    if command.seen < view.manager_since:
        raise MovedOn(offset=view.offset, seen=command.seen)
    return context.tell(stream.Manager(*context.at, *_person(context), command.words))


def _person(context: StepContext) -> tuple[int, str]:
    by = context.by
    return (by.person, by.name) if isinstance(by, StaffActor) else (0, "")
