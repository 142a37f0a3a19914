"""The house over HTTP: its routes, and refusals as answers."""

import logging
from http import HTTPStatus
from typing import Any, Final

import msgspec
from litestar import Litestar, Request, Response, Router
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

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
)
from puntobanco.server.bodies import (
    Problem,
)
from puntobanco.server.limits import Buckets, Limits
from puntobanco.server.routes import cronologia, health, houses, operators, people, sessions
from puntobanco.server.routes.cronologia import provide_query
from puntobanco.server.routes.desk import Desk, address_of, provide_desk, provide_person
from puntobanco.wire.requests import check_keys

log = logging.getLogger("puntobanco.http")

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
        if not buckets.take(address_of(request), desk.floor.clock.now()):
            raise TooFast(most=10 * limits.requests_per_second, seconds=10)
        await _check_body(request)

    api = Router(
        "/api",
        before_request=throttle,
        response_headers={"Cache-Control": "no-store"},
        route_handlers=[
            *people.ROUTES,
            *sessions.ROUTES,
            *cronologia.ROUTES,
            *houses.ROUTES,
            *operators.ROUTES,
        ],
    )
    return Litestar(
        [api, *health.ROUTES],
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
