"""Tests of cards: their values as the books print them, and their notation."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.errors import NotACard
from puntobanco.game.cards import DECK, Card, parse_card, parse_cards, points, print_cards


@pytest.mark.parametrize(
    ("rank", "value"),
    [
        ("A", 1),  # "l'asso vale 1 punto"
        ("2", 2),  # "le carte dal 2 al 9 hanno i valori indicati sulla carta"
        ("3", 3),
        ("4", 4),
        ("5", 5),
        ("6", 6),
        ("7", 7),
        ("8", 8),
        ("9", 9),
        ("T", 0),  # "il 10, il fante, la regina e il re valgono 0 punti"
        ("J", 0),
        ("Q", 0),
        ("K", 0),
    ],
)
@pytest.mark.parametrize("suit", "cdhs")
def test_the_value_of_a_card(rank: str, value: int, suit: str) -> None:
    card = parse_card(rank + suit)
    assert (card.rank, card.suit, card.points) == (rank, suit, value)


def test_a_deck_is_fifty_two_french_cards_without_jokers() -> None:
    assert print_cards(DECK) == "".join(r + s for r in "A23456789TJQK" for s in "cdhs")
    assert len(set(DECK)) == 52
    assert [card.index for card in DECK] == list(range(52))


def test_equal_cards_are_the_same_object() -> None:
    assert parse_card("Td") is parse_cards("AcTd")[1] is DECK[37]


@pytest.mark.parametrize(
    ("name", "sign"), [("Td", "10♦"), ("Ac", "A♣"), ("9h", "9♥"), ("Ks", "K♠")]
)
def test_the_sign_printed_on_a_card(name: str, sign: str) -> None:
    assert parse_card(name).sign == sign
    assert repr(parse_card(name)) == name


@pytest.mark.parametrize(
    "text", ["", "T", "10d", "td", "TD", "1d", "Tx", "Xd", "Td ", " Td", "TdTd"]
)
def test_a_text_that_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(NotACard) as refused:
        parse_card(text)
    assert refused.value.facts == {"text": text}


@pytest.mark.parametrize(
    ("text", "unread"),
    [("7dK", "K"), ("7d Ks", " K"), ("7d,Ks", ",K"), ("7d10s", "10"), ("7D", "7D")],
)
def test_the_refusal_names_the_first_two_letters_that_are_no_card(text: str, unread: str) -> None:
    with pytest.raises(NotACard) as refused:
        parse_cards(text)
    assert refused.value.facts == {"text": unread}


@given(st.lists(st.sampled_from(DECK)))
def test_cards_are_read_as_they_are_printed(hand: list[Card]) -> None:
    assert parse_cards(print_cards(hand)) == tuple(hand)


@given(st.text("AK29cdsTt1 ", max_size=4))
def test_only_alternating_ranks_and_suits_are_read_as_cards(text: str) -> None:
    if re.fullmatch("([A2-9TJQK][cdhs])*", text):
        assert print_cards(parse_cards(text)) == text
    else:
        with pytest.raises(NotACard):
            parse_cards(text)


@given(st.lists(st.sampled_from(DECK), max_size=3), st.sampled_from(DECK))
def test_points_are_the_sum_of_values_modulo_ten(hand: list[Card], card: Card) -> None:
    assert points([*hand, card]) == points([card, *hand]) == (points(hand) + card.points) % 10
