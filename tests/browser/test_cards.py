"""Cards that move: what counts is what is seen once they lie there, pixel by pixel."""

import io
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.guests import bet, confirm, sit_down

MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}


@pytest.fixture
def moving(browser: Browser, house: str, browser_context_args: dict[str, Any]) -> Iterator[Page]:
    with browser.new_context(**(browser_context_args | MOVING)) as context:
        page = context.new_page()
        page.goto(house)
        yield page


def seen(card: Locator) -> Image.Image:
    return Image.open(io.BytesIO(card.screenshot())).convert("RGB").resize((50, 70))


def ivory(image: Image.Image) -> float:
    """How much of it is as light as a card's face."""
    counts = image.convert("L").histogram()
    return sum(counts[200:]) / sum(counts)


def test_dealt_one_by_one_and_face_up_in_the_end(moving: Page) -> None:
    sit_down(moving)
    bet(moving)
    confirm(moving)
    cards = moving.locator("[data-card]")
    expect(cards.first).to_be_visible()
    assert cards.count() < 4  # the others are still to come
    before = moving.get_by_test_id("credit").inner_text()
    assert before.startswith(("1000,00", "1.000,00"))  # and so is the payment
    expect(moving.locator("[data-phase=paid]")).to_be_visible()
    moving.wait_for_timeout(700)  # the last one turns
    back = seen(moving.locator("[data-sabot]"))
    assert ivory(back) < 0.3
    for card in cards.all():
        face = seen(card)
        assert ivory(face) > 0.5, card.get_attribute("aria-label")
        assert ImageChops.difference(face, back).getbbox() is not None


def test_at_once_when_somebody_has_seen_enough(moving: Page) -> None:
    sit_down(moving)
    bet(moving)
    confirm(moving)
    moving.get_by_role("button", name="Subito").click()
    expect(moving.locator("[data-phase=paid]")).to_be_visible(timeout=500)
    assert moving.locator("[data-card]").count() >= 4
    assert " di " in (moving.locator("[data-card]").first.get_attribute("aria-label") or "")
