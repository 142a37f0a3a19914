"""A connection cut after any message of a session never changes the money at its end."""

import json
from collections import Counter
from pathlib import Path

import pytest

from puntobanco.ledger.accounts import GRANT, AccountKind
from puntobanco.ledger.records import RecordKind
from puntobanco.server.house.limits import Limits
from puntobanco.server.http.routes.desk import Desk
from puntobanco.server.serving import serving
from puntobanco.server.settings import Settings
from puntobanco.store.interface import Query
from tests.conftest import SEALING_KEY
from tests.faults.guest import CREDIT, Guest
from tests.faults.proxy import Proxy
from tests.store_contents import all_accounts

pytestmark = pytest.mark.anyio

ONCE = {
    RecordKind.ACCOUNT_OPENED: 1,
    RecordKind.GRANTED: 1,
    RecordKind.OPENED: 1,
    RecordKind.COUP: 3,
    RecordKind.TOPPED_UP: 1,
    RecordKind.CLOSED: 1,
}


def session(guest: Guest, seed: int) -> None:
    """The requests that the guest sends."""

    def carte(n: int, bet: str) -> dict[str, object]:
        player_seed = f"{seed:016x}{n:016x}"
        return {"type": "carte", "key": guest.new_key(), "bets": {bet: 500}, "seed": player_seed}

    guest.wishes = [
        carte(1, "banco"),
        {"type": "place", "bets": {"punto": 100}},
        carte(2, "punto"),
        {"type": "top_up", "key": guest.new_key(), "amount": 2_000},
        carte(3, "egalite"),
        {"type": "cash_out", "key": guest.new_key()},
    ]


async def play(desk: Desk, port: int, cut_after: int) -> Proxy:
    proxy = Proxy(port, cut_after)
    guest = Guest(cut_after, deeds=6)
    session(guest, cut_after)
    async with proxy.listening() as base:
        await guest.play(base)
    await check_money(desk, guest)
    return proxy


async def check_money(desk: Desk, guest: Guest) -> None:
    """Check that all is done once, the credit returned, and the account right."""
    store = desk.floor.store
    records = await store.history(Query(guest.account, 100))
    assert Counter(each.record.event for each in records) == ONCE
    keyed = {each.record.key: each.record.body for each in records if each.record.seat is not None}
    assert keyed == guest.acknowledged
    coups = [json.loads(body) for body in keyed.values() if b'"type":"coup"' in body]
    won = sum(coup["returned"] - coup["staked"] for coup in coups)
    account = await store.account(guest.account)
    assert account is not None
    assert account.balance == GRANT + won
    [closed] = [json.loads(body) for body in keyed.values() if b'"type":"closed"' in body]
    assert closed["credited"] == CREDIT + 2_000 + won


async def test_a_connection_cut_after_any_message_changes_no_money(
    database: str, tmp_path: Path
) -> None:
    limits = Limits(messages_per_second=10**6, guests_per_minute=10**6, requests_per_second=10**6)
    settings = Settings(database=database, sealing_key=SEALING_KEY.hex(), limits=limits)
    async with serving(settings) as (desk, base):
        port = int(base.rsplit(":", 1)[1])
        uncut = await play(desk, port, 0)
        assert uncut.messages > 20
        for n in range(1, uncut.messages + 1):
            cut = await play(desk, port, n)
            assert cut.cuts == 1, f"message {n} never came"
        accounts = await all_accounts(desk.floor.store)
        assert sum(account.balance for account in accounts) == 0
        assert all(
            account.balance == 0 for account in accounts if account.kind is AccountKind.CREDIT
        )
