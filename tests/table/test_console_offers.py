"""A console offers exactly the commands that the table accepts."""

from contextlib import suppress
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco.errors import (
    NotInSabot,
    NotNow,
    Refusal,
)
from puntobanco.game.bets import Bet
from puntobanco.game.cards import DECK, points
from puntobanco.game.coup import Coup, Side
from puntobanco.game.sheet import Faces
from puntobanco.table.shared.console_offers import commands_now, demand_now
from puntobanco.table.shared.shared_table import (
    Deal,
    HandBack,
    Settle,
)
from puntobanco.wire import console_commands
from puntobanco.wire.stream import Holders, Stage
from puntobanco.wire.table_spec import TableSpec
from tests.table.staffed_evening import (
    CARLA,
    CHIPS,
    CLOCK,
    DINO,
    HELD,
    MARA,
    OURS,
    REAL,
    StaffedEvening,
    can,
    moment,
)
from tests.table.table_commands import call, turn

COMMANDS: dict[str, tuple[Any, ...]] = {
    "take": (console_commands.Take,),
    "leave": (console_commands.Leave,),
    "new_sabot": (console_commands.NewSabot,),
    "cut_card": (console_commands.CutCard,),
    "take_back_cut_card": (console_commands.TakeBackCutCard,),
    "open_betting": (console_commands.OpenBetting,),
    "read": (console_commands.Read, "2d"),
    "correct": (console_commands.Correct, 1, "3d", "misread"),
    "delete": (console_commands.Delete, 1, "read twice"),
    "swap": (console_commands.Swap, 1, 2, "in the wrong order"),
    "announce": (console_commands.Announce,),
    "void": (console_commands.Void, "a reason"),
    "call_manager": (console_commands.CallManager, "please"),
    "decide": (console_commands.Decide, "so be it"),
    "key_in": (console_commands.KeyIn, 1, {Bet.PUNTO: 5_000}),
    "amend": (console_commands.Amend, 1, {Bet.PUNTO: 5_000}, "mis-keyed"),
    "reverse": (console_commands.Reverse, "wrongly announced"),
    "close_betting": (console_commands.CloseBetting,),
    "reopen_betting": (console_commands.ReopenBetting,),
    "draw": (console_commands.Draw,),
    "turn": (console_commands.Turn, Side.PUNTO),
    "speak": (console_commands.Speak, True),
}


def test_every_command_of_a_console_is_tried_below() -> None:
    assert {kind for kind, *_ in COMMANDS.values()} == set(get_args(console_commands.AnyCommand))
    assert all(kind.__struct_config__.tag == name for name, (kind, *_) in COMMANDS.items())


HOLDERS: tuple[Holders, ...] = ({}, {Side.PUNTO: "17"}, {Side.PUNTO: "17", Side.BANCO: "23"})
LONG = 10**6


class Desk:
    """An evening with somebody at a console who gives commands, whether offered or not."""

    def __init__(self, spec: TableSpec, data: st.DataObject) -> None:
        self.data, self.evening = data, StaffedEvening(spec, taken=False)
        self.deck = iter([str(card) for card in DECK] * 3)
        if not self.evening.setup.is_read_in:
            seed = data.draw(st.binary(min_size=32, max_size=32))
            self.evening.fresh = lambda _: seed
            self.evening.mix("17")

    @property
    def coup(self) -> Coup | None:
        is_ours = self.evening.view.stage is Stage.DEALING and not self.evening.setup.is_read_in
        return self.evening.coup if is_ours else None

    def offers(self, person: int) -> tuple[tuple[str, ...], Side | None]:
        now = moment(self.evening, person)
        return commands_now(now), demand_now(now)[1]

    def says(self, name: str, side: Side | None, by: int) -> None:
        evening, (kind, *said) = self.evening, COMMANDS[name]
        match name:
            case "read":
                said = [next(self.deck)]
            case "correct" if evening.view.first == said[1]:
                said = [1, "4d", "misread"]
            case "turn":
                said = [side or self.data.draw(st.sampled_from(Side))]
            case "speak" if self.coup is not None:
                said = [points(self.coup.punto[:2]) <= 5]
        evening.says(kind, *said, by=by)

    def _holders(self) -> Holders:
        """The holders; none for a real sabot, whose holders are not known."""
        sheet, drawn = self.evening.setup.sheet, self.data.draw(st.sampled_from(HOLDERS))
        is_in_hand = sheet.cards.faces == (Faces.DOWN,) and not self.evening.setup.is_read_in
        return {
            side: who for side, who in drawn.items() if is_in_hand and side in sheet.table.holders
        }

    def goes_on(self) -> None:
        """What happens without the console: payments, passing time, holders who show or leave."""
        evening, draw = self.evening, self.data.draw
        if evening.view.stage is Stage.PAYING:
            evening.do(Settle())
        if evening.view.stage is Stage.CLOSING and draw(st.booleans()):
            evening.do(Deal({}, self._holders()))
        if draw(st.integers(0, 3)) == 0:
            evening.now += LONG
        for side, player in evening.view.holders.items():
            asked = draw(
                st.sampled_from(
                    (
                        None,
                        None,
                        turn(side, player),
                        call(draws=True, player=player),
                        HandBack(side),
                    )
                )
            )
            with suppress(Refusal):
                if asked is not None and evening.view.stage is Stage.DEALING:
                    evening.do(asked)


@pytest.mark.parametrize("spec", [CHIPS, REAL, OURS, HELD, CLOCK], ids=lambda spec: spec.name)
@settings(max_examples=30)
@given(data=st.data())
def test_offered_commands_are_accepted_and_all_others_refused(
    spec: TableSpec, data: st.DataObject
) -> None:
    """In random evenings, the console offers a command exactly if the table accepts it."""
    desk = Desk(spec, data)
    for _ in range(40):
        running = desk.evening.view.croupier or CARLA
        person = data.draw(st.sampled_from([running, running, running, CARLA, DINO, MARA]))
        offered, side = desk.offers(person)
        likely = sorted(set(offered) - {"leave", "void"}) or sorted(COMMANDS)
        name = data.draw(st.sampled_from(likely) | st.sampled_from(sorted(COMMANDS)))
        try:
            desk.says(name, side, person)
        except NotInSabot:
            continue
        except Refusal as refusal:
            of_this_card = ("read as", "not read yet", "stakes already")
            if name in offered and not any(words in refusal.message for words in of_this_card):
                raise
        else:
            assert name in offered, name
        desk.goes_on()
    assert desk.evening.replayed() == desk.evening.view


def test_after_the_twelfth_card_no_card_is_offered() -> None:
    evening = StaffedEvening()
    evening.bets()
    evening.reads("8h8cKdKs" + "2c2d2h2s3c3d3h")
    assert "read" in can(evening)
    evening.reads("3s")
    assert "read" not in can(evening)
    assert {"correct", "announce"} <= can(evening)
    with pytest.raises(NotNow, match="12 cards"):
        evening.reads("4c")
