"""The report of a simulation: one HTML page with everything in it."""

import re
from collections.abc import Iterator, Sequence
from html import escape
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from puntobanco.cli.parts.output import signed
from puntobanco.errors import ExtraMissing, Unwritable
from puntobanco.game.bets import Bet

try:
    from matplotlib import rc_context
    from matplotlib.figure import Figure
    from matplotlib.ticker import EngFormatter, FixedLocator, LogLocator, NullLocator
except ModuleNotFoundError:
    raise ExtraMissing(what="--report", module="matplotlib", extra="plot") from None

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from puntobanco.houses.playing import House
    from puntobanco.simulate.statistics import Estimates

PAPER, INK, RULE, EXACT, BAND = "#fbf9f3", "#2b2a27", "#d9d4c7", "#b3202c", "#1f5fa8"

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ margin: 0 auto; max-width: 68rem; padding: 2rem 1.25rem; background: {paper}; color: {ink};
  font: 1rem/1.5 Georgia, "Times New Roman", serif; }}
h1 {{ font-weight: normal; font-size: 2rem; margin: 0; }}
h2 {{ font-weight: normal; margin-top: 2.5rem; }}
h3 {{ font-weight: normal; font-style: italic; font-size: 1.1rem; }}
p.facts {{ margin: .25rem 0 2rem; color: #6b675c; }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums;
  font-family: system-ui, sans-serif; font-size: .9rem; }}
th, td {{ text-align: right; padding: .35rem .9rem; border-bottom: 1px solid {rule}; }}
th:first-child, td:first-child {{ text-align: left; }}
.wide {{ overflow-x: auto; }}
.pictures {{ display: grid; gap: 1rem 1.25rem;
  grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); }}
.pictures.pair {{ grid-template-columns: repeat(auto-fill, minmax(min(28rem, 100%), 1fr)); }}
.pictures + .wide {{ margin-top: 1.5rem; }} svg {{ width: 100%; height: auto; }}
@media (max-width: 30rem) {{ th, td {{ padding: .35rem .3rem; font-size: .8rem; }} }}
</style></head><body>
<h1>{title}</h1>
<p class="facts">{facts}</p>
<div class="wide"><table>
<thead><tr><th>bet</th><th>return %</th><th>± %</th><th>exact %</th><th>z</th></tr></thead>
<tbody>{rows}</tbody></table></div>
{sections}
</body></html>
"""


def check_writable(file: Path) -> None:
    """Raise before the run if the file can't be written; leaves no new file."""
    try:
        new = not file.exists()
        with file.open("a", encoding="utf-8"):
            pass
        if new:
            file.resolve().unlink()
    except OSError as error:
        raise Unwritable(file=file, why=error.strerror) from None


def write_report(
    file: Path, house: "House", history: "Sequence[Estimates]", facts: str, players: str
) -> None:
    """Write the page: the table, how each bet converged, and players' evenings."""
    result = history[-1]
    rows = "".join(
        f"<tr><td>{escape(house.odds[bet].rule.label)}</td><td>{each.rtp:.5f}</td>"
        f"<td>{each.stderr:.5f}</td><td>{each.exact:.5f}</td><td>{signed(each.z)}</td></tr>"
        for bet, each in result.bets.items()
    )
    convergence = (
        "<h2>Convergence</h2><p>The return of each bet as the coups went on, with a band of two"
        " standard errors on either side. The line is the exact value.</p>"
        f'<div class="pictures">{"".join(_convergence(house, history))}</div>'
    )
    page = PAGE.format(
        title=escape(f"{house.sheet.title}: {result.coups:,} coups"),
        facts=escape(facts),
        rows=rows,
        sections=convergence + players,
        paper=PAPER,
        ink=INK,
        rule=RULE,
    )
    try:
        file.write_text(page, encoding="utf-8")
    except OSError as error:
        raise Unwritable(file=file, why=error.strerror) from None


def picture(figure: Figure, name: str, alt: str) -> str:
    """A figure as SVG for the page, with stable ids that begin with its name."""
    out = StringIO()
    with rc_context({"svg.hashsalt": name}):
        figure.savefig(out, format="svg", metadata={"Date": None})
    text = re.sub(r'( id="|href="#|url\(#)', rf"\g<1>{name}-", out.getvalue())
    return f'<svg role="img" aria-label="{escape(alt)}"' + text[text.index("<svg") + 4 :]


def canvas(width: float, height: float) -> Figure:
    """A figure about as wide as it is shown, so that its text stays legible."""
    return Figure(figsize=(width, height), layout="constrained", facecolor=PAPER)


def plain(axes: "Axes", title: str) -> None:
    """The common style of all pictures."""
    axes.set_facecolor(PAPER)
    axes.grid(color=RULE, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(colors=INK, length=0, labelsize=8)
    axes.spines[:].set_visible(False)
    axes.set_title(title, loc="left", color=INK, fontsize=10)


def _convergence(house: "House", history: "Sequence[Estimates]") -> Iterator[str]:
    for bet in history[-1].bets:
        label = house.odds[bet].rule.label
        figure = canvas(3.6, 2.5)
        _converge(figure.subplots(), label, bet, history)
        yield picture(figure, bet, f"{label}: the return, in per cent, over the coups")


def _converge(axes: "Axes", label: str, bet: Bet, history: "Sequence[Estimates]") -> None:
    coups = [each.coups for each in history]
    low, middle, high = zip(*_band(bet, history), strict=True)
    last = history[-1].bets[bet]
    axes.fill_between(coups, low, high, color=BAND, alpha=0.18, linewidth=0)
    axes.plot(coups, middle, color=BAND, linewidth=1.2)
    axes.axhline(last.exact, color=EXACT, linewidth=0.9)
    axes.set_xscale("log")
    if last.stderr:  # the first returns vary so much that they would flatten the rest
        room = 12 * last.stderr
        axes.set_ylim(last.exact - room, last.exact + room)
    axes.ticklabel_format(axis="y", useOffset=False)
    decades = coups[-1] >= 10 * coups[0]
    axes.xaxis.set_major_locator(LogLocator(subs=(1,)) if decades else FixedLocator([coups[-1]]))
    axes.xaxis.set_major_formatter(EngFormatter(sep=""))
    axes.xaxis.set_minor_locator(NullLocator())
    plain(axes, label)


def _band(bet: Bet, history: "Sequence[Estimates]") -> Iterator[tuple[float, float, float]]:
    for each in history:
        now = each.bets[bet]
        yield now.rtp - 2 * now.stderr, now.rtp, now.rtp + 2 * now.stderr
