"""The part of the report about players: what an evening does to a bankroll."""

from html import escape
from typing import TYPE_CHECKING, Final

import numpy as np

from puntobanco.cli.parts.simulation_report import BAND, EXACT, INK, canvas, picture, plain
from puntobanco.game.sheet import Shuffle
from puntobanco.money import euros
from puntobanco.simulate.exact_sessions import exact_session
from puntobanco.simulate.plans import SessionPlan, Stop, flat, martingale
from puntobanco.simulate.sessions import SessionsResult, simulate_sessions

if TYPE_CHECKING:
    from puntobanco.houses.playing import House

STAKE: Final = 2_000  # cents; if a bet doesn't allow it, its minimum is used
STAKES: Final = 50  # in a bankroll
COUPS: Final = 200
SESSIONS: Final = 20_000
SHOWN: Final = 25
SIZE: Final = (4.6, 2.7)


def evening(house: "House", seed: int) -> str:
    """Compare two plans on the best bet: paths, results and figures."""
    best = max(house.odds.bets.values(), key=lambda each: each.exact)
    rule, step = best.rule, house.sheet.money.step
    stake = STAKE if rule.min <= STAKE <= rule.max and STAKE % step == 0 else rule.min
    currency = house.sheet.money.currency
    first = f"{euros(stake)} {currency}"
    plans = {
        "flat": (flat(best.bet, stake), f"{first} every time"),
        "martingale": (martingale(best.bet, stake), f"from {first}, doubled after every loss"),
    }
    bankroll, stop = STAKES * stake, Stop(coups=COUPS)
    results = {
        name: simulate_sessions(house, SessionPlan(bankroll, plan, stop), SESSIONS, seed)
        for name, (plan, _) in plans.items()
    }
    pictures = "".join(
        f"<h3>{name}: {plans[name][1]}</h3>"
        f'<div class="pictures pair">{_paths(name, result)}{_results(name, result)}</div>'
        for name, result in results.items()
    )
    rows = "".join(_row(house, name, result) for name, result in results.items())
    return (
        f"<h2>An evening on {escape(best.rule.label)}</h2>"
        f"<p>{SESSIONS:,} players bring {euros(bankroll)} {currency} and play {COUPS} coups, or"
        f" until the next stake isn't covered: how {SHOWN} of them fared, and how all ended.</p>"
        f'{pictures}<div class="wide"><table><thead><tr><th>plan</th>'
        f"<th>mean result, {currency}</th><th>5 %</th><th>median</th><th>95 %</th>"
        "<th>ruined %</th><th>exactly %</th></tr></thead>"
        f"<tbody>{rows}</tbody></table></div>"
    )


def _row(house: "House", name: str, result: SessionsResult) -> str:
    exactly = "–"
    if house.sheet.cards.shuffle is Shuffle.EVERY_COUP:
        exactly = f"{100 * exact_session(house, result.session).ruin:.3f}"
    cells = (
        name,
        euros(round(float(result.results.mean()))),
        *(euros(result.result_quantile(share)) for share in (0.05, 0.5, 0.95)),
        f"{100 * result.ruin.value:.3f}",
        exactly,
    )
    return "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>"


def _paths(plan: str, result: SessionsResult) -> str:
    figure = canvas(*SIZE)
    axes = figure.subplots()
    for path in result.paths(SHOWN):
        axes.plot(np.asarray(path) / 100, color=BAND, linewidth=0.7, alpha=0.5)
    axes.axhline(result.session.bankroll / 100, color=INK, linewidth=0.8)
    axes.set_xlabel("coups", color=INK, fontsize=8)
    plain(axes, f"Bankroll, {result.sheet.money.currency}")
    return picture(figure, f"{plan}-paths", f"{plan}: the bankrolls of {SHOWN} players, by coups")


def _results(plan: str, result: SessionsResult) -> str:
    figure = canvas(*SIZE)
    axes = figure.subplots()
    axes.hist(result.results / 100, bins=41, color=BAND, alpha=0.6)
    axes.axvline(float(result.results.mean()) / 100, color=EXACT, linewidth=1)
    axes.set_xlabel(
        f"result, {result.sheet.money.currency}; the line is the mean", color=INK, fontsize=8
    )
    plain(axes, "Players by result")
    return picture(figure, f"{plan}-results", f"{plan}: how many players ended with which result")
