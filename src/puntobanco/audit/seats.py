"""Replays a seat from its records and compares it with its row."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

import msgspec
from msgspec.structs import fields, replace

from puntobanco.audit.findings import AuditedRecord, Check, Findings
from puntobanco.audit.ledger import Ledger, moved
from puntobanco.ledger.accounts import Account, AccountKind
from puntobanco.ledger.records import Posting, RecordKind
from puntobanco.store.books import Snapshot
from puntobanco.store.interface import Stored
from puntobanco.store.sealing import Sealer
from puntobanco.store.seat_queries import accounts_of
from puntobanco.table.recording import RECORDED_AS
from puntobanco.table.seat import Seat, SeatPhase
from puntobanco.wire.messages import Closed, Event, Next, Opened, Reason, Retired, ToppedUp
from puntobanco.wire.requests import CashOut, Open, TopUp
from puntobanco.wire.seat_fold import PrivateView, SharedView, fold_seat

_DECODERS: Final[Mapping[RecordKind, "msgspec.json.Decoder[Event]"]] = {
    event: msgspec.json.Decoder(told) for told, event in RECORDED_AS.items()
}
_EVEN_WHEN_FREE: Final = {RecordKind.RETIRED, RecordKind.PAID, RecordKind.RETURNED}


class SeatReplay(ABC):
    """A seat's row, and its view after the records read so far.

    This class checks the sessions of a seat; its subclasses check the rest.
    """

    seat: Seat
    view: PrivateView | SharedView
    has_record_of_restore: ClassVar[bool]  # whether a restored backup makes a record at the seat

    def __init__(self, ledger: Ledger, findings: Findings) -> None:
        self._ledger, self._findings = ledger, findings
        self._waiting: dict[tuple[int, int], Stored] = {}  # read before their turn

    @property
    @abstractmethod
    def promised(self) -> Next:
        """The next coup, as the last record has announced it."""

    @abstractmethod
    def check_own(self, told: Event, audited: AuditedRecord) -> None:
        """Check an event that only this kind of seat has."""

    @abstractmethod
    def as_told(self) -> PrivateView | SharedView:
        """The view that the row must have; what no record tells is taken from the row."""

    # --- records -----------------------------------------------------------------------------

    def read(self, stored: Stored) -> None:
        """Follow a record, and those that were waiting for it."""
        self._waiting[stored.record.session, stored.record.offset] = stored
        while self._waiting:
            session, offset = self.view.session, self.view.offset
            after = self._waiting.pop((session, offset + 1), None)
            after = after or self._waiting.pop((session + 1, 1), None)
            if after is None:
                return
            self._follow(after)

    def finish(self, sealer: Sealer | None) -> None:
        """Report records whose predecessor is missing, and check them anyway."""
        for session, offset in sorted(self._waiting):
            stored = self._waiting[session, offset]
            why = f"event {offset} of session {self.seat.id}.{session} comes after"
            last = f"event {self.view.offset} of session {self.seat.id}.{self.view.session}"
            self._findings.miss(Check.SESSIONS, stored.id, f"{why} {last}")
            self._follow(stored)

    def _follow(self, stored: Stored) -> None:
        record, before = stored.record, (self.view.session, self.view.offset)
        audited = AuditedRecord(stored, self._findings)
        audited.looks_at(Check.TOLD)
        try:
            told = _DECODERS[record.event].decode(record.body)
            if not self.view.epoch:  # the first record tells the first epoch
                epoch = told.of_epoch if isinstance(told, Retired) else told.epoch
                self.view = replace(self.view, epoch=epoch)
            self._check_row(told, audited)
            self._check(told, audited)
            self.view = fold_seat(self.view, told)
        except (msgspec.MsgspecError, ValueError, KeyError, TypeError) as error:
            audited.miss(Check.TOLD, f"can't be read: {type(error).__name__} {error}")
        session, offset = max(before, (record.session, record.offset))
        self.view = replace(self.view, session=session, offset=offset)

    def _check_row(self, told: Event, audited: AuditedRecord) -> None:
        seat, view, record = self.seat, self.view, audited.record
        told_place = told.session, told.offset, told.at, told.key
        row_place = f"{seat.id}.{record.session}", record.offset, record.at, record.key
        if told_place != row_place or record.account != seat.account:
            audited.miss(Check.TOLD, f"its text says {told_place}, its row {row_place}")
        opening = record.event is RecordKind.OPENED
        even_when_free = record.event in _EVEN_WHEN_FREE
        if not even_when_free and (view.phase is SeatPhase.FREE) is not opening:
            audited.miss(Check.SESSIONS, f"{record.event} while the seat is {view.phase}")
        if (record.session > view.session) is not opening:
            audited.miss(Check.SESSIONS, f"{record.event} in session {record.session}")
        is_raised = told.epoch > view.epoch and not self.has_record_of_restore
        if told.epoch != view.epoch and not is_raised and not isinstance(told, Retired):
            audited.miss(Check.NUMBERS, f"epoch {told.epoch} after {view.epoch}")

    def _check(self, told: Event, audited: AuditedRecord) -> None:
        seat, credit = self.seat, self.view.credit
        match told:
            case Opened():
                self._opened(told, audited)
            case ToppedUp(key=key, amount=amount):
                audited.check_asked(TopUp(key, amount), seat.id)
                audited.check_postings(*moved(Posting(seat.account, seat.credit_account, amount)))
                if told.credit != credit + amount:
                    why = f"a credit of {told.credit} after {credit} and a top-up of {amount}"
                    audited.miss(Check.SESSIONS, why)
            case Closed(credited=credited):
                if told.reason is Reason.CASH_OUT:
                    audited.check_asked(CashOut(told.key), seat.id)
                else:
                    audited.check_unasked()
                audited.check_postings(*moved(Posting(seat.credit_account, seat.account, credited)))
                if credited != credit:
                    why = f"{credited} went to the account, but the credit was {credit}"
                    audited.miss(Check.SESSIONS, why)
            case _:
                self.check_own(told, audited)

    def _opened(self, told: Opened, audited: AuditedRecord) -> None:
        seat, account = self.seat, self._ledger.accounts.get(self.seat.account)
        audited.looks_at(Check.SESSIONS)
        audited.check_asked(Open(told.key, told.credit), seat.id)
        audited.check_postings(*moved(Posting(seat.account, seat.credit_account, told.credit)))
        named = told.house, told.table, told.currency
        if named != (seat.house, seat.table, account.currency if account else None):
            audited.miss(Check.TOLD, f"it names table {told.table} in {told.currency}")
        self.check_promise(told.next, audited)

    def check_promise(self, told: Next, audited: AuditedRecord) -> None:
        """Check that the next coup is the one that was announced."""
        promised = self.promised
        if told.number != promised.number:
            why = f"its number is {told.number} instead of {promised.number}"
            audited.miss(Check.NUMBERS, why)
        if promised.commitment and told.commitment != promised.commitment:
            audited.miss(Check.COMMITMENTS, "its commitment is not the one given before")

    # --- the row -----------------------------------------------------------------------------

    def differences(self, snapshot: Snapshot) -> Iterator[str]:
        """What is wrong with the row."""
        seat, accounts, epoch = self.seat, self._ledger.accounts, snapshot.epoch
        player, credit = accounts.get(seat.account), accounts.get(seat.credit_account)
        if player is None or credit is None:
            yield "one of its accounts is missing"
            return
        stored, told = replace(seat.view, credit=credit.balance), self.as_told()
        names = [field.name for field in fields(told)]
        wrong = [name for name in names if getattr(stored, name) != getattr(told, name)]
        is_free = seat.view.phase is SeatPhase.FREE
        is_of = self.view.epoch in (0, epoch) or (
            self.view.epoch < epoch and not self.has_record_of_restore
        )
        fits = {
            "epoch": seat.view.epoch == epoch and is_of,
            "accounts": _go_together(player, credit),
            "cloth": not (is_free and seat.view.draft),
            "version": min(seat.version, seat.generation) >= seat.view.session,
        }
        wrong += [what for what, fit in fits.items() if not fit]
        for what in wrong:
            yield f"its {what} is not what its records say"


def compare_rows(replays: Iterable[SeatReplay], snapshot: Snapshot, findings: Findings) -> set[int]:
    """Compare every row with its replay; return the accounts that belong to seats."""
    places: set[tuple[str, int]] = set()
    accounts: set[int] = set()
    for replay in replays:
        seat = replay.seat
        findings.looked_at[Check.SEATS] += 1
        own = {getattr(seat, name) for name in accounts_of(seat)}
        place = seat.table, seat.account
        wrong = list(replay.differences(snapshot))
        if place in places or own & accounts:
            wrong.append("another seat has its table or its accounts")
        for why in wrong:
            findings.miss(Check.SEATS, None, f"seat {seat.id}: {why}")
        places.add(place)
        accounts |= own
    return accounts


def _go_together(player: Account, credit: Account) -> bool:
    return (
        player.kind is AccountKind.PLAYER
        and credit.kind is AccountKind.CREDIT
        and (player.owner, player.currency) == (credit.owner, credit.currency)
    )
