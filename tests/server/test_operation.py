"""What an operator needs: health, metrics, logs without secrets, settings, a clean stop."""

import asyncio
import json
import logging
import os
import pty
import re
import resource
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest

from puntobanco.errors import BadSetting, StoreHalted, Unreadable
from puntobanco.server.house.limits import Limits
from puntobanco.server.house.logs import JsonLines
from puntobanco.server.http.routes.desk import Desk
from puntobanco.server.serving import open_house
from puntobanco.server.settings import Settings, read_settings
from tests.cli.command import run
from tests.conftest import SEALING_KEY
from tests.seat_kinds import private
from tests.server.visitors import PASSWORD, Table, VirtualClock, code, new_key, open_for_business
from tests.server.visitors import House as Visited

pytestmark = pytest.mark.anyio


# --- health and metrics ------------------------------------------------------------------


async def read_metrics(house: Visited) -> dict[str, float]:
    text = (await house.ask("GET", "/metrics")).body.decode()
    lines = [line.split() for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in lines}


async def test_health_and_metrics(database: str) -> None:
    async with open_for_business(database) as house:
        assert (await house.ask("GET", "/livez")).json == {"status": "alive"}
        assert (await house.ask("GET", "/readyz")).json == {"status": "ready"}
        for path in ("/livez", "/readyz", "/api/houses"):  # with HEAD, as a load balancer does
            assert (await house.ask("HEAD", path)).status == 200, path
        table = await (await house.guest()).sit()
        for _ in range(3):
            await table.carte(punto=100)
        found = await read_metrics(house)
        assert found["puntobanco_coups_total"] == 3
        assert found["puntobanco_sessions_open"] == 1
        assert found["puntobanco_sockets"] == 1
        assert found["puntobanco_writer_waiting"] == 0
        assert found["puntobanco_store_halted"] == 0
        await table.cash_out()
        await table.end()
        await house.settle()
        found = await read_metrics(house)
        assert found["puntobanco_sessions_open"] == found["puntobanco_sockets"] == 0


async def test_a_halted_store_refuses_every_request(database: str) -> None:
    """Whether the last change was written is known only after a restart."""
    async with open_for_business(database) as house:
        guest = await house.guest()
        table = await guest.sit()
        coup = await table.carte(punto=100)

        async def halt(_: object) -> Any:
            raise StoreHalted

        house.desk.floor.store.write = halt  # type: ignore[method-assign, assignment]
        assert code(await table.carte(punto=100)) == "store/halted"
        assert await table.end() == 4012
        assert (await house.ask("GET", "/readyz")).status == 503
        assert (await house.ask("GET", "/livez")).status == 200
        assert (await read_metrics(house))["puntobanco_store_halted"] == 1
        out = await guest.post(f"/api/sessions/{table.session}/cash-out", {"key": new_key()})
        assert (out.status, out.code) == (503, "store/halted")
    async with open_for_business(database, house.clock) as house:
        guest.house = house
        assert (await guest.come_back(table.session)).welcome["credit"] == coup["credit"]


async def test_the_log_says_why_nothing_can_be_stored(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_for_business(str(tmp_path / "house.db")) as house:
        table = await (await house.guest()).sit()
        writer: Any = house.desk.floor.store._writer  # type: ignore[attr-defined]
        writer.pragma("max_page_count", 1)  # as on a full disk
        for _ in range(200):
            heard = await table.carte(punto=100)
            if heard["type"] == "refused":
                break
        assert code(heard) == "store/failed"
        refused = [each for each in caplog.records if each.getMessage() == "not written"]
        assert "FullError" in vars(refused[-1])["why"]
        for _ in range(200):
            answer = await house.ask("POST", "/api/guests")
            if answer.status != 201:
                break
        assert (answer.status, answer.code) == (503, "store/failed")
        refused = [each for each in caplog.records if each.getMessage() == "refused"]
        assert "FullError" in vars(refused[-1])["why"]


async def test_a_bug_affects_only_one_request(database: str) -> None:
    async with open_for_business(database) as house:
        table = await (await house.guest()).sit()
        fresh = house.desk.floor.fresh_seed

        def broken() -> bytes:
            raise RuntimeError

        house.desk.floor.fresh_seed = broken
        assert code(await table.carte(punto=100)) == "server/error"
        house.desk.floor.fresh_seed = fresh
        assert (await table.carte(punto=100))["type"] == "coup"


# --- the OpenAPI document ----------------------------------------------------------------


async def test_the_openapi_document_is_complete(database: str) -> None:
    async with open_for_business(database) as house:
        document = (await house.ask("GET", "/api/schema/openapi.json")).json
        assert document["openapi"].startswith("3.")
        routes = {(method, path) for path, item in document["paths"].items() for method in item}
        assert routes == {
            ("post", "/api/guests"),
            ("post", "/api/people"),
            ("post", "/api/tokens"),
            ("delete", "/api/tokens"),
            ("delete", "/api/tokens/current"),
            ("delete", "/api/tokens/others"),
            ("delete", "/api/tokens/{login}"),
            ("get", "/api/tokens"),
            ("put", "/api/password"),
            ("post", "/api/refills"),
            ("get", "/api/me"),
            ("get", "/api/sessions"),
            ("post", "/api/sessions"),
            ("get", "/api/sessions/{session}"),
            ("post", "/api/sessions/{session}/tickets"),
            ("post", "/api/sessions/{session}/top-ups"),
            ("post", "/api/sessions/{session}/cash-out"),
            ("get", "/api/accounts/{account}/records"),
            ("get", "/api/accounts/{account}/results"),
            ("get", "/api/accounts/{account}/roads"),
            ("get", "/api/accounts/{account}/coups.csv"),
            ("get", "/api/accounts/{account}/coups.json"),
            ("get", "/api/accounts/{account}/coups/{record}/proof"),
            ("get", "/api/houses"),
            ("get", "/api/houses/{name}"),
            ("get", "/api/houses/{name}/texts"),
            ("post", "/api/operator/deposits"),
            ("post", "/api/operator/withdrawals"),
            ("get", "/api/tables"),
            ("get", "/api/tables/{name}"),
            ("post", "/api/tables/{name}/tickets"),
            ("post", "/api/tables/{name}/console"),
            ("get", "/api/tables/{name}/cash"),
            ("post", "/api/tables/{name}/cash"),
            ("post", "/api/tables/{name}/cash/signatures"),
            ("get", "/api/tables/{name}/cash.csv"),
            ("get", "/api/tables/{name}/lines"),
            ("post", "/api/tables/{name}/lines"),
            ("post", "/api/tables/{name}/lines/{number}/answer"),
            ("get", "/api/tables/{name}/events"),
            ("get", "/api/tables/{name}/sabots/{sabot}/proof"),
            ("post", "/api/operator/tables"),
            ("post", "/api/operator/tables/{name}/standing"),
            ("post", "/api/operator/tables/{name}/limits"),
            ("get", "/api/floor"),
            ("get", "/api/operator/tables/{name}/takings"),
        }
        names = []
        for path, item in document["paths"].items():
            for method, operation in item.items():
                names.append(operation["operationId"])
                assert operation["summary"]
                assert operation["tags"]
                assert any(status.startswith("2") for status in operation["responses"])
                for status, response in operation["responses"].items():
                    if status >= "4":
                        (content,) = response["content"].values()
                        assert content["schema"] == {"$ref": "#/components/schemas/Problem"}
                assert ("401" in operation["responses"]) is ("security" in operation)
                in_path = {
                    each["name"] for each in operation.get("parameters", []) if each["in"] == "path"
                }
                assert in_path == set(re.findall(r"{(\w+)}", path)), (method, path)
        assert len(names) == len(set(names))
        schemas = document["components"]["schemas"]
        for pointer in re.findall(
            r'"\$ref": ?"#/components/schemas/([^"]+)"', json.dumps(document)
        ):
            assert pointer in schemas
        opening = document["paths"]["/api/sessions"]["post"]["responses"]
        assert opening["409"]["description"] == "session/open, account/key-reused"
        assert opening["201"]["content"]["application/json"]["schema"]["$ref"].endswith("/Opened")
        exported = document["paths"]["/api/accounts/{account}/coups.csv"]["get"]
        assert list(exported["responses"]["200"]["content"]) == ["text/csv"]
        secured = document["paths"]["/api/me"]["get"]["security"]
        assert next(iter(secured[0])) in document["components"]["securitySchemes"]


async def test_the_list_of_houses(database: str) -> None:
    async with open_for_business(database) as house:
        found = {each["name"]: each for each in (await house.ask("GET", "/api/houses")).json}
        playable = {name for name, each in found.items() if each["playable"]}
        assert playable == {"punto-e-banco", "punto-e-banco-egalite", "for-fun"}
        assert len(found) == 6
        detail = (await house.ask("GET", "/api/houses/punto-e-banco")).json
        banco = detail["returns"]["banco"]
        assert banco["return"] == "4823747/4873050"
        assert banco["rtp"].startswith("98.98")
        assert (banco["odds"], banco["total"]) == ("19:20", "1.95")  # 1:1 less 5 %
        assert detail["returns"]["egalite"]["total"] == "10"
        assert (banco["lowest"], banco["lowest_stake"]) == (banco["rtp"], 100)  # always exact
        assert (await house.ask("GET", "/api/houses/nowhere")).code == "house/unknown"


async def test_the_lowest_return_where_winnings_are_rounded_down(database: str) -> None:
    async with open_for_business(database) as house:
        detail = (await house.ask("GET", "/api/houses/punto-e-banco-egalite")).json
        banco = detail["returns"]["banco"]
        # 0.50 wins 0.47 instead of 0.475.
        assert (banco["rtp"], banco["lowest"], banco["lowest_stake"]) == ("98.9883", "98.5286", 50)


async def test_the_texts_of_a_house_come_by_themselves(database: str) -> None:
    async with open_for_business(database) as house:
        texts = (await house.ask("GET", "/api/houses/st-moritz/texts")).json
        assert texts["notices"][0]["en"] == "Punto Banco is purely a game of chance."
        assert set(texts["readings"][0]) == {"words", "it", "de", "fr"}
        sheet = (await house.ask("GET", "/api/houses/st-moritz")).json["sheet"]
        assert "notices" not in sheet
        assert (await house.ask("GET", "/api/houses/nowhere/texts")).code == "house/unknown"


# --- logs --------------------------------------------------------------------------------


class Kept(logging.Handler):
    """Collects every line of the log."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.setFormatter(JsonLines())

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


async def test_logs_tell_what_happened_but_no_secrets(database: str) -> None:
    kept = Kept()
    root = logging.getLogger()
    level = root.level
    root.addHandler(kept)
    root.setLevel(logging.DEBUG)
    try:
        async with open_for_business(database) as house:
            anna = await house.player("anna", EUR=10)
            await house.ask("POST", "/api/tokens", {"name": "anna", "password": "a wrong one"})
            await house.ask("POST", "/api/tokens", {"name": PASSWORD, "password": "anna"})
            table = await anna.sit()
            tickets = [await anna.ticket(table.session) for _ in range(2)]
            await Table.connect(house, tickets[0])
            table = await anna.come_back(table.session)
            table.say_bytes(b'{"type":"carte","seed":"nonsense"')
            await table.hear()
            coups = [await table.carte(punto=100) for _ in range(3)]
            (live,) = house.desk.floor._runners.values()
            coming = private(live.seat).seed
            await table.cash_out()
            await table.end()
            await house.settle()
    finally:
        root.removeHandler(kept)
        root.setLevel(level)
    lines = [json.loads(line) for line in kept.lines]
    assert all({"at", "level", "logger", "event"} <= line.keys() for line in lines)
    events = [line["event"] for line in lines]
    for event, times in (
        ("session opened", 1),
        ("coup", 3),
        ("session closed", 1),
        ("login failed", 2),
        ("money deposited", 1),
    ):
        assert events.count(event) == times, event
    assert [line["operator"] for line in lines if line["event"] == "money deposited"] == [2]
    coup = next(line for line in lines if line["event"] == "coup")
    assert (coup["session"], coup["coup"]) == (table.session, 1)
    assert [line["who"] for line in lines if line["event"] == "login failed"] == ["anna", None]
    text = "\n".join(kept.lines)
    secrets = [anna.token, PASSWORD, coming.hex(), SEALING_KEY.hex(), repr(coming)[2:-1]]
    secrets += [ticket.partition("=")[2] for ticket in tickets]
    secrets += [coup[name] for coup in coups for name in ("server_seed", "seed")]
    for secret in secrets:
        assert secret not in text


# --- settings ----------------------------------------------------------------------------


async def test_flags_come_before_environment_file_and_defaults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "house.toml"
    file.write_text(
        'port = 1\nhost = "file"\ndatabase = "file"\nlog = "warning"\n'
        'origins = ["https://file"]\n[limits]\nframe_bytes = 1\nbody_bytes = 1\n'
    )
    monkeypatch.setenv("PUNTOBANCO_PORT", "2")
    monkeypatch.setenv("PUNTOBANCO_HOST", "environment")
    monkeypatch.setenv("PUNTOBANCO_ORIGINS", "https://a, https://b:8443")
    monkeypatch.setenv("PUNTOBANCO_PROXIES", "")
    monkeypatch.setenv("PUNTOBANCO_LIMITS_FRAME_BYTES", "2")
    said = read_settings({"port": 3, "host": None}, file)
    assert (said.port, said.host, said.database) == (3, "environment", "file")
    assert (said.origins, said.proxies) == (("https://a", "https://b:8443"), ())
    assert said.log == "warning"
    assert said.limits == Limits(frame_bytes=2, body_bytes=1)
    assert read_settings({}).port == 2
    monkeypatch.delenv("PUNTOBANCO_PORT")
    assert read_settings({}).port == Settings().port == 8000


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("prot = 1", "prot"),
        ("[limits]\nframes = 1", "frames"),
        ('port = "x"', "house.toml: port: "),
        ("port = 65536", "house.toml: port: "),
        ("port = -1", "house.toml: port: "),
        ('log = "loud"', "log: 'loud' is not allowed; use one of debug, info, warning"),
        ("[limits]\nframe_bytes = 0", "limits.frame_bytes"),
        ("[limits]\nhandshake_seconds = 0", "limits.handshake_seconds"),
        ("[limits]\nhandshake_seconds = nan", "limits.handshake_seconds"),
        ("origins = 7", "origins: expected a list"),
        ('origins = ["example.com"]', "origins: 'example.com'"),
        ('origins = ["https://ok", "https://example.com/"]', "origins: 'https://example.com/'"),
        ('origins = ["https://Example.com"]', "origins: 'https://Example.com'"),
        ('origins = ["https://me:secret@example.com"]', "origins: "),
        ('origins = ["*"]', "origins: '*'"),
        ('origins = ["ftp://example.com"]', "origins: 'ftp://example.com'"),
        ('origins = ["https://example.com:65536"]', "origins: 'https://example.com:65536'"),
        ('proxies = ["localhost"]', "proxies: 'localhost'"),
        ('proxies = ["10.0.0.1", "10.0.0.1/8"]', "proxies: 10.0.0.1/8"),
        ('monitors = ["*"]', "monitors: '*'"),
        ("port = ", "house.toml"),
    ],
)
async def test_bad_settings_are_refused_by_name(tmp_path: Path, text: str, named: str) -> None:
    file = tmp_path / "house.toml"
    file.write_text(text)
    with pytest.raises(BadSetting, match=re.escape(named)):
        read_settings({}, file)


async def test_an_unknown_limit_is_refused_with_the_known_names() -> None:
    with pytest.raises(BadSetting, match="--limit frames=3: there is no limit 'frames'; there are"):
        read_settings({}, limits=["frames=3"])
    assert read_settings({"origins": ("https://a:65535",)}).origins == ("https://a:65535",)


async def test_a_missing_settings_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Unreadable):
        read_settings({}, tmp_path / "nowhere.toml")


# --- the process -------------------------------------------------------------------------


def serve(database: str, *flags: str, **environment: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "puntobanco", "serve", "--database", database, *flags],
        env=os.environ | {"PUNTOBANCO_SEALING_KEY": SEALING_KEY.hex()} | environment,
        stderr=subprocess.PIPE,
        text=True,
    )


START_S = 90  # starting takes a second, and with many other processes more than twenty


async def first_line(process: "subprocess.Popen[str]", wanted: str) -> str:
    stream = process.stderr
    assert stream is not None

    def read() -> str:
        return next((line for line in stream if wanted in line), "")

    return await asyncio.wait_for(asyncio.to_thread(read), START_S)


async def test_a_stopped_server_closes_connections_and_loses_nothing(database: str) -> None:
    process = serve(database, "--port", "0")
    try:
        base = (await first_line(process, "puntobanco on")).split()[-1]
        house = Visited(cast("Desk", None), base, VirtualClock())  # only the HTTP address is used
        guest = await house.guest()
        table = await guest.sit(amount=5_000)
        last = await table.carte(punto=100)
        for _ in range(10):
            table.say(type="carte", key=new_key(), bets={"punto": 100}, seed=new_key() * 2)
        process.send_signal(signal.SIGTERM)
        while (heard := await table.hear()) is not None:
            last = heard if heard["type"] == "coup" else last
        assert table.closed == 1012
        assert await asyncio.to_thread(process.wait, 15) == 0
    finally:
        process.kill()
        _, _ = await asyncio.to_thread(process.communicate)
    async with open_for_business(database, VirtualClock(last["at"])) as again:
        guest.house = again
        coups = await guest.records("&event=coup")
        assert last in [{k: v for k, v in coup.items() if k != "record"} for coup in coups]
        assert (await guest.get("/api/sessions")).json[0]["credit"] == coups[0]["credit"]
        assert await again.total() == 0


async def test_a_full_disk_stops_the_house_with_a_message(tmp_path: Path) -> None:
    process = serve(str(tmp_path / "house.db"), "--port", "0")
    try:
        base = (await first_line(process, "puntobanco on")).split()[-1]
        house = Visited(cast("Desk", None), base, VirtualClock())
        size = (tmp_path / "house.db-wal").stat().st_size
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, size))
        answer = await house.ask("POST", "/api/guests")
        assert (answer.status, answer.code) == (503, "store/halted")
        assert '"why":"IOError"' in await first_line(process, "store/halted")
        assert await asyncio.to_thread(process.wait, 15) == 1
    finally:
        process.kill()
        await asyncio.to_thread(process.communicate)


async def test_serve_in_a_terminal_says_how_to_play(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "puntobanco", "serve", "--database", tmp_path / "a.db", "--port=0"],
        stderr=theirs,
    )
    try:
        with open(ours, encoding="utf-8") as terminal:  # noqa: PTH123
            address = (await asyncio.to_thread(terminal.readline)).split()[-1]
            said = await asyncio.to_thread(terminal.readline)
            assert said.startswith("Open it in a browser, or play in another terminal: ")
            assert said.rstrip().endswith(f"-m puntobanco play --server {address}")
    finally:
        process.terminate()
        await asyncio.to_thread(process.wait)
        os.close(theirs)


def test_a_taken_port_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        ran = run("serve", "--database", tmp_path / "house.db", "--port", port)
    assert ran.returncode == 2
    assert "input/bad-setting" in ran.stderr
    assert port in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://user:hidden@host:port/",
        "postgresql://user:hid#den/x@host:5432/house",
        "postgresql://user:hidden@[host/house",
        "mysql://user:hidden@host/house",
    ],
)
def test_an_invalid_database_address_is_refused_without_showing_the_password(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUNTOBANCO_SEALING_KEY", SEALING_KEY.hex())
    ran = run("serve", "--database", address, "--port", "0")
    assert ran.returncode == 2
    assert "store/unreachable" in ran.stderr
    assert "hid" not in ran.stderr
    assert "Traceback" not in ran.stderr


async def test_a_second_house_on_a_database_is_refused(tmp_path: Path) -> None:
    """It would treat the first one's players as disconnected."""
    settings = Settings(database=str(tmp_path / "house.db"))
    async with open_house(settings):
        with pytest.raises(BadSetting, match="another process"):
            async with open_house(settings):
                pass
    async with open_house(settings):
        assert (tmp_path / "house.db").stat().st_mode & 0o777 == 0o600


def test_an_unknown_setting_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PUNTOBANCO_PROT", "PUNTOBANCO_LIMITS_FRAME_BYTE"):
        with monkeypatch.context() as odd:
            odd.setenv(name, "1")
            with pytest.raises(BadSetting, match=name):
                read_settings({})
