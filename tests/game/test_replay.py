"""Tests of replaying noted sabots."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import puntobanco
from puntobanco.errors import (
    AfterCut,
    BadBurn,
    BadCoup,
    BelowMinimum,
    NotInSabot,
    NotOffered,
    OffStep,
    Refusal,
    TooFewCards,
    TooManyCards,
)
from puntobanco.game.cards import DECK, parse_cards
from puntobanco.game.notation import (
    NotedCoup,
    NotedSabot,
    parse_sabot,
)
from puntobanco.game.replay import Replay
from puntobanco.game.sabot import coups
from tests.game.noted_sabot import TEXT


def replay(text: str) -> Replay:
    sabot = parse_sabot(text)
    return puntobanco.house(sabot.house).replay(sabot)


def test_a_replay_pays_every_player() -> None:
    one, two, three = replay(TEXT).coups
    assert {name: paid.returned for name, paid in one.settlements.items()} == {
        "anna": {"punto": 2000, "grande": 308},
        "bruno": {"banco": 0},
    }
    assert (one.staked, one.returned) == (1700, 2308)
    assert two.settlements == {}
    assert three.settlements[""].returned == {"punto": 0}


def test_a_replay_has_one_row_for_each_coup() -> None:
    columns = "coup", "cards", "punto", "banco", "outcome", "staked", "returned"
    assert [tuple(row[column] for column in columns) for row in replay(TEXT).rows()] == [
        (1, "7dKs9c2h3s", 6, 5, "punto", 1700, 2308),
        (2, "8d2cKcKs", 8, 2, "punto", 0, 0),
        (3, "AcAs2hJd2h8d", 5, 9, "banco", 2000, 0),
    ]


@pytest.mark.parametrize(
    ("text", "number", "why"),
    [
        ("sabot campione\n1 7dKs9c2h\n", 1, TooFewCards),
        ("sabot campione\n1 8d2cKcKs2d\n", 1, TooManyCards),
        ("sabot campione\n1 8d2cKcKs\n2 8d2c\n", 2, TooFewCards),
        ("sabot campione\n1 8d2cKcKs grande=1000\n", 1, NotOffered),
        ("sabot campione\n1 8d2cKcKs banco=1001\n", 1, OffStep),
        ("sabot campione\n1 8d2cKcKs a: banco=1000 b: banco=500\n", 1, BelowMinimum),
        # With a shuffle before every coup, a card may come again in the next coup, not in the same.
        ("sabot punto-e-banco\n1 8d2cKcKs\n2 8d2cKc2c\n", 2, NotInSabot),
    ],
)
def test_an_impossible_coup_is_refused(text: str, number: int, why: type[Refusal]) -> None:
    with pytest.raises(BadCoup) as refused:
        replay(text)
    assert refused.value.facts["coup"] == number
    assert type(refused.value.__cause__) is why
    assert str(refused.value.__cause__) in refused.value.message


def test_a_card_that_comes_too_often_is_refused_in_its_coup() -> None:
    """Six decks hold six eights of diamonds; one is burned."""
    lines = (f"{number} 8d{number + 1}cKcKs\n" for number in range(1, 7))
    with pytest.raises(BadCoup) as refused:
        replay("sabot campione\nburn 8d\n" + "".join(lines))
    assert refused.value.facts["coup"] == 6
    assert isinstance(refused.value.__cause__, NotInSabot)


def test_a_card_that_is_burned_too_often_is_refused() -> None:
    with pytest.raises(NotInSabot):
        replay(f"sabot campione\nburn 9d{'2c' * 9}\n")


def test_a_card_may_come_again_after_a_shuffle() -> None:
    text = "sabot punto-e-banco\n" + "".join(f"{n} 8d2cKcKs\n" for n in range(1, 60))
    assert len(replay(text).coups) == 59


@pytest.mark.parametrize("burn", ["3h", "3h9cTd2s", "Kc", "Ac2d"])
def test_a_burn_is_noted_with_or_without_its_hidden_cards(burn: str) -> None:
    assert len(replay(f"sabot live-mini\nburn {burn}\n1 8d2cKcKs\n").coups) == 1


@pytest.mark.parametrize(
    ("house", "burn", "noted", "rule"),
    [
        ("live-mini", "3h9c", 2, 4),
        ("live-mini", "3h9cTd2s2s", 5, 4),
        ("live-mini", "Ac2d3h", 3, 2),
        ("live-mini", "Kc2d", 2, 11),
        ("punto-e-banco", "3h", 1, "none"),
    ],
)
def test_a_burn_against_the_rule_is_refused(
    house: str, burn: str, noted: int, rule: object
) -> None:
    with pytest.raises(BadBurn) as refused:
        replay(f"sabot {house}\nburn {burn}\n1 8d2cKcKs\n")
    assert refused.value.facts == {"noted": noted, "rule": rule}


@given(
    st.sampled_from(["campione", "st-moritz", "live-mini"]),
    st.integers(0, 2**32),
    st.booleans(),
)
def test_a_replay_equals_the_played_sabot_and_ends_at_the_cut_card(
    name: str, seed: int, hidden_cards_known: bool
) -> None:
    house = puntobanco.house(name)
    order = list(DECK) * house.sheet.cards.decks
    random.Random(seed).shuffle(order)
    live = list(coups(house.sheet.cards, house.sheet.rule, order))
    burned = 1 + (order[0].points or 10)
    gone = burned + sum(len(coup.cards) for coup in live)
    sabot = NotedSabot(
        house=name,
        burned=tuple(order[: burned if hidden_cards_known else 1]),
        coups=tuple(NotedCoup(coup.cards) for coup in live),
    )
    assert [each.coup for each in house.replay(sabot).coups] == live
    one_more = NotedCoup(tuple(order[gone : gone + 4]))
    with pytest.raises(AfterCut) as refused:
        house.replay(NotedSabot(name, (), sabot.burned, (*sabot.coups, one_more)))
    assert refused.value.facts["coup"] == len(live) + 1
    for number in (house.sheet.cards.cut, gone):
        assert f" {number} cards" in refused.value.message


def test_cards_set_aside_have_left_the_sabot() -> None:
    """Six decks hold six of each card, including cards set aside as excess or in a void coup."""
    text = "sabot campione\naside 9h9h\n1 7h6cKdKs\naside 9h9h9h\n2 9hKcKdKs\n"
    assert [each.coup.outcome for each in replay(text).coups] == ["punto", "punto"]
    for more in ("3 9hKcKdKs\n", "aside 9h\n"):
        with pytest.raises(BadCoup) as refused:
            replay(text + more)
        assert isinstance(refused.value.__cause__, NotInSabot)


def test_cards_set_aside_count_towards_the_cut_card() -> None:
    """260 of 312 cards come before the cut card: with 256 set aside, only one coup is dealt."""
    aside = (DECK * 6)[:256]
    coup = NotedCoup(parse_cards("9hKcKdKs"))
    house = puntobanco.house("campione")
    assert len(house.replay(NotedSabot("campione", coups=(coup,), aside=aside)).coups) == 1
    with pytest.raises(AfterCut):
        house.replay(NotedSabot("campione", coups=(coup, coup), aside=aside))
    after = NotedCoup(coup.cards, aside=aside)
    with pytest.raises(AfterCut):
        house.replay(NotedSabot("campione", coups=(after, coup)))


def test_the_cut_card_of_a_real_sabot_is_where_it_appeared() -> None:
    """A croupier cuts by hand: earlier than the sheet, later, or it is not seen at all."""
    house, coups = puntobanco.house("campione"), "1 9hKcKdKs\n2 7h6cKdKs\n"
    for cut in ("2", "3", "unseen"):
        assert len(replay(f"sabot campione\ncut {cut}\n{coups}").coups) == 2
    with pytest.raises(AfterCut, match="Coup 2 comes after the cut card, which appeared in coup 1"):
        replay(f"sabot campione\ncut 1\n{coups}")
    late = (
        NotedCoup(parse_cards("9hKcKdKs"), aside=(DECK * 6)[:256]),
        NotedCoup(parse_cards("9dQcQdQs")),
    )
    assert len(house.replay(NotedSabot("campione", coups=late, cut="unseen")).coups) == 2


def test_a_replay_at_another_house_pays_by_that_houses_sheet() -> None:
    sabot = parse_sabot("sabot campione\n1 8cKdTh8s egalite=1000\n")
    (there,), (here,) = (
        puntobanco.house(name).replay(sabot).coups for name in ("campione", "punto-e-banco")
    )
    assert (there.returned, here.returned) == (9000, 10000)
