"""Tests of a filmed table, by HLS and by WHEP, and without a working camera."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.browser.camera import OFFERS, PLAYLIST, Camera, camera_of
from tests.browser.chromium import launch
from tests.browser.houses import SECONDS, open_house
from tests.browser.test_live_table import TITLE, open_table

TABLE = f"""
[[tables]]
name = "filmato"
house = "live-mini"
title = "{TITLE}"
betting_s = 6
video = {{{{ kind = "{{kind}}", address = "{{address}}" }}}}
"""
DELAY_MS = 1500
DELAYED = f"""
[[tables]]
name = "filmato"
house = "live-mini"
title = "{TITLE}"
betting_s = 2
pace = {{{{ mixing = 0, opening = 0, burn = 0, first_card = 0, card = 100, result = 2000 }}}}
video = {{{{ kind = "hls", address = "{{address}}", delay = {DELAY_MS} }}}}
"""
LATE_MS = 4000  # later than the next betting is opened
STORING_MS = 250  # at most, on a busy machine
RELOADED = f"""
[[tables]]
name = "filmato"
house = "live-mini"
title = "{TITLE}"
betting_s = 7
pace = {{{{ mixing = 1500, opening = 1500, burn = 0, first_card = 0, card = 100, \
result = 500 }}}}
video = {{{{ kind = "hls", address = "{{address}}", delay = {LATE_MS} }}}}
"""
NO_SOURCE = 3  # `networkState` of a video that can't be fetched
NO_HLS = """
  const native = HTMLMediaElement.prototype.canPlayType;
  HTMLMediaElement.prototype.canPlayType = function (kind) {
    return kind.includes("mpegurl") ? "" : native.call(this, kind);
  };
"""
PLAYERS = """() => performance.getEntriesByType("resource").map(each => each.name)
  .filter(each => each.includes("/assets/hls-"))"""
# When the house told each stage, and when the page showed it.
NOTE_STAGES = """
  window.told = {};
  window.shown = {};
  const Native = WebSocket;
  window.WebSocket = class extends Native {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        const { type } = JSON.parse(data);
        window.told[type] ??= performance.now();
      });
    }
  };
  new MutationObserver(() => {
    const stage = document.querySelector(".hands[data-stage]")?.dataset.stage;
    if (stage) window.shown[stage] ??= performance.now();
  }).observe(document, { subtree: true, childList: true, attributes: true });
"""
# When the house told the first result, and when the page drew it in the roads; also after a reload.
NOTE_RESULT = """
  const note = name => sessionStorage.getItem(name) ?? sessionStorage.setItem(name, Date.now());
  const Native = WebSocket;
  window.WebSocket = class extends Native {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        if (JSON.parse(data).type === "result") note("told");
      });
    }
  };
  new MutationObserver(() => document.querySelector(".roads svg.bead g") && note("drawn"))
    .observe(document, { subtree: true, childList: true });
"""


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Without hidden local addresses, which would need a network to be resolved."""
    with launch(playwright, "--disable-features=WebRtcHideLocalIpsWithMdns") as launched:
        yield launched


@pytest.fixture
def camera(browser: Browser) -> Iterator[Camera]:
    with browser.new_context() as context, camera_of(context.new_page()) as camera:
        yield camera


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return tmp_path / "tables.toml"


def expect_picture(page: Page) -> None:
    """Expect the camera's colour in the middle of the picture."""
    picture = page.locator("figure.video")
    # The browsers also negotiate a connection.
    expect(picture).to_be_visible(timeout=2 * SECONDS * 1000)
    seen = Image.open(BytesIO(picture.screenshot())).convert("RGB")
    red, green, blue = seen.getpixel((seen.width // 2, seen.height // 2))  # type: ignore[misc]  # three numbers
    assert red > 150, (red, green, blue)
    assert max(green, blue) < 110, (red, green, blue)


# The loudest of the samples that the video plays, from 0 to 1.
LOUDEST = """async () => {
  const audio = new AudioContext();
  await audio.resume();
  const analyser = new AnalyserNode(audio);
  const stream = document.querySelector("video").captureStream();
  new MediaStreamAudioSourceNode(audio, { mediaStream: stream }).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  let loudest = 0;
  for (let n = 0; n < 100 && loudest < 0.1; n++) {
    await new Promise(done => setTimeout(done, 20));
    analyser.getFloatTimeDomainData(samples);
    loudest = Math.max(loudest, ...samples.map(Math.abs));
  }
  await audio.close();
  return loudest;
}"""


def expect_sound(page: Page) -> None:
    """Switch the sound on, and expect to hear the camera's tone."""
    sound, video = page.get_by_role("button", name="Audio del tavolo"), page.locator("video")
    expect(video).to_have_js_property("muted", value=True)
    sound.click()
    expect(video).to_have_js_property("muted", value=False)
    expect(video).to_have_js_property("volume", 1)
    expect(video).to_have_js_property("paused", value=False)
    assert page.evaluate(LOUDEST) > 0.1


def expect_decoded_sound(page: Page) -> None:
    """The page may not look at samples of another origin's file, but its sound is being decoded."""
    decoded = "() => document.querySelector('video').webkitAudioDecodedByteCount"
    before = page.evaluate(decoded)
    page.wait_for_function(f"before => ({decoded})() > before", arg=before)


def test_the_picture_comes_by_hls(page: Page, camera: Camera, table: Path) -> None:
    camera.film(3)
    table.write_text(TABLE.format(kind="hls", address=camera.address + PLAYLIST))
    with open_house(table.with_name("house.db"), tables=table) as house:
        page.goto(house)
        open_table(page, "Guarda")
        for width, height in ((1280, 800), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            expect_picture(page)
            expect(page.locator(".hands[data-stage]")).to_be_visible()
            expect(page.locator("button[data-bet=punto]")).to_be_visible()
        assert page.evaluate(PLAYERS) == []  # this browser plays HLS itself
        sound, video = page.get_by_role("button", name="Audio del tavolo"), page.locator("video")
        for is_on in (False, True, False):  # off until asked for
            expect(sound).to_have_attribute("aria-pressed", str(is_on).lower())
            expect(video).to_have_js_property("muted", not is_on)
            if is_on:
                expect_decoded_sound(page)
            sound.press("Enter")


def test_a_browser_without_hls_fetches_a_player(page: Page, camera: Camera, table: Path) -> None:
    camera.film(3)
    table.write_text(TABLE.format(kind="hls", address=camera.address + PLAYLIST))
    page.add_init_script(NO_HLS)
    with open_house(table.with_name("house.db"), tables=table) as house:
        page.goto(house)
        open_table(page, "Guarda")
        expect_picture(page)
        assert len(page.evaluate(PLAYERS)) == 1
        page.wait_for_function("() => document.querySelector('video').currentTime > 0.5")
        expect_sound(page)


def test_the_picture_comes_by_whep_also_after_a_refused_offer(
    page: Page, camera: Camera, table: Path
) -> None:
    table.write_text(TABLE.format(kind="whep", address=camera.address + OFFERS))
    with open_house(table.with_name("house.db"), tables=table) as house:
        page.goto(house)
        open_table(page, "Guarda")
        camera.refuse_one()
        expect(page.locator("figure.video")).to_be_hidden()
        camera.answer_one()
        expect_picture(page)
        expect_sound(page)
        page.get_by_role("button", name="Esci").click()
        assert camera.ended.wait(SECONDS)


def test_without_a_camera_the_page_says_so_and_still_waits_for_it(page: Page, table: Path) -> None:
    """The delay is the table's: the picture may be back at any moment."""
    table.write_text(DELAYED.format(address="http://127.0.0.1:9/table.m3u8"))
    page.add_init_script(NOTE_STAGES)
    with open_house(table.with_name("house.db"), tables=table) as house:
        page.goto(house)
        open_table(page, "Guarda")
        expect(page.locator("video")).to_have_js_property("networkState", NO_SOURCE)
        expect(page.locator("figure.video")).to_be_hidden()
        expect(page.get_by_text("Niente video: il tavolo continua.")).to_be_visible()
        page.wait_for_function("() => window.shown.paid", timeout=2 * SECONDS * 1000)
        told, shown = page.evaluate("() => [window.told, window.shown]")
    assert shown["paying"] - told["result"] >= DELAY_MS
    assert shown["dealing"] - told["dealing"] < told["result"] + DELAY_MS - told["dealing"]


def test_a_result_is_not_shown_before_its_picture_after_a_reload(page: Page, table: Path) -> None:
    """The next betting is open by then. The page goes on from what the picture shows."""
    table.write_text(RELOADED.format(address="http://127.0.0.1:9/table.m3u8"))
    page.add_init_script(NOTE_RESULT)
    with open_house(table.with_name("house.db"), tables=table) as house:
        page.goto(house)
        open_table(page, "Gioca come ospite")
        expect(page.locator(".hands[data-stage=betting]")).to_be_visible(timeout=SECONDS * 1000)
        page.wait_for_function("() => sessionStorage.getItem('told')")
        page.wait_for_timeout(1000)  # by now the house has opened the next betting
        page.reload()
        expect(page.locator(".hands[data-stage=dealing]")).to_be_visible()
        expect(page.get_by_test_id("credit")).to_have_text("…")
        expect(page.locator("[data-card]").first).to_be_visible()
        expect(page.locator(".hands[data-stage=betting]")).to_be_visible()
        told, drawn = page.evaluate("() => ['told', 'drawn'].map(each => +sessionStorage[each])")
        expect(page.get_by_test_id("credit")).not_to_have_text("…")
    # An event is stored before it is told; after a reload it counts from the time on record.
    assert drawn - told >= LATE_MS - STORING_MS
