"""A private table in a terminal."""

import asyncio
from typing import ClassVar

from msgspec.structs import replace
from textual.binding import Binding, BindingType

from puntobanco.client import Client, DoesNotHold, PrivateTableClient
from puntobanco.errors import Refusal
from puntobanco.game.cards import Card, parse_cards
from puntobanco.game.coup import deal
from puntobanco.game.roads import RoadResult, result
from puntobanco.terminal import phrases as words
from puntobanco.terminal.history_screen import CHECKED, HistoryScreen, read_coups
from puntobanco.terminal.seat_app import SeatApp
from puntobanco.terminal.table_screen import TableScreen
from puntobanco.wire.messages import CoupPlayed


class PlayApp(SeatApp):
    """A private table, where the player ends the betting."""

    table: PrivateTableClient
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "carte", show=False),
        Binding("h", "history", show=False),
    ]

    def __init__(
        self, client: Client, table: PrivateTableClient, *, resumed: bool = False, pace: float = 0.4
    ) -> None:
        super().__init__(client, table, TableScreen(table.sheet, table.state.currency))
        self._greeting = (
            "Your session continues. " * resumed + "Place your bets. ? shows every key."
        )
        self._pace = pace  # seconds between two cards
        self._is_dealing = False
        self._coups: list[CoupPlayed] = []
        self._results: list[RoadResult] = []
        self._verified: set[str] = set()

    @property
    def _is_locked(self) -> bool:
        return self._is_dealing or super()._is_locked

    async def on_ready(self) -> None:
        self.start_work(self._listen)
        self._seen.say(self._greeting)
        self._show()
        try:
            self._coups = await read_coups(self._client, self.table.state, CoupPlayed)
        except Refusal as refusal:
            self._refuse(refusal)
        self._results = [self._result(coup) for coup in self._coups]
        if self._coups and not self._cloth.last:
            last = max(self._coups, key=lambda coup: coup.at)
            self._cloth = replace(self._cloth, last={paid.bet: paid.stake for paid in last.bets})
        if self._coups:
            dealt = deal(self.table.sheet.rule, parse_cards(self._coups[-1].cards))
            self._seen.show_hands(dealt.punto, dealt.banco)
            self._seen.show_reasons(words.reasons(dealt, self.table.sheet))
        self._show()

    def on_table_screen_resized(self) -> None:
        self._show_around()

    def _result(self, coup: CoupPlayed) -> RoadResult:
        return result(deal(self.table.sheet.rule, parse_cards(coup.cards)))

    def _show(self) -> None:
        """Update everything except the hands."""
        self._seen.show_link(self._link)
        self._seen.show_closed(closed=self.table.state.closed is not None)
        self._seen.show_money(self._shown - self._cloth.total, self._cloth.total)
        self._seen.show_stakes(self._cloth.stakes)
        self._show_around()

    def _show_around(self) -> None:
        """Update what depends on the size of the screen."""
        self._seen.show_chips(self._chip)
        self._seen.show_memory(self._coups, self._results, self._verified)
        self._seen.show_seal(self.table.state, len(self._verified))

    # --- the coup ------------------------------------------------------------------------

    def action_carte(self) -> None:
        if self._is_dealing or self.table.state.closed is not None:
            return
        if not self._cloth.stakes:
            self._seen.say("Put a chip on a spot first.", bad=True)
            return
        self._is_dealing = True
        self.start_work(self._carte)

    async def _carte(self) -> None:
        self._seen.say("No more bets.")
        try:
            coup = await self.table.carte({bet.value: n for bet, n in self._cloth.stakes.items()})
        except Refusal as refusal:
            self._is_dealing = False
            if isinstance(refusal, DoesNotHold):  # the bet was paid, but the check failed
                self._cloth, self._laid = self._cloth.bet(), {}
            self._shown = self.table.credit
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
        self._seen.say(words.payment(coup, self.table.sheet, self._currency))

    async def _deal(self, coup: CoupPlayed) -> None:
        """Show card after card in drawing order, with the reason for each third card."""
        dealt = deal(self.table.sheet.rule, parse_cards(coup.cards))
        hands = (dealt.punto, dealt.banco)
        reasons = words.reasons(dealt, self.table.sheet)
        self._seen.show_reasons(())
        self._seen.show_hands((), ())
        shown: tuple[list[Card], list[Card]] = ([], [])
        for side, index in ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2)):
            if index == 2 and side < len(reasons):
                self._seen.show_reasons(reasons[: side + 1])
                await asyncio.sleep(self._pace)
            if index < len(hands[side]):
                shown[side].append(hands[side][index])
                self._seen.show_hands(*shown)
                await asyncio.sleep(self._pace)

    # --- the session ---------------------------------------------------------------------

    async def _listen(self) -> None:
        async for event in self.table.events():
            self._hear(event)
            if not self._is_dealing:
                self._shown = self.table.credit
                self._show()

    async def _sit(self, cents: int) -> PrivateTableClient:
        return await self._client.sit(self.table.state.house, cents, self._currency)

    def action_history(self) -> None:
        self.push_screen(HistoryScreen(self._coups, self._verified, self._currency, CHECKED))
