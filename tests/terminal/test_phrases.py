"""Tests of the terminal's sentences about money, results and refusals."""

import pytest

from puntobanco.client.refusals import refused as from_server
from puntobanco.game.bets import Bet
from puntobanco.game.cards import parse_cards
from puntobanco.game.coup import Outcome, deal
from puntobanco.game.settlement import Payment
from puntobanco.game.sheet import BetRule
from puntobanco.houses import HOUSES, house
from puntobanco.terminal.english import in_english
from puntobanco.terminal.phrases import (
    amount,
    closing,
    difference,
    named,
    odds_text,
    parse_amount,
    payment,
    reasons,
    refused,
)
from puntobanco.wire.messages import Closed, CoupPlayed, Next, Paid, Reason

SHEET = house("punto-e-banco").sheet


@pytest.mark.parametrize(
    ("cents", "currency", "shown"),
    [
        (1_250, "EUR", "€12.50"),
        (123_456_789, "EUR", "€1,234,567.89"),
        (-5, "EUR", "−€0.05"),
        (500, "CHF", "CHF 5.00"),
        (50_000, "FUN", "500.00"),
    ],
)
def test_money_is_shown_in_the_format_of_its_currency(
    cents: int, currency: str, shown: str
) -> None:
    assert amount(cents, currency) == shown


def test_play_money_is_called_play_money() -> None:
    assert named(50_000, "FUN") == "500.00 play money"
    assert named(50_000, "EUR") == "€500.00"


@pytest.mark.parametrize(("cents", "shown"), [(1, "+0.01"), (0, "±0.00"), (-1, "−0.01")])
def test_differences_have_a_sign(cents: int, shown: str) -> None:
    assert difference(cents, "FUN") == shown


def coup(punto: int, banco: int, outcome: Outcome, *bets: Payment) -> CoupPlayed:
    return CoupPlayed(
        "1.1", 1, 2, 0, "k" * 16, "punto-e-banco", "punto-e-banco/1", 1, "", "", "", "1", "", "",
        punto, banco, outcome, (), bets, sum(paid.stake for paid in bets),
        sum(paid.returned for paid in bets), 0, 0, Next(2, ""),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("dealt", "said"),
    [
        (
            coup(6, 5, Outcome.PUNTO, Payment(Bet.PUNTO, 1_000, 1_000, 0, 2_000)),
            "6 : 5, Player wins. +€10.00 in all: Player +€10.00.",
        ),
        (
            coup(5, 6, Outcome.BANCO, Payment(Bet.BANCO, 1_000, 950, 50, 1_950)),
            "5 : 6, Banker wins. +€9.50 in all: Banker +€10.00 less €0.50.",
        ),
        (
            coup(
                7, 7, Outcome.EGALITE,
                Payment(Bet.PUNTO, 1_000, 0, 0, 1_000), Payment(Bet.EGALITE, 100, 900, 0, 1_000),
            ),
            "7 : 7, Tie. +€9.00 in all: Player stake returned; Tie +€9.00.",
        ),
        (
            coup(5, 6, Outcome.BANCO, Payment(Bet.PUNTO, 100, 0, 0, 0)),
            "5 : 6, Banker wins. −€1.00 in all: nothing won.",
        ),
    ],
    ids=["punto", "banco-less-commission", "pari", "lost"],
)  # fmt: skip
def test_a_payment_is_said_in_one_sentence(dealt: CoupPlayed, said: str) -> None:
    assert payment(dealt, SHEET, "EUR") == said


def test_a_stake_left_on_the_cloth_is_not_called_lost() -> None:
    sheet = house("st-moritz").sheet
    bets = Payment(Bet.PUNTO, 1_000, 0, 0, 1_000), Payment(Bet.EGALITE, 500, 4_000, 0, 4_500)
    paid = Paid(
        *("3.1", 1, 3, 0, "", "st-moritz", "st-moritz", 1, 1, "", "", "2c3h6s5d", 8, 8),
        *(Outcome.EGALITE, (), bets, 1_500, 4_500, 10_000, 13_000, "3.1", False),
        left={Bet.PUNTO: 1_000},
    )
    said = "8 : 8, Tie. +40.00 in all: Player stays on the cloth; Tie +40.00."
    assert payment(paid, sheet, "FUN") == said


def test_a_closed_session_names_the_credited_amount() -> None:
    closed = Closed("1.1", 1, 3, 0, "", Reason.DISCONNECTED, 1_250)
    said = "Closed because the connection was lost: €12.50 credited. S sits down again, Q leaves."
    assert closing(closed, "EUR") == said


@pytest.mark.parametrize(
    ("code", "stakes", "said"),
    [
        (
            "bet/off-step",
            {Bet.PUNTO: 150},
            "Stakes on Player are multiples of €1.00; you staked €1.50.",
        ),
        (
            "bet/below-minimum",
            {Bet.PUNTO: 50},
            "The minimum on Player is €1.00; you staked €0.50.",
        ),
        (
            "bet/above-maximum",
            {Bet.EGALITE: 20_000},
            "The maximum on Tie is €100.00; you staked €200.00.",
        ),
        (
            "bet/coup-above-maximum",
            {Bet.PUNTO: 50_000, Bet.BANCO: 50_000, Bet.EGALITE: 100},
            "The maximum on one coup is €1,000.00; you staked €1,001.00 in all.",
        ),
        (
            "session/not-enough-credit",
            {Bet.PUNTO: 700},
            "The credit is €5.00; you staked €7.00. Stake less, or top up.",
        ),
        # No limit that we know of was broken.
        ("bet/off-step", {Bet.PUNTO: 100}, "The server's words"),
        ("limit/too-fast", {Bet.PUNTO: 150}, "The server's words"),
    ],
)
def test_refusals_name_amounts_of_money_instead_of_cents(
    code: str, stakes: dict[Bet, int], said: str
) -> None:
    refusal = from_server(code, "the server's words")
    assert refused(refusal, SHEET, stakes, 500, "EUR") == f"{said}  [{code}]"


@pytest.mark.parametrize(
    ("typed", "cents"),
    [("25", 2_500), ("25,5", 2_550), ("25.50", 2_550), ("1.000", 100_000), (" 1.234,56 ", 123_456),
     ("1,000", 100_000), ("1,234.5", 123_450), ("1,234.567", None),
     ("0", 0), ("", None), ("-5", None), ("1,234,5", None), ("٣", None), ("1e3", None)],
)  # fmt: skip
def test_typed_amounts_are_read_or_refused(typed: str, cents: int | None) -> None:
    assert parse_amount(typed) == cents


@pytest.mark.parametrize(
    ("name", "bet", "said"),
    [
        ("st-moritz", Bet.BANCO, "0.95:1"),  # printed as 19:20
        ("punto-e-banco", Bet.BANCO, "0.95:1"),  # 1:1, less 5 %
        ("live-mini", Bet.GRANDE, "0.54:1"),
        ("live-mini", Bet.PICCOLO, "1.5:1"),
        ("campione", Bet.EGALITE, "8:1"),
        ("for-fun", Bet.PERFECT_PAIR, "25:1"),
    ],
)
def test_odds_read_as_people_say_them(name: str, bet: Bet, said: str) -> None:
    assert odds_text(house(name).sheet.offers[bet]) == said


def test_odds_that_no_decimals_hold_stand_as_printed() -> None:
    assert odds_text(BetRule("Punto", "1:3", 100, 100)) == "1:3"


@pytest.mark.parametrize("name", HOUSES)
def test_every_label_of_a_sheet_has_an_english_name(name: str) -> None:
    sheet = house(name).sheet
    for rule in sheet.offers.values():
        assert in_english(rule.label) != rule.label
    assert in_english(sheet.betting.confirm or "") in {"Deal", "Confirm bets", ""}


def test_a_label_that_is_not_known_stands_as_printed() -> None:
    assert in_english("Terno secco") == "Terno secco"


def test_reasons_for_a_draw_name_the_sides_in_english() -> None:
    sheet = house("for-fun").sheet
    dealt = deal(sheet.rule, parse_cards("JdKs4dTh2s5c"))
    assert reasons(dealt, sheet) == (
        "Player 4: draws",
        "Banker 0, Player's third card 2: draws",
    )
    natural = deal(sheet.rule, parse_cards("Jd9s4dTh"))
    assert reasons(natural, sheet) == ("Banker 9: natural, nobody draws",)
