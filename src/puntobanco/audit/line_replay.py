"""Checks the lines of players to the staff of their tables: authors, numbers and answers."""

from collections.abc import Mapping, Set
from typing import Final

import msgspec

from puntobanco.audit.findings import AuditedRecord, Check, Findings
from puntobanco.errors import Refusal
from puntobanco.store.interface import Role, Stored
from puntobanco.table.players_lines import answer, asked_of, line_key, write
from puntobanco.table.shared.shared_table import StaffActor
from puntobanco.wire.lines import AnswerEntry, LineAnswered, LineRecord, LineWritten

_decode: Final[msgspec.json.Decoder[LineRecord]] = msgspec.json.Decoder(LineRecord)
_ANSWER: Final = {Role.CROUPIER, Role.MANAGER}


class LineAudit:
    """Collects the records first: those of several nodes are not read in their order."""

    def __init__(
        self,
        tables: Mapping[int, str],
        players: Set[int],
        roles: Mapping[int, Role],
        findings: Findings,
    ) -> None:
        self._tables, self._players = tables, players
        self._roles, self._findings = roles, findings
        self._read: dict[int, list[tuple[Stored, LineRecord]]] = {}

    def read(self, stored: Stored) -> None:
        try:
            told = _decode.decode(stored.record.body)
        except msgspec.MsgspecError as error:
            self._findings.miss(Check.TOLD, stored.id, f"can't be read: {error}")
            return
        self._read.setdefault(stored.record.account, []).append((stored, told))

    def finish(self) -> None:
        for account, records in self._read.items():
            table, before = self._tables.get(account, ""), list[LineRecord]()
            for stored, told in sorted(records, key=lambda each: _place(each[1])):
                self._check(AuditedRecord(stored, self._findings), told, table, before)
                before.append(told)

    def _check(
        self, audited: AuditedRecord, told: LineRecord, table: str, before: list[LineRecord]
    ) -> None:
        record, asked = audited.record, asked_of(told)
        audited.looks_at(Check.TOLD)
        audited.looks_at(Check.LINES)
        row = record.at, record.key, record.seat, record.session, record.offset
        if row != (told.at, line_key(told), None, *_place(told)):
            audited.miss(Check.TOLD, "its text doesn't match its row")
        audited.check_asked(asked, record.account)
        audited.check_postings()
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


def _place(told: LineRecord) -> tuple[int, int]:
    return told.number, 2 if isinstance(told, LineAnswered) else 1
