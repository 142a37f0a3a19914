"""The security headers of every HTTP response."""

from collections.abc import Iterable, Mapping
from typing import Final

from puntobanco.wire.table_spec import Video

_POLICY: Final = "Content-Security-Policy"

SECURITY_HEADERS: Final = {
    _POLICY: (
        "default-src 'self'; img-src 'self' data:; object-src 'none';"
        " frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def with_videos(videos: Iterable[Video]) -> Mapping[str, str]:
    """The headers for a house with filmed tables, whose videos a browser may also fetch."""
    filmed = list(videos)
    origins = sorted({each.origin for each in filmed if each.origin is not None})
    if not origins:
        return SECURITY_HEADERS
    listed = " ".join(origins)
    # Where the browser can't play HLS, a script hands the segments to the video, as a blob.
    blob = " blob:" if any(each.kind == "hls" for each in filmed) else ""
    more = f"; media-src 'self'{blob} {listed}; connect-src 'self' {listed}"
    return SECURITY_HEADERS | {_POLICY: SECURITY_HEADERS[_POLICY] + more}
