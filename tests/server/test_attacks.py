"""Tries each attack that faults.md lists."""

import asyncio
import json
import os
import socket
import time
from collections import Counter
from logging import INFO, WARNING
from pathlib import Path
from typing import Any

import pytest
from picows import WSHandshakeError, WSMsgType

from puntobanco.server.house.limits import Limits
from puntobanco.server.http.headers import SECURITY_HEADERS
from puntobanco.server.serving import serving
from puntobanco.server.settings import Settings
from puntobanco.server.sockets import table_socket
from puntobanco.wire.close_codes import CloseCode
from tests.conftest import SEALING_KEY
from tests.server.visitors import (
    House,
    Table,
    VirtualClock,
    Visitor,
    code,
    new_key,
    new_seed,
    open_for_business,
    raw_http,
)

pytestmark = pytest.mark.anyio

DEEP = 1_200  # levels of nesting

# JSON values sent in place of an amount.
ODD_AMOUNTS = {
    "minus one": b"-1",
    "nothing": b"0",
    "minus nothing": b"-0",
    "half a cent": b"0.5",
    "a float": b"100.0",
    "an exponent": b"1e2",
    "not a number": b"NaN",
    "infinity": b"Infinity",
    "true": b"true",
    "null": b"null",
    "text": b'"100"',
    "wide digits": '"１００"'.encode(),
    "2 to the 63": b"9223372036854775808",
    "2 to the 64": b"18446744073709551616",
    "4,301 digits": b"1" * 4_301,
    "octal": b"0100",
    "hex": b"0x64",
    "a list": b"[100]",
    "deep lists": b"[" * DEEP + b"]" * DEEP,
    "deep objects": b'{"a":' * DEEP + b"1" + b"}" * DEEP,
    "twice": b'100,"%s":100',
    "too large": b"1000000000001",
    "SQL": b'"1; DROP TABLE account"',
}


async def upgrade(house: House, path: str, **headers: str) -> Any:
    """Send a WebSocket handshake by hand."""
    said = {
        "Host": house.base[7:],
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version": "13",
    } | headers
    lines = "".join(f"{name}: {value}\r\n" for name, value in said.items())
    return await raw_http(house.base, f"GET {path} HTTP/1.1\r\n{lines}\r\n".encode("latin-1"))


async def test_odd_amounts_at_the_table_are_refused(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        table = await guest.sit(amount=20_000)
        before = await house.books()
        for name, amount in ODD_AMOUNTS.items():
            bet, top_up = amount.replace(b"%s", b"punto"), amount.replace(b"%s", b"amount")
            for said in (
                b'{"type":"carte","key":"%s","bets":{"punto":%s},"seed":"%s"}'
                % (new_key().encode(), bet, new_seed().encode()),
                b'{"type":"place","bets":{"punto":%s}}' % bet,
                b'{"type":"top_up","key":"%s","amount":%s}' % (new_key().encode(), top_up),
            ):
                table.say_bytes(said)
                assert code(await table.hear()) == "message/bad", name
        for stakes, why in (
            ({"punto": 1}, "bet/below-minimum"),
            ({"punto": 150}, "bet/off-step"),
            ({"punto": 10**12}, "bet/above-maximum"),
            ({"grande": 100}, "bet/not-offered"),
            ({"banco": 10_000, "punto": 10_000, "egalite": 500}, "session/not-enough-credit"),
            ({"theft": 100}, "message/bad"),
            ({}, "message/bad"),
        ):
            assert code(await table.carte(**stakes)) == why
        assert await house.books() == before
        assert (await table.carte(punto=1_000))["type"] == "coup"


async def test_odd_amounts_over_http_are_refused(database: str) -> None:
    async with open_for_business(database, requests_per_second=1_000) as house:
        guest, operator = await house.guest(), await house.operator()
        table = await guest.sit()
        before = await house.books()
        for name, amount in ODD_AMOUNTS.items():
            odd = amount.replace(b"%s", b"amount")
            key = new_key().encode()
            for who, path, said in (
                (guest, "/api/sessions", b'{"key":"%s","house":"for-fun","amount":%s}'),
                (guest, f"/api/sessions/{table.session}/top-ups", b'{"key":"%s","amount":%s}'),
                (operator, "/api/operator/deposits", b'{"key":"%s","account":1,"amount":%s}'),
            ):
                answer = await who.post(path, said % (key, odd))
                assert (answer.status, answer.code) == (400, "message/bad"), name
        assert await house.books() == before


async def test_nonsense_is_refused_and_the_connection_stays_open(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        table = await guest.sit()
        before = await house.books()
        carte = b'{"type":"carte","key":"k234567890123456","bets":{"punto":100},"seed":"%s"}'
        for said in (
            b"",
            b"hello",
            b"null",
            b"[]",
            b"{}",
            b'{"type":"open","key":"k234567890123456","amount":100}',
            b'{"type":"expire","reason":"cash_out"}',
            b'{"type":"%s"}' % (b"x" * 4_000),
            b'{"type":"stay","%s":1}' % (b"x" * 4_000),
            b'{"type":"stay","type":"stay"}',
            b'{"type":"stay"}{"type":"stay"}',
            b'{"type":"hello"}',  # a second time
            carte % (b"\xff" * 32),  # not UTF-8
            carte % (b"\\ud800" * 32),  # half a surrogate pair
            carte % b"too short",
            carte % (b"x" * 257),
            b'{"type":"carte","key":"k234567890123456","bets":{"punto":100}}',
        ):
            table.say_bytes(said)
            heard = await table.hear()
            assert code(heard) == "message/bad", said
            assert len(heard["message"]) < 300
        assert await house.books() == before
        assert (await table.carte("", "\x00'; DROP TABLE seat; --" * 4, punto=100))[
            "type"
        ] == "coup"
        assert (await table.carte(punto=100))["type"] == "coup"
        assert len(await guest.records("&event=coup")) == 2


async def test_a_seed_cannot_be_used_twice(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        table = await guest.sit()
        seed = new_seed()
        await table.carte("", seed, punto=100)
        assert code(await table.carte("", seed, punto=100)) == "fair/seed-reused"
    async with open_for_business(database, house.clock) as house:
        guest.house = house
        table = await guest.come_back(table.session)
        assert code(await table.carte("", seed, punto=100)) == "fair/seed-reused"


async def test_too_many_messages_are_refused(database: str) -> None:
    async with open_for_business(database, messages_per_second=10) as house:
        guest = await house.guest()
        table = await guest.sit()
        for _ in range(19):  # hello was the first of 20
            assert (await table.ask(type="stay"))["type"] == "staying"
        house.clock.at += 100
        assert (await table.ask(type="stay"))["type"] == "staying"
        table.say(type="stay")
        assert await table.end() == 4009
        table = await guest.come_back(table.session)
        for _ in range(30):
            table.transport.send_ping(b"are you there?")
        assert await table.end() == 4009


def shout(base: str, path: str, messages: int) -> bytes:
    """Send many messages without reading, then return everything received."""
    host, port = base.removeprefix("http://").split(":")
    shake = (
        f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {base}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n"
    )
    told = b""
    with socket.create_connection((host, int(port)), timeout=10) as line:
        line.sendall(shake.encode())
        line.recv(4_096)
        stay = b'{"type":"stay"}'
        frame = bytes([0x81, 0x80 | len(stay)]) + bytes(4) + stay  # masked with zeros
        for _ in range(messages // 100):
            line.sendall(100 * frame)  # this would fail if the connection had been reset
            time.sleep(0.001)
        while some := line.recv(65_536):
            told += some
    return told


async def test_a_client_that_floods_is_told_the_reason(database: str) -> None:
    async with open_for_business(database) as house:
        path = await looking_on(house)
        told = await asyncio.to_thread(shout, house.base, path, 20_000)
        assert (4009).to_bytes(2, "big") + b"limit/too-fast" in told


async def test_a_connection_without_hello_is_closed(database: str) -> None:
    async with open_for_business(database, handshake_seconds=0.15) as house:
        guest = await house.guest()
        session = (await guest.open()).json["session"]
        table = await guest.connect(session)
        assert await table.end() == 4011
        looker = await Table.connect(house, await looking_on(house))
        assert await looker.end() == 4011


async def looking_on(house: House) -> str:
    ticket = await house.ask("POST", "/api/tables/live-mini/tickets")
    return str(ticket.json["path"])


async def test_unexpected_frames_close_the_connection(database: str) -> None:
    async with open_for_business(database, frame_bytes=1_000) as house:
        guest = await house.guest()
        table = await guest.sit()
        session = table.session
        table.transport.send(WSMsgType.TEXT, b'{"type":"stay"}' + b" " * 985)  # just fits
        assert (await table.hear())["type"] == "staying"
        table.transport.send(WSMsgType.TEXT, b" " * 1_001)
        assert await table.end() == 1009
        table = await guest.come_back(session)
        table.transport.send(WSMsgType.BINARY, b'{"type":"stay"}')
        assert await table.end() == 4011
        table = await guest.come_back(session)
        table.transport.send(WSMsgType.TEXT, b'{"type":', False, False)  # noqa: FBT003
        table.transport.send(WSMsgType.CONTINUATION, b'"stay"}')
        assert await table.end() == 4011


async def test_a_flood_of_big_frames_is_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_for_business(str(tmp_path / "house.db")) as house:
        table = await (await house.guest()).sit()
        for _ in range(50):
            table.transport.send(WSMsgType.TEXT, b" " * 9_000)
        assert await table.end() == 1009
    ours = [each for each in caplog.records if each.name.startswith(("puntobanco", "picows"))]
    loud = [each for each in ours if each.levelno >= WARNING]
    assert [(each.name, each.levelname) for each in loud] == [("puntobanco.sockets", "WARNING")]
    said = vars(loud[0])
    assert said["address"] == "127.0.0.1"
    assert said["why"] == "frame with payload size exceeding max allowed size, 9000 > 8192"


async def test_an_invalid_frame_closes_the_connection(database: str) -> None:
    async with open_for_business(database) as house:
        table = await (await house.guest()).sit()
        table.transport.underlying_transport.write(b"\x83\x80abcd")  # an unassigned opcode
        assert await table.end() == CloseCode.BAD_FRAME


async def test_a_request_before_hello_closes_the_connection(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        session = (await guest.open()).json["session"]
        table = await guest.connect(session)
        before = await guest.records()
        table.say(type="carte", key=new_key(), bets={"punto": 100}, seed=new_seed())
        table.say(type="hello")
        assert await table.end() == 4011
        assert await guest.records() == before
        table = await guest.connect(session)
        for _ in range(20):  # before the client is known
            table.say(type="hello")
        heard = [await table.hear() for _ in range(20)]
        (welcome,) = [each for each in heard if each["type"] == "welcome"]
        assert welcome["credit"] == 50_000
        refused = Counter(code(each) for each in heard if each is not welcome)
        assert refused == {"message/bad": 16, "limit/too-many-waiting": 3}


async def test_foreign_origins_are_refused(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        session = (await guest.open()).json["session"]
        port = house.base.rpartition(":")[2]
        for origin in (
            "http://evil.example",
            "null",
            "",
            "http://127.0.0.1",
            f"http://127.0.0.1:{port}.evil.example",
            f"http://evil.example:{port}",
            f"ftp://127.0.0.1:{port}",
            "http://[",
            "file://",
        ):
            answer = await upgrade(house, await guest.ticket(session), Origin=origin)
            assert (answer.status, answer.code) == (403, "session/foreign-origin"), origin
            assert answer.headers["x-frame-options"] == "DENY"
            assert answer.headers["content-type"] == "application/json"
            assert int(answer.headers["content-length"]) == len(answer.body)
        path = await guest.ticket(session)
        with pytest.raises(WSHandshakeError):
            await Table.connect(house, path, None)  # no origin at all
        assert (await upgrade(house, path, Origin="http://", Host="")).status in (400, 403)
        elsewhere = await upgrade(house, "/elsewhere", Origin=house.base)
        assert (elsewhere.status, elsewhere.code) == (404, "message/bad")
        assert (await upgrade(house, "//[", Origin=house.base)).status == 404
        table = await Table.connect(house, path)  # a refused handshake does not use up the ticket
        assert (await table.ask(type="hello"))["type"] == "welcome"


async def test_a_ticket_opens_once_and_for_30_seconds(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        session = (await guest.open()).json["session"]
        answer = await guest.post(f"/api/sessions/{session}/tickets")
        assert answer.json["seconds"] == 30
        path = answer.json["path"]
        first = await Table.connect(house, path)
        await first.ask(type="hello")
        assert await (await Table.connect(house, path)).end() == 4003
        assert (await first.carte(punto=100))["type"] == "coup"  # the first connection plays on
        late, in_time = await guest.ticket(session), await guest.ticket(session)
        house.clock.at += 29_999
        assert (await (await Table.connect(house, in_time)).ask(type="hello"))["type"] == "welcome"
        house.clock.at += 1
        for path in (late, "/ws", "/ws?ticket=", "/ws?ticket=' OR 1=1 --", "/ws?ticket=%00"):
            assert await (await Table.connect(house, path.replace(" ", "%20"))).end() == 4003
        stale = await guest.ticket(session)
        await guest.post(f"/api/sessions/{session}/cash-out", {"key": new_key()})
        assert await (await Table.connect(house, stale)).end() == 4002


async def test_connections_from_one_address_are_limited(database: str) -> None:
    async with open_for_business(database, connections_per_address=3) as house:
        guests = [await house.guest() for _ in range(4)]
        tables = [await guest.sit() for guest in guests[:3]]
        opened = (await guests[3].open()).json["session"]
        refused = await upgrade(house, await guests[3].ticket(opened), Origin=house.base)
        assert (refused.status, refused.code) == (429, "limit/too-many-connections")
        assert refused.headers["retry-after"] == "1"
        await tables[0].vanish()
        await house.settle()
        table = await guests[3].connect(opened)
        assert (await table.ask(type="hello"))["type"] == "welcome"

        host, port = house.base[7:].split(":")
        idle = [await asyncio.open_connection(host, int(port)) for _ in range(3)]
        await asyncio.sleep(0.01)
        refused = await house.ask("GET", "/livez")
        assert (refused.status, refused.code) == (429, "limit/too-many-connections")
        assert refused.headers["retry-after"] == "1"
        assert refused.headers["x-frame-options"] == "DENY"
        for _, writer in idle:
            writer.close()
            await writer.wait_closed()
        await asyncio.sleep(0.01)
        assert (await house.ask("GET", "/livez")).status == 200


async def test_behind_a_proxy_clients_are_counted_by_their_own_address(database: str) -> None:
    settings = Settings(
        database=database,
        sealing_key=SEALING_KEY.hex(),
        proxies=("127.0.0.0/8",),
        monitors=("10.0.0.2",),
        limits=Limits(guests_per_minute=2, connections_per_address=1),
    )
    clock = VirtualClock()
    async with serving(settings, clock) as (desk, base):
        house = House(desk, base, clock)
        made = [
            await house.ask("POST", "/api/guests", X_Forwarded_For=address)
            for address in ("10.0.0.1", "10.0.0.2", "10.0.0.1", "10.0.0.1", "10.0.0.2, 10.0.0.1")
        ]
        assert [each.status for each in made] == [201, 201, 201, 429, 429]
        paths = []
        for each in made[:3]:
            guest = Visitor(house, each.json)
            paths.append(await guest.ticket((await guest.open()).json["session"]))
        for n, address in enumerate(("10.0.0.1", "10.0.0.2")):
            table = await Table.connect(house, paths[n], X_Forwarded_For=address)
            assert (await table.ask(type="hello"))["type"] == "welcome"
        with pytest.raises(WSHandshakeError):
            await Table.connect(house, paths[2], X_Forwarded_For="10.0.0.2")
        # The client's own header, followed by the proxy's.
        lines = {"X-Forwarded-For": "10.0.0.3\r\nX-Forwarded-For: 10.0.0.2"}
        assert (await upgrade(house, paths[2], Origin=base, **lines)).status == 429

        stranger = await house.ask("GET", "/metrics", X_Forwarded_For="10.0.0.1")
        assert (stranger.status, stranger.code) == (403, "account/not-allowed")
        for address in ("10.0.0.2", "127.0.0.1", "::1"):
            assert (await house.ask("GET", "/metrics", X_Forwarded_For=address)).status == 200


async def test_handshakes_are_limited(database: str) -> None:
    async with open_for_business(database, requests_per_second=1) as house:
        tried = [await upgrade(house, "/ws?ticket=none", Origin=house.base) for _ in range(11)]
        assert [each.status for each in tried] == [101] * 10 + [429]
        assert tried[-1].code == "limit/too-fast"
        house.clock.at += 1_000
        assert (await upgrade(house, "/ws?ticket=none", Origin=house.base)).status == 101


async def test_many_messages_together_with_the_hello(database: str) -> None:
    """Those above the limit are refused one by one, but the connection stays open."""
    async with open_for_business(database) as house:
        guest = await house.guest()
        table = await guest.connect((await guest.open()).json["session"])
        table.say(type="hello")
        for _ in range(20):
            table.say(type="stay")
        heard = [await table.hear() for _ in range(21)]
        refused = [code(each) for each in heard if each["type"] == "refused"]
        assert refused == ["limit/too-many-waiting"] * 4
        assert [each["type"] for each in heard if each["type"] != "refused"] == [
            "welcome",
            *["staying"] * 16,
        ]


async def test_unfinished_handshakes_are_cut(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(INFO, "puntobanco.http")
    async with open_for_business(database, handshake_seconds=0.15) as house:
        guest = await house.guest()
        loop = asyncio.get_running_loop()
        post = b"POST /api/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"
        halves = (b"", b"GE", b"GET /ws HTTP/1.1\r\nUpgrade: websocket\r\n", post)
        started = loop.time()
        answers = await asyncio.gather(
            *[raw_http(house.base, half) for half in halves], return_exceptions=True
        )
        assert loop.time() - started < 5
        for answer in answers:
            assert isinstance(answer, OSError) or answer.status == 0  # type: ignore[union-attr]
        cut = [each for each in caplog.records if each.getMessage().endswith("came to its end")]
        assert [vars(each)["address"] for each in cut] == ["127.0.0.1"] * len(halves)
        table = await guest.sit()  # a finished handshake is not cut
        await asyncio.sleep(0.3)
        assert (await table.ask(type="stay"))["type"] == "staying"


async def test_garbage_on_the_port_is_refused(database: str) -> None:
    async with open_for_business(database) as house:
        for garbage in (
            b"\x16\x03\x01\x02\x00\x01\x00",  # the beginning of a TLS handshake
            os.urandom(2_000),
            b"GET / HTTP/9.9\r\n\r\n",
            b"A" * 100_000,
            b"GET /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
            b"GET / HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc",
            b"SSH-2.0-OpenSSH_9.2\r\n",
        ):
            try:
                answer = await raw_http(house.base, garbage + b"\r\n\r\n")
            except ConnectionError:
                continue
            assert answer.status in (0, 400, 404)
            if answer.status:
                assert answer.headers["x-frame-options"] == "DENY"
        assert (await house.ask("GET", "/livez")).status == 200


async def test_too_large_bodies_are_refused(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        big = b'{"name":"anna","password":"' + b"x" * 20_000 + b'"}'
        for path in ("/api/people", "/api/tokens", "/api/sessions"):
            answer = await guest.post(path, big)
            assert (answer.status, answer.code) == (413, "message/bad")
            assert answer.json["message"] == "a body has 16384 bytes at most"
        request = b"POST /api/people HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        chunks = b"".join(b"1000\r\n%s\r\n" % (b"x" * 4_096) for _ in range(5)) + b"0\r\n\r\n"
        with_close = request.replace(b"Host: x", b"Host: x\r\nConnection: close")
        assert (await raw_http(house.base, with_close + chunks)).status == 413


async def test_too_many_requests_are_refused(database: str) -> None:
    async with open_for_business(database, requests_per_second=1) as house:
        codes = [(await house.ask("GET", "/api/houses")).status for _ in range(12)]
        assert codes == [200] * 10 + [429] * 2
        for path in ("/", "/readyz", "/metrics", "/api/schema/openapi.json"):
            assert (await house.ask("GET", path)).status == 429
        assert (await house.ask("GET", "/livez")).status == 200  # health checks are not counted


async def test_every_answer_has_security_headers_and_no_cookie(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        operator = await house.operator()
        answers = [
            await house.ask("GET", "/livez"),
            await house.ask("GET", "/readyz"),
            await house.ask("GET", "/metrics"),
            await house.ask("GET", "/api/houses"),
            await house.ask("GET", "/api/schema/openapi.json"),
            await house.ask("GET", "/nowhere"),
            await house.ask("PUT", "/api/me"),
            await house.ask("GET", "/api/me"),
            await house.ask("POST", "/api/guests"),
            await house.ask("POST", "/api/people", b"{"),
            await house.ask("POST", "/api/people", b"x" * 20_000),
            await guest.get("/api/me"),
            await guest.get(f"/api/accounts/{guest.account()}/coups.csv"),
            await guest.get(f"/api/accounts/{'9' * 5_000}/records"),
            await guest.get(f"/api/accounts/{guest.account()}/coups/{10**30}/proof"),
            await operator.open(),
            await raw_http(house.base, b"nonsense\r\n\r\n"),
            await upgrade(house, "/ws"),
        ]
        assert {each.status for each in answers} >= {200, 201, 400, 401, 403, 404, 405, 413}
        assert all(each.status < 500 for each in answers)
        for answer in answers:
            for name, value in SECURITY_HEADERS.items():
                assert answer.headers[name.lower()] == value
            assert "set-cookie" not in answer.headers
            assert "server" not in answer.headers
        assert answers[11].headers["cache-control"] == "no-store"


async def test_an_internal_error_reveals_nothing(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()

        async def broken(*_: object) -> None:
            raise RuntimeError("a secret")

        house.desk.floor.store.accounts = broken  # type: ignore[method-assign, assignment]
        answer = await guest.get("/api/me")
        assert (answer.status, answer.code) == (500, "server/error")
        assert b"secret" not in answer.body
        assert answer.headers["x-frame-options"] == "DENY"
        assert "our fault" in caplog.text


async def slow_reader(house: House, visitor: Visitor, session: str) -> socket.socket:
    """A connection that reads nothing after the handshake."""
    path = await visitor.ticket(session)
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    raw.setblocking(False)  # noqa: FBT003
    loop = asyncio.get_running_loop()
    host, port = house.base[7:].split(":")
    await loop.sock_connect(raw, (host, int(port)))
    lines = (
        f"GET {path} HTTP/1.1\r\nHost: {house.base[7:]}\r\nOrigin: {house.base}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    await loop.sock_sendall(raw, lines.encode())
    assert b"101" in await loop.sock_recv(raw, 2_000)
    return raw


def masked(opcode: int, payload: bytes) -> bytes:
    """A client's frame, masked with zeros."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes([0x80 | opcode]) + length + bytes(4) + payload


async def flood(house: House, frame: bytes, silent: Visitor, session: str, table: Table) -> None:
    """Send and never read: the connection is cut, memory is bounded, others are not affected."""
    with pytest.MonkeyPatch.context() as patched:
        # On a busy machine the close frame may be missed.
        patched.setattr(table_socket, "_LAST_WORD_S", 60)
        await _flood(house, frame, silent, session, table)


async def _flood(house: House, frame: bytes, silent: Visitor, session: str, table: Table) -> None:
    raw = await slow_reader(house, silent, session)
    loop = asyncio.get_running_loop()
    await loop.sock_sendall(raw, masked(1, b'{"type":"hello"}'))
    (mine,) = [each for each in house.desk.sockets.open if each is not _socket_of(house, table)]
    while not mine._welcomed:
        await asyncio.sleep(0.001)
    most = 0
    for n in range(5_000):
        await loop.sock_sendall(raw, frame * 12)
        await asyncio.sleep(0)
        transport = mine._transport
        if transport is None or transport.is_close_frame_sent:
            break
        most = max(most, transport.underlying_transport.get_write_buffer_size())
        if n % 200 == 0:
            assert (await table.carte(punto=100))["type"] == "coup"
    else:
        pytest.fail("nobody cut it")
    assert most < 150_000
    assert (await table.carte(punto=100))["type"] == "coup"
    heard, is_reset = b"", False
    try:
        while part := await asyncio.wait_for(loop.sock_recv(raw, 2**20), 10):
            heard = (heard + part)[-100:]
    except ConnectionError:  # what we sent after its close frame was answered with a reset
        is_reset = True
    raw.close()
    said_why = heard.endswith(b"\x88\x0a" + (4008).to_bytes(2, "big") + b"too slow")
    assert said_why or (is_reset and transport is not None and transport.is_close_frame_sent)
    await house.settle()
    assert len(house.desk.sockets.open) == 1


async def test_a_client_that_never_reads_is_cut(database: str) -> None:
    """It repeats the same coup, which costs the store nothing."""
    async with open_for_business(database, messages_per_second=10**6, unread_bytes=50_000) as house:
        silent, other = await house.guest(), await house.guest()
        table = await other.sit()
        first = await silent.sit()
        said = {"type": "carte", "key": new_key(), "bets": {"punto": 100}, "seed": new_seed()}
        await first.ask(**said)
        await first.vanish()
        await house.settle()
        frame = masked(1, json.dumps(said).encode())
        await flood(house, frame, silent, first.session, table)


async def test_pings_cannot_fill_the_memory(database: str) -> None:
    async with open_for_business(database, messages_per_second=10**6, unread_bytes=50_000) as house:
        silent, other = await house.guest(), await house.guest()
        table = await other.sit()
        session = (await silent.open()).json["session"]
        await flood(house, masked(9, b"p" * 125), silent, session, table)


def _socket_of(house: House, table: Table) -> Any:
    live = next(
        each
        for each in house.desk.floor._runners.values()
        if each.seat.session_name == table.session
    )
    return live.connection


async def test_sql_in_a_request_is_only_text(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        before = await house.books()
        evil = "' OR '1'='1'; DROP TABLE account; --"
        quoted = evil.replace(" ", "%20").replace("'", "%27")
        account = guest.account()
        for path in (
            f"/api/houses/{quoted}",
            f"/api/sessions/{quoted}",
            f"/api/accounts/{quoted}/records",
            f"/api/accounts/{account}/records?house={quoted}",
            f"/api/accounts/{account}/records?table={quoted}",
            f"/api/accounts/{account}/records?session={quoted}",
            f"/api/accounts/{account}/records?event={quoted}",
            f"/api/accounts/{account}/records?before={quoted}",
        ):
            assert (await guest.get(path)).status in (400, 404), path
        for said in ({"house": evil}, {"currency": evil}, {"key": evil}):
            assert (await guest.open(**said)).status == 400  # type: ignore[arg-type]
        assert await house.books() == before


async def test_a_body_that_is_not_the_expected_json_is_refused(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        said = {"key": new_key(), "house": "punto-e-banco", "amount": 1_000}
        for body in (b"", b"null", b"[]", b'"x"', b"\xff\xfe", json.dumps([said]).encode()):
            answer = await guest.post("/api/sessions", body)
            assert (answer.status, answer.code) == (400, "message/bad"), body
        unknown = await guest.post("/api/sessions", said | {"generation": 1})
        assert unknown.code == "message/bad"
