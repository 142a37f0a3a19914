"""A table's view is the fold of its stream, from any snapshot on."""

from typing import get_args

import msgspec
import pytest
from msgspec.structs import replace

from puntobanco.game.bets import Bet
from puntobanco.game.coup import Side
from puntobanco.table.shared.card_holders import Turning
from puntobanco.table.shared.shared_table import (
    CountStakes,
    GiveUp,
    HandBack,
    Reveal,
    Settle,
    Stand,
)
from puntobanco.wire import console_commands
from puntobanco.wire.stream import (
    Called,
    HandedBack,
    OnBet,
    Stage,
    Standing,
    StreamEvent,
    TableView,
    Turned,
)
from puntobanco.wire.table_fold import fold
from puntobanco.wire.table_spec import TableSpec
from tests.table.evening import Evening
from tests.table.staffed_evening import CHIPS, MARA, StaffedEvening
from tests.table.table_commands import draw, open_betting, take_box
from tests.table.test_shared_table import at, whole_sabot


@pytest.fixture(scope="module")
def evening() -> Evening:
    """An evening with a retired sabot, totals, a pause, a coup and a close."""
    evening = at(Stage.OPENING)
    evening.do(GiveUp())
    evening.mix("23")
    evening.deal()
    evening.do(Stand(Standing.PAUSED, "a moment"))
    evening.do(Stand(Standing.OPEN))
    evening.do(open_betting())
    evening.do(CountStakes({"punto": OnBet(500, 2)}))  # type: ignore[dict-item]
    return evening


def decoded(body: bytes) -> StreamEvent:
    event: StreamEvent = msgspec.json.decode(body, type=StreamEvent)
    return event


def folded(view: TableView, events: list[StreamEvent]) -> TableView:
    for each in events:
        view = fold(view, each)
    return view


def test_every_event_is_decoded_as_it_was_encoded(evening: Evening) -> None:
    for event, body in zip(evening.events, evening.bodies, strict=True):
        assert decoded(body) == event or event.__class__.__name__ == "Staked"
        assert msgspec.json.encode(decoded(body)) == body


@pytest.fixture(scope="module")
def in_hand() -> Evening:
    """An evening with cards in hand: boxes, a call, cards turned and handed back."""
    evening = Evening(TableSpec("campione", "campione"))
    evening.mix("17")
    kinds: set[type] = set()
    while not kinds >= {Called, Turned, HandedBack}:
        evening.do(take_box("17", 1 + len(evening.table.view.boxes.get(1, ()))))
        evening.do(open_betting())
        evening.do(CountStakes({Bet.PUNTO: OnBet(1_000, 1)}))
        evening.close({Bet.PUNTO: OnBet(1_000, 1)}, {Side.PUNTO: "17"})
        for _ in range(4):
            evening.do(draw())
        if isinstance(evening.waits, Turning):
            evening.do(HandBack(Side.PUNTO))
        evening.go_on()
        evening.do(Settle())
        kinds = {type(each) for each in evening.events}
    evening.do(take_box("17", 0))
    return evening


@pytest.fixture(scope="module")
def by_person() -> Evening:
    """A real sabot: keyed stakes, an excess card, a correction, a manager, a void coup."""
    evening = StaffedEvening(CHIPS)
    evening.says(console_commands.OpenBetting)
    evening.says(console_commands.KeyIn, 3, {Bet.BANCO: 2_000})
    evening.close()
    evening.says(console_commands.ReopenBetting)
    evening.close()
    evening.says(console_commands.Amend, 3, {Bet.BANCO: 3_000}, "mis-keyed", by=MARA)
    evening.reads("4h5cKd2s9d7h")
    evening.says(console_commands.CutCard)
    evening.says(console_commands.TakeBackCutCard)
    evening.says(console_commands.CallManager, "a card too many")
    evening.says(console_commands.Correct, 1, "3h", "misread")
    evening.says(console_commands.Decide, "by the cards as they lie", by=MARA)
    evening.announces()
    evening.says(console_commands.Reverse, "a card was read twice", by=MARA)
    evening.says(console_commands.Delete, 6, "read twice")
    evening.says(console_commands.Swap, 1, 2, "in the wrong order")
    evening.reads("7h")
    evening.announces()
    evening.bets()
    evening.says(console_commands.Void, "a card fell to the floor", by=MARA)
    evening.do(Settle())
    evening.says(console_commands.Leave)
    return evening


def test_the_evenings_contain_every_kind_of_event(in_hand: Evening, by_person: Evening) -> None:
    sabot = whole_sabot("17")
    sabot.do(Stand(Standing.CLOSED))
    sabot.do(Reveal())
    told = {type(each) for each in sabot.events + in_hand.events + by_person.events}
    assert set(get_args(StreamEvent)) == told


@pytest.mark.parametrize("which", ["evening", "in_hand", "by_person"])
def test_a_snapshot_and_the_later_events_give_the_same_view(
    which: str, request: pytest.FixtureRequest
) -> None:
    evening: Evening = request.getfixturevalue(which)
    events = [decoded(body) for body in evening.bodies]
    whole_view = folded(evening.first.view, events)
    view = evening.first.view
    for n, event in enumerate(events):
        view = fold(view, event)
        snapshot = msgspec.json.decode(msgspec.json.encode(view), type=TableView)
        assert snapshot == view
        assert folded(snapshot, events[n + 1 :]) == whole_view


def test_repeated_events_change_nothing(evening: Evening) -> None:
    events = [decoded(body) for body in evening.bodies]
    once = folded(evening.first.view, events)
    assert folded(once, events) == once
    view = evening.first.view
    for n in range(len(events)):
        view = folded(view, events[max(0, n - 3) : n + 1])
    assert view == once


def test_a_new_epoch_begins_with_its_first_event(evening: Evening) -> None:
    view = evening.table.view
    event = replace(evening.events[0], epoch=view.epoch + 1, offset=1)
    after = fold(view, event)
    assert (after.epoch, after.offset, after.stage) == (view.epoch + 1, 1, Stage.MIXING)


def test_a_note_stays_until_the_table_is_opened_again() -> None:
    evening = at(Stage.PAID)
    evening.do(Stand(Standing.PAUSED, "a moment"))
    assert evening.table.view.note == "a moment"
    evening.do(Stand(Standing.CLOSED, "good night"))
    evening.do(Reveal())
    assert evening.table.view.note == "good night"
    evening.do(Stand(Standing.OPEN, "here we are"))
    assert evening.table.view.note == ""
