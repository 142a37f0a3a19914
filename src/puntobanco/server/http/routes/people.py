"""Routes for guests, registration and log-in."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from litestar import Request, delete, get, post, put
from litestar.params import FromPath, JSONBody
from msgspec import Raw

from puntobanco.errors import (
    BadName,
    BadPassword,
    KeyReused,
    NameTaken,
    NoLogin,
    NotAllowed,
    NotSignedIn,
    RefillNotNeeded,
    RefillTooSoon,
    WrongOldPassword,
    WrongPassword,
)
from puntobanco.ledger.accounts import Account
from puntobanco.server.house.credentials import hash_token
from puntobanco.server.house.devices import name_device
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
from puntobanco.store.interface import Device, Person
from puntobanco.wire.bodies import AccountView, JustKey, Login, Me, NewPassword, SignedIn, SignIn
from puntobanco.wire.messages import Moved


async def _signed_in(desk: Desk, person: Person, token: str) -> SignedIn:
    accounts = await desk.floor.store.accounts(person.id)
    return SignedIn(token, person.id, person.name, person.role.value, _account_views(accounts))


def _account_views(accounts: list[Account]) -> tuple[AccountView, ...]:
    return tuple(
        AccountView(each.id, each.currency, each.is_play_money, each.balance) for each in accounts
    )


def _device(request: Request[Any, Any, Any]) -> Device:
    return name_device(request.headers.get("User-Agent", ""))


@post("/guests", tags=["people"], summary="Come as a guest, with play money")
async def guest(request: Request[Any, Any, Any], desk: TheDesk) -> SignedIn:
    made = await desk.credentials.guest(address_of(request), _device(request))
    return await _signed_in(desk, *made)


@post(
    "/people",
    tags=["people"],
    summary="Register; with a guest's token, the guest keeps everything",
    security=[{}, *TOKEN],
    opt=refuses(BadName, BadPassword, NameTaken, NotAllowed, NotSignedIn),
)
async def register(
    data: JSONBody[SignIn], request: Request[Any, Any, Any], desk: TheDesk
) -> SignedIn:
    credentials, address = desk.credentials, address_of(request)
    if "Authorization" in request.headers:
        token = read_token(request)
        guest = await credentials.person_of(token)
        named = await credentials.name_guest(guest, data.name, data.password, address)
        return await _signed_in(desk, named, token)
    made = await credentials.register(data.name, data.password, address, device=_device(request))
    return await _signed_in(desk, *made)


@post(
    "/tokens",
    tags=["people"],
    summary="Log in: a token for a name and its password",
    opt=refuses(WrongPassword),
)
async def login(data: JSONBody[SignIn], request: Request[Any, Any, Any], desk: TheDesk) -> SignedIn:
    made = await desk.credentials.login(
        data.name, data.password, address_of(request), _device(request)
    )
    return await _signed_in(desk, *made)


@get("/tokens", tags=["people"], summary="Where I am logged in", security=TOKEN)
async def logins(request: Request[Any, Any, Any], desk: TheDesk, person: ThePerson) -> list[Login]:
    here, now = hash_token(read_token(request)), desk.floor.clock.now()
    return [
        Login(
            _login_id(each.hash),
            each.browser,
            each.system,
            each.created,
            now if desk.sockets.has(each.hash) else each.used,
            each.hash == here,
        )
        for each in await desk.credentials.logins(person)
    ]


def _login_id(token_hash: bytes) -> str:
    """The beginning of the hash: it tells a login from others, and opens nothing."""
    return token_hash[:8].hex()


@delete(
    "/tokens/current",
    tags=["people"],
    summary="Log out: this token opens nothing any more",
    security=TOKEN,
)
async def logout(request: Request[Any, Any, Any], desk: TheDesk, person: ThePerson) -> None:
    await _end(desk, person, hash_token(read_token(request)))


@delete(
    "/tokens/{login:str}",
    tags=["people"],
    summary="End one of my logins",
    opt=refuses(NoLogin),
    security=TOKEN,
)
async def end_login(login: FromPath[str], desk: TheDesk, person: ThePerson) -> None:
    for each in await desk.credentials.logins(person):
        if _login_id(each.hash) == login:
            await _end(desk, person, each.hash)
            return
    raise NoLogin(login=login[:40])


@delete("/tokens/others", tags=["people"], summary="End all my logins but this one", security=TOKEN)
async def end_others(request: Request[Any, Any, Any], desk: TheDesk, person: ThePerson) -> None:
    await _end_others(desk, person, hash_token(read_token(request)))


@delete("/tokens", tags=["people"], summary="Log out everywhere", security=TOKEN)
async def logout_everywhere(desk: TheDesk, person: ThePerson) -> None:
    await _end_others(desk, person, b"")


@put(
    "/password",
    tags=["people"],
    summary="Change my password",
    opt=refuses(NotAllowed, BadPassword, WrongOldPassword),
    status_code=HTTPStatus.NO_CONTENT,
    security=TOKEN,
)
async def change_password(
    data: JSONBody[NewPassword], request: Request[Any, Any, Any], desk: TheDesk, person: ThePerson
) -> None:
    await desk.credentials.change_password(person, data.old, data.new, address_of(request))
    if data.end_others:
        await _end_others(desk, person, hash_token(read_token(request)))


async def _end(desk: Desk, person: Person, token_hash: bytes) -> None:
    await desk.floor.store.revoke_token(token_hash)
    await _send_away(desk, person, token_hash.__eq__)


async def _end_others(desk: Desk, person: Person, here: bytes) -> None:
    """End all logins of a person but this one."""
    await desk.floor.store.revoke_tokens(person.id, here)
    await _send_away(desk, person, here.__ne__)


async def _send_away(desk: Desk, person: Person, is_ended: Callable[[bytes], bool]) -> None:
    """Close the sockets of ended logins; their tickets are no longer valid either."""
    if not person.role.plays:
        desk.sockets.send_away(person.id, is_ended)
    for account in await desk.floor.store.accounts(person.id):
        for seat in await desk.floor.store.seats(account.id):
            desk.floor.send_away(seat.id, is_ended)


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


ROUTES: Final = (
    *(guest, register, login, logins, logout, end_login, end_others, logout_everywhere),
    *(change_password, me, refill),
)
