"""Cards that move: what counts is what is seen once they lie there, pixel by pixel."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageOps, ImageStat
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.guests import bet, confirm, sit_down
from tests.browser.luck import Luck, six_cards

MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}
SEEN = (50, 70)
EDGE = 4  # the cloth behind round corners, and the shadow

# The same face as a picture that was never turned, over everything else.
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


AT_REST = "() => document.getAnimations().every(each => each.playState === 'finished')"


@contextmanager
def sitting(browser: Browser, house: str, arguments: dict[str, Any]) -> Iterator[Page]:
    with browser.new_context(**arguments) as context:
        page = context.new_page()
        page.goto(house)
        sit_down(page)
        yield page


@pytest.fixture
def moving(browser: Browser, house: str, browser_context_args: dict[str, Any]) -> Iterator[Page]:
    with sitting(browser, house, browser_context_args | MOVING) as page:
        yield page


def seen(shown: Locator, *, sideways: bool = False) -> Image.Image:
    """Upright, whichever way it lies."""
    picture = Image.open(io.BytesIO(shown.screenshot())).convert("L")
    upright = picture.transpose(Image.Transpose.ROTATE_90) if sideways else picture
    width, height = upright.resize(SEEN).size
    return upright.resize(SEEN).crop((EDGE, EDGE, width - EDGE, height - EDGE))


def flat(card: Locator) -> Image.Image:
    card.evaluate(LAY_FLAT)
    picture = seen(card.page.locator("#flat"))
    card.page.evaluate("document.getElementById('flat').remove()")
    return picture


def unlike(one: Image.Image, other: Image.Image) -> float:
    """How far apart, from 0 to 255; a pixel to a side is none: pictures are cut at whole ones."""
    return min(
        float(ImageStat.Stat(ImageChops.difference(one, ImageChops.offset(other, *by))).mean[0])
        for by in product((-1, 0, 1), repeat=2)
    )


@pytest.mark.parametrize(
    ("size", "motion"),
    [({}, "reduce"), (PHONE, "no-preference")],
    ids=["still at a desk", "moving on a phone"],
)
def test_face_up_and_the_right_way_round_in_the_end(
    browser: Browser,
    house: str,
    luck: Luck,
    browser_context_args: dict[str, Any],
    size: dict[str, Any],
    motion: str,
) -> None:
    arguments = browser_context_args | size | {"reduced_motion": motion}
    with sitting(browser, house, arguments) as page:
        coup = luck.bring(page, six_cards)
        bet(page)
        confirm(page)
        expect(page.locator("[data-phase=paid]")).to_be_visible()
        page.wait_for_timeout(700 if motion == "no-preference" else 0)  # the last one turns
        for side, dealt in (("punto", coup.punto), ("banco", coup.banco)):
            cards = page.locator(f"[data-side={side}] [data-card]").all()
            assert [card.get_attribute("data-card") for card in cards] == [str(e) for e in dealt]
            for place, card in enumerate(cards):
                lying, face = seen(card, sideways=place == 2), flat(card)
                mirrored = unlike(lying, ImageOps.mirror(face))
                assert unlike(lying, face) < mirrored / 2, card.get_attribute("data-card")


def test_dealt_one_by_one_and_paid_in_the_end(moving: Page) -> None:
    bet(moving)
    confirm(moving)
    cards = moving.locator("[data-card]")
    expect(cards.first).to_be_visible()
    assert cards.count() < 4  # the others are still to come
    before = moving.get_by_test_id("credit").inner_text()
    assert before.startswith(("1000,00", "1.000,00"))  # and so is the payment
    expect(moving.locator("[data-phase=paid]")).to_be_visible()


def test_at_once_when_somebody_has_seen_enough(moving: Page) -> None:
    bet(moving)
    confirm(moving)
    moving.get_by_role("button", name="Salta").click()
    expect(moving.locator("[data-phase=paid]")).to_be_visible(timeout=500)
    assert moving.locator("[data-card]").count() >= 4
    assert " di " in (moving.locator("[data-card]").first.get_attribute("aria-label") or "")
