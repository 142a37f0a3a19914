"""Tests of the compiled kernels against the rule engine and the exact odds."""

import importlib
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from llvmlite import binding

from puntobanco.errors import ExtraMissing, NoCoups, TooFewLeft
from puntobanco.game.bets import Bet, wins
from puntobanco.game.cards import DECK, Card
from puntobanco.game.coup import Coup, deal
from puntobanco.game.sabot import coups
from puntobanco.game.sheet import Burn, Cards, Faces, Shuffle, Source
from puntobanco.game.tiraggio import Tiraggio
from puntobanco.odds.count import count
from puntobanco.simulate import fresh_coups, whole_sabots
from puntobanco.simulate.compiled_kernel import Kernel
from puntobanco.simulate.fresh_coups import simulate_fresh
from puntobanco.simulate.whole_sabots import simulate_sabots, tally_sabots
from tests.simulate.block_orders import fresh_orders, generated_words, sabot_orders
from tests.standard_tiraggio import STANDARD


def table(decks: int, cut: int | None, ten: int | None) -> Cards:
    burn = Burn(ten) if ten else None
    return Cards(decks, Shuffle.CUT_CARD, (Faces.UP,), (Source.SABOT,), cut, burn)


EIGHT_DECKS = table(8, cut=104, ten=10)


def flags(length: int) -> st.SearchStrategy[tuple[bool, ...]]:
    return st.tuples(*[st.booleans()] * length)


tiraggi = st.just(STANDARD) | st.builds(
    Tiraggio, punto=flags(8), banco=st.tuples(*[flags(10)] * 8), banco_if_stood=flags(8)
)
seeds = st.integers(0, 2**64)


@st.composite
def tables(draw: st.DrawFn) -> Cards:
    decks = draw(st.integers(1, 8))
    ten = draw(st.none() | st.integers(1, 20))
    return table(decks, draw(st.integers(6, 52 * decks - 10 - (ten or 0))), ten)


def tally(dealt: Iterable[Coup]) -> list[int]:
    played = list(dealt)
    return [len(played), *(sum(wins(bet, coup) for coup in played) for bet in Bet)]


@settings(max_examples=40)
@given(tiraggi, st.integers(1, 8), seeds, st.integers(0, 2**40), st.integers(0, 300))
def test_fresh_coups_equal_those_of_the_rule_engine(
    tiraggio: Tiraggio, decks: int, seed: int, block: int, number: int
) -> None:
    dealt = [deal(tiraggio, order) for order in fresh_orders(decks, seed, block, number)]
    (counted,) = simulate_fresh(tiraggio, decks, seed, block, 1, coups=number).tolist()
    assert counted == tally(dealt)
    assert counted[0] == number


@settings(max_examples=25)
@given(tables(), tiraggi, seeds, st.integers(0, 2**40), st.integers(1, 40))
def test_sabots_equal_those_of_the_rule_engine(
    cards: Cards, tiraggio: Tiraggio, seed: int, block: int, number: int
) -> None:
    shuffled = sabot_orders(cards, seed, block, number)
    dealt = [tally(coups(cards, tiraggio, order)) for order in shuffled]
    assert tally_sabots(cards, tiraggio, seed, block, number).T.tolist() == dealt
    each = np.array([[1, *row] for row in dealt])
    (matrix,) = simulate_sabots(cards, tiraggio, seed, block, 1, sabots=number)
    assert matrix.tolist() == (each.T @ each).tolist()


def test_the_generator_gives_the_published_words() -> None:
    """The first words of xoshiro256++ from the state 1, 2, 3, 4."""
    stream = generated_words(np.array([[1], [2], [3], [4]], np.uint64))
    assert [next(stream) for _ in range(5)] == [
        [41943041],
        [58720359],
        [3588806011781223],
        [3591011842654386],
        [9228616714210784205],
    ]


def test_every_order_has_all_cards_of_the_sabot() -> None:
    for order in sabot_orders(EIGHT_DECKS, 1, 2, 33):
        assert sorted(card.index for card in order) == sorted([*range(52)] * 8)
    for six in fresh_orders(1, 1, 2, 500):
        assert len(set(six)) == 6


@pytest.mark.parametrize("decks", [1, 2, 8])
def test_every_card_is_equally_likely_at_each_place_of_a_fresh_coup(decks: int) -> None:
    number = 26_000
    drawn = list(fresh_orders(decks, 5, 0, number))
    for place in range(6):
        assert chi_square([order[place] for order in drawn]) < 100  # 51 degrees: p = 5e-5


def test_every_card_is_equally_likely_at_each_place_of_a_sabot() -> None:
    shuffled = list(sabot_orders(EIGHT_DECKS, 5, 0, 1024))
    for place in (0, 1, 2, 157, 158, 315, 316):
        assert chi_square([order[place] for order in shuffled]) < 100


def chi_square(cards: Sequence[Card]) -> float:
    expected = len(cards) / len(DECK)
    counted = np.bincount([card.index for card in cards], minlength=len(DECK))
    return float(((counted - expected) ** 2 / expected).sum())


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_fresh_coups_agree_with_the_odds(decks: int) -> None:
    total, *counted = simulate_fresh(STANDARD, decks, 2026, 0, 48).sum(axis=0).tolist()
    exact = count([decks] * 52, STANDARD)
    for bet, won in zip(Bet, counted, strict=True):
        chance = exact.wins[bet] / exact.total
        spread = sqrt(total * chance * (1 - chance))
        assert abs(won - total * chance) <= 4 * spread, bet


def test_sabots_agree_with_the_odds() -> None:
    """Odds change slightly until the cut card, but too little to show in so few sabots."""
    sums = simulate_sabots(EIGHT_DECKS, STANDARD, 2026, 0, 160).sum(axis=0).astype(float)
    number, dealt = sums[0, :2]
    assert number == 160 * whole_sabots.BLOCK
    assert 62 < dealt / number < 62.1  # (312 - 6.54 - 1) / 4.94 and half a coup
    exact = count([8] * 52, STANDARD)
    for place, bet in enumerate(Bet, 2):
        chance = exact.wins[bet] / exact.total
        off = np.zeros(len(sums))
        off[[1, place]] = -chance, 1
        assert abs(off @ sums[0]) <= 4 * sqrt(off @ sums @ off), bet


Split = Callable[[int, int], np.ndarray[tuple[int, ...], np.dtype[np.int64]]]


@pytest.mark.parametrize(
    "simulate",
    [
        lambda first, blocks: simulate_fresh(STANDARD, 8, 3, first, blocks),
        lambda first, blocks: simulate_sabots(EIGHT_DECKS, STANDARD, 3, first, blocks),
    ],
    ids=["fresh", "sabots"],
)
def test_a_block_has_the_same_result_however_blocks_are_split(simulate: Split) -> None:
    together = simulate(10, 12)
    with ThreadPoolExecutor(4) as threads:
        parts = [*threads.map(simulate, [10, 11, 14, 21], [1, 3, 7, 1])]
    assert np.concatenate(parts).tolist() == together.tolist()
    assert len(np.unique(together.reshape(12, -1), axis=0)) == 12


def test_different_seeds_deal_different_coups() -> None:
    dealt = {tuple(simulate_fresh(STANDARD, 8, seed, 0, 1)[0].tolist()) for seed in range(20)}
    assert len(dealt) == 20
    tallied = {simulate_sabots(EIGHT_DECKS, STANDARD, seed, 0, 1).tobytes() for seed in range(20)}
    assert len(tallied) == 20


ON_X86 = binding.get_process_triple().startswith("x86_64")


@pytest.mark.parametrize("cpu", ["generic", "haswell"] if ON_X86 else ["generic"])
def test_an_older_cpu_deals_the_same_coups(cpu: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = simulate_fresh(STANDARD, 8, 4, 0, 1).tolist()
    my_sabots = simulate_sabots(EIGHT_DECKS, STANDARD, 4, 0, 1).tolist()
    monkeypatch.setattr(binding, "get_host_cpu_name", lambda: cpu)
    monkeypatch.setattr(binding, "get_host_cpu_features", type(binding.get_host_cpu_features()))
    for module in (fresh_coups, whole_sabots):
        older = Kernel(module._write)
        monkeypatch.setattr(module, "_kernel", lambda older=older: older)
    assert simulate_fresh(STANDARD, 8, 4, 0, 1).tolist() == mine
    assert simulate_sabots(EIGHT_DECKS, STANDARD, 4, 0, 1).tolist() == my_sabots


@pytest.mark.parametrize("cut", [None, 5])
def test_a_cut_card_too_close_to_the_end_is_refused(cut: int | None) -> None:
    with pytest.raises(TooFewLeft):
        simulate_sabots(table(8, cut, ten=10), STANDARD, 0, 0, 1)


def test_a_negative_number_of_coups_is_refused() -> None:
    with pytest.raises(NoCoups):
        simulate_fresh(STANDARD, 8, 0, 0, 1, coups=-1)


@pytest.mark.parametrize("module", ["llvmlite", "numpy"])
def test_simulation_is_refused_without_its_extra_packages(
    module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "puntobanco.simulate")
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ExtraMissing, match=rf"simulation needs {module}.*puntobanco\[fast\]"):
        importlib.import_module("puntobanco.simulate")
