"""Cards of a real sabot that are read as they leave it, and lie face down until they are turned."""

import pytest
from msgspec.structs import replace

from puntobanco.errors import BadTable, FromARealSabot, NotNow
from puntobanco.game.bets import Bet
from puntobanco.game.coup import Outcome, Side
from puntobanco.game.sheet import Faces, Source
from puntobanco.houses import house
from puntobanco.table.effective_sheet import effective_sheet
from puntobanco.table.shared.shared_table import Deal, Settle
from puntobanco.wire.console_commands import (
    Announce,
    CloseBetting,
    Correct,
    Delete,
    Draw,
    KeyIn,
    OpenBetting,
    Read,
    Reverse,
    Speak,
    Turn,
    Void,
)
from puntobanco.wire.stream import OnBet
from puntobanco.wire.table_spec import TableSpec
from tests.table.staffed_evening import CHIPS, LEAVING, MARA, REAL, FaceDown

IN_HAND = replace(REAL, faces=Faces.DOWN, reading="leaving")


def test_a_coup_at_campione() -> None:
    """ "quattro carte coperte": Punta speaks, Banco is turned, Punta's third card, then Punta."""
    evening = FaceDown(LEAVING)
    evening.begins()
    assert not evening.view.holders
    told = evening.reads("2h3cKd4s")
    assert [(each.card, each.points) for each in told] == [("??", None)] * 4
    assert (evening.view.cards, evening.view.asks) == ("????????", Side.PUNTO)
    can, demands, side = evening.offers
    assert can == {"call_manager", "cut_card", "leave", "speak", "turn"}
    assert (demands, side) == ("Punto speaks, or shows a natural", Side.PUNTO)
    with pytest.raises(NotNow, match="Punto speaks, or shows a natural"):
        evening.reads("9h")
    called = evening.says(Speak, draws=True)
    assert (called.draws, called.against, called.player) == (True, False, "")
    turned = evening.says(Turn, Side.BANCO)
    assert (turned.cards, turned.points) == ("??3c??4s", 7)
    (third,) = evening.reads("5d")
    assert (third.card, third.side) == ("??", Side.PUNTO)
    turned = evening.says(Turn, Side.PUNTO)
    assert (turned.cards, turned.points) == ("2h3cKd4s5d", 7)
    result = evening.announces()
    assert (result.cards, result.outcome) == ("2h3cKd4s5d", Outcome.EGALITE)
    assert (evening.table.hidden, evening.table.seen) == ("", "2c2h3cKd4s5d")
    assert evening.replayed() == evening.view


@pytest.mark.parametrize(
    ("cards", "draws", "punto"),
    [
        ("2h3cKd4s", False, 7),
        ("6h3cKd4s", True, 6),
        ("9h3cKd4s", True, 9),
        ("9h3cKd4s", False, 9),
    ],
)
def test_a_call_against_the_rule_is_shown_and_the_rule_decides(
    cards: str, draws: bool, punto: int
) -> None:
    evening = FaceDown(LEAVING)
    evening.begins()
    evening.reads(cards)
    called = evening.says(Speak, draws)
    assert (called.draws, called.against) == (draws, True)
    assert (evening.view.called, evening.view.against) == (draws, True)
    while evening.offers[1] != "both points are announced":
        can, _, side = evening.offers
        if "turn" in can:
            evening.says(Turn, side)
        else:
            evening.reads("5d")
    assert evening.announces().punto == punto
    evening.begins()
    assert not evening.view.against


def test_a_natural_is_shown_and_nobody_learns_of_it_before() -> None:
    natural, other = FaceDown(LEAVING), FaceDown(LEAVING)
    for evening, cards in ((natural, "9h3cKd4s"), (other, "2h3cKd4s")):
        evening.begins()
        evening.reads(cards)
    assert natural.offers == other.offers
    assert natural.events == other.events
    assert natural.view == other.view
    natural.says(Turn, Side.PUNTO)
    natural.says(Turn, Side.BANCO)
    assert natural.announces().outcome is Outcome.PUNTO


def test_without_stakes_on_punta_nobody_speaks() -> None:
    evening = FaceDown(LEAVING)
    evening.begins({})
    evening.reads("2h3cKd4s")
    with pytest.raises(NotNow):
        evening.says(Speak, draws=True)
    evening.says(Turn, Side.PUNTO)
    evening.says(Turn, Side.BANCO)
    (third,) = evening.reads("5d")
    assert third.card == "5d"
    assert evening.announces().punto == 7


def test_the_player_at_punta_is_known_by_keyed_stakes_too() -> None:
    evening = FaceDown(replace(CHIPS, reading="leaving"))
    evening.says(OpenBetting)
    evening.says(KeyIn, 3, {Bet.PUNTO: 5_000})
    evening.says(CloseBetting)
    evening.do(Deal({}))
    evening.reads("2h3cKd4s")
    assert evening.offers[1:] == ("Punto speaks, or shows a natural", Side.PUNTO)


def test_a_coup_in_hand_at_st_moritz() -> None:
    """Held cards are shown first, Punto's before Banco's; each third card goes to its holder."""
    evening = FaceDown(IN_HAND)
    evening.begins({Bet.PUNTO: OnBet(5_000, 1), Bet.BANCO: OnBet(5_000, 1)})
    evening.reads("2h3cKdKs")
    assert evening.offers[1:] == ("Punto's cards are turned", Side.PUNTO)
    assert evening.sides == (Side.PUNTO, Side.BANCO)
    evening.says(Turn, Side.PUNTO)
    with pytest.raises(NotNow):
        evening.reads("5d")
    with pytest.raises(NotNow):
        evening.says(Turn, Side.PUNTO)
    evening.says(Turn, Side.BANCO)
    (third,) = evening.reads("5d")
    assert (third.side, third.card) == (Side.PUNTO, "??")
    evening.says(Turn, Side.PUNTO)
    evening.reads("4d")
    evening.says(Turn, Side.BANCO)
    assert evening.announces().cards == "2h3cKdKs5d4d"


def test_a_misread_card_is_corrected_when_all_are_turned() -> None:
    evening = FaceDown(LEAVING)
    evening.begins({})
    evening.reads("9h3cKd4s")
    with pytest.raises(NotNow, match="turned and read first"):
        evening.says(Correct, 1, "6h", "misread")
    evening.says(Turn, Side.PUNTO)
    evening.says(Turn, Side.BANCO)
    told = evening.says(Correct, 1, "2h", "misread")
    assert told.cards == "2h3cKd4s"
    evening.reads("5d")
    assert evening.announces().cards == "2h3cKd4s5d"
    assert evening.table.seen == "2c2h3cKd4s5d"


def test_a_card_that_the_sabot_cannot_hold_is_not_told_either() -> None:
    evening = FaceDown(LEAVING)
    evening.begins({})
    evening.table = replace(evening.table, seen="9h" * 6)
    told = evening.says(Read, "9h", insist=True)
    assert (told.card, told.insisted) == ("??", False)


def test_a_void_coup_shows_its_cards() -> None:
    evening = FaceDown(LEAVING)
    evening.begins()
    evening.reads("2h3c")
    told = evening.says(Void, "the sabot fell", by=MARA)
    assert (told.cards, evening.view.cards) == ("2h3c", "2h3c")
    assert (evening.table.hidden, evening.table.seen) == ("", "2c2h3c")
    evening.do(Settle())
    evening.begins()
    assert evening.view.cards == ""


def test_the_points_are_announced_only_when_all_cards_are_turned() -> None:
    evening = FaceDown(LEAVING)
    evening.begins({})
    evening.reads("9h3cKd4s")
    with pytest.raises(NotNow):
        evening.says(Announce)
    with pytest.raises(FromARealSabot):
        evening.says(Draw)
    evening.says(Turn, Side.PUNTO)
    evening.says(Turn, Side.BANCO)
    (aside,) = evening.reads("5d")  # an excess card
    assert aside.card == "5d"
    assert evening.announces().cards == "9h3cKd4s"


def test_cards_that_players_turn_before_their_turn_are_told_in_that_order() -> None:
    evening = FaceDown(IN_HAND)
    evening.begins({Bet.PUNTO: OnBet(5_000, 1), Bet.BANCO: OnBet(5_000, 1)})
    evening.reads("9hKcKdKs")
    assert evening.says(Turn, Side.BANCO).cards == "??Kc??Ks"
    evening.says(Turn, Side.PUNTO)
    assert evening.announces().outcome is Outcome.PUNTO


def test_a_player_who_shows_five_without_a_word_gets_a_card() -> None:
    evening = FaceDown(LEAVING)
    evening.begins()
    evening.reads("2h3cKd4s")
    evening.says(Turn, Side.PUNTO)
    assert evening.sides == (Side.BANCO,)
    evening.says(Turn, Side.BANCO)
    evening.reads("5d")
    assert "speak" not in evening.offers[0]
    evening.says(Turn, Side.PUNTO)
    assert evening.announces().cards == "2h3cKd4s5d"


def test_a_reversed_coup_shows_its_cards_and_a_deleted_one_is_read_again_face_up() -> None:
    evening = FaceDown(replace(CHIPS, reading="leaving"))
    evening.says(OpenBetting)
    evening.says(KeyIn, 3, {Bet.PUNTO: 5_000})
    evening.says(CloseBetting)
    evening.do(Deal({}))
    evening.reads("9h3cKd4s")
    evening.says(Turn, Side.PUNTO)
    evening.says(Turn, Side.BANCO)
    evening.announces()
    told = evening.says(Reverse, "misread", by=MARA)
    assert (told.cards, evening.table.hidden, evening.table.seen) == ("9h3cKd4s",) * 2 + ("2c",)
    evening.says(Delete, 3, "read twice")
    (again,) = evening.reads("3s")
    assert (again.card, evening.view.cards) == ("3s", "9h3c4s3s")
    assert evening.offers[1:] == ("a card for Punto", Side.PUNTO)
    evening.reads("2d")
    assert evening.announces().cards == "9h3c4s3s2d"
    assert evening.replayed() == evening.view


def test_only_a_real_sabot_that_is_dealt_face_down_is_read_as_it_leaves() -> None:
    for spec in (
        TableSpec("up", "live-mini", croupier="person", cards=Source.CROUPIER, reading="leaving"),
        TableSpec("ours", "campione", croupier="person", reading="leaving"),
    ):
        with pytest.raises(BadTable, match="reading"):
            effective_sheet(house(spec.house).sheet, spec)


@pytest.mark.parametrize("spec", [LEAVING, IN_HAND], ids=lambda spec: spec.house)
def test_a_third_card_lies_face_down_also_after_a_correction(spec: TableSpec) -> None:
    evening = FaceDown(spec)
    evening.begins({Bet.PUNTO: OnBet(5_000, 1), Bet.BANCO: OnBet(5_000, 1)})
    evening.reads("2h3cKdKs")
    evening.says(Turn, Side.PUNTO)
    evening.says(Turn, Side.BANCO)
    evening.says(Correct, 1, "3h", "misread")
    (third,) = evening.reads("5d")
    assert (third.card, third.points) == ("??", None)
    evening.says(Turn, Side.PUNTO)
    (banco,) = evening.reads("4d")
    assert banco.card == ("??" if spec is IN_HAND else "4d")  # at Campione nobody holds Banco
