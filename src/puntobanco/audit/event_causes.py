"""Which command to a shared table causes an event."""

from collections.abc import Callable
from typing import Any, Final

from puntobanco.fair.commitment import CommitmentEnding
from puntobanco.table.shared.shared_table import (
    BurnCards,
    CloseList,
    CountStakes,
    Deal,
    Fix,
    GiveUp,
    HandBack,
    HouseActor,
    Limit,
    PlayerActor,
    Restore,
    Reveal,
    Settle,
    ShuffleSabot,
    StaffActor,
    Stand,
    TableCommand,
    TableStep,
    Vacate,
)
from puntobanco.wire import console_commands
from puntobanco.wire.console_commands import AnyCommand
from puntobanco.wire.requests import AskManager, Box, Call, Show
from puntobanco.wire.stream import (
    Amended,
    Aside,
    BettingOpened,
    Boxed,
    Burned,
    Called,
    Closing,
    Corrected,
    CutCardSeen,
    DealingBegan,
    Directed,
    Drawn,
    Fixed,
    HandedBack,
    Keyed,
    Limited,
    ListClosed,
    Manager,
    Reopened,
    Result,
    Revealed,
    Reversed,
    Settled,
    Shuffled,
    Staked,
    Stood,
    StreamEvent,
    TableView,
    Turned,
    Voided,
)
from puntobanco.wire.table_fold import FIFTH

_AS_ASKED: Final[dict[type, TableCommand]] = {
    Shuffled: ShuffleSabot(),
    ListClosed: CloseList(),
    Fixed: Fix(),
    Burned: BurnCards(),
    BettingOpened: console_commands.OpenBetting(0),
    Closing: console_commands.CloseBetting(0),
    Drawn: console_commands.Draw(0),
    Result: console_commands.Announce(0),
    Settled: Settle(),
}


def step_of(event: StreamEvent, view: TableView) -> TableStep:
    """The step of the table that causes this event."""
    asked = step_at_console(event, view)
    if asked is not None:
        return asked
    match event:
        case Called(player=player) | Turned(player=player) | Boxed(player=player):
            return TableStep(_by_hand(event), PlayerActor(player) if player else HouseActor())
        case Staked(bets=bets):
            return TableStep(CountStakes(bets))
        case DealingBegan(bets=bets, holders=holders):
            return TableStep(Deal(bets, holders))
        case HandedBack(side=side):
            return TableStep(HandBack(side))
        case Stood() | Revealed():
            return TableStep(_standing(event, view), _author(event))
        case Limited(limits=limits, sheet=sheet):
            return TableStep(Limit(limits, bytes.fromhex(sheet)), _author(event))
        case _:
            return TableStep(_AS_ASKED[type(event)])


def _standing(event: Stood | Revealed, view: TableView) -> TableCommand:
    match event:
        case Stood() if event.epoch > view.epoch and view.offset:
            return Restore(event.epoch)
        case Stood(standing=standing, note=note):
            return Stand(standing, note)
        case Revealed(ended=CommitmentEnding.RESTORED):
            return Restore(event.epoch)
        case Revealed(ended=CommitmentEnding.RETIRED):
            return GiveUp()
        case Revealed():
            return Reveal()


def _author(event: Stood | Revealed | Limited) -> StaffActor | HouseActor:
    if isinstance(event, Revealed) or not event.person:
        return HouseActor()
    return StaffActor(event.person, event.by, is_manager=True)


def _by_hand(event: Called | Turned | Boxed) -> TableCommand:
    """The command of a player, or of the croupier in the player's place."""
    match event:
        case Boxed(box=box):
            return Box(box)
        case Called(coup=coup, draws=draws, player=player):
            return Call(coup, draws) if player else console_commands.Speak(0, draws)
        case Turned(coup=coup, side=side, player=player):
            return Show(coup, side) if player else console_commands.Turn(0, side)


def is_real(event: StreamEvent, view: TableView) -> bool:
    """Whether an event is about a real sabot, for which there is no commitment."""
    if isinstance(event, Shuffled):
        return not event.commitment
    return view.sabot > 0 and not view.commitment


def step_at_console(event: StreamEvent, view: TableView) -> TableStep | None:
    """The step at a console that causes this event, or None; roles are checked later."""
    seen = view.offset
    match event:
        case Directed(croupier=0):
            return TableStep(Vacate(view.croupier))
        case Directed(croupier=person, name=name):
            return TableStep(console_commands.Take(seen), StaffActor(person, name, is_manager=True))
        case Manager(manager=0, by=by, words=""):
            return TableStep(AskManager(), PlayerActor(by))
        case Manager(manager=0, by=by, words=words):
            return TableStep(console_commands.CallManager(seen, words), StaffActor(0, by))
        case Manager(manager=person, by=name, words=words):
            return TableStep(
                console_commands.Decide(seen, words), StaffActor(person, name, is_manager=True)
            )
        case Voided(manager=person) | Amended(manager=person) | Reversed(manager=person):
            return TableStep(_by_manager(event, seen), StaffActor(person, "", is_manager=True))
    command = _by_croupier(event, view)
    if command is None:
        return None
    received = event.since - 1 if isinstance(event, Closing) else 0
    return TableStep(command, StaffActor(view.croupier, view.croupier_name), received)


def _by_manager(event: Voided | Amended | Reversed, seen: int) -> AnyCommand:
    match event:
        case Voided(reason=reason):
            return console_commands.Void(seen, reason)
        case Amended(box=box, place=place, bets=bets, reason=reason):
            return console_commands.Amend(seen, box, bets, reason, place)
        case Reversed(reason=reason):
            return console_commands.Reverse(seen, reason)


def _by_croupier(event: StreamEvent, view: TableView) -> AnyCommand | None:
    command = _BY_CROUPIER.get(type(event))
    if command is None or (type(event) in _OF_ANY_SABOT and not is_real(event, view)):
        return None
    return command(event, view)


def _closing(event: Closing, view: TableView) -> AnyCommand | None:
    """A croupier's command, unless the clock has ended the betting."""
    is_said = view.croupier and event.since != view.until
    return console_commands.CloseBetting(view.offset) if is_said else None


def _first(event: Burned, view: TableView) -> AnyCommand:
    if event.reason:
        return console_commands.Correct(view.offset, 1, event.first, event.reason)
    return console_commands.Read(view.offset, event.first)


def _read(event: Drawn, view: TableView) -> AnyCommand:
    """A card of the first four may be read out of its order, as its hand is turned."""
    is_next = event.n == len(view.cards) // 2 + 1 and view.called is None
    side = None if is_next or event.n >= FIFTH else event.side
    return console_commands.Read(view.offset, event.card, event.insisted, side)


def _correction(event: Corrected, view: TableView) -> AnyCommand:
    seen = view.offset
    if event.other:
        return console_commands.Swap(seen, event.n, event.other, event.reason)
    if not event.after:
        return console_commands.Delete(seen, event.n, event.reason)
    return console_commands.Correct(seen, event.n, event.after, event.reason, event.insisted)


def _cut_card(event: CutCardSeen, view: TableView) -> AnyCommand:
    command = console_commands.CutCard if event.cut else console_commands.TakeBackCutCard
    return command(view.offset)


# The command at a console that causes an event.
_BY_CROUPIER: Final[dict[type, Callable[[Any, TableView], AnyCommand | None]]] = {
    Closing: _closing,
    Reopened: lambda _, view: console_commands.ReopenBetting(view.offset),
    Keyed: lambda event, view: console_commands.KeyIn(
        view.offset, event.box, event.bets, event.place
    ),
    Called: lambda event, view: console_commands.Speak(view.offset, event.draws),
    Turned: lambda event, view: console_commands.Turn(view.offset, event.side),
    Shuffled: lambda event, view: console_commands.NewSabot(
        view.offset, event.shuffled_by, event.cut_by
    ),
    Burned: _first,
    Drawn: _read,
    Aside: lambda event, view: console_commands.Read(view.offset, event.card, event.insisted),
    Corrected: _correction,
    CutCardSeen: _cut_card,
}
# With our sabot no croupier's command causes these.
_OF_ANY_SABOT: Final = {Shuffled, Burned, Drawn, Called, Turned}
