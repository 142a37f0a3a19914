"""Tests of the sabot: its burn, its cut card, and the cards left in it."""

import random
from collections.abc import Sequence
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import puntobanco
from puntobanco.errors import NotInSabot, TooFewCards
from puntobanco.game.cards import DECK, Card, parse_card, parse_cards, print_cards
from puntobanco.game.sabot import Sabot, check_held, count_cards, coups, full
from puntobanco.game.sheet import Burn
from puntobanco.game.tiraggio import Tiraggio

KINGS: Final = parse_cards("Kc" * 60)  # every coup takes six of them
CUT_CARD_HOUSES: Final = ["campione", "st-moritz", "live-mini"]


def rule() -> Tiraggio:
    return puntobanco.house("campione").sheet.rule


def shuffled(decks: int, seed: int) -> list[Card]:
    order = list(DECK) * decks
    random.Random(seed).shuffle(order)
    return order


# The burn. 004: "il croupier estrae la prima carta e la scopre; preleverà quindi un numero di
# carte coperte pari al valore della prima carta estratta, bruciandole"


@pytest.mark.parametrize(
    ("first", "hidden"),
    [
        ("Ac", 1),
        ("2d", 2),
        ("5h", 5),
        ("9s", 9),
        ("Tc", 10),  # our reading: ten cards for a ten or a picture
        ("Jd", 10),
        ("Qh", 10),
        ("Ks", 10),
    ],
)
def test_the_first_card_decides_how_many_cards_are_burned(first: str, hidden: int) -> None:
    order = (parse_card(first), *DECK)
    burned, after = Sabot(order, cut=6).burn(Burn(ten=10))
    assert burned == order[: 1 + hidden]
    assert after == Sabot(order, cut=6, gone=1 + hidden)


def test_the_burn_on_a_ten_is_a_field_of_the_sheet() -> None:
    burned, _ = Sabot(parse_cards("TcAdAhAsAcAd")).burn(Burn(ten=3))
    assert print_cards(burned) == "TcAdAhAs"


def test_burned_cards_are_not_dealt() -> None:
    order = parse_cards("2cKdKh" + "9cKsTd7h")
    _, after = Sabot(order).burn(Burn(ten=10))
    coup, _ = after.coup(rule())
    assert print_cards(coup.cards) == "9cKsTd7h"


@pytest.mark.parametrize("house", CUT_CARD_HOUSES)
def test_the_first_coup_comes_after_the_burn(house: str) -> None:
    sheet = puntobanco.house(house).sheet
    order = parse_cards("3c" + "9d" * 3) + tuple(shuffled(sheet.cards.decks, 1))[4:]
    first = next(coups(sheet.cards, sheet.rule, order))
    assert first.cards == order[4 : 4 + len(first.cards)]


# The cut card: a coup is dealt if fewer than N − C cards have left the sabot.


@pytest.mark.parametrize(
    ("cards", "cut", "gone", "deals"),
    [
        (416, 104, 0, True),
        (416, 104, 311, True),
        (416, 104, 312, False),
        (416, 104, 313, False),
        (416, 104, 416, False),
        (312, 52, 259, True),
        (312, 52, 260, False),
    ],
)
def test_a_coup_is_dealt_only_before_the_cut_card(
    cards: int, cut: int, gone: int, deals: bool
) -> None:
    order = (DECK * 8)[:cards]
    assert Sabot(order, cut, gone).deals is deals


def test_the_coup_in_which_the_cut_card_appears_is_the_last() -> None:
    """40 of 60 cards come before the cut card, so it appears in the seventh coup of six cards."""
    played = 0
    sabot = Sabot(KINGS, cut=20)
    while sabot.deals:
        _, sabot = sabot.coup(rule())
        played += 1
    assert (played, sabot.gone) == (7, 42)


def test_a_coup_that_ends_at_the_cut_card_is_the_last() -> None:
    """36 cards come before the cut card: exactly six coups."""
    played = 0
    sabot = Sabot(KINGS, cut=24)
    while sabot.deals:
        _, sabot = sabot.coup(rule())
        played += 1
    assert (played, sabot.gone) == (6, 36)


@pytest.mark.parametrize(
    ("house", "before_cut"), [("campione", 260), ("st-moritz", 260), ("live-mini", 312)]
)
def test_burned_cards_count_towards_the_cut_card(house: str, before_cut: int) -> None:
    """With kings only, eleven cards are burned, and every coup takes six."""
    sheet = puntobanco.house(house).sheet
    kings = [parse_card("Kc")] * sheet.cards.total
    dealt = list(coups(sheet.cards, sheet.rule, kings))
    assert 11 + 6 * (len(dealt) - 1) < before_cut <= 11 + 6 * len(dealt)


@given(st.sampled_from(CUT_CARD_HOUSES), st.integers(0, 2**32))
def test_coups_are_dealt_until_the_cut_card_and_none_after_it(house: str, seed: int) -> None:
    sheet = puntobanco.house(house).sheet
    order = shuffled(sheet.cards.decks, seed)
    assert sheet.cards.cut is not None
    before_cut = len(order) - sheet.cards.cut
    gone = 1 + (order[0].points or 10)
    for coup in coups(sheet.cards, sheet.rule, order):
        assert gone < before_cut
        assert list(coup.cards) == order[gone : gone + len(coup.cards)]
        gone += len(coup.cards)
    assert before_cut <= gone <= len(order)


# The cards left


@given(st.integers(1, 8), st.integers(0, 2**32), st.integers(0, 104))
def test_dealt_burned_and_left_cards_are_all_the_cards(decks: int, seed: int, cut: int) -> None:
    order = shuffled(decks, seed)
    sabot = Sabot(tuple(order), max(6, min(cut, 52 * decks - 21)))
    out, sabot = sabot.burn(Burn(ten=10))
    assert add(count_cards(out), sabot.left) == full(decks)
    while sabot.deals:
        coup, sabot = sabot.coup(rule())
        out += coup.cards
        assert len(out) == sabot.gone
        assert sum(sabot.left) == 52 * decks - sabot.gone
    assert add(count_cards(out), sabot.left) == full(decks)


def add(one: Sequence[int], two: Sequence[int]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(one, two, strict=True))


def test_cards_left_are_counted_in_the_order_of_the_deck() -> None:
    left = Sabot(parse_cards("AcAcKs2d"), gone=1).left
    assert {str(card): n for card, n in zip(DECK, left, strict=True) if n} == {
        "Ac": 1,
        "2d": 1,
        "Ks": 1,
    }


def test_dealing_a_coup_does_not_change_the_old_sabot() -> None:
    sabot = Sabot(KINGS)
    sabot.coup(rule())
    assert sabot == Sabot(KINGS)


def test_a_sabot_that_ends_within_a_coup_is_refused() -> None:
    with pytest.raises(TooFewCards):
        Sabot(KINGS, gone=55).coup(rule())


@pytest.mark.parametrize(("text", "decks"), [("AcAd", 1), ("AcAc", 2), ("Ac" * 8, 8), ("", 1)])
def test_a_sabot_holds_each_card_once_for_each_deck(text: str, decks: int) -> None:
    check_held(parse_cards(text), decks)


@pytest.mark.parametrize(("text", "decks"), [("AcAc", 1), ("AcAdAcAc", 2), ("Ac" * 9, 8)])
def test_a_card_that_comes_too_often_is_refused(text: str, decks: int) -> None:
    with pytest.raises(NotInSabot) as refused:
        check_held(parse_cards(text), decks)
    times = text.count("Ac")
    assert refused.value.facts == {"card": parse_card("Ac"), "times": times, "held": decks}


def test_one_deck_does_not_hold_a_perfect_pair() -> None:
    assert puntobanco.play("live-mini", "4d7s4dKh").punto == parse_cards("4d4d")
    with pytest.raises(NotInSabot):
        puntobanco.play("punto-e-banco", "4d7s4dKh")
