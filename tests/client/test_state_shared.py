"""Tests of the client's state at a shared table, without a socket."""

import pytest
from msgspec.structs import replace

from puntobanco.client.fairness import seen_before
from puntobanco.client.refusals import NotUnderstood
from puntobanco.client.seen_table import SeenTable
from puntobanco.client.state import ClientState, Heard, PendingRequest, ask, hear
from puntobanco.errors import OtherCoup
from puntobanco.fair.sheet_hash import hash_sheet
from puntobanco.game.bets import Bet
from puntobanco.houses import house
from puntobanco.wire.messages import (
    BetTaken,
    GivenBack,
    Next,
    Placed,
    Refused,
    Retired,
    SharedWelcome,
    Welcome,
    WhyRetired,
    WhyReturned,
)
from puntobanco.wire.requests import Confirm, Place
from puntobanco.wire.seat_fold import SeatPhase, SharedView
from puntobanco.wire.stream import BettingOpened, Stage, Standing, TableView

SHEET = house("live-mini").sheet
HASH = hash_sheet(SHEET).hex()
TABLE = "live-mini"
COUP = 7
VIEW = TableView(TABLE, 1, 50, Standing.OPEN, Stage.BETTING, coup=COUP)
CHIPS = PendingRequest(Place({Bet.PUNTO: 1_000}, COUP))
NOTHING = Next(0, "")


@pytest.fixture
def state() -> ClientState:
    return ClientState(
        session="3.1",
        house=TABLE,
        table=TABLE,
        player="7",
        currency="FUN",
        sheets={HASH: SHEET},
        sheet_hash=HASH,
        seat=SharedView(1, 1, SeatPhase.OPEN, offset=1, credit=5_000),
        next=seen_before(TABLE, 1, NOTHING, HASH),
        shared=SeenTable(VIEW),
    )


def reconnect(state: ClientState, view: TableView) -> Heard:
    """The welcome after a reconnection, with the table in this view."""
    shared = SharedWelcome(
        0, view, None, {}, automatic=True, left={}, held={}, mixed=True, opened=True
    )
    told = Welcome(
        "3.1", 1, 1, TABLE, TABLE, "FUN", 5_000, {}, NOTHING, 1_200_000, (), shared
    )  # fmt: skip
    return hear(state, told)


def test_chips_are_sent_again_while_their_coup_is_open(state: ClientState) -> None:
    heard = reconnect(ask(state, CHIPS), VIEW)
    assert heard.again == (CHIPS,)
    assert not heard.answers


@pytest.mark.parametrize(
    "view",
    [
        replace(VIEW, offset=70, coup=COUP + 1),
        replace(VIEW, offset=70, coup=COUP + 1, stage=Stage.DEALING),
        replace(VIEW, epoch=2, offset=3),  # a restored house may count the same coups again
    ],
    ids=["the next coup", "its cards", "another epoch"],
)
def test_chips_are_not_sent_again_after_their_coup(view: TableView, state: ClientState) -> None:
    # The house knows by its key whether it has this bet.
    bet = PendingRequest(Confirm("k" * 16, COUP, {Bet.PUNTO: 100}))
    heard = reconnect(ask(ask(state, CHIPS), bet), view)
    is_restored = view.epoch != VIEW.epoch  # then the same coup number may mean another coup
    assert (heard.again, heard.adrift) == (((), (bet,)) if is_restored else ((bet,), ()))
    assert heard.state.waiting == (bet,)
    ((asked, answer),) = heard.answers
    assert asked is CHIPS
    assert isinstance(answer, OtherCoup)


def test_chips_wait_for_their_answer_while_connected(state: ClientState) -> None:
    """Else the late answer would be taken for the answer to the next chips."""
    waiting = ask(state, CHIPS)
    opened = BettingOpened(TABLE, 1, 51, 0, COUP + 1, 1, "", 6, 20_000)
    later = hear(waiting, opened).state
    assert later.waiting == (CHIPS,)
    chips = PendingRequest(Place({Bet.BANCO: 500}, COUP + 1))
    both = ask(later, chips)
    refused = hear(both, Refused("place", "", OtherCoup.code, "")).state
    assert refused.waiting == (chips,)
    placed = hear(refused, Placed({Bet.BANCO: 500}, 500)).state
    assert (placed.waiting, dict(placed.draft)) == ((), {Bet.BANCO: 500})


def test_an_event_of_private_seats_is_not_understood(state: ClientState) -> None:
    retired = Retired(
        "3.1", 1, 2, 0, "", TABLE, TABLE, 1, 1, "", "", HASH, 0, WhyRetired.SHEET, Next(2, "b" * 64)
    )
    with pytest.raises(NotUnderstood):
        hear(state, retired)


def test_a_bet_and_its_return_change_credit_and_stakes(state: ClientState) -> None:
    bet = BetTaken(
        *("3.1", 1, 2, 0, "", TABLE, COUP, {Bet.PUNTO: 500}, {Bet.PUNTO: 500}, 500, 4_500),
        since={Bet.PUNTO: 0},
    )
    back = GivenBack(
        *("3.1", 1, 3, 0, "", TABLE, COUP, {Bet.PUNTO: 500}, 500, 5_000, "3.1"),
        to_account=False,
        reason=WhyReturned.VOID,
    )
    staked = hear(state, bet).state
    assert isinstance(staked.seat, SharedView)
    assert (staked.credit, staked.seat.stakes) == (4_500, {Bet.PUNTO: 500})
    returned = hear(staked, back).state
    assert isinstance(returned.seat, SharedView)
    assert (returned.credit, returned.seat.stakes) == (5_000, {})
