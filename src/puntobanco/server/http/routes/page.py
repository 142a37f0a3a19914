"""The built web page; its files are kept in memory, already compressed."""

import logging
import mimetypes
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import msgspec
from litestar import HttpMethod, Request, Response, route
from litestar.handlers import HTTPRouteHandler
from litestar.response import Redirect

log = logging.getLogger("puntobanco.page")

FOLDER: Final = Path(__file__).parents[3] / "page"
NOT_BUILT: Final = "The page is not built. In a clone, `make install` builds it.\n"
_ENCODINGS: Final = {"br": ".br", "gzip": ".gz"}  # the best first
_FOR_EVER: Final = "public, max-age=31536000, immutable"  # the file's name contains its hash
_METHODS: Final = [HttpMethod.GET, HttpMethod.HEAD]  # the server leaves out the body of a HEAD
_TYPES: Final = {".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}


class File(msgspec.Struct, frozen=True):
    kind: str
    caching: str
    bodies: Mapping[str, bytes]  # by encoding; "" for none

    def answer(self, accepted: str) -> Response[bytes]:
        takes = {name.strip() for name, _, q in _weighed(accepted) if q.strip() != "q=0"}
        encoding = next((each for each in self.bodies if each in takes), "")
        headers = {"Cache-Control": self.caching, "Vary": "Accept-Encoding"}
        if encoding:
            headers["Content-Encoding"] = encoding
        return Response(self.bodies[encoding], media_type=self.kind, headers=headers)


def _weighed(accepted: str) -> list[tuple[str, str, str]]:
    return [each.partition(";") for each in accepted.lower().split(",")]


def read_page(folder: Path) -> dict[str, File]:
    """The built files by path; empty if the page has not been built."""
    if not (folder / "index.html").exists():
        return {}
    compressed = tuple(_ENCODINGS.values())
    files = [each for each in folder.rglob("*") if each.is_file() and each.name[0] != "."]
    page = {
        f"/{each.relative_to(folder).as_posix()}": _read(each)
        for each in files
        if not each.name.endswith(compressed)
    }
    return {"/": page.pop("/index.html"), **page}


def _read(path: Path) -> File:
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    copies = {name: path.with_name(path.name + suffix) for name, suffix in _ENCODINGS.items()}
    bodies = {name: copy.read_bytes() for name, copy in copies.items() if copy.exists()}
    return File(
        kind=kind or "application/octet-stream",
        caching=_FOR_EVER if path.parent.name == "assets" else "no-cache",
        bodies={**bodies, "": path.read_bytes()},
    )


def page_routes(wanted: Iterable[str] = (), folder: Path = FOLDER) -> list[HTTPRouteHandler]:
    """The routes of the page; its headers let browsers preload what it requests first."""
    page = read_page(folder)
    if not page:
        log.warning("the page is not built")
        return [_not_built]
    ahead = ", ".join(f"<{path}>; rel=preload; as=fetch; crossorigin" for path in wanted)

    @route(list(page), http_method=_METHODS, include_in_schema=False)
    async def front_door(request: Request[Any, Any, Any]) -> Response[bytes]:
        path = request.scope["path"]
        answer = page[path].answer(request.headers.get("Accept-Encoding", ""))
        if path == "/" and ahead:
            answer.headers["Link"] = ahead
        return answer

    return [front_door, _pit_board]


@route("/floor", http_method=_METHODS, include_in_schema=False)
async def _pit_board() -> Redirect:
    """An address that is easy to type on a tablet."""
    return Redirect("/#/floor")


@route("/", http_method=_METHODS, include_in_schema=False, media_type="text/plain")
async def _not_built() -> Response[str]:
    return Response(NOT_BUILT, status_code=HTTPStatus.SERVICE_UNAVAILABLE)
