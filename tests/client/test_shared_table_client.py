"""Tests of the shared table client over real sockets, lost connections and a cheating house."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from puntobanco.client import Client, DoesNotHold, Link, NoBets, SharedTableClient, WatchClient
from puntobanco.errors import BettingClosed, NoSession, NotEnoughCredit, OtherCoup
from puntobanco.fair.proof import parse_seen
from puntobanco.fair.verify import verify
from puntobanco.server.serving import serving
from puntobanco.server.settings import Settings
from puntobanco.wire.messages import BetTaken, Paid
from puntobanco.wire.stream import BettingOpened, Result, Revealed, Settled, Stage, Standing
from tests.client.proxy import open_proxy
from tests.staff_names import OLGA

pytestmark = pytest.mark.anyio

TABLES = """
[[tables]]
name = "quick"
house = "live-mini"
title = "Quick"
betting_s = 1
coup_max = 50_000
pace = { mixing = 300, opening = 300, burn = 10, first_card = 20, card = 10, result = 100 }
"""


@pytest.fixture
def live_settings(settings: Settings, tmp_path: Path) -> Settings:
    file = tmp_path / "tables.toml"
    file.write_text(TABLES, encoding="utf-8")
    return replace(settings, tables=str(file))


async def no_wait(seconds: float) -> None:
    await asyncio.sleep(0.01)


async def next_event(table: SharedTableClient | WatchClient, kind: type) -> object:
    async for each in table.events():
        if isinstance(each, kind):
            return each
    raise AssertionError("the table closed before this event came")


async def until(table: SharedTableClient | WatchClient, stage: Stage) -> None:
    while table.view.stage is not stage:
        await asyncio.sleep(0.005)


async def test_one_client_bets_on_a_coup_while_another_watches(live_settings: Settings) -> None:
    async with serving(live_settings) as (_, base), Client(base) as client, Client(base) as other:
        (summary,) = await client.tables()
        assert (summary.name, summary.title, summary.max) == ("quick", "Quick", 50_000)
        assert (await client.table("quick")).spec.betting_s == 1
        await client.guest()
        table = await client.sit_live("quick", credit=10_000)
        watch = await other.watch("quick")
        assert table.sheet.money.coup_max == 50_000
        await until(table, Stage.BETTING)
        assert not table.view.exhibition
        assert [each.player for each in table.view.players] == [table.state.player]
        assert 0 < (table.left_ms or 0) <= 1_050  # the house's clock is known to about 50 ms
        with pytest.raises(NoBets):
            await table.confirm()
        with pytest.raises(NotEnoughCredit):
            await table.confirm(punto=20_000)
        await table.place(punto=500)
        bet = await table.confirm(punto=1_000, grande=200)
        assert (bet.staked, table.credit, dict(table.mine.stakes)) == (
            *(1_200, 8_800),
            {"punto": 1_000, "grande": 200},
        )
        paid = await next_event(table, Paid)
        assert isinstance(paid, Paid)
        await next_event(table, Settled)
        assert table.credit == 8_800 + paid.returned
        assert table.view.cards == paid.cards
        assert not table.mine.stakes
        with pytest.raises(BettingClosed):
            await table.confirm(punto=1_000)
        await until(watch, Stage.BETTING)
        await until(table, Stage.BETTING)
        assert watch.view == table.view
        assert not table.state.distrust
        assert not watch.distrust
        closed = await table.cash_out()
        assert closed.credited == table.state.closed.credited if table.state.closed else False


async def test_automatic_confirmation_confirms_the_chips(live_settings: Settings) -> None:
    async with serving(live_settings) as (_, base), Client(base) as client:
        await client.guest()
        table = await client.sit_live("quick", credit=10_000)
        assert (await table.automatic(on=True)).on
        await until(table, Stage.BETTING)
        await table.place(banco=2_000)
        assert table.state.draft == {"banco": 2_000}
        bet = await next_event(table, BetTaken)
        assert isinstance(bet, BetTaken)
        assert (bet.key, bet.stakes) == ("", {"banco": 2_000})
        assert table.shared.automatic


async def test_a_sabot_can_be_verified_when_the_table_closes(
    live_settings: Settings, tmp_path: Path
) -> None:
    """By the client itself, and by the function behind `verify --seen` with the client's notes."""
    seen, kept = tmp_path / "seen.jsonl", tmp_path / "sabot.json"
    async with serving(live_settings) as (desk, base), Client(base, seen=seen) as client:
        await client.guest()
        table = await client.sit_live("quick", credit=10_000)
        await until(table, Stage.BETTING)
        await table.confirm(punto=100)
        await next_event(table, Settled)
        revealed = asyncio.create_task(next_event(table, Revealed))
        await asyncio.sleep(0)
        await desk.floor.tables.stand("quick", Standing.CLOSED, "good night", OLGA)
        assert isinstance(await revealed, Revealed)
        assert table.shared.verified == 1
        proof = await client.save_sabot_proof("quick", 1, kept)
        lines = parse_seen(seen.read_bytes(), "seen")
        assert [bool(each.hashes) for each in lines][-1]
        assert lines[-1].fixed == table.view.fixed
        # The hash in a proof also covers how the sabot ended.
        assert (proof.ended, lines[-1].fixed != proof.fixed) == ("closed", True)
        assert all(verify(proof, lines).values())
        assert proof.players[0].player == table.state.player


async def test_a_client_that_reconnects_is_sent_the_missed_events(live_settings: Settings) -> None:
    """A bet whose answer was lost is made only once."""
    async with serving(live_settings) as (_, base), open_proxy(base) as proxy:
        async with Client(proxy.address, sleep=no_wait) as client:
            await client.guest()
            table = await client.sit_live("quick", credit=10_000)
            await until(table, Stage.BETTING)
            proxy.alter = lambda data: None if b'"type":"bet"' in data else data
            asked = asyncio.create_task(table.confirm(punto=1_000))
            await asyncio.sleep(0.1)
            proxy.alter = lambda data: data
            bet = await asked
            assert (bet.staked, bet.credit) == (1_000, 9_000)
            results = [table.view.coup]
            await next_event(table, Result)
            proxy.cut()
            await asyncio.sleep(0.5)
            await next_event(table, BettingOpened)
            assert table.view.coup > results[0]
            paid = [e.entry async for e in client.history() if isinstance(e.entry, Paid)]
            assert len(paid) == 1
            token = client.http.token
        async with Client(base, token=token) as again:
            back = await again.resume_live("quick")
            assert back.credit == table.credit
            with pytest.raises(NoSession):
                await again.resume()  # `resume` is for private tables


@pytest.mark.parametrize("asked_before", [True, False])
async def test_chips_from_before_a_reconnection_are_not_put_on_a_later_coup(
    live_settings: Settings, asked_before: bool
) -> None:
    """Neither chips that the house never answered, nor chips put down while disconnected."""
    async with (
        serving(live_settings) as (_, base),
        open_proxy(base) as proxy,
        Client(proxy.address, sleep=no_wait) as client,
        Client(base) as other,
    ):
        await other.guest()
        stayed = await other.sit_live("quick", credit=10_000)  # so that the table goes on
        await client.guest()
        table = await client.sit_live("quick", credit=10_000)
        await table.automatic(on=True)
        await until(table, Stage.BETTING)
        coup = table.view.coup
        proxy.house = ""
        if asked_before:  # the request gets lost
            proxy.drops_requests = True
            asked = asyncio.create_task(table.place(punto=1_000))
            await asyncio.sleep(0.05)
            assert table.state.waiting
            proxy.cut()
            proxy.drops_requests = False
        else:
            proxy.cut()
            while table.link is Link.CONNECTED:
                await asyncio.sleep(0.01)
            asked = asyncio.create_task(table.place(punto=1_000))
        while stayed.view.coup < coup + 2:
            await asyncio.sleep(0.01)
        proxy.house = base
        with pytest.raises(OtherCoup):
            await asked
        await until(table, Stage.BETTING)
        assert table.view.coup > coup
        assert not table.state.draft
        later = table.view.coup
        while table.view.coup == later:  # chips on this coup would be bet at its end
            await asyncio.sleep(0.01)
        records = [each.entry async for each in client.history()]
        assert not [each for each in records if isinstance(each, BetTaken | Paid)]
        assert table.credit == 10_000


async def test_a_falsified_order_ends_the_betting_but_not_the_cash_out(
    live_settings: Settings,
) -> None:
    async with (
        serving(live_settings) as (_, base),
        open_proxy(base) as proxy,
        Client(proxy.address, sleep=no_wait) as client,
    ):
        await client.guest()
        table = await client.sit_live("quick", credit=10_000)
        await until(table, Stage.BETTING)
        fixed = table.view.fixed.encode()
        proxy.alter = lambda data: data.replace(fixed, b"0" * 64)
        await next_event(table, Settled)
        await until(table, Stage.BETTING)
        assert "another order" in table.state.distrust
        with pytest.raises(DoesNotHold, match="another order"):
            await table.confirm(punto=100)
        with pytest.raises(DoesNotHold):
            await table.place(punto=100)
        assert (await table.cash_out()).credited == 10_000


async def test_a_false_revealed_seed_is_noticed(live_settings: Settings) -> None:
    async with (
        serving(live_settings) as (desk, base),
        open_proxy(base) as proxy,
        Client(proxy.address, sleep=no_wait) as client,
    ):
        watch = await client.watch("quick")
        player = Client(base)
        await player.guest()
        table = await player.sit_live("quick", credit=10_000)
        await until(table, Stage.BETTING)
        await next_event(watch, Settled)
        cards = watch.view.cards
        assert cards
        secret = desk.floor.tables.runners["quick"].table.mixing.seed.hex().encode()
        proxy.alter = lambda data: data.replace(secret, b"ab" * 32)
        revealed = asyncio.create_task(next_event(watch, Revealed))
        await asyncio.sleep(0)
        await desk.floor.tables.stand("quick", Standing.CLOSED, "", OLGA)
        await revealed
        assert "not the one it committed to" in watch.distrust
        assert not table.state.distrust
        await table.close()


@pytest.mark.parametrize("lie", [False, True])
async def test_a_client_that_missed_the_reveal_asks_for_the_proof(
    live_settings: Settings, lie: bool
) -> None:
    """It notices if a card that was shown is not in the proof."""
    async with open_proxy("") as proxy, Client(proxy.address, sleep=no_wait) as client:
        async with serving(live_settings) as (_, base):
            proxy.house = base
            await client.guest()
            table = await client.sit_live("quick", credit=10_000)
            await until(table, Stage.BETTING)
            await table.confirm(punto=100)
            await next_event(table, Settled)
            sabot = table.shared.sabot
            assert sabot is not None
            assert sabot.coups
            proxy.house = ""
            proxy.cut()
            await asyncio.sleep(0.1)
        if lie:
            shown = replace(sabot, coups={1: (1, "AcAcAcAc")})
            table.state = replace(table.state, shared=replace(table.shared, sabot=shown))
        async with serving(live_settings) as (desk, base):
            quick = desk.floor.tables.runners["quick"]
            await desk.floor.tables.stand("quick", Standing.CLOSED, "", OLGA)
            while quick.view.stage is not Stage.RESTING:
                await asyncio.sleep(0.01)
            quick._audience._recent.clear()  # as if too many events were missed to be sent again
            proxy.house = base
            while table.link is not Link.CONNECTED:
                await asyncio.sleep(0.01)
            if lie:
                assert "don't follow from the seeds" in table.state.distrust
                assert [each.seen.number for each in table.shared.unheard] == [1]
            else:
                assert not table.state.distrust
                assert (table.shared.verified, table.shared.unheard) == (1, ())
                assert client.notes.proved == {("quick", 1, 1)}


async def test_a_watcher_who_comes_back_asks_for_the_missing_proof(live_settings: Settings) -> None:
    async with (
        serving(live_settings) as (desk, base),
        Client(base) as client,
        Client(base) as player,
    ):
        watch = await client.watch("quick")
        await player.guest()
        table = await player.sit_live("quick", credit=10_000)
        await until(table, Stage.BETTING)
        await until(watch, Stage.BETTING)
        await watch.close()
        revealed = asyncio.create_task(next_event(table, Revealed))
        await asyncio.sleep(0)
        await desk.floor.tables.stand("quick", Standing.CLOSED, "", OLGA)
        await revealed
        sabot = table.shared.verified
        assert ("quick", 1, sabot) in client.notes.unproved("quick")
        again = await client.watch("quick")
        assert (again.distrust, again.shared.verified) == ("", sabot)
        assert not client.notes.unproved("quick")


async def test_a_noted_sabot_that_is_never_revealed_ends_the_trust(live_settings: Settings) -> None:
    async with serving(live_settings) as (desk, base), Client(base) as client:
        await client.guest()
        table = await client.sit_live("quick", credit=10_000)
        await until(table, Stage.BETTING)
        await desk.floor.tables.stand("quick", Standing.CLOSED, "", OLGA)
        await until(table, Stage.RESTING)
        await table.close()
        client.notes.proved.clear()

        async def none(*_: object) -> list[Any]:
            return []

        desk.floor.store.sabots = none  # type: ignore[method-assign, assignment]
        watch = await client.watch("quick")
        assert "never revealed" in watch.distrust
