"""A short example night at a house's private tables, with all kinds of records."""

import random
from itertools import count

import apsw
import asyncpg

from puntobanco.audit.audit import Report
from puntobanco.audit.chains import Checkpoint, make_checkpoint
from puntobanco.audit.findings import Check
from puntobanco.cli.audit import run_audit
from puntobanco.game.bets import Bet
from puntobanco.houses import HOUSES, house
from puntobanco.ledger.records import RecordKind
from puntobanco.server.seats.floor import Floor
from puntobanco.server.seats.seat_runner import SeatRunner
from puntobanco.store.books import open_books
from puntobanco.store.interface import Role, Store
from puntobanco.table.session import Expire
from puntobanco.wire.messages import Reason
from puntobanco.wire.requests import Carte, CashOut, Open, TopUp
from tests.conftest import SEALING_KEY
from tests.seat_kinds import seat_at
from tests.store.guests import MONDAY

SHEETS = {name: house(name).sheet for name in HOUSES}
_numbers = count(1)


class TickingClock:
    """A clock that advances by a tenth of a second whenever it is read."""

    def __init__(self, at: int = 1_800_000_000_000) -> None:
        self.at = at

    def now(self) -> int:
        self.at += 100
        return self.at


def key() -> str:
    return f"key-{next(_numbers):016}"


def carte(**stakes: int) -> Carte:
    bets = {Bet(name): stake for name, stake in stakes.items()} or {Bet.BANCO: 200}
    return Carte(key(), bets, random.Random(next(_numbers)).randbytes(16).hex())


async def sit(floor: Floor, name: str, house_name: str = "punto-e-banco") -> SeatRunner:
    """A new player with money and an open session."""
    person = await floor.cashier.add_person(name, "argon2id…", Role.PLAYER)
    assert person is not None
    account = await floor.store.player_account(person.id, "EUR", MONDAY)
    await floor.cashier.move(account, 100_000, key(), "in cash", RecordKind.DEPOSITED)
    live = await seat_at(floor, account, house_name)
    await floor.ask(live, Open(key(), 50_000))
    return live


async def play(store: Store, names: tuple[str, ...] = ("anna", "bruno"), coups: int = 12) -> Floor:
    clock = TickingClock()
    floor = Floor(store, SHEETS, clock)
    for name in names:
        live = await sit(floor, name)
        for n in range(coups):
            await floor.ask(live, carte(punto=200, banco=300) if n % 3 else carte())
        await floor.ask(live, TopUp(key(), 700))
        await floor.ask(live, CashOut(key()))
        await floor.ask(live, Open(key(), 1_000))
        account = await store.account(live.seat.account)
        assert account is not None
        await floor.cashier.move(account, 500, key(), "", RecordKind.WITHDRAWN)
    clock.at += 3_600_000
    await floor.ask(live, Expire(Reason.INACTIVITY))
    await floor.cashier.add_person(None, None, Role.GUEST)
    return floor


async def audit(database: str, checkpoint: Checkpoint | None = None) -> Report:
    return await run_audit(database, checkpoint, SEALING_KEY)


def failing(report: Report) -> dict[Check, int | None]:
    """The failing checks, each with the first wrong record."""
    return {each.check: each.first.record for each in report.checks if each.first is not None}


async def take_checkpoint(database: str) -> Checkpoint:
    books = await open_books(database)
    snapshot = await books.snapshot()
    await books.close()
    return make_checkpoint(snapshot.heads, snapshot.epoch, 0)


async def tamper(database: str, *statements: str) -> None:
    """Run SQL without triggers, checks or keys, as somebody with full access can."""
    if database.startswith("postgresql:"):
        connection = await asyncpg.connect(database)
        try:
            await connection.execute("SET session_replication_role = replica")
            await connection.execute(
                "ALTER TABLE account DROP CONSTRAINT IF EXISTS account_covered;"
                "ALTER TABLE person DROP CONSTRAINT IF EXISTS person_role_check,"
                " DROP CONSTRAINT IF EXISTS person_check"
            )
            for sql in statements:
                await connection.execute(sql)
        finally:
            await connection.close()
        return
    file = apsw.Connection(database)
    triggers = file.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for (trigger,) in triggers:
        file.execute(f"DROP TRIGGER IF EXISTS {trigger}")
    file.pragma("foreign_keys", 0)
    file.pragma("ignore_check_constraints", 1)
    for sql in statements:
        file.execute(sql)
    file.close()
