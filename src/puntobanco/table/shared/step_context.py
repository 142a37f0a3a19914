"""The context of a shared table's step: the table, its setup, the time and fresh bytes."""

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
    order_of,
)
from puntobanco.wire import stream
from puntobanco.wire.table_fold import fold

_encode: Final = msgspec.json.Encoder().encode


class StepContext(Struct):
    """The table, its place, who asks, the clock, and fresh bytes for a new sabot."""

    table: SharedTable
    place: TableSetup
    now: int
    by: PlayerActor | StaffActor | HouseActor = HouseActor()
    heard: int = 0  # when a command came in, which may have waited for its turn
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
        """The one under way: all of it, also what doesn't lie there yet."""
        return coup_of(self.table, self.place, self.order)

    @property
    def at(self) -> tuple[str, int, int, int]:
        """The fields every event begins with."""
        return self.table.name, self.view.epoch, self.view.offset + 1, self.now

    def tell(self, event: stream.StreamEvent, mixing: Mixing | None = None) -> TableChange:
        """The table after an event: its view is the fold of the stream, here as everywhere."""
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
    """As it is said on the wire, if it is; else what it is called here."""
    tag = command.__struct_config__.tag
    return str(tag) if tag else command.__name__.lower()
