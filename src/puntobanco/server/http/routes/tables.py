"""Routes for shared tables: their views, streams and sabots, and the operators' commands."""

import asyncio
import logging
from itertools import takewhile
from typing import Annotated, Any, Final

from litestar import Request, get, post
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter
from msgspec import Raw

from puntobanco.errors import (
    BadTable,
    NoRecord,
    NotAllowed,
    ReadIn,
    RunsItself,
    TableTaken,
    UnknownTable,
)
from puntobanco.fair.proof import Proof
from puntobanco.fair.sheet_hash import canonical
from puntobanco.game.bets import Bet
from puntobanco.server.house import history
from puntobanco.server.house.credentials import hash_token
from puntobanco.server.house.table_figures import takings_of
from puntobanco.server.house.tickets import SECONDS
from puntobanco.server.http.routes.desk import TOKEN, Desk, TheDesk, ThePerson, read_token, refuses
from puntobanco.server.http.routes.houses import returns_view
from puntobanco.server.shared_tables.table_runner import TableRunner
from puntobanco.server.sockets.open_sockets import PATH
from puntobanco.store.interface import Person, Role
from puntobanco.table.shared.shared_table import StaffActor
from puntobanco.wire.bodies import (
    FloorTable,
    StreamPage,
    TableDetail,
    TableSummary,
    TableTakings,
    Ticket,
    WantedLimits,
    WantedStanding,
)
from puntobanco.wire.requests import MOST_COUNTED
from puntobanco.wire.stream import Stage, Standing, TableView
from puntobanco.wire.table_spec import TableSpec

log = logging.getLogger("puntobanco.http")

MOST_ON_A_PAGE: Final = 500
_SIDES: Final = Bet.PUNTO, Bet.BANCO, Bet.EGALITE
_UNDER_WAY: Final = Stage.BETTING, Stage.CLOSING, Stage.DEALING, Stage.PAYING
NumberParameter = Annotated[int, PathParameter(ge=1, le=MOST_COUNTED)]
EpochParameter = Annotated[int | None, QueryParameter(ge=0, le=MOST_COUNTED)]
TimeParameter = Annotated[int, QueryParameter(ge=0, le=MOST_COUNTED)]
AfterParameter = Annotated[int, QueryParameter(ge=0, le=MOST_COUNTED)]


def _summary(desk: Desk, runner: TableRunner, shown: TableView | None = None) -> TableSummary:
    """A table as a `shown` view has it: nothing of a coup comes from a newer one."""
    view, sheet, here = runner.view, runner.setup.sheet, runner.here
    shown = shown or view
    return TableSummary(
        name=runner.spec.name,
        title=sheet.title,
        house=runner.spec.house,
        currency=runner.spec.currency,
        standing=view.standing,
        stage=view.stage,
        now=desk.floor.clock.now(),
        until=view.until,
        sabot=shown.sabot,
        coup=shown.coup,
        gone=shown.gone,
        cards=sheet.cards.total,
        players=len(here.players),
        watchers=here.watchers,
        betting_s=sheet.times.betting_s,
        min=min(rule.min for rule in sheet.offers.values()),
        max=sheet.money.coup_max,
        bead_plate=shown.roads.bead_plate,
        statistics=shown.statistics,
        labels={bet: sheet.offers[bet].label for bet in _SIDES if bet in sheet.offers},
        note=view.note,
        faces=sheet.cards.faces[0],
        croupier=runner.spec.croupier,
        source=runner.spec.cards,
        stakes=runner.spec.stakes,
        manager=view.manager,
    )


def _detail(desk: Desk, runner: TableRunner) -> TableDetail:
    house = desk.houses.get(runner.spec.house)  # None for a closed table of a house that is gone
    return TableDetail(
        summary=_summary(desk, runner, runner.shown),
        spec=runner.spec,
        sheet=canonical(runner.setup.sheet),
        sheet_hash=runner.setup.sheet_hash.hex(),
        returns=returns_view(house) if house is not None else {},
        view=runner.shown,
    )


@get("/tables", tags=["tables"], summary="All shared tables, as they stand")
async def tables(desk: TheDesk) -> list[TableSummary]:
    return [
        _summary(desk, runner, runner.shown)
        for runner in desk.floor.tables.runners.values()
        if _is_listed(runner)
    ]


def _is_listed(runner: TableRunner) -> bool:
    """A closed table is still listed while its last coup has to be finished by somebody."""
    return runner.view.standing is not Standing.CLOSED or runner.view.stage in _UNDER_WAY


@get(
    "/tables/{name:str}",
    tags=["tables"],
    summary="A shared table, with its sheet",
    opt=refuses(UnknownTable),
)
async def table(name: FromPath[str], desk: TheDesk) -> TableDetail:
    return _detail(desk, desk.floor.tables.get(name))


@post(
    "/tables/{name:str}/tickets",
    tags=["tables"],
    summary="A ticket to look on",
    opt=refuses(UnknownTable),
)
async def look_on(name: FromPath[str], desk: TheDesk) -> Ticket:
    made = desk.tickets.issue_to_watch(desk.floor.tables.get(name).spec.name)
    return Ticket(made, f"{PATH}?ticket={made}", SECONDS)


@post(
    "/tables/{name:str}/console",
    tags=["tables"],
    summary="A ticket to the table's console",
    opt=refuses(UnknownTable, NotAllowed, RunsItself),
    security=TOKEN,
)
async def sit_at_console(
    name: FromPath[str], desk: TheDesk, person: ThePerson, request: Request[Any, Any, Any]
) -> Ticket:
    if person.role not in (Role.CROUPIER, Role.MANAGER):
        raise NotAllowed(role="croupiers and managers")
    runner = desk.floor.tables.get(name)
    if not runner.setup.by_person and person.role is not Role.MANAGER:
        raise RunsItself  # only managers have a console there, for when they are called
    staff = StaffActor(person.id, person.name or "", person.role is Role.MANAGER)
    made = desk.tickets.issue_to_watch(runner.spec.name, staff, hash_token(read_token(request)))
    return Ticket(made, f"{PATH}?ticket={made}", SECONDS)


@get(
    "/tables/{name:str}/events",
    tags=["tables"],
    summary="A table's stream from its records",
    opt=refuses(UnknownTable),
)
async def events(
    name: FromPath[str],
    desk: TheDesk,
    after: AfterParameter = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST_ON_A_PAGE)] = 100,
) -> StreamPage:
    runner = desk.floor.tables.get(name)
    found = await desk.floor.store.table_events(runner.table.account, after, limit + 1)
    if runner.delay:  # as late as the picture
        seen = runner.now - runner.delay
        found = list(takewhile(lambda each: each.record.at <= seen, found))
    page = found[:limit]
    more = page[-1].id if len(found) > len(page) else None
    return StreamPage(tuple([Raw(history.with_record(each)) for each in page]), more)


@get(
    "/tables/{name:str}/sabots/{sabot:int}/proof",
    tags=["tables"],
    summary="The proof of a sabot that is revealed",
    opt=refuses(UnknownTable, NoRecord, ReadIn),
)
async def sabot_proof(
    name: FromPath[str], sabot: NumberParameter, desk: TheDesk, epoch: EpochParameter = None
) -> Proof:
    runner = desk.floor.tables.get(name)
    if runner.setup.is_read_in:
        raise ReadIn(sabot=sabot)
    found = await desk.floor.store.sabots(runner.table.account, sabot)
    if epoch is not None:
        found = [each for each in found if history.is_of(each, epoch)]
    if not found:
        raise NoRecord(record=f"sabot {sabot} that is revealed")
    sheets = await desk.floor.store.sheets()
    # In a thread: dealing eight decks again would block the loop.
    return await asyncio.to_thread(history.prove_sabot, found[-1], sheets)


def _check_operator(person: Person) -> None:
    if person.role is not Role.OPERATOR:
        raise NotAllowed(role="operators")


@post(
    "/operator/tables",
    tags=["operators"],
    summary="Make a shared table",
    opt=refuses(NotAllowed, BadTable, TableTaken),
    security=TOKEN,
)
async def make_table(data: JSONBody[TableSpec], desk: TheDesk, person: ThePerson) -> TableDetail:
    _check_operator(person)
    made = await desk.floor.tables.make(data)
    log.info("table made", extra={"operator": person.id, "table": data.name, "house": data.house})
    return _detail(desk, made)


def _in_charge(person: Person) -> StaffActor:
    """A manager or an operator, who may set tables and see the pit board."""
    if person.role not in (Role.MANAGER, Role.OPERATOR):
        raise NotAllowed(role="managers and operators")
    return StaffActor(person.id, person.name or "", is_manager=True)


@get(
    "/floor",
    tags=["operators"],
    summary="The pit board: all shared tables, closed ones too",
    opt=refuses(NotAllowed),
    security=TOKEN,
)
async def floor(desk: TheDesk, person: ThePerson) -> list[FloorTable]:
    _in_charge(person)
    found = []
    for each in desk.floor.tables.runners.values():
        house = desk.houses.get(each.spec.house)
        widest = each.setup.sheet if house is None else house.sheet
        found.append(await desk.board.look(each, _summary(desk, each), widest))
    return found


@post(
    "/operator/tables/{name:str}/standing",
    tags=["operators"],
    summary="Open, pause or close a shared table",
    opt=refuses(NotAllowed, UnknownTable, BadTable),
    security=TOKEN,
)
async def stand(
    name: FromPath[str], data: JSONBody[WantedStanding], desk: TheDesk, person: ThePerson
) -> TableSummary:
    by = _in_charge(person)
    await desk.floor.tables.stand(name, data.standing, data.note, by)
    return _summary(desk, desk.floor.tables.get(name))


@post(
    "/operator/tables/{name:str}/limits",
    tags=["operators"],
    summary="Set a shared table's limits, from the next sabot on",
    opt=refuses(NotAllowed, UnknownTable, BadTable),
    security=TOKEN,
)
async def limit(
    name: FromPath[str], data: JSONBody[WantedLimits], desk: TheDesk, person: ThePerson
) -> TableSummary:
    by = _in_charge(person)
    await desk.floor.tables.limit(name, data, by)
    return _summary(desk, desk.floor.tables.get(name))


@get(
    "/operator/tables/{name:str}/takings",
    tags=["operators"],
    summary="Cagnotte and tips of a shared table, day by day",
    opt=refuses(NotAllowed, UnknownTable),
    security=TOKEN,
)
async def takings(
    name: FromPath[str],
    desk: TheDesk,
    person: ThePerson,
    since: TimeParameter = 0,
    until: TimeParameter = MOST_COUNTED,
) -> TableTakings:
    _check_operator(person)
    return await takings_of(desk.floor.store, name, desk.floor.day, since, until)


ROUTES: Final = (
    *(tables, table, look_on, sit_at_console, events, sabot_proof),
    *(make_table, takings, floor, stand, limit),
)
