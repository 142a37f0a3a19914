"""Tests of the exact count against dealing every order of a small sabot, and of its laws."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco.errors import TooFewLeft
from puntobanco.game.bets import Bet
from puntobanco.game.sabot import full
from puntobanco.game.sheet import BetRule
from puntobanco.game.tiraggio import Tiraggio
from puntobanco.odds.count import count, falling
from puntobanco.odds.returns import BetReturn

RANKS: Final = "A23456789TJQK"
SUITS: Final = "cdhs"
NAMES: Final = [rank + suit for rank in RANKS for suit in SUITS]


# An independent dealer: it uses only the names of our bets and the shape of our tiraggio.


def value(card: str) -> int:
    return max(0, "0A23456789".find(card[0]))  # tens and pictures are not in the text


def total(*hand: str) -> int:
    return sum(map(value, hand)) % 10


def banco_draws(banco: int, seen: int | None) -> bool:
    """The usual rule."""
    if seen is None:
        return banco <= 5
    draws_on = {3: "012345679", 4: "234567", 5: "4567", 6: "67", 7: ""}
    return banco <= 2 or str(seen) in draws_on[banco]


RULE: Final = Tiraggio(
    punto=tuple(points <= 5 for points in range(8)),
    banco=tuple(tuple(banco_draws(points, seen) for seen in range(10)) for points in range(8)),
    banco_if_stood=tuple(banco_draws(points, None) for points in range(8)),
)


def won(six: Sequence[str], rule: Tiraggio = RULE) -> Iterator[Bet]:
    """The bets that a sequence of six cards wins."""
    p1, b1, p2, b2, fifth, sixth = six
    punto, banco = [p1, p2], [b1, b2]
    has, against = total(p1, p2), total(b1, b2)
    if has < 8 and against < 8:
        if rule.punto[has]:
            punto.append(fifth)
            if rule.banco[against][value(fifth)]:
                banco.append(sixth)
        elif rule.banco_if_stood[against]:
            banco.append(fifth)
    difference = total(*punto) - total(*banco)
    yield Bet.PUNTO if difference > 0 else Bet.BANCO if difference < 0 else Bet.EGALITE
    yield Bet.PICCOLO if len(punto) + len(banco) == 4 else Bet.GRANDE
    if p1[0] == p2[0]:
        yield Bet.PUNTO_PAIR
    if b1[0] == b2[0]:
        yield Bet.BANCO_PAIR
    if p1[0] == p2[0] or b1[0] == b2[0]:
        yield Bet.EITHER_PAIR
    if p1 == p2 or b1 == b2:
        yield Bet.PERFECT_PAIR


def count_by_dealing(cards: Sequence[str], rule: Tiraggio = RULE) -> Counter[Bet]:
    """In how many orders of six of these cards each bet wins."""
    return Counter(bet for six in permutations(cards, 6) for bet in won(six, rule))


def counts_left(cards: Sequence[str]) -> list[int]:
    held = Counter(cards)
    return [held[name] for name in NAMES]


def check(cards: Sequence[str], rule: Tiraggio = RULE) -> None:
    counted = count(counts_left(cards), rule)
    expected = count_by_dealing(cards, rule)
    assert counted.wins == {bet: expected[bet] for bet in Bet}
    assert counted.total == len(list(permutations(cards, 6)))


@pytest.mark.parametrize(
    "cards",
    [
        "Ac 2d 3h 4s 5c 6d 7h 8s",
        "9c Td Jh Qs Kc Ad 9h 9s",
        "4c 4c 4d 4d 5h 5h 5s 5s",
        "Kc Kc Kc Kc Qd Qd Qd Ac",
        "6c 6c 6c 7d 7d 7d Th Th",
        "Ac Ac Ac Ac Ac Ac Ac Ac",
        "2c 4d 6h 8s Tc 3d 5h 7s",
    ],
)
def test_the_count_equals_dealing_every_order_of_eight_cards(cards: str) -> None:
    check(cards.split())


# Few different cards, so that pairs and perfect pairs are frequent.
TINY: Final = st.lists(st.sampled_from(NAMES), min_size=1, max_size=7, unique=True).flatmap(
    lambda some: st.lists(st.sampled_from(some), min_size=6, max_size=7)
)


@settings(max_examples=60)
@given(TINY)
def test_the_count_equals_dealing_every_order_of_a_small_sabot(cards: list[str]) -> None:
    check(cards)


BOOLS: Final = st.booleans()
RULES: Final = st.builds(
    Tiraggio,
    punto=st.tuples(*[BOOLS] * 8),
    banco=st.tuples(*[st.tuples(*[BOOLS] * 10)] * 8),
    banco_if_stood=st.tuples(*[BOOLS] * 8),
)


@settings(max_examples=40)
@given(TINY, RULES)
def test_the_count_equals_dealing_every_order_by_any_tiraggio(
    cards: list[str], rule: Tiraggio
) -> None:
    check(cards, rule)


# The laws

LEFT: Final = st.lists(st.integers(0, 8), min_size=52, max_size=52).filter(lambda n: sum(n) >= 6)
FEW_KINDS: Final = (
    st.dictionaries(st.integers(0, 51), st.integers(1, 8), min_size=2, max_size=9)
    .filter(lambda held: sum(held.values()) >= 7)
    .map(lambda held: [held.get(place, 0) for place in range(52)])
)


@given(LEFT)
def test_every_coup_is_counted_once(cards: list[int]) -> None:
    counted = count(cards, RULE)
    wins = counted.wins
    assert counted.total == falling(sum(cards), 6)
    assert wins[Bet.PUNTO] + wins[Bet.BANCO] + wins[Bet.EGALITE] == counted.total
    assert wins[Bet.GRANDE] + wins[Bet.PICCOLO] == counted.total
    assert wins[Bet.PUNTO_PAIR] == wins[Bet.BANCO_PAIR]
    assert wins[Bet.PUNTO_PAIR] <= wins[Bet.EITHER_PAIR] <= 2 * wins[Bet.PUNTO_PAIR]
    assert wins[Bet.PERFECT_PAIR] <= wins[Bet.EITHER_PAIR]
    assert all(type(number) is int and number >= 0 for number in wins.values())
    for bet in Bet:
        stays = bet in {Bet.PUNTO, Bet.BANCO}
        assert counted.pushes(bet) == (wins[Bet.EGALITE] if stays else 0)


@settings(max_examples=50)
@given(LEFT, st.permutations(range(4)))
def test_exchanging_suits_changes_no_count(cards: list[int], places: list[int]) -> None:
    renamed = [cards[4 * (n // 4) + places[n % 4]] for n in range(52)]
    assert count(renamed, RULE) == count(cards, RULE)


@settings(max_examples=40)
@given(FEW_KINDS)
def test_burning_an_unseen_card_changes_no_chance(cards: list[int]) -> None:
    """The average over every card that may have been burned is the count before the burn."""
    whole, burned = count(cards, RULE), Counter[Bet]()
    for place, held in enumerate(cards):
        if held:
            without = [*cards[:place], held - 1, *cards[place + 1 :]]
            for bet, wins in count(without, RULE).wins.items():
                burned[bet] += held * wins
    assert burned == {bet: wins * (sum(cards) - 6) for bet, wins in whole.wins.items()}


def test_the_chance_of_a_pair_from_one_deck_is_one_in_seventeen() -> None:
    counted = count(full(1), RULE)
    assert Fraction(counted.wins[Bet.PUNTO_PAIR], counted.total) == Fraction(1, 17)
    assert counted.wins[Bet.PERFECT_PAIR] == 0


@pytest.mark.parametrize(
    ("rank", "wins"),
    [
        ("K", Bet.GRANDE),  # zero points each: both draw
        ("9", Bet.PICCOLO),  # eight points each: naturals
        ("3", Bet.PICCOLO),  # six points each
        ("A", Bet.GRANDE),
    ],
)
def test_a_sabot_of_one_card_always_ties(rank: str, wins: Bet) -> None:
    counted = count([6 if name == f"{rank}c" else 0 for name in NAMES], RULE)
    assert {bet for bet in Bet if counted.wins[bet] == counted.total} == {
        Bet.EGALITE,
        wins,
        Bet.PUNTO_PAIR,
        Bet.BANCO_PAIR,
        Bet.EITHER_PAIR,
        Bet.PERFECT_PAIR,
    }


@pytest.mark.parametrize("cards", range(6))
def test_fewer_than_six_cards_left_are_refused(cards: int) -> None:
    with pytest.raises(TooFewLeft) as refused:
        count([cards, *[0] * 51], RULE)
    assert refused.value.facts == {"left": cards, "needed": 6}


# The lowest and the highest return over every allowed stake


@st.composite
def bet_returns(draw: st.DrawFn) -> BetReturn:
    """A bet with random odds, step, limits and chances."""
    step = draw(st.integers(1, 60))
    least = draw(st.integers(1, 40))
    most = draw(st.integers(least, least + 300))
    odds = f"{draw(st.integers(1, 130))}:{draw(st.integers(1, 130))}"
    commission = draw(st.sampled_from([0, 0, 5, 10, 33]))
    wins, pushes, losses = (draw(st.integers(0, 1000)) for _ in range(3))
    return BetReturn(
        bet=Bet.BANCO,
        rule=BetRule("Banco", odds, step * least, step * most, commission),
        step=step,
        total=wins + pushes + losses + 1,
        wins=wins,
        pushes=pushes,
    )


def return_of(each: BetReturn, stake: int) -> Fraction:
    """The return of a stake, computed in whole cents."""
    win, staked = map(int, each.rule.odds.split(":"))
    winnings = stake * win * (100 - each.rule.commission) // (staked * 100)
    return Fraction(each.wins * (stake + winnings) + each.pushes * stake, each.total * stake)


@settings(max_examples=200)
@given(bet_returns())
def test_lowest_and_highest_return_are_those_over_all_stakes(each: BetReturn) -> None:
    stakes = range(each.rule.min, each.rule.max + 1, each.step)
    everything = [(return_of(each, stake), stake) for stake in stakes]
    assert each.lowest == min(everything)
    assert each.highest == max(everything)


@given(bet_returns(), st.integers(1, 10**9))
def test_no_stake_returns_more_than_the_exact_return(each: BetReturn, stake: int) -> None:
    assert each.at(stake) == return_of(each, stake) <= each.exact
    assert each.exact - each.at(stake) < Fraction(1, stake)
    assert each.edge == 1 - each.exact


@given(bet_returns())
def test_the_variance_is_for_a_stake_of_one(each: BetReturn) -> None:
    win = each.rule.net.fraction
    losses = each.total - each.wins - each.pushes
    results = [(win, each.wins), (Fraction(0), each.pushes), (Fraction(-1), losses)]
    mean = sum(result * times for result, times in results) / each.total
    assert each.exact == 1 + mean
    spread = sum((result - mean) ** 2 * times for result, times in results)
    assert each.variance == spread / each.total
