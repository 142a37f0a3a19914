"""A seat in a terminal: chips, credit and connection, for every kind of table."""

import contextlib
from abc import abstractmethod
from collections.abc import Awaitable, Callable
from functools import partial
from typing import ClassVar, Final

from textual.app import App
from textual.binding import Binding, BindingType
from textual.worker import WorkType

from puntobanco.client import Client, Link, LinkChanged
from puntobanco.client.cloth import Cloth
from puntobanco.client.connection import Tells
from puntobanco.client.seat_client import SeatClient
from puntobanco.errors import Refusal
from puntobanco.terminal import phrases as words
from puntobanco.terminal.dialogs import KEYS, AmountDialog, ConfirmDialog, HelpDialog
from puntobanco.terminal.style import CSS
from puntobanco.terminal.table_screen import HUGE, MEDIUM, NARROW, TALL, WIDE, TableScreen
from puntobanco.terminal.widgets import Spot
from puntobanco.wire.bodies import RefillView
from puntobanco.wire.messages import Closed, Reason, Warned
from puntobanco.wire.table_spec import PLAY_MONEY

# Lists, because Textual requires them.
_WIDTHS: Final = [(0, "-slim"), (NARROW, "-narrow"), (WIDE, "-wide"), (HUGE, "-huge")]
_HEIGHTS: Final = [(0, "-short"), (MEDIUM, "-medium"), (TALL, "-tall")]


class SeatApp(App[None]):
    """The base of both screens; the server decides what may be bet and what it pays."""

    CSS = CSS
    TITLE = "puntobanco"
    ENABLE_COMMAND_PALETTE = False
    KEYS: tuple[tuple[str, str], ...] = KEYS
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    VERTICAL_BREAKPOINTS = _HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = [
        *[Binding(str(digit), f"chip({digit - 1})", show=False) for digit in range(1, 10)],
        Binding("right", "app.focus_next", show=False),
        Binding("left", "app.focus_previous", show=False),
        Binding("down", "row(1)", show=False),
        Binding("up", "row(-1)", show=False),
        Binding("enter", "add", show=False),
        Binding("minus,shift+enter", "take", show=False),
        Binding("backspace", "undo", show=False),
        Binding("delete,a", "clear", show=False),
        Binding("r", "repeat", show=False),
        Binding("d", "double", show=False),
        Binding("t", "top_up", show=False),
        Binding("x", "cash_out", show=False),
        Binding("s", "sit_again", show=False),
        Binding("question_mark", "help", show=False),
        Binding("n", "reconnect", show=False),
        Binding("space", "stay", show=False),
        Binding("q", "quit", show=False),
        Binding("ctrl+c", "quit", show=False, priority=True),
    ]

    def __init__(self, client: Client, table: SeatClient, seen: TableScreen) -> None:
        super().__init__()
        self._client, self.table = client, table
        self._link = table.state.link  # as shown to the player
        self._currency = table.state.currency
        self._seen = seen
        self._cloth = Cloth().lay(table.state.draft)
        self._laid = self._cloth.stakes  # as sent to the server
        self._is_laying = False
        least = min(rule.min for rule in table.sheet.offers.values())
        chips = table.sheet.money.chips  # start with a chip large enough for a bet
        self._chip = next((n for n, chip in enumerate(chips) if chip >= least), 0)
        self._brought = table.credit
        self._shown = table.credit  # shown credit: it changes only after the cards are shown

    def get_default_screen(self) -> TableScreen:
        return self._seen

    @property
    def _is_locked(self) -> bool:
        """Whether chips can't be moved now."""
        return self.table.state.closed is not None

    @property
    def _can_lay(self) -> bool:
        """Whether the server would accept chips now."""
        return not self._is_locked

    @abstractmethod
    def _show(self) -> None:
        """Update everything except the hands."""

    @abstractmethod
    async def _listen(self) -> None: ...

    @abstractmethod
    async def _sit(self, cents: int) -> SeatClient:
        """Sit down at the same table again."""

    def _refuse(self, refusal: Refusal) -> None:
        sheet, stakes = self.table.sheet, self._cloth.stakes
        text = words.refused(refusal, sheet, stakes, self.table.credit, self._currency)
        self._seen.say(text, bad=True)

    # --- chips ---------------------------------------------------------------------------

    def action_chip(self, index: int) -> None:
        if index < len(self.table.sheet.money.chips):
            self._chip = index
            self._show()

    def action_row(self, down: int) -> None:
        """Move the focus to the spot above or below."""
        spots = list(self._seen.query(Spot))
        if isinstance(self.focused, Spot):
            index = spots.index(self.focused) + down * self._seen.columns
            if 0 <= index < len(spots):
                spots[index].focus()

    @property
    def _chip_in_hand(self) -> int:
        return self.table.sheet.money.chips[self._chip]

    def on_spot_pressed(self, event: Spot.Pressed) -> None:
        change = self._cloth.take if event.off else self._cloth.add
        self._set(change(event.bet, self._chip_in_hand))

    def action_add(self) -> None:
        if isinstance(self.focused, Spot):
            self._set(self._cloth.add(self.focused.bet, self._chip_in_hand))

    def action_take(self) -> None:
        if isinstance(self.focused, Spot):
            self._set(self._cloth.take(self.focused.bet, self._chip_in_hand))

    def action_undo(self) -> None:
        self._set(self._cloth.back())

    def action_clear(self) -> None:
        self._set(self._cloth.clear())

    def action_repeat(self) -> None:
        self._set(self._cloth.repeat())

    def action_double(self) -> None:
        self._set(self._cloth.double())

    def _set(self, cloth: Cloth) -> None:
        if self._is_locked:
            return
        grows = cloth.total > self._cloth.total
        why = words.too_much(self.table.sheet, cloth.stakes, self._shown, self._currency)
        if grows and why:
            self._seen.say(why, bad=True)
            return
        self._cloth = cloth
        self._show()
        self._lay_soon()

    def _lay_soon(self) -> None:
        if not self._is_laying:
            self.start_work(self._lay)

    async def _lay(self) -> None:
        """Send the chips to the server, which keeps them and restarts the idle time."""
        self._is_laying = True
        while self._laid != self._cloth.stakes and self._can_lay:
            self._laid = self._cloth.stakes
            with contextlib.suppress(Refusal):  # for example still below a minimum
                await self.table.place({bet.value: n for bet, n in self._laid.items()})
        self._is_laying = False

    # --- the session ---------------------------------------------------------------------

    def _hear(self, event: Tells) -> None:
        say = self._seen.say
        if isinstance(event, LinkChanged):  # so that header and message say the same
            self._link = event.link
            self._seen.show_link(event.link)
        match event:
            case LinkChanged(link=Link.STOPPED, why=why):
                say(words.stopped(why), bad=True)
            case LinkChanged(link=Link.RECONNECTING):
                say("Connection lost, trying again. Bets stay valid.", bad=True)
            case LinkChanged(link=Link.CONNECTED):
                say("Back at the table.")
            case Warned(closes_in_ms=left):
                say(f"Still there? The session closes in {left // 1000} s. Space stays.", bad=True)
            case Closed(reason=reason):
                self._cloth = Cloth(last=self._cloth.last or self._cloth.stakes)
                say(words.closing(event, self._currency), bad=reason is not Reason.CASH_OUT)
            case _:
                pass

    def action_cash_out(self) -> None:
        if self._is_locked:
            return
        credit = words.named(self.table.credit, self._currency)
        self.push_screen(ConfirmDialog(f"Cash out {credit} and close the session?"), self._cash_out)

    def _cash_out(self, yes: bool | None) -> None:
        if yes and self.table.state.closed is None:
            self.start_work(partial(self._ask, self.table.cash_out))

    async def action_top_up(self) -> None:
        if self.table.state.closed is None:
            self.start_work(self._top_up)

    async def _top_up(self) -> None:
        cents = await self._how_much("Bring more credit to the table")
        if cents is not None:
            more = words.named(cents, self._currency)
            await self._ask(partial(self.table.top_up, cents), f"{more} brought to the table.")

    async def action_sit_again(self) -> None:
        if self.table.state.closed is not None:
            self.start_work(self._sit_again, group="sitting")

    async def _sit_again(self) -> None:
        cents = await self._how_much("Sit down again, with")
        if cents is None:
            return
        try:
            table = await self._sit(cents)
        except Refusal as refusal:
            self._refuse(refusal)
            return
        self.table, self._link, self._shown = table, table.state.link, table.credit
        self._cloth, self._laid, self._brought = Cloth(last=self._cloth.last), {}, cents
        self.start_work(self._listen)
        self._show()
        self._seen.say("A new session. Place your bets.")

    async def _how_much(self, question: str) -> int | None:
        """Ask for an amount from the account; runs in a worker."""
        try:
            me = await self._client.me()
            if self._currency == PLAY_MONEY and await self._is_refilled(me.refill):
                me = await self._client.me()
        except Refusal as refusal:
            self._refuse(refusal)
            return None
        most = next((each.balance for each in me.accounts if each.currency == self._currency), 0)
        if not most:
            self._seen.say(words.empty(me.refill, self._currency), bad=True)
            return None
        asking = AmountDialog(question, most, self._currency, self._brought)
        return await self.push_screen_wait(asking)

    async def _is_refilled(self, refill: RefillView | None) -> bool:
        """Offer a refill of play money if one is possible now."""
        if refill is None or refill.held >= refill.below or refill.wait_ms:
            return False
        full = words.named(refill.to, self._currency)
        if not await self.push_screen_wait(ConfirmDialog(f"Refill to {full}?")):
            return False
        await self._client.refill()
        return True

    def action_help(self) -> None:
        self.push_screen(HelpDialog(self.KEYS))

    async def action_stay(self) -> None:
        if self.table.state.closed is None:
            self.start_work(partial(self._ask, self.table.stay, "You stay."))

    async def action_reconnect(self) -> None:
        if self.table.state.link is Link.STOPPED:
            self.start_work(partial(self._ask, self.table.reconnect))

    def start_work(self, work: WorkType[None], group: str = "") -> None:
        """Start `work` in the background; in a named group it replaces the work under way.

        It is a function, not a coroutine: if the app closes before it starts, a coroutine would
        never be awaited.
        """
        self.run_worker(work, group=group, exclusive=bool(group))

    async def _ask(self, request: Callable[[], Awaitable[object]], text: str = "") -> None:
        try:
            await request()
        except Refusal as refusal:
            self._refuse(refusal)
        else:
            if text:
                self._seen.say(text)
