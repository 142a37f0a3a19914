"""Find faces of cards that others were told before they were read, or before they were turned."""

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any, Final

from tests.browser.recording_proxy import Carried
from tests.recount import lay

_FACES: Final = re.compile(r'"((?:[2-9TJQKA][cdhs]|\?\?)+)"')
_FIRST_FOUR: Final = ("punto", "banco", "punto", "banco")


class EarlyFaces:
    """Reads a log; `others` is the name of everybody who is at no console.

    At the tables `down` cards are read as they leave the sabot. Punto's lie face down until they
    are turned, because somebody has always staked on Punto; Banco's third card is dealt face up.
    """

    def __init__(self, others: str, down: Collection[str]) -> None:
        self._others, self._down = others, down
        self._read: list[str] = []  # the coup's cards at such a table
        self._seen = -1  # what the console had seen when it read the last of them
        self._turned: dict[str, Counter[str]] = {}  # of these cards, by side
        self._first: Counter[str] = Counter()  # of the sabot
        self._known: list[Counter[str]] = [Counter(), Counter()]  # of the coup before, and of this
        self._is_new = False  # the sabot
        self._is_dealt = False  # face down
        self.early: list[str] = []
        self.messages = self.faces = 0  # sent to others

    def read(self, log: Iterable[Carried]) -> None:
        for each in log:
            if each.who == self._others and not each.is_said:
                self._hear(each.text)
            elif each.is_said:
                self._command(json.loads(each.text), is_down=each.who in self._down)

    def _command(self, said: dict[str, Any], *, is_down: bool) -> None:
        match said.get("type"):
            case "new_sabot":
                self._first, self._is_new, self._is_dealt = Counter(), True, False
            case "open_betting":
                self._known = [self._of_coup(), Counter()]
                self._read, self._turned, self._is_new = [], {}, False
            case "close_betting":
                self._is_dealt = is_down
            case "read" if self._is_dealt:
                self._read_down(said["card"], said["seen"])
            case "turn":
                laid = lay(self._read)
                hand = laid.punto if said["side"] == "punto" else laid.banco
                self._turned[said["side"]] = Counter(hand)
            case "announce" | "void":
                self._turned, self._is_dealt = {"both": Counter(self._read)}, False
            case "read" | "correct":
                (self._first if self._is_new else self._known[1])[said["card"]] += 1
                if self._is_dealt:
                    self._known[1][self._read[said["n"] - 1]] += 1
                    self._read[said["n"] - 1] = said["card"]

    def _read_down(self, card: str, seen: int) -> None:
        if seen == self._seen:
            self._read.pop()  # it was lost when the house died
        self._read.append(card)
        self._seen = seen
        laid = lay(self._read)
        if laid.aside or len(laid.banco) > 2:
            self._known[1][card] += 1

    def _of_coup(self) -> Counter[str]:
        return sum(self._turned.values(), self._known[1])

    def _hear(self, text: str) -> None:
        self.messages += 1
        known = self._first + self._known[0] + self._of_coup()
        for cards in set(_FACES.findall(text)):
            faces = Counter(re.findall("..", cards))
            del faces["??"]
            self.faces += 1
            if not faces <= known:
                self.early.append(f"{cards} in {text[:300]}")
        if "??" in text:
            json.loads(text, object_hook=self._look)

    def _look(self, told: dict[str, Any]) -> None:
        """Look for points of a side that has a card face down."""
        match told:
            case {"card": "??", "points": int()}:
                self.early.append(f"points in {told}")
            case {"type": "turned", "side": side, "cards": str(cards)} if side in _down(cards, ""):
                self.early.append(f"points in {told}")
            case {"cards": str(cards), "fifth": fifth, "punto": _, "banco": _}:
                if any(told[side] is not None for side in _down(cards, fifth)):
                    self.early.append(f"points in {told}")


def _down(cards: str, fifth: str) -> set[str]:
    """The sides that have a card face down."""
    sides = zip((*_FIRST_FOUR, fifth, "banco"), re.findall("..", cards), strict=False)
    return {side for side, card in sides if card == "??"}
