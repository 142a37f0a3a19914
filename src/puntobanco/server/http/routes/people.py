"""Routes for guests, registration and log-in."""

from typing import Any, Final

from litestar import Request, delete, get, post
from litestar.params import JSONBody
from msgspec import Raw

from puntobanco.errors import (
    BadName,
    BadPassword,
    KeyReused,
    NameTaken,
    NotAllowed,
    RefillNotNeeded,
    RefillTooSoon,
    WrongPassword,
)
from puntobanco.ledger.accounts import Account
from puntobanco.server.house.credentials import hash_token
from puntobanco.server.http.routes.desk import (
    TOKEN,
    Desk,
    TheDesk,
    ThePerson,
    address_of,
    read_token,
    refuses,
    tells,
)
from puntobanco.server.http.routes.sessions import check_plays, open_sessions
from puntobanco.store.interface import Person
from puntobanco.wire.bodies import AccountView, JustKey, Me, SignedIn, SignIn
from puntobanco.wire.messages import Moved


async def _signed_in(desk: Desk, person: Person, token: str) -> SignedIn:
    accounts = await desk.floor.store.accounts(person.id)
    return SignedIn(token, person.id, person.name, person.role.value, _account_views(accounts))


def _account_views(accounts: list[Account]) -> tuple[AccountView, ...]:
    return tuple(
        AccountView(each.id, each.currency, each.is_play_money, each.balance) for each in accounts
    )


@post("/guests", tags=["people"], summary="Come as a guest, with play money")
async def guest(request: Request[Any, Any, Any], desk: TheDesk) -> SignedIn:
    return await _signed_in(desk, *await desk.credentials.guest(address_of(request)))


@post(
    "/people",
    tags=["people"],
    summary="Register",
    opt=refuses(BadName, BadPassword, NameTaken),
)
async def register(
    data: JSONBody[SignIn], request: Request[Any, Any, Any], desk: TheDesk
) -> SignedIn:
    made = await desk.credentials.register(data.name, data.password, address_of(request))
    return await _signed_in(desk, *made)


@post(
    "/tokens",
    tags=["people"],
    summary="Log in: a token for a name and its password",
    opt=refuses(WrongPassword),
)
async def login(data: JSONBody[SignIn], request: Request[Any, Any, Any], desk: TheDesk) -> SignedIn:
    made = await desk.credentials.login(data.name, data.password, address_of(request))
    return await _signed_in(desk, *made)


@delete(
    "/tokens/current",
    tags=["people"],
    summary="Log out: this token opens nothing any more",
    security=TOKEN,
)
async def logout(request: Request[Any, Any, Any], desk: TheDesk, person: ThePerson) -> None:
    token = read_token(request)
    await desk.credentials.revoke(token)
    await _leave(desk, person, hash_token(token))


@delete("/tokens", tags=["people"], summary="Log out everywhere", security=TOKEN)
async def logout_everywhere(desk: TheDesk, person: ThePerson) -> None:
    await desk.floor.store.revoke_tokens(person.id)
    await _leave(desk, person, None)


async def _leave(desk: Desk, person: Person, token_hash: bytes | None) -> None:
    """Close a person's sockets of one token, or all; their tickets are no longer valid either."""
    if not person.role.plays:
        desk.sockets.send_away(person.id, token_hash)
    for account in await desk.floor.store.accounts(person.id):
        for seat in await desk.floor.store.seats(account.id):
            desk.floor.send_away(seat.id, token_hash)


@get("/me", tags=["people"], summary="Who I am, my accounts, my open sessions", security=TOKEN)
async def me(desk: TheDesk, person: ThePerson) -> Me:
    accounts = await desk.floor.store.accounts(person.id)
    return Me(
        person.id,
        person.name,
        person.role.value,
        _account_views(accounts),
        tuple(await open_sessions(desk, accounts)),
        await desk.floor.refills.view(accounts) if person.role.plays else None,
    )


@post(
    "/refills",
    tags=["people"],
    summary="Refill play money that has run out",
    opt=refuses(NotAllowed, RefillNotNeeded, RefillTooSoon, KeyReused),
    responses=tells(Moved),
    security=TOKEN,
)
async def refill(data: JSONBody[JustKey], desk: TheDesk, person: ThePerson) -> Raw:
    check_plays(person)
    return Raw(await desk.floor.refills.refill(person, data.key))


ROUTES: Final = (guest, register, login, logout, logout_everywhere, me, refill)
