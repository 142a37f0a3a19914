"""Whose an account is, on record from the day it is opened."""

from typing import Any, Final

import msgspec

from puntobanco.ledger.accounts import Account
from puntobanco.ledger.records import Event, Record
from puntobanco.store import rows
from puntobanco.table.recorded import Change
from puntobanco.wire.messages import AccountOpened

ROLE: Final = "SELECT role FROM person WHERE id = $1"
# Houses that were open before accounts were put on record put them there at their next start.
PUT_ON_RECORD: Final = (
    "UPDATE meta SET value = 1 WHERE name = 'accounts_on_record' AND value = 0 RETURNING value"
)
NOT_ON_RECORD: Final = (
    "SELECT person.role, account.id, account.kind, account.owner, account.currency, account.balance"
    " FROM account JOIN person ON person.id = account.owner"
    " WHERE account.kind = 'player' ORDER BY account.id"
)


def opening(account: Account, role: str, now: int) -> Change:
    told = AccountOpened(account.id, account.owner or 0, role, account.currency, now)
    body = msgspec.json.encode(told)
    return Change(None, Record(account.id, Event.ACCOUNT_OPENED, now, body))


def openings(found: list[Any], now: int) -> list[Change]:
    """Of rows that `NOT_ON_RECORD` found."""
    return [opening(rows.read_account(row), role, now) for role, *row in found]
