"""A client that watches a shared table without playing."""

from puntobanco.client.connection import ConnectionEnvironment, TableConnection
from puntobanco.client.missed_proofs import prove_unheard
from puntobanco.client.refusals import DoesNotHold, NotUnderstood
from puntobanco.client.seen_table import Folded, SeenTable, fold_in, look, read_events
from puntobanco.client.socket import AnyMessage
from puntobanco.client.state import Link
from puntobanco.game.sheet import Sheet
from puntobanco.wire.messages import LinesChanged, Refused, Watching
from puntobanco.wire.requests import Hello
from puntobanco.wire.stream import Streamed, StreamEvent, TableView


class WatchClient(TableConnection):
    """See everything and bet nothing; needs no account."""

    def __init__(
        self, view: TableView, sheet: Sheet, sheet_hash: str, environment: ConnectionEnvironment
    ) -> None:
        super().__init__(environment)
        self.shared = SeenTable(view)
        self.distrust = ""  # the check that failed, if any
        self._sheets, self._sheet = {sheet_hash: sheet}, sheet
        self._link = Link.CONNECTING
        self._house_now, self._told_at = 0, 0.0

    @property
    def view(self) -> TableView:
        return self.shared.view

    @property
    def sheet(self) -> Sheet:
        return self._sheet

    @property
    def link(self) -> Link:
        return self._link

    def _put_link(self, link: Link) -> None:
        self._link = link

    @property
    def house_now(self) -> int:
        """The time by the house's clock."""
        return self._house_now + int(1000 * (self._environment.now() - self._told_at))

    @property
    def left_ms(self) -> int | None:
        """The time until the table's next step, by the house's clock."""
        until = self.view.until
        return None if until is None else max(0, until - self.house_now)

    @property
    def _hello(self) -> Hello:
        return Hello(table_epoch=self.view.epoch, table_offset=self.view.offset)

    async def _prepare(self) -> str:
        self._sheet, sheet_hash = await self._environment.table_rules(self.view.table)
        self._sheets[sheet_hash] = self._sheet
        return f"/api/tables/{self.view.table}/tickets"

    def _hear(self, message: AnyMessage) -> bool:
        match message:
            case Watching():
                self._house_now, self._told_at = message.now, self._environment.now()
                for event in read_events(message.missed):
                    self._fold(event)
                self._take(look(self.shared, message.view))
                return True
            case Streamed():
                self._fold(message)
            case LinesChanged():
                self._tell(message)
            case Refused():
                pass
            case _:
                raise NotUnderstood(why=f"{type(message).__name__} was sent to a watcher")
        return False

    async def _welcomed(self) -> None:
        self.shared, wrong = await prove_unheard(self._environment, self.shared)
        self.distrust = self.distrust or wrong

    def _fold(self, event: StreamEvent) -> None:
        is_new = event.epoch != self.view.epoch or event.offset > self.view.offset
        self._take(fold_in(self.shared, event, self._sheets))
        if is_new:
            self._tell(event)

    def _take(self, folded: Folded) -> None:
        self.shared = folded.shared
        self._environment.notes.proved |= folded.shared.proved
        self.distrust = self.distrust or folded.wrong
        if folded.noted is not None:
            try:
                self._environment.notes.add(folded.noted)
            except DoesNotHold as refusal:
                self.distrust = self.distrust or refusal.message
