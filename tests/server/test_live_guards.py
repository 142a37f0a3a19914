"""What is refused at a shared table: other money, a seed used before, an outdated connection."""

import asyncio

import pytest

from puntobanco.errors import Refusal, SeedReused, StoreHalted, TakenOver
from puntobanco.fair.commitment import hash_seed
from puntobanco.ledger.accounts import PLAY_MONEY
from puntobanco.server.house.writer import Writer
from puntobanco.server.seats.seat_runner import QueuedRequest
from puntobanco.server.shared_tables.audience import _RECENT, Audience
from puntobanco.store.interface import Store, WriteResult
from puntobanco.table.recording import Change
from puntobanco.table.session import TakeOver
from puntobanco.wire.requests import CashOut, MixIn, Open, Stay
from puntobanco.wire.stream import Stage, Standing, TableView
from tests.audit.live_night import RecordingConnection, begin
from tests.audit.night import key, sit
from tests.server.live_visitors import LiveTable, SilentTable
from tests.server.visitors import PASSWORD, code, new_key, open_for_business
from tests.staff_names import OLGA

pytestmark = pytest.mark.anyio


async def test_only_operators_open_pause_and_close_tables(database: str) -> None:
    async with open_for_business(database) as house:
        path = "/api/operator/tables/live-mini/standing"
        guest, player = await house.guest(), await house.player("anna")
        for visitor in (guest, player):
            for standing in ("paused", "closed", "open"):
                refused = await visitor.post(path, {"standing": standing})
                assert (refused.status, refused.code) == (403, "account/not-allowed")
        nobody = await house.ask("POST", path, {"standing": "closed"})
        assert (nobody.status, nobody.code) == (401, "account/not-signed-in")
        assert house.desk.floor.tables.get("live-mini").view.standing is Standing.OPEN


async def test_a_table_accepts_only_its_own_currency(database: str) -> None:
    """Play money and euros are never mixed."""
    async with open_for_business(database) as house:
        operator = await house.operator()
        euros = {"name": "euros", "house": "live-mini", "currency": "EUR"}
        assert (await operator.post("/api/operator/tables", euros)).status == 201
        anna = await house.player("anna", EUR=1_000)
        for table, other in (("euros", PLAY_MONEY), ("live-mini", "EUR")):
            refused = await anna.open_at(table, 10_000, currency=other)
            assert (refused.status, refused.code) == (422, "account/wrong-money")
        for table, own in (("euros", "EUR"), ("live-mini", PLAY_MONEY)):
            assert (await anna.open_at(table, 10_000, currency=own)).status == 201


async def test_senza_aver_piazzato_alcuna_puntata_regolare(database: str) -> None:
    """004: «Il giocatore può piazzare delle puntate collaterali senza aver piazzato alcuna puntata
    regolare.»"""
    async with open_for_business(database) as house:
        anna = await LiveTable.sit(house, await house.guest())
        await anna.betting()
        assert (await anna.confirm(piccolo=100, grande=100))["stakes"] == {
            "piccolo": 100,
            "grande": 100,
        }
        result = await anna.cards()
        won = 250 if len(result["cards"]) == 2 * 4 else 154
        assert anna.last("paid")["returned"] == won


async def test_sitting_down_at_a_closed_table_is_refused(database: str) -> None:
    """A player who has a session there may still reconnect and cash out."""
    async with open_for_business(database) as house:
        anna, late, gone = [await house.guest() for _ in range(3)]
        table = await LiveTable.sit(house, anna)
        key = new_key()
        left = await gone.open_at("live-mini", 10_000, key=key)
        out = f"/api/sessions/{left.json['session']}/cash-out"
        assert (await gone.post(out, {"key": new_key()})).status == 201
        operator = await house.operator()
        closing = {"standing": "closed"}
        await operator.post("/api/operator/tables/live-mini/standing", closing)
        refused = await late.open_at("live-mini", 10_000)
        assert (refused.status, refused.code) == (400, "table/closed")
        assert await late.balance() == 1_000_000
        # A repeated request gets its answer; a player with a session gets that session.
        assert (await gone.open_at("live-mini", 10_000, key=key)).json == left.json
        assert (await anna.open_at("live-mini", 10_000)).code == "session/open"
        again = await anna.come_back(table.session)
        assert (await again.cash_out())["credited"] == again.welcome["credit"]
        assert await house.total() == 0


async def test_an_unknown_house_or_table_is_refused_with_the_known_names(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        for name in ("nope", "live-mini"):
            refused = await guest.open(name)
            assert (refused.status, refused.code) == (400, "session/not-playable")
            assert refused.json["message"] == (
                f"There is no house with private tables '{name}' to sit down at. Choose one of "
                "for-fun, punto-e-banco, punto-e-banco-egalite."
            )
        for name in ("nope", "punto-e-banco"):
            refused = await guest.open_at(name)
            assert (refused.status, refused.code) == (400, "session/not-playable")
            assert refused.json["message"] == (
                f"There is no shared table '{name}' to sit down at. Choose one of "
                "campione, live-mini, st-moritz."
            )


async def test_a_session_names_either_a_house_or_a_table(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        both = await guest.open("punto-e-banco", table="live-mini")
        neither = await guest.post("/api/sessions", {"key": new_key(), "amount": 1_000})
        for refused in (both, neither):
            assert (refused.status, refused.code) == (400, "message/bad")


async def test_a_session_tells_its_table_and_its_house(database: str) -> None:
    """Whatever the table's name is, the house whose rules it uses is also named."""
    async with open_for_business(database) as house:
        operator = await house.operator()
        made = {"name": "salon-rouge", "house": "live-mini"}
        assert (await operator.post("/api/operator/tables", made)).status == 201
        guest = await house.guest()
        shared = (await guest.open_at("salon-rouge")).json
        private = (await guest.open("punto-e-banco")).json
        places = {
            shared["session"]: ("live-mini", "salon-rouge"),
            private["session"]: ("punto-e-banco", f"punto-e-banco/{guest.account()}"),
        }
        for told in (shared, private, *(await guest.get("/api/me")).json["sessions"]):
            assert (told["house"], told["table"]) == places[told["session"]]
        for told in (shared, private):
            welcome = (await guest.come_back(told["session"])).welcome
            assert (welcome["house"], welcome["table"]) == places[told["session"]]
        records = f"/api/accounts/{guest.account()}/records"
        for which, session in (
            ("table=salon-rouge", shared["session"]),
            ("house=live-mini", shared["session"]),
            (f"table=punto-e-banco/{guest.account()}", private["session"]),
            ("house=punto-e-banco", private["session"]),
        ):
            found = (await guest.get(f"{records}?{which}")).json["records"]
            assert [each["session"] for each in found] == [session], which
        for nothing in ("table=live-mini", "house=salon-rouge", "table=punto-e-banco/999"):
            assert (await guest.get(f"{records}?{nothing}")).json["records"] == []


async def test_a_table_cannot_have_the_name_of_a_private_house(database: str) -> None:
    """The name would be ambiguous in sessions, commitments and proofs."""
    async with open_for_business(database) as house:
        operator = await house.operator()
        for name in ("punto-e-banco", "for-fun", "live-mini"):
            made = await operator.post("/api/operator/tables", {"name": name, "house": "live-mini"})
            assert made.code == "table/taken"
        assert list(house.desk.floor.tables.runners) == ["campione", "live-mini", "st-moritz"]
        assert (await (await house.guest()).open("punto-e-banco")).json["table"] != "punto-e-banco"


async def test_a_used_seed_cannot_be_mixed_again(store: Store) -> None:
    """Also without a restart in between: its hash is already known."""
    night = await begin(store, "anna", "bruno")
    mixed = hash_seed("the same again, of 32 characters").hex()
    said: list[Refusal | None] = []

    def mix(name: str) -> None:
        table, seat = night.table, night.seats[name].seat
        table.play(MixIn(table.view.sabot, mixed), str(seat.account), said.append)

    await night.stage(Stage.MIXING)
    mix("anna")
    await night.until(lambda: night.table.view.sabot == 2)  # Anna never opened the seed
    await night.stage(Stage.MIXING)
    mix("bruno")  # the same seed from another player
    await night.until(lambda: len(said) == 2)
    assert said[0] is None
    assert isinstance(said[1], SeedReused)
    await night.floor.stop()


async def test_an_older_connection_cannot_mix(database: str) -> None:
    """The newer connection has its own seed."""
    async with open_for_business(database) as house:
        anna = await SilentTable.sit(house, await house.guest())
        while anna.view.stage != "mixing":
            await house.pass_time(1)
            await anna.listen()
        floor = house.desk.floor
        live = await floor.seat_runner(int(anna.session.split(".")[0]))
        assert live is not None
        await floor.ask(live, TakeOver())  # a newer connection; this one is not closed yet
        anna.say(type="mix", sabot=anna.view.sabot, hash="ab" * 32)
        assert code(await anna.until("refused")) == "session/taken-over"
        anna.say(type="open_seed", sabot=anna.view.sabot, seed="5" * 32)
        assert code(await anna.until("refused")) == "session/taken-over"
        assert not floor.tables.get("live-mini").table.mixing.players


async def test_the_connection_of_an_old_session_cannot_bet_in_a_new_one(store: Store) -> None:
    """Whatever an earlier session's connection still sends is refused."""
    night = await begin(store)
    for name, place in (("anna", "punto-e-banco"), ("bruno", "live-mini")):
        live = await sit(night.floor, name, place)
        generation = await night.floor.take_over(live, RecordingConnection())
        await night.floor.ask(live, CashOut(key()))
        await night.floor.ask(live, Open(key(), 1_000))
        answers: list[bytes | Refusal] = []
        live.ask(QueuedRequest(Stay(), answers.append, generation))
        while not answers:
            await asyncio.sleep(0.001)
        assert isinstance(answers[0], TakenOver)
    await night.floor.stop()


class Broken:
    """A store with a bug in it."""

    async def write(self, changes: list[Change]) -> list[WriteResult]:
        raise ZeroDivisionError


class Job:
    def __init__(self) -> None:
        self.told: list[WriteResult | Refusal] = []

    def draw(self) -> None: ...

    def make(self) -> Change:
        return Change(None)

    def written(self, change: Change, outcome: WriteResult | Refusal) -> None:
        self.told.append(outcome)


async def test_a_bug_in_the_store_halts_the_house() -> None:
    """Only the next start can tell what was written, so nothing goes on."""
    writer = Writer(Broken())  # type: ignore[arg-type]
    job = Job()
    writer.submit(job)
    await writer.finish()
    assert writer.halted.is_set()
    assert [type(outcome) for outcome in job.told] == [StoreHalted]


async def test_registrations_are_limited_like_log_ins(database: str) -> None:
    """Hashing a password takes time, and a refusal tells that a name is taken."""
    async with open_for_business(database, logins_per_minute=3) as house:
        said = [
            await house.ask("POST", "/api/people", {"name": f"anna-{n}", "password": PASSWORD})
            for n in range(5)
        ]
        assert [each.status for each in said] == [201] * 3 + [429] * 2
        assert said[-1].code == "limit/too-fast"
        await house.pass_time(20)
        again = {"name": "anna-9", "password": PASSWORD}
        assert (await house.ask("POST", "/api/people", again)).status == 201


def view(epoch: int, offset: int) -> TableView:
    return TableView("live-mini", epoch, offset, Standing.OPEN, Stage.RESTING)


def told(audience: Audience, epoch: int, events: int) -> TableView:
    for offset in range(1, events + 1):
        audience.tell(view(epoch, offset), b'"%d.%d"' % (epoch, offset))
    return view(epoch, events)


def test_missed_events_are_kept_up_to_a_limit() -> None:
    audience = Audience()
    now = told(audience, 1, _RECENT + 50)
    every = audience.missed(now, 1, 50)
    assert every is not None
    assert [bytes(each) for each in every] == [b'"1.%d"' % n for n in range(51, _RECENT + 51)]
    assert audience.missed(now, 1, 49) is None  # one more than is kept
    assert audience.missed(now, 1, 0) is None
    assert audience.missed(now, 1, now.offset) == ()
    assert audience.missed(now, 1, now.offset + 1) is None  # an offset in the future
    assert Audience().missed(view(1, 9), 1, 8) is None  # after a restart


def test_missed_events_are_of_one_epoch() -> None:
    audience = Audience()
    told(audience, 1, 20)
    now = told(audience, 2, 5)
    missed = audience.missed(now, 2, 2)
    assert missed is not None
    assert [bytes(each) for each in missed] == [b'"2.3"', b'"2.4"', b'"2.5"']
    for epoch in (0, 1, 3):
        assert audience.missed(now, epoch, 2) is None


async def test_a_client_with_a_too_old_or_future_offset_gets_the_view(
    database: str,
) -> None:
    async with open_for_business(database) as house:
        visitor = await house.guest()
        anna = await LiveTable.sit(house, visitor)
        await anna.betting()
        epoch, offset, session = anna.view.epoch, anna.view.offset, anna.session
        await anna.vanish()
        tables = house.desk.floor.tables
        for n in range(_RECENT + 1):
            standing = Standing.OPEN if n % 2 else Standing.PAUSED
            await tables.stand("live-mini", standing, f"{n}", OLGA)

        async def missed(of_epoch: int, known: int) -> list[int] | None:
            back = await LiveTable.come_back(house, visitor, session, of_epoch, known)
            events = back.welcome["shared"]["missed"]
            assert back.view == tables.get("live-mini").view
            return None if events is None else [each["offset"] for each in events]

        now = tables.get("live-mini").view.offset
        assert now == offset + _RECENT + 1
        assert await missed(epoch, offset) is None  # too old by one
        assert await missed(epoch, 1) is None
        assert await missed(epoch, now - _RECENT) == list(range(now - _RECENT + 1, now + 1))
        assert await missed(epoch, now) == []
        assert await missed(epoch, now + 1) is None  # ahead of the house
        assert await missed(epoch, now + 10_000) is None
        assert await missed(epoch + 1, now - 1) is None
