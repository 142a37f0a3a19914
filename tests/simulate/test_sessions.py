"""Tests of simulated sessions: plans, endings, money, and exact values."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from puntobanco.errors import (
    AboveMaximum,
    BadField,
    BelowMinimum,
    NotAnAmount,
    NotOffered,
    OffStep,
    Refusal,
    TooFewLeft,
    UnknownBet,
)
from puntobanco.game.bets import Bet, pushes, wins
from puntobanco.game.cards import DECK
from puntobanco.game.coup import Outcome, deal
from puntobanco.game.sabot import coups
from puntobanco.game.settlement import Stakes
from puntobanco.houses import HOUSES, house
from puntobanco.simulate import session_kernel
from puntobanco.simulate.exact_sessions import _Walk, exact_session
from puntobanco.simulate.plans import (
    Plan,
    Progression,
    SessionEnding,
    SessionPlan,
    SoFar,
    Stop,
    flat,
    martingale,
)
from puntobanco.simulate.session_kernel import cut_and_burn, deal_next, tabulate, unshuffled
from puntobanco.simulate.sessions import simulate_sessions

ONE_DECK = house("punto-e-banco")  # shuffled every coup; Banco at 19:20, up to 500.00
SABOT = house("live-mini")  # eight decks to the cut card


def session_plan(
    plan: Plan,
    bankroll: int = 10_000,
    coups: int = 100,
    target: int | None = None,
    floor: int | None = None,
) -> SessionPlan:
    return SessionPlan(bankroll, plan, Stop(coups, target, floor))


# The stakes of a plan.


def stakes_of(plan: Plan, results: Sequence[str]) -> list[int]:
    """The stakes in a session with these outcomes, including the stake after the last one."""
    seen: list[int] = []

    def noting(so_far: SoFar) -> Stakes:
        stakes = plan(so_far)
        seen.append(sum(stakes.values()))
        return stakes

    for seed in range(10_000):
        seen.clear()
        outcomes: list[str] = []

        def watching(so_far: SoFar, outcomes: list[str] = outcomes) -> Stakes:
            outcomes[:] = [each.coup.outcome for each in so_far.played]
            return noting(so_far)

        session = session_plan(watching, bankroll=10**9, coups=len(results))
        simulate_sessions(ONE_DECK, session, 1, seed)
        if outcomes == list(results):
            return seen
    raise LookupError(results)


def test_flat_always_stakes_the_same() -> None:
    assert stakes_of(flat(Bet.BANCO, 300), ["banco", "punto", "egalite"]) == [300] * 4


def test_martingale_doubles_after_a_loss_and_starts_again_after_a_win() -> None:
    plan = martingale(Bet.BANCO, 100)
    assert stakes_of(plan, ["punto", "punto", "banco", "punto"]) == [100, 200, 400, 100, 200]


def test_martingale_stakes_the_same_again_after_a_tie() -> None:
    assert stakes_of(martingale(Bet.PUNTO, 100), ["banco", "egalite", "banco"]) == [
        100,
        200,
        200,
        400,
    ]


def test_martingale_stops_doubling_at_the_maximum() -> None:
    stakes = martingale(Bet.BANCO, 10_000).stakes(ONE_DECK.sheet)
    assert stakes == [10_000, 20_000, 40_000, 50_000]
    assert stakes_of(martingale(Bet.BANCO, 40_000), ["punto"] * 3) == [
        40_000,
        50_000,
        50_000,
        50_000,
    ]


@pytest.mark.parametrize(
    ("wanted", "taken"), [(1, 100), (199, 100), (250, 200), (50_000, 50_000), (10**9, 50_000)]
)
def test_a_plan_can_ask_for_the_nearest_allowed_stake(wanted: int, taken: int) -> None:
    assert SoFar(ONE_DECK.sheet, 10_000, ()).taken(Bet.BANCO, wanted) == taken


# The end of a session.


def ending(session: SessionPlan, name: str = "punto-e-banco") -> tuple[SessionEnding, int, int]:
    result = simulate_sessions(house(name), session, 1, seed=7)
    (how,) = [each for each in SessionEnding if result.ended(each)[0]]
    return how, int(result.lengths[0]), int(result.results[0])


def test_a_session_ends_after_its_coups() -> None:
    how, length, _ = ending(session_plan(flat(Bet.PUNTO, 100), coups=12))
    assert (how, length) == (SessionEnding.COUPS, 12)


def test_a_session_ends_before_the_first_coup_if_the_stake_is_not_covered() -> None:
    assert ending(session_plan(flat(Bet.PUNTO, 20_000))) == (SessionEnding.RUIN, 0, 0)


def test_at_ruin_the_next_stake_is_not_covered_and_money_may_be_left() -> None:
    result = simulate_sessions(ONE_DECK, session_plan(martingale(Bet.PUNTO, 100), 1000), 1000)
    ruined = result.results[result.ended(SessionEnding.RUIN)] + 1000
    assert ruined.min() >= 0
    assert ruined.max() > 0


def test_a_session_ends_at_the_target_or_above() -> None:
    session = session_plan(flat(Bet.EGALITE, 1000), target=15_000, coups=1000)
    result = simulate_sessions(ONE_DECK, session, 1000)
    reached = result.ended(SessionEnding.TARGET)
    assert (result.results[reached] >= 5000).all()
    assert (result.results[~reached] < 5000).all()


def test_a_session_ends_at_the_floor_or_below() -> None:
    session = session_plan(flat(Bet.EGALITE, 700), floor=6000, coups=1000)
    result = simulate_sessions(ONE_DECK, session, 1000)
    fallen = result.ended(SessionEnding.FLOOR)
    assert set(result.results[fallen].tolist()) <= set(range(-4000 - 699, -3999))
    assert (result.results[~fallen] > -4000).all()
    assert fallen.any()
    assert not result.ended(SessionEnding.RUIN).any()


def test_a_plan_that_stakes_nothing_ends_the_session() -> None:
    def three_coups(so_far: SoFar) -> Stakes:
        return {Bet.BANCO: 100} if len(so_far.played) < 3 else {}

    how, length, _ = ending(session_plan(three_coups))
    assert (how, length) == (SessionEnding.LEFT, 3)


# Money.


def test_half_a_euro_on_banco_wins_47_cents_where_winnings_are_rounded_down() -> None:
    session = session_plan(flat(Bet.BANCO, 50), bankroll=50, coups=1)
    results, shares = simulate_sessions(house("punto-e-banco-egalite"), session).distribution()
    assert results.tolist() == [-50, 0, 47]
    assert shares.sum() == pytest.approx(1)


def test_several_bets_are_settled_on_the_same_coup() -> None:
    def both(_: SoFar) -> Any:
        return {Bet.BANCO: 1000, "egalite": 100}  # a bet may be given by its name

    results, _ = simulate_sessions(ONE_DECK, session_plan(both, coups=1), 500).distribution()
    assert results.tolist() == [-1100, 850, 900]  # Punto wins; Banco wins, less 100; a tie at 9:1


@pytest.mark.parametrize(
    ("name", "bet"), [(name, bet) for name in HOUSES for bet in house(name).sheet.offers]
)
def test_the_kernel_plays_like_the_rule_engine(name: str, bet: Bet) -> None:
    """The same plan as a plain function is played by the rule engine."""
    sheet = house(name).sheet
    plan = martingale(bet, sheet.offers[bet].min)
    bankroll, target, floor = (times * plan.stake for times in (300, 350, 250))
    known = session_plan(plan, bankroll, 120, target, floor)
    unknown = session_plan(lambda so_far: plan(so_far), bankroll, 120, target, floor)
    fast, plain = (simulate_sessions(sheet, each, 20, seed=5) for each in (known, unknown))
    assert fast.ends.tolist() == plain.ends.tolist()
    for one, other in zip(fast.paths(3), plain.paths(3), strict=True):
        assert one.tolist() == other.tolist()


# Random numbers.


def test_the_same_seed_gives_the_same_sessions_and_another_seed_others() -> None:
    session = session_plan(flat(Bet.BANCO, 100))
    one, same, other = (simulate_sessions(ONE_DECK, session, 50, seed) for seed in (3, 3, 4))
    assert one.ends.tolist() == same.ends.tolist() != other.ends.tolist()


@pytest.mark.parametrize("at", [1, 17, 49])
def test_sessions_are_the_same_however_they_are_split(at: int) -> None:
    session = session_plan(martingale(Bet.PUNTO, 100))
    whole = simulate_sessions(SABOT, session, 50, seed=9)
    parts = simulate_sessions(SABOT, session, at, seed=9) + simulate_sessions(
        SABOT, session, 50 - at, seed=9, first=at
    )
    assert parts.ends.tolist() == whole.ends.tolist()
    assert [path.tolist() for path in parts.paths()] == [path.tolist() for path in whole.paths()]
    assert parts.figures == whole.figures


def test_only_consecutive_sessions_can_be_joined() -> None:
    one = simulate_sessions(ONE_DECK, session_plan(flat(Bet.BANCO, 100)), 10)
    with pytest.raises(BadField, match="do not follow"):
        one + one


def test_cards_are_chosen_by_xoshiro_words_and_biased_words_are_rejected() -> None:
    """Blackman and Vigna, 2019; Lemire, 2019."""
    word = 2**64 - 1

    def rotate(x: int, by: int) -> int:
        return (x << by | x >> 64 - by) & word

    a, b, c, d = state = (1, 2**40 + 5, 3, 2**63 + 9)
    words, order = np.array(state, np.uint64), np.arange(52)
    expected = list(range(52))
    place = refused = 0
    while place < 4:
        product = ((rotate((a + d) & word, 23) + a & word) >> 32) * (52 - place)
        c, d, shifted = c ^ a, d ^ b, b << 17 & word
        a, b, c, d = a ^ d, b ^ c, c ^ shifted, rotate(d, 45)
        if product % 2**32 < 2**32 % (52 - place):
            refused += 1
            continue
        chosen = place + (product >> 32)
        expected[place], expected[chosen] = expected[chosen], expected[place]
        place += 1
    assert refused
    deal_next(words, order, 0, np.zeros((9, 11), np.int64), -1, 0)
    assert order[:4].tolist() == expected[:4]


@pytest.mark.parametrize("name", ["live-mini", "campione", "st-moritz"])
def test_a_sabot_is_burned_and_dealt_to_the_cut_card(name: str) -> None:
    sheet = house(name).sheet
    order, gone, dealt = unshuffled(sheet.cards), 0, []
    words = np.array([1, 2, 3, 4], np.uint64)
    while True:
        before = order.copy()
        begin, end, _ = deal_next(
            words, order, gone, tabulate(sheet.rule), *cut_and_burn(sheet.cards)
        )
        if begin < gone:
            break
        dealt.append(deal(sheet.rule, [DECK[card] for card in order[begin:end]]))
        gone = end
    assert dealt == list(coups(sheet.cards, sheet.rule, [DECK[card] for card in before]))
    assert sorted(before.tolist()) == unshuffled(sheet.cards).tolist()


# Against the exact values.

SESSIONS = {
    "flat banco": session_plan(flat(Bet.BANCO, 1000), target=15_000, coups=200),
    "flat banco with a floor": session_plan(flat(Bet.BANCO, 1000), 10_000, 200, 15_000, floor=6500),
    "flat egalite": session_plan(flat(Bet.EGALITE, 500), coups=60),
    "flat pair": session_plan(flat(Bet.PUNTO_PAIR, 300), target=20_000),
    "martingale punto": session_plan(martingale(Bet.PUNTO, 100), target=12_000, coups=300),
    "martingale banco": session_plan(martingale(Bet.BANCO, 200), coups=50),
    "martingale punto with a floor": session_plan(
        martingale(Bet.PUNTO, 100), floor=8000, coups=300
    ),
    "martingale at the maximum": session_plan(martingale(Bet.BANCO, 20_000), 400_000, 30),
}


@pytest.mark.parametrize("name", ["punto-e-banco", "punto-e-banco-egalite", "for-fun"])
@pytest.mark.parametrize("session", SESSIONS.values(), ids=SESSIONS)
def test_simulated_sessions_agree_with_exact_ones(name: str, session: SessionPlan) -> None:
    exact = exact_session(house(name), session)
    result = simulate_sessions(house(name), session, 20_000, seed=11)
    for figure, z in result.against(exact).z.items():
        assert z is None or abs(z) < 4, figure
    for share in (0.1, 0.5, 0.9):  # the share of sessions below a quantile is right
        for simulated, exactly in (
            (result.results, exact.result_quantile(share)),
            (result.lengths, exact.length_quantile(share)),
        ):
            error = 4 * (share * (1 - share) / len(result)) ** 0.5
            assert (
                (simulated < exactly).mean() - error < share < (simulated <= exactly).mean() + error
            )


@pytest.mark.parametrize("bet", Bet)
def test_every_bet_returns_what_the_odds_say(bet: Bet) -> None:
    """Nobody is ruined here, so the expected loss is the edge times all stakes."""
    fun = house("for-fun")
    result = simulate_sessions(fun, session_plan(flat(bet, 100), coups=50), 10_000, seed=2)
    z = result.figures["result"].z(float(-50 * 100 * fun.odds[bet].edge))
    assert z is not None
    assert abs(z) < 4


@pytest.mark.parametrize("bet", [Bet.PUNTO, Bet.BANCO, Bet.EGALITE])
def test_a_flat_plan_loses_the_edge_of_every_coup_it_plays(bet: Bet) -> None:
    """Wald: the expected result is the expected number of coups times the result of one coup."""
    exact = exact_session(ONE_DECK, session_plan(flat(bet, 1000), target=14_000, coups=300))
    edge = float(ONE_DECK.odds[bet].edge)
    assert exact.result == pytest.approx(-edge * 1000 * exact.length, rel=1e-10)
    assert exact.ruin > 0.05


def test_a_session_of_one_coup_has_the_chances_of_the_bet() -> None:
    banco = ONE_DECK.odds[Bet.BANCO]
    exact = exact_session(ONE_DECK, session_plan(flat(Bet.BANCO, 100), bankroll=100, coups=1))
    assert exact.results.tolist() == [-100, 0, 95]
    lost = 1 - Fraction(banco.wins + banco.pushes, banco.total)
    chances = [lost, Fraction(banco.pushes, banco.total), banco.probability]
    assert exact.chances == pytest.approx([float(each) for each in chances], rel=1e-14)
    assert exact.ruin == exact.chances[0]


def follow_every_sequence(
    win: Fraction, push: Fraction, stakes: list[int], won: list[int], session: SessionPlan
) -> tuple[dict[int, Fraction], dict[SessionEnding, Fraction], Fraction]:
    """The chance of each result and ending and the mean length, by following every sequence."""
    results: dict[int, Fraction] = defaultdict(Fraction)
    endings: dict[SessionEnding, Fraction] = defaultdict(Fraction)
    mean = Fraction()
    waiting = [(Fraction(1), session.bankroll, 0, 0)]
    while waiting:
        chance, bankroll, step, played = waiting.pop()
        if session.stop.target and bankroll >= session.stop.target:
            how = SessionEnding.TARGET
        elif session.stop.floor and bankroll <= session.stop.floor:
            how = SessionEnding.FLOOR
        elif bankroll < stakes[step]:
            how = SessionEnding.RUIN
        elif played == session.stop.coups:
            how = SessionEnding.COUPS
        else:
            lost = (bankroll - stakes[step], min(step + 1, len(stakes) - 1), played + 1)
            waiting.append((chance * win, bankroll + won[step], 0, played + 1))
            waiting.append((chance * push, bankroll, step, played + 1))
            waiting.append((chance * (1 - win - push), *lost))
            continue
        results[bankroll - session.bankroll] += chance
        endings[how] += chance
        mean += chance * played
    return results, endings, mean


@pytest.mark.parametrize(
    ("plan", "stakes", "won"),
    [
        (flat(Bet.BANCO, 100), [100], [95]),
        (martingale(Bet.BANCO, 100), [100, 200, 400, 800], [95, 190, 380, 760]),
        (martingale(Bet.BANCO, 30_000), [30_000, 50_000], [28_500, 47_500]),
    ],
)
@pytest.mark.parametrize(
    ("bankroll", "target", "floor"), [(3, None, None), (3, 4, None), (2, 3, None), (3, 5, 1)]
)
def test_exact_sessions_equal_following_every_sequence(
    plan: Plan,
    stakes: list[int],
    won: list[int],
    bankroll: int,
    target: int | None,
    floor: int | None,
) -> None:
    banco = ONE_DECK.odds[Bet.BANCO]
    unit = stakes[0]
    session = session_plan(
        plan, bankroll * unit + 7, 8, target and target * unit, floor and floor * unit + 7
    )
    push = Fraction(banco.pushes, banco.total)
    results, endings, mean = follow_every_sequence(banco.probability, push, stakes, won, session)
    exact = exact_session(ONE_DECK, session)
    assert exact.results.tolist() == sorted(results)
    assert exact.chances == pytest.approx([float(results[each]) for each in sorted(results)])
    assert exact.length == pytest.approx(float(mean))
    for how in SessionEnding:
        assert exact.endings[how] == pytest.approx(float(endings[how]), abs=1e-15)


@pytest.mark.parametrize("session", SESSIONS.values(), ids=SESSIONS)
def test_exact_chances_add_up_to_one(session: SessionPlan) -> None:
    exact = exact_session(ONE_DECK, session)
    for chances in (exact.chances, exact.lengths, np.array(list(exact.endings.values()))):
        assert chances.sum() == pytest.approx(1, abs=1e-12)


# Results.


def test_a_path_leads_from_the_bankroll_to_the_result_in_payments_of_coups() -> None:
    result = simulate_sessions(SABOT, session_plan(flat(Bet.BANCO, 100)), 30)
    for path, won, length in zip(result.paths(), result.results, result.lengths, strict=False):
        assert len(path) == length + 1
        assert path[0] == 10_000
        assert path[-1] == 10_000 + won
        assert {int(after - before) for before, after in pairwise(path)} <= {-100, 0, 95}
    assert len(result.paths()) == 20


def test_results_have_rows_and_quantiles() -> None:
    session = session_plan(flat(Bet.BANCO, 100))
    result, exact = simulate_sessions(ONE_DECK, session, 100), exact_session(ONE_DECK, session)
    for each in (result, exact, result.against(exact)):
        rows = each.rows()
        assert [list(row) for row in rows] == [list(each.columns)] * 7
        figures = ["result", "length", "target", "floor", "left", "ruin", "coups"]
        assert [row["figure"] for row in rows] == figures
    assert result.result_quantile(0.5) == result.rows()[0]["median"]
    assert result.length_quantile(0.5) == 100


def test_a_plan_sees_the_coups_and_their_payments() -> None:
    def follow(so_far: SoFar) -> Stakes:
        """Bet on the side that won last."""
        if so_far.last is None or so_far.last.coup.outcome is Outcome.EGALITE:
            return {Bet.PUNTO: 100}
        assert so_far.bankroll == so_far.last.bankroll
        (payment,) = so_far.last.settlement.payments
        assert (payment.returned > 100) is wins(payment.bet, so_far.last.coup)
        assert (payment.returned == 100) is pushes(payment.bet, so_far.last.coup)
        return {Bet(so_far.last.coup.outcome): 100}

    assert len(simulate_sessions(SABOT, session_plan(follow), 20)) == 20


# Refusals.


@pytest.mark.parametrize(
    ("bet", "stake", "refusal"),
    [
        (Bet.BANCO, 0, NotAnAmount),
        (Bet.BANCO, 50, BelowMinimum),
        (Bet.BANCO, 60_000, AboveMaximum),
        (Bet.BANCO, 150, OffStep),
        (Bet.GRANDE, 100, NotOffered),
    ],
)
def test_stakes_that_the_house_does_not_accept_are_refused(
    bet: Bet, stake: int, refusal: type[Refusal]
) -> None:
    with pytest.raises(refusal):
        simulate_sessions(ONE_DECK, session_plan(flat(bet, stake)), 10)
    with pytest.raises(refusal):
        simulate_sessions(ONE_DECK, session_plan(lambda _: {bet: stake}), 10)
    with pytest.raises(refusal):
        exact_session(ONE_DECK, session_plan(flat(bet, stake)))


@pytest.mark.parametrize("bankroll", [0, -1, 10.0, True, 10**16])
def test_a_bankroll_must_be_a_positive_whole_number_of_cents(bankroll: int) -> None:
    with pytest.raises((NotAnAmount, BadField)):
        session_plan(flat(Bet.BANCO, 100), bankroll=bankroll)


@pytest.mark.parametrize("target", [0, 10_000, 1.5])
def test_a_target_must_be_above_the_bankroll(target: int) -> None:
    with pytest.raises((NotAnAmount, BadField), match="target"):
        session_plan(flat(Bet.BANCO, 100), target=target)


@pytest.mark.parametrize("floor", [0, 10_000, 1.5])
def test_a_floor_must_be_below_the_bankroll(floor: int) -> None:
    with pytest.raises((NotAnAmount, BadField), match="floor"):
        session_plan(flat(Bet.BANCO, 100), floor=floor)


@pytest.mark.parametrize("plan", [None, "martingale", {Bet.BANCO: 100}])
def test_a_plan_must_be_callable(plan: Any) -> None:
    with pytest.raises(BadField, match=r"plan: .* can't be asked for stakes"):
        session_plan(plan)


@pytest.mark.parametrize("after_loss", [0, -1, 1.5, None])
def test_a_progression_must_multiply_by_a_whole_number(after_loss: Any) -> None:
    with pytest.raises(BadField, match="after_loss"):
        Progression(Bet.BANCO, 100, after_loss)


@pytest.mark.parametrize(
    ("stakes", "refusal"),
    [
        (None, BadField),
        (100, BadField),
        ([(Bet.BANCO, 100)], BadField),
        ({"red": 100}, UnknownBet),
        ({None: 100}, UnknownBet),
        ({Bet.BANCO: None}, NotAnAmount),
        ({Bet.BANCO: "100"}, NotAnAmount),
        ({Bet.BANCO: float("nan")}, NotAnAmount),
        ({Bet.BANCO: True}, NotAnAmount),
    ],
)
def test_a_plan_that_returns_invalid_stakes_is_refused(stakes: Any, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        simulate_sessions(ONE_DECK, session_plan(lambda _: stakes), 1)


@pytest.mark.parametrize("nonsense", [None, "live-mini", 8, object()])
def test_invalid_houses_sessions_and_stops_are_refused(nonsense: Any) -> None:
    session = session_plan(flat(Bet.BANCO, 100))
    for play in (simulate_sessions, exact_session):
        with pytest.raises(BadField, match=r"house: .* neither a house nor a sheet"):
            play(nonsense, session)
        with pytest.raises(BadField, match=r"session: .* is not a Session"):
            play(ONE_DECK, nonsense)
    with pytest.raises(BadField, match=r"stop: .* is not a Stop"):
        SessionPlan(10_000, flat(Bet.BANCO, 100), nonsense)


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan"), None, "half"])
def test_the_share_of_a_quantile_must_be_between_0_and_1(share: Any) -> None:
    session = session_plan(flat(Bet.BANCO, 100))
    for each in (simulate_sessions(ONE_DECK, session, 2), exact_session(ONE_DECK, session)):
        assert each.result_quantile(0) <= each.result_quantile(1)
        for quantile in (each.result_quantile, each.length_quantile):
            with pytest.raises(BadField, match="share: "):
                quantile(share)


@pytest.mark.parametrize("number", [0, -5, 1e3, 10**12])
def test_invalid_numbers_of_coups_and_sessions_are_refused(number: int) -> None:
    with pytest.raises(BadField, match="coups"):
        Stop(coups=number)
    with pytest.raises(BadField, match="sessions"):
        simulate_sessions(ONE_DECK, session_plan(flat(Bet.BANCO, 100)), number)


def test_a_sabot_without_a_cut_card_is_refused() -> None:
    sheet = replace(SABOT.sheet, cards=replace(SABOT.sheet.cards, cut=None))
    with pytest.raises(TooFewLeft):
        simulate_sessions(sheet, session_plan(flat(Bet.BANCO, 100)), 1)


def test_sessions_without_an_exact_value_are_refused() -> None:
    plan = flat(Bet.BANCO, 100)
    with pytest.raises(BadField, match="whole sabots"):
        exact_session(SABOT, session_plan(plan))
    assert exact_session(SABOT, session_plan(plan), every_coup=True).length == pytest.approx(100)
    with pytest.raises(BadField, match="only flat plans and martingales"):
        exact_session(ONE_DECK, session_plan(lambda _: {Bet.BANCO: 100}))
    with pytest.raises(BadField, match="too many"):
        exact_session(ONE_DECK, session_plan(plan, coups=10**7))


def test_bankrolls_beyond_the_last_column_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    long = SessionPlan(1_995_000, flat(Bet.PUNTO_PAIR, 100), Stop(coups=1_000_000))
    with pytest.raises(BadField, match="too many"):
        exact_session(ONE_DECK, long)
    monkeypatch.setattr(_Walk, "_most", lambda _: 105)
    with pytest.raises(RuntimeError, match="no column"):
        exact_session(ONE_DECK, session_plan(flat(Bet.PUNTO, 100)))


def test_the_kernel_numbers_bets_and_endings_in_the_enums_order() -> None:
    assert list(Bet)[session_kernel.EGALITE] is Bet.EGALITE
    assert [getattr(session_kernel, each.name) for each in SessionEnding] == list(
        range(len(SessionEnding))
    )
