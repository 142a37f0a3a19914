"""Writes refusals.json: all codes with which a house may refuse, for the page's tests.

Run `python web/tests/refusals.py` to write the file again; a test fails if it is out of date.
"""

import ast
import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Final

from puntobanco import errors

FILE: Final = Path(__file__).parent / "refusals.json"

# The modules that refuse requests. A refusal that one of them imports may be sent to its clients.
AT_A_SEAT: Final = (
    *("game.settlement", "table.session", "table.private_seat", "table.shared.shared_seat"),
    *("table.shared.dealing", "table.shared.command_checks", "table.shared.betting_window"),
    "table.shared.step_context",
    *("server.house.cashier", "server.seats.seat_runner", "server.seats.private_seat_runner"),
    *("server.seats.shared_seat_runner", "server.shared_tables.table_stakes"),
    *("server.shared_tables.table_runner", "server.sockets.table_socket", "wire.requests"),
)
AT_A_CONSOLE: Final = (
    *("game.settlement", "table.shared.command_checks", "table.shared.staff_steps"),
    *("table.shared.read_in_cards", "table.shared.dealing", "table.shared.table_steps"),
    *("table.shared.real_chips", "table.shared.step_context"),
    *("server.shared_tables.consoles", "wire.console_commands"),
)
NOT_AT_A_SEAT: Final = (
    # commands of a console
    *(errors.FromARealSabot, errors.FromOurSabot, errors.HasCroupier, errors.ManagerNotCalled),
    *(errors.ManagersOnly, errors.MovedOn, errors.NotTheCroupier, errors.RunsItself),
    *(errors.NoSuchPlace, errors.SabotGoesOn),
    *(errors.NoTicket, errors.NotSignedIn),  # the socket is closed with its own code
    errors.OldEpoch,  # the page sends no request with an epoch
)
NOT_AT_A_CONSOLE: Final = (
    *(errors.BoxFull, errors.NotHolding),  # only players take boxes and hold cards
    errors.SabotGoesOn,  # the page never asks to end a sabot
)


def _all(kind: type[errors.Refusal] = errors.Refusal) -> Iterator[str]:
    for each in kind.__subclasses__():
        if each.__module__ == errors.__name__:
            if hasattr(each, "code"):
                yield each.code
            yield from _all(each)


def _known_to(modules: tuple[str, ...], never: tuple[type[errors.Refusal], ...]) -> list[str]:
    found = set[str]()
    for name in modules:
        module = import_module(f"puntobanco.{name}")
        for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == errors.__name__:
                kinds = [getattr(errors, each.name) for each in node.names]
                found |= {each.code for each in kinds if hasattr(each, "code")}
    return sorted(found - {each.code for each in never})


def write() -> str:
    told = {
        "all": sorted(_all()),
        "seat": _known_to(AT_A_SEAT, NOT_AT_A_SEAT),
        "console": _known_to(AT_A_CONSOLE, NOT_AT_A_CONSOLE),
    }
    return json.dumps(told, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(write(), encoding="utf-8")
