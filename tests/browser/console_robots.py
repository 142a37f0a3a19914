"""Robots at real consoles: they press, scan, tap, key in stakes and write the cash sheet."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

from playwright.sync_api import Locator, expect

from tests.browser.conftest import PHONE
from tests.browser.houses import STAFF_PASSWORD
from tests.browser.page_actions import wait_until
from tests.browser.page_checks import SIZES
from tests.browser.staff import (
    GUARD_MS,
    MOMENT_MS,
    Pages,
    is_free,
    page_clock_stopped,
    press_commands,
    scan,
    tap,
)
from tests.recount import Player, Stakes

CHIPS: Final = (100_000, 50_000, 10_000, 2_500, 1_000, 500)
TABLET: Final[dict[str, Any]] = {**PHONE, "viewport": {"width": 820, "height": 1180}}
SHAPES: Final = {"carla": PHONE, "dino": TABLET, "mara": SIZES["desk"]}
_PATIENCE_MS: Final = 5_000  # until a person would press a button again
_ATTEMPTS: Final = 20
# A player from whom to take and whom to pay has two lines. In a list that was made again there is
# one, with the whole amounts beside what remains.
_DUE: Final = """() => [...document.querySelectorAll("[data-dues] [data-due]")].map(each => {
  const again = each.querySelector("[data-difference]");
  const cents = name => each.querySelector(name)?.textContent ?? "0";
  const now = [cents(".takes b"), cents(".pays b")];
  const whole = again ? [cents("[data-all=takes] b"), cents("[data-all=pays] b")] : now;
  return [Number(each.dataset.due), Number(each.dataset.place), ...whole, again ? now : null];
})"""


class ConsoleRobot:
    """One person at one console."""

    def __init__(self, pages: Pages, who: str, table: str) -> None:
        self.who, self.table = who, table
        self.page = pages.console(who, table, page=pages.new(**SHAPES[who]))
        self._scanned = ""
        self.unlocked = 0

    @property
    def dialog(self) -> Locator:
        return self.page.get_by_role("dialog")

    def wake(self) -> None:
        """Open a console that has locked itself."""
        locked = self.page.get_by_label("Password")
        if locked.count():
            locked.fill(STAFF_PASSWORD)
            self.page.get_by_role("button", name="Accedi").click()
            self.unlocked += 1
        expect(self.page.locator(".console[data-link=here]")).to_be_visible()

    # --- buttons -------------------------------------------------------------------------

    def press(self, name: str, stage: str) -> None:
        """Press a button until the table has reached a stage."""
        reached = self.page.locator(f".felt[data-stage={stage}]")
        for _ in range(_ATTEMPTS):
            if reached.count():
                return
            press_commands(self.page, name, is_sure=False)
            with suppress(AssertionError):
                expect(reached).to_be_visible(timeout=_PATIENCE_MS)
        expect(reached, f"after {name} was pressed {_ATTEMPTS} times").to_be_visible()

    def press_twice(self, name: str, stage: str, ms: int) -> None:
        button = self.page.locator(f".main [data-do='{name}']")
        button.wait_for()
        with page_clock_stopped(self.page):
            # An answer may still arrive.
            wait_until(self.page, lambda: is_free(self.page), run_ms=GUARD_MS)
            self.page.clock.run_for(GUARD_MS)
            box = button.bounding_box()
            assert box is not None
            middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            self.page.mouse.click(*middle)
            expect(button).to_have_count(0)
            self.page.clock.run_for(ms)
            self.page.mouse.click(*middle)
        expect(self.page.locator(f".felt[data-stage={stage}]")).to_be_visible()

    def sure(self) -> None:
        """Answer a question, if there is one."""
        self.page.clock.fast_forward(GUARD_MS)
        self.page.locator("[data-sure]").click()
        expect(self.dialog).to_have_count(0)

    def hand_over(self, other: "ConsoleRobot") -> None:
        press_commands(self.page, "leave")
        gone = self.page.locator("[data-runs=nobody]")
        expect(self.page.locator("[data-sure]").or_(gone)).to_be_visible()
        if self.page.locator("[data-sure]").count():
            self.sure()
        expect(gone).to_be_visible()
        other.wake()
        press_commands(other.page, "take")
        expect(other.page.locator("[data-runs=me]")).to_be_visible()

    def new_sabot(self, shuffled_by: str, cut_by: str) -> None:
        press_commands(self.page, "new_sabot", is_sure=False)
        self.dialog.locator("[name=shuffled_by]").fill(shuffled_by)
        self.dialog.locator("[name=cut_by]").fill(cut_by)
        self.sure()
        expect(self.page.locator(".felt[data-stage=burning]")).to_be_visible()

    def words(self, name: str, words: str) -> None:
        """Void a coup or take a result back, with one of the usual reasons."""
        press_commands(self.page, name)
        self.dialog.get_by_role("button", name=words, exact=True).click()
        expect(self.dialog).to_have_count(0)

    # --- cards ---------------------------------------------------------------------------

    def read(self, cards: Sequence[str], lie: int, *, by_pad: bool = False) -> None:
        """Read cards in, until so many lie on the cloth."""
        if by_pad:
            tap(self.page, *cards)
        else:
            for card in cards:
                self.scan_only(card)
        expect(self.page.locator(".felt [data-card]")).to_have_count(lie)

    def scan_only(self, card: str) -> None:
        if card == self._scanned:
            self.page.clock.fast_forward(MOMENT_MS)
        scan(self.page, card.upper())
        self._scanned = card

    def read_twice(self, card: str, lie: int) -> None:
        with page_clock_stopped(self.page):
            self.read([card], lie)
            scan(self.page, card)
            expect(self.page.locator("[data-told='console/twice']")).to_be_visible()
            self.page.locator("[data-again]").click()
            expect(self.page.locator("[data-told='']")).to_have_count(1)

    def half_a_card(self) -> None:
        self.page.locator(".pad").wait_for()
        self.page.clock.fast_forward(GUARD_MS)
        self.page.locator("[data-rank='7']").click()

    def repair(self, n: int, reason: str, *, card: str = "", swap: int = 0) -> None:
        """Correct the n-th card, swap it with another, or delete it."""
        expect(self.page.locator("[data-free=true]")).to_be_visible()
        self.page.locator(f"[data-correct='{n}']").click()
        if card:
            scan(self.page, card)
        else:
            self.dialog.locator(f"[data-repair={'swap' if swap else 'delete'}]").click()
            self.page.clock.fast_forward(GUARD_MS)
        if swap:
            self.dialog.locator(f"label:has([value='{swap}'])").click()
        self.dialog.get_by_role("button", name=reason, exact=True).click()
        expect(self.dialog).to_have_count(0)

    # --- stakes --------------------------------------------------------------------------

    def key_in(self, player: Player, stakes: Stakes, *, types: bool = False) -> None:
        self._open(player)
        self._lay(stakes, types=types)
        self.dialog.locator("[data-key-in]").click()
        expect(self.dialog).to_have_count(0)

    def key_in_all(self, stakes: Mapping[int, Stakes]) -> None:
        """Key in one player in each box, from box to box."""
        self._open((min(stakes), 1))
        for box in sorted(stakes):
            expect(self.page.get_by_role("dialog", name=f"Casella {box}")).to_be_visible()
            self._lay(stakes[box])
            last = box == max(stakes)
            self.dialog.locator("[data-key-in]" if last else "[data-onward]").click()
        expect(self.dialog).to_have_count(0)

    def key_in_too_little(self, player: Player) -> None:
        self._open(player)
        self._lay({"punto": 500})
        self.dialog.locator("[data-key-in]").click()
        expect(self.dialog.get_by_role("alert")).to_contain_text("minimo")
        self.page.clock.fast_forward(GUARD_MS)
        self.dialog.get_by_role("button", name="Indietro").click()
        self.dialog.locator("[data-give-up]").click()
        expect(self.dialog).to_have_count(0)

    def amend(self, player: Player, stakes: Stakes) -> None:
        self.wake()
        self._open(player)
        self._lay(stakes)
        self.dialog.get_by_role("button", name="Registrata male", exact=True).click()
        expect(self.dialog).to_have_count(0)

    def may_repeat(self) -> bool:
        """Whether the last stakes can be laid again; it is known when boxes can be keyed in."""
        self.page.locator("button[data-box='1']").wait_for()
        return self.page.locator("[data-repeat]").count() > 0

    def repeat(self) -> None:
        self._tap_at_rest("[data-repeat]")
        expect(self.page.locator("[data-repeat]")).to_have_count(0)

    def _tap_at_rest(self, selector: str) -> None:
        """Tap among the boxes, which may just have moved."""
        button = self.page.locator(selector)
        button.wait_for()
        self.page.clock.fast_forward(GUARD_MS)
        button.click()

    def _open(self, player: Player) -> None:
        box, place = player
        self._tap_at_rest(f"button[data-box='{box}']")
        self.dialog.wait_for()
        self.page.clock.fast_forward(GUARD_MS)
        chosen = self.dialog.locator(f"[data-place='{place}']")
        if chosen.get_attribute("aria-pressed") != "true":
            chosen.click()
        expect(chosen).to_have_attribute("aria-pressed", "true")

    def _lay(self, stakes: Stakes, *, types: bool = False) -> None:
        clear = self.dialog.get_by_role("button", name="Svuota")
        for bet in ("punto", "banco", "egalite"):
            self.dialog.locator(f"label.{bet}").click()
            if clear.is_enabled():
                clear.click()
        for bet, cents in stakes.items():
            self.dialog.locator(f"label.{bet}").click()
            if types:
                self.dialog.locator("[data-amount]").fill(f"{cents // 100}")
            else:
                for chip in _chips(cents):
                    self.dialog.locator(f"[data-chip='{chip}']").click()
        self.page.clock.fast_forward(GUARD_MS)

    def due(self) -> dict[Player, tuple[int, int, int | None]]:
        """The list of what to take and to pay, and the differences, as the console shows it."""
        due: dict[Player, tuple[int, int, int | None]] = {}
        for box, place, takes, pays, remains in self.page.evaluate(_DUE):
            taken, paid, _ = due.get((box, place), (0, 0, None))
            difference = _cents(remains[1]) - _cents(remains[0]) if remains else None
            due[box, place] = taken + _cents(takes), paid + _cents(pays), difference
        return due

    # --- the cash sheet ------------------------------------------------------------------

    @contextmanager
    def cash_sheet(self) -> Iterator[None]:
        self.wake()
        self.page.get_by_role("button", name="Menu").click()
        self.page.get_by_role("button", name="Foglio di cassa").click()
        expect(self.page.get_by_label("Importo")).to_be_visible()
        yield
        self.page.get_by_role("link", name="Alla console").click()
        expect(self.page.locator(".console[data-link=here]")).to_be_visible()

    def write_line(self, kind: str, cents: int) -> None:
        lines = self.page.locator("[data-line]")
        before = lines.count()
        self.page.locator(f"[data-write={kind}]").click()
        self.page.get_by_label("Importo").fill(f"{cents // 100},{cents % 100:02}")
        self.page.get_by_role("button", name="Scrivi la riga").click()
        expect(lines).to_have_count(before + 1)

    def sign_all(self) -> None:
        expect(self.page.locator("[data-lines]")).to_be_visible()
        unsigned = self.page.get_by_role("button", name="Controfirma")
        while left := unsigned.count():
            unsigned.first.click()
            with suppress(AssertionError):
                expect(unsigned).to_have_count(left - 1)
            assert unsigned.count() == left - 1, self.page.get_by_role("alert").all_inner_texts()


def _chips(cents: int) -> Iterator[int]:
    for chip in CHIPS:
        while cents >= chip:
            yield chip
            cents -= chip


def _cents(text: str) -> int:
    whole, _, part = re.sub(r"[^\d,]", "", text).partition(",")
    return int(whole) * 100 + int(part or 0)
