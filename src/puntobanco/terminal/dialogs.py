"""Dialogs over the table: a yes-or-no question, an amount, the list of keys."""

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from puntobanco.terminal.phrases import amount, parse_amount

BRASS: Final = "#d9b466"
KEYS: Final = (
    ("1–9", "choose a chip"),
    ("← → ↑ ↓, Tab", "from spot to spot"),
    ("Enter", "put the chip down; a click does the same"),
    ("−", "take one off; Shift-click does the same"),
    ("⌫", "undo: one step back"),
    ("A, Del", "clear the cloth"),
    ("R", "repeat the last bets"),
    ("D", "double what lies there"),
    ("C", "deal: bet what lies there"),
    ("T", "top up: more credit from the account"),
    ("Space", "stay, when the table is about to close"),
    ("N", "connect again, after it was given up"),
    ("H", "history"),
    ("X", "cash out: the credit goes to the account"),
    ("Q, Ctrl-C", "leave; the session stays open for a while"),
    ("✓", "checked here: cards, payment, credit"),
)


class ConfirmDialog(ModalScreen[bool]):
    """A yes-or-no question. Enter is no answer, because Enter lays chips at the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", show=False),
        Binding("n,escape,q", "answer(False)", show=False),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        with Vertical(classes="asked"):
            yield Static(Text(self._question, "bold"))
            yield Static(Text.assemble(("Y", BRASS), " yes   ", ("N", BRASS), " no"))

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)


class AmountDialog(ModalScreen[int | None]):
    """Ask for an amount; None if the dialog is cancelled."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def __init__(self, question: str, most: int, currency: str, proposed: int) -> None:
        super().__init__()
        self._question, self._most, self._currency = question, most, currency
        self._proposed = min(proposed, most)

    def compose(self) -> ComposeResult:
        with Vertical(classes="asked"):
            yield Static(Text(self._question, "bold"))
            yield Input(amount(self._proposed, ""), compact=True, select_on_focus=True)
            yield Static(id="why")

    def on_mount(self) -> None:
        self._say(
            f"The account holds {amount(self._most, self._currency)}. Enter confirms, Esc cancels."
        )

    def _say(self, words: str) -> None:
        self.query_one("#why", Static).update(Text(words))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        cents = parse_amount(event.value)
        if not cents:
            self._say("That is not an amount. Type 25 or 25.50.")
        elif cents > self._most:
            self._say(f"The account holds only {amount(self._most, self._currency)}.")
        else:
            self.dismiss(cents)

    def action_leave(self) -> None:
        self.dismiss(None)


class HelpDialog(ModalScreen[None]):
    """Every key, and what the marks mean."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,enter,h", "app.pop_screen", show=False)
    ]

    def __init__(self, keys: Sequence[tuple[str, str]] = KEYS) -> None:
        super().__init__()
        self._keys = keys

    def compose(self) -> ComposeResult:
        keys = Text()
        for key, does in self._keys:
            keys.append(f"{key:<14}", BRASS).append(f"{does}\n")
        with Vertical(classes="asked"):
            yield Static(Text.assemble(("Keys", "bold"), "   Esc closes"))
            yield Static(keys)
