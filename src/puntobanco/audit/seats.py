"""Replays every seat from its records and compares it with its row."""

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec
from msgspec.structs import fields, replace

from puntobanco.audit.betting import BettingAudit
from puntobanco.audit.findings import (
    Check,
    Findings,
    Miss,
    check_asked,
    check_posted,
    check_unasked,
)
from puntobanco.audit.ledger import Ledger
from puntobanco.audit.private_seats import PrivateSeats, check_promise
from puntobanco.audit.rules import Rules
from puntobanco.audit.shared_seats import SharedSeats
from puntobanco.ledger.accounts import Account, AccountKind
from puntobanco.ledger.records import Posting, Record, RecordKind
from puntobanco.store.books import SeatRow, Snapshot
from puntobanco.store.interface import Stored
from puntobanco.table.recording import RECORDED_AS
from puntobanco.table.seat import PrivateSeat, Seat, SeatPhase
from puntobanco.wire import messages
from puntobanco.wire.messages import Closed, Next, Opened, Reason, Retired, ToppedUp
from puntobanco.wire.requests import CashOut, Open, TopUp
from puntobanco.wire.seat_fold import PrivateView, SharedView, fold_seat

_DECODERS: Final[Mapping[RecordKind, "msgspec.json.Decoder[messages.Event]"]] = {
    event: msgspec.json.Decoder(told) for told, event in RECORDED_AS.items()
}
_EVEN_WHEN_FREE: Final = {RecordKind.RETIRED, RecordKind.PAID, RecordKind.RETURNED}
_NOTHING: Final = Next(0, "")  # at a shared table the seats have no commitments


class SeatReplay:
    """A seat's row, and its view after the records read so far."""

    __slots__ = ("seat", "view", "waiting")

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        # The first record tells the seat's first epoch and its first commitment.
        is_private = isinstance(seat, PrivateSeat)
        self.view: PrivateView | SharedView = PrivateView(0) if is_private else SharedView(0)
        self.waiting: dict[tuple[int, int], Stored] = {}  # read before their turn

    @property
    def place(self) -> tuple[int, int]:
        return self.view.session, self.view.offset

    def is_next(self, record: Record) -> bool:
        session, offset = self.place
        return (record.session, record.offset) in ((session, offset + 1), (session + 1, 1))


class Seats:
    def __init__(
        self,
        rows: Iterable[SeatRow],
        rules: Mapping[str, Rules],
        ledger: Ledger,
        betting: BettingAudit,
        findings: Findings,
    ) -> None:
        self._ledger, self._findings = ledger, findings
        self.private = PrivateSeats(rules, ledger, findings)
        self._shared = SharedSeats(rules, ledger, betting, findings)
        self._replays = {row.seat.id: SeatReplay(row.seat) for row in rows}

    def read(self, stored: Stored) -> None:
        """Follow a record, and those that were waiting for it."""
        replay = self._replays.get(stored.record.seat or 0)
        if replay is None:
            self._findings.miss(Check.TOLD, stored.id, f"there is no seat {stored.record.seat}")
            return
        if not replay.is_next(stored.record):
            replay.waiting[stored.record.session, stored.record.offset] = stored
            return
        self._follow(replay, stored)
        while replay.waiting:
            session, offset = replay.place
            after = replay.waiting.pop((session, offset + 1), None)
            after = after or replay.waiting.pop((session + 1, 1), None)
            if after is None:
                return
            self._follow(replay, after)

    def finish(self) -> None:
        """Report records whose predecessor is missing, and check them anyway."""
        for replay in self._replays.values():
            for place in sorted(replay.waiting):
                stored = replay.waiting[place]
                seat, (session, offset) = replay.seat.id, replay.place
                why = f"event {place[1]} of session {seat}.{place[0]} comes after"
                why = f"{why} event {offset} of session {seat}.{session}"
                self._findings.miss(Check.SESSIONS, stored.id, why)
                self._follow(replay, stored)
        self.private.finish(replay.seat for replay in self._replays.values())

    def _follow(self, replay: SeatReplay, stored: Stored) -> None:
        record, before = stored.record, replay.place

        def miss(check: Check, why: str) -> None:
            self._findings.miss(check, stored.id, why)

        self._findings.looked_at[Check.TOLD] += 1
        try:
            told = _DECODERS[record.event].decode(record.body)
            _begin(replay, told)
            _check_row(replay, record, told, miss)
            self._check(replay, stored, told, miss)
            replay.view = fold_seat(replay.view, told)
        except (msgspec.MsgspecError, ValueError, KeyError, TypeError) as error:
            miss(Check.TOLD, f"can't be read: {type(error).__name__} {error}")
        session, offset = max(before, (record.session, record.offset))
        replay.view = replace(replay.view, session=session, offset=offset)

    def _check(self, replay: SeatReplay, stored: Stored, told: messages.Event, miss: Miss) -> None:
        seat, view = replay.seat, replay.view
        match told:
            case Opened():
                self._opened(replay, stored.record, told, miss)
            case ToppedUp():
                self._topped_up(replay, stored.record, told, miss)
            case Closed():
                self._closed(replay, stored.record, told, miss)
            case messages.CoupPlayed() | Retired():
                if not isinstance(seat, PrivateSeat) or not isinstance(view, PrivateView):
                    raise ValueError("an event of a private seat")
                self.private.check(seat, view, stored, told, miss)
            case _:
                if isinstance(seat, PrivateSeat) or isinstance(view, PrivateView):
                    raise ValueError("an event of a seat at a shared table")
                self._shared.check(seat, view, stored, told, miss)

    def _opened(self, replay: SeatReplay, record: Record, told: Opened, miss: Miss) -> None:
        seat, view = replay.seat, replay.view
        self._findings.looked_at[Check.SESSIONS] += 1
        check_asked(record, Open(told.key, told.credit), self._findings, miss)
        check_posted(record, _moved(seat.account, seat.credit_account, told.credit), miss)
        account = self._ledger.accounts.get(seat.account)
        named = told.house, told.table, told.currency
        if named != (seat.house, seat.table, account.currency if account else None):
            miss(Check.TOLD, f"it names table {told.table} in {told.currency}")
        promised = view.next if isinstance(view, PrivateView) else _NOTHING
        check_promise(promised, told.next, miss)

    def _topped_up(self, replay: SeatReplay, record: Record, told: ToppedUp, miss: Miss) -> None:
        seat, credit = replay.seat, replay.view.credit
        check_asked(record, TopUp(told.key, told.amount), self._findings, miss)
        check_posted(record, _moved(seat.account, seat.credit_account, told.amount), miss)
        if told.credit != credit + told.amount:
            miss(
                Check.SESSIONS,
                f"a credit of {told.credit} after {credit} and a top-up of {told.amount}",
            )

    def _closed(self, replay: SeatReplay, record: Record, told: Closed, miss: Miss) -> None:
        seat, credit = replay.seat, replay.view.credit
        if told.reason is Reason.CASH_OUT:
            check_asked(record, CashOut(told.key), self._findings, miss)
        else:
            check_unasked(record, miss)
        check_posted(record, _moved(seat.credit_account, seat.account, told.credited), miss)
        if told.credited != credit:
            miss(
                Check.SESSIONS, f"{told.credited} went to the account, but the credit was {credit}"
            )

    # --- rows --------------------------------------------------------------------------------

    def compare(self, snapshot: Snapshot) -> set[int]:
        """Compare every row with its replay; return the accounts that belong to seats."""
        places = set()
        accounts: set[int] = set()
        houses = {row.name: row.spec.house for row in snapshot.tables}
        for replay in self._replays.values():
            seat = replay.seat
            self._findings.looked_at[Check.SEATS] += 1
            for why in self._differences(replay, snapshot.epoch):
                self._findings.miss(Check.SEATS, None, f"seat {seat.id}: {why}")
            own = {seat.credit_account}
            if not isinstance(seat, PrivateSeat):
                own.add(seat.stakes_account)
                if houses.get(seat.table) != seat.house:
                    why = f"seat {seat.id}: there is no table {seat.table} of {seat.house}"
                    self._findings.miss(Check.SEATS, None, why)
            place = (seat.table, seat.account)
            if place in places or own & accounts:
                why = f"seat {seat.id}: another seat has its table or its accounts"
                self._findings.miss(Check.SEATS, None, why)
            places.add(place)
            accounts |= own
        return accounts

    def _differences(self, replay: SeatReplay, epoch: int) -> list[str]:
        seat, ledger = replay.seat, self._ledger
        player = ledger.accounts.get(seat.account)
        credit = ledger.accounts.get(seat.credit_account)
        if player is None or credit is None:
            return ["one of its accounts is missing"]
        stored = replace(seat.view, credit=credit.balance)
        told = _as_told(replay.view, stored)
        names = [field.name for field in fields(told)]
        wrong = [name for name in names if getattr(stored, name) != getattr(told, name)]
        is_free, laid = seat.view.phase is SeatPhase.FREE, sum(seat.view.draft.values())
        is_of = replay.view.epoch in (0, epoch) or (
            replay.view.epoch < epoch and not isinstance(seat, PrivateSeat)
        )
        fits = {
            "epoch": seat.view.epoch == epoch and is_of,
            "accounts": _go_together(player, credit),
            "cloth": not laid if is_free else laid <= credit.balance,
            "version": min(seat.version, seat.generation) >= seat.view.session,
        }
        if not isinstance(seat, PrivateSeat):
            stakes = ledger.accounts.get(seat.stakes_account)
            in_play = (
                AccountKind.STAKES,
                sum(seat.view.stakes.values()),
                credit.owner,
                credit.currency,
            )
            fits["stakes in play"] = stakes is not None and in_play == (
                *(stakes.kind, stakes.balance, stakes.owner, stakes.currency),
            )
        wrong += [what for what, fit in fits.items() if not fit]
        return [f"its {what} is not what its records say" for what in wrong]


def _begin(replay: SeatReplay, told: messages.Event) -> None:
    """Take the seat's first epoch from its first record."""
    if not replay.view.epoch:
        epoch = told.of_epoch if isinstance(told, Retired) else told.epoch
        replay.view = replace(replay.view, epoch=epoch)


def _check_row(replay: SeatReplay, record: Record, told: messages.Event, miss: Miss) -> None:
    seat, view = replay.seat, replay.view
    told_place = told.session, told.offset, told.at, told.key
    row_place = f"{seat.id}.{record.session}", record.offset, record.at, record.key
    if told_place != row_place or record.account != seat.account:
        miss(Check.TOLD, f"its text says {told_place}, its row {row_place}")
    opening = record.event is RecordKind.OPENED
    even_when_free = record.event in _EVEN_WHEN_FREE
    if not even_when_free and (view.phase is SeatPhase.FREE) is not opening:
        miss(Check.SESSIONS, f"{record.event} while the seat is {view.phase}")
    if (record.session > view.session) is not opening:
        miss(Check.SESSIONS, f"{record.event} in session {record.session}")
    # A restore retires a private seat's commitment, but makes no record at a shared one.
    is_raised = told.epoch > view.epoch and not isinstance(seat, PrivateSeat)
    if told.epoch != view.epoch and not is_raised and not isinstance(told, Retired):
        miss(Check.NUMBERS, f"epoch {told.epoch} after {view.epoch}")


def _as_told(
    view: PrivateView | SharedView, stored: PrivateView | SharedView
) -> PrivateView | SharedView:
    """The view that the row must have; what no record tells is taken from the row."""
    told = replace(view, epoch=stored.epoch, draft=stored.draft)
    if isinstance(told, PrivateView) and isinstance(stored, PrivateView):
        commitment = told.next.commitment or stored.next.commitment  # without any record
        return replace(told, next=Next(told.next.number, commitment))
    if isinstance(told, SharedView) and isinstance(stored, SharedView) and not told.stakes:
        return replace(told, coup=max(told.coup, stored.coup))  # chips for a later coup
    return told


def _go_together(player: Account, credit: Account) -> bool:
    return (
        player.kind is AccountKind.PLAYER
        and credit.kind is AccountKind.CREDIT
        and (player.owner, player.currency) == (credit.owner, credit.currency)
    )


def _moved(payer: int, payee: int, amount: int) -> tuple[Posting, ...]:
    return (Posting(payer, payee, amount),) if amount else ()
