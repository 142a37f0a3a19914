"""Writes stream.json: the streams of a few shared tables, for the page's tests.

Run `python web/tests/stream.py` to write the file again; a test fails if it is out of date.
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
from puntobanco.fair.commitment import CommitmentKind, mix
from puntobanco.fair.dealer import RevealedCommitment
from puntobanco.fair.proof import prove
from puntobanco.fair.sheet_hash import hash_sheet
from puntobanco.game.bets import Bet
from puntobanco.game.coup import Coup, Side
from puntobanco.game.sheet import Excess, Faces, Source
from puntobanco.table.effective_sheet import effective_sheet, limits_of
from puntobanco.table.shared import shared_table
from puntobanco.table.shared.card_holders import AllTurned, Calling, Drawing, Turning, wanted
from puntobanco.table.shared.table_steps import step
from puntobanco.wire import console_commands, requests
from puntobanco.wire.stream import FACE_DOWN, Holders, OnBet, Standing, StreamEvent
from puntobanco.wire.table_spec import TableSpec

FILE: Final = Path(__file__).parent / "stream.json"
MONDAY: Final = 1_794_787_200_000
GONE: Final = "19"  # a player who leaves while cards are on the table
MANAGER: Final = 9
PLAYERS: Final = {"17": "a" * 32, "18": f"{'b' * 32} good luck"}


class Recorder:
    """Takes one step after another, and keeps each event with the view after it."""

    def __init__(self, spec: TableSpec | None = None, later: int = 0) -> None:
        spec = spec or TableSpec("live-mini", "live-mini")
        sheet = effective_sheet(puntobanco.house(spec.house).sheet, spec)
        self.place = shared_table.TableSetup(sheet, hash_sheet(sheet), spec)
        self.table = shared_table.new_table(spec.house, 1, "FUN", 1, self.place)
        self.first = self.table.view
        self.told: list[dict[str, Any]] = []
        self._now = MONDAY + later

    def take(self, command: shared_table.TableCommand, player: str = "") -> StreamEvent | None:
        """Take one step, of this player or of the house itself."""
        return self._step(
            command, shared_table.PlayerActor(player) if player else shared_table.HouseActor()
        )

    def _step(self, command: shared_table.TableCommand, by: Any) -> StreamEvent | None:
        self._now += 1_000
        fresh = sha256(str(self._now).encode()).digest()
        asked = shared_table.TableStep(command, by, self._now)
        change = step(self.table, asked, self.place, self._now, fresh)
        self.table = change.table
        if change.event is not None:
            event, view = msgspec.to_builtins((change.event, self.table.view))
            self.told.append({"event": event, "view": view})
        return change.event

    def direct(
        self,
        kind: Callable[..., console_commands.AnyCommand],
        *words: Any,
        person: int = 7,
        **named: Any,
    ) -> None:
        """A command from the console, given at the current offset."""
        command = kind(self.table.view.offset, *words, **named)
        name = {7: "Carla", 8: "Dino", 9: "Mara"}[person]
        self._step(command, shared_table.StaffActor(person, name, is_manager=person == MANAGER))

    def mix(self) -> None:
        self.take(shared_table.ShuffleSabot())
        for player, seed in PLAYERS.items():
            self.take(requests.MixIn(1, sha256(seed.encode()).hexdigest()), player)
        self.take(shared_table.CloseList())
        for player, seed in PLAYERS.items():
            self.take(requests.OpenSeed(1, seed), player)
        self.take(shared_table.Fix())
        self.take(shared_table.BurnCards())

    def coup(self, bets: dict[Bet, OnBet], holders: Holders | None = None) -> None:
        """Each holder does what is asked; a holder who has left hands the cards back."""
        self.close(bets, holders)
        coup = shared_table.coup_of(self.table, self.place, shared_table.order_of(self.table))
        while self._next(coup):
            pass
        self.take(console_commands.Announce(0))
        self.take(shared_table.Settle())

    def close(self, bets: dict[Bet, OnBet] | None = None, holders: Holders | None = None) -> None:
        """Close the betting; in an exhibition there are no bets."""
        if not self.table.view.exhibition:
            self.take(console_commands.CloseBetting(0))
        self.take(shared_table.Deal(bets or {}, holders or {}))

    def _next(self, coup: Coup) -> bool:
        view = self.table.view
        match wanted(self.place.sheet, view, coup):
            case Drawing():
                self.take(console_commands.Draw(0))
            case Calling():
                draws = len(coup.punto) > 2
                self.take(requests.Call(view.coup, draws), view.holders[Side.PUNTO])
            case Turning(side=side) if view.holders.get(side) == GONE:
                self.take(shared_table.HandBack(side))
            case Turning(side=side):
                holder = view.holders.get(side, "")
                shows = requests.Show(view.coup, side) if holder else console_commands.Turn(0, side)
                self.take(shows, holder)
            case AllTurned():
                return False
        return True


def record_carta(spec: TableSpec, holders: list[Holders]) -> dict[str, Any]:
    """The first recording in which Punta's holder asks for a card at once, and gets one."""
    evenings = (record_land(spec, holders, later) for later in count())
    return next(evening for evening in evenings if _is_carta(evening["told"]))


def _is_carta(told: list[dict[str, Any]]) -> bool:
    fifth = next(each["event"] for each in told if each["event"].get("n") == 5)
    return (fifth["coup"], fifth["card"]) == (1, FACE_DOWN)


def record_land(spec: TableSpec, holders: list[Holders], later: int = 0) -> dict[str, Any]:
    """Cards in hand: boxes are taken, changed and left; one coup for each list of holders."""
    at = Recorder(spec, later)
    at.mix()
    for player, box in (("17", 3), ("18", 3), (GONE, 1), ("18", 5), (GONE, 0)):
        at.take(requests.Box(box), player)
    for held in holders:
        at.take(console_commands.OpenBetting(0))
        at.coup({Bet.PUNTO: OnBet(3_000, 2)}, held)
    for asked in (
        shared_table.Stand(Standing.CLOSED),
        shared_table.Reveal(),
        shared_table.Stand(Standing.OPEN),
    ):
        at.take(asked)
    at.take(shared_table.ShuffleSabot())  # players keep their boxes
    sheet = msgspec.to_builtins(at.place.sheet)
    return {"first": msgspec.to_builtins(at.first), "told": at.told, "sheet": sheet}


def record_person(spec: TableSpec, excess: Excess) -> dict[str, Any]:
    """Cards that are read in: misread, excess, a void coup, and a handover."""
    at = Recorder(spec)
    cards = replace(at.place.sheet.cards, excess=excess)
    at.place = replace(at.place, sheet=replace(at.place.sheet, cards=cards))
    at.direct(console_commands.Take)
    at.direct(console_commands.NewSabot, "Carla", "box 3")
    at.direct(console_commands.Read, "9c")
    at.direct(console_commands.Correct, 1, "2c", "wrong key")
    at.direct(console_commands.OpenBetting)
    at.direct(console_commands.KeyIn, 3, {Bet.BANCO: 10_000})
    at.direct(console_commands.KeyIn, 1, {Bet.PUNTO: 5_000, Bet.EGALITE: 500})
    at.direct(console_commands.KeyIn, 3, {Bet.PUNTO: 5_000}, 2)
    at.direct(console_commands.KeyIn, 2, {Bet.PUNTO: 5_000})
    at.direct(console_commands.KeyIn, 2, {})
    at.close()
    at.direct(console_commands.ReopenBetting)
    at.close()
    at.direct(console_commands.KeyIn, 4, {Bet.PUNTO: 5_000})  # it lay there before the close
    for card in ("4h", "5c", "Kd", "2s"):
        at.direct(console_commands.Read, card)
    at.direct(console_commands.CutCard)
    at.direct(console_commands.TakeBackCutCard)
    at.direct(console_commands.CutCard)
    at.direct(console_commands.Read, "2d")  # Punto's third card, until the 4 is corrected to a 6
    at.direct(console_commands.Correct, 1, "6h", "misread")
    at.direct(console_commands.Read, "9c")  # too many: Banco stands on 7
    at.direct(console_commands.Amend, 3, {Bet.BANCO: 20_000}, "mis-keyed", person=MANAGER)
    at.direct(console_commands.Announce)
    at.take(shared_table.Settle())
    at.direct(console_commands.TakeBackCutCard)
    at.direct(console_commands.OpenBetting)
    at.direct(console_commands.KeyIn, 2, {Bet.PUNTO: 5_000})
    at.direct(console_commands.Reverse, "a card was read twice", person=MANAGER)
    at.direct(console_commands.Swap, 1, 2, "in the wrong order")
    at.direct(console_commands.Delete, 5, "read twice")
    at.direct(console_commands.Read, "9c")
    at.direct(console_commands.Announce)
    at.take(shared_table.Settle())
    at.direct(console_commands.OpenBetting)  # with what was keyed in before
    at.close()
    at.direct(console_commands.Read, "8h")
    at.direct(console_commands.Leave)
    at.direct(console_commands.Take, person=8)
    at.direct(console_commands.CallManager, "whose is it?", person=8)
    at.direct(console_commands.Decide, "nobody's", person=MANAGER)
    at.direct(console_commands.Void, "the sabot fell", person=MANAGER)
    at.take(shared_table.Settle())
    at.direct(console_commands.OpenBetting, person=8)
    at.direct(console_commands.KeyIn, 1, {Bet.PUNTO: 5_000, Bet.EGALITE: 500}, person=8)
    at.close()
    for card in ("9h", "9c", "Kd", "Ks"):
        at.direct(console_commands.Read, card, person=8)
    at.direct(console_commands.Announce, person=8)
    at.take(shared_table.Settle())
    at.direct(console_commands.OpenBetting, person=8)  # stakes left by Égalité stay on the cloth
    at.direct(console_commands.Void, "enough for today", person=MANAGER)
    at.take(shared_table.Settle())
    at.direct(console_commands.NewSabot, person=8)
    at.direct(console_commands.Read, "Kd", person=8)
    sheet = msgspec.to_builtins(at.place.sheet)
    return {"first": msgspec.to_builtins(at.first), "told": at.told, "sheet": sheet}


def record_down(spec: TableSpec) -> dict[str, Any]:
    """Real cards that are dealt face down: a call against the rule, a void coup.

    Real chips on Punto are keyed in late, and a manager amends them: somebody speaks, or nobody.
    """
    at, is_keyed = Recorder(spec), spec.stakes == "keyed"
    bets = {} if is_keyed else {Bet.PUNTO: OnBet(5_000, 1)}
    at.direct(console_commands.Take)
    at.direct(console_commands.NewSabot)
    at.direct(console_commands.Read, "2c")
    at.direct(console_commands.OpenBetting)
    at.close(bets)
    if is_keyed:
        at.direct(console_commands.KeyIn, 4, {Bet.PUNTO: 5_000})
    four = [("2h", Side.PUNTO), ("3c", Side.BANCO), ("Kd", Side.PUNTO), ("4s", Side.BANCO)]
    if spec.reading == "leaving":
        for card, _ in four:
            at.direct(console_commands.Read, card)
    if is_keyed:
        for stakes in ({Bet.BANCO: 5_000}, {Bet.PUNTO: 5_000}):
            at.direct(console_commands.Amend, 4, stakes, "mis-keyed", person=MANAGER)
    at.direct(console_commands.Speak, draws=False)
    if spec.reading == "leaving":
        at.direct(console_commands.Turn, Side.BANCO)
        at.direct(console_commands.Read, "5d")
        at.direct(console_commands.Turn, Side.PUNTO)
    else:
        for card, side in sorted(four, key=lambda each: each[1]):  # Banco's first
            at.direct(console_commands.Read, card, side=side)
        at.direct(console_commands.Read, "5d")
    at.direct(console_commands.Announce)
    at.take(shared_table.Settle())
    at.direct(console_commands.OpenBetting)
    at.close(bets)
    at.direct(console_commands.Read, "9h")
    at.direct(console_commands.Void, "the sabot fell", person=MANAGER)
    sheet = msgspec.to_builtins(at.place.sheet)
    return {"first": msgspec.to_builtins(at.first), "told": at.told, "sheet": sheet}


def record() -> dict[str, Any]:
    at = Recorder()
    bets = {Bet.PUNTO: OnBet(1_500, 2), Bet.GRANDE: OnBet(200, 1)}
    at.mix()
    for _ in range(3):
        at.take(console_commands.OpenBetting(0))
        at.take(shared_table.CountStakes(bets))
        at.coup(bets)
    at.take(console_commands.OpenBetting(0))
    at.take(shared_table.Stand(Standing.CLOSED, "good night"))
    at.take(shared_table.Limit(limits_of(at.place.sheet), at.place.sheet_hash))
    at.coup({})
    mixing = at.table.mixing
    at.take(shared_table.Reveal())
    revealed = at.told[-1]["event"]
    over = RevealedCommitment(
        terms=mixing.terms,
        kind=CommitmentKind.SABOT,
        commitment=bytes.fromhex(revealed["commitment"]),
        seed=bytes.fromhex(revealed["server_seed"]),
        players=tuple(mix(player, seed) for player, seed in PLAYERS.items()),
    )
    proof = msgspec.to_builtins(prove(at.place.sheet, over))
    at.take(shared_table.Stand(Standing.OPEN))
    for asked in (
        shared_table.ShuffleSabot(),
        shared_table.CloseList(),
        shared_table.Fix(),
        shared_table.BurnCards(),
    ):
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
    turned = TableSpec("lago", "campione", croupier="person", cards=Source.CROUPIER)
    both_ways = replace(turned, reading="leaving"), turned
    by_hand = [replace(each, stakes="keyed", boxes=9) for each in both_ways]
    down = [record_down(each) for each in (*both_ways, *by_hand)]
    parts = {"proof": proof, "land": land, "person": person, "down": down}
    return {"first": first, "told": at.told, **parts}


def write() -> str:
    return json.dumps(record(), ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FILE.write_text(write(), encoding="utf-8")
