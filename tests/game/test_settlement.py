"""Tests of settlement: every bet won, lost and returned, rounding, and refusals."""

from fractions import Fraction
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import puntobanco
from puntobanco.errors import AlreadyConfirmed, BetRefused, BettingClosed, Exhibition, TooLate
from puntobanco.game.bets import Bet
from puntobanco.game.cards import DECK, Card, parse_cards
from puntobanco.game.coup import Outcome, deal
from puntobanco.game.settlement import Payment, settle, won_bets
from puntobanco.game.sheet import BetRule, Sheet, SheetBets

# At live-mini, in euros. Cards in drawing order: P B P B, Punto's third, Banco's third.
PAYMENTS: Final = """
coup          bet           stake  winnings  commission  returned

9cKdTh8s      punto         10.00     10.00        0.00     20.00
9cKdTh8s      banco         10.00      0.00        0.00      0.00
9cKdTh8s      egalite       10.00      0.00        0.00      0.00
8cKdTh9s      punto         10.00      0.00        0.00      0.00
8cKdTh9s      banco         10.00      9.50        0.50     19.50
8cKdTh9s      egalite       10.00      0.00        0.00      0.00
8cKdTh8s      punto         10.00      0.00        0.00     10.00
8cKdTh8s      banco         10.00      0.00        0.00     10.00
8cKdTh8s      egalite       10.00     80.00        0.00     90.00

4c7s4dKh      punto_pair    10.00    110.00        0.00    120.00
4c7s4dKh      banco_pair    10.00      0.00        0.00      0.00
4c7s4dKh      either_pair   10.00     50.00        0.00     60.00
4c7s4dKh      perfect_pair  10.00      0.00        0.00      0.00
7s4cKh4d      punto_pair    10.00      0.00        0.00      0.00
7s4cKh4d      banco_pair    10.00    110.00        0.00    120.00
7s4cKh4d      either_pair   10.00     50.00        0.00     60.00
7s4cKh4d      perfect_pair  10.00      0.00        0.00      0.00
4d7s4dKh      perfect_pair  10.00    250.00        0.00    260.00
7s4dKh4d      perfect_pair  10.00    250.00        0.00    260.00
4d7s5dKs      perfect_pair  10.00      0.00        0.00      0.00

KcQdQhKs9c8c  punto_pair    10.00      0.00        0.00      0.00
KcQdQhKs9c8c  banco_pair    10.00      0.00        0.00      0.00
KcQdQhKs9c8c  either_pair   10.00      0.00        0.00      0.00
KcQcQcKc9c8c  perfect_pair  10.00      0.00        0.00      0.00
KcQdKhKs9c8c  punto_pair    10.00    110.00        0.00    120.00
KcQdKhQs9c8c  banco_pair    10.00    110.00        0.00    120.00

4d8s4d8s      punto_pair    10.00    110.00        0.00    120.00
4d8s4d8s      banco_pair    10.00    110.00        0.00    120.00
4d8s4d8s      either_pair   10.00     50.00        0.00     60.00
4d8s4d8s      perfect_pair  10.00    250.00        0.00    260.00

6cKdTh7s      piccolo       10.00     15.00        0.00     25.00
6cKdTh7s      grande        10.00      0.00        0.00      0.00
6cKdTh5s2c    piccolo       10.00      0.00        0.00      0.00
6cKdTh5s2c    grande        10.00      5.40        0.00     15.40
5cKdTh3s8d    piccolo       10.00      0.00        0.00      0.00
5cKdTh3s8d    grande        10.00      5.40        0.00     15.40
KcKdThTsQc9d  piccolo       10.00      0.00        0.00      0.00
KcKdThTsQc9d  grande        10.00      5.40        0.00     15.40

4c4d4h4s      punto_pair    10.00    110.00        0.00    120.00
4c4d4h4s      banco_pair    10.00    110.00        0.00    120.00
4c4d4h4s      perfect_pair  10.00      0.00        0.00      0.00
4c4d4h4s      piccolo       10.00     15.00        0.00     25.00
4c4d4h4s      grande        10.00      0.00        0.00      0.00
"""
# At punto-e-banco-egalite (book 001), where a step of 0.10 makes rounding necessary.
ROUNDED_DOWN: Final = """
coup          bet           stake  winnings  commission  returned

8cKdTh9s      banco          0.50      0.47        0.03      0.97
8cKdTh9s      banco          0.60      0.57        0.03      1.17
8cKdTh9s      banco          0.70      0.66        0.04      1.36
8cKdTh9s      banco          1.00      0.95        0.05      1.95
8cKdTh9s      banco          1.30      1.23        0.07      2.53
8cKdTh9s      banco        499.90    474.90       25.00    974.80
9cKdTh8s      punto          0.50      0.50        0.00      1.00
"""


def rows(table: str) -> list[tuple[str, Bet, int, int, int, int]]:
    def cents(amount: str) -> int:
        return int(amount.replace(".", ""))

    _, *lines = [line.split() for line in table.splitlines() if line]
    return [
        (coup, Bet(bet), cents(stake), cents(winnings), cents(commission), cents(returned))
        for coup, bet, stake, winnings, commission, returned in lines
    ]


COLUMNS: Final = ("coup", "bet", "stake", "winnings", "commission", "returned")


@pytest.mark.parametrize(COLUMNS, rows(PAYMENTS))
def test_live_mini_pays(
    coup: str, bet: Bet, stake: int, winnings: int, commission: int, returned: int
) -> None:
    settled = puntobanco.play("live-mini", coup).settle(**{bet: stake})
    assert settled.payments == (Payment(bet, stake, winnings, commission, returned),)


@pytest.mark.parametrize(COLUMNS, rows(ROUNDED_DOWN))
def test_punto_e_banco_egalite_rounds_down(
    coup: str, bet: Bet, stake: int, winnings: int, commission: int, returned: int
) -> None:
    """001: "la vincita maturata è arrotondata per difetto ai centesimi di euro"."""
    settled = puntobanco.play("punto-e-banco-egalite", coup).settle(**{bet: stake})
    assert settled.payments == (Payment(bet, stake, winnings, commission, returned),)


def test_the_table_of_payments_has_every_bet_won_and_lost() -> None:
    paid = {
        (bet, returned > stake, bool(returned)) for _, bet, stake, *_, returned in rows(PAYMENTS)
    }
    won = {(bet, True, True) for bet in Bet}
    lost = {(bet, False, False) for bet in Bet}
    assert paid == won | lost | {(bet, False, True) for bet in (Bet.PUNTO, Bet.BANCO)}


def test_st_moritz_pays_nineteen_for_twenty_without_a_commission() -> None:
    settled = puntobanco.play("st-moritz", "8cKdTh9s").settle(banco=20_00)
    assert settled.payments == (Payment(Bet.BANCO, 20_00, 19_00, 0, 39_00),)


def test_every_bet_can_be_played_in_the_same_coup() -> None:
    """000: "Il giocatore può giocare su ogni puntata disponibile anche nello stesso colpo"."""
    stakes = dict.fromkeys(Bet, 10_00)
    settled = puntobanco.play("live-mini", "4d8s4d8s").settle(**stakes)
    assert settled.returned == {
        "punto": 20_00,
        "banco": 0,
        "egalite": 0,
        "punto_pair": 120_00,
        "banco_pair": 120_00,
        "either_pair": 60_00,
        "perfect_pair": 260_00,
        "grande": 0,
        "piccolo": 25_00,
    }
    assert settled.staked == 90_00
    assert settled.total == 605_00


def test_a_coup_without_stakes_pays_nothing() -> None:
    settled = puntobanco.play("live-mini", "4d8s4d8s").settle()
    assert (settled.payments, settled.staked, settled.total) == ((), 0, 0)


def test_a_settlement_has_one_row_for_each_bet() -> None:
    assert puntobanco.play("live-mini", "8cKdTh9s").settle(banco=10_00, punto=5_00).rows() == [
        {"bet": "banco", "stake": 1000, "winnings": 950, "commission": 50, "returned": 1950},
        {"bet": "punto", "stake": 500, "winnings": 0, "commission": 0, "returned": 0},
    ]


# Refusals

REFUSED: Final[list[tuple[str, str, dict[str, Any]]]] = [
    ("bet/unknown", "live-mini", {"tie": 10_00}),
    ("bet/unknown", "live-mini", {"Punto": 10_00}),
    ("bet/not-offered", "campione", {"punto_pair": 10_00}),
    ("bet/not-offered", "punto-e-banco", {"grande": 10_00}),
    ("bet/not-an-amount", "live-mini", {"punto": True}),
    ("bet/not-an-amount", "live-mini", {"punto": 10_00.0}),
    ("bet/not-an-amount", "live-mini", {"punto": "1000"}),
    ("bet/not-an-amount", "live-mini", {"punto": None}),
    ("bet/not-an-amount", "live-mini", {"punto": Fraction(10_00)}),
    ("bet/not-an-amount", "live-mini", {"punto": 0}),
    ("bet/not-an-amount", "live-mini", {"punto": -1}),
    ("bet/not-an-amount", "live-mini", {"punto": -10_00}),
    ("bet/off-step", "live-mini", {"punto": 10_50}),
    ("bet/off-step", "live-mini", {"punto": 10_01}),
    ("bet/off-step", "punto-e-banco-egalite", {"banco": 55}),
    ("bet/below-minimum", "live-mini", {"punto": 99}),
    ("bet/below-minimum", "punto-e-banco-egalite", {"banco": 40}),
    ("bet/below-minimum", "campione", {"punto": 5_00}),
    ("bet/above-maximum", "live-mini", {"punto": 5_001_00}),
    ("bet/above-maximum", "live-mini", {"perfect_pair": 201_00}),
    ("bet/coup-above-maximum", "live-mini", {"punto": 5_000_00, "banco": 5_000_00, "grande": 1_00}),
    # One bad stake refuses all stakes.
    ("bet/off-step", "live-mini", {"punto": 10_00, "banco": 10_50}),
]


@pytest.mark.parametrize(
    ("code", "house", "stakes"),
    REFUSED,
    ids=[
        f"{code}-{'-'.join(f'{bet}={stake!r}' for bet, stake in stakes.items())}"
        for code, _, stakes in REFUSED
    ],
)
def test_a_bad_stake_is_refused_with_its_code(
    code: str, house: str, stakes: dict[str, Any]
) -> None:
    play = puntobanco.play(house, "8cKdTh9s")
    with pytest.raises(BetRefused) as refused:
        play.settle(**stakes)
    assert refused.value.code == code


def test_every_refusal_of_a_stake_is_tested() -> None:
    at_a_table = {
        AlreadyConfirmed,
        BettingClosed,
        Exhibition,
        TooLate,
    }  # they depend on the table, not on the stakes
    known = {kind.code for kind in BetRefused.__subclasses__() if kind not in at_a_table}
    assert {code for code, *_ in REFUSED} == known


@pytest.mark.parametrize(
    ("house", "stakes"),
    [
        ("live-mini", {"punto": 1_00}),
        ("live-mini", {"punto": 5_000_00, "banco": 5_000_00}),
        ("punto-e-banco-egalite", {"banco": 50}),
        ("campione", {"punto": 10_00, "egalite": 5_00}),
    ],
)
def test_stakes_at_the_minimum_and_maximum_are_accepted(house: str, stakes: dict[str, int]) -> None:
    assert puntobanco.play(house, "8cKdTh9s").settle(**stakes).staked == sum(stakes.values())


def test_a_refusal_names_the_limit_and_the_stake() -> None:
    with pytest.raises(BetRefused, match=r"^The minimum on Banco is 0\.50; you staked 0\.40\.$"):
        puntobanco.play("punto-e-banco-egalite", "8cKdTh9s").settle(banco=40)


# The laws

MOST: Final = 10**12
NUMBERS: Final = st.integers(1, 999)
STAKES: Final = st.integers(1, 1000) | st.integers(1, MOST // 2)
BANCO_WINS: Final = parse_cards("8cKdTh9s")


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    """A sheet that accepts any stake on Banco, with random odds and commission."""
    sheet = puntobanco.house("punto-e-banco-egalite").sheet
    odds = f"{draw(NUMBERS)}:{draw(NUMBERS)}"
    rule = BetRule("Banco", odds, 1, MOST, draw(st.integers(0, 99)))
    return replace(
        sheet, bets=SheetBets(banco=rule), money=replace(sheet.money, step=1, coup_max=MOST)
    )


def pay(sheet: Sheet, stake: int) -> Payment:
    (payment,) = settle(sheet, deal(sheet.rule, BANCO_WINS), {Bet.BANCO: stake}).payments
    return payment


@given(sheets(), STAKES)
def test_rounding_down_never_overpays_and_keeps_less_than_a_cent(sheet: Sheet, stake: int) -> None:
    rule = sheet.offers[Bet.BANCO]
    win, staked = map(int, rule.odds.split(":"))
    exact = stake * Fraction(win, staked) * (1 - Fraction(rule.commission, 100))
    assert 0 <= exact - pay(sheet, stake).winnings < 1


@given(sheets(), STAKES)
def test_winnings_and_commission_add_up_to_the_gross_winnings(sheet: Sheet, stake: int) -> None:
    rule, payment = sheet.offers[Bet.BANCO], pay(sheet, stake)
    win, staked = map(int, rule.odds.split(":"))
    assert payment.winnings + payment.commission == stake * win // staked
    assert payment.commission >= 0
    assert payment.returned == stake + payment.winnings
    if not rule.commission:
        assert payment.commission == 0


@given(sheets(), STAKES, STAKES)
def test_a_stake_split_in_two_never_wins_more(sheet: Sheet, one: int, two: int) -> None:
    pieces = pay(sheet, one).winnings + pay(sheet, two).winnings
    assert 0 <= pay(sheet, one + two).winnings - pieces <= 1


@given(
    st.sampled_from(puntobanco.HOUSES),
    st.lists(st.sampled_from(DECK), min_size=6, max_size=6),
    st.data(),
)
def test_every_bet_is_lost_returned_or_paid_in_whole_cents(
    house: str, six: list[Card], data: st.DataObject
) -> None:
    sheet = puntobanco.house(house).sheet
    coup = deal(sheet.rule, six)
    step = sheet.money.step
    stakes = {
        bet: data.draw(st.integers(rule.min // step, min(rule.max, 100_00) // step)) * step
        for bet, rule in sheet.offers.items()
        if data.draw(st.booleans())
    }
    settled = settle(sheet, coup, stakes)
    assert {payment.bet: payment.stake for payment in settled.payments} == stakes
    assert settled.total == sum(settled.returned.values())
    for payment in settled.payments:
        amounts = payment.stake, payment.winnings, payment.commission, payment.returned
        assert all(type(amount) is int and amount >= 0 for amount in amounts)
        push = payment.bet in {Bet.PUNTO, Bet.BANCO} and coup.outcome is Outcome.EGALITE
        if payment.winnings:
            assert payment.returned == payment.stake + payment.winnings
            assert not push
        else:
            assert payment.returned == (payment.stake if push else 0)
            assert payment.commission == 0


@pytest.mark.parametrize(
    ("house", "cards", "won"),
    [
        ("live-mini", "4d8s4d8s", "punto punto_pair banco_pair either_pair perfect_pair piccolo"),
        ("live-mini", "8cKdTh8s", "egalite piccolo"),
        ("live-mini", "7s4dKh4d", "banco banco_pair either_pair perfect_pair piccolo"),
        ("live-mini", "6cKdTh5s2c", "banco grande"),
        ("campione", "7s4dKh4d", "banco"),  # which offers no other bet that this coup wins
    ],
)
def test_a_coup_names_every_bet_that_it_wins(house: str, cards: str, won: str) -> None:
    rules = puntobanco.house(house)
    coup = deal(rules.sheet.rule, parse_cards(cards))
    assert " ".join(won_bets(rules.sheet, coup)) == won
