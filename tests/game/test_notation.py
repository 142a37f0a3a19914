"""Sabots as text, lossless both ways, and played again by the rule."""

import random
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import puntobanco
from puntobanco.errors import (
    AfterCut,
    BadBurn,
    BadCoup,
    BadLine,
    BelowMinimum,
    NotationRefused,
    NotInSabot,
    NotOffered,
    NotPrintable,
    OffStep,
    Refusal,
    TooFewCards,
    TooManyCards,
)
from puntobanco.game.bets import Bet
from puntobanco.game.cards import DECK, Card, parse_cards
from puntobanco.game.notation import (
    NotedCoup,
    NotedSabot,
    PlayerStakes,
    parse_sabot,
    print_sabot,
)
from puntobanco.game.replay import Replay
from puntobanco.game.sabot import coups

TEXT: Final = """\
sabot live-mini
date 2026-11-15
croupier Lucia
burn 3h9cTd2s
1 7dKs9c2h3s anna: punto=1000 grande=200 bruno: banco=500
2 8d2cKcKs
3 AcAs2hJd2h8d punto=2000
"""
SABOT: Final = NotedSabot(
    house="live-mini",
    remarks=(("date", "2026-11-15"), ("croupier", "Lucia")),
    burned=parse_cards("3h9cTd2s"),
    coups=(
        NotedCoup(
            parse_cards("7dKs9c2h3s"),
            (
                PlayerStakes("anna", ((Bet.PUNTO, 1000), (Bet.GRANDE, 200))),
                PlayerStakes("bruno", ((Bet.BANCO, 500),)),
            ),
        ),
        NotedCoup(parse_cards("8d2cKcKs")),
        NotedCoup(parse_cards("AcAs2hJd2h8d"), (PlayerStakes("", ((Bet.PUNTO, 2000),)),)),
    ),
)


def noted(*stakes: PlayerStakes) -> NotedSabot:
    return NotedSabot("live-mini", coups=(NotedCoup(parse_cards("8d2cKcKs"), stakes),))


def replay(text: str) -> Replay:
    sabot = parse_sabot(text)
    return puntobanco.house(sabot.house).replay(sabot)


# Text and sabot


def test_a_sabot_is_read() -> None:
    assert parse_sabot(TEXT) == SABOT


def test_a_sabot_is_printed() -> None:
    assert print_sabot(SABOT) == TEXT


def test_the_shortest_sabot() -> None:
    assert parse_sabot("sabot campione\n") == NotedSabot("campione")
    assert print_sabot(NotedSabot("campione")) == "sabot campione\n"


def cards(least: int, most: int) -> st.SearchStrategy[tuple[Card, ...]]:
    return st.lists(st.sampled_from(DECK), min_size=least, max_size=most).map(tuple)


def no_space(but: str = "") -> st.SearchStrategy[str]:
    letters = st.characters(exclude_categories=["Z", "C"], exclude_characters=but)
    return st.text(letters, min_size=1)


PLAYERS: Final = no_space(but=":=")
REMARKS: Final = st.tuples(
    st.from_regex("[a-z][a-z0-9_-]*", fullmatch=True).filter(
        lambda word: word not in {"sabot", "burn"}
    ),
    st.text(st.characters(exclude_categories=["Zl", "Zp", "C"]), min_size=1).filter(
        lambda text: text == text.strip() and text.isprintable()
    ),
)
STAKES: Final = st.dictionaries(
    st.sampled_from(Bet), st.integers(1, 999_999_999_999), min_size=1, max_size=4
).map(lambda stakes: tuple(stakes.items()))


@st.composite
def noted_coups(draw: st.DrawFn) -> NotedCoup:
    """Some stakes may be nobody's; they stand first."""
    names = draw(st.lists(PLAYERS, max_size=3, unique=True))
    if draw(st.booleans()):
        names.insert(0, "")
    return NotedCoup(draw(cards(1, 6)), tuple(PlayerStakes(name, draw(STAKES)) for name in names))


SABOTS: Final = st.builds(
    NotedSabot,
    house=no_space(),
    remarks=st.lists(REMARKS, max_size=3).map(tuple),
    burned=cards(0, 11),
    coups=st.lists(noted_coups(), max_size=4).map(tuple),
)


@given(SABOTS)
def test_nothing_is_lost_in_printing(sabot: NotedSabot) -> None:
    assert parse_sabot(print_sabot(sabot)) == sabot


@given(SABOTS)
def test_nothing_is_lost_in_reading(sabot: NotedSabot) -> None:
    text = print_sabot(sabot)
    assert print_sabot(parse_sabot(text)) == text


PUNTO: Final = ((Bet.PUNTO, 100),)
BANCO: Final = ((Bet.BANCO, 100),)
TEXT_SAYS_OTHERWISE: Final = {
    "a remark that is a burn": NotedSabot("live-mini", (("burn", "3h"),)),
    "a remark of two lines": NotedSabot("live-mini", (("date", "today\ndate tomorrow"),)),
    "a remark of two lines, hardly seen": NotedSabot("live-mini", (("date", "a\u2028at b"),)),
    "nobody without stakes": noted(PlayerStakes("", ())),
    "nobody after somebody": noted(PlayerStakes("anna", PUNTO), PlayerStakes("", BANCO)),
}
NO_TEXT: Final = {
    "no house": NotedSabot(""),
    "a house of two words": NotedSabot("live mini"),
    "a house of two lines": NotedSabot("live-mini\n1"),
    "a remark that is a house": NotedSabot("live-mini", (("sabot", "campione"),)),
    "a remark in capitals": NotedSabot("live-mini", (("Date", "today"),)),
    "a remark with a space in front": NotedSabot("live-mini", (("date", " today"),)),
    "a remark without text": NotedSabot("live-mini", (("date", ""),)),
    "a coup without cards": NotedSabot("live-mini", coups=(NotedCoup(()),)),
    "a player without stakes": noted(PlayerStakes("anna", ())),
    "a bet twice": noted(PlayerStakes("anna", PUNTO * 2)),
    "a player twice": noted(PlayerStakes("anna", PUNTO), PlayerStakes("anna", BANCO)),
    "no stake": noted(PlayerStakes("anna", ((Bet.PUNTO, 0),))),
    "less than no stake": noted(PlayerStakes("anna", ((Bet.PUNTO, -100),))),
    "a name with a space": noted(PlayerStakes("an na", PUNTO)),
    "a name with a colon": noted(PlayerStakes("an:na", PUNTO)),
    "a name with a stake's sign": noted(PlayerStakes("an=na", PUNTO)),
}


@pytest.mark.parametrize("what", TEXT_SAYS_OTHERWISE)
def test_a_sabot_that_its_text_would_not_give_back_is_not_printed(what: str) -> None:
    with pytest.raises(NotPrintable):
        print_sabot(TEXT_SAYS_OTHERWISE[what])


@pytest.mark.parametrize("what", NO_TEXT)
def test_a_sabot_that_has_no_text_is_not_printed(what: str) -> None:
    with pytest.raises(NotPrintable):
        print_sabot(NO_TEXT[what])


def read(text: str) -> NotedSabot | None:
    try:
        return parse_sabot(text)
    except BadLine:
        return None


@given(st.integers(0, len(TEXT)), st.integers(0, 3), st.text("\n 01A7cd:=abpunto_-", max_size=3))
def test_a_text_with_a_slip_is_refused_or_stays_as_it_is(place: int, gone: int, slip: str) -> None:
    text = TEXT[:place] + slip + TEXT[place + gone : -1] + "\n"
    sabot = read(text)
    assert sabot is None or print_sabot(sabot) == text


# Refused by line

HOUSE: Final = "a sabot starts with its house"
REMARK: Final = "neither a coup nor a remark"
ORDER: Final = "before the first coup"
CARDS: Final = "the cards are missing"
PLAYER: Final = "a player is named with stakes, one to a bet"


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("", 1, HOUSE),
        ("\n", 1, HOUSE),
        ("sabot\n", 1, HOUSE),
        ("sabot \n", 1, HOUSE),
        ("sabot live mini\n", 1, HOUSE),
        ("sabot  live-mini\n", 1, HOUSE),
        ("Sabot live-mini\n", 1, HOUSE),
        ("date 2026-11-15\nsabot live-mini\n", 1, HOUSE),
        ("1 8d2cKcKs\n", 1, HOUSE),
        ("sabot live-mini\n\n", 2, REMARK),
        ("sabot live-mini\ndate\n", 2, REMARK),
        ("sabot live-mini\ndate \n", 2, REMARK),
        ("sabot live-mini\ndate  today\n", 2, REMARK),
        ("sabot live-mini\ndate today \n", 2, REMARK),
        ("sabot live-mini\nDate today\n", 2, REMARK),
        ("sabot live-mini\nsabot campione\n", 2, REMARK),
        ("sabot live-mini\n-1 8d2cKcKs\n", 2, REMARK),
        ("sabot live-mini\nburn\n", 2, CARDS),
        ("sabot live-mini\nburn \n", 2, CARDS),
        ("sabot live-mini\n1\n", 2, CARDS),
        ("sabot live-mini\n1 \n", 2, CARDS),
        ("sabot live-mini\n1  punto=100\n", 2, CARDS),
        ("sabot live-mini\nburn 3x\n", 2, "'3x' is not a card"),
        ("sabot live-mini\nburn 3h 9c\n", 2, "' 9' is not a card"),
        (
            "sabot live-mini\nburn 3h\nburn 3h\n",
            3,
            "remarks and the burn stand before the first coup",
        ),
        (
            "sabot live-mini\nburn 3h\ndate today\n",
            3,
            "remarks and the burn stand before the first coup",
        ),
        (
            "sabot live-mini\n1 8d2cKcKs\nburn 3h\n",
            3,
            "remarks and the burn stand before the first coup",
        ),
        (
            "sabot live-mini\n1 8d2cKcKs\ndate today\n",
            3,
            "remarks and the burn stand before the first coup",
        ),
        ("sabot live-mini\n1 8d2cKcKs\n\n", 3, "remarks and the burn stand before the first coup"),
        ("sabot live-mini\n0 8d2cKcKs\n", 2, "coup 1 comes next"),
        ("sabot live-mini\n2 8d2cKcKs\n", 2, "coup 1 comes next"),
        ("sabot live-mini\n01 8d2cKcKs\n", 2, "coup 1 comes next"),
        ("sabot live-mini\n١ 8d2cKcKs\n", 2, "coup 1 comes next"),
        ("sabot live-mini\n1 8d2cKcKs\n1 8d2cKcKs\n", 3, "coup 2 comes next"),
        ("sabot live-mini\n1 8d2cKcK\n", 2, "'K' is not a card"),
        ("sabot live-mini\n1 8d2cKcKs \n", 2, "'' is neither a player"),
        ("sabot live-mini\n1 8d2cKcKs  punto=100\n", 2, "'' is neither a player"),
        ("sabot live-mini\n1 8d2cKcKs anna\n", 2, "'anna' is neither a player"),
        ("sabot live-mini\n1 8d2cKcKs punto=0\n", 2, "'punto=0' is neither a player"),
        ("sabot live-mini\n1 8d2cKcKs punto=-1\n", 2, "'punto=-1' is neither a player"),
        ("sabot live-mini\n1 8d2cKcKs punto=0100\n", 2, "'punto=0100' is neither a player"),
        ("sabot live-mini\n1 8d2cKcKs punto=1.5\n", 2, "'punto=1.5' is neither a player"),
        ("sabot live-mini\n1 8d2cKcKs punto=1e3\n", 2, "'punto=1e3' is neither a player"),
        ("sabot live-mini\n1 8d2cKcKs punto=\n", 2, "'punto=' is neither a player"),
        ("sabot live-mini\n1 8d2cKcKs punto=1234567890123\n", 2, "is neither a player"),
        ("sabot live-mini\n1 8d2cKcKs tie=100\n", 2, "'tie' is not a bet of this game"),
        ("sabot live-mini\n1 8d2cKcKs anna:\n", 2, PLAYER),
        ("sabot live-mini\n1 8d2cKcKs anna: bruno: punto=100\n", 2, PLAYER),
        ("sabot live-mini\n1 8d2cKcKs anna: punto=100 anna: banco=100\n", 2, "named twice"),
        ("sabot live-mini\n1 8d2cKcKs punto=100 punto=100\n", 2, PLAYER),
        ("sabot live-mini\n1 8d2cKcKs anna: punto=100 banco=100 punto=200\n", 2, PLAYER),
    ],
)
def test_a_bad_line_is_refused_by_its_number(text: str, line: int, why: str) -> None:
    with pytest.raises(BadLine) as refused:
        parse_sabot(text)
    lines = text.splitlines() or [""]
    assert refused.value.facts["line"] == line
    assert refused.value.facts["text"] == lines[line - 1]
    assert why in str(refused.value.facts["why"])


# Played again


def test_every_player_is_paid() -> None:
    one, two, three = replay(TEXT).coups
    assert {name: paid.returned for name, paid in one.settlements.items()} == {
        "anna": {"punto": 2000, "grande": 308},
        "bruno": {"banco": 0},
    }
    assert (one.staked, one.returned) == (1700, 2308)
    assert two.settlements == {}
    assert three.settlements[""].returned == {"punto": 0}


def test_a_replay_is_a_table() -> None:
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
        # Shuffled before every coup: a card may come again in the next one, not in the same.
        ("sabot punto-e-banco\n1 8d2cKcKs\n2 8d2cKc2c\n", 2, NotInSabot),
    ],
)
def test_a_coup_that_could_not_have_been_is_refused(
    text: str, number: int, why: type[Refusal]
) -> None:
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


def test_cards_shuffled_before_every_coup_come_again() -> None:
    text = "sabot punto-e-banco\n" + "".join(f"{n} 8d2cKcKs\n" for n in range(1, 60))
    assert len(replay(text).coups) == 59


@pytest.mark.parametrize("burn", ["3h", "3h9cTd2s", "Kc", "Ac2d"])
def test_the_card_shown_and_those_behind_it_if_they_are_known(burn: str) -> None:
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


@settings(deadline=None)
@given(
    st.sampled_from(["campione", "st-moritz", "live-mini"]),
    st.integers(0, 2**32),
    st.booleans(),
)
def test_replay_equals_live_and_ends_at_the_cut_card(
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
    assert refused.value.facts == {
        "coup": len(live) + 1,
        "gone": gone,
        "cut": house.sheet.cards.cut,
    }


def test_another_house_pays_by_its_own_sheet() -> None:
    sabot = parse_sabot("sabot campione\n1 8cKdTh8s egalite=1000\n")
    (there,), (here,) = (
        puntobanco.house(name).replay(sabot).coups for name in ("campione", "punto-e-banco")
    )
    assert (there.returned, here.returned) == (9000, 10000)


def test_every_refusal_of_the_notation_is_tested_here() -> None:
    tested = {BadLine, BadCoup, BadBurn, AfterCut, NotPrintable}
    assert set(NotationRefused.__subclasses__()) == tested
