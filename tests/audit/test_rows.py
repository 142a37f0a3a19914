"""Accounts and seats that contradict each other are found."""

import pytest
from msgspec.structs import replace

from puntobanco.audit.account_checks import AccountsAudit
from puntobanco.audit.findings import Check, Findings
from puntobanco.audit.ledger import Ledger
from puntobanco.audit.outcomes import OutcomeCounts
from puntobanco.audit.private_seats import PrivateReplay
from puntobanco.audit.seats import compare_rows
from puntobanco.ledger.accounts import Account, AccountKind
from puntobanco.store.books import SeatRow, Snapshot
from puntobanco.store.interface import Role
from puntobanco.table.seat import PrivateSeat
from puntobanco.wire.messages import Next
from puntobanco.wire.seat_fold import PrivateView

PEOPLE = {1: Role.PLAYER, 2: Role.PLAYER, 3: Role.GUEST, 4: Role.OPERATOR}
HOUSE = Account(1, AccountKind.HOUSE, None, "EUR", 0)
ANNA = Account(2, AccountKind.PLAYER, 1, "EUR", 0)
CREDIT = Account(3, AccountKind.CREDIT, 1, "EUR", 0)
SEAT = PrivateSeat(
    id=1,
    account=2,
    credit_account=3,
    house="for-fun",
    currency="EUR",
    view=PrivateView(1, next=Next(1, "00" * 32)),
    sheet=bytes(32),
    seed=b"",
)
SAME_TABLE = replace(SEAT, id=2, credit_account=4)
SAME_CREDIT = replace(SEAT, id=2, house="elsewhere")


def wrong(accounts: list[Account], *seats: PrivateSeat) -> list[str]:
    """The errors that the audit finds among these rows."""
    rows = tuple(SeatRow(seat, b"") for seat in seats)
    snapshot = Snapshot(1, PEOPLE, tuple(accounts), rows, {}, (), ())
    findings = Findings()
    ledger = Ledger(accounts, findings, in_one_order=True)
    replays = [PrivateReplay(seat, b"", {}, OutcomeCounts(), ledger, findings) for seat in seats]
    audit = AccountsAudit(snapshot, ledger, findings)
    audit.check(compare_rows(replays, snapshot, findings))
    results = {each.check: each for each in findings.results()}
    first = results[Check.SEATS].first
    return [first.why] if first else []


def test_consistent_rows_pass() -> None:
    guests = Account(4, AccountKind.PLAYER, 3, "FUN", 0)
    assert wrong([HOUSE, ANNA, CREDIT, guests], SEAT) == []


def test_a_table_whose_creation_was_interrupted_passes() -> None:
    assert wrong([Account(5, AccountKind.TABLE, None, "FUN", 0)]) == []


@pytest.mark.parametrize(
    ("accounts", "seats", "why"),
    [
        ([Account(1, AccountKind.HOUSE, 1, "EUR", 0)], [], "its kind and its owner don't fit"),
        ([Account(2, AccountKind.PLAYER, None, "EUR", 0)], [], "its kind and its owner don't fit"),
        ([Account(2, AccountKind.PLAYER, 9, "EUR", 0)], [], "its owner is unknown"),
        ([Account(2, AccountKind.PLAYER, 3, "EUR", 0)], [], "its owner, guest, has no EUR"),
        ([Account(2, AccountKind.PLAYER, 4, "FUN", 0)], [], "its owner, operator, has no FUN"),
        ([ANNA, Account(9, AccountKind.PLAYER, 1, "EUR", 0)], [], "its owner has another one"),
        ([ANNA, CREDIT], [], "a credit without a seat"),
        ([ANNA], [SEAT], "one of its accounts is missing"),
        ([ANNA, Account(3, AccountKind.CREDIT, 2, "EUR", 0)], [SEAT], "its accounts"),
        ([ANNA, Account(3, AccountKind.CREDIT, 1, "CHF", 0)], [SEAT], "its accounts"),
        ([ANNA, Account(3, AccountKind.TIPS, 1, "EUR", 0)], [SEAT], "its accounts"),
        (
            [ANNA, CREDIT, Account(4, AccountKind.CREDIT, 1, "EUR", 0)],
            [SEAT, SAME_TABLE],
            "another seat",
        ),
        ([ANNA, CREDIT], [SEAT, SAME_CREDIT], "another seat"),
        (
            [Account(5, AccountKind.TABLE, None, "FUN", 100)],
            [],
            "wrongly used as a table's account",
        ),
    ],
)
def test_inconsistent_rows_are_found(
    accounts: list[Account], seats: list[PrivateSeat], why: str
) -> None:
    (found,) = wrong(accounts, *seats)
    assert why in found
