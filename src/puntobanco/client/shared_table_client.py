"""A client that plays at a shared table and takes part in mixing its sabots."""

from msgspec.structs import replace

from puntobanco.client.connection import ConnectionEnvironment
from puntobanco.client.keys import new_key
from puntobanco.client.missed_proofs import prove_unheard
from puntobanco.client.refusals import DoesNotHold, NoBets, NotUnderstood
from puntobanco.client.seat_client import Chips, SeatClient, read_chips
from puntobanco.client.seen_table import SeenTable
from puntobanco.client.state import ClientState, Heard, PendingRequest
from puntobanco.fair.commitment import hash_seed
from puntobanco.fair.proof import Seen
from puntobanco.game.bets import Bet
from puntobanco.game.coup import Side
from puntobanco.game.sheet import Sheet
from puntobanco.wire.messages import AutomaticSet, BetTaken, Done, GivenBack, Placed, Tipped
from puntobanco.wire.requests import (
    AskManager,
    Automatic,
    Box,
    Call,
    Confirm,
    MixIn,
    OpenSeed,
    Show,
    Tip,
    Withdraw,
)
from puntobanco.wire.seat_fold import SharedView
from puntobanco.wire.stream import Stage, TableView


class SharedTableClient(SeatClient):
    """Play at a shared table.

    It takes part in every mixing by itself. After the house has committed to a sabot, it draws a
    new seed and sends the seed's hash for the list. It sends the seed when the list is closed.
    """

    def __init__(self, state: ClientState, environment: ConnectionEnvironment) -> None:
        super().__init__(state, environment)
        self._said = (0, Stage.RESTING)  # the last mixing we took part in, and how far it got

    @property
    def shared(self) -> SeenTable:
        """The table, and the notes on its sabots."""
        if self.state.shared is None:
            raise NotUnderstood(why="a shared table without a view")
        return self.state.shared

    @property
    def mine(self) -> SharedView:
        """The player's own seat: stakes, stakes left on the cloth, cards in hand."""
        if not isinstance(self.state.seat, SharedView):
            raise NotUnderstood(why="a private seat at a shared table")
        return self.state.seat

    @property
    def view(self) -> TableView:
        """The present view of the table: the fold of all its events."""
        return self.shared.view

    @property
    def left_ms(self) -> int | None:
        """The time until the table's next step, by the house's clock."""
        until = self.view.until
        return None if until is None else max(0, until - self.house_now)

    @property
    def house_now(self) -> int:
        """The time by the house's clock."""
        return self.state.house_now + int(1000 * (self._environment.now() - self._told_at))

    _told_at = 0.0

    # --- requests ------------------------------------------------------------------------

    async def confirm(self, bets: Chips | None = None, /, **more: int) -> BetTaken:
        """Add these stakes to the bets on the open coup; they are final."""
        coup = self.view.coup  # before waiting: a reconnect may show another coup
        await self._ready()
        await self._check_trust()
        stakes = read_chips({**(bets or {}), **more})
        if not stakes:
            raise NoBets
        return await self._ask(BetTaken, PendingRequest(Confirm(new_key(), coup, stakes)))

    async def place(self, bets: Chips | None = None, /, **more: int) -> Placed:
        """Replace the unconfirmed chips on the open coup by these."""
        coup = self.view.coup
        await self._ready()
        if bets or more:
            await self._check_trust()
        return await self._lay({**(bets or {}), **more}, coup)

    async def automatic(self, *, on: bool) -> AutomaticSet:
        """Switch automatic confirmation on or off."""
        return await self._ask(AutomaticSet, PendingRequest(Automatic(on)))

    # --- at a land table -----------------------------------------------------------------

    async def box(self, box: int) -> None:
        """Take a box; 0 leaves the present one."""
        await self._ask(Done, PendingRequest(Box(box)))

    @property
    def free_box(self) -> int | None:
        """The first box with room; None if all are full or the player has one."""
        rules, taken = self.sheet.table, self.view.boxes
        if any(self.state.player in players for players in taken.values()):
            return None
        most = rules.players_per_box or 1
        boxes = range(1, (rules.boxes or (0,))[0] + 1)
        return next((box for box in boxes if len(taken.get(box, ())) < most), None)

    async def call(self, *, draws: bool) -> None:
        """Say Carta or Resto, as the holder of Punto's cards."""
        await self._ask(Done, PendingRequest(Call(self.view.coup, draws)))

    async def show(self, side: Side) -> None:
        """Show the cards in hand."""
        await self._ask(Done, PendingRequest(Show(self.view.coup, side)))

    async def withdraw(self, *bets: Bet) -> GivenBack:
        """Take back stakes that an Égalité left on the cloth: on these bets, or on all."""
        taken = bets or tuple(self.mine.left)
        return await self._ask(GivenBack, PendingRequest(Withdraw(new_key(), taken)))

    async def tip(self, amount: int) -> Tipped:
        """Tip the croupiers."""
        return await self._ask(Tipped, PendingRequest(Tip(new_key(), amount)))

    async def ask_manager(self) -> None:
        """Call the manager on duty, whose decision is final."""
        await self._ask(Done, PendingRequest(AskManager()))

    async def _check_trust(self) -> None:
        view = self.view
        if view.sheet not in self.state.sheets:
            await self._prepare()  # a manager may have set other limits for this sabot
        self._believe(Seen(view.table, view.epoch, view.sabot, view.commitment))
        if view.sheet not in self.state.sheets and view.stage is Stage.BETTING:
            what = "it is dealt by rules the table doesn't show"
            raise DoesNotHold(number=view.sabot, table=view.table, what=what)

    # --- mixing --------------------------------------------------------------------------

    async def _rules(self) -> tuple[Sheet, str]:
        return await self._environment.table_rules(self.state.table)

    async def _welcomed(self) -> None:
        self._said = (0, Stage.RESTING)
        await super()._welcomed()
        self._mix()  # first, because mixing has a deadline
        shared, wrong = await prove_unheard(self._environment, self.shared)
        self.state = replace(self.state, shared=shared, distrust=self.state.distrust or wrong)

    def _take(self, heard: Heard) -> None:
        if heard.state.house_now != self.state.house_now:
            self._told_at = self._environment.now()
        super()._take(heard)
        self._environment.notes.proved |= self.shared.proved
        if self._socket is not None:
            self._mix()

    def _mix(self) -> None:
        """Send our hash or seed, if the mixing needs it; once for each connection."""
        shared = self.shared
        sabot, stage = shared.sabot, shared.view.stage
        if sabot is None or self._socket is None or self.state.distrust:
            return
        number = sabot.seen.number
        if self._said == (number, stage):
            return
        if stage is Stage.MIXING and not shared.mixed:
            self._said = number, stage
            self._socket.send(MixIn(number, hash_seed(self._seed(sabot.seen)).hex()))
        elif stage is Stage.OPENING and not shared.opened:
            self._said = number, stage
            mine = dict(sabot.seen.hashes or ()).get(self.state.player)
            # Another hash means that a client without our notes took part for us.
            if mine is not None and mine == hash_seed(self._seed(sabot.seen)).hex():
                self._socket.send(OpenSeed(number, self._seed(sabot.seen)))

    def _seed(self, seen: Seen) -> str:
        return self._environment.notes.seed_for(seen)
