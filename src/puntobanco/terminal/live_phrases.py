"""The phrases a live table shows in a terminal."""

from typing import Final

from rich.text import Text

from puntobanco.client import SharedTableClient
from puntobanco.client.connection import Tells
from puntobanco.game.bets import Bet
from puntobanco.game.cards import SUIT_SIGNS
from puntobanco.game.sheet import Sheet
from puntobanco.terminal.phrases import label, named, payment, verdict
from puntobanco.terminal.printable import printable
from puntobanco.wire.messages import BetTaken, GivenBack, Held, Paid, WhyReturned
from puntobanco.wire.stream import (
    BettingOpened,
    Burned,
    Closing,
    CutCardSeen,
    DealingBegan,
    Drawn,
    Result,
    Revealed,
    Shuffled,
    Stage,
    Standing,
    Statistics,
    Stood,
    TableView,
)

NO_BET: Final = "No more bets. Unconfirmed chips are not bet."

KEYS: Final = (
    ("1–9", "choose a chip"),
    ("← → ↑ ↓, Tab", "from spot to spot"),
    ("Enter", "put the chip down; a click does the same"),
    ("−", "take one off; Shift-click does the same"),
    ("⌫", "undo: one step back"),
    ("A, Del", "clear the unconfirmed chips"),
    ("R, D", "repeat the last bets; double the chips on the cloth"),
    ("C", "confirm: the chips become bets, which are final"),
    ("M", "automatic: chips are confirmed when the betting closes"),
    ("B", "at a land table: take a box, or leave it"),
    ("V", "with cards in hand: call card or stand, then show them"),
    ("W", "withdraw stakes that a tie left on the cloth"),
    ("T", "top up: more credit from the account"),
    ("Space", "stay, when the session is about to close"),
    ("N", "connect again, after giving up"),
    ("H", "history"),
    ("X", "cash out: the credit goes to the account"),
    ("Q, Ctrl-C", "leave; the session stays open for a while"),
    ("◉  ◌", "confirmed; not yet confirmed"),
    ("Σ 120 · 3", "everybody's money, and the number of players"),
)
_STAGES: Final = {
    Stage.RESTING: "The table is waiting for players",
    Stage.MIXING: "A new shoe: the players help to shuffle",
    Stage.OPENING: "The list is closed: seeds are revealed",
    Stage.BURNING: "The order is fixed",
    Stage.BETTING: "Place your bets",
    Stage.CLOSING: "No more bets",
    Stage.DEALING: "No more bets",
    Stage.PAYING: "Stakes are settled",
    Stage.PAID: "The next coup follows",
}
_BACK: Final = {
    WhyReturned.RESTORE: "The coup is not finished",
    WhyReturned.VOID: "The coup is void",
    WhyReturned.WITHDRAWN: "Withdrawn",
    WhyReturned.ABSENT: "You were away",
    WhyReturned.STANDING: "The table has stopped",
}
_STANDINGS: Final = {
    Standing.OPEN: "The table is open again",
    Standing.PAUSED: "The table pauses after this coup",
    Standing.CLOSED: "The table closes after this coup",
}


def last_paid(paid: Paid, sheet: Sheet, currency: str) -> str:
    return f"Coup {paid.number}: {payment(paid, sheet, currency)}"


def phrase_of(event: Tells, table: SharedTableClient, *, loose: bool) -> str:
    """What the croupier says about an event; `loose`: there are unconfirmed chips."""
    sheet, currency = table.sheet, table.state.currency
    match event:
        case BetTaken():
            return f"In play: {named(sum(event.stakes.values()), currency)}."
        case Paid():
            return payment(event, sheet, currency)
        case GivenBack():
            return f"{_BACK[event.reason]}: {named(event.returned, currency)} back."
        case Held():
            return "Cards in your hand: press V. When time is up the croupier acts."
        case Result():
            return f"{event.punto} : {event.banco}, {verdict(event.outcome, sheet)}."
        case Closing():
            return "No more bets."
        case DealingBegan() if loose and not table.shared.automatic:
            return NO_BET
        case Revealed() if table.shared.verified == event.sabot:
            return f"Shoe {event.sabot} is revealed: everything you saw follows from the seeds. ✓"
        case _:
            return _of_the_sabot(event)


def _of_the_sabot(event: Tells) -> str:
    match event:
        case Shuffled(commitment=""):
            return f"Shoe {event.sabot} of real cards."
        case Shuffled():
            return f"Shoe {event.sabot} is shuffled; your seed took part."
        case Burned():
            return f"First card {sign(event.first)}: {event.burned} cards are burned."
        case Drawn(cut=True) | CutCardSeen(cut=True):
            return "The cut card: the cards are shuffled before the next coup."
        case CutCardSeen():
            return "It was not the cut card: the shoe goes on."
        case BettingOpened():
            return "Place your bets."
        case Stood():
            why = f": {printable(event.note)}" if event.note else "."
            return f"{_STANDINGS[event.standing]}{why}"
        case _:
            return ""


def stage_words(view: TableView, *, waits: bool) -> str:
    if view.standing is not Standing.OPEN and view.stage in (Stage.RESTING, Stage.PAID):
        why = f": {printable(view.note)}" if view.note else ""
        return f"The table is {view.standing}{why}"
    text = _STAGES[view.stage]
    if view.stage is Stage.BURNING and view.first:
        text = f"First card {sign(view.first)}: {view.burned} burned"
    if view.exhibition and view.stage not in (Stage.MIXING, Stage.OPENING):
        return f"{text} (exhibition: no player helped to shuffle)"
    return f"{text}: you wait for the next coup" if waits else text


def sign(card: str) -> str:
    return f"{card[0].replace('T', '10')}{SUIT_SIGNS[card[1]]}"


def statistics_text(figures: Statistics, sheet: Sheet) -> Text:
    """The statistics of the sabot so far, in one line."""
    text = Text()
    for bet, times in (
        (Bet.PUNTO, figures.punto),
        (Bet.BANCO, figures.banco),
        (Bet.EGALITE, figures.egalite),
    ):
        text.append(f"{label(sheet, bet)} ").append(f"{times}  ", "bold")
    pairs = f"{figures.punto_pair} / {figures.banco_pair}"
    text.append("pairs ").append(f"{pairs}  ", "bold")
    return text.append("naturals ").append(str(figures.naturals), "bold")
