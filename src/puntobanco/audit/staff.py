"""Checks whether staff were allowed to do what they did at a console."""

from collections.abc import Mapping
from typing import Final

import msgspec

from puntobanco.audit.event_causes import is_real, step_at_console
from puntobanco.audit.findings import Check, Findings
from puntobanco.game.coup import Side
from puntobanco.store.interface import Role
from puntobanco.wire import console_commands
from puntobanco.wire.console_commands import Words
from puntobanco.wire.requests import AskManager
from puntobanco.wire.stream import (
    Amended,
    Aside,
    BettingOpened,
    Burned,
    Called,
    Corrected,
    CutCardSeen,
    Directed,
    Drawn,
    Keyed,
    Limited,
    Manager,
    Reopened,
    Result,
    Reversed,
    Shuffled,
    Standing,
    Stood,
    StreamEvent,
    TableView,
    Turned,
    Voided,
)

_RUN_TABLES: Final = {Role.CROUPIER, Role.MANAGER}
_WITH_A_REASON: Final = (
    *(console_commands.Correct, console_commands.Delete, console_commands.Swap),
    *(console_commands.Void, console_commands.Amend, console_commands.Reverse),
)
_SET_TABLES: Final = {Role.MANAGER, Role.OPERATOR}
_READS_IN: Final = (Shuffled, Burned, BettingOpened, Drawn, Result)


class StaffAudit:
    """Checks what staff did against their roles, which never change."""

    def __init__(
        self, roles: Mapping[int, Role], names: Mapping[int, str | None], findings: Findings
    ) -> None:
        self._roles, self._names, self._findings = roles, names, findings

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
            case Directed(croupier=person, name=name):
                # Only a manager may take a table from another croupier.
                may = {Role.MANAGER} if view.croupier else _RUN_TABLES
                return self._is_none_of(may, person) or self._is_not_called(name, person)
            case Voided(manager=person) | Amended(manager=person) | Reversed(manager=person):
                return self._is_none_of({Role.MANAGER}, person)
            case Manager(manager=person) if person:
                return self._is_none_of({Role.MANAGER}, person)
            case Stood(person=0) if event.offset == 1 or event.standing is Standing.CLOSED:
                return ""  # after a restore, or because the table no longer fits its house
            case Stood(person=person, by=name) | Limited(person=person, by=name):
                return self._is_none_of(_SET_TABLES, person) or self._is_not_called(name, person)
        by_hand = isinstance(event, Aside | Corrected | CutCardSeen | Keyed | Reopened)
        by_hand |= isinstance(event, _READS_IN) and is_real(event, view)
        return "nobody ran the table" if by_hand and not view.croupier else ""

    def _is_none_of(self, may: set[Role], person: int) -> str:
        role = self._roles.get(person)
        words = " or ".join(sorted(may))
        return "" if role in may else f"done by {person}, who is not a {words}"

    def _is_not_called(self, name: str, person: int) -> str:
        return "" if name == self._names.get(person) else f"{person}'s name is not {name}"


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
        case _, console_commands.NewSabot(shuffled_by=words) if not _are_words(words):
            pass
        case _, console_commands.NewSabot(cut_by=words):
            pass
        case Manager(), AskManager():
            words = ""
        case _, command:
            if not isinstance(command, _WITH_A_REASON):
                return ""
            words = command.reason
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
