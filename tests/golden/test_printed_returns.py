"""Tests of the printed odds and returns, and of the numbers that support our readings."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

import pytest
from msgspec.structs import replace

import puntobanco
from puntobanco.errors import PrintedDiffers, ReturnTooHigh
from puntobanco.game.bets import Bet
from puntobanco.game.sabot import full
from puntobanco.odds.certificate import certify
from puntobanco.odds.count import Count, count


class Line(NamedTuple):
    """A printed line: our name of the bet, the book's name, and its printed odds and return."""

    bet: str
    label: str
    odds: str  # without commission
    of_twenty: int  # returned for a winning stake of 20.00, in cents
    rtp: str | None = None


# "viene pagato alla pari 1:1, meno una commissione del 5%"; 20 - 5 % + 20 = 39
BOOK_000: Final = [
    Line("punto", "Punto", "1:1", 40_00),
    Line("banco", "Banco", "1:1", 39_00, "98,99"),  # "seguendo la strategia ottimale"
    Line("egalite", "Pari", "9:1", 200_00),
    Line("punto_pair", "Punto Pair", "15:1", 320_00),
    Line("banco_pair", "Banco Pair", "15:1", 320_00),
]
# "due volte la puntata (1 : 1)", "dieci volte la puntata (9 : 1)", "sedici volte (15:1)"
BOOK_001: Final = [
    Line("punto", "Punto", "1:1", 2 * 20_00),
    Line("banco", "Banco", "1:1", 39_00, "98,98"),
    Line("egalite", "Egalité", "9:1", 10 * 20_00),
    Line("punto_pair", "Punto pair", "15:1", 16 * 20_00),
    Line("banco_pair", "Banco pair", "15:1", 16 * 20_00),
]
# "alla pari", "alla pari, detratto il 5% (cagnotte)", "otto volte la posta"
BOOK_002: Final = [
    Line("punto", "Punta", "1:1", 40_00),
    Line("banco", "Banco", "1:1", 39_00),
    Line("egalite", "Egalité", "8:1", 180_00),
]
BOOK_003: Final = [
    Line("punto", "Punto", "1:1", 40_00),
    Line("banco", "Banco", "19:20", 39_00),
    Line("egalite", "Égalité", "8:1", 180_00),
]
# Puntata, Pagamento (the whole return: 2; 1,95; 9; 12; 12; 6; 26; 1,54; 2,50), RTP
BOOK_004: Final = [
    Line("punto", "Giocatore", "1:1", 20 * 2_00, "98,76"),
    Line("banco", "Banco", "1:1", 20 * 1_95, "98,94"),
    Line("egalite", "Pari", "8:1", 20 * 9_00, "85,64"),
    Line("punto_pair", "Coppia del Giocatore", "11:1", 20 * 12_00, "89,64"),
    Line("banco_pair", "Coppia del Banco", "11:1", 20 * 12_00, "89,64"),
    Line("either_pair", "L'una o l'altra coppia", "5:1", 20 * 6_00, "86,29"),
    Line("perfect_pair", "Coppia Perfetta", "25:1", 20 * 26_00, "86,97"),
    Line("grande", "Grande", "54:100", 20 * 1_54, "95,65"),
    Line("piccolo", "Piccolo", "150:100", 20 * 2_50, "94,71"),
]
PAGES: Final = {
    "punto-e-banco": BOOK_000,
    "punto-e-banco-egalite": BOOK_001,
    "campione": BOOK_002,
    "st-moritz": BOOK_003,
    "live-mini": BOOK_004,
    "for-fun": [line._replace(rtp=None) for line in BOOK_004],
}
LINES: Final = [
    pytest.param(house, line, id=f"{house}-{line.label.replace(' ', '-')}")
    for house, lines in PAGES.items()
    for line in lines
]
PRINTED: Final = [
    pytest.param(house, line, id=f"{house}-{line.label.replace(' ', '-')}")
    for house, lines in PAGES.items()
    for line in lines
    if line.rtp
]
# A coup that wins each bet.
WINNING: Final = {
    "punto": "9cKsTd7h",
    "banco": "7cKsTd9h",
    "egalite": "9cKsTd9h",
    "punto_pair": "4c7s4dKh",
    "banco_pair": "7c4sKd4h",
    "either_pair": "7c4sKd4h",
    "perfect_pair": "4d7s4dKh",
    "grande": "7dKs9c2h3s",
    "piccolo": "6dKsTc7h",
}


def returned(counted: Count, bet: Bet, win: Fraction) -> Fraction:
    """The return in per cent, if a winning stake of 1 wins `win`."""
    return 100 * (counted.wins[bet] * (1 + win) + counted.pushes(bet)) / counted.total


def fresh(house: str, decks: int | None = None) -> Count:
    sheet = puntobanco.house(house).sheet
    return count(full(decks or sheet.cards.decks), sheet.rule)


def to_two_decimals(exact: Fraction) -> tuple[str, str]:
    """Both ways to print a return: cut off, and rounded."""
    cut, rounded = int(exact * 100), int(exact * 100 + Fraction(1, 2))
    return f"{cut // 100},{cut % 100:02}", f"{rounded // 100},{rounded % 100:02}"


# The printed pages


@pytest.mark.parametrize(("house", "lines"), PAGES.items(), ids=PAGES)
def test_a_house_offers_the_printed_bets_at_the_printed_odds(
    house: str, lines: Sequence[Line]
) -> None:
    offers = puntobanco.house(house).sheet.offers
    assert [(bet.value, rule.label, rule.odds) for bet, rule in offers.items()] == [
        (line.bet, line.label, line.odds) for line in lines
    ]


@pytest.mark.parametrize(("house", "line"), LINES)
def test_a_stake_of_twenty_is_paid_at_the_printed_odds(house: str, line: Line) -> None:
    play = puntobanco.house(house).play(WINNING[line.bet])
    assert play.settle(**{line.bet: 20_00}).returned == {line.bet: line.of_twenty}


@pytest.mark.parametrize(("house", "line"), PRINTED)
def test_the_exact_return_matches_the_printed_one(house: str, line: Line) -> None:
    odds = puntobanco.house(house).odds[line.bet]
    assert line.rtp in to_two_decimals(100 * odds.exact)
    assert odds.printed_holds is True
    assert odds.printed == Fraction((line.rtp or "").replace(",", "."))


@pytest.mark.parametrize(("house", "line"), PRINTED)
@pytest.mark.parametrize("off", [-2, 2])
def test_a_wrong_printed_return_is_refused(house: str, line: Line, off: int) -> None:
    sheet = puntobanco.house(house).sheet
    hundredths = int((line.rtp or "").replace(",", "")) + off
    wrong = replace(sheet.offers[Bet(line.bet)], rtp=f"{hundredths // 100},{hundredths % 100:02}%")
    with pytest.raises(PrintedDiffers):
        certify(replace(sheet, bets=replace(sheet.bets, **{line.bet: wrong})), "a sheet")


def test_every_printed_return_is_tested() -> None:
    assert len(PRINTED) == 1 + 1 + 9
    for house, lines in PAGES.items():
        for line in lines:
            printed = puntobanco.house(house).odds[line.bet].printed
            assert (printed is None) == (line.rtp is None)


def test_a_stake_of_ten_on_giocatore_returns_twenty() -> None:
    """004: "se si punta 10 sulla posizione del giocatore ... si viene pagati 20"."""
    play = puntobanco.play("live-mini", WINNING["punto"])
    assert play.settle(punto=10_00).returned == {"punto": 20_00}


# The counts


def test_eight_decks_have_the_well_known_counts() -> None:
    counted = fresh("live-mini")
    assert counted.total == 4_998_398_275_503_360
    assert counted.wins[Bet.BANCO] == 2_292_252_566_437_888
    assert counted.wins[Bet.PUNTO] == 2_230_518_282_592_256
    assert counted.wins[Bet.EGALITE] == 475_627_426_473_216


# Our readings of unclear passages


@pytest.mark.parametrize("house", ["punto-e-banco", "punto-e-banco-egalite"])
def test_reading_the_optimal_strategy_is_banco(house: str) -> None:
    odds = puntobanco.house(house).odds
    assert max(odds.bets.values(), key=lambda each: each.exact) is odds["banco"]
    assert odds["banco"].exact == Fraction(4_823_747, 4_873_050)


def test_reading_one_book_cuts_the_return_off_and_one_rounds_it() -> None:
    assert to_two_decimals(100 * Fraction(4_823_747, 4_873_050)) == ("98,98", "98,99")


def test_reading_the_printed_returns_fit_eight_decks_only() -> None:
    def fit(counted: Count, line: Line) -> bool:
        win = Fraction(line.of_twenty, 20_00) - 1
        return line.rtp in to_two_decimals(returned(counted, Bet(line.bet), win))

    fitting = {
        decks: {line.label for line in BOOK_004 if fit(fresh("live-mini", decks), line)}
        for decks in range(1, 9)
    }
    assert [decks for decks, lines in fitting.items() if len(lines) == 9] == [8]
    assert fitting[6] == {"Giocatore", "Banco", "Grande"}


def test_reading_nine_for_one_means_eight_to_one() -> None:
    counted = fresh("live-mini")
    assert f"{float(returned(counted, Bet.EGALITE, Fraction(8))):.2f}" == "85.64"
    assert f"{float(returned(counted, Bet.EGALITE, Fraction(9))):.2f}" == "95.16"


def test_reading_the_return_of_piccolo_is_cut_off() -> None:
    exact = 100 * puntobanco.house("live-mini").odds["piccolo"].exact
    assert f"{float(exact):.4f}" == "94.7171"
    assert to_two_decimals(exact) == ("94,71", "94,72")


def test_reading_banco_pair_is_decided_by_bancos_cards() -> None:
    bets = {"punto_pair": 20_00, "banco_pair": 20_00}
    for cards, won in [("7c4sKd4h", "banco_pair"), ("4c7s4dKh", "punto_pair")]:
        settled = puntobanco.play("punto-e-banco", cards).settle(**bets)
        assert settled.returned == dict.fromkeys(bets, 0) | {won: 320_00}


def test_reading_book_003_literally_would_give_players_of_punto_an_edge() -> None:
    """003 doesn't say what Banco does if Punto stands; read literally, Banco stands on 4 and 5."""
    table = """
        Banco 0 1 2 3 4 5 6 7 8 9 nessuna
        0     T T T T T T T T T T T
        1     T T T T T T T T T T T
        2     T T T T T T T T T T T
        3     T T T T T T T T N T T
        4     N N T T T T T T N N N
        5     N N N N T T T T N N N
        6     N N N N N N T T N N N
        7     N N N N N N N N N N N
    """
    sheet = puntobanco.house("st-moritz").sheet
    to_the_letter = replace(sheet, tiraggio=replace(sheet.tiraggio, banco=table))
    counted = count(full(6), to_the_letter.rule)
    assert f"{float(returned(counted, Bet.PUNTO, Fraction(1))):.2f}" == "100.42"
    with pytest.raises(ReturnTooHigh):
        certify(to_the_letter, "st-moritz to the letter")


def test_reading_eight_times_the_stake_means_eight_to_one() -> None:
    counted = fresh("campione")
    assert f"{float(returned(counted, Bet.EGALITE, Fraction(7))):.1f}" == "76.1"
    assert f"{float(returned(counted, Bet.EGALITE, Fraction(8))):.2f}" == "85.56"


def test_reading_two_pairs_in_one_coup_pay_once() -> None:
    play = puntobanco.play("live-mini", "4d8s4d8s")
    assert play.settle(either_pair=20_00, perfect_pair=20_00).returned == {
        "either_pair": 120_00,
        "perfect_pair": 520_00,
    }


@pytest.mark.parametrize(("decks", "rtp"), [(1, "94.1"), (8, "119.5")])
def test_reading_a_pair_at_fifteen_to_one_fits_one_deck(decks: int, rtp: str) -> None:
    counted = fresh("punto-e-banco", decks)
    for pair in (Bet.PUNTO_PAIR, Bet.BANCO_PAIR):
        assert f"{float(returned(counted, pair, Fraction(15))):.1f}" == rtp


def test_reading_a_pair_at_fifteen_to_one_is_refused_on_eight_decks() -> None:
    sheet = puntobanco.house("live-mini").sheet
    fifteen = replace(sheet.offers[Bet.PUNTO_PAIR], odds="15:1", rtp=None)
    with pytest.raises(ReturnTooHigh):
        certify(replace(sheet, bets=replace(sheet.bets, punto_pair=fifteen)), "a sheet")


def test_reading_ties_return_the_stake_or_banco_would_lose_ten_per_cent() -> None:
    counted = fresh("campione")
    kept = returned(counted, Bet.BANCO, Fraction(19, 20))
    lost = kept - 100 * Fraction(counted.wins[Bet.EGALITE], counted.total)
    assert f"{float(lost):.1f}" == "89.4"


@pytest.mark.parametrize(
    ("bet", "rtp"), [("egalite", "85.56"), ("punto_pair", "88.75"), ("perfect_pair", "82.93")]
)
def test_reading_for_fun_has_the_returns_of_its_odds(bet: str, rtp: str) -> None:
    odds = puntobanco.house("for-fun").odds[bet]
    assert f"{float(100 * odds.exact):.2f}" == rtp
    assert odds.printed is None
