"""A plot of the odds: returns by bet and house, and return by stake."""

from collections.abc import Sequence
from pathlib import Path

from puntobanco.errors import ExtraMissing, Unwritable
from puntobanco.game.bets import Bet
from puntobanco.houses import HOUSES, house
from puntobanco.odds.returns import Returns

try:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
except ImportError:
    raise ExtraMissing(what="--plot", module="matplotlib", extra="plot") from None

COLOURS = {
    Bet.PUNTO: "#1f5fa8",
    Bet.BANCO: "#b3202c",
    Bet.EGALITE: "#2c7a4b",
    Bet.PUNTO_PAIR: "#6fa3d8",
    Bet.BANCO_PAIR: "#e08a8f",
    Bet.EITHER_PAIR: "#8a6fb0",
    Bet.PERFECT_PAIR: "#5b4a8a",
    Bet.GRANDE: "#c08a2e",
    Bet.PICCOLO: "#7a6a4f",
}
INK, RULE = "#2b2a27", "#d9d4c7"
MARKERS = "osD^vPX*"
PICTURES = (".png", ".svg", ".pdf")


def save_plot(tables: Sequence[Returns], file: Path) -> None:
    """Draw the given returns, together with those of our other houses."""
    if file.suffix not in PICTURES:
        raise Unwritable(file=file, why=f"the name must end in one of {', '.join(PICTURES)}")
    figure = Figure(figsize=(13, 6.2), layout="constrained", facecolor="#fbf9f3")
    by_bet, by_stake = figure.subplots(1, 2, width_ratios=(1, 1.15))
    _draw_by_bet(by_bet, tables)
    _draw_by_stake(by_stake, tables[0])
    for axes in (by_bet, by_stake):
        axes.set_facecolor("#fbf9f3")
        axes.grid(axis="both", color=RULE, linewidth=0.6)
        axes.set_axisbelow(True)
        axes.tick_params(colors=INK, length=0)
        axes.spines[:].set_visible(False)
    try:
        figure.savefig(file, dpi=150)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise Unwritable(file=file, why=why) from None


def _draw_by_bet(axes: Axes, tables: Sequence[Returns]) -> None:
    """One row per bet, one marker per house; the requested houses stand out."""
    given = [table.house for table in tables]
    others = [house(name).odds for name in HOUSES if name not in given]
    bets = [bet for bet in Bet if any(bet in table.bets for table in (*tables, *others))]
    for index, table in enumerate([*others, *tables]):
        mine = table.house in given
        shown = [bet for bet in bets if bet in table.bets]
        apart = 0.13 * (index - (len(tables) + len(others) - 1) / 2)
        rows = [bets.index(bet) + apart for bet in shown]
        axes.scatter(
            [float(table.bets[bet].exact * 100) for bet in shown],
            rows,
            marker=MARKERS[index % len(MARKERS)],
            s=64 if mine else 36,
            color=INK if mine else "#b9b2a0",
            label=table.house,
            zorder=3 if mine else 2,
        )
    axes.axvline(100, color="#b3202c", linewidth=1)
    axes.set_yticks(range(len(bets)), [bet.replace("_", " ") for bet in bets])
    axes.invert_yaxis()
    axes.set_xlabel("return, per cent of the stake", color=INK)
    axes.set_title("Returns by bet and house", loc="left", color=INK)
    axes.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.1), ncols=3, fontsize=8)


def _draw_by_stake(axes: Axes, table: Returns) -> None:
    """The return by stake: every cent as a line, allowed stakes as dots."""
    most = max(200, *(2 * each.rule.min for each in table.bets.values()))
    cents = range(5, most + 1)
    for bet, each in table.bets.items():
        colour = COLOURS[bet]
        every = [float(each.at(cent) * 100) for cent in cents]
        axes.plot(cents, every, color=colour, linewidth=0.9, alpha=0.6)
        allowed = [cent for cent in cents if cent >= each.rule.min and cent % each.step == 0]
        axes.scatter(
            allowed,
            [float(each.at(cent) * 100) for cent in allowed],
            s=22,
            color=colour,
            label=each.rule.label,
            zorder=3,
        )
    axes.set_xticks(range(0, most + 1, most // 10))
    axes.xaxis.set_major_formatter(lambda cent, _: f"{cent / 100:.2f}")
    axes.set_xlabel("stake (dots: allowed at this house)", color=INK)
    axes.set_title(
        f"Return by stake at {table.house}, winnings rounded down", loc="left", color=INK
    )
    axes.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.1), ncols=5, fontsize=8)
