"""Replays a sabot of a shared table step by step."""

from functools import cached_property
from typing import Final, TypeGuard

from msgspec import Struct
from msgspec.structs import fields, replace

from puntobanco.audit.event_causes import step_of
from puntobanco.audit.findings import Check, Findings
from puntobanco.audit.rules import Rules
from puntobanco.errors import Refusal
from puntobanco.fair.commitment import fix, hash_seed
from puntobanco.game.cards import parse_card, parse_cards, points
from puntobanco.game.coup import deal_exactly
from puntobanco.game.settlement import won_bets
from puntobanco.table.shared.sabot_proofs import mixed_of
from puntobanco.table.shared.shared_table import (
    PlayerActor,
    SharedTable,
    TableSetup,
    TableStep,
    order_of,
)
from puntobanco.table.shared.table_steps import step
from puntobanco.wire import console_commands
from puntobanco.wire.requests import MixIn, OpenSeed
from puntobanco.wire.stream import (
    FACE_DOWN,
    Amended,
    Aside,
    Burned,
    Called,
    Corrected,
    CutCardSeen,
    Drawn,
    Fixed,
    Keyed,
    ListClosed,
    Reopened,
    Result,
    Revealed,
    Reversed,
    Shuffled,
    Stage,
    StreamEvent,
    TableView,
    Turned,
)
from puntobanco.wire.table_fold import fold
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
_FIELDS: Final[dict[tuple[type, str], Check]] = {  # fields that belong to another check
    (Result, "coup"): Check.NUMBERS,
    (Result, "due"): Check.SETTLEMENT,
    (Reversed, "due"): Check.SETTLEMENT,
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
        _count(event, findings)
        by = "the rules" if sabot.is_real else "its seeds"
        for which, what in _by_check(_differences(change.event, event), event):
            findings.miss(which, record, f"{by} give another {what}")
        # The stored event also says how long the table waited, which no rule decides.
        table = replace(change.table, view=fold(table.view, event))
        if isinstance(event, Fixed):
            order = order_of(table)
    return table


def _count(event: StreamEvent, findings: Findings) -> None:
    """Count what was compared beside the cards: stakes of real chips, payments, numbers."""
    match event:
        case Keyed() | Amended():
            findings.looked_at[Check.BETTING] += 1
        case Result():
            findings.looked_at[Check.NUMBERS] += 1
            findings.looked_at[Check.SETTLEMENT] += bool(event.due)
        case _:
            pass


def _by_check(differs: list[str], event: StreamEvent) -> list[tuple[Check, str]]:
    """Fields that differ, with the checks that they belong to."""
    found: dict[Check, list[str]] = {}
    usual = _CHECKS.get(type(event), Check.STREAMS)
    for name in differs:
        found.setdefault(_FIELDS.get((type(event), name), usual), []).append(name)
    return [(each, ", ".join(names)) for each, names in found.items()]


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
    dealt = points(coup.punto), points(coup.banco), coup.outcome, coup.decisions
    return told == dealt and event.won in ((), won_bets(rules.sheet, coup))
