"""The screen of a shared table: clock, cards, everybody's money, roads."""

from collections.abc import Mapping
from typing import Final

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from puntobanco.client.state import ClientState
from puntobanco.game.bets import Bet
from puntobanco.game.roads import ROWS
from puntobanco.game.settlement import Payment
from puntobanco.game.sheet import Sheet
from puntobanco.terminal.english import in_english
from puntobanco.terminal.live_phrases import stage_words, statistics_text
from puntobanco.terminal.phrases import amount, odds_text, short
from puntobanco.terminal.table_screen import HUGE, NARROW, WIDE, TableScreen
from puntobanco.terminal.widgets import BLUE, BRASS, DIM, GREEN, RED, Press, Spot
from puntobanco.wire.stream import Cell, OnBet, Stage, TableView

_MARKS: Final = {"P": BLUE, "B": RED, "E": GREEN}
_ROAD: Final = ((HUGE, 30), (WIDE, 17), (0, 12))  # least screen width, columns of a road
_BAR: Final = 10
_URGENT_MS: Final = 5_000
CSS: Final = """
#stage { height: 1; padding: 0 1; background: #0d2a1c; }
.live #sides { height: 6; }
.live #reasons { height: 1; }
.live #figures { height: 1; padding: 0 1; color: #c9d8c4; }
.live #cloth { height: 8; grid-rows: 4; padding: 0 1; grid-gutter: 0 1; }
.live .spot { height: 4; }
.live .big { display: none; }
.live.-medium .big, .live.-tall .big { display: block; }
.live #big { height: 6; }
.live.-tall #cloth { height: 10; grid-rows: 4; grid-gutter: 1 1; padding: 1 1 0 1; }
.live.-tall #sides { height: 9; }
.live.-slim #cloth { height: 8; }
.live #confirm { background: #d9b466 20%; padding: 0 1; }
.closed #confirm, .closed #automatic { display: none; }
"""


class LiveSpot(Spot):
    """A bet on the cloth: confirmed and unconfirmed stakes, and everybody's total."""

    def show_all(self, mine: int, draft: int, lies: OnBet | None, paid: Payment | None) -> None:
        rule, currency = self._rule, self._currency
        name, room = in_english(rule.label), max(8, self.content_size.width)
        short_name = name if len(name) <= room else f"{name[: room - 1]}…"
        text = Text.assemble((short_name, "bold"), "\n", (odds_text(rule), "#c9d8c4"), "\n")
        if paid is not None:
            back = f"▲ {amount(paid.returned, currency)}" if paid.returned else "▽ –"
            is_back = paid.returned and not paid.winnings
            text.append("Push" if is_back else back, f"bold {BRASS}")
        else:
            text.append(f"◉ {short(mine)} " if mine else "", f"bold {BRASS}")
            text.append(f"◌ {short(draft)}" if draft else "", "bold #e9efe6")
        text.append("\n")
        if lies is not None:
            text.append(f"Σ {short(lies.amount)} · {lies.players}", DIM)
        self.update(text)
        self.set_class(paid is not None and paid.winnings > 0, "won")


class LiveScreen(TableScreen):
    """Shows what the application tells it to."""

    def __init__(self, sheet: Sheet, currency: str) -> None:
        super().__init__(sheet, currency)
        self.add_class("live")
        self._last = ""

    def compose(self) -> ComposeResult:
        yield from self._top()
        yield Static(id="stage")
        with Horizontal(id="middle"):
            yield from self._hands()
            with Vertical(id="right"):
                yield Static(Text("Bead plate", "bold"), classes="head")
                yield Static(id="beads")
                yield Static(Text("Big road", "bold"), classes="head big")
                yield Static(id="big", classes="big")
        yield Static(id="figures")
        yield Static(id="voice")
        yield from self._cloth(LiveSpot)
        with Horizontal(id="actions"):
            yield from self._changes()
            yield Press(
                in_english(self._sheet.betting.confirm or "Confirm"), "C", "confirm", "confirm"
            )
            yield Press("Auto", "M", "automatic", "automatic")
        yield from self._bottom()

    def keep_paid(self, words: str) -> None:
        """Show what the last coup paid, below the messages."""
        self._last = words

    def _voice(self, text: Text) -> Text:
        return Text.assemble(text, "\n", (self._last, DIM)) if self._last else text

    def show_limits(self, bet: Bet) -> None:
        """The limits with the full name of the bet, which may not fit on its spot."""
        self._reached = bet
        rule = self._sheet.offers[bet]
        limits = f"{in_english(rule.label)} {short(rule.min)}–{short(rule.max)}"
        self._update("limits", Text(limits, DIM))

    def show_stage(self, view: TableView, left_ms: int | None, *, waits: bool) -> None:
        """The stage of the table, and the time left."""
        text = Text()
        if left_ms is not None and view.stage is Stage.BETTING:
            whole = 1000 * (self._sheet.times.betting_s or 1)
            full = min(_BAR, -(-_BAR * left_ms // whole))
            colour = "#ffb38a" if left_ms < _URGENT_MS else BRASS
            text.append(f"{-(-left_ms // 1000):>2} s ", f"bold {colour}")
            text.append("▰" * full, colour).append("▱" * (_BAR - full) + " ", DIM)
        text.append(stage_words(view, waits=waits), "bold")
        if view.sabot:
            cards = self._sheet.cards.total
            where = f"  coup {view.coup} · shoe {view.sabot}, {view.gone} of {cards} cards"
            text.append(where if self.size.width >= NARROW else f"  coup {view.coup}", DIM)
        if view.cut:
            text.append("  cut card", "bold #ffb38a")
        self._update("stage", text)

    def show_spots(
        self,
        mine: Mapping[Bet, int],
        draft: Mapping[Bet, int],
        lies: Mapping[Bet, OnBet],
        paid: Mapping[Bet, Payment],
    ) -> None:
        for spot in self.query(LiveSpot):
            bet = spot.bet
            spot.show_all(mine.get(bet, 0), draft.get(bet, 0), lies.get(bet), paid.get(bet))

    def show_roads(self, view: TableView) -> None:
        columns = next(many for least, many in _ROAD if self.size.width >= least)
        letters = {each.value[0].upper(): letter for each, letter in self._letters.items()}
        self._update("beads", road_text(view.roads.bead_plate, columns, letters))
        self._update("big", road_text(view.roads.big_road, columns, letters))
        self._update("figures", statistics_text(view.statistics, self._sheet))

    def show_automatic(self, *, on: bool) -> None:
        words = Text.assemble(("M ", BRASS), ("Auto ", "bold"), ("on" if on else "off", BRASS))
        self._fit("automatic", words)

    def show_order(self, state: ClientState, view: TableView) -> None:
        """The hash that fixes the order, and whether the last sabot was verified."""
        digits = 64 if self.size.width >= WIDE else 16
        name, shown = ("order ", view.fixed) if view.fixed else ("commitment ", view.commitment)
        seal = Text.assemble((f"Shoe {view.sabot} ", "bold"), (name, DIM))
        seal.append(f"{shown[:digits]}{'…' * (digits < 64 and bool(shown))}  ")
        if view.players:
            seal.append(f"mixed by {len(view.players)}  ", DIM)
        verified = state.shared.verified if state.shared else 0
        if state.distrust:
            seal.append(" ✗ DOES NOT HOLD ", "bold white on #a8323a")
        elif verified:
            seal.append(f"✓ shoe {verified} verified", f"bold {BRASS}")
        self._update("seal", seal)


def road_text(cells: tuple[Cell, ...], columns: int, letters: Mapping[str, str]) -> Text:
    """The last columns of a road: a letter and a colour per mark, a dot per pair or tie."""
    last = max((each.column for each in cells), default=0)
    first = max(0, last - columns + 1)
    at = {(each.column, each.row): each.mark for each in cells}
    rows = []
    for row in range(ROWS):
        line = Text()
        for column in range(first, first + columns):
            mark = at.get((column, row), "")
            if not mark:
                line.append("· ", "#2f6a4f")
            else:
                dot = "•" if len(mark) > 1 else " "
                colour = _MARKS.get(mark[0], GREEN)
                line.append(letters.get(mark[0], mark[0]) + dot, f"bold white on {colour}")
        rows.append(line)
    return Text("\n").join(rows)
