"""A live table in a terminal: the clock ends the betting."""

from collections.abc import Mapping
from functools import partial
from typing import ClassVar

from textual.binding import Binding, BindingType

from puntobanco.client import Client, SharedTableClient
from puntobanco.client.cloth import Cloth
from puntobanco.client.connection import Tells
from puntobanco.errors import Refusal
from puntobanco.game.bets import Bet
from puntobanco.game.cards import Card, parse_card, parse_cards
from puntobanco.game.coup import Side, deal
from puntobanco.game.settlement import Payment
from puntobanco.terminal import live_phrases
from puntobanco.terminal import phrases as words
from puntobanco.terminal.history_screen import REVEALED, HistoryScreen, read_coups
from puntobanco.terminal.live_screen import CSS, LiveScreen
from puntobanco.terminal.seat_app import SeatApp
from puntobanco.wire.messages import BetTaken, InHand, NotTaken, Paid
from puntobanco.wire.stream import (
    FACE_DOWN,
    BettingOpened,
    DealingBegan,
    Revealed,
    Stage,
    TableView,
)

_TICK_S = 0.2


class LiveApp(SeatApp):
    """One seat at a shared table."""

    table: SharedTableClient
    _seen: LiveScreen
    CSS = SeatApp.CSS + CSS
    KEYS = live_phrases.KEYS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "confirm", show=False),
        Binding("m", "automatic", show=False),
        Binding("b", "box", show=False),
        Binding("v", "show_hand", show=False),
        Binding("w", "withdraw", show=False),
        Binding("h", "history", show=False),
    ]

    def __init__(self, client: Client, table: SharedTableClient, *, resumed: bool = False) -> None:
        super().__init__(client, table, LiveScreen(table.sheet, table.state.currency))
        self._greeting = "Your session continues. " * resumed + "? shows every key."
        self._paid: Mapping[Bet, Payment] = {}  # shown on the cloth until the next coup
        self._not_taken: NotTaken | None = None  # not shown to the player yet
        self._coups: list[Paid] = []
        self._fixed = table.view.fixed  # the hash of the present sabot's order
        self._verified: set[str] = set()  # hashes of sabots that were revealed and verified
        self._chips_for = 0  # the coup for which the chips on the cloth were laid

    async def on_ready(self) -> None:
        self.start_work(self._listen)
        self.set_interval(_TICK_S, self._show_clock)
        self._seen.say(self._greeting)
        self._show()
        self.start_work(self._remember)

    async def _remember(self) -> None:
        """Load the earlier coups; coups paid during the load are appended."""
        try:
            before = await read_coups(self._client, self.table.state, Paid)
        except Refusal as refusal:
            self._refuse(refusal)
            return
        self._coups = before + [each for each in self._coups if each not in before]
        if self._coups:
            self._keep_paid(self._coups[-1])

    def on_table_screen_resized(self) -> None:
        self._show()

    @property
    def _can_lay(self) -> bool:
        return not self._is_locked and self.table.view.stage is Stage.BETTING

    @property
    def _next_coup(self) -> int:
        """The coup for which a chip laid now is meant."""
        view = self.table.view
        return view.coup if view.stage is Stage.BETTING else view.coup + 1

    def _set(self, cloth: Cloth) -> None:
        self._chips_for = self._next_coup
        super()._set(cloth)

    # --- display -------------------------------------------------------------------------

    def _show(self) -> None:
        table, seen = self.table, self._seen
        view, mine = table.view, table.mine
        self._shown = table.credit
        seen.show_link(self._link)
        seen.show_closed(closed=table.state.closed is not None)
        staked = sum(mine.stakes.values()) + self._cloth.total
        seen.show_money(table.credit - self._cloth.total, staked)
        seen.show_spots(mine.stakes, self._cloth.stakes, view.bets, self._paid)
        seen.show_chips(self._chip)
        seen.show_automatic(on=table.shared.automatic)
        seen.show_roads(view)
        seen.show_order(table.state, view)
        seen.show_hands(*lying(view, mine.held))
        self._show_reasons()
        self._show_clock()

    def _show_clock(self) -> None:
        if not self.is_running:  # a last tick while the screen closes
            return
        view = self.table.view
        dealing = view.stage in (Stage.DEALING, Stage.PAYING)
        waits = dealing and not self.table.mine.stakes and self.table.state.closed is None
        self._seen.show_stage(view, self.table.left_ms, waits=waits)

    def _show_reasons(self) -> None:
        view, sheet = self.table.view, self.table.sheet
        if view.outcome is None:
            self._seen.show_reasons(())
            return
        dealt = deal(sheet.rule, parse_cards(view.cards))
        self._seen.show_reasons(("; ".join(words.reasons(dealt, sheet)),))

    # --- events --------------------------------------------------------------------------

    async def _listen(self) -> None:
        async for event in self.table.events():
            self._hear(event)
            self._hear_table(event)
            self._show()

    def _hear_table(self, event: Tells) -> None:
        match event:
            case BettingOpened(fixed=fixed):
                self._paid, self._laid, self._fixed = {}, {}, fixed
                self._lay_soon()
            case BetTaken(key=""):  # automatic confirmation
                self._cloth = Cloth(last=event.bets)
            case NotTaken():
                self._not_taken = event
            case Paid():
                self._paid = {each.bet: each for each in event.bets}
                self._coups.append(event)
            case Revealed(sabot=sabot) if self.table.shared.verified == sabot:
                self._verified.add(self._fixed)
            case _:
                pass
        text = self._phrase_of(event)
        if self._cloth.stakes and self._chips_for != self._next_coup:
            # Chips laid for a finished coup must not become bets on the next one.
            self._cloth, self._laid = self._cloth.bet(), {}
        if self.table.state.distrust:
            what = f"Does not hold: {self.table.state.distrust}."
            self._seen.say(f"{what} No more bets here; X cashes out.", bad=True)
        elif text:
            self._seen.say(text, bad=text.startswith(live_phrases.NO_BET))
        if isinstance(event, Paid):  # stays visible below later messages
            self._keep_paid(event)

    def _phrase_of(self, event: Tells) -> str:
        if (
            isinstance(event, DealingBegan)
            and self._not_taken
            and self._not_taken.coup == event.coup
        ):
            return f"{live_phrases.NO_BET} {self._not_taken.message}"
        return live_phrases.phrase_of(event, self.table, loose=bool(self._cloth.stakes))

    def _keep_paid(self, paid: Paid) -> None:
        self._seen.keep_paid(live_phrases.last_paid(paid, self.table.sheet, self._currency))

    # --- actions -------------------------------------------------------------------------

    def action_confirm(self) -> None:
        if self._is_locked:
            return
        if not self._cloth.stakes:
            self._seen.say("Put a chip on a spot first: press Enter.", bad=True)
            return
        self.start_work(self._confirm, group="confirming")

    async def _confirm(self) -> None:
        cloth = self._cloth
        try:
            await self.table.confirm({bet.value: stake for bet, stake in cloth.stakes.items()})
        except Refusal as refusal:
            self._refuse(refusal)
            return
        if self._cloth is cloth:
            self._cloth, self._laid = cloth.bet(), {}
        self._show()

    async def action_automatic(self) -> None:
        if self.table.state.closed is None:
            on = not self.table.shared.automatic
            text = (
                "Chips are confirmed when the betting closes." if on else "From now on C confirms."
            )
            self.start_work(partial(self._set_automatic, text, on=on))

    async def _set_automatic(self, text: str, *, on: bool) -> None:
        await self._ask(partial(self.table.automatic, on=on), text)
        self._show()

    # --- at a land table -----------------------------------------------------------------

    def action_box(self) -> None:
        """Take the first box with room, or leave the box."""
        if self._is_locked or not self.table.sheet.table.boxes:
            return
        box = self.table.free_box or 0
        text = f"You sit at box {box}." if box else "You stand."
        self.start_work(partial(self._ask, partial(self.table.box, box), text))

    def action_show_hand(self) -> None:
        if not self._is_locked and self.table.mine.held:
            self.start_work(self._show_hand, group="showing")

    async def _show_hand(self) -> None:
        """Say Carta or Resto as the rule demands, if asked; otherwise show the cards."""
        table, held = self.table, self.table.mine.held
        punto = held.get(Side.PUNTO)
        if punto is not None and punto.speaks and table.view.called is None:
            draws = table.sheet.rule.punto_draws(punto.points)
            await self._ask(partial(table.call, draws=draws), "Card." if draws else "Stand.")
            return
        for side, cards in zip(Side, lying(table.view, {}), strict=True):  # Punto's before Banco's
            if side in held and None in cards:
                await self._ask(partial(table.show, side))
                return

    def action_withdraw(self) -> None:
        if not self._is_locked and self.table.mine.left:
            self.start_work(partial(self._ask, self.table.withdraw))

    def action_history(self) -> None:
        self.push_screen(HistoryScreen(self._coups, self._verified, self._currency, REVEALED))

    async def _sit(self, cents: int) -> SharedTableClient:
        return await self._client.sit_live(self.table.state.table, cents, self._currency)


Lying = tuple[Card | None, ...]  # None: face down


def lying(view: TableView, held: Mapping[Side, InHand]) -> tuple[Lying, Lying]:
    """The cards of each side; None is face down, except for cards in one's own hand."""
    cards = [view.cards[n : n + 2] for n in range(0, len(view.cards), 2)]
    punto, banco = cards[:4:2], cards[1:4:2]
    for n, card in enumerate(cards[4:]):
        (punto if n == 0 and view.fifth is Side.PUNTO else banco).append(card)
    return _seen(punto, held.get(Side.PUNTO)), _seen(banco, held.get(Side.BANCO))


def _seen(cards: list[str], held: InHand | None) -> Lying:
    mine = held.cards if held else ""
    faces = [mine[2 * n : 2 * n + 2] if card == FACE_DOWN else card for n, card in enumerate(cards)]
    return tuple([parse_card(face) if face else None for face in faces])
