"""Fixtures that check a page with axe and by its size, on a desktop and on a phone."""

from collections.abc import Collection, Iterator
from itertools import cycle, repeat
from pathlib import Path
from typing import Any, Final, Protocol

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

from tests.browser.conftest import PHONE

DESK: Final[ViewportSize] = {"width": 1280, "height": 800}
SIZES: Final[dict[str, dict[str, Any]]] = {"desk": {"viewport": DESK}, "phone": PHONE}

_AXE: Final = """() => axe.run({ resultTypes: ["violations"] }).then(
  ({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`))"""


_FITS: Final = """() => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  return [scrollWidth <= innerWidth, scrollHeight <= innerHeight];
}"""


class PageCheck(Protocol):
    """Check that axe finds nothing and that nothing is wider than the window."""

    def __call__(
        self, page: Page, name: str, *, no_scrolling: bool = False, with_axe: bool = True
    ) -> None:
        """With `no_scrolling` nothing may be higher than the window, either.

        A page that differs little from one that axe has seen needs it no second time.
        """


def await_layout(page: Page) -> None:
    """Wait until the page has drawn itself anew, as after its window has changed."""
    page.evaluate("() => new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))")


def fits_height(page: Page) -> bool:
    """Whether the page needs no vertical scrolling."""
    return bool(page.evaluate(_FITS)[1])


def axe_violations(page: Page) -> list[str]:
    """What axe finds. Its script is loaded once per document, since loading is slow."""
    if page.evaluate("!window.axe"):
        page.evaluate(Axe().axe_script)
    found: list[str] = page.evaluate(_AXE)
    return found


def _check(page: Page, picture: Path, *, no_scrolling: bool, with_axe: bool = True) -> None:
    """A page that fails leaves a picture."""
    found = axe_violations(page) if with_axe else []
    fits_in_width, fits_in_height = page.evaluate(_FITS)
    if found or not fits_in_width or (no_scrolling and not fits_in_height):
        page.screenshot(path=picture)
    assert found == [], picture.stem
    assert fits_in_width, picture.stem
    assert fits_in_height or not no_scrolling, picture.stem


def _in_both_sizes(folder: Path, sizes_with_axe: Iterator[Collection[str]]) -> PageCheck:
    def check_page(
        page: Page, name: str, *, no_scrolling: bool = False, with_axe: bool = True
    ) -> None:
        before, sizes = page.viewport_size, next(sizes_with_axe) if with_axe else ()
        for size, shape in SIZES.items():
            page.set_viewport_size(shape["viewport"])
            picture = folder / f"{size}-{name}.png"
            _check(page, picture, no_scrolling=no_scrolling, with_axe=size in sizes)
        if before is not None:
            page.set_viewport_size(before)

    return check_page


@pytest.fixture
def check_page(tmp_path: Path) -> PageCheck:
    """Check a page in both sizes, with axe in each of them in turn."""
    return _in_both_sizes(tmp_path, cycle([["phone"], ["desk"]]))


@pytest.fixture
def check_page_in_full(tmp_path: Path) -> PageCheck:
    """Check a page in both sizes, with axe in both."""
    return _in_both_sizes(tmp_path, repeat(SIZES))


@pytest.fixture
def check_page_as_is(tmp_path: Path) -> PageCheck:
    """Check a page in its current size only, such as a display."""

    def check_page(
        page: Page, name: str, *, no_scrolling: bool = False, with_axe: bool = True
    ) -> None:
        _check(page, tmp_path / f"{name}.png", no_scrolling=no_scrolling, with_axe=with_axe)

    return check_page
