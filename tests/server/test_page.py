"""How the page is served: compressed ahead of time, and cached according to its names."""

import gzip
import logging
import re
from pathlib import Path

import pytest

from puntobanco.server.http import app
from puntobanco.server.http.routes import page
from puntobanco.server.http.routes.page import FOLDER, NOT_BUILT, page_routes, read_page
from tests.server.visitors import open_for_business

pytestmark = pytest.mark.anyio
if not (FOLDER / "index.html").exists():
    pytest.fail("the page is not built: `make install` builds it, and `make test` needs it")
INDEX = (FOLDER / "index.html").read_bytes()


async def test_the_index_is_never_cached_without_revalidation(database: str) -> None:
    async with open_for_business(database) as house:
        door = await house.ask("GET", "/")
        assert (door.status, door.body) == (200, INDEX)
        assert door.headers["content-type"] == "text/html; charset=utf-8"
        assert door.headers["cache-control"] == "no-cache"
        assert "content-encoding" not in door.headers
        for path in ("/service-worker.js", "/app.webmanifest", "/icon.svg"):
            assert (await house.ask("GET", path)).headers["cache-control"] == "no-cache"


async def test_the_first_requests_are_preloaded_with_the_scripts(database: str) -> None:
    async with open_for_business(database) as house:
        links = (await house.ask("GET", "/")).headers["link"].split(", ")
        paths = [re.fullmatch("<(.+)>; rel=preload; as=fetch; crossorigin", each) for each in links]
        first = [path[1] for path in paths if path]
        assert first[:2] == ["/api/houses", "/api/tables"]
        assert "/api/houses/punto-e-banco" in first
        for path in first:
            assert (await house.ask("GET", path)).status == 200
        assert "link" not in (await house.ask("GET", "/icon.svg")).headers


async def test_head_requests_are_answered(database: str) -> None:
    async with open_for_business(database) as house:
        door = await house.ask("HEAD", "/")
        assert (door.status, door.body) == (200, b"")
        assert door.headers["content-type"] == "text/html; charset=utf-8"
        assert (await house.ask("HEAD", "/nowhere")).status == 404


async def test_files_with_a_hash_in_their_name_are_cached_for_ever(database: str) -> None:
    paths = re.findall(r'"(/assets/[^"]+)"', INDEX.decode())
    assert {path.rpartition(".")[2] for path in paths} == {"js", "css"}
    async with open_for_business(database) as house:
        for path in paths:
            answer = await house.ask("GET", path)
            assert answer.status == 200
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
            assert answer.headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("br;q=0, GZIP;q=0.5", "gzip"),
        ("identity", None),
        ("", None),
    ],
)
def test_the_best_accepted_encoding_is_used(accepted: str, encoding: str | None) -> None:
    answer = read_page(FOLDER)["/"].answer(accepted)
    assert answer.headers.get("Content-Encoding") == encoding
    if encoding == "gzip":
        assert gzip.decompress(answer.content) == INDEX


async def test_no_other_files_are_served(database: str) -> None:
    async with open_for_business(database) as house:
        for path in ("/index.html.gz", "/.stamp", "/assets/..%2f.stamp", "/assets/", "/page"):
            assert (await house.ask("GET", path)).status == 404


async def test_a_page_that_is_not_built_says_so(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    routes = page_routes(folder=tmp_path)
    monkeypatch.setattr("puntobanco.server.http.app._routes", app._routes.__wrapped__)
    monkeypatch.setattr("puntobanco.server.http.app.page_routes", lambda _: routes)
    async with open_for_business(database) as house:
        door = await house.ask("GET", "/")
        assert (door.status, door.body.decode()) == (503, NOT_BUILT)
    assert (page.log.name, logging.WARNING, "the page is not built") in caplog.record_tuples
