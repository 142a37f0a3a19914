"""What a browser may fetch where: from the house itself, and the pictures of its filmed tables."""

from puntobanco.server.headers import SECURITY_HEADERS, with_videos
from puntobanco.wire.spec import Video

POLICY = "Content-Security-Policy"


def test_without_filmed_tables_nothing_comes_from_elsewhere() -> None:
    assert with_videos([]) == SECURITY_HEADERS


def test_only_the_origins_of_the_pictures_are_let_in() -> None:
    videos = [
        Video("hls", "https://film.example:8443/tables/1/index.m3u8?key=1"),
        Video("whep", "https://film.example:8443/whep/2"),
        Video("whep", "http://other.example/whep/3"),
    ]
    policy = with_videos(videos)[POLICY]
    assert policy.startswith(SECURITY_HEADERS[POLICY])
    origins = "http://other.example https://film.example:8443"
    assert policy.endswith(f"; media-src 'self' {origins}; connect-src 'self' {origins}")
