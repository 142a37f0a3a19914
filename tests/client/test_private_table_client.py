"""Tests of the private table client over real sockets, lost connections and a cheating house."""

import asyncio
from pathlib import Path

import pytest

from puntobanco.client import Client, DoesNotHold, GaveUp, Link, LinkChanged, NoBets
from puntobanco.errors import BadMessage, NoSession, NotEnoughCredit, OffStep, TakenOver
from puntobanco.fair.proof import parse_proof, parse_seen
from puntobanco.fair.verify import verify
from puntobanco.server.serving import serving
from puntobanco.server.settings import Settings
from puntobanco.wire.messages import Closed, CoupPlayed, Opened, Reason
from tests.client.proxy import open_proxy

pytestmark = pytest.mark.anyio


async def no_wait(seconds: float) -> None:
    await asyncio.sleep(0.01)


async def coups_of(client: Client) -> list[CoupPlayed]:
    return [each.entry async for each in client.history() if isinstance(each.entry, CoupPlayed)]


async def test_a_session_from_sitting_down_to_cashing_out(
    settings: Settings, tmp_path: Path
) -> None:
    seen = tmp_path / "seen.jsonl"
    async with serving(settings) as (_, base), Client(base, seen=seen) as client:
        before = (await client.guest()).accounts[0].balance
        table = await client.sit("punto-e-banco", credit=50_000)
        announced = table.next
        await table.place(punto=1_000)
        coup = await table.carte(punto=1_000, egalite=100)
        assert coup.commitment == announced.commitment
        assert table.next.number == announced.number + 1
        assert (await table.top_up(2_000)).credit == coup.credit + 2_000
        assert (await table.stay()).closes_in_ms > 1_190_000
        closed = await table.cash_out()
        assert closed.credited == coup.credit + 2_000
        me = await client.me()
        assert me.accounts[0].balance == before - 1_100 + coup.returned
        results = await client.results(natural=None, timezone="Europe/Rome")
        assert results.total.net == coup.returned - coup.staked
        assert [each.session for each in results.sessions] == [coup.session]
        natural = not coup.decisions
        assert (await client.results(natural=natural)).total.coups == 1
        assert (await client.results(natural=not natural)).curve == ()
        found = [each.entry async for each in client.history(outcome=coup.outcome)]
        assert found == [coup]
        roads = await client.roads(coup.session)
        assert (roads.session, roads.statistics.coups) == (coup.session, 1)
        recorded = [each async for each in client.history()]
        assert isinstance(recorded[0].entry, Closed)
        assert isinstance(recorded[-2].entry, Opened)
        (number,) = [each.record for each in recorded if isinstance(each.entry, CoupPlayed)]
        proof = await client.proof(number)
        lines = parse_seen(seen.read_bytes(), "seen")
        assert lines == list(client.notes.lines)
        assert any(each.fixed == proof.fixed for each in lines)
        assert all(verify(proof, lines).values())


async def test_a_coup_keeps_its_seed_after_refused_bets(settings: Settings, tmp_path: Path) -> None:
    """With a new seed after a refusal, a house could refuse bets that it is going to lose."""
    seen = tmp_path / "seen.jsonl"
    async with serving(settings) as (_, base):
        async with Client(base, seen=seen) as client:
            token = (await client.guest()).token
            table = await client.sit("punto-e-banco", credit=1_000)
            for _ in range(2):
                with pytest.raises(OffStep):
                    await table.carte(punto=150)
                with pytest.raises(NoBets, match="at least one"):
                    await table.carte()
        async with Client(base, seen=seen, token=token) as client:  # also after coming back
            table = await client.resume()
            await table.carte(punto=100)
            with pytest.raises(NotEnoughCredit):
                await table.carte(punto=50_000)
            second = await table.carte(punto=100)
            assert second.seed != (await coups_of(client))[1].seed
            fixed = [each for each in parse_seen(seen.read_bytes(), "seen") if each.fixed]
            assert len({each.fixed for each in fixed}) == 2  # one for each coup
            async for each in client.history(event="coup"):
                kept = tmp_path / "proof.json"
                proof = await client.save_proof(each.record, kept)
                assert all(verify(proof, parse_seen(seen.read_bytes(), "seen")).values())
                assert parse_proof(kept.read_bytes(), "kept") == proof
    assert Path(f"{seen}.seed").stat().st_mode & 0o777 == 0o600


async def test_a_player_registers_and_logs_in(settings: Settings) -> None:
    async with serving(settings) as (_, base), Client(base) as client:
        await client.register("giulia", "una lunga parola")
        assert (await client.login("giulia", "una lunga parola")).name == "giulia"
        assert "punto-e-banco" in {each.name for each in await client.houses()}


async def test_a_refusal_has_its_own_type_and_changes_nothing(
    settings: Settings,
) -> None:
    async with serving(settings) as (_, base), Client(base) as client:
        await client.guest()
        table = await client.sit("punto-e-banco", credit=1_000)
        with pytest.raises(OffStep, match=r"1\.50"):
            await table.carte(punto=150)
        with pytest.raises(BadMessage):
            await table.carte(punto=-100)
        with pytest.raises(NotEnoughCredit):
            await table.carte(punto=2_000)
        assert (await table.carte(punto=100)).number == 1


async def test_a_coup_whose_answer_was_lost_is_found_and_not_played_twice(
    settings: Settings,
) -> None:
    async with (
        serving(settings) as (_, base),
        open_proxy(base) as proxy,
        Client(proxy.address, sleep=no_wait) as client,
    ):
        await client.guest()
        table = await client.sit("punto-e-banco", credit=50_000)

        def lose_first_coup(data: bytes) -> bytes | None:
            if b'"type":"coup"' not in data:
                return data
            proxy.alter = bytes  # only the first one
            return None

        proxy.alter = lose_first_coup
        coup = await table.carte(punto=1_000)
        assert await coups_of(client) == [coup]
        assert table.credit == coup.credit == 49_000 + coup.returned
        assert (await table.carte(punto=1_000)).number == 2


async def test_a_bet_cut_off_while_being_sent_is_played_once(settings: Settings) -> None:
    async with (
        serving(settings) as (_, base),
        open_proxy(base) as proxy,
        Client(proxy.address, sleep=no_wait) as client,
    ):
        await client.guest()
        table = await client.sit("punto-e-banco", credit=50_000)
        for _ in range(5):
            asked = asyncio.create_task(table.carte(punto=100))
            await asyncio.sleep(0)
            proxy.cut()
            await asked
        assert [coup.number for coup in await coups_of(client)] == [5, 4, 3, 2, 1]


async def test_a_session_goes_on_after_a_restart_of_the_house(settings: Settings) -> None:
    async with open_proxy() as proxy, Client(proxy.address, sleep=no_wait) as client:
        async with serving(settings) as (_, proxy.house):
            await client.guest()
            table = await client.sit("for-fun", credit=50_000)
            first = await table.carte(punto=1_000)
            events = table.events()
            told = asyncio.ensure_future(anext(events))
            await asyncio.sleep(0)
            committed = table.next
        proxy.house = "http://127.0.0.1:1"
        assert await told == LinkChanged(Link.RECONNECTING, "the server stops")
        async with serving(settings) as (_, proxy.house):
            second = await table.carte(banco=1_000)
            assert second.commitment == committed.commitment
            assert await coups_of(client) == [second, first]
            await table.cash_out()


async def test_an_answer_lost_together_with_the_session_is_found_in_the_history(
    settings: Settings,
) -> None:
    async with (
        serving(settings) as (_, base),
        open_proxy(base) as proxy,
        Client(proxy.address, sleep=no_wait) as client,
        Client(base) as other,
    ):
        other.http.token = (await client.guest()).token
        table = await client.sit("punto-e-banco", credit=50_000)
        proxy.alter = lambda data: None if b'"type":"coup"' in data else data
        gone = asyncio.Event()

        async def cash_out_elsewhere(seconds: float) -> None:
            if not gone.is_set():
                gone.set()
                proxy.alter = bytes
                await (await other.resume()).cash_out()
            await asyncio.sleep(0.01)

        client.sleep = cash_out_elsewhere
        coup = await table.carte(punto=1_000)
        assert await coups_of(other) == [coup]
        with pytest.raises(NoSession):
            await table.carte(punto=1_000)
        assert table.state.closed is not None
        assert table.state.closed.reason is Reason.CASH_OUT


async def test_a_client_whose_session_was_opened_elsewhere_stops(settings: Settings) -> None:
    async with serving(settings) as (_, base), Client(base) as first, Client(base) as second:
        token = (await first.guest()).token
        table = await first.sit("punto-e-banco", credit=50_000)
        second.http.token = token
        newer = await second.resume(table.state.session)
        with pytest.raises(TakenOver):
            await table.carte(punto=100)
        assert table.state.link is Link.STOPPED
        assert (await newer.carte(punto=100)).number == 1
        await table.reconnect()  # only on request; now the other connection is replaced
        assert (await table.carte(punto=100)).number == 2


class VirtualClock:
    """A clock that moves only while the client sleeps."""

    def __init__(self) -> None:
        self.slept: list[int] = []

    def now(self) -> float:
        return sum(self.slept) / 1000

    async def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds * 1000))
        await asyncio.sleep(0)


async def test_reconnect_delays_follow_the_book_and_end_after_three_minutes(tmp_path: Path) -> None:
    settings, time = Settings(database=str(tmp_path / "house.db")), VirtualClock()
    async with (
        serving(settings) as (_, base),
        open_proxy(base) as proxy,
        Client(proxy.address, sleep=time.sleep, now=time.now) as client,
    ):
        await client.guest()
        table = await client.sit("punto-e-banco", credit=50_000)
        proxy.house = "http://127.0.0.1:1"
        proxy.cut()
        with pytest.raises(GaveUp, match="180 seconds"):
            await table.carte(punto=100)
        assert time.slept[:7] == [500, 750, 1_000, 1_250, 1_500, 1_500, 1_500]
        assert 180_000 <= sum(time.slept) < 182_000
        proxy.house = base
        await table.reconnect()
        assert (await table.carte(punto=100)).number == 1


def swap_first_cards(data: bytes) -> bytes:
    """Exchange the first two cards: Punto's and Banco's."""
    head, found, rest = data.partition(b'"cards":"')
    return head + found + rest[2:4] + rest[:2] + rest[4:] if found else data


def change_server_seed(data: bytes) -> bytes:
    head, found, rest = data.partition(b'"server_seed":"')
    return head + found + (b"1" if rest[:1] == b"0" else b"0") + rest[1:] if found else data


def change_credit(data: bytes) -> bytes:
    head, found, rest = data.partition(b'"credit":')
    wrong = b"1" if rest[:1] != b"1" else b"2"
    return head + found + wrong + rest[1:] if found and b'"type":"coup"' in data else data


@pytest.mark.parametrize("falsify", [swap_first_cards, change_server_seed, change_credit])
async def test_a_cheating_house_is_detected(falsify: object, tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "house.db"))
    async with (
        serving(settings) as (_, base),
        open_proxy(base) as proxy,
        Client(proxy.address, sleep=no_wait) as client,
    ):
        await client.guest()
        table = await client.sit("punto-e-banco", credit=50_000)
        proxy.alter = falsify  # type: ignore[assignment]
        with pytest.raises(DoesNotHold, match="sabot 1 at"):
            await table.carte(punto=100, egalite=100)
        proxy.alter = bytes
        with pytest.raises(DoesNotHold):  # no more coups are played there
            await table.carte(punto=100)
        await table.cash_out()
