"""A house for an evening at real consoles: its server, its tables, and all checks afterwards."""

import asyncio
import json
import os
import subprocess
import sys
import threading
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final

from msgspec import Struct, field
from playwright.sync_api import sync_playwright

from tests.browser.chromium import launch
from tests.browser.conftest import DESKTOP
from tests.browser.console_evening import ConsoleEvening, compare_with_stream
from tests.browser.early_faces import EarlyFaces
from tests.browser.houses import STAFF_PASSWORD, HouseProcess
from tests.browser.recording_proxy import RecordingProxy
from tests.browser.staff import STAFF, Pages
from tests.conftest import SEALING_KEY
from tests.faults.on_duty import hire

CUT_AFTER: Final = 260  # cards; one deck stays behind the cut card
OTHERS: Final = "others"
TABLES: Final = """
[[tables]]
name = "moritz"
house = "st-moritz"
title = "St. Moritz"
currency = "CHF"
{kind}

[[tables]]
name = "campione"
house = "campione"
title = "Campione"
currency = "EUR"
reading = "leaving"
{kind}
"""
KIND: Final = """croupier = "person"
cards = "croupier"
stakes = "keyed"
boxes = 9
pace = { result = 100, absent = 120_000, keying = 120_000 }"""
HOUSES: Final = {"moritz": "st-moritz", "campione": "campione"}
SETTINGS: Final = {
    "PUNTOBANCO_LIMITS_LOGINS_PER_MINUTE": "1000",
    "PUNTOBANCO_LIMITS_REQUESTS_PER_SECOND": "1000",
}


class Figures(Struct):
    """What was done, and how much was compared."""

    coups: int = 0
    void: int = 0
    sabots: int = 0
    hand_overs: int = 0
    restarts: int = 0
    unlocked: int = 0
    payments: int = 0
    messages: int = 0  # sent to anybody but the consoles
    bytes: int = 0  # sent to anybody
    faces: int = 0
    slips: Counter[str] = field(default_factory=Counter)
    seconds: float = 0


class EveningHouse:
    """One house, its tables one after another, and everybody who looks at them."""

    def __init__(self, database: str, directory: Path, seed: int) -> None:
        self._database, self._seed = database, seed
        tables = directory / "tables.toml"
        tables.write_text(TABLES.format(kind=KIND))
        settings = SETTINGS | {"PUNTOBANCO_TABLES": str(tables)}
        self._house = HouseProcess(database, settings=settings)
        self.figures = Figures()

    def play(
        self,
        tables: Sequence[str],
        coups: int,
        slips: Sequence[str],
        cut_after: int = CUT_AFTER,
        told: Callable[[], None] = lambda: None,
    ) -> Figures:
        """Play at each table, and check everything; `told` is called after each coup."""
        began = perf_counter()
        asyncio.run(hire(self._database, SEALING_KEY, STAFF, STAFF_PASSWORD))
        self._house.start()
        proxy, faces = RecordingProxy(self._house.port), EarlyFaces(OTHERS, ["campione"])
        try:
            with proxy.running(), sync_playwright() as playwright:
                browser = launch(playwright)
                others = Pages(browser, DESKTOP, proxy.listen(OTHERS))
                for n, table in enumerate(tables):
                    consoles = Pages(browser, DESKTOP, proxy.listen(table))
                    evening = ConsoleEvening(
                        consoles, others, table, HOUSES[table], self._seed, cut_after
                    )
                    with _asking(others.house, table):
                        self._at_table(evening, coups // len(tables), slips[n :: len(tables)], told)
                    past = f"http://127.0.0.1:{self._house.port}"  # told again, so not recorded
                    compare_with_stream(evening, _events(past, table))
                    self._count(evening)
                    for page in [each for context in browser.contexts for each in context.pages]:
                        page.close()
                    wrong = [each for each in consoles.complaints if not _is_network(each)]
                    assert not wrong, wrong
                    assert n or self.figures.restarts
                wrong = [each for each in others.complaints if not _is_network(each)]
                assert not wrong, wrong
                browser.close()
        finally:
            self._house.kill()
        faces.read(proxy.log)
        assert not faces.early, faces.early[:3]
        assert faces.faces > coups
        self._command("audit")  # which fails unless everything holds
        done = self.figures
        done.messages, done.bytes, done.faces = faces.messages, proxy.bytes, faces.faces
        done.seconds = perf_counter() - began
        return done

    def _at_table(
        self, evening: ConsoleEvening, coups: int, slips: Sequence[str], told: Callable[[], None]
    ) -> None:
        random = Random(f"{self._seed} {evening.table} slips")
        quiet = {coups // 4, coups // 3, coups // 2, 3 * coups // 4}
        places = random.sample(sorted({*range(coups)} - quiet), len(slips))
        at = dict(zip(places, slips, strict=True))
        evening.open()
        for n in range(coups):
            during: Callable[[], None] | None = None
            if n == coups // 3 and not self.figures.restarts:
                during = partial(evening.restart, self._house.kill, self._house.start)
            elif n == coups // 4:
                during = evening.hand_over
            elif n in (coups // 2, 3 * coups // 4):
                evening.hand_over()
            evening.coup(at.get(n, ""), during)
            if n == coups // 2:
                evening.fill()
            told()
        evening.close()

    def _count(self, evening: ConsoleEvening) -> None:
        done = self.figures
        done.coups += evening.coups
        done.void += evening.voided
        done.sabots += evening.sabots
        done.hand_overs += evening.hand_overs
        done.restarts += evening.restarts
        done.unlocked += evening.unlocked
        done.payments += evening.payments
        done.slips += evening.slips
        self._expect_balance(evening)

    def _expect_balance(self, evening: ConsoleEvening) -> None:
        found = json.loads(self._command("cash", evening.table, "--json"))
        balance, total = found["balance"], found["total"]
        assert (balance["closing"], balance["difference"]) == (evening.tray, 0), balance
        assert total["coups"] == evening.coups, total

    def _command(self, name: str, *more: str) -> str:
        ran = subprocess.run(
            [sys.executable, "-m", "puntobanco", name, self._database, *more],
            env={**os.environ, "PUNTOBANCO_SEALING_KEY": SEALING_KEY.hex()},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout


@contextmanager
def _asking(address: str, table: str) -> Iterator[None]:
    """Let somebody ask for the table and its events again and again."""
    over = threading.Event()

    def ask() -> None:
        after = 0
        while not over.wait(0.2):
            with suppress(OSError):  # the house may be down
                _get(f"{address}/api/tables")
                _get(f"{address}/api/tables/{table}")
                after = max([after, *[each["record"] for each in _events(address, table, after)]])

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _get(url: str) -> Any:
    with urllib.request.urlopen(url, timeout=20) as answer:  # noqa: S310
        return json.load(answer)


def _events(address: str, table: str, after: int = 0) -> list[dict[str, Any]]:
    """All events of the public stream after a record."""
    found = list[dict[str, Any]]()
    while True:
        page = _get(f"{address}/api/tables/{table}/events?limit=500&after={after}")
        found += page["records"]
        if page["next"] is None:
            return found
        after = page["next"]


def _is_network(complaint: str) -> bool:
    """Whether a page only complains that the house is down."""
    return "WebSocket connection" in complaint or "net::ERR" in complaint
