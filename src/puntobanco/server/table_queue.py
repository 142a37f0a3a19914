"""Steps that wait for their turn at a shared table."""

from collections import Counter
from typing import Final

from puntobanco.errors import TooManyWaiting
from puntobanco.server.consoles import Answer
from puntobanco.table.shared import Direct, Stand, TableStep

_MOST_COMMANDS: Final = 64  # of a table's consoles
_MOST_OF_A_PLAYER: Final = 16


class TableQueue:
    """In the order they came; nobody fills it."""

    def __init__(self) -> None:
        self._waiting: list[tuple[TableStep, Answer, str]] = []
        self._of = Counter[str]()  # how many are whose; "" is the house

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, asked: TableStep, answer: Answer, player: str = "") -> None:
        if isinstance(asked, Direct):
            commands = sum(isinstance(each, Direct) for each, _, _ in self._waiting)
            if commands >= _MOST_COMMANDS:
                raise TooManyWaiting(most=_MOST_COMMANDS)
        if player and self._of[player] >= _MOST_OF_A_PLAYER:
            raise TooManyWaiting(most=_MOST_OF_A_PLAYER)
        self._of[player] += 1
        self._waiting.append((asked, answer, player))

    def pop(self, *, without_players: bool) -> tuple[TableStep, Answer] | None:
        """The next one; with or without what players ask for, and their counting."""
        for n, (asked, answer, player) in enumerate(self._waiting):
            if not without_players or isinstance(asked, Direct | Stand):
                del self._waiting[n]
                self._of[player] -= 1
                if not self._of[player]:
                    del self._of[player]
                return asked, answer
        return None
