"""What operators do: money from outside, and back."""

import logging
from typing import Final

from litestar import post
from litestar.params import JSONBody
from msgspec import Raw

from puntobanco.errors import (
    NoAccount,
    NotAllowed,
)
from puntobanco.ledger.records import Event
from puntobanco.server.bodies import (
    Movement,
)
from puntobanco.server.routes.desk import TOKEN, Desk, TheDesk, ThePerson
from puntobanco.store.interface import Person, Role

log = logging.getLogger("puntobanco.http")


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


ROUTES: Final = (deposit, withdraw)
