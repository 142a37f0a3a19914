"""The OpenAPI description, with the refusals of each route."""

from collections import defaultdict
from typing import Any, Final

from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.routes import HTTPRoute

from puntobanco.errors import (
    BadMessage,
    NotSignedIn,
    OurFault,
    Refusal,
    StoreFailed,
    StoreHalted,
    TooFast,
)
from puntobanco.server.http.refusal_responses import status_of

ANYWHERE: Final = (BadMessage, TooFast, StoreFailed, StoreHalted, OurFault)
PROBLEM: Final = {
    "type": "object",
    "required": ["code", "message"],
    "properties": {
        "code": {"type": "string", "description": "Stable: docs/refusals.md has them all"},
        "message": {"type": "string", "description": "For people"},
    },
}


def refused_by(handler: Any) -> tuple[type[Refusal], ...]:
    """The refusals of a route, beside those that any route has; they are declared at the route."""
    signed_in = (NotSignedIn,) if handler.security else ()
    return (*signed_in, *handler.opt.get("refuses", ()))


class WithRefusals(JsonRenderPlugin):
    """Describes our refusals in place of Litestar's own errors, which we never send."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        openapi_schema["components"]["schemas"]["Problem"] = PROBLEM
        for route in request.app.routes:
            operations = openapi_schema["paths"].get(route.path_format, {})
            if isinstance(route, HTTPRoute):
                for method, (handler, _) in route.route_handler_map.items():
                    if method.lower() in operations:
                        responses = operations[method.lower()]["responses"]
                        responses |= _responses((*ANYWHERE, *refused_by(handler)))
        return self.render_json(request, openapi_schema)


def _responses(kinds: tuple[type[Refusal], ...]) -> dict[str, Any]:
    codes: dict[str, list[str]] = defaultdict(list)
    for kind in kinds:
        codes[str(int(status_of(kind)))].append(kind.code)
    schema = {"schema": {"$ref": "#/components/schemas/Problem"}}
    return {
        status: {"description": ", ".join(each), "content": {"application/json": schema}}
        for status, each in codes.items()
    }
