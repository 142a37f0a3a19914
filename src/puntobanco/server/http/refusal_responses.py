"""Turns refusals into HTTP responses: status, headers and body."""

from http import HTTPStatus
from typing import Final, NamedTuple

import msgspec

from puntobanco.errors import (
    AccountRefused,
    ForeignOrigin,
    HouseRefused,
    KeyReused,
    NameTaken,
    NoAccount,
    NoLogin,
    NoRecord,
    NoSession,
    NotAllowed,
    NotSignedIn,
    OurFault,
    RefillTooSoon,
    Refusal,
    SessionOpen,
    StoreRefused,
    TooMuch,
    UnknownTable,
)
from puntobanco.wire.bodies import Problem

STATUS: Final[tuple[tuple[type[Refusal], HTTPStatus], ...]] = (
    (NotSignedIn, HTTPStatus.UNAUTHORIZED),
    (NotAllowed, HTTPStatus.FORBIDDEN),
    (ForeignOrigin, HTTPStatus.FORBIDDEN),
    (NoAccount, HTTPStatus.NOT_FOUND),
    (NoLogin, HTTPStatus.NOT_FOUND),
    (NoSession, HTTPStatus.NOT_FOUND),
    (NoRecord, HTTPStatus.NOT_FOUND),
    (HouseRefused, HTTPStatus.NOT_FOUND),
    (UnknownTable, HTTPStatus.NOT_FOUND),
    (NameTaken, HTTPStatus.CONFLICT),
    (KeyReused, HTTPStatus.CONFLICT),
    (SessionOpen, HTTPStatus.CONFLICT),
    (TooMuch, HTTPStatus.TOO_MANY_REQUESTS),
    (RefillTooSoon, HTTPStatus.TOO_MANY_REQUESTS),
    (StoreRefused, HTTPStatus.SERVICE_UNAVAILABLE),
    (OurFault, HTTPStatus.INTERNAL_SERVER_ERROR),
    (AccountRefused, HTTPStatus.UNPROCESSABLE_ENTITY),
    (Refusal, HTTPStatus.BAD_REQUEST),
)


class RefusalResponse(NamedTuple):
    status: HTTPStatus
    headers: dict[str, str]
    body: bytes


def status_of(kind: type[Refusal]) -> HTTPStatus:
    return next(status for each, status in STATUS if issubclass(kind, each))


def refuse(refusal: Refusal, status: int | None = None) -> RefusalResponse:
    http_status = status_of(type(refusal)) if status is None else HTTPStatus(status)
    headers = {"Content-Type": "application/json", "Cache-Control": "no-store"}
    if http_status is HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Bearer"
    if http_status is HTTPStatus.TOO_MANY_REQUESTS:
        headers["Retry-After"] = str(refusal.facts.get("seconds", 1))
    return RefusalResponse(
        http_status, headers, msgspec.json.encode(Problem(refusal.code, refusal.message))
    )
