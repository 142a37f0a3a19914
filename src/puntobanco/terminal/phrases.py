"""The phrases a table shows in a terminal: money, verdicts, refusals."""

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from puntobanco.client import ClientState, DoesNotHold, Link
from puntobanco.errors import (
    AboveMaximum,
    BelowMinimum,
    BetRefused,
    CoupAboveMaximum,
    NotEnoughCredit,
    OffStep,
    Refusal,
)
from puntobanco.game.bets import Bet
from puntobanco.game.coup import NATURAL, Outcome, Side
from puntobanco.game.coup import Coup as Dealt
from puntobanco.game.settlement import check_stakes
from puntobanco.game.sheet import BetRule, Sheet
from puntobanco.ledger.accounts import PLAY_MONEY
from puntobanco.terminal.english import in_english
from puntobanco.terminal.printable import printable
from puntobanco.wire.bodies import RefillView
from puntobanco.wire.messages import Closed, CoupPlayed, Paid, Reason

LINKS: Final = {
    Link.CONNECTING: "◌ connecting…",
    Link.CONNECTED: "● connected",
    Link.RECONNECTING: "◌ reconnecting…",
    Link.STOPPED: "○ no connection",
    Link.OVER: "○ session closed",
}
_AMOUNT: Final = re.compile(
    r"([0-9]{1,3}([,.])[0-9]{3}(?:\2[0-9]{3})*|[0-9]{1,12})(?:(?!\2)[,.]([0-9]{1,2}))?"
)
_SIGNS: Final = {"EUR": "€", PLAY_MONEY: "", "": ""}
_CLOSED: Final = {
    Reason.CASH_OUT: "Cashed out",
    Reason.INACTIVITY: "Closed after inactivity",
    Reason.DISCONNECTED: "Closed because the connection was lost",
}
_HANDS: Final = {Side.PUNTO: Bet.PUNTO, Side.BANCO: Bet.BANCO}
_BETS: Final = {Outcome.PUNTO: Bet.PUNTO, Outcome.BANCO: Bet.BANCO, Outcome.EGALITE: Bet.EGALITE}


def amount(cents: int, currency: str) -> str:
    """An amount as English writes it: €1,234.50. Play money has no currency sign."""
    whole, rest = divmod(abs(cents), 100)
    sign = "−" if cents < 0 else ""
    return f"{sign}{_SIGNS.get(currency, f'{currency} ')}{whole:,}.{rest:02}"


def parse_amount(text: str) -> int | None:
    """A typed amount in cents: 25, 25.50, 25,50, 1,000 or 1.000; None if it is not an amount."""
    match = _AMOUNT.fullmatch(text.strip())
    if match is None:
        return None
    return int(re.sub("[,.]", "", match[1])) * 100 + int((match[3] or "").ljust(2, "0"))


def short(cents: int) -> str:
    """A short amount, for chips and limits: 0.50, 25, 1,000."""
    return amount(cents, PLAY_MONEY).removesuffix(".00")


def named(cents: int, currency: str) -> str:
    """The amount with its currency, for places where nothing else names it."""
    return amount(cents, currency) + (" play money" if currency == PLAY_MONEY else "")


def difference(cents: int, currency: str) -> str:
    sign = "+" if cents > 0 else "±" if cents == 0 else ""
    return sign + amount(cents, currency)


def label(sheet: Sheet, bet: Bet) -> str:
    """A bet in English."""
    offers = sheet.offers
    return in_english(offers[bet].label if bet in offers else bet.value)


def odds_text(rule: BetRule) -> str:
    """The odds as people say them, after the commission: 0.95:1 for 19:20.

    Odds that four decimals don't hold stand as they are.
    """
    odds = rule.net
    whole, rest = divmod(10_000 * odds.win, odds.stake)
    return str(odds) if rest else f"{Decimal(whole).scaleb(-4).normalize():f}:1"


def reasons(dealt: Dealt, sheet: Sheet) -> tuple[str, ...]:
    """Why each side drew or stood, with the names of the sides."""
    names = {side: label(sheet, bet) for side, bet in _HANDS.items()}
    if not dealt.decisions:
        has = {side: dealt.points[side] for side in Side}
        naturals = [f"{names[side]} {total}" for side, total in has.items() if total >= NATURAL]
        return (f"{', '.join(naturals)}: natural, nobody draws",)
    phrases = []
    for each in dealt.decisions:
        seen = ""
        if each.side is Side.BANCO:
            punto, third = names[Side.PUNTO], each.third
            seen = f", {punto} stood" if third is None else f", {punto}'s third card {third}"
        verb = "draws" if each.draws else "stands"
        phrases.append(f"{names[each.side]} {each.points}{seen}: {verb}")
    return tuple(phrases)


def verdict(outcome: Outcome, sheet: Sheet) -> str:
    return label(sheet, _BETS[outcome]) + " wins" * (outcome is not Outcome.EGALITE)


def payment(coup: CoupPlayed | Paid, sheet: Sheet, currency: str) -> str:
    """Who won, what each bet got, and the net result."""
    parts, left = [], coup.left if isinstance(coup, Paid) else {}
    for paid in coup.bets:
        if paid.winnings:
            less = f" less {amount(paid.commission, currency)}" if paid.commission else ""
            won = amount(paid.winnings + paid.commission, currency)
            parts.append(f"{label(sheet, paid.bet)} +{won}{less}")
        elif paid.bet in left:
            parts.append(f"{label(sheet, paid.bet)} stays on the cloth")
        elif paid.returned:
            parts.append(f"{label(sheet, paid.bet)} stake returned")
    net = difference(coup.returned + sum(left.values()) - coup.staked, currency)
    payments = "; ".join(parts) or "nothing won"
    return f"{coup.punto} : {coup.banco}, {verdict(coup.outcome, sheet)}. {net} in all: {payments}."


def stopped(why: str) -> str:
    return f"{printable(why[:1].upper() + why[1:])}. N tries again, Q leaves."


def closing(closed: Closed, currency: str) -> str:
    credited = named(closed.credited, currency)
    return f"{_CLOSED[closed.reason]}: {credited} credited. S sits down again, Q leaves."


def too_much(sheet: Sheet, stakes: Mapping[Bet, int], credit: int, currency: str) -> str:
    """Why no more chips can be laid, or an empty text."""
    for bet, stake in stakes.items():
        most = sheet.offers[bet].max
        if stake > most:
            return f"The maximum on {label(sheet, bet)} is {amount(most, currency)}."
    total, most = sum(stakes.values()), sheet.money.coup_max
    if total > most:
        return f"The maximum on one coup is {amount(most, currency)}, all bets together."
    if total > credit:
        return f"The credit is {amount(credit, currency)}. Press T to top up."
    return ""


def empty(refill: RefillView | None, currency: str) -> str:
    """Why there is nothing to bring to the table, and what can be done about it."""
    if currency != PLAY_MONEY:
        return "The account is empty. Money comes from the cash desk of the house."
    if refill is not None and refill.wait_ms:
        return f"The account is empty. It can be refilled in {-(-refill.wait_ms // 60_000)} min."
    return "The account is empty."


def limits(sheet: Sheet, bet: Bet, *, roomy: bool) -> str:
    rule = sheet.offers[bet]
    here = f"{short(rule.min)}–{short(rule.max)}"
    if roomy:
        return f"{label(sheet, bet)} {here}, a coup up to {short(sheet.money.coup_max)}"
    return f"{here}, coup {short(sheet.money.coup_max)}"


def parting(state: ClientState, again: str) -> str:
    """The last words on the terminal after leaving; `again` is the command to come back."""
    if state.closed is not None:
        credited = named(state.closed.credited, state.currency)
        return f"{_CLOSED[state.closed.reason]}: {credited} credited."
    if not again:
        return "Your own house is closed, and its play money is gone."
    minutes = state.sheet.times.disconnected_s // 60
    return (
        f"Your session stays open for {minutes} minutes, with {named(state.credit, state.currency)}"
        f" on the table; then it goes back to your account. To come back:\n  {again}"
    )


def refused(
    refusal: Refusal, sheet: Sheet, stakes: Mapping[Bet, int], credit: int, currency: str
) -> str:
    """A refusal's message and code, with amounts and bets as the table shows them."""
    text, facts = refusal.message, _facts(refusal, sheet, stakes, credit)
    if isinstance(refusal, DoesNotHold):
        text = f"Does not hold: {refusal.facts['what']}. No more bets here; X cashes out."
    elif facts:
        shown = {
            name: label(sheet, fact) if isinstance(fact, Bet) else amount(fact, currency)
            for name, fact in facts.items()
        }
        text = refusal.sentence.format_map(shown)
    return f"{printable(text[:1].upper() + text[1:])}  [{refusal.code}]"


def _facts(
    refusal: Refusal, sheet: Sheet, stakes: Mapping[Bet, int], credit: int
) -> Mapping[str, Any]:
    """The facts of a refusal about money, computed here: a server sends only a message."""
    if isinstance(refusal, NotEnoughCredit):
        return {"staked": sum(stakes.values()), "credit": credit}
    try:
        check_stakes(sheet, stakes)
    except (BelowMinimum, AboveMaximum, OffStep, CoupAboveMaximum) as found:
        return found.facts if type(found) is type(refusal) else {}
    except BetRefused:
        pass
    return {}
