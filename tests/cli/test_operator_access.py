"""Tests of the operator's commands: audits, backups, restores, deposits and staff."""

import asyncio
import json
import random
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from puntobanco.cli.audit import run_audit
from puntobanco.cli.parts.operator_access import counted, new_seed
from puntobanco.errors import (
    NameTaken,
    OldEpoch,
    StoreDamaged,
    StoreUnreachable,
    Unwritable,
    WrongSealingKey,
)
from puntobanco.ledger.accounts import Account
from puntobanco.ledger.records import RecordKind
from puntobanco.server.house.credentials import Credentials
from puntobanco.server.house.limits import Limits
from puntobanco.server.seats.floor import Floor
from puntobanco.server.serving import open_house
from puntobanco.server.settings import Settings
from puntobanco.store.backup import back_up, restore
from puntobanco.store.interface import Query, Role, Store
from puntobanco.store.open import open_store
from puntobanco.store.sealing import Sealer
from puntobanco.table.seat import SeatPhase
from puntobanco.wire.messages import Retired
from puntobanco.wire.requests import CashOut
from tests.audit.night import (
    SHEETS,
    TickingClock,
    audit,
    carte,
    failing,
    key,
    play,
    sit,
    take_checkpoint,
    tamper,
)
from tests.cli.command import run
from tests.conftest import SEALING_KEY
from tests.seat_kinds import private, seat_at
from tests.store.guests import MONDAY
from tests.store_contents import all_accounts

pytestmark = pytest.mark.anyio

KEY = SEALING_KEY.hex()
Ran = subprocess.CompletedProcess[str]


async def command(*args: str | Path, stdin: str = "") -> Ran:
    return await asyncio.to_thread(lambda: run(*args, stdin=stdin))


# --- audit and checkpoint ----------------------------------------------------------------


async def test_audit_reports_each_check(store: Store, database: str, tmp_path: Path) -> None:
    floor = await play(store)
    kept = tmp_path / "kept.json"
    done = await command("checkpoint", database, "-o", kept)
    assert (done.returncode, done.stderr) == (0, "")
    (head,) = json.loads(kept.read_text())["chains"]
    assert (head["node"], head["record"]) == (0, head["records"])
    await sit(floor, "carla")  # the house goes on during the audit
    audited = await command("audit", database, "--checkpoint", kept, "--sealing-key", KEY, "--json")
    report = json.loads(audited.stdout)
    assert audited.returncode == 0
    assert report["holds"]
    assert {each["check"]: each["looked_at"] for each in report["checks"]}["checkpoint"] > 30
    bare = json.loads((await command("audit", database, "--json")).stdout)
    assert bare["holds"]
    not_looked_at = [each for each in bare["checks"] if each["holds"] is None]
    assert {each["check"] for each in not_looked_at} >= {"checkpoint", "sealed"}
    assert all(each["skipped"] and not each["looked_at"] for each in not_looked_at)
    text = await command("audit", database)
    assert text.returncode == 0
    assert "✓ cards" in text.stdout
    assert "– sealed       not checked: the sealing key isn't here" in text.stdout
    assert "– checkpoint   not checked" in text.stdout
    assert "– betting      none on record: bets and stakes keyed in" in text.stdout
    assert "(0)" not in text.stdout  # a tick stands only beside what was checked


async def test_the_database_may_be_named_in_the_environment(
    store: Store, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play(store, ("anna",), coups=1)
    monkeypatch.setenv("PUNTOBANCO_DATABASE", database)
    assert (await command("audit")).returncode == 0


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
async def test_no_command_prints_the_database_password(store: Store, database: str) -> None:
    """Other people may see the screen, or a file that an audit was written to."""
    await play(store, ("anna",), 1)
    named = database.replace("postgres@", "postgres:a-secret@")
    audited = await command("audit", named)
    assert audited.returncode == 0
    assert "postgresql://postgres:…@/house_" in audited.stdout
    elsewhere = "mysql://house:a-secret@host/name"
    commands = [("audit", named), ("audit", elsewhere), ("checkpoint", elsewhere)]
    commands += [("renew", elsewhere), ("backup", elsewhere), ("operator", elsewhere)]
    for name, address in commands:
        more = {"backup": ["copy.db"], "renew": ["--sealing-key", KEY], "operator": ["olga"]}
        done = await command(name, address, *more.get(name, []), stdin="a long password\n")
        assert "a-secret" not in done.stdout + done.stderr, name


async def test_audit_names_the_first_changed_record(
    store: Store, database: str, tmp_path: Path
) -> None:
    await play(store)
    kept = tmp_path / "kept.json"
    await command("checkpoint", database, "-o", kept)
    await tamper(database, "UPDATE record SET at = at + 1 WHERE id = 8")
    audited = await command("audit", database, "--checkpoint", kept)
    assert audited.returncode == 1
    assert "✗ chain" in audited.stdout
    assert "record 8: its hash doesn't follow from it" in audited.stdout
    assert "✗ checkpoint" in audited.stdout


@pytest.mark.parametrize("text", ["", "[]", '{"format": "x", "at": 1, "epoch": 1, "chains": []}'])
async def test_an_invalid_checkpoint_file_is_refused(text: str, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    kept.write_text(text)
    refused = await command("audit", tmp_path / "house.db", "--checkpoint", kept)
    assert refused.returncode == 2
    assert "input/unreadable" in refused.stderr


async def test_no_command_creates_a_missing_database(tmp_path: Path) -> None:
    missing = tmp_path / "no.db"
    commands: tuple[list[str | Path], ...] = (
        ["audit", missing],
        ["checkpoint", missing],
        ["backup", missing, tmp_path / "copy.db"],
        ["deposit", missing, "--account", "1", "--amount", "1", "--key", key()],
        ["operator", missing, "olga"],
    )
    for args in commands:
        refused = await command(*args, stdin="a long password\n")
        assert (refused.returncode, refused.stdout) == (2, "")
        assert "store/unreachable" in refused.stderr
    assert list(tmp_path.iterdir()) == []


async def test_every_command_refuses_a_file_that_is_no_database(tmp_path: Path) -> None:
    nonsense, copy = tmp_path / "nonsense.db", tmp_path / "copy.db"
    nonsense.write_bytes(b"what somebody wrote down " * 500)
    Path(f"{nonsense}.key").write_text(KEY)
    commands: tuple[list[str | Path], ...] = (
        ["serve", "--database", nonsense, "--port", "0"],
        ["audit", nonsense],
        ["checkpoint", nonsense],
        ["backup", nonsense, copy],
        ["restore", nonsense, copy, "--sealing-key", KEY],
        ["deposit", nonsense, "--account", "1", "--amount", "1", "--key", key()],
    )
    for args in commands:
        refused = await command(*args)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert "store/damaged" in refused.stderr
    assert not copy.exists()


# --- backup and restore ------------------------------------------------------------------


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


async def open_file(file: Path) -> Store:
    return await open_store(str(file), Sealer(SEALING_KEY))


async def test_backup_while_the_house_runs(file: Path, tmp_path: Path) -> None:
    """The copy passes its audit, and the house's later records continue it."""
    store = await open_file(file)
    floor = Floor(store, SHEETS, TickingClock())
    live = await sit(floor, "anna")
    copy = tmp_path / "copy.db"
    backing_up = asyncio.create_task(command("backup", file, copy))
    played = 0
    while not backing_up.done():
        await floor.ask(live, carte(punto=100, banco=100))
        played += 1
        await asyncio.sleep(0.001)
    done = await backing_up
    assert (done.returncode, done.stderr) == (0, "")
    assert played > 2
    assert sorted(each.name for each in tmp_path.iterdir() if "copy" in each.name) == ["copy.db"]
    assert copy.stat().st_mode & 0o777 == 0o600
    assert failing(await audit(str(copy))) == {}
    assert failing(await audit(str(file), await take_checkpoint(str(copy)))) == {}
    refused = await command("backup", file, copy)
    assert refused.returncode == 2
    assert "input/unwritable" in refused.stderr
    assert "--force" in refused.stderr
    assert (await command("backup", file, copy, "--force")).returncode == 0
    await store.close()


async def play_and_back_up(file: Path, copy: Path) -> int:
    """Back up a house with an open session, then play on; returns the open session's seat."""
    store = await open_file(file)
    floor = await play(store, ("anna", "bruno"), 2)
    live = await sit(floor, "carla")
    await floor.ask(live, carte())
    back_up(file, copy)
    await floor.ask(live, carte())
    await store.close()
    return live.seat.id


async def test_restore_retires_every_commitment_and_raises_the_epoch(
    file: Path, tmp_path: Path
) -> None:
    copy, again = tmp_path / "copy.db", tmp_path / "again.db"
    seat = await play_and_back_up(file, copy)
    kept = await take_checkpoint(str(copy))
    lost = await take_checkpoint(str(file))
    before = await open_file(copy)
    were = {each.id: each for each in await before.all_seats()}
    await before.close()
    done = await command("restore", copy, again, "--sealing-key", KEY)
    assert (done.returncode, done.stderr) == (0, "")
    assert "3 commitments retired, 2 sessions open" in done.stdout
    assert "Serve it with the same sealing key" in done.stdout

    store = await open_file(again)
    assert f"epoch {store.epoch}, " in done.stdout
    assert abs(store.epoch - time.time()) < 600  # the epoch is the time of the restore
    for each in await store.all_seats():
        was = were[each.id]
        assert (each.view.epoch, each.next.number, each.view.phase) == (
            store.epoch,
            1,
            was.view.phase,
        )
        assert (each.view.credit, each.acted, each.lost) == (was.view.credit, was.acted, was.lost)
        assert each.next.commitment != was.next.commitment
        last = (await store.history(Query(each.account, 1, events=(RecordKind.RETIRED,))))[0].record
        told = msgspec.json.decode(last.body, type=Retired)
        assert (told.commitment, told.server_seed) == (
            was.next.commitment,
            private(was).seed.hex(),
        )
        assert told.reason == "restore"
    floor = Floor(store, SHEETS, TickingClock(were[seat].acted))
    live = await floor.seat_runner(seat)
    assert live is not None
    assert live.seat.view.phase is SeatPhase.OPEN
    await floor.ask(live, carte())
    await floor.ask(live, CashOut(key()))
    report = await audit(str(again), kept)
    assert failing(report) == {}
    assert sum(each.by_restore for each in report.retired) == 3
    assert report.would_have_come.coups == 3
    assert "checkpoint" in failing(await audit(str(again), lost))  # coups after the backup are lost
    await store.close()


async def test_restore_retires_the_commitment_of_an_unused_seat(file: Path, tmp_path: Path) -> None:
    """No record has its epoch, so both restores take the epoch from the commitment."""
    store = await open_file(file)
    floor = Floor(store, SHEETS, TickingClock())
    person = await floor.cashier.add_person("anna", "argon2id…", Role.PLAYER)
    assert person is not None
    await seat_at(floor, await store.player_account(person.id, "EUR", MONDAY), "punto-e-banco")
    await store.close()
    for n in (1, 2):
        copy = tmp_path / f"copy-{n}.db"
        back_up(file, copy)
        restored = await restore_copy(copy, file, replace=True)
        assert (restored, failing(await audit(str(file)))) == (n + 1, {})


async def restore_copy(
    copy: Path,
    file: Path,
    seal: bytes = SEALING_KEY,
    epoch: int | None = None,
    replace: bool = False,
    fresh: Callable[[], bytes] = new_seed,
) -> int:
    restored = await restore(copy, file, Sealer(seal), 0, fresh, epoch, replace)
    return restored.epoch


async def test_restore_takes_an_epoch_that_was_never_used(file: Path, tmp_path: Path) -> None:
    """At the second restore from one copy the house is already in epoch 2."""
    copy = tmp_path / "copy.db"
    await play_and_back_up(file, copy)
    assert await restore_copy(copy, file, replace=True) == 2
    assert await restore_copy(copy, file, replace=True) == 3
    with pytest.raises(OldEpoch):
        await restore_copy(copy, file, replace=True, epoch=3)
    assert await restore_copy(copy, file, replace=True, epoch=7) == 7
    other = tmp_path / "other.db"
    assert await restore_copy(copy, other) == 2  # no file tells of a higher epoch
    with pytest.raises(OldEpoch):
        await restore_copy(copy, tmp_path / "third.db", epoch=1)


async def test_restore_refuses_bad_files_keys_and_a_database_in_use(
    file: Path, tmp_path: Path
) -> None:
    copy, target = tmp_path / "copy.db", tmp_path / "target.db"
    await play_and_back_up(file, copy)
    was = file.read_bytes()
    with pytest.raises(Unwritable):  # the target exists
        await restore_copy(copy, file)
    with pytest.raises(WrongSealingKey):
        await restore_copy(copy, target, bytes(32))
    with pytest.raises(StoreUnreachable):  # the backup doesn't exist
        await restore_copy(tmp_path / "no.db", target)
    nonsense = tmp_path / "nonsense.db"
    nonsense.write_bytes(b"not a database, whatever it says" * 100)
    with pytest.raises(StoreDamaged):
        await restore_copy(nonsense, target)
    without = await command("restore", copy, target)
    assert without.returncode == 2
    assert "sealing key" in without.stderr
    assert not target.exists()
    store = await open_file(file)  # the database is in use now
    forced = await command("restore", copy, file, "--sealing-key", KEY, "--force")
    assert forced.returncode == 2
    assert "in use" in forced.stderr
    await store.close()
    assert file.read_bytes() == was
    assert {each.name for each in tmp_path.iterdir()} == {"house.db", "copy.db", "nonsense.db"}


async def test_restore_ends_all_tokens_except_those_of_guests(file: Path, tmp_path: Path) -> None:
    """A token revoked after the backup would be valid again; a guest can't sign in without one."""
    store = await open_file(file)
    credentials = Credentials(Floor(store, SHEETS, TickingClock()), Limits())
    _, players = await credentials.register("anna", "a long password", "")
    _, guests = await credentials.guest("")
    await store.close()
    credentials.close()
    copy = tmp_path / "copy.db"
    back_up(file, copy)
    await restore_copy(copy, file, replace=True)
    store = await open_file(file)
    credentials = Credentials(Floor(store, SHEETS, TickingClock()), Limits())
    assert await credentials.person_of(guests)
    with pytest.raises(Exception, match="needs a valid token"):
        await credentials.person_of(players)
    await store.close()
    credentials.close()


async def test_restore_finds_the_key_file_beside_the_database(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    await play_and_back_up(file, copy)
    Path(f"{file}.key").write_text(KEY + "\n")
    done = await command("restore", copy, file, "--force")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Serve it with" not in done.stdout
    audited = await command("audit", file)
    assert "✓ sealed" in audited.stdout


async def test_backup_refers_to_pg_dump_for_postgresql() -> None:
    refused = await command("backup", "postgresql://nobody@nowhere/house", "copy.db")
    assert refused.returncode == 2
    assert "pg_dump" in refused.stderr


# --- money and people --------------------------------------------------------------------


async def person_with_euros(floor: Floor, name: str) -> Account:
    person = await floor.cashier.add_person(name, "argon2id…", Role.PLAYER)
    assert person is not None
    return await floor.store.player_account(person.id, "EUR", MONDAY)


async def balance(store: Store, account: int) -> int:
    found = await store.account(account)
    assert found is not None
    return found.balance


async def test_a_deposit_or_withdrawal_happens_once_for_its_key(
    store: Store, database: str
) -> None:
    floor = Floor(store, SHEETS, TickingClock())
    account = await person_with_euros(floor, "anna")
    live = await sit(floor, "bruno")
    named = ("--name", "anna", "--currency", "EUR")
    put = ("deposit", database, "--amount", "2500", "--key", "deposit-000000001", "--note", "cash")
    first = await command(*put, *named)
    assert (first.returncode, first.stderr) == (0, "")
    told = json.loads(first.stdout)
    assert (told["event"], told["amount"], told["note"]) == ("deposited", 2500, "cash")
    await floor.ask(live, carte())  # the house is still playing
    assert (await command(*put, "--account", str(account.id))).stdout == first.stdout
    assert await balance(store, account.id) == 2500
    reused = await command("deposit", database, "--amount", "9", "--key", put[5], *named)
    assert (reused.returncode, "account/key-reused" in reused.stderr) == (2, True)
    elsewhere = await command(*put, "--account", str(live.seat.account))
    assert (elsewhere.returncode, "account/key-reused" in elsewhere.stderr) == (2, True)
    took = ("withdraw", database, *named, "--key", "withdraw-00000001", "--amount")
    assert (await command(*took, "1000")).returncode == 0
    assert (await command(*took, "1000")).returncode == 0
    too_much = await command(*took[:-3], "--key", "withdraw-00000002", "--amount", "1501")
    assert (too_much.returncode, "account/not-covered" in too_much.stderr) == (2, True)
    assert await balance(store, account.id) == 1500
    await floor.ask(live, carte())
    assert failing(await run_audit(database, None, SEALING_KEY)) == {}


async def test_the_first_deposit_opens_an_account_in_francs(store: Store, database: str) -> None:
    floor = Floor(store, SHEETS, TickingClock())
    person = await floor.cashier.add_person("anna", "argon2id…", Role.PLAYER)
    assert person is not None
    put = ("deposit", database, "--name", "Anna", "--amount", "5000", "--currency", "CHF")
    for _ in range(2):
        made = await command(*put, "--key", "deposit-000000001")
        assert (made.returncode, made.stderr) == (0, "")
    francs = await floor.cashier.account_of(person, "CHF")
    assert (francs.id, francs.balance) == (json.loads(made.stdout)["account"], 5000)
    assert failing(await run_audit(database, None, SEALING_KEY)) == {}


@pytest.mark.parametrize(
    "args",
    [
        ["--account", "999", "--amount", "1", "--key", "deposit-000000001"],
        ["--name", "nobody", "--currency", "EUR", "--amount", "1", "--key", "deposit-000000001"],
        ["--name", "anna", "--currency", "USD", "--amount", "1", "--key", "deposit-000000001"],
        ["--account", "1", "--currency", "EUR", "--amount", "1", "--key", "deposit-000000001"],
        ["--name", "anna", "--amount", "1", "--key", "deposit-000000001"],
        ["--amount", "1", "--key", "deposit-000000001"],
        ["--account", "1", "--amount", "0", "--key", "deposit-000000001"],
        ["--account", "1", "--amount", "-5", "--key", "deposit-000000001"],
        ["--account", "1", "--amount", "1", "--key", "short"],
    ],
    ids=" ".join,
)
async def test_an_invalid_deposit_moves_no_money(args: list[str], file: Path) -> None:
    store = await open_file(file)
    await person_with_euros(Floor(store, SHEETS, TickingClock()), "anna")
    before = await all_accounts(store)
    assert before[0].currency == "FUN"  # account 1 is not in EUR
    refused = await command("deposit", file, *args)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert await all_accounts(store) == before
    await store.close()


async def test_an_operator_can_sign_in_and_has_no_account(store: Store, database: str) -> None:
    made = await command("operator", database, "olga", stdin="a long password\n")
    assert (made.returncode, made.stderr) == (0, "")
    credentials = Credentials(Floor(store, SHEETS, TickingClock()), Limits())
    person, _ = await credentials.login("olga", "a long password", "")
    assert person.role is Role.OPERATOR
    assert await store.accounts(person.id) == []
    again = await command("operator", database, "olga", stdin="another password\n")
    assert (again.returncode, NameTaken.code in again.stderr) == (2, True)
    short = await command("operator", database, "otto", stdin="short\n")
    assert (short.returncode, "account/bad-password" in short.stderr) == (2, True)
    credentials.close()


def test_no_backup_or_checkpoint_overwrites_the_database_or_its_key(tmp_path: Path) -> None:
    database = tmp_path / "house.db"
    settings = Settings(database=str(database))

    async def open_and_close() -> None:
        async with open_house(settings):
            pass

    asyncio.run(open_and_close())
    key = (tmp_path / "house.db.key").read_bytes()
    for target in (database, tmp_path / "house.db.key"):
        ran = run("backup", database, target, "--force")
        assert (ran.returncode, ran.stdout) == (2, "")
        assert ran.stderr.startswith("puntobanco: input/unwritable: ")
    assert (tmp_path / "house.db.key").read_bytes() == key
    for target in (database, tmp_path / "house.db.key"):
        assert run("checkpoint", database, "-o", target).returncode == 2
    assert run("audit", database).returncode == 0


def test_no_new_key_is_made_for_an_existing_database(tmp_path: Path) -> None:
    # It looks like a house's database.
    (tmp_path / "house.db").write_bytes(b"SQLite format 3\0 and so on")
    ran = run("serve", "--port", "0", "--database", tmp_path / "house.db")
    assert ran.stderr.startswith("puntobanco: input/bad-setting: ")
    assert not (tmp_path / "house.db.key").exists()
    ran = run("serve", "--port", "0", "--database", tmp_path / "no" / "house.db")
    assert ran.stderr.startswith("puntobanco: input/unwritable: ")


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (("--tables", "nowhere.toml"), "input/unreadable"),
        (("--limit", "frame_bytes=1e9"), "input/bad-setting"),
    ],
)
async def test_a_refused_start_leaves_no_files(
    said: tuple[str, ...], code: str, tmp_path: Path
) -> None:
    refused = await command("serve", "--port", "0", "--database", tmp_path / "new.db", *said)
    assert (refused.returncode, code in refused.stderr) == (2, True)
    assert list(tmp_path.iterdir()) == []


async def test_a_file_that_is_no_database_is_refused_and_not_changed(tmp_path: Path) -> None:
    file = tmp_path / "random.db"
    file.write_bytes(random.Random(1).randbytes(5_000))
    refused = await command("serve", "--port", "0", "--database", file)
    assert (refused.returncode, "store/damaged" in refused.stderr) == (2, True)
    assert list(tmp_path.iterdir()) == [file]


async def test_the_refusal_of_a_bad_amount_names_the_option(file: Path) -> None:
    store = await open_file(file)
    await person_with_euros(Floor(store, SHEETS, TickingClock()), "anna")
    await store.close()
    wrong = ("--account", "1", "--amount", "-5", "--key", "deposit-000000001")
    refused = await command("deposit", file, *wrong)
    assert refused.stderr.startswith("puntobanco: input/bad-setting: --amount: expected a whole")


def test_a_count_of_one_is_singular() -> None:
    assert [counted(n, "session") for n in (0, 1, 2)] == ["0 sessions", "1 session", "2 sessions"]
