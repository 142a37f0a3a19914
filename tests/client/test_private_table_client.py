"""A session over real sockets: to a payment, and through everything that breaks."""

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
from tests.client.line import lay_line

pytestmark = pytest.mark.anyio


async def no_wait(seconds: float) -> None:
    await asyncio.sleep(0.01)


async def coups_of(client: Client) -> list[CoupPlayed]:
    return [each.entry async for each in client.history() if isinstance(each.entry, CoupPlayed)]


async def test_a_session_to_a_payment(settings: Settings, tmp_path: Path) -> None:
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
        recorded = [each async for each in client.history()]
        assert isinstance(recorded[0].entry, Closed)
        assert isinstance(recorded[-2].entry, Opened)
        (number,) = [each.record for each in recorded if isinstance(each.entry, CoupPlayed)]
        proof = await client.proof(number)
        lines = parse_seen(seen.read_bytes(), "seen")
        assert lines == list(client.notes.lines)
        assert any(each.fixed == proof.fixed for each in lines)
        assert all(verify(proof, lines).values())


async def test_a_coup_has_one_seed_whatever_is_refused(settings: Settings, tmp_path: Path) -> None:
    """Or a house could refuse what it is going to lose, and an honest one would look like it."""
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
        async with Client(base, seen=seen, token=token) as client:  # and whoever comes back
            table = await client.resume()
            await table.carte(punto=100)
            with pytest.raises(NotEnoughCredit):
                await table.carte(punto=50_000)
            second = await table.carte(punto=100)
            assert second.seed != (await coups_of(client))[1].seed
            fixed = [each for each in parse_seen(seen.read_bytes(), "seen") if each.fixed]
            assert len({each.fixed for each in fixed}) == 2  # one to a coup
            async for each in client.history(event="coup"):
                kept = tmp_path / "proof.json"
                proof = await client.save_proof(each.record, kept)
                assert all(verify(proof, parse_seen(seen.read_bytes(), "seen")).values())
                assert parse_proof(kept.read_bytes(), "kept") == proof
    assert Path(f"{seen}.seed").stat().st_mode & 0o777 == 0o600


async def test_registration_and_login(settings: Settings) -> None:
    async with serving(settings) as (_, base), Client(base) as client:
        await client.register("giulia", "una lunga parola")
        assert (await client.login("giulia", "una lunga parola")).name == "giulia"
        assert "punto-e-banco" in {each.name for each in await client.houses()}


async def test_what_the_house_refuses_is_refused_by_type_and_changes_nothing(
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


async def test_a_lost_answer_is_a_coup_found_and_not_doubled(settings: Settings) -> None:
    async with (
        serving(settings) as (_, base),
        lay_line(base) as line,
        Client(line.address, sleep=no_wait) as client,
    ):
        await client.guest()
        table = await client.sit("punto-e-banco", credit=50_000)

        def swallow(data: bytes) -> bytes | None:
            if b'"type":"coup"' not in data:
                return data
            line.bend = bytes  # once
            return None

        line.bend = swallow
        coup = await table.carte(punto=1_000)
        assert await coups_of(client) == [coup]
        assert table.credit == coup.credit == 49_000 + coup.returned
        assert (await table.carte(punto=1_000)).number == 2


async def test_a_bet_that_never_left_is_bet_once(settings: Settings) -> None:
    async with (
        serving(settings) as (_, base),
        lay_line(base) as line,
        Client(line.address, sleep=no_wait) as client,
    ):
        await client.guest()
        table = await client.sit("punto-e-banco", credit=50_000)
        for _ in range(5):
            asked = asyncio.create_task(table.carte(punto=100))
            await asyncio.sleep(0)
            line.cut()
            await asked
        assert [coup.number for coup in await coups_of(client)] == [5, 4, 3, 2, 1]


async def test_a_house_that_starts_again_in_mid_session(settings: Settings) -> None:
    async with lay_line() as line, Client(line.address, sleep=no_wait) as client:
        async with serving(settings) as (_, line.house):
            await client.guest()
            table = await client.sit("for-fun", credit=50_000)
            first = await table.carte(punto=1_000)
            events = table.events()
            told = asyncio.ensure_future(anext(events))
            await asyncio.sleep(0)
            committed = table.next
        line.house = "http://127.0.0.1:1"
        assert await told == LinkChanged(Link.RECONNECTING, "the server stops")
        async with serving(settings) as (_, line.house):
            second = await table.carte(banco=1_000)
            assert second.commitment == committed.commitment
            assert await coups_of(client) == [second, first]
            await table.cash_out()


async def test_an_answer_lost_together_with_the_session_is_found_in_the_history(
    settings: Settings,
) -> None:
    async with (
        serving(settings) as (_, base),
        lay_line(base) as line,
        Client(line.address, sleep=no_wait) as client,
        Client(base) as other,
    ):
        other.http.token = (await client.guest()).token
        table = await client.sit("punto-e-banco", credit=50_000)
        line.bend = lambda data: None if b'"type":"coup"' in data else data
        gone = asyncio.Event()

        async def cash_out_elsewhere(seconds: float) -> None:
            if not gone.is_set():
                gone.set()
                line.bend = bytes
                await (await other.resume()).cash_out()
            await asyncio.sleep(0.01)

        client.sleep = cash_out_elsewhere
        coup = await table.carte(punto=1_000)
        assert await coups_of(other) == [coup]
        with pytest.raises(NoSession):
            await table.carte(punto=1_000)
        assert table.state.closed is not None
        assert table.state.closed.reason is Reason.CASH_OUT


async def test_opened_elsewhere_gives_up_and_does_not_fight(settings: Settings) -> None:
    async with serving(settings) as (_, base), Client(base) as first, Client(base) as second:
        token = (await first.guest()).token
        table = await first.sit("punto-e-banco", credit=50_000)
        second.http.token = token
        newer = await second.resume(table.state.session)
        with pytest.raises(TakenOver):
            await table.carte(punto=100)
        assert table.state.link is Link.STOPPED
        assert (await newer.carte(punto=100)).number == 1
        await table.reconnect()  # asked for by hand: now the other one is out
        assert (await table.carte(punto=100)).number == 2


class Virtual:
    """A clock that moves when somebody sleeps."""

    def __init__(self) -> None:
        self.slept: list[int] = []

    def now(self) -> float:
        return sum(self.slept) / 1000

    async def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds * 1000))
        await asyncio.sleep(0)


async def test_delays_grow_as_the_book_says_and_end_after_three_minutes(tmp_path: Path) -> None:
    settings, time = Settings(database=str(tmp_path / "house.db")), Virtual()
    async with (
        serving(settings) as (_, base),
        lay_line(base) as line,
        Client(line.address, sleep=time.sleep, now=time.now) as client,
    ):
        await client.guest()
        table = await client.sit("punto-e-banco", credit=50_000)
        line.house = "http://127.0.0.1:1"
        line.cut()
        with pytest.raises(GaveUp, match="180 seconds"):
            await table.carte(punto=100)
        assert time.slept[:7] == [500, 750, 1_000, 1_250, 1_500, 1_500, 1_500]
        assert 180_000 <= sum(time.slept) < 182_000
        line.house = base
        await table.reconnect()
        assert (await table.carte(punto=100)).number == 1


def other_cards(data: bytes) -> bytes:
    """The first two cards change places: Punto's and Banco's."""
    head, found, rest = data.partition(b'"cards":"')
    return head + found + rest[2:4] + rest[:2] + rest[4:] if found else data


def other_seed(data: bytes) -> bytes:
    head, found, rest = data.partition(b'"server_seed":"')
    return head + found + (b"1" if rest[:1] == b"0" else b"0") + rest[1:] if found else data


def other_credit(data: bytes) -> bytes:
    head, found, rest = data.partition(b'"credit":')
    wrong = b"1" if rest[:1] != b"1" else b"2"
    return head + found + wrong + rest[1:] if found and b'"type":"coup"' in data else data


@pytest.mark.parametrize("bend", [other_cards, other_seed, other_credit])
async def test_a_house_that_cheats_is_caught(bend: object, tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "house.db"))
    async with (
        serving(settings) as (_, base),
        lay_line(base) as line,
        Client(line.address, sleep=no_wait) as client,
    ):
        await client.guest()
        table = await client.sit("punto-e-banco", credit=50_000)
        line.bend = bend  # type: ignore[assignment]
        with pytest.raises(DoesNotHold, match="Number 1 at"):
            await table.carte(punto=100, egalite=100)
        line.bend = bytes
        with pytest.raises(DoesNotHold):  # nor is another coup played there
            await table.carte(punto=100)
        await table.cash_out()
