"""Widgets of the table: cards, spots, chips, beads."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rich.text import Text
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

from puntobanco.game.bets import Bet
from puntobanco.game.cards import SUIT_SIGNS, Card
from puntobanco.game.coup import Outcome
from puntobanco.game.roads import ROWS, RoadResult, bead_plate
from puntobanco.game.sheet import BetRule
from puntobanco.terminal.english import in_english
from puntobanco.terminal.phrases import amount, odds_text, short
from puntobanco.terminal.printable import printable

IVORY: Final = "#f3ecd8"
BRASS: Final = "#d9b466"
DIM: Final = "#8fb39f"
BLUE, RED, GREEN = "#2f5fa8", "#a8323a", "#2e8b57"
_RED_SUITS: Final = "dh"
_BACK: Final = f"{BRASS} on #5a1420"
_CHIP_COLOURS: Final = ("#e8e4d8", "#d65a4a", "#5f8fd6", "#58b36b", "#8f7ad6", "#d9b466")
_SIDES: Final = {Outcome.PUNTO: BLUE, Outcome.BANCO: RED, Outcome.EGALITE: GREEN}


def card_face(card: Card | None, *, big: bool = False) -> list[Text]:
    """A card: five lines of seven, or seven of eleven where there is room; None is face down."""
    if card is None:
        width, height = (9, 5) if big else (5, 3)
        rows = [f"╭{'─' * width}╮", *[f"│{'▒' * width}│"] * height, f"╰{'─' * width}╯"]
        return [Text(row, _BACK) for row in rows]
    rank, suit = "10" if card.rank == "T" else card.rank, SUIT_SIGNS[card.suit]
    ink = f"bold {'#b01e2e' if card.suit in _RED_SUITS else '#1b1b1b'} on {IVORY}"
    edge = f"#8d8468 on {IVORY}"
    rows = [f" {rank:<2}  ", f"  {suit}  ", f"  {rank:>2} "]
    if big:
        rows = [f" {rank:<8}", f" {suit:<8}", f"    {suit}    ", f"{suit:>8} ", f"{rank:>8} "]
    rule = "─" * len(rows[0])
    lines = [Text(f"╭{rule}╮", edge)]
    lines += [Text.assemble(("│", edge), (row, ink), ("│", edge)) for row in rows]
    return [*lines, Text(f"╰{rule}╯", edge)]


def hand_text(cards: Sequence[Card | None], *, big: bool = False) -> Text:
    """Cards side by side; the places of the first two cards are marked while empty."""
    width, height = (11, 7) if big else (7, 5)
    faces = [card_face(card, big=big) for card in cards]
    rule, gap = "╌" * (width - 2), " " * (width - 2)
    empty = [f"╭{rule}╮", *[f"╎{gap}╎"] * (height - 2), f"╰{rule}╯"]
    faces += [[Text(row, "#3f7a5d") for row in empty]] * (2 - len(faces))
    return Text("\n").join(Text(" ").join(face[row] for face in faces) for row in range(height))


def beads_text(results: Iterable[RoadResult], columns: int, letters: Mapping[Outcome, str]) -> Text:
    """The last columns of the bead plate: a letter and a colour per coup, a dot per pair."""
    road = bead_plate(results)
    last = max((each.column for each in road), default=0)
    first = max(0, last - columns + 1)
    cells = {(each.column, each.row): each.content for each in road}
    rows = []
    for row in range(ROWS):
        line = Text()
        for column in range(first, first + columns):
            each = cells.get((column, row))
            if each is None:
                line.append("· ", "#2f6a4f")
            else:
                dot = "•" if each.punto_pair or each.banco_pair else " "
                line.append(letters[each.outcome] + dot, f"bold white on {_SIDES[each.outcome]}")
        rows.append(line)
    return Text("\n").join(rows)


class Spot(Static, can_focus=True):
    """A bet on the cloth: its label, its odds, and the player's chips."""

    class Pressed(Message):
        def __init__(self, bet: Bet, *, off: bool) -> None:
            super().__init__()
            self.bet, self.off = bet, off

    class Reached(Message):
        def __init__(self, bet: Bet) -> None:
            super().__init__()
            self.bet = bet

    def __init__(self, bet: Bet, rule: BetRule, currency: str) -> None:
        super().__init__(id=f"spot-{bet.value}", classes=f"spot {bet.value}")
        self.bet, self._rule, self._currency = bet, rule, currency
        self.show(0)

    def show(self, stake: int, returned: int | None = None) -> None:
        """Show the stake; after the payment, also what was returned."""
        rule = self._rule
        name, odds = in_english(rule.label), odds_text(rule)
        text = Text.assemble((name, "bold"), "\n", (odds, "#c9d8c4"), "\n")
        if returned is not None:
            back = f"▲ {amount(returned, self._currency)}" if returned else "▽ –"
            text.append(back, f"bold {BRASS}")
        elif stake:
            text.append(f"◉ {amount(stake, self._currency)}", f"bold {BRASS}")
        self.update(text)
        self.set_class(bool(returned), "won")

    def on_focus(self) -> None:
        self.post_message(self.Reached(self.bet))

    def on_click(self, event: Click) -> None:
        self.focus()
        self.post_message(self.Pressed(self.bet, off=event.shift or event.button > 1))


class Press(Static):
    """A clickable word: a chip or an action, with its key."""

    def __init__(self, words: str, key: str, action: str, name: str) -> None:
        super().__init__(id=name, classes="press")
        self._words, self._key, self._action = printable(words), key, action
        self.update(Text.assemble((f"{key} ", f"{BRASS}"), (self._words, "bold")))

    async def on_click(self) -> None:
        await self.run_action(f"app.{self._action}")


def chips_text(chips: Sequence[int], chosen: int, *, roomy: bool) -> list[Text]:
    """The chips by number; the chosen one is highlighted."""
    gap, sign = (" ", " ◉") if roomy else ("", "")
    texts = []
    for index, chip in enumerate(chips):
        colour = _CHIP_COLOURS[index % len(_CHIP_COLOURS)]
        style = f"bold #10281d on {colour}" if index == chosen else f"bold {colour}"
        texts.append(Text.assemble((f"{index + 1}{gap}", BRASS), (f"{sign} {short(chip)} ", style)))
    return texts
