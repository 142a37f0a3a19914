"""The game in a terminal: a cloth, two hands, and everything the player should know."""

import asyncio
from collections.abc import Awaitable, Sequence
from datetime import datetime
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Grid, Horizontal, Vertical
from textual.screen import ModalScreen, Screen
from textual.widgets import DataTable, Static

from puntobanco.cli.play_style import CSS
from puntobanco.cli.play_widgets import (
    BRASS,
    Press,
    Spot,
    beads_text,
    chips_text,
    hand_text,
)
from puntobanco.cli.printable import printable
from puntobanco.client import Client, DoesNotHold, Link, LinkChanged, Table
from puntobanco.client.cloth import Cloth
from puntobanco.errors import Refusal
from puntobanco.game.bets import Bet
from puntobanco.game.cards import Card, parse_cards, points
from puntobanco.game.coup import Outcome, deal
from puntobanco.game.roads import Result, result
from puntobanco.money import euros
from puntobanco.wire.messages import Closed, Coup, Warned

WIDE, TALL = 110, 32  # from here on there is room for more
REMEMBERED = 200  # coups of the history shown at the start
LINKS = {
    Link.CONNECTING: "◌ si connette",
    Link.CONNECTED: "● connesso",
    Link.RECONNECTING: "◌ si riconnette…",
    Link.STOPPED: "○ senza connessione",
    Link.OVER: "○ sessione chiusa",
}
HELP = "1–9 fiche · ←→↑↓ spazi · Invio punta · − toglie · H cronologia · Q esce"


class Cronologia(ModalScreen[None]):
    """Every coup, the newest first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,h,q", "app.pop_screen", "Chiudi"),
    ]

    def __init__(self, coups: Sequence[Coup], verified: set[str]) -> None:
        super().__init__()
        self._coups, self._verified = coups, verified

    def compose(self) -> ComposeResult:
        with Vertical(id="cronologia"):
            yield Static(Text.assemble(("Cronologia", "bold"), "   Esc chiude"))
            yield DataTable(cursor_type="row", zebra_stripes=True)

    def on_mount(self) -> None:
        table: DataTable[Text | str] = self.query_one(DataTable)
        table.add_columns("ora", "n.", "carte", "P", "B", "puntata", "torna", "credito", "prova")
        for coup in reversed(self._coups):
            at = datetime.fromtimestamp(coup.at / 1000).astimezone().strftime("%d.%m. %H:%M")
            cards = " ".join(card.sign for card in parse_cards(coup.cards))
            money = [
                Text(euros(each), justify="right")
                for each in (coup.staked, coup.returned, coup.credit)
            ]
            proof = "✓" if coup.commitment in self._verified else ""
            figures = (str(coup.number), cards, str(coup.punto), str(coup.banco))
            table.add_row(at, *figures, *money, proof)
        table.focus()


class PlayApp(App[None]):
    """One table, played by keys or mouse. What may be bet and what it pays is the server's."""

    CSS = CSS
    TITLE = "puntobanco"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012  # as Textual types it
    VERTICAL_BREAKPOINTS = [(0, "-short"), (TALL, "-tall")]  # noqa: RUF012  # as Textual types it
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
        Binding("h", "cronologia", show=False),
        Binding("n", "reconnect", show=False),
        Binding("space", "stay", show=False),
        Binding("q", "quit", show=False),
    ]

    def __init__(self, client: Client, table: Table, pace: float = 0.4) -> None:
        super().__init__()
        self._client, self._table = client, table
        self._pace = pace  # seconds between two cards
        self._cloth = Cloth()
        self._chip = 0
        self._is_dealing = False
        self._shown = table.credit  # what the player has been shown: the cards come first
        self._lying: tuple[Sequence[Card], Sequence[Card]] = ((), ())
        self._coups: list[Coup] = []
        self._results: list[Result] = []
        self._verified: set[str] = set()

    # --- the picture ---------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        sheet = self._table.sheet
        betting = sheet.betting
        with Horizontal(id="top"):
            yield Static(Text(printable(sheet.title), f"bold {BRASS}"), id="title")
            yield Static(id="link")
            yield Static(id="money")
        with Horizontal(id="middle"):
            with Vertical(id="hands"):
                with Horizontal(id="sides"):
                    for side in ("punto", "banco"):
                        with Vertical(classes=f"hand {side}"):
                            yield Static(id=f"{side}-name", classes="name")
                            yield Static(hand_text(()), id=f"{side}-cards", classes="cards")
                yield Static(id="reasons")
            with Vertical(id="right"):
                yield Static(Text("Bead plate", "bold"), classes="head")
                yield Static(id="beads")
                yield Static(Text("Cronologia", "bold"), classes="head tall")
                yield Static(id="recent", classes="tall")
        yield Static(id="voice")
        with Grid(id="cloth"):
            for bet, rule in sheet.offers.items():
                yield Spot(bet, rule)
        with Horizontal(id="chips"):
            for place, _ in enumerate(sheet.money.chips):
                yield Press("", "", f"chip({place})", f"chip-{place}")
            yield Press(betting.leave, "X", "cash_out", "cash_out")
        with Horizontal(id="actions"):
            yield Press("Indietro", "⌫", "undo", "undo")
            yield Press(betting.clear, "A", "clear", "clear")
            yield Press("Ripeti", "R", "repeat", "repeat")
            yield Press("Raddoppia", "D", "double", "double")
            yield Press(betting.confirm or "Carte", "C", "carte", "carte")
        yield Static(id="seal")
        yield Static(Text(HELP, "#8fb39f"), id="help")

    @property
    def _floor(self) -> Screen[object]:
        """The table itself, also while the history lies over it."""
        return self.screen_stack[0]

    def on_resize(self) -> None:
        if self._floor.query("#beads") and not self._is_dealing:
            self._show_hands(*self._lying)
            self._show_memory()

    async def on_mount(self) -> None:
        self.run_worker(self._listen(), exit_on_error=True)
        spots = list(self._floor.query(Spot))
        columns = len(spots) if len(spots) <= 5 else (len(spots) + 1) // 2
        cloth = self._floor.query_one("#cloth", Grid)
        cloth.styles.grid_size_columns = columns
        self._floor.set_class(len(spots) > columns, "two")
        self._columns = columns
        spots[0].focus()
        self._show_hands((), ())
        self._say("Fate il vostro gioco.")
        self._show()
        await self._read_history()

    async def _read_history(self) -> None:
        try:
            records = self._client.history(
                event="coup", house=self._table.state.house, currency=self._table.state.currency
            )
            found: list[Coup] = []
            async for each in records:
                if isinstance(each.entry, Coup):
                    found.append(each.entry)
                if len(found) == REMEMBERED:
                    break
        except Refusal as refusal:
            self._refuse(refusal)
            return
        self._coups = found[::-1]
        self._results = [self._result(coup) for coup in self._coups]
        self._show()

    def _result(self, coup: Coup) -> Result:
        return result(deal(self._table.sheet.rule, parse_cards(coup.cards)))

    def _show(self) -> None:
        """Everything but the hands."""
        state, stakes = self._table.state, self._cloth.stakes
        self._floor.query_one("#link", Static).update(LINKS[state.link])
        self._floor.query_one("#link").set_class(state.link is not Link.CONNECTED, "bad")
        money = Text.assemble("Credito ", (euros(self._shown - self._cloth.total), "bold white"))
        money.append("   Puntata ").append(euros(self._cloth.total), f"bold {BRASS}")
        self._floor.query_one("#money", Static).update(money.append(f" {state.currency}"))
        for spot in self._floor.query(Spot):
            spot.show(stakes.get(spot.bet, 0))
        for place, text in enumerate(chips_text(self._table.sheet.money.chips, self._chip)):
            self._floor.query_one(f"#chip-{place}", Static).update(text)
        self._show_memory()

    def _show_memory(self) -> None:
        state = self._table.state
        columns = 17 if self.size.width >= WIDE else 12
        self._floor.query_one("#beads", Static).update(beads_text(self._results, columns))
        recent = Text()
        for coup in self._coups[:-9:-1]:
            won = coup.returned - coup.staked
            mark = "✓" if coup.commitment in self._verified else " "
            recent.append(f"{mark} n. {coup.number:<4} {coup.punto}:{coup.banco}  ", "#c9d8c4")
            sign = "+" if won > 0 else "−" if won < 0 else "±"
            recent.append(f"{sign + euros(abs(won)):>11}\n", BRASS if won > 0 else "#8fb39f")
        self._floor.query_one("#recent", Static).update(
            recent or Text("ancora nessun colpo", "#8fb39f")
        )
        seal = Text.assemble((f"Colpo {state.next.number} ", "bold"), ("impegno ", "#8fb39f"))
        seal.append(f"{state.next.commitment[:24]}…  ")
        if state.distrust:
            seal.append("✗ NON TORNA", "bold white on #a8323a")
        elif self._verified:
            seal.append("✓ verificato", f"bold {BRASS}")
            seal.append(f" · {len(self._verified)}", "#8fb39f")
        self._floor.query_one("#seal", Static).update(seal)

    def _show_hands(self, punto: Sequence[Card], banco: Sequence[Card]) -> None:
        self._lying = (tuple(punto), tuple(banco))
        offers = self._table.sheet.offers
        for side, bet, cards in (("punto", Bet.PUNTO, punto), ("banco", Bet.BANCO, banco)):
            label = printable(offers[bet].label) if bet in offers else side.capitalize()
            has = str(points(cards)) if cards else "–"
            name = Text.assemble((f"{label}  ", "bold"), (f" {has} ", f"bold #10281d on {BRASS}"))
            self._floor.query_one(f"#{side}-name", Static).update(name)
            big = self.size.height >= TALL and self.size.width >= WIDE
            self._floor.query_one(f"#{side}-cards", Static).update(hand_text(cards, big=big))

    def _say(self, words: str, *, bad: bool = False) -> None:
        voice = self._floor.query_one("#voice", Static)
        voice.set_class(bad, "bad")
        voice.update(Text(words, "bold" if bad else "italic"))

    def _refuse(self, refusal: Refusal) -> None:
        self._say(f"{printable(refusal.message)}  [{refusal.code}]", bad=True)

    # --- chips ---------------------------------------------------------------------------

    def action_chip(self, place: int) -> None:
        if place < len(self._table.sheet.money.chips):
            self._chip = place
            self._show()

    def action_row(self, down: int) -> None:
        """The spot above or below the one that has the focus."""
        spots = list(self._floor.query(Spot))
        if isinstance(self.focused, Spot):
            place = spots.index(self.focused) + down * self._columns
            if 0 <= place < len(spots):
                spots[place].focus()

    def on_spot_pressed(self, event: Spot.Pressed) -> None:
        chip = self._table.sheet.money.chips[self._chip]
        cloth = self._cloth
        self._set(cloth.take(event.bet, chip) if event.off else cloth.add(event.bet, chip))

    def action_add(self) -> None:
        if isinstance(self.focused, Spot):
            self.post_message(Spot.Pressed(self.focused.bet, off=False))

    def action_take(self) -> None:
        if isinstance(self.focused, Spot):
            self.post_message(Spot.Pressed(self.focused.bet, off=True))

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

    # --- the coup ------------------------------------------------------------------------

    def action_carte(self) -> None:
        if self._is_dealing:
            return
        if not self._cloth.stakes:
            self._say("Prima una puntata: una fiche su uno degli spazi.", bad=True)
            return
        self._is_dealing = True
        self.run_worker(self._carte())

    async def _carte(self) -> None:
        self._say("Rien ne va plus.")
        try:
            coup = await self._table.carte({bet.value: n for bet, n in self._cloth.stakes.items()})
        except DoesNotHold as refusal:
            self._is_dealing = False
            self._shown = self._table.credit
            self._show()
            self._refuse(refusal)
            return
        except Refusal as refusal:
            self._is_dealing = False
            self._refuse(refusal)
            return
        self._verified.add(coup.commitment)
        await self._deal(coup)
        self._cloth = self._cloth.bet()
        self._shown = coup.credit
        self._is_dealing = False
        self._coups.append(coup)
        self._results.append(self._result(coup))
        self._show()
        self._show_payment(coup)

    async def _deal(self, coup: Coup) -> None:
        """Card after card, as they left the sabot, with the reason for each third one."""
        dealt = deal(self._table.sheet.rule, parse_cards(coup.cards))
        reasons = self._floor.query_one("#reasons", Static)
        reasons.update("")
        self._show_hands((), ())
        shown: tuple[list[Card], list[Card]] = ([], [])
        told = 0
        order = [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2)]
        for side, place in order:
            if place == 2 and told < len(coup.reasons):
                told += 1
                lines = "\n".join(map(printable, coup.reasons[:told]))
                reasons.update(Text(lines, "#c9d8c4"))
                await asyncio.sleep(self._pace)
            hand = (dealt.punto, dealt.banco)[side]
            if place < len(hand):
                shown[side].append(hand[place])
                self._show_hands(*shown)
                await asyncio.sleep(self._pace)

    def _show_payment(self, coup: Coup) -> None:
        offers = self._table.sheet.offers
        names = {Outcome.PUNTO: Bet.PUNTO, Outcome.BANCO: Bet.BANCO, Outcome.EGALITE: Bet.EGALITE}
        winner = names[coup.outcome]
        label = printable(offers[winner].label) if winner in offers else coup.outcome.capitalize()
        parts = []
        for paid in coup.bets:
            spot = printable(offers[paid.bet].label)
            self._floor.query_one(f"#spot-{paid.bet.value}", Spot).show(0, paid.returned)
            if paid.winnings:
                fee = f" (−{euros(paid.commission)})" if paid.commission else ""
                parts.append(f"{spot} vince {euros(paid.winnings)}{fee}")
            elif paid.returned:
                parts.append(f"{spot} Patta, torna la posta")
        verdict = label if coup.outcome is Outcome.EGALITE else f"vince {label}"
        said = f"{coup.punto} a {coup.banco}: {verdict}."
        self._say(" ".join([said, "; ".join(parts) + "." if parts else "Niente vincite."]))

    # --- the session ---------------------------------------------------------------------

    async def _listen(self) -> None:
        async for told in self._table.events():
            match told:
                case LinkChanged(link=Link.STOPPED, why=why):
                    self._say(f"{printable(why)}. N riprova, Q esce.", bad=True)
                case LinkChanged(link=Link.RECONNECTING):
                    self._say("Connessione persa: si riprova; quello che è puntato vale.", bad=True)
                case LinkChanged(link=Link.CONNECTED):
                    self._say("Di nuovo al tavolo.")
                case Warned(closes_in_ms=left):
                    self._say(f"Ancora lì? Il tavolo chiude fra {left // 1000} s: SPAZIO resta.",
                              bad=True)  # fmt: skip
                case Closed():
                    self._over(told)
                case _:
                    pass
            if not self._is_dealing:
                self._shown = self._table.credit
                self._show()

    def _over(self, closed: Closed) -> None:
        self._cloth = Cloth()
        reasons = {"cash_out": "Incassato", "inactivity": "Chiuso per inattività"}
        why = reasons.get(closed.reason.value, "Chiuso senza connessione")
        currency = self._table.state.currency
        self._say(f"{why}: {euros(closed.credited)} {currency} sul conto. Q esce.", bad=True)

    async def action_cash_out(self) -> None:
        if not self._is_dealing:
            self.run_worker(self._ask(self._table.cash_out()))

    async def action_stay(self) -> None:
        self.run_worker(self._ask(self._table.stay(), "Bene, si resta."))

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
                self._say(said)

    def action_cronologia(self) -> None:
        self.push_screen(Cronologia(self._coups, self._verified))
