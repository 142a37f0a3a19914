"""Tests of runs: their pieces, and their estimates against the exact odds."""

from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate, pairwise

import numpy as np
import pytest
from msgspec.structs import replace

import puntobanco
from puntobanco import Bet
from puntobanco.errors import NoCoups
from puntobanco.game.sheet import Sheet
from puntobanco.simulate import fresh_coups, whole_sabots
from puntobanco.simulate.cut_card import mean_coups, shifts
from puntobanco.simulate.runs import TOGETHER, Run, Tally, deal
from puntobanco.simulate.statistics import Estimates, estimate, expected


def run(house: str, coups: int, seed: int = 1) -> Estimates:
    ours = puntobanco.house(house)
    tally: Tally = sum(
        (deal(piece) for piece in Run(ours.sheet.cards, ours.sheet.rule, seed, coups)),
        start=np.zeros((11, 11), np.int64),
    )
    return estimate(ours.sheet, ours.odds, tally, expected(ours.sheet, ours.odds))


@pytest.mark.parametrize("house", puntobanco.HOUSES)
def test_a_run_agrees_with_the_exact_returns(house: str) -> None:
    result = run(house, 100_000_000)
    assert result.coups >= 100_000_000
    assert list(result.bets) == list(puntobanco.house(house).odds)
    for bet, each in result.bets.items():
        assert each.z is not None
        assert abs(each.z) < 4, (bet, each)
        assert 0 < each.stderr < 0.06


def test_the_error_is_that_of_independent_coups_if_every_coup_is_shuffled() -> None:
    """The squared error is the certificate's variance divided by the number of coups."""
    result = run("punto-e-banco", 10_000_000)
    for bet, each in result.bets.items():
        exact = float(puntobanco.house("punto-e-banco").odds[bet].variance)
        assert each.stderr == pytest.approx(100 * (exact / result.coups) ** 0.5, rel=0.01)


@pytest.mark.parametrize(("house", "few", "enough"), [("live-mini", 1, 3000), ("for-fun", 29, 30)])
def test_too_few_sabots_or_coups_have_no_z(house: str, few: int, enough: int) -> None:
    assert {each.z for each in run(house, few).bets.values()} == {None}
    assert run(house, enough).bets[Bet.PUNTO].z is not None


def test_the_error_is_divided_by_the_number_of_coups_less_one() -> None:
    each = run("for-fun", 10).bets[Bet.GRANDE]
    won = each.rtp / 100 / float(1 + puntobanco.house("for-fun").odds[Bet.GRANDE].rule.net.fraction)
    assert each.stderr == pytest.approx(each.rtp * ((1 - won) / won / 9) ** 0.5)


@pytest.mark.parametrize(
    "coups", [1, 7, fresh_coups.BLOCK - 1, fresh_coups.BLOCK, 17 * fresh_coups.BLOCK + 5]
)
def test_a_run_has_as_many_coups_as_asked_for(coups: int) -> None:
    assert run("punto-e-banco", coups).coups == coups


def test_a_run_of_whole_sabots_has_at_least_the_requested_coups() -> None:
    for coups in (1000, 1_000_000, whole_sabots.BLOCK * 62 * 20):
        result = run("live-mini", coups)
        assert coups <= result.coups < 1.01 * coups + 130
        assert result.sabots
        assert 60 < result.coups / result.sabots < 64
    for coups in (61, 123, 246, 1232):  # what few sabots give on average
        assert all(coups <= run("live-mini", coups, seed).coups for seed in range(20))


@pytest.mark.parametrize("house", ["for-fun", "live-mini"])
def test_pieces_give_the_same_result_in_any_order_and_thread(house: str) -> None:
    sheet = puntobanco.house(house).sheet
    work = list(Run(sheet.cards, sheet.rule, 7, 40_000_000))
    in_order = sum(deal(piece) for piece in work)
    with ThreadPoolExecutor(3) as pool:
        elsewhere = sum(pool.map(deal, reversed(work)))
    assert np.array_equal(in_order, elsewhere)


def test_another_seed_gives_another_result() -> None:
    assert run("live-mini", 100_000, seed=1).bets != run("live-mini", 100_000, seed=2).bets


@pytest.mark.parametrize("house", ["for-fun", "live-mini"])
def test_pieces_start_small_and_grow_to_a_limit(house: str) -> None:
    """A run shows results early, and a long run is not slowed down by small pieces."""
    sheet = puntobanco.house(house).sheet
    pieces = list(Run(sheet.cards, sheet.rule, 1, 10**9))
    sizes = [piece.blocks * piece.size for piece in pieces]
    dealt = list(accumulate(sizes))
    assert dealt[0] <= 1024
    assert all(after <= 1.26 * before for before, after in pairwise(dealt[4:]))
    assert max(sizes) == max(piece.size for piece in pieces) * TOGETHER
    ends = [piece.first_block + piece.blocks for piece in pieces]
    assert ends[:-1] == [
        piece.first_block for piece in pieces[1:]
    ]  # no random stream is used twice


@pytest.mark.parametrize("coups", [0, -1])
def test_a_run_without_coups_is_refused(coups: int) -> None:
    sheet = puntobanco.house("live-mini").sheet
    with pytest.raises(NoCoups):
        list(Run(sheet.cards, sheet.rule, 1, coups))


def return_shifts(sheet: Sheet) -> dict[str, float]:
    """By how many percentage points each bet's return differs from that of a fresh sabot."""
    fresh_returns = puntobanco.house(sheet.name).odds
    return {
        bet: value - 100 * float(fresh_returns[bet].exact)
        for bet, value in expected(sheet, fresh_returns).items()
    }


def test_returns_shift_slightly_when_a_sabot_is_played_to_the_cut_card() -> None:
    """Without a burn and with very many coups: −0.01475 and +0.00909 for eight decks.

    The burn and the last coup of every sabot make the shift a little smaller.
    """
    shift = return_shifts(puntobanco.house("live-mini").sheet)
    assert shift["piccolo"] == pytest.approx(-0.01419, abs=1e-5)
    assert shift["grande"] == pytest.approx(+0.00874, abs=1e-5)
    assert shift["piccolo"] == pytest.approx(-0.01475, abs=0.0006)
    assert shift["grande"] == pytest.approx(+0.00909, abs=0.0004)
    for bet in ("punto", "banco", "egalite", "punto_pair", "either_pair", "perfect_pair"):
        assert abs(shift[bet]) < 0.0005


@pytest.mark.parametrize(
    ("name", "bet", "returned", "shift"),
    [
        ("live-mini", Bet.PICCOLO, 2.50, -0.01475),
        ("live-mini", Bet.GRANDE, 1.54, +0.00909),
        ("st-moritz", Bet.PICCOLO, 2.50, -0.01954),  # as if this house offered these bets
        ("st-moritz", Bet.GRANDE, 1.54, +0.01204),
    ],
)
def test_without_burn_the_shift_is_the_theoretical_one(
    name: str, bet: Bet, returned: float, shift: float
) -> None:
    """−Cov(cards of one coup, return of another) / E[cards], except for half a coup in sixty."""
    sheet = puntobanco.house(name).sheet
    cards = replace(sheet.cards, burn=None)
    coups = mean_coups(cards, sheet.rule)
    points = 100 * returned * shifts(cards, sheet.rule)[bet]
    assert points * coups / (coups - 0.5) == pytest.approx(shift, abs=5e-6)


@pytest.mark.parametrize("house", ["live-mini", "campione", "st-moritz"])
def test_the_mean_number_of_coups_in_a_sabot_is_as_computed(house: str) -> None:
    sheet = puntobanco.house(house).sheet
    mean = mean_coups(sheet.cards, sheet.rule)
    result = run(house, 10_000_000)
    assert result.sabots
    assert result.coups / result.sabots == pytest.approx(mean, abs=0.1)


def test_returns_do_not_shift_if_every_coup_is_shuffled() -> None:
    assert set(return_shifts(puntobanco.house("for-fun").sheet).values()) == {0.0}
