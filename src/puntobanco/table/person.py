"""Who runs the table, and the manager on duty: steps that only people give rise to."""

from puntobanco.errors import MovedOn, NotTheCroupier
from puntobanco.table.moment import Moment
from puntobanco.table.shared import Player, Staff, TableChange, Vacate
from puntobanco.table.verify import ends_by_croupier
from puntobanco.wire import stream
from puntobanco.wire.console import CallManager, Command, Decide, Leave, Take
from puntobanco.wire.requests import AskManager
from puntobanco.wire.stream import Stage


def check_seen(moment: Moment, command: Command) -> None:
    """Refuse what was meant for another moment: of two who press at once one wins."""
    if not moment.view.moved <= command.seen <= moment.view.offset:
        raise MovedOn(offset=moment.view.offset, seen=command.seen)


def take(moment: Moment, _: Take) -> TableChange:
    # A croupier who comes back in time ends the betting, and not the clock that ran meanwhile.
    waits = moment.view.stage is Stage.BETTING and ends_by_croupier(moment)
    until = None if waits else moment.view.until
    person, name = _person(moment)
    return moment.tell(stream.Directed(*moment.at, person, name, until))


def vacate(moment: Moment, command: Vacate | Leave) -> TableChange:
    """A coup from our sabot is finished without a croupier; one of read-in cards waits for one."""
    view, until = moment.view, moment.view.until
    if isinstance(command, Vacate) and view.croupier != command.croupier:
        raise NotTheCroupier
    waits = view.stage is Stage.DEALING
    waits |= view.stage is Stage.BETTING and ends_by_croupier(moment)
    if waits and not moment.place.is_read_in:
        until = max(until or 0, moment.now + moment.place.pace.absent)
    return moment.tell(stream.Directed(*moment.at, 0, "", until))


def call_manager(moment: Moment, command: CallManager | AskManager) -> TableChange:
    """A player gives no words: nobody's free words are told to everybody."""
    if isinstance(command, CallManager):
        return moment.tell(stream.Manager(*moment.at, 0, _person(moment)[1], command.words))
    player = moment.by.number if isinstance(moment.by, Player) else ""
    return moment.tell(stream.Manager(*moment.at, 0, player, ""))


def decide(moment: Moment, command: Decide) -> TableChange:
    """One to a call, which it must have seen: what was decided is final, and answers no other."""
    view = moment.view
    if command.seen < view.manager_since:
        raise MovedOn(offset=view.offset, seen=command.seen)
    return moment.tell(stream.Manager(*moment.at, *_person(moment), command.words))


def _person(moment: Moment) -> tuple[int, str]:
    by = moment.by
    return (by.person, by.name) if isinstance(by, Staff) else (0, "")
