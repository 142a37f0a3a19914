"""St. Moritz' book (003), sentence by sentence: cards in the client's hand, stakes, tips."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from puntobanco.errors import (
    AboveMaximum,
    BelowMinimum,
    BettingClosed,
    NoSession,
    NotEnoughCredit,
    NotHolding,
    NotNow,
)
from puntobanco.fair.sheet_hash import hash_sheet
from puntobanco.game.bets import Bet
from puntobanco.game.cards import parse_cards, points, print_cards
from puntobanco.game.coup import Outcome, Side, deal
from puntobanco.game.settlement import pay
from puntobanco.game.sheet import Faces
from puntobanco.houses import house
from puntobanco.ledger.records import Posting
from puntobanco.table.effective_sheet import effective_sheet
from puntobanco.table.recording import Change, Setting
from puntobanco.table.seat import SeatPhase, SharedSeat
from puntobanco.table.shared.automatic_croupier import Here, next_step
from puntobanco.table.shared.card_holders import (
    AllTurned,
    Bettor,
    Drawing,
    Turning,
    cards_in_hand,
    holders_of,
)
from puntobanco.table.shared.console_offers import demand_now
from puntobanco.table.shared.shared_seat import (
    ConfirmDraft,
    GiveBack,
    GiveBackLeft,
    Hand,
    Pay,
    Renew,
    step,
)
from puntobanco.table.shared.shared_seat import SharedCommand as Step
from puntobanco.table.shared.shared_table import HandBack, TableStep
from puntobanco.table.shared.step_context import StepContext
from puntobanco.wire import console_commands
from puntobanco.wire.messages import InHand, WhyReturned
from puntobanco.wire.requests import CashOut, Confirm, Place, Tip, Withdraw
from puntobanco.wire.seat_fold import SharedView
from puntobanco.wire.stream import OnBet
from puntobanco.wire.table_spec import Narrowed, TableSpec
from tests.table.evening import Evening
from tests.table.land import (
    ANNA,
    BRUNO,
    CARLA,
    bettor,
    close,
    deal_four,
    faces,
    mixed,
    seen,
    st_moritz,
)
from tests.table.luck import (
    Wish,
    any_coup,
    banco_natural,
    no_natural,
    punto_draws,
    punto_natural,
    punto_stands,
    six_cards,
)
from tests.table.staffed_evening import CARLA as CROUPIER
from tests.table.staffed_evening import CHIPS, REAL, FaceDown, StaffedEvening, staff
from tests.table.table_commands import announce, call, draw, take_box, turn

SHEET = house("st-moritz").sheet
PUNTO, BANCO = Side.PUNTO, Side.BANCO
TIE, PUNTO_WINS = "2c3h6s5d", "9c2h9d3s"  # 8 to 8; 8 to 5


# --- the table -----------------------------------------------------------------------------


def test_sei_mazzi() -> None:
    """«Punto Banco si gioca con sei mazzi da 52 carte.»"""
    assert SHEET.cards.decks == 6


def test_seduti_al_tavolo_o_in_piedi() -> None:
    """«I giocatori possono prendere parte al gioco seduti al tavolo, o in piedi.»"""
    assert SHEET.table.standing
    evening = st_moritz()
    evening.do(take_box(ANNA, 7))
    evening.do(take_box(ANNA, 0))
    assert evening.table.view.boxes == {}


def test_a_faccia_in_su() -> None:
    """«Le carte sono giocate a faccia in su, quindi scoperte, per entrambe le parti»"""
    evening = st_moritz(no_natural, faces=Faces.UP)
    assert close(evening, bettor(ANNA, punto=1_000)) == {}
    drawn = [evening.do(draw()) for _ in range(4)]
    assert "".join(each.card for each in drawn) == print_cards(evening.coup.cards[:4])


def test_a_table_is_dealt_face_up_by_default() -> None:
    """«a faccia in su»: the book's first way is the default."""
    evening = mixed(Evening(TableSpec("st-moritz", "st-moritz")), no_natural)
    assert close(evening, bettor(ANNA, punto=1_000)) == {}
    assert evening.do(draw()).card == str(evening.coup.cards[0])


def test_la_prima_e_la_terza_al_punto() -> None:
    """«La 1.a e la 3.a carta vengono date al «Punto», la 2.a e la 4.a al «Banco».»"""
    evening = st_moritz(any_coup)
    close(evening, bettor(ANNA, punto=1_000))
    assert [evening.do(draw()).side for _ in range(4)] == [PUNTO, BANCO, PUNTO, BANCO]


@pytest.mark.parametrize("natural", [punto_natural, banco_natural])
def test_otto_o_nove_punti(natural: Wish) -> None:
    """«Se un giocatore con entrambe le prime carte di «Punto» o «Banco» fa 8 o 9 punti, non si
    possono più tirare altre carte.»"""
    evening = st_moritz(natural)
    deal_four(evening, bettor(ANNA, punto=1_000))
    evening.do(turn(PUNTO, ANNA))
    evening.do(turn(BANCO))
    assert evening.waits == AllTurned()
    with pytest.raises(NotNow, match="all cards are dealt and turned"):
        evening.do(draw())


@pytest.mark.parametrize(
    ("cards", "draws"),
    [
        ("KcTh5d7s2c", {PUNTO: True, BANCO: False}),
        ("Kc2h6dKs3c", {PUNTO: False, BANCO: True}),
        ("KcKh5d3s2c4d", {PUNTO: True, BANCO: True}),
        ("KcKh6d7s", {PUNTO: False, BANCO: False}),
    ],
)
def test_verranno_pescate_altre_carte(cards: str, draws: dict[Side, bool]) -> None:
    """«Se il giocatore non raggiungerà il valore complessivo di 8 o 9, verranno pescate altre
    carte, in base alle corrispondenti e qui sotto elencate regole.»"""
    evening = StaffedEvening()
    evening.bets()
    evening.reads(cards)
    assert evening.view.aside == ""
    told = evening.announces()
    assert told.cards == cards
    assert {each.side: each.draws for each in told.decisions} == draws


@pytest.mark.parametrize("wish", [punto_natural, punto_stands, punto_draws, six_cards])
def test_almeno_due_massimo_tre_carte(wish: Wish) -> None:
    """«Lo scopo del gioco è quello di raggiungere il punteggio massimo di 9, utilizzando almeno
    due, massimo tre carte.»"""
    evening = st_moritz(wish, faces=Faces.UP)
    deal_four(evening, bettor(ANNA, punto=1_000))
    told = evening.go_on()
    assert {len(evening.coup.punto), len(evening.coup.banco)} <= {2, 3}
    assert max(told.punto, told.banco) <= 9


# --- the end of the coup -------------------------------------------------------------------


@pytest.mark.parametrize("dealt", Faces)
def test_il_croupier_annuncia_i_punti_finali(dealt: Faces) -> None:
    """«Alla fine del gioco, il croupier annuncia i punti finali sia del «Punto» che del
    «Banco».»: to everybody, together with every card, and not earlier."""
    evening = st_moritz(six_cards, faces=dealt)
    deal_four(evening, bettor(ANNA, punto=1_000))
    with pytest.raises(NotNow):
        evening.do(announce())
    told = evening.go_on()
    coup = evening.coup
    assert (told.punto, told.banco) == (points(coup.punto), points(coup.banco))
    assert told.cards == print_cards(coup.cards)
    assert f'"punto":{told.punto},"banco":{told.banco},'.encode() in evening.bodies[-1]
    assert (evening.table.view.punto, evening.table.view.banco) == (told.punto, told.banco)


@pytest.mark.parametrize(
    ("cards", "wins"),
    [
        ("2c9h3s9d", "banco"),  # «Se «Banco» avrà un punteggio più alto del «Punto»»
        ("9c2h9d3s", "punto"),  # «Se «Punto» avrà un punteggio più alto del «Banco»»
        ("9cKhKd8s", "punto"),  # «il punteggio massimo di 9»: nine beats eight
        ("2c3h6s5d", "egalite"),  # «il medesimo punteggio»
    ],
)
def test_chi_vince(cards: str, wins: str, staked: SharedSeat) -> None:
    """«Se «Banco» avrà un punteggio più alto del «Punto», vince «Banco». Se «Punto» avrà un
    punteggio più alto del «Banco», vince «Punto».»: that bet wins, and no other."""
    body = told(do(staked, paid(cards)))
    assert body["outcome"] == wins
    assert [each["bet"] for each in body["bets"] if each["winnings"]] == [wins]


def test_il_ritiro_e_il_pagamento_delle_puntate() -> None:
    """«Il croupier assume la direzione del gioco, il ritiro e il pagamento delle puntate.»: on a
    real cloth, box by box, as the table says."""
    evening = StaffedEvening(replace(CHIPS, name="moritz", house="st-moritz"))
    evening.says(console_commands.OpenBetting)
    evening.says(console_commands.KeyIn, 1, {Bet.PUNTO: 5_000, Bet.BANCO: 2_000})
    evening.says(console_commands.KeyIn, 2, {Bet.BANCO: 10_000})
    evening.says(console_commands.KeyIn, 9, {Bet.EGALITE: 500})
    evening.close()
    evening.reads("4h9cKdKs")
    due = {each.box: (each.takes, each.pays) for each in evening.announces().due}
    assert due == {1: (5_000, 1_900), 2: (0, 9_500), 9: (500, 0)}


# --- in the client's hand ------------------------------------------------------------------


def test_la_possibilita_che_il_cliente_riceva_le_carte_in_mano() -> None:
    """«Esiste anche la possibilità che il cliente riceva le carte in mano. Solitamente offerto ai
    clienti più raffinati.»: a setting of the table, which may also have higher limits."""
    asks = {Bet.PUNTO: Narrowed(min=100_000)}
    refined = TableSpec("prive", "st-moritz", faces=Faces.DOWN, bets=asks)
    in_hand = {}
    for spec in (TableSpec("sala", "st-moritz"), refined):
        evening = mixed(Evening(spec), any_coup)
        deal_four(evening, bettor(ANNA, punto=100_000))
        in_hand[spec.name] = cards_in_hand(evening.table.view, evening.coup)
    assert in_hand == {"sala": {}, "prive": {PUNTO: print_cards(evening.coup.punto[:2])}}
    setting = replace(SETTING, sheet=effective_sheet(SHEET, refined))
    with pytest.raises(BelowMinimum):
        step(OPEN, confirm(punto=5_000), setting, NOW)


def test_il_cliente_riceve_in_mano_le_carte_di_un_sabot_vero() -> None:
    """«che il cliente riceva le carte in mano»: cards that are read as they leave the sabot are
    told to nobody before the client shows them."""
    evening = FaceDown(replace(REAL, faces=Faces.DOWN, reading="leaving"))
    evening.begins()
    evening.reads("2h3cKd4s")
    assert (evening.view.cards, evening.view.asks) == ("????????", PUNTO)
    assert evening.says(console_commands.Turn, PUNTO).cards == "2h??Kd??"


@pytest.mark.parametrize(("bet", "first"), [(Bet.PUNTO, PUNTO), (Bet.BANCO, BANCO)])
def test_le_carte_vere_del_cliente_devono_essere_mostrate_per_prime(bet: Bet, first: Side) -> None:
    """«Le carte del cliente, che vengono tenute in mano, devono essere mostrate per prime.»"""
    evening = FaceDown(replace(REAL, faces=Faces.DOWN, reading="leaving"))
    evening.begins({bet: OnBet(5_000, 1)})
    evening.reads("2h3cKd4s")
    assert evening.offers[2] is first


def test_i_clienti_possano_toccare_le_carte() -> None:
    """«Per la regola che prevede che i clienti possano toccare le carte»: at a table with this
    setting players hold their cards, at any other table nobody does."""
    evening = st_moritz(any_coup)
    deal_four(evening, bettor(ANNA, punto=2_000), bettor(BRUNO, punto=1_000))
    for side, player in ((PUNTO, BRUNO), (BANCO, ANNA)):
        with pytest.raises(NotHolding):
            evening.do(turn(side, player))
    assert evening.do(turn(PUNTO, ANNA)).player == ANNA
    open_cards = st_moritz(any_coup, faces=Faces.UP)
    deal_four(open_cards, bettor(ANNA, punto=2_000))
    with pytest.raises(NotHolding):
        open_cards.do(turn(PUNTO, ANNA))


def test_chi_punta_sul_player_riceve_le_carte_del_punto() -> None:
    """«Se il giocatore scommette nella casella del «Player», riceve le carte del Punto.»"""
    evening = st_moritz(any_coup)
    assert deal_four(evening, bettor(ANNA, punto=1_000)) == {PUNTO: ANNA}
    in_hand = cards_in_hand(evening.table.view, evening.coup)
    assert in_hand == {PUNTO: print_cards(evening.coup.punto[:2])}


def test_chi_punta_sul_banker_riceve_le_carte_del_banco() -> None:
    """«Se il giocatore scommette nella casella del «Banker», riceve le carte del banco.»"""
    evening = st_moritz(any_coup)
    assert deal_four(evening, bettor(ANNA, banco=1_000)) == {BANCO: ANNA}
    in_hand = cards_in_hand(evening.table.view, evening.coup)
    assert in_hand == {BANCO: print_cards(evening.coup.banco[:2])}


def test_il_player_ha_la_priorita() -> None:
    """«Se un giocatore scommette nella casella del «Player» e un altro giocatore scommette nella
    casella del «Banker», il giocatore che ha puntato nella casella del «Player» ha il diritto e la
    priorità di prendere in mano le carte per il gioco.»: each holds the cards of one side, and
    Punto's are shown first, even if the stake is smaller."""
    evening = st_moritz(any_coup)
    held = deal_four(evening, bettor(BRUNO, banco=5_000), bettor(ANNA, punto=1_000))
    assert held == {PUNTO: ANNA, BANCO: BRUNO}
    assert evening.waits == Turning(PUNTO)
    assert evening.table.view.asks is PUNTO
    with pytest.raises(NotNow, match="punto's cards must be turned first"):
        evening.do(turn(BANCO, BRUNO))
    evening.do(turn(PUNTO, ANNA))
    assert evening.waits == Turning(BANCO)
    assert evening.table.view.asks is BANCO
    evening.do(turn(BANCO, BRUNO))


@pytest.mark.parametrize(("bet", "first"), [("punto", PUNTO), ("banco", BANCO)])
def test_devono_essere_mostrate_per_prime(bet: str, first: Side) -> None:
    """«Le carte del cliente, che vengono tenute in mano, devono essere mostrate per prime.»"""
    evening = st_moritz(any_coup)
    deal_four(evening, bettor(ANNA, **{bet: 1_000}))
    assert evening.waits == Turning(first)
    turned = evening.do(turn(first, ANNA))
    assert turned.player == ANNA
    (other,) = {PUNTO, BANCO} - {first}
    assert faces(evening, other) == "????"
    assert evening.waits == Turning(other)
    assert evening.do(turn(other)).player == ""  # turned by the croupier


def test_the_largest_then_the_earliest_stake_on_a_side_holds_its_cards() -> None:
    """Reading: «Of several on a side the largest stake on it holds, then the earliest on it.»"""
    sheet = st_moritz().setup.sheet
    people = (
        bettor(ANNA, 3, punto=1_000, banco=2_000),
        bettor(BRUNO, 2, punto=1_000, banco=1_000),
        bettor(CARLA, 1, egalite=9_000),
    )
    assert holders_of(sheet, people) == {PUNTO: BRUNO, BANCO: ANNA}
    assert holders_of(sheet, people[2:]) == {}
    assert holders_of(SHEET, people) == {}  # dealt face up


def test_the_earliest_stake_on_that_side_counts() -> None:
    """«Of several on a side …»: an earlier bet on something else doesn't count."""
    anna = after(OPEN, confirm(egalite=500))
    bruno = after(replace(OPEN, account=int(BRUNO)), confirm(punto=2_000), NOW + 1)
    anna = after(anna, confirm(punto=1_000), NOW + 2)
    raised = after(anna, confirm(punto=1_000), NOW + 3)
    assert anna.view.since == raised.view.since == {Bet.EGALITE: NOW, Bet.PUNTO: NOW + 2}
    people = [
        Bettor(str(each.account), each.view.stakes, each.view.since) for each in (raised, bruno)
    ]
    assert holders_of(st_moritz().setup.sheet, people) == {PUNTO: BRUNO}


def test_the_first_chip_on_a_side_decides_its_time(left: SharedSeat) -> None:
    """Raised, left by Égalité or withdrawn in part, a stake keeps its time; a new one begins."""
    assert left.view.since == {Bet.PUNTO: NOW, Bet.BANCO: NOW}
    raised = after(left, confirm(COUP + 1, punto=1_000, egalite=500), NOW + 1)
    assert raised.view.since == {Bet.PUNTO: NOW, Bet.BANCO: NOW, Bet.EGALITE: NOW + 1}
    without = after(raised, Withdraw(KEY, (Bet.PUNTO, Bet.BANCO)), NOW + 2)
    assert without.view.since == {Bet.PUNTO: NOW, Bet.EGALITE: NOW + 1}  # withdrawn only in part
    again = after(without, confirm(COUP + 1, banco=1_000), NOW + 3)
    assert again.view.since == {Bet.PUNTO: NOW, Bet.BANCO: NOW + 3, Bet.EGALITE: NOW + 1}
    assert told(do(without, confirm(COUP + 1, banco=1_000)))["since"] == {
        "punto": NOW, "banco": NOW, "egalite": NOW + 1,
    }  # fmt: skip
    assert after(again, paid(PUNTO_WINS, COUP + 1)).view.since == {}
    assert after(again, GiveBack(COUP + 1, WhyReturned.VOID)).view.since == {}


def test_le_regole_di_tiraggio_rimangono_invariate() -> None:
    """«Le regole di tiraggio rimangono invariate.»: each third card goes to the holder of its
    side, and nobody calls."""
    evening = st_moritz(six_cards)
    deal_four(evening, bettor(ANNA, punto=1_000), bettor(BRUNO, banco=1_000))
    for draws in (True, False):
        with pytest.raises(NotNow):
            evening.do(call(draws, ANNA))
    evening.do(turn(PUNTO, ANNA))
    evening.do(turn(BANCO, BRUNO))
    third = evening.do(draw())
    assert (third.side, third.card, third.points) == (PUNTO, "??", None)
    in_hand = cards_in_hand(evening.table.view, evening.coup)
    assert in_hand == {PUNTO: print_cards(evening.coup.punto)}
    evening.do(turn(PUNTO, ANNA))
    fourth = evening.do(draw())
    assert (fourth.side, fourth.card) == (BANCO, "??")
    evening.do(turn(BANCO, BRUNO))
    told = evening.go_on()
    assert told.cards == print_cards(evening.coup.cards)
    assert told.decisions == deal(SHEET.rule, evening.coup.cards).decisions


def test_a_third_card_without_a_holder_is_dealt_face_up() -> None:
    evening = st_moritz(six_cards)
    deal_four(evening, bettor(ANNA, punto=1_000))
    evening.do(turn(PUNTO, ANNA))
    evening.do(turn(BANCO))
    evening.do(draw())
    evening.do(turn(PUNTO, ANNA))
    assert evening.waits == Drawing(face_down=False)
    assert evening.do(draw()).card == str(evening.coup.banco[2])


def test_le_carte_non_possono_lasciare_l_area_di_gioco() -> None:
    """«Le carte devono rimanere sul tavolo da gioco e non possono lasciare l'area di gioco.»: a
    holder who leaves hands them back, and the other holder keeps theirs."""
    evening = st_moritz(any_coup)
    deal_four(evening, bettor(ANNA, punto=1_000), bettor(BRUNO, banco=1_000))
    gone = Here(frozenset({BRUNO}), 0, frozenset({BRUNO}))
    asked = next_step(evening.table, evening.setup, gone, evening.now, evening.coup)
    assert asked == TableStep(HandBack(PUNTO))
    evening.do(asked)
    assert evening.table.view.holders == {BANCO: BRUNO}
    assert evening.waits == Turning(BANCO)  # held cards are shown first
    with pytest.raises(NotHolding):
        evening.do(HandBack(PUNTO))


@pytest.mark.parametrize("drops", [PUNTO, BANCO])
def test_a_holder_who_leaves_takes_no_time_from_the_other(drops: Side) -> None:
    """«Le carte del cliente … devono essere mostrate per prime»: the client has the full time."""
    evening = st_moritz(any_coup)
    held = deal_four(evening, bettor(ANNA, punto=1_000), bettor(BRUNO, banco=1_000))
    (other,) = {PUNTO, BANCO} - {drops}
    had = evening.table.view.until
    evening.now += 5_000
    back = evening.do(HandBack(drops))
    # Punto's holder was asked before; Banco's is asked only now, and has the full time.
    assert back.until == (had if other is PUNTO else back.at + 20_000)
    assert evening.waits == Turning(other)
    here = Here(frozenset({held[other]}), 0, frozenset(held.values()))
    until = back.until
    assert next_step(evening.table, evening.setup, here, until - 1, evening.coup) is None
    asked = next_step(evening.table, evening.setup, here, until, evening.coup)
    assert asked == turn(other)
    assert evening.do(turn(other, held[other])).player == held[other]


def test_if_both_holders_left_the_croupier_goes_on_at_once() -> None:
    evening = st_moritz(any_coup)
    deal_four(evening, bettor(ANNA, punto=1_000), bettor(BRUNO, banco=1_000))
    evening.do(HandBack(PUNTO))
    assert evening.do(HandBack(BANCO)).until is None
    asked = next_step(evening.table, evening.setup, Here(), evening.now, evening.coup)
    assert asked == turn(PUNTO)


def test_no_event_shows_a_card_before_it_is_turned() -> None:
    """«che il cliente riceva le carte in mano»: no event before the turning names one."""
    evening = st_moritz(six_cards)
    before = len(evening.bodies)
    deal_four(evening, bettor(ANNA, punto=1_000), bettor(BRUNO, banco=1_000))
    told = b"".join(evening.bodies[before:])
    for card in evening.coup.cards[:4]:
        assert f'"{card}'.encode() not in told
    assert list(seen(evening)) == []


def test_the_display_tells_everybody_the_same() -> None:
    """«I nostri clienti vengono informati in modo trasparente attraverso il display informativo
    presente sul tavolo da gioco.»: the view has the cards, the points and the holders."""
    assert SHEET.table.display
    evening = st_moritz(any_coup)
    deal_four(evening, bettor(ANNA, punto=1_000))
    view = evening.table.view
    assert (view.holders, view.cards, view.punto) == ({PUNTO: ANNA}, "??" * 4, None)
    evening.do(turn(PUNTO, ANNA))
    assert evening.table.view.punto == points(evening.coup.punto[:2])


# --- disposizioni generali -----------------------------------------------------------------


def test_il_nostro_esperto_personale_ai_tavoli_da_gioco() -> None:
    """«Il nostro esperto personale ai tavoli da gioco è responsabile per assicurare il rispetto
    delle regole del gioco in vigore.»: the console says what the rule demands, card by card, and
    any other card is set aside."""
    evening = StaffedEvening()
    evening.bets()
    demands = ["Punto", "Banco", "Punto", "Banco", "Punto", "Banco"]
    for side, card in zip(demands, ("2h", "Kc", "3d", "5s", "4c", "2d"), strict=True):
        assert demanded_of(evening) == f"a card for {side}"
        with pytest.raises(NotNow, match=f"demands a card for {side.lower()}"):
            evening.says(console_commands.Announce)
        evening.says(console_commands.Read, card)
    assert demanded_of(evening) == "both points are announced"
    evening.says(console_commands.Read, "9h")  # an excess card
    assert (evening.view.aside, evening.view.punto, evening.view.banco) == ("9h", 9, 7)
    assert evening.announces().outcome is Outcome.PUNTO


def demanded_of(evening: StaffedEvening) -> str:
    return demand_now(StepContext(evening.table, evening.setup, 0, staff(CROUPIER)))[0]


# --- punteggi e vincite --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bet", "cards", "winnings"),
    [
        ("punto", PUNTO_WINS, 2_000),  # «viene pagato alla pari 1:1»
        ("banco", "2c9h3s9d", 1_900),  # «viene pagato 19:20»
        ("egalite", TIE, 16_000),  # «viene pagato 8:1»
    ],
)
def test_punteggi_e_vincite(bet: str, cards: str, winnings: int) -> None:
    """««Punto» (Player) viene pagato alla pari 1:1 … «Banco» (Banker) viene pagato 19:20 …
    «Égalité» viene pagato 8:1»"""
    dealt = deal(SHEET.rule, parse_cards(cards))
    (paid,) = pay(SHEET, dealt, {Bet(bet): 2_000}).payments
    assert (paid.winnings, paid.returned, paid.commission) == (winnings, winnings + 2_000, 0)


# --- Égalité -------------------------------------------------------------------------------

COUP, KEY, NOW = 5, "k" * 16, 1_800_000_000_000
HOUSE, TIPS, CREDIT, STAKES, ACCOUNT = 1, 2, 12, 13, 17
SETTING = Setting(SHEET, hash_sheet(SHEET), HOUSE, tips_account=TIPS)
OPEN = SharedSeat(
    id=7,
    account=ACCOUNT,
    credit_account=CREDIT,
    house="st-moritz",
    currency="FUN",
    view=SharedView(1, 1, SeatPhase.OPEN, offset=1, credit=10_000, coup=COUP),
    generation=1,
    table="green",
    stakes_account=STAKES,
)


def do(seat: SharedSeat, asked: Step, now: int = NOW) -> Change:
    return step(seat, asked, SETTING, now)


def after(seat: SharedSeat, asked: Step, now: int = NOW) -> SharedSeat:
    changed = do(seat, asked, now).seat
    assert isinstance(changed, SharedSeat)
    return changed


def told_of(seat: SharedSeat, **told: object) -> SharedSeat:
    """The seat with these fields of its view changed."""
    return replace(seat, view=replace(seat.view, **told))


def told(change: Change) -> dict[str, Any]:
    assert change.record is not None
    body: dict[str, Any] = msgspec.json.decode(change.record.body)
    return body


def postings(change: Change) -> set[tuple[int, int, int]]:
    assert change.record is not None
    return {(each.payer, each.payee, each.amount) for each in change.record.postings}


def confirm(coup: int = COUP, **stakes: int) -> Confirm:
    return Confirm(KEY, coup, {Bet(bet): stake for bet, stake in stakes.items()})


def paid(cards: str, coup: int = COUP) -> Pay:
    return Pay(coup, 1, "ff" * 32, deal(SHEET.rule, parse_cards(cards)))


@pytest.fixture
def staked() -> SharedSeat:
    return after(OPEN, confirm(punto=1_000, banco=2_000, egalite=500))


@pytest.fixture
def left(staked: SharedSeat) -> SharedSeat:
    return after(staked, paid(TIE))


def test_vincono_le_puntate_su_egalite(staked: SharedSeat) -> None:
    """«Se entrambe le parti avranno raggiunto il medesimo punteggio, sarà un pareggio e vincono
    le puntate su «Égalité».»"""
    change = do(staked, paid(TIE))
    body = told(change)
    assert body["outcome"] == Outcome.EGALITE
    assert (body["staked"], body["returned"], body["credit"]) == (3_500, 4_500, 11_000)
    assert postings(change) == {(STAKES, HOUSE, 500), (HOUSE, CREDIT, 4_500)}


def test_le_puntate_restano_invariate(staked: SharedSeat) -> None:
    """«In questo caso le puntate su «Punto» e «Banco» restano invariate»"""
    change = do(staked, paid(TIE))
    assert told(change)["left"] == {"punto": 1_000, "banco": 2_000}
    assert isinstance(change.seat, SharedSeat)
    assert change.seat.view.stakes == change.seat.view.left == {Bet.PUNTO: 1_000, Bet.BANCO: 2_000}
    assert change.seat.view.coup == COUP + 1


def test_if_all_stakes_are_left_no_money_moves() -> None:
    """«restano invariate»"""
    change = do(after(OPEN, confirm(punto=1_000)), paid(TIE))
    assert postings(change) == set()
    assert told(change)["returned"] == 0


@pytest.mark.parametrize("bets", [(Bet.PUNTO,), (Bet.BANCO,), (Bet.BANCO, Bet.PUNTO)])
def test_possono_essere_ritirate(bets: tuple[Bet, ...], left: SharedSeat) -> None:
    """«possono quindi essere ritirate»: one bet or both, to the credit."""
    lay = dict(left.view.left)
    change = do(left, Withdraw(KEY, bets))
    body, taken = told(change), {bet: lay[bet] for bet in bets}
    assert body["stakes"] == taken
    assert (body["reason"], body["to_account"]) == (WhyReturned.WITHDRAWN, False)
    assert body["credit"] == left.view.credit + sum(taken.values())
    assert postings(change) == {(STAKES, CREDIT, sum(taken.values()))}
    assert isinstance(change.seat, SharedSeat)
    assert change.seat.view.left == change.seat.view.stakes
    assert change.seat.view.left == {bet: stake for bet, stake in lay.items() if bet not in bets}


@pytest.mark.parametrize("bets", [(Bet.EGALITE,), (Bet.PUNTO, Bet.EGALITE), (Bet.PUNTO, Bet.PUNTO)])
def test_only_left_stakes_can_be_withdrawn(bets: tuple[Bet, ...], left: SharedSeat) -> None:
    """«ritirate»: the stakes on Punto and Banco, once each."""
    with pytest.raises(BettingClosed, match="no stakes were left on the cloth for these bets"):
        do(left, Withdraw(KEY, bets))


def test_a_bet_added_to_left_stakes_is_final(left: SharedSeat) -> None:
    """A confirmed bet can't be withdrawn, but stakes left by Égalité can."""
    more = after(left, confirm(COUP + 1, punto=1_000, egalite=500))
    assert more.view.stakes == {Bet.PUNTO: 2_000, Bet.BANCO: 2_000, Bet.EGALITE: 500}
    back = after(more, Withdraw(KEY, (Bet.PUNTO,)))
    assert back.view.stakes == {Bet.PUNTO: 1_000, Bet.BANCO: 2_000, Bet.EGALITE: 500}
    with pytest.raises(BettingClosed):
        do(back, Withdraw(KEY, (Bet.PUNTO,)))


def test_o_giocate_nella_mano_successiva(left: SharedSeat) -> None:
    """«o giocate nella mano successiva»: left untouched they are stakes on the next coup."""
    change = do(left, paid(PUNTO_WINS, COUP + 1))
    body = told(change)
    assert (body["number"], body["staked"], body["returned"]) == (COUP + 1, 3_000, 2_000)
    assert body["left"] == {}
    assert isinstance(change.seat, SharedSeat)
    assert (change.seat.view.stakes, change.seat.view.left) == ({}, {})


def test_stakes_can_be_left_by_several_egalites(left: SharedSeat) -> None:
    """«restano invariate», every time; the earliest stake stays the earliest."""
    again = after(left, paid(TIE, COUP + 1))
    assert (again.view.left, again.view.coup, again.view.since) == (
        left.view.left,
        COUP + 2,
        left.view.since,
    )


def test_left_stakes_of_an_absent_player_go_back_to_the_credit(left: SharedSeat) -> None:
    """Reading 16: «otherwise they go back to the credit before the next betting closes»."""
    change = do(replace(left, lost=NOW), GiveBackLeft(WhyReturned.ABSENT))
    assert postings(change) == {(STAKES, CREDIT, 3_000)}
    assert told(change)["reason"] == WhyReturned.ABSENT


def test_left_stakes_go_to_the_account_after_a_cash_out(left: SharedSeat) -> None:
    """Reading 16, when the session has ended."""
    gone = after(left, CashOut(KEY))
    assert gone.view.stakes == left.view.stakes
    change = do(gone, GiveBackLeft(WhyReturned.ABSENT))
    assert postings(change) == {(STAKES, ACCOUNT, 3_000)}
    assert told(change)["to_account"] is True
    assert told(change)["credit"] == 0


def test_no_stakes_are_left_for_a_player_who_cashed_out_before(staked: SharedSeat) -> None:
    """«restano invariate»: but the player is gone, so all stakes go to the account."""
    gone = after(staked, CashOut(KEY))
    change = do(gone, paid(TIE))
    assert told(change)["left"] == {}
    assert postings(change) == {(STAKES, HOUSE, 3_500), (HOUSE, ACCOUNT, 7_500)}


def test_left_stakes_are_returned_after_a_restore(left: SharedSeat) -> None:
    renewed = after(left, Renew(2))
    change = do(renewed, GiveBack(COUP + 1, WhyReturned.RESTORE))
    assert postings(change) == {(STAKES, CREDIT, 3_000)}
    assert isinstance(change.seat, SharedSeat)
    assert (change.seat.view.stakes, change.seat.view.left) == ({}, {})


def test_without_left_stakes_nothing_is_returned(staked: SharedSeat) -> None:
    for asked in (GiveBackLeft(WhyReturned.STANDING), Withdraw(KEY, (Bet.PUNTO,))):
        with pytest.raises(BettingClosed):
            do(staked, asked)


def test_chips_added_to_left_stakes_are_confirmed_automatically(left: SharedSeat) -> None:
    """«giocate nella mano successiva», together with more chips."""
    laid = replace(told_of(left, draft={Bet.PUNTO: 1_500}), automatic=True)
    assert after(laid, ConfirmDraft(COUP + 1)).view.stakes[Bet.PUNTO] == 2_500


def test_a_withdrawal_may_not_leave_a_bet_below_the_minimum(left: SharedSeat) -> None:
    """«possono quindi essere ritirate»: a bet added to them remains as a bet by itself."""
    least = SHEET.offers[Bet.PUNTO].min
    assert left.view.left[Bet.PUNTO] == least == 1_000
    laying = Place({Bet.PUNTO: 500}, COUP + 1)
    for asked in (confirm(COUP + 1, punto=500), laying):
        with pytest.raises(BelowMinimum):
            do(left, asked)
    more = after(after(left, confirm(COUP + 1, punto=1_000)), confirm(COUP + 1, punto=500))
    for back in (Withdraw(KEY, (Bet.PUNTO,)), GiveBackLeft(WhyReturned.ABSENT)):
        assert after(more, back).view.stakes[Bet.PUNTO] == 1_500


def test_limits_hold_for_left_stakes_and_added_bets_together(left: SharedSeat) -> None:
    most = SHEET.offers[Bet.PUNTO].max
    with pytest.raises(AboveMaximum):
        do(told_of(left, credit=2 * most), confirm(COUP + 1, punto=most))


# --- a hand of cards, for the player's own eyes --------------------------------------------


def test_only_a_connected_player_with_a_bet_holds_cards(staked: SharedSeat) -> None:
    """«il giocatore che ha puntato … ha il diritto … di prendere in mano le carte»"""
    change = do(staked, Hand(COUP, PUNTO, "2c6s"))
    assert change.record is not None
    assert (told(change)["cards"], change.record.postings) == ("2c6s", ())
    assert isinstance(change.seat, SharedSeat)
    assert change.seat.view.held == {PUNTO: InHand("2c6s", 8, speaks=False)}
    assert after(change.seat, paid(PUNTO_WINS)).view.held == {}
    with pytest.raises(BettingClosed):
        do(OPEN, Hand(COUP, PUNTO, "2c6s"))
    with pytest.raises(NoSession):
        do(after(staked, CashOut(KEY)), Hand(COUP, PUNTO, "2c6s"))


# --- le mance ------------------------------------------------------------------------------


def test_si_accettano_mance() -> None:
    """«Si accettano mance in quanto parte del salario del personale.»: they go to an account of
    their own, not to the house."""
    change = do(OPEN, Tip(KEY, 700))
    assert change.record is not None
    assert change.record.postings == (Posting(CREDIT, TIPS, 700),)
    assert (told(change)["amount"], told(change)["credit"]) == (700, 9_300)
    with pytest.raises(NotEnoughCredit):
        do(OPEN, Tip(KEY, 10_001))


def test_tips_are_refused_if_the_book_has_none() -> None:
    """Campione's book doesn't mention tips."""
    assert not house("campione").sheet.table.tips
    with pytest.raises(BettingClosed, match="takes no tips"):
        step(OPEN, Tip(KEY, 700), replace(SETTING, tips_account=0), NOW)
