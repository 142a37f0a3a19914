"""An evening with a real sabot can be written in our notation and replayed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.errors import BadCoup, NeedNotInsist, NotNow
from puntobanco.game.cards import parse_cards, print_cards
from puntobanco.game.coup import Side, deal_exactly
from puntobanco.game.notation import NotedSabot, parse_sabot, print_sabot
from puntobanco.game.replay import replay
from puntobanco.game.sheet import Excess
from puntobanco.houses import house
from puntobanco.table.shared.demanded_cards import demanded
from puntobanco.table.shared.shared_table import Settle
from puntobanco.table.shared.stream_notation import noted_sabots
from puntobanco.wire import console_commands
from puntobanco.wire.stream import Result
from puntobanco.wire.table_spec import TableSpec
from tests.table.staffed_evening import LEAVING, MARA, REAL, TURNED, FaceDown, StaffedEvening

FEW = ("9h", "Kc", "4d")  # few, so that all six of a kind are soon drawn
Coup = tuple[list[str], list[tuple[int, str]], bool]


def noted(evening: StaffedEvening) -> NotedSabot:
    (sabot,) = noted_sabots("st-moritz", evening.events).values()
    return sabot


def play(evening: StaffedEvening, coup: Coup) -> None:
    reads, corrections, is_void = coup
    evening.bets()
    for card in reads:
        evening.says(console_commands.Read, card, insist=True)
    for n, card in corrections:
        try:
            evening.says(console_commands.Correct, n, card, "misread", insist=True)
        except NotNow:
            continue  # there is nothing to correct
    if is_void:
        evening.says(console_commands.Void, "nobody knows any more", by=MARA)
        evening.do(Settle())
        return
    while demanded(evening.setup.sheet.rule, parse_cards(evening.view.cards)) is not None:
        evening.says(console_commands.Read, "4d", insist=True)
    evening.announces()


few = st.sampled_from(FEW)
some_coups = st.lists(
    st.tuples(
        st.lists(few, max_size=7),
        st.lists(st.tuples(st.integers(1, 8), few), max_size=3),
        st.sampled_from([False, False, False, True]),
    ),
    min_size=1,
    max_size=8,
)


@given(coups=some_coups, excess=st.sampled_from(Excess))
def test_every_read_in_evening_can_be_written_and_replayed(
    coups: list[Coup], excess: Excess
) -> None:
    """With false draws, corrections, void coups and cards that were insisted on."""
    evening = StaffedEvening(excess=excess)
    for coup in coups:
        play(evening, coup)
    sabot = parse_sabot(print_sabot(noted(evening)))
    assert sabot == noted(evening)
    sheet = evening.setup.sheet
    told = [parse_cards(event.cards) for event in evening.events if isinstance(event, Result)]
    played = replay(sheet, sabot).coups
    assert [each.coup for each in played] == [deal_exactly(sheet.rule, each) for each in told]
    left = len(sabot.aside) + sum(len(each.cards) + len(each.aside) for each in sabot.coups)
    assert left + 1 + evening.view.burned == evening.view.gone


def test_a_void_coup_keeps_its_number_at_the_table() -> None:
    evening = StaffedEvening()
    for is_void in (False, False, True, False, True, False, False):
        play(evening, (["9h", "Kc", "4d", "Kc"], [], is_void))
    assert dict(noted(evening).remarks)["coups"] == "1-2 4 6-7"
    assert parse_sabot(print_sabot(noted(evening))) == noted(evening)


def test_the_cut_card_is_written_where_it_came() -> None:
    """Long before the sheet's place, or after it: what was dealt is dealt again."""
    evening = StaffedEvening(REAL)
    sheet = evening.setup.sheet
    while sheet.cards.deals(evening.view.gone):
        evening.bets()
        for card in ("9h", "Kc", "Kd", "Ks"):
            evening.says(console_commands.Read, card, insist=True)
        evening.announces()
    evening.bets()
    assert noted(evening).cut == "unseen"
    evening.says(console_commands.CutCard)
    coups = len(noted(evening).coups)
    assert noted(evening).cut == coups + 1
    evening.reads("4h9c5dTs")
    evening.announces()
    sabot = parse_sabot(print_sabot(noted(evening)))
    assert (sabot.cut, len(sabot.coups)) == (coups + 1, coups + 1)
    assert len(replay(sheet, sabot).coups) == coups + 1


# Seven nines of hearts out of six decks; "insisted" may follow coup 2 or coup 3.
SEVEN = "sabot campione\n1 9hKcKdKs\naside 9h9h9h9h\n2 9hKcKdKs\n3 9hQcQdQs\n"


def test_a_seventh_nine_is_replayed_only_if_the_croupier_insisted() -> None:
    campione = house("campione")
    with pytest.raises(BadCoup, match="holds 6 of 9h, but this makes 7"):
        campione.replay(parse_sabot(SEVEN))
    for text in (f"{SEVEN}insisted 9h\n", SEVEN.replace("\n3", "\ninsisted 9h\n3")):
        assert [each.coup.outcome for each in campione.replay(parse_sabot(text)).coups] == [
            "punto"
        ] * 3
    with pytest.raises(BadCoup, match="Coup 4"):  # insisted on only once
        campione.replay(parse_sabot(f"{SEVEN}insisted 9h\n4 9hJcJdJs\n"))


@pytest.mark.parametrize(
    "text",
    [
        f"{SEVEN}insisted 9hQc\n",
        "sabot campione\n1 9hKcKdKs\ninsisted 9h\n",
        "sabot campione\naside 9h\ninsisted 9h\n",
        "sabot punto-e-banco\n1 9hKcKdKs\ninsisted 9h\n2 9hKcKdKs\n",
    ],
)
def test_insisting_on_a_card_that_the_sabot_holds_is_refused(text: str) -> None:
    sabot = parse_sabot(text)
    with pytest.raises(NeedNotInsist):
        house(sabot.house).replay(sabot)


@pytest.mark.parametrize(("spec", "aside"), [(LEAVING, "7h3s"), (TURNED, "3s")])
def test_a_void_coup_that_lay_face_down_is_noted_as_far_as_it_was_read(
    spec: TableSpec, aside: str
) -> None:
    evening = FaceDown(spec)
    evening.begins()
    if spec is LEAVING:
        evening.reads("7h3s")
    else:
        evening.says(console_commands.Speak, draws=True)
        evening.turns(Side.BANCO, "3s")
    evening.says(console_commands.Void, "the sabot fell", by=MARA)
    sabot = noted(evening)
    assert print_cards(sabot.aside) == aside
    assert parse_sabot(print_sabot(sabot)) == sabot
