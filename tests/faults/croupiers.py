"""Simulated croupiers and managers, who give a few commands and disconnect."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any, Final, get_args

import msgspec
from msgspec.structs import replace

from puntobanco.errors import OurFault, Refusal
from puntobanco.game.bets import Bet
from puntobanco.game.cards import DECK
from puntobanco.game.coup import Side
from puntobanco.server.shared_tables.table_runner import TableRunner
from puntobanco.table.shared.shared_table import StaffActor
from puntobanco.wire import console_commands
from puntobanco.wire.stream import Stage, TableView
from tests.faults.live_player import StreamFollower, check_streamed
from tests.faults.violation import expect

if TYPE_CHECKING:
    from tests.faults.history import History

STAFF: Final = (
    StaffActor(1001, "dora", is_manager=False),
    StaffActor(1002, "elsa", is_manager=False),
    StaffActor(1003, "mara", is_manager=True),
)
_CARDS: Final = [str(card) for card in DECK]
_KINGS: Final = [
    each for each in _CARDS if each[0] == "K"
]  # only such cards, so that Égalité often leaves stakes on the cloth
RARE: Final = {
    *("leave", "new_sabot", "cut_card", "take_back_cut_card", "call_manager", "decide", "void"),
    *("correct", "delete", "swap", "amend", "reverse", "reopen_betting"),
}
# The commands that need no argument, by their types on the wire.
PLAIN: Final[dict[str, Any]] = {
    str(kind.__struct_config__.tag): kind
    for kind in get_args(console_commands.AnyCommand)
    if len(kind.__struct_fields__) - len(kind.__struct_defaults__)
    == len(console_commands.Command.__struct_fields__)
}
# The commands that need words alone.
WORDED: Final[dict[str, Any]] = {
    "call_manager": console_commands.CallManager,
    "decide": console_commands.Decide,
    "reverse": console_commands.Reverse,
    "void": console_commands.Void,
}
SOON_S: Final = 2  # time for the last bets to be durable, if the disk doesn't fail
_console: Final = msgspec.json.Decoder(console_commands.Console)


class Habits:
    """Chooses the next command among those that a console offers."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._said = 0

    def choose(
        self, now: console_commands.Console, view: TableView
    ) -> console_commands.AnyCommand | None:
        random = self._random
        often = [each for each in now.can if each not in RARE]
        if not often:
            often += [each for each in now.can if each == "new_sabot"]
        likely = often if random.random() < 0.85 else now.can
        if not likely:
            return None
        name = random.choice(likely)
        seen = max(0, now.offset - (random.random() < 0.05))  # sometimes an outdated view
        side = random.choice(now.sides) if now.sides else now.side
        command = self.command(name, seen, side, view)
        # Read hand by hand or, without a side, in the order of the sabot.
        is_named = name == "read" and now.sides and random.random() < 0.7
        return replace(command, side=side) if is_named else command

    def words(self) -> str:
        """Words that are different each time, so that each command can be recognized."""
        self._said += 1
        return f"{self._said} {self._random.getrandbits(64):016x}"

    def command(
        self, name: str, seen: int, side: Side | None, view: TableView
    ) -> console_commands.AnyCommand:
        if name in WORDED:
            with_words: console_commands.AnyCommand = WORDED[name](seen, self.words())
            return with_words
        if name in CHOSEN:
            return CHOSEN[name](self, seen, side, view)
        plain: console_commands.AnyCommand = PLAIN[name](seen)
        return plain

    def read(self, seen: int, _: Side | None, view: TableView) -> console_commands.Read:
        return console_commands.Read(seen, self._card(view), self._is_sure())

    def correct(self, seen: int, _: Side | None, view: TableView) -> console_commands.Correct:
        n, sure = self._random.randint(1, _lying(view, 1)), self._is_sure()
        return console_commands.Correct(seen, n, self._card(view), self.words(), sure)

    def delete(self, seen: int, _: Side | None, view: TableView) -> console_commands.Delete:
        n = self._random.randint(1, _lying(view, 1))
        return console_commands.Delete(seen, n, self.words())

    def swap(self, seen: int, _: Side | None, view: TableView) -> console_commands.Swap:
        n, other = self._random.sample(range(1, _lying(view, 2) + 1), 2)
        return console_commands.Swap(seen, n, other, self.words())

    def turn(self, seen: int, side: Side | None, _: TableView) -> console_commands.Turn:
        return console_commands.Turn(seen, side or Side.PUNTO)

    def speak(self, seen: int, _: Side | None, __: TableView) -> console_commands.Speak:
        return console_commands.Speak(seen, self._random.random() < 0.5)

    def key_in(self, seen: int, _: Side | None, view: TableView) -> console_commands.KeyIn:
        box, place, bets = self._stakes(view)
        return console_commands.KeyIn(seen, box, bets, place)

    def amend(self, seen: int, _: Side | None, view: TableView) -> console_commands.Amend:
        box, place, bets = self._stakes(view)
        return console_commands.Amend(seen, box, bets, self.words(), place)

    def _stakes(self, view: TableView) -> tuple[int, int, dict[Bet, int]]:
        """Real chips of a player, often of one who has some; sometimes against the limits."""
        random = self._random
        players = [(box, place) for box, there in view.keyed.items() for place in there]
        box, place = random.choice([*players, (random.randint(0, 10), random.randint(1, 4))])
        bets = {
            bet: 500 * random.randint(1, 40)
            for bet in random.sample((Bet.PUNTO, Bet.BANCO, Bet.EGALITE), random.randint(0, 3))
        }
        return box, place, bets

    def _is_sure(self) -> bool:
        """Whether to insist on a card, even if there is no need to."""
        return self._random.random() < 0.3

    def _card(self, view: TableView) -> str:
        return self._random.choice(_KINGS if view.coup % 2 else _CARDS)


def _lying(view: TableView, least: int) -> int:
    """How many cards lie on the cloth."""
    return max(least, len(view.cards + view.aside) // 2)


# What a croupier chooses for a command: its card, its side or its stakes.
CHOSEN: Final[
    dict[str, Callable[[Habits, int, Side | None, TableView], console_commands.AnyCommand]]
] = {
    "read": Habits.read,
    "correct": Habits.correct,
    "delete": Habits.delete,
    "swap": Habits.swap,
    "turn": Habits.turn,
    "speak": Habits.speak,
    "key_in": Habits.key_in,
    "amend": Habits.amend,
}


class AtConsole:
    """One console of the table, and the person at it."""

    token_hash = b""

    def __init__(self, world: "History", table: TableRunner, staff: StaffActor) -> None:
        self._world, self._table, self.staff = world, table, staff
        self._looking = StreamFollower(world)
        self._looking.begin(table.view)
        self.now: console_commands.Console | None = None
        table.work(self, staff)

    def send(self, message: bytes) -> None:
        if msgspec.json.decode(message)["type"] == "console":
            self.now = now = _console.decode(message)
            self._world.guard(lambda: self._check_told_now(now))
            return
        self._world.guard(lambda: check_streamed(self._world, message))
        self._looking.hear(message)

    def _check_told_now(self, now: console_commands.Console) -> None:
        """Check that what a console shows is durable and meant for this person."""
        view = self._world.table_witness.views.get(now.offset)
        mine = view is not None and view.croupier == self.staff.person
        expect(view is not None and now.mine == mine, f"{self.staff.name} received {now}")

    async def act(self, habits: Habits) -> None:
        """Give one command; check that it is durable when it is answered."""
        view = self._looking.view
        command = habits.choose(self.now, view) if self.now and view else None
        if command is not None:
            await self.say(command)

    async def say(self, command: console_commands.AnyCommand) -> None:
        world, staff = self._world, self.staff
        done: asyncio.Future[Refusal | None] = asyncio.get_running_loop().create_future()
        world.note(f"{staff.name}: {command}")

        def answer(refusal: Refusal | None) -> None:
            if not done.done():  # otherwise nobody waits for the answer any more
                done.set_result(refusal)

        try:
            self._table.direct(command, staff, world.clock.now(), answer)
        except Refusal:
            return
        refusal = await done
        world.note(f"{staff.name} is answered {refusal.code if refusal else 'done'}")
        world.guard(lambda: self._check(command, refusal))

    def _check(self, command: console_commands.AnyCommand, refusal: Refusal | None) -> None:
        expect(not isinstance(refusal, OurFault), f"{command}: internal error")
        told = self._world.table_witness
        if refusal is not None:
            return
        expect(told.view.offset > command.seen, f"{command} is done, and nothing was told")
        match command:
            case console_commands.Correct(reason=words, n=n, card=card):
                told_of = self._told(words, command)
                # A first card that was read wrongly is burned again, without its place.
                corrected = told_of.get("n", 1), told_of.get("after", told_of.get("first"))
                expect(corrected == (n, card), f"{command} was done to {corrected}")
            case console_commands.Delete(reason=words, n=n):
                told_of = self._told(words, command)
                corrected = told_of.get("n"), told_of.get("after")
                expect(corrected == (n, ""), f"{command} was done to {corrected}")
            case console_commands.Swap(reason=words, n=n, other=other):
                told_of = self._told(words, command)
                swapped = told_of.get("n"), told_of.get("other")
                expect(swapped == (n, other), f"{command} was done to {swapped}")
            case console_commands.Amend(reason=words, box=box, place=place, bets=bets):
                told_of = self._told(words, command)
                amended = told_of["box"], told_of["place"], told_of["bets"]
                expect(amended == (box, place, bets), f"{command} was done to {amended}")
            case console_commands.Void(reason=words) | console_commands.CallManager(words=words):
                self._told(words, command)
            case console_commands.Reverse(reason=words):
                self._told(words, command)
            case console_commands.Decide(words=words):
                self._told(words, command)

    def _told(self, words: str, command: console_commands.AnyCommand) -> dict[str, Any]:
        """The only event with these words."""
        told = [each for each in self._world.witness.bodies if words.encode() in each]
        expect(len(told) == 1, f"{command} is in the stream {len(told)} times")
        said: dict[str, Any] = msgspec.json.decode(told[0])
        return said

    def leave(self) -> None:
        self._table.consoles.leave(self)
        self._table.leave(self)

    def close(self, code: int, reason: str) -> None:
        self.leave()

    def close_soon(self, code: int, reason: str) -> None:
        self.leave()


async def work(world: "History") -> None:
    """Again and again, a person comes, gives a few commands and disconnects."""
    random, habits = world.random, Habits(world.random)
    table = world.floor.tables.get(world.spec.name)
    while True:
        await asyncio.sleep(random.choice((0, 0.05, 0.05, 0.5, 3)))
        is_late = await _wait_out(world, table)
        sits = AtConsole(world, table, random.choice(STAFF))
        try:
            if is_late:
                await sits.say(console_commands.Take(table.view.offset))
                await asyncio.sleep(2 * SOON_S)
            for _ in range(random.choice((1, 1, 1, 2, 8, 30))):
                is_open = table.view.stage is Stage.BETTING
                if is_open and random.random() < 0.2:
                    break
                await asyncio.sleep(random.choice((0, 0.1, 0.4) if is_open else (0, 0.01, 0.1)))
                if sits.now is not None and not sits.now.mine and "take" in sits.now.can:
                    await sits.say(console_commands.Take(sits.now.offset))
                await sits.act(habits)
        except asyncio.CancelledError:
            sits.leave()
            raise
        sits.leave()


async def check_closings(world: "History") -> None:
    """Check that every closing ends soon, even if the croupier has changed."""
    table, seen = world.floor.tables.get(world.spec.name), 0
    while not world.is_faulty:
        await asyncio.sleep(SOON_S)
        closing = table.view.coup if table.view.stage is Stage.CLOSING else 0
        stuck = closing > 0 and closing == seen
        world.guard(lambda: expect(not stuck, f"coup {closing} is neither open nor closed"))  # noqa: B023
        seen = closing


async def _wait_out(world: "History", table: TableRunner) -> bool:
    """If the croupier left during the betting, wait until the time is over; tell whether."""
    view = table.view
    if view.stage is not Stage.BETTING or view.croupier or view.until is None:
        return False
    left = (view.until - world.clock.now()) / 1000
    await asyncio.sleep(max(0, left + world.random.choice((0, 0, 0.001, 0.004))))
    return True


async def end_coup(world: "History") -> None:
    """A manager ends a coup of read-in cards, which no clock ends."""
    if not world.by_person:
        return
    table = world.floor.tables.get(world.spec.name)
    while table.setup.is_read_in and not world.floor.writer.halted.is_set():
        if table.view.stage in (Stage.BETTING, Stage.CLOSING, Stage.DEALING):
            sits = AtConsole(world, table, STAFF[2])
            await sits.say(console_commands.Void(table.view.offset, Habits(world.random).words()))
            sits.leave()
        elif table.is_idle:  # and the betting is not about to open
            return
        await asyncio.sleep(2)
