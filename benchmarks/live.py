"""Live tables: broadcast speed, a thousand players in one window, the clocks of a hundred tables.

The server has one core and the clients have the other, so their own work is part of every figure.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.house import beside, figures, serving
from benchmarks.row import Row, Work

WATCHERS = 2_000
PLAYERS = 1_000
TABLES = 100
SECONDS = 10
LATE_MS = 50
WINDOWS = 5  # windows of betting, of which the median counts

# Onlookers don't mix, so the table shows an exhibition, coup after coup.
FLOOD = """
[[tables]]
name = "bench"
house = "live-mini"
pace = { mixing = 0, opening = 0, burn = 10, first_card = 10, card = 10, result = 10 }
"""
CALM = """
[[tables]]
name = "bench"
house = "live-mini"
pace = { mixing = 0, opening = 0, burn = 200, first_card = 200, card = 200, result = 200 }
"""
BETTING = """
[[tables]]
name = "bench"
house = "live-mini"
betting_s = 3
pace = { mixing = 4000, opening = 4000, burn = 500, first_card = 200, card = 100, result = 2000 }
"""


def broadcast() -> Iterator[Row]:
    told = measured("watch", FLOOD, WATCHERS, SECONDS)["messages_per_second"]
    yield Row(
        f"told to {WATCHERS:,} who look on, one stalled",
        f"{told:,.0f}/s",
        "≥ 100,000/s",
        f"{told / WATCHERS:.0f} events a second",
        told / 100_000,
    )


def delay() -> Iterator[Row]:
    calm = measured("watch", CALM, WATCHERS, SECONDS)
    yield Row(
        f"from an event to the last of {WATCHERS:,}, median",
        f"{calm['median_ms']:.1f} ms",
        "≤ 30 ms",
        f"worst of {calm['events']:.0f}: {calm['worst_ms']:.0f} ms",
        30 / calm["median_ms"],
    )


def bets() -> Iterator[Row]:
    found = measured("bet", BETTING, PLAYERS, WINDOWS)
    early = f"{found['before_the_end_ms']:,.0f} ms before its end"
    yield Row(
        f"{PLAYERS:,} players bet in one window, p99",
        f"{found['p99_ms']:.1f} ms",
        "≤ 100 ms",
        f"{found['answered']:.0f} answered, {early}",
        100 / found["p99_ms"],
    )
    yield Row(
        f"a coup of {PLAYERS:,} players, to the last payment",
        f"{found['settled_ms']:.0f} ms",
        "≤ 250 ms",
        "from its result",
        250 / found["settled_ms"],
    )


def clocks() -> Iterator[Row]:
    found = measured("tables", many(TABLES), TABLES, SECONDS)
    yield Row(
        f"{TABLES} live tables, the latest clock",
        f"{found['worst_ms']:.0f} ms",
        f"< {LATE_MS} ms",
        f"of {found['deadlines']:,.0f} deadlines; p99 {found['p99_ms']:.0f} ms",
        LATE_MS / max(1, found["worst_ms"]),
    )


def many(tables: int) -> str:
    """Usual tables, with a short mixing because nobody mixes."""
    spec = '[[tables]]\nname = "bench-{n}"\nhouse = "live-mini"\npace = {{ mixing = 200 }}\n'
    return "".join(spec.format(n=n) for n in range(tables))


def measured(work: str, tables: str, number: int, seconds: float) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as directory:
        database = str(Path(directory) / "house.db")
        with (
            serving(directory, database, tables) as (address, _),
            beside("benchmarks.watchers", work, address, str(number), str(seconds)) as said,
        ):
            return figures(said)


WORKS: tuple[Work, ...] = (broadcast, delay, bets, clocks)
