"""Checks the lines of players to the staff of their tables: authors, numbers and answers."""

from collections.abc import Mapping, Set
from typing import Final

import msgspec

from puntobanco.audit.findings import AuditedRecord, Check, Findings
from puntobanco.audit.table_writings import TableWritings
from puntobanco.errors import Refusal
from puntobanco.store.interface import Role
from puntobanco.table.players_lines import answer, asked_of, line_record, write
from puntobanco.table.shared.shared_table import StaffActor
from puntobanco.wire.lines import AnswerEntry, LineAnswered, LineRecord, LineWritten

_decode: Final[msgspec.json.Decoder[LineRecord]] = msgspec.json.Decoder(LineRecord)
_ANSWER: Final = {Role.CROUPIER, Role.MANAGER}


class LineAudit:
    """Checks every line and answer against those before it."""

    def __init__(
        self,
        tables: Mapping[int, str],
        players: Set[int],
        roles: Mapping[int, Role],
        findings: Findings,
    ) -> None:
        self._tables, self._players = tables, players
        self._roles = roles
        self._writings = TableWritings(_decode, line_record, findings)
        self.read = self._writings.read

    def finish(self) -> None:
        for account, records in self._writings.by_table():
            table, before = self._tables.get(account, ""), list[LineRecord]()
            for audited, told in records:
                self._check(audited, told, table, before)
                before.append(told)

    def _check(
        self, audited: AuditedRecord, told: LineRecord, table: str, before: list[LineRecord]
    ) -> None:
        audited.looks_at(Check.LINES)
        try:
            again = self._again(told, table, before)
        except Refusal as refusal:
            audited.miss(Check.LINES, refusal.message)
            return
        if again != told:
            audited.miss(Check.LINES, f"line {again.number} was expected")
        if isinstance(told, LineWritten) and told.player not in self._players:
            audited.miss(Check.LINES, f"no player has account {told.player}")
        if isinstance(told, LineAnswered) and self._roles.get(told.person) not in _ANSWER:
            audited.miss(Check.LINES, f"{told.person} is no croupier or manager")

    def _again(self, told: LineRecord, table: str, before: list[LineRecord]) -> LineRecord:
        asked = asked_of(told)
        if isinstance(told, LineAnswered) and isinstance(asked, AnswerEntry):
            is_manager = self._roles.get(told.person) is Role.MANAGER
            by = StaffActor(told.person, told.name, is_manager)
            return answer(before, told.number, asked, by, told.at)
        if isinstance(told, LineWritten) and not isinstance(asked, AnswerEntry):
            return write(before, asked, told.player, told.session, table, told.at)
        raise AssertionError(asked)
