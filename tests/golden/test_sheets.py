"""Tests of the sheets against the books: cards, betting, money, tables and times."""

import pytest

import puntobanco
from puntobanco.game.sheet import Sheet

# house: decks, shuffle, cut, burn on a ten, faces, sources, what becomes of an excess card
CARDS = {
    "punto-e-banco": (1, "every-coup", None, None, ("up",), ("sabot",), None),
    "punto-e-banco-egalite": (1, "every-coup", None, None, ("up",), ("sabot",), None),
    "campione": (6, "cut-card", 52, 10, ("down",), ("sabot", "croupier"), "burned"),
    "st-moritz": (6, "cut-card", 52, 10, ("up", "down"), ("sabot", "croupier"), "burned"),
    "live-mini": (8, "cut-card", 104, 10, ("up",), ("sabot", "croupier"), "burned"),
    "for-fun": (6, "every-coup", None, None, ("up",), ("sabot",), None),
}

# house: who ends the betting, the stakes at égalité, several confirmations, automatic
# confirmation, the words on the buttons
BETTING = {
    "punto-e-banco": ("player", "returned", False, False, "Carte", "Annulla"),
    "punto-e-banco-egalite": ("player", "returned", False, False, "Carte", "Annulla"),
    "campione": ("croupier", "returned", True, True, None, "Annulla"),
    "st-moritz": ("croupier", "left", True, True, None, "Annulla"),
    "live-mini": ("clock", "returned", True, True, "Conferma puntate", "Eliminare"),
    "for-fun": ("player", "returned", False, False, "Conferma puntate", "Eliminare"),
}

# house: currency, play money only, rounding
MONEY = {
    "punto-e-banco": ("EUR", False, "exact"),
    "punto-e-banco-egalite": ("EUR", False, "down"),
    "campione": ("EUR", False, "exact"),
    "st-moritz": ("CHF", False, "exact"),
    "live-mini": ("EUR", False, "exact"),
    "for-fun": ("EUR", True, "exact"),
}

# house: boxes, players to a box, standing, whose cards are held, who calls, tips, display
TABLE = {
    "punto-e-banco": ((), None, False, (), False, False, False),
    "punto-e-banco-egalite": ((), None, False, (), False, False, False),
    "campione": ((7, 9), 3, False, ("punto",), True, False, False),
    "st-moritz": ((7, 9), 3, True, ("punto", "banco"), False, True, True),
    "live-mini": ((), None, False, (), False, False, False),
    "for-fun": ((), None, False, (), False, False, False),
}


def sheet(house: str) -> Sheet:
    return puntobanco.house(house).sheet


@pytest.mark.parametrize("house", CARDS)
def test_cards_are_as_in_the_book(house: str) -> None:
    cards = sheet(house).cards
    burn = cards.burn.ten if cards.burn else None
    assert (
        cards.decks, cards.shuffle, cards.cut, burn, cards.faces, cards.sources, cards.excess,
    ) == CARDS[house]  # fmt: skip


@pytest.mark.parametrize("house", BETTING)
def test_betting_is_as_in_the_book(house: str) -> None:
    betting = sheet(house).betting
    assert (
        betting.ended_by,
        betting.egalite_stakes,
        betting.several_confirmations,
        betting.automatic_confirmation,
        betting.confirm,
        betting.clear,
    ) == BETTING[house]
    assert betting.leave == "Incassa ed esci"


@pytest.mark.parametrize("house", MONEY)
def test_money_is_as_in_the_book(house: str) -> None:
    money = sheet(house).money
    assert (money.currency, money.play_only, money.rounding) == MONEY[house]


def test_book_001_allows_stakes_that_need_rounding() -> None:
    money, bets = sheet("punto-e-banco-egalite").money, sheet("punto-e-banco-egalite").offers
    assert money.step == 10
    assert {rule.min for rule in bets.values()} == {50}


@pytest.mark.parametrize("house", TABLE)
def test_the_table_is_as_in_the_book(house: str) -> None:
    table = sheet(house).table
    assert (
        table.boxes,
        table.players_per_box,
        table.standing,
        table.holders,
        table.holder_calls,
        table.tips,
        table.display,
    ) == TABLE[house]


@pytest.mark.parametrize("house", CARDS)
def test_sessions_end_after_20_minutes_or_3_and_reconnect_after_500_to_1500_ms(house: str) -> None:
    times = sheet(house).times
    assert times.inactivity_s == 20 * 60
    assert times.disconnected_s == 3 * 60
    assert times.reconnect_ms == (500, 1500)
    assert 0 < times.warning_s < times.inactivity_s


def test_only_a_live_table_has_a_betting_time_and_only_held_cards_a_squeeze_time() -> None:
    for house in CARDS:
        times = sheet(house).times
        assert (times.betting_s is not None) == (house == "live-mini")
        assert (times.squeeze_s is not None) == (house in ("campione", "st-moritz"))


@pytest.mark.parametrize("house", CARDS)
def test_every_reading_has_its_quotation_meaning_and_reason(house: str) -> None:
    readings = sheet(house).readings
    assert len(readings) >= 7
    assert all(each.words and each.reads and each.because for each in readings)


@pytest.mark.parametrize("house", CARDS)
def test_every_reading_is_translated(house: str) -> None:
    translated = [each.words for each in puntobanco.house(house).texts.readings]
    assert translated == [each.words for each in sheet(house).readings]


# Book 003: luck, the cards, questions, tips, dress, suggestions, visits, limits, contacts.
NOTICES = (
    "Punto Banco è puramente un gioco di fortuna.",
    "Le carte devono rimanere sul tavolo da gioco e non possono lasciare l'area di gioco.",
    "Per eventuali domande si potrà rivolgere al Manager on duty.",
    "Si accettano mance in quanto parte del salario del personale.",
    "La ringraziamo per volersi presentare indossando abiti curati.",
    "Per suggerimenti o proposte di miglioramento si rivolga al nostro Manager on duty,"
    " che sarà felice di assisterla.",
    "Valido nell'ambito dell'ordinamento di visita e di gioco: sono ammesse riserve,"
    " la decisione della direzione è definitiva.",
    "Per gli esatti limiti si consiglia di consultare quelli forniti al Casinò St. Moritz,"
    " in base all'autorizzazione della commissione federale delle case da gioco.",
    "Casino St. Moritz AG, Via Veglia 3, 7500 St. Moritz."
    " Tel. +41 81 837 54 54, info@casinostmoritz.ch, www.casinostmoritz.ch",
)


def test_the_notices_are_those_of_book_003() -> None:
    assert tuple(each.it for each in puntobanco.house("st-moritz").texts.notices) == NOTICES


def test_book_004_asks_every_player_to_confirm_and_shuffles_twice() -> None:
    read = {each.words: each.reads for each in sheet("live-mini").readings}
    confirm = "Quando si ha finito di piazzare le puntate, cliccare il bottone Conferma puntate."
    assert "off until the player switches it on" in read[confirm]
    assert any(words.startswith("Quando un mescolatore raggiunge il tavolo") for words in read)
