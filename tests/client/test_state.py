"""Tests of the client's state at a private table, without a socket."""

import msgspec
import pytest
from msgspec.structs import replace

from puntobanco.client.fairness import seen_before
from puntobanco.client.refusals import CommitmentRetired
from puntobanco.client.state import ClientState, Heard, Link, PendingRequest, ask, hear
from puntobanco.errors import NotEnoughCredit, OurFault
from puntobanco.fair.commitment import commit, terms_of
from puntobanco.fair.sheet_hash import hash_sheet
from puntobanco.game.bets import Bet
from puntobanco.houses import house
from puntobanco.wire.messages import (
    Next,
    Placed,
    Refused,
    Retired,
    ToppedUp,
    Welcome,
    WhyRetired,
)
from puntobanco.wire.requests import Carte, Place, TopUp
from puntobanco.wire.seat_fold import PrivateView, SeatPhase

SHEET = house("punto-e-banco").sheet
HASH = hash_sheet(SHEET).hex()
TABLE = "punto-e-banco/7"
SEED = bytes(range(32))
COMMITTED = Next(1, commit(SEED, terms_of(SHEET, TABLE, 1, 1)).hex())
AFTER = Next(2, "b" * 64)


@pytest.fixture
def state() -> ClientState:
    return ClientState(
        session="3.1",
        house="punto-e-banco",
        table=TABLE,
        player="7",
        currency="FUN",
        sheets={HASH: SHEET},
        sheet_hash=HASH,
        seat=PrivateView(1, 1, SeatPhase.OPEN, offset=1, credit=5_000, next=COMMITTED),
        next=seen_before(TABLE, 1, COMMITTED, HASH),
    )


def bet(state: ClientState) -> PendingRequest:
    return PendingRequest(Carte("k" * 16, {Bet.PUNTO: 100}, "5" * 32), state.next)


def retired(seed: bytes = SEED) -> Retired:
    return Retired(
        "3.1", 1, 2, 0, "", "punto-e-banco", TABLE, 1, 1, COMMITTED.commitment, seed.hex(), HASH, 0,
        WhyRetired.SHEET, AFTER,
    )  # fmt: skip


def welcome(state: ClientState, coming: Next, *missed: object) -> Heard:
    raw = tuple(msgspec.Raw(msgspec.json.encode(each)) for each in missed)
    offset = state.seat.offset + len(missed)
    told = Welcome(
        "3.1", 1, offset, "punto-e-banco", TABLE, "FUN", 5_000, {}, coming, 1_200_000, raw
    )
    return hear(state, told)


def test_an_unanswered_request_is_sent_again_with_its_key(state: ClientState) -> None:
    asked = bet(state)
    heard = welcome(ask(state, asked), COMMITTED)
    assert heard.again == (asked,)
    assert not heard.answers
    assert not heard.adrift
    assert heard.state.link is Link.CONNECTED


def test_a_bet_on_a_retired_commitment_is_not_sent_to_the_next_one(state: ClientState) -> None:
    """The house knows the bet's seed, and could have chosen the next commitment to fit it."""
    heard = welcome(ask(state, bet(state)), AFTER, retired())
    assert [type(answer) for _, answer in heard.answers] == [CommitmentRetired]
    assert not heard.again
    assert not heard.state.waiting
    assert not heard.state.distrust
    assert heard.state.next.number == 2


def test_a_bet_whose_commitment_is_gone_is_looked_up_in_the_history(state: ClientState) -> None:
    asked = bet(state)
    heard = welcome(ask(state, asked), AFTER)
    assert heard.adrift == (asked,)
    assert not heard.again


def test_a_retired_seed_must_match_its_commitment(state: ClientState) -> None:
    assert not hear(state, retired()).state.distrust
    assert "doesn't open" in hear(state, retired(bytes(32))).state.distrust


def test_another_commitment_for_the_same_number_ends_the_trust(state: ClientState) -> None:
    assert (
        "two commitments" in welcome(state, replace(COMMITTED, commitment="c" * 64)).state.distrust
    )


def test_a_refusal_by_a_halted_store_is_not_an_answer(state: ClientState) -> None:
    waiting = ask(state, bet(state))
    assert hear(waiting, Refused("carte", "k" * 16, "store/halted", "")).state == waiting


def test_after_an_error_of_the_server_the_request_is_sent_once_more(state: ClientState) -> None:
    asked = bet(state)
    told = Refused("carte", "k" * 16, "server/error", "")
    once = hear(ask(state, asked), told)
    assert (once.state.waiting, once.again, once.answers) == ((asked,), (asked,), ())
    twice = hear(once.state, told)
    assert (twice.state.waiting, twice.again) == ((), ())
    assert isinstance(twice.answers[0][1], OurFault)


def test_a_refusal_answers_the_request_of_its_key(state: ClientState) -> None:
    top_up = PendingRequest(TopUp("t" * 16, 100))
    waiting = ask(ask(state, top_up), bet(state))
    told = Refused("carte", "k" * 16, "session/not-enough-credit", "no")
    heard = hear(waiting, told)
    assert heard.state.waiting == (top_up,)
    assert isinstance(heard.answers[0][1], NotEnoughCredit)


def test_an_event_sent_twice_is_applied_once(state: ClientState) -> None:
    told = ToppedUp("3.1", 1, 2, 0, "t" * 16, 100, 5_100)
    once = hear(state, told)
    again = hear(ask(once.state, PendingRequest(TopUp("t" * 16, 100))), told)
    assert once.tells == (told,)
    assert again.tells == ()
    assert again.answers[0][1] is told
    assert again.state == once.state


def test_chip_requests_are_answered_in_order(state: ClientState) -> None:
    first, second = PendingRequest(Place({Bet.PUNTO: 100})), PendingRequest(Place({}))
    heard = hear(ask(ask(state, first), second), Placed({Bet.PUNTO: 100}, 100))
    assert heard.answers[0][0] is first
    assert heard.state.waiting == (second,)
    assert heard.state.draft == {"punto": 100}
