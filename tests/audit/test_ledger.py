"""Money that adds up in the end, and didn't on the way."""

from puntobanco.audit.findings import Check, Findings
from puntobanco.audit.ledger import Ledger
from puntobanco.ledger.accounts import Account, AccountKind
from puntobanco.ledger.records import Posting, Record, RecordKind
from puntobanco.store.interface import Stored

CASHIER = Account(1, AccountKind.CASHIER, None, "EUR", -5)
ANNA = Account(2, AccountKind.PLAYER, 1, "EUR", 5)


def add_up(*postings: Posting, in_one_order: bool = True) -> dict[Check, int | None]:
    """The checks that don't hold, each with its first record."""
    findings = Findings()
    ledger = Ledger((CASHIER, ANNA), findings, in_one_order=in_one_order)
    for n, posting in enumerate(postings, 1):
        ledger.add(Stored(n, Record(2, RecordKind.DEPOSITED, 0, b"", (posting,)), b""))
    ledger.finish()
    return {each.check: each.first.record for each in findings.results() if each.first}


def test_money_comes_before_it_goes() -> None:
    assert add_up(Posting(1, 2, 10), Posting(2, 1, 5)) == {}
    assert add_up(Posting(2, 1, 5), Posting(1, 2, 10)) == {Check.COVERED: 1}


def test_between_two_nodes_nobody_knows_what_came_first() -> None:
    assert add_up(Posting(2, 1, 5), Posting(1, 2, 10), in_one_order=False) == {}


def test_no_posting_is_for_nothing_or_to_oneself() -> None:
    assert add_up(Posting(1, 2, 5), Posting(1, 2, 0)) == {Check.POSTINGS: 2}
    assert add_up(Posting(1, 2, 5), Posting(2, 2, 5)) == {Check.POSTINGS: 2}


def test_a_currency_adds_up_to_zero() -> None:
    findings = Findings()
    francs = Account(3, AccountKind.PLAYER, 1, "CHF", 5)
    ledger = Ledger((CASHIER, francs), findings, in_one_order=True)
    ledger.add(Stored(1, Record(3, RecordKind.DEPOSITED, 0, b"", (Posting(1, 3, 5),)), b""))
    ledger.finish()
    found = {each.check: each.found for each in findings.results() if each.found}
    assert found == {Check.POSTINGS: 1, Check.BALANCES: 2}
