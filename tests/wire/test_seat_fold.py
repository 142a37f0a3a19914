"""A seat's view is the fold of its events; the page's fold is tested with the same file."""

import json
from typing import Any, get_args

import msgspec
import pytest

from puntobanco.wire.messages import Event, PrivateEvent, SharedEvent, Tipped
from puntobanco.wire.seat_fold import PrivateView, SharedView, fold_seat
from web.tests import seats

TRIPLES: list[dict[str, Any]] = json.loads(seats.FILE.read_text(encoding="utf-8"))
Views = PrivateView | SharedView


def views(triple: dict[str, Any]) -> tuple[Views, Event, Views]:
    kind: type[Views] = PrivateView if "next" in triple["view"] else SharedView
    event: Event = msgspec.convert(triple["event"], Event)
    return msgspec.convert(triple["view"], kind), event, msgspec.convert(triple["after"], kind)


def test_the_fixture_file_is_up_to_date() -> None:
    assert seats.FILE.read_text(encoding="utf-8") == seats.write(), "python web/tests/seats.py"


def test_the_file_contains_every_kind_of_event() -> None:
    assert {type(views(each)[1]) for each in TRIPLES} == set(get_args(Event))


@pytest.mark.parametrize(
    "triple", TRIPLES, ids=[f"{n}-{each['event']['type']}" for n, each in enumerate(TRIPLES)]
)
def test_a_view_and_an_event_make_the_next_view(triple: dict[str, Any]) -> None:
    view, event, after = views(triple)
    assert fold_seat(view, event) == after


@pytest.mark.parametrize("kind", [PrivateView, SharedView])
def test_all_events_of_a_seat_together_give_its_view(kind: type[Views]) -> None:
    """Folded from an empty view; only chips on the cloth are not in the events."""
    told = [each for each in map(views, TRIPLES) if isinstance(each[0], kind)]
    view: Views = told[0][0]
    for before, event, after in told:
        assert msgspec.structs.replace(view, draft=before.draft) == before
        view = fold_seat(view, event)
        assert msgspec.structs.replace(view, draft=after.draft) == after


def test_no_event_is_folded_into_the_other_kind_of_seat() -> None:
    for _, event, _ in map(views, TRIPLES):
        other = SharedView(1) if isinstance(event, PrivateEvent) else PrivateView(1)
        if isinstance(event, PrivateEvent | SharedEvent) and not isinstance(event, Tipped):
            with pytest.raises((TypeError, AttributeError)):
                fold_seat(other, event)
