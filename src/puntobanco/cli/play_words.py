"""What the table says in a terminal: money, verdicts, refusals."""

from collections.abc import Mapping
from typing import Any, Final

from puntobanco.cli.printable import printable
from puntobanco.client import DoesNotHold, Link
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
from puntobanco.game.coup import Outcome
from puntobanco.game.settlement import check_stakes
from puntobanco.game.sheet import Sheet
from puntobanco.ledger.accounts import PLAY_MONEY
from puntobanco.wire.messages import Closed, Coup, Reason

LINKS: Final = {
    Link.CONNECTING: "◌ connecting…",
    Link.CONNECTED: "● connected",
    Link.RECONNECTING: "◌ reconnecting…",
    Link.STOPPED: "○ no connection",
    Link.OVER: "○ session closed",
}
_SIGNS: Final = {"EUR": "€ ", PLAY_MONEY: ""}
_CLOSED: Final = {
    Reason.CASH_OUT: "Cashed out",
    Reason.INACTIVITY: "Closed, as nobody played",
    Reason.DISCONNECTED: "Closed, as the connection was lost",
}
_BETS: Final = {Outcome.PUNTO: Bet.PUNTO, Outcome.BANCO: Bet.BANCO, Outcome.EGALITE: Bet.EGALITE}


def amount(cents: int, currency: str) -> str:
    """As the houses print it: € 1.234,50. Play money has no sign."""
    whole, rest = divmod(abs(cents), 100)
    sign = "−" if cents < 0 else ""
    grouped = f"{whole:,}".replace(",", ".")
    return f"{sign}{_SIGNS.get(currency, f'{currency} ')}{grouped},{rest:02}"


def named(cents: int, currency: str) -> str:
    """The same where nothing around it says what money it is."""
    return amount(cents, currency) + (" play money" if currency == PLAY_MONEY else "")


def difference(cents: int, currency: str) -> str:
    sign = "+" if cents > 0 else "±" if cents == 0 else ""
    return sign + amount(cents, currency)


def label(sheet: Sheet, bet: Bet) -> str:
    """A bet as the house prints it."""
    offers = sheet.offers
    return printable(offers[bet].label if bet in offers else bet.value.capitalize())


def payment(coup: Coup, sheet: Sheet, currency: str) -> str:
    """Who won, and what each bet got."""
    is_tie = coup.outcome is Outcome.EGALITE
    verdict = "Patta" if is_tie else f"{label(sheet, _BETS[coup.outcome])} wins"
    parts = []
    for paid in coup.bets:
        if paid.winnings:
            less = f" less {amount(paid.commission, currency)}" if paid.commission else ""
            won = amount(paid.winnings + paid.commission, currency)
            parts.append(f"{label(sheet, paid.bet)} +{won}{less}")
        elif paid.returned:
            parts.append(f"{label(sheet, paid.bet)} takes its stake back")
    return f"{coup.punto} : {coup.banco}, {verdict}. {'; '.join(parts) or 'Nothing won'}."


def stopped(why: str) -> str:
    return f"{printable(why[:1].upper() + why[1:])}. N tries again, Q leaves."


def closing(closed: Closed, currency: str) -> str:
    return f"{_CLOSED[closed.reason]}: {named(closed.credited, currency)} credited. Q leaves."


def refused(
    refusal: Refusal, sheet: Sheet, stakes: Mapping[Bet, int], credit: int, currency: str
) -> str:
    """The refusal with its code; amounts as the table shows them, not in cents."""
    said, facts = refusal.message, _facts(refusal, sheet, stakes, credit)
    if isinstance(refusal, DoesNotHold):
        said = f"Does not hold: {refusal.facts['what']}. No more is bet here, X cashes out."
    elif facts:
        shown = {
            name: label(sheet, fact) if isinstance(fact, Bet) else amount(fact, currency)
            for name, fact in facts.items()
        }
        said = refusal.sentence.format_map(shown).removesuffix(" (cents)")
    return f"{printable(said[:1].upper() + said[1:])}  [{refusal.code}]"


def _facts(
    refusal: Refusal, sheet: Sheet, stakes: Mapping[Bet, int], credit: int
) -> Mapping[str, Any]:
    """What a refusal is about, if it is about money: a server says it in words alone."""
    if isinstance(refusal, NotEnoughCredit):
        return {"staked": sum(stakes.values()), "credit": credit}
    try:
        check_stakes(sheet, stakes)
    except (BelowMinimum, AboveMaximum, OffStep, CoupAboveMaximum) as found:
        return found.facts if type(found) is type(refusal) else {}
    except BetRefused:
        pass
    return {}
