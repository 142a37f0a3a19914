"""What a console, a player and a display show during an evening with real cards."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.page_checks import DESK, PageCheck, check_page, check_page_as_is
from tests.browser.staff import (
    GUARD_MS,
    Pages,
    call_manager,
    command_button,
    expect_cards,
    expect_demand,
    expect_points,
    pages,
    press_commands,
    scan,
    set_standing,
    sign_in,
    tap,
)

__all__ = ["check_page", "check_page_as_is", "pages"]  # fixtures

WAITING = "Il tavolo aspetta un croupier."


def stake(player: Page) -> None:
    player.locator("button[data-bet=punto]").click()
    player.get_by_role("button", name=re.compile("Carte|Conferma")).first.click()
    expect(player.locator("[data-confirmed=punto]")).to_be_visible()


def decide(page: Page, decision: str) -> None:
    press_commands(page, "decide")
    page.get_by_role("button", name=decision).click()


def test_console_player_and_display_show_an_evening(
    pages: Pages, check_page: PageCheck, check_page_as_is: PageCheck
) -> None:
    """From the first croupier to the closing of the table."""
    carla = pages.new(**PHONE)
    carla.clock.install()
    carla.goto(f"{pages.house}/#/console/moritz")
    expect(carla.get_by_role("heading", name="Console del croupier")).to_be_visible()
    check_page(carla, "door")
    sign_in(carla, "carla")
    expect(carla.locator(".console[data-link=here]")).to_be_visible()
    expect_demand(carla, "Il tavolo è senza croupier")
    check_page(carla, "nobody", with_axe=False)
    player, display = pages.player("St. Moritz 1", size="phone"), pages.display()
    a_croupier_comes(carla, player, display, check_page)
    the_first_coup_is_read_in_and_paid(carla, player, display, check_page, check_page_as_is)
    the_croupier_leaves_during_a_coup(carla, player, display, check_page)
    there = pages.new(**PHONE)
    the_table_pauses(carla, there, player, display, check_page, check_page_as_is)
    the_display_has_room_for_several_notices(carla, display)
    press_commands(carla, "leave")
    set_standing(pages.house, "closed")
    press_commands(carla, "take")  # a closed table can be taken, too
    expect_demand(carla, "Il tavolo è chiuso.")


def a_croupier_comes(carla: Page, player: Page, display: Page, check_page: PageCheck) -> None:
    for page in (player, display):
        expect(page.get_by_text(WAITING).first).to_be_visible()
    press_commands(carla, "take", "new_sabot")
    expect(player.locator(".voice")).to_contain_text("Un nuovo sabot di carte vere.")
    for page in (player, display):
        expect(page.locator("[data-mixing]")).to_have_count(0)  # it has no commitment
    check_page(player, "real-sabot")
    scan(carla, "2C")  # the first card: two more are burned
    expect(player.locator(".voice")).to_contain_text("Prima carta: due di fiori.")
    press_commands(carla, "open_betting")
    expect(display.locator("[data-no-croupier]")).to_have_count(0)
    expect(player.locator(".voice")).to_contain_text("Fate il vostro gioco")
    expect(player.locator("[data-no-croupier]")).to_have_count(0)
    expect(player.locator("[data-sabot]")).to_have_count(1)
    expect(player.locator("[data-cards-left]")).to_have_count(0)  # unknown in a real sabot


def the_first_coup_is_read_in_and_paid(
    carla: Page,
    player: Page,
    display: Page,
    check_page: PageCheck,
    check_page_as_is: PageCheck,
) -> None:
    """By pad and by scanner."""
    stake(player)
    expect(display.locator("[data-voice]")).to_have_text("Fate il vostro gioco.")
    expect(display.locator("[data-table=moritz]")).to_have_text("Tavolo moritz")
    expect(display.locator("[data-mode=up]")).to_have_text("Carte scoperte")
    expect(display.locator("[data-sabot='1']")).to_be_visible()
    # The second of nine, as this is the first coup.
    expect(display.locator("[data-notice]")).to_contain_text("Le carte devono rimanere sul tavolo")
    check_page_as_is(display, "display-betting", with_axe=False)
    check_page(carla, "betting", with_axe=False)
    press_commands(carla, "close_betting")
    expect_demand(carla, "Una carta per Punto")
    tap(carla, "4h")
    expect_demand(carla, "Una carta per Banco")
    tap(carla, "5c")
    check_page(carla, "pad")
    scan(carla, "KD", "2S")
    expect_demand(carla, "Una carta per Punto")
    expect_points(carla, 4, 7)
    expect_points(display, 4, 7)
    expect(display.locator("[data-voice]")).to_have_text("Punto 4, Banco 7.")
    scan(carla, "10s")
    expect_demand(carla, "Annunciate i due punti")
    expect_cards(carla, "punto", "4h", "Kd", "Ts")
    expect_cards(display, "banco", "5c", "2s")
    expect(player.locator("[data-side=punto] [data-card]")).to_have_count(3)
    check_page(carla, "complete", with_axe=False)
    press_commands(carla, "announce")
    told = "Punto 4, Banco 7: vince Banco."
    expect(carla.locator("[data-voice]")).to_have_text(told)
    expect(display.locator("[data-voice]")).to_have_text(told)
    expect(player.locator(".voice")).to_contain_text("vince Banco")
    expect(player.locator("[data-paid=punto]")).to_be_visible()
    check_page(carla, "paid")
    check_page_as_is(display, "display-paid")
    assert display.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert display.locator("button, a, input").count() == 0


def the_croupier_leaves_during_a_coup(
    carla: Page, player: Page, display: Page, check_page: PageCheck
) -> None:
    """Once during the betting, and once with a card on the table."""
    press_commands(carla, "open_betting", "leave")
    expect(player.locator(".voice")).to_contain_text(WAITING)
    expect(player.locator("[data-no-croupier]")).to_be_visible()
    expect(display.locator("[data-no-croupier]")).to_be_visible()
    check_page(player, "no-croupier")
    press_commands(carla, "take", "close_betting")
    expect_demand(carla, "Una carta per Punto")
    scan(carla, "4H")
    press_commands(carla, "leave")
    carla.clock.fast_forward(GUARD_MS)
    carla.locator("[data-sure]").click()
    expect(player.locator("[data-no-croupier]")).to_have_text(WAITING)
    press_commands(carla, "take")
    expect_demand(carla, "Una carta per Banco")
    scan(carla, "KS", "5D", "QC")
    press_commands(carla, "announce", "open_betting")
    expect_demand(carla, "Si punta")


def the_table_pauses(
    carla: Page,
    there: Page,
    player: Page,
    display: Page,
    check_page: PageCheck,
    check_page_as_is: PageCheck,
) -> None:
    """During the last coup, after it, and in the list of tables."""
    house = carla.url.partition("/#")[0]
    set_standing(house, "paused", "Si cambiano le carte.")
    shown = display.locator("[data-standing=paused]")
    expect(shown).to_have_text("Dopo questo colpo il tavolo va in pausa. Si cambiano le carte.")
    expect(carla.locator("[data-standing=paused]")).to_contain_text("Dopo questo colpo")
    expect(carla.locator("[data-note]")).to_contain_text("Si cambiano le carte.")
    check_page(carla, "pausing")
    press_commands(carla, "close_betting")
    scan(carla, "4H", "KS", "5D", "QC")
    press_commands(carla, "announce")
    expect_demand(carla, "Il tavolo è in pausa.")
    expect(carla.locator("[data-standing]")).to_have_count(0)  # it is shown only once
    expect(command_button(carla, "open_betting")).to_have_count(0)
    check_page(carla, "paused", with_axe=False)
    expect(shown).to_have_text("Il tavolo è in pausa. Si cambiano le carte.")
    expect(display.locator("[data-voice]")).to_contain_text("vince Punto")
    expect(display.locator("dl [data-won]")).to_have_count(1)
    check_page_as_is(display, "display-paused")
    there.goto(f"{house}/#/console")
    sign_in(there, "mara")
    moritz = there.locator("[href='#/console/moritz']")
    expect(moritz).to_contain_text("In pausa")
    check_page(there, "paused-in-the-list")
    set_standing(house, "open")
    expect(shown).to_have_count(0)
    expect_demand(carla, "Aprite le puntate")
    expect(moritz).to_contain_text("Colpo finito")
    press_commands(carla, "leave")
    expect(player.locator(".voice")).to_contain_text(WAITING)
    expect(player.locator(".voice")).to_contain_text("vince Punto")
    check_page(player, "nobody-between-coups", with_axe=False)
    press_commands(carla, "take")


OVERLAPS = """() => {
  const box = each => each.getBoundingClientRect();
  const boxes = ".display > header, [data-side] > *, .middle, .said > *, section .first, .notice";
  const there = [...document.querySelectorAll(boxes)].filter(each => box(each).height > 0);
  const meet = (one, other) => one.top < other.bottom - 1 && other.top < one.bottom - 1
    && one.left < other.right - 1 && other.left < one.right - 1;
  return there.flatMap((one, n) => there.slice(n + 1)
    .filter(other => meet(box(one), box(other)))
    .map(other => `${one.className} ${one.tagName}, ${other.className} ${other.tagName}`));
}"""


def the_display_has_room_for_several_notices(carla: Page, display: Page) -> None:
    """A pause with a long reason, and the cut card, in landscape and portrait."""
    press_commands(carla, "open_betting")
    house = carla.url.partition("/#")[0]
    set_standing(house, "paused", "Si cambiano le carte e si lava il tappeto. " * 4)
    press_commands(carla, "close_betting", "cut_card")
    scan(carla, "4H", "KS", "5D", "QC")
    press_commands(carla, "announce")
    expect(display.locator("[data-voice]")).to_contain_text("vince Punto")
    expect(display.locator("[data-cut]")).to_be_visible()
    for width, height in ((1920, 1080), (1280, 720), (1080, 1920)):
        display.set_viewport_size({"width": width, "height": height})
        assert display.evaluate(OVERLAPS) == [], (width, height)
        card = display.locator("[data-side=punto] .cards [role=img]").first
        wide = card.evaluate("each => each.getBoundingClientRect().width")
        assert wide > 0.04 * width


def test_calls_corrections_and_a_void_coup_are_shown_to_everybody(
    pages: Pages, check_page: PageCheck, check_page_as_is: PageCheck
) -> None:
    """First a player calls the manager, then a croupier does, whose coup becomes void."""
    carla = pages.betting("carla", page=pages.new(**PHONE))
    mara = pages.console("mara", page=pages.new(**PHONE))
    player, display = pages.player("St. Moritz 1", size="phone"), pages.display()
    a_player_calls_the_manager(player, carla, mara, check_page)
    an_excess_card_and_a_misread_card_are_handled(carla, player, display, check_page)
    decide(mara, "Il colpo vale")
    expect(player.locator("[data-news=decided]")).to_have_text("Deciso: Il colpo vale")
    expect(carla.locator("[data-news=called]")).to_have_count(0)
    press_commands(carla, "announce")
    expect(carla.locator("[data-voice]")).to_have_text("Punto 6, Banco 7: vince Banco.")
    press_commands(carla, "open_betting")
    expect_demand(carla, "Si punta")
    for page in (player, carla, mara):  # the call is not shown in the next coup
        expect(page.locator("[data-news]")).to_have_count(0)
    a_croupier_calls_and_the_coup_is_declared_void(
        carla, mara, player, display, check_page, check_page_as_is
    )


def a_player_calls_the_manager(
    player: Page, carla: Page, mara: Page, check_page: PageCheck
) -> None:
    """From the page, without giving a reason."""
    player.locator("[data-box='4']").click()
    expect(player.locator("[data-box='4']")).to_have_attribute("aria-pressed", "true")
    player.get_by_role("button", name="Menu").click()
    player.get_by_role("button", name="Responsabile").click()
    dialog = player.get_by_role("dialog", name="Chiama il responsabile")
    check_page(player, "call-manager")
    dialog.locator("button.first").click()
    expect(dialog.get_by_role("status")).to_have_text("Il responsabile di sala è stato chiamato.")
    player.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    told = re.compile(r"^\s*Casella 4 chiama il responsabile\s*$")
    for page in (player, carla, mara):
        expect(page.locator("[data-news=called]")).to_have_text(told)
    check_page(player, "called", with_axe=False)


def an_excess_card_and_a_misread_card_are_handled(
    carla: Page, player: Page, display: Page, check_page: PageCheck
) -> None:
    press_commands(carla, "close_betting")
    expect_demand(carla, "Una carta per Punto")
    scan(carla, "4H", "5C", "KD", "2S", "2D")
    expect_demand(carla, "Annunciate i due punti")
    press_commands(carla, "too-many")
    tap(carla, "9c")
    expect(carla.locator("[data-aside='9c']")).to_be_visible()
    expect(carla.locator("[data-news=aside]")).to_have_text(
        "Carta di troppo, bruciata: nove di fiori."
    )
    expect(display.locator("[data-news=aside]")).to_contain_text("nove di fiori")
    carla.locator("[data-correct='6']").click()  # a card that was set aside can be corrected, too
    dialog = carla.get_by_role("dialog", name="Correggi")
    scan(carla, "8C")
    expect(dialog.get_by_label("Perché?")).to_have_value("")
    expect(dialog.locator("button.first")).to_be_disabled()  # the croupier has to choose a reason
    dialog.get_by_role("button", name="Letta male").click()  # which sends it
    expect(dialog).to_have_count(0)
    expect(carla.locator("[data-aside='8c']")).to_be_visible()
    carla.locator("[data-correct='1']").click()
    scan(carla, "6H")  # the four was a six: Punto stands, so the 2 is an excess card
    dialog.get_by_label("Perché?").fill("Era un sei")
    check_page(carla, "correct")
    dialog.locator("button.first").click()
    expect(dialog).to_have_count(0)
    expect_points(carla, 6, 7)
    expect_cards(carla, "punto", "6h", "Kd")
    expect(carla.locator("[data-aside='2d8c']")).to_be_visible()  # in the order of the sabot
    expect(carla.locator("[data-news=corrected]").last).to_contain_text("sei di cuori")
    check_page(carla, "corrected")
    told = player.locator("[data-news=corrected]").last
    expect(told).to_contain_text("sei di cuori, non quattro")
    expect(player.locator("[data-side=punto] [data-card='6h']")).to_be_visible()
    check_page(player, "corrected-for-the-player")


def a_croupier_calls_and_the_coup_is_declared_void(
    carla: Page,
    mara: Page,
    player: Page,
    display: Page,
    check_page: PageCheck,
    check_page_as_is: PageCheck,
) -> None:
    stake(player)
    press_commands(carla, "close_betting")
    expect_demand(carla, "Una carta per Punto")
    scan(carla, "4H")
    expect(command_button(carla, "void")).to_have_count(0)
    press_commands(carla, "call_manager")
    carla.get_by_label("Che cosa serve?").fill("Di chi è questa posta?")
    carla.get_by_role("dialog").locator("button.first").click()
    expect(display.locator("[data-manager]")).to_be_visible()
    expect(mara.locator("[data-news=called]")).to_contain_text("Di chi è questa posta?")
    check_page_as_is(display, "display-manager")
    check_page(mara, "called")
    display.reload()  # the call is also shown on a page that is opened after it
    sign = display.locator("[data-manager]")
    expect(sign).to_have_attribute("aria-label", "Il responsabile di sala è stato chiamato.")
    expect(sign).to_have_text("")  # guests see a sign without words
    press_commands(mara, "decide")
    expect(mara.get_by_label("Qual è la decisione?")).to_be_visible()
    mara.get_by_role("button", name="La posta è tornata al cliente").click()
    expect(carla.locator("[data-news=decided]")).to_be_visible()
    expect(display.locator("[data-manager]")).to_have_count(0)
    press_commands(mara, "void")
    expect(mara.get_by_role("dialog")).to_be_visible()
    check_page(mara, "void")
    mara.get_by_role("button", name="Sabot caduto").click()
    expect_demand(carla, "Colpo nullo: le poste tornano")
    expect(display.locator("[data-voice]")).to_have_text("Colpo nullo: le poste tornano")
    expect(player.locator(".voice")).to_contain_text("Il colpo è nullo")
    expect(player.locator("[data-news=void]")).to_have_text("Motivo: Sabot caduto")
    expect(player.locator("[data-confirmed]")).to_have_count(0)
    expect(player.locator("button[data-bet=punto] .all")).to_have_text("")
    expect(player.get_by_test_id("credit")).to_have_text(re.compile(r"^10\.000,00\s"))
    check_page_as_is(display, "display-void", with_axe=False)
    press_commands(carla, "open_betting")
    expect(display.locator("[data-voice]")).to_have_text("Fate il vostro gioco.")


def test_a_manager_sees_calls_from_other_tables(
    pages: Pages, check_page: PageCheck, check_page_as_is: PageCheck
) -> None:
    """In the list of tables, and at the console of another table with a link."""
    carla = pages.console("carla", "campione")
    mara = pages.new(**PHONE)
    mara.goto(f"{pages.house}/#/console")
    sign_in(mara, "mara")
    campione = mara.locator("[href='#/console/campione']")
    expect(campione).to_be_visible()
    expect(mara.locator("[href='#/console/fiches'] [data-kind]")).to_contain_text("fiches vere")
    expect(mara.locator("[href='#/console/moritz']")).to_contain_text("20.000 FUN")
    expect(mara.locator("[data-calls]")).to_have_count(0)
    check_page(mara, "nobody-calls", with_axe=False)
    call_manager(carla, "Contestazione")
    expect(campione.locator("[data-calls]")).to_have_text("Chiamano il responsabile")
    expect(mara.locator("[data-calls]")).to_have_count(1)
    check_page(mara, "calls-in-the-list")
    mara.set_viewport_size({"width": 320, "height": 844})  # the limits still form one column
    assert len(set(mara.evaluate(RIGHT_EDGES))) == 1
    check_page_as_is(mara, "calls-in-a-narrow-list", with_axe=False)
    mara.set_viewport_size(DESK)
    mara.locator("[href='#/console/moritz']").click()
    elsewhere = mara.locator(".elsewhere [data-calls=campione]")
    expect(elsewhere).to_have_text("Campione (campione): chiamano il responsabile")
    expect(elsewhere).to_have_attribute("href", "#/console/campione")
    check_page(mara, "calls-elsewhere")
    press_commands(mara, "take")
    expect(mara.locator("[data-runs=me]")).to_be_visible()
    expect(mara.locator("p[data-calls=campione]")).to_be_visible()  # no link while running a table
    press_commands(mara, "leave")
    expect(elsewhere).to_have_attribute("href", "#/console/campione")  # the link is back
    elsewhere.click()
    # Also shown on pages that are opened after the call.
    told = "Carla chiama il responsabile: Contestazione"
    expect(mara.locator("[data-news=called]")).to_have_text(told)
    # The call is at this table now.
    expect(mara.locator(".elsewhere [data-calls]")).to_have_count(0)
    decide(mara, "Il colpo vale")
    mara.goto(f"{pages.house}/#/console/moritz")
    expect(mara.locator(".console[data-link=here]")).to_be_visible()
    expect(mara.locator("[data-calls]")).to_have_count(0)
    call_manager(carla, "Serve un cambio")
    expect(mara.locator(".elsewhere [data-calls=campione]")).to_be_visible()


RIGHT_EDGES = """() => [...document.querySelectorAll(".tables a > span")].map(
  each => Math.round(each.getBoundingClientRect().right))"""
