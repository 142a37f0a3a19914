"""Registering, logging in and out, roles, and limits on guessing passwords."""

import asyncio
import time
from itertools import product
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from puntobanco.server.house import credentials
from tests.seat_kinds import private
from tests.server.visitors import (
    MINUTE,
    PASSWORD,
    WELCOME,
    House,
    Table,
    new_key,
    open_for_business,
)

pytestmark = pytest.mark.anyio


async def login(house: House, name: str, password: str = PASSWORD) -> Any:
    return await house.ask("POST", "/api/tokens", {"name": name, "password": password})


async def test_register_log_in_log_out(database: str) -> None:
    async with open_for_business(database) as house:
        anna = await house.player("anna")
        assert await anna.balance() == WELCOME
        assert set(anna.accounts) == {"FUN"}
        again = (await login(house, "anna")).json
        assert again["person"] == anna.person
        assert again["token"] != anna.token
        assert (await house.ask("DELETE", "/api/tokens/current", None, anna.token)).status == 204
        assert (await anna.get("/api/me")).code == "account/not-signed-in"
        assert (await house.ask("GET", "/api/me", None, again["token"])).status == 200
        house.clock.at += 30 * 24 * 60 * MINUTE * 1000  # tokens expire
        assert (await house.ask("GET", "/api/me", None, again["token"])).status == 401


async def test_logging_out_everywhere_ends_all_access(database: str) -> None:
    """Tokens, tickets and open sockets, even those opened by somebody else."""
    async with open_for_business(database) as house:
        anna = await house.player("anna")
        table = await anna.sit()
        ticket = await anna.ticket(table.session)
        assert (await house.ask("DELETE", "/api/tokens", None, anna.token)).status == 204
        assert (await anna.get("/api/me")).status == 401
        assert await table.end() == 4004
        late = await type(table).connect(house, ticket)
        assert await late.end() == 4004


async def test_logging_out_while_a_socket_is_being_opened(database: str) -> None:
    """Its ticket is redeemed, but it is not yet a connection that could be closed."""
    async with open_for_business(database) as house:
        for turns in range(12):
            anna = await house.guest()
            table = await anna.sit()
            path = await anna.ticket(table.session)
            socket = asyncio.create_task(type(table).connect(house, path))
            for _ in range(turns):
                await asyncio.sleep(0)
            gone = await house.ask("DELETE", "/api/tokens", None, anna.token)
            assert gone.status == 204
            late = await socket
            late.say(type="hello")
            assert await late.end() == 4004


async def test_requests_without_a_valid_token_are_refused(database: str) -> None:
    async with open_for_business(database) as house:
        tokens = ("", "x", "Bearer", "\xff\xfe", "' OR 1=1 --")
        paths = ("/api/me", "/api/sessions", "/api/accounts/1/records")
        for token, path in product(tokens, paths):
            answer = await house.ask("GET", path, Authorization=f"Bearer {token}")
            assert (answer.status, answer.code) == (401, "account/not-signed-in")
            assert answer.headers["www-authenticate"] == "Bearer"


async def test_wrong_passwords_and_unknown_names_get_the_same_refusal(database: str) -> None:
    async with open_for_business(database) as house:
        await house.player("anna")
        wrong, unknown, odd, empty = [
            await login(house, name, password)
            for name, password in (
                ("anna", "wrong password"),
                ("nobody", "wrong password"),
                ("an\x00na' OR 1=1 --", PASSWORD),
                ("", ""),
            )
        ]
        assert (wrong.status, wrong.code) == (422, "account/wrong-password")
        for other in (unknown, odd, empty):
            assert (other.status, other.body) == (wrong.status, wrong.body)
            assert other.headers.keys() == wrong.headers.keys()


async def test_names_that_look_like_a_taken_name_are_refused(database: str) -> None:
    """With capitals, or with letters that look alike or fold to the same."""
    async with open_for_business(database) as house:
        await house.player("anna")
        for name in ("ANNA", "Anna", "аnna", "anna\u200b", "ａｎｎａ", "an", "a b c", ""):
            house.clock.at += MINUTE * 1000
            tried = await house.ask("POST", "/api/people", {"name": name, "password": PASSWORD})
            taken = name.lower() == "anna"
            assert tried.code == ("account/name-taken" if taken else "account/bad-name")
            assert tried.status == (409 if taken else 422)
            assert (await login(house, name)).status == (201 if taken else 422)


async def test_a_name_stays_as_it_was_typed_and_is_found_in_any_case(database: str) -> None:
    async with open_for_business(database) as house:
        gerda = await house.player("Oma_Gerda")
        guest = await house.guest()
        named = {"name": "ANNA", "password": PASSWORD}
        for _ in range(2):  # the first answer was lost
            assert (await guest.post("/api/people", named)).json["name"] == "ANNA"
        for who, name in ((gerda, "Oma_Gerda"), (guest, "ANNA")):
            assert (await who.get("/api/me")).json["name"] == name
            for typed in (name, name.lower(), name.upper()):
                house.clock.at += MINUTE * 1000
                assert (await login(house, typed)).json["name"] == name
        other = await house.guest()
        house.clock.at += MINUTE * 1000
        taken = await other.post("/api/people", {"name": "oma_gerda", "password": PASSWORD})
        assert taken.code == "account/name-taken"
        operator = await house.operator()
        euros = {"key": new_key(), "name": "OMA_gerda", "currency": "EUR", "amount": 5_000}
        assert (await operator.post("/api/operator/deposits", euros)).status == 201
        assert await gerda.balance("EUR") == 5_000


async def test_too_short_or_too_long_passwords_are_refused(database: str) -> None:
    async with open_for_business(database) as house:
        for password in ("short", "x" * 257):
            said = {"name": "anna", "password": password}
            assert (await house.ask("POST", "/api/people", said)).code == "account/bad-password"
        half = b'{"name":"anna","password":"\\ud800 half a pair"}'
        assert (await house.ask("POST", "/api/people", half)).code == "message/bad"


async def test_guesses_are_throttled_by_name_and_by_address(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_for_business(database, logins_per_minute=3) as house:
        guess = house.desk.credentials.login
        codes = []
        for n in range(5):  # each from another address
            try:
                await guess("Anna", "wrong password", f"10.0.0.{n}")
            except Exception as refusal:
                codes.append(getattr(refusal, "code", "?"))
        assert codes == ["account/wrong-password"] * 3 + ["limit/too-fast"] * 2
        warned = [each for each in caplog.records if each.getMessage() == "too many logins"]
        assert [vars(each)["address"] for each in warned] == ["10.0.0.3", "10.0.0.4"]
        answers = [await login(house, f"name-{n}") for n in range(5)]
        assert [each.status for each in answers] == [422] * 3 + [429] * 2
        assert answers[-1].headers["retry-after"] == "60"
        house.clock.at += MINUTE * 1000
        assert (await login(house, "somebody")).status == 422


async def test_new_guests_are_throttled(database: str) -> None:
    async with open_for_business(database, guests_per_minute=2) as house:
        codes = [(await house.ask("POST", "/api/guests")).status for _ in range(3)]
        assert codes == [201, 201, 429]
        spoofed = await house.ask("POST", "/api/guests", X_Forwarded_For="10.0.0.1")
        assert spoofed.status == 429  # no proxy is configured, so the header is ignored


async def test_passwords_are_checked_in_a_thread(database: str) -> None:
    async with open_for_business(database) as house:
        await house.player("anna")

        def slowly(hashed: str, password: str) -> bool:
            time.sleep(0.3)  # blocks the thread, not the event loop
            return credentials._HASHER.verify(hashed, password)

        house.desk.credentials._fits = slowly  # type: ignore[method-assign]
        logging_in = asyncio.create_task(login(house, "anna"))
        await asyncio.sleep(0.02)
        for _ in range(5):
            assert (await house.ask("GET", "/livez")).status == 200
        assert not logging_in.done()
        assert (await logging_in).status == 201


async def everything_in(database: str) -> bytes:
    """The whole content of a database, as bytes."""
    if not database.startswith("postgresql:"):
        files = Path(database).parent.glob(Path(database).name + "*")
        return b"".join(file.read_bytes() for file in files)
    connection = await asyncpg.connect(database)
    try:
        tables = ("person", "token", "account", "seat", "record", "posting", "meta")
        found = [await connection.fetch(f"SELECT * FROM {table}") for table in tables]  # noqa: S608
    finally:
        await connection.close()
    return b"".join(
        value if isinstance(value, bytes) else str(value).encode()
        for rows in found
        for row in rows
        for value in row.values()
    )


async def test_tokens_passwords_and_unrevealed_seeds_are_not_stored(database: str) -> None:
    async with open_for_business(database) as house:
        anna = await house.player("anna")
        table = await anna.sit()
        ticket = (await anna.ticket(table.session)).partition("=")[2]
        coup = await table.carte(punto=1_000)
        (live,) = house.desk.floor._runners.values()
        stored = await everything_in(database)
        assert coup["server_seed"].encode() in stored  # a revealed seed is in the record
        for secret in (
            anna.token.encode(),
            PASSWORD.encode(),
            ticket.encode(),
            private(live.seat).seed,
            private(live.seat).seed.hex().encode(),
        ):
            assert secret not in stored


async def test_deposits_and_withdrawals_are_posted_once_per_key(database: str) -> None:
    async with open_for_business(database) as house:
        anna, bruno = await house.player("anna", EUR=1), await house.player("bruno", EUR=1)
        operator = await house.operator()
        for each in (anna, bruno):
            out = {"key": new_key(), "account": each.account("EUR"), "amount": 100}
            assert (await operator.post("/api/operator/withdrawals", out)).status == 201
        deposit = {"key": new_key(), "account": anna.account("EUR"), "amount": 10_000}
        first = await operator.post("/api/operator/deposits", deposit)
        assert first.json["event"] == "deposited"
        again = await asyncio.gather(
            *[operator.post("/api/operator/deposits", deposit) for _ in range(4)]
        )
        assert {each.body for each in again} == {first.body}
        assert await anna.balance("EUR") == 10_000
        other = await operator.post("/api/operator/deposits", deposit | {"amount": 10_001})
        assert (other.status, other.code) == (409, "account/key-reused")
        backwards = await operator.post("/api/operator/withdrawals", deposit)
        assert backwards.code == "account/key-reused"
        for account in (anna.account("FUN"), bruno.account("EUR")):
            elsewhere = await operator.post(
                "/api/operator/deposits", deposit | {"account": account}
            )
            assert (elsewhere.status, elsewhere.code) == (409, "account/key-reused")
        assert await bruno.balance("EUR") == 0
        at_once = {"key": new_key(), "amount": 100}
        answers = await asyncio.gather(
            *[
                operator.post("/api/operator/deposits", at_once | {"account": who.account("EUR")})
                for who in (anna, bruno)
            ]
        )
        assert sorted(each.status for each in answers) == [201, 409]
        paid = anna if answers[0].status == 201 else bruno
        taken = await operator.post(
            "/api/operator/withdrawals",
            {"key": new_key(), "account": paid.account("EUR"), "amount": 100},
        )
        assert taken.status == 201
        out = deposit | {"key": new_key(), "amount": 4_000, "note": "' OR 1=1 -- "}
        for _ in range(2):
            assert (await operator.post("/api/operator/withdrawals", out)).status == 201
        assert await anna.balance("EUR") == 6_000
        more = out | {"key": new_key(), "amount": 6_001}
        withdrawn = await operator.post("/api/operator/withdrawals", more)
        assert withdrawn.code == "account/not-covered"
        for account in (10**6, 2**53, 2**63, -1, 0):
            nowhere = deposit | {"account": account, "key": new_key()}
            status = (await operator.post("/api/operator/deposits", nowhere)).status
            assert status == (404 if 0 < account <= 2**53 else 400)
        assert await house.total() == 0


async def test_an_account_in_francs_is_opened_by_the_first_deposit(database: str) -> None:
    """Only for registered players, and only for money that a sheet is played for."""
    async with open_for_business(database) as house:
        anna, guest = await house.player("anna"), await house.guest()
        operator = await house.operator()
        francs = {"key": new_key(), "name": "Anna", "currency": "CHF", "amount": 50_000}
        first, again = await asyncio.gather(
            *[operator.post("/api/operator/deposits", francs) for _ in range(2)]
        )
        assert first.body == again.body
        assert (first.json["currency"], first.json["amount"]) == ("CHF", 50_000)
        assert await anna.balance("CHF") == 50_000
        new = francs | {"key": new_key()}
        for which, code in (
            ({"currency": "USD"}, "account/unknown"),
            ({"name": "nobody"}, "account/unknown"),
            ({"name": "the-cashier"}, "account/unknown"),
            ({"name": None, "account": guest.account()}, "account/unknown"),  # it holds play money
            ({"account": first.json["account"]}, "message/bad"),
            ({"currency": None}, "message/bad"),
            ({"currency": "chf"}, "message/bad"),
        ):
            refused = await operator.post("/api/operator/deposits", new | which)
            assert refused.code == code, which
        assert (await guest.open_at("st-moritz", 100, currency="CHF")).code == "account/unknown"
        assert await anna.balance("CHF") == 50_000


async def test_only_operators_move_money_and_they_cannot_bet(database: str) -> None:
    async with open_for_business(database) as house:
        anna, guest = await house.player("anna"), await house.guest()
        operator = await house.operator()
        for who in (anna, guest):
            for what in ("deposits", "withdrawals"):
                said = {"key": new_key(), "account": who.account(), "amount": 100}
                answer = await who.post(f"/api/operator/{what}", said)
                assert (answer.status, answer.code) == (403, "account/not-allowed")
        opened = await operator.open()
        assert (opened.status, opened.code) == (403, "account/not-allowed")
        records = await operator.get(f"/api/accounts/{anna.account()}/records")
        assert records.status == 200  # an operator may read them


async def test_for_fun_accepts_play_money_only(database: str) -> None:
    async with open_for_business(database) as house:
        anna = await house.player("anna", EUR=100)
        refused = await anna.open("for-fun", 1_000, currency="EUR")
        assert refused.code == "account/wrong-money"
        assert await anna.balance("EUR") == 10_000
        for name in ("punto-e-banco", "punto-e-banco-egalite"):
            table = await anna.sit(name, 1_000, currency="EUR")
            assert table.welcome["currency"] == "EUR"
            await table.carte(punto=100)
        for name in ("for-fun", "punto-e-banco", "punto-e-banco-egalite"):
            table = await anna.sit(name, 1_000)
            assert table.welcome["currency"] == "FUN"
            await table.carte(punto=100)
        guest = await house.guest()
        assert (await guest.open("punto-e-banco", 100, currency="EUR")).status == 404
        assert (await guest.open_at("campione")).status == 201
        for name in ("nowhere", "../etc", "\x00"):
            assert (await guest.open(name)).status == 400
            assert (await guest.open_at(name)).status == 400


async def test_other_peoples_things_are_refused_as_not_found(database: str) -> None:
    """A stranger can't tell whether they exist."""
    async with open_for_business(database) as house:
        anna, bruno = await house.guest(), await house.guest()
        table = await anna.sit()
        await table.carte(punto=1_000)
        record = (await anna.records("&event=coup"))[0]["record"]
        account, session = anna.account(), table.session
        before = await house.books()
        for theirs, nobodys in (
            (f"/api/sessions/{session}", "/api/sessions/77.1"),
            (f"/api/accounts/{account}/records", "/api/accounts/77/records"),
            (f"/api/accounts/{account}/coups.csv", "/api/accounts/77/coups.csv"),
            (f"/api/accounts/{account}/coups.json", "/api/accounts/77/coups.json"),
            (
                f"/api/accounts/{account}/coups/{record}/proof",
                f"/api/accounts/77/coups/{record}/proof",
            ),
        ):
            seen, unseen = await bruno.get(theirs), await bruno.get(nobodys)
            assert (seen.status, seen.code) == (unseen.status, unseen.code) == (404, seen.code)
            assert seen.body == unseen.body.replace(b"77", str(account).encode())
        own = f"/api/accounts/{bruno.account()}/coups/{record}/proof"
        assert (await bruno.get(own)).code == "session/no-record"
        for what, said in (
            ("tickets", None),
            ("top-ups", {"key": new_key(), "amount": 100}),
            ("cash-out", {"key": new_key()}),
        ):
            seen = await bruno.post(f"/api/sessions/{session}/{what}", said)
            assert (seen.status, seen.code) == (404, "session/none")
        assert await house.books() == before


async def test_a_registration_interrupted_by_a_crash_is_completed_at_the_next_login(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_for_business(database) as house:

        async def crash(*_: Any) -> None:
            raise ConnectionAbortedError

        with monkeypatch.context() as broken:
            broken.setattr(type(house.desk.floor.cashier), "welcome", crash)
            answer = await house.ask("POST", "/api/people", {"name": "anna", "password": PASSWORD})
            assert answer.status == 500
        anna = (await login(house, "anna")).json
        assert [(each["currency"], each["balance"]) for each in anna["accounts"]] == [
            ("FUN", WELCOME)
        ]


async def test_logging_out_closes_the_sockets_opened_with_the_token(database: str) -> None:
    async with open_for_business(database) as house:
        anna = await house.player("anna")
        table = await anna.sit()
        ticket = await anna.ticket(table.session)
        assert (await house.ask("DELETE", "/api/tokens/current", None, anna.token)).status == 204
        assert await table.end() == 4004
        late = await type(table).connect(house, ticket)
        assert await late.end() == 4004


async def test_a_ticket_of_a_revoked_token_cannot_take_over_a_session(database: str) -> None:
    async with open_for_business(database) as house:
        anna = await house.guest()
        session = (await anna.open()).json["session"]
        stale = await anna.ticket(session)
        person = await house.desk.credentials.person_of(anna.token)
        assert (await house.ask("DELETE", "/api/tokens", None, anna.token)).status == 204
        anna.token = await house.desk.credentials._token(person)
        mine = await Table.connect(house, await anna.ticket(session))
        assert (await mine.ask(type="hello"))["type"] == "welcome"
        other = await Table.connect(house, stale)
        assert await other.end() == 4004
        await house.settle()
        assert mine.closed is None
