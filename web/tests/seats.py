"""Writes seats.json: views of seats, an event, and the view after it, for both languages' folds.

Run `python web/tests/seats.py` to write the file again; a test fails if it is out of date.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec.structs import replace

import puntobanco
from puntobanco.game.bets import Bet
from puntobanco.game.cards import parse_cards
from puntobanco.game.coup import Side, deal
from puntobanco.table import private_seat
from puntobanco.table.private_seat import PrivateCommand, Retire, new_private_seat
from puntobanco.table.recording import Change, setting_of
from puntobanco.table.seat import Seat
from puntobanco.table.session import Expire
from puntobanco.table.shared import shared_seat
from puntobanco.table.shared.shared_seat import (
    ConfirmDraft,
    GiveBack,
    GiveBackLeft,
    Hand,
    Pay,
    SharedCommand,
    new_shared_seat,
)
from puntobanco.wire import messages
from puntobanco.wire.messages import Reason, WhyRetired, WhyReturned
from puntobanco.wire.requests import (
    Automatic,
    Carte,
    CashOut,
    Confirm,
    Open,
    Place,
    Tip,
    TopUp,
    Withdraw,
)

FILE: Final = Path(__file__).parent / "seats.json"
MONDAY: Final = 1_794_787_200_000
KEY: Final = "0123456789abcdef"
PRIVATE: Final = setting_of(puntobanco.house("punto-e-banco").sheet, 1)
SHARED: Final = replace(setting_of(puntobanco.house("st-moritz").sheet, 1), tips_account=2)

ALONE: Final[list[PrivateCommand]] = [
    Open(KEY, 50_000),
    Place({Bet.PUNTO: 500, Bet.EGALITE: 100}),
    Carte(KEY, {Bet.PUNTO: 500, Bet.EGALITE: 100}, "a" * 32),
    TopUp(KEY, 10_000),
    Place({Bet.BANCO: 1_000}),
    Retire(1, WhyRetired.SHEET),
    Carte(KEY, {Bet.BANCO: 1_000}, "b" * 32),
    Place({Bet.BANCO: 2_000}),
    Retire(2, WhyRetired.RESTORE),
    CashOut(KEY),
    Open(KEY, 20_000),
    Expire(Reason.INACTIVITY),
]
TIE, PUNTO_WINS = "9c9hKdKs", "9c2hKd3s"


def paid(number: int, cards: str) -> Pay:
    return Pay(number, 3, "f" * 64, deal(SHARED.sheet.rule, parse_cards(cards)))


TOGETHER: Final[list[SharedCommand]] = [
    Open(KEY, 100_000),
    Confirm(KEY, 1, {Bet.PUNTO: 1_000}),
    Confirm(KEY, 1, {Bet.PUNTO: 500, Bet.BANCO: 2_000, Bet.EGALITE: 1_000}),
    Hand(1, Side.PUNTO, "9cKd"),
    Hand(1, Side.BANCO, "9hKs"),
    paid(1, TIE),  # Punto and Banco are left on the cloth
    Tip(KEY, 100),
    Automatic(on=True),
    Place({Bet.PUNTO: 1_000}, 2),
    Withdraw(KEY, (Bet.BANCO,)),
    ConfirmDraft(2),
    paid(2, PUNTO_WINS),
    Confirm(KEY, 3, {Bet.BANCO: 1_000}),
    Place({Bet.BANCO: 1_000}, 3),
    GiveBack(3, WhyReturned.VOID),
    Confirm(KEY, 4, {Bet.PUNTO: 1_000, Bet.BANCO: 1_000}),
    paid(4, TIE),
    Confirm(KEY, 5, {Bet.EGALITE: 1_000}),
    Place({Bet.PUNTO: 1_000}, 5),
    GiveBackLeft(WhyReturned.STANDING),
    TopUp(KEY, 5_000),
    paid(5, PUNTO_WINS),
    Confirm(KEY, 6, {Bet.PUNTO: 2_000}),
    CashOut(KEY),
    Open(KEY, 30_000),
    paid(6, PUNTO_WINS),  # to the account: the session that bet is over
    Expire(Reason.DISCONNECTED),
]


class Recorder:
    """Takes one step after another, and keeps every event with the view before it and after."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []
        self._now = MONDAY

    def play(self) -> list[dict[str, Any]]:
        own = {"id": 7, "credit_account": 18}
        alone = replace(
            new_private_seat(17, "punto-e-banco", "FUN", 1, PRIVATE, self._fresh()), **own
        )
        for asked in ALONE:
            change = private_seat.step(alone, asked, PRIVATE, self._now, self._fresh())
            alone = self._keep(alone, change)
        together = new_shared_seat(17, "st-moritz", "FUN", 1, "salon")
        together = replace(together, **own, stakes_account=19)
        for wish in TOGETHER:
            together = self._keep(together, shared_seat.step(together, wish, SHARED, self._now))
        return self.told

    def _fresh(self) -> bytes:
        self._now += 1_000
        return sha256(str(self._now).encode()).digest()

    def _keep(self, before: Seat, change: Change) -> Any:
        self._now += 1_000
        after = change.seat
        if change.record is not None and after is not None:
            event = msgspec.json.decode(change.record.body, type=messages.Event)
            view, told, then = msgspec.to_builtins((before.view, event, after.view))
            self.told.append({"view": view, "event": told, "after": then})
        return after


def write() -> str:
    """The whole file, a line to every event."""
    lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in Recorder().play())
    return f"[\n{lines}\n]\n"


if __name__ == "__main__":
    FILE.write_text(write(), encoding="utf-8")
