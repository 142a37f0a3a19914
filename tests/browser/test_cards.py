"""Tests of moving cards: their pictures at rest, their order and skipping the animation."""

import io
from itertools import product

from PIL import Image, ImageChops, ImageOps, ImageStat
from playwright.sync_api import Locator, Page, expect

from puntobanco.game.coup import Coup
from tests.browser.chosen_coups import CoupChooser, six_cards
from tests.browser.page_actions import bet, confirm, sit_down

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


def expect_face_up(page: Page, coup: Coup) -> None:
    """Expect the coup's cards as they look from above, not mirrored."""
    for side, dealt in (("punto", coup.punto), ("banco", coup.banco)):
        cards = page.locator(f"[data-side={side}] [data-card]").all()
        assert [card.get_attribute("data-card") for card in cards] == [str(e) for e in dealt]
        for place, card in enumerate(cards):
            lying, face = card_picture(card, sideways=place == 2), flat_picture(card)
            mirrored = difference(lying, ImageOps.mirror(face))
            assert difference(lying, face) < mirrored / 2, card.get_attribute("data-card")


def test_still_cards_are_face_up_and_not_mirrored(lobby_page: Page, chooser: CoupChooser) -> None:
    page = lobby_page
    sit_down(page)
    coup = chooser.choose_next(page, six_cards)
    bet(page)
    confirm(page)
    expect(page.locator("[data-phase=paid]")).to_be_visible()
    expect_face_up(page, coup)


def test_cards_are_dealt_one_by_one_before_the_payment_and_lie_face_up(
    phone: Page, chooser: CoupChooser
) -> None:
    """The animation can be skipped."""
    page = phone
    page.emulate_media(reduced_motion="no-preference")
    sit_down(page)
    coup = chooser.choose_next(page, six_cards)
    bet(page)
    confirm(page)
    cards = page.locator("[data-card]")
    expect(cards.first).to_be_visible()
    assert cards.count() < 4  # the other cards are still to come
    before = page.get_by_test_id("credit").inner_text()
    assert before.startswith("997,00")  # the payment, too
    expect(page.locator("[data-phase=paid]")).to_be_visible()
    page.wait_for_timeout(700)  # until the last card is turned
    expect_face_up(page, coup)

    chooser.choose_next(page, six_cards)  # with another seed: the house takes none twice
    bet(page)
    expect(page.locator("[data-paid]")).to_have_count(0)
    confirm(page)
    page.get_by_role("button", name="Salta").click()
    expect(page.locator("[data-phase=paid]")).to_be_visible(timeout=500)
    assert cards.count() >= 4
    assert " di " in (cards.first.get_attribute("aria-label") or "")
