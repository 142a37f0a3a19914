"""Simulated players at a shared table, honest or not, who also disconnect and return."""

import asyncio
from collections.abc import Callable
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec

from puntobanco.game.bets import Bet
from puntobanco.game.coup import Side
from puntobanco.server.shared_tables.table_runner import TableRunner
from puntobanco.wire.requests import (
    Automatic,
    Box,
    Call,
    CashOut,
    Confirm,
    Hello,
    MixIn,
    OpenSeed,
    Place,
    Show,
    Stay,
    Tip,
    Withdraw,
)
from puntobanco.wire.stream import Stage, StreamEvent, TableView
from puntobanco.wire.table_fold import fold
from tests.faults.player import KnownSeat, Line, Player
from tests.faults.table_witness import STREAMED
from tests.faults.violation import Violation, expect
from tests.seat_kinds import shared

if TYPE_CHECKING:
    from tests.faults.history import History

_event: Final = msgspec.json.Decoder(StreamEvent)
_view: Final = msgspec.json.Decoder(TableView)
# Most are honest. The silent never open their seed, liars open another one, the shy never mix.
MANNERS: Final = ("honest", "honest", "honest", "honest", "silent", "liar", "shy")
# When a player bets, in seconds relative to the end of the betting.
MOMENTS: Final = (-0.99, -0.7, -0.3, -0.1, -0.002, -0.001, 0, 0, 0.001, 0.05, 0.3)


class StreamFollower:
    """A view that follows a table's stream and checks that there are no gaps."""

    def __init__(self, world: "History") -> None:
        self._world = world
        self.view: TableView | None = None

    def begin(self, view: TableView) -> None:
        if self.view is not None and view.offset < self.view.offset:
            return  # from an older connection, which was taken over
        self.view = view
        self._world.guard(self._check)

    def hear(self, message: bytes) -> StreamEvent | None:
        """Process an event; None if it was known already."""
        event: StreamEvent = _event.decode(message)
        if self.view is None or event.offset <= self.view.offset:
            return None
        last = self.view.offset
        self._world.guard(
            lambda: expect(event.offset == last + 1, f"event {event.offset} after {last}")
        )
        self.view = fold(self.view, event)
        self._world.guard(self._check)
        return event

    def _check(self) -> None:
        view = self.view
        if view is not None:
            there = self._world.table_witness.views.get(view.offset)
            if view != there:
                raise Violation(f"seen: {view}, and it is {there}")


class Watcher:
    """A connection that watches a table without playing."""

    token_hash = b""

    def __init__(self, world: "History", table: TableRunner) -> None:
        self._world, self._table = world, table
        self._looking = StreamFollower(world)
        self._looking.begin(table.view)
        table.watch(self)

    def send(self, message: bytes) -> None:
        self._world.guard(lambda: check_streamed(self._world, message))
        self._looking.hear(message)

    def leave(self) -> None:
        self._table.leave(self)

    def close(self, code: int, reason: str) -> None:
        self.leave()

    def close_soon(self, code: int, reason: str) -> None:
        self.leave()


def check_streamed(world: "History", message: bytes) -> None:
    """Check that an event is durable and contains no secret."""
    expect(message in world.witness.bodies, f"sent, but not durable: {message!r}")
    check_secrets(world, message)


def check_secrets(world: "History", message: bytes) -> None:
    for secret in world.table_witness.secrets:
        expect(secret not in message, f"a seed is told before its time: {message!r}")


class LivePlayer(Player):
    """One account, one shared table."""

    def __init__(self, name: str, world: "History") -> None:
        super().__init__(name, world)
        self._manners = world.random.choice(MANNERS)
        self._unit = world.sheets[world.spec.name].offers[Bet.PUNTO].min // 100
        self._mixed: dict[int, str] = {}  # own seeds, by sabot
        self._looking = StreamFollower(world)
        self.receipts: dict[str, list[int]] = {}  # when each request reached the server
        self.switched_on: list[int] = []  # when the server was asked to confirm automatically
        self._switches = Random(f"{world.seed} {name} switches")  # keeps older histories the same

    # --- what happens at the table -------------------------------------------------------

    def hear(self, house: str, message: bytes) -> None:
        said = msgspec.json.decode(message)
        if said["type"] in STREAMED:
            event = self._looking.hear(message)
            if event is not None:
                self._react(self.chairs[house], said)
            return
        super().hear(house, message)
        if said["type"] == "held":
            self._handle_cards_in_hand(self.chairs[house], said["number"], Side(said["side"]))
        if said["type"] == "welcome":
            self._welcomed(self.chairs[house], said["shared"])

    def _welcomed(self, chair: KnownSeat, shared: dict[str, Any]) -> None:
        self._looking.begin(_view.decode(msgspec.json.encode(shared["view"])))
        view = shared["view"]
        if view["stage"] == Stage.MIXING and not shared["mixed"]:
            self._react(chair, {"type": "shuffled", **view})
        elif view["stage"] == Stage.OPENING and shared["mixed"] and not shared["opened"]:
            self._react(chair, {"type": "list_closed", **view})
        elif view["stage"] == Stage.BETTING:
            self._react(chair, {"type": "betting", **view})

    def check_sent(self, message: bytes) -> None:
        check_secrets(self.world, message)
        said = msgspec.json.decode(message)
        if said["type"] == "held":
            mine = self._seat()
            expect(said["session"].partition(".")[0] == mine, f"somebody else's hand: {said}")
        elif said["type"] == "welcome" and said["shared"]["held"]:
            seats = [shared(each) for each in self.world.witness.seats.values()]
            held = [{side: each.cards for side, each in seat.view.held.items()} for seat in seats]
            expect(said["session"].partition(".")[0] == self._seat(), f"meant for another: {said}")
            shown = {side: each["cards"] for side, each in said["shared"]["held"].items()}
            # A side that was handed back a moment ago is not shown any more.
            is_held = any(shown.items() <= each.items() for each in held)
            expect(is_held, f"in no hand: {shown}")
        if said["type"] in STREAMED:
            check_streamed(self.world, message)
        else:
            super().check_sent(message)

    def _seat(self) -> str:
        account = self.account.id if self.account else 0
        mine = (each.id for each in self.world.witness.seats.values() if each.account == account)
        return str(next(mine, 0))

    def carried(self, message: bytes) -> None:
        said = msgspec.json.decode(message)
        if "key" in said:
            self.receipts.setdefault(said["key"], []).append(self.world.clock.now())
        elif said["type"] == "automatic" and said["on"]:
            self.switched_on.append(self.world.clock.now())

    def _react(self, chair: KnownSeat, said: dict[str, Any]) -> None:
        view = self._looking.view
        if said["type"] == "closing" and self._switches.random() < 0.2:
            wait = self._switches.choice((0, 0.001, 0.01))
            self._later(chair, wait, lambda line: line.say(Automatic(on=True)))
        match said["type"]:
            case "shuffled":
                self._mix_in(chair, said["sabot"])
            case "list_closed":
                self._open_seed(chair, said["sabot"])
            case "betting":
                self._act_at_a_land_table(chair, said["until"])
                self._bet_on(chair, said["coup"], said["until"])
            case "directed" if view and view.stage is Stage.BETTING and said["until"]:
                self._bet_after_the_croupier_left(chair, view.coup, said["until"])
            case "closing" | "dealing" | "card" if self.world.random.random() < 0.08:
                wait = self.world.random.choice((0, 0.01, 0.02))
                self._later(chair, wait, self._leave_mid_coup)

    # --- at a land table -----------------------------------------------------------------

    def _act_at_a_land_table(self, chair: KnownSeat, until: int | None) -> None:
        """Perhaps take a box, withdraw stakes, or tip."""
        world, random = self.world, self.world.random
        if not world.sheets[world.spec.name].table.boxes:
            return
        if random.random() < 0.9:
            box = random.choice((1, 1, 1, 2, 7, 8, 0))
            self._later(chair, random.choice((0, 0, 0.2)), lambda line: line.say(Box(box)))
        if random.random() < 0.5:
            wait = self._seconds_to_the_end(until)
            bets = random.choice(((Bet.PUNTO,), (Bet.BANCO,), (Bet.BANCO, Bet.PUNTO)))
            self._later(chair, wait, lambda line: self._say(line, Withdraw(self.new_key(), bets)))
        if random.random() < 0.2:
            amount = random.choice((1, 100, 10**6))
            self._later(chair, 0.1, lambda line: self._say(line, Tip(self.new_key(), amount)))

    def _handle_cards_in_hand(self, chair: KnownSeat, coup: int, side: Side) -> None:
        """With cards in hand, speak and show: in time, too late, twice or never; or leave."""
        random = self.world.random
        if random.random() < 0.25:
            return
        for wait in random.choice(((0, 0.1), (0.05,), (0.99, 1.0, 1.001), (0.2, 0.2, 0.5))):
            asked: tuple[Call | Show, ...] = (
                Call(coup, random.random() < 0.5),
                Show(coup, side),
                Show(coup, random.choice(list(Side))),
            )
            what = random.choice(asked)
            self._later(chair, wait, lambda line, what=what: line.say(what))  # type: ignore[misc]
        if random.random() < 0.25:
            self._later(chair, random.choice((0, 0.01, 0.3)), self._leave_mid_coup)

    def _leave_mid_coup(self, line: Line) -> None:
        """Leave with stakes in play, for ever or for a moment."""
        if self.world.random.random() < 0.5:
            self._say(line, CashOut(self.new_key()))
        else:
            line.cut()

    def _later(self, chair: KnownSeat, seconds: float, do: Callable[[Line], None]) -> None:
        """Do something later, over the connection that exists then."""

        def act() -> None:
            line = self._newest(chair)
            if line is not None and chair.session:
                do(line)

        asyncio.get_running_loop().call_later(max(0.0, seconds), act)

    def _mix_in(self, chair: KnownSeat, sabot: int) -> None:
        random = self.world.random
        if self._manners == "shy" and random.random() < 0.7:
            return
        seed = self._mixed.setdefault(sabot, f"{random.getrandbits(128):032x}")
        digest = sha256(seed.encode()).hexdigest()
        if self._manners == "liar" and random.random() < 0.3:
            digest = f"{random.getrandbits(256):064x}"
        for _ in range(random.choice((1, 1, 1, 2))):
            wait = random.choice((0, 0.01, 0.1, 0.2, 0.25))
            self._later(chair, wait, lambda line: line.say(MixIn(sabot, digest)))

    def _open_seed(self, chair: KnownSeat, sabot: int) -> None:
        random = self.world.random
        seed = self._mixed.get(sabot)
        if seed is None or (self._manners == "silent" and random.random() < 0.6):
            return
        if self._manners == "liar":
            others = [each._mixed.get(sabot, seed) for each in self.world.players_together]
            seed = random.choice((f"{random.getrandbits(128):032x}", *others, seed))
        for _ in range(random.choice((1, 1, 1, 2))):
            wait = random.choice((0, 0, 0.01, 0.1, 0.199, 0.2, 0.21))
            self._later(chair, wait, lambda line: line.say(OpenSeed(sabot, seed)))

    # --- betting -------------------------------------------------------------------------

    def _bet_on(self, chair: KnownSeat, coup: int, until: int | None) -> None:
        random = self.world.random
        key = self.new_key()
        for _ in range(random.choice((0, 1, 1, 2, 3))):
            self._later(
                chair, self._seconds_to_the_end(until), lambda line: self._bet(line, coup, key)
            )

    def _bet_after_the_croupier_left(self, chair: KnownSeat, coup: int, until: int) -> None:
        """Bet when the time of an absent croupier is over, and again later."""
        key, left = self.new_key(), (until - self.world.clock.now()) / 1000
        for wait in (-0.001, 0, self.world.random.choice((0, 0.001, 1))):
            self._later(chair, left + wait, lambda line: self._bet(line, coup, key))

    def _seconds_to_the_end(self, until: int | None) -> float:
        """Seconds to about the end of the betting; random if a croupier ends it."""
        moment = self.world.random.choice(MOMENTS)
        if until is None:
            return abs(moment) / 4
        return (until - self.world.clock.now()) / 1000 + moment

    def _bet(self, line: Line, coup: int, key: str) -> None:
        """Send drafts and confirmed bets, sometimes repeated or for another coup."""
        random = self.world.random
        what = random.random()
        if what < 0.35:
            line.say(Place(random.choice((self._chips(), self._chips(), {})), coup))
        elif what < 0.75:
            self._say(line, Confirm(self.new_key(), coup, self._chips()))
        elif what < 0.85:
            known = self.requests.get(key)
            again = known[0][1] if known else Confirm(key, coup, self._chips())
            self._say(line, again)
        elif what < 0.9:
            other = max(0, coup + random.choice((-1, 1)))
            self._say(line, Confirm(self.new_key(), other, self._chips()))
        else:
            line.say(Automatic(random.random() < 0.7))

    def _chips(self) -> dict[Bet, int]:
        random = self.world.random
        bets = random.sample(list(Bet)[:5], random.choice((1, 1, 2)))
        offered = self.world.sheets[next(iter(self.chairs))].offers
        return {
            bet: self._unit * random.choice((100, 100, 100, 200, 200, 300, 500, 1_000, 10**6, 7))
            for bet in bets
            if bet in offered
        } or {Bet.PUNTO: 100 * self._unit}

    # --- coming and going ----------------------------------------------------------------

    def _hello(self, chair: KnownSeat) -> Hello:
        view = self._looking.view
        if view is None or self.world.random.random() < 0.3:
            return super()._hello(chair)
        return Hello(chair.epoch, chair.offset, view.epoch, view.offset)

    def _first_words(self, line: Line) -> None:
        view = self._looking.view
        if view is not None and self.world.random.random() < 0.5:
            self._bet(line, view.coup, self.new_key())

    def _pause(self) -> float:
        return self.world.random.choice((0, 0.001, 0.02, 0.3, 1, 2.5))

    async def _at_a_table(self, house: str, chair: KnownSeat) -> None:
        random = self.world.random
        line, view = self._newest(chair), self._looking.view
        if line is None or view is None:
            return
        what = random.random()
        if what < 0.45:
            self._bet(line, view.coup, self.new_key())
        elif what < 0.60:
            asked = random.choice(self._over_http())
            if random.random() < 0.5:
                self._say(line, asked)
            else:
                await self._ask(house, asked)
        elif what < 0.70:
            for _ in range(random.choice((1, 2))):
                self._connect(house, chair)
        elif what < 0.80:
            line.cut()
        elif what < 0.88:
            await self._resend(house, chair)
        elif what < 0.99:
            self._misbehave(line)
        else:
            await self._wait(random.choice((60, 179.9, 180)))

    def _misbehave(self, line: Line) -> None:
        random = self.world.random
        what = random.random()
        if what < 0.3:
            self._flood(line)
        elif what < 0.6:
            self._lie(line)
        else:
            line.say(random.choice((Automatic(on=True), Automatic(on=False), Stay())))

    def _flood(self, line: Line) -> None:
        """Send more requests than may wait."""
        view = self._looking.view
        for n in range(20):
            if view is None:
                line.say(Place({Bet.PUNTO: 100 * self._unit}))
            elif n % 2:
                line.say(Place({Bet.PUNTO: 100 * self._unit}, view.coup))
            else:
                self._say(line, Confirm(self.new_key(), view.coup, {Bet.PUNTO: 100 * self._unit}))
        if self.world.random.random() < 0.5:
            line.cut()

    def _lie(self, line: Line) -> None:
        """Send hashes and seeds that are wrong or not asked for."""
        random = self.world.random
        view = self._looking.view
        sabot = random.choice((0, 1, view.sabot if view else 1, 2**53))
        line.say(MixIn(sabot, f"{random.getrandbits(256):064x}"))
        line.say(OpenSeed(sabot, self._seed()))

    async def _when_disconnected(self, house: str, chair: KnownSeat) -> None:
        if self.world.random.random() < 0.7:
            for _ in range(self.world.random.choice((1, 1, 1, 2))):
                self._connect(house, chair)
                self._first_words(chair.lines[-1])
        elif self.world.random.random() < 0.5:
            await self._ask(house, self.world.random.choice(self._over_http()))
        else:
            await self._resend(house, chair)
