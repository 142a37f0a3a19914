"""Tests of two taps at a console for stakes, on the same place and soon after each other."""

import json
from datetime import UTC, datetime, timedelta
from itertools import product

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.staff import (
    GUARD_MS,
    Pages,
    edges,
    expect_cards,
    expect_demand,
    pages,
    scan,
)

__all__ = ["pages"]  # a fixture

DELAYS_MS = 50, 200, 500  # all shorter than the guard


def test_a_double_tap_does_one_thing(pages: Pages) -> None:
    """The page's clock stands still, so that the second tap comes as soon as it says."""
    carla = pages.new(**PHONE)
    sent: list[str] = []
    carla.on("websocket", lambda ws: ws.on("framesent", lambda said: sent.append(str(said))))
    pages.console("carla", "fiches", page=carla)
    carla.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))

    def press_twice(name: str, ms: int) -> None:
        place = ".aside" if name == "leave" else ".main"
        button = carla.locator(f"{place} [data-do='{name}']")
        button.wait_for()
        carla.clock.run_for(GUARD_MS)
        expect(carla.locator("[data-free=true]")).to_be_visible()
        x, y, right, low = edges(button)
        for _ in range(2):
            carla.mouse.click((x + right) / 2, (y + low) / 2)
            expect(button).to_have_count(0)  # now there is another one
            if name == "announce":  # the result stands for a moment, and then buttons change again
                carla.locator(".main [data-do=open_betting]").wait_for()
            carla.clock.run_for(ms)

    commands = ["open_betting", "close_betting", "announce", "leave", "take"]
    press_twice("take", 50)
    carla.locator(".main [data-do='new_sabot']").wait_for()
    carla.clock.run_for(GUARD_MS)
    carla.locator(".main [data-do='new_sabot']").click()  # it asks who has shuffled and cut
    carla.clock.run_for(GUARD_MS)
    carla.locator("[data-sure]").click()
    expect_demand(carla, "Scoprite la prima carta")
    scan(carla, "2C")
    for ms in (50, 100, 200, 350, 500):
        for name in commands[:2]:
            press_twice(name, ms)
        expect_demand(carla, "Una carta per Punto")
        expect(carla.locator(".pad [aria-pressed=true]")).to_have_count(0)
        scan(carla, "8H", "9C", "KD", "KS")
        for name in commands[2:]:
            press_twice(name, ms)
    reads = ["read"] * 4
    once = [*commands[:2], *reads, *commands[2:]]
    said = [json.loads(each)["type"] for each in sent]
    assert said == ["hello", "take", "new_sabot", "read", *once * 5]


def tap_twice(button: Locator, ms: int) -> None:
    """Tap twice on one place. The page's clock stands still: the second tap comes after `ms`."""
    button.scroll_into_view_if_needed()
    x, y, right, low = edges(button)
    clock = button.page.clock
    clock.run_for(GUARD_MS)
    for _ in range(2):
        button.page.mouse.click((x + right) / 2, (y + low) / 2)
        clock.run_for(ms)
    clock.run_for(GUARD_MS)


def test_a_second_tap_in_a_dialog_does_nothing_beneath_it(pages: Pages) -> None:
    carla = pages.new(**PHONE)
    sent: list[str] = []
    carla.on("websocket", lambda ws: ws.on("framesent", lambda said: sent.append(str(said))))
    pages.betting("carla", "fiches", page=carla)
    carla.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    dialogs_are_opened_and_left(carla)
    no_tap_hits_another_box_when_they_move(carla)
    for ms in DELAYS_MS:
        stakes_are_keyed_in_and_repeated(carla, ms)
        the_table_is_left_and_taken(carla, ms)
    said = [json.loads(each)["type"] for each in sent]
    keyed, cut = ["key_in", "key_in"], ["cut_card", "take_back_cut_card"]
    coup = ["close_betting", *["read"] * 4, "announce", "open_betting"]
    moved = ["close_betting", "reopen_betting"]
    assert said == [
        "hello",
        *moved,
        *[*keyed, *coup, *keyed, *cut, "leave", "take"] * len(DELAYS_MS),
    ]


def dialogs_are_opened_and_left(carla: Page) -> None:
    """Whatever lies beneath them."""
    dialog = carla.get_by_role("dialog")
    boxes = [1, 5, 9]  # one of each row and column
    assert len({edges(carla.locator(f"[data-box='{box}']"))[0] for box in boxes}) == len(boxes)
    for box, ms in product(boxes, DELAYS_MS):
        tap_twice(carla.locator(f"[data-box='{box}']"), ms)
        expect(carla.get_by_role("dialog", name=f"Casella {box}")).to_be_visible()
        expect(dialog.locator("[data-key-in] b")).to_have_text("0")  # no chip was laid
        tap_twice(dialog.get_by_role("button", name="Indietro"), ms)
        expect(dialog).to_have_count(0)


def no_tap_hits_another_box_when_they_move(carla: Page) -> None:
    """The line about a missing cash sheet gives its room to the boxes while cards are out."""
    box, dialog = carla.locator("[data-box='5']"), carla.get_by_role("dialog")
    under = "([x, y]) => document.elementFromPoint(x, y)?.closest('[data-box]')?.dataset.box"
    for name, is_shown in (("close_betting", 0), ("reopen_betting", 1)):
        button = carla.locator(f"[data-do={name}]")
        button.wait_for()
        carla.clock.run_for(GUARD_MS)
        expect(carla.locator("[data-free=true]")).to_be_visible()
        x, y, right, low = edges(box)
        middle = (x + right) / 2, (y + low) / 2
        button.click()
        expect(carla.locator("[data-no-cash-sheet]")).to_have_count(is_shown)
        other = carla.evaluate(under, middle)
        assert other not in (None, "5")  # the boxes have moved
        carla.mouse.click(*middle)
        assert dialog.count() == 0
        carla.clock.run_for(GUARD_MS)
        carla.mouse.click(*middle)
        expect(carla.get_by_role("dialog", name=f"Casella {other}")).to_be_visible()
        carla.clock.run_for(GUARD_MS)
        dialog.get_by_role("button", name="Indietro").click()
        expect(dialog).to_have_count(0)


def stakes_are_keyed_in_and_repeated(carla: Page, ms: int) -> None:
    """At two boxes, with a coup in between."""
    dialog = carla.get_by_role("dialog")
    carla.locator("[data-box='1']").click()
    carla.clock.run_for(GUARD_MS)
    dialog.locator("[data-chip='10000']").click()
    tap_twice(dialog.locator("[data-onward]"), ms)
    expect(carla.get_by_role("dialog", name="Casella 2")).to_be_visible()
    dialog.locator("[data-chip='10000']").click()
    tap_twice(dialog.get_by_role("button", name="Indietro"), ms)
    expect(dialog.get_by_role("alert")).to_be_visible()  # asked once, not answered
    tap_twice(dialog.locator("[data-key-in]"), ms)
    expect(dialog).to_have_count(0)
    for name in ("close_betting", "announce", "open_betting"):
        tap_twice(carla.locator(f".main [data-do={name}]"), ms)
        if name == "close_betting":
            expect_demand(carla, "Una carta per Punto")
            carla.keyboard.type("8H\n8H\n")
            tap_twice(carla.locator("[data-again]"), ms)
            expect(carla.locator("[data-told='']")).to_have_count(1)
            expect_cards(carla, "punto", "8h")
            scan(carla, "9C", "KD", "KS")
            expect_cards(carla, "banco", "9c", "Ks")
        expect(carla.locator(f".main [data-do={name}]")).to_have_count(0)
    tap_twice(carla.locator("[data-repeat]"), ms)
    expect(carla.locator("[data-box].full:not(.coming)")).to_have_count(2)
    expect(dialog).to_have_count(0)


def the_table_is_left_and_taken(carla: Page, ms: int) -> None:
    """After the cut card was told of and taken back."""
    dialog = carla.get_by_role("dialog")
    tap_twice(carla.locator("[data-do=cut_card]"), ms)
    expect(carla.locator("[data-do=take_back_cut_card]")).to_be_visible()
    tap_twice(carla.locator("[data-do=take_back_cut_card]"), ms)
    expect(carla.locator("[data-do=cut_card]")).to_be_visible()
    tap_twice(carla.locator("[data-do=leave]"), ms)
    expect(dialog).to_be_visible()  # it asks, as stakes are out
    tap_twice(dialog.locator("[data-sure]"), ms)
    expect(dialog).to_have_count(0)
    tap_twice(carla.locator("[data-do=take]"), ms)
    expect(carla.locator("[data-runs=me]")).to_be_visible()
