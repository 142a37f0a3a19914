"""Tests of the compiled counts against dealing, an enumeration, and `odds.count`."""

import importlib
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from math import perm

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from puntobanco.errors import ExtraMissing, NotACount, TooFewLeft, TooManyLeft
from puntobanco.game.bets import Bet, wins
from puntobanco.game.cards import DECK, Card
from puntobanco.game.coup import deal
from puntobanco.game.tiraggio import Tiraggio
from puntobanco.odds.count import count
from puntobanco.odds.fast import LANES, MOST_LEFT, evaluator
from tests.standard_tiraggio import STANDARD

Left = list[int]


def flags(length: int) -> st.SearchStrategy[tuple[bool, ...]]:
    return st.tuples(*[st.booleans()] * length)


tiraggi = st.just(STANDARD) | st.builds(
    Tiraggio, punto=flags(8), banco=st.tuples(*[flags(10)] * 8), banco_if_stood=flags(8)
)


@st.composite
def cards_left(draw: DrawFn) -> Left:
    """Counts of one to 52 kinds of card, from six cards to the most that can be counted."""
    some = st.lists(st.sampled_from(range(52)), min_size=1, unique=True)
    kinds = draw(some | st.just(list(range(52))))
    most = draw(st.integers(1, MOST_LEFT // len(kinds)))
    left = [0] * 52
    for kind in kinds:
        left[kind] = draw(st.integers(0, most))
    assume(sum(left) >= 6)
    return left


def fast_wins(left: Left, tiraggio: Tiraggio) -> dict[Bet, int]:
    total, *counted = evaluator(tiraggio).count(left).tolist()
    assert total == perm(sum(left), 6)
    return dict(zip(Bet, counted, strict=True))


@settings(max_examples=25)
@given(st.lists(st.sampled_from(DECK), min_size=6, max_size=7), tiraggi)
def test_fast_counts_equal_dealing_few_cards_in_every_order(
    cards: list[Card], tiraggio: Tiraggio
) -> None:
    counted = dict.fromkeys(Bet, 0)
    for order in permutations(cards, 6):
        coup = deal(tiraggio, order)
        for bet in Bet:
            counted[bet] += wins(bet, coup)
    left = Counter(card.index for card in cards)
    assert fast_wins([left[index] for index in range(52)], tiraggio) == counted


@settings(max_examples=10)
@given(cards_left(), tiraggi)
def test_fast_counts_equal_an_enumeration_of_points(left: Left, tiraggio: Tiraggio) -> None:
    counted, enumerated = fast_wins(left, tiraggio), enumerate_points(left, tiraggio)
    for bet in (Bet.PUNTO, Bet.BANCO, Bet.EGALITE, Bet.GRANDE, Bet.PICCOLO):
        assert counted[bet] == enumerated[bet], bet


def enumerate_points(left: Left, tiraggio: Tiraggio) -> Counter[Bet]:
    """Count the wins of each bet, except those on pairs, by drawing card after card."""
    counted: Counter[Bet] = Counter()
    unused = {used: perm(sum(left) - used, 6 - used) for used in (4, 5, 6)}
    held = [0] * 10
    for card in DECK:
        held[card.points] += left[card.index]
    for p1, w1 in drawn(held):
        for b1, w2 in drawn(held):
            for p2, w3 in drawn(held):
                for b2, w4 in drawn(held):
                    coups = third_cards((p1 + p2) % 10, (b1 + b2) % 10, tiraggio, held)
                    for punto, banco, used, w56 in coups:
                        ways = w1 * w2 * w3 * w4 * w56 * unused[used]
                        counted[OUTCOMES[punto % 10 > banco % 10, punto % 10 < banco % 10]] += ways
                        counted[Bet.PICCOLO if used == 4 else Bet.GRANDE] += ways
    return counted


OUTCOMES = {(True, False): Bet.PUNTO, (False, True): Bet.BANCO, (False, False): Bet.EGALITE}


def drawn(held: list[int]) -> Iterator[tuple[int, int]]:
    """The points of the next card, and how many cards have them; the card is out meanwhile."""
    for points in range(10):
        if ways := held[points]:
            held[points] -= 1
            yield points, ways
            held[points] += 1


def third_cards(
    punto: int, banco: int, tiraggio: Tiraggio, held: list[int]
) -> Iterator[tuple[int, int, int, int]]:
    """The final points of both sides, the number of cards used, and the number of ways."""
    if max(punto, banco) >= 8:
        yield punto, banco, 4, 1
    elif tiraggio.punto[punto]:
        for third, ways in drawn(held):
            if tiraggio.banco[banco][third]:
                for last, more in drawn(held):
                    yield punto + third, banco + last, 6, ways * more
            else:
                yield punto + third, banco, 5, ways
    elif tiraggio.banco_if_stood[banco]:
        for third, ways in drawn(held):
            yield punto, banco + third, 5, ways
    else:
        yield punto, banco, 4, 1


@settings(max_examples=25)
@given(cards_left())
def test_fast_counts_of_pairs_equal_a_sum_over_hands(left: Left) -> None:
    counted = fast_wins(left, STANDARD)
    ranks = [sum(left[i : i + 4]) for i in range(0, 52, 4)]
    rest = perm(sum(left) - 4, 2)
    pair = sum(perm(held, 2) for held in ranks) * perm(sum(left) - 2, 2)
    assert counted[Bet.PUNTO_PAIR] == counted[Bet.BANCO_PAIR] == pair * rest
    assert counted[Bet.EITHER_PAIR] == either_hand(ranks) * rest
    assert counted[Bet.PERFECT_PAIR] == either_hand(left) * rest


def either_hand(kinds: Sequence[int]) -> int:
    """In how many orders of four cards the first two or the last two are of the same kind."""
    cards = sum(kinds)
    counted = 0
    for one, held in enumerate(kinds):
        counted += held * (held - 1) * perm(cards - 2, 2)
        for other, ways in enumerate(kinds):
            if other != one and held * ways:
                counted += (
                    held
                    * ways
                    * sum(
                        (kind - (i in (one, other))) * (kind - (i in (one, other)) - 1)
                        for i, kind in enumerate(kinds)
                    )
                )
    return counted


@settings(max_examples=50)
@given(cards_left(), tiraggi)
def test_fast_counts_equal_those_in_pure_python(left: Left, tiraggio: Tiraggio) -> None:
    assert fast_wins(left, tiraggio) == count(left, tiraggio).wins


@pytest.mark.parametrize("left", [[MOST_LEFT] + [0] * 51, [8] * 51 + [MOST_LEFT - 408]])
def test_the_most_cards_are_counted_correctly(left: Left) -> None:
    assert fast_wins(left, STANDARD) == count(left, STANDARD).wins


def test_eight_decks_have_the_well_known_counts() -> None:
    total, punto, banco, egalite, *_ = evaluator(STANDARD).count([8] * 52).tolist()
    assert total == 4_998_398_275_503_360
    assert banco == 2_292_252_566_437_888
    assert punto == 2_230_518_282_592_256
    assert egalite == 475_627_426_473_216


@pytest.mark.parametrize("sabots", [0, 1, LANES - 1, LANES, LANES + 1, 3 * LANES + 5])
def test_a_batch_has_the_counts_of_its_sabots_one_by_one(sabots: int) -> None:
    batch = np.random.default_rng(sabots).integers(1, 9, (sabots, 52))
    counts = evaluator(STANDARD).counts(batch)
    assert counts.shape == (sabots, 10)
    for left, counted in zip(batch, counts, strict=True):
        assert counted.tolist() == evaluator(STANDARD).count(left).tolist()


def test_any_sequence_of_whole_numbers_is_accepted() -> None:
    counted = evaluator(STANDARD).count([8] * 52).tolist()
    for left in (
        (8,) * 52,
        np.full(52, 8, np.uint8),
        np.full(104, 8)[::2],
        np.broadcast_to(np.int64(8), 52),
    ):
        assert evaluator(STANDARD).count(left).tolist() == counted


@pytest.mark.parametrize(
    "left",
    [
        [8] * 51,
        [8] * 53,
        [[8] * 52],
        8,
        [],
        [8] * 51 + [-1],
        [8] * 51 + [8.0],
        [8] * 51 + ["8"],
        [8] * 51 + [None],
        [8] * 51 + [[8]],
        [True] * 52,
        [2**63 + 9] + [1] * 51,
        [2**64] + [1] * 51,
        [-(2**63)] + [1] * 51,
    ],
    ids=str,
)
def test_invalid_counts_are_refused(left: object) -> None:
    with pytest.raises(NotACount):
        evaluator(STANDARD).count(left)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "left",
    [
        [MOST_LEFT + 1] + [0] * 51,
        [8] * 51 + [MOST_LEFT - 407],
        [2**63 - 1] * 52,
        [2**62] * 4 + [1] * 48,  # the sum overflows to 48 in 64 bits
    ],
    ids=["458", "458 in all", "2**63 - 1", "wraps around"],
)
def test_more_cards_than_can_be_counted_are_refused(left: list[int]) -> None:
    with pytest.raises(TooManyLeft) as refused:
        evaluator(STANDARD).count(left)
    assert refused.value.facts == {"left": sum(left), "most": 457}


def test_fewer_than_six_cards_are_refused() -> None:
    with pytest.raises(TooFewLeft) as refused:
        evaluator(STANDARD).count([1] * 5 + [0] * 47)
    assert refused.value.facts == {"left": 5, "needed": 6}


def test_a_batch_with_one_invalid_sabot_is_refused() -> None:
    batch = np.full((2 * LANES, 52), 8)
    batch[LANES + 1, 51] = -1
    with pytest.raises(NotACount, match="8, -1]"):
        evaluator(STANDARD).counts(batch)
    batch[LANES] = 0
    with pytest.raises(TooFewLeft):
        evaluator(STANDARD).counts(batch)
    with pytest.raises(NotACount):
        evaluator(STANDARD).counts([8] * 52)


def test_fast_counts_are_refused_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "puntobanco.odds.fast")
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(ExtraMissing, match=r"puntobanco\[fast\]"):
        importlib.import_module("puntobanco.odds.fast")
