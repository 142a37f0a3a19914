"""Routes of the Cronologia: a player's movements and coups, their exports and their proofs."""

import asyncio
from http import HTTPStatus
from typing import Annotated, Final

import msgspec
from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromQuery, PathParameter, QueryParameter
from litestar.response import Stream
from msgspec import Raw

from puntobanco.errors import (
    BadMessage,
    NoAccount,
    NoRecord,
    NoSession,
    ReadIn,
    TooManyExports,
    TooManyWaiting,
)
from puntobanco.fair.proof import Proof
from puntobanco.game.coup import Outcome
from puntobanco.ledger.accounts import Account
from puntobanco.ledger.records import RecordKind
from puntobanco.server.house import history
from puntobanco.server.house.casino_day import CasinoDay, any_zone
from puntobanco.server.house.coup_filter import ANY, COUPS, CoupFilter
from puntobanco.server.house.coup_filter import page as page_of
from puntobanco.server.house.session_roads import session_roads
from puntobanco.server.http.routes.desk import (
    TOKEN,
    Desk,
    TheDesk,
    ThePerson,
    Wanted,
    refuses,
    tells,
)
from puntobanco.server.http.routes.sessions import read_session
from puntobanco.store.interface import Person, Query, Role
from puntobanco.wire.bodies import CoupResult, HistoryPage, Results, SessionRoads
from puntobanco.wire.messages import CoupPlayed, Paid
from puntobanco.wire.requests import MOST_COUNTED

MOST_ON_A_PAGE: Final = 200
# By default; these two are told only to those who ask for them.
_TOLD: Final = tuple(set(RecordKind) - {RecordKind.ACCOUNT_OPENED, RecordKind.NAMED})
AccountParameter = Annotated[int, PathParameter(ge=1, le=MOST_COUNTED)]
RecordParameter = Annotated[int, PathParameter(ge=1, le=MOST_COUNTED)]
CountParameter = Annotated[int | None, QueryParameter(ge=0, le=MOST_COUNTED)]
HouseParameter = Annotated[str | None, QueryParameter(max_length=80, pattern=r"^[a-z0-9-]+\Z")]
TableName = Annotated[
    str | None, QueryParameter(max_length=100, pattern=r"^[a-z0-9-]+(/[0-9]+)?\Z")
]
Coups = NamedDependency[CoupFilter]
TheDay = NamedDependency[CasinoDay]


async def _own_account(desk: Desk, person: Person, account: int) -> Account:
    found = await desk.floor.store.account(account)
    if found is None or (found.owner != person.id and person.role is not Role.OPERATOR):
        raise NoAccount(account=account)
    return found


async def provide_query(
    account: AccountParameter,
    before: CountParameter = None,
    session: FromQuery[str | None] = None,
    house: HouseParameter = None,
    table: TableName = None,
    since: CountParameter = None,
    until: CountParameter = None,
) -> Query:
    """Select records by number, session, house, table, and time in milliseconds."""
    seat = ordinal = None
    if session is not None:
        seat, ordinal = read_session(session)
    return Query(
        account=account,
        limit=MOST_ON_A_PAGE,
        before=before,
        seat=seat,
        session=ordinal,
        house=house,
        table=table,
        since=since,
        until=until,
    )


async def provide_filter(
    result: FromQuery[CoupResult | None] = None,
    outcome: FromQuery[Outcome | None] = None,
    natural: FromQuery[bool | None] = None,
) -> CoupFilter:
    """Select coups by what their player made of them, by who won, and by whether anybody drew."""
    return CoupFilter(result, outcome, natural)


async def provide_day(desk: TheDesk, timezone: FromQuery[str | None] = None) -> CasinoDay:
    """The player's days from midnight to midnight; without a time zone, the casino's days."""
    if timezone is None:
        return desk.floor.day
    try:
        any_zone(timezone[:80])
    except ValueError as error:
        raise BadMessage(why=str(error)) from None
    return CasinoDay(timezone)


@get(
    "/accounts/{account:int}/records",
    tags=["history"],
    summary="Every movement and every coup",
    opt=refuses(NoAccount, NoSession, TooManyWaiting),
    security=TOKEN,
)
async def records(
    desk: TheDesk,
    person: ThePerson,
    wanted: Wanted,
    coups: Coups,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST_ON_A_PAGE)] = 50,
    event: FromQuery[list[RecordKind] | None] = None,
) -> HistoryPage:
    account = await _own_account(desk, person, wanted.account)
    events = tuple(event or _TOLD)
    if coups != ANY:
        events = tuple([each for each in events if each in COUPS])
    if account.owner != person.id:  # nobody else, not even an operator, sees cards in hand
        events = tuple([each for each in events if each is not RecordKind.HELD])
    if not events:
        return HistoryPage((), None)
    query = msgspec.structs.replace(wanted, events=events, limit=limit + 1)  # is there more?
    async with desk.turns.turn(person.id):
        found = await (
            desk.floor.store.history(query)
            if coups == ANY
            else page_of(desk.floor.store, query, coups)
        )
    page = found[:limit]
    more = page[-1].id if len(found) > len(page) else None
    return HistoryPage(tuple([Raw(history.with_record(each)) for each in page]), more)


@get(
    "/accounts/{account:int}/coups.csv",
    media_type="text/csv",
    tags=["history"],
    summary="The Cronologia as CSV",
    opt=refuses(NoAccount, NoSession, TooManyExports),
    security=TOKEN,
)
async def coups_csv(
    desk: TheDesk, person: ThePerson, wanted: Wanted, coups: Coups, day: TheDay
) -> Stream:
    account = await _own_account(desk, person, wanted.account)
    export = history.export_csv(desk.floor.store, wanted, coups, account.currency, day)
    stream = await desk.exports.begin(person.id, export)
    return Stream(stream, headers=_download("coups.csv"))


@get(
    "/accounts/{account:int}/coups.json",
    tags=["history"],
    summary="The Cronologia as JSON",
    responses=tells(list[CoupPlayed | Paid], HTTPStatus.OK),
    opt=refuses(NoAccount, NoSession, TooManyExports),
    security=TOKEN,
)
async def coups_json(desk: TheDesk, person: ThePerson, wanted: Wanted, coups: Coups) -> Stream:
    await _own_account(desk, person, wanted.account)
    export = history.export_json(desk.floor.store, wanted, coups)
    stream = await desk.exports.begin(person.id, export)
    return Stream(stream, headers=_download("coups.json"))


@get(
    "/accounts/{account:int}/results",
    tags=["history"],
    summary="The coups added up: in all, by day, session and table",
    opt=refuses(NoAccount, NoSession, TooManyWaiting),
    security=TOKEN,
)
async def results(
    desk: TheDesk, person: ThePerson, wanted: Wanted, coups: Coups, day: TheDay
) -> Results:
    account = await _own_account(desk, person, wanted.account)
    async with desk.turns.turn(person.id):
        return await desk.results.results(account, wanted, coups, day)


@get(
    "/accounts/{account:int}/roads",
    tags=["history"],
    summary="The roads of a session at a private table",
    opt=refuses(NoAccount, NoSession, TooManyWaiting),
    security=TOKEN,
)
async def roads(
    account: AccountParameter, session: FromQuery[str], desk: TheDesk, person: ThePerson
) -> SessionRoads:
    await _own_account(desk, person, account)
    seat, ordinal = read_session(session)
    async with desk.turns.turn(person.id):
        return await session_roads(desk.floor.store, account, seat, ordinal)


def _download(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}


@get(
    "/accounts/{account:int}/coups/{record:int}/proof",
    tags=["history"],
    summary="A coup's proof, or that of the sabot a live one came from",
    opt=refuses(NoAccount, NoRecord, ReadIn, TooManyWaiting),
    security=TOKEN,
)
async def proof(
    account: AccountParameter, record: RecordParameter, desk: TheDesk, person: ThePerson
) -> Proof:
    await _own_account(desk, person, account)
    wanted = Query(account=account, limit=1, record=record, events=COUPS)
    async with desk.turns.turn(person.id):
        found = await desk.floor.store.history(wanted)
        if not found:
            raise NoRecord(record=f"coup with the record {record}")
        coup = history.read_coup(found[0])
        sheets = await desk.floor.store.sheets()
        # In a thread: dealing six decks again would block the loop.
        if isinstance(coup, CoupPlayed):
            sheet = sheets[bytes.fromhex(coup.sheet)]
            return await asyncio.to_thread(history.prove_coup, coup, sheet)
        if not coup.fixed:
            raise ReadIn(sabot=coup.sabot)
        table = desk.floor.tables.get(coup.table).table
        for sabot in await desk.floor.store.sabots(table.account, coup.sabot):
            if history.came_from(sabot, coup):
                return await asyncio.to_thread(history.prove_sabot, sabot, sheets)
        raise NoRecord(
            record=f"proof of record {record}, as sabot {coup.sabot} is not revealed yet,"
        )


ROUTES: Final = (records, results, roads, coups_csv, coups_json, proof)
