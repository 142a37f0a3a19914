"""The Python client registers, changes passwords, ends logins and refills play money."""

import pytest

from puntobanco.client import Client
from puntobanco.errors import NotSignedIn, RefillNotNeeded, WrongOldPassword, WrongPassword
from puntobanco.ledger.records import RecordKind
from puntobanco.server.serving import serving
from puntobanco.server.settings import Settings
from puntobanco.wire.messages import Moved

pytestmark = pytest.mark.anyio

OLD, NEW = "correct horse battery", "another long password"


async def test_a_guest_registers_at_the_table_and_plays_on(settings: Settings) -> None:
    async with serving(settings) as (_, base), Client(base) as client:
        guest = await client.guest()
        table = await client.sit("punto-e-banco", credit=50_000)
        named = await client.register("anna", OLD)
        assert (named.person, named.token, named.name) == (guest.person, guest.token, "anna")
        coup = await table.carte(punto=1_000)
        assert coup.credit_before == 50_000


async def test_a_new_password_ends_the_other_logins(settings: Settings) -> None:
    async with (
        serving(settings) as (_, base),
        Client(base) as here,
        Client(base) as there,
        Client(base) as third,
    ):
        await here.register("anna", OLD)
        for each in (there, third):
            await each.login("anna", OLD)
        assert [each.browser for each in await here.logins()] == ["puntobanco"] * 3
        (which,) = [each.id for each in await there.logins() if each.current]
        await here.end_login(which)
        with pytest.raises(NotSignedIn):
            await there.me()
        with pytest.raises(WrongOldPassword):
            await here.change_password(NEW, OLD)
        await here.change_password(OLD, NEW, end_others=False)
        await third.me()
        await here.end_other_logins()
        with pytest.raises(NotSignedIn):
            await third.me()
        with pytest.raises(WrongPassword):
            await there.login("anna", OLD)
        await there.login("anna", NEW)


async def test_play_money_that_has_run_out_is_refilled(settings: Settings) -> None:
    async with serving(settings) as (desk, base), Client(base) as client:
        await client.guest()
        with pytest.raises(RefillNotNeeded):
            await client.refill()
        cashier = desk.floor.cashier
        account = await desk.floor.store.account(client.accounts[0].id)
        assert account is not None
        await cashier.move(account, account.balance, "taken-away-0000001", "", RecordKind.WITHDRAWN)
        before = (await client.me()).refill
        assert before is not None
        assert (before.held, before.wait_ms) == (0, 0)
        assert (await client.refill()).amount == before.to
        assert (await client.me()).accounts[0].balance == before.to
        newest = (await anext(client.history())).entry
        assert isinstance(newest, Moved)
        assert newest.event == "refilled"
