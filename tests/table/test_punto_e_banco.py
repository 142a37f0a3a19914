"""The book of Punto e Banco (000), sentence by sentence."""

import pytest

from puntobanco.game.bets import Bet, wins
from puntobanco.game.coup import Outcome
from puntobanco.game.sheet import Shuffle
from puntobanco.odds.returns import percent
from tests.table.private_book import PrivateBook

TABLE = """
7 S S S S S S S S S S
6 S S S S S S C C S S
5 S S S S C C C C S S
4 S S C C C C C C S S
3 C C C C C C C C S C
2 C C C C C C C C C C
1 C C C C C C C C C C
0 C C C C C C C C C C
"""


class TestPuntoEBanco(PrivateBook):
    name = "punto-e-banco"

    def test_il_sistema_mescola_le_carte(self) -> None:
        """«Ad ogni inizio smazzata il sistema mescola le carte.»: each coup has its own order,
        which its own commitment fixes."""
        assert self.sheet.cards.shuffle is Shuffle.EVERY_COUP
        visit = self.visit()
        told = [visit.carte(punto=100) for _ in range(3)]
        assert len({each["cards"] for each in told}) == 3
        assert len({each["commitment"] for each in told}) == 3

    @pytest.mark.parametrize(
        ("bet", "cards"),
        [
            pytest.param("punto", "9cKsTd7h", id="Punti sulla vittoria del giocatore"),
            pytest.param("punto_pair", "4c7s4dKh", id="Punto Pair"),
            pytest.param("banco", "7cKsTd9h", id="Punti sulla vittoria del banco"),
            pytest.param("banco_pair", "7c4sKd4h", id="Banco Pair"),
            pytest.param("egalite", "9cKsTd9h", id="Punti sul pareggio"),
        ],
    )
    def test_i_seguenti_tipi_di_puntate(self, bet: str, cards: str) -> None:
        """«Il giocatore può scegliere tra i seguenti tipi di puntate: Punto: Punti sulla vittoria
        del giocatore; Punto Pair: Le prime due carte della punta sono uguali (senza considerare
        il seme), ovvero formano una coppia; Banco: Punti sulla vittoria del banco; Banco Pair: Le
        prime due carte della punta sono uguali …; Pari (o Tie/Egalité): Punti sul pareggio.»

        The sentence on Banco Pair is a slip: Banco's cards decide."""
        coup = self.house.play(cards)
        assert {each for each in self.sheet.offers if wins(each, coup)} >= {Bet(bet)}
        assert set(self.sheet.offers) == {
            *(Bet.PUNTO, Bet.BANCO, Bet.EGALITE, Bet.PUNTO_PAIR, Bet.BANCO_PAIR),
        }
        assert not wins(Bet.BANCO_PAIR, self.house.play("4c7s4dKh"))

    def test_anche_nello_stesso_colpo(self) -> None:
        """«Il giocatore può giocare su ogni puntata disponibile anche nello stesso colpo»"""
        visit = self.visit()
        every = {bet.value: 100 for bet in self.sheet.offers}
        assert visit.carte("9cKsTd7h", **every)["staked"] == 500
        assert visit.credit == 10_000 - 500 + 200

    @pytest.mark.parametrize(
        ("cards", "outcome"),
        [
            pytest.param("9cKsTd8h", Outcome.PUNTO, id="9-8"),
            pytest.param("8cKsTd9h", Outcome.BANCO, id="8-9"),
            pytest.param("2cKsTd8h", Outcome.BANCO, id="2-8"),
            pytest.param("8cKsTd8h", Outcome.EGALITE, id="8-8"),
        ],
    )
    def test_un_naturale(self, cards: str, outcome: Outcome) -> None:
        """«Se uno tra banco e giocatore (Punto) fa 8 o 9 punti si realizza un naturale, e chi
        mostra il punto più alto vince. Se c'è parità di punti, la mano finisce in pareggio.»"""
        coup = self.house.play(cards)  # refuses a coup with too few or too many cards
        assert (coup.outcome, len(coup.cards)) == (outcome, 4)

    def test_la_regola_della_terza_carta(self) -> None:
        """«Se nessuno realizza un naturale, si applica la regola della terza carta.»"""
        assert len(self.house.play("2cKsTd7h3c").cards) == 5

    @pytest.mark.parametrize("row", TABLE.split("\n")[1:-1], ids=lambda row: f"banco-{row[0]}")
    def test_la_seguente_tabella(self, row: str) -> None:
        """«Se il giocatore (Punto) prende una carta, il banco stabilisce se prendere o stare in
        base alle regole espresse nella seguente tabella: S = Sto, C = Carta. Punteggio del banco,
        Terza carta del giocatore (Punto)»"""
        points, *letters = row.split()
        rule = self.sheet.rule
        draws = ["SC"[rule.banco_draws(int(points), third)] for third in range(10)]
        assert draws == letters

    @pytest.mark.parametrize(
        ("bet", "cards", "returned"),
        [
            pytest.param("punto", "9cKsTd7h", 2_000, id="Punto viene pagato alla pari 1:1"),
            pytest.param("punto_pair", "4c7s4dKh", 16_000, id="Punto Pair viene pagato 15:1"),
            pytest.param("banco", "7cKsTd9h", 1_950, id="Banco 1:1, meno il 5%"),
            pytest.param("banco_pair", "7c4sKd4h", 16_000, id="Banco Pair viene pagato 15:1"),
            pytest.param("egalite", "9cKsTd9h", 10_000, id="Pari viene pagato 9:1"),
        ],
    )
    def test_punteggi_e_vincite(self, bet: str, cards: str, returned: int) -> None:
        """«Punto viene pagato alla pari 1:1; Punto Pair viene pagato 15:1; Banco viene pagato alla
        pari 1:1, meno una commissione del 5%; Banco Pair viene pagato 15:1; Pari viene pagato
        9:1»"""
        assert self.house.play(cards).settle(**{bet: 1_000}).returned == {bet: returned}

    def test_vengono_restituite(self) -> None:
        """«… mentre le puntate sul giocatore (Punto) o sul banco vengono restituite»"""
        tie = self.house.play("9cKsTd9h").settle(punto=1_000, banco=500)
        assert tie.returned == {"punto": 1_000, "banco": 500}

    def test_rtp(self) -> None:
        """«La percentuale teorica di ritorno al giocatore (RTP) seguendo la strategia ottimale è
        pari al 98,99%.»: Banco, rounded."""
        best = max(self.house.odds.bets.values(), key=lambda each: each.exact)
        assert best.bet is Bet.BANCO
        assert f"{percent(best.exact):.2f}" == "98.99"
