"""A session at a private table without a server: a test makes each step and gets its event."""

from itertools import count
from typing import Any

import msgspec
from msgspec.structs import replace

from puntobanco.game.bets import Bet
from puntobanco.game.cards import parse_cards
from puntobanco.houses import house
from puntobanco.ledger.records import Posting
from puntobanco.table.private_seat import PrivateCommand, new_private_seat, step
from puntobanco.table.recording import setting_of
from puntobanco.table.seat import PrivateSeat
from puntobanco.table.session import TakeOver
from puntobanco.wire.requests import Carte, Open

ACCOUNT, CREDIT, HOUSE = 17, 18, 1
NOW = 1_800_000_000_000
MINUTE = 60_000


class PrivateVisit:
    """A player who has brought 100.00 to the table and is connected."""

    def __init__(self, name: str) -> None:
        self._setting = setting_of(house(name).sheet, HOUSE)
        self._numbers = count(1)
        new = new_private_seat(ACCOUNT, name, "FUN", 1, self._setting, self._seed())
        self.seat = replace(new, id=1, credit_account=CREDIT)
        self.now = NOW
        self.postings: tuple[Posting, ...] = ()  # of the last step
        self.recorded = ""  # the key under which the history has it
        self.do(Open(self.key(), 10_000))
        self.do(TakeOver())

    @property
    def credit(self) -> int:
        return self.seat.view.credit

    def key(self) -> str:
        return f"key-{next(self._numbers):016}"

    def do(self, command: PrivateCommand, cards: str = "") -> dict[str, Any]:
        """Make a step; return its event, or nothing if only times or chips have changed."""
        known = parse_cards(cards) if cards else None
        change = step(self.seat, command, self._setting, self.now, self._seed(), known)
        assert isinstance(change.seat, PrivateSeat)
        self.seat, record = change.seat, change.record
        self.postings, self.recorded = (record.postings, record.key) if record else ((), "")
        event: dict[str, Any] = msgspec.json.decode(record.body) if record else {}
        return event

    def carte(self, cards: str = "", **stakes: int) -> dict[str, Any]:
        """Bet and deal; the cards are random unless they are given."""
        bets = {Bet(name): stake for name, stake in stakes.items()}
        return self.do(Carte(self.key(), bets, "s" * 32), cards)

    def _seed(self) -> bytes:
        return next(self._numbers).to_bytes(32, "big")
