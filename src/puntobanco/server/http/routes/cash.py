"""Routes of a table's cash sheet, for its staff and for operators."""

from typing import Annotated, Final

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from puntobanco.errors import (
    CashBelowZero,
    CashInPlay,
    CashNotOpen,
    CashOpen,
    CashUnsigned,
    CashZero,
    KeyReused,
    NoChips,
    NoRecord,
    NoSuchLine,
    NotAllowed,
    OtherSigner,
    UnknownTable,
)
from puntobanco.server.house.cash_desk import report_of, write_csv
from puntobanco.server.http.routes.desk import TOKEN, Desk, TheDesk, ThePerson, refuses
from puntobanco.store.interface import Person, Role
from puntobanco.table.shared.shared_table import StaffActor
from puntobanco.wire.cash import CashEntry, CashLine, CashReport, CashSigned, Countersign

LATEST: Final = 2**47  # milliseconds: in the year 6429; no calendar goes beyond 9999
CashParameter = Annotated[int | None, QueryParameter(ge=0, le=LATEST)]
_STAFF: Final = (Role.CROUPIER, Role.MANAGER)


def _staff(person: Person) -> StaffActor:
    if person.role not in _STAFF:
        raise NotAllowed(role="croupiers and managers")
    return StaffActor(person.id, person.name or "", person.role is Role.MANAGER)


@post(
    "/tables/{name:str}/cash",
    tags=["tables"],
    summary="Write a line on a table's cash sheet",
    opt=refuses(
        *(UnknownTable, NotAllowed, NoChips, CashOpen, CashNotOpen, CashUnsigned, CashBelowZero),
        *(CashZero, CashInPlay, KeyReused),
    ),
    security=TOKEN,
)
async def enter(
    name: FromPath[str], data: JSONBody[CashEntry], desk: TheDesk, person: ThePerson
) -> CashLine:
    by = _staff(person)
    return await desk.floor.cash.enter(desk.floor.tables.get(name), data, by)


@post(
    "/tables/{name:str}/cash/signatures",
    tags=["tables"],
    summary="Countersign a line of a table's cash sheet",
    opt=refuses(UnknownTable, NotAllowed, NoSuchLine, OtherSigner, CashInPlay, KeyReused),
    security=TOKEN,
)
async def countersign(
    name: FromPath[str], data: JSONBody[Countersign], desk: TheDesk, person: ThePerson
) -> CashSigned:
    by = _staff(person)
    return await desk.floor.cash.sign(desk.floor.tables.get(name), data, by)


async def _report(
    desk: Desk,
    person: Person,
    name: str,
    sheet: int | None,
    since: int | None,
    until: int | None,
) -> CashReport:
    if person.role not in (*_STAFF, Role.OPERATOR):
        raise NotAllowed(role="staff")
    floor = desk.floor
    now = floor.clock.now()
    return await report_of(
        floor.store, floor.tables.sheets, name, floor.day, now, sheet, since, until
    )


@get(
    "/tables/{name:str}/cash",
    tags=["tables"],
    summary="A table's cash sheet, with its figures by hour and day",
    opt=refuses(UnknownTable, NotAllowed, NoRecord),
    security=TOKEN,
)
async def report(
    name: FromPath[str],
    desk: TheDesk,
    person: ThePerson,
    sheet: CashParameter = None,
    since: CashParameter = None,
    until: CashParameter = None,
) -> CashReport:
    return await _report(desk, person, name, sheet, since, until)


@get(
    "/tables/{name:str}/cash.csv",
    tags=["tables"],
    summary="A table's cash sheet as CSV",
    media_type="text/csv",
    opt=refuses(UnknownTable, NotAllowed, NoRecord),
    security=TOKEN,
)
async def report_csv(
    name: FromPath[str],
    desk: TheDesk,
    person: ThePerson,
    sheet: CashParameter = None,
    since: CashParameter = None,
    until: CashParameter = None,
) -> Response[str]:
    text = write_csv(await _report(desk, person, name, sheet, since, until))
    headers = {"Content-Disposition": f'attachment; filename="{name}-cash.csv"'}
    return Response(text, media_type="text/csv", headers=headers)


ROUTES: Final = (enter, countersign, report, report_csv)
