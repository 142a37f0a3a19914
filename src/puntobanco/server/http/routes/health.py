"""Routes for health checks and metrics."""

from http import HTTPStatus
from typing import Any, Final

from litestar import HttpMethod, Request, Response, get, route

from puntobanco.errors import NotAllowed
from puntobanco.server.http.routes.desk import TheDesk

_METHODS: Final = [HttpMethod.GET, HttpMethod.HEAD]  # load balancers may use either


@route("/livez", http_method=_METHODS, include_in_schema=False, opt={"uncounted": True})
async def livez() -> dict[str, str]:
    return {"status": "alive"}


@route("/readyz", http_method=_METHODS, include_in_schema=False)
async def readyz(desk: TheDesk) -> Response[dict[str, str]]:
    ready = await desk.floor.store.is_alive() and not desk.floor.writer.halted.is_set()
    if ready:
        return Response({"status": "ready"})
    return Response({"status": "not ready"}, status_code=HTTPStatus.SERVICE_UNAVAILABLE)


@get("/metrics", include_in_schema=False, media_type="text/plain; version=0.0.4")
async def metrics(request: Request[Any, Any, Any], desk: TheDesk) -> bytes:
    if request.client is None or request.client.host not in desk.monitors:
        raise NotAllowed(role="the house's own monitors")
    return desk.metrics.text()


ROUTES: Final = (livez, readyz, metrics)
