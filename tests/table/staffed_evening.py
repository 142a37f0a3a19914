"""A table that a person runs, without a server: console commands and their events."""

from typing import Any

from msgspec.structs import replace

from puntobanco.game.bets import Bet
from puntobanco.game.coup import Side
from puntobanco.game.sheet import Excess, Faces, Source
from puntobanco.table.shared.automatic_croupier import Here
from puntobanco.table.shared.console_offers import commands_now, demand_now, sides_now
from puntobanco.table.shared.shared_table import Deal, Settle, StaffActor, TableStep
from puntobanco.table.shared.step_context import StepContext
from puntobanco.wire import console_commands
from puntobanco.wire.stream import OnBet, TableView
from puntobanco.wire.table_fold import fold
from puntobanco.wire.table_spec import TableSpec
from tests.table.evening import Evening

ANNA = Here(frozenset({"17"}), seated=frozenset({"17"}))
CARLA, DINO, MARA = 7, 8, 9  # two croupiers and a manager
NAMES = {CARLA: "carla", DINO: "dino", MARA: "mara"}
SEEN_NOW = -1

REAL = TableSpec("real", "st-moritz", croupier="person", cards=Source.CROUPIER)
CHIPS = TableSpec(
    "chips", "campione", croupier="person", cards=Source.CROUPIER, stakes="keyed", boxes=9
)
LEAVING = replace(CHIPS, name="down", stakes="played", reading="leaving")
TURNED = replace(LEAVING, name="turned", reading="turned")
ON_PUNTO = {Bet.PUNTO: OnBet(5_000, 1)}
CLOCK = TableSpec("clock", "live-mini", croupier="person", cards=Source.CROUPIER)
OURS = TableSpec("ours", "campione", croupier="person")
HELD = TableSpec("held", "st-moritz", croupier="person", faces=Faces.DOWN)


def staff(person: int) -> StaffActor:
    return StaffActor(person, NAMES[person], is_manager=person == MARA)


class StaffedEvening(Evening):
    """Carla has taken the table and, where cards are read in, has brought a sabot."""

    def __init__(
        self, spec: TableSpec = REAL, excess: Excess = Excess.BURNED, *, taken: bool = True
    ) -> None:
        super().__init__(spec)
        sheet = replace(self.setup.sheet, cards=replace(self.setup.sheet.cards, excess=excess))
        self.setup = replace(self.setup, sheet=sheet)
        if taken:
            self.says(console_commands.Take)
        if taken and self.setup.is_read_in:
            self.says(console_commands.NewSabot)
            self.says(console_commands.Read, "2c")

    @property
    def view(self) -> TableView:
        return self.table.view

    def says(
        self, kind: type, *said: Any, by: int = CARLA, seen: int = SEEN_NOW, **named: Any
    ) -> Any:
        """Give a command; its console has seen the stream up to the offset `seen`."""
        command = kind(self.view.offset if seen == SEEN_NOW else seen, *said, **named)
        return self.do(TableStep(command, staff(by), self.now))

    def bets(self) -> None:
        """Open the betting and close it again."""
        self.says(console_commands.OpenBetting)
        self.close()

    def reads(self, cards: str) -> list[Any]:
        return [self.says(console_commands.Read, cards[n : n + 2]) for n in range(0, len(cards), 2)]

    def announces(self) -> Any:
        told = self.says(console_commands.Announce)
        self.do(Settle())
        return told

    def plays(self, cards: str) -> Any:
        """Play a whole coup with these cards read in."""
        self.bets()
        self.reads(cards)
        return self.announces()

    def replayed(self) -> TableView:
        """The view that follows from the events alone."""
        view = self.first.view
        for event in self.events:
            view = fold(view, event)
        return view


def moment(evening: StaffedEvening, person: int = CARLA) -> StepContext:
    return StepContext(evening.table, evening.setup, evening.now, staff(person))


def can(evening: StaffedEvening, person: int = CARLA) -> set[str]:
    return set(commands_now(moment(evening, person)))


def our_sabot(spec: TableSpec = OURS) -> StaffedEvening:
    evening = StaffedEvening(spec)
    evening.mix("17")
    return evening


class FaceDown(StaffedEvening):
    """A real sabot that is dealt face down."""

    def begins(self, bets: dict[Bet, OnBet] = ON_PUNTO) -> None:
        self.says(console_commands.OpenBetting)
        self.says(console_commands.CloseBetting)
        self.do(Deal(bets))

    @property
    def offers(self) -> tuple[set[str], str, Side | None]:
        return can(self), *demand_now(moment(self))

    @property
    def sides(self) -> tuple[Side, ...]:
        return sides_now(moment(self))

    def turns_banco(self, *cards: str) -> None:
        """Turn Banco's cards, which are read as they are turned or were read before."""
        if self.setup.is_hidden:
            self.says(console_commands.Turn, Side.BANCO)
        else:
            self.turns(Side.BANCO, *cards)

    def turns(self, side: Side, *cards: str) -> None:
        """A hand is turned, and its cards are read."""
        for card in cards:
            self.says(console_commands.Read, card, side=side)
