"""Example nights at Campione and St. Moritz: boxes, cards in hand, left stakes, tips."""

from puntobanco.fair.commitment import hash_seed
from puntobanco.game.bets import Bet
from puntobanco.game.coup import Side
from puntobanco.game.sheet import Faces
from puntobanco.server.seats.floor import Floor
from puntobanco.store.interface import Role, Store
from puntobanco.table.shared.card_holders import Calling, Turning, wanted
from puntobanco.wire.requests import (
    Box,
    Call,
    CashOut,
    MixIn,
    Open,
    OpenSeed,
    Show,
    Tip,
    Withdraw,
)
from puntobanco.wire.stream import Stage, Standing
from puntobanco.wire.table_spec import TableSpec
from tests.audit.live_night import LiveNight, ManualClock, RecordingConnection
from tests.audit.night import SHEETS, key
from tests.seat_kinds import seat_at, shared
from tests.store.guests import MONDAY
from tests.table.luck import (
    Wish,
    banco_wins,
    both,
    egalite,
    lucky_seed,
    no_egalite,
    no_natural,
    punto_draws,
    punto_natural,
    punto_stands,
    six_cards,
)

CAMPIONE = TableSpec("campione", "campione")
IN_HAND = TableSpec("st-moritz-in-hand", "st-moritz", faces=Faces.DOWN, boxes=9)


class LandNight(LiveNight):
    """A night at a land table, with guests who have play money."""

    async def sit(self, *names: str) -> None:
        for name in names:
            person = await self.floor.cashier.add_person(None, None, Role.GUEST)
            assert person is not None
            account = await self.floor.store.player_account(person.id, "FUN", MONDAY)
            live = await seat_at(self.floor, account, self.table.table.name)
            await self.floor.ask(live, Open(key(), 200_000))
            await self.floor.take_over(live, RecordingConnection())
            self.seats[name] = live

    def player(self, name: str) -> str:
        return str(self.seats[name].seat.account)

    async def mix_for(self, name: str, *wishes: Wish) -> None:
        """Let one player mix alone, with a seed that fulfils the wishes."""
        await self.stage(Stage.MIXING)
        sabot, table = self.table.view.sabot, self.table
        seed = lucky_seed(table.table, table.setup, self.player(name), *wishes)
        await self._say(name, MixIn(sabot, hash_seed(seed).hex()))
        await self.stage(Stage.OPENING)
        await self._say(name, OpenSeed(sabot, seed))

    async def take(self, name: str, box: int) -> None:
        await self._say(name, Box(box))

    async def call(self, name: str, *, draws: bool) -> None:
        await self.until(lambda: isinstance(self._waits, Calling))
        await self._say(name, Call(self.table.view.coup, draws))

    async def show(self, name: str, side: Side) -> None:
        await self.until(lambda: self._waits == Turning(side))
        await self._say(name, Show(self.table.view.coup, side))

    @property
    def _waits(self) -> object:
        view = self.table.view
        in_hand = view.stage is Stage.DEALING and len(view.cards) >= 8
        return wanted(self.table.setup.sheet, view, self.table.coup) if in_hand else None

    async def withdraw(self, name: str, *bets: Bet) -> None:
        await self.floor.ask(self.seats[name], Withdraw(key(), bets))

    async def tip(self, name: str, amount: int) -> None:
        await self.floor.ask(self.seats[name], Tip(key(), amount))

    async def leave(self, name: str) -> None:
        await self.floor.ask(self.seats[name], CashOut(key()))

    def drop(self, name: str) -> None:
        """The player's connection is lost."""
        live = self.seats[name]
        assert live.connection is not None
        self.floor.lost(live, live.connection, live.seat.generation)


async def begin(store: Store, spec: TableSpec, *names: str) -> LandNight:
    clock = ManualClock()
    floor = Floor(store, SHEETS, clock)
    table = await floor.tables.make(spec)
    night = LandNight(floor, clock, table)
    await night.sit(*names)
    return night


async def play_campione(store: Store) -> LandNight:
    """A call, a natural, a silent holder, a holder who leaves; the last coup is unfinished."""
    night = await begin(store, CAMPIONE, "anna", "bruno")
    wishes = punto_draws, punto_natural, punto_stands, both(banco_wins, no_natural), punto_draws
    await night.mix_for("anna", *wishes)
    await night.take("anna", 1)
    await night.take("bruno", 1)
    await night.stage(Stage.BETTING)
    await night.bet("bruno", punto=1_000)
    await night.bet("anna", punto=2_000, egalite=500)
    await night.call("anna", draws=True)
    await night.show("anna", Side.PUNTO)
    await night.coup(bruno={"punto": 1_000})  # a natural, turned by the croupier
    await night.take("bruno", 7)
    await night.coup(anna={"punto": 1_000}, bruno={"punto": 1_000})  # Anna is silent
    await night.stage(Stage.BETTING)
    await night.bet("anna", banco=2_000)
    await night.bet("bruno", punto=1_000)
    await night.until(lambda: len(night.table.view.cards) == 8)
    await night.leave("bruno")  # with cards in hand, and leaves the box
    await night.stage(Stage.PAID)
    await night.stage(Stage.BETTING)
    await night.bet("anna", punto=1_000)
    await night.until(lambda: bool(shared(night.seats["anna"].seat).view.held))
    await night.floor.stop()
    return night


async def play_for_the_cards(store: Store) -> LandNight:
    """Anna bets first, but Bruno is the first on Punto; their stakes there are equal."""
    night = await begin(store, IN_HAND, "anna", "bruno")
    await night.mix_for("anna", egalite, no_egalite)
    await night.stage(Stage.BETTING)
    await night.bet("anna", egalite=500)
    night.clock.at += 10
    await night.bet("bruno", punto=5_000, banco=1_000)
    night.clock.at += 10
    await night.bet("anna", punto=5_000)
    await night.stage(Stage.PAID)
    await night.coup()  # with both left stakes again
    await night.stage(Stage.BETTING)
    await night.bet("anna", egalite=500)
    night.clock.at += 10
    await night.bet("anna", punto=1_000)
    await night.floor.stop()
    return night


async def play_in_hand(store: Store) -> LandNight:
    """Four times Égalité: left stakes play on, are withdrawn, or returned; a sabot is revealed."""
    night = await begin(store, IN_HAND, "anna", "bruno", "carla")
    await night.mix_for("anna", egalite, egalite, no_egalite)
    await night.take("anna", 9)
    await night.stage(Stage.BETTING)
    await night.bet("anna", punto=2_000)
    await night.bet("bruno", punto=1_000, banco=3_000)
    await night.bet("carla", egalite=500)
    await night.show("anna", Side.PUNTO)
    await night.show("bruno", Side.BANCO)
    await night.stage(Stage.PAID)
    await night.tip("carla", 500)
    await night.withdraw("bruno", Bet.BANCO)
    await night.coup(anna={"egalite": 500, "punto": 1_000})  # added to the left stakes
    await night.leave("anna")  # the left stakes go to the account
    await night.stage(Stage.BETTING)
    night.drop("bruno")  # the left stakes go to the credit at the close
    await night.bet("carla", banco=1_000)
    await night.until(lambda: len(night.table.view.cards) == 8)
    night.drop("carla")  # with cards in hand
    await night.stage(Stage.PAID)
    await night.floor.take_over(night.seats["carla"], RecordingConnection())
    await night.stand(Standing.CLOSED)
    await night.stage(Stage.RESTING)
    await night.stand(Standing.OPEN)
    await night.mix_for("carla", both(egalite, six_cards), egalite)
    await night.stage(Stage.BETTING)
    await night.bet("carla", punto=1_000, banco=1_000)  # holds both sides
    for side in (Side.PUNTO, Side.BANCO, Side.PUNTO, Side.BANCO):  # also the third cards
        await night.show("carla", side)
    await night.stage(Stage.PAID)
    await night.stand(Standing.PAUSED)  # the left stakes are returned
    await night.until(lambda: not shared(night.seats["carla"].seat).view.stakes)
    await night.stand(Standing.OPEN)
    await night.coup(carla={"punto": 1_000})
    await night.floor.stop()  # with a stake left on the cloth
    return night
