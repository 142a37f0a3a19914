"""Whether the evening finds a face that somebody was told too early."""

import json
from collections.abc import Iterable

import pytest

from tests.browser.early_faces import EarlyFaces
from tests.browser.recording_proxy import Carried

FOUR = ("2h", "3c", "Kd", "4s")  # Punto draws


def _said(*commands: str) -> list[Carried]:
    """Commands as `read 2h` or `turn punto`, at a table that is dealt face down."""
    log = list[Carried]()
    for seen, command in enumerate(commands):
        name, _, more = command.partition(" ")
        said = {"type": name, "seen": seen, "card": more, "side": more, "n": 1}
        log.append(Carried("campione", is_said=True, text=json.dumps(said)))
    return log


def _coup(*more: str) -> list[Carried]:
    return _said("open_betting", "close_betting", *(f"read {card}" for card in FOUR), *more)


def _told(**message: object) -> Carried:
    return Carried("others", is_said=False, text=json.dumps(message))


def _early(log: Iterable[Carried]) -> int:
    faces = EarlyFaces("others", ["campione"])
    faces.read(log)
    return len(faces.early)


@pytest.mark.parametrize("card", [*FOUR, "5d"])
def test_a_face_is_early_until_its_side_is_turned(card: str) -> None:
    both = ("turn punto", "turn banco")
    third = _coup(*both, "correct 2h", "read 5d")
    assert _early([*third, _told(card=card)]) == (card == "5d")
    assert not _early([*third, *_said("turn punto"), _told(card=card)])
    assert _early([*_coup(), _told(card=card)])


def test_a_face_is_early_again_in_a_later_coup() -> None:
    told = [*_coup("announce"), _told(card="2h")]
    another = _said("open_betting", "close_betting", "read 6c", "read Ks", "announce")
    assert not _early([*told, *another, _told(cards="6cKs")])
    assert _early([*told, *another, *_coup(), _told(card="2h")])


@pytest.mark.parametrize(
    ("told", "is_early"),
    [
        ({"card": "??", "points": 5}, True),
        ({"card": "??", "points": None}, False),
        ({"type": "turned", "side": "punto", "cards": "??3c??4s", "points": 2}, True),
        ({"type": "turned", "side": "banco", "cards": "??3c??4s", "points": 7}, False),
        ({"cards": "??3c??4s", "fifth": None, "punto": 2, "banco": 7}, True),
        ({"cards": "??3c??4s", "fifth": None, "punto": None, "banco": 7}, False),
        ({"cards": "2h3cKd4s??", "fifth": "punto", "punto": 2, "banco": 7}, True),
        ({"cards": "2h3cKd4s??", "fifth": "punto", "punto": None, "banco": 7}, False),
    ],
)
def test_points_are_early_while_a_card_lies_face_down(
    told: dict[str, object], is_early: bool
) -> None:
    turned = _coup("turn punto", "turn banco", "read 5d")
    assert _early([*turned, _told(view=told)]) == is_early
