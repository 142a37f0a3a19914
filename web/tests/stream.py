"""Writes stream.json: sabots of shared tables as the house tells them, for the page's tests.

`python web/tests/stream.py` writes the file anew; a test holds it against what this would write.
"""

import json
from collections.abc import Callable
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec.structs import replace

import puntobanco
from puntobanco.fair.commitment import Kind, mix
from puntobanco.fair.dealer import Revealed
from puntobanco.fair.proof import prove
from puntobanco.fair.sheet_hash import hash_sheet
from puntobanco.game.bets import Bet
from puntobanco.game.coup import Coup, Side
from puntobanco.game.sheet import Excess, Faces, Source
from puntobanco.table import shared
from puntobanco.table.hand import Calling, Done, Drawing, Turning, wanted
from puntobanco.table.shared_steps import step
from puntobanco.table.spec import effective_sheet
from puntobanco.wire import console
from puntobanco.wire.spec import Pace, TableSpec
from puntobanco.wire.stream import FACE_DOWN, Holders, OnBet, Standing, StreamEvent

FILE: Final = Path(__file__).parent / "stream.json"
MONDAY: Final = 1_794_787_200_000
GONE: Final = "19"  # who leaves with the cards on the table
MANAGER: Final = 9
PLAYERS: Final = {"17": "a" * 32, "18": f"{'b' * 32} good luck"}


class Recorder:
    """Takes one step after another, and keeps what is told with the view it leads to."""

    def __init__(self, spec: TableSpec | None = None, later: int = 0) -> None:
        name = "live-mini" if spec is None else spec.house
        sheet = puntobanco.house(name).sheet
        sheet = sheet if spec is None else effective_sheet(sheet, spec)
        by_person = spec is not None and spec.croupier == "person"
        is_keyed = spec is not None and spec.stakes == "keyed"
        self.place = shared.Place(sheet, hash_sheet(sheet), Pace(), by_person, is_keyed)
        self.table = shared.new_table(name, 1, "FUN", 1, self.place)
        self.first = self.table.view
        self.told: list[dict[str, Any]] = []
        self._now = MONDAY + later

    def take(self, asked: shared.TableStep) -> StreamEvent | None:
        self._now += 1_000
        fresh = sha256(str(self._now).encode()).digest()
        change = step(self.table, asked, self.place, self._now, fresh)
        self.table = change.table
        if change.event is not None:
            event, view = msgspec.to_builtins((change.event, self.table.view))
            self.told.append({"event": event, "view": view})
        return change.event

    def direct(self, kind: Callable[..., console.Commanding], *words: Any, person: int = 7) -> None:
        """What somebody does at the console, at the moment it stands."""
        command = kind(self.table.view.offset, *words)
        name = {7: "Carla", 8: "Dino", 9: "Mara"}[person]
        self.take(shared.Direct(command, person, name, person == MANAGER))

    def mix(self) -> None:
        self.take(shared.Shuffle())
        for player, seed in PLAYERS.items():
            self.take(shared.Mix(1, player, sha256(seed.encode()).digest()))
        self.take(shared.CloseList())
        for player, seed in PLAYERS.items():
            self.take(shared.OpenSeed(1, player, seed))
        self.take(shared.Fix())
        self.take(shared.Burn())

    def coup(self, bets: dict[Bet, OnBet], holders: Holders | None = None) -> None:
        """Whoever holds cards does what is to be done; who isn't there hands them back."""
        self.take(shared.Close(bets, holders or {}))
        coup = shared.coup_of(self.table, self.place, shared.order_of(self.table))
        while self._next(coup):
            pass
        self.take(shared.Tell())
        self.take(shared.Settle())

    def _next(self, coup: Coup) -> bool:
        view = self.table.view
        match wanted(self.place.sheet, view, coup):
            case Drawing():
                self.take(shared.Draw())
            case Calling():
                draws = len(coup.punto) > 2
                self.take(shared.Call(draws, view.holders[Side.PUNTO]))
            case Turning(side=side) if view.holders.get(side) == GONE:
                self.take(shared.HandBack(side))
            case Turning(side=side):
                self.take(shared.Turn(side, view.holders.get(side, "")))
            case Done():
                return False
        return True


def record_carta(spec: TableSpec, holders: list[Holders]) -> dict[str, Any]:
    """The first evening on which Punta's holder asks for a card at once, and gets one."""
    evenings = (record_land(spec, holders, later) for later in count())
    return next(evening for evening in evenings if _is_carta(evening["told"]))


def _is_carta(told: list[dict[str, Any]]) -> bool:
    fifth = next(each["event"] for each in told if each["event"].get("n") == 5)
    return (fifth["coup"], fifth["card"]) == (1, FACE_DOWN)


def record_land(spec: TableSpec, holders: list[Holders], later: int = 0) -> dict[str, Any]:
    """An evening of cards in hand: boxes taken, changed and left; a coup to each of the holders."""
    at = Recorder(spec, later)
    at.mix()
    for player, box in (("17", 3), ("18", 3), (GONE, 1), ("18", 5), (GONE, 0)):
        at.take(shared.TakeBox(player, box))
    for held in holders:
        at.take(shared.OpenBetting())
        at.coup({Bet.PUNTO: OnBet(3_000, 2)}, held)
    for asked in (shared.Stand(Standing.CLOSED), shared.Reveal(), shared.Stand(Standing.OPEN)):
        at.take(asked)
    at.take(shared.Shuffle())  # who sits at a box stays there
    sheet = msgspec.to_builtins(at.place.sheet)
    return {"first": msgspec.to_builtins(at.first), "told": at.told, "sheet": sheet}


def record_person(spec: TableSpec, excess: Excess) -> dict[str, Any]:
    """An evening of read-in cards: misread, drawn too many, declared void, handed over."""
    at = Recorder(spec)
    cards = replace(at.place.sheet.cards, excess=excess)
    at.place = replace(at.place, sheet=replace(at.place.sheet, cards=cards))
    at.direct(console.Take)
    at.direct(console.NewSabot)
    at.direct(console.OpenBetting)
    at.direct(console.KeyIn, 3, {Bet.BANCO: 10_000})
    at.direct(console.KeyIn, 1, {Bet.PUNTO: 5_000, Bet.EGALITE: 500})
    at.direct(console.KeyIn, 2, {Bet.PUNTO: 5_000})
    at.direct(console.KeyIn, 2, {})
    at.take(shared.Close({}))
    for card in ("4h", "5c", "Kd", "2s"):
        at.direct(console.Read, card)
    at.direct(console.Read, "2d")  # Punto's third, and so it is his until the 4 turns out a 6
    at.direct(console.Correct, 1, "6h", "misread")
    at.direct(console.Read, "9c")  # too many: Banco stands on 7
    at.direct(console.Announce)
    at.take(shared.Settle())
    at.direct(console.OpenBetting)
    at.take(shared.Close({}))
    at.direct(console.Read, "8h")
    at.direct(console.Leave)
    at.direct(console.Take, person=8)
    at.direct(console.CallManager, "whose is it?", person=8)
    at.direct(console.Decide, "nobody's", person=MANAGER)
    at.direct(console.Void, "the sabot fell", person=MANAGER)
    at.take(shared.Settle())
    at.direct(console.OpenBetting, person=8)
    at.direct(console.KeyIn, 1, {Bet.PUNTO: 5_000, Bet.EGALITE: 500}, person=8)
    at.take(shared.Close({}))
    for card in ("9h", "9c", "Kd", "Ks"):
        at.direct(console.Read, card, person=8)
    at.direct(console.Announce, person=8)
    at.take(shared.Settle())
    at.direct(console.OpenBetting, person=8)  # what Égalité has left lies there still
    at.direct(console.Void, "enough for today", person=MANAGER)
    at.take(shared.Settle())
    at.direct(console.NewSabot, person=8)
    sheet = msgspec.to_builtins(at.place.sheet)
    return {"first": msgspec.to_builtins(at.first), "told": at.told, "sheet": sheet}


def record() -> dict[str, Any]:
    at = Recorder()
    bets = {Bet.PUNTO: OnBet(1_500, 2), Bet.GRANDE: OnBet(200, 1)}
    at.mix()
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
        kind=Kind.SABOT,
        commitment=bytes.fromhex(revealed["commitment"]),
        seed=bytes.fromhex(revealed["server_seed"]),
        players=tuple(mix(player, seed) for player, seed in PLAYERS.items()),
    )
    proof = msgspec.to_builtins(prove(at.place.sheet, over))
    at.take(shared.Stand(Standing.OPEN))
    for asked in (shared.Shuffle(), shared.CloseList(), shared.Fix(), shared.Burn()):
        at.take(asked)
    at.coup({})  # an exhibition
    campione = record_carta(
        TableSpec("campione", "campione"), [{Side.PUNTO: "17"}] * 2 + [{Side.PUNTO: GONE}, {}]
    )
    both: Holders = {Side.PUNTO: "18", Side.BANCO: "17"}
    moritz = record_land(
        TableSpec("st-moritz", "st-moritz", faces=Faces.DOWN, boxes=9),
        [both, {Side.BANCO: "17"}, {Side.PUNTO: GONE, Side.BANCO: "17"}],
    )
    first = msgspec.to_builtins(at.first)
    land = [campione, moritz]
    real = TableSpec(
        *("real", "st-moritz"), croupier="person", cards=Source.CROUPIER, stakes="keyed", boxes=9
    )
    person = [record_person(real, excess) for excess in Excess]
    return {"first": first, "told": at.told, "proof": proof, "land": land, "person": person}


def write() -> str:
    return json.dumps(record(), ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FILE.write_text(write(), encoding="utf-8")
