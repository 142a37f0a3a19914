"""A simulated camera over a table, which sends picture and sound by HLS or by WHEP."""

import base64
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from typing import Any

from playwright.sync_api import Page

WAIT = 20  # seconds
PLAYLIST, OFFERS = "/table.m3u8", "/whep"

_FILM = """
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [320, 180];
  const brush = canvas.getContext("2d");
  const paint = () => {
    brush.fillStyle = `rgb(200 ${40 + Math.floor(Date.now() / 20) % 40} 40)`;
    brush.fillRect(0, 0, 320, 180);
  };
  paint();
  setInterval(paint, 33);
  const film = canvas.captureStream(30);
  const audio = new AudioContext();
  await audio.resume();
  const tone = new OscillatorNode(audio, { frequency: 440 });
  const sound = new MediaStreamAudioDestinationNode(audio);
  tone.connect(sound);
  tone.start();
  film.addTrack(sound.stream.getAudioTracks()[0]);
"""
_RECORD = f"""async seconds => {{ {_FILM}
  const kind = {{ mimeType: "video/mp4;codecs=avc1.42E01E,opus" }};
  const recorder = new MediaRecorder(film, kind);
  const parts = [];
  recorder.ondataavailable = ({{ data }}) => parts.push(data);
  const stopped = new Promise(done => (recorder.onstop = done));
  recorder.start(500);
  await new Promise(done => setTimeout(done, 1000 * seconds));
  recorder.stop();
  await stopped;
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(""));
}}"""
_ANSWER = f"""async offer => {{ {_FILM}
  const line = (window.line = new RTCPeerConnection());
  for (const track of film.getTracks()) line.addTrack(track, film);
  await line.setRemoteDescription({{ type: "offer", sdp: offer }});
  await line.setLocalDescription(await line.createAnswer());
  while (line.iceGatheringState !== "complete") await new Promise(done => setTimeout(done, 20));
  return line.localDescription.sdp;
}}"""


class Camera:
    """Films a page of its own, for either protocol."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._offers: Queue[str] = Queue()
        self._answers: Queue[str] = Queue()
        self._files: dict[str, tuple[str, bytes]] = {}
        self.address = ""
        self.ended = threading.Event()  # a viewer has closed the stream

    def film(self, seconds: int) -> None:
        """Record for so long, and offer the recording as an HLS playlist, again and again."""
        recorded = base64.b64decode(self._page.evaluate(_RECORD, seconds))
        first = recorded.index(b"moof") - 4
        self._files["/before.mp4"] = "video/mp4", recorded[:first]
        self._files["/all.mp4"] = "video/mp4", recorded[first:]
        listed = (
            "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-PLAYLIST-TYPE:VOD\n"
            f'#EXT-X-TARGETDURATION:{seconds + 1}\n#EXT-X-MAP:URI="before.mp4"\n'
            + f"#EXTINF:{seconds}.0,\nall.mp4\n#EXT-X-DISCONTINUITY\n" * 20
            + "#EXT-X-ENDLIST\n"
        )
        self._files[PLAYLIST] = "application/vnd.apple.mpegurl", listed.encode()

    def answer_one(self) -> None:
        """Answer the next WHEP offer; in this thread, because a page belongs to its thread."""
        self._answers.put(self._page.evaluate(_ANSWER, self._offers.get(timeout=WAIT)))

    def refuse_one(self) -> None:
        self._offers.get(timeout=WAIT)
        self._answers.put("")

    def file(self, path: str) -> tuple[str, bytes] | None:
        return self._files.get(path)

    def answer_to(self, offer: str) -> str:
        self._offers.put(offer)
        return self._answers.get(timeout=WAIT)


def _handler(camera: Camera) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            kind, body = camera.file(self.path) or ("", b"")
            self._say(200 if kind else 404, kind, body)

        def do_OPTIONS(self) -> None:
            self._say(204, "", b"")

        def do_DELETE(self) -> None:
            camera.ended.set()
            self._say(200, "", b"")

        def do_POST(self) -> None:
            offer = self.rfile.read(int(self.headers["Content-Length"])).decode()
            answer = camera.answer_to(offer)
            self._say(201 if answer else 503, "application/sdp", answer.encode())

        def _say(self, status: int, kind: str, body: bytes) -> None:
            self.send_response(status)
            for name, value in (
                ("Access-Control-Allow-Origin", "*"),
                ("Access-Control-Allow-Headers", "Content-Type"),
                ("Access-Control-Allow-Methods", "POST, DELETE"),
                ("Access-Control-Expose-Headers", "Location"),
                ("Location", f"{OFFERS}/1"),
                ("Cross-Origin-Resource-Policy", "cross-origin"),
                ("Content-Type", kind),
                ("Content-Length", str(len(body))),
            ):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None: ...  # noqa: A002

    return Handler


@contextmanager
def camera_of(page: Page) -> Iterator[Camera]:
    """Serve the camera on its own port, so that its origin differs from the house's."""
    camera = Camera(page)
    with ThreadingHTTPServer(("127.0.0.1", 0), _handler(camera)) as server:
        camera.address = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield camera
        finally:
            server.shutdown()
            thread.join()
