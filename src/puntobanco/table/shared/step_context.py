"""The context of a shared table's step: the table, its setup, the actor and the time."""

from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from puntobanco.errors import NotNow
from puntobanco.fair.dealer import Mixing
from puntobanco.game.cards import Card
from puntobanco.game.coup import Coup
from puntobanco.ledger.records import Record, RecordKind
from puntobanco.table.shared.shared_table import (
    HouseActor,
    PlayerActor,
    SharedTable,
    StaffActor,
    TableChange,
    TableSetup,
    coup_of,
    known_coup,
    order_of,
)
from puntobanco.wire import stream
from puntobanco.wire.table_fold import fold

_encode: Final = msgspec.json.Encoder().encode


class StepContext(Struct):
    """Everything that a step may depend on."""

    table: SharedTable
    setup: TableSetup
    now: int
    by: PlayerActor | StaffActor | HouseActor = HouseActor()
    received: int = 0  # when the command was received, which can be earlier than `now`
    fresh: bytes = b""
    _order: tuple[Card, ...] | None = None

    @property
    def view(self) -> stream.TableView:
        return self.table.view

    @property
    def order(self) -> tuple[Card, ...]:
        return self._order or order_of(self.table)

    @property
    def coup(self) -> Coup:
        """The current coup, with the cards that are not dealt yet."""
        if self.setup.is_hidden:
            return known_coup(self.table, self.setup)
        return coup_of(self.table, self.setup, self.order)

    @property
    def at(self) -> tuple[str, int, int, int]:
        """The first fields of every event."""
        return self.table.name, self.view.epoch, self.view.offset + 1, self.now

    def tell(self, event: stream.StreamEvent, mixing: Mixing | None = None) -> TableChange:
        """Return the table after an event, with the same fold that every client uses."""
        table = self.table
        after = replace(
            table,
            view=fold(table.view, event),
            mixing=mixing or table.mixing,
            version=table.version + 1,
        )
        record = Record(
            account=table.account,
            event=RecordKind.REVEALED if isinstance(event, stream.Revealed) else RecordKind.TABLE,
            at=event.at,
            body=_encode(event),
            session=table.view.sabot,
            offset=event.offset,
        )
        return TableChange(after, event, record)

    def wrong_moment(self, command: type[Struct], phase: str = "") -> NotNow:
        return NotNow(step=name_of(command), phase=phase or self.view.stage)


def name_of(command: type[Struct]) -> str:
    """Return a command's type on the wire, or the name of its class if it is never sent."""
    tag = command.__struct_config__.tag
    return str(tag) if tag else command.__name__.lower()
