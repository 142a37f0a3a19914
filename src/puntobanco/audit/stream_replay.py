"""Replays a shared table's stream event by event."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Final

import msgspec
from msgspec.structs import fields, replace

from puntobanco.audit.betting import BettingAudit
from puntobanco.audit.findings import Check, Findings
from puntobanco.audit.rules import Rules
from puntobanco.audit.sabot_replay import AuditedSabot, look_at, play_again, step_of
from puntobanco.audit.staff import StaffAudit
from puntobanco.errors import Refusal
from puntobanco.fair.commitment import CommitmentEnding, Terms, commit
from puntobanco.fair.dealer import DealerPhase, Mixing
from puntobanco.game.coup import Outcome
from puntobanco.game.sabot import coups
from puntobanco.ledger.records import Record, RecordKind
from puntobanco.store.books import TableRow
from puntobanco.store.interface import Stored
from puntobanco.store.row_mapping import open_seed
from puntobanco.store.sealing import Sealer
from puntobanco.table.shared.sabot_proofs import mixed_of, opened
from puntobanco.table.shared.shared_table import TRANSITIONS, Restore, SharedTable
from puntobanco.wire.stream import (
    Result,
    Revealed,
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

    __slots__ = ("dealt", "row", "sabot", "view", "waiting")

    def __init__(self, row: TableRow) -> None:
        self.row = row
        self.view = TableView(row.name, 0, 0, Standing.OPEN, Stage.RESTING)
        self.dealt = 0  # coups dealt from the present sabot
        self.go_on(_unshuffled(row, self.view, 1))
        self.waiting: dict[tuple[int, int], Stored] = {}  # read before their turn

    def begin(self, epoch: int) -> None:
        """Start in the epoch of the table's first event."""
        self.view = replace(self.view, epoch=epoch)
        self.go_on(_unshuffled(self.row, self.view, 1))

    def go_on(self, after: SharedTable) -> None:
        """Start the next sabot."""
        self.sabot, self.dealt = AuditedSabot(after, [], self.row.spec), 0

    def is_next(self, epoch: int, offset: int) -> bool:
        view = self.view
        if epoch == view.epoch:
            return offset == view.offset + 1
        return epoch > view.epoch and offset == 1


class StreamReplays:
    def __init__(
        self,
        rows: Iterable[TableRow],
        rules: Mapping[str, Rules],
        betting: BettingAudit,
        people: StaffAudit,
        findings: Findings,
    ) -> None:
        self._rules, self._betting, self._findings = rules, betting, findings
        self._people = people
        self._streams = {row.account: StreamReplay(row) for row in rows}
        self.played: Counter[tuple[str, Outcome]] = Counter()
        self.given_up: Counter[tuple[str, Outcome]] = Counter()
        self.retired: Counter[tuple[str, CommitmentEnding]] = Counter()  # by table
        self.sabots = self.coups = 0

    def read(self, stored: Stored) -> None:
        """Follow an event, and those that were waiting for it."""
        stream = self._streams.get(stored.record.account)
        if stream is None:
            self._findings.miss(
                Check.TOLD, stored.id, f"no table has account {stored.record.account}"
            )
            return
        try:
            event = _decode(stored.record.body)
        except msgspec.MsgspecError as error:
            self._findings.miss(Check.TOLD, stored.id, f"can't be read: {error}")
            return
        if not stream.is_next(event.epoch, event.offset):
            stream.waiting[event.epoch, event.offset] = stored
            return
        self._follow(stream, stored, event)
        while stream.waiting:
            at = next((each for each in sorted(stream.waiting) if stream.is_next(*each)), None)
            if at is None:
                return
            after = stream.waiting.pop(at)
            self._follow(stream, after, _decode(after.record.body))

    def _follow(self, stream: StreamReplay, stored: Stored, event: StreamEvent) -> None:
        self._findings.looked_at[Check.TOLD] += 1
        self._findings.looked_at[Check.STREAMS] += 1
        if not stream.view.epoch:
            stream.begin(event.epoch)
        view = stream.view
        self._check_row(stream, stored, event)
        self._people.check(stored.id, event, view)
        asked = step_of(event, view)
        if (view.stage, type(asked.command)) not in TRANSITIONS:
            why = f"{type(event).__name__} while the table is {view.stage}"
            self._findings.miss(Check.STREAMS, stored.id, why)
        if (event.epoch > view.epoch) is not isinstance(asked.command, Restore):
            why = f"epoch {event.epoch} after {view.epoch}"
            self._findings.miss(Check.STREAMS, stored.id, why)
        if isinstance(event, Shuffled) and stream.sabot.is_real:
            self._read_in(stream)
        stream.view = fold(view, event)
        stream.sabot.told.append((stored.id, event))
        self._betting.told(stored, event, view)
        if isinstance(asked.command, Restore) and isinstance(event, Stood):
            self._restored(stream)
        if isinstance(event, Result):
            stream.dealt += 1
            self.coups += stream.view.sheet in self._rules
            # We did not shuffle a real sabot, so its outcomes are not counted.
            if stream.view.sheet in self._rules and not stream.sabot.is_real:
                self.played[stream.view.sheet, event.outcome] += 1
        elif isinstance(event, Revealed):
            try:
                self._revealed(stream, stored, event)
            except ValueError as error:  # an invalid seed or an unknown ending
                self._findings.miss(Check.TOLD, stored.id, f"can't be read: {error}")
                stream.go_on(_unshuffled(stream.row, stream.view, event.sabot + 1))

    def _check_row(self, stream: StreamReplay, stored: Stored, event: StreamEvent) -> None:
        record: Record = stored.record
        told = event.table, event.offset, event.at, isinstance(event, Revealed)
        row = stream.row.name, record.offset, record.at, record.event is RecordKind.REVEALED
        if told != row or record.session != stream.view.sabot or _encode(event) != record.body:
            self._findings.miss(Check.TOLD, stored.id, f"its text says {told}, its row {row}")
        if record.seat is not None or record.key or record.request:
            self._findings.miss(Check.KEYS, stored.id, "a table's own event has a seat or a key")
        if record.postings:
            self._findings.miss(Check.POSTINGS, stored.id, "a table's own event moves money")

    def _revealed(self, stream: StreamReplay, stored: Stored, told: Revealed) -> None:
        """Replay a revealed sabot; if it was given up, count the coups it would have dealt."""
        self.sabots += 1
        sabot, row = stream.sabot, stream.row
        ended = CommitmentEnding(told.ended)
        if ended is not CommitmentEnding.PLAYED:
            self._findings.looked_at[Check.RETIRED] += 1
            self.retired[row.name, ended] += 1
        rules = self._rules.get(told.sheet)
        if rules is None:
            self._findings.miss(Check.SHEETS, stored.id, f"there is no sheet {told.sheet}")
            after = _unshuffled(row, stream.view, told.sabot + 1)
        else:
            after = play_again(sabot, bytes.fromhex(told.server_seed), rules, self._findings)
            if ended is not CommitmentEnding.PLAYED:
                sheet = rules.sheet
                would = coups(sheet.cards, sheet.rule, opened(sheet, told).order())
                for coup in islice(would, stream.dealt, None):
                    self.given_up[told.sheet, coup.outcome] += 1
        stream.go_on(replace(after, view=stream.view))

    def _restored(self, stream: StreamReplay) -> None:
        """Go on after a restore that revealed nothing: no sabot, or a real one."""
        if stream.sabot.is_real:
            self._read_in(stream)
        else:
            stream.go_on(_in_epoch(stream.sabot.before, stream.view))

    def _read_in(self, stream: StreamReplay) -> None:
        """Replay the cards of a real sabot, up to its end or the last record."""
        sabot, shuffled = stream.sabot, stream.sabot.shuffled
        rules = self._rules.get(shuffled.sheet) if shuffled else None
        if rules is None:
            why = f"table {stream.row.name}: there is no sheet for its cards"
            self._findings.miss(Check.SHEETS, sabot.told[0][0], why)
            after = sabot.before
        else:
            after = play_again(sabot, b"", rules, self._findings)
        stream.go_on(replace(after, view=stream.view))

    def finish(self, epoch: int, sealer: Sealer | None) -> None:
        """Report events whose predecessor is missing, and check them anyway."""
        for stream in self._streams.values():
            for at in sorted(stream.waiting):
                stored = stream.waiting[at]
                self._findings.miss(
                    Check.STREAMS,
                    stored.id,
                    f"event {at[1]} of epoch {at[0]} comes after event {stream.view.offset}"
                    f" of epoch {stream.view.epoch}",
                )
                self._follow(stream, stored, _decode(stored.record.body))
            self._check_rest(stream, sealer)
            self._check_state(stream, epoch)

    def _check_rest(self, stream: StreamReplay, sealer: Sealer | None) -> None:
        """Check the sabot that is not revealed yet."""
        name, row = f"table {stream.row.name}", stream.row
        shuffled = stream.sabot.shuffled
        if bool(shuffled and shuffled.commitment) is not bool(row.sealed):
            self._findings.miss(
                Check.SEALED, None, f"{name}: its sealed seed is missing, or there should be none"
            )
        if stream.sabot.is_real:
            self._read_in(stream)
            return
        if shuffled is None:
            return
        rules = self._rules.get(shuffled.sheet)
        if rules is None:
            why = f"{name}: there is no sheet {shuffled.sheet}"
            self._findings.miss(Check.SHEETS, None, why)
            return
        look_at(stream.sabot, rules, self._findings)
        if sealer is None or not row.sealed:
            return
        self._findings.looked_at[Check.SEALED] += 1
        try:
            seed = open_seed(row.table, row.sealed, sealer)
            made = commit(seed, rules.terms(row.name, stream.view.epoch, shuffled.sabot))
        except (Refusal, ValueError):
            made = b""
        if made.hex() != shuffled.commitment:
            self._findings.miss(Check.SEALED, None, f"{name}: its seed is not the committed one")
        else:
            play_again(stream.sabot, seed, rules, self._findings)

    def _check_state(self, stream: StreamReplay, epoch: int) -> None:
        """Check that the stored table is the fold of its stream."""
        row, view, table = stream.row, stream.view, stream.row.table
        self._findings.looked_at[Check.STREAMS] += 1
        if not view.offset:  # no event yet: the table is as it was made
            view = replace(view, epoch=epoch)
        stored, mixing = table.view, table.mixing
        names = [field.name for field in fields(view)]
        wrong = [each for each in names if getattr(stored, each) != getattr(view, each)]
        terms = mixing.terms
        shuffled = view.stage is not Stage.RESTING
        ours = shuffled and bool(view.commitment)  # a real sabot has no mixing
        before = stream.sabot.before
        phases = _PHASES.get(view.stage, {DealerPhase.FIXED}) if ours else {DealerPhase.IDLE}
        fits = {
            "name": (row.name, row.name) == (table.name, row.spec.name) and terms.table == row.name,
            "account": row.account == table.account and row.whose == row.name,
            "currency": table.currency == row.spec.currency,
            "text": _is_written(row),
            "version": row.version == table.version and row.version >= view.offset,
            "epoch": view.epoch == terms.epoch == epoch,
            "mixing": mixing.phase in phases,
            "number": terms.number == (view.sabot if ours else _next(stream)),
            "commitment": mixing.commitment.hex() == (view.commitment if ours else ""),
            "list": _is_listed(view, mixing),
            "sitting out": mixing.sitting_out == _sitting_out(stream),
            "cards read in": (table.past, table.seen) == (before.past, before.seen),
            "sheet": not shuffled or terms.sheet.hex() == view.sheet,
        }
        wrong += [name for name, fit in fits.items() if not fit]
        if wrong:
            what = ", ".join(wrong)
            self._findings.miss(
                Check.STREAMS, None, f"table {row.name}: its {what} is not what its stream says"
            )


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


def _sitting_out(stream: StreamReplay) -> frozenset[str]:
    """The players who still sit out; one mixing is enough, even one without players."""
    if stream.view.stage is not Stage.RESTING and stream.view.fixed:
        return frozenset()
    return stream.sabot.before.mixing.sitting_out


def _next(stream: StreamReplay) -> int:
    return stream.sabot.before.mixing.terms.number


def _in_epoch(table: SharedTable, view: TableView) -> SharedTable:
    """A table without a sabot, in a new epoch: its numbers start at one."""
    terms = replace(table.mixing.terms, epoch=view.epoch, number=1)
    return replace(table, view=view, mixing=replace(table.mixing, terms=terms))


def _unshuffled(row: TableRow, view: TableView, number: int) -> SharedTable:
    """A table before a sabot; the shuffle brings its terms."""
    stored = row.table.mixing.terms
    epoch = view.epoch or stored.epoch
    terms = Terms(row.name, epoch, number, stored.sheet, stored.decks, stored.cut)
    return SharedTable(row.name, row.account, row.table.currency, view, Mixing(terms))
