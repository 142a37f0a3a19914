"""A real sabot on the server: a changed sheet, a backup, a slow store."""

import asyncio
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from puntobanco.errors import BettingClosed, MovedOn, NotNow, Refusal, TooLate, TooManyWaiting
from puntobanco.game.bets import Bet
from puntobanco.game.sheet import Sheet, Source
from puntobanco.ledger.accounts import AccountKind
from puntobanco.ledger.records import RecordKind
from puntobanco.server.seats.floor import Floor
from puntobanco.server.seats.seat_runner import QueuedRequest, SeatRunner
from puntobanco.store.interface import Role, Store
from puntobanco.store.shared_renewal import renew_shared
from puntobanco.table.shared.shared_table import PlayerActor, StaffActor, TableStep
from puntobanco.table.shared.table_steps import LONGEST_CLOSING
from puntobanco.wire import console_commands
from puntobanco.wire.messages import GivenBack, Paid
from puntobanco.wire.requests import Box, CashOut, Confirm, Open, Place, Withdraw
from puntobanco.wire.stream import OnBet, Stage
from puntobanco.wire.table_spec import TableSpec
from tests.audit.live_night import ManualClock, RecordingConnection
from tests.audit.night import SHEETS, key
from tests.seat_kinds import seat_at, shared
from tests.slow_bet import SlowBet
from tests.store_contents import all_accounts, all_records

pytestmark = pytest.mark.anyio

SPEC = TableSpec("real", "campione", croupier="person", cards=Source.CROUPIER)
CHIPS = replace(SPEC, name="chips", stakes="keyed")
MORITZ = replace(SPEC, name="moritz", house="st-moritz")
CARLA, MARA = StaffActor(1001, "carla", is_manager=False), StaffActor(1002, "mara", is_manager=True)
LATER = 1_800_000_900_000


class Night:
    """A table with the croupier Carla and the manager Mara at its consoles."""

    def __init__(self, floor: Floor, name: str) -> None:
        self.floor, self.table = floor, floor.tables.get(name)
        for staff in (CARLA, MARA):
            self.table.consoles.join(RecordingConnection(), staff)

    def begins(
        self, kind: type, *said: Any, by: StaffActor = CARLA
    ) -> asyncio.Future[Refusal | None]:
        done: asyncio.Future[Refusal | None] = asyncio.get_running_loop().create_future()
        command = kind(self.table.view.offset, *said)
        self.table.direct(command, by, self.table.now, done.set_result)
        return done

    async def says(self, kind: type, *said: Any, by: StaffActor = CARLA) -> None:
        assert await asyncio.wait_for(self.begins(kind, *said, by=by), 10) is None

    async def begins_betting(self) -> None:
        await self.says(console_commands.Take)
        await self.says(console_commands.NewSabot)
        await self.says(console_commands.Read, "2c")
        await self.says(console_commands.OpenBetting)

    async def closes(self) -> None:
        """Close the betting and wait until cards may be read in."""
        await self.says(console_commands.CloseBetting)
        await self.stage(Stage.DEALING)

    async def reads(self, cards: str) -> None:
        for n in range(0, len(cards), 2):
            await self.says(console_commands.Read, cards[n : n + 2])

    async def stage(self, stage: Stage) -> None:
        while self.table.view.stage is not stage or not self.table.is_idle:
            await asyncio.sleep(0.001)

    async def bet(self, live: SeatRunner, **stakes: int) -> None:
        bets = {Bet(bet): stake for bet, stake in stakes.items()}
        await self.floor.ask(live, Confirm(key(), self.table.view.coup, bets))


async def open_floor(store: Store, sheets: Mapping[str, Sheet] = SHEETS) -> Floor:
    floor = Floor(store, sheets, ManualClock())
    await floor.start([SPEC, CHIPS, MORITZ])
    return floor


async def anna_at(night: Night) -> SeatRunner:
    """Anna sits down at a box with 500.00."""
    person = await night.floor.cashier.add_person(None, None, Role.GUEST)
    assert person is not None
    (account,) = await night.floor.store.accounts(person.id)
    live = await seat_at(night.floor, account, night.table.spec.name)
    await night.floor.ask(live, Open(key(), 50_000))
    await night.floor.take_over(live, RecordingConnection())
    done: asyncio.Future[Refusal | None] = asyncio.get_running_loop().create_future()
    night.table.ask(TableStep(Box(1), PlayerActor(str(account.id))), done.set_result)
    assert await done is None
    return live


async def egalite(store: Store, **stakes: int) -> tuple[Night, SeatRunner]:
    """A night in which Égalité has left Anna's stakes on Punto and Banco on the cloth."""
    night = Night(await open_floor(store), MORITZ.name)
    anna = await anna_at(night)
    await night.says(console_commands.Take)
    await night.says(console_commands.NewSabot)
    await night.says(console_commands.Read, "2c")
    await night.says(console_commands.OpenBetting)
    await night.bet(anna, **stakes)
    await night.closes()
    await night.reads("8h8cKdKs")
    await night.says(console_commands.Announce)
    await night.stage(Stage.PAID)
    return night, anna


async def dealing(store: Store, cards: str, **stakes: int) -> tuple[Night, SeatRunner]:
    night = Night(await open_floor(store), SPEC.name)
    anna = await anna_at(night)
    await night.says(console_commands.Take)
    await night.says(console_commands.NewSabot)
    await night.says(console_commands.Read, "2c")
    await night.says(console_commands.OpenBetting)
    await night.bet(anna, **stakes)
    await night.closes()
    await night.reads(cards)
    return night, anna


async def test_a_new_sabot_is_played_by_the_current_sheet(store: Store) -> None:
    """The sabot before it is finished by the sheet it was brought with."""
    night, anna = await dealing(store, "4h", banco=10_000)
    await night.floor.stop()
    before = night.table.setup.sheet_hash
    house = SHEETS["campione"]
    bets = replace(house.bets, egalite=replace(house.offers[Bet.EGALITE], max=10_000))
    again = Night(await open_floor(store, SHEETS | {"campione": replace(house, bets=bets)}), "real")
    await again.stage(Stage.DEALING)
    assert again.table.setup.sheet_hash == before
    await again.says(console_commands.Take)
    await again.reads("9cKdKs")
    await again.says(console_commands.Announce)
    await again.stage(Stage.PAID)
    await again.says(console_commands.OpenBetting)
    assert again.table.setup.sheet_hash == before
    await again.closes()
    await again.reads("4d9dKdKs")
    await again.says(console_commands.Announce)
    await again.stage(Stage.PAID)
    await again.says(console_commands.NewSabot)
    await again.says(console_commands.Read, "2c")
    after = again.table.setup.sheet_hash
    assert after != before
    assert again.table.view.sheet == after.hex()
    assert again.table.table.mixing.terms.sheet == after
    (live,) = [each for each in again.table.seats.values() if each.seat.id == anna.seat.id]
    assert live.setting.sheet_hash == after
    assert live.seat.view.credit == 59_500
    await again.floor.stop()


@pytest.mark.parametrize("is_void", [False, True])
async def test_a_backup_from_between_the_announcement_and_the_payment(
    store: Store, is_void: bool
) -> None:
    """An announced coup is paid, with the cagnotte; the stakes of a void coup are returned."""
    night, anna = await dealing(store, "4h9cKdKs", banco=10_000)
    night.table.stakes.settle = lambda: None  # type: ignore[method-assign]  # the light goes out
    if is_void:
        await night.says(console_commands.Void, "a fire", by=MARA)
    else:
        await night.says(console_commands.Announce)
    await night.floor.stop()
    ended = await renew_shared(store, store.epoch + 1, LATER)
    assert ended.sabots == 0
    seat = await store.seat(anna.seat.id)
    assert seat is not None
    assert (shared(seat).view.stakes, seat.view.credit) == ({}, 50_000 if is_void else 59_500)
    (last,) = await store.missed(seat, seat.view.offset - 1, 1)
    told = msgspec.json.decode(last.record.body, type=Paid | GivenBack)
    assert (told.reason == "void") if isinstance(told, GivenBack) else told.returned == 19_500
    own = await store.table_account("real", AccountKind.CAGNOTTE, "FUN")
    assert own.balance == (0 if is_void else 500)
    assert sum(each.balance for each in await all_accounts(store)) == 0


async def test_stakes_cannot_be_keyed_in_while_the_betting_closes(store: Store) -> None:
    night = Night(await open_floor(store), CHIPS.name)
    await night.says(console_commands.Take)
    await night.says(console_commands.NewSabot)
    await night.says(console_commands.Read, "2c")
    await night.says(console_commands.OpenBetting)
    await night.says(console_commands.KeyIn, 1, {Bet.PUNTO: 5_000})
    slow = SlowBet(night.table)
    await night.says(console_commands.CloseBetting)
    late = await night.begins(console_commands.KeyIn, 2, {Bet.PUNTO: 5_000})
    twice = await night.begins(console_commands.CloseBetting)
    for refusal in (late, twice):
        assert isinstance(refusal, NotNow)
        assert "closing" in refusal.message
    assert night.table.view.stage is Stage.CLOSING
    slow.ends()
    await night.stage(Stage.DEALING)
    assert night.table.view.keyed == {1: {1: {Bet.PUNTO: 5_000}}}
    await night.floor.stop()


async def test_a_coup_can_be_void_while_its_betting_closes(store: Store) -> None:
    night = Night(await open_floor(store), SPEC.name)
    await night.says(console_commands.Take)
    await night.says(console_commands.NewSabot)
    await night.says(console_commands.Read, "2c")
    await night.says(console_commands.OpenBetting)
    slow = SlowBet(night.table)
    await night.says(console_commands.CloseBetting)
    assert night.table.view.stage is Stage.CLOSING
    await night.says(console_commands.Void, "a fire drill", by=MARA)
    slow.ends()
    await night.stage(Stage.PAID)
    await night.says(console_commands.OpenBetting)
    await night.closes()
    await night.floor.stop()


async def test_rien_ne_va_plus_counts_from_the_moment_it_is_received(store: Store) -> None:
    """However slow the disk is, earlier bets are accepted and later ones are refused."""
    night = Night(await open_floor(store), SPEC.name)
    anna, bruno = await anna_at(night), await anna_at(night)
    await night.says(console_commands.Take)
    await night.says(console_commands.NewSabot)
    await night.says(console_commands.Read, "2c")
    await night.says(console_commands.OpenBetting)
    slow = SlowBet(night.table)
    clock = night.floor.clock
    assert isinstance(clock, ManualClock)
    received = clock.at
    closing = night.begins(console_commands.CloseBetting)
    clock.at += LONGEST_CLOSING - 1
    assert await closing is None
    assert night.table.view.closed == received + 1
    coup, bets = night.table.view.coup, {Bet.PUNTO: 5_000}
    answers: list[bytes | Refusal] = []
    for step in (Place(bets, coup), Confirm(key(), coup, bets)):
        bruno.ask(QueuedRequest(step, answers.append, received=received + 1))
    assert len(night.table.stakes._in_flight) == 1  # the table doesn't wait for a late bet
    anna.ask(QueuedRequest(Confirm(key(), coup, bets), answers.append, received=received))
    async with asyncio.timeout(10):
        while len(answers) < 3:
            await asyncio.sleep(0.001)
    assert [type(each) for each in answers if isinstance(each, Refusal)] == [TooLate, TooLate]
    assert (
        shared(anna.seat).view.stakes,
        shared(bruno.seat).view.stakes,
        bruno.seat.view.draft,
    ) == (bets, {}, {})
    slow.ends()
    await night.stage(Stage.DEALING)
    assert night.table.view.bets[Bet.PUNTO].amount == 5_000
    await night.floor.stop()


@pytest.mark.parametrize("is_writing", [False, True])
async def test_the_cards_wait_for_a_bet_only_for_a_limited_time(
    is_writing: bool, store: Store
) -> None:
    """After that, only for a bet that the database is writing; any other is refused."""
    night = Night(await open_floor(store), SPEC.name)
    anna = await anna_at(night)
    await night.begins_betting()
    clock, table = night.floor.clock, night.table
    assert isinstance(clock, ManualClock)
    slow, in_time, coup = SlowBet(table, is_writing=is_writing), clock.at, table.view.coup
    await night.says(console_commands.CloseBetting)
    clock.at += LONGEST_CLOSING
    table.look()
    said: asyncio.Future[bytes | Refusal] = asyncio.get_running_loop().create_future()
    bet = Confirm(key(), coup, {Bet.PUNTO: 5_000})
    anna.ask(QueuedRequest(bet, said.set_result, received=in_time))
    refusal = await asyncio.wait_for(said, 10)
    assert isinstance(refusal, BettingClosed)
    assert refusal.message == "This is not possible now: the bet could not be stored in time."
    await asyncio.sleep(0.1)
    if is_writing:
        assert table.view.stage is Stage.CLOSING
    else:
        async with asyncio.timeout(10):
            while table.view.stage is Stage.CLOSING:
                await asyncio.sleep(0.001)
    slow.ends()
    await night.stage(Stage.DEALING)
    assert not table.view.bets
    await night.floor.stop()


async def test_rien_ne_va_plus_overtakes_other_requests_at_a_busy_table(store: Store) -> None:
    """Players change boxes as fast as they can; their requests wait until after the command."""
    night = Night(await open_floor(store), SPEC.name)
    anna, bruno = await anna_at(night), await anna_at(night)
    await night.begins_betting()
    clock, table = night.floor.clock, night.table
    assert isinstance(clock, ManualClock)
    boxed: list[Refusal | None] = []

    def restless(refusal: Refusal | None) -> None:
        boxed.append(refusal)
        table.play(Box(1 + len(boxed) % 2), str(anna.seat.account), restless)

    restless(None)  # from now on there is always one in the queue
    received, coup, bets = clock.at, table.view.coup, {Bet.PUNTO: 5_000}
    closing = night.begins(console_commands.CloseBetting)
    clock.at += 700
    late: list[bytes | Refusal] = []
    bruno.ask(QueuedRequest(Confirm(key(), coup, bets), late.append, received=clock.at))
    anna.ask(QueuedRequest(Confirm(key(), coup, bets), late.append, received=received))
    async with asyncio.timeout(10):
        assert await closing is None
        while len(late) < 2 or table.view.stage is not Stage.DEALING:
            await asyncio.sleep(0)
    assert [type(each) for each in late if isinstance(each, Refusal)] == [TooLate]
    assert table.view.bets[Bet.PUNTO] == OnBet(5_000, 1)
    turns = len(boxed)
    assert turns <= 3  # those that were begun before it was received
    async with asyncio.timeout(10):
        while len(boxed) == turns:  # after it they go on
            await asyncio.sleep(0.001)
    await night.floor.stop()


async def test_rien_ne_va_plus_of_a_replaced_croupier_is_refused(store: Store) -> None:
    """It was received while a manager took the table, and is refused when its turn comes."""
    night = Night(await open_floor(store), SPEC.name)
    anna = await anna_at(night)
    await night.begins_betting()
    table, coup, bets = night.table, night.table.view.coup, {Bet.PUNTO: 5_000}
    taking = night.begins(console_commands.Take, by=MARA)
    closing = night.begins(console_commands.CloseBetting)
    said: asyncio.Future[bytes | Refusal] = asyncio.get_running_loop().create_future()
    clock = night.floor.clock
    assert isinstance(clock, ManualClock)
    clock.at += 10
    anna.ask(QueuedRequest(Confirm(key(), coup, bets), said.set_result, received=clock.at))
    assert await taking is None
    assert isinstance(await closing, MovedOn)
    assert table.view.stage is Stage.BETTING
    if isinstance(await said, TooLate):  # a bet received in between may be repeated
        said = asyncio.get_running_loop().create_future()
        anna.ask(QueuedRequest(Confirm(key(), coup, bets), said.set_result, received=clock.at))
    assert isinstance(await said, bytes)
    assert shared(anna.seat).view.stakes == bets
    await night.floor.stop()


async def test_one_player_cannot_fill_the_queue_of_a_table(store: Store) -> None:
    night = Night(await open_floor(store), SPEC.name)
    anna, bruno = await anna_at(night), await anna_at(night)
    answered: list[Refusal | None] = []

    def ask(live: SeatRunner, times: int) -> None:
        for n in range(times):
            night.table.play(Box(1 + n % 2), str(live.seat.account), answered.append)

    with pytest.raises(TooManyWaiting):
        ask(anna, 100)
    ask(bruno, 16)
    async with asyncio.timeout(10):
        while len(answered) < 33:  # sixteen queued for each player, and the one being done
            await asyncio.sleep(0.001)
    ask(anna, 1)
    await night.floor.stop()


async def test_left_stakes_can_be_withdrawn_from_the_payment_on(store: Store) -> None:
    """003: possono quindi essere ritirate, also while others are not yet paid, but not in play."""
    night = Night(await open_floor(store), MORITZ.name)
    anna = await anna_at(night)
    await night.says(console_commands.Take)
    await night.says(console_commands.NewSabot)
    await night.says(console_commands.Read, "2c")
    for cards, stays in (("8h8cKdKs", True), ("9h8cKdKs", False)):
        await night.says(console_commands.OpenBetting)
        if stays:
            await night.bet(anna, punto=5_000, banco=2_000)
        await night.closes()
        with pytest.raises(BettingClosed):
            await night.floor.ask(anna, Withdraw(key(), (Bet.PUNTO,)))
        await night.reads(cards)
        night.table.stakes._settling.add(0)  # somebody else's payment is still being written
        await night.says(console_commands.Announce)
        while shared(anna.seat).view.left != (
            {Bet.PUNTO: 5_000, Bet.BANCO: 2_000} if stays else {}
        ):
            await asyncio.sleep(0.001)
        assert night.table.view.stage is Stage.PAYING
        if stays:
            await night.floor.ask(anna, Withdraw(key(), (Bet.BANCO,)))
            assert shared(anna.seat).view.stakes == {Bet.PUNTO: 5_000}
            night.table.stakes._settling.discard(0)
            night.table.look()
            await night.stage(Stage.PAID)
    with pytest.raises(BettingClosed):
        await night.floor.ask(anna, Withdraw(key(), (Bet.PUNTO,)))
    assert anna.seat.view.credit == 55_000
    night.table.stakes._settling.discard(0)
    night.table.look()
    await night.stage(Stage.PAID)
    await night.floor.stop()


@pytest.mark.parametrize("first", ["bet", "void"])
async def test_a_bet_at_the_same_time_as_a_managers_command_is_refused_or_returned(
    first: str, store: Store
) -> None:
    """Both are written in one batch; after the manager's command no bet is accepted."""
    night = Night(await open_floor(store), SPEC.name)
    anna = await anna_at(night)
    await night.says(console_commands.Take)
    await night.says(console_commands.NewSabot)
    await night.says(console_commands.Read, "2c")
    await night.says(console_commands.OpenBetting)
    if first == "bet":
        bet = asyncio.ensure_future(night.bet(anna, punto=5_000))
        await asyncio.sleep(0)
        assert await night.begins(console_commands.Void, "a fire drill", by=MARA) is None
        await bet
    else:
        void = night.begins(console_commands.Void, "a fire drill", by=MARA)
        with pytest.raises(BettingClosed, match="the coup is void"):
            await night.bet(anna, punto=5_000)
        assert await void is None
    await night.stage(Stage.PAID)
    records = [stored.record.event for stored in await all_records(store)]
    assert (RecordKind.BET in records, RecordKind.RETURNED in records) == (first == "bet",) * 2
    assert (shared(anna.seat).view.stakes, anna.seat.view.credit) == ({}, 50_000)
    await night.floor.stop()


async def test_a_console_cannot_fill_the_servers_queue(store: Store) -> None:
    night = Night(await open_floor(store), SPEC.name)
    asked = [night.begins(console_commands.Take) for _ in range(65)]
    with pytest.raises(Refusal, match="64"):
        night.begins(console_commands.Take)
    answers = await asyncio.gather(*asked)
    assert sum(each is None for each in answers) == 1
    await night.floor.stop()


@pytest.mark.parametrize("first", ["leaves", "closes"])
async def test_left_stakes_of_a_player_who_leaves_are_returned(first: str, store: Store) -> None:
    """Reading 16: also while the betting is being closed."""
    night, anna = await egalite(store, punto=10_000)
    assert shared(anna.seat).view.left == {Bet.PUNTO: 10_000}
    await night.says(console_commands.OpenBetting)
    closing = night.begins(console_commands.CloseBetting) if first == "closes" else None
    leaving = asyncio.ensure_future(night.floor.ask(anna, CashOut(key())))
    await asyncio.sleep(0)
    assert await (closing or night.begins(console_commands.CloseBetting)) is None
    await leaving
    await night.stage(Stage.DEALING)
    assert not night.table.view.bets  # returned before the first card
    await night.reads("KhKc2d9s")
    await night.says(console_commands.Announce)
    await night.stage(Stage.PAID)
    accounts = {each.id: each.balance for each in await all_accounts(store)}
    assert accounts[anna.seat.account] == 1_000_000
    await night.floor.stop()


async def test_a_player_who_reconnects_during_the_closing_sees_the_right_stakes(
    store: Store,
) -> None:
    """Left stakes of a disconnected player are being returned, so they are not in this coup."""
    night, anna = await egalite(store, punto=10_000)
    await night.says(console_commands.OpenBetting)
    anna.connection, here = None, anna.connection
    closing = night.begins(console_commands.CloseBetting)
    while not night.table.stakes._settling:
        await asyncio.sleep(0)
    anna.connection = here
    night.table.look()
    assert await closing is None
    await night.stage(Stage.DEALING)
    assert (shared(anna.seat).view.stakes, night.table.view.bets) == ({}, {})
    assert anna.seat.view.credit == 50_000
    await night.floor.stop()


async def test_a_withdrawal_changes_the_totals_that_everybody_sees(store: Store) -> None:
    night, anna = await egalite(store, punto=10_000, banco=5_000)
    await night.says(console_commands.OpenBetting)
    async with asyncio.timeout(5):
        while set(night.table.view.bets) != {Bet.PUNTO, Bet.BANCO}:
            await asyncio.sleep(0.01)
        await night.floor.ask(anna, Withdraw(key(), (Bet.PUNTO,)))
        while set(night.table.view.bets) != {Bet.BANCO}:
            await asyncio.sleep(0.01)
    await night.floor.stop()
