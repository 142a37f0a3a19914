"""A guest at a shared table over real sockets, who mixes, bets and always reconnects."""

import asyncio
import json
from hashlib import sha256
from typing import Any, ClassVar, Final

from picows import WSMsgType, WSTransport

from tests.faults.guest import PATIENCE, Gone, Guest, Mailbox
from tests.faults.violation import expect

TABLE: Final = "live"
TABLES: Final = f"""
[[tables]]
name = "{TABLE}"
house = "live-mini"
betting_s = 1
pace = {{ mixing = 150, opening = 400, burn = 20, first_card = 20, card = 10, result = 50 }}
"""
_PACE: Final = (
    "pace = { mixing = 150, opening = 400, burn = 20, betting = 600, first_card = 20,"
    " card = 10, turn = 10, result = 50 }"
)
LAND_TABLES: Final = f"""
[[tables]]
name = "campione"
house = "campione"
squeeze_s = 1
{_PACE}

[[tables]]
name = "in-hand"
house = "st-moritz"
faces = "down"
squeeze_s = 1
{_PACE}
"""


class Robot(Guest):
    """Plays at a shared table.

    A refused bet is final: the process that could still have accepted it is dead.
    """

    place: ClassVar = {"table": TABLE}

    def __init__(self, seed: int, deeds: int | None = None) -> None:
        super().__init__(seed, deeds)
        self._seeds: dict[int, str] = {}
        self.paid = self.late = 0

    async def _play_on(self, transport: WSTransport, mailbox: Mailbox) -> None:
        if self.unknown is not None:
            self._send(transport, self.unknown)
        while self._session and (self._deeds != 0 or self.unknown is not None):
            message = await asyncio.wait_for(mailbox.messages.get(), PATIENCE)
            if message is None:
                raise Gone(f"closed with {mailbox.code}")
            said = json.loads(message)
            if said["type"] == "refused":
                self._refused(said)
            elif self.unknown is not None and said.get("key") == self.unknown["key"]:
                self._answered(self.unknown["key"], message)
            elif said["type"] == "welcome":
                self._react(transport, said["shared"]["view"]["stage"], said["shared"]["view"])
            else:
                self.paid += said["type"] == "paid"
                self._react(transport, said["type"], said)

    def _refused(self, said: dict[str, Any]) -> None:
        if said["code"].startswith("store/"):
            raise Gone(said["code"])
        if self.unknown is not None and said["key"] == self.unknown["key"]:
            expect(self.unknown["type"] == "confirm", f"refused: {said} to {self.unknown}")
            self.late += 1
            self.unknown = None

    def _react(self, transport: WSTransport, kind: str, said: dict[str, Any]) -> None:
        """React to an event or a snapshot of the table."""
        match kind:
            case "shuffled" | "mixing":
                seed = self._seeds.setdefault(
                    said["sabot"], f"{self._random.getrandbits(128):032x}"
                )
                digest = sha256(seed.encode()).hexdigest()
                self._send(transport, {"type": "mix", "sabot": said["sabot"], "hash": digest})
            case "list_closed" | "opening" if said["sabot"] in self._seeds:
                seed = self._seeds[said["sabot"]]
                self._send(transport, {"type": "open_seed", "sabot": said["sabot"], "seed": seed})
            case "betting" if self.unknown is None and self._deeds != 0:
                self.unknown = self._deed(said["coup"])
                if self._deeds is not None:
                    self._deeds -= 1
                self._send(transport, self.unknown)

    def _deed(self, coup: int) -> dict[str, Any]:
        wish = self._wish()
        if wish["type"] != "carte":
            return wish
        return {"type": "confirm", "key": wish["key"], "coup": coup, "bets": self._bets()}

    def _bets(self) -> dict[str, int]:
        return {"banco": 100}

    def _send(self, transport: WSTransport, said: dict[str, Any]) -> None:
        transport.send(WSMsgType.TEXT, json.dumps(said).encode())


class AtCampione(Robot):
    """Sits at a box, holds cards, and at random calls, shows them or does nothing."""

    place: ClassVar = {"table": "campione"}

    def _react(self, transport: WSTransport, kind: str, said: dict[str, Any]) -> None:
        if kind in ("shuffled", "betting", "mixing"):
            self._send(transport, {"type": "box", "box": self._random.randrange(1, 5)})
        if kind == "held":
            self._handle_cards_in_hand(transport, said)
        super()._react(transport, kind, said)

    def _handle_cards_in_hand(self, transport: WSTransport, said: dict[str, Any]) -> None:
        on = {"coup": said["number"]}
        asked: list[dict[str, Any]] = [
            {"type": "call", "draws": True, **on},
            {"type": "call", "draws": False, **on},
            {"type": "show", "side": said["side"], **on},
        ]
        for each in self._random.sample(asked, self._random.choice((0, 1, 3))):
            self._send(transport, each)

    def _bets(self) -> dict[str, int]:
        return {self._random.choice(("punto", "punto", "banco")): 1_000}


class AtStMoritz(AtCampione):
    """Plays where Égalité leaves stakes on the cloth."""

    place: ClassVar = {"table": "in-hand"}

    def _bets(self) -> dict[str, int]:
        return {"punto": 1_000, "banco": 1_000}
