"""An evening with real chips and a real sabot, worked by robots at real consoles.

The robots know the truth: the cards in the sabot, the chips on the cloth and in the tray. They make
slips and put them right, and compare every payment with their own recount.
"""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, Final, NamedTuple

from playwright.sync_api import Page, expect

from tests.browser.console_robots import ConsoleRobot
from tests.browser.staff import (
    GUARD_MS,
    Pages,
    command_button,
    expect_cards,
    expect_points,
    press_commands,
    scan,
)
from tests.recount import Owed, Player, Stakes, lay, owed, points

DECK: Final = [rank + suit for rank in "A23456789TJQK" for suit in "cdhs"]
DECKS: Final = 6
BOXES: Final = range(1, 10)
AMOUNTS: Final = (1_000, 1_500, 2_500, 10_000, 12_500, 50_000)
DOUBLE_TAPS: Final = (50, 100, 200, 350, 500)  # milliseconds between two taps
OPENING: Final = 2_000_000
FILL: Final = 500_000
DROP: Final = 123_500
SLIPS: Final = (
    "double tap", "card scanned twice", "half a card", "card corrected", "card deleted",
    "cards swapped", "stake amended", "result reversed", "betting reopened", "excess card",
    "false draw", "void", "cut card taken back", "late chips", "stake too small",
    "card too early", "no card",
)  # fmt: skip


ONLY_FACE_UP: Final = ("card deleted", "cards swapped")  # while the cards are being read


class Announced(NamedTuple):
    """A result as it must be in the stream."""

    cards: str
    due: dict[Player, tuple[int, int, int, int | None]]  # takes, pays, cagnotte, difference


class ConsoleEvening:
    """One table of a house, and what the robots know of it."""

    def __init__(
        self,
        consoles: Pages,
        others: Pages,
        table: str,
        house: str,
        seed: int,
        cut_after: int,
    ) -> None:
        self.table, self.house, self._random = table, house, Random(f"{seed} {table}")
        self._is_down = house == "campione"  # cards are read as they leave the sabot
        self._staff = {who: ConsoleRobot(consoles, who, table) for who in ("carla", "dino", "mara")}
        self._at = self._staff["carla"]
        self._display = others.display(table)
        _watch(others, table)
        self._cut_after = cut_after  # cards, burned ones included
        self._rest: list[str] = []  # in the sabot, the next one last
        self._is_cut = self._is_last = False
        self._true: list[str] = []  # the coup's cards as they left the sabot
        self._read: list[str] = []  # as the console has them
        self._cloth: dict[Player, Stakes] = {}
        self._last: dict[Player, Stakes] = {}
        self._undone: dict[Player, Owed] = {}  # by a result that was taken back
        self.tray, self.announced = 0, list[Announced]()
        self.slips: Counter[str] = Counter()
        self.coups = self.voided = self.sabots = self.hand_overs = self.restarts = 0
        self.payments = 0

    @property
    def _page(self) -> Page:
        return self._at.page

    @property
    def _mara(self) -> ConsoleRobot:
        return self._staff["mara"]

    @property
    def unlocked(self) -> int:
        return sum(each.unlocked for each in self._staff.values())

    # --- the cash sheet ------------------------------------------------------------------

    def open(self) -> None:
        """Open the cash sheet with a float, and take the table."""
        with self._at.cash_sheet():
            self._at.write_line("opening", OPENING)
        with self._mara.cash_sheet():
            self._mara.sign_all()
        self.tray = OPENING
        press_commands(self._page, "take")
        expect(self._page.locator("[data-runs=me]")).to_be_visible()

    def fill(self) -> None:
        """Chips come to the table, and some are sold to players for banknotes."""
        writer = self._away()
        with writer.cash_sheet():
            writer.write_line("fill", FILL)
            writer.write_line("drop", DROP)
            writer.write_line("tip", 2_000)
        self.tray += FILL - DROP
        with self._mara.cash_sheet():
            self._mara.sign_all()

    def close(self) -> None:
        """Count the tray and close the sheet; it must balance to the cent."""
        writer = self._away()
        with writer.cash_sheet():
            writer.write_line("count", self.tray)
        with self._mara.cash_sheet():
            self._mara.sign_all()
            self._mara.write_line("closing", self.tray)
            expect(self._mara.page.locator("[data-difference='0']")).to_be_visible()
        with writer.cash_sheet():
            writer.sign_all()

    def _away(self) -> ConsoleRobot:
        """A croupier who doesn't run the table; neither does the manager then."""
        if self._at is self._mara:
            self.hand_over()
        return next(each for each in self._staff.values() if each not in (self._at, self._mara))

    # --- the sabot -----------------------------------------------------------------------

    def new_sabot(self) -> None:
        cards = DECK * DECKS
        self._random.shuffle(cards)
        self._rest, self._is_cut, self._is_last = cards, False, False
        self.sabots += 1
        self._at.new_sabot("Dino", "una cliente")
        first = self._next()
        if self._random.random() < 0.5:
            wrong = self._misread(first)
            self._at.read([wrong], 1)
            self._at.repair(1, "Letta male", card=first)
            self.slips["first card corrected"] += 1
        else:
            self._at.read([first], 1)
        expect(self._page.locator(f"[data-first='{first}']")).to_be_visible()
        worth = "A23456789".find(first[0]) + 1 or 10
        for _ in range(worth - 1):  # burned unseen
            self._rest.pop()

    def _next(self) -> str:
        if not self._is_cut and len(self._rest) <= DECKS * len(DECK) - self._cut_after:
            self._is_cut = True
        return self._rest.pop()

    def _draw(self) -> str:
        card, was_cut = self._next(), self._is_last
        if self._is_cut and not was_cut:
            press_commands(self._page, "cut_card")
            expect(command_button(self._page, "take_back_cut_card")).to_be_visible()
            self._is_last = True
        self._true.append(card)
        return card

    def _misread(self, card: str) -> str:
        """Another rank, of a card that is still in the sabot, so that nobody notices at once."""
        return next(each for each in self._rest if each[0] != card[0])

    # --- a coup --------------------------------------------------------------------------

    def coup(self, slip: str = "", during: Callable[[], None] | None = None) -> None:
        """Play a coup with a slip; `during` happens after its first cards."""
        if self._is_last or not self._rest:
            self.new_sabot()
        if self._is_down and slip in ONLY_FACE_UP:
            slip = "double tap"
        self._at.wake()
        self._true, self._read = [], []
        ms = self._random.choice(DOUBLE_TAPS)
        is_double = slip == "double tap"
        self._step("open_betting", "betting", ms if is_double else 0)
        self._stake(slip)
        self._step("close_betting", "dealing", ms if is_double else 0)
        self._after_the_close(slip)
        if slip == "void":
            self._void()
        else:
            self._deal(slip, during)
            self._step("announce", "paid", ms if is_double else 0)
            self._settle()
            if slip in ("result reversed", "false draw"):
                self._reverse()
            if is_double:
                self.slips[slip] += 1
            self.coups += 1
            self._cloth = {who: {**each.left} for who, each in self._owed().items() if each.left}

    def _step(self, name: str, stage: str, ms: int) -> None:
        if ms:
            self._at.press_twice(name, stage, ms)
        else:
            self._at.press(name, stage)

    def _stake(self, slip: str) -> None:
        at, random = self._at, self._random
        if slip == "card too early":
            scan(self._page, "KH")
            expect(self._page.locator("[data-told='console/no-card-now']")).to_be_visible()
            self.slips[slip] += 1
        if at.may_repeat() and random.random() < 0.95:
            at.repeat()
            self._cloth |= self._last
        elif not self._cloth:
            stakes = {box: self._some_stakes((box, 1)) for box in BOXES}
            at.key_in_all(stakes)
            self._cloth = {(box, 1): each for box, each in stakes.items()}
        if slip == "stake too small":
            at.key_in_too_little((random.choice(BOXES), 3))
            self.slips[slip] += 1
        for _ in range(random.choice((0, 1, 1, 2))):
            self._key_in(self._somebody())

    def _somebody(self) -> Player:
        box = self._random.choice((*BOXES, *((0,) if self.house == "st-moritz" else ())))
        return box, self._random.choice((1, 2, 3)) if box else 1

    def _key_in(self, player: Player) -> None:
        stakes = self._some_stakes(player)
        self._at.key_in(player, stakes, types=self._random.random() < 0.5)
        self._cloth[player] = stakes

    def _some_stakes(self, player: Player) -> Stakes:
        """One player always stakes on Punto, so that Punto's cards are held."""
        random = self._random
        sides = ("punto",) if player == (1, 1) else ("punto", "banco")
        stakes = {random.choice(sides): random.choice(AMOUNTS)}
        if random.random() < 0.25:
            stakes["egalite"] = random.choice((500, 1_000, 2_500))
        return stakes

    def _after_the_close(self, slip: str) -> None:
        match slip:
            case "betting reopened":
                self._at.press("reopen_betting", "betting")
                self._key_in(self._somebody())
                self._at.press("close_betting", "dealing")
            case "late chips":
                self._key_in(self._somebody())
            case "cut card taken back" if not self._is_last:
                press_commands(self._page, "cut_card")
                press_commands(self._page, "take_back_cut_card")
                expect(command_button(self._page, "cut_card")).to_be_visible()
            case "no card":
                scan(self._page, "14X")
                expect(self._page.locator("[data-told='console/no-card']")).to_be_visible()
                self._page.clock.fast_forward(7_000)
            case _:
                return
        self.slips[slip] += 1

    def _amend(self) -> None:
        player = self._random.choice([*self._cloth])
        stakes = self._some_stakes(player)
        while stakes == self._cloth[player]:
            stakes = self._some_stakes(player)
        self._mara.amend(player, stakes)
        self._cloth[player] = stakes

    def _void(self) -> None:
        for n in range(1, 3):
            self._at.read([self._draw()], n)
        self._mara.wake()
        self._mara.words("void", "Sabot caduto")
        expect(self._page.locator(".felt[data-stage=paid]")).to_be_visible()
        self.voided += 1
        self.slips["void"] += 1
        self._cloth, self._last = {}, {}

    # --- the cards -----------------------------------------------------------------------

    def _deal(self, slip: str, during: Callable[[], None] | None) -> None:
        wrong_at, wrong = self._plan(slip)
        while self._comes_a_card():
            card = self._draw()
            n = len(self._read)
            if n == 2 and during is not None:
                during()
            if self._page.locator(".felt [data-card]").count() > n:
                self._read.append(card)  # it was read before the house died
            else:
                self._read_one(slip, n, wrong if n == wrong_at else card)
        if slip == "card corrected":
            self._correct(wrong_at)
            self.slips[slip] += 1
        elif slip == "excess card":
            press_commands(self._page, "too-many")
            self._read.append(self._draw())
            self._at.read(self._read[-1:], len(self._read), by_pad=True)
            self.slips[slip] += 1
        self._compare_cards()

    def _read_one(self, slip: str, n: int, card: str) -> None:
        at, by_pad = self._at, self._random.random() < 0.15
        self._read.append(card)
        lie = n + 1
        match (slip, n):
            case ("half a card", 0):
                at.half_a_card()
                at.read([card], lie)
                expect(self._page.locator(".pad [aria-pressed=true]")).to_have_count(0)
            case ("card scanned twice", 1):
                at.read_twice(card, lie)
            case ("card deleted", 1) if card in self._rest:
                at.read([card], lie, by_pad=True)
                at.read([card], lie + 1, by_pad=True)
                at.repair(lie, "Letta due volte")
                expect(self._page.locator(".felt [data-card]")).to_have_count(lie)
            case ("stake amended", 2):
                self._amend()
                at.read([card], lie)
            case ("cards swapped", 3) if self._read[2] != card:
                at.read([card], lie)
                at.repair(3, "Ordine sbagliato", swap=4)
                self._read[2:4] = self._true[2:4] = self._read[3], self._read[2]
                self._compare_cards()
            case _:
                at.read([card], lie, by_pad=by_pad)
                return
        self.slips[slip] += 1

    def _comes_a_card(self) -> bool:
        """Whether the rule asks for a card; before that, cards that lie face down are turned."""
        while self._is_down and len(self._read) >= 4:
            self._page.clock.fast_forward(GUARD_MS)
            expect(self._page.locator("[data-free=true]")).to_be_visible()  # it is up to date
            pad, button = self._page.locator(".pad"), self._page.locator(".main button").first
            expect(pad.or_(button).first).to_be_visible()
            name = "" if pad.count() else button.get_attribute("data-do")
            if name not in ("turn", "resto"):
                break
            punto = points(lay(self._read).punto[:2])
            if self._page.locator("[data-do=resto]").count() and punto < 8:
                name = "carta" if punto <= 5 else "resto"
            wanted = self._page.locator("[data-demand]").inner_text()
            press_commands(self._page, str(name))
            expect(self._page.locator("[data-demand]")).not_to_have_text(wanted)
        return bool(lay(self._read).wants)

    def _plan(self, slip: str) -> tuple[int, str]:
        """Which card is misread, and as which.

        For a false draw the rule then asks otherwise. A card that is corrected while cards are
        dealt face down brings Punto's third card.
        """
        if slip not in ("card corrected", "result reversed", "false draw"):
            return -1, ""
        comes = self._rest[::-1][:6]
        count = len(comes) - len(lay(comes).aside)
        fallback = (0, self._misread(comes[0]))
        is_third = self._is_down and slip == "card corrected" and lay(comes[:4]).wants == "punto"
        for n in range(4):
            for wrong in dict.fromkeys(self._rest[:-6]):
                read = [*comes[:n], wrong, *comes[n + 1 :]]
                is_other = len(read) - len(lay(read).aside) != count
                is_wanted = is_other == (slip == "false draw")
                if is_third:
                    is_wanted = not lay(read[:4]).wants
                if is_wanted and wrong[0] != comes[n][0]:
                    return n, wrong
        return fallback

    def _correct(self, n: int) -> None:
        """Put a misread card right; the rule may then ask for another card, or for one less."""
        self._at.repair(n + 1, "Letta male", card=self._true[n])
        self._read[n] = self._true[n]
        expect(self._page.locator(f".felt [data-card='{self._true[n]}']").first).to_be_visible()
        while self._comes_a_card():
            self._read.append(self._draw())
            self._at.read(self._read[-1:], len(self._read))

    def _compare_cards(self) -> None:
        laid = lay(self._read)
        for page in (self._page, self._display):
            expect_cards(page, "punto", *laid.punto)
            expect_cards(page, "banco", *laid.banco)
        aside = self._page.locator("[data-aside]")
        if laid.aside:
            expect(aside).to_have_attribute("data-aside", "".join(laid.aside))
        else:
            expect(aside).to_have_count(0)

    # --- the payments --------------------------------------------------------------------

    def _owed(self) -> dict[Player, Owed]:
        outcome = lay(self._read).outcome
        return {who: owed(self.house, each, outcome) for who, each in self._cloth.items()}

    def _settle(self) -> None:
        """Compare the console's list with the recount, and take and pay by it."""
        laid, mine = lay(self._read), self._owed()
        was = self._undone
        difference = {
            who: _net(mine.get(who)) - _net(was.get(who)) if was else None
            for who in sorted({*mine, *was})
        }
        expected = {who: (*_amounts(mine.get(who)), difference[who]) for who in difference}
        lines = self._page.locator("[data-dues] [data-due]")
        expect(lines).to_have_count(sum(_lines(*each) for each in expected.values()))
        shown = self._at.due()
        assert shown == {
            who: (takes, pays, more) for who, (takes, pays, _, more) in expected.items()
        }, (self.table, laid, self._cloth)
        self.payments += len(expected)
        self.announced.append(Announced(laid.cards, expected))
        self.tray += sum(takes - pays - fee for takes, pays, fee, _ in expected.values())
        self._last, self._undone = {who: {**each} for who, each in self._cloth.items()}, {}
        lines.first.click()
        expect_points(self._display, points(laid.punto), points(laid.banco))

    def _reverse(self) -> None:
        """The manager takes the result back; the card is corrected, and the list made again."""
        undone = self._owed()
        self._mara.wake()
        self._mara.words("reverse", "Carta letta male")
        expect(self._page.locator(".felt[data-stage=dealing]")).to_be_visible()
        self.tray -= sum(each.takes - each.pays - each.cagnotte for each in undone.values())
        self._undone = undone
        wrong = [n for n, card in enumerate(self._read) if card != self._true[n]]
        count = len(lay(self._read).cards)
        for n in wrong:
            self._correct(n)
        is_false = len(lay(self._read).cards) != count
        self.slips["false draw" if is_false else "result reversed"] += 1
        self._compare_cards()
        self._at.press("announce", "paid")
        self._settle()

    # --- people and machines -------------------------------------------------------------

    def hand_over(self) -> None:
        """The next of three people takes the table, whatever is out."""
        names = [*self._staff]
        other = self._staff[names[(names.index(self._at.who) + 1) % len(names)]]
        self._at.hand_over(other)
        self._at = other
        self.hand_overs += 1

    def restart(self, kill: Callable[[], None], start: Callable[[], None]) -> None:
        """The house dies while a card is scanned; the card is scanned again if it was lost."""
        self._at.scan_only(self._true[len(self._read)])
        kill()
        expect(self._page.locator(".console[data-link=here]")).to_have_count(0)
        start()
        for each in self._staff.values():
            expect(each.page.locator(".console[data-link=here]")).to_be_visible()
        expect(self._page.locator("[data-runs=me]")).to_be_visible()
        self.restarts += 1


def _watch(pages: Pages, table: str) -> None:
    page = pages.new()
    page.goto(pages.house)
    page.locator(f"[data-table={table}]").get_by_role("button", name="Guarda").click()
    expect(page.locator(".watching")).to_be_visible()


def _net(each: Owed | None) -> int:
    return each.pays - each.takes if each else 0


def _lines(takes: int, pays: int, _: int, difference: int | None) -> int:
    """A player has one line in the list, or two: what to take, and what to pay."""
    return 2 if takes and pays and difference is None else 1


def _amounts(each: Owed | None) -> tuple[int, int, int]:
    return (each.takes, each.pays, each.cagnotte) if each else (0, 0, 0)


def compare_with_stream(evening: ConsoleEvening, events: list[dict[str, Any]]) -> None:
    """Check that the public stream has every result and every amount, and nothing else."""
    told = [
        Announced(
            each["cards"],
            {
                (due["box"], due["place"]): (
                    due["takes"], due["pays"], due["cagnotte"], due.get("difference"),
                )
                for due in each.get("due", ())
            },
        )
        for each in events
        if each["type"] == "result"
    ]  # fmt: skip
    assert told == evening.announced
