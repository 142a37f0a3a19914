"""Tests of the checks that a client makes on a shared table's events."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from puntobanco.client.seen_table import Folded, SeenTable, fold_in, look
from puntobanco.client.shared_fairness import wrong_payment
from puntobanco.errors import NotNow
from puntobanco.fair.commitment import hash_seed
from puntobanco.fair.sheet_hash import hash_sheet
from puntobanco.game.bets import Bet
from puntobanco.game.cards import parse_cards, points
from puntobanco.game.coup import Outcome, deal
from puntobanco.game.settlement import pay
from puntobanco.houses import house
from puntobanco.table.shared import shared_table as steps
from puntobanco.table.shared.table_steps import step
from puntobanco.wire.messages import Paid
from puntobanco.wire.stream import (
    BettingOpened,
    Burned,
    Fixed,
    ListClosed,
    Listed,
    Result,
    Revealed,
    Standing,
    StreamEvent,
    TableView,
)
from puntobanco.wire.table_spec import TableSpec
from tests.table.table_commands import announce, close_betting, draw, mix, open_betting, open_seed

SHEET = house("live-mini").sheet
HASH = hash_sheet(SHEET).hex()
SEED = "00112233445566778899aabbccddeeff good luck"


def play_one_sabot() -> tuple[TableView, list[StreamEvent]]:
    """A sabot mixed by two players, one coup, then a closed table: the first view, all events."""
    place = steps.TableSetup(SHEET, hash_sheet(SHEET), TableSpec("live-mini", "live-mini"))
    table = steps.new_table("live-mini", 1, "FUN", 1, place)
    first = table.view
    events: list[StreamEvent] = []

    def go(asked: steps.TableStep, fresh: bytes = b"") -> None:
        nonlocal table
        change = step(table, asked, place, 1_000 + len(events), fresh)
        table = change.table
        if change.event is not None:
            events.append(change.event)

    go(steps.TableStep(steps.ShuffleSabot()), bytes(range(32)))
    seeds = {"7": SEED, "8": SEED[::-1]}
    for player, seed in seeds.items():
        go(mix(1, player, hash_seed(seed)))
    go(steps.TableStep(steps.CloseList()))
    for player, seed in seeds.items():
        go(open_seed(1, player, seed))
    for asked in (steps.Fix(), steps.BurnCards()):
        go(steps.TableStep(asked))
    for betting in (open_betting(), close_betting(), steps.TableStep(steps.Deal({}))):
        go(betting)
    try:
        while True:
            go(draw())
    except NotNow:
        pass
    go(announce())
    for end in (steps.Settle(), steps.Stand(Standing.CLOSED), steps.Reveal()):
        go(steps.TableStep(end))
    return first, events


FIRST, EVENTS = play_one_sabot()


def fold_all(
    falsify: Callable[[StreamEvent], StreamEvent] = lambda event: event,
) -> tuple[Folded, str]:
    """Fold all events, falsified or not; returns the end and the first error that was found."""
    folded, wrong = Folded(SeenTable(FIRST)), ""
    for event in EVENTS:
        shared = folded.shared
        if isinstance(event, ListClosed):
            shared = replace(shared, mixed=True)
        folded = fold_in(shared, falsify(event), {HASH: SHEET}, "7")
        wrong = wrong or folded.wrong
    return folded, wrong


def test_honest_events_pass_all_checks() -> None:
    folded, wrong = fold_all()
    assert wrong == ""
    assert folded.shared.verified == 1
    again = fold_in(folded.shared, EVENTS[-1], {HASH: SHEET})
    assert again.shared is folded.shared  # the same event again changes nothing


def test_three_notes_are_written_for_a_sabot() -> None:
    shared, noted = SeenTable(FIRST), []
    for event in EVENTS:
        folded = fold_in(shared, event, {HASH: SHEET}, "7")
        shared = folded.shared
        noted += [folded.noted] if folded.noted else []
    assert [(each.hashes is not None, each.fixed is not None) for each in noted] == [
        (False, False),
        (True, False),
        (True, True),
    ]


def without_this_player(event: StreamEvent) -> StreamEvent:
    return replace(event, players=event.players[1:]) if isinstance(event, ListClosed) else event


def other_list(event: StreamEvent) -> StreamEvent:
    return replace(event, players=event.players[::-1]) if isinstance(event, Fixed) else event


def unopened_seed(event: StreamEvent) -> StreamEvent:
    if not isinstance(event, Fixed):
        return event
    first = event.players[0]
    return replace(event, players=(Listed(first.player, first.hash), event.players[1]))


def other_seed(event: StreamEvent) -> StreamEvent:
    if not isinstance(event, Fixed):
        return event
    first = event.players[0]
    return replace(event, players=(replace(first, seed="x" * 32), event.players[1]))


def other_hash(event: StreamEvent) -> StreamEvent:
    return replace(event, fixed="0" * 64) if isinstance(event, Fixed) else event


def other_order(event: StreamEvent) -> StreamEvent:
    return replace(event, fixed="0" * 64) if isinstance(event, BettingOpened) else event


def other_result(event: StreamEvent) -> StreamEvent:
    if not isinstance(event, Result):
        return event
    outcome = Outcome.PUNTO if event.outcome is Outcome.BANCO else Outcome.BANCO
    return replace(event, outcome=outcome)


def other_cards(event: StreamEvent) -> StreamEvent:
    """A possible coup, but not the one that was dealt."""
    if not isinstance(event, Result):
        return event
    cards = "9cKsKd2h" if event.cards != "9cKsKd2h" else "9dKsKd2h"
    return replace(event, cards=cards, punto=9, banco=2, outcome=Outcome.PUNTO)


def other_burn(event: StreamEvent) -> StreamEvent:
    return replace(event, burned=event.burned + 1) if isinstance(event, Burned) else event


def other_server_seed(event: StreamEvent) -> StreamEvent:
    return replace(event, server_seed="ab" * 32) if isinstance(event, Revealed) else event


def claim_retired(event: StreamEvent) -> StreamEvent:
    return replace(event, ended="retired") if isinstance(event, Revealed) else event


def other_commitment(event: StreamEvent) -> StreamEvent:
    return replace(event, commitment="0" * 64) if isinstance(event, Revealed) else event


@pytest.mark.parametrize(
    ("falsify", "what"),
    [
        (without_this_player, "not in the list"),
        (other_list, "another list"),
        (unopened_seed, "a seed was not opened"),
        (other_seed, "not the one whose hash"),
        (other_hash, "another hash"),
        (other_order, "another order"),
        (other_result, "don't give it"),
        (other_cards, "don't follow from the seeds"),
        (other_burn, "burned cards"),
        (other_server_seed, "not the one it committed to"),
        (claim_retired, "given up after its order was fixed"),
        (other_commitment, "another commitment"),
    ],
)
def test_a_falsified_event_is_found(
    falsify: Callable[[StreamEvent], StreamEvent], what: str
) -> None:
    folded, wrong = fold_all(falsify)
    assert what in wrong
    assert folded.shared.view.stage == "resting"


def test_a_view_that_contradicts_the_events_is_found() -> None:
    shared = SeenTable(FIRST)
    for event in EVENTS[:5]:
        shared = fold_in(shared, event, {HASH: SHEET}, "7").shared
    assert look(shared, shared.view).wrong == ""
    for falsified, what in (
        (replace(shared.view, commitment="0" * 64), "two commitments"),
        (replace(shared.view, players=shared.view.players[1:]), "two lists"),
        (replace(shared.view, fixed="0" * 64), "two orders"),
    ):
        assert what in look(shared, falsified).wrong


def test_a_payment_is_recomputed_and_errors_are_named() -> None:
    coup = deal(SHEET.rule, parse_cards("7dKs9c2h3s"))
    settled = pay(SHEET, coup, {Bet.PUNTO: 1_000, Bet.GRANDE: 200})
    paid = Paid(
        *("3.1", 1, 3, 0, ""),
        house="live-mini",
        table="live-mini",
        sabot=1,
        number=1,
        sheet=HASH,
        fixed="",
        cards="7dKs9c2h3s",
        punto=points(coup.punto),
        banco=points(coup.banco),
        outcome=coup.outcome,
        decisions=coup.decisions,
        bets=settled.payments,
        staked=1_200,
        returned=2_308,
        credit_before=10_000,
        credit=11_108,
        of_session="3.1",
        to_account=False,
    )
    stakes = {Bet.PUNTO: 1_000, Bet.GRANDE: 200}
    assert wrong_payment(paid, SHEET, stakes, paid.cards) == ""
    assert wrong_payment(paid, SHEET, None, None) == ""
    assert "rules" in wrong_payment(paid, None, stakes, paid.cards)
    assert "cards of the payment" in wrong_payment(paid, SHEET, stakes, "7dKs9c2h4s")
    assert "stakes of the payment" in wrong_payment(paid, SHEET, {Bet.PUNTO: 1_000}, paid.cards)
    assert "credit" in wrong_payment(replace(paid, credit=1), SHEET, stakes, paid.cards)
    less = replace(paid, bets=settled.payments[:1])
    assert "sum" in wrong_payment(less, SHEET, None, paid.cards)
