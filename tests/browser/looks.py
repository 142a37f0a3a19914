"""A look at what a page shows, at a desk and on a phone: one page, in two sizes."""

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


class Look(Protocol):
    """Whether axe complains, and whether anything is wider than the window."""

    def __call__(self, page: Page, name: str, *, whole: bool = False) -> None:
        """`whole`: nothing is higher than the window, either."""


def is_whole(page: Page) -> bool:
    """Nothing to scroll to."""
    return bool(page.evaluate("document.documentElement.scrollHeight <= innerHeight"))


def complaints(page: Page) -> list[str]:
    """Of axe, which a document reads once: that takes longer than to run it."""
    if page.evaluate("!window.axe"):
        page.evaluate(Axe().axe_script)
    found: list[str] = page.evaluate(_AXE)
    return found


def _seen(page: Page, picture: Path, *, whole: bool) -> None:
    page.screenshot(path=picture, quality=80)  # a png takes longer
    assert complaints(page) == [], picture.stem
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), picture.stem
    assert not whole or is_whole(page), picture.stem


@pytest.fixture
def look(tmp_path: Path) -> Look:
    """The pictures lie in pytest's own folder, for whoever wants to look too."""

    def look(page: Page, name: str, *, whole: bool = False) -> None:
        before = page.viewport_size
        for size, shape in SIZES.items():
            page.set_viewport_size(shape["viewport"])
            _seen(page, tmp_path / f"{size}-{name}.jpg", whole=whole)
        if before is not None:
            page.set_viewport_size(before)

    return look


@pytest.fixture
def look_once(tmp_path: Path) -> Look:
    """At a page that has one size, as a display has."""

    def look(page: Page, name: str, *, whole: bool = False) -> None:
        _seen(page, tmp_path / f"{name}.jpg", whole=whole)

    return look
