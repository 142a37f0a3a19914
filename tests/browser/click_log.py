"""Record the clicks that pages receive, for the report of a failed test."""

import sys
from typing import Any, Final

from playwright.sync_api import BrowserContext, Error, Page

# The window records, before any element, what was pressed and released, and where it was.
_RECORDER: Final = """(() => {
  const heard = (window.presses_ = []);
  const known = new WeakMap();
  let count = 0;
  const number = tag => known.get(tag) ?? (known.set(tag, ++count), count);
  const name = tag => tag instanceof Element
    ? `${tag.localName}.${[...tag.classList].join(".")} "${tag.textContent.trim().slice(0, 30)}"`
    : String(tag);
  const place = tag => {
    if (!(tag instanceof Element)) return "";
    const { x, y, width, height } = tag.getBoundingClientRect();
    return `in ${[x, y, width, height].map(Math.round)}${tag.disabled ? ", disabled" : ""}`;
  };
  for (const kind of ["pointerdown", "pointerup", "pointercancel", "click"])
    addEventListener(kind, ({ target, clientX, clientY }) => {
      const at = `${Math.round(performance.now())} ms, at ${[clientX, clientY].map(Math.round)}`;
      heard.push({ kind, on: number(target), told: `${at}: ${name(target)} ${place(target)}` });
      if (heard.length > 12) heard.shift();
    }, true);
})()"""

_closed_logs: Final[list[str]] = []


def record_clicks(context: BrowserContext) -> None:
    """Record clicks in this context, and keep them if it is closed by a failing test."""
    context.add_init_script(_RECORDER)
    close = context.close

    def close_after_logging(*, reason: str | None = None) -> None:
        if sys.exc_info()[0] is not None:
            _closed_logs.extend(describe_clicks(page) for page in context.pages)
        close(reason=reason)

    context.close = close_after_logging  # type: ignore[method-assign]


def take_closed_logs() -> str:
    """The clicks of contexts closed by a failure; each is returned once."""
    words = "\n".join(_closed_logs)
    _closed_logs.clear()
    return words


def describe_clicks(page: Page) -> str:
    """The last clicks, and what became of the very last one."""
    try:
        heard: list[dict[str, Any]] = page.evaluate("window.presses_ ?? []")
    except Error as error:  # the page is closed or navigating
        return f"{page.url} can't be asked: {error}"
    presses = [f"  {each['kind']} after {each['told']}" for each in heard]
    return "\n".join([f"{page.url}: {_outcome(heard)}", *presses])


def _outcome(heard: list[dict[str, Any]]) -> str:
    downs = [n for n, each in enumerate(heard) if each["kind"] == "pointerdown"]
    if not downs:
        return "no press has arrived"
    # The first event of each kind: a label's click is followed by its field's.
    last = {each["kind"]: each["on"] for each in reversed(heard[downs[-1] :])}
    if "click" not in last:
        return "the last press became no click"
    if last["click"] != last["pointerdown"]:
        return "what was pressed last was no more under the pointer when it was let go"
    return "the last press became a click where it was pressed"
