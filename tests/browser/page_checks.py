"""Fixtures that check a page with axe and take a picture, in the size of a desktop and a phone."""

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


class PageCheck(Protocol):
    """Check that axe finds nothing and that nothing is wider than the window."""

    def __call__(self, page: Page, name: str, *, no_scrolling: bool = False) -> None:
        """With `no_scrolling` nothing may be higher than the window, either."""


def fits_height(page: Page) -> bool:
    """Whether the page needs no vertical scrolling."""
    return bool(page.evaluate("document.documentElement.scrollHeight <= innerHeight"))


def axe_violations(page: Page) -> list[str]:
    """What axe finds. Its script is loaded once per document, since loading is slow."""
    if page.evaluate("!window.axe"):
        page.evaluate(Axe().axe_script)
    found: list[str] = page.evaluate(_AXE)
    return found


def _check(page: Page, picture: Path, *, no_scrolling: bool) -> None:
    page.screenshot(path=picture, quality=80)  # faster than a png
    assert axe_violations(page) == [], picture.stem
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), picture.stem
    assert not no_scrolling or fits_height(page), picture.stem


@pytest.fixture
def check_page(tmp_path: Path) -> PageCheck:
    """Check a page in both sizes; the pictures are in pytest's temporary folder."""

    def check_page(page: Page, name: str, *, no_scrolling: bool = False) -> None:
        before = page.viewport_size
        for size, shape in SIZES.items():
            page.set_viewport_size(shape["viewport"])
            _check(page, tmp_path / f"{size}-{name}.jpg", no_scrolling=no_scrolling)
        if before is not None:
            page.set_viewport_size(before)

    return check_page


@pytest.fixture
def check_page_as_is(tmp_path: Path) -> PageCheck:
    """Check a page in its current size only, such as a display."""

    def check_page(page: Page, name: str, *, no_scrolling: bool = False) -> None:
        _check(page, tmp_path / f"{name}.jpg", no_scrolling=no_scrolling)

    return check_page
