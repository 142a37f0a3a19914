"""Replays a shared table's stream event by event."""

from collections.abc import Mapping
from itertools import islice
from typing import Final

import msgspec
from msgspec.structs import fields, replace

from puntobanco.audit.betting import BettingAudit
from puntobanco.audit.event_causes import step_of
from puntobanco.audit.findings import AuditedRecord, Check, Findings
from puntobanco.audit.outcomes import OutcomeCounts
from puntobanco.audit.rules import Rules
from puntobanco.audit.sabot_replay import AuditedSabot, look_at, play_again
from puntobanco.audit.staff import StaffAudit
from puntobanco.errors import Refusal
from puntobanco.fair.commitment import CommitmentEnding, Terms, commit
from puntobanco.fair.dealer import DealerPhase, Mixing
from puntobanco.game.sabot import coups
from puntobanco.ledger.records import RecordKind
from puntobanco.store.books import TableRow
from puntobanco.store.interface import Stored
from puntobanco.store.row_mapping import open_seed
from puntobanco.store.sealing import Sealer
from puntobanco.table.effective_sheet import has_limits
from puntobanco.table.shared.sabot_proofs import mixed_of, opened
from puntobanco.table.shared.shared_table import TRANSITIONS, Restore, SharedTable
from puntobanco.wire.stream import (
    Closing,
    Limited,
    Result,
    Revealed,
    Reversed,
    Shuffled,
    Stage,
    Standing,
    Stood,
    StreamEvent,
    TableView,
)
from puntobanco.wire.table_fold import fold

_decode: Final = msgspec.json.Decoder(StreamEvent).decode
_encode: Final = msgspec.json.Encoder().encode
_PHASES: Final = {
    Stage.RESTING: {DealerPhase.IDLE},
    Stage.MIXING: {DealerPhase.COMMITTED, DealerPhase.JOINED},
    Stage.OPENING: {DealerPhase.CLOSED},
}


class StreamReplay:
    """A table after the events read so far."""

    def __init__(
        self,
        row: TableRow,
        rules: Mapping[str, Rules],
        betting: BettingAudit,
        staff: StaffAudit,
        counts: OutcomeCounts,
        findings: Findings,
    ) -> None:
        self._row, self._rules, self._findings = row, rules, findings
        self._betting, self._staff, self._counts = betting, staff, counts
        # By epoch and offset: events that were read before their turn.
        self._waiting: dict[tuple[int, int], tuple[Stored, StreamEvent]] = {}
        self._view = TableView(row.name, 0, 0, Standing.OPEN, Stage.RESTING)
        self._begin_sabot(self._unshuffled(1))

    def _begin_sabot(self, after: SharedTable) -> None:
        """Continue with the next sabot."""
        row, self._dealt = self._row, 0
        self._sabot = AuditedSabot(after, [], row.spec, row.table.hidden)

    def _unshuffled(self, number: int) -> SharedTable:
        """The table before a sabot; the shuffle brings its terms."""
        row, stored = self._row, self._row.table.mixing.terms
        epoch = self._view.epoch or stored.epoch
        terms = Terms(row.name, epoch, number, stored.sheet, stored.decks, stored.cut)
        return SharedTable(row.name, row.account, row.table.currency, self._view, Mixing(terms))

    @property
    def _number(self) -> int:
        """The number of the sabot, or of the next one before it is shuffled."""
        return self._sabot.before.mixing.terms.number

    def _is_next(self, epoch: int, offset: int) -> bool:
        view = self._view
        if epoch == view.epoch:
            return offset == view.offset + 1
        return epoch > view.epoch and offset == 1

    def read(self, stored: Stored) -> None:
        """Follow an event, and those that were waiting for it."""
        try:
            event = _decode(stored.record.body)
        except msgspec.MsgspecError as error:
            self._findings.miss(Check.TOLD, stored.id, f"can't be read: {error}")
            return
        if not self._is_next(event.epoch, event.offset):
            self._waiting[event.epoch, event.offset] = stored, event
            return
        self._follow(stored, event)
        while at := next((each for each in sorted(self._waiting) if self._is_next(*each)), None):
            self._follow(*self._waiting.pop(at))

    def _follow(self, stored: Stored, event: StreamEvent) -> None:
        audited = AuditedRecord(stored, self._findings)
        audited.looks_at(Check.TOLD)
        audited.looks_at(Check.STREAMS)
        try:
            self._check(event, audited)
        except (Refusal, ValueError) as error:  # such as an invalid seed or an unknown ending
            audited.miss(Check.TOLD, f"can't be read: {error}")
            if isinstance(event, Revealed):
                self._begin_sabot(self._unshuffled(self._number + 1))

    def _check(self, event: StreamEvent, audited: AuditedRecord) -> None:
        if not self._view.epoch:  # the first event tells the first epoch
            self._view = replace(self._view, epoch=event.epoch)
            self._begin_sabot(self._unshuffled(1))
        view, record = self._view, audited.stored.id
        self._check_row(event, audited)
        self._staff.check(record, event, view)
        asked = step_of(event, view)
        if (view.stage, type(asked.command)) not in TRANSITIONS:
            why = f"{type(event).__name__} while the table is {view.stage}"
            audited.miss(Check.STREAMS, why)
        if (event.epoch > view.epoch) is not isinstance(asked.command, Restore):
            audited.miss(Check.STREAMS, f"epoch {event.epoch} after {view.epoch}")
        self._check_words(event, audited)
        if isinstance(event, Shuffled) and self._sabot.is_real:
            self._read_in()
        self._view = fold(view, event)
        self._sabot.told.append((record, event))
        self._betting.told(audited.stored, event, view, self._view)
        if isinstance(asked.command, Restore) and isinstance(event, Stood):
            self._restored()
        if isinstance(event, Result):
            self._count(event)
        elif isinstance(event, Reversed) and view.sheet in self._rules:
            self._counts.coups -= 1  # it is announced again, or void
        elif isinstance(event, Revealed):
            self._revealed(event, audited)

    def _check_words(self, event: StreamEvent, audited: AuditedRecord) -> None:
        """Check what people decide, which no replay can repeat."""
        if isinstance(event, Closing) and event.since > event.at + 1:
            audited.miss(Check.STREAMS, "the betting closes after the closing is recorded")
        limits = event.limits if isinstance(event, Limited) else self._view.limits
        if isinstance(event, Limited | Shuffled) and limits is not None:
            rules = self._rules.get(event.sheet)
            if rules is None or not has_limits(rules.sheet, limits):
                audited.miss(Check.SHEETS, f"there is no sheet {event.sheet} with the limits set")

    def _check_row(self, event: StreamEvent, audited: AuditedRecord) -> None:
        record = audited.record
        told = event.table, event.offset, event.at, isinstance(event, Revealed)
        row = self._row.name, record.offset, record.at, record.event is RecordKind.REVEALED
        if told != row or record.session != self._view.sabot or _encode(event) != record.body:
            audited.miss(Check.TOLD, f"its text says {told}, its row {row}")
        if record.seat is not None or record.key or record.request:
            audited.miss(Check.KEYS, "a table's own event has a seat or a key")
        if record.postings:
            audited.miss(Check.POSTINGS, "a table's own event moves money")

    def _count(self, told: Result) -> None:
        self._dealt += 1
        if self._view.sheet in self._rules:
            self._counts.coups += 1
            self._findings.looked_at[Check.CARDS] += 1
            # We did not shuffle a real sabot, so its outcomes are not counted.
            if not self._sabot.is_real:
                self._counts.played[self._view.sheet, told.outcome] += 1

    def _revealed(self, told: Revealed, audited: AuditedRecord) -> None:
        """Replay a revealed sabot; if it was given up, count the coups it would have dealt."""
        audited.looks_at(Check.COMMITMENTS)
        ended = CommitmentEnding(told.ended)
        if ended is not CommitmentEnding.PLAYED:
            audited.looks_at(Check.RETIRED)
            self._counts.retired[self._row.name, ended] += 1
        rules = self._rules.get(told.sheet)
        if rules is None:
            audited.miss(Check.SHEETS, f"there is no sheet {told.sheet}")
            self._begin_sabot(self._unshuffled(self._number + 1))
            return
        after = play_again(self._sabot, bytes.fromhex(told.server_seed), rules, self._findings)
        if ended is not CommitmentEnding.PLAYED:
            sheet = rules.sheet
            would = coups(sheet.cards, sheet.rule, opened(sheet, told).order())
            for coup in islice(would, self._dealt, None):
                self._counts.given_up[told.sheet, coup.outcome] += 1
        self._begin_sabot(replace(after, view=self._view))

    def _restored(self) -> None:
        """Go on after a restore that revealed nothing: no sabot, or a real one."""
        if self._sabot.is_real:
            self._read_in()
            return
        # A table without a sabot: its numbers start at one in the new epoch.
        table = self._sabot.before
        terms = replace(table.mixing.terms, epoch=self._view.epoch, number=1)
        mixing = replace(table.mixing, terms=terms)
        self._begin_sabot(replace(table, view=self._view, mixing=mixing))

    def _read_in(self) -> None:
        """Replay the cards of a real sabot, up to its end or the last record."""
        sabot, shuffled = self._sabot, self._sabot.shuffled
        rules = self._rules.get(shuffled.sheet) if shuffled else None
        if rules is None:
            why = f"table {self._row.name}: there is no sheet for its cards"
            self._findings.miss(Check.SHEETS, sabot.told[0][0], why)
            after = sabot.before
        else:
            after = play_again(sabot, b"", rules, self._findings)
        self._begin_sabot(replace(after, view=self._view))

    # --- the row -----------------------------------------------------------------------------

    def finish(self, epoch: int, sealer: Sealer | None) -> None:
        """Report events whose predecessor is missing, and check them anyway; then the row."""
        for at in sorted(self._waiting):
            stored, event = self._waiting[at]
            last = f"event {self._view.offset} of epoch {self._view.epoch}"
            why = f"event {at[1]} of epoch {at[0]} comes after {last}"
            self._findings.miss(Check.STREAMS, stored.id, why)
            self._follow(stored, event)
        self._check_rest(sealer)
        self._check_state(epoch)

    def _check_rest(self, sealer: Sealer | None) -> None:
        """Check the sabot that is not revealed yet."""
        row, sabot, shuffled = self._row, self._sabot, self._sabot.shuffled
        name = f"table {row.name}"
        if bool(shuffled and shuffled.commitment) is not bool(row.sealed):
            why = f"{name}: its sealed seed is missing, or there should be none"
            self._findings.miss(Check.SEALED, None, why)
        if sabot.is_real:
            self._read_in()
            return
        if shuffled is None:
            return
        rules = self._rules.get(shuffled.sheet)
        if rules is None:
            why = f"{name}: there is no sheet {shuffled.sheet}"
            self._findings.miss(Check.SHEETS, None, why)
            return
        if sealer is not None and row.sealed:
            self._findings.looked_at[Check.SEALED] += 1
            try:
                seed = open_seed(row.table, row.sealed, sealer)
                made = commit(seed, rules.terms(row.name, self._view.epoch, shuffled.sabot))
            except (Refusal, ValueError):
                made = b""
            if made.hex() == shuffled.commitment:
                play_again(sabot, seed, rules, self._findings)
                return
            self._findings.miss(Check.SEALED, None, f"{name}: its seed is not the committed one")
        look_at(sabot, rules, self._findings)

    def _check_state(self, epoch: int) -> None:
        """Check that the stored table is the fold of its stream."""
        row, view, table = self._row, self._view, self._row.table
        self._findings.looked_at[Check.STREAMS] += 1
        if not view.offset:  # no event yet: the table is as it was made
            view = replace(view, epoch=epoch)
        stored, mixing, terms = table.view, table.mixing, table.mixing.terms
        names = [field.name for field in fields(view)]
        wrong = [each for each in names if getattr(stored, each) != getattr(view, each)]
        shuffled = view.stage is not Stage.RESTING
        ours = shuffled and bool(view.commitment)  # a real sabot has no mixing
        before = self._sabot.before
        phases = _PHASES.get(view.stage, {DealerPhase.FIXED}) if ours else {DealerPhase.IDLE}
        # One mixing is enough for players to sit out no longer, even one without players.
        sit_out = frozenset() if shuffled and view.fixed else before.mixing.sitting_out
        fits = {
            "name": (row.name, row.name) == (table.name, row.spec.name) and terms.table == row.name,
            "account": row.account == table.account and row.whose == row.name,
            "currency": table.currency == row.spec.currency,
            "text": _is_written(row),
            "version": row.version == table.version and row.version >= view.offset,
            "epoch": view.epoch == terms.epoch == epoch,
            "mixing": mixing.phase in phases,
            "number": terms.number == (view.sabot if ours else self._number),
            "commitment": mixing.commitment.hex() == (view.commitment if ours else ""),
            "list": _is_listed(view, mixing),
            "sitting out": mixing.sitting_out == sit_out,
            "cards read in": _cards_of(table) == _cards_of(before),
            "sheet": not shuffled or terms.sheet.hex() == view.sheet,
        }
        wrong += [name for name, fit in fits.items() if not fit]
        if wrong:
            why = f"table {row.name}: its {', '.join(wrong)} is not what its stream says"
            self._findings.miss(Check.STREAMS, None, why)


def _cards_of(table: SharedTable) -> tuple[tuple[str, ...], str, str | None, str]:
    return table.past, table.seen, table.burned_aside, table.hidden


def _is_written(row: TableRow) -> bool:
    """Whether the stored text is this table exactly; `sitting_out` has no order."""
    written, made = msgspec.json.decode(row.state), msgspec.to_builtins(row.table)
    if not {"view", "mixing"} <= written.keys() or "sitting_out" not in written["mixing"]:
        return False
    for each in (written, made):
        each["mixing"]["sitting_out"] = sorted(each["mixing"]["sitting_out"])
    return bool(written == msgspec.json.decode(_encode(made)))


def _is_listed(view: TableView, mixing: Mixing) -> bool:
    """Whether view and mixing agree.

    The view has no hashes until the list is closed, and no seeds until all are open.
    """
    if view.stage in (Stage.RESTING, Stage.MIXING):
        return bool(mixing.players) is (mixing.phase is DealerPhase.JOINED)
    known = [mixed_of(each) for each in view.players]
    if view.stage is Stage.OPENING:
        return known == [replace(each, seed=None) for each in mixing.players]
    return known == list(mixing.players)
