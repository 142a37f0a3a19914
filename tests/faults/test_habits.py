"""The simulated croupiers know every command of a console."""

from random import Random
from typing import Any, Final, get_args

import pytest

from puntobanco.wire.console_commands import AnyCommand
from puntobanco.wire.stream import Stage, Standing, StreamEvent, TableView
from tests.faults.croupiers import Habits
from tests.faults.on_duty import TELLS
from tests.faults.table_witness import FOLLOWS

COMMANDS: Final = get_args(AnyCommand)


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: str(kind.__name__))
def test_a_simulated_croupier_can_give_every_command(kind: Any) -> None:
    view = TableView("real", 1, 1, Standing.OPEN, Stage.DEALING)
    command = Habits(Random(1)).command(str(kind.__struct_config__.tag), 1, None, view)
    assert type(command) is kind


def test_every_command_has_the_events_that_show_it_was_done() -> None:
    assert set(TELLS) == set(COMMANDS)
    assert {event for events in TELLS.values() for event in events} <= set(get_args(StreamEvent))


def test_the_witness_knows_after_which_stages_an_event_may_come() -> None:
    assert set(FOLLOWS) == set(get_args(StreamEvent))
