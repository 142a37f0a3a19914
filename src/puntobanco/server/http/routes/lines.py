"""Routes for lines to the croupier and the manager of a table, and for the answers."""

from functools import partial
from typing import Final

from litestar import get, post
from litestar.params import FromPath, JSONBody

from puntobanco.errors import (
    KeyReused,
    LineAddress,
    LineDigits,
    LinesOff,
    LineTooSoon,
    LineWord,
    NoSession,
    NotAllowed,
    NotOpenLine,
    UnknownTable,
)
from puntobanco.server.http.routes.desk import TOKEN, TheDesk, ThePerson, refuses
from puntobanco.store.interface import Role
from puntobanco.table.players_lines import may_read
from puntobanco.table.shared.shared_table import StaffActor
from puntobanco.wire.lines import AnswerEntry, LineEntry, LineView

_SHOWN: Final = 50


@post(
    "/tables/{name:str}/lines",
    tags=["tables"],
    summary="Write a line to the croupier or the manager",
    opt=refuses(
        *(UnknownTable, NotAllowed, NoSession, LinesOff, LineTooSoon, LineAddress, LineDigits),
        *(LineWord, KeyReused),
    ),
    security=TOKEN,
)
async def write(
    name: FromPath[str], data: JSONBody[LineEntry], desk: TheDesk, person: ThePerson
) -> LineView:
    if not person.role.plays:
        raise NotAllowed(role="players")
    floor = desk.floor
    runner = floor.tables.get(name)
    seat = (await floor.open_seat(await floor.store.accounts(person.id), name)).seat
    return await floor.lines.write(runner, data, seat.account, seat.session_name)


@get(
    "/tables/{name:str}/lines",
    tags=["tables"],
    summary="My lines with their answers; for staff those they may read",
    opt=refuses(UnknownTable),
    security=TOKEN,
)
async def read(name: FromPath[str], desk: TheDesk, person: ThePerson) -> list[LineView]:
    floor = desk.floor
    lines = await floor.lines.recent(floor.tables.get(name))
    if person.role.plays:
        mine = {account.id for account in await floor.store.accounts(person.id)}
        return [each for each in lines if each.player in mine][-_SHOWN:]
    is_manager = person.role is not Role.CROUPIER
    known = [each for each in lines if may_read(each.to, is_manager=is_manager)]
    return sorted(known, key=lambda each: (bool(each.answered_by), -each.answered_at))[:_SHOWN]


@post(
    "/tables/{name:str}/lines/{number:int}/answer",
    tags=["tables"],
    summary="Answer a line",
    opt=refuses(UnknownTable, NotAllowed, NotOpenLine, KeyReused),
    security=TOKEN,
)
async def answer(
    name: FromPath[str],
    number: FromPath[int],
    data: JSONBody[AnswerEntry],
    desk: TheDesk,
    person: ThePerson,
) -> LineView:
    if person.role not in (Role.CROUPIER, Role.MANAGER):
        raise NotAllowed(role="croupiers and managers")
    by = StaffActor(person.id, person.name or "", person.role is Role.MANAGER)
    floor = desk.floor
    hint = partial(floor.hint, table=name)
    return await floor.lines.answer(floor.tables.get(name), number, data, by, hint)


ROUTES: Final = (write, read, answer)
