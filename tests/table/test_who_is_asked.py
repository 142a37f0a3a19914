"""Chips on Punto that are keyed in late, or amended, change whose word the table waits for.

The player at Punta, if there is one, "parla per primo".
"""

import pytest
from msgspec.structs import replace

from puntobanco.game.bets import Bet
from puntobanco.game.coup import Side
from puntobanco.game.sheet import Faces
from puntobanco.table.shared.shared_table import Deal
from puntobanco.wire.console_commands import (
    Amend,
    CloseBetting,
    Delete,
    KeyIn,
    OpenBetting,
    ReopenBetting,
    Reverse,
    Speak,
    Turn,
)
from puntobanco.wire.table_spec import TableSpec
from tests.table.staffed_evening import CHIPS, MARA, FaceDown

LEAVING = replace(CHIPS, name="left", reading="leaving")
UP = replace(CHIPS, name="up", house="st-moritz")
IN_HAND = replace(UP, name="held", faces=Faces.DOWN)
PUNTO, BANCO = Side.PUNTO, Side.BANCO
ON_PUNTO, ON_BANCO = {Bet.PUNTO: 5_000}, {Bet.BANCO: 5_000}
SPEAKS = "Punto speaks, or shows a natural"


def dealing(evening: FaceDown, stakes: dict[Bet, int]) -> FaceDown:
    """Deal with the stakes of one player, in box 3."""
    evening.says(OpenBetting)
    if stakes:
        evening.says(KeyIn, 3, stakes)
    evening.says(CloseBetting)
    evening.do(Deal({}))
    return evening


def asked(evening: FaceDown) -> tuple[Side | None, str, tuple[Side, ...]]:
    """Who is asked, what the console demands, and which sides may be turned."""
    return evening.view.asks, evening.offers[1], evening.sides


def test_chips_keyed_late_on_punta_make_its_player_speak() -> None:
    evening = dealing(FaceDown(CHIPS), {})
    assert asked(evening) == (None, "a card for Punto", (PUNTO, BANCO))
    assert evening.says(KeyIn, 4, ON_BANCO).asks is None
    assert evening.says(KeyIn, 3, ON_PUNTO).asks is PUNTO
    assert asked(evening) == (PUNTO, SPEAKS, (PUNTO,))
    evening.says(Speak, draws=True)
    assert evening.view.asks is None
    assert evening.replayed() == evening.view


def test_chips_taken_away_late_from_punta_leave_nobody_to_speak() -> None:
    evening = dealing(FaceDown(CHIPS), ON_PUNTO)
    assert evening.view.asks is PUNTO
    assert evening.says(KeyIn, 5, ON_PUNTO).asks is PUNTO
    assert evening.says(KeyIn, 3, {}).asks is PUNTO  # another player is on Punta
    assert evening.says(KeyIn, 5, ON_BANCO).asks is None
    assert asked(evening) == (None, "a card for Punto", (PUNTO, BANCO))
    assert "speak" not in evening.offers[0]
    assert evening.replayed() == evening.view


def test_nobody_speaks_while_the_betting_is_open() -> None:
    evening = FaceDown(CHIPS)
    evening.says(OpenBetting)
    assert evening.says(KeyIn, 3, ON_PUNTO).asks is None
    evening.says(CloseBetting)
    evening.do(Deal({}))
    evening.says(ReopenBetting)
    assert evening.says(KeyIn, 4, ON_PUNTO).asks is None
    assert evening.view.asks is None


@pytest.mark.parametrize("late", [ON_PUNTO, {}], ids=["keyed late", "taken away late"])
def test_before_the_cards_of_a_scanner_in_the_sabot_nobody_is_asked(late: dict[Bet, int]) -> None:
    """Four cards leave the sabot first; then the chips that lie on Punta count."""
    evening = dealing(FaceDown(LEAVING), {} if late else ON_PUNTO)
    assert evening.says(KeyIn, 3, late).asks is None
    told = evening.reads("2h3cKd4s")
    assert [each.asks for each in told] == [None, None, None, PUNTO if late else None]
    assert evening.view.asks is told[-1].asks
    assert ("speak" in evening.offers[0]) is bool(late)


@pytest.mark.parametrize("cards", ["2h3cKd4s", "9h3cKd4s"], ids=["to call", "a natural"])
def test_stakes_amended_when_four_cards_lie_face_down(cards: str) -> None:
    evening = dealing(FaceDown(LEAVING), ON_PUNTO)
    evening.reads(cards)
    assert asked(evening) == (PUNTO, SPEAKS, (PUNTO,))
    assert evening.says(Amend, 3, {}, "mis-keyed", by=MARA).asks is None
    assert asked(evening) == (None, "Punto's cards are turned", (PUNTO,))
    assert evening.says(Amend, 4, ON_PUNTO, "mis-keyed", by=MARA).asks is PUNTO
    assert asked(evening) == (PUNTO, SPEAKS, (PUNTO,))
    evening.says(Turn, PUNTO)
    assert evening.says(Amend, 4, ON_BANCO, "mis-keyed", by=MARA).asks is None
    assert evening.replayed() == evening.view


def test_stakes_amended_before_a_hand_is_turned_and_read() -> None:
    evening = dealing(FaceDown(CHIPS), {})
    assert evening.says(Amend, 3, ON_PUNTO, "mis-keyed", by=MARA).asks is PUNTO
    assert evening.says(Amend, 3, ON_BANCO, "mis-keyed", by=MARA).asks is None
    evening.turns(PUNTO, "2h")  # shown without a word
    assert evening.says(Amend, 3, ON_PUNTO, "mis-keyed", by=MARA).asks is None


def test_in_hand_at_st_moritz_the_held_side_is_asked_by_the_amended_stakes() -> None:
    evening = dealing(FaceDown(replace(IN_HAND, reading="leaving")), ON_BANCO)
    evening.reads("2h3cKd4s")
    assert evening.view.asks is BANCO
    assert evening.says(Amend, 3, ON_PUNTO, "mis-keyed", by=MARA).asks is PUNTO
    evening.says(Turn, PUNTO)
    assert evening.view.asks is None  # nobody holds Banco's cards


@pytest.mark.parametrize("spec", [UP, IN_HAND], ids=["face up", "in hand"])
def test_where_nobody_speaks_late_chips_ask_nobody(spec: TableSpec) -> None:
    evening = dealing(FaceDown(spec), {})
    assert evening.says(KeyIn, 3, ON_PUNTO).asks is None
    assert evening.says(Amend, 3, ON_BANCO, "mis-keyed", by=MARA).asks is None


def test_a_player_whose_cards_lay_open_is_not_asked_again_when_all_are_deleted() -> None:
    evening = dealing(FaceDown(CHIPS), ON_PUNTO)
    evening.reads("9h3cKd4s")
    evening.announces()
    evening.says(Reverse, "read twice", by=MARA)
    for _ in range(4):
        evening.says(Delete, 1, "read twice")
    assert (evening.view.cards, evening.view.asks) == ("", None)
    assert evening.offers[1:] == ("a card for Punto", PUNTO)
    assert "speak" not in evening.offers[0]
