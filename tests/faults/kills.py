"""A real server that is killed again and again while guests play and croupiers work."""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from puntobanco.cli.audit import run_audit
from puntobanco.game.sheet import Sheet
from puntobanco.houses import house
from puntobanco.ledger.accounts import Account
from puntobanco.store.interface import Stored
from puntobanco.store.open import open_store
from puntobanco.store.sealing import Sealer
from puntobanco.table.effective_sheet import effective_sheet
from puntobanco.table.seat import Seat
from puntobanco.table.shared.shared_table import SharedTable
from puntobanco.wire.stream import StreamEvent
from tests.faults import on_duty
from tests.faults.guest import LOST, Guest, request
from tests.faults.on_duty import AtOurs, AtReal, OnDuty
from tests.faults.robot import LAND_TABLES, TABLES, AtCampione, AtStMoritz, Robot
from tests.faults.violation import expect
from tests.faults.witness import Witness
from tests.store_contents import all_accounts, all_records

KEY: Final = bytes(range(32))
SETTINGS: Final = """
tables = "{tables}"
[limits]
messages_per_second = 1000000
guests_per_minute = 1000
connections_per_address = 1000
requests_per_second = 10000
"""
ROOT: Final = Path(__file__).parents[2]
ENVIRONMENT: Final = os.environ | {
    "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}",
    "PUNTOBANCO_SEALING_KEY": KEY.hex(),
}
_event: Final = msgspec.json.Decoder(StreamEvent).decode


class StoredBooks:
    """The whole content of a store, read at once."""

    def __init__(
        self,
        records: list[Stored],
        accounts: list[Account],
        seats: list[Seat],
        tables: list[SharedTable],
    ) -> None:
        self._records, self._accounts, self._seats = records, accounts, seats
        self._tables = tables

    def records(self, after: int) -> list[Stored]:
        return [each for each in self._records if each.id > after]

    def accounts(self) -> list[Account]:
        return self._accounts

    def seats(self) -> list[Seat]:
        return self._seats

    def tables(self) -> list[SharedTable]:
        return self._tables


class StoredWitness(Witness):
    """A witness that also keeps every table's events."""

    def __init__(self, books: StoredBooks, sheets: dict[str, Sheet]) -> None:
        super().__init__(books, sheets)
        self.told: dict[str, list[StreamEvent]] = {}


async def audit(database: str) -> StoredWitness:
    """Read everything while no server runs, and check it."""
    store = await open_store(database, Sealer(KEY))
    try:
        records = await all_records(store)
        tables = await store.tables()
        books = StoredBooks(
            records,
            await all_accounts(store),
            await store.all_seats(),
            [table for _, table in tables],
        )
    finally:
        await store.close()
    sheets = {"punto-e-banco": house("punto-e-banco").sheet}
    for spec, _ in tables:
        sheets[spec.name] = effective_sheet(house(spec.house).sheet, spec)
    witness = StoredWitness(books, sheets)
    for _, table in tables:
        told = [each.record for each in records if each.record.account == table.account]
        witness.told[table.name] = [_event(each.body) for each in told]
    witness.audit()
    return witness


@contextlib.contextmanager
def fork_server() -> Iterator["subprocess.Popen[str]"]:
    """Start fork_server.py, with which a server starts ten times faster."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.faults.fork_server"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=ENVIRONMENT,
        cwd=ROOT,
        text=True,
    )
    with process:
        yield process
        if process.stdin is not None:
            process.stdin.close()
        process.wait(10)


class Kills:
    """One database, some guests, and a server that is killed again and again."""

    def __init__(
        self, database: str, seed: int, guests: int = 4, robots: int = 0, croupiers: int = 0
    ) -> None:
        self._database = database
        self._random = Random(seed)
        kinds = (AtReal, AtOurs) if croupiers else (Robot, AtCampione, AtStMoritz)
        first = seed * 1000 + 500
        self.robots: list[Robot] = [kinds[n % len(kinds)](first + n) for n in range(robots)]
        names = [*on_duty.STAFF]
        self.croupiers = [
            OnDuty(names[n // 2 % len(names)], ("real", "ours", "chips")[n % 3], first - n)
            for n in range(croupiers)
        ]
        self.guests = [*[Guest(seed * 1000 + n) for n in range(guests)], *self.robots]
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port: int = free.getsockname()[1]
        self.kills = 0
        self._running: int | subprocess.Popen[bytes] | None = None
        for guest in self.guests:
            guest.pause = 0.1  # more retries would slow down the start of the server

    @property
    def acknowledged(self) -> int:
        return sum(len(guest.acknowledged) for guest in self.guests)

    async def run(self, kills: int, longest: float = 0.3, answers: int = 0) -> None:
        """Start and kill servers.

        Each lives for up to `longest` seconds, and longer until it has given some answers, up to
        `answers` of them: a busy machine gives few in that time.
        """
        if self.croupiers:
            await on_duty.hire(self._database, KEY)
        base = f"http://127.0.0.1:{self._port}"
        with tempfile.TemporaryDirectory() as directory, fork_server() as forks:
            settings = Path(directory) / "settings.toml"
            tables = Path(directory) / "tables.toml"
            tables.write_text(TABLES + LAND_TABLES + on_duty.TABLES)
            settings.write_text(SETTINGS.format(tables=tables))
            arguments = ["serve", "--port", f"{self._port}", "--database", self._database]
            arguments += ["--log", "warning", "--settings", f"{settings}"]
            playing = [asyncio.create_task(guest.play(base)) for guest in self.guests]
            working = [asyncio.create_task(each.work(base)) for each in self.croupiers]
            try:
                for n in range(kills):
                    pid = await self._start(arguments, None if n == 0 else forks)
                    await self._ready(base)
                    wanted = self.acknowledged + self._random.randint(0, answers)
                    await asyncio.sleep(self._random.uniform(0, longest))
                    async with asyncio.timeout(120):
                        while self.acknowledged < wanted:
                            await asyncio.sleep(0.005)
                    self._kill(pid)
                    self._check_alive([*playing, *working])
                    self._check(await audit(self._database))
                pid = await self._start(arguments, forks)
                await self._ready(base)
                for guest in self.guests:
                    guest._deeds = 2 if isinstance(guest, Robot) else 5
                await asyncio.wait_for(asyncio.gather(*playing), 120)
                self._check_alive(working)
                self._kill(pid, signal.SIGTERM)
                witness = await audit(self._database)
                self._check(witness)
                self._check_nothing_else(witness)
                report = await run_audit(self._database, None, KEY)
                failing = [each for each in report.checks if each.first is not None]
                expect(report.holds, f"the audit finds {failing}")
            finally:
                for each in self.croupiers:
                    each.goes_home = True
                for task in [*playing, *working]:
                    task.cancel()
                if self._running is not None:
                    self._kill(self._running)

    async def _start(
        self, arguments: list[str], forks: "subprocess.Popen[str] | None"
    ) -> "int | subprocess.Popen[bytes]":
        if forks is None or forks.stdin is None or forks.stdout is None:
            self._running = subprocess.Popen(
                [sys.executable, "-m", "puntobanco", *arguments],
                env=ENVIRONMENT,
                stderr=subprocess.DEVNULL,
            )
        else:
            forks.stdin.write(" ".join(arguments) + "\n")
            forks.stdin.flush()
            self._running = int(await asyncio.to_thread(forks.stdout.readline))
        return self._running

    async def _ready(self, base: str) -> None:
        for _ in range(1000):
            with contextlib.suppress(*LOST):
                await asyncio.to_thread(request, "GET", f"{base}/readyz", "")
                return
            await asyncio.sleep(0.04)
        raise RuntimeError("the server doesn't start")

    def _kill(
        self, process: "int | subprocess.Popen[bytes]", how: signal.Signals = signal.SIGKILL
    ) -> None:
        if isinstance(process, int):
            os.kill(process, how)
            while how is signal.SIGTERM and Path(f"/proc/{process}").exists():
                time.sleep(0.05)
        else:
            process.send_signal(how)
            process.wait(20)
        self.kills += how is signal.SIGKILL
        self._running = None

    def _check_alive(self, playing: "list[asyncio.Task[None]]") -> None:
        for task in playing:
            if task.done():
                task.result()

    def _check(self, witness: StoredWitness) -> None:
        """Check that every answer to a guest is stored exactly once, as it was sent."""
        for guest in self.guests:
            for key, body in guest.acknowledged.items():
                record = witness.keyed.get((guest.account, key))
                expect(record is not None, f"acknowledged and lost: {key}")
                expect(record is not None and record.body == body, f"another answer to {key}")

        for each in self.croupiers:
            each.check(witness.told[each.table])

    def _check_nothing_else(self, witness: Witness) -> None:
        """Check that every stored change was answered in the end."""
        for guest in self.guests:
            asked = {key for account, key in witness.keyed if account == guest.account}
            expect(
                {key for key in asked if not key.startswith("grant")} == set(guest.acknowledged),
                f"done and never told: {guest.account}",
            )
