"""Whether a command may be given to a shared table now: for the refusal, and for what is offered.

What a command says of itself (which card, which box, which side) is checked by its step.
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
from puntobanco.game.cards import parse_cards
from puntobanco.game.coup import Side
from puntobanco.game.sheet import EndedBy
from puntobanco.table.dealing import UNSAID, is_holders_time, is_unsaid, waits_for
from puntobanco.table.hand import Calling, Done, Drawing, Turning, wanted
from puntobanco.table.moment import Moment
from puntobanco.table.read_in import MOST_READ, drawn
from puntobanco.table.reading import demanded
from puntobanco.table.shared import (
    TRANSITIONS,
    Burn,
    Deal,
    Player,
    Reveal,
    Staff,
    goes_on,
)
from puntobanco.wire.console import (
    Announce,
    CallManager,
    CloseBetting,
    Correct,
    Decide,
    Draw,
    KeyIn,
    NewSabot,
    OpenBetting,
    Read,
    Speak,
    Take,
    Turn,
    Void,
)
from puntobanco.wire.requests import AskManager, Call
from puntobanco.wire.stream import Stage, Standing

Kind = type[Struct]  # of a command

_MANAGERS: Final = {Decide, Void}
_NEEDS_NO_CROUPIER: Final = {CallManager, Decide}  # also where a table runs itself
_BY_ANY_STAFF: Final = {*_NEEDS_NO_CROUPIER, Take, Void}
_WITH_A_REAL_SABOT: Final = {NewSabot, Read, Correct, Void}
_WITH_OUR_SABOT: Final = {Draw, Turn, Speak}


def verify(moment: Moment, command: Kind) -> Refusal | None:
    """The refusal of a command by whom the moment names; None if it may be given."""
    try:
        _check_staff(moment, command)
        _check_table(moment, command)
        if (moment.view.stage, command) not in TRANSITIONS:
            raise moment.wrong_moment(command)
        if command in _CHECKS:
            _CHECKS[command](moment, command)
    except Refusal as refusal:
        return refusal
    return None


def _check_staff(moment: Moment, command: Kind) -> None:
    by = moment.by
    if not isinstance(by, Staff):
        return
    if not moment.place.by_person and command not in _NEEDS_NO_CROUPIER:
        raise RunsItself
    if command in _MANAGERS and not by.is_manager:
        raise ManagersOnly
    if command not in _BY_ANY_STAFF and moment.view.croupier != by.person:
        raise NotTheCroupier


def _check_table(moment: Moment, command: Kind) -> None:
    """What a table never does, whatever its stage."""
    if command in _WITH_A_REAL_SABOT and not moment.place.is_read_in:
        raise FromOurSabot
    if command in _WITH_OUR_SABOT and moment.place.is_read_in:
        raise FromARealSabot
    if command is KeyIn and not moment.place.is_keyed:
        raise moment.wrong_moment(command, "played for credit, not for chips")


def _check_take(moment: Moment, command: Kind) -> None:
    view, by = moment.view, moment.by
    if not isinstance(by, Staff) or not view.croupier:
        return
    if view.croupier == by.person:
        raise moment.wrong_moment(command, "run by you already")
    if not by.is_manager:
        raise HasCroupier(name=view.croupier_name)


def _check_new_sabot(moment: Moment, _: Kind) -> None:
    if moment.view.standing is Standing.CLOSED:
        raise TableClosed(table=moment.table.name)


def _check_burn(moment: Moment, command: Kind) -> None:
    if moment.place.sheet.cards.burn is None or moment.view.gone:
        raise moment.wrong_moment(command)


def _check_open_betting(moment: Moment, command: Kind) -> None:
    view, place = moment.view, moment.place
    if view.standing is not Standing.OPEN:
        raise moment.wrong_moment(command, view.standing)
    if not goes_on(moment.table, place):
        raise moment.wrong_moment(command)
    if not place.is_read_in and place.sheet.cards.burn and not view.gone:
        raise moment.wrong_moment(command, "burning: no card is burned yet")


def _check_close_betting(moment: Moment, command: Kind) -> None:
    """Where a clock ends the betting, nobody else does."""
    if isinstance(moment.by, Staff) and not ends_by_croupier(moment):
        raise moment.wrong_moment(command, "betting: the clock ends it")


def ends_by_croupier(moment: Moment) -> bool:
    return moment.place.sheet.betting.ended_by is EndedBy.CROUPIER


def _check_deal(moment: Moment, command: Kind) -> None:
    if moment.view.stage is not Stage.CLOSING and not moment.view.exhibition:
        raise moment.wrong_moment(command)


def _check_next(moment: Moment, command: Kind) -> None:
    """Our sabot: a coup goes on in one way, and the croupier may only say when."""
    waits = wanted(moment.place.sheet, moment.view, moment.coup)
    if isinstance(moment.by, Staff):
        if moment.view.exhibition:
            raise moment.wrong_moment(command, "dealing: an exhibition is dealt by itself")
        if is_unsaid(moment, waits):
            raise moment.wrong_moment(command, f"dealing: {UNSAID}")
        side = Side.PUNTO if isinstance(waits, Calling) else getattr(waits, "side", None)
        if command in (Turn, Speak) and side and is_holders_time(moment, side):
            raise moment.wrong_moment(command, f"waiting for {side}'s holder")
    if not isinstance(waits, _FOLLOWS[command]):
        raise moment.wrong_moment(command, waits_for(moment, waits))


def _check_announce(moment: Moment, command: Kind) -> None:
    if not moment.place.is_read_in:
        return _check_next(moment, command)
    side = demanded(moment.place.sheet.rule, parse_cards(moment.view.cards))
    if side is not None:
        raise moment.wrong_moment(command, f"dealing: the rule demands a card for {side}")
    return None


def _check_call(moment: Moment, command: Kind) -> None:
    """The holder is asked for first: what the table waits for tells if theirs is a natural."""
    holder = moment.by.number if isinstance(moment.by, Player) else ""
    if moment.view.holders.get(Side.PUNTO) != holder:
        raise NotHolding(side=Side.PUNTO)
    waits = wanted(moment.place.sheet, moment.view, moment.coup)
    if not isinstance(waits, Calling):
        raise moment.wrong_moment(command, waits_for(moment, waits, holder))


def _check_read(moment: Moment, command: Kind) -> None:
    if len(drawn(moment)) >= MOST_READ:
        raise moment.wrong_moment(command, f"dealing: {MOST_READ} cards were read already")


def _check_correct(moment: Moment, command: Kind) -> None:
    if not drawn(moment):
        raise moment.wrong_moment(command, "dealing: no card lies there")


def _check_call_manager(moment: Moment, _: Kind) -> None:
    if moment.view.manager:
        raise ManagerCalled


def _check_decide(moment: Moment, _: Kind) -> None:
    if not moment.view.manager:
        raise ManagerNotCalled


def _check_reveal(moment: Moment, _: Kind) -> None:
    is_closed = moment.view.standing is Standing.CLOSED
    if goes_on(moment.table, moment.place) and not is_closed:
        raise SabotGoesOn(table=moment.table.name)


_FOLLOWS: Final[dict[Kind, type]] = {Draw: Drawing, Speak: Calling, Turn: Turning, Announce: Done}
_CHECKS: Final[dict[Kind, Callable[[Moment, Kind], Any]]] = {
    Take: _check_take,
    NewSabot: _check_new_sabot,
    Burn: _check_burn,
    OpenBetting: _check_open_betting,
    CloseBetting: _check_close_betting,
    Deal: _check_deal,
    Draw: _check_next,
    Speak: _check_next,
    Turn: _check_next,
    Announce: _check_announce,
    Call: _check_call,
    Read: _check_read,
    Correct: _check_correct,
    CallManager: _check_call_manager,
    AskManager: _check_call_manager,
    Decide: _check_decide,
    Reveal: _check_reveal,
}
