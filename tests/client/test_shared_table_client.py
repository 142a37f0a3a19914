"""A shared table over real sockets: mixed, bet at, watched, come back to, and held to its word."""

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
from tests.client.line import lay_line

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
def live(settings: Settings, tmp_path: Path) -> Settings:
    file = tmp_path / "tables.toml"
    file.write_text(TABLES, encoding="utf-8")
    return replace(settings, tables=str(file))


async def no_wait(seconds: float) -> None:
    await asyncio.sleep(0.01)


async def heard(table: SharedTableClient | WatchClient, kind: type) -> object:
    async for each in table.events():
        if isinstance(each, kind):
            return each
    raise AssertionError("the table is over")


async def until(table: SharedTableClient | WatchClient, stage: Stage) -> None:
    while table.view.stage is not stage:
        await asyncio.sleep(0.005)


async def test_a_coup_bet_at_and_watched(live: Settings) -> None:
    async with serving(live) as (_, base), Client(base) as client, Client(base) as other:
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
        assert 0 < (table.left_ms or 0) <= 1_050  # by a clock that is read over a line
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
        paid = await heard(table, Paid)
        assert isinstance(paid, Paid)
        await heard(table, Settled)
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


async def test_chips_confirm_themselves_if_asked_to(live: Settings) -> None:
    async with serving(live) as (_, base), Client(base) as client:
        await client.guest()
        table = await client.sit_live("quick", credit=10_000)
        assert (await table.automatic(on=True)).on
        await until(table, Stage.BETTING)
        await table.place(banco=2_000)
        assert table.state.draft == {"banco": 2_000}
        bet = await heard(table, BetTaken)
        assert isinstance(bet, BetTaken)
        assert (bet.key, bet.stakes) == ("", {"banco": 2_000})
        assert table.shared.automatic


async def test_a_sabot_is_proved_when_the_table_closes(live: Settings, tmp_path: Path) -> None:
    """By what was noted before the betting, with `verify --seen` as with the client's own eyes."""
    seen, kept = tmp_path / "seen.jsonl", tmp_path / "sabot.json"
    async with serving(live) as (desk, base), Client(base, seen=seen) as client:
        await client.guest()
        table = await client.sit_live("quick", credit=10_000)
        await until(table, Stage.BETTING)
        await table.confirm(punto=100)
        await heard(table, Settled)
        revealed = asyncio.create_task(heard(table, Revealed))
        await asyncio.sleep(0)
        await desk.floor.tables.stand("quick", Standing.CLOSED, "good night")
        assert isinstance(await revealed, Revealed)
        assert table.shared.verified == 1
        proof = await client.save_sabot_proof("quick", 1, kept)
        lines = parse_seen(seen.read_bytes(), "seen")
        assert [bool(each.hashes) for each in lines][-1]
        assert lines[-1].fixed == table.view.fixed
        assert (proof.ended, lines[-1].fixed != proof.fixed) == ("closed", True)  # with its end
        assert all(verify(proof, lines).values())
        assert proof.players[0].player == table.state.player


async def test_whoever_comes_back_hears_what_was_missed(live: Settings) -> None:
    """And a bet whose answer was lost is one bet."""
    async with serving(live) as (_, base), lay_line(base) as line:
        async with Client(line.address, sleep=no_wait) as client:
            await client.guest()
            table = await client.sit_live("quick", credit=10_000)
            await until(table, Stage.BETTING)
            line.bend = lambda data: None if b'"type":"bet"' in data else data
            asked = asyncio.create_task(table.confirm(punto=1_000))
            await asyncio.sleep(0.1)
            line.bend = lambda data: data
            bet = await asked
            assert (bet.staked, bet.credit) == (1_000, 9_000)
            results = [table.view.coup]
            await heard(table, Result)
            line.cut()
            await asyncio.sleep(0.5)
            await heard(table, BettingOpened)
            assert table.view.coup > results[0]
            paid = [e.entry async for e in client.history() if isinstance(e.entry, Paid)]
            assert len(paid) == 1
            token = client.http.token
        async with Client(base, token=token) as again:
            back = await again.resume_live("quick")
            assert back.credit == table.credit
            with pytest.raises(NoSession):
                await again.resume()  # that is for private tables


@pytest.mark.parametrize("asked_before", [True, False])
async def test_chips_laid_before_the_line_was_cut_are_for_no_later_coup(
    live: Settings, asked_before: bool
) -> None:
    """Neither those the house never answered nor those laid while the line was down."""
    async with (
        serving(live) as (_, base),
        lay_line(base) as line,
        Client(line.address, sleep=no_wait) as client,
        Client(base) as other,
    ):
        await other.guest()
        stayed = await other.sit_live("quick", credit=10_000)  # for whom the table goes on
        await client.guest()
        table = await client.sit_live("quick", credit=10_000)
        await table.automatic(on=True)
        await until(table, Stage.BETTING)
        coup = table.view.coup
        line.house = ""
        if asked_before:  # what the house says to it never arrives
            line.hold = True
            asked = asyncio.create_task(table.place(punto=1_000))
            await asyncio.sleep(0.05)
            assert table.state.waiting
            line.cut()
            line.hold = False
        else:
            line.cut()
            while table.link is Link.CONNECTED:
                await asyncio.sleep(0.01)
            asked = asyncio.create_task(table.place(punto=1_000))
        while stayed.view.coup < coup + 2:
            await asyncio.sleep(0.01)
        line.house = base
        with pytest.raises(OtherCoup):
            await asked
        await until(table, Stage.BETTING)
        assert table.view.coup > coup
        assert not table.state.draft
        later = table.view.coup
        while table.view.coup == later:  # had it been laid there, it would be bet by now
            await asyncio.sleep(0.01)
        records = [each.entry async for each in client.history()]
        assert not [each for each in records if isinstance(each, BetTaken | Paid)]
        assert table.credit == 10_000


async def test_a_table_that_lies_is_not_believed(live: Settings) -> None:
    """Another card than the sabot's: nobody bets there any more, and cashing out still works."""
    async with (
        serving(live) as (_, base),
        lay_line(base) as line,
        Client(line.address, sleep=no_wait) as client,
    ):
        await client.guest()
        table = await client.sit_live("quick", credit=10_000)
        await until(table, Stage.BETTING)
        fixed = table.view.fixed.encode()
        line.bend = lambda data: data.replace(fixed, b"0" * 64)
        await heard(table, Settled)
        await until(table, Stage.BETTING)
        assert "another order" in table.state.distrust
        with pytest.raises(DoesNotHold, match="another order"):
            await table.confirm(punto=100)
        with pytest.raises(DoesNotHold):
            await table.place(punto=100)
        assert (await table.cash_out()).credited == 10_000


async def test_another_seed_in_the_end_is_noticed(live: Settings) -> None:
    async with (
        serving(live) as (desk, base),
        lay_line(base) as line,
        Client(line.address, sleep=no_wait) as client,
    ):
        watch = await client.watch("quick")
        player = Client(base)
        await player.guest()
        table = await player.sit_live("quick", credit=10_000)
        await until(table, Stage.BETTING)
        await heard(watch, Settled)
        cards = watch.view.cards
        assert cards
        secret = desk.floor.tables.live["quick"].table.mixing.seed.hex().encode()
        line.bend = lambda data: data.replace(secret, b"ab" * 32)
        revealed = asyncio.create_task(heard(watch, Revealed))
        await asyncio.sleep(0)
        await desk.floor.tables.stand("quick", Standing.CLOSED, "")
        await revealed
        assert "not the one it committed to" in watch.distrust
        assert not table.state.distrust
        await table.close()


@pytest.mark.parametrize("lie", [False, True])
async def test_who_missed_the_reveal_asks_for_the_proof(live: Settings, lie: bool) -> None:
    """And finds out if a card that was shown is not in it."""
    async with lay_line("") as line, Client(line.address, sleep=no_wait) as client:
        async with serving(live) as (_, base):
            line.house = base
            await client.guest()
            table = await client.sit_live("quick", credit=10_000)
            await until(table, Stage.BETTING)
            await table.confirm(punto=100)
            await heard(table, Settled)
            sabot = table.shared.sabot
            assert sabot is not None
            assert sabot.coups
            line.house = ""
            line.cut()
            await asyncio.sleep(0.1)
        if lie:
            shown = replace(sabot, coups={1: (1, "AcAcAcAc")})
            table.state = replace(table.state, shared=replace(table.shared, sabot=shown))
        async with serving(live) as (desk, base):
            quick = desk.floor.tables.live["quick"]
            await desk.floor.tables.stand("quick", Standing.CLOSED, "")
            while quick.view.stage is not Stage.RESTING:
                await asyncio.sleep(0.01)
            quick._audience._recent.clear()  # more was told since than is told again
            line.house = base
            while table.link is not Link.CONNECTED:
                await asyncio.sleep(0.01)
            if lie:
                assert "don't follow from the seeds" in table.state.distrust
                assert [each.seen.number for each in table.shared.unheard] == [1]
            else:
                assert not table.state.distrust
                assert (table.shared.verified, table.shared.unheard) == (1, ())
                assert client.notes.proved == {("quick", 1, 1)}


async def test_who_looks_on_again_asks_for_the_proof_of_what_is_noted(live: Settings) -> None:
    async with serving(live) as (desk, base), Client(base) as client, Client(base) as player:
        watch = await client.watch("quick")
        await player.guest()
        table = await player.sit_live("quick", credit=10_000)
        await until(table, Stage.BETTING)
        await until(watch, Stage.BETTING)
        await watch.close()
        revealed = asyncio.create_task(heard(table, Revealed))
        await asyncio.sleep(0)
        await desk.floor.tables.stand("quick", Standing.CLOSED, "")
        await revealed
        sabot = table.shared.verified
        assert ("quick", 1, sabot) in client.notes.unproved("quick")
        again = await client.watch("quick")
        assert (again.distrust, again.shared.verified) == ("", sabot)
        assert not client.notes.unproved("quick")


async def test_a_sabot_that_is_never_revealed_is_not_forgiven(live: Settings) -> None:
    async with serving(live) as (desk, base), Client(base) as client:
        await client.guest()
        table = await client.sit_live("quick", credit=10_000)
        await until(table, Stage.BETTING)
        await desk.floor.tables.stand("quick", Standing.CLOSED, "")
        await until(table, Stage.RESTING)
        await table.close()
        client.notes.proved.clear()

        async def none(*_: object) -> list[Any]:
            return []

        desk.floor.store.sabots = none  # type: ignore[method-assign, assignment]
        watch = await client.watch("quick")
        assert "never revealed" in watch.distrust
