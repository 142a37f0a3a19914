"""Tests of the coup: the rules of the books, and errors that other programs make."""

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import puntobanco
from puntobanco.errors import TooFewCards, TooManyCards
from puntobanco.game.bets import Bet, wins
from puntobanco.game.cards import DECK, Card, parse_cards, points, print_cards
from puntobanco.game.coup import Coup, Outcome, Side, deal, deal_exactly
from puntobanco.game.sabot import Sabot
from puntobanco.game.tiraggio import Tiraggio

SIX: Final = st.lists(st.sampled_from(DECK), min_size=6, max_size=6)


def cards(text: str) -> tuple[Card, ...]:
    """Parse cards that are written with spaces between them."""
    return parse_cards(text.replace(" ", ""))


def rule() -> Tiraggio:
    return puntobanco.house("campione").sheet.rule


def coup(text: str, house: str = "campione") -> Coup:
    """Deal a coup from cards in drawing order: P B P B, then Punto's third, then Banco's."""
    return puntobanco.play(house, cards(text))


# Points


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("5c 9d", 4),  # 000 and 001: "5+9=14=14-10=4"
        ("6c 7d", 3),  # 002: "6+7=13-10=3"
        ("Jh 3s", 3),  # 003: "Fante (0) + un tre (3) = 3"
        ("9h 5c", 4),  # 003: "Un nove (9) + un cinque (5) = 14"
        ("6s 4s", 0),  # 003: "Un sei (6) + un quattro (4) = 10"
        ("7c 6d", 3),  # 004: "7+6=13=3"
        ("4c 6d", 0),  # 004: "4+6=10=0"
        ("9c 9d 9h", 7),  # "se la somma delle due (o tre) carte dà un numero di due cifre"
        ("Kc Qd Jh", 0),
        ("Ac Td", 1),
    ],
)
def test_the_points_are_the_last_digit_of_the_sum(hand: str, expected: int) -> None:
    assert points(cards(hand)) == expected


# The order of the cards


def test_first_and_third_card_to_punto_second_and_fourth_to_banco() -> None:
    dealt = coup("Ac 2d 7h 4s")
    assert (print_cards(dealt.punto), print_cards(dealt.banco)) == ("Ac7h", "2d4s")


def test_the_fifth_card_is_puntos_and_the_sixth_bancos() -> None:
    dealt = coup("Ac 2d 2h As 3c 4c")
    assert (print_cards(dealt.punto), print_cards(dealt.banco)) == ("Ac2h3c", "2dAs4c")


def test_the_fifth_card_is_bancos_if_punto_stands() -> None:
    dealt = coup("Ac 2d 5h As 4c")
    assert (print_cards(dealt.punto), print_cards(dealt.banco)) == ("Ac5h", "2dAs4c")


# Who wins


@pytest.mark.parametrize(
    ("dealt", "text"),
    [
        ("9c Kd Th 8s", "Punto 9♣ 10♥ = 9, Banco K♦ 8♠ = 8: Punto wins"),
        ("8c Kd Th 9s", "Punto 8♣ 10♥ = 8, Banco K♦ 9♠ = 9: Banco wins"),
        ("8c Kd Th 8s", "Punto 8♣ 10♥ = 8, Banco K♦ 8♠ = 8: Égalité"),
        ("6c Kd Th 7s", "Punto 6♣ 10♥ = 6, Banco K♦ 7♠ = 7: Banco wins"),
        ("Ac Kd Th 6s 9d", "Punto A♣ 10♥ 9♦ = 0, Banco K♦ 6♠ = 6: Banco wins"),
        ("Ac Kd Th 3s 8d", "Punto A♣ 10♥ 8♦ = 9, Banco K♦ 3♠ = 3: Punto wins"),
        ("Kc Kd Th Ts Qd Jd", "Punto K♣ 10♥ Q♦ = 0, Banco K♦ 10♠ J♦ = 0: Égalité"),
    ],
)
def test_nearest_to_nine_wins(dealt: str, text: str) -> None:
    assert str(coup(dealt)) == text


def test_nine_beats_eight() -> None:
    """002's "si avvicina di più a 8/9" means nine."""
    assert coup("9c Kd Th 8s", "campione").outcome is Outcome.PUNTO


# Explanations


@pytest.mark.parametrize(
    ("dealt", "sentences"),
    [
        ("8c Kd Th 3s", ["Punto 8: natural, nobody draws"]),
        ("Ac Kd Th 9s", ["Banco 9: natural, nobody draws"]),
        ("8c Kd Th 9s", ["Punto 8, Banco 9: natural, nobody draws"]),
        (
            "5c Kd Th 3s 8d",
            ["Punto 5: Punto draws", "Banco 3, Punto's third card 8: Banco stands"],
        ),
        (
            "5c Kd Th 3s 9d 2c",
            ["Punto 5: Punto draws", "Banco 3, Punto's third card 9: Banco draws"],
        ),
        (
            "Ac Kd Th 4s Qd",
            ["Punto 1: Punto draws", "Banco 4, Punto's third card 0: Banco stands"],
        ),
        ("6c Kd Th 5s 2c", ["Punto 6: Punto stands", "Banco 5, Punto stood: Banco draws"]),
        ("7c Kd Th 6s", ["Punto 7: Punto stands", "Banco 6, Punto stood: Banco stands"]),
    ],
)
def test_a_coup_is_explained_in_sentences(dealt: str, sentences: list[str]) -> None:
    assert list(coup(dealt).explanation) == sentences


# Too few and too many cards


@pytest.mark.parametrize(
    ("given", "side"),
    [(0, "Punto"), (1, "Banco"), (2, "Punto"), (3, "Banco"), (4, "Punto"), (5, "Banco")],
)
def test_too_few_cards_are_refused(given: int, side: str) -> None:
    whole = cards("Kc Kd 5h 4s 2d 3c")
    with pytest.raises(TooFewCards) as refused:
        deal_exactly(rule(), whole[:given])
    assert refused.value.facts == {"given": given, "side": side}


@pytest.mark.parametrize("ended", ["8c Kd Th 3s", "6c Kd Th 7s", "5c Kd Th 3s 8d"])
def test_too_many_cards_are_refused(ended: str) -> None:
    used = len(cards(ended))
    with pytest.raises(TooManyCards) as refused:
        coup(f"{ended} 2c")
    assert refused.value.facts == {"given": used + 1, "used": used}


def test_cards_after_the_end_of_the_coup_are_not_drawn() -> None:
    assert print_cards(deal(rule(), cards("8c Kd Th 3s 2c 2d")).cards) == "8cKdTh3s"


# Errors of other programs


@pytest.mark.parametrize("house", puntobanco.HOUSES)
@pytest.mark.parametrize("third", "4567")
def test_error_banco_with_five_drawing_on_six_and_seven_only(third: str, house: str) -> None:
    assert print_cards(coup(f"Kc Kd 5h 5s {third}d 2c", house).banco) == "Kd5s2c"


def test_error_the_last_card_never_being_dealt() -> None:
    six_figures = Sabot(DECK, gone=46)
    last, after = six_figures.coup(rule())
    assert print_cards(last.cards) == "QhQsKcKdKhKs"
    assert after.gone == 52
    assert sum(after.left) == 0


@pytest.mark.parametrize("house", puntobanco.HOUSES)
def test_error_ties_losing_the_stakes_on_punto_and_banco(house: str) -> None:
    tie = puntobanco.play(house, "8cKdTh8s")
    assert tie.settle(punto=20_00, banco=20_00).returned == {"punto": 20_00, "banco": 20_00}


def test_error_dealing_punto_punto_banco_banco() -> None:
    dealt = coup("4c 3d 5h Ts")  # 4 + 3 and 5 + T would make Punto 7
    assert dealt.points == {Side.PUNTO: 9, Side.BANCO: 3}


@pytest.mark.parametrize("nothing", ["Kc Kd Th Ts Qc Qd", "6c Kd Th Ts Qd"])
def test_error_banco_drawing_twice(nothing: str) -> None:
    """Banco still has zero points after its third card, and draws no other."""
    assert len(coup(nothing).banco) == 3
    with pytest.raises(TooManyCards):
        coup(f"{nothing} 9c")


@pytest.mark.parametrize("house", puntobanco.HOUSES)
@pytest.mark.parametrize("banco", "45")
@pytest.mark.parametrize("punto", "67")
def test_error_banco_standing_on_four_and_five_when_punto_stood(
    punto: str, banco: str, house: str
) -> None:
    assert print_cards(coup(f"Kc Kd {punto}h {banco}s 2c", house).banco) == f"Kd{banco}s2c"


def test_error_points_not_taken_modulo_ten() -> None:
    """7 + 8 counts 5, so Punto draws; 7 + 6 counts 3."""
    dealt = coup("7c 7d 8h 6s 2d 4d")
    assert dealt.points == {Side.PUNTO: 7, Side.BANCO: 7}
    assert dealt.explanation[0] == "Punto 5: Punto draws"
    assert coup("7c 6d Kh Ts").outcome is Outcome.PUNTO
    assert coup("6c 8d Kh 9s").outcome is Outcome.BANCO


@pytest.mark.parametrize(
    ("bet", "dealt"),
    [
        (Bet.PUNTO_PAIR, "2c Kd 2h 7s 9d"),
        (Bet.BANCO_PAIR, "6c 2d Kh 2s 9d"),
        (Bet.EITHER_PAIR, "2c Kd 2h 7s 9d"),
        (Bet.EITHER_PAIR, "6c 2d Kh 2s 9d"),
        (Bet.PERFECT_PAIR, "2c Kd 2c 7s 9d"),
        (Bet.PERFECT_PAIR, "6c 2d Kh 2d 9d"),
    ],
)
def test_error_pairs_forgotten_when_a_third_card_is_drawn(bet: Bet, dealt: str) -> None:
    assert wins(bet, coup(dealt))


@pytest.mark.parametrize("dealt", ["2c Kd 3h 7s 3h", "6c 2d Kh 3s 3s", "2c Kd 3h 7s 2c"])
def test_a_third_card_never_makes_a_pair(dealt: str) -> None:
    pairs = Bet.PUNTO_PAIR, Bet.BANCO_PAIR, Bet.EITHER_PAIR, Bet.PERFECT_PAIR
    assert not any(wins(bet, coup(dealt)) for bet in pairs)


# The laws


@given(SIX)
def test_cards_are_dealt_in_order_and_give_the_same_coup_again(six: list[Card]) -> None:
    dealt = deal(rule(), six)
    assert list(dealt.cards) == six[: len(dealt.cards)]
    assert deal_exactly(rule(), dealt.cards) == dealt
    assert {len(dealt.punto), len(dealt.banco)} <= {2, 3}


@given(SIX)
def test_after_a_natural_there_are_no_decisions_and_otherwise_two(six: list[Card]) -> None:
    dealt = deal(rule(), six)
    natural = max(points(dealt.punto[:2]), points(dealt.banco[:2])) >= 8
    assert len(dealt.decisions) == (0 if natural else 2)
    if natural:
        assert len(dealt.cards) == 4
    drew = [decision.side for decision in dealt.decisions if decision.draws]
    assert drew == [side for side in Side if len(getattr(dealt, side)) == 3]


@given(SIX)
def test_the_side_with_more_points_wins(six: list[Card]) -> None:
    dealt = deal(rule(), six)
    more = dealt.points[Side.PUNTO] - dealt.points[Side.BANCO]
    assert dealt.outcome is (
        Outcome.PUNTO if more > 0 else Outcome.BANCO if more else Outcome.EGALITE
    )
    assert [wins(bet, dealt) for bet in (Bet.PUNTO, Bet.BANCO, Bet.EGALITE)].count(True) == 1
