"""Adds up all postings again and compares them with the balances."""

from collections.abc import Iterable, Mapping

from puntobanco.audit.findings import Check, Findings
from puntobanco.ledger.accounts import MAY_OWE, Account, AccountKind
from puntobanco.ledger.records import Posting
from puntobanco.store.interface import Stored


class Ledger:
    """The sums of all postings.

    With one chain the order is known, so a balance below zero is found where it occurs.
    """

    def __init__(
        self,
        accounts: Iterable[Account],
        findings: Findings,
        *,
        in_one_order: bool,
        of_tables: Mapping[int, str] | None = None,
    ) -> None:
        self.accounts = {account.id: account for account in accounts}
        self._in_one_order = in_one_order
        self._of_tables = of_tables or {}
        self._findings = findings
        self._sums = dict.fromkeys(self.accounts, 0)
        self._covered = {each.id for each in self.accounts.values() if each.kind not in MAY_OWE}

    def kind(self, account: int) -> AccountKind | None:
        found = self.accounts.get(account)
        return found.kind if found else None

    def is_of_table(self, account: int, table: str, kind: AccountKind) -> bool:
        """Whether it is the shared table's account of this kind."""
        return self.kind(account) is kind and self._of_tables.get(account) == table

    def add(self, stored: Stored) -> None:
        postings = stored.record.postings
        for each in postings:
            self._add(stored.id, each)
        self._findings.looked_at[Check.POSTINGS] += len(postings)
        if self._in_one_order:
            for each in postings:
                if self._sums.get(each.payer, 0) < 0 and each.payer in self._covered:
                    self._findings.miss(
                        Check.COVERED, stored.id, f"account {each.payer} falls below zero"
                    )

    def _add(self, record: int, posting: Posting) -> None:
        payer, payee = self.accounts.get(posting.payer), self.accounts.get(posting.payee)
        if payer is None or payee is None:
            unknown = posting.payer if payer is None else posting.payee
            self._findings.miss(Check.POSTINGS, record, f"there is no account {unknown}")
        elif payer.currency != payee.currency or payer is payee:
            self._findings.miss(
                Check.POSTINGS,
                record,
                f"a posting from {payer.currency} {payer.id} to {payee.currency} {payee.id}",
            )
        if posting.amount <= 0:
            self._findings.miss(Check.POSTINGS, record, f"a posting of {posting.amount} cents")
        self._sums[posting.payer] = self._sums.get(posting.payer, 0) - posting.amount
        self._sums[posting.payee] = self._sums.get(posting.payee, 0) + posting.amount

    def finish(self) -> None:
        currencies: dict[str, int] = {}
        for account in self.accounts.values():
            self._findings.looked_at[Check.BALANCES] += 1
            currencies[account.currency] = currencies.get(account.currency, 0) + account.balance
            if account.balance != self._sums[account.id]:
                self._findings.miss(
                    Check.BALANCES,
                    None,
                    f"account {account.id} holds {account.balance},"
                    f" its postings add up to {self._sums[account.id]}",
                )
            if account.id in self._covered:
                self._findings.looked_at[Check.COVERED] += 1
                if account.balance < 0:
                    self._findings.miss(
                        Check.COVERED, None, f"account {account.id} holds {account.balance}"
                    )
        for currency, total in currencies.items():
            if total:
                self._findings.miss(Check.BALANCES, None, f"{currency} adds up to {total}")


def moved(*postings: Posting) -> tuple[Posting, ...]:
    """Those that move money: nothing is posted for an amount of zero."""
    return tuple([each for each in postings if each.amount])
