"""Tests of reading cards at a console, by scanner and by pad."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.page_checks import PageCheck, check_page
from tests.browser.staff import (
    DelayedConnection,
    Pages,
    command_button,
    expect_cards,
    expect_demand,
    expect_points,
    page_clock_stopped,
    pages,
    press_commands,
    scan,
    scan_keys,
    tap,
)

__all__ = ["check_page", "pages"]  # fixtures


def test_a_scanner_works_whatever_has_the_focus(pages: Pages, check_page: PageCheck) -> None:
    """Its Enter presses no button, and an invalid or unwanted code changes nothing."""
    mara = pages.betting("mara", page=pages.new(**PHONE))
    scan_keys(mara, "KH")
    expect(mara.locator("[data-told='console/no-card-now']")).to_be_visible()
    press_commands(mara, "close_betting")
    expect_demand(mara, "Una carta per Punto")
    a_scanner_never_submits_a_text(mara, check_page)
    command_button(mara, "leave").focus()
    scan_keys(mara, "ts", "AC", "9d")  # faster than the house answers
    expect_cards(mara, "punto", "6h", "Ac")
    expect_cards(mara, "banco", "Ts", "9d")
    scan_keys(mara, "14X")
    expect(mara.locator("[data-told='console/no-card']")).to_contain_text("14X")
    expect(mara.locator("[data-runs=me]")).to_be_visible()
    expect_points(mara, 7, 9)


def a_scanner_never_submits_a_text(mara: Page, check_page: PageCheck) -> None:
    """Only the button submits it; a card scanned meanwhile is listed as not read."""
    dialog, told = mara.get_by_role("dialog"), "Una carta non è stata letta. Da rileggere: "
    press_commands(mara, "void")
    field = dialog.get_by_label("Perché?")
    field.fill("una carta")
    field.press("Enter")
    scan_keys(mara, "4H")
    expect(dialog.get_by_role("alert")).to_have_text(f"{told}quattro di cuori.")
    expect(field).to_have_value("una carta")
    dialog.locator("button.first").focus()
    scan_keys(mara, "10S")
    expect(dialog.get_by_role("alert")).to_have_text(f"{told}quattro di cuori, dieci di picche.")
    check_page(mara, "not-read")
    mara.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(mara.locator("[data-told='console/not-read']")).to_contain_text("quattro di cuori")
    expect_demand(mara, "Una carta per Punto")
    scan_keys(mara, "4H")
    expect_demand(mara, "Una carta per Banco")
    expect(mara.locator("[data-told='']")).to_have_count(1)
    mara.locator("[data-correct='1']").click()
    field.fill("un sei")
    scan_keys(mara, "6H")  # in a correction, the scanned card is the new card
    expect(field).to_have_value("un sei")
    expect_cards(mara, "punto", "4h")
    dialog.locator("button.first").focus()
    mara.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect_cards(mara, "punto", "6h")


def test_a_croupier_can_insist_on_a_card_that_the_sabot_cannot_hold(
    pages: Pages, check_page: PageCheck
) -> None:
    """A seventh king of hearts, since an earlier one was misread; also in a correction."""
    mara = pages.betting("mara", page=pages.new(**PHONE))
    read_six_kings(mara)
    scan(mara, "KH")
    told = mara.locator("[data-told='cards/not-in-sabot']")
    expect(told).to_contain_text("troppe volte")
    check_page(mara, "not-in-sabot")
    mara.get_by_role("button", name="È questa carta: re di cuori").click()
    expect_demand(mara, "Una carta per Banco")
    expect_cards(mara, "punto", "Kh")
    expect(told).to_have_count(0)
    mara.locator("[data-correct='1']").click()
    scan(mara, "9D")
    mara.get_by_role("dialog").get_by_role("button", name="Letta male").click()
    expect(mara.get_by_role("dialog")).to_have_count(0)
    expect_cards(mara, "punto", "9d")
    mara.locator("[data-correct='1']").click()
    scan(mara, "KH")
    mara.get_by_role("dialog").get_by_role("button", name="Letta male").click()
    expect(mara.get_by_role("alert")).to_contain_text("troppe volte")
    check_page(mara, "correct-not-in-sabot")
    mara.get_by_role("button", name="È questa carta: re di cuori").click()
    expect(mara.get_by_role("dialog")).to_have_count(0)
    expect_cards(mara, "punto", "Kh")
    mara.locator("[data-correct='1']").click()
    scan(mara, "9D")
    mara.get_by_role("dialog").get_by_role("button", name="Letta male").click()
    expect_cards(mara, "punto", "9d")
    only_the_refused_card_of_a_correction_can_be_insisted_on(mara)


def only_the_refused_card_of_a_correction_can_be_insisted_on(mara: Page) -> None:
    """Not a card that was read in, not a card chosen later, and not in another coup."""
    scan(mara, "KH")
    insists = mara.locator("[data-insist]")
    expect(insists).to_have_text("È questa carta: re di cuori")
    mara.locator("[data-correct='1']").click()
    dialog = mara.get_by_role("dialog", name="Correggi")
    expect(dialog).to_be_visible()
    expect(insists).to_have_count(0)
    # The refusal of the card read in is not shown here.
    expect(dialog.get_by_role("alert")).to_have_count(0)
    scan(mara, "KH")
    expect(insists).to_have_count(0)
    dialog.get_by_role("button", name="Letta male").click()
    dialog.locator("button.first").click()
    expect(insists).to_have_text("È questa carta: re di cuori")
    with page_clock_stopped(mara):
        dialog.locator("[data-rank='8']").click()
        dialog.locator("[data-suit='c']").click()  # chosen after the scanned card
    expect(insists).to_have_count(0)
    expect(dialog.get_by_role("alert")).to_have_count(0)
    scan(mara, "KH")
    expect(insists).to_have_text("È questa carta: re di cuori")
    scan(mara, "8C")
    dialog.locator("button.first").click()
    expect(dialog).to_have_count(0)
    expect_cards(mara, "punto", "8c")
    scan(mara, "KH")
    expect(insists).to_be_visible()
    press_commands(mara, "void")
    mara.get_by_role("button", name="Sabot caduto").click()
    expect_demand(mara, "Colpo nullo: le poste tornano")
    expect(insists).to_have_count(0)
    expect(mara.locator("[data-told='']")).to_have_count(1)


def read_six_kings(page: Page) -> None:
    """Play a coup with all six kings of hearts, up to the first card of the next coup."""
    press_commands(page, "close_betting")
    expect_demand(page, "Una carta per Punto")
    scan(page, "KH", "KH", "KH", "KH", "KH", "KH")
    press_commands(page, "announce")
    press_commands(page, "open_betting")
    press_commands(page, "close_betting")
    expect_demand(page, "Una carta per Punto")


def test_of_two_simultaneous_commands_one_is_refused(pages: Pages, check_page: PageCheck) -> None:
    """At two consoles of one croupier. Then one is closed, and the other loses its connection."""
    other = pages.new(**PHONE)
    connection = DelayedConnection(other)
    one = pages.betting("carla")
    pages.console("carla", page=other)
    expect(command_button(other, "close_betting")).to_be_visible()
    press_commands(one, "close_betting")
    expect_demand(other, "Una carta per Punto")
    connection.holds = True
    tap(one, "4h")
    tap(other, "5c")  # the table has moved on
    expect_demand(one, "Una carta per Banco")
    other.wait_for_timeout(300)
    connection.release()
    expect(other.locator("[data-told='table/moved-on']")).to_be_visible()
    expect_demand(other, "Una carta per Banco")
    expect_cards(other, "punto", "4h")
    tap(other, "5c")
    expect_cards(one, "banco", "5c")
    scan(one, "4D", "KS")
    press_commands(one, "announce", "open_betting")
    expect(command_button(other, "close_betting")).to_be_visible()
    one.close()  # only the other console keeps the table
    a_console_reconnects_by_itself(other, connection, check_page)


def a_console_reconnects_by_itself(
    carla: Page, connection: DelayedConnection, check_page: PageCheck
) -> None:
    carla.route("**/api/tables/*", lambda route: route.abort())
    connection.sockets[-1].close(code=1012)
    expect(carla.get_by_role("alert")).to_contain_text("Connessione persa")
    expect(command_button(carla, "close_betting")).to_have_count(0)
    check_page(carla, "lost")
    carla.unroute_all()
    expect(carla.locator(".console[data-link=here]")).to_be_visible()
    press_commands(carla, "close_betting")  # she still runs the table
    expect_demand(carla, "Una carta per Punto")
    carla.reload()
    expect(carla.locator("[data-runs=me]")).to_be_visible()
