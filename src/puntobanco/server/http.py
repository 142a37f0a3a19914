"""Accounts, sessions, history and houses over HTTP."""

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Annotated, Any, Final

import msgspec
from litestar import Litestar, Request, Response, Router, delete, get, post
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import Parameter
from litestar.response import Stream
from msgspec import Raw

from puntobanco.errors import (
    AccountRefused,
    BadMessage,
    HouseRefused,
    KeyReused,
    NameTaken,
    NoAccount,
    NoRecord,
    NoSession,
    NotAllowed,
    NotSignedIn,
    Refusal,
    SessionOpen,
    StoreRefused,
    TooFast,
    TooMuch,
    UnknownHouse,
)
from puntobanco.fair.proof import Proof
from puntobanco.fair.sheet_hash import canonical, hash_sheet
from puntobanco.houses.playing import House
from puntobanco.ledger.accounts import PLAY_MONEY, Account
from puntobanco.ledger.records import Event
from puntobanco.odds.returns import percent
from puntobanco.server import history
from puntobanco.server.bodies import (
    Amount,
    HistoryPage,
    HouseDetail,
    HouseView,
    JustKey,
    Me,
    Movement,
    OpenSession,
    Problem,
    SessionView,
    SignedIn,
    SignIn,
    Ticket,
    account_view,
)
from puntobanco.server.credentials import Credentials
from puntobanco.server.floor import Floor
from puntobanco.server.limits import Buckets, Limits
from puntobanco.server.live_seat import LiveSeat
from puntobanco.server.metrics import Metrics
from puntobanco.server.sockets import PATH, Sockets
from puntobanco.server.tickets import SECONDS, Tickets
from puntobanco.store.interface import Person, Query, Role
from puntobanco.table.seat import Phase
from puntobanco.wire.messages import Next
from puntobanco.wire.requests import CashOut, Open, TopUp

log = logging.getLogger("puntobanco.http")

MOST_ON_A_PAGE: Final = 200

SECURITY_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline';"
        " connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

STATUS: Final[tuple[tuple[type[Refusal], HTTPStatus], ...]] = (
    (NotSignedIn, HTTPStatus.UNAUTHORIZED),
    (NotAllowed, HTTPStatus.FORBIDDEN),
    (NoAccount, HTTPStatus.NOT_FOUND),
    (NoSession, HTTPStatus.NOT_FOUND),
    (NoRecord, HTTPStatus.NOT_FOUND),
    (HouseRefused, HTTPStatus.NOT_FOUND),
    (NameTaken, HTTPStatus.CONFLICT),
    (KeyReused, HTTPStatus.CONFLICT),
    (SessionOpen, HTTPStatus.CONFLICT),
    (TooMuch, HTTPStatus.TOO_MANY_REQUESTS),
    (StoreRefused, HTTPStatus.SERVICE_UNAVAILABLE),
    (AccountRefused, HTTPStatus.UNPROCESSABLE_ENTITY),
    (Refusal, HTTPStatus.BAD_REQUEST),
)


class Desk(msgspec.Struct):
    """What the handlers need, in one hand."""

    floor: Floor
    houses: Mapping[str, House]
    credentials: Credentials
    tickets: Tickets
    sockets: Sockets
    metrics: Metrics


# --- who asks ----------------------------------------------------------------------------


async def provide_desk(state: State) -> Desk:
    desk: Desk = state.desk
    return desk


def _token(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise NotSignedIn
    return token


async def provide_person(request: Request[Any, Any, Any], desk: Desk) -> Person:
    return await desk.credentials.person_of(_token(request))


def _address(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    return request.client.host if request.client else "unknown"


# --- people ------------------------------------------------------------------------------


async def _signed_in(desk: Desk, person: Person, token: str) -> SignedIn:
    accounts = await desk.floor.store.accounts(person.id)
    return SignedIn(
        token, person.id, person.name, person.role.value, [account_view(each) for each in accounts]
    )


@post("/guests", tags=["people"], summary="Come as a guest, with play money")
async def guest(request: Request[Any, Any, Any], desk: Desk) -> SignedIn:
    return await _signed_in(desk, *await desk.credentials.guest(_address(request)))


@post("/people", tags=["people"], summary="Register")
async def register(data: SignIn, request: Request[Any, Any, Any], desk: Desk) -> SignedIn:
    made = await desk.credentials.register(data.name, data.password, _address(request))
    return await _signed_in(desk, *made)


@post("/tokens", tags=["people"], summary="Log in: a token for a name and its password")
async def login(data: SignIn, request: Request[Any, Any, Any], desk: Desk) -> SignedIn:
    made = await desk.credentials.login(data.name, data.password, _address(request))
    return await _signed_in(desk, *made)


@delete("/tokens/current", tags=["people"], summary="Log out: this token opens nothing any more")
async def logout(request: Request[Any, Any, Any], desk: Desk) -> None:
    await desk.credentials.revoke(_token(request))


@delete("/tokens", tags=["people"], summary="Log out everywhere")
async def logout_everywhere(desk: Desk, person: Person) -> None:
    await desk.floor.store.revoke_tokens(person.id)


@get("/me", tags=["people"], summary="Who I am, my accounts, my open sessions")
async def me(desk: Desk, person: Person) -> Me:
    accounts = await desk.floor.store.accounts(person.id)
    return Me(
        person.id,
        person.name,
        person.role.value,
        [account_view(each) for each in accounts],
        await _open_sessions(desk, accounts),
    )


# --- sessions ----------------------------------------------------------------------------


async def _open_sessions(desk: Desk, accounts: list[Account]) -> list[SessionView]:
    views = []
    for account in accounts:
        for seat in await desk.floor.store.seats(account.id):
            live = await desk.floor.live_seat(seat.id)
            if live is not None and live.seat.phase is Phase.OPEN:
                views.append(_session_view(desk, live))
    return views


def _session_view(desk: Desk, live: LiveSeat) -> SessionView:
    seat = live.seat
    return SessionView(
        session=seat.session_name,
        account=seat.account,
        house=seat.house,
        table=seat.table,
        currency=seat.currency,
        credit=seat.credit,
        epoch=seat.epoch,
        offset=seat.offset,
        draft={bet.value: stake for bet, stake in seat.draft.items()},
        next=Next(seat.number, seat.commitment.hex()),
        connected=live.connection is not None,
        closes_in_ms=desk.floor.closes_in(seat, live.setting),
    )


async def _own_seat(desk: Desk, person: Person, session: str) -> LiveSeat:
    """The seat of a session, if it is open and this person's."""
    seat, _, ordinal = session.partition(".")
    if not (seat.isascii() and seat.isdigit() and ordinal.isascii() and ordinal.isdigit()):
        raise NoSession
    live = await desk.floor.live_seat(int(seat[:18]))
    if live is None or live.seat.session_name != session:
        raise NoSession
    account = await desk.floor.store.account(live.seat.account)
    if account is None or account.owner != person.id:
        raise NoSession
    return live


@get("/sessions", tags=["sessions"], summary="My open sessions")
async def sessions(desk: Desk, person: Person) -> list[SessionView]:
    return await _open_sessions(desk, await desk.floor.store.accounts(person.id))


@post("/sessions", tags=["sessions"], summary="Bring credit to a table")
async def open_session(data: OpenSession, desk: Desk, person: Person) -> Raw:
    if person.role is Role.OPERATOR:
        raise NotAllowed(role="players")
    currency = data.currency or PLAY_MONEY
    accounts = await desk.floor.store.accounts(person.id)
    account = next((each for each in accounts if each.currency == currency), None)
    if account is None:
        raise NoAccount(account=currency)
    live = await desk.floor.seat_at(account, data.house)
    return Raw(await desk.floor.ask(live, Open(data.key, data.amount)))


@get("/sessions/{session:str}", tags=["sessions"], summary="Where a session stands")
async def session(session: str, desk: Desk, person: Person) -> SessionView:
    live = await _own_seat(desk, person, session)
    if live.seat.phase is Phase.FREE:
        raise NoSession
    return _session_view(desk, live)


@post("/sessions/{session:str}/tickets", tags=["sessions"], summary="A ticket for the socket")
async def ticket(session: str, desk: Desk, person: Person) -> Ticket:
    live = await _own_seat(desk, person, session)
    if live.seat.phase is Phase.FREE:
        raise NoSession
    made = desk.tickets.issue(live.seat.id, live.seat.session)
    return Ticket(made, f"{PATH}?ticket={made}", SECONDS)


@post("/sessions/{session:str}/top-ups", tags=["sessions"], summary="Bring more credit")
async def top_up(session: str, data: Amount, desk: Desk, person: Person) -> Raw:
    live = await _own_seat(desk, person, session)
    return Raw(await desk.floor.ask(live, TopUp(data.key, data.amount)))


@post("/sessions/{session:str}/cash-out", tags=["sessions"], summary="Incassa ed esci")
async def cash_out(session: str, data: JustKey, desk: Desk, person: Person) -> Raw:
    live = await _own_seat(desk, person, session)
    return Raw(await desk.floor.ask(live, CashOut(data.key)))


# --- history -----------------------------------------------------------------------------

AccountId = Annotated[int, Parameter(ge=1, le=2**53)]


async def _own_account(desk: Desk, person: Person, account: int) -> Account:
    found = await desk.floor.store.account(account)
    if found is None or (found.owner != person.id and person.role is not Role.OPERATOR):
        raise NoAccount(account=account)
    return found


async def provide_query(
    account: AccountId,
    before: int | None = None,
    limit: Annotated[int, Parameter(ge=1, le=MOST_ON_A_PAGE)] = 50,
    event: list[Event] | None = None,
    session: str | None = None,
    house: str | None = None,
    since: int | None = None,
    until: int | None = None,
) -> Query:
    """Which records: by time in milliseconds, session, house and event."""
    seat = ordinal = None
    if session is not None:
        parts = session.split(".")
        if len(parts) != 2 or not all(part.isascii() and part.isdigit() for part in parts):
            raise NoSession
        seat, ordinal = (int(part[:18]) for part in parts)
    return Query(
        account=account,
        limit=limit,
        before=before,
        events=tuple(event or ()),
        seat=seat,
        session=ordinal,
        house=house,
        since=since,
        until=until,
    )


@get("/accounts/{account:int}/records", tags=["history"], summary="Every movement and every coup")
async def records(desk: Desk, person: Person, wanted: Query) -> HistoryPage:
    await _own_account(desk, person, wanted.account)
    found = await desk.floor.store.history(wanted)
    more = found[-1].id if len(found) == wanted.limit else None
    return HistoryPage([Raw(history.with_record(each)) for each in found], more)


@get("/accounts/{account:int}/coups.csv", tags=["history"], summary="The Cronologia as CSV")
async def coups_csv(desk: Desk, person: Person, wanted: Query) -> Stream:
    await _own_account(desk, person, wanted.account)
    stream = history.export_csv(desk.floor.store, wanted)
    return Stream(stream, media_type="text/csv; charset=utf-8", headers=_download("coups.csv"))


@get("/accounts/{account:int}/coups.json", tags=["history"], summary="The Cronologia as JSON")
async def coups_json(desk: Desk, person: Person, wanted: Query) -> Stream:
    await _own_account(desk, person, wanted.account)
    stream = history.export_json(desk.floor.store, wanted)
    return Stream(stream, media_type="application/json", headers=_download("coups.json"))


def _download(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}


@get("/accounts/{account:int}/coups/{record:int}/proof", tags=["history"], summary="A coup's proof")
async def proof(account: AccountId, record: int, desk: Desk, person: Person) -> Proof:
    await _own_account(desk, person, account)
    wanted = Query(account=account, limit=1, before=record + 1, events=(Event.COUP,))
    found = await desk.floor.store.history(wanted)
    if not found or found[0].id != record:
        raise NoRecord(record=record)
    coup = history.read_coup(found[0])
    sheets = await desk.floor.store.sheets()
    return history.prove_coup(coup, sheets[bytes.fromhex(coup.sheet)])


# --- houses ------------------------------------------------------------------------------


@get("/houses", tags=["houses"], summary="All houses")
async def houses(desk: Desk) -> list[HouseView]:
    return [_house_view(desk, house) for house in desk.houses.values()]


def _house_view(desk: Desk, house: House) -> HouseView:
    sheet = house.sheet
    return HouseView(
        name=sheet.name,
        title=sheet.title,
        playable=sheet.name in desk.floor.sheets,
        play_only=sheet.money.play_only,
        currency=sheet.money.currency,
        bets=[bet.value for bet in sheet.offers],
    )


@get("/houses/{name:str}", tags=["houses"], summary="A house: its sheet and its exact returns")
async def house(name: str, desk: Desk) -> HouseDetail:
    found = desk.houses.get(name)
    if found is None:
        raise UnknownHouse(house=name[:80], known=", ".join(desk.houses))
    return HouseDetail(
        name=name,
        sheet=canonical(found.sheet),
        sheet_hash=hash_sheet(found.sheet).hex(),
        playable=name in desk.floor.sheets,
        returns={
            bet.value: {"return": str(each.exact), "rtp": f"{percent(each.exact):.4f}"}
            for bet, each in found.odds.bets.items()
        },
    )


# --- operators ---------------------------------------------------------------------------


async def _move(desk: Desk, person: Person, data: Movement, event: Event) -> Raw:
    if person.role is not Role.OPERATOR:
        raise NotAllowed(role="operators")
    account = await desk.floor.store.account(data.account)
    if account is None:
        raise NoAccount(account=data.account)
    return Raw(await desk.floor.move(account, data.amount, data.key, data.note, event))


@post("/operator/deposits", tags=["operators"], summary="Money from outside onto an account")
async def deposit(data: Movement, desk: Desk, person: Person) -> Raw:
    return await _move(desk, person, data, Event.DEPOSITED)


@post("/operator/withdrawals", tags=["operators"], summary="Money from an account to outside")
async def withdraw(data: Movement, desk: Desk, person: Person) -> Raw:
    return await _move(desk, person, data, Event.WITHDRAWN)


# --- health ------------------------------------------------------------------------------


@get("/livez", include_in_schema=False)
async def livez() -> dict[str, str]:
    return {"status": "alive"}


@get("/readyz", include_in_schema=False)
async def readyz(desk: Desk) -> Response[dict[str, str]]:
    ready = await desk.floor.store.is_alive() and not desk.floor.writer.halted.is_set()
    if ready:
        return Response({"status": "ready"})
    return Response({"status": "not ready"}, status_code=HTTPStatus.SERVICE_UNAVAILABLE)


@get("/metrics", include_in_schema=False, media_type="text/plain; version=0.0.4")
async def metrics(desk: Desk) -> bytes:
    return desk.metrics.text()


# --- the application ---------------------------------------------------------------------


def _on_refusal(request: Request[Any, Any, Any], refusal: Refusal) -> Response[Problem]:
    status = next(status for kind, status in STATUS if isinstance(refusal, kind))
    headers = {"WWW-Authenticate": "Bearer"} if status is HTTPStatus.UNAUTHORIZED else {}
    if status is HTTPStatus.TOO_MANY_REQUESTS:
        headers["Retry-After"] = str(refusal.facts.get("seconds", 1))
    return Response(Problem(refusal.code, refusal.message), status_code=status, headers=headers)


def _on_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """Litestar's own refusals, in our words: which field, and what is wrong with it."""
    details = error.extra if isinstance(error.extra, list) else []
    why = "; ".join(f"{each.get('key', '')}: {each.get('message', '')}" for each in details)
    refusal = BadMessage(why=why or error.detail)
    return Response(Problem(refusal.code, refusal.message), status_code=error.status_code)


def _on_our_fault(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    log.exception("our fault", exc_info=error, extra={"path": request.url.path})
    return Response(
        Problem("server/error", "something went wrong here, and nothing was changed by it"),
        status_code=HTTPStatus.INTERNAL_SERVER_ERROR,
    )


def make_app(desk: Desk, limits: Limits) -> Litestar:
    buckets = Buckets(limits.requests_per_second, 10 * limits.requests_per_second)

    async def throttle(request: Request[Any, Any, Any]) -> None:
        if not buckets.take(_address(request), desk.floor.clock.now()):
            raise TooFast(most=10 * limits.requests_per_second, seconds=10)

    api = Router(
        "/api",
        before_request=throttle,
        route_handlers=[
            guest, register, login, logout, logout_everywhere, me,
            sessions, open_session, session, ticket, top_up, cash_out,
            records, coups_csv, coups_json, proof,
            houses, house, deposit, withdraw,
        ],
    )  # fmt: skip
    return Litestar(
        [api, livez, readyz, metrics],
        dependencies={
            "desk": Provide(provide_desk),
            "person": Provide(provide_person),
            "wanted": Provide(provide_query),
        },
        exception_handlers={
            Refusal: _on_refusal,
            HTTPException: _on_http_error,
            Exception: _on_our_fault,
        },
        request_max_body_size=limits.body_bytes,
        response_headers=SECURITY_HEADERS,
        openapi_config=OpenAPIConfig(
            title="puntobanco",
            version="1",
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        state=State({"desk": desk}),
        debug=False,
        logging_config=None,
    )
