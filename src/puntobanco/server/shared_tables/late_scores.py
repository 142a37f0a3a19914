"""The roads and statistics of a filmed table as its picture, which is late, shows them."""

from collections import deque

from puntobanco.wire.stream import Roads, Statistics, TableView


class LateScores:
    """Keeps the scores that have changed, for as long as the picture still shows them."""

    def __init__(self, delay: int) -> None:
        self._delay = delay
        self._past: deque[tuple[int, TableView]] = deque()  # until when a view's scores counted

    def changed(self, before: TableView, after: TableView, now: int) -> None:
        self._forget(now)
        if self._delay and after.statistics != before.statistics:
            self._past.append((now, before))

    def at(self, view: TableView, now: int) -> tuple[Roads, Statistics]:
        """The scores of a delay ago."""
        self._forget(now)
        shown = self._past[0][1] if self._past else view
        return shown.roads, shown.statistics

    def _forget(self, now: int) -> None:
        while self._past and self._past[0][0] + self._delay <= now:
            self._past.popleft()
