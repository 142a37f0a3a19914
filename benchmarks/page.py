"""The page: its size, how soon it can be used, and its frame rate and memory."""

import json
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

import hatch_build
from benchmarks.house import serving
from benchmarks.row import Row, Work
from tests.browser.chromium import ARGUMENTS, launch, program
from tests.browser.script_size import fetched_script_bytes

LIGHTHOUSE = "lighthouse@13.5.0"
SLOW_LINE = {"latency": 40, "downloadThroughput": 200_000, "uploadThroughput": 93_750}  # 1.6 Mbit/s
LANGUAGES = ("it", "en", "de", "fr")
COUPS = 500
MOST_GROWN = 0.05  # share that a garbage collector may leave
WARM_UP = 550  # coups until the page's caches are full
GUEST = "article:not([data-table]) button.first"  # of a private table
SETTLED = 5  # seconds
# The button exists and is enabled, and the main thread is free to react.
READY = f"""(() => {{
  const look = () => {{
    const button = document.querySelector("{GUEST}");
    if (button && !button.disabled) setTimeout(() => (window.ready = performance.now()));
    else requestAnimationFrame(look);
  }};
  requestAnimationFrame(look);
}})()"""
PLAY = """async coups => {
  const find = selector => document.querySelector(selector);
  const isFree = selector => find(selector).ariaDisabled !== "true" && !find(selector).disabled;
  const until = async found => { while (!found()) await new Promise(requestAnimationFrame); };
  for (let n = 0; n < coups; n += 1) {
    await until(() => isFree("button[data-bet=punto]"));
    find("button[data-bet=punto]").click();
    await until(() => isFree(".rack button.first") && !find("[data-phase=paid]"));
    find(".rack button.first").click();
    await until(() => find("[data-phase=paid]") && isFree("button[data-bet=punto]"));
  }
}"""
FRAMES = """seconds => new Promise(done => {
  const began = performance.now(); let frames = 0;
  const count = now => { frames += 1; now - began < 1000 * seconds
    ? requestAnimationFrame(count) : done(frames / (now - began) * 1000); };
  requestAnimationFrame(count);
})"""


def script() -> Iterator[Row]:
    with _browser() as (browser, address):
        most = max(fetched_script_bytes(browser, address, each) for each in LANGUAGES)
    yield Row(
        "JavaScript to play, gzipped",
        f"{most / 1000:.1f} kB",
        "≤ 60 kB",
        "with the longest language",
        60e3 / most,
    )


def interactive() -> Iterator[Row]:
    with _browser() as (browser, address):
        seconds = statistics.median(_seconds_to_interactive(browser, address) for _ in range(3))
    yield Row(
        "to play, CPU 4 × slower, 1.6 Mbit/s",
        f"{seconds:.2f} s",
        "≤ 1.5 s",
        "the target",
        1.5 / seconds,
    )


def frames() -> Iterator[Row]:
    with _browser() as (browser, address):
        still = _frames(browser, address, bet=False)[0]
        moving, busy = _frames(browser, address, bet=True)
    yield Row(
        "dealing, frames a second",
        f"{moving:.0f}",
        "the display's",
        f"nothing moving: {still:.0f}",
        moving / still,
    )
    yield Row("dealing, main thread busy", f"{busy:.0%}", "≤ 30 %", "the target", 0.3 / busy)


def memory() -> Iterator[Row]:
    with _browser() as (browser, address):
        before, after = _memory(browser, address)
    yield Row(
        f"memory after {COUPS} coups more",
        f"{after / before:.3f} ×",
        f"≤ {1 + MOST_GROWN:.2f} ×",
        f"{before / 1e6:.2f} MB after {WARM_UP}",
        (1 + MOST_GROWN) * before / after,
    )


def lighthouse() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        with serving(name, str(directory / "house.db")) as (address, _):
            scores = lighthouse_scores(address, directory)
    worst = min(scores.values())
    told = ", ".join(f"{name} {score:.0f}" for name, score in scores.items())
    yield Row("Lighthouse, the lowest of three", f"{worst:.0f}", "≥ 95", told, worst / 95)


@contextmanager
def _browser() -> Iterator[tuple[Browser, str]]:
    """A browser, and the address of its own house."""
    with (
        tempfile.TemporaryDirectory() as directory,
        serving(directory, str(Path(directory) / "house.db")) as (address, _),
        sync_playwright() as playwright,
        launch(playwright) as browser,
    ):
        yield browser, address


def _seconds_to_interactive(browser: Browser, address: str) -> float:
    """The time until the button to sit down can be used, by the page's own clock.

    It is read at the end: on a slowed CPU, watching from outside would take longer than the page.
    """
    with browser.new_context() as context:
        page = context.new_page()
        page.add_init_script(READY)
        line = context.new_cdp_session(page)
        line.send("Network.enable")
        line.send("Network.emulateNetworkConditions", {"offline": False, **SLOW_LINE})
        line.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        page.goto(address, wait_until="commit")
        time.sleep(SETTLED)
        return float(page.evaluate("window.ready")) / 1000


def _sit_down(page: Page, address: str) -> None:
    page.goto(address)
    page.locator(GUEST).first.click()
    page.locator("dialog input[name=amount]").fill("1000")
    page.locator("dialog button.first").click()
    page.locator("button[data-bet=punto]").wait_for()


def _metric(line: CDPSession, name: str) -> float:
    found: list[dict[str, Any]] = line.send("Performance.getMetrics")["metrics"]
    return next(float(each["value"]) for each in found if each["name"] == name)


def _frames(browser: Browser, address: str, *, bet: bool) -> tuple[float, float]:
    """Frames per second during a deal, and the share of time in which the main thread is busy."""
    with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        page = context.new_page()
        line = context.new_cdp_session(page)
        line.send("Performance.enable")
        _sit_down(page, address)
        if bet:
            page.locator("button[data-bet=punto]").click()
            page.locator(".rack button.first").click()
        before, began = _metric(line, "TaskDuration"), time.perf_counter()
        frames = float(page.evaluate(FRAMES, 2))
        busy = (_metric(line, "TaskDuration") - before) / (time.perf_counter() - began)
        return frames, busy


def _memory(browser: Browser, address: str) -> tuple[float, float]:
    """The heap before and after the coups."""
    with browser.new_context(reduced_motion="reduce") as context:
        page = context.new_page()
        line = context.new_cdp_session(page)
        line.send("Performance.enable")
        _sit_down(page, address)
        page.evaluate(PLAY, WARM_UP)
        before = _heap(line)
        page.evaluate(PLAY, COUPS)
        return before, _heap(line)


def _heap(line: CDPSession) -> float:
    time.sleep(SETTLED)  # a moment after a coup the page verifies it and fetches its roads
    line.send("HeapProfiler.enable")
    line.send("HeapProfiler.collectGarbage")
    return _metric(line, "JSHeapUsedSize")


def lighthouse_scores(address: str, directory: Path) -> dict[str, float]:
    """Lighthouse's scores out of a hundred; npm installs it for this run."""
    node = hatch_build.node()
    npm = [node / "bin/node", node / "lib/node_modules/npm/bin/npm-cli.js"]
    quiet = ["--silent", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts"]
    subprocess.run([*npm, "install", *quiet, LIGHTHOUSE], cwd=directory, check=True)
    report = directory / "lighthouse.json"
    flags = " ".join([*ARGUMENTS, "--headless=new"])
    subprocess.run(
        [
            *(node / "bin/node", "node_modules/lighthouse/cli/index.js", address, "--quiet"),
            *("--output=json", f"--output-path={report}", f"--chrome-flags={flags}"),
            "--only-categories=performance,accessibility,best-practices",
        ],
        cwd=directory,
        check=True,
        env=os.environ | {"CHROME_PATH": program()},
    )
    categories = json.loads(report.read_text(encoding="utf-8"))["categories"]
    return {name: 100 * each["score"] for name, each in categories.items()}


WORKS: tuple[Work, ...] = (script, interactive, lighthouse, frames, memory)
