"""The front door, and how the house is."""

from html import escape
from http import HTTPStatus
from typing import Final

from litestar import Response, get

from puntobanco.server.routes.desk import TheDesk

FRONT_DOOR: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>puntobanco</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body {{ background: #12352a; color: #f4efe2; font: 1.1rem/1.6 Georgia, serif;
max-width: 40rem; margin: 12vh auto; padding: 0 1.5rem }} h1 {{ font-weight: normal }}
code {{ color: #e0b35a }} a {{ color: inherit }}</style></head><body>
<h1>The house is open.</h1>
<p>Private tables, with play money and without an account:</p><ul>{titles}</ul>
<p>Play in a terminal: <code>puntobanco play --server http://localhost:8000</code></p>
<p>Or write a client: <a href="/api/schema/openapi.json">what the house speaks</a>.</p>
</body></html>
"""


@get("/", include_in_schema=False, media_type="text/html")
async def front_door(desk: TheDesk) -> str:
    """What a browser finds: that the house is open, and how to play."""
    titles = "".join(
        f"<li><b>{escape(desk.houses[name].sheet.title)}</b> <code>{name}</code></li>"
        for name in desk.floor.sheets
    )
    return FRONT_DOOR.format(titles=titles)


@get("/livez", include_in_schema=False)
async def livez() -> dict[str, str]:
    return {"status": "alive"}


@get("/readyz", include_in_schema=False)
async def readyz(desk: TheDesk) -> Response[dict[str, str]]:
    ready = await desk.floor.store.is_alive() and not desk.floor.writer.halted.is_set()
    if ready:
        return Response({"status": "ready"})
    return Response({"status": "not ready"}, status_code=HTTPStatus.SERVICE_UNAVAILABLE)


@get("/metrics", include_in_schema=False, media_type="text/plain; version=0.0.4")
async def metrics(desk: TheDesk) -> bytes:
    return desk.metrics.text()


ROUTES: Final = (front_door, livez, readyz, metrics)
