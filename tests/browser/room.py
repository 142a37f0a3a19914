"""Measures what a table shows: what is covered, cut off, outside the window, or has moved."""

from collections.abc import Iterable
from typing import Final

from playwright.sync_api import Page

from tests.browser.page_checks import await_layout

SIZES: Final = (
    *((320, 568), (360, 800), (390, 844), (700, 900), (768, 1024), (834, 1194)),
    *((640, 360), (640, 400), (667, 375), (844, 390), (900, 700), (1024, 768)),  # 640×400: 200 %
    *((1280, 720), (1280, 800), (1366, 768), (1920, 1080)),
)

# One of each shape: enough to see that nothing moves.
SHAPES: Final = (
    *((320, 568), (360, 800), (640, 360), (844, 390)),
    *((768, 1024), (1024, 768), (1366, 768), (1920, 1080)),
)

# Everything that is read or pressed, as boxes: controls, lines of text, cards, stacks of chips.
_FAULTS: Final = """() => {
  const table = document.querySelector(".table"), faults = [], boxes = [];
  const name = it => it.dataset?.bet || it.dataset?.testid || it.dataset?.way
    || (it.innerText || it.getAttribute("aria-label") || "").trim().slice(0, 24)
    || it.getAttribute("class");
  const styles = new Map(); // asked for once per element, since that is slow
  const styleOf = it => {
    if (!styles.has(it)) {
      const { clipPath, overflow, overflowY } = getComputedStyle(it);
      const isClipped = it !== table
        && (clipPath !== "none" || styleOf(it.parentElement).isClipped);
      styles.set(it, { isClipped, overflow, overflowY });
    }
    return styles.get(it);
  };
  const isSeen = it => it.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && !it.closest("[popover]:not(:popover-open), dialog:not([open])") && !styleOf(it).isClipped;
  const isOut = (box, { left, top, right, bottom }) =>
    Math.max(left - box.left, top - box.top, box.right - right, box.bottom - bottom) > 1;

  function add(it, kind, { left, top, right, bottom }, called = name(it)) {
    // What a box that scrolls hides can be scrolled into sight.
    for (let each = it.parentElement; each !== table; each = each.parentElement) {
      if (styleOf(each).overflowY === "visible") continue;
      const frame = each.getBoundingClientRect();
      [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
      [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
    }
    if (right - left >= 1 && bottom - top >= 1)
      boxes.push({ it, kind, left, top, right, bottom, name: called });
  }

  const all = (kind, selector) => table.querySelectorAll(selector).forEach(
    it => isSeen(it) && add(it, kind, it.getBoundingClientRect()));
  all("control", "button, label:has(input), figure, span.ring, select");
  all("card", ".turn, .place");
  all("chips", ".chips .stack");

  const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const it = texts.currentNode.parentElement;
    const words = texts.currentNode.data.trim().slice(0, 24);
    if (!words || it.closest("svg, .letter, .turn") || !isSeen(it)) continue;
    const button = it.closest("button");
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    for (const { left, right, top, bottom, height } of range.getClientRects()) {
      const spare = 0.14 * height; // a font's box is higher than its letters
      const line = { left, right, top: top + spare, bottom: bottom - spare };
      add(it, "text", line, words);
      if (button && isOut(line, button.getBoundingClientRect()))
        faults.push(`${words} runs over the edge of ${name(button)}`);
    }
    for (let each = it; each !== table; each = each.parentElement) {
      const { overflow, overflowY } = styleOf(each);
      if (overflow === "visible" || ["auto", "scroll"].includes(overflowY)) continue;
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = each;
      const isText = clientWidth && !each.querySelector("figure, svg");
      if (isText && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1))
        faults.push(`${words} is cut off`);
      break;
    }
  }

  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (const box of boxes)
    if (isOut(box, screen)) faults.push(`${box.kind} ${box.name} is outside the window`);

  // Chips of one stake and cards of one hand lie on each other, and a message on
  // the roads or on the croupier's line.
  const PILES = [["chips", "[data-bet]"], ["card", ".hand"], ["control", "figure"]];
  const isPile = (one, other) => PILES.some(([kind, pile]) => one.kind === kind
    && other.kind === kind && one.it.closest(pile)
    && one.it.closest(pile) === other.it.closest(pile));
  const isOn = (one, other) =>
    one.it.closest(".strips") && other.it.closest(".roads, .said, .spots > .rail .say");
  boxes.forEach((one, index) => {
    for (const other of boxes.slice(index + 1)) {
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const along = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (across < 1.5 || along < 1.5 || isPile(one, other)) continue;
      if (isOn(one, other) || isOn(other, one)) continue;
      if (one.it.contains(other.it) || other.it.contains(one.it)) continue;
      const by = `${Math.round(across)}×${Math.round(along)}`;
      faults.push(`${one.kind} ${one.name} and ${other.kind} ${other.name} overlap by ${by}`);
    }
  });

  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth) faults.push(`the page is ${scrollWidth} wide`);
  if (scrollHeight > innerHeight) faults.push(`the page is ${scrollHeight} high`);
  return [...new Set(faults)];
}"""


# Where the parts are that must stay in place whatever the table says.
_PLACES: Final = """() => Object.fromEntries(
  [...document.querySelectorAll(
    `.hand .pair, :is(section, div).roads, .cloth, [data-bet], .rail, [data-box],
      .rack, .own .first`
  )].map(it => {
    const { left, top, width, height } = it.getBoundingClientRect();
    const { bet, box } = it.dataset, hand = it.closest("[data-side]")?.dataset.side;
    const called = bet ?? box ?? hand ?? it.getAttribute("class").split(" ")[0];
    return [called, [left, top, width, height].map(Math.round)];
  }))"""

Places = dict[str, dict[str, list[int]]]  # of each part, by language and size


def faults(page: Page) -> list[str]:
    """What is covered, cut off or outside the window now."""
    await_layout(page)
    found: list[str] = page.evaluate(_FAULTS)
    return found


def _moved(page: Page, key: str, places: Places) -> list[str]:
    """The parts that were elsewhere when the same size was measured before."""
    now: dict[str, list[int]] = page.evaluate(_PLACES)
    before = places.setdefault(key, now)
    return [
        f"{part} has moved from {before[part]} to {at}"
        for part, at in now.items()
        if part in before and any(abs(a - b) > 1 for a, b in zip(before[part], at, strict=True))
    ]


def faults_at(sizes: Iterable[tuple[int, int]], page: Page, places: Places) -> dict[str, list[str]]:
    """The faults at each size that has any."""
    found: dict[str, list[str]] = {}
    language = page.locator("html").get_attribute("lang")
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        here = faults(page) + _moved(page, f"{language} {width}×{height}", places)
        if here:
            found[f"{width}×{height}"] = here
    return found
