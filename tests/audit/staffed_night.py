"""Example nights at tables that people run, with real cards, real chips or our sabot."""

import asyncio
from typing import Any

from msgspec.structs import replace

from puntobanco.errors import Refusal
from puntobanco.game.bets import Bet
from puntobanco.game.cards import points
from puntobanco.game.coup import Side
from puntobanco.game.sheet import Source
from puntobanco.server.seats.floor import Floor
from puntobanco.server.shared_tables.table_runner import TableRunner
from puntobanco.store.interface import Role, Store
from puntobanco.table.shared.card_holders import AllTurned, Calling, Drawing, Turning, wanted
from puntobanco.table.shared.shared_table import StaffActor
from puntobanco.wire import console_commands
from puntobanco.wire.console_commands import CutCard, TakeBackCutCard
from puntobanco.wire.requests import AskManager
from puntobanco.wire.stream import Stage, Standing
from puntobanco.wire.table_spec import TableSpec
from tests.audit.land_night import LandNight
from tests.audit.live_night import ManualClock, RecordingConnection
from tests.audit.night import SHEETS
from tests.table.luck import any_coup, no_natural, punto_draws

REAL = TableSpec("real", "st-moritz", croupier="person", cards=Source.CROUPIER)
DOWN = TableSpec("down", "campione", croupier="person", cards=Source.CROUPIER)
CHIPS = TableSpec(
    "chips", "campione", croupier="person", cards=Source.CROUPIER, stakes="keyed", boxes=9
)
HIDDEN = replace(CHIPS, name="hidden", reading="leaving")
OURS = TableSpec("ours", "campione", croupier="person")
ROLES = {"carla": Role.CROUPIER, "dino": Role.CROUPIER, "mara": Role.MANAGER}
BANCO_WINS, PUNTO_WINS, EGALITE = "2h4dKsJc3c2d", "9cKhJd7h", "8hKs2cAd9s8c"


class StaffedNight(LandNight):
    """A night with the croupiers Carla and Dino and the manager Mara."""

    def __init__(self, floor: Floor, clock: ManualClock, table: TableRunner) -> None:
        super().__init__(floor, clock, table)
        self.staff: dict[str, StaffActor] = {}
        self.screens: dict[str, RecordingConnection] = {}

    async def hire(self) -> None:
        for name, role in ROLES.items():
            person = await self.floor.cashier.add_person(name, "argon2id…", role)
            assert person is not None
            self.staff[name] = StaffActor(person.id, name, role is Role.MANAGER)
            self.come(name)

    def come(self, name: str) -> None:
        self.screens[name] = RecordingConnection()
        self.table.consoles.join(self.screens[name], self.staff[name])

    async def vanish(self, name: str) -> None:
        self.table.consoles.leave(self.screens[name])
        self.clock.at += self.table.setup.pace.absent
        self.table.look()
        while self.table.view.croupier:
            await asyncio.sleep(0.001)

    async def says(self, kind: type, *said: Any, by: str = "carla", **named: Any) -> None:
        done: asyncio.Future[Refusal | None] = asyncio.get_running_loop().create_future()
        staff, command = self.staff[by], kind(self.table.view.offset, *said, **named)
        self.clock.at += 700
        self.table.direct(command, staff, self.clock.at, done.set_result)
        refusal = await asyncio.wait_for(done, 10)
        if refusal is not None:
            raise refusal
        while self.table.view.stage is Stage.CLOSING:
            await asyncio.sleep(0)

    async def reads(self, cards: str, by: str = "carla") -> None:
        for n in range(0, len(cards), 2):
            await self.says(console_commands.Read, cards[n : n + 2], by=by)

    async def bets(self, by: str = "carla", **bets: dict[str, int]) -> None:
        """Open the betting, place bets, and close it."""
        await self.says(console_commands.OpenBetting, by=by)
        for name, stakes in bets.items():
            await self.bet(name, **stakes)
        await self.says(console_commands.CloseBetting, by=by)

    async def plays(self, cards: str, by: str = "carla", **bets: dict[str, int]) -> None:
        """Play a whole coup with these cards read in."""
        await self.bets(by, **bets)
        await self.reads(cards, by)
        await self.announces(by)

    async def announces(self, by: str = "carla") -> None:
        await self.says(console_commands.Announce, by=by)
        await self.stage(Stage.PAID)

    async def deals(self, by: str = "carla", most: int = 20) -> None:
        """Finish a coup of our sabot; holders' times run out."""
        for _ in range(most):
            view, coup = self.table.view, self.table.coup
            waits = wanted(self.table.setup.sheet, view, coup)
            self.clock.at = max(self.clock.at, view.until or 0)
            match waits:
                case Drawing():
                    await self.says(console_commands.Draw, by=by)
                case Calling():
                    draws = self.table.setup.sheet.rule.punto_draws(points(coup.punto[:2]))
                    await self.says(console_commands.Speak, draws, by=by)
                case Turning(side=side):
                    await self.says(console_commands.Turn, side, by=by)
                case AllTurned():
                    await self.announces(by)
                    return


async def begin(store: Store, spec: TableSpec, *names: str) -> StaffedNight:
    clock = ManualClock()
    floor = Floor(store, SHEETS, clock)
    night = StaffedNight(floor, clock, await floor.tables.make(spec))
    await night.hire()
    await night.sit(*names)
    return night


async def play_real(store: Store) -> StaffedNight:
    """False draws, a correction, a void coup, Égalité, a tip, a new sabot; three people run it."""
    night = await begin(store, REAL, "anna", "bruno")
    await night.says(console_commands.Take)
    await night.says(console_commands.NewSabot)
    await night.says(console_commands.Read, "2c")
    await night.take("anna", 3)
    await night.plays(BANCO_WINS, anna={"punto": 1_000}, bruno={"banco": 2_000})
    await night.tip("bruno", 500)
    await night.plays(EGALITE, anna={"banco": 1_000, "egalite": 500}, bruno={"punto": 2_000})
    await night.withdraw("bruno", Bet.PUNTO)
    await night.bets(bruno={"punto": 1_000})  # Anna's stake was left
    await night.reads(f"{PUNTO_WINS}5d")  # an excess card
    await night.vanish("carla")
    night.come("carla")
    await night.says(console_commands.Take, by="dino")
    await night.announces("dino")
    await night.bets("dino", anna={"punto": 1_000})
    await night.reads("4h5cKd2s5c", "dino")
    await night.says(console_commands.CallManager, "the first card was misread", by="dino")
    await night.says(console_commands.Correct, 1, "3h", "seen on the video", by="dino")
    await night.says(console_commands.Decide, "by the cards as they lie", by="mara")
    await night.announces("dino")
    await night.bets("dino", anna={"punto": 1_000}, bruno={"banco": 1_000})
    await night.reads("4h5c", "dino")
    await night.says(console_commands.Void, "a card fell to the floor", by="mara")
    await night.stage(Stage.PAID)
    for command in (CutCard, TakeBackCutCard, CutCard):
        await night.says(command, by="dino")
    await night.says(console_commands.Take, by="mara")  # takes the table from Dino
    await night.says(console_commands.NewSabot, "dino", "box 3", by="mara")
    await night.says(console_commands.Read, "9c", by="mara")
    await night.says(console_commands.Correct, 1, "2c", "misread", by="mara")
    await night.plays(PUNTO_WINS, "mara", anna={"punto": 1_000})
    await night.bets("mara", anna={"punto": 1_000}, bruno={"banco": 1_000})
    await night.reads("4h5c", "mara")
    await night.floor.stop()  # after two cards of a coup
    return night


async def play_down(store: Store) -> StaffedNight:
    """Campione with a real sabot and the cagnotte; one coup is void before its first card."""
    night = await begin(store, DOWN, "anna")
    await night.take("anna", 1)
    await night.says(console_commands.Take)
    await night.says(console_commands.NewSabot)
    await night.says(console_commands.Read, "2c")
    await night.plays(BANCO_WINS, anna={"banco": 2_000})
    await night.says(console_commands.OpenBetting)
    await night.bet("anna", punto=1_000)
    await night.says(console_commands.Void, "the sabot fell over", by="mara")
    await night.stage(Stage.PAID)
    await night._say("anna", AskManager())
    await night.says(console_commands.Decide, "it was, and it came back", by="mara")
    await night.bets(anna={"punto": 1_000})  # read hand by hand
    await night.says(console_commands.Speak, draws=True)
    for card, side in (("Kc", Side.BANCO), ("7h", None), ("9c", Side.PUNTO)):
        await night.says(console_commands.Read, card, side=side)
    await night.says(console_commands.Correct, 2, "Kh", "misread")
    await night.says(console_commands.Read, "Jd")
    await night.announces()
    await night.limit(coup_max=20_000, banco=10_000)
    await night.says(console_commands.NewSabot)  # from now on with the new limits
    await night.says(console_commands.Read, "2c")
    await night.bets(anna={"banco": 10_000})
    for card, side in (("Kh", Side.BANCO), ("7h", Side.BANCO), ("9c", None), ("Jd", None)):
        await night.says(console_commands.Read, card, side=side)
    await night.says(console_commands.Swap, 3, 4, "the wrong hand")
    await night.says(console_commands.Swap, 3, 4, "it was right")
    await night.announces()
    await night.stand(Standing.PAUSED)
    await night.says(console_commands.Leave)
    await night.floor.stop()
    return night


async def play_chips(store: Store) -> StaffedNight:
    """Real chips: the stakes are keyed in by box, and nobody plays for credit."""
    night = await begin(store, CHIPS)
    await night.says(console_commands.Take)
    await night.says(console_commands.NewSabot)
    await night.says(console_commands.Read, "2c")
    for cards in (BANCO_WINS, EGALITE):
        await night.says(console_commands.OpenBetting)
        await night.says(console_commands.KeyIn, 3, {Bet.BANCO: 5_000, Bet.EGALITE: 500})
        await night.says(console_commands.KeyIn, 9, {Bet.PUNTO: 1_000})
        await night.says(console_commands.KeyIn, 9, {Bet.PUNTO: 2_000})
        await night.says(console_commands.KeyIn, 9, {Bet.BANCO: 1_000}, 3)
        await night.says(console_commands.CloseBetting)
        await night.says(console_commands.ReopenBetting)
        await night.says(console_commands.KeyIn, 1, {Bet.PUNTO: 1_000})
        await night.says(console_commands.CloseBetting)
        await night.says(console_commands.KeyIn, 2, {Bet.PUNTO: 1_000})
        await night.reads(cards)
        await night.announces()
    await night.says(console_commands.OpenBetting)
    await night.says(console_commands.KeyIn, 1, {Bet.PUNTO: 2_000})
    await night.says(console_commands.Reverse, "a card was read twice", by="mara")
    await night.says(console_commands.Swap, 5, 6, "in the wrong order")
    await night.says(console_commands.Swap, 5, 6, "they were right")
    await night.says(console_commands.Delete, 6, "read twice")
    await night.says(console_commands.Amend, 9, {Bet.PUNTO: 3_000}, "mis-keyed", by="mara")
    await night.reads("7c")
    await night.announces()
    await night.says(console_commands.Reverse, "one more was", by="mara")
    await night.says(console_commands.Void, "nobody knows which", by="mara")
    await night.stage(Stage.PAID)
    await night.bets()
    await night.reads("KhKhKhKhKhKh")
    await night.announces()
    await night.bets()
    await night.says(console_commands.Read, "Kh", insist=True)  # a misread card of a paid coup
    await night.floor.stop()
    return night


async def play_hidden(store: Store) -> StaffedNight:
    """Real chips and cards that are read face down: calls, a void coup, a result taken back."""
    night = await begin(store, HIDDEN)
    await night.says(console_commands.Take)
    await night.says(console_commands.NewSabot)
    await night.says(console_commands.Read, "2c")

    async def reads(cards: str) -> None:
        await night.says(console_commands.OpenBetting)
        await night.says(console_commands.KeyIn, 3, {Bet.PUNTO: 5_000})
        await night.says(console_commands.CloseBetting)
        await night.reads(cards)

    async def turns(*sides: Side) -> None:
        for side in sides:
            await night.says(console_commands.Turn, side)

    await reads("2h3cKd4s")
    await night.says(console_commands.Speak, draws=False)  # against the rule
    await turns(Side.BANCO)
    await night.reads("5d")
    await turns(Side.PUNTO)
    await night.says(console_commands.Correct, 5, "6d", "misread")
    await night.announces()
    await reads("9h3cKd4s")
    await turns(Side.PUNTO, Side.BANCO)
    await night.announces()
    await night.says(console_commands.Reverse, "a card was misread", by="mara")
    await night.says(console_commands.Delete, 3, "read twice")
    await night.reads("5s2s")
    await night.announces()
    await reads("2h3c")
    await night.says(console_commands.Void, "the sabot fell over", by="mara")
    await night.stage(Stage.PAID)
    await reads("7h3cKd4s")
    await night.says(console_commands.Speak, draws=False)
    await turns(Side.BANCO, Side.PUNTO)
    await night.says(console_commands.Delete, 4, "read twice")
    await night.reads("4h")  # in its place, face up
    await night.announces()
    await reads("2h3cKd4s")
    await night.says(console_commands.Speak, draws=False)  # against the rule
    await turns(Side.BANCO)
    await night.reads("8d")
    await night.floor.stop()  # three cards lie face down
    return night


async def play_ours(store: Store) -> StaffedNight:
    """Our sabot, drawn by a person; one croupier disconnects."""
    night = await begin(store, OURS, "anna")
    await night.says(console_commands.Take)
    await night.mix_for("anna", punto_draws, no_natural, any_coup)
    await night.until(lambda: night.table.view.gone > 0)
    await night.take("anna", 7)
    await night.bets(anna={"punto": 1_000})
    await night.deals()
    await night.bets(anna={"banco": 1_000})
    await night.deals(most=3)
    await night.vanish("carla")  # the coup is finished without Carla
    await night.stage(Stage.PAID)
    night.come("carla")
    await night.says(console_commands.Take, by="dino")
    await night.bets("dino", anna={"punto": 1_000})
    await night.says(console_commands.CallManager, "a question", by="dino")
    await night.says(console_commands.Take, by="mara")
    await night.deals("mara")
    await night.stand(Standing.CLOSED)
    await night.stage(Stage.RESTING)
    await night.floor.stop()
    return night
