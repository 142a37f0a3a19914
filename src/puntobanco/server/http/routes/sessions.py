"""Routes for sessions: sitting down with credit, top-up, cash-out."""

from typing import Any, Final

from litestar import Request, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Raw

from puntobanco.errors import (
    BadMessage,
    KeyReused,
    NoAccount,
    NoSession,
    NotAllowed,
    NotCovered,
    NotPlayable,
    SessionOpen,
    TableClosed,
    TooManyWaiting,
    WrongMoney,
)
from puntobanco.ledger.accounts import PLAY_MONEY, Account
from puntobanco.server.house.credentials import hash_token
from puntobanco.server.house.tickets import SECONDS
from puntobanco.server.http.routes.desk import (
    TOKEN,
    Desk,
    TheDesk,
    ThePerson,
    read_token,
    refuses,
    tells,
)
from puntobanco.server.seats.seat_runner import SeatRunner
from puntobanco.server.sockets.open_sockets import PATH
from puntobanco.store.interface import Person
from puntobanco.table.seat import SeatPhase
from puntobanco.wire.bodies import (
    Amount,
    JustKey,
    OpenSession,
    SessionView,
    Ticket,
)
from puntobanco.wire.messages import Closed, Opened, ToppedUp
from puntobanco.wire.requests import CashOut, Open, TopUp


async def open_sessions(desk: Desk, accounts: list[Account]) -> list[SessionView]:
    views = []
    for account in accounts:
        for seat in await desk.floor.store.seats(account.id):
            runner = await desk.floor.seat_runner(seat.id)
            if runner is not None and runner.seat.view.phase is SeatPhase.OPEN:
                views.append(_session_view(desk, runner))
    return views


def _session_view(desk: Desk, runner: SeatRunner) -> SessionView:
    seat = runner.seat
    return SessionView(
        session=seat.session_name,
        account=seat.account,
        house=seat.house,
        table=seat.table,
        currency=seat.currency,
        credit=seat.view.credit,
        epoch=seat.view.epoch,
        offset=seat.view.offset,
        draft={bet.value: stake for bet, stake in runner.draft.items()},
        next=seat.next,
        connected=runner.connection is not None,
        closes_in_ms=desk.floor.closes_in(seat, runner.setting),
    )


def read_session(session: str) -> tuple[int, int]:
    """Read a session's name: its seat, and its number at that seat."""
    parts = session.split(".")
    if len(parts) != 2 or not all(each.isascii() and each.isdigit() for each in parts):
        raise NoSession(f"{session[:40]!r} is not a session's name. Write it like 17.2.")
    seat, ordinal = (int(each[:18]) for each in parts)
    if session != f"{seat}.{ordinal}":
        raise NoSession(f"{session[:40]!r} is not a session's name. Write it like 17.2.")
    return seat, ordinal


async def _own_seat(desk: Desk, person: Person, session: str) -> tuple[SeatRunner, int]:
    """The seat and the number of a session, past or present, if it belongs to this person."""
    seat, ordinal = read_session(session)
    runner = await desk.floor.seat_runner(seat)
    if runner is None or not 1 <= ordinal <= runner.seat.view.session:
        raise NoSession
    account = await desk.floor.store.account(runner.seat.account)
    if account is None or account.owner != person.id:
        raise NoSession
    return runner, ordinal


async def _own_open_seat(desk: Desk, person: Person, session: str) -> SeatRunner:
    runner, ordinal = await _own_seat(desk, person, session)
    if not runner.is_open_in(ordinal):
        raise NoSession
    return runner


def check_plays(person: Person) -> None:
    """Refuse staff, who can't bet, not even with credit from before they became staff."""
    if not person.role.plays:
        raise NotAllowed(role="players")


@get("/sessions", tags=["sessions"], summary="My open sessions", security=TOKEN)
async def sessions(desk: TheDesk, person: ThePerson) -> list[SessionView]:
    return await open_sessions(desk, await desk.floor.store.accounts(person.id))


@post(
    "/sessions",
    tags=["sessions"],
    summary="Bring credit to a table",
    opt=refuses(
        *(NotAllowed, NoAccount, NotPlayable, WrongMoney, NotCovered, SessionOpen, KeyReused),
        *(TableClosed, TooManyWaiting),
    ),
    responses=tells(Opened),
    security=TOKEN,
)
async def open_session(data: JSONBody[OpenSession], desk: TheDesk, person: ThePerson) -> Raw:
    check_plays(person)
    if (data.house is None) is (data.table is None):
        raise BadMessage(why="name either a house, for its private table, or a shared table")
    account = await desk.floor.cashier.account_of(person, data.currency or PLAY_MONEY)
    runner = await (
        desk.floor.private_seat(account, data.house)
        if data.house is not None
        else desk.floor.shared_seat(account, data.table or "")
    )
    return Raw(await desk.floor.ask(runner, Open(data.key, data.amount)))


@get(
    "/sessions/{session:str}",
    tags=["sessions"],
    summary="Where a session stands",
    opt=refuses(NoSession),
    security=TOKEN,
)
async def session(session: FromPath[str], desk: TheDesk, person: ThePerson) -> SessionView:
    return _session_view(desk, await _own_open_seat(desk, person, session))


@post(
    "/sessions/{session:str}/tickets",
    tags=["sessions"],
    summary="A ticket for the socket",
    opt=refuses(NotAllowed, NoSession),
    security=TOKEN,
)
async def ticket(
    request: Request[Any, Any, Any], session: FromPath[str], desk: TheDesk, person: ThePerson
) -> Ticket:
    check_plays(person)
    runner = await _own_open_seat(desk, person, session)
    token_hash = hash_token(read_token(request))
    made = desk.tickets.issue(runner.seat.id, runner.seat.view.session, token_hash)
    return Ticket(made, f"{PATH}?ticket={made}", SECONDS)


@post(
    "/sessions/{session:str}/top-ups",
    tags=["sessions"],
    summary="Bring more credit",
    opt=refuses(NotAllowed, NoSession, NotCovered, KeyReused, TooManyWaiting),
    responses=tells(ToppedUp),
    security=TOKEN,
)
async def top_up(
    session: FromPath[str], data: JSONBody[Amount], desk: TheDesk, person: ThePerson
) -> Raw:
    check_plays(person)
    runner, ordinal = await _own_seat(desk, person, session)
    return Raw(await desk.floor.ask(runner, TopUp(data.key, data.amount), ordinal))


@post(
    "/sessions/{session:str}/cash-out",
    tags=["sessions"],
    summary="Incassa ed esci",
    opt=refuses(NoSession, KeyReused, TooManyWaiting),
    responses=tells(Closed),
    security=TOKEN,
)
async def cash_out(
    session: FromPath[str], data: JSONBody[JustKey], desk: TheDesk, person: ThePerson
) -> Raw:
    runner, ordinal = await _own_seat(desk, person, session)
    return Raw(await desk.floor.ask(runner, CashOut(data.key), ordinal))


ROUTES: Final = (sessions, open_session, session, ticket, top_up, cash_out)
