"""Cards of a real sabot: whatever was drawn, the coup follows the rule."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.game.cards import DECK, Card, parse_cards, points
from puntobanco.game.coup import MOST_CARDS, Side, deal, deal_exactly
from puntobanco.houses import house
from puntobanco.table.shared.demanded_cards import by_the_rule, demanded, hands

HOUSES = ["campione", "st-moritz", "live-mini"]
ONE_OF_EACH = [DECK[4 * n] for n in range(9)] + [DECK[36]]  # ace to nine, and a ten
cards = st.lists(st.sampled_from(DECK), min_size=MOST_CARDS, max_size=12).map(tuple)


def read_on(name: str, drawn: tuple[Card, ...]) -> tuple[Card, ...]:
    """Read in a card whenever the rule demands one, as a croupier does."""
    rule, lie = house(name).sheet.rule, drawn[:0]
    while demanded(rule, lie) is not None:
        lie = drawn[: len(lie) + 1]
    return lie


@pytest.mark.parametrize("name", HOUSES)
def test_demanded_cards_are_the_dealt_cards_for_all_points(name: str) -> None:
    """For all points of both sides and every third card, dealt by the sheet or read in."""
    rule, ten = house(name).sheet.rule, ONE_OF_EACH[-1]
    for punto, banco, third, last in product(ONE_OF_EACH, repeat=4):
        drawn = (punto, banco, ten, ten, third, last)
        coup = deal(rule, drawn)
        count = by_the_rule(rule, drawn)
        if drawn[:count] != coup.cards:
            pytest.fail(f"{drawn}: {count} cards read, {coup.cards} dealt")


@given(drawn=cards, name=st.sampled_from(HOUSES))
def test_a_coup_read_in_card_by_card_equals_the_dealt_coup(
    drawn: tuple[Card, ...], name: str
) -> None:
    rule = house(name).sheet.rule
    coup = deal(rule, drawn)
    lie = read_on(name, drawn)
    assert lie == coup.cards
    assert deal_exactly(rule, lie) == coup
    sides = hands(rule, lie)
    assert (sides[Side.PUNTO], sides[Side.BANCO]) == (coup.punto, coup.banco)


@given(drawn=cards)
def test_the_cards_of_an_unfinished_coup_go_to_the_right_sides(drawn: tuple[Card, ...]) -> None:
    """1.a e 3.a carta al Punto, 2.a e 4.a al Banco."""
    rule = house("st-moritz").sheet.rule
    for n in range(5):
        sides = hands(rule, drawn[:n])
        assert sides[Side.PUNTO] == drawn[:n:2]
        assert sides[Side.BANCO] == drawn[1:n:2]


@pytest.mark.parametrize(
    ("lie", "whose"),
    [
        ("", Side.PUNTO),
        ("4h", Side.BANCO),
        ("4h5c", Side.PUNTO),
        ("4h5cKd", Side.BANCO),
        ("4h5cKd2s", Side.PUNTO),  # chiede carta con 4
        ("6h5cKd2s", None),  # resta con 6, e il Banco con 7
        ("6h3cKd2s", Side.BANCO),  # 5, NO: T
        ("6h4cKd2s", None),  # 6, NO: R
        ("8hKcKdKs", None),  # il punteggio di 8 conferisce diritto di battuta
        ("2hKcKd9s", None),  # anche al banchiere
        ("2h3cKdKs8d", None),  # avendo 3, dando 8: R
        ("2h3cKdKs9d", Side.BANCO),  # avendo 3, dando 9: T
        ("2h4cKdKsAd", None),  # avendo 4, dando 1: R
        ("2h4cKdKs2d", Side.BANCO),
        ("2h5cKdKs3d", None),
        ("2h5cKdKs4d", Side.BANCO),
        ("2h6cKdKs5d", None),
        ("2h6cKdKs6d", Side.BANCO),
        ("2h7cKdKs6d", None),
    ],
)
def test_campione_la_regola(lie: str, whose: Side | None) -> None:
    """AVENDO and DANDO, as in the book's table."""
    assert demanded(house("campione").sheet.rule, parse_cards(lie)) is whose


def test_an_excess_card_counts_for_no_side() -> None:
    rule = house("campione").sheet.rule
    drawn = parse_cards("8hKcKdKs9d")
    assert by_the_rule(rule, drawn) == 4
    assert points(hands(rule, drawn)[Side.PUNTO]) == 8
