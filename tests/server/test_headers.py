"""The content security policy: browsers load from the house and its tables' video origins only."""

from pathlib import Path

import pytest

from puntobanco.errors import BadTable
from puntobanco.server.http.headers import SECURITY_HEADERS, with_videos
from puntobanco.wire.table_spec import Video
from tests.server.visitors import House, open_for_business

POLICY = "Content-Security-Policy"


def test_without_videos_nothing_may_be_loaded_from_elsewhere() -> None:
    assert with_videos([]) == SECURITY_HEADERS


def test_only_the_origins_of_the_videos_are_allowed() -> None:
    videos = [
        Video("hls", "https://film.example:8443/tables/1/index.m3u8?key=1"),
        Video("whep", "https://film.example:8443/whep/2"),
        Video("whep", "http://other.example/whep/3"),
    ]
    policy = with_videos(videos)[POLICY]
    assert policy.startswith(SECURITY_HEADERS[POLICY])
    origins = "http://other.example https://film.example:8443"
    assert policy.endswith(f"; media-src 'self' blob: {origins}; connect-src 'self' {origins}")


def test_blobs_are_allowed_for_hls_only() -> None:
    assert "blob:" not in with_videos([Video("whep", "https://film.example/whep/2")])[POLICY]


async def policy_of(house: House) -> str:
    return (await house.ask("GET", "/")).headers[POLICY.lower()]


@pytest.mark.anyio
async def test_the_policy_follows_the_open_tables(database: str) -> None:
    """Also for a table made while the house runs, and only while that table is open."""
    filmed = {"name": "filmed", "house": "live-mini"}
    video = {"kind": "hls", "address": "https://film.example/table.m3u8"}
    async with open_for_business(database) as house:
        operator = await house.operator()
        assert await policy_of(house) == SECURITY_HEADERS[POLICY]
        made = await operator.post("/api/operator/tables", filmed | {"video": video})
        assert made.status == 201
        assert (await policy_of(house)).endswith("connect-src 'self' https://film.example")
        assert "date" in (await house.ask("GET", "/")).headers
    async with open_for_business(database, house.clock) as house:
        operator = await house.operator("oscar")
        assert "https://film.example" in await policy_of(house)
        path = "/api/operator/tables/filmed/standing"
        await operator.post(path, {"standing": "closed"})
        assert await policy_of(house) == SECURITY_HEADERS[POLICY]


NOWHERE = ("https://[::1/x", "https://\x00x/y", "https://x;script-src/", "https://例え.jp/x")


@pytest.mark.anyio
@pytest.mark.parametrize("address", NOWHERE)
async def test_a_table_with_a_wrong_video_address_is_refused(address: str, database: str) -> None:
    filmed = {"name": "filmed", "house": "live-mini", "video": {"kind": "hls", "address": address}}
    async with open_for_business(database) as house:
        operator = await house.operator()
        refused = await operator.post("/api/operator/tables", filmed)
        assert (refused.status, refused.json["code"]) == (400, "table/bad")
        assert await policy_of(house) == SECURITY_HEADERS[POLICY]
        assert "filmed" not in house.desk.floor.tables.runners
        assert all(spec.name != "filmed" for spec, _ in await house.desk.floor.store.tables())
        made = await operator.post("/api/operator/tables", filmed | {"video": None})
        assert made.status == 201  # the name is still free


@pytest.mark.anyio
async def test_a_wrong_video_address_in_a_file_is_refused_by_name(
    tmp_path: Path, database: str
) -> None:
    file = tmp_path / "tables.toml"
    video = '{ kind = "hls", address = "https://[::1/x" }'
    file.write_text(f'[[tables]]\nname = "filmed"\nhouse = "live-mini"\nvideo = {video}\n')
    with pytest.raises(BadTable, match=r"filmed.*video\.address"):
        async with open_for_business(database, tables=str(file)):
            pass
