"""The book of Live Mini Baccarat (004), sentence by sentence."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import puntobanco
from puntobanco.client.cloth import Cloth
from puntobanco.errors import BettingClosed, NotNow, TooLate
from puntobanco.game.bets import Bet, wins
from puntobanco.game.cards import parse_cards, points, print_cards
from puntobanco.game.coup import Outcome, deal
from puntobanco.game.sabot import Sabot
from puntobanco.game.sheet import EndedBy, Shuffle, Source
from puntobanco.table.effective_sheet import effective_sheet
from puntobanco.table.recording import setting_of
from puntobanco.table.seat import SeatPhase, SharedSeat
from puntobanco.table.shared.betting_window import StakeMove, check_move
from puntobanco.table.shared.shared_seat import (
    ConfirmDraft,
    Pay,
    SharedCommand,
    new_shared_seat,
    step,
)
from puntobanco.table.shared.shared_table import Reveal, Settle, order_of
from puntobanco.wire.requests import Automatic, Confirm, Place
from puntobanco.wire.seat_fold import SharedView
from puntobanco.wire.stream import Burned, Drawn, Fixed, Result
from puntobanco.wire.table_spec import TableSpec
from tests.standard_tiraggio import STANDARD
from tests.table.evening import Evening
from tests.table.table_commands import close_betting, draw, open_betting

HOUSE = puntobanco.house("live-mini")
SHEET = HOUSE.sheet
SETTING = setting_of(SHEET, 1)
COUP = 7
# Punto wins with four cards; Banco, a tie and five cards
PUNTO, BANCO, TIE, FIVE = "9cKsTd7h", "7cKsTd9h", "9cKsTd9h", "2cKsTd7h3c"


class Player:
    """A player with 100.00 at a live table."""

    def __init__(self) -> None:
        new = new_shared_seat(17, "live-mini", "FUN", 1, "red")
        view = SharedView(1, 1, SeatPhase.OPEN, offset=1, credit=10_000)
        self.seat = replace(new, id=1, credit_account=18, stakes_account=19, view=view)

    def do(self, asked: SharedCommand) -> dict[str, Any]:
        change = step(self.seat, asked, SETTING, 1_000)
        assert isinstance(change.seat, SharedSeat)
        self.seat = change.seat
        event: dict[str, Any] = msgspec.json.decode(change.record.body) if change.record else {}
        return event

    def confirm(self, **stakes: int) -> dict[str, Any]:
        return self.do(Confirm("k" * 16, COUP, {Bet(bet): stakes[bet] for bet in stakes}))

    def paid(self, cards: str) -> dict[str, Any]:
        coup = deal(SHEET.rule, parse_cards(cards))
        return self.do(Pay(COUP, 3, "ff" * 32, coup))


def mixed() -> Evening:
    evening = Evening()
    evening.mix("17")
    return evening


# --- the table ---------------------------------------------------------------------------------


def test_da_8_mazzi_con_un_vero_croupier() -> None:
    """«Questo gioco offre il gioco del Baccarat da 8 mazzi con un vero croupier ed un tavolo da
    Baccarat reale.»"""
    assert SHEET.cards.decks == 8
    real = TableSpec("studio", "live-mini", croupier="person", cards=Source.CROUPIER)
    assert effective_sheet(SHEET, real).cards.sources == (Source.CROUPIER,)


def test_piu_o_meno_due_mazzi() -> None:
    """«I mazzi vengono rimescolati quando nel sabot rimangono più o meno due mazzi.»"""
    assert SHEET.cards.cut == 2 * 52


def test_le_regole_standard() -> None:
    """«Applichiamo le regole standard del Baccarat.»"""
    assert SHEET.rule == STANDARD


# --- placing bets ------------------------------------------------------------------------------


def test_attendere_finche_il_giro_corrente_non_sia_terminato() -> None:
    """«Al momento dell'accesso al gioco è probabile che una mano sia già in corso. Il giocatore
    dovrà attendere finché il giro corrente non sia terminato. A quel punto potrà piazzare le
    puntate.»"""
    evening = mixed()
    evening.do(open_betting())
    evening.close()
    coup = evening.table.view.coup
    with pytest.raises(BettingClosed):
        check_move(evening.table.view, StakeMove("live-mini", coup, evening.now))
    evening.go_on()
    evening.do(Settle())
    evening.do(open_betting())
    check_move(evening.table.view, StakeMove("live-mini", evening.table.view.coup, evening.now))


def test_una_fiche_del_valore_desiderato() -> None:
    """«Cliccare su una fiche del valore desiderato per selezionarla.» «Cliccare sulle zone
    Giocatore, Banco o Pari del tavolo per effettuare la puntata. Ogni clic aumenta la puntata del
    valore della fiche selezionata. Selezionare un'altra fiche se si vuole aumentare la puntata di
    un ulteriore importo.» «Si possono piazzare varie fiche in varie zone allo stesso tempo.»"""
    zones = [SHEET.offers[bet].label for bet in (Bet.PUNTO, Bet.BANCO, Bet.EGALITE)]
    assert zones == ["Giocatore", "Banco", "Pari"]
    one, five = SHEET.money.chips[:2]
    cloth = Cloth().add(Bet.PUNTO, one).add(Bet.PUNTO, one).add(Bet.PUNTO, five)
    assert cloth.add(Bet.BANCO, one).stakes == {Bet.PUNTO: 2 * one + five, Bet.BANCO: one}


def test_per_diminuire_la_puntata() -> None:
    """«Per diminuire la puntata, cliccare col tasto destro sulla puntata per diminuirla del valore
    della fiche selezionata.» «Per diminuire la puntata, tenere premuto il tasto Shift e cliccare
    simultaneamente sulla puntata, per diminuirla dell'importo della chip selezionata.»"""
    cloth = Cloth().add(Bet.PUNTO, 2_500).take(Bet.PUNTO, 500)
    assert cloth.stakes == {Bet.PUNTO: 2_000}


def test_eliminare() -> None:
    """«Si può cliccare su Eliminare per rimuovere tutte le puntate dal tavolo.»: the chips that
    are not confirmed."""
    assert SHEET.betting.clear == "Eliminare"
    assert Cloth().add(Bet.PUNTO, 500).add(Bet.BANCO, 100).clear().stakes == {}
    player = Player()
    player.do(Place({Bet.PUNTO: 500, Bet.BANCO: 100}, COUP))
    player.do(Place({}, COUP))
    assert (player.seat.view.draft, player.seat.view.credit) == ({}, 10_000)


def test_un_tempo_limitato() -> None:
    """«C'è un tempo limitato per piazzare la puntata a partire dal momento in cui un giro è
    iniziato.»"""
    assert SHEET.betting.ended_by is EndedBy.CLOCK
    evening = mixed()
    opened = evening.do(open_betting())
    assert opened.until == opened.at + 20_000
    for received, refused in ((opened.until - 1, None), (opened.until, TooLate)):
        move = StakeMove("live-mini", opened.coup, received)
        if refused is None:
            check_move(evening.table.view, move)
        else:
            with pytest.raises(refused):
                check_move(evening.table.view, move)


def test_riceve_la_vincita() -> None:
    """«Quindi il giro successivo viene distribuito e, se la mano vince, il giocatore riceve la
    vincita.» «Quando si ha finito di piazzare le puntate, cliccare il bottone Conferma puntate.»"""
    assert SHEET.betting.confirm == "Conferma puntate"
    player = Player()
    player.confirm(punto=500)
    assert player.seat.view.credit == 9_500
    assert player.paid(PUNTO)["returned"] == 1_000
    assert player.seat.view.credit == 10_500


def test_saltare_un_turno() -> None:
    """«Si può saltare un turno semplicemente non piazzando nessuna puntata sul tavolo.»"""
    evening, player = mixed(), Player()
    assert evening.deal().outcome in Outcome
    with pytest.raises(BettingClosed):
        player.paid(PUNTO)  # nothing to pay
    assert player.seat.view.credit == 10_000


def test_visualizzato_il_risultato() -> None:
    """«Le carte saranno distribuite al giocatore e al banco in base alle regole del Baccarat, e
    sarà visualizzato il risultato del gioco.»"""
    evening = mixed()
    evening.do(open_betting())
    evening.close()
    coup = evening.coup
    told = evening.go_on()
    assert isinstance(told, Result)
    assert (told.cards, told.outcome) == (print_cards(coup.cards), coup.outcome)
    assert (told.punto, told.banco) == (points(coup.punto), points(coup.banco))


# --- several bets and side bets ----------------------------------------------------------------


def test_puntate_multiple() -> None:
    """«Se l'opzione Puntate multiple è supportata, dopo aver piazzato e confermato la prima
    puntata il giocatore potrà piazzarne altre.»"""
    player = Player()
    player.confirm(punto=500)
    assert player.confirm(punto=100, piccolo=200)["stakes"] == {"punto": 600, "piccolo": 200}


def test_solo_se_il_giro_di_puntate_e_ancora_aperto() -> None:
    """«Le puntate multiple sono accettate solo se il giro di puntate è ancora aperto.»"""
    evening = mixed()
    opened = evening.do(open_betting())
    evening.do(close_betting())
    with pytest.raises(TooLate):
        check_move(evening.table.view, StakeMove("live-mini", opened.coup, evening.now))
    evening.close()
    with pytest.raises(BettingClosed):
        check_move(evening.table.view, StakeMove("live-mini", opened.coup, opened.at))


def test_se_la_conferma_automatica_e_stata_disattivata() -> None:
    """«Se la conferma automatica delle puntate è stata disattivata, è necessario fare clic su
    Conferma dopo ogni ulteriore puntata.»"""
    player = Player()
    player.do(Automatic(on=True))
    player.do(Place({Bet.BANCO: 300}, COUP))
    assert player.do(ConfirmDraft(COUP))["stakes"] == {"banco": 300}
    player.do(Automatic(on=False))
    player.do(Place({Bet.PUNTO: 200}, COUP))
    assert player.seat.view.stakes == {Bet.BANCO: 300}  # chips are no bet before they are confirmed
    assert player.confirm(punto=200)["stakes"] == {"banco": 300, "punto": 200}


def test_senza_aver_piazzato_alcuna_puntata_regolare() -> None:
    """«Una puntata collaterale è una puntata che è possibile piazzare oltre alle puntate regolari
    su Giocatore, Banco o Pareggio. Il giocatore può piazzare delle puntate collaterali senza aver
    piazzato alcuna puntata regolare.» «Una puntata aggiuntiva è una giocata che si può effettuare
    oltre alle normali giocate previste sul giocatore, sul banco o sul pareggio.» «Sarà possibile
    piazzare delle puntate aggiuntive senza aver piazzato nessuna puntata normale.»"""
    for bet in set(SHEET.offers) - {Bet.PUNTO, Bet.BANCO, Bet.EGALITE}:
        player = Player()
        assert player.confirm(**{bet.value: 100})["stakes"] == {bet.value: 100}
    player = Player()
    player.confirm(piccolo=100)
    assert player.paid(TIE)["returned"] == 250


PAIRS = [
    ("4c7s4dKh", {"punto_pair", "either_pair"}),
    ("7c4sKd4h", {"banco_pair", "either_pair"}),
    ("4c7s4d7h", {"punto_pair", "banco_pair", "either_pair"}),
    ("7d4sKd4h", {"banco_pair", "either_pair"}),
    ("7dKs7dTh", {"punto_pair", "either_pair", "perfect_pair"}),
    ("Kd7dTs7d", {"banco_pair", "either_pair", "perfect_pair"}),
    ("Kd7dQdTc", set()),  # two figures of other ranks are no pair
]


@pytest.mark.parametrize(("cards", "won"), PAIRS)
def test_formano_una_coppia(cards: str, won: set[str]) -> None:
    """«Le regole che disciplinano le puntate collaterali Coppia del Giocatore / Coppia del Banco /
    L'una o l'altra Coppia / Coppia Perfetta / Grande / Piccolo sono le seguenti:
    Le puntate collaterali Coppia del Giocatore, Coppia del Banco e L'una o l'altra Coppia,
    vincono se le prime due carte distribuite dal banco formano una coppia nella rispettiva
    posizione. La puntata collaterale sulla Coppia Perfetta vince se le prime due carte del
    Giocatore o del Banco formano una coppia dello stesso seme, ad esempio una coppia di 7 di
    quadri.»"""
    # More cards follow if the rule asks for them; they don't matter.
    coup = deal(SHEET.rule, parse_cards(cards + "2c2h"))
    pairs = {Bet.PUNTO_PAIR, Bet.BANCO_PAIR, Bet.EITHER_PAIR, Bet.PERFECT_PAIR}
    assert {bet.value for bet in pairs if wins(bet, coup)} == won


@pytest.mark.parametrize(("cards", "won"), [(PUNTO, "piccolo"), (FIVE, "grande")])
def test_grande_e_piccolo(cards: str, won: str) -> None:
    """«La puntata collaterale Grande vince se il numero totale delle carte distribuite fra
    Giocatore e Banco è pari a 5 o 6. La puntata collaterale Piccolo vince se il numero totale
    delle carte distribuite fra Giocatore e Banco è pari a 4.»"""
    coup = HOUSE.play(cards)
    assert [bet.value for bet in (Bet.GRANDE, Bet.PICCOLO) if wins(bet, coup)] == [won]
    assert wins(Bet.GRANDE, HOUSE.play("2cKsTd2h3c4s"))


def test_non_e_associata_alle_puntate_regolari() -> None:
    """«La puntata collaterale non è associata alle puntate regolari del gioco. Si può piazzare una
    puntata regolare sulla posizione del Giocatore e una puntata collaterale sulla Coppia del Banco
    e viceversa.»"""
    paid = HOUSE.play("6c4sKd4h").settle(punto=100, banco_pair=100)  # Banco's natural
    assert paid.returned == {"punto": 0, "banco_pair": 1_200}
    paid = HOUSE.play("4c6s4dKh").settle(banco=100, punto_pair=100)
    assert paid.returned == {"banco": 0, "punto_pair": 1_200}


# --- the rules of baccarat ---------------------------------------------------------------------


def test_il_piu_prossimo_possibile_a_9() -> None:
    """«Lo scopo del Baccarat è di ottenere una mano con un punteggio il più prossimo possibile a
    9.» «Vince il giocatore più prossimo al 9.»"""
    for cards, outcome in ((PUNTO, "punto"), (BANCO, "banco"), (TIE, "egalite")):
        assert HOUSE.play(cards).outcome == outcome


def test_il_valore_delle_carte() -> None:
    """«Gli Assi valgono per uno; dal 2 al 9 valgono il loro valore nominale; i dieci e le figure
    valgono zero.»"""
    worth = [card.points for card in parse_cards("Ac2c3c4c5c6c7c8c9cTcJcQcKc")]
    assert worth == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]


def test_l_ultima_cifra() -> None:
    """«Se il valore della mano dà un numero di due cifre, si ignora la prima cifra. L'ultima cifra
    è il valore della mano del Baccarat in punti. Per esempio: 7+6=13=3 e 4+6=10=0»"""
    assert (points(parse_cards("7c6d")), points(parse_cards("4c6d"))) == (3, 0)


def test_due_carte_ciascuno() -> None:
    """«Si piazzano le puntate sulla mano del banco, del giocatore o su partita patta. Il giocatore
    e il banco ricevono due carte ciascuno. In alcuni casi si distribuisce una terza carta al
    giocatore o al banco o a entrambi (vedere Regola della terza carta).»"""
    hands = {
        PUNTO: (2, 2),
        FIVE: (3, 2),
        "6cKsTd2h5c": (2, 3),
        "2cKsTd2h3c4s": (3, 3),
    }
    for cards, lengths in hands.items():
        coup = HOUSE.play(cards)
        assert (len(coup.punto), len(coup.banco)) == lengths


def test_6_mazzi_mescolati_a_ogni_mano() -> None:
    """«Le carte sono prelevate da un sabot che contiene 6 mazzi di carte. I mazzi sono mescolati a
    ogni mano.» «NB: la versione For Fun rimanda alla versione classica del gioco (senza dealer).»:
    the sentence is about that version."""
    fun = puntobanco.house("for-fun").sheet
    assert (fun.cards.decks, fun.cards.shuffle) == (6, Shuffle.EVERY_COUP)
    assert fun.betting.ended_by is EndedBy.PLAYER
    assert fun.money.play_only
    assert fun.cards.sources == (Source.SABOT,)


def test_2_volte_la_posta() -> None:
    """«Se si punta su di un giocatore e questo vince, si verrà pagati 2 volte la posta.» «Ad
    esempio, se si punta 10 sulla posizione del giocatore e la mano del giocatore vince, si viene
    pagati 20.» «Se invece si punta sul banco e questo vince, si verrà pagati 2 volte la posta meno
    un 5% di commissione del banco.»"""
    assert HOUSE.play(PUNTO).settle(punto=10_00).total == 20_00
    assert HOUSE.play(BANCO).settle(banco=10_00).total == 19_50


def test_patta() -> None:
    """«Se entrambe le mani del giocatore e del banco realizzano lo stesso punteggio si ha una
    partita patta. Se si è puntato sul riquadro Pari la vincita sarà di 9 per 1. Le puntate di
    non-pareggio vengono restituite (mostrate come Patta) in caso di pareggio.»: 9 with the
    stake."""
    paid = HOUSE.play(TIE).settle(punto=500, banco=300, egalite=100)
    assert paid.returned == {"punto": 500, "banco": 300, "egalite": 900}
    assert [each.winnings for each in paid.payments] == [0, 0, 800]


@pytest.mark.parametrize("points", range(8))
def test_giocatore(points: int) -> None:
    """«La regola seguente stabilisce quando il giocatore o il banco verranno automaticamente
    serviti una terza carta durante una partita di Baccarat» «Valore delle prime due carte del
    giocatore: 0 – 1 – 2 – 3 – 4 – 5 Tira una carta; 6 – 7 Rimane»"""
    assert SHEET.rule.punto_draws(points) is (points <= 5)


def test_se_il_giocatore_rimane() -> None:
    """«Banco: Se il giocatore rimane, il banco prende se ha un totale di 5 o meno.»"""
    assert [n for n in range(8) if SHEET.rule.banco_draws(n, None)] == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("points", "on"),
    [
        *((n, "0123456789") for n in (0, 1, 2)),
        (3, "012345679"),
        (4, "234567"),
        (5, "4567"),
        (6, "67"),
        (7, ""),
    ],
)
def test_tira_una_carta_quando(points: int, on: str) -> None:
    """«Se il giocatore prende usa la seguente tabella per stabilire se il banco prende o rimane:
    Valore delle prime due carte del banco; Tira una carta quando la terza carta del giocatore è;
    Non tira una carta quando la terza carta del giocatore è»"""
    assert "".join(str(n) for n in range(10) if SHEET.rule.banco_draws(points, n)) == on


@pytest.mark.parametrize("cards", ["8cKsTd2h", "2cKsTd9h", "8cKsTd8h"])
def test_stanno_entrambi(cards: str) -> None:
    """«8 – 9 "Mano naturale", nessuna carta»; «Il giocatore non può tirare»; «Nota importante: Se
    il giocatore e/o il Banco realizzano un totale di 8 o 9, stanno entrambi. Questa regola prevale
    sulle altre.»"""
    assert len(HOUSE.play(cards).cards) == 4


@pytest.mark.parametrize(
    ("bet", "cards", "payment", "rtp"),
    [
        ("punto", PUNTO, 200, "98,76"),
        ("banco", BANCO, 195, "98,94"),
        ("egalite", TIE, 900, "85,64"),
        ("punto_pair", "4c7s4dKh", 1_200, "89,64"),
        ("banco_pair", "7c4sKd4h", 1_200, "89,64"),
        ("either_pair", "4c7s4d7h", 600, "86,29"),
        ("perfect_pair", "7dKs7dTh2s3c", 2_600, "86,97"),
        ("grande", FIVE, 154, "95,65"),
        ("piccolo", PUNTO, 250, "94,71"),
    ],
)
def test_tabella_dei_pagamenti(bet: str, cards: str, payment: int, rtp: str) -> None:
    """«Coppia del Giocatore e Coppia del Banco vincono con una quota pari a 11:1 se le prime due
    carte corrispondenti alle due rispettive mani formano una coppia qualsiasi, ad esempio un 5 di
    fiori e un 5 di picche. L'una o l'altra coppia vince 5:1 se le prime due carte della mano del
    Banco o del Giocatore (o di entrambi) formano una coppia. La puntata aggiuntiva sulla Coppia
    perfetta 25:1 … Selezionando Grande, che paga 0,54:1 … Piccolo vince 1.5:1» «TABELLA DEI
    PAGAMENTI: Puntata, Pagamento, RTP»"""
    assert HOUSE.play(cards).settle(**{bet: 100}).total == payment
    odds = HOUSE.odds[bet]
    assert odds.printed_holds
    assert SHEET.offers[Bet(bet)].rtp == f"{rtp}%"


# --- shuffling ---------------------------------------------------------------------------------


def test_finche_non_viene_estratto_il_divisore() -> None:
    """«I mazzi di carte vengono utilizzati finché non viene estratto il divisore. Solitamente, ciò
    accade quando nel sabot rimangono circa due mazzi. Quando questo compare, il banco annuncia che
    le carte saranno mescolate prima della mano successiva.»"""
    evening = mixed()
    before = 8 * 52 - 2 * 52
    view = replace(evening.table.view, gone=before - 1)
    evening.table = replace(evening.table, view=view)
    evening.do(open_betting())
    evening.close()
    first = evening.do(draw())
    assert isinstance(first, Drawn)
    assert first.cut
    assert evening.go_on().last
    sabot = Sabot(order_of(evening.table), 104, before)
    assert not sabot.deals


def test_le_carte_utilizzate_vengono_rimosse() -> None:
    """«Quando un mescolatore raggiunge il tavolo con 8 mazzi già mescolati, le carte utilizzate
    precedentemente vengono rimosse. Le carte vengono mescolate ulteriormente sul tavolo e quindi
    inserite nel sabot.»: the house shuffles, and then the players mix its order further."""
    evening = mixed()
    evening.deal()
    evening.table = replace(evening.table, view=replace(evening.table.view, gone=8 * 52 - 2 * 52))
    with pytest.raises(NotNow):
        evening.do(open_betting())
    one = order_of(evening.table)
    evening.do(Reveal())
    fixed = evening.mix("17", "23")
    assert isinstance(fixed, Fixed)
    assert fixed.sabot == 2
    two = order_of(evening.table)
    assert sorted(map(str, one)) == sorted(map(str, two))
    assert one != two
    assert evening.table.view.gone <= 11  # only what was burned


def test_carte_nuove_annullate() -> None:
    """«Carte nuove annullate*: All'inizio di ogni nuovo sabot, il croupier estrae la prima carta e
    la scopre; preleverà quindi un numero di carte coperte pari al valore della prima carta
    estratta, bruciandole (scartandole).» Ten cards for a ten or a figure."""
    evening = mixed()
    (burned,) = [each for each in evening.events if isinstance(each, Burned)]
    (first,) = parse_cards(burned.first)
    assert first == order_of(evening.table)[0]
    assert burned.burned == (first.points or 10)
    assert burned.gone == 1 + burned.burned


def test_la_disponibilita_dipende_dal_fornitore() -> None:
    """«* La disponibilità dipende dal fornitore del servizio.»: a field of the sheet."""
    assert SHEET.cards.burn is not None
    assert puntobanco.house("for-fun").sheet.cards.burn is None
