"""A visit in the terminal: come in, sit down, play, leave."""

import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from msgspec import Struct

from puntobanco.client import Client
from puntobanco.terminal.live_app import LiveApp
from puntobanco.terminal.phrases import parting
from puntobanco.terminal.private_app import PlayApp
from puntobanco.terminal.seat_app import SeatApp
from puntobanco.terminal.sign_in import (
    GuestBook,
    come_as_guest,
    come_back,
    is_live,
    refill_if_empty,
    sit_down,
    sit_down_live,
)
from puntobanco.wire.table_spec import PLAY_MONEY


class Visit(Struct, frozen=True):
    """Who plays where, and with how much."""

    house: str
    server: str | None  # None: start a server for this visit
    credit: int
    currency: str | None  # None: the shared table's own, or play money
    name: str | None  # None: a guest
    password: str
    new_guest: bool
    seen: Path | None


async def pay_visit(visit: Visit) -> str:
    """Play until the player leaves; return the last words to print."""
    async with AsyncExitStack() as stack:
        address = visit.server
        if address is None:
            address = await stack.enter_async_context(_own_house())
        client = await stack.enter_async_context(Client(address, seen=visit.seen))
        await _come_in(client, visit)
        app = await _sit_down(client, visit)
        await app.run_async()
    return parting(app.table.state, _way_back(visit))


async def _come_in(client: Client, visit: Visit) -> None:
    if visit.name is not None:
        await client.login(visit.name, visit.password)
    elif visit.server is None:
        await client.guest()
    else:
        await come_as_guest(client, GuestBook(client.http.address), is_new=visit.new_guest)
    if visit.currency in (None, PLAY_MONEY):
        await refill_if_empty(client)


async def _sit_down(client: Client, visit: Visit) -> SeatApp:
    if await is_live(client, visit.house):
        live, resumed = await sit_down_live(client, visit.house, visit.credit, visit.currency)
        return LiveApp(client, live, resumed=resumed)
    table, resumed = await sit_down(client, visit.house, visit.credit, visit.currency)
    return PlayApp(client, table, resumed=resumed)


def _way_back(visit: Visit) -> str:
    if visit.server is None:
        return ""
    return come_back(visit.house, visit.server, visit.name, visit.currency, visit.seen)


@asynccontextmanager
async def _own_house() -> AsyncIterator[str]:
    from puntobanco.server.serving import serving
    from puntobanco.server.settings import Settings

    with tempfile.TemporaryDirectory(prefix="puntobanco-") as directory:
        async with serving(Settings(database=f"{directory}/house.db")) as (_, address):
            yield address
