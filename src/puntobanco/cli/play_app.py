"""The game in a terminal, played by keys or mouse."""

import asyncio
import contextlib
from collections.abc import Awaitable
from typing import ClassVar

from msgspec.structs import replace
from textual.app import App
from textual.binding import Binding, BindingType

from puntobanco.cli import play_words as words
from puntobanco.cli.play_history import History, read_coups
from puntobanco.cli.play_screen import MEDIUM, NARROW, TALL, WIDE, TableScreen
from puntobanco.cli.play_style import CSS
from puntobanco.cli.play_widgets import Spot
from puntobanco.client import Client, DoesNotHold, Link, LinkChanged, Table
from puntobanco.client.cloth import Cloth
from puntobanco.client.table import Tells
from puntobanco.errors import Refusal
from puntobanco.game.cards import Card, parse_cards
from puntobanco.game.coup import deal
from puntobanco.game.roads import Result, result
from puntobanco.wire.messages import Closed, Coup, Reason, Warned


class PlayApp(App[None]):
    """One table. What may be bet and what it pays is the server's."""

    CSS = CSS
    TITLE = "puntobanco"
    ENABLE_COMMAND_PALETTE = False
    # Lists, as Textual types them.
    HORIZONTAL_BREAKPOINTS = [(0, "-slim"), (NARROW, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-short"), (MEDIUM, "-medium"), (TALL, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        *[Binding(str(place), f"chip({place - 1})", show=False) for place in range(1, 10)],
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
        Binding("c", "carte", show=False),
        Binding("x", "cash_out", show=False),
        Binding("h", "history", show=False),
        Binding("n", "reconnect", show=False),
        Binding("space", "stay", show=False),
        Binding("q", "quit", show=False),
    ]

    def __init__(
        self, client: Client, table: Table, *, resumed: bool = False, pace: float = 0.4
    ) -> None:
        super().__init__()
        self._client, self._table = client, table
        self._currency = table.state.currency
        self._seen = TableScreen(table.sheet, self._currency)
        self._greeting = "Your session goes on. " * resumed + "Place your bets."
        self._pace = pace  # seconds between two cards
        self._cloth = Cloth().lay(table.state.draft)
        self._laid = self._cloth.stakes  # as the house was told
        self._is_laying = False
        self._chip = 0
        self._is_dealing = False
        self._shown = table.credit  # what the player has been shown: the cards come first
        self._coups: list[Coup] = []
        self._results: list[Result] = []
        self._verified: set[str] = set()

    def get_default_screen(self) -> TableScreen:
        return self._seen

    async def on_ready(self) -> None:
        self.run_worker(self._listen(), exit_on_error=True)
        self._seen.say(self._greeting)
        self._show()
        try:
            self._coups = await read_coups(self._client, self._table.state)
        except Refusal as refusal:
            self._refuse(refusal)
        self._results = [self._result(coup) for coup in self._coups]
        if self._coups and not self._cloth.last:
            last = max(self._coups, key=lambda coup: coup.at)
            self._cloth = replace(self._cloth, last={paid.bet: paid.stake for paid in last.bets})
        self._show()

    def on_table_screen_resized(self) -> None:
        self._show_around()

    def _result(self, coup: Coup) -> Result:
        return result(deal(self._table.sheet.rule, parse_cards(coup.cards)))

    def _show(self) -> None:
        """Everything but the hands."""
        self._seen.show_link(self._table.state.link)
        self._seen.show_money(self._shown - self._cloth.total, self._cloth.total)
        self._seen.show_stakes(self._cloth.stakes)
        self._show_around()

    def _show_around(self) -> None:
        """What depends on the room there is."""
        self._seen.show_chips(self._chip)
        self._seen.show_memory(self._coups, self._results, self._verified)
        self._seen.show_seal(self._table.state, len(self._verified))

    def _refuse(self, refusal: Refusal) -> None:
        sheet, stakes = self._table.sheet, self._cloth.stakes
        said = words.refused(refusal, sheet, stakes, self._table.credit, self._currency)
        self._seen.say(said, bad=True)

    # --- chips ---------------------------------------------------------------------------

    def action_chip(self, place: int) -> None:
        if place < len(self._table.sheet.money.chips):
            self._chip = place
            self._show()

    def action_row(self, down: int) -> None:
        """The spot above or below the one that has the focus."""
        spots = list(self._seen.query(Spot))
        if isinstance(self.focused, Spot):
            place = spots.index(self.focused) + down * self._seen.columns
            if 0 <= place < len(spots):
                spots[place].focus()

    @property
    def _chip_in_hand(self) -> int:
        return self._table.sheet.money.chips[self._chip]

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
        if self._is_dealing or self._table.state.closed is not None:
            return
        self._cloth = cloth
        self._show()
        if not self._is_laying:
            self.run_worker(self._lay())

    async def _lay(self) -> None:
        """Tell the house how the chips lie: it keeps them, and knows that somebody is here."""
        self._is_laying = True
        while self._laid != self._cloth.stakes and not self._is_dealing:
            self._laid = self._cloth.stakes
            with contextlib.suppress(Refusal):  # too little yet, say: Carte will be told why
                await self._table.place({bet.value: n for bet, n in self._laid.items()})
        self._is_laying = False

    # --- the coup ------------------------------------------------------------------------

    def action_carte(self) -> None:
        if self._is_dealing:
            return
        if not self._cloth.stakes:
            self._seen.say("First a bet: put a chip on a spot.", bad=True)
            return
        self._is_dealing = True
        self.run_worker(self._carte())

    async def _carte(self) -> None:
        self._seen.say("No more bets.")
        try:
            coup = await self._table.carte({bet.value: n for bet, n in self._cloth.stakes.items()})
        except Refusal as refusal:
            self._is_dealing = False
            if isinstance(refusal, DoesNotHold):  # it was bet all the same, and paid somehow
                self._cloth, self._laid = self._cloth.bet(), {}
            self._shown = self._table.credit
            self._show()
            self._refuse(refusal)
            return
        self._verified.add(coup.commitment)
        await self._deal(coup)
        self._cloth, self._laid = self._cloth.bet(), {}
        self._shown = coup.credit
        self._is_dealing = False
        self._coups.append(coup)
        self._results.append(self._result(coup))
        self._show()
        self._seen.show_returned(coup)
        self._seen.say(words.payment(coup, self._table.sheet, self._currency))

    async def _deal(self, coup: Coup) -> None:
        """Card after card, as they left the sabot, with the reason for each third one."""
        dealt = deal(self._table.sheet.rule, parse_cards(coup.cards))
        hands = (dealt.punto, dealt.banco)
        reasons = dealt.explanation
        self._seen.show_reasons(())
        self._seen.show_hands((), ())
        shown: tuple[list[Card], list[Card]] = ([], [])
        for side, place in ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2)):
            if place == 2 and side < len(reasons):
                self._seen.show_reasons(reasons[: side + 1])
                await asyncio.sleep(self._pace)
            if place < len(hands[side]):
                shown[side].append(hands[side][place])
                self._seen.show_hands(*shown)
                await asyncio.sleep(self._pace)

    # --- the session ---------------------------------------------------------------------

    async def _listen(self) -> None:
        async for told in self._table.events():
            self._hear(told)
            if not self._is_dealing:
                self._shown = self._table.credit
                self._show()

    def _hear(self, told: Tells) -> None:
        say = self._seen.say
        match told:
            case LinkChanged(link=Link.STOPPED, why=why):
                say(words.stopped(why), bad=True)
            case LinkChanged(link=Link.RECONNECTING):
                say("Connection lost, trying again. What was bet stays bet.", bad=True)
            case LinkChanged(link=Link.CONNECTED):
                say("Back at the table.")
            case Warned(closes_in_ms=left):
                say(f"Still there? The table closes in {left // 1000} s: SPACE stays.", bad=True)
            case Closed(reason=reason):
                self._cloth = Cloth()
                say(words.closing(told, self._currency), bad=reason is not Reason.CASH_OUT)
            case _:
                pass

    async def action_cash_out(self) -> None:
        if not self._is_dealing:
            self.run_worker(self._ask(self._table.cash_out()))

    async def action_stay(self) -> None:
        self.run_worker(self._ask(self._table.stay(), "You stay."))

    async def action_reconnect(self) -> None:
        if self._table.state.link is Link.STOPPED:
            self.run_worker(self._ask(self._table.reconnect()))

    async def _ask(self, asking: Awaitable[object], said: str = "") -> None:
        try:
            await asking
        except Refusal as refusal:
            self._refuse(refusal)
        else:
            if said:
                self._seen.say(said)

    def action_history(self) -> None:
        self.push_screen(History(self._coups, self._verified, self._currency))
