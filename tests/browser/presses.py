"""What pages have heard of clicks, for the report of a test that fails."""

import sys
from typing import Any, Final

from playwright.sync_api import BrowserContext, Error, Page

# Heard by the window, before any element: what was pressed and let go, and where it was then.
_WITNESS: Final = """(() => {
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

_last_words: Final[list[str]] = []


def witness(context: BrowserContext) -> None:
    """A context that is closed because its test has failed is asked first."""
    context.add_init_script(_WITNESS)
    close = context.close

    def asked_first(*, reason: str | None = None) -> None:
        if sys.exc_info()[0] is not None:
            _last_words.extend(told(page) for page in context.pages)
        close(reason=reason)

    context.close = asked_first  # type: ignore[method-assign]


def last_words() -> str:
    """Of contexts that were closed by a failure, once."""
    words = "\n".join(_last_words)
    _last_words.clear()
    return words


def told(page: Page) -> str:
    """The last presses, and what became of the very last."""
    try:
        heard: list[dict[str, Any]] = page.evaluate("window.presses_ ?? []")
    except Error as error:  # a page that is gone, or on its way to another
        return f"{page.url} can't be asked: {error}"
    presses = [f"  {each['kind']} after {each['told']}" for each in heard]
    return "\n".join([f"{page.url}: {_fate(heard)}", *presses])


def _fate(heard: list[dict[str, Any]]) -> str:
    downs = [n for n, each in enumerate(heard) if each["kind"] == "pointerdown"]
    if not downs:
        return "no press has arrived"
    # The first of each kind: a label's click is followed by its field's.
    last = {each["kind"]: each["on"] for each in reversed(heard[downs[-1] :])}
    if "click" not in last:
        return "the last press became no click"
    if last["click"] != last["pointerdown"]:
        return "what was pressed last was no more under the pointer when it was let go"
    return "the last press became a click where it was pressed"
