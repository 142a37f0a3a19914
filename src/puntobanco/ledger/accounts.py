"""The accounts money can lie on."""

from enum import StrEnum
from typing import Final

from msgspec import Struct

PLAY_MONEY: Final = "FUN"  # beside the currencies of the world
# Cents of it for somebody new, and never another amount: an audit holds every grant to it.
GRANT: Final = 1_000_000


class AccountKind(StrEnum):
    PLAYER = "player"  # a player's own: the conto di gioco
    CREDIT = "credit"  # what a player has brought to a seat
    STAKES = "stakes"  # in play at a shared table
    HOUSE = "house"  # one to a node and a currency, so that no row is hot
    TIPS = "tips"
    CAGNOTTE = "cagnotte"
    TABLE = "table"  # a shared table's own: never any money, but its records are the stream
    CASHIER = "cashier"  # the world outside: deposits come from it, withdrawals go there


MAY_OWE: Final = {AccountKind.HOUSE, AccountKind.CASHIER}  # all others stay at zero or above


class Account(Struct, frozen=True):
    id: int
    kind: AccountKind
    owner: int | None  # a person, for a player's account and credit
    currency: str
    balance: int

    @property
    def is_play_money(self) -> bool:
        return self.currency == PLAY_MONEY
