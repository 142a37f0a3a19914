"""Odds, winnings and amounts in cents."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.money import NotOdds, Odds, euros, less_commission, parse_odds

NUMBERS = st.integers(1, 999)
ODDS = st.builds(Odds, NUMBERS, NUMBERS)


@pytest.mark.parametrize(
    ("text", "win", "stake"),
    [
        ("1:1", 1, 1),
        ("19:20", 19, 20),
        ("15:1", 15, 1),
        ("54:100", 54, 100),
        ("999:999", 999, 999),
    ],
)
def test_odds_are_parsed(text: str, win: int, stake: int) -> None:
    assert parse_odds(text) == Odds(win, stake)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        ":",
        "1:",
        ":1",
        "0:1",
        "1:0",
        "01:1",
        "-1:1",
        "+1:1",
        "1:1:1",
        "1 : 1",
        "1:1\n",
        " 1:1",
        "0,54:1",
        "1.5:1",
        "1e3:1",
        "10000:1",
        "1:10000",
        "1/1",
        "１:１",  # full width
    ],
)
def test_other_texts_are_not_odds(text: str) -> None:
    with pytest.raises(NotOdds):
        parse_odds(text)


@given(ODDS)
def test_odds_are_parsed_as_they_are_printed(odds: Odds) -> None:
    assert parse_odds(str(odds)) == odds


@pytest.mark.parametrize(
    ("odds", "commission", "net"),
    [
        ("1:1", 5, "19:20"),
        ("1:1", 0, "1:1"),
        ("54:100", 0, "54:100"),  # as printed
        ("2:1", 5, "19:10"),
        ("1:2", 4, "12:25"),
        ("1:1", 99, "1:100"),
    ],
)
def test_a_commission_in_per_cent_lowers_the_odds(odds: str, commission: int, net: str) -> None:
    assert str(less_commission(parse_odds(odds), commission)) == net


@given(ODDS, st.integers(0, 99))
def test_a_commission_takes_that_percentage_of_the_winnings(odds: Odds, commission: int) -> None:
    taken = odds.fraction - less_commission(odds, commission).fraction
    assert taken == odds.fraction * Fraction(commission, 100)


@pytest.mark.parametrize(
    ("odds", "stake", "winnings"),
    [
        ("19:20", 50, 47),  # 47.5
        ("19:20", 100, 95),
        ("19:20", 1, 0),
        ("54:100", 100, 54),
        ("54:100", 10, 5),  # 5.4
        ("9:1", 1, 9),
        ("19:20", 10**12, 95 * 10**10),
    ],
)
def test_winnings_are_rounded_down_to_the_cent(odds: str, stake: int, winnings: int) -> None:
    assert parse_odds(odds).winnings(stake) == winnings


@given(ODDS, st.integers(1, 10**12))
def test_rounding_down_never_overpays_and_keeps_less_than_a_cent(odds: Odds, stake: int) -> None:
    winnings = odds.winnings(stake)
    assert type(winnings) is int
    assert 0 <= stake * odds.fraction - winnings < 1


@pytest.mark.parametrize(
    ("odds", "step", "exact"),
    [
        ("1:1", 1, True),
        ("19:20", 20, True),  # "Banco is exact only on multiples of 0.20"
        ("19:20", 10, False),
        ("19:20", 30, False),
        ("19:20", 500, True),
        ("54:100", 50, True),
        ("54:100", 25, False),
        ("150:100", 2, True),
        ("150:100", 1, False),
    ],
)
def test_whether_odds_are_exact_on_a_step(odds: str, step: int, exact: bool) -> None:
    assert parse_odds(odds).exact_on(step) is exact


@given(st.builds(Odds, st.integers(1, 200), st.integers(1, 200)), st.integers(1, 200))
def test_odds_exact_on_a_step_are_exact_on_all_its_multiples(odds: Odds, step: int) -> None:
    whole = all(
        odds.winnings(stake) == stake * odds.fraction
        for stake in range(step, step * odds.stake + 1, step)
    )
    assert odds.exact_on(step) is whole


@pytest.mark.parametrize(
    ("cents", "text"),
    [
        (0, "0.00"),
        (5, "0.05"),
        (47, "0.47"),
        (100, "1.00"),
        (123_450, "1,234.50"),
        (100_000_000, "1,000,000.00"),
        (-5, "-0.05"),
        (-123_450, "-1,234.50"),
    ],
)
def test_cents_are_written_as_an_amount(cents: int, text: str) -> None:
    assert euros(cents) == text


@given(st.integers())
def test_a_written_amount_is_exact_to_the_cent(cents: int) -> None:
    assert Fraction(euros(cents).replace(",", "")) * 100 == cents
