"""Tests of moving cards: their pictures at rest, their order and skipping the animation."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageOps, ImageStat
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.chosen_coups import CoupChooser, six_cards
from tests.browser.conftest import PHONE
from tests.browser.page_actions import bet, confirm, sit_down

MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}
PICTURE_SIZE = (50, 70)
EDGE = 4  # cut off: the cloth at the round corners, and the shadow

# Shows the face of a card as a flat picture, on top of everything else.
LAY_FLAT = """card => {
  const face = card.querySelector(".front svg").cloneNode(true);
  const flat = document.createElement("div");
  flat.id = "flat";
  Object.assign(flat.style, {
    position: "fixed", left: "0", top: "0", zIndex: "1000", background: "#0d3527",
    width: getComputedStyle(card).width, height: getComputedStyle(card).height,
  });
  flat.append(face);
  document.body.append(flat);
}"""


@contextmanager
def seated_page(browser: Browser, house: str, arguments: dict[str, Any]) -> Iterator[Page]:
    with browser.new_context(**arguments) as context:
        page = context.new_page()
        page.goto(house)
        sit_down(page)
        yield page


@pytest.fixture
def animated_page(
    browser: Browser, house: str, browser_context_args: dict[str, Any]
) -> Iterator[Page]:
    with seated_page(browser, house, browser_context_args | MOVING) as page:
        yield page


def card_picture(shown: Locator, *, sideways: bool = False) -> Image.Image:
    """A picture of the card, upright even if it lies sideways."""
    picture = Image.open(io.BytesIO(shown.screenshot())).convert("L")
    upright = picture.transpose(Image.Transpose.ROTATE_90) if sideways else picture
    width, height = upright.resize(PICTURE_SIZE).size
    return upright.resize(PICTURE_SIZE).crop((EDGE, EDGE, width - EDGE, height - EDGE))


def flat_picture(card: Locator) -> Image.Image:
    card.evaluate(LAY_FLAT)
    picture = card_picture(card.page.locator("#flat"))
    card.page.evaluate("document.getElementById('flat').remove()")
    return picture


def difference(one: Image.Image, other: Image.Image) -> float:
    """The mean difference, from 0 to 255; a shift by one pixel doesn't count."""
    return min(
        float(ImageStat.Stat(ImageChops.difference(one, ImageChops.offset(other, *by))).mean[0])
        for by in product((-1, 0, 1), repeat=2)
    )


@pytest.mark.parametrize(
    ("size", "motion"),
    [({}, "reduce"), (PHONE, "no-preference")],
    ids=["still at a desk", "moving on a phone"],
)
def test_dealt_cards_are_face_up_and_not_mirrored(
    browser: Browser,
    house: str,
    chooser: CoupChooser,
    browser_context_args: dict[str, Any],
    size: dict[str, Any],
    motion: str,
) -> None:
    arguments = browser_context_args | size | {"reduced_motion": motion}
    with seated_page(browser, house, arguments) as page:
        coup = chooser.choose_next(page, six_cards)
        bet(page)
        confirm(page)
        expect(page.locator("[data-phase=paid]")).to_be_visible()
        # Until the last card is turned.
        page.wait_for_timeout(700 if motion == "no-preference" else 0)
        for side, dealt in (("punto", coup.punto), ("banco", coup.banco)):
            cards = page.locator(f"[data-side={side}] [data-card]").all()
            assert [card.get_attribute("data-card") for card in cards] == [str(e) for e in dealt]
            for place, card in enumerate(cards):
                lying, face = card_picture(card, sideways=place == 2), flat_picture(card)
                mirrored = difference(lying, ImageOps.mirror(face))
                assert difference(lying, face) < mirrored / 2, card.get_attribute("data-card")


def test_cards_are_dealt_one_by_one_before_the_payment(animated_page: Page) -> None:
    bet(animated_page)
    confirm(animated_page)
    cards = animated_page.locator("[data-card]")
    expect(cards.first).to_be_visible()
    assert cards.count() < 4  # the other cards are still to come
    before = animated_page.get_by_test_id("credit").inner_text()
    assert before.startswith(("1000,00", "1.000,00"))  # the payment, too
    expect(animated_page.locator("[data-phase=paid]")).to_be_visible()


def test_the_animation_can_be_skipped(animated_page: Page) -> None:
    bet(animated_page)
    confirm(animated_page)
    animated_page.get_by_role("button", name="Salta").click()
    expect(animated_page.locator("[data-phase=paid]")).to_be_visible(timeout=500)
    assert animated_page.locator("[data-card]").count() >= 4
    assert " di " in (animated_page.locator("[data-card]").first.get_attribute("aria-label") or "")
