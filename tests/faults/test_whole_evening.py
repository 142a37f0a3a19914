"""A whole evening at a real sabot: twenty players, three croupiers, ten false draws.

"In ogni caso tutti noi provvederemo affinché possa trascorrere una serata indimenticabile."
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from puntobanco.errors import Refusal
from puntobanco.game.bets import Bet
from puntobanco.game.cards import DECK, parse_cards, print_cards
from puntobanco.game.coup import deal
from puntobanco.game.settlement import pay
from puntobanco.game.sheet import Source
from puntobanco.game.tiraggio import Tiraggio
from puntobanco.houses import house
from puntobanco.ledger.accounts import GRANT, PLAY_MONEY, AccountKind
from puntobanco.ledger.records import RecordKind
from puntobanco.server.seats.floor import Floor
from puntobanco.server.seats.seat_runner import SeatRunner
from puntobanco.store.interface import Role, Stored
from puntobanco.store.open import open_store
from puntobanco.store.sealing import Sealer
from puntobanco.table.seat import Seat
from puntobanco.table.shared import shared_seat
from puntobanco.table.shared.demanded_cards import by_the_rule, demanded
from puntobanco.table.shared.shared_seat import GiveBack, Pay
from puntobanco.table.shared.shared_table import (
    CountStakes,
    Deal,
    PlayerActor,
    Settle,
    SharedTable,
    StaffActor,
    TableSetup,
    TableStep,
    Vacate,
    new_table,
)
from puntobanco.table.shared.table_steps import step
from puntobanco.wire import console_commands, stream
from puntobanco.wire.messages import (
    BetTaken,
    GivenBack,
    Opened,
    Paid,
    ServerMessage,
    Tipped,
    WhyReturned,
)
from puntobanco.wire.requests import AskManager, Box, Confirm, Open, Tip, Withdraw
from puntobanco.wire.stream import Stage, StreamEvent
from puntobanco.wire.table_fold import fold
from puntobanco.wire.table_spec import TableSpec
from tests.audit.live_night import ManualClock, RecordingConnection
from tests.audit.night import SHEETS, audit, failing, key
from tests.conftest import SEALING_KEY
from tests.seat_kinds import seat_at, shared
from tests.store_contents import all_accounts, all_records

pytestmark = pytest.mark.anyio

COUPS, PLAYERS, FALSE_DRAWS = 200, 20, 10
SPEC = TableSpec("serata", "st-moritz", croupier="person", cards=Source.CROUPIER)
NAMES = {1: "carla", 2: "dino", 3: "elsa", 4: "mara"}  # staff by person number
CROUPIERS, MARA = (1, 2, 3), 4
_event = msgspec.json.Decoder(StreamEvent).decode
_encode = msgspec.json.Encoder().encode


Expected = tuple[int, list[tuple[Any, ...]]]  # a coup, and the events besides its cards


def staff(person: int) -> StaffActor:
    return StaffActor(person, NAMES[person], is_manager=person == MARA)


class Evening:
    """Simulated players and croupiers at one table, from one random seed."""

    def __init__(self, floor: Floor, clock: ManualClock, seed: int) -> None:
        self.floor, self.clock, self.random = floor, clock, Random(seed)
        self.table = floor.tables.get(SPEC.name)
        self.seats: list[SeatRunner] = []
        self.consoles: dict[int, RecordingConnection] = {}
        self.croupier = 0
        self.cards: Iterator[str] = iter(())
        self.left = 0  # cards in the real sabot
        self.drawn: list[str] = []  # the coup's true cards, in drawing order
        self.truth: list[str] = []  # the correct cards of every coup
        self.false_draws: list[Expected] = []  # with the events that each leaves on record
        self.first: dict[int, Seat] = {}  # every seat before its first session
        self.full = 0  # how often a box was full

    async def sit(self) -> None:
        for _ in range(PLAYERS):
            person = await self.floor.cashier.add_person(None, None, Role.GUEST)
            assert person is not None
            (account,) = await self.floor.store.accounts(person.id)
            live = await seat_at(self.floor, account, SPEC.name)
            self.first[live.seat.id] = live.seat
            await self.floor.ask(live, Open(key(), GRANT // 2))
            await self.floor.take_over(live, RecordingConnection())
            self.seats.append(live)
        for number in NAMES:
            self.consoles[number] = RecordingConnection()
            self.table.consoles.join(self.consoles[number], staff(number))

    async def says(self, kind: type, *said: Any, by: int = 0) -> None:
        refusal = await self.tries(kind, *said, by=by)
        if refusal is not None:
            raise refusal
        while self.table.view.stage is Stage.CLOSING:
            await asyncio.sleep(0)

    async def tries(self, kind: type, *said: Any, by: int = 0) -> Refusal | None:
        done: asyncio.Future[Refusal | None] = asyncio.get_running_loop().create_future()
        person = by or self.croupier
        command = kind(self.table.view.offset, *said)
        self.clock.at += self.random.randrange(200, 2_000)
        self.table.direct(command, staff(person), self.clock.at, done.set_result)
        return await done

    async def settled(self, stage: Stage) -> None:
        while self.table.view.stage is not stage or not self.table.is_idle:
            await asyncio.sleep(0)

    async def hand_over(self) -> None:
        """Hand over the table, by command or by disconnecting."""
        if self.croupier and self.random.random() < 0.5:
            await self.says(console_commands.Leave)
        elif self.croupier:
            screen = self.consoles[self.croupier]
            self.table.consoles.leave(screen, signed_out=True)
            while self.table.view.croupier:
                await asyncio.sleep(0)
            self.table.consoles.join(screen, staff(self.croupier))
        self.croupier = CROUPIERS[(CROUPIERS.index(self.croupier) + 1) % 3 if self.croupier else 0]
        await self.says(console_commands.Take)

    async def new_sabot(self) -> None:
        cards = [str(card) for card in DECK * house(SPEC.house).sheet.cards.decks]
        self.random.shuffle(cards)
        self.cards, self.left = iter(cards), len(cards)
        await self.says(console_commands.NewSabot)
        first = next(self.cards)
        await self.says(console_commands.Read, first)
        self.left -= self.table.view.gone
        for _ in range(self.table.view.burned):
            next(self.cards)

    async def take_boxes(self) -> None:
        """Some players change or leave their box; a full box refuses them."""
        for live in self.seats:
            if self.random.random() < 0.05:
                done: asyncio.Future[Refusal | None] = asyncio.get_running_loop().create_future()
                box = self.random.choice((0, *[1] * 4, *range(1, 8)))
                self.table.play(Box(box), str(live.seat.account), done.set_result)
                refusal = await done
                assert refusal is None or refusal.code in ("table/box-full", "fair/not-now")
                self.full += refusal is not None and refusal.code == "table/box-full"

    async def bet(self) -> None:
        coup = self.table.view.coup
        asked = []
        for live in self.seats:
            if shared(live.seat).view.left and self.random.random() < 0.3:
                asked.append(
                    self.floor.ask(live, Withdraw(key(), tuple(shared(live.seat).view.left)))
                )
            if self.random.random() < 0.7:
                bets = {self.random.choice((Bet.PUNTO, Bet.BANCO)): self.chips(1_000)}
                if self.random.random() < 0.2:
                    bets[Bet.EGALITE] = self.chips(500)
                asked.append(self.floor.ask(live, Confirm(key(), coup, bets)))
            if self.random.random() < 0.02:
                asked.append(self.floor.ask(live, Tip(key(), 500)))
        await asyncio.gather(*asked)

    def chips(self, least: int) -> int:
        return least + 500 * self.random.randrange(5)

    async def draw(self) -> str:
        self.left -= 1
        self.drawn.append(next(self.cards))
        return self.drawn[-1]

    async def coup(self, *, is_false: bool) -> None:
        if self.left < 60:
            await self.new_sabot()
        self.drawn = []
        await self.take_boxes()
        await self.says(console_commands.OpenBetting)
        await self.bet()
        await self.says(console_commands.CloseBetting)
        await (self.read_falsely() if is_false else self.read())
        await self.says(console_commands.Announce)
        await self.settled(Stage.PAID)
        rule = self.table.setup.sheet.rule
        self.truth.append(print_cards(deal(rule, parse_cards("".join(self.drawn))).cards))

    async def read(self) -> None:
        rule = self.table.setup.sheet.rule
        while demanded(rule, parse_cards(self.table.view.cards)) is not None:
            await self.says(console_commands.Read, await self.draw())

    async def read_falsely(self) -> None:
        """Read in an excess card, leave a card out, or misread one."""
        rule, kind = self.table.setup.sheet.rule, len(self.false_draws) % 3
        coup, said = self.table.view.coup, list[tuple[Any, ...]]()
        if kind == 0:
            await self.read()
            card = await self.draw()
            await self.says(console_commands.Read, card)
            self.false_draws.append((coup, [("aside", card, False)]))
        elif kind == 1:
            await self.says(console_commands.Read, await self.draw())
            refused = await self.tries(console_commands.Announce)
            assert refused is not None
            assert "demands a card" in refused.message
            await self.says(console_commands.CallManager, "a card is missing")
            await self.says(console_commands.Decide, "it is drawn now", by=MARA)
            await self.read()
            said = [("manager", 0, "a card is missing"), ("manager", MARA, "it is drawn now")]
            self.false_draws.append((coup, said))
        else:
            true = [await self.draw() for _ in range(6)]
            wrong = next(each for each in map(str, DECK) if each != true[0] and each[0] != true[0])
            for card in (wrong, *true[1:]):
                await self.says(console_commands.Read, card)
            await self.says(console_commands.CallManager, "the first card was misread")
            await self.says(console_commands.Correct, 1, true[0], "misread, seen on the video")
            await self.says(console_commands.Decide, "by the cards as they lie", by=MARA)
            lay, count = [
                by_the_rule(rule, parse_cards("".join([first, *true[1:]])))
                for first in (wrong, true[0])
            ]
            put_right = "".join(true[:count]), "".join(true[count:])
            why = "misread, seen on the video"
            said = [
                *[("aside", card, False) for card in true[lay:]],
                ("manager", 0, "the first card was misread"),
                ("corrected", 1, wrong, true[0], why, *put_right),
                ("manager", MARA, "by the cards as they lie"),
            ]
            self.false_draws.append((coup, said))

    async def void(self) -> None:
        await self.says(console_commands.OpenBetting)
        await self.bet()
        await self.says(console_commands.CloseBetting)
        await self.says(console_commands.Read, await self.draw())
        self.drawn = []
        await self.says(console_commands.Void, "a card fell to the floor", by=MARA)
        await self.settled(Stage.PAID)


async def hire(floor: Floor) -> None:
    for number, name in NAMES.items():
        role = Role.MANAGER if number == MARA else Role.CROUPIER
        person = await floor.cashier.add_person(name, "argon2id…", role)
        assert person is not None
        assert person.id == number


async def play(database: str, seed: int) -> Evening:
    store = await open_store(database, Sealer(SEALING_KEY))
    clock = ManualClock()
    floor = Floor(store, SHEETS, clock)
    await hire(floor)
    (await floor.tables.make(SPEC)).wake()
    evening = Evening(floor, clock, seed)
    await evening.sit()
    false = set(evening.random.sample(range(COUPS), FALSE_DRAWS))
    for n in range(COUPS):
        if n % 12 == 0:
            await evening.hand_over()
        await evening.coup(is_false=n in false)
        if n % 80 == 79:
            await evening.void()
    await floor.stop()
    return evening


def again(event: Any, before: int) -> TableStep:
    """The step that caused an event."""
    match event:
        case stream.Directed(croupier=0):
            return TableStep(Vacate(before))
        case stream.Keyed() | stream.Stood() | stream.Revealed():
            raise AssertionError(event)
        case stream.Staked(bets=bets):
            return TableStep(CountStakes(bets))
        case stream.DealingBegan(bets=bets, holders=holders):
            return TableStep(Deal(bets, holders))
        case stream.Settled():
            return TableStep(Settle())
        case stream.Boxed(player=player, box=box):
            return TableStep(Box(box), PlayerActor(player))
        case stream.Manager(manager=0, by=by) if by.isdigit():
            return TableStep(AskManager(), PlayerActor(by))
    return _directed(event, event.offset - 1, before)


def _directed(event: Any, seen: int, croupier: int) -> TableStep:
    match event:
        case stream.Directed(croupier=person):
            return TableStep(console_commands.Take(seen), staff(person))
        case stream.Voided(manager=person, reason=reason):
            return TableStep(console_commands.Void(seen, reason), staff(person))
        case stream.Manager(manager=0, words=words):
            return TableStep(
                console_commands.CallManager(seen, words), StaffActor(croupier, event.by)
            )
        case stream.Manager(manager=person, words=words):
            return TableStep(console_commands.Decide(seen, words), staff(person))
        case stream.Shuffled(shuffled_by=shuffler, cut_by=cutter):
            command: Any = console_commands.NewSabot(seen, shuffler, cutter)
        case stream.BettingOpened():
            command = console_commands.OpenBetting(seen)
        case stream.Closing(since=since):
            return TableStep(console_commands.CloseBetting(seen), staff(croupier), since - 1)
        case stream.Result():
            command = console_commands.Announce(seen)
        case _:
            command = _read(event, seen)
    return TableStep(command, staff(croupier))


def _read(event: Any, seen: int) -> console_commands.AnyCommand:
    match event:
        case stream.Corrected(n=n, after=after, reason=reason, insisted=insisted):
            return console_commands.Correct(seen, n, after, reason, insisted)
        case stream.Burned(first=first, reason=reason) if reason:
            return console_commands.Correct(seen, 1, first, reason)
        case stream.Burned(first=first):
            return console_commands.Read(seen, first)
        case stream.CutCardSeen(cut=cut):
            kind = console_commands.CutCard if cut else console_commands.TakeBackCutCard
            return kind(seen)
        case _:
            return console_commands.Read(seen, event.card, event.insisted)


def replay(records: list[Stored], table: SharedTable, place: TableSetup) -> SharedTable:
    """Repeat all recorded steps, and check that their events have the same bytes."""
    for each in records:
        event = _event(each.record.body)
        change = step(table, again(event, table.view.croupier), place, event.at)
        assert change.record is not None
        assert change.record.body == each.record.body
        table = change.table
    return table


def on_record(events: list[Any]) -> list[Expected]:
    """The other events of every coup with a result: cards set aside, corrections, calls."""
    found: dict[int, list[tuple[Any, ...]]] = {}
    coup = 0
    for event in events:
        coup = getattr(event, "coup", coup)
        match event:
            case stream.Aside(card=card, goes_on=goes_on):
                found.setdefault(coup, []).append(("aside", card, goes_on))
            case stream.Corrected():
                told = event.n, event.before, event.after, event.reason, event.cards, event.aside
                found.setdefault(coup, []).append(("corrected", *told))
            case stream.Manager():
                found.setdefault(coup, []).append(("manager", event.manager, event.words))
    return [*found.items()]


def asked_again(
    told: Any, coups: dict[int, stream.Result], rule: Tiraggio
) -> shared_seat.SharedCommand:
    """The request behind a seat's record; payments depend on the table's stream."""
    match told:
        case Opened():
            return Open(told.key, told.credit)
        case BetTaken():
            return Confirm(told.key, told.number, told.bets)
        case Paid(number=number):
            result = coups[number]
            return Pay(number, result.sabot, "", deal(rule, parse_cards(result.cards)))
        case GivenBack(reason=WhyReturned.VOID, number=number):
            return GiveBack(number, WhyReturned.VOID)
        case GivenBack(reason=WhyReturned.WITHDRAWN):
            return Withdraw(told.key, tuple(told.stakes))
        case Tipped():
            return Tip(told.key, told.amount)
    raise AssertionError(told)


def replay_seats(evening: Evening, records: list[Stored], events: list[Any]) -> Counter[int]:
    """Repeat what every seat did, check the bytes, and return the money moved."""
    rule = evening.table.setup.sheet.rule
    coups = {each.coup: each for each in events if isinstance(each, stream.Result)}
    settings = {live.seat.id: live.setting for live in evening.seats}
    seats, moved = dict(evening.first), Counter[int]()
    for stored in records:
        record = stored.record
        if record.seat is None:
            continue
        told = msgspec.json.decode(record.body, type=ServerMessage)
        asked = asked_again(told, coups, rule)
        seat = shared(seats[record.seat])
        change = shared_seat.step(seat, asked, settings[record.seat], record.at)
        assert change.record == record
        assert change.seat is not None
        seats[record.seat] = change.seat
        for posting in change.record.postings:
            moved[posting.payer] -= posting.amount
            moved[posting.payee] += posting.amount
    for live in evening.seats:
        after, was = shared(seats[live.seat.id]).view, shared(live.seat).view
        assert (after.credit, after.stakes, after.left, after.since, after.offset) == (
            *(was.credit, was.stakes, was.left, was.since, was.offset),
        )
    return moved


async def test_una_serata_indimenticabile(database: str) -> None:
    evening = await play(database, seed=7)
    live, store = evening.table, evening.floor.store
    records = await store.table_events(live.table.account, 0, 100_000)
    events = [_event(each.record.body) for each in records]
    first = new_table(SPEC.name, live.table.account, PLAY_MONEY, store.epoch, live.setup)

    # The replay of the records gives the same bytes, table and view.
    after = replay(records, first, live.setup)
    assert _encode(after.view) == _encode(live.table.view)
    assert (after.past, after.seen) == (live.table.past, live.table.seen)
    view = first.view
    for event in events:
        view = fold(view, event)
    assert _encode(view) == _encode(live.table.view)

    # In spite of ten false draws every result follows from the rule.
    results = [each for each in events if isinstance(each, stream.Result)]
    assert [each.cards for each in results] == evening.truth
    assert len(results) == COUPS
    rule = live.setup.sheet.rule
    assert all(
        print_cards(deal(rule, parse_cards(cards)).cards) == cards for cards in evening.truth
    )
    assert len(evening.false_draws) == FALSE_DRAWS
    assert on_record(events) == evening.false_draws
    assert sum(isinstance(each, stream.Voided) for each in events) == 2
    assert {each.croupier for each in events if isinstance(each, stream.Directed)} == {
        0,
        *CROUPIERS,
    }

    # Players took and left boxes, and found some full.
    boxed = [each.box for each in events if isinstance(each, stream.Boxed)]
    assert set(boxed) == set(range(8))
    assert evening.full

    # The replay of every seat's records gives the same money.
    everything = await all_records(store)
    moved = replay_seats(evening, everything, events)
    granted = Counter[int]()
    for stored in everything:
        for posting in stored.record.postings if stored.record.seat is None else ():
            granted[posting.payer] -= posting.amount
            granted[posting.payee] += posting.amount
    accounts = await all_accounts(store)
    assert {each.id: each.balance for each in accounts} == {
        each.id: granted[each.id] + moved[each.id] for each in accounts
    }

    # The books add up.
    assert sum(each.balance for each in accounts) == 0
    by_kind = {
        kind: sum(each.balance for each in accounts if each.kind is kind) for kind in AccountKind
    }
    paid = tips = 0
    for stored in everything:
        if stored.record.event is RecordKind.PAID:
            told = msgspec.json.decode(stored.record.body, type=Paid)
            laid = {each.bet: each.stake for each in told.bets}
            owed = pay(live.setup.sheet, deal(rule, parse_cards(told.cards)), laid)
            assert (owed.payments, owed.total) == (
                told.bets,
                told.returned + sum(told.left.values()),
            )
            paid += told.staked - told.returned - sum(told.left.values())
        elif stored.record.event is RecordKind.TIPPED:
            tips += msgspec.json.decode(stored.record.body, type=Tipped).amount
    assert by_kind[AccountKind.HOUSE] == paid
    assert by_kind[AccountKind.TIPS] == tips
    theirs = by_kind[AccountKind.PLAYER] + by_kind[AccountKind.CREDIT] + by_kind[AccountKind.STAKES]
    assert theirs == PLAYERS * GRANT - paid - tips
    left = sum(sum(shared(each.seat).view.left.values()) for each in evening.seats)
    assert by_kind[AccountKind.STAKES] == left
    await store.close()

    # The audit finds nothing wrong.
    report = await audit(database)
    assert failing(report) == {}, [each.first for each in report.checks if each.first]
    assert report.holds
    assert report.coups == COUPS
