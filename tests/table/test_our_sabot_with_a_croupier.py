"""A person runs the table, and the cards are those of our sabot."""

import pytest

from puntobanco.errors import (
    AgainstTheRule,
    FromOurSabot,
    NotNow,
)
from puntobanco.game.cards import points
from puntobanco.game.coup import Side
from puntobanco.game.sheet import Faces
from puntobanco.table.shared.automatic_croupier import Here, next_step
from puntobanco.table.shared.console_offers import demand_now
from puntobanco.table.shared.shared_table import (
    BurnCards,
    CloseList,
    Deal,
    Fix,
    HandBack,
    ShuffleSabot,
    TableStep,
)
from puntobanco.wire import console_commands
from puntobanco.wire.table_spec import TableSpec
from tests.table import luck
from tests.table.land import mixed
from tests.table.staffed_evening import (
    ANNA,
    HELD,
    MARA,
    OURS,
    StaffedEvening,
    can,
    moment,
    our_sabot,
)
from tests.table.table_commands import call

NEUTRAL = "Punto speaks, or shows a natural"


def test_betting_cannot_open_before_the_burn() -> None:
    """Otherwise the burned cards would be dealt."""
    evening = our_sabot()
    evening.table = evening.changes[-2].table  # the order is fixed, but nothing is burned
    with pytest.raises(NotNow, match="the first cards must be burned first"):
        evening.says(console_commands.OpenBetting)
    evening.do(BurnCards())
    evening.says(console_commands.OpenBetting)


def test_il_giocatore_alla_punta_parla_per_primo() -> None:
    """The croupier calls for a silent holder, and must also follow the rule."""
    for _ in range(60):
        evening = our_sabot()
        evening.says(console_commands.OpenBetting)
        evening.close({}, {Side.PUNTO: "17"})
        for _ in range(4):
            last = evening.says(console_commands.Draw)
        assert offered_of_ours(evening) == (set(), NEUTRAL, Side.PUNTO)
        evening.now = last.until
        if offered_of_ours(evening)[0] == {"speak"}:
            break
    evening.now = last.until - 1
    assert last.until == last.at + 1000 * (evening.setup.sheet.times.squeeze_s or 0)
    draws = punto_draws(evening)
    with pytest.raises(NotNow, match=NEUTRAL):
        evening.says(console_commands.Speak, draws)
    evening.now = last.until
    with pytest.raises(AgainstTheRule):
        evening.says(console_commands.Speak, not draws)
    assert evening.says(console_commands.Speak, draws).player == ""
    evening.says(console_commands.Turn, Side.BANCO)


def test_a_console_waits_for_a_holder_who_is_still_connected() -> None:
    """Even if the other holder has left, this one may turn their cards until the time is over."""
    evening = our_sabot(TableSpec("held", "st-moritz", croupier="person", faces=Faces.DOWN))
    evening.says(console_commands.OpenBetting)
    evening.close({}, {Side.PUNTO: "17", Side.BANCO: "23"})
    for _ in range(4):
        evening.says(console_commands.Draw)
    back = evening.do(HandBack(Side.PUNTO))
    with pytest.raises(NotNow, match="waiting for banco's holder"):
        evening.says(console_commands.Turn, Side.BANCO)
    evening.now = back.until
    assert evening.says(console_commands.Turn, Side.BANCO).player == ""


def punto_draws(evening: StaffedEvening) -> bool:
    has = points(evening.coup.punto[:2])
    return evening.setup.sheet.rule.punto_draws(has)


def offered_of_ours(evening: StaffedEvening) -> tuple[set[str], str, Side | None]:
    return can(evening) - {"call_manager", "leave"}, *demand_now(moment(evening))


@pytest.mark.parametrize("wish", [luck.punto_draws, luck.punto_stands, luck.punto_natural])
def test_a_console_does_not_show_cards_in_hand(wish: luck.Wish) -> None:
    """No offer, message or refusal reveals a natural before the holder's time is over."""
    evening = StaffedEvening(OURS)
    mixed(evening, wish)
    evening.says(console_commands.OpenBetting)
    evening.close({}, {Side.PUNTO: "17"})
    for _ in range(4):
        last = evening.says(console_commands.Draw)
    assert offered_of_ours(evening) == (set(), NEUTRAL, Side.PUNTO)
    said = []
    for kind, *words in (
        (console_commands.Draw,),
        (console_commands.Turn, Side.PUNTO),
        (console_commands.Turn, Side.BANCO),
        (console_commands.Speak, True),
        (console_commands.Announce,),
    ):
        with pytest.raises(NotNow) as refused:
            evening.says(kind, *words)
        said.append(str(refused.value.facts["phase"]))
    assert set(said) == {f"dealing: {NEUTRAL}"}
    evening.now = last.until
    can = {"turn"} if wish is luck.punto_natural else {"speak"}
    assert offered_of_ours(evening)[0] == can


def test_an_exhibition_needs_no_croupier_and_starts_only_for_visitors() -> None:
    evening = StaffedEvening(OURS)
    alone = Here(watchers=1)
    assert next_step(evening.table, evening.setup, alone, evening.now, None) is None
    assert next_step(evening.table, evening.setup, ANNA, evening.now, None) == TableStep(
        ShuffleSabot()
    )
    for step in (ShuffleSabot(), CloseList(), Fix(), BurnCards()):
        evening.do(step)
    assert evening.view.exhibition
    assert next_step(evening.table, evening.setup, ANNA, evening.now + 10**6, None) == TableStep(
        Deal({})
    )
    with pytest.raises(NotNow):
        evening.says(console_commands.OpenBetting)


def test_our_sabot_cannot_be_corrected_read_in_or_void() -> None:
    """The cards of our sabot are fixed by its commitment."""
    evening = our_sabot()
    evening.bets()
    evening.says(console_commands.Draw)
    with pytest.raises(FromOurSabot):
        evening.says(console_commands.Correct, 1, "4h", "I don't like it")
    with pytest.raises(FromOurSabot):
        evening.says(console_commands.Read, "4h")
    with pytest.raises(FromOurSabot):
        evening.says(console_commands.Void, "I don't like it", by=MARA)
    with pytest.raises(FromOurSabot):
        evening.says(console_commands.NewSabot)


@pytest.mark.parametrize("spec", [OURS, HELD], ids=lambda spec: spec.name)
def test_the_console_cannot_turn_held_cards_before_the_time_is_over(
    spec: TableSpec,
) -> None:
    evening = mixed(StaffedEvening(spec), luck.six_cards)
    assert isinstance(evening, StaffedEvening)
    evening.says(console_commands.OpenBetting)
    evening.close({}, {Side.PUNTO: "17"})
    for _ in range(4):
        last = evening.says(console_commands.Draw)
    if spec is OURS:
        evening.do(call(draws=True, player="17"))
        evening.says(console_commands.Turn, Side.BANCO)
        last = evening.says(console_commands.Draw)
    assert last.asks is Side.PUNTO
    assert offered_of_ours(evening) == (set(), "Punto's cards are turned", Side.PUNTO)
    with pytest.raises(NotNow, match="holder"):
        evening.says(console_commands.Turn, Side.PUNTO)
    evening.now = last.until
    assert offered_of_ours(evening)[0] == {"turn"}
    evening.says(console_commands.Turn, Side.PUNTO)
