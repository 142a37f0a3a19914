"""The metrics for the operator's monitoring."""

from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from puntobanco.server.house.writer import BATCH_SECONDS, Writer
from puntobanco.server.seats.floor import Floor
from puntobanco.server.sockets.open_sockets import OpenSockets


class Metrics(Collector):
    """Values are collected when requested, so that metrics don't slow down a coup."""

    def __init__(self, floor: Floor, sockets: OpenSockets) -> None:
        self._floor, self._sockets = floor, sockets
        self._refusals = sockets.refusals
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def text(self) -> bytes:
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        floor = self._floor
        yield CounterMetricFamily("puntobanco_coups", "Coups dealt and paid", floor.coups)
        yield CounterMetricFamily(
            "puntobanco_batches", "Transactions of the writer", floor.writer.batches
        )
        yield _histogram(floor.writer)
        refused = CounterMetricFamily(
            "puntobanco_refusals", "What was refused, by its code", labels=["code"]
        )
        for code, times in self._refusals.items():
            refused.add_metric([code], times)
        yield refused
        yield GaugeMetricFamily(
            "puntobanco_sessions_open", "Sessions with credit at a table", floor.open_sessions
        )
        yield GaugeMetricFamily("puntobanco_sockets", "Open sockets", len(self._sockets.open))
        yield GaugeMetricFamily(
            "puntobanco_writer_waiting", "Changes waiting for the next batch", floor.writer.waiting
        )
        yield GaugeMetricFamily(
            "puntobanco_store_halted", "1 after a failed commit", floor.writer.halted.is_set()
        )


def _histogram(writer: Writer) -> HistogramMetricFamily:
    upto = zip(map(str, BATCH_SECONDS), map(float, accumulate(writer.within)), strict=True)
    buckets = [*upto, ("+Inf", float(writer.batches))]
    return HistogramMetricFamily(
        "puntobanco_batch_seconds", "Until a batch was durable", buckets, writer.seconds
    )
