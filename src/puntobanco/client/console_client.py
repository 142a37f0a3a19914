"""A client at a table's console, for the croupier who runs the table and the manager on duty."""

import asyncio
from collections.abc import Callable, Mapping

from puntobanco.client.connection import ConnectionEnvironment
from puntobanco.client.refusals import Unreachable, refused
from puntobanco.client.socket import Spoken
from puntobanco.client.watch_client import WatchClient
from puntobanco.errors import Refusal
from puntobanco.game.bets import Bet
from puntobanco.game.coup import Side
from puntobanco.game.sheet import Sheet
from puntobanco.wire import console_commands
from puntobanco.wire.messages import Done, Refused, Watching
from puntobanco.wire.stream import Stage, TableView


class ConsoleClient(WatchClient):
    """Run a table: see all of it, and do what it lets one do now.

    A command is meant for the table as it stands when its turn comes, behind those given before it:
    if it has moved on since, `table/moved-on` is raised, and `view` and `can` show where it is.
    """

    def __init__(
        self, view: TableView, sheet: Sheet, sheet_hash: str, around: ConnectionEnvironment
    ) -> None:
        super().__init__(view, sheet, sheet_hash, around)
        self._now = console_commands.Console(0, mine=False, can=(), demands="")
        self._turn = asyncio.Lock()  # one command at a time
        self._answer: asyncio.Future[None] | None = None
        self._told = asyncio.Event()

    # --- how it stands -------------------------------------------------------------------

    @property
    def mine(self) -> bool:
        """Whether this person runs the table."""
        return self._now.mine

    @property
    def can(self) -> tuple[str, ...]:
        """What would be taken now, as the wire calls it: `take`, `open_betting`, …"""
        return self._now.can

    @property
    def demands(self) -> str:
        """What the rule demands next, in words; empty if it demands nothing."""
        return self._now.demands

    @property
    def side(self) -> Side | None:
        """Whose card it demands, or whose cards are to be turned."""
        return self._now.side

    # --- who runs it ---------------------------------------------------------------------

    async def take(self) -> None:
        """Run the table from here on."""
        await self._do(console_commands.Take)

    async def leave(self) -> None:
        """Hand it over: somebody else may take it."""
        await self._do(console_commands.Leave)

    async def call_manager(self, words: str) -> None:
        await self._do(lambda seen: console_commands.CallManager(seen, words))

    async def decide(self, words: str) -> None:
        """For managers: what was decided; it is final."""
        await self._do(lambda seen: console_commands.Decide(seen, words))

    # --- a coup --------------------------------------------------------------------------

    async def new_sabot(self) -> None:
        """A real sabot is on the table."""
        await self._do(console_commands.NewSabot)

    async def open_betting(self) -> None:
        await self._do(console_commands.OpenBetting)

    async def key_in(self, box: int, bets: Mapping[Bet, int]) -> None:
        """All that lies in a box of a real cloth, 0 for who stands; nothing clears it."""
        await self._do(lambda seen: console_commands.KeyIn(seen, box, dict(bets)))

    async def close_betting(self) -> None:
        """Rien ne va plus; returns when the cards may come, or the coup is void."""
        await self._do(console_commands.CloseBetting)
        while self.view.stage is Stage.CLOSING and self._socket is not None:
            self._told.clear()
            await self._told.wait()

    async def draw(self) -> None:
        """The next card from the house's sabot."""
        await self._do(console_commands.Draw)

    async def read(self, card: str, *, insist: bool = False) -> None:
        """A card of a real sabot: "Kh", "Ts"; to insist on one that was refused, say so."""
        await self._do(lambda seen: console_commands.Read(seen, card, insist))

    async def turn(self, side: Side) -> None:
        await self._do(lambda seen: console_commands.Turn(seen, side))

    async def speak(self, *, draws: bool) -> None:
        """Carta or Resto, for a holder who is silent."""
        await self._do(lambda seen: console_commands.Speak(seen, draws))

    async def correct(self, n: int, card: str, reason: str, *, insist: bool = False) -> None:
        """A card that was misread, counted from 1."""
        await self._do(lambda seen: console_commands.Correct(seen, n, card, reason, insist))

    async def announce(self) -> None:
        """Both points, and who wins."""
        await self._do(console_commands.Announce)

    async def void(self, reason: str) -> None:
        """For managers: a coup of read-in cards doesn't count, and all stakes go back."""
        await self._do(lambda seen: console_commands.Void(seen, reason))

    async def _do(self, made: Callable[[int], console_commands.Commanding]) -> None:
        """Say it, and wait until what it has changed is here, too.

        It is meant for the table as it stands when its turn comes: behind what was said before.
        """
        async with self._turn:
            command = made(self._now.offset)  # not behind a lost line, where anything may have come
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

    # --- the line ------------------------------------------------------------------------

    async def _prepare(self) -> str:
        await super()._prepare()
        return f"/api/tables/{self.view.table}/console"

    def _hear(self, told: Spoken) -> bool:
        match told:
            case console_commands.Console():
                self._now = told
                self._told.set()
                return True  # behind the view: only now anything can be done
            case Watching():
                super()._hear(told)
            case Done():
                self._settle(None)
            case Refused():
                self._settle(refused(told.code, told.message))
            case _:
                super()._hear(told)
        return False

    def _settle(self, refusal: Refusal | None) -> None:
        if self._answer is None or self._answer.done():
            return
        if refusal is None:
            self._answer.set_result(None)
        else:
            self._answer.set_exception(refusal)

    def _drop_socket(self) -> None:
        """Whether a command was taken nobody knows then: the view shows it, once it is back."""
        super()._drop_socket()
        self._settle(self._broken())
        self._told.set()

    def _broken(self) -> Refusal:
        return Unreachable(address=self._around.http.origin, why="the line broke: look again")
