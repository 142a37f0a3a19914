"""The printed odds and returns of the books, and the numbers behind our readings of them."""

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
    """A line of a page: the bet as we call it, as the book calls it, and what is printed of it."""

    bet: str
    label: str
    odds: str  # without commission
    of_twenty: int  # what comes back of 20.00 when it wins, in cents
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
    """Per cent of the stake, for winnings of so many stakes."""
    return 100 * (counted.wins[bet] * (1 + win) + counted.pushes(bet)) / counted.total


def fresh(house: str, decks: int | None = None) -> Count:
    sheet = puntobanco.house(house).sheet
    return count(full(decks or sheet.cards.decks), sheet.rule)


def to_two_decimals(exact: Fraction) -> tuple[str, str]:
    """Cut off, and rounded."""
    cut, rounded = int(exact * 100), int(exact * 100 + Fraction(1, 2))
    return f"{cut // 100},{cut % 100:02}", f"{rounded // 100},{rounded % 100:02}"


# The pages


@pytest.mark.parametrize(("house", "lines"), PAGES.items(), ids=PAGES)
def test_a_house_offers_what_is_on_the_page(house: str, lines: Sequence[Line]) -> None:
    offers = puntobanco.house(house).sheet.offers
    assert [(bet.value, rule.label, rule.odds) for bet, rule in offers.items()] == [
        (line.bet, line.label, line.odds) for line in lines
    ]


@pytest.mark.parametrize(("house", "line"), LINES)
def test_twenty_are_taken_and_paid_at_the_printed_odds(house: str, line: Line) -> None:
    play = puntobanco.house(house).play(WINNING[line.bet])
    assert play.settle(**{line.bet: 20_00}).returned == {line.bet: line.of_twenty}


@pytest.mark.parametrize(("house", "line"), PRINTED)
def test_printed_return(house: str, line: Line) -> None:
    odds = puntobanco.house(house).odds[line.bet]
    assert line.rtp in to_two_decimals(100 * odds.exact)
    assert odds.printed_holds is True
    assert odds.printed == Fraction((line.rtp or "").replace(",", "."))


@pytest.mark.parametrize(("house", "line"), PRINTED)
@pytest.mark.parametrize("off", [-2, 2])
def test_another_printed_return_is_refused(house: str, line: Line, off: int) -> None:
    sheet = puntobanco.house(house).sheet
    hundredths = int((line.rtp or "").replace(",", "")) + off
    wrong = replace(sheet.offers[Bet(line.bet)], rtp=f"{hundredths // 100},{hundredths % 100:02}%")
    with pytest.raises(PrintedDiffers):
        certify(replace(sheet, bets=replace(sheet.bets, **{line.bet: wrong})), "a sheet")


def test_every_printed_return_is_in_the_list() -> None:
    assert len(PRINTED) == 1 + 1 + 9
    for house, lines in PAGES.items():
        for line in lines:
            printed = puntobanco.house(house).odds[line.bet].printed
            assert (printed is None) == (line.rtp is None)


def test_ten_on_giocatore_pays_twenty() -> None:
    """004: "se si punta 10 sulla posizione del giocatore ... si viene pagati 20"."""
    play = puntobanco.play("live-mini", WINNING["punto"])
    assert play.settle(punto=10_00).returned == {"punto": 20_00}


# The counts


def test_eight_decks_are_counted_as_everybody_counts_them() -> None:
    counted = fresh("live-mini")
    assert counted.total == 4_998_398_275_503_360
    assert counted.wins[Bet.BANCO] == 2_292_252_566_437_888
    assert counted.wins[Bet.PUNTO] == 2_230_518_282_592_256
    assert counted.wins[Bet.EGALITE] == 475_627_426_473_216


# The readings of what does not add up


@pytest.mark.parametrize("house", ["punto-e-banco", "punto-e-banco-egalite"])
def test_read_the_best_strategy_is_banco(house: str) -> None:
    odds = puntobanco.house(house).odds
    assert max(odds.bets.values(), key=lambda each: each.exact) is odds["banco"]
    assert odds["banco"].exact == Fraction(4_823_747, 4_873_050)


def test_read_once_cut_off_and_once_rounded() -> None:
    assert to_two_decimals(100 * Fraction(4_823_747, 4_873_050)) == ("98,98", "98,99")


def test_read_the_printed_returns_fit_eight_decks_only() -> None:
    def fit(counted: Count, line: Line) -> bool:
        win = Fraction(line.of_twenty, 20_00) - 1
        return line.rtp in to_two_decimals(returned(counted, Bet(line.bet), win))

    fitting = {
        decks: {line.label for line in BOOK_004 if fit(fresh("live-mini", decks), line)}
        for decks in range(1, 9)
    }
    assert [decks for decks, lines in fitting.items() if len(lines) == 9] == [8]
    assert fitting[6] == {"Giocatore", "Banco", "Grande"}


def test_read_nine_for_one_is_eight_to_one() -> None:
    counted = fresh("live-mini")
    assert f"{float(returned(counted, Bet.EGALITE, Fraction(8))):.2f}" == "85.64"
    assert f"{float(returned(counted, Bet.EGALITE, Fraction(9))):.2f}" == "95.16"


def test_read_piccolo_is_cut_off() -> None:
    exact = 100 * puntobanco.house("live-mini").odds["piccolo"].exact
    assert f"{float(exact):.4f}" == "94.7171"
    assert to_two_decimals(exact) == ("94,71", "94,72")


def test_read_banco_pair_is_decided_by_bancos_cards() -> None:
    bets = {"punto_pair": 20_00, "banco_pair": 20_00}
    for cards, won in [("7c4sKd4h", "banco_pair"), ("4c7s4dKh", "punto_pair")]:
        settled = puntobanco.play("punto-e-banco", cards).settle(**bets)
        assert settled.returned == dict.fromkeys(bets, 0) | {won: 320_00}


def test_read_to_the_letter_st_moritz_would_give_punto_an_edge() -> None:
    """Of a Punto that stands 003 says nothing: "only if" its third card is ... forbids 4 and 5."""
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


def test_read_eight_times_the_stake_is_eight_to_one() -> None:
    counted = fresh("campione")
    assert f"{float(returned(counted, Bet.EGALITE, Fraction(7))):.1f}" == "76.1"
    assert f"{float(returned(counted, Bet.EGALITE, Fraction(8))):.2f}" == "85.56"


def test_read_both_pairs_pay_once() -> None:
    play = puntobanco.play("live-mini", "4d8s4d8s")
    assert play.settle(either_pair=20_00, perfect_pair=20_00).returned == {
        "either_pair": 120_00,
        "perfect_pair": 520_00,
    }


@pytest.mark.parametrize(("decks", "rtp"), [(1, "94.1"), (8, "119.5")])
def test_read_a_pair_at_fifteen_to_one(decks: int, rtp: str) -> None:
    counted = fresh("punto-e-banco", decks)
    for pair in (Bet.PUNTO_PAIR, Bet.BANCO_PAIR):
        assert f"{float(returned(counted, pair, Fraction(15))):.1f}" == rtp


def test_read_a_pair_at_fifteen_to_one_is_refused_on_eight_decks() -> None:
    sheet = puntobanco.house("live-mini").sheet
    fifteen = replace(sheet.offers[Bet.PUNTO_PAIR], odds="15:1", rtp=None)
    with pytest.raises(ReturnTooHigh):
        certify(replace(sheet, bets=replace(sheet.bets, punto_pair=fifteen)), "a sheet")


def test_read_losing_ties_would_leave_banco_far_less() -> None:
    counted = fresh("campione")
    kept = returned(counted, Bet.BANCO, Fraction(19, 20))
    lost = kept - 100 * Fraction(counted.wins[Bet.EGALITE], counted.total)
    assert f"{float(lost):.1f}" == "89.4"


@pytest.mark.parametrize(
    ("bet", "rtp"), [("egalite", "85.56"), ("punto_pair", "88.75"), ("perfect_pair", "82.93")]
)
def test_read_for_fun(bet: str, rtp: str) -> None:
    odds = puntobanco.house("for-fun").odds[bet]
    assert f"{float(100 * odds.exact):.2f}" == rtp
    assert odds.printed is None
