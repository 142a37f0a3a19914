"""A client that plays at a seat and repeats each request until it is answered."""

import asyncio
from collections.abc import Mapping
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from puntobanco.client.connection import ConnectionEnvironment, TableConnection
from puntobanco.client.keys import new_key
from puntobanco.client.refusals import CommitmentRetired, DoesNotHold, NotUnderstood
from puntobanco.client.socket import AnyMessage
from puntobanco.client.state import (
    Answer,
    ClientState,
    Heard,
    Link,
    PendingRequest,
    ask,
    hear,
    settle_waiting,
)
from puntobanco.errors import Refusal
from puntobanco.fair.proof import Seen
from puntobanco.game.bets import parse_bet
from puntobanco.game.sheet import Sheet
from puntobanco.wire.console_commands import Console
from puntobanco.wire.messages import (
    BetTaken,
    Closed,
    CoupPlayed,
    Placed,
    Staying,
    ToppedUp,
    Welcome,
)
from puntobanco.wire.requests import (
    AnyTableRequest,
    CashOut,
    Hello,
    Place,
    SeatRequest,
    StakesByBet,
    Stay,
    TopUp,
    parse_request,
)

T = TypeVar("T", bound=Answer)
Chips = Mapping[str, int]


class SeatClient(TableConnection):
    """The base for private and shared tables; `state` is everything the client knows."""

    def __init__(self, state: ClientState, environment: ConnectionEnvironment) -> None:
        super().__init__(environment)
        self.state = state
        self._futures: dict[int, asyncio.Future[Answer]] = {}
        self._adrift: tuple[PendingRequest, ...] = ()
        self._again: tuple[PendingRequest, ...] = ()

    # --- the state of the seat -----------------------------------------------------------

    @property
    def link(self) -> Link:
        return self.state.link

    def _put_link(self, link: Link) -> None:
        self.state = replace(self.state, link=link)

    @property
    def sheet(self) -> Sheet:
        return self.state.sheet

    @property
    def credit(self) -> int:
        return self.state.credit

    # --- requests ------------------------------------------------------------------------

    async def place(self, bets: Chips | None = None, /, **more: int) -> Placed:
        """Replace the chips on the cloth by these; no chips clear it."""
        return await self._lay({**(bets or {}), **more})

    async def _lay(self, bets: Chips, coup: int | None = None) -> Placed:
        stakes = {parse_bet(bet): stake for bet, stake in bets.items()}
        return await self._ask(Placed, PendingRequest(Place(stakes, coup)))

    async def top_up(self, amount: int) -> ToppedUp:
        return await self._ask(ToppedUp, PendingRequest(TopUp(new_key(), amount)))

    async def stay(self) -> Staying:
        """Keep the session open after the warning that it is idle."""
        return await self._ask(Staying, PendingRequest(Stay()))

    async def cash_out(self) -> Closed:
        """Close the session; the credit goes back to the account."""
        return await self._ask(Closed, PendingRequest(CashOut(new_key())))

    def _believe(self, seen: Seen) -> None:
        """Refuse to bet if a check of this house has failed."""
        if self.state.distrust:
            raise DoesNotHold(number=seen.number, table=seen.table, what=self.state.distrust)

    async def _ask(self, kind: type[T], pending: PendingRequest) -> T:
        check_request(pending.request)
        await self._ready()
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._futures[id(pending)] = answered
        self.state = ask(self.state, pending)
        if self._socket is not None:
            self._socket.send(pending.request)
        answer = await answered
        if isinstance(answer, Refusal):
            raise answer
        if not isinstance(answer, kind):
            raise NotUnderstood(why=f"{type(answer).__name__} in answer to another request")
        return answer

    # --- the connection ------------------------------------------------------------------

    @property
    def _hello(self) -> Hello:
        return self.state.hello

    @property
    def _is_ended(self) -> bool:
        return self.state.closed is not None

    async def _rules(self) -> tuple[Sheet, str]:
        return await self._environment.rules(self.state.house)

    async def _prepare(self) -> str:
        sheet, sheet_hash = await self._rules()
        self.state = replace(
            self.state, sheets={**self.state.sheets, sheet_hash: sheet}, sheet_hash=sheet_hash
        )
        return f"/api/sessions/{self.state.session}/tickets"

    def _hear(self, message: AnyMessage) -> bool:
        if isinstance(message, Console):
            raise NotUnderstood(why="a message for consoles was sent to a player")
        heard = hear(self.state, message)
        self._take(heard)
        if not isinstance(message, Welcome):
            self._send_again(heard.again)
            return False
        self._adrift, self._again = heard.adrift, heard.again
        return True

    def _take(self, heard: Heard) -> None:
        self.state = replace(heard.state, link=self.state.link)
        for seen in heard.noted:
            self._note(seen)
        for pending, answer in heard.answers:
            self._answer(pending, answer)
        for each in heard.tells:
            self._tell(each)

    async def _welcomed(self) -> None:
        for pending in self._adrift:
            await self._look_up(pending, None)
        self._send_again(self._again)

    def _send_again(self, again: tuple[PendingRequest, ...]) -> None:
        for pending in again:
            if self._socket is not None and any(each is pending for each in self.state.waiting):
                self._socket.send(pending.request)

    def _note(self, seen: Seen) -> None:
        try:
            self._environment.notes.add(seen)
        except DoesNotHold as refusal:
            self.state = replace(self.state, distrust=refusal.message)

    def _answer(self, pending: PendingRequest, answer: Answer) -> None:
        future = self._futures.pop(id(pending), None)
        if future is not None and not future.done():
            future.set_result(answer)

    def _give_up_waiting(self, why: Refusal) -> None:
        for pending in self.state.waiting:
            self._answer(pending, why)
        self.state = replace(self.state, waiting=())

    # --- answers from the history --------------------------------------------------------

    async def _end(self, why: Refusal) -> None:
        """The session is over: look up whether pending requests were done before its end."""
        try:
            if self.state.closed is None:
                await self._read_end()
            for pending in self.state.waiting:
                await self._look_up(pending, why)
        except Refusal:  # the history can be read later
            pass
        self._stop(Link.OVER, why)

    async def _read_end(self) -> None:
        async for each in self._environment.records(self.state.session):
            if isinstance(each.entry, Closed):
                self._take(hear(self.state, each.entry))
                return
            if not self.state.is_shared:  # a shared table may pay after the end
                return  # at a private one, the newest record is the end

    async def _look_up(self, pending: PendingRequest, otherwise: Refusal | None) -> None:
        """Find a request's answer by its key; a bet is never sent for another commitment."""
        if pending.key:
            async for each in self._environment.records(self.state.session):
                entry = each.entry
                if not isinstance(entry, ToppedUp | CoupPlayed | BetTaken | Closed):
                    continue
                if entry.key == pending.key:
                    self._take(hear(self.state, entry))
                    return
        number = pending.bound.number if pending.bound else 0
        self.state = settle_waiting(self.state, pending)
        self._answer(pending, otherwise or CommitmentRetired(number=number))


def read_chips(bets: Chips) -> StakesByBet:
    """Convert bets by name to stakes, without empty ones."""
    return {parse_bet(bet): stake for bet, stake in bets.items() if stake}


def check_request(request: SeatRequest | AnyTableRequest) -> None:
    """Raise for a request that the server could not decode."""
    parse_request(msgspec.json.encode(request))
