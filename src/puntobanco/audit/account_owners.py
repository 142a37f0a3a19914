"""Checks the owner of every account, for players against the records."""

from collections.abc import Iterator
from typing import Final

import msgspec

from puntobanco.audit.findings import Check, Findings
from puntobanco.ledger.accounts import MAY_OWE, Account, AccountKind
from puntobanco.store.books import Snapshot
from puntobanco.store.interface import Role, Stored
from puntobanco.wire.messages import AccountOpened

_opened: Final = msgspec.json.Decoder(AccountOpened)
_OF_TABLES: Final = {AccountKind.TIPS, AccountKind.CAGNOTTE}
_NOBODYS: Final = MAY_OWE | _OF_TABLES | {AccountKind.TABLE}


class Owners:
    def __init__(self, snapshot: Snapshot, findings: Findings) -> None:
        self._snapshot, self._people, self._findings = snapshot, snapshot.people, findings
        self._accounts = {
            each.id: each for each in snapshot.accounts if each.kind is AccountKind.PLAYER
        }
        self._on_record: set[int] = set()

    def read(self, stored: Stored) -> None:
        record, findings = stored.record, self._findings
        findings.looked_at[Check.TOLD] += 1
        try:
            told = _opened.decode(record.body)
        except msgspec.MsgspecError as error:
            findings.miss(Check.TOLD, stored.id, f"can't be read: {error}")
            return
        row = record.account, record.at, record.key, record.request, record.seat
        told_row = told.account, told.at, "", b"", None
        if told_row != row or record.session or record.offset:
            findings.miss(Check.TOLD, stored.id, "its text doesn't match its row")
        if record.postings:
            findings.miss(Check.POSTINGS, stored.id, "opening an account moves no money")
        account = self._accounts.get(record.account)
        if account is None or record.account in self._on_record:
            findings.miss(
                Check.SEATS, stored.id, f"account {record.account} is unknown or was opened twice"
            )
            return
        self._on_record.add(record.account)
        now = account.owner, account.currency, self._people.get(account.owner or 0)
        then = told.person, told.currency, told.role
        if now != then:
            why = f"account {account.id} was opened for {then} but belongs to {now}"
            findings.miss(Check.SEATS, stored.id, why)

    def finish(self) -> None:
        for player in self._accounts:
            if player not in self._on_record:
                why = f"account {player}: no record tells its owner"
                self._findings.miss(Check.SEATS, None, why)

    def check(self, on_seats: set[int]) -> None:
        """Check that a person has one account per currency, and credits have seats."""
        owned = set()
        for account in self._snapshot.accounts:
            self._findings.looked_at[Check.SEATS] += 1
            for why in self._wrong(account, on_seats):
                self._findings.miss(Check.SEATS, None, f"account {account.id}: {why}")
            if account.kind is AccountKind.PLAYER:
                if (account.owner, account.currency) in owned:
                    why = f"account {account.id}: its owner has another one"
                    self._findings.miss(Check.SEATS, None, why)
                owned.add((account.owner, account.currency))

    def _wrong(self, account: Account, on_seats: set[int]) -> Iterator[str]:
        tables, role = self._snapshot.tables, self._people.get(account.owner or 0)
        if (account.owner is None) is not (account.kind in _NOBODYS):
            yield "its kind and its owner don't fit"
        elif account.owner is not None and role is None:
            yield "its owner is unknown"
        elif role is not None and not _may_own(role, account):
            yield f"its owner, {role}, has no {account.currency}"
        # A house that stopped while making a table may leave the table's account, with no money.
        of_tables = {row.account for row in tables}
        if account.balance if account.kind is AccountKind.TABLE else account.id in of_tables:
            yield "wrongly used as a table's account"
        whose = self._snapshot.of_tables.get(account.id)
        if account.kind in _OF_TABLES and whose not in {row.name for row in tables}:
            yield f"there is no table {whose}"
        if (account.kind in (AccountKind.CREDIT, AccountKind.STAKES)) is not (
            account.id in on_seats
        ):
            yield f"a {account.kind} without a seat"


def _may_own(role: Role, account: Account) -> bool:
    """Guests may have play money only, and staff no account at all."""
    return role is Role.PLAYER or (role is Role.GUEST and account.is_play_money)
