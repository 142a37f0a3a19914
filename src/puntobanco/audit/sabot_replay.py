"""Replays a sabot of a shared table step by step."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, Final, TypeGuard

from msgspec import Struct
from msgspec.structs import fields, replace

from puntobanco.audit.findings import Check, Findings
from puntobanco.audit.rules import Rules
from puntobanco.errors import Refusal
from puntobanco.fair.commitment import CommitmentEnding, fix, hash_seed
from puntobanco.game.cards import parse_card, parse_cards, points
from puntobanco.game.coup import deal_exactly
from puntobanco.table.shared.sabot_proofs import mixed_of
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
    SharedTable,
    ShuffleSabot,
    StaffActor,
    Stand,
    TableCommand,
    TableSetup,
    TableStep,
    Vacate,
    order_of,
)
from puntobanco.table.shared.table_steps import step
from puntobanco.wire import console_commands
from puntobanco.wire.console_commands import AnyCommand
from puntobanco.wire.requests import AskManager, Box, Call, MixIn, OpenSeed, Show
from puntobanco.wire.stream import (
    FACE_DOWN,
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
    Stage,
    Staked,
    Stood,
    StreamEvent,
    TableView,
    Turned,
    Voided,
)
from puntobanco.wire.table_fold import FIFTH, fold
from puntobanco.wire.table_spec import TableSpec

NumberedEvent = tuple[int, StreamEvent]  # record and event

_MOST_OF_A_SIDE: Final = 3

_CHECKS: Final[dict[type, Check]] = {
    Shuffled: Check.COMMITMENTS,
    ListClosed: Check.COMMITMENTS,
    Fixed: Check.COMMITMENTS,
    Revealed: Check.COMMITMENTS,
    Burned: Check.CARDS,
    CutCardSeen: Check.CARDS,
    Drawn: Check.CARDS,
    Called: Check.CARDS,
    Turned: Check.CARDS,
    Aside: Check.CARDS,
    Corrected: Check.CARDS,
    Keyed: Check.BETTING,
    Reopened: Check.BETTING,
    Amended: Check.BETTING,
    Result: Check.CARDS,
    Reversed: Check.CARDS,
}
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


class AuditedSabot(Struct, dict=True):
    """The events from one shuffle to the next, and the table before them."""

    before: SharedTable
    told: list[NumberedEvent]
    spec: TableSpec
    hidden: str = ""  # the stored cards of the last coup, some of which may lie face down

    @property
    def shuffled(self) -> Shuffled | None:
        return next((event for _, event in self.told if isinstance(event, Shuffled)), None)

    @property
    def is_real(self) -> bool:
        """Whether it is a real sabot, whose cards are read in and which has no seed."""
        shuffled = self.shuffled
        return shuffled is not None and not shuffled.commitment

    @cached_property
    def faces(self) -> dict[tuple[int, int], str]:
        """The cards of a real sabot that were read in face down, by coup and place."""
        told = [(getattr(event, "coup", 0), getattr(event, "cards", "")) for _, event in self.told]
        last = max((coup for coup, _ in told), default=0)
        found: dict[tuple[int, int], str] = {}
        for coup, cards in (*told, (last, self.hidden)):
            for n in range(len(cards) // 2):
                if cards[2 * n : 2 * n + 2] != FACE_DOWN:
                    found.setdefault((coup, n + 1), cards[2 * n : 2 * n + 2])
        return found

    @property
    def lost(self) -> tuple[int, int] | None:
        """The first card whose face nobody knows, because a restore ended its coup."""
        last = self.told[-1][1].epoch
        return next(
            (
                (event.epoch, event.offset)
                for _, event in self.told
                if _is_down(event) and self.is_real and event.epoch < last
                if (event.coup, event.n) not in self.faces
            ),
            None,
        )


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


def play_again(sabot: AuditedSabot, seed: bytes, rules: Rules, findings: Findings) -> SharedTable:
    """Repeat every step of a sabot, and check that it is possible and gives the stored event.

    A real sabot has no seed: its cards are those that were read in, one by one.

    Each difference is reported once; after it the replay continues with the stored event.
    """
    table, order, place = sabot.before, None, TableSetup(rules.sheet, rules.hash, sabot.spec)
    lost = sabot.lost
    for record, event in sabot.told:
        if lost is not None and event.epoch == lost[0] and event.offset >= lost[1]:
            table = replace(table, view=fold(table.view, event))
            continue
        check = _CHECKS.get(type(event), Check.STREAMS)
        try:
            table = _mixed(table, event, place)
            asked = step_of(_faced(sabot, event), table.view)
            if place.is_hidden and isinstance(asked.command, console_commands.Read):
                asked = replace(asked, command=replace(asked.command, side=None))
            change = step(table, asked, place, event.at, seed, order)
        except (Refusal, ValueError, LookupError) as error:
            # Without an earlier event there may be no such card or player.
            why = "it doesn't fit the events before" if isinstance(error, LookupError) else error
            findings.miss(check, record, f"{type(event).__name__}: {why}")
            table = replace(table, view=fold(table.view, event))
            continue
        differs = _differences(change.event, event)
        if differs:
            what = ", ".join(differs)
            by = "the rules" if sabot.is_real else "its seeds"
            findings.miss(check, record, f"{by} give another {what}")
        # The stored event also says how long the table waited, which no rule decides.
        table = replace(change.table, view=fold(table.view, event))
        if isinstance(event, Fixed):
            order = order_of(table)
    return table


def _is_down(event: StreamEvent) -> TypeGuard[Drawn]:
    return isinstance(event, Drawn) and event.card == FACE_DOWN


def _faced(sabot: AuditedSabot, event: StreamEvent) -> StreamEvent:
    """An event with the face of a card that was read in face down; it was taken in any case."""
    if not _is_down(event) or not sabot.is_real:
        return event
    return replace(event, card=sabot.faces[event.coup, event.n], insisted=True)


def _mixed(table: SharedTable, event: StreamEvent, place: TableSetup) -> SharedTable:
    """The table after the players sent the hashes and seeds that an event shows."""
    stage, players = table.view.stage, getattr(event, "players", ())
    sabot = table.mixing.terms.number
    for each in players:
        command: MixIn | OpenSeed | None = None
        if stage is Stage.MIXING:
            command = MixIn(sabot, each.hash)
        elif stage is Stage.OPENING and each.seed is not None:
            command = OpenSeed(sabot, each.seed)
        if command is not None:
            table = step(table, TableStep(command, PlayerActor(each.player)), place, event.at).table
    return table


def _differences(made: StreamEvent | None, told: StreamEvent) -> list[str]:
    """The fields that differ, except `until`: how long a croupier waits is not checked."""
    if type(made) is not type(told):
        return ["event"]
    names = [field.name for field in fields(told) if field.name != "until"]
    return [name for name in names if getattr(made, name) != getattr(told, name)]


def look_at(sabot: AuditedSabot, rules: Rules, findings: Findings) -> None:
    """Check a sabot whose seed is not revealed, as far as its events allow."""
    view = sabot.before.view
    for record, event in sabot.told:
        try:
            why = _looks_wrong(event, view, rules)
        except (Refusal, ValueError) as error:
            why = f"{type(event).__name__}: {error}"
        if why:
            findings.miss(_CHECKS[type(event)], record, why)
        view = fold(view, event)


def _looks_wrong(event: StreamEvent, view: TableView, rules: Rules) -> str:
    match event:
        case Fixed() if not _is_fixed(view.commitment, event):
            return "its list doesn't give the hash that fixes the order"
        case Burned() if not _is_burned(event, rules):
            return "the number of burned cards doesn't follow from the first card"
        case Turned() if not _is_turned(view.cards, event):
            return "the turned cards are not those that were dealt"
        case Result() if event.cards != view.cards or not _is_result(event, rules):
            return "its result doesn't follow from its cards"
        case _:
            return ""


def _is_fixed(commitment: str, event: Fixed) -> bool:
    players = [mixed_of(each) for each in event.players]
    opened = all(each.seed and hash_seed(each.seed) == each.hash for each in players)
    return opened and fix(bytes.fromhex(commitment), players).hex() == event.fixed


def _is_turned(before: str, event: Turned) -> bool:
    """Whether only cards that were face down changed, at most those of one side."""
    pairs = [(before[n : n + 2], event.cards[n : n + 2]) for n in range(0, len(event.cards), 2)]
    up = [new for old, new in pairs if old == FACE_DOWN != new]
    return (
        len(before) == len(event.cards)
        and all(new == old for old, new in pairs if old != FACE_DOWN)
        and 0 < len(up) <= _MOST_OF_A_SIDE
    )


def _is_burned(event: Burned, rules: Rules) -> bool:
    burn = rules.sheet.cards.burn
    gone = burn.cards(parse_card(event.first)) if burn else 0
    return (event.gone, event.burned) == (gone, gone - 1)


def _is_result(event: Result, rules: Rules) -> bool:
    coup = deal_exactly(rules.sheet.rule, parse_cards(event.cards))
    told = event.punto, event.banco, event.outcome, event.decisions
    return told == (points(coup.punto), points(coup.banco), coup.outcome, coup.decisions)
