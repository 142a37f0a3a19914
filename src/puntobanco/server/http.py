"""Accounts, sessions, history and houses over HTTP."""

import asyncio
import logging
from collections.abc import Mapping
from html import escape
from http import HTTPStatus
from typing import Annotated, Any, Final

import msgspec
from litestar import Litestar, Request, Response, Router, delete, get, post
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, QueryParameter
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
    OurFault,
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
from puntobanco.server.limits import Buckets, Limits, whose
from puntobanco.server.live_seat import LiveSeat
from puntobanco.server.metrics import Metrics
from puntobanco.server.sockets import PATH, Sockets
from puntobanco.server.tickets import SECONDS, Tickets
from puntobanco.store.interface import Person, Query, Role
from puntobanco.table.seat import Phase
from puntobanco.wire.messages import Next
from puntobanco.wire.requests import MOST_COUNTED, CashOut, Open, TopUp, check_keys

log = logging.getLogger("puntobanco.http")

MOST_ON_A_PAGE: Final = 200

TOKEN: Final = [{"token": list[str]()}]  # what a route needs

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
    (OurFault, HTTPStatus.INTERNAL_SERVER_ERROR),
    (AccountRefused, HTTPStatus.UNPROCESSABLE_ENTITY),
    (Refusal, HTTPStatus.BAD_REQUEST),
)


FRONT_DOOR: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>puntobanco</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body {{ background: #12352a; color: #f4efe2; font: 1.1rem/1.6 Georgia, serif;
max-width: 40rem; margin: 12vh auto; padding: 0 1.5rem }} h1 {{ font-weight: normal }}
code {{ color: #e0b35a }} a {{ color: inherit }}</style></head><body>
<h1>The house is open.</h1>
<p>Private tables, with play money and without an account:</p><ul>{titles}</ul>
<p>Play in a terminal: <code>puntobanco play --server http://localhost:8000</code></p>
<p>Or write a client: <a href="/api/schema/openapi.json">what the house speaks</a>.</p>
</body></html>
"""


class Desk(msgspec.Struct):
    """What the handlers need, in one hand."""

    floor: Floor
    houses: Mapping[str, House]
    credentials: Credentials
    tickets: Tickets
    sockets: Sockets
    metrics: Metrics


# --- who asks ----------------------------------------------------------------------------


TheDesk = NamedDependency[Desk]
ThePerson = NamedDependency[Person]
Wanted = NamedDependency[Query]


async def provide_desk(state: State) -> Desk:
    desk: Desk = state.desk
    return desk


def _token(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise NotSignedIn
    return token


async def provide_person(request: Request[Any, Any, Any], desk: TheDesk) -> Person:
    return await desk.credentials.person_of(_token(request))


def _address(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    return whose(request.client.host) if request.client else "unknown"


# --- people ------------------------------------------------------------------------------


async def _signed_in(desk: Desk, person: Person, token: str) -> SignedIn:
    accounts = await desk.floor.store.accounts(person.id)
    return SignedIn(
        token, person.id, person.name, person.role.value, [account_view(each) for each in accounts]
    )


@post("/guests", tags=["people"], summary="Come as a guest, with play money")
async def guest(request: Request[Any, Any, Any], desk: TheDesk) -> SignedIn:
    return await _signed_in(desk, *await desk.credentials.guest(_address(request)))


@post("/people", tags=["people"], summary="Register")
async def register(
    data: JSONBody[SignIn], request: Request[Any, Any, Any], desk: TheDesk
) -> SignedIn:
    made = await desk.credentials.register(data.name, data.password, _address(request))
    return await _signed_in(desk, *made)


@post("/tokens", tags=["people"], summary="Log in: a token for a name and its password")
async def login(data: JSONBody[SignIn], request: Request[Any, Any, Any], desk: TheDesk) -> SignedIn:
    made = await desk.credentials.login(data.name, data.password, _address(request))
    return await _signed_in(desk, *made)


@delete(
    "/tokens/current",
    tags=["people"],
    summary="Log out: this token opens nothing any more",
    security=TOKEN,
)
async def logout(request: Request[Any, Any, Any], desk: TheDesk) -> None:
    await desk.credentials.revoke(_token(request))


@delete("/tokens", tags=["people"], summary="Log out everywhere", security=TOKEN)
async def logout_everywhere(desk: TheDesk, person: ThePerson) -> None:
    await desk.floor.store.revoke_tokens(person.id)
    for account in await desk.floor.store.accounts(person.id):
        for seat in await desk.floor.store.seats(account.id):
            desk.tickets.forget(seat.id)
            desk.floor.send_away(seat.id)


@get("/me", tags=["people"], summary="Who I am, my accounts, my open sessions", security=TOKEN)
async def me(desk: TheDesk, person: ThePerson) -> Me:
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


def _read_session(session: str) -> tuple[int, int]:
    """The seat and the ordinal in a session's name."""
    parts = session.split(".")
    if len(parts) != 2 or not all(each.isascii() and each.isdigit() for each in parts):
        raise NoSession
    seat, ordinal = (int(each[:18]) for each in parts)
    if session != f"{seat}.{ordinal}":
        raise NoSession
    return seat, ordinal


async def _own_seat(desk: Desk, person: Person, session: str) -> tuple[LiveSeat, int]:
    """The seat of a session, past or present, if it is this person's; and its ordinal."""
    seat, ordinal = _read_session(session)
    live = await desk.floor.live_seat(seat)
    if live is None or not 1 <= ordinal <= live.seat.session:
        raise NoSession
    account = await desk.floor.store.account(live.seat.account)
    if account is None or account.owner != person.id:
        raise NoSession
    return live, ordinal


async def _own_open_seat(desk: Desk, person: Person, session: str) -> LiveSeat:
    live, ordinal = await _own_seat(desk, person, session)
    if live.seat.phase is Phase.FREE or live.seat.session != ordinal:
        raise NoSession
    return live


@get("/sessions", tags=["sessions"], summary="My open sessions", security=TOKEN)
async def sessions(desk: TheDesk, person: ThePerson) -> list[SessionView]:
    return await _open_sessions(desk, await desk.floor.store.accounts(person.id))


@post("/sessions", tags=["sessions"], summary="Bring credit to a table", security=TOKEN)
async def open_session(data: JSONBody[OpenSession], desk: TheDesk, person: ThePerson) -> Raw:
    if person.role is Role.OPERATOR:
        raise NotAllowed(role="players")
    currency = data.currency or PLAY_MONEY
    accounts = await desk.floor.store.accounts(person.id)
    account = next((each for each in accounts if each.currency == currency), None)
    if account is None:
        raise NoAccount(account=currency)
    live = await desk.floor.seat_at(account, data.house)
    return Raw(await desk.floor.ask(live, Open(data.key, data.amount)))


@get("/sessions/{session:str}", tags=["sessions"], summary="Where a session stands", security=TOKEN)
async def session(session: FromPath[str], desk: TheDesk, person: ThePerson) -> SessionView:
    return _session_view(desk, await _own_open_seat(desk, person, session))


@post(
    "/sessions/{session:str}/tickets",
    tags=["sessions"],
    summary="A ticket for the socket",
    security=TOKEN,
)
async def ticket(session: FromPath[str], desk: TheDesk, person: ThePerson) -> Ticket:
    live = await _own_open_seat(desk, person, session)
    made = desk.tickets.issue(live.seat.id, live.seat.session)
    return Ticket(made, f"{PATH}?ticket={made}", SECONDS)


@post(
    "/sessions/{session:str}/top-ups",
    tags=["sessions"],
    summary="Bring more credit",
    security=TOKEN,
)
async def top_up(
    session: FromPath[str], data: JSONBody[Amount], desk: TheDesk, person: ThePerson
) -> Raw:
    live, ordinal = await _own_seat(desk, person, session)
    return Raw(await desk.floor.ask(live, TopUp(data.key, data.amount), ordinal))


@post(
    "/sessions/{session:str}/cash-out", tags=["sessions"], summary="Incassa ed esci", security=TOKEN
)
async def cash_out(
    session: FromPath[str], data: JSONBody[JustKey], desk: TheDesk, person: ThePerson
) -> Raw:
    live, ordinal = await _own_seat(desk, person, session)
    return Raw(await desk.floor.ask(live, CashOut(data.key), ordinal))


# --- history -----------------------------------------------------------------------------

AccountId = Annotated[int, PathParameter(ge=1, le=MOST_COUNTED)]
RecordId = Annotated[int, PathParameter(ge=1, le=2**62)]
Counted = Annotated[
    int | None, QueryParameter(ge=0, le=2**62)
]  # records of later nodes have big numbers
HouseName = Annotated[str | None, QueryParameter(max_length=80, pattern=r"^[a-z0-9-]+\Z")]


async def _own_account(desk: Desk, person: Person, account: int) -> Account:
    found = await desk.floor.store.account(account)
    if found is None or (found.owner != person.id and person.role is not Role.OPERATOR):
        raise NoAccount(account=account)
    return found


async def provide_query(
    account: AccountId,
    before: Counted = None,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST_ON_A_PAGE)] = 50,
    event: FromQuery[list[Event] | None] = None,
    session: FromQuery[str | None] = None,
    house: HouseName = None,
    since: Counted = None,
    until: Counted = None,
) -> Query:
    """Which records: by time in milliseconds, session, house and event."""
    seat = ordinal = None
    if session is not None:
        seat, ordinal = _read_session(session)
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


@get(
    "/accounts/{account:int}/records",
    tags=["history"],
    summary="Every movement and every coup",
    security=TOKEN,
)
async def records(desk: TheDesk, person: ThePerson, wanted: Wanted) -> HistoryPage:
    await _own_account(desk, person, wanted.account)
    found = await desk.floor.store.history(
        msgspec.structs.replace(wanted, limit=wanted.limit + 1)  # is there more?
    )
    page = found[: wanted.limit]
    more = page[-1].id if len(found) > len(page) else None
    return HistoryPage([Raw(history.with_record(each)) for each in page], more)


@get(
    "/accounts/{account:int}/coups.csv",
    tags=["history"],
    summary="The Cronologia as CSV",
    security=TOKEN,
)
async def coups_csv(desk: TheDesk, person: ThePerson, wanted: Wanted) -> Stream:
    await _own_account(desk, person, wanted.account)
    stream = history.export_csv(desk.floor.store, wanted)
    return Stream(stream, media_type="text/csv; charset=utf-8", headers=_download("coups.csv"))


@get(
    "/accounts/{account:int}/coups.json",
    tags=["history"],
    summary="The Cronologia as JSON",
    security=TOKEN,
)
async def coups_json(desk: TheDesk, person: ThePerson, wanted: Wanted) -> Stream:
    await _own_account(desk, person, wanted.account)
    stream = history.export_json(desk.floor.store, wanted)
    return Stream(stream, media_type="application/json", headers=_download("coups.json"))


def _download(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}


@get(
    "/accounts/{account:int}/coups/{record:int}/proof",
    tags=["history"],
    summary="A coup's proof",
    security=TOKEN,
)
async def proof(account: AccountId, record: RecordId, desk: TheDesk, person: ThePerson) -> Proof:
    await _own_account(desk, person, account)
    wanted = Query(account=account, limit=1, record=record, events=(Event.COUP,))
    found = await desk.floor.store.history(wanted)
    if not found:
        raise NoRecord(record=record)
    coup = history.read_coup(found[0])
    sheets = await desk.floor.store.sheets()
    # Beside the loop: dealing six decks again takes a while.
    return await asyncio.to_thread(history.prove_coup, coup, sheets[bytes.fromhex(coup.sheet)])


# --- houses ------------------------------------------------------------------------------


@get("/houses", tags=["houses"], summary="All houses")
async def houses(desk: TheDesk) -> list[HouseView]:
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
async def house(name: FromPath[str], desk: TheDesk) -> HouseDetail:
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
    log.info("by an operator", extra={"operator": person.id, "account": account.id})
    return Raw(await desk.floor.move(account, data.amount, data.key, data.note, event))


@post(
    "/operator/deposits",
    tags=["operators"],
    summary="Money from outside onto an account",
    security=TOKEN,
)
async def deposit(data: JSONBody[Movement], desk: TheDesk, person: ThePerson) -> Raw:
    return await _move(desk, person, data, Event.DEPOSITED)


@post(
    "/operator/withdrawals",
    tags=["operators"],
    summary="Money from an account to outside",
    security=TOKEN,
)
async def withdraw(data: JSONBody[Movement], desk: TheDesk, person: ThePerson) -> Raw:
    return await _move(desk, person, data, Event.WITHDRAWN)


# --- health ------------------------------------------------------------------------------


@get("/", include_in_schema=False, media_type="text/html")
async def front_door(desk: TheDesk) -> str:
    """What a browser finds: that the house is open, and how to play."""
    titles = "".join(
        f"<li><b>{escape(desk.houses[name].sheet.title)}</b> <code>{name}</code></li>"
        for name in desk.floor.sheets
    )
    return FRONT_DOOR.format(titles=titles)


@get("/livez", include_in_schema=False)
async def livez() -> dict[str, str]:
    return {"status": "alive"}


@get("/readyz", include_in_schema=False)
async def readyz(desk: TheDesk) -> Response[dict[str, str]]:
    ready = await desk.floor.store.is_alive() and not desk.floor.writer.halted.is_set()
    if ready:
        return Response({"status": "ready"})
    return Response({"status": "not ready"}, status_code=HTTPStatus.SERVICE_UNAVAILABLE)


@get("/metrics", include_in_schema=False, media_type="text/plain; version=0.0.4")
async def metrics(desk: TheDesk) -> bytes:
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
    refusal = BadMessage(why=(why or error.detail)[:200])
    return Response(Problem(refusal.code, refusal.message), status_code=error.status_code)


def _on_our_fault(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    log.exception("our fault", exc_info=error, extra={"path": request.url.path})
    return Response(
        Problem(OurFault.code, OurFault().message),
        status_code=HTTPStatus.INTERNAL_SERVER_ERROR,
    )


async def _check_body(request: Request[Any, Any, Any]) -> None:
    """Read a body strictly: Litestar would take "100" and 100.0 for an amount, or a key twice."""
    data = request.route_handler.parsed_fn_signature.parameters.get("data")
    if data is None:
        return
    body = await request.body()
    try:
        msgspec.json.decode(body, type=data.annotation)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadMessage(why=str(error)[:200]) from None
    check_keys(body)


def make_app(desk: Desk, limits: Limits) -> Litestar:
    buckets = Buckets(limits.requests_per_second, 10 * limits.requests_per_second)

    async def throttle(request: Request[Any, Any, Any]) -> None:
        if not buckets.take(_address(request), desk.floor.clock.now()):
            raise TooFast(most=10 * limits.requests_per_second, seconds=10)
        await _check_body(request)

    api = Router(
        "/api",
        before_request=throttle,
        response_headers={"Cache-Control": "no-store"},
        route_handlers=[
            guest, register, login, logout, logout_everywhere, me,
            sessions, open_session, session, ticket, top_up, cash_out,
            records, coups_csv, coups_json, proof,
            houses, house, deposit, withdraw,
        ],
    )  # fmt: skip
    return Litestar(
        [api, front_door, livez, readyz, metrics],
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
        openapi_config=OpenAPIConfig(
            title="puntobanco",
            version="1",
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
            components=Components(
                security_schemes={"token": SecurityScheme(type="http", scheme="bearer")}
            ),
        ),
        state=State({"desk": desk}),
        debug=False,
        logging_config=None,
    )
