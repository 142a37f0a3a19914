"""The view of a filmed table as its picture, which is late, shows it."""

from collections import deque
from collections.abc import Iterable
from typing import Final

from puntobanco.wire.stream import Stage, StreamEvent, TableView
from puntobanco.wire.table_fold import fold


class LateView:
    """Keeps the views before the last events, for as long as the picture still shows them."""

    def __init__(self, delay: int) -> None:
        self.delay: Final = delay
        self._past: deque[tuple[int, TableView]] = deque()  # when an event came, the view before it

    def changed(self, before: TableView, at: int) -> None:
        self._forget(at)
        if self.delay:
            self._past.append((at, before))

    def at(self, view: TableView, now: int) -> TableView:
        """The view of a delay ago."""
        self._forget(now)
        return self._past[0][1] if self._past else view

    def remember(self, view: TableView, events: Iterable[StreamEvent]) -> None:
        """Continue after a restart: with the events of a whole sabot and those after it."""
        before: TableView | None = None
        for event in events:
            before = before or _before(view, event)
            self.changed(before, event.at)
            before = fold(before, event)

    def _forget(self, now: int) -> None:
        while self._past and self._past[0][0] + self.delay <= now:
            self._past.popleft()


def _before(view: TableView, first: StreamEvent) -> TableView:
    """What a sabot's first event meets: of the latest view only what tells nothing of a coup.

    That sabot is over before the picture begins, so its events have told the rest by then.
    """
    return TableView(
        table=view.table,
        epoch=first.epoch,
        offset=first.offset - 1,
        standing=view.standing,
        stage=Stage.RESTING,
        note=view.note,
        stood_by=view.stood_by,
        stood_at=view.stood_at,
        limits=view.limits,
        boxes=view.boxes,
        croupier=view.croupier,
        croupier_name=view.croupier_name,
        croupier_since=view.croupier_since,
        manager=view.manager,
        manager_since=view.manager_since,
        manager_at=view.manager_at,
        manager_by=view.manager_by,
        manager_for=view.manager_for,
    )
