"""What staff did at a console, as steps of the table, and whether they were allowed to."""

from collections.abc import Mapping
from typing import Final

import msgspec

from puntobanco.audit.findings import Check, Findings
from puntobanco.game.coup import Side
from puntobanco.store.interface import Role
from puntobanco.table.shared.shared_table import PlayerActor, StaffActor, TableStep, Vacate
from puntobanco.wire import console_commands
from puntobanco.wire.console_commands import Commanding, Words
from puntobanco.wire.requests import AskManager
from puntobanco.wire.stream import (
    Aside,
    BettingOpened,
    Called,
    Closing,
    Corrected,
    Directed,
    Drawn,
    Keyed,
    Manager,
    Result,
    Shuffled,
    StreamEvent,
    TableView,
    Turned,
    Voided,
)

_RUN_TABLES: Final = {Role.CROUPIER, Role.MANAGER}
_READS_IN: Final = (Shuffled, BettingOpened, Drawn, Result)


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
        case Voided(manager=person, reason=reason):
            return TableStep(
                console_commands.Void(seen, reason), StaffActor(person, "", is_manager=True)
            )
    command = _by_croupier(event, view)
    if command is None:
        return None
    heard = event.since - 1 if isinstance(event, Closing) else 0
    return TableStep(command, StaffActor(view.croupier, view.croupier_name), heard)


def _by_croupier(event: StreamEvent, view: TableView) -> Commanding | None:
    seen = view.offset
    match event:
        case Shuffled() if is_real(event, view):
            return console_commands.NewSabot(seen)
        case Closing(since=since) if view.croupier and since != view.until:
            return console_commands.CloseBetting(seen)
        case Drawn(card=card, insisted=insisted) if is_real(event, view):
            return console_commands.Read(seen, card, insisted)
        case Aside(card=card, insisted=insisted):
            return console_commands.Read(seen, card, insisted)
        case Corrected(n=n, after=after, reason=reason, insisted=insisted):
            return console_commands.Correct(seen, n, after, reason, insisted)
        case Keyed(box=box, bets=bets):
            return console_commands.KeyIn(seen, box, bets)
        case _:
            return None


class StaffAudit:
    """Checks what staff did against their roles, which never change."""

    def __init__(self, roles: Mapping[int, Role], findings: Findings) -> None:
        self._roles, self._findings = roles, findings

    def check(self, record: int, event: StreamEvent, view: TableView) -> None:
        """Check an event, given the view before it."""
        why = self._wrong(event, view) or _could_not_be_said(event, view)
        if why:
            self._findings.miss(Check.STREAMS, record, why)
        if _is_too_early(event, view):
            why = "done by the croupier before the holder's time was over"
            self._findings.miss(Check.CARDS, record, why)

    def _wrong(self, event: StreamEvent, view: TableView) -> str:
        match event:
            case Directed(croupier=0):
                return "" if view.croupier else "a croupier left, but nobody ran the table"
            case Directed(croupier=person):
                # Only a manager may take a table from another croupier.
                may = {Role.MANAGER} if view.croupier else _RUN_TABLES
                return self._is_none_of(may, person)
            case Voided(manager=person):
                return self._is_none_of({Role.MANAGER}, person)
            case Manager(manager=person) if person:
                return self._is_none_of({Role.MANAGER}, person)
        by_hand = isinstance(event, Aside | Corrected | Keyed)
        by_hand |= isinstance(event, _READS_IN) and is_real(event, view)
        return "nobody ran the table" if by_hand and not view.croupier else ""

    def _is_none_of(self, may: set[Role], person: int) -> str:
        role = self._roles.get(person)
        words = " or ".join(sorted(may))
        return "" if role in may else f"done by {person}, who is not a {words}"


def _could_not_be_said(event: StreamEvent, view: TableView) -> str:
    """Say what is wrong with the words or the caller: consoles require valid words."""
    asked = step_at_console(event, view)
    match event, asked.command if asked else None:
        case Manager(manager=0, by=""), _:
            return "called by nobody"
        case Manager(manager=0, by=by), console_commands.CallManager() if by.isdecimal():
            return "a player's call can't have words"
        case Manager(by=by), AskManager() if by.isdecimal():
            return ""
        case _, console_commands.CallManager(words=words) | console_commands.Decide(words=words):
            pass
        case _, console_commands.Correct(reason=words) | console_commands.Void(reason=words):
            pass
        case Manager(), AskManager():
            words = ""
        case _:
            return ""
    return "" if _are_words(words) else f"{type(event).__name__} without valid words"


def _are_words(said: str) -> bool:
    """Whether a console would have accepted these words."""
    try:
        msgspec.convert(said, Words)
    except msgspec.ValidationError:
        return False
    return True


def _is_too_early(event: StreamEvent, view: TableView) -> bool:
    """Whether the croupier acted for a holder whose time was not over."""
    match event:
        case Turned(side=side, player=""):
            pass
        case Called(player=""):
            side = Side.PUNTO
        case _:
            return False
    return side in view.holders and (view.until is None or event.at < view.until)
