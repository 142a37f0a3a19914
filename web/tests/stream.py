"""Writes stream.json: two sabots of a shared table as the house tells them, for the page's tests.

`python web/tests/stream.py` writes the file anew; a test holds it against what this would write.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec

import puntobanco
from puntobanco.fair.commitment import mix
from puntobanco.fair.dealer import Revealed
from puntobanco.fair.proof import prove
from puntobanco.fair.sheet_hash import hash_sheet
from puntobanco.game.bets import Bet
from puntobanco.table import shared
from puntobanco.table.shared_steps import step
from puntobanco.wire.spec import Pace
from puntobanco.wire.stream import OnBet, Standing, StreamEvent

FILE: Final = Path(__file__).parent / "stream.json"
MONDAY: Final = 1_794_787_200_000
PLAYERS: Final = {"17": "a" * 32, "18": f"{'b' * 32} good luck"}


class Recorder:
    """Takes one step after another, and keeps what is told with the view it leads to."""

    def __init__(self) -> None:
        sheet = puntobanco.house("live-mini").sheet
        self.place = shared.Place(sheet, hash_sheet(sheet), Pace())
        self.table = shared.new_table("live-mini", 1, "FUN", 1, self.place)
        self.first = self.table.view
        self.told: list[dict[str, Any]] = []
        self._now = MONDAY

    def take(self, asked: shared.TableStep) -> StreamEvent | None:
        self._now += 1_000
        fresh = sha256(str(self._now).encode()).digest()
        change = step(self.table, asked, self.place, self._now, fresh)
        self.table = change.table
        if change.event is not None:
            event, view = msgspec.to_builtins((change.event, self.table.view))
            self.told.append({"event": event, "view": view})
        return change.event

    def coup(self, bets: dict[Bet, OnBet]) -> None:
        self.take(shared.Close(bets))
        coup = shared.coup_of(self.table, self.place, shared.order_of(self.table))
        for _ in coup.cards:
            self.take(shared.Draw())
        self.take(shared.Tell())
        self.take(shared.Settle())


def record() -> dict[str, Any]:
    at = Recorder()
    bets = {Bet.PUNTO: OnBet(1_500, 2), Bet.GRANDE: OnBet(200, 1)}
    at.take(shared.Shuffle())
    for player, seed in PLAYERS.items():
        at.take(shared.Mix(1, player, sha256(seed.encode()).digest()))
    at.take(shared.CloseList())
    for player, seed in PLAYERS.items():
        at.take(shared.OpenSeed(1, player, seed))
    at.take(shared.Fix())
    at.take(shared.Burn())
    for _ in range(3):
        at.take(shared.OpenBetting())
        at.take(shared.Count(bets))
        at.coup(bets)
    at.take(shared.OpenBetting())
    at.take(shared.Stand(Standing.CLOSED, "good night"))
    at.coup({})
    mixing = at.table.mixing
    at.take(shared.Reveal())
    revealed = at.told[-1]["event"]
    over = Revealed(
        terms=mixing.terms,
        kind=mixing.kind,
        commitment=bytes.fromhex(revealed["commitment"]),
        seed=bytes.fromhex(revealed["server_seed"]),
        players=tuple(mix(player, seed) for player, seed in PLAYERS.items()),
    )
    proof = msgspec.to_builtins(prove(at.place.sheet, over))
    at.take(shared.Stand(Standing.OPEN))
    for asked in (shared.Shuffle(), shared.CloseList(), shared.Fix(), shared.Burn()):
        at.take(asked)
    at.coup({})  # an exhibition
    return {"first": msgspec.to_builtins(at.first), "told": at.told, "proof": proof}


def write() -> str:
    return json.dumps(record(), ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FILE.write_text(write(), encoding="utf-8")
