"""Croupiers, a manager and players all send requests without waiting for answers."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from puntobanco.errors import OurFault, Refusal
from puntobanco.game.bets import Bet
from puntobanco.game.sheet import Source
from puntobanco.ledger.accounts import GRANT, PLAY_MONEY, AccountKind
from puntobanco.ledger.records import RecordKind
from puntobanco.server.seats.floor import Floor
from puntobanco.server.seats.seat_runner import QueuedRequest, SeatRunner
from puntobanco.store.interface import Role
from puntobanco.store.open import open_store
from puntobanco.store.sealing import Sealer
from puntobanco.table.shared.console_offers import commands_now
from puntobanco.table.shared.shared_seat import is_staked
from puntobanco.table.shared.shared_table import new_table
from puntobanco.wire import console_commands
from puntobanco.wire.requests import CashOut, Confirm, Open, Withdraw
from puntobanco.wire.stream import Stage
from puntobanco.wire.table_spec import Pace, TableSpec
from tests.audit.live_night import ManualClock, RecordingConnection
from tests.audit.night import SHEETS, key
from tests.conftest import SEALING_KEY
from tests.faults.croupiers import PLAIN, RARE, Habits
from tests.faults.test_whole_evening import MARA, NAMES, hire, replay, staff
from tests.seat_kinds import seat_at, shared
from tests.store_contents import all_accounts, all_records

pytestmark = pytest.mark.anyio

SPEC = TableSpec(
    "serata", "st-moritz", croupier="person", cards=Source.CROUPIER, pace=Pace(absent=0)
)
ACTIONS, PLAYERS = 1_000, 6
_OFTEN = [*sorted(PLAIN.keys() - RARE), "read"]
_SELDOM = RARE - {"correct"}  # commands that would end the game too often


class Crowd:
    """People whose commands are either done one after another, or refused with a code."""

    def __init__(self, floor: Floor, seed: int) -> None:
        self.floor, self.random = floor, Random(seed)
        self.table = floor.tables.get(SPEC.name)
        self.seats: list[SeatRunner] = []
        self.screens: dict[int, RecordingConnection] = {}
        self.waiting = 0
        self.done = 0
        self.habits = Habits(self.random)

    def answered(self, said: object) -> None:
        self.waiting -= 1
        assert not isinstance(said, OurFault), said
        self.done += not isinstance(said, Refusal)

    def sit(self, person: int) -> None:
        """Come to the console, or disconnect from it."""
        if person in self.screens:
            self.table.consoles.leave(self.screens.pop(person))
            return
        self.screens[person] = RecordingConnection()
        self.table.consoles.join(self.screens[person], staff(person))

    def command(self) -> None:
        """Give a command that a console offers, sometimes from an outdated view."""
        random, view = self.random, self.table.view
        person = (
            view.croupier if view.croupier and random.random() < 0.8 else random.choice([*NAMES])
        )
        offered = commands_now(self.table.context(staff(person)))
        rare = _SELDOM if view.sabot else _SELDOM - {"new_sabot"}
        likely = [name for name in offered if name not in rare and random.random() < 0.95]
        name = random.choice(likely or _OFTEN) if random.random() < 0.9 else "announce"
        if random.random() < 0.03:
            person, name = MARA, "void"
        seen = max(0, view.offset - (random.random() < 0.1))
        command = self.habits.command(name, seen, None, view)
        self.waiting += 1
        try:
            now = self.floor.clock.now()
            self.table.direct(command, staff(person), now, self.answered)
        except Refusal as refusal:
            self.answered(refusal)

    def play(self) -> None:
        live = self.random.choice(self.seats)
        coup = max(1, self.table.view.coup)
        said: Any = Confirm(key(), coup, {self.random.choice([Bet.PUNTO, Bet.BANCO]): 1_000})
        if shared(live.seat).view.left:
            said = Withdraw(key(), tuple(shared(live.seat).view.left))
        self.waiting += 1
        live.ask(QueuedRequest(said, self.answered, received=self.floor.clock.now()))

    async def rest(self) -> None:
        while self.waiting or not self.table.is_idle:
            await asyncio.sleep(0.001)


@pytest.mark.parametrize("seed", range(4))
async def test_no_stake_is_lost_with_any_order_of_commands(tmp_path: Path, seed: int) -> None:
    store = await open_store(str(tmp_path / "house.db"), Sealer(SEALING_KEY))
    clock = ManualClock()
    floor = Floor(store, SHEETS, clock)
    await hire(floor)
    (await floor.tables.make(SPEC)).wake()
    crowd = Crowd(floor, seed)
    for _ in range(PLAYERS):
        person = await floor.cashier.add_person(None, None, Role.GUEST)
        assert person is not None
        (account,) = await floor.store.accounts(person.id)
        live = await seat_at(floor, account, SPEC.name)
        await floor.ask(live, Open(key(), GRANT // 2))
        await floor.take_over(live, RecordingConnection())
        crowd.seats.append(live)
    for number in NAMES:
        crowd.sit(number)
    for _ in range(ACTIONS):
        clock.at += 100
        chance = crowd.random.random()
        if chance < 0.02:
            crowd.sit(crowd.random.choice([*NAMES]))
        else:
            crowd.play() if chance < 0.4 else crowd.command()
        chance = crowd.random.random()
        if chance < 0.4:
            await asyncio.sleep(0)
        elif chance < 0.6:  # wait, even if the machine is slow
            await crowd.rest()
    await crowd.rest()
    assert crowd.done > ACTIONS // 20
    assert crowd.table.view.coup > 5
    await end(crowd)

    # The replay of all records gives the same bytes, and no stakes are left.
    live_table = crowd.table
    records = await store.table_events(live_table.table.account, 0, 100_000)
    first = new_table(
        SPEC.name, live_table.table.account, PLAY_MONEY, store.epoch, live_table.setup
    )
    assert replay(records, first, live_table.setup).view == live_table.view
    accounts = await all_accounts(store)
    assert sum(each.balance for each in accounts) == 0
    assert all(each.balance == 0 for each in accounts if each.kind is AccountKind.STAKES)
    assert not any(shared(each.seat).view.stakes for each in crowd.seats)
    staked = settled = 0
    for stored in await all_records(store):
        staked += stored.record.event is RecordKind.BET
        settled += stored.record.event in (RecordKind.PAID, RecordKind.RETURNED)
    assert staked > 0
    assert settled > 0
    await store.close()


async def end(crowd: Crowd) -> None:
    """A manager ends the coup, and everybody leaves."""
    if MARA not in crowd.screens:
        crowd.sit(MARA)
    if crowd.table.view.stage in (Stage.BETTING, Stage.CLOSING, Stage.DEALING):
        done: asyncio.Future[Refusal | None] = asyncio.get_running_loop().create_future()
        void = console_commands.Void(crowd.table.view.offset, "the end of the evening")
        crowd.table.direct(void, staff(MARA), 0, done.set_result)
        assert await done is None
        await crowd.rest()
    number = crowd.table.view.coup
    assert not any(is_staked(shared(each.seat), number) for each in crowd.seats)
    for live in crowd.seats:
        await crowd.floor.ask(live, CashOut(key()))
    await crowd.rest()
    await crowd.floor.stop()
