"""The screen of a private table: cloth, hands, messages."""

from collections.abc import Container, Mapping, Sequence
from contextlib import suppress
from typing import Final

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Grid, Horizontal, Vertical
from textual.css.query import NoMatches
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from puntobanco.client import Link
from puntobanco.client.state import ClientState
from puntobanco.game.bets import Bet
from puntobanco.game.cards import Card, parse_cards, points
from puntobanco.game.coup import Outcome, Side
from puntobanco.game.roads import RoadResult
from puntobanco.game.sheet import Sheet
from puntobanco.ledger.accounts import PLAY_MONEY
from puntobanco.terminal.phrases import LINKS, amount, difference, label, limits
from puntobanco.terminal.printable import printable
from puntobanco.terminal.widgets import BRASS, DIM, Press, Spot, beads_text, chips_text, hand_text
from puntobanco.wire.messages import CoupPlayed

SLIM, NARROW, WIDE, HUGE = 60, 80, 110, 160  # least columns for each layout
SHORT, MEDIUM, TALL = 24, 28, 32  # least lines for each layout
_BIG: Final = 116  # least columns for two hands of three big cards
_BEADS: Final = ((HUGE, 30), (WIDE, 17), (0, 12))  # least screen width, columns of the plate
_DIGITS: Final = ((WIDE, 64), (NARROW, 24), (0, 12))  # least screen width, digits of a commitment
_WAYS: Final = (  # actions besides betting: label, key, action
    ("Top up", "T", "top_up"),
    ("Cash out", "X", "cash_out"),
    ("Sit down again", "S", "sit_again"),
    ("History", "H", "history"),
    ("Help", "?", "help"),
    ("Quit", "Q", "quit"),
)


class TableScreen(Screen[None]):
    """Shows what the application tells it to."""

    class Resized(Message):
        """The size has changed: what depends on it must be drawn again."""

    def __init__(self, sheet: Sheet, currency: str) -> None:
        super().__init__()
        self._sheet, self._currency = sheet, currency
        spots = len(sheet.offers)
        self.columns = spots if spots <= 5 else (spots + 1) // 2
        self.set_class(spots > self.columns, "two")
        self._reached = next(iter(sheet.offers))
        self._letters = {
            Outcome.PUNTO: label(sheet, Bet.PUNTO)[0],
            Outcome.BANCO: label(sheet, Bet.BANCO)[0],
            Outcome.EGALITE: "=",
        }
        self._lying: tuple[tuple[Card | None, ...], tuple[Card | None, ...]] = ((), ())

    def compose(self) -> ComposeResult:
        yield from self._top()
        with Horizontal(id="middle"):
            yield from self._hands()
            with Vertical(id="right"):
                yield Static(Text("Bead plate", "bold"), classes="head")
                yield Static(id="beads")
                yield Static(Text("Last coups", "bold"), classes="head tall")
                yield Static(id="recent", classes="tall")
        yield Static(id="voice")
        yield from self._cloth(Spot)
        with Horizontal(id="actions"):
            yield from self._changes()
            yield Press("Deal", "C", "carte", "carte")
        yield from self._bottom()

    def _top(self) -> ComposeResult:
        with Horizontal(id="top"):
            yield Static(Text(printable(self._sheet.title), f"bold {BRASS}"), id="title")
            yield Static(id="link")
            yield Static(id="money")

    def _hands(self) -> ComposeResult:
        with Vertical(id="hands"):
            with Horizontal(id="sides"):
                for side in Side:
                    with Vertical(classes=f"hand {side.value}"):
                        yield Static(id=f"{side.value}-name", classes="name")
                        yield Static(id=f"{side.value}-cards", classes="cards")
            yield Static(id="reasons")

    def _cloth(self, spot: type[Spot]) -> ComposeResult:
        with Grid(id="cloth") as cloth:
            cloth.styles.grid_size_columns = self.columns
            for bet, rule in self._sheet.offers.items():
                yield spot(bet, rule, self._currency)
        with Horizontal(id="chips"):
            for index, _ in enumerate(self._sheet.money.chips):
                yield Press("", "", f"chip({index})", f"chip-{index}")
            yield Static(id="limits")

    def _changes(self) -> ComposeResult:
        yield Press("Undo", "⌫", "undo", "undo")
        yield Press("Clear", "A", "clear", "clear")
        yield Press("Repeat", "R", "repeat", "repeat")
        yield Press("Double", "D", "double", "double")

    def _bottom(self) -> ComposeResult:
        with Horizontal(id="ways"):
            for words, key, action in _WAYS:
                yield Press(words, key, action, action)
        yield Static(id="seal")
        yield Static(id="small")

    def on_mount(self) -> None:
        with suppress(NoMatches):  # the player left while the screen was being built
            self.query(Spot).first().focus()

    def on_resize(self) -> None:
        with suppress(NoMatches):
            self._fill()

    def _fill(self) -> None:
        self.show_hands(*self._lying)
        self.post_message(self.Resized())
        self.show_limits(self._reached)
        width, height = self.size
        self.set_class(width < SLIM or height < SHORT, "tiny")
        self.call_after_refresh(self._focus_again)
        needs = f"The table needs {SLIM} columns and {SHORT} lines: here are {width} and {height}."
        self._update("small", f"{needs} Make the window larger, or Q leaves.")

    def _focus_again(self) -> None:
        """Give the focus back to the widget that was hidden for a moment."""
        if self.focused is None and not self.has_class("tiny"):
            self.query_one(f"#spot-{self._reached.value}", Spot).focus()

    def on_spot_reached(self, event: Spot.Reached) -> None:
        self.show_limits(event.bet)

    def show_limits(self, bet: Bet) -> None:
        """Show the limits of the spot that has the focus."""
        self._reached = bet
        roomy = self.size.width >= WIDE
        self._update("limits", Text(limits(self._sheet, bet, roomy=roomy), DIM))

    def show_closed(self, *, closed: bool) -> None:
        """Disable betting while there is no session."""
        self.set_class(closed, "closed")

    def _update(self, name: str, text: Text | str) -> None:
        self.query_one(f"#{name}", Static).update(text)

    def _fit(self, name: str, text: Text) -> None:
        """Set the width to that of the text.

        Textual may keep the old text's width if the text changes while a layout is pending.
        """
        self.query_one(f"#{name}").styles.width = text.cell_len
        self._update(name, text)

    def say(self, words: str, *, bad: bool = False) -> None:
        self.query_one("#voice").set_class(bad, "bad")
        self._update("voice", self._voice(Text(words, "bold" if bad else "italic")))

    def _voice(self, text: Text) -> Text:
        return text

    def show_link(self, link: Link) -> None:
        self._fit("link", Text(LINKS[link]))
        self.query_one("#link").set_class(link is not Link.CONNECTED, "bad")

    def show_money(self, credit: int, staked: int) -> None:
        colour = "white" if credit >= 0 else "#ffb38a"  # the chips exceed the credit
        text = Text.assemble("Credit ", (amount(credit, self._currency), f"bold {colour}"))
        text.append("  Stake ").append(amount(staked, self._currency), f"bold {BRASS}")
        self._update("money", text.append("  play money" * (self._currency == PLAY_MONEY)))

    def show_stakes(self, stakes: Mapping[Bet, int]) -> None:
        for spot in self.query(Spot):
            spot.show(stakes.get(spot.bet, 0))

    def show_chips(self, chosen: int) -> None:
        chips = self._sheet.money.chips
        roomy = self.size.width >= (NARROW if len(chips) <= 5 else WIDE)
        for index, text in enumerate(chips_text(chips, chosen, roomy=roomy)):
            self._fit(f"chip-{index}", text)

    def show_returned(self, coup: CoupPlayed) -> None:
        for paid in coup.bets:
            self.query_one(f"#spot-{paid.bet.value}", Spot).show(0, paid.returned)

    def show_hands(self, punto: Sequence[Card | None], banco: Sequence[Card | None]) -> None:
        """Show both hands; None is a card face down."""
        self._lying = (tuple(punto), tuple(banco))
        big = self.size.height >= TALL and self.size.width >= _BIG
        for side, bet, cards in (("punto", Bet.PUNTO, punto), ("banco", Bet.BANCO, banco)):
            seen = [card for card in cards if card is not None]
            has = f" {points(seen)} " if seen and len(seen) == len(cards) else " – "
            name = Text.assemble((f"{label(self._sheet, bet)}  ", "bold"))
            self._update(f"{side}-name", name.append(has, f"bold #10281d on {BRASS}"))
            self._update(f"{side}-cards", hand_text(cards, big=big))

    def show_reasons(self, reasons: Sequence[str]) -> None:
        self._update("reasons", Text("\n".join(map(printable, reasons)), "#c9d8c4"))

    def show_memory(
        self, coups: Sequence[CoupPlayed], results: Sequence[RoadResult], verified: Container[str]
    ) -> None:
        width = self.size.width
        columns = next(beads for least, beads in _BEADS if width >= least)
        self._update("beads", beads_text(results, columns, self._letters))
        recent = Text()
        lines = max(1, self.query_one("#recent").size.height)
        for coup in coups[: -lines - 1 : -1]:
            won = coup.returned - coup.staked
            mark = "✓" if coup.commitment in verified else " "
            recent.append(f"{mark} {coup.number:<4} {coup.punto}:{coup.banco}", "#c9d8c4")
            if width >= HUGE:
                cards = " ".join(card.sign for card in parse_cards(coup.cards))
                recent.append(f"  {cards:<20}", "#c9d8c4")
            recent.append(f"{difference(won, self._currency):>12}\n", BRASS if won > 0 else DIM)
        self._update("recent", recent or Text("no coup yet", DIM))

    def show_seal(self, state: ClientState, verified: int) -> None:
        digits = next(
            n for least, n in ((WIDE, 64), (NARROW, 24), (0, 12)) if self.size.width >= least
        )
        seal = Text.assemble((f"Coup {state.next.number} ", "bold"), ("commitment ", DIM))
        seal.append(f"{state.next.commitment[:digits]}{'…' * (digits < 64)}  ")
        if state.distrust:
            seal.append(" ✗ DOES NOT HOLD ", "bold white on #a8323a")
        elif verified:
            seal.append("✓ verified", f"bold {BRASS}").append(f" · {verified}", DIM)
        self._update("seal", seal)
