"""Find faces of cards that others were told before they were read, or before they were turned."""

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable
from typing import Final

from tests.browser.recording_proxy import Carried
from tests.recount import lay

_FACES: Final = re.compile(r'"((?:[2-9TJQKA][cdhs]|\?\?)+)"')


class EarlyFaces:
    """Reads a log; `others` is the name of everybody who is at no console.

    At the tables `down` cards are read as they leave the sabot, and lie face down until their side
    is turned.
    """

    def __init__(self, others: str, down: Collection[str]) -> None:
        self._others, self._down = others, down
        self._read: list[str] = []  # the coup's cards at such a table
        self._turned: set[str] = set()
        self._known: list[Counter[str]] = [Counter(), Counter()]  # of the coup before, and of this
        self._told: set[str] = set()  # what others knew already
        self._is_dealt = False  # face down
        self.early: list[str] = []
        self.messages = self.faces = 0  # sent to others

    def read(self, log: Iterable[Carried]) -> None:
        for each in log:
            if each.who == self._others and not each.is_said:
                self._hear(each.text)
            elif each.is_said:
                self._command(json.loads(each.text), is_down=each.who in self._down)

    def _command(self, said: dict[str, str], *, is_down: bool) -> None:
        match said.get("type"):
            case "open_betting":
                self._known = [self._known[1], Counter()]
                self._read, self._turned = [], set()
            case "close_betting":
                self._is_dealt = is_down
            case "new_sabot" | "announce":
                self._is_dealt = False
            case "read" if self._is_dealt:
                self._read.append(said["card"])
                laid = lay(self._read)
                if said["card"] in laid.aside or self._turned & _side_of_last(self._read):
                    self._known[1][said["card"]] += 1
            case "turn":
                self._turned.add(said["side"])
                laid = lay(self._read)
                self._known[1].update(laid.punto if said["side"] == "punto" else laid.banco)
            case "void":
                self._known[1].update(self._read)
            case "read" | "correct":
                self._known[1][said["card"]] += 1
                if self._is_dealt:
                    self._read[int(said["n"]) - 1] = said["card"]

    def _hear(self, text: str) -> None:
        self.messages += 1
        known = self._known[0] + self._known[1]
        for cards in set(_FACES.findall(text)) - self._told:
            faces = Counter(re.findall("..", cards))
            del faces["??"]
            if faces <= known:
                self._told.add(cards)
                self.faces += 1
            else:
                self.early.append(f"{cards} in {text[:300]}")


def _side_of_last(read: list[str]) -> set[str]:
    """The side that the last card belongs to."""
    return {lay(read[:-1]).wants}
