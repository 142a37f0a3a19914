"""Tests of the client's parts without a socket: reconnecting, keys, notes, refusals and chips."""

import pytest

from puntobanco.client.cloth import Cloth
from puntobanco.client.kept_commitments import KeptCommitments
from puntobanco.client.keys import new_key, new_seed
from puntobanco.client.reconnecting import ReconnectDelays, is_final
from puntobanco.client.refusals import DoesNotHold, ServerRefused, refused
from puntobanco.errors import NotEnoughCredit
from puntobanco.fair.proof import Seen
from puntobanco.game.bets import Bet
from puntobanco.wire.close_codes import CloseCode


@pytest.mark.parametrize("code", [None, 1001, 1006, 1011, 1012, 4008, 4012])
def test_the_client_reconnects_after_close_code(code: int | None) -> None:
    assert not is_final(code)


@pytest.mark.parametrize("code", [1000, 1002, 1009, 4001, 4002, 4009, 4010, 4011, 4999])
def test_the_client_stops_after_close_code(code: int) -> None:
    assert is_final(code)


def test_a_refused_ticket_is_asked_for_again_once() -> None:
    assert not is_final(CloseCode.NO_TICKET, None)
    assert is_final(CloseCode.NO_TICKET, CloseCode.NO_TICKET)


def test_reconnect_delays_are_those_of_the_sheet() -> None:
    pace = ReconnectDelays(100, 200, 60)
    assert [pace.delay_ms(failed) for failed in range(6)] == [100, 125, 150, 175, 200, 200]


def test_keys_are_uuids_of_version_7_in_order_of_time_and_seeds_are_long() -> None:
    keys = [new_key() for _ in range(100)]
    assert len(set(keys)) == 100
    assert all(key[14] == "7" and key[19] in "89ab" for key in keys)
    assert [key[:13] for key in keys] == sorted(key[:13] for key in keys)
    assert len(bytes.fromhex(new_seed())) >= 16


def test_a_second_commitment_for_the_same_number_does_not_hold() -> None:
    notes = KeptCommitments()
    notes.add(Seen("t", 1, 1, "a" * 64, "c" * 64))
    notes.add(Seen("t", 1, 1, "a" * 64, "c" * 64))
    assert len(notes.lines) == 1
    with pytest.raises(DoesNotHold):
        notes.add(Seen("t", 1, 1, "b" * 64, "c" * 64))


def test_refusals_of_the_server_keep_their_type_and_message() -> None:
    known = refused("session/not-enough-credit", "zu wenig")
    assert isinstance(known, NotEnoughCredit)
    assert known.message == "zu wenig"
    assert isinstance(refused("future/unheard-of", "?"), ServerRefused)


def test_chips_are_added_taken_off_doubled_and_repeated() -> None:
    cloth = Cloth().add(Bet.PUNTO, 500).add(Bet.PUNTO, 100).add(Bet.EGALITE, 100)
    assert cloth.stakes == {"punto": 600, "egalite": 100}
    assert cloth.back().stakes == {"punto": 600}
    assert cloth.take(Bet.PUNTO, 500).stakes == {"punto": 100, "egalite": 100}
    assert cloth.take(Bet.EGALITE, 500).stakes == {"punto": 600}
    assert cloth.clear().back() == cloth
    assert cloth.double().total == 1_400
    assert cloth.bet().stakes == {}
    assert cloth.bet().repeat().stakes == cloth.stakes
    assert Cloth().back() == Cloth().repeat() == Cloth().take(Bet.PUNTO, 1) == Cloth()
