"""The sentences that books 000 and 001 share, word for word, as tests for both."""

from typing import ClassVar

import pytest

import puntobanco
from puntobanco.client.cloth import Cloth
from puntobanco.client.reconnecting import ReconnectDelays, is_final
from puntobanco.errors import NotEnoughCredit, TakenOver
from puntobanco.game.bets import Bet
from puntobanco.game.cards import parse_cards, points
from puntobanco.game.coup import Outcome
from puntobanco.game.sabot import full
from puntobanco.game.sheet import EndedBy, Faces, Sheet
from puntobanco.houses.playing import House
from puntobanco.ledger.records import Posting
from puntobanco.table.seat import SeatPhase, end_of
from puntobanco.table.session import Expire, Lose, TakeOver
from puntobanco.wire.close_codes import CloseCode
from puntobanco.wire.messages import Reason
from puntobanco.wire.requests import CashOut, Place, Stay, TopUp
from tests.table.private_visit import ACCOUNT, CREDIT, HOUSE, MINUTE, PrivateVisit


class PrivateBook:
    """Tests of a house; the page's half of buttons and fingers is in tests/browser."""

    name: ClassVar[str]

    @property
    def house(self) -> House:
        return puntobanco.house(self.name)

    @property
    def sheet(self) -> Sheet:
        return self.house.sheet

    def visit(self) -> PrivateVisit:
        return PrivateVisit(self.name)

    # --- the cards -------------------------------------------------------------------------

    def test_un_mazzo_di_52_carte(self) -> None:
        """«Il mazzo è formato da 1 mazzo di 52 carte francesi (senza i jolly).»"""
        assert self.sheet.cards.decks == 1
        assert full(1) == (1,) * 52

    @pytest.mark.parametrize(
        ("ranks", "worth"), [("A", 1), *((str(n), n) for n in range(2, 10)), ("TJQK", 0)]
    )
    def test_il_valore_delle_carte(self, ranks: str, worth: int) -> None:
        """«Le carte hanno i seguenti valori: l'asso vale 1 punto; le carte dal 2 al 9 hanno i
        valori indicati sulla carta, ad esempio, il 3 vale 3 punti, il 4 vale 4 punti e così via;
        il 10, il fante, la regina e il re hanno valgono 0 punti.»"""
        assert {card.points for rank in ranks for card in parse_cards(f"{rank}c{rank}h")} == {worth}

    def test_al_punteggio_di_9(self) -> None:
        """«Lo scopo del gioco del Punto e Banco è indovinare la mano (del giocatore o del banco)
        che più si avvicinerà al punteggio di 9.» «Dopo che anche il banco ha effettuato la sua
        mossa, vince chi si è avvicinato di più al punteggio di 9.»"""
        assert self.house.play("6cKsTd7h").outcome is Outcome.BANCO
        assert self.house.play("9cKsTd7h").outcome is Outcome.PUNTO
        drawn = self.house.play("2c3hTd2s4c7h")  # 6 for Punto, 2 for Banco, after a card each
        assert (drawn.points, drawn.outcome) == ({"punto": 6, "banco": 2}, Outcome.PUNTO)

    def test_detraendo_le_decine(self) -> None:
        """«Il punteggio si ottiene sommando il valore delle carte e detraendo le decine. Ad
        esempio, se in mano hai un 5 e un 9, hai 4 (5+9=14=14-10=4).»"""
        assert points(parse_cards("5c9d")) == 4

    # --- the coup --------------------------------------------------------------------------

    def test_distribuite_scoperte(self) -> None:
        """«Dopo che le puntate sono state piazzate, le carte vengono distribuite scoperte nel
        seguente modo: la prima e la terza carta vengono date al giocatore (Punto)» (001: «vengono
        date alla Punta») «la seconda e la quarta carta al Banco.»"""
        assert self.sheet.cards.faces == (Faces.UP,)
        coup = self.house.play("9cKsTd7h")
        assert (coup.punto, coup.banco) == (parse_cards("9cTd"), parse_cards("Ks7h"))
        visit = self.visit()
        assert visit.carte("9cKsTd7h", punto=100)["cards"] == "9cKsTd7h"  # nothing was shown before

    @pytest.mark.parametrize("points", range(8))
    def test_se_ha_6_o_7_sta(self, points: int) -> None:
        """«se ha 6 o 7 sta; con qualsiasi altro punto e quindi 0-1-2-3-4-5, prende una carta»"""
        assert self.sheet.rule.punto_draws(points) is (points not in (6, 7))

    def test_il_banco_se_la_punta_sta(self) -> None:
        """000: «Se il giocatore (Punto) sta, il banco prende un'altra carta se possiede un totale
        di 5 o meno.» 001: the column «PUNTA STA», and «con 0, 1 e 2 prende carta; con 7 resta»."""
        draws = [n for n in range(8) if self.sheet.rule.banco_draws(n, None)]
        assert draws == [0, 1, 2, 3, 4, 5]

    # --- chips and buttons -----------------------------------------------------------------

    def test_selezionando_le_chips(self) -> None:
        """«L'importo della puntata va impostato selezionando le chips fino al valore desiderato»
        «Posizionare il cursore del mouse sulla zona che determina la puntata e poi cliccare con
        il tasto sinistro del mouse» «Posizionare il dito sulla puntata desiderata e poi alzare il
        dito.» «Si possono effettuare più puntate, anche di diverso tipo»"""
        small, large = self.sheet.money.chips[:2]
        cloth = Cloth().add(Bet.PUNTO, small).add(Bet.PUNTO, large).add(Bet.BANCO_PAIR, large)
        assert cloth.stakes == {Bet.PUNTO: small + large, Bet.BANCO_PAIR: large}

    def test_annulla(self) -> None:
        """«Per eliminare le puntate precedentemente piazzate cliccare sul tasto "Annulla".»"""
        assert self.sheet.betting.clear == "Annulla"
        visit = self.visit()
        visit.do(Place({Bet.PUNTO: 1_000, Bet.BANCO: 500}))
        assert visit.seat.view.draft == {Bet.PUNTO: 1_000, Bet.BANCO: 500}
        visit.do(Place({}))
        assert (visit.seat.view.draft, visit.credit) == ({}, 10_000)

    def test_carte(self) -> None:
        """«Per confermare la puntata cliccare su "Carte".»"""
        assert self.sheet.betting.ended_by is EndedBy.PLAYER
        visit = self.visit()
        visit.do(Place({Bet.PUNTO: 1_000}))
        assert visit.credit == 10_000  # chips are no bet yet
        assert visit.carte("9cKsTd7h", punto=1_000)["returned"] == 2_000
        assert visit.credit == 11_000

    # --- inactivity and lost connections ---------------------------------------------------

    def test_20_minuti(self) -> None:
        """«Eventuali disconnessioni e rientri nel gioco» (001: «nella sessione in corso») «vengono
        gestiti come segue: Timeout di inattività con giocatore connesso: Se il giocatore non
        esegue un'azione di gioco o un versamento entro 20 minuti dall'ultima azione effettuata,
        apparirà l'alert di inattività, la sessione verrà chiusa e il credito residuo accreditato
        sul conto di gioco»"""
        visit = self.visit()
        for action in (Place({Bet.PUNTO: 1_000}), TopUp(visit.key(), 5_000), Stay()):
            visit.now += 19 * MINUTE
            visit.do(action)
            end = end_of(visit.seat, self.sheet.times)
            assert end == (visit.now + 20 * MINUTE, Reason.INACTIVITY)
        visit.now += 20 * MINUTE
        alert = visit.do(Expire(Reason.INACTIVITY))
        assert (alert["reason"], alert["credited"]) == ("inactivity", 15_000)
        assert visit.postings == (Posting(CREDIT, ACCOUNT, 15_000),)
        assert visit.seat.view.phase is SeatPhase.FREE

    def test_connessioni_doppie(self) -> None:
        """«Connessioni doppie: un giocatore entra nel gioco mentre è già connesso al gioco» «Se un
        giocatore si connette a una sessione mentre lui stesso è già connesso alla stessa
        sessione, la prima connessione viene chiusa.»"""
        visit = self.visit()
        first = visit.seat.generation
        visit.do(TakeOver())
        with pytest.raises(TakenOver):
            visit.do(Lose(first))  # the first connection has no say any more
        assert is_final(CloseCode.TAKEN_OVER)

    def test_da_500_a_1500_ms(self) -> None:
        """«In caso di disconnessione di un giocatore, il client effettua ripetuti tentativi di
        riconnessione a delay man mano progressivi da 500 a 1500 ms.»"""
        times = self.sheet.times
        delays = ReconnectDelays(*times.reconnect_ms, times.disconnected_s)
        grown = [delays.delay_ms(failed) for failed in range(6)]
        assert grown == [500, 750, 1_000, 1_250, 1_500, 1_500]
        assert not is_final(None)

    @pytest.mark.parametrize("code", [CloseCode.SESSION_OVER, CloseCode.NOT_UNDERSTOOD, 4_999])
    def test_gravi_errori_di_rete(self, code: int) -> None:
        """«Nel caso in cui sussistano gravi errori di rete irrecuperabili allora i tentativi di
        connessione terminano.»: after a code that forbids it, or when the session is over."""
        assert is_final(code)
        times = self.sheet.times
        assert ReconnectDelays(*times.reconnect_ms, times.disconnected_s).give_up_s == 3 * 60

    def test_3_minuti(self) -> None:
        """«Quando un utente si disconnette il sistema non chiude subito la sessione ma attende 3
        minuti per dare il tempo all'utente di ricollegarsi; se dopo 3 minuti l'utente non si è
        ricollegato, il sistema chiude la sessione e accredita il credito residuo sul conto di
        gioco.»"""
        visit = self.visit()
        visit.do(Lose(visit.seat.generation))
        ends = visit.now + 3 * MINUTE, Reason.DISCONNECTED
        assert end_of(visit.seat, self.sheet.times) == ends
        visit.now += 2 * MINUTE
        visit.do(TakeOver())
        assert end_of(visit.seat, self.sheet.times)[1] is Reason.INACTIVITY
        visit.do(Lose(visit.seat.generation))
        visit.now += 3 * MINUTE
        assert visit.do(Expire(Reason.DISCONNECTED))["credited"] == 10_000
        assert visit.postings == (Posting(CREDIT, ACCOUNT, 10_000),)

    def test_incassa_ed_esci(self) -> None:
        """«Per avere il credito residuo subito accreditato è necessario cliccare sul pulsante
        "Incassa ed esci".»"""
        assert self.sheet.betting.leave == "Incassa ed esci"
        visit = self.visit()
        left = visit.do(CashOut(visit.key()))
        assert (left["reason"], left["credited"]) == ("cash_out", 10_000)
        assert visit.postings == (Posting(CREDIT, ACCOUNT, 10_000),)

    # --- malfunctions ----------------------------------------------------------------------

    def test_l_ultima_mano_completata(self) -> None:
        """«Al fine del calcolo del credito residuo, fa fede la situazione relativa all'ultima mano
        completata correttamente e comunicato al giocatore, prima dell'interruzione per
        malfunzionamento.»: bet, cards and payment are one change, which is written or not."""
        visit = self.visit()
        told = visit.carte("9cKsTd7h", punto=1_000)
        assert visit.postings == (Posting(CREDIT, HOUSE, 1_000), Posting(HOUSE, CREDIT, 2_000))
        with pytest.raises(NotEnoughCredit):
            visit.carte(punto=20_000)
        assert visit.credit == told["credit"] == 11_000

    def test_nella_cronologia(self) -> None:
        """«Se il client si disconnette dopo aver comunicato una puntata ma prima di aver ricevuto
        la risposta elaborata dal server, è possibile esaminarne l'esito nella Cronologia.»
        «Terminata la giocata, determina la vincita e chiude la sessione accreditando il credito
        residuo sul conto di gioco.»"""
        visit = self.visit()
        told = visit.carte("9cKsTd7h", punto=1_000)
        assert visit.recorded == told["key"]  # the history finds it by the client's own key
        assert (told["outcome"], told["returned"]) == ("punto", 2_000)
        visit.do(Lose(visit.seat.generation))
        visit.now += 3 * MINUTE
        assert visit.do(Expire(Reason.DISCONNECTED))["credited"] == 11_000
