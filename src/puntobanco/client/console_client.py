"""A client at a table's console, for the croupier who runs the table and the manager on duty."""

import asyncio
from collections.abc import Callable, Mapping

from puntobanco.client.connection import ConnectionEnvironment
from puntobanco.client.refusals import Unreachable, refused
from puntobanco.client.socket import AnyMessage
from puntobanco.client.watch_client import WatchClient
from puntobanco.errors import Refusal
from puntobanco.game.bets import Bet
from puntobanco.game.coup import Side
from puntobanco.game.sheet import Sheet
from puntobanco.wire import console_commands
from puntobanco.wire.messages import Done, Refused, Watching
from puntobanco.wire.stream import Stage, TableView


class ConsoleClient(WatchClient):
    """Run a table: see everything, and give the commands that are possible now.

    Commands are sent one after another, each for the state of the table when it is sent. If the
    table has changed before the command arrives, `table/moved-on` is raised; `view` and `can`
    then show the new state.
    """

    def __init__(
        self, view: TableView, sheet: Sheet, sheet_hash: str, environment: ConnectionEnvironment
    ) -> None:
        super().__init__(view, sheet, sheet_hash, environment)
        self._now = console_commands.Console(0, mine=False, can=(), demands="")
        self._turn = asyncio.Lock()  # one command at a time
        self._answer: asyncio.Future[None] | None = None
        self._told = asyncio.Event()

    # --- the state of the table ----------------------------------------------------------

    @property
    def mine(self) -> bool:
        """Whether this person runs the table."""
        return self._now.mine

    @property
    def can(self) -> tuple[str, ...]:
        """The commands that are possible now, by their wire names: `take`, `open_betting`, …"""
        return self._now.can

    @property
    def demands(self) -> str:
        """What the rule demands next, in words; empty if nothing."""
        return self._now.demands

    @property
    def side(self) -> Side | None:
        """The side whose card is to be drawn, or whose cards are to be turned."""
        return self._now.side

    @property
    def no_cash_sheet(self) -> bool:
        """Whether real chips are played without an open cash sheet."""
        return self._now.no_cash_sheet

    @property
    def sides(self) -> tuple[Side, ...]:
        """Of real cards dealt face down: the sides that may be turned, or read, now."""
        return self._now.sides

    # --- people --------------------------------------------------------------------------

    async def take(self) -> None:
        """Take over the table."""
        await self._do(console_commands.Take)

    async def leave(self) -> None:
        """Stop running the table, so that somebody else may take it."""
        await self._do(console_commands.Leave)

    async def call_manager(self, words: str) -> None:
        await self._do(lambda seen: console_commands.CallManager(seen, words))

    async def decide(self, words: str) -> None:
        """Record a manager's decision, which is final."""
        await self._do(lambda seen: console_commands.Decide(seen, words))

    # --- a coup --------------------------------------------------------------------------

    async def new_sabot(self, *, shuffled_by: str = "", cut_by: str = "") -> None:
        """Announce a new real sabot; by default the croupier has shuffled and cut it."""
        await self._do(lambda seen: console_commands.NewSabot(seen, shuffled_by, cut_by))

    async def cut_card(self) -> None:
        """Announce that the cut card of a real sabot has appeared."""
        await self._do(console_commands.CutCard)

    async def take_back_cut_card(self) -> None:
        """Take back a cut card that was entered by mistake."""
        await self._do(console_commands.TakeBackCutCard)

    async def open_betting(self) -> None:
        await self._do(console_commands.OpenBetting)

    async def key_in(self, box: int, bets: Mapping[Bet, int], place: int = 1) -> None:
        """Enter all stakes of a player in a box (0: without a box); no bets clear them."""
        await self._do(lambda seen: console_commands.KeyIn(seen, box, dict(bets), place))

    async def close_betting(self) -> None:
        """Say rien ne va plus; return when cards may be drawn, or the coup is void."""
        await self._do(console_commands.CloseBetting)
        while self.view.stage is Stage.CLOSING and self._socket is not None:
            self._told.clear()
            await self._told.wait()

    async def reopen_betting(self) -> None:
        """Open the betting of the same coup again, before its first card; for real chips."""
        await self._do(console_commands.ReopenBetting)

    async def draw(self) -> None:
        """Draw the next card from the house's sabot."""
        await self._do(console_commands.Draw)

    async def read(self, card: str, *, insist: bool = False, side: Side | None = None) -> None:
        """Read in a card of a real sabot, such as "Kh"; `insist` repeats a refused one.

        The first card of a sabot is shown, and as many cards are burned as it says. Where cards are
        dealt face down and read as they are turned, `side` says whose card it is.
        """
        await self._do(lambda seen: console_commands.Read(seen, card, insist, side))

    async def turn(self, side: Side) -> None:
        """Turn a side's cards."""
        await self._do(lambda seen: console_commands.Turn(seen, side))

    async def speak(self, *, draws: bool) -> None:
        """Say Carta or Resto for a holder who is silent, or as the player at a real table says."""
        await self._do(lambda seen: console_commands.Speak(seen, draws))

    async def correct(self, n: int, card: str, reason: str, *, insist: bool = False) -> None:
        """Correct the n-th card of the coup, counted from 1, which was misread."""
        await self._do(lambda seen: console_commands.Correct(seen, n, card, reason, insist))

    async def delete(self, n: int, reason: str) -> None:
        """Delete the n-th card of the coup, which was read in twice."""
        await self._do(lambda seen: console_commands.Delete(seen, n, reason))

    async def swap(self, n: int, other: int, reason: str) -> None:
        """Swap two cards that were read in the wrong order."""
        await self._do(lambda seen: console_commands.Swap(seen, n, other, reason))

    async def announce(self) -> None:
        """Announce both points and the winner."""
        await self._do(console_commands.Announce)

    async def void(self, reason: str) -> None:
        """Cancel a coup of read-in cards and return all stakes; only for managers."""
        await self._do(lambda seen: console_commands.Void(seen, reason))

    async def amend(self, box: int, bets: Mapping[Bet, int], reason: str, place: int = 1) -> None:
        """Replace the real chips of a player after the betting is closed; only for managers."""
        await self._do(lambda seen: console_commands.Amend(seen, box, dict(bets), reason, place))

    async def reverse(self, reason: str) -> None:
        """Take back the last result, where stakes are real chips; only for managers."""
        await self._do(lambda seen: console_commands.Reverse(seen, reason))

    async def _do(self, made: Callable[[int], console_commands.AnyCommand]) -> None:
        """Send a command and wait until its effect has arrived.

        It is meant for the state of the table after all earlier commands.
        """
        async with self._turn:
            command = made(self._now.offset)  # before waiting: a reconnect may change the view
            await self._ready()
            if self._socket is None:
                raise self._broken()
            self._answer = asyncio.get_running_loop().create_future()
            self._socket.send(command)
            try:
                await self._answer
            finally:
                self._answer = None
            while self._now.offset <= command.seen and self._socket is not None:
                self._told.clear()
                await self._told.wait()

    # --- the connection ------------------------------------------------------------------

    async def _prepare(self) -> str:
        await super()._prepare()
        return f"/api/tables/{self.view.table}/console"

    def _hear(self, message: AnyMessage) -> bool:
        match message:
            case console_commands.Console():
                self._now = message
                self._told.set()
                return True  # it follows the view, so commands can be sent from now on
            case Watching():
                super()._hear(message)
            case Done():
                self._settle(None)
            case Refused():
                self._settle(refused(message.code, message.message))
            case _:
                super()._hear(message)
        return False

    def _settle(self, refusal: Refusal | None) -> None:
        if self._answer is None or self._answer.done():
            return
        if refusal is None:
            self._answer.set_result(None)
        else:
            self._answer.set_exception(refusal)

    def _drop_socket(self) -> None:
        """Fail the pending command: the view after reconnecting shows whether it was done."""
        super()._drop_socket()
        self._settle(self._broken())
        self._told.set()

    def _broken(self) -> Refusal:
        return Unreachable(
            address=self._environment.http.origin,
            why="the connection broke; look before you repeat",
        )
