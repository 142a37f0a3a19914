"""Routes for operators: deposits and withdrawals."""

from typing import Final

from litestar import post
from litestar.params import JSONBody
from msgspec import Raw

from puntobanco.errors import KeyReused, NoAccount, NotAllowed, NotCovered
from puntobanco.ledger.records import RecordKind
from puntobanco.server.http.routes.desk import TOKEN, Desk, TheDesk, ThePerson, refuses, tells
from puntobanco.store.interface import Person, Role
from puntobanco.wire.bodies import Movement
from puntobanco.wire.messages import Moved


async def _move(desk: Desk, person: Person, data: Movement, event: RecordKind) -> Raw:
    if person.role is not Role.OPERATOR:
        raise NotAllowed(role="operators")
    cashier = desk.floor.cashier
    account = await cashier.account_for(data)
    return Raw(await cashier.move(account, data.amount, data.key, data.note, event, person.id))


@post(
    "/operator/deposits",
    tags=["operators"],
    summary="Money from outside onto an account",
    opt=refuses(NotAllowed, NoAccount, KeyReused),
    responses=tells(Moved),
    security=TOKEN,
)
async def deposit(data: JSONBody[Movement], desk: TheDesk, person: ThePerson) -> Raw:
    return await _move(desk, person, data, RecordKind.DEPOSITED)


@post(
    "/operator/withdrawals",
    tags=["operators"],
    summary="Money from an account to outside",
    opt=refuses(NotAllowed, NoAccount, NotCovered, KeyReused),
    responses=tells(Moved),
    security=TOKEN,
)
async def withdraw(data: JSONBody[Movement], desk: TheDesk, person: ThePerson) -> Raw:
    return await _move(desk, person, data, RecordKind.WITHDRAWN)


ROUTES: Final = (deposit, withdraw)
