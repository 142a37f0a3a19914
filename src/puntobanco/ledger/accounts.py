"""The kinds of accounts in the ledger."""

from enum import StrEnum
from typing import Final

from msgspec import Struct

PLAY_MONEY: Final = "FUN"  # not the code of any real currency
# Cents of play money that every new person receives; the audit checks each grant against it.
GRANT: Final = 1_000_000


class AccountKind(StrEnum):
    PLAYER = "player"  # a player's money outside any table: the conto di gioco of the books
    CREDIT = "credit"  # the money that a player has brought to a seat
    STAKES = "stakes"  # in play at a shared table
    HOUSE = "house"  # one per node and currency, so that nodes don't write to the same row
    TIPS = "tips"
    CAGNOTTE = "cagnotte"
    TABLE = "table"  # holds no money; its records are the stream of a shared table
    CASHIER = "cashier"  # the world outside: deposits come from it, withdrawals go to it


MAY_OWE: Final = {AccountKind.HOUSE, AccountKind.CASHIER}  # all others are never below zero


class Account(Struct, frozen=True):
    id: int
    kind: AccountKind
    owner: int | None  # the person, for a player's account and credit
    currency: str
    balance: int

    @property
    def is_play_money(self) -> bool:
        return self.currency == PLAY_MONEY
