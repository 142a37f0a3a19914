"""Tests of the stakes at a real cloth, which the croupier keys in and pays."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.page_actions import wait_until
from tests.browser.page_checks import PageCheck, check_page
from tests.browser.staff import (
    GUARD_MS,
    DelayedConnection,
    Pages,
    SlowLine,
    command_button,
    edges,
    expect_cards,
    expect_demand,
    is_free,
    pages,
    press_commands,
    scan,
)

__all__ = ["check_page", "pages"]  # fixtures

HALF_MS = 2_000  # after this time half a card is dropped


def test_stakes_are_keyed_in_and_paid_box_by_box(pages: Pages, check_page: PageCheck) -> None:
    carla = pages.betting("carla", "fiches", page=pages.new(**PHONE))
    expect_demand(carla, "Si punta: registrate le poste")

    def key_in(box: int, *chips: tuple[str, int]) -> None:
        carla.locator(f"[data-box='{box}']").click()
        carla.get_by_role("dialog").wait_for()
        carla.clock.fast_forward(GUARD_MS)
        for bet, cents in chips:
            carla.locator(f"dialog label.{bet}").click()
            carla.locator(f"[data-chip='{cents}']").click()

    key_in(3, ("banco", 10_000), ("banco", 10_000))
    carla.get_by_role("button", name="Togli").click()
    check_page(carla, "key-in")
    carla.get_by_label("Cliente 2").click()  # keys in the first player's stakes
    expect(carla.locator("[data-place='1']")).to_contain_text("100")
    carla.locator("dialog label.punto").click()
    carla.locator("[data-chip='1000']").click()
    carla.get_by_role("button", name="Registra").click()
    expect(carla.get_by_role("dialog")).to_have_count(0)
    expect(carla.locator("[data-box='3']")).to_contain_text("100")
    expect(carla.locator("[data-box='3'] [data-players='2']")).to_have_text("2 clienti")
    key_in(1, ("punto", 500))
    carla.get_by_role("button", name="Registra").click()
    alert = carla.get_by_role("dialog", name="Casella 1").get_by_role("alert")
    expect(alert).to_have_text("Casella 1: Il minimo su Punto è 10; la posta era 5.")
    check_page(carla, "refused", with_axe=False)
    carla.clock.fast_forward(GUARD_MS)
    carla.get_by_role("button", name="Indietro").click()  # it asks
    expect(carla.get_by_role("button", name="Non registrare")).to_be_visible()
    check_page(carla, "give-up")
    carla.clock.fast_forward(GUARD_MS)
    carla.get_by_role("button", name="Non registrare").click()
    expect(carla.get_by_role("dialog")).to_have_count(0)
    key_in(1, ("punto", 500))
    expect(carla.get_by_role("alert")).to_have_count(0)
    carla.locator("[data-chip='500']").click()
    carla.locator("dialog label.egalite").click()
    carla.locator("[data-chip='500']").click()
    carla.get_by_role("button", name="Registra").click()
    expect(carla.get_by_role("dialog")).to_have_count(0)
    key_in(0, ("banco", 10_000))  # a player who stands
    expect(carla.get_by_role("dialog", name="In piedi")).to_be_visible()
    carla.get_by_role("button", name="Registra").click()
    expect(carla.get_by_role("dialog")).to_have_count(0)
    key_in(9, ("egalite", 500), ("banco", 500))
    carla.locator("[data-amount]").fill("10000")
    carla.get_by_role("button", name="Registra").click()
    expect(carla.get_by_role("dialog")).to_have_count(0)
    ninth = carla.locator("[data-box='9']")
    expect(ninth).to_contain_text("10.000")
    size = carla.viewport_size
    carla.set_viewport_size({"width": 360, "height": 800})
    assert edges(ninth.locator("b").first)[2] < edges(ninth)[2]  # it stays in the box
    carla.set_viewport_size(size or {"width": 390, "height": 844})
    check_page(carla, "keyed")
    key_in(9, ("banco", 500))
    carla.get_by_role("button", name="Svuota").click()  # this bet only
    carla.get_by_role("button", name="Registra").click()
    expect(ninth).to_have_accessible_name("Casella 9: Égalité 5")
    key_in(9, ("egalite", 500))
    carla.get_by_role("button", name="Svuota").click()
    carla.get_by_role("button", name="Registra").click()
    expect(ninth).to_have_accessible_name("Casella 9: vuota")
    press_commands(carla, "close_betting")
    expect_demand(carla, "Una carta per Punto")
    scan(carla, "4H", "9C", "KD", "KS")
    carla.clock.fast_forward(GUARD_MS)
    carla.locator("[data-box='3']").click()  # to look at it
    expect(carla.locator("[data-look='1']")).to_contain_text("Casella 3, cliente 1 100,00")
    expect(carla.locator("[data-look='2']")).to_contain_text("Casella 3, cliente 2 10,00")
    check_page(carla, "look-in")
    carla.keyboard.press("Escape")
    expect(carla.get_by_role("dialog")).to_have_count(0)
    press_commands(carla, "announce")
    expect_demand(carla, "Ritirate e pagate")
    expect(carla.locator("[data-due='3'][data-place='1']")).to_contain_text("paga 95")
    expect(carla.locator("[data-due='3'][data-place='2']")).to_contain_text("ritira 10")
    expect(carla.locator("[data-due='1']")).to_contain_text("ritira 15")
    expect(carla.locator("[data-due='0']")).to_contain_text("In piedi")
    carla.clock.fast_forward(GUARD_MS)
    carla.locator("[data-due='1']").click()
    expect(carla.locator("[data-due='1']")).to_have_attribute("aria-pressed", "true")
    check_page(carla, "due")
    expect(carla.locator("[data-group=takes] h2")).to_have_text("Da ritirare 25,00")
    expect(carla.locator("[data-group=pays] h2")).to_have_text("Da pagare 190,00")
    expect(carla.locator("[data-net]")).to_have_text("Netto −165,00")
    boxes = [carla.locator(f"[data-group={group}] [data-due]") for group in ("takes", "pays")]
    assert [[each.get_attribute("data-due") for each in of.all()] for of in boxes] == [
        ["1", "3"],
        ["3", "0"],
    ]
    expect(boxes[0].last).to_have_accessible_name("Casella 3, cliente 2: Punto 10 – ritira 10")
    expect(boxes[1].last).to_have_accessible_name("In piedi: Banco 100 +95 paga 95")
    press_commands(carla, "new_sabot", is_sure=False)
    expect(carla.get_by_role("dialog")).to_contain_text("non contano più")
    check_page(carla, "another-sabot", with_axe=False)
    carla.get_by_role("button", name="Indietro").click()
    expect(carla.get_by_role("dialog")).to_have_count(0)
    press_commands(carla, "new_sabot")
    expect(carla.get_by_role("dialog")).to_have_count(0)
    expect(carla.locator("[data-stage=burning]")).to_be_visible()
    expect(carla.locator("[data-due]")).to_have_count(4)  # unpaid amounts are still due
    expect(carla.locator("[data-due='1']")).to_have_attribute("aria-pressed", "true")


def test_the_cut_card_is_announced_when_it_appears(pages: Pages, check_page: PageCheck) -> None:
    """At a real cloth: to onlookers, on the display and to screen readers. Its coup is the last."""
    carla = pages.betting("carla", "fiches", page=pages.new(**PHONE))
    display, watcher = pages.display("fiches"), pages.new()
    watcher.goto(pages.house)
    watcher.locator("[data-table=fiches]").get_by_role("button", name="Guarda").click()
    press_commands(carla, "close_betting")
    scan(carla, "4H", "9C")
    press_commands(carla, "cut_card")
    told = "È uscito il divisore: le carte saranno mescolate prima del prossimo colpo."
    for page in (display, watcher):  # before the coup goes on
        expect(page.get_by_role("status").filter(has_text=told)).to_be_visible()
    last_coup = carla.get_by_text("Divisore uscito: ultimo colpo.")
    expect(last_coup).to_be_visible()
    check_page(carla, "cut-card", with_axe=False)
    scan(carla, "KD", "KS")
    press_commands(carla, "announce")
    expect(last_coup).to_be_visible()
    expect(watcher.get_by_role("status").filter(has_text=told)).to_be_visible()
    expect(command_button(carla, "open_betting")).to_have_count(0)
    press_commands(carla, "new_sabot", is_sure=False)
    dialog = carla.get_by_role("dialog", name="Sabot nuovo")
    expect(dialog).not_to_contain_text("non contano più")  # it is time for another one
    expect(dialog.get_by_label("Mescolato da")).to_have_value("carla")  # as the house knows her
    dialog.get_by_label("Tagliato da").fill("Casella 3")
    check_page(carla, "new-sabot")
    carla.clock.fast_forward(GUARD_MS)
    carla.locator("[data-sure]").click()
    expect_demand(carla, "Scoprite la prima carta")
    expect(last_coup).to_have_count(0)
    for page in (display, watcher):
        expect(page.get_by_role("status").filter(has_text=told)).to_have_count(0)
    scan(carla, "7D")
    expect_demand(carla, "Bruciate 7 carte")
    check_page(carla, "burn")
    carla.locator("[data-correct='1']").click()
    scan(carla, "QD")  # it was a picture: the sheet has the number
    carla.get_by_role("dialog").get_by_role("button", name="Letta male").click()
    expect_demand(carla, "Bruciate 10 carte")


def test_a_slip_is_put_right(pages: Pages, check_page: PageCheck) -> None:
    """Of the croupier; in the next coup nine boxes are keyed in with few taps."""
    carla = pages.betting("carla", "fiches", page=pages.new(**PHONE))
    key_in_one(carla, 3, "banco", 10_000)
    press_commands(carla, "close_betting")
    expect(carla.locator(".pad")).to_be_visible()
    standing, dock = carla.locator("[data-box='0']"), carla.locator(".dock")
    assert edges(standing)[3] <= edges(dock)[1]  # the pad covers no place
    press_commands(carla, "reopen_betting")
    expect_demand(carla, "Si punta: registrate le poste")
    expect(carla.locator("[data-box='3']")).to_contain_text("100")
    press_commands(carla, "close_betting")
    key_in_one(carla, 1, "punto", 10_000)  # it lay there before the close
    carla.clock.fast_forward(GUARD_MS)
    carla.locator("[data-rank='2']").click()
    scan(carla, "8H")
    expect_cards(carla, "punto", "8h")
    expect(carla.locator(".pad [aria-pressed=true]")).to_have_count(0)  # half a card is dropped
    carla.locator("[data-rank='2']").click()
    expect(carla.locator("[data-rank='2'][aria-pressed=true]")).to_be_visible()
    carla.clock.fast_forward(HALF_MS)
    expect(carla.locator(".pad [aria-pressed=true]")).to_have_count(0)
    scan(carla, "5C")
    carla.keyboard.type("5C")
    carla.keyboard.press("Enter")
    expect(carla.locator("[data-told='console/twice']")).to_be_visible()
    check_page(carla, "twice", with_axe=False)
    carla.get_by_role("button", name="Letta due volte").click()
    expect(carla.locator("[data-told='']")).to_have_count(1)
    scan(carla, "KD", "2S")
    press_commands(carla, "announce", "open_betting")
    carla.locator("[data-owed] summary").click()
    expect(carla.locator("[data-due='3']")).to_contain_text("ritira 100")
    check_page(carla, "owed")
    carla.locator("[data-owed] summary").click()
    nine_boxes_are_keyed_in_with_few_taps(carla, check_page)


def key_in_one(page: Page, box: int, bet: str, cents: int) -> None:
    expect(page.locator("[data-free=true]")).to_be_visible()  # the boxes may just have moved
    page.locator(f"button[data-box='{box}']").click()
    page.get_by_role("dialog").wait_for()
    page.clock.fast_forward(GUARD_MS)
    page.locator(f"dialog label.{bet}").click()
    page.locator(f"[data-chip='{cents}']").click()
    page.get_by_role("button", name="Registra").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def nine_boxes_are_keyed_in_with_few_taps(carla: Page, check_page: PageCheck) -> None:
    taps = 0

    def tap_on(selector: str) -> None:
        nonlocal taps
        carla.locator(selector).wait_for()
        carla.clock.fast_forward(GUARD_MS)
        carla.locator(selector).click()
        taps += 1

    tap_on("[data-box='1']")
    for box in range(1, 10):
        expect(carla.get_by_role("dialog", name=f"Casella {box}")).to_be_visible()
        tap_on(f"dialog label.{'banco' if box % 2 else 'punto'}")
        tap_on("[data-chip='10000']")
        if box == 2:
            check_page(carla, "onward")
        tap_on("[data-onward]" if box < 9 else "[data-key-in]")
    expect(carla.get_by_role("dialog")).to_have_count(0)
    assert taps <= 30
    press_commands(carla, "close_betting")
    scan(carla, "8H", "9C", "KD", "KS")
    press_commands(carla, "announce", "open_betting")
    taps = 0
    tap_on("[data-repeat]")
    expect(carla.locator("[data-box].full")).to_have_count(9)
    assert taps <= 3
    expect(carla.locator("[data-repeat]")).to_have_count(0)
    tap_on("[data-box='1']")
    carla.locator("[data-amount]").fill("1.000")  # a thousand, or one?
    carla.clock.fast_forward(GUARD_MS)
    expect(carla.get_by_role("alert")).to_contain_text("«1.000» non è un importo")
    for button in ("[data-onward]", "[data-key-in]", "[data-chip='10000']"):
        expect(carla.locator(button)).to_be_disabled()
    check_page(carla, "not-an-amount")
    carla.locator("[data-amount]").fill("150")
    carla.clock.fast_forward(GUARD_MS)
    carla.locator("[data-amount]").press("Enter")
    expect(carla.get_by_role("dialog", name="Casella 2")).to_be_visible()
    carla.keyboard.press("Escape")
    expect(carla.locator("[data-box='1']")).to_contain_text("150")


def test_amounts_are_typed_whatever_the_delay(pages: Pages, check_page: PageCheck) -> None:
    """From box to box with Enter, on a line that needs no time or much time for an answer."""
    carla = pages.new()
    line = SlowLine(carla)
    pages.betting("carla", "fiches", page=carla)
    amounts_are_typed(carla, 0, check_page)
    press_commands(carla, "close_betting")
    scan(carla, "8H", "9C", "KD", "KS")
    press_commands(carla, "announce")
    takes, pays = (carla.locator(f"[data-group={group}]") for group in ("takes", "pays"))
    expect(pays).to_have_text("Da pagare 0,00")  # nobody has won
    assert edges(takes)[2] <= edges(pays)[0]  # what to take is on the left all the same
    press_commands(carla, "open_betting")
    expect(carla.locator("[data-box='1'] .stakes b")).to_have_count(0)
    line.delay(900)
    amounts_are_typed(carla, 900, check_page)


def amounts_are_typed(carla: Page, ms: int, check_page: PageCheck) -> None:
    """The house's answers arrive after `ms`."""
    carla.locator("button[data-box='1']").click()
    amounts = ["100", "20", "3", "40", "50", "60", "70", "80", "90"]  # one is below the minimum
    for box, amount in enumerate(amounts, 1):
        expect(carla.get_by_role("dialog", name=f"Casella {box}")).to_be_visible()
        carla.keyboard.type(amount)
        carla.keyboard.press("Enter")
    if ms:
        check_page(carla, "typed-ahead")
        expect(carla.locator("[data-box='9'].coming")).to_have_count(1)  # nothing waited for it
    carla.keyboard.type("0")  # nobody stands
    carla.keyboard.down("Enter")
    expect(carla.get_by_role("dialog", name="In piedi")).to_have_count(0)
    carla.keyboard.down("Enter")  # it is held: the button of the first box has the focus again
    carla.keyboard.up("Enter")
    expect(carla.get_by_role("dialog", name="Casella 1")).to_have_count(0)
    dialog = carla.get_by_role("dialog", name="Casella 3")
    expect(dialog.get_by_role("alert")).to_contain_text("Casella 3: ", timeout=2_000 + 12 * ms)
    expect(dialog.locator("label.punto")).to_contain_text("3")
    carla.keyboard.type("30")  # replaces it
    carla.clock.fast_forward(GUARD_MS)
    dialog.locator("[data-key-in]").click()
    expect(dialog).to_have_count(0)
    amounts[2] = "30"
    for box, amount in enumerate(amounts, 1):
        expect(carla.locator(f"[data-box='{box}'] .stakes b")).to_have_text(amount)
    expect(carla.locator(".coming")).to_have_count(0, timeout=2_000 + 12 * ms)
    expect(carla.locator("[data-unkeyed], .unkeyed")).to_have_count(0)


def test_nothing_that_was_typed_is_dropped_without_a_question(
    pages: Pages, check_page: PageCheck
) -> None:
    """Nor is it lost with the connection, or when a manager takes the table meanwhile."""
    carla = pages.new(**PHONE)
    line = DelayedConnection(carla)
    pages.betting("carla", "fiches", page=carla)
    carla.locator("[data-box='5']").click()
    dialog = carla.get_by_role("dialog")
    dialog.locator("[data-amount]").fill("50")
    for _ in range(3):  # a browser closes a dialog at the second one by itself
        carla.keyboard.press("Escape")
    expect(dialog.get_by_role("alert")).to_contain_text("non sono registrate")
    expect(dialog.locator("[data-amount]")).to_have_value("50")
    dialog.get_by_role("alert").get_by_role("button", name="Registra", exact=True).click()
    expect(dialog).to_have_count(0)
    expect(carla.locator("[data-box='5']")).to_contain_text("50")
    expect(carla.locator("[data-box='5']")).to_have_accessible_name("Casella 5: Punto 50")
    expect(carla.locator("[data-box='6']")).to_have_accessible_name("Casella 6: vuota")
    refused_stakes_are_mended_at_once(carla)
    typed_stakes_survive_a_lost_connection(carla, line)
    mara = pages.console("mara", "fiches", page=pages.new(**PHONE))
    typed_stakes_are_named_when_their_dialog_has_to_close(carla, mara)
    the_stakes_of_a_void_coup_are_given_back_box_by_box(carla, mara, check_page)


def refused_stakes_are_mended_at_once(carla: Page) -> None:
    """While the next box is keyed in; what was typed for that box comes back."""
    carla.locator("[data-box='1']").click()
    first, second = (carla.get_by_role("dialog", name=f"Casella {box}") for box in (1, 2))
    first.locator("[data-amount]").fill("3")
    first.locator("[data-amount]").press("Enter")
    told = "Casella 1: Il minimo su Punto è 10; la posta era 3."
    expect(second.get_by_role("alert")).to_contain_text(told)
    second.locator("[data-amount]").fill("70")
    carla.clock.fast_forward(GUARD_MS)
    second.get_by_role("button", name="Vai a Casella 1").click()
    expect(first.locator("label.punto")).to_contain_text("3")
    expect(first.get_by_role("alert")).to_contain_text(told)
    first.locator("[data-amount]").fill("30")
    carla.clock.fast_forward(GUARD_MS)
    first.locator("[data-key-in]").click()
    expect(second.locator("label.punto")).to_contain_text("70")
    carla.clock.fast_forward(GUARD_MS)
    second.locator("[data-key-in]").click()
    for box, amount in ((1, "30"), (2, "70")):
        expect(carla.locator(f"[data-box='{box}']:not(.coming) .stakes b")).to_have_text(amount)


def typed_stakes_survive_a_lost_connection(carla: Page, line: DelayedConnection) -> None:
    """Also while the house has not said yet what is possible."""
    carla.locator("[data-box='3']").click()
    amount = carla.get_by_role("dialog", name="Casella 3").locator("[data-amount]")
    amount.fill("50")
    line.holds, sockets = True, len(line.sockets)
    line.sockets[-1].close(code=1012)
    expect(carla.locator(".console[data-link=lost]")).to_be_visible()
    # What the house answers to the new connection.
    wait_until(carla, lambda: line.kept, run_ms=1_000, pause_ms=50)
    assert len(line.sockets) > sockets
    line.release_one()
    expect(carla.locator(".console[data-link=here]")).to_be_visible()
    expect(amount).to_have_value("50")
    line.release()
    expect(carla.locator("[data-free=true]")).to_have_count(1)
    expect(amount).to_have_value("50")
    carla.locator("[data-key-in]").click()
    expect(carla.locator("[data-box='3']:not(.coming) .stakes b")).to_have_text("50")


def test_a_lost_answer_is_named_and_found_out(pages: Pages, check_page: PageCheck) -> None:
    """The reason that was typed stays, until it is known that the house has it."""
    carla = pages.new(**PHONE)
    line = DelayedConnection(carla)
    pages.betting("carla", "fiches", page=carla)
    press_commands(carla, "call_manager")
    dialog = carla.get_by_role("dialog")
    words = dialog.get_by_role("textbox")
    words.fill("Serve un cambio")
    line.loses = True
    dialog.locator("button.first").click()
    line.sockets[-1].close(code=1012)
    unknown = "La connessione è caduta prima della risposta a «Chiama il responsabile»."
    expect(dialog.get_by_role("alert")).to_contain_text(unknown)
    check_page(carla, "unanswered")
    line.loses = False
    wait_until(carla, lambda: is_free(carla), run_ms=1_000, pause_ms=50)
    expect(dialog.get_by_role("alert")).to_contain_text("non è stato eseguito")
    expect(words).to_have_value("Serve un cambio")
    line.holds = True
    carla.clock.fast_forward(GUARD_MS)
    dialog.locator("button.first").click()
    wait_until(carla, lambda: line.kept)  # the house has it
    line.sockets[-1].close(code=1012)
    expect(dialog.get_by_role("alert")).to_contain_text(unknown)
    line.kept.clear()
    line.holds = False
    wait_until(carla, lambda: is_free(carla), run_ms=1_000, pause_ms=50)
    expect(dialog).to_have_count(0)
    expect(carla.locator("[data-told='console/done']")).to_contain_text("è stato eseguito")
    expect(carla.locator("[data-news=called]")).to_contain_text("Serve un cambio")


def typed_stakes_are_named_when_their_dialog_has_to_close(carla: Page, mara: Page) -> None:
    """A manager takes the table meanwhile, and hands it over again."""
    carla.locator("[data-box='7']").click()
    dialog = carla.get_by_role("dialog", name="Casella 7")
    dialog.locator("[data-amount]").fill("50")
    for name in ("take", "leave"):
        press_commands(mara, name)
        mara.clock.fast_forward(GUARD_MS)
        mara.locator("[data-sure]").click()  # it asks, as stakes are out
        expect(mara.get_by_role("dialog")).to_have_count(0)
        expect(dialog).to_have_count(0)
        expect(carla.locator("[data-unkeyed='7']")).to_have_text(
            "Casella 7: Non registrata: Punto 50."
        )
    press_commands(carla, "take")
    expect(dialog.locator("label.punto")).to_contain_text("50")  # it comes back
    carla.clock.fast_forward(GUARD_MS)
    dialog.locator("[data-key-in]").click()
    expect(carla.locator("[data-box='7']:not(.coming) .stakes b")).to_have_text("50")
    expect(carla.locator("[data-unkeyed]")).to_have_count(0)


def the_stakes_of_a_void_coup_are_given_back_box_by_box(
    carla: Page, mara: Page, check_page: PageCheck
) -> None:
    """The list stays until the next betting closes."""
    press_commands(carla, "close_betting")
    press_commands(mara, "void")
    mara.get_by_role("button", name="Sabot caduto").click()
    expect(mara.get_by_role("dialog")).to_have_count(0)
    gives = carla.locator("[data-group=gives]")
    expect(gives.locator("h2")).to_have_text("Da rendere 250,00")
    lines = gives.locator("[data-due]")
    boxes = [each.get_attribute("data-due") for each in lines.all()]
    assert boxes == ["1", "2", "3", "5", "7"]
    expect(lines.last).to_have_accessible_name("Casella 7: Punto 50 rendi 50")
    expect(carla.locator("[data-net]")).to_have_count(0)  # nobody has won or lost
    carla.clock.fast_forward(GUARD_MS)
    lines.first.click()
    expect(lines.first).to_have_attribute("aria-pressed", "true")
    check_page(carla, "given-back")
    press_commands(carla, "open_betting")
    owed = carla.locator("[data-owed]")
    expect(owed.locator("summary")).to_have_text("Colpo 1, nullo: da rendere")
    owed.locator("summary").click()
    expect(lines.first).to_have_attribute("aria-pressed", "true")
    expect(lines.last).to_have_attribute("aria-pressed", "false")
