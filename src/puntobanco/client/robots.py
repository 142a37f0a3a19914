"""Robots that play at a shared table and measure it."""

import asyncio
import contextlib
import secrets
import time
from collections import Counter
from collections.abc import AsyncGenerator, Mapping
from typing import Any, Final

from puntobanco.client import Client, LinkChanged, SharedTableClient, Unreachable
from puntobanco.errors import Refusal, TooMuch
from puntobanco.game.sheet import Sheet
from puntobanco.wire.messages import Paid
from puntobanco.wire.stream import BettingOpened, Revealed, Settled

_AT_THE_DOOR: Final = 8  # robots that sign in at the same time
_AGAIN_S: Final = 2.0  # before a retry: a house limits new guests a minute
_TICK_S: Final = 0.1
_GOODBYE_S: Final = 10.0  # for all robots to cash out
_SKIPS: Final = 5  # a robot skips one coup in five

_chance: Final = secrets.SystemRandom()


class CrowdCounts:
    """Counts over all robots."""

    def __init__(self) -> None:
        self.seated = self.bets = self.staked = self.payments = self.returned = 0
        self.seconds = 0.0
        self.waits: list[float] = []  # seconds from a confirmation to its answer
        self.coups: set[int] = set()
        self.refused: Counter[str] = Counter()
        self.verified: set[int] = set()  # sabots that were revealed and verified
        self.distrusted = ""  # the first failed check, if any

    def in_short(self) -> str:
        at_the_door = self.refused.get("limit/too-fast", 0)
        waiting = " (the house lets so many guests in)" if at_the_door else ""
        return f"{self.seated} seated{waiting}, {self.bets} bets, {self.payments} payments"

    def summary(self) -> dict[str, Any]:
        return {
            "seated": self.seated,
            "seconds": round(self.seconds, 1),
            "coups": len(self.coups),
            "bets": self.bets,
            "staked": self.staked,
            "payments": self.payments,
            "returned": self.returned,
            "latency_ms": percentiles(self.waits),
            "refused": dict(sorted(self.refused.items())),
            "verified": len(self.verified),
            "distrusted": self.distrusted,
        }


def percentiles(waits: list[float]) -> dict[str, float]:
    """The median, high percentiles and the worst latency, in milliseconds."""
    ranked = sorted(waits)
    if not ranked:
        return {}
    quantiles = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "worst": 1.0}
    return {
        name: round(1000 * ranked[min(len(ranked) - 1, int(share * len(ranked)))], 2)
        for name, share in quantiles.items()
    }


class Crowd:
    """A number of robots at one table, for a limited time."""

    def __init__(
        self,
        address: str,
        table: str,
        players: int,
        seconds: float,
        credit: int,
        operator: tuple[str, str] | None = None,  # name and password: for real money
    ) -> None:
        self._address, self._table, self._players = address, table, players
        self._seconds, self._credit, self._operator = seconds, credit, operator
        self._cashier, self._currency = Client(address), ""
        self._door = asyncio.Semaphore(_AT_THE_DOOR)
        self.counted = CrowdCounts()

    async def play(self) -> AsyncGenerator[float, None]:
        """Play, and report from time to time how many seconds have passed."""
        began = time.monotonic()
        detail = await self._cashier.table(self._table)  # raises if there is no such table
        self._currency = detail.spec.currency
        if self._operator is not None:
            await self._cashier.login(*self._operator)
        leave = asyncio.Event()
        robots = [asyncio.create_task(self._robot(leave)) for _ in range(self._players)]
        try:
            while (passed := time.monotonic() - began) < self._seconds:
                if all(each.done() for each in robots):
                    break
                self.counted.seconds = passed
                yield passed
                await asyncio.sleep(min(_TICK_S, self._seconds - passed))
        finally:
            self.counted.seconds = time.monotonic() - began
            leave.set()
            _, late = await asyncio.wait(robots, timeout=_GOODBYE_S)
            for each in late:
                each.cancel()
            await asyncio.gather(*robots, return_exceptions=True)

    async def _robot(self, leave: asyncio.Event) -> None:
        async with Client(self._address) as client:
            table = await self._sit(client, leave)
            if table is None:
                return
            self.counted.seated += 1
            playing = asyncio.create_task(self._play(table))
            leaving = asyncio.create_task(leave.wait())
            await asyncio.wait((playing, leaving), return_when=asyncio.FIRST_COMPLETED)
            for each in (playing, leaving):
                each.cancel()
            await asyncio.gather(playing, leaving, return_exceptions=True)
            with contextlib.suppress(Refusal):
                await table.cash_out()

    async def _sit(self, client: Client, leave: asyncio.Event) -> SharedTableClient | None:
        """Wait while the server lets in no more guests or connections."""
        while not leave.is_set():
            async with self._door:
                if leave.is_set():
                    break
                try:
                    if not client.http.token:
                        await self._come_in(client)
                    return await client.sit_live(self._table, self._credit)
                except (TooMuch, Unreachable) as refusal:
                    self.counted.refused[refusal.code] += 1
                except Refusal as refusal:
                    self.counted.refused[refusal.code] += 1
                    return None
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(leave.wait(), _AGAIN_S)
        return None

    async def _come_in(self, client: Client) -> None:
        """Come as a guest; with an operator, as a new player with a deposit."""
        if self._operator is None:
            await client.guest()
            return
        name = f"robot-{secrets.token_hex(8)}"
        await client.register(name, secrets.token_urlsafe())
        await self._cashier.deposit(self._credit, self._currency, name)

    async def _play(self, table: SharedTableClient) -> None:
        betting: set[asyncio.Task[None]] = set()
        async for event in table.events():
            match event:
                case BettingOpened():
                    task = asyncio.create_task(self._bet(table))
                    betting.add(task)
                    task.add_done_callback(betting.discard)
                case Paid():
                    self.counted.payments += 1
                    self.counted.returned += event.returned
                case Settled():
                    self.counted.coups.add(event.coup)
                case Revealed() if table.shared.verified == event.sabot:
                    self.counted.verified.add(event.sabot)
                case LinkChanged() | _:
                    pass
            if table.state.distrust:
                self.counted.distrusted = table.state.distrust
                return

    async def _bet(self, table: SharedTableClient) -> None:
        """Bet at a random moment of the betting; now and then skip the coup."""
        left = table.left_ms or 0
        if _chance.randrange(_SKIPS) == 0:
            return
        await asyncio.sleep(_chance.uniform(0, 0.8 * left / 1000))
        stakes = random_stakes(table.sheet, table.credit)
        if not stakes:
            with contextlib.suppress(Refusal):  # the credit is spent
                await table.top_up(self._credit)
            return
        began = time.monotonic()
        try:
            if not table.sheet.table.standing and table.free_box is not None:
                await table.box(table.free_box)
                began = time.monotonic()
            bet = await table.confirm(stakes)
        except Refusal as refusal:
            self.counted.refused[refusal.code] += 1
            return
        self.counted.waits.append(time.monotonic() - began)
        self.counted.bets += 1
        self.counted.staked += bet.staked


def random_stakes(sheet: Sheet, credit: int) -> Mapping[str, int]:
    """One bet or a few, of one or two chips each, within limits and credit."""
    offers = list(sheet.offers.items())
    stakes: dict[str, int] = {}
    left = min(credit, sheet.money.coup_max)
    for bet, rule in _chance.sample(offers, _chance.randint(1, min(3, len(offers)))):
        chips = [chip for chip in sheet.money.chips if chip <= min(rule.max, left)]
        if not chips:
            continue
        stake = _chance.choice(chips[:3]) * _chance.randint(1, 2)
        stake = max(rule.min, min(stake, rule.max, left))
        stake -= stake % sheet.money.step
        if rule.min <= stake <= left:
            stakes[bet.value] = stake
            left -= stake
    return stakes
