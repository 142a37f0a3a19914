"""Campione's book (002), sentence by sentence: boxes, four cards face down, Carta or Resto."""

import pytest

from puntobanco.errors import (
    AgainstTheRule,
    BadTable,
    BoxFull,
    NoSuchBox,
    NotHolding,
    NotNow,
)
from puntobanco.game.cards import parse_cards, points, print_cards
from puntobanco.game.coup import Outcome, Side, deal
from puntobanco.game.settlement import left_on_cloth, pay
from puntobanco.game.sheet import Source
from puntobanco.houses import house
from puntobanco.table.effective_sheet import effective_sheet, read_spec
from puntobanco.table.shared.automatic_croupier import Here, next_step
from puntobanco.table.shared.card_holders import (
    AllTurned,
    Calling,
    Drawing,
    Turning,
    cards_in_hand,
    holders_of,
    in_hand,
    is_boxed,
)
from puntobanco.table.shared.shared_table import HandBack, Settle, TableStep
from puntobanco.wire import console_commands
from puntobanco.wire.requests import Box
from puntobanco.wire.stream import Called
from puntobanco.wire.table_spec import TableSpec
from tests.table.evening import Evening
from tests.table.land import (
    ANNA,
    BRUNO,
    CARLA,
    DARIO,
    bettor,
    campione,
    close,
    deal_four,
    faces,
    seen,
)
from tests.table.luck import (
    Wish,
    banco_natural,
    banco_wins,
    both,
    egalite,
    no_natural,
    punto_draws,
    punto_natural,
    punto_stands,
    punto_wins,
    six_cards,
)
from tests.table.staffed_evening import LEAVING, TURNED, FaceDown, StaffedEvening
from tests.table.table_commands import announce, call, draw, take_box, turn

SHEET = house("campione").sheet
PUNTA, BANCO = Side.PUNTO, Side.BANCO
DOWN = TableSpec("down", "campione", croupier="person", cards=Source.CROUPIER)


# --- the table -----------------------------------------------------------------------------


def test_sei_mazzi() -> None:
    """«Si gioca con 6 mazzi di carte.»"""
    assert SHEET.cards.decks == 6


@pytest.mark.parametrize("boxes", [7, 9])
def test_sette_o_nove_caselle(boxes: int) -> None:
    """«per un max di 7/9 caselle, a dipendenza della grandezza del tavolo»"""
    evening = campione(boxes=boxes)
    evening.do(take_box(ANNA, boxes))
    with pytest.raises(NoSuchBox) as refused:
        evening.do(take_box(BRUNO, boxes + 1))
    assert refused.value.message == (
        f"There is no box {boxes + 1} here. Choose one from 1 to {boxes}."
    )


def test_no_other_number_of_boxes() -> None:
    """«un max di 7/9 caselle»: eight or ten boxes are refused."""
    spec = read_spec({"name": "x", "house": "campione", "boxes": 8})
    with pytest.raises(BadTable, match="boxes: campione has 7 or 9"):
        effective_sheet(SHEET, spec)


def test_tre_giocatori_per_casella() -> None:
    """«Max 3 giocatori per casella»: a full box is refused, with the names of its players."""
    evening = campione()
    for player in (ANNA, BRUNO, CARLA):
        evening.do(take_box(player, 4))
    with pytest.raises(BoxFull) as refused:
        evening.do(take_box(DARIO, 4))
    said = "Box 4 is full: it takes 3, and 17, 23, 29 sit there. Choose another box."
    assert refused.value.message == said
    evening.do(take_box(DARIO, 5))
    assert evening.table.view.boxes == {4: (ANNA, BRUNO, CARLA), 5: (DARIO,)}


def test_a_player_has_at_most_one_box() -> None:
    """«Max 3 giocatori per casella»: a player who moves to another box frees a place."""
    evening = campione()
    evening.do(take_box(ANNA, 4))
    with pytest.raises(NotNow, match="at box 4"):
        evening.do(take_box(ANNA, 4))
    evening.do(take_box(ANNA, 5))
    assert evening.table.view.boxes == {5: (ANNA,)}
    evening.do(take_box(ANNA, 0))
    assert evening.table.view.boxes == {}
    assert not is_boxed(evening.table.view, ANNA)
    with pytest.raises(NotNow, match="standing"):
        evening.do(take_box(ANNA, 0))


def test_a_player_without_a_session_loses_the_box() -> None:
    """«Max 3 giocatori per casella»: the croupier frees the place after a session."""
    evening = campione()
    evening.do(take_box(ANNA, 4))
    evening.do(take_box(BRUNO, 4))
    here = Here(frozenset({BRUNO}), 0, frozenset({BRUNO}))
    asked = next_step(evening.table, evening.setup, here, evening.now, None)
    assert asked == take_box(ANNA, 0)
    dropped = Here(frozenset({BRUNO}), 0, frozenset({ANNA, BRUNO}))  # Anna still has a session
    asked = next_step(evening.table, evening.setup, dropped, evening.now, None)
    assert asked is None or not isinstance(asked.command, Box)


# --- the payments --------------------------------------------------------------------------


PAID = {
    "punto": ("9c2h9d3s", 1_000, 2_000, 0),  # «alla pari per la combinazione Punta»
    "banco": ("2c9h3s9d", 1_000, 1_950, 50),  # «alla pari ... detratto il 5% (cagnotte)»
    "egalite": ("2c9h7s9d", 500, 0, 0),
}


@pytest.mark.parametrize("bet", PAID)
def test_i_pagamenti(bet: str) -> None:
    """«I pagamenti sono … alla pari per la combinazione Punta … alla pari per la combinazione
    Banco, detratto il 5% (cagnotte)»"""
    cards, stake, returned, commission = PAID[bet]
    dealt = deal(SHEET.rule, parse_cards(cards))
    (paid,) = pay(SHEET, dealt, bettor(ANNA, **{bet: stake}).stakes).payments
    assert (paid.returned, paid.commission) == (returned, commission)


def test_otto_volte_la_posta() -> None:
    """«otto volte la posta per la combinazione Egalité», and the stake comes back."""
    dealt = deal(SHEET.rule, parse_cards("2c3h6s5d"))
    assert dealt.outcome is Outcome.EGALITE
    (paid,) = pay(SHEET, dealt, bettor(ANNA, egalite=500).stakes).payments
    assert (paid.winnings, paid.returned) == (4_000, 4_500)


def test_at_egalite_the_other_stakes_come_back() -> None:
    """Reading: «On Egalité the stakes on Punta and Banco come back.»"""
    dealt = deal(SHEET.rule, parse_cards("2c3h6s5d"))
    stakes = bettor(ANNA, punto=1_000, banco=2_000).stakes
    assert pay(SHEET, dealt, stakes).total == 3_000
    assert left_on_cloth(SHEET, dealt, stakes) == {}


# --- the cards -----------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["Th", "Jh", "Qh", "Kh"])
def test_le_figure_e_i_dieci_valgono_zero(card: str) -> None:
    """«Le carte hanno valore facciale; le figure e i dieci valgono zero.»"""
    assert StaffedEvening(DOWN).plays(f"{card}2c9dKs").punto == 9


def test_sottraendo_10_ogni_qualvolta_e_possibile() -> None:
    """«Il punteggio della mano si calcola sommando il valore delle carte e sottraendo 10, ogni
    qualvolta è possibile (6+7=13-10=3).»"""
    evening = StaffedEvening(DOWN)
    evening.bets()
    evening.reads("6h9c7d9s")
    assert (evening.view.punto, evening.view.banco) == (3, 8)


# --- four cards face down ------------------------------------------------------------------


def test_quattro_carte_coperte() -> None:
    """«L'impiegato estrae dal sabot quattro carte coperte, la prima e la terza per la Punta,
    la seconda e la quarta per il Banco.»"""
    evening = campione(no_natural)
    close(evening, bettor(ANNA, punto=1_000))
    drawn = [evening.do(draw()) for _ in range(4)]
    assert [each.side for each in drawn] == [PUNTA, BANCO, PUNTA, BANCO]
    assert [each.card for each in drawn] == ["??"] * 4
    assert [each.points for each in drawn] == [None] * 4
    assert list(seen(evening)) == []


def test_quattro_carte_coperte_di_un_sabot_vero() -> None:
    """«L'impiegato estrae dal sabot quattro carte coperte»: they are read as they leave it, and
    nobody is told of them before they are turned."""
    evening = FaceDown(LEAVING)
    evening.begins()
    assert [each.card for each in evening.reads("2h3cKd4s")] == ["??"] * 4
    told = repr((evening.events[-4:], evening.view.cards, evening.offers))
    assert not [card for card in ("2h", "3c", "Kd", "4s") if card in told]


def test_the_player_at_punta_receives_the_cards() -> None:
    """«Il giocatore alla Punta che ha ricevuto le carte»: nobody receives those of Banco."""
    evening = campione(no_natural)
    assert close(evening, bettor(ANNA, banco=9_000), bettor(BRUNO, punto=1_000)) == {PUNTA: BRUNO}
    for n in range(4):
        assert cards_in_hand(evening.table.view, evening.coup) == {}, n
        evening.do(draw())
    in_hand = cards_in_hand(evening.table.view, evening.coup)
    assert in_hand == {PUNTA: print_cards(evening.coup.punto[:2])}


@pytest.mark.parametrize(
    ("bettors", "holds"),
    [
        ((bettor(ANNA, 1, punto=1_000), bettor(BRUNO, 2, punto=1_500)), BRUNO),
        ((bettor(ANNA, 2, punto=1_000), bettor(BRUNO, 1, punto=1_000)), BRUNO),
        ((bettor(BRUNO, 1, punto=1_000), bettor(ANNA, 1, punto=1_000)), ANNA),
        ((bettor(ANNA, 1, punto=1_000, egalite=500), bettor(BRUNO, 2, punto=1_500)), BRUNO),
    ],
    ids=["the largest stake", "then the earliest", "then the lower number", "on Punta alone"],
)
def test_the_largest_then_the_earliest_stake_receives_the_cards(
    bettors: tuple[object, ...], holds: str
) -> None:
    """«Il giocatore alla Punta che ha ricevuto le carte»: by largest stake, then by earliest."""
    assert holders_of(campione().setup.sheet, bettors) == {PUNTA: holds}  # type: ignore[arg-type]


def test_if_nobody_bet_on_punta_the_croupier_turns_the_cards() -> None:
    """Reading: «if nobody did, the croupier turns them»; nobody has to call."""
    evening = campione(punto_draws)
    assert deal_four(evening, bettor(ANNA, banco=1_000)) == {}
    assert evening.waits == Turning(PUNTA)
    evening.go_on()
    assert Called not in map(type, evening.events)


# --- Carta or Resto ------------------------------------------------------------------------


def test_parla_per_primo() -> None:
    """«Il giocatore alla Punta che ha ricevuto le carte parla per primo, chiedendo o rifiutando
    carta»: before that call nothing is turned or drawn."""
    evening = campione(punto_draws)
    deal_four(evening, bettor(ANNA, punto=1_000))
    assert evening.waits == Calling()
    for too_early in (turn(PUNTA, ANNA), turn(BANCO), draw(), announce()):
        with pytest.raises(NotNow, match="Punto speaks"):
            evening.do(too_early)


@pytest.mark.parametrize("spec", [LEAVING, TURNED], ids=lambda spec: spec.reading)
def test_parla_per_primo_al_tavolo_vero(spec: TableSpec) -> None:
    """«parla per primo, chiedendo o rifiutando carta»: the croupier enters Carta or Resto, and
    then «scopre le carte del banco»."""
    evening = FaceDown(spec)
    evening.begins()
    if spec is LEAVING:
        evening.reads("2h3cKd4s")
    assert evening.offers[1:] == ("Punto speaks, or shows a natural", PUNTA)
    with pytest.raises(NotNow, match="Punto speaks"):
        evening.turns_banco("3c", "4s")
    assert evening.says(console_commands.Speak, draws=True).draws
    evening.turns_banco("3c", "4s")
    assert (evening.view.cards, evening.view.banco) == ("??3c??4s", 7)


@pytest.mark.parametrize("spec", [LEAVING, TURNED], ids=lambda spec: spec.reading)
@pytest.mark.parametrize(("hand", "draws"), [("2hKd", False), ("6hKd", True)])
def test_attenendosi_obbligatoriamente_al_tavolo_vero(
    spec: TableSpec, hand: str, draws: bool
) -> None:
    """«attenendosi obbligatoriamente alla regola dei tiraggi»: what the player has said can't be
    refused at a real table. It is shown as against the rule, and the rule decides."""
    evening = FaceDown(spec)
    evening.begins()
    if spec is LEAVING:
        evening.reads(f"{hand[:2]}3c{hand[2:]}4s")
    evening.says(console_commands.Speak, draws)
    evening.turns_banco("3c", "4s")
    if spec is TURNED:
        assert not evening.view.against  # nobody knows Punta's cards yet
        evening.turns(PUNTA, hand[:2], hand[2:])
    assert evening.view.against
    can, demands, _ = evening.offers
    assert ("read" in can and demands == "a card for Punto") is not draws


@pytest.mark.parametrize("draws", [True, False])
def test_chiede_carta_o_resta(draws: bool) -> None:
    """«Cioè, chiede carta con un totale di 0, 1, 2, 3, 4 o 5, e resta con 6 o 7.»"""
    evening = campione(punto_draws if draws else punto_stands)
    deal_four(evening, bettor(ANNA, punto=1_000))
    has = points(evening.coup.punto[:2])
    assert has in ((0, 1, 2, 3, 4, 5) if draws else (6, 7))
    called = evening.do(call(draws, ANNA))
    assert (called.draws, called.player) == (draws, ANNA)
    assert evening.table.view.called is draws


@pytest.mark.parametrize("draws", [True, False])
def test_attenendosi_obbligatoriamente_alla_regola(draws: bool) -> None:
    """«attenendosi obbligatoriamente alla regola dei tiraggi»: a call against the rule is refused
    with the rule's words, and nothing changes."""
    evening = campione(punto_draws if draws else punto_stands)
    deal_four(evening, bettor(ANNA, punto=1_000))
    before = evening.table
    with pytest.raises(AgainstTheRule) as refused:
        evening.do(call(not draws, ANNA))
    has = points(evening.coup.punto[:2])
    rule = f"Punto {has}: Punto {'draws' if draws else 'stands'}"
    assert refused.value.message == f"The rule says otherwise: {rule}."
    assert evening.table == before
    evening.do(call(draws, ANNA))


def test_the_croupier_goes_on_for_a_silent_holder() -> None:
    """Reading: «A call against the rule is refused; silence leaves it to the croupier.»"""
    evening = campione(punto_draws)
    deal_four(evening, bettor(ANNA, punto=1_000))
    here = Here(frozenset({ANNA}), 0, frozenset({ANNA}))
    until = evening.table.view.until or 0
    drawn_at = evening.events[-1].at
    assert until - drawn_at == 20_000  # squeeze_s of the sheet
    waits = next_step(evening.table, evening.setup, here, until - 1, evening.coup)
    assert waits is None
    asked = next_step(evening.table, evening.setup, here, until, evening.coup)
    assert asked == call(True)  # noqa: FBT003
    assert evening.do(asked).player == ""


def test_other_players_cannot_call_and_learn_nothing() -> None:
    """«Il giocatore alla Punta che ha ricevuto le carte parla»: anybody else is refused, with the
    same words whatever is in the hand."""
    said = set()
    for wish in (punto_draws, punto_stands, punto_natural):
        evening = campione(wish)
        deal_four(evening, bettor(ANNA, punto=2_000), bettor(BRUNO, punto=1_000))
        for asked in (call(True, BRUNO), call(False, BRUNO), turn(PUNTA, BRUNO)):  # noqa: FBT003
            with pytest.raises(NotHolding) as refused:
                evening.do(asked)
            said.add(refused.value.message)
    assert said == {"You don't hold punto's cards. Only the player who holds them can do this."}


# --- Banco ---------------------------------------------------------------------------------


def test_l_impiegato_scopre_le_carte_del_banco() -> None:
    """«L'impiegato, quindi, scopre le carte del banco, attenendosi scrupolosamente alla regola.»"""
    evening = campione(both(punto_draws, six_cards))
    deal_four(evening, bettor(ANNA, punto=1_000))
    evening.do(call(True, ANNA))  # noqa: FBT003
    assert evening.waits == Turning(BANCO)
    turned = evening.do(turn(BANCO))
    assert turned.player == ""
    assert faces(evening, BANCO) == print_cards(evening.coup.banco[:2])
    assert faces(evening, PUNTA) == "????"  # Punta's cards stay in the hand
    third = evening.do(draw())
    assert (third.side, third.card) == (PUNTA, "??")
    assert cards_in_hand(evening.table.view, evening.coup) == {
        PUNTA: print_cards(evening.coup.punto)
    }
    shown = evening.do(turn(PUNTA, ANNA))
    assert (shown.player, shown.points) == (ANNA, points(evening.coup.punto))
    last = evening.do(draw())
    assert (last.side, last.card) == (BANCO, str(evening.coup.banco[2]))  # nobody holds it
    assert evening.waits == AllTurned()


@pytest.mark.parametrize("wish", [punto_draws, punto_stands, punto_natural])
def test_the_stream_says_which_holder_is_asked_but_not_for_what(wish: Wish) -> None:
    """A client need not apply the rule to know whose turn it is, and cannot infer the cards."""
    evening = campione(wish)
    deal_four(evening, bettor(ANNA, punto=1_000))

    def asks() -> Side | None:
        return evening.table.view.asks

    assert asks() is PUNTA
    hand = in_hand(evening.setup.sheet, PUNTA, print_cards(evening.coup.punto[:2]))
    assert hand.points == points(evening.coup.punto[:2])
    assert hand.speaks is (wish is not punto_natural)  # with a natural there is nothing to call
    if wish is punto_natural:
        return
    evening.do(call(wish is punto_draws, ANNA))
    assert asks() is None  # the croupier turns Banco
    evening.do(turn(BANCO))
    if evening.waits == Drawing(face_down=True):
        assert asks() is None
        evening.do(draw())
        assert not in_hand(evening.setup.sheet, PUNTA, print_cards(evening.coup.punto)).speaks
    assert asks() is PUNTA
    evening.do(turn(PUNTA, ANNA))
    assert asks() is None


def test_a_standing_punta_is_shown_after_banco() -> None:
    """«L'impiegato, quindi, scopre le carte del banco»: then Punta's two, and Banco's third."""
    evening = campione(punto_stands)
    deal_four(evening, bettor(ANNA, punto=1_000))
    evening.do(call(False, ANNA))  # noqa: FBT003
    evening.do(turn(BANCO))
    assert evening.waits == Turning(PUNTA)
    evening.do(turn(PUNTA, ANNA))
    assert faces(evening, PUNTA) == print_cards(evening.coup.punto)
    assert evening.waits in (Drawing(face_down=False), AllTurned())


def test_the_croupier_turns_a_hand_that_is_not_shown_in_time() -> None:
    """A squeeze lasts as long as the sheet says, and no longer."""
    evening = campione(punto_stands)
    deal_four(evening, bettor(ANNA, punto=1_000))
    evening.do(call(False, ANNA))  # noqa: FBT003
    evening.do(turn(BANCO))
    view = evening.table.view
    assert (view.until or 0) - evening.events[-1].at == 20_000
    here = Here(frozenset({ANNA}), 0, frozenset({ANNA}))
    asked = next_step(evening.table, evening.setup, here, view.until or 0, evening.coup)
    assert asked == turn(PUNTA)
    assert evening.do(asked).player == ""


def test_diritto_di_battuta_della_punta() -> None:
    """«Il punteggio di 8 e 9, formato dalle prime due carte, conferisce … diritto di battuta,
    precludendo all'avversario la possibilità di richiedere carta.»"""
    evening = campione(punto_natural)
    deal_four(evening, bettor(ANNA, punto=1_000))
    assert evening.waits == Turning(PUNTA)  # there is nothing to call
    with pytest.raises(NotNow):
        evening.do(call(True, ANNA))  # noqa: FBT003
    evening.do(turn(PUNTA, ANNA))
    assert evening.waits == Turning(BANCO)
    told = evening.go_on()
    assert len(told.cards) == 8
    assert told.decisions == ()


def test_diritto_di_battuta_del_banco() -> None:
    """«… sia al puntatore che al banchiere diritto di battuta»: Punta calls, and gets no card."""
    evening = campione(both(banco_natural, lambda coup: points(coup.punto[:2]) <= 5))
    deal_four(evening, bettor(ANNA, punto=1_000))
    evening.do(call(True, ANNA))  # noqa: FBT003
    evening.do(turn(BANCO))
    assert evening.waits == Turning(PUNTA)
    told = evening.go_on()
    assert len(told.cards) == 8


@pytest.mark.parametrize(
    ("wish", "wins"),
    [(punto_wins, Outcome.PUNTO), (banco_wins, Outcome.BANCO), (egalite, Outcome.EGALITE)],
)
def test_vince_la_combinazione_che_si_avvicina_di_piu(wish: Wish, wins: Outcome) -> None:
    """«Vince la combinazione, Punta o Banco, che si avvicina di più a 8/9.»: nearest to nine."""
    evening = campione(wish)
    deal_four(evening, bettor(ANNA, punto=1_000))
    told = evening.go_on()
    nearer = {PUNTA: 9 - points(evening.coup.punto), BANCO: 9 - points(evening.coup.banco)}
    if wins is Outcome.EGALITE:
        assert nearer[PUNTA] == nearer[BANCO]
    else:
        assert min(nearer, key=lambda side: nearer[side]).value == wins.value
    assert told.outcome is wins


def test_a_nine_beats_an_eight() -> None:
    """Reading of «che si avvicina di più a 8/9»: «Nearest to nine wins.»"""
    assert StaffedEvening(DOWN).plays("9hKcKd8s").outcome is Outcome.PUNTO
    assert StaffedEvening(DOWN).plays("8hKcKd9s").outcome is Outcome.BANCO


def test_the_points_of_both_sides_are_announced() -> None:
    evening = campione(no_natural)
    deal_four(evening, bettor(ANNA, punto=1_000))
    told = evening.go_on()
    assert (told.punto, told.banco) == (points(evening.coup.punto), points(evening.coup.banco))
    assert told.cards == print_cards(evening.coup.cards)
    assert "?" not in told.cards
    evening.do(Settle())


# --- false draws ---------------------------------------------------------------------------


def test_i_falsi_tiraggi_una_carta_di_troppo() -> None:
    """«I falsi tiraggi, qualora riscontrati, verranno ristabiliti secondo la regola.»: Punta stands
    with seven and Banco with six, so the card that was drawn for Banco is set aside."""
    evening = StaffedEvening(DOWN)
    evening.bets()
    evening.reads("7h6cKdKs")
    (aside,) = evening.reads("9d")
    assert (aside.card, aside.goes_on) == ("9d", False)
    told = evening.announces()
    assert (told.cards, told.punto, told.banco) == ("7h6cKdKs", 7, 6)
    assert told.outcome is Outcome.PUNTO


def test_i_falsi_tiraggi_una_carta_che_manca() -> None:
    """«I falsi tiraggi … verranno ristabiliti secondo la regola.»: Banco has five and gave a four,
    so it must draw: no points are announced before its card."""
    evening = StaffedEvening(DOWN)
    evening.bets()
    evening.reads("KhKcKd5s4c")
    with pytest.raises(NotNow, match="demands a card for banco"):
        evening.says(console_commands.Announce)
    evening.reads("2c")
    told = evening.announces()
    assert (told.cards, told.banco, told.outcome) == ("KhKcKd5s4c2c", 7, Outcome.BANCO)


@pytest.mark.parametrize(
    ("read", "card", "cards", "aside"),
    [
        ("5h2cKd5s4c", "6h", "6h2cKd5s", "4c"),  # Punta stands after all
        ("6h2cKd5s4c", "5h", "5h2cKd5s4c", ""),  # Punta draws after all
    ],
)
def test_i_falsi_tiraggi_una_carta_letta_male(read: str, card: str, cards: str, aside: str) -> None:
    """«I falsi tiraggi, qualora riscontrati, verranno ristabiliti secondo la regola.»"""
    evening = StaffedEvening(DOWN)
    evening.bets()
    evening.reads(read)
    told = evening.says(console_commands.Correct, 1, card, "misread")
    assert (told.before, told.after, told.cards, told.aside) == (read[:2], card, cards, aside)
    assert evening.announces().cards == cards


def test_qualora_riscontrati() -> None:
    """«qualora riscontrati»: an error that nobody noticed before the payment stays."""
    evening = StaffedEvening(DOWN)
    evening.plays("7h6cKdKs")
    with pytest.raises(NotNow):
        evening.says(console_commands.Correct, 1, "5h", "it was a five")


# --- a player leaves -----------------------------------------------------------------------


def test_a_holder_who_leaves_hands_the_cards_back_at_once() -> None:
    """Reading 12: «A holder who leaves or drops returns the cards to the croupier at once.»"""
    evening = campione(punto_draws)
    deal_four(evening, bettor(ANNA, punto=1_000))
    gone = Here(frozenset({BRUNO}), 0, frozenset({ANNA, BRUNO}))
    asked = next_step(evening.table, evening.setup, gone, evening.now, evening.coup)
    assert asked == TableStep(HandBack(PUNTA))
    assert evening.do(asked).player == ANNA
    assert evening.table.view.holders == {}
    assert cards_in_hand(evening.table.view, evening.coup) == {}
    with pytest.raises(NotHolding):
        evening.do(turn(PUNTA, ANNA))
    assert evening.waits == Turning(PUNTA)  # by the croupier, without a call
    evening.go_on()


def test_a_holder_who_left_loses_also_the_turned_cards() -> None:
    """Otherwise a third card would be dealt to a player who is gone."""
    evening = campione(punto_stands)
    deal_four(evening, bettor(ANNA, punto=1_000))
    evening.do(call(False, ANNA))  # noqa: FBT003
    evening.do(turn(BANCO))
    evening.do(turn(PUNTA, ANNA))
    gone = Here(frozenset({BRUNO}), 0, frozenset({ANNA}))
    asked = next_step(evening.table, evening.setup, gone, evening.now, evening.coup)
    assert asked == TableStep(HandBack(PUNTA))
    until = evening.table.view.until
    assert evening.do(asked).until == until  # the croupier's pace doesn't change
    evening.go_on()


def test_an_exhibition_is_dealt_face_up() -> None:
    """Nobody has bet, so nobody holds cards."""
    evening = Evening(campione().spec)
    evening.mix()
    assert evening.deal().cards
    assert "?" not in "".join(getattr(each, "card", "") for each in evening.events)
