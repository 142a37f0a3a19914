"""The audit of postings finds wrong sums, also if only the final balances are right."""

from puntobanco.audit.findings import Check, Findings
from puntobanco.audit.ledger import Ledger
from puntobanco.ledger.accounts import Account, AccountKind
from puntobanco.ledger.records import Posting, Record, RecordKind
from puntobanco.store.interface import Stored

CASHIER = Account(1, AccountKind.CASHIER, None, "EUR", -5)
ANNA = Account(2, AccountKind.PLAYER, 1, "EUR", 5)


def add_up(*postings: Posting, in_one_order: bool = True) -> dict[Check, int | None]:
    """The failing checks, each with its first record."""
    findings = Findings()
    ledger = Ledger((CASHIER, ANNA), findings, in_one_order=in_one_order)
    for n, posting in enumerate(postings, 1):
        ledger.add(Stored(n, Record(2, RecordKind.DEPOSITED, 0, b"", (posting,)), b""))
    ledger.finish()
    return {each.check: each.first.record for each in findings.results() if each.first}


def test_an_account_must_not_be_overdrawn_in_between() -> None:
    assert add_up(Posting(1, 2, 10), Posting(2, 1, 5)) == {}
    assert add_up(Posting(2, 1, 5), Posting(1, 2, 10)) == {Check.COVERED: 1}


def test_between_two_nodes_the_order_is_unknown() -> None:
    assert add_up(Posting(2, 1, 5), Posting(1, 2, 10), in_one_order=False) == {}


def test_a_posting_of_zero_or_to_the_same_account_is_found() -> None:
    assert add_up(Posting(1, 2, 5), Posting(1, 2, 0)) == {Check.POSTINGS: 2}
    assert add_up(Posting(1, 2, 5), Posting(2, 2, 5)) == {Check.POSTINGS: 2}


def test_every_currency_must_add_up_to_zero() -> None:
    findings = Findings()
    francs = Account(3, AccountKind.PLAYER, 1, "CHF", 5)
    ledger = Ledger((CASHIER, francs), findings, in_one_order=True)
    ledger.add(Stored(1, Record(3, RecordKind.DEPOSITED, 0, b"", (Posting(1, 3, 5),)), b""))
    ledger.finish()
    found = {each.check: each.found for each in findings.results() if each.found}
    assert found == {Check.POSTINGS: 1, Check.BALANCES: 2}
