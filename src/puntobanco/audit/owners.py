"""Whether every player's account is whose its record says it is."""

from typing import Final

import msgspec

from puntobanco.audit.findings import Check, Findings
from puntobanco.ledger.accounts import Kind
from puntobanco.store.books import Snapshot
from puntobanco.store.interface import Stored
from puntobanco.wire.messages import AccountOpened

_opened: Final = msgspec.json.Decoder(AccountOpened)


class Owners:
    def __init__(self, snapshot: Snapshot, findings: Findings) -> None:
        self._people, self._findings = snapshot.people, findings
        self._accounts = {each.id: each for each in snapshot.accounts if each.kind is Kind.PLAYER}
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
            findings.miss(Check.TOLD, stored.id, "it tells something else than its row")
        if record.postings:
            findings.miss(Check.POSTINGS, stored.id, "opening an account moves no money")
        account = self._accounts.get(record.account)
        if account is None or record.account in self._on_record:
            findings.miss(Check.SEATS, stored.id, f"account {record.account} is opened once")
            return
        self._on_record.add(record.account)
        now = account.owner, account.currency, self._people.get(account.owner or 0)
        then = told.person, told.currency, told.role
        if now != then:
            why = f"account {account.id} was opened by {then}, and is {now}'s"
            findings.miss(Check.SEATS, stored.id, why)

    def finish(self) -> None:
        for account in self._accounts:
            if account not in self._on_record:
                why = f"account {account}: nothing on record says whose it is"
                self._findings.miss(Check.SEATS, None, why)
