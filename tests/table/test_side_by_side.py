"""Cards of a real sabot that are dealt face down, and read hand by hand as they are turned."""

import pytest
from msgspec.structs import replace

from puntobanco.errors import FromARealSabot, NotNow
from puntobanco.game.bets import Bet
from puntobanco.game.coup import Outcome, Side
from puntobanco.game.sheet import Faces
from puntobanco.wire.console_commands import Correct, Delete, ReopenBetting, Speak, Swap, Turn, Void
from puntobanco.wire.stream import OnBet
from tests.table.staffed_evening import CHIPS, MARA, REAL, TURNED, FaceDown

IN_HAND = replace(REAL, faces=Faces.DOWN)
PUNTO, BANCO = Side.PUNTO, Side.BANCO


def test_punta_speaks_then_banco_is_turned_then_punta() -> None:
    """ "parla per primo"; "L'impiegato, quindi, scopre le carte del banco"."""
    evening = FaceDown(TURNED)
    evening.begins()
    assert evening.view.asks is PUNTO
    assert evening.offers[1:] == ("Punto speaks, or shows a natural", PUNTO)
    assert list(evening.sides) == [PUNTO]
    with pytest.raises(NotNow, match="Punto speaks"):
        evening.turns(BANCO, "3c")
    called = evening.says(Speak, draws=True)
    assert (called.draws, called.against) == (True, False)
    assert list(evening.sides) == [PUNTO, BANCO]
    assert evening.offers[1:] == ("a card for Banco", BANCO)
    evening.reads("3c")  # nobody named a side: after the call it is Banco's turn
    assert (evening.view.cards, evening.view.banco) == ("??3c", None)
    evening.turns(BANCO, "4s")
    assert (evening.view.cards, evening.view.punto, evening.view.banco) == ("??3c??4s", None, 7)
    assert evening.offers[1:] == ("a card for Punto", PUNTO)
    evening.turns(PUNTO, "2h", "Kd")
    assert (evening.view.cards, evening.sides) == ("2h3cKd4s", ())
    evening.reads("5d")
    result = evening.announces()
    assert (result.cards, result.outcome) == ("2h3cKd4s5d", Outcome.EGALITE)
    assert not evening.view.against
    assert evening.table.seen == "2c2h3cKd4s5d"
    assert evening.replayed() == evening.view


@pytest.mark.parametrize(
    ("hand", "draws", "against"),
    [
        (("2h", "Kd"), False, True),
        (("6h", "Kd"), True, True),
        (("9h", "Kd"), False, True),
        (("2h", "Kd"), True, False),
        (("6h", "Kd"), False, False),
    ],
)
def test_a_call_is_held_against_the_rule_when_punta_is_turned(
    hand: tuple[str, str], draws: bool, against: bool
) -> None:
    evening = FaceDown(TURNED)
    evening.begins()
    evening.says(Speak, draws)
    evening.turns(BANCO, "3c", "4s")
    evening.turns(PUNTO, hand[0])
    assert not evening.view.against
    evening.turns(PUNTO, hand[1])
    assert evening.view.against is against


def test_a_natural_is_shown_instead_of_spoken() -> None:
    evening = FaceDown(TURNED)
    evening.begins()
    evening.turns(PUNTO, "9h", "Kd")
    assert "speak" not in evening.offers[0]
    evening.turns(BANCO, "3c", "4s")
    assert evening.announces().cards == "9h3cKd4s"


def test_in_hand_at_st_moritz_either_side_is_turned_first() -> None:
    evening = FaceDown(IN_HAND)
    evening.begins({Bet.BANCO: OnBet(5_000, 1)})
    with pytest.raises(NotNow, match="nobody speaks"):
        evening.says(Speak, draws=True)
    evening.turns(BANCO, "3c")
    for command, *said in ((Swap, 1, 2), (Delete, 2)):
        with pytest.raises(NotNow, match="turned and read first"):
            evening.says(command, *said, "misread")
    evening.turns(BANCO, "4s")
    with pytest.raises(NotNow, match="this side were read"):
        evening.turns(BANCO, "5s")
    evening.turns(PUNTO, "Kd", "9h")
    evening.says(Swap, 1, 3, "wrong order")
    assert evening.announces().cards == "9h3cKd4s"


def test_a_misread_card_is_corrected_while_others_lie_face_down() -> None:
    evening = FaceDown(TURNED)
    evening.begins()
    evening.says(Speak, draws=False)
    evening.turns(BANCO, "5c", "4s")
    for n, card, why in ((1, "4c", "not read yet"), (9, "4c", "not"), (2, "5c", "read as 5c")):
        with pytest.raises(NotNow, match=why):
            evening.says(Correct, n, card, "misread")
    told = evening.says(Correct, 2, "3c", "misread")
    assert (told.cards, told.punto, told.banco, told.gone) == ("??3c??4s", None, 7, 5)
    evening.turns(PUNTO, "6h")
    assert evening.says(Correct, 1, "2h", "misread").cards == "2h3c??4s"
    evening.turns(PUNTO, "Kd")
    assert evening.view.against  # «Resto» with two
    assert not evening.says(Correct, 1, "6h", "it was right").against
    assert evening.announces().cards == "6h3cKd4s"
    assert evening.table.seen == "2c6h3cKd4s"
    assert evening.replayed() == evening.view


def test_points_of_half_a_hand_are_not_told() -> None:
    evening = FaceDown(TURNED)
    evening.begins({})
    evening.turns(PUNTO, "6h", "Kd")
    evening.turns(BANCO, "3c")
    told = evening.says(Correct, 1, "2h", "misread")
    assert (told.punto, told.banco) == (2, None)


def test_cards_that_are_turned_at_once_are_read_in_their_order() -> None:
    evening = FaceDown(TURNED)
    evening.begins()
    evening.reads("2h3cKd4s5d")
    assert evening.announces().cards == "2h3cKd4s5d"


def test_betting_stays_closed_after_a_call() -> None:
    evening = FaceDown(CHIPS)
    evening.begins()
    evening.says(Speak, draws=True)
    with pytest.raises(NotNow):
        evening.says(ReopenBetting)


def test_a_void_coup_keeps_what_was_read() -> None:
    evening = FaceDown(TURNED)
    evening.begins()
    evening.says(Speak, draws=True)
    evening.turns(BANCO, "3c", "4s")
    evening.says(Void, "the sabot fell", by=MARA)
    assert (evening.view.cards, evening.table.seen) == ("??3c??4s", "2c3c4s")


def test_a_table_dealt_face_up_names_no_side_and_nobody_speaks() -> None:
    evening = FaceDown(REAL)
    evening.begins()
    assert evening.sides == ()
    with pytest.raises(NotNow, match="in their order"):
        evening.turns(BANCO, "3c")
    for command, said in ((Speak, True), (Turn, PUNTO)):
        with pytest.raises(FromARealSabot):
            evening.says(command, said)
