"""`puntobanco odds`: print the exact return of every bet."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from puntobanco.cli.parts.output import Terminal
    from puntobanco.odds.returns import Returns


def odds(
    houses: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[HOUSE]...", help="Names of houses or paths of sheets; by default all houses."
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object per house.")] = False,
    left: Annotated[
        str | None,
        typer.Option(help='Cards left: "7dKs9c…", "7d=3 Ks=8…", "A=31 2=32…", 13 or 52 counts.'),
    ] = None,
    stake: Annotated[
        int | None, typer.Option(min=1, help="Show the return of this stake, in cents.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE.png", help="Draw the returns by bet and by stake.")
    ] = None,
) -> None:
    """Print every bet's exact probability, return, edge and variance."""
    from puntobanco.cli.parts.output import Terminal
    from puntobanco.houses import HOUSES, house

    out = Terminal()
    found = [house(name) for name in houses or HOUSES]
    tables = [each.odds if left is None else each.odds_left(left) for each in found]
    if plot:
        from puntobanco.cli.parts.odds_plot import save_plot

        save_plot(tables, plot)
    for ours, each in zip(found, tables, strict=True):
        if json:
            _print_json(each, stake, left is not None)
        else:
            _print(each, stake, out)
            for bet in ours.odds.bets.keys() - each.bets.keys():
                label = ours.odds[bet].rule.label
                out.show(f"{label} is left out: counts by rank say nothing of suits.")


def _print_json(returns: "Returns", stake: int | None, partial: bool) -> None:
    import msgspec

    left = {"cards_left": returns.cards} if partial else {}
    typer.echo(msgspec.json.encode(_as_json(returns, stake) | left))


def _as_json(returns: "Returns", stake: int | None) -> dict[str, Any]:
    from puntobanco.odds.returns import percent

    bets: dict[str, dict[str, Any]] = {}
    for bet, each in returns.bets.items():
        lowest, _ = each.lowest
        bets[bet] = {
            "wins": each.wins,
            "pushes": each.pushes,
            "return": str(each.exact),
            "lowest_return": str(lowest),
            "rtp": percent(each.exact),
            "variance": float(each.variance),
            "printed": None if each.printed is None else float(each.printed),
            "printed_holds": each.printed_holds,
        }
        if stake:
            at = each.at(stake)
            bets[bet]["at_stake"] = {
                "stake": stake,
                "winnings": each.rule.net.winnings(stake),
                "return": str(at),
                "rtp": percent(at),
            }
    return {
        "house": returns.house,
        "decks": returns.decks,
        "total": returns.total,
        "bets": bets,
    }


def _print(returns: "Returns", stake: int | None, out: "Terminal") -> None:
    from puntobanco.cli.parts.output import decks, percent, table

    cards = f"{returns.cards} cards of {decks(returns.decks)}"
    out.title(returns.house, f"{cards}, {returns.total:,} six-card sequences")
    figures = table(
        "bet", "odds", "chance %", "return %", "lowest %", "edge %", "variance", "printed"
    )
    exactly = table("bet", "wins", "pushes", "return")
    for bet, each in returns.bets.items():
        printed = f"{each.rule.rtp} {'✓' if each.printed_holds else '✗'}" if each.rule.rtp else ""
        figures.add_row(
            each.rule.label,
            str(each.rule.net),
            percent(each.probability),
            percent(each.exact),
            percent(each.lowest[0]),
            percent(each.edge),
            f"{float(each.variance):.4f}",
            printed,
        )
        exactly.add_row(bet, str(each.wins), str(each.pushes), str(each.exact))
    out.show(figures)
    out.show(exactly)
    if stake:
        _print_stake(returns, stake, out)


def _print_stake(returns: "Returns", stake: int, out: "Terminal") -> None:
    from puntobanco.cli.parts.output import percent, table
    from puntobanco.money import euros

    grid = table(f"{euros(stake)} on", "wins", "return %", "rounded off %", "lowest %", "at")
    for bet, each in returns.bets.items():
        at = each.at(stake)
        lowest, worst = each.lowest
        grid.add_row(
            bet,
            euros(each.rule.net.winnings(stake)),
            percent(at),
            percent(each.exact - at),
            percent(lowest),
            euros(worst),
        )
    out.show(grid)
