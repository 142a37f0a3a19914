"""The queue of steps at a shared table."""

from collections import Counter
from typing import Final

from puntobanco.errors import TooManyWaiting
from puntobanco.server.shared_tables.consoles import ConsoleCallback
from puntobanco.table.shared.shared_table import PlayerActor, StaffActor, Stand, TableStep

_MOST_COMMANDS: Final = 64  # of all consoles of a table together
_MOST_OF_A_PLAYER: Final = 16


class TableQueue:
    """Steps of staff come first, all others in order; nobody can fill the queue alone."""

    def __init__(self) -> None:
        self._waiting: list[tuple[TableStep, ConsoleCallback]] = []
        self._of = Counter[str]()  # steps by player; "" for all consoles together

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, step: TableStep, answer: ConsoleCallback) -> None:
        who = _whose(step)
        most = _MOST_OF_A_PLAYER if who else _MOST_COMMANDS
        if who is not None:
            if self._of[who] >= most:
                raise TooManyWaiting(most=most)
            self._of[who] += 1
        self._waiting.append((step, answer))

    def pop(self, *, only_staff: bool) -> tuple[TableStep, ConsoleCallback] | None:
        """The next step; with `only_staff`, while the betting is closing, players wait."""
        first = next((each for each in self._waiting if _is_first(each[0])), None)
        if first is None and self._waiting and not only_staff:
            first = self._waiting[0]
        if first is None:
            return None
        self._waiting.remove(first)
        who = _whose(first[0])
        if who is not None:
            self._of[who] -= 1
            if not self._of[who]:
                del self._of[who]
        return first


def _is_first(step: TableStep) -> bool:
    return isinstance(step.by, StaffActor) or isinstance(step.command, Stand)


def _whose(step: TableStep) -> str | None:
    """Who a step counts for: a player's number, "" for consoles, None if it isn't limited."""
    if isinstance(step.by, PlayerActor):
        return step.by.number
    return "" if isinstance(step.by, StaffActor) else None
