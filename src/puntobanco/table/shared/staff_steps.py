"""The steps of the staff: to take or leave a table, and to call the manager."""

from puntobanco.errors import MovedOn, NotTheCroupier
from puntobanco.table.shared.command_checks import ends_by_croupier
from puntobanco.table.shared.shared_table import PlayerActor, StaffActor, TableChange, Vacate
from puntobanco.table.shared.step_context import StepContext
from puntobanco.wire import stream
from puntobanco.wire.console_commands import CallManager, Command, Decide, Leave, Take
from puntobanco.wire.requests import AskManager
from puntobanco.wire.stream import Stage


def check_seen(context: StepContext, command: Command) -> None:
    """Refuse a command given before the last change: of two simultaneous commands one wins."""
    if not context.view.moved <= command.seen <= context.view.offset:
        raise MovedOn(offset=context.view.offset, seen=command.seen)


def take(context: StepContext, _: Take) -> TableChange:
    # A croupier who comes back in time ends the betting; the clock for the absence is stopped.
    waits = context.view.stage is Stage.BETTING and ends_by_croupier(context)
    until = None if waits else context.view.until
    person, name = person_of(context)
    return context.tell(stream.Directed(*context.at, person, name, until))


def vacate(context: StepContext, command: Vacate | Leave) -> TableChange:
    """Leave the table without a croupier.

    A coup from our sabot is finished automatically; with a real sabot it waits for a croupier.
    """
    view, until = context.view, context.view.until
    if isinstance(command, Vacate) and view.croupier != command.croupier:
        raise NotTheCroupier
    waits = view.stage is Stage.DEALING
    waits |= view.stage is Stage.BETTING and ends_by_croupier(context)
    if waits and not context.setup.is_read_in:
        # Without a console the time for coming back is over already.
        wait = 0 if isinstance(command, Vacate) else context.setup.pace.absent
        until = max(until or 0, context.now + wait)
    return context.tell(stream.Directed(*context.at, 0, "", until))


def call_manager(context: StepContext, command: CallManager | AskManager) -> TableChange:
    """Call the manager; a player's call has no text, because everybody would read it."""
    if isinstance(command, CallManager):
        return context.tell(stream.Manager(*context.at, 0, person_of(context)[1], command.words))
    player = context.by.number if isinstance(context.by, PlayerActor) else ""
    return context.tell(stream.Manager(*context.at, 0, player, ""))


def decide(context: StepContext, command: Decide) -> TableChange:
    """Record the manager's decision; it must answer the last call, not an earlier one."""
    view = context.view
    if command.seen < view.manager_since:
        raise MovedOn(offset=view.offset, seen=command.seen)
    return context.tell(stream.Manager(*context.at, *person_of(context), command.words))


def person_of(context: StepContext) -> tuple[int, str]:
    by = context.by
    return (by.person, by.name) if isinstance(by, StaffActor) else (0, "")
