"""Tests that cards are dealt fairly, and that the battery catches unfair dealers."""

import math
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from itertools import pairwise, permutations
from random import Random

import pytest

from puntobanco.fair.commitment import Terms, deal_order, mix
from tests.fair.battery import (
    Battery,
    Dealer,
    chi_square,
    colour_runs,
    gamma_tails,
    gap_bins,
    judge,
    neighbours,
    normal,
    poisson,
    same_beginning_chance,
    threshold,
    two_sided,
    up_down_runs,
)

ORDERS = {1: 3000, 8: 2000}  # by decks
TESTS = [
    "positions",
    "rank after rank",
    "suit after suit",
    "runs of colour",
    "runs up and down",
    "duplicates",
    "returns",
    "gaps",
]
LEAST = threshold(len(TESTS) * len(ORDERS))  # 99 % confidence for all tests together


def deal(decks: int, number: int) -> list[int]:
    """Deal as a table does, with a fresh seed of the house and of a player for every number."""
    seed = sha256(b"quality of the dealer, %d" % number).digest()
    player = mix("anna", sha256(b"anna's, %d" % number).hexdigest())
    terms = Terms(table="a", epoch=1, number=number, sheet=bytes(32), decks=decks, cut=0)
    return [card.index for card in deal_order(seed, terms, [player])]


@cache
def results_of_our_dealer(decks: int) -> dict[str, float]:
    return judge(lambda number: deal(decks, number), decks, ORDERS[decks])


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("decks", ORDERS)
def test_our_dealer_is_fair(decks: int, test: str) -> None:
    assert results_of_our_dealer(decks)[test] >= LEAST


def test_our_dealer_is_fair_if_only_the_number_changes() -> None:
    """With one seed and no players: the randomness comes from the generator alone."""

    def dealer(number: int) -> list[int]:
        terms = Terms(table="a", epoch=1, number=number, sheet=bytes(32), decks=1, cut=0)
        return [card.index for card in deal_order(bytes(32), terms, ())]

    assert min(judge(dealer, 1, ORDERS[1]).values()) >= threshold(len(TESTS))


# --- bad dealers ---


def fisher_yates(draw: Callable[[int], int]) -> list[int]:
    """Shuffle with `draw(n)`, which picks one of the n cards that are left."""
    order = [*range(52)]
    for place in range(52):
        chosen = place + draw(52 - place)
        order[place], order[chosen] = order[chosen], order[place]
    return order


def bytes_without_rejection() -> Dealer:
    chance = Random(1)
    return lambda _: fisher_yates(lambda n: chance.randrange(256) % n)


def never_the_last_card() -> Dealer:
    chance = Random(1)
    return lambda _: fisher_yates(lambda n: chance.randrange(max(1, n - 1)))


def swap_with_any_card() -> Dealer:
    chance = Random(1)

    def dealer(_: int) -> list[int]:
        order = [*range(52)]
        for place in range(52):
            chosen = chance.randrange(52)
            order[place], order[chosen] = order[chosen], order[place]
        return order

    return dealer


def in_order() -> Dealer:
    return lambda _: [*range(52)]


def riffle(order: list[int], chance: Random) -> list[int]:
    """Gilbert, Shannon and Reeds: cut about the middle, cards fall from either packet."""
    left = {place for place in range(52) if chance.random() < 0.5}
    packets = iter(order[: len(left)]), iter(order[len(left) :])
    return [next(packets[place not in left]) for place in range(52)]


def riffles(times: int) -> Dealer:
    chance = Random(1)

    def dealer(_: int) -> list[int]:
        order = [*range(52)]
        for _ in range(times):
            order = riffle(order, chance)
        return order

    return dealer


def one_riffle_of_the_last_order() -> Dealer:
    chance = Random(1)
    order = fisher_yates(chance.randrange)

    def dealer(_: int) -> list[int]:
        nonlocal order
        order = riffle(order, chance)
        return order

    return dealer


def a_cut_instead_of_a_shuffle() -> Dealer:
    """Every card is at every place equally often, more evenly than by chance."""
    order = fisher_yates(Random(1).randrange)
    return lambda number: order[number % 52 :] + order[: number % 52]


def low_bits_of_a_congruential_generator() -> Dealer:
    def words() -> Iterator[int]:
        state = 1
        while True:
            state = (1103515245 * state + 12345) % 2**31
            yield state

    stream = words()
    return lambda _: fisher_yates(lambda n: next(stream) % n)


def seeds_of_sixteen_bits() -> Dealer:
    """Each order is well shuffled, but there are too few different ones."""
    chance = Random(1)
    return lambda _: fisher_yates(Random(chance.randrange(2**16)).randrange)


def every_twentieth_order_again() -> Dealer:
    chance = Random(1)
    last = fisher_yates(chance.randrange)

    def dealer(number: int) -> list[int]:
        nonlocal last
        if number % 20:
            last = fisher_yates(chance.randrange)
        return last

    return dealer


def aces_kept_apart() -> Dealer:
    """Neighbouring aces are separated; positions, colours and beginnings don't show it."""
    chance = Random(1)

    def dealer(_: int) -> list[int]:
        order = fisher_yates(chance.randrange)
        while any(max(pair) < 4 for pair in pairwise(order)):
            order = fisher_yates(chance.randrange)
        return order

    return dealer


def a_card_dealt_twice() -> Dealer:
    chance = Random(1)

    def dealer(number: int) -> list[int]:
        order = fisher_yates(chance.randrange)
        if number == 1234:
            order[3] = order[40]
        return order

    return dealer


# Unfair dealers, and the tests that must catch each of them.
BAD: list[tuple[str, Callable[[], Dealer], set[str]]] = [
    ("bytes without rejection", bytes_without_rejection, {"positions"}),
    ("swap with any card", swap_with_any_card, {"positions"}),
    ("never the last card", never_the_last_card, {"positions"}),
    ("in order", in_order, set(TESTS)),
    ("one riffle", lambda: riffles(1), set(TESTS)),
    ("five riffles", lambda: riffles(5), {"positions"}),
    ("one riffle of the last order", one_riffle_of_the_last_order, {"returns"}),
    ("a cut", a_cut_instead_of_a_shuffle, {"positions"}),
    ("low bits", low_bits_of_a_congruential_generator, {"suit after suit"}),
    ("seeds of sixteen bits", seeds_of_sixteen_bits, {"duplicates"}),
    ("every twentieth order again", every_twentieth_order_again, {"duplicates", "returns"}),
    ("aces kept apart", aces_kept_apart, {"rank after rank", "gaps"}),
    ("a card dealt twice", a_card_dealt_twice, {"duplicates"}),
]


@pytest.mark.parametrize(
    ("make_dealer", "by"), [pytest.param(h, by, id=name) for name, h, by in BAD]
)
def test_an_unfair_dealer_is_caught(make_dealer: Callable[[], Dealer], by: set[str]) -> None:
    results = judge(make_dealer(), 1, ORDERS[1])
    assert by <= {test for test, p in results.items() if p < LEAST}


def test_a_fair_dealer_is_not_caught() -> None:
    chance = Random(1)
    results = judge(lambda _: fisher_yates(chance.randrange), 1, ORDERS[1])
    assert list(results) == TESTS
    assert min(results.values()) >= LEAST


# --- the battery's own mathematics ---


@pytest.mark.parametrize(
    ("freedom", "statistic", "upper"),
    # Critical values from printed tables.
    [(1, 3.841459, 0.05), (1, 6.634897, 0.01), (10, 18.307038, 0.05), (100, 135.806723, 0.01)],
)
def test_chi_square_matches_printed_tables(freedom: int, statistic: float, upper: float) -> None:
    lower, tail = gamma_tails(freedom / 2, statistic / 2)
    assert tail == pytest.approx(upper, rel=1e-5)
    assert lower + tail == pytest.approx(1)
    assert chi_square(statistic, freedom) == pytest.approx(2 * upper, rel=1e-5)


@pytest.mark.parametrize("x", [0.1, 1.0, 2.0, 2.5, 30.0])
def test_chi_square_with_two_degrees_of_freedom_is_exponential(x: float) -> None:
    assert gamma_tails(1, x)[1] == pytest.approx(math.exp(-x), rel=1e-12)


@pytest.mark.parametrize("freedom", [2601, 21165])
def test_chi_square_with_many_degrees_of_freedom_is_nearly_normal(freedom: int) -> None:
    """By Wilson and Hilferty's cube root, exact to a thousandth here."""
    for z in (-2.0, 0.5, 3.0):
        part = 2 / (9 * freedom)
        statistic = freedom * (1 - part + z * math.sqrt(part)) ** 3
        upper = math.erfc(z / math.sqrt(2)) / 2
        assert gamma_tails(freedom / 2, statistic / 2)[1] == pytest.approx(upper, rel=1e-3)


def test_normal_and_poisson_tails() -> None:
    assert normal(1.959964) == normal(-1.959964) == pytest.approx(0.05, rel=1e-6)
    for count, mean in ((0, 3.0), (2, 3.0), (9, 3.0)):
        chances = [math.exp(-mean) * mean**k / math.factorial(k) for k in range(count + 1)]
        both = two_sided(sum(chances), 1 - sum(chances[:count]))
        assert poisson(count, mean) == pytest.approx(both)


def test_run_chances_match_all_orders_of_six_cards() -> None:
    ups, colours = [0] * 7, [0] * 7
    for order in permutations(range(6)):
        up = [a < b for a, b in pairwise(order)]
        red = [card < 3 for card in order]
        ups[1 + sum(a != b for a, b in pairwise(up))] += 1
        colours[1 + sum(a != b for a, b in pairwise(red))] += 1
    assert up_down_runs(6).tolist() == pytest.approx([count / 720 for count in ups])
    assert colour_runs(6).tolist() == pytest.approx([count / 720 for count in colours])


def test_neighbour_tables_match_all_orders_of_six_cards() -> None:
    tables = []
    for order in permutations((0, 0, 0, 1, 1, 1)):
        table = [0.0] * 4
        for a, b in pairwise(order):
            table[2 * a + b] += 1
        tables.append(table)
    mean, inverse, rank = neighbours(2, 3)
    assert mean.tolist() == pytest.approx(
        [sum(column) / 720 for column in zip(*tables, strict=True)]
    )
    # With the inverse covariance, the mean square of the tables is their rank.
    offs = [table - mean for table in tables]
    assert sum(float(off @ inverse @ off) for off in offs) / 720 == pytest.approx(rank)


def test_the_batterys_chances_add_up_to_one() -> None:
    for decks in ORDERS:
        assert gap_bins(4 * decks)[1].sum() == pytest.approx(1)
        assert colour_runs(52 * decks).sum() == pytest.approx(1)
        assert up_down_runs(52 * decks).sum() == pytest.approx(1)
    assert 1 / same_beginning_chance(1, 3) == pytest.approx(52 * 51 * 50)
    # The first two cards of 8 decks: an equal second card is one of 7 left, any other one of 8.
    same, other = 52 * (8 * 7) ** 2, 52 * 51 * (8 * 8) ** 2
    assert same_beginning_chance(8, 2) == pytest.approx((same + other) / (416 * 415) ** 2)


def test_splitting_into_batches_changes_no_result() -> None:
    """Cards that return to their place are also counted across batches."""
    chance = Random(1)
    orders = [fisher_yates(chance.randrange) for _ in range(200)]
    whole, parts = Battery(1), Battery(1)
    whole.add(orders)
    for start in range(0, 200, 50):
        parts.add(orders[start : start + 50])
    assert whole.results() == pytest.approx(parts.results())
