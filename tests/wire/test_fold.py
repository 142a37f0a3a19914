"""A view is a fold of its stream, from wherever one begins to read."""

from typing import get_args

import msgspec
import pytest
from msgspec.structs import replace

from puntobanco.table.shared import Count, GiveUp, OpenBetting, Reveal, Stand
from puntobanco.wire.fold import fold
from puntobanco.wire.stream import OnBet, Stage, Standing, StreamEvent, TableView
from tests.table.evening import Evening
from tests.table.test_shared import at, whole


@pytest.fixture(scope="module")
def evening() -> Evening:
    """Something of everything: given up, counted, paused, played, closed."""
    evening = at(Stage.OPENING)
    evening.do(GiveUp())
    evening.mix("23")
    evening.deal()
    evening.do(Stand(Standing.PAUSED, "a moment"))
    evening.do(Stand(Standing.OPEN))
    evening.do(OpenBetting())
    evening.do(Count({"punto": OnBet(500, 2)}))  # type: ignore[dict-item]
    return evening


def decoded(body: bytes) -> StreamEvent:
    event: StreamEvent = msgspec.json.decode(body, type=StreamEvent)
    return event


def folded(view: TableView, events: list[StreamEvent]) -> TableView:
    for each in events:
        view = fold(view, each)
    return view


def test_every_event_is_read_as_it_was_written(evening: Evening) -> None:
    for event, body in zip(evening.events, evening.bodies, strict=True):
        assert decoded(body) == event or event.__class__.__name__ == "Staked"
        assert msgspec.json.encode(decoded(body)) == body


def test_every_kind_of_event_was_told() -> None:
    sabot = whole("17")
    sabot.do(Stand(Standing.CLOSED))
    sabot.do(Reveal())
    told = {type(each) for each in sabot.events}
    assert {kind.__name__ for kind in set(get_args(StreamEvent)) - told} == {"Staked"}


def test_a_snapshot_and_what_follows_is_the_whole(evening: Evening) -> None:
    events = [decoded(body) for body in evening.bodies]
    whole_view = folded(evening.first.view, events)
    view = evening.first.view
    for n, event in enumerate(events):
        view = fold(view, event)
        snapshot = msgspec.json.decode(msgspec.json.encode(view), type=TableView)
        assert snapshot == view
        assert folded(snapshot, events[n + 1 :]) == whole_view


def test_what_comes_twice_changes_nothing(evening: Evening) -> None:
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


def test_a_note_stands_until_the_table_is_opened_again() -> None:
    evening = at(Stage.PAID)
    evening.do(Stand(Standing.PAUSED, "a moment"))
    assert evening.table.view.note == "a moment"
    evening.do(Stand(Standing.CLOSED, "good night"))
    evening.do(Reveal())
    assert evening.table.view.note == "good night"
    evening.do(Stand(Standing.OPEN, "here we are"))
    assert evening.table.view.note == ""


def test_a_view_of_an_older_house_has_no_note(evening: Evening) -> None:
    older = msgspec.to_builtins(evening.table.view)
    del older["note"]
    view = msgspec.convert(older, TableView)
    assert (view.note, view) == ("", evening.table.view)
