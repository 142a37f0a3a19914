"""Tests of the notation: reading and printing sabots without loss."""

from typing import Final, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco.errors import (
    AfterCut,
    BadBurn,
    BadCoup,
    BadLine,
    NeedNotInsist,
    NotationRefused,
    NotPrintable,
)
from puntobanco.game.bets import Bet
from puntobanco.game.cards import DECK, Card, parse_cards
from puntobanco.game.notation import (
    UNSEEN,
    NotedCoup,
    NotedSabot,
    PlayerStakes,
    parse_sabot,
    print_sabot,
)
from tests.game.noted_sabot import TEXT

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


# Reading and printing


def test_a_text_is_read_as_a_sabot() -> None:
    assert parse_sabot(TEXT) == SABOT


def test_a_sabot_is_printed_as_text() -> None:
    assert print_sabot(SABOT) == TEXT


def test_the_shortest_sabot_is_read_and_printed() -> None:
    assert parse_sabot("sabot campione\n") == NotedSabot("campione")
    assert print_sabot(NotedSabot("campione")) == "sabot campione\n"


def cards(least: int, most: int) -> st.SearchStrategy[tuple[Card, ...]]:
    return st.lists(st.sampled_from(DECK), min_size=least, max_size=most).map(tuple)


def words_without(excluded: str = "") -> st.SearchStrategy[str]:
    letters = st.characters(exclude_categories=["Z", "C"], exclude_characters=excluded)
    return st.text(letters, min_size=1)


PLAYERS: Final = words_without(excluded=":=")
REMARKS: Final = st.tuples(
    st.from_regex("[a-z][a-z0-9_-]*", fullmatch=True).filter(
        lambda word: word not in {"sabot", "cut", "burn", "aside", "insisted"}
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
    """Stakes without a player's name may come first."""
    names = draw(st.lists(PLAYERS, max_size=3, unique=True))
    if draw(st.booleans()):
        names.insert(0, "")
    stakes = tuple(PlayerStakes(name, draw(STAKES)) for name in names)
    lie, aside = draw(cards(1, 6)), draw(cards(0, 3))
    return NotedCoup(lie, stakes, aside, draw(some_of(lie + aside)))


def some_of(there: tuple[Card, ...]) -> st.SearchStrategy[tuple[Card, ...]]:
    """Some of the cards, each at most as often as it is given, in any order."""
    return st.tuples(st.permutations(there), st.integers(0, len(there))).map(
        lambda drawn: tuple(drawn[0][: drawn[1]])
    )


CUTS: Final[tuple[int | Literal["unseen"] | None, ...]] = None, UNSEEN, 0, 1, 41, 9999


@st.composite
def noted_sabots(draw: st.DrawFn) -> NotedSabot:
    aside = draw(cards(0, 3))
    return NotedSabot(
        house=draw(words_without()),
        remarks=tuple(draw(st.lists(REMARKS, max_size=3))),
        burned=draw(cards(0, 11)),
        coups=tuple(draw(st.lists(noted_coups(), max_size=4))),
        aside=aside,
        insisted=draw(some_of(aside)),
        cut=draw(st.sampled_from(CUTS)),
    )


SABOTS: Final = noted_sabots()


@settings(max_examples=40)  # each is a whole sabot
@given(SABOTS)
def test_a_printed_sabot_is_read_as_the_same_sabot(sabot: NotedSabot) -> None:
    assert parse_sabot(print_sabot(sabot)) == sabot


@settings(max_examples=40)  # each is a whole sabot
@given(SABOTS)
def test_a_text_that_was_read_is_printed_as_the_same_text(sabot: NotedSabot) -> None:
    text = print_sabot(sabot)
    assert print_sabot(parse_sabot(text)) == text


PUNTO: Final = ((Bet.PUNTO, 100),)
BANCO: Final = ((Bet.BANCO, 100),)
AMBIGUOUS: Final = {
    "a remark that is a burn": NotedSabot("live-mini", (("burn", "3h"),)),
    "a remark that is a cut": NotedSabot("live-mini", (("cut", "3"),)),
    "a remark that is set aside": NotedSabot("live-mini", (("aside", "3h"),)),
    "a remark that was insisted on": NotedSabot("live-mini", (("insisted", "3h"),)),
    "a remark of two lines": NotedSabot("live-mini", (("date", "today\ndate tomorrow"),)),
    "a remark of two lines, hardly seen": NotedSabot("live-mini", (("date", "a\u2028at b"),)),
    "nobody without stakes": noted(PlayerStakes("", ())),
    "nobody after somebody": noted(PlayerStakes("anna", PUNTO), PlayerStakes("", BANCO)),
}
NOT_WRITABLE: Final = {
    "no house": NotedSabot(""),
    "a house of two words": NotedSabot("live mini"),
    "a house of two lines": NotedSabot("live-mini\n1"),
    "a remark that is a house": NotedSabot("live-mini", (("sabot", "campione"),)),
    "a remark in capitals": NotedSabot("live-mini", (("Date", "today"),)),
    "a remark with a space in front": NotedSabot("live-mini", (("date", " today"),)),
    "a remark without text": NotedSabot("live-mini", (("date", ""),)),
    "a coup without cards": NotedSabot("live-mini", coups=(NotedCoup(()),)),
    "insisted on, and not there": NotedSabot("live-mini", insisted=parse_cards("3h")),
    "insisted on, and not there twice": NotedSabot(
        "live-mini", coups=(NotedCoup(parse_cards("3hKc"), insisted=parse_cards("3h3h")),)
    ),
    "a player without stakes": noted(PlayerStakes("anna", ())),
    "a bet twice": noted(PlayerStakes("anna", PUNTO * 2)),
    "a player twice": noted(PlayerStakes("anna", PUNTO), PlayerStakes("anna", BANCO)),
    "no stake": noted(PlayerStakes("anna", ((Bet.PUNTO, 0),))),
    "a negative stake": noted(PlayerStakes("anna", ((Bet.PUNTO, -100),))),
    "a name with a space": noted(PlayerStakes("an na", PUNTO)),
    "a name with a colon": noted(PlayerStakes("an:na", PUNTO)),
    "a name with an equals sign": noted(PlayerStakes("an=na", PUNTO)),
}


@pytest.mark.parametrize("what", AMBIGUOUS)
def test_a_sabot_whose_text_would_mean_another_sabot_is_not_printed(what: str) -> None:
    with pytest.raises(NotPrintable):
        print_sabot(AMBIGUOUS[what])


@pytest.mark.parametrize("what", NOT_WRITABLE)
def test_a_sabot_that_cannot_be_written_is_not_printed(what: str) -> None:
    with pytest.raises(NotPrintable):
        print_sabot(NOT_WRITABLE[what])


def read(text: str) -> NotedSabot | None:
    try:
        return parse_sabot(text)
    except BadLine:
        return None


@given(st.integers(0, len(TEXT)), st.integers(0, 3), st.text("\n 01A7cd:=abpunto_-", max_size=3))
def test_a_text_with_a_typing_error_is_refused_or_printed_unchanged(
    place: int, gone: int, typo: str
) -> None:
    text = TEXT[:place] + typo + TEXT[place + gone : -1] + "\n"
    sabot = read(text)
    assert sabot is None or print_sabot(sabot) == text


# Refused lines

HOUSE: Final = "a sabot starts with its house"
REMARK: Final = "neither a coup nor a remark"
ORDER: Final = "before the first coup"
CARDS: Final = "the cards are missing"
PLAYER: Final = "a player needs stakes, at most one for each bet"


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
            "remarks and the burn come before the first coup",
        ),
        (
            "sabot live-mini\nburn 3h\ndate today\n",
            3,
            "remarks and the burn come before the first coup",
        ),
        (
            "sabot live-mini\n1 8d2cKcKs\nburn 3h\n",
            3,
            "remarks and the burn come before the first coup",
        ),
        (
            "sabot live-mini\n1 8d2cKcKs\ndate today\n",
            3,
            "remarks and the burn come before the first coup",
        ),
        ("sabot live-mini\n1 8d2cKcKs\n\n", 3, "remarks and the burn come before the first coup"),
        ("sabot campione\naside 3h\nburn 3h\n", 3, ORDER),
        ("sabot campione\naside 3h\naside 3h\n", 3, "on one line"),
        ("sabot campione\n1 8d2cKcKs\naside 3h\naside 3h\n", 4, "on one line"),
        ("sabot campione\n1 8d2cKcKs\naside\n", 3, CARDS),
        ("sabot campione\n1 8d2cKcKs\ninsisted\n", 3, CARDS),
        ("sabot campione\n1 8d2cKcKs\ninsisted 8d\ninsisted 2c\n", 4, "on one line"),
        ("sabot campione\n1 8d2cKcKs\ninsisted 8d\naside 3h\n", 4, "before the cards insisted on"),
        ("sabot campione\n1 8d2cKcKs\ninsisted 9d\n", 3, "among the cards above it"),
        ("sabot campione\n1 8d2cKcKs\ninsisted 8d8d\n", 3, "among the cards above it"),
        ("sabot campione\ninsisted 3h\n", 2, "among the cards above it"),
        ("sabot campione\naside 3h\ninsisted 3h\nburn 3h\n", 4, ORDER),
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
def test_a_bad_line_is_refused_with_its_number_and_the_reason(
    text: str, line: int, why: str
) -> None:
    with pytest.raises(BadLine) as refused:
        parse_sabot(text)
    lines = text.splitlines() or [""]
    assert refused.value.facts["line"] == line
    assert refused.value.facts["text"] == lines[line - 1]
    assert why in str(refused.value.facts["why"])


def test_every_refusal_of_the_notation_is_known_to_these_tests() -> None:
    tested = {BadLine, BadCoup, BadBurn, AfterCut, NeedNotInsist, NotPrintable}
    assert set(NotationRefused.__subclasses__()) == tested
