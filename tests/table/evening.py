"""A shared table without a server: a test makes each step and gets its event."""

import os
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from puntobanco.fair.commitment import hash_seed
from puntobanco.fair.sheet_hash import hash_sheet
from puntobanco.game.cards import points
from puntobanco.game.coup import Coup
from puntobanco.houses import house
from puntobanco.table.effective_sheet import effective_sheet
from puntobanco.table.shared.card_holders import AllTurned, Calling, Drawing, Turning, wanted
from puntobanco.table.shared.shared_table import (
    BurnCards,
    CloseList,
    Deal,
    Fix,
    HouseCommand,
    Settle,
    ShuffleSabot,
    TableChange,
    TableSetup,
    TableStep,
    coup_of,
    new_table,
    order_of,
)
from puntobanco.table.shared.table_steps import step
from puntobanco.wire.requests import Call, Show
from puntobanco.wire.stream import Holders, Stage, StreamEvent, Totals
from puntobanco.wire.table_spec import TableSpec
from tests.table.table_commands import (
    THIS_COUP,
    announce,
    call,
    close_betting,
    draw,
    mix,
    open_betting,
    open_seed,
    turn,
)

NOW = 1_800_000_000_000
SEEDS = {"17": "a1" * 16 + " buona fortuna", "23": "b2" * 16}


class Evening:
    """An evening at one shared table; Anna is player 17 and Bruno player 23."""

    def __init__(self, spec: TableSpec | None = None) -> None:
        self.spec = spec or TableSpec("live-mini", "live-mini")
        sheet = effective_sheet(house(self.spec.house).sheet, self.spec)
        self.setup = TableSetup(sheet, hash_sheet(sheet), self.spec)
        self.table = self.first = new_table(self.spec.name, 1, "FUN", 1, self.setup)
        self.now = NOW
        self.fresh: Callable[[int], bytes] = os.urandom
        self.events: list[StreamEvent] = []
        self.bodies: list[bytes] = []
        self.changes: list[TableChange] = []

    def do(self, asked: TableStep | HouseCommand) -> Any:
        if not isinstance(asked, TableStep):
            asked = TableStep(asked)
        command = asked.command
        if isinstance(command, Call | Show) and command.coup == THIS_COUP:
            asked = replace(asked, command=replace(command, coup=self.table.view.coup))
        fresh = self.fresh(32) if isinstance(command, ShuffleSabot) else b""
        change = step(self.table, asked, self.setup, self.now, fresh)
        self.table = change.table
        self.changes.append(change)
        self.now += 100
        if change.event is not None and change.record is not None:
            self.events.append(change.event)
            self.bodies.append(change.record.body)
        return change.event

    def mix(self, *players: str) -> Any:
        """Shuffle, and let these players mix."""
        sabot = self.do(ShuffleSabot()).sabot
        for player in players:
            seed = f"{SEEDS[player]} {sabot}"
            self.do(mix(sabot, player, hash_seed(seed)))
        self.do(CloseList())
        for player in players:
            self.do(open_seed(sabot, player, f"{SEEDS[player]} {sabot}"))
        fixed = self.do(Fix())
        self.do(BurnCards())
        return fixed

    def close(self, bets: Totals | None = None, holders: Holders | None = None) -> Any:
        """Close the betting, if it is open, and begin to deal."""
        if self.table.view.stage is Stage.BETTING:
            self.do(close_betting())
        return self.do(Deal(bets or {}, holders or {}))

    def deal(self) -> Any:
        """Play one coup, with a betting unless it is an exhibition."""
        if not self.table.view.exhibition:
            self.do(open_betting())
        self.close()
        told = self.go_on()
        self.do(Settle())
        return told

    @property
    def coup(self) -> Coup:
        """All cards of the current coup, dealt or not."""
        return coup_of(self.table, self.setup, order_of(self.table))

    @property
    def waits(self) -> Any:
        """What the current coup waits for."""
        return wanted(self.setup.sheet, self.table.view, self.coup)

    def go_on(self) -> Any:
        """Finish the coup by the croupier alone."""
        while True:
            match self.waits:
                case Drawing():
                    self.do(draw())
                case Calling():
                    self.do(call(self.setup.sheet.rule.punto_draws(points(self.coup.punto[:2]))))
                case Turning(side=side):
                    self.do(turn(side))
                case AllTurned():
                    return self.do(announce())
