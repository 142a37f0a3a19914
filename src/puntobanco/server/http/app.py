"""The HTTP application: its routes, and how it answers a refusal."""

import logging
import re
from functools import lru_cache
from http import HTTPStatus
from typing import Any, Final

import msgspec
from litestar import Litestar, Request, Response, Router
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme
from litestar.routes import HTTPRoute
from litestar.types import ASGIApp, Receive, Scope, Send

from puntobanco.errors import BadMessage, OurFault, Refusal, StoreHalted, StoreRefused, TooFast
from puntobanco.ledger.records import RecordKind
from puntobanco.server.house.limits import Buckets, Limits
from puntobanco.server.house.logs import cause_of
from puntobanco.server.http.openapi import WithRefusals
from puntobanco.server.http.refusal_responses import refuse
from puntobanco.server.http.routes import (
    cash,
    cronologia,
    health,
    houses,
    lines,
    operators,
    people,
    sessions,
    tables,
)
from puntobanco.server.http.routes.cronologia import (
    provide_day,
    provide_filter,
    provide_query,
)
from puntobanco.server.http.routes.desk import (
    Desk,
    address_of,
    desk_of,
    provide_desk,
    provide_person,
)
from puntobanco.server.http.routes.page import page_routes
from puntobanco.wire.requests import check_keys
from puntobanco.wire.validation import explain, explain_parameter

log = logging.getLogger("puntobanco.http")

_NUMBERS: Final = {"limit", "before", "after", "since", "until", "epoch", "sheet"}
_DIGITS: Final = re.compile("[0-9]+")


def _answer(refusal: Refusal, status: int | None = None) -> Response[bytes]:
    http_status, headers, body = refuse(refusal, status)
    return Response(body, status_code=http_status, headers=headers)


def _on_refusal(request: Request[Any, Any, Any], refusal: Refusal) -> Response[bytes]:
    desk_of(request).sockets.refusals[refusal.code] += 1
    if isinstance(refusal, StoreRefused):
        log.error("refused", extra={"code": refusal.code, "why": cause_of(refusal)})
    if isinstance(refusal, StoreHalted):  # perhaps by a change that didn't go through the writer
        desk_of(request).floor.writer.halted.set()
    return _answer(refusal)


def _on_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """Turn Litestar's errors into our refusals, which name the field and the mistake."""
    details = error.extra if isinstance(error.extra, list) else []
    why = "; ".join([_of_parameter(each) for each in details])
    if error.status_code == HTTPStatus.NOT_FOUND:
        why = f"there is nothing at {request.url.path[:80]}"
    elif error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        why = f"{request.method} isn't taken at {request.url.path[:80]}"
    elif error.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        why = f"a body has {_door_of(request).limits.body_bytes} bytes at most"
    return _answer(BadMessage(why=(why or error.detail)[:200]), error.status_code)


def _of_parameter(found: dict[str, str]) -> str:
    name = str(found.get("key", ""))
    events = tuple(RecordKind) if name.startswith("event") else ()
    return explain_parameter(name, str(found.get("message", "")), events)


def _on_our_fault(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    log.exception("our fault", exc_info=error, extra={"path": request.url.path})
    return _answer(OurFault())


async def _check_body(request: Request[Any, Any, Any]) -> None:
    """Check a body strictly: Litestar would accept "100" or 100.0 as an amount, and double keys."""
    data = request.route_handler.parsed_fn_signature.parameters.get("data")
    body = await request.body()
    if data is None:
        if body:
            raise BadMessage(why="this request takes no body")
        return
    try:
        msgspec.json.decode(body, type=data.annotation)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadMessage(why=explain(error, body)) from None
    check_keys(body)


class _Door(msgspec.Struct):
    """The request limits per address, and the query parameters of each route."""

    limits: Limits
    buckets: Buckets
    queries: dict[tuple[str, str], set[str]]  # by route and method


def _door(app: Litestar, limits: Limits) -> _Door:
    queries: dict[tuple[str, str], set[str]] = {
        (route.path_format, method): {each.field_alias for each in model.expected_query_params}
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for method, (_, model) in route.route_handler_map.items()
    }
    most = limits.requests_per_second
    return _Door(limits, Buckets(most, 10 * most), queries)


def _door_of(request: Request[Any, Any, Any]) -> _Door:
    door: _Door = request.scope["state"]["door"]
    return door


async def _throttle(request: Request[Any, Any, Any]) -> None:
    if request.route_handler.opt.get("uncounted"):
        return
    door = _door_of(request)
    if not door.buckets.take(address_of(request), desk_of(request).floor.clock.now()):
        raise TooFast(most=10 * door.limits.requests_per_second, seconds=10)


async def _check(request: Request[Any, Any, Any]) -> None:
    await _throttle(request)
    known = _door_of(request).queries[request.scope["path_template"], request.method]
    for name, values in request.query_params.dict().items():
        if name not in known:
            raise BadMessage(why=f"there is no query parameter {name[:80]!r} here")
        if len(values) > 1 and name != "event":
            raise BadMessage(why=f"{name} is given twice")
        if name in _NUMBERS and not all(map(_DIGITS.fullmatch, values)):
            raise BadMessage(why=f"{name} must be a whole number in digits")
    await _check_body(request)


_PARTS: Final = (people, sessions, cronologia, houses, operators, tables, cash, lines)


def _openapi() -> OpenAPIConfig:
    token = SecurityScheme(type="http", scheme="bearer")
    return OpenAPIConfig(
        title="puntobanco",
        version="1",
        path="/api/schema",
        render_plugins=[WithRefusals(path="/openapi.json")],
        components=Components(security_schemes={"token": token}),
    )


@lru_cache(maxsize=4)
def _routes(sheets: tuple[str, ...], body_bytes: int) -> Litestar:
    """Build the routes, once per process, because it takes longer than opening a house."""
    api = Router(
        "/api",
        before_request=_check,
        response_headers={"Cache-Control": "no-store"},
        route_handlers=[route for part in _PARTS for route in part.ROUTES],
    )
    paths = [f"/api/houses/{name}" for name in sheets]
    return Litestar(
        [api, *health.ROUTES, *page_routes(["/api/houses", "/api/tables", *paths])],
        before_request=_throttle,
        dependencies={
            "desk": Provide(provide_desk),
            "person": Provide(provide_person),
            "wanted": Provide(provide_query),
            "coups": Provide(provide_filter),
            "day": Provide(provide_day),
        },
        exception_handlers={
            Refusal: _on_refusal,
            HTTPException: _on_http_error,
            Exception: _on_our_fault,
        },
        request_max_body_size=body_bytes,
        openapi_config=_openapi(),
        debug=False,
        logging_config=None,
    )


def make_app(desk: Desk, limits: Limits) -> ASGIApp:
    """The application for one house: every request gets its desk."""
    routes = _routes(tuple(desk.floor.sheets), limits.body_bytes)
    door = _door(routes, limits)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        scope["state"] = {"desk": desk, "door": door}
        await routes(scope, receive, send)

    return app
