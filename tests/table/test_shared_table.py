"""A shared table by the rule book: mixing, burn, coups, cut card, reveal."""

from collections.abc import Callable
from itertools import count
from typing import get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from puntobanco.audit.findings import Findings
from puntobanco.audit.rules import Rules
from puntobanco.audit.sabot_replay import AuditedSabot, play_again
from puntobanco.errors import (
    AllOpen,
    AlreadyIn,
    DoesNotOpen,
    NoSuchBox,
    NotHolding,
    NotInList,
    NotNow,
    OldEpoch,
    Refusal,
    SabotGoesOn,
    SitsOut,
    Unopened,
)
from puntobanco.fair.commitment import hash_seed
from puntobanco.game.cards import parse_card, print_cards
from puntobanco.game.coup import Coup, Side
from puntobanco.game.sabot import coups
from puntobanco.table.shared.automatic_croupier import Here, next_step
from puntobanco.table.shared.shared_table import (
    TRANSITIONS,
    BurnCards,
    CloseList,
    CountStakes,
    Deal,
    Fix,
    GiveUp,
    HandBack,
    HouseCommand,
    Limit,
    Restore,
    Reveal,
    Settle,
    ShuffleSabot,
    Stand,
    TableStep,
    Vacate,
    coup_of,
    order_of,
)
from puntobanco.wire import console_commands
from puntobanco.wire.console_commands import AnyCommand
from puntobanco.wire.requests import AskManager, Call, MixIn, OpenSeed, Show
from puntobanco.wire.stream import (
    Burned,
    Drawn,
    Fixed,
    Result,
    Stage,
    Standing,
    StreamEvent,
    TableLimits,
)
from puntobanco.wire.table_fold import fold
from tests.table.evening import SEEDS, Evening
from tests.table.table_commands import (
    announce,
    call,
    close_betting,
    draw,
    mix,
    open_betting,
    open_seed,
    take_box,
    turn,
)


def kind(asked: TableStep | HouseCommand) -> type:
    return type(asked.command if isinstance(asked, TableStep) else asked)


CARDS, CUT = 416, 104  # eight decks, the cut card before the last two
SEED = f"{SEEDS['17']} 1"
STEPS: list[TableStep | HouseCommand] = [
    ShuffleSabot(),
    mix(1, "17", hash_seed(SEED)),
    CloseList(),
    open_seed(1, "17", SEED),
    Fix(),
    GiveUp(),
    BurnCards(),
    open_betting(),
    CountStakes({}),
    close_betting(),
    Deal({}),
    draw(),
    announce(),
    Settle(),
    Reveal(),
    Restore(2),
    Stand(Standing.PAUSED),
    Limit(TableLimits(1_000, {}), b""),
]
AT_LAND_TABLES: list[TableStep | HouseCommand] = [
    call(draws=True),
    turn(Side.PUNTO),
    HandBack(Side.PUNTO),
    take_box("17", 1),
]
BY_PEOPLE: set[type] = {  # see test_console_offers.py
    *(AskManager, Call, Show, Vacate),
    *(set(get_args(AnyCommand)) - {kind(each) for each in STEPS + AT_LAND_TABLES}),
}


def at(stage: Stage, *, exhibition: bool = False, opened: bool = False) -> Evening:
    """An evening at which the table is in this stage."""
    evening = Evening()
    before: dict[Stage, list[TableStep | HouseCommand]] = {
        Stage.MIXING: [ShuffleSabot()],
        Stage.OPENING: [*([] if exhibition else [STEPS[1]]), CloseList()],
        Stage.BURNING: [*([] if exhibition else [STEPS[3]]), Fix(), BurnCards()],
        Stage.BETTING: [] if exhibition else [open_betting()],
        Stage.CLOSING: [] if exhibition else [close_betting()],
        Stage.DEALING: [Deal({}), draw(), draw(), draw(), draw()],
        Stage.PAYING: [],
        Stage.PAID: [Settle()],
    }
    for reached, asked in before.items():
        if evening.table.view.stage is stage:
            break
        if reached is Stage.BURNING and stage is Stage.BURNING:
            asked = asked[:-1]
        for each in asked:
            evening.do(each)
        if reached is Stage.PAYING:
            finish(evening)
    if opened:
        evening.do(STEPS[3])
    assert evening.table.view.stage is stage
    return evening


def finish(evening: Evening) -> None:
    """Draw all cards of the coup and announce its result."""
    coup = coup_of(evening.table, evening.setup, order_of(evening.table))
    while len(evening.table.view.cards) < 2 * len(coup.cards):
        evening.do(draw())
    evening.do(announce())


def all_cards(evening: Evening) -> Evening:
    finish_cards = coup_of(evening.table, evening.setup, order_of(evening.table))
    while len(evening.table.view.cards) < 2 * len(finish_cards.cards):
        evening.do(draw())
    return evening


def closed(evening: Evening) -> Evening:
    evening.do(Stand(Standing.CLOSED))
    return evening


def burned(evening: Evening) -> Evening:
    evening.do(BurnCards())
    return evening


def still_to_draw() -> Evening:
    """A coup of which not all cards are drawn."""
    evening = at(Stage.BETTING)
    evening.close()
    return evening


# Steps that need more than the right stage.
READY: dict[tuple[Stage, type], Callable[[], Evening]] = {
    (Stage.OPENING, Fix): lambda: at(Stage.OPENING, opened=True),
    (Stage.BURNING, console_commands.OpenBetting): lambda: burned(at(Stage.BURNING)),
    (Stage.BURNING, Deal): lambda: at(Stage.BURNING, exhibition=True),
    (Stage.PAID, Deal): lambda: at(Stage.PAID, exhibition=True),
    (Stage.BURNING, Reveal): lambda: closed(at(Stage.BURNING)),
    (Stage.PAID, Reveal): lambda: closed(at(Stage.PAID)),
    (Stage.DEALING, console_commands.Draw): still_to_draw,
    (Stage.DEALING, console_commands.Announce): lambda: all_cards(at(Stage.DEALING)),
}


@pytest.mark.parametrize("stage", Stage)
@pytest.mark.parametrize("asked", STEPS, ids=lambda asked: kind(asked).__name__)
def test_every_step_leads_to_the_listed_stage_or_is_refused(
    stage: Stage, asked: TableStep | HouseCommand
) -> None:
    pair = stage, kind(asked)
    evening = READY.get(pair, lambda: at(stage))()
    before = evening.table
    leads_to = TRANSITIONS.get(pair)
    if leads_to is None:
        with pytest.raises(NotNow):
            evening.do(asked)
        assert evening.table == before
        return
    evening.do(asked)
    assert evening.table.view.stage is leads_to
    assert evening.table.version == before.version + 1


@pytest.mark.parametrize("stage", Stage)
@pytest.mark.parametrize("asked", AT_LAND_TABLES, ids=lambda asked: kind(asked).__name__)
def test_commands_of_land_tables_are_refused(stage: Stage, asked: TableStep | HouseCommand) -> None:
    evening = at(stage)
    before = evening.table
    with pytest.raises((NotNow, NotHolding, NoSuchBox)):
        evening.do(asked)
    assert evening.table == before


def test_every_command_is_tried() -> None:
    tried = {kind(asked) for asked in STEPS + AT_LAND_TABLES}
    assert tried | BY_PEOPLE == {kind for _, kind in TRANSITIONS}


def with_first_card(ranks: str) -> Evening:
    """A sabot whose first card has one of these ranks."""
    for _ in count():
        evening = at(Stage.BURNING)
        if order_of(evening.table)[0].rank in ranks:
            return evening
    raise AssertionError


@pytest.mark.parametrize(
    ("rank", "burned"),
    [("A", 1), ("2", 2), ("5", 5), ("9", 9), ("T", 10), ("J", 10), ("Q", 10), ("K", 10)],
)
def test_the_first_card_is_shown_and_its_value_is_burned(rank: str, burned: int) -> None:
    """004: "un numero di carte coperte pari al valore della prima carta"; ten for a picture."""
    evening = with_first_card(rank)
    event = evening.do(BurnCards())
    assert isinstance(event, Burned)
    assert (event.first[0], event.burned, event.gone) == (rank, burned, burned + 1)
    assert parse_card(event.first) == order_of(evening.table)[0]
    with pytest.raises(NotNow):
        evening.do(BurnCards())


def test_burned_cards_stay_hidden_until_the_reveal() -> None:
    """No event names them, and the first coup begins after them."""
    evening = with_first_card("9")
    event = evening.do(BurnCards())
    order = order_of(evening.table)
    result = evening.deal()
    assert result.cards == print_cards(order[10 : 10 + len(result.cards) // 2])
    assert set(msgspec.to_builtins(event)) == {
        *("type", "table", "epoch", "offset", "at", "sabot", "first", "burned", "gone", "until")
    }
    assert all("seed" not in msgspec.to_builtins(each) for each in evening.events)


def whole_sabot(*players: str) -> Evening:
    evening = Evening()
    evening.mix(*players)
    while not evening.deal().last:
        pass
    return evening


def test_all_coups_are_dealt_in_the_order_of_the_sabot() -> None:
    evening = whole_sabot("17", "23")
    sheet = evening.setup.sheet
    dealt = [each.cards for each in evening.events if isinstance(each, Result)]
    order = order_of(evening.table)
    assert dealt == [print_cards(each.cards) for each in coups(sheet.cards, sheet.rule, order)]
    assert len(order) == CARDS
    cards = [each for each in evening.events if isinstance(each, Drawn)]
    assert "".join(each.card for each in cards) == "".join(dealt)


def test_the_cut_card_is_announced_when_it_appears() -> None:
    evening = whole_sabot("17")
    for each in evening.events:
        if isinstance(each, Drawn):
            assert each.cut is (each.gone >= CARDS - CUT)
    results = [each for each in evening.events if isinstance(each, Result)]
    assert [each.last for each in results] == [False] * (len(results) - 1) + [True]
    assert results[-2].gone < CARDS - CUT <= results[-1].gone
    with pytest.raises(NotNow):
        evening.do(open_betting())
    assert evening.do(Reveal()).ended == "played"


def with_cards_gone(gone: int) -> Evening:
    """A table whose sabot has lost this many cards."""
    evening = at(Stage.PAID)
    view = replace(evening.table.view, gone=gone)
    evening.table = replace(evening.table, view=view)
    return evening


def test_one_card_before_the_cut_another_coup_is_dealt() -> None:
    """Reading 14: fewer than N − C cards have left. The cut card appears at its first card."""
    evening = with_cards_gone(CARDS - CUT - 1)
    with pytest.raises(SabotGoesOn):
        evening.do(Reveal())
    evening.do(open_betting())
    evening.close()
    assert evening.do(draw()).cut


def test_no_coup_is_dealt_after_the_cut_card() -> None:
    evening = with_cards_gone(CARDS - CUT)
    with pytest.raises(NotNow):
        evening.do(open_betting())
    evening.do(Reveal())


def test_a_sabot_is_revealed_when_its_table_closes() -> None:
    evening = at(Stage.PAID)
    with pytest.raises(SabotGoesOn):
        evening.do(Reveal())
    evening.do(Stand(Standing.PAUSED))
    with pytest.raises(SabotGoesOn):
        evening.do(Reveal())
    evening.do(Stand(Standing.CLOSED))
    revealed = evening.do(Reveal())
    assert revealed.commitment == next(iter(evening.events)).commitment  # type: ignore[union-attr]


def test_a_paused_table_opens_no_betting() -> None:
    evening = at(Stage.PAID)
    evening.do(Stand(Standing.PAUSED))
    with pytest.raises(NotNow):
        evening.do(open_betting())


def test_hashes_are_published_when_the_list_closes_and_seeds_when_all_are_open() -> None:
    evening = Evening()
    evening.do(ShuffleSabot())
    assert evening.do(mix(1, "17", hash_seed(SEED))) is None
    with pytest.raises(AlreadyIn):
        evening.do(mix(1, "17", hash_seed("x" * 32)))
    (listed,) = evening.do(CloseList()).players
    assert (listed.player, listed.hash, listed.seed) == ("17", hash_seed(SEED).hex(), None)
    with pytest.raises(Unopened):
        evening.do(Fix())
    with pytest.raises(DoesNotOpen):
        evening.do(open_seed(1, "17", "x" * 32))
    with pytest.raises(NotInList):
        evening.do(open_seed(1, "23", SEED))
    assert evening.do(open_seed(1, "17", SEED)) is None
    with pytest.raises(AllOpen):
        evening.do(GiveUp())
    fixed = evening.do(Fix())
    assert isinstance(fixed, Fixed)
    assert fixed.players[0].seed == SEED
    assert not fixed.exhibition


@pytest.mark.parametrize("asked", [mix(2, "17", bytes(32)), open_seed(2, "17", SEED)])
def test_a_hash_or_seed_for_another_sabot_is_refused(asked: TableStep) -> None:
    evening = at(Stage.MIXING if kind(asked) is MixIn else Stage.OPENING)
    with pytest.raises(NotNow):
        evening.do(asked)


def test_a_player_who_opens_no_seed_sits_out_the_next_mixing() -> None:
    evening = at(Stage.OPENING)
    revealed = evening.do(GiveUp())
    assert (revealed.ended, revealed.sabot) == ("retired", 1)
    evening.do(ShuffleSabot())
    assert evening.table.view.sabot == 2
    with pytest.raises(SitsOut):
        evening.do(mix(2, "17", hash_seed("y" * 32)))
    evening.do(mix(2, "23", hash_seed("z" * 32)))
    evening.do(CloseList())
    evening.do(open_seed(2, "23", "z" * 32))
    evening.do(Fix())
    evening.do(Stand(Standing.CLOSED))
    evening.do(Reveal())
    evening.do(ShuffleSabot())
    evening.do(mix(3, "17", hash_seed("y" * 32)))  # may mix again now


def test_a_sabot_nobody_mixed_is_an_exhibition_without_bets() -> None:
    evening = at(Stage.BURNING, exhibition=True)
    assert evening.table.view.exhibition
    evening.do(BurnCards())
    with pytest.raises(NotNow):
        evening.do(open_betting())
    assert evening.deal().coup == 1
    assert evening.do(Reveal()).players == ()


def test_a_mixed_sabot_is_not_dealt_without_betting() -> None:
    evening = at(Stage.PAID)
    with pytest.raises(NotNow):
        evening.close()


@pytest.mark.parametrize("stage", Stage)
def test_a_restored_table_rests_in_a_new_epoch(stage: Stage) -> None:
    evening = at(stage)
    with pytest.raises(OldEpoch):
        evening.do(Restore(1))
    event = evening.do(Restore(5))
    view, terms = evening.table.view, evening.table.mixing.terms
    assert (view.stage, view.epoch, view.offset) == (Stage.RESTING, 5, 1)
    assert (terms.epoch, terms.number) == (5, 1)
    if stage is not Stage.RESTING:
        assert (event.ended, event.of_epoch) == ("restored", 1)


def test_a_restored_table_stays_paused_with_its_note() -> None:
    evening = at(Stage.RESTING)
    evening.do(Stand(Standing.PAUSED, "a moment"))
    evening.do(Restore(5))
    assert (evening.table.view.standing, evening.table.view.note) == (Standing.PAUSED, "a moment")


def test_no_text_form_of_a_table_shows_the_seed() -> None:
    evening = at(Stage.PAID)
    seed = evening.table.mixing.seed
    assert seed.hex() not in repr(evening.table)
    assert repr(seed) not in repr(evening.table)
    assert all(seed.hex().encode() not in body for body in evening.bodies)


def candidates(evening: Evening) -> list[TableStep | HouseCommand]:
    number = evening.table.mixing.terms.number
    seeds = {player: f"{seed} {number}" for player, seed in SEEDS.items()}
    return [
        *(each for each in STEPS if kind(each) not in (MixIn, OpenSeed, Restore)),
        *(mix(number, player, hash_seed(seed)) for player, seed in seeds.items()),
        *(open_seed(number, player, seed) for player, seed in seeds.items()),
        *(Stand(each) for each in Standing),
        Restore(evening.table.view.epoch + 1),
    ]


def coup_under_way(evening: Evening) -> Coup | None:
    if evening.table.view.stage is not Stage.DEALING:
        return None
    return coup_of(evening.table, evening.setup, order_of(evening.table))


@settings(max_examples=25)
@given(st.lists(st.integers(0, 60), min_size=20, max_size=60))
def test_the_view_is_always_the_fold_of_the_stream(walk: list[int]) -> None:
    """Random commands, allowed or not; the croupier keeps the table going."""
    evening = Evening()
    folded = evening.first.view
    here = Here(frozenset(SEEDS), 1)
    for choice in walk:
        possible = candidates(evening)
        asked = possible[choice] if choice < len(possible) else None
        if asked is None:
            late = evening.now + 10_000_000
            asked = next_step(evening.table, evening.setup, here, late, coup_under_way(evening))
        before, told = evening.table, len(evening.events)
        if asked is None:
            continue
        try:
            evening.do(asked)
        except Refusal:
            assert evening.table is before
            continue
        for event, body in zip(evening.events[told:], evening.bodies[told:], strict=True):
            again: StreamEvent = msgspec.json.decode(body, type=StreamEvent)
            assert again == event
            folded = fold(folded, again)
        assert folded == evening.table.view
        assert TRANSITIONS[before.view.stage, kind(asked)] is evening.table.view.stage


def test_a_replayed_sabot_is_the_same_byte_for_byte() -> None:
    evening = whole_sabot("17", "23")
    revealed = evening.do(Reveal())
    events = [msgspec.json.decode(body, type=StreamEvent) for body in evening.bodies]
    assert [msgspec.json.encode(each) for each in events] == evening.bodies
    findings = Findings()
    sabot = AuditedSabot(evening.first, list(enumerate(events)), evening.spec)
    rules = Rules(evening.setup.sheet, evening.setup.sheet_hash)
    again = play_again(sabot, bytes.fromhex(revealed.server_seed), rules, findings)
    assert all(each.holds for each in findings.results())
    assert again.view == evening.table.view
    assert again.mixing == evening.table.mixing
