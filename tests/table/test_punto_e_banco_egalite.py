"""The book of Punto e Banco with Egalité (001), sentence by sentence."""

import pytest

from puntobanco.game.bets import Bet, wins
from puntobanco.game.sheet import Rounding
from tests.table.private_book import PrivateBook

TABLE = """
3 T T T T T T T T T S T
4 T S S T T T T T T S S
5 T S S S S T T T T S S
6 S S S S S S S T T S S
"""


class TestPuntoEBancoEgalite(PrivateBook):
    name = "punto-e-banco-egalite"

    @pytest.mark.parametrize(
        ("bet", "cards"),
        [
            pytest.param("punto", "9cKsTd7h", id="punta sulla vittoria della Punta"),
            pytest.param("banco", "7cKsTd9h", id="punta sulla vittoria del Banco"),
            pytest.param("egalite", "9cKsTd9h", id="punta sul pareggio tra Punta e Banco"),
            pytest.param("punto_pair", "4c7s4dKh", id="le prime due carte della Punta"),
            pytest.param("banco_pair", "7c4sKd4h", id="le prime due carte del Banco"),
        ],
    )
    def test_i_seguenti_tipi_di_puntate(self, bet: str, cards: str) -> None:
        """«Il giocatore può scegliere tra i seguenti tipi di puntate: Punto: punta sulla vittoria
        della Punta; Banco: punta sulla vittoria del Banco; Egalité: punta sul pareggio tra Punta
        e Banco; Punto pair: punta sull'uguaglianza delle prime due carte della Punta; Banco pair:
        punta sull'uguaglianza delle prime due carte del Banco.»"""
        coup = self.house.play(cards)
        assert [each for each in self.sheet.offers if wins(each, coup)][-1] is Bet(bet)
        assert len(self.sheet.offers) == 5

    @pytest.mark.parametrize("cards", ["8cKsTd2h", "2cKsTd9h", "9cKsTd8h"])
    def test_ha_diritto_di_battuta(self, cards: str) -> None:
        """«Se uno tra Banco e Punta fa 8 o 9 punti, ha diritto di battuta e preclude
        all'avversario la possibilità di chiedere carta.»"""
        assert len(self.house.play(cards).cards) == 4  # another card would be refused

    def test_comincia_a_giocare_la_punta(self) -> None:
        """«Se nessuno ha diritto di battuta, comincia a giocare la Punta, chiedendo o rifiutando
        carta in base al punteggio totalizzato con le prime due carte, attenendosi
        obbligatoriamente alla seguente regola» «Quindi giocherà il Banco»"""
        coup = self.house.play("2cKsTd5h4c4s")
        assert [str(each.side) for each in coup.decisions] == ["punto", "banco"]
        assert [str(card) for card in coup.cards[4:]] == ["4c", "4s"]

    @pytest.mark.parametrize("points", [0, 1, 2, 7])
    def test_con_0_1_e_2_prende_carta(self, points: int) -> None:
        """«Quindi giocherà il Banco attenendosi obbligatoriamente alla seguente regola: con 0, 1 e
        2 prende carta; con 7 resta»: whatever Punta did."""
        rule = self.sheet.rule
        draws = {rule.banco_draws(points, third) for third in (None, *range(10))}
        assert draws == {points != 7}

    @pytest.mark.parametrize("row", TABLE.split("\n")[1:-1], ids=lambda row: f"avendo-{row[0]}")
    def test_la_seguente_tabella(self, row: str) -> None:
        """«con 3, 4, 5, 6 si attiene a quanto previsto dalla seguente tabella: AVENDO, PUNTA STA,
        PUNTA TIRA 0 1 2 3 4 5 6 7 8 9. S = Il Banco Sta, T = Il Banco Tira una carta»"""
        points, *letters = row.split()
        rule = self.sheet.rule
        draws = ["ST"[rule.banco_draws(int(points), third)] for third in (None, *range(10))]
        assert draws == letters

    @pytest.mark.parametrize(
        ("bet", "cards", "times"),
        [
            pytest.param("punto", "9cKsTd7h", 2, id="due volte la puntata"),
            pytest.param("egalite", "9cKsTd9h", 10, id="dieci volte la puntata"),
            pytest.param("punto_pair", "4c7s4dKh", 16, id="sedici volte la puntata, Punto pair"),
            pytest.param("banco_pair", "7c4sKd4h", 16, id="sedici volte la puntata, Banco pair"),
        ],
    )
    def test_punteggi_e_vincite(self, bet: str, cards: str, times: int) -> None:
        """«Vince la Punta: la puntata "Punto" viene pagata due volte la puntata (1 : 1)» «Parità
        tra Banco e Punta: "Egalità" viene pagata dieci volte la puntata (9 : 1)» «Le prime due
        carte della Punta formano una coppia: la puntata "Punto pair" viene pagata sedici volte la
        puntata (15:1)» «Le prima due carte del Banco formano una coppia: la puntata "Banco pair"
        viene pagata sedici volte la puntata (15:1)»"""
        assert self.house.play(cards).settle(**{bet: 1_000}).returned == {bet: times * 1_000}

    @pytest.mark.parametrize(("stake", "returned"), [(2_000, 3_900), (50, 97), (70, 136)])
    def test_arrotondata_per_difetto(self, stake: int, returned: int) -> None:
        """«Vince il Banco: la puntata "Banco" viene pagata due volte la puntata (1 : 1), detratta
        una commissione del 5%, la vincita maturata è arrotondata per difetto ai centesimi di
        euro.»"""
        assert self.sheet.money.rounding is Rounding.DOWN
        assert self.house.play("7cKsTd9h").settle(banco=stake).returned == {"banco": returned}

    def test_vengono_restituite(self) -> None:
        """«… mentre le puntate "Punto" e "Banco" vengono restituite.»"""
        tie = self.house.play("9cKsTd9h").settle(punto=1_000, banco=500)
        assert tie.returned == {"punto": 1_000, "banco": 500}

    def test_rtp(self) -> None:
        """«La percentuale teorica di ritorno al giocatore (RTP) seguendo la strategia ottimale è
        pari al 98,98%.»: Banco, cut off."""
        best = max(self.house.odds.bets.values(), key=lambda each: each.exact)
        assert best.bet is Bet.BANCO
        assert int(best.exact * 10_000) == 98_98
