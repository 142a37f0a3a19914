"""`puntobanco replay`: deal and pay a written sabot again."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.table import Table

    from puntobanco.game.notation import NotedSabot
    from puntobanco.game.replay import Replay


def replay(
    file: Annotated[Path, typer.Argument(help="A file in our notation; - is standard input.")],
    house: Annotated[
        str | None, typer.Option(help="Use this house's sheet instead of the one in the file.")
    ] = None,
) -> None:
    """Deal and pay a written sabot again, and draw its roads."""
    from puntobanco.cli.parts.output import Terminal, read_text
    from puntobanco.game import roads
    from puntobanco.game.notation import parse_sabot
    from puntobanco.houses import house as find_house

    sabot = parse_sabot(read_text(file))
    ours = find_house(house or sabot.house)
    played = ours.replay(sabot)
    out = Terminal()
    out.title(ours.sheet.name, ", ".join(f"{word} {text}" for word, text in sabot.remarks))
    out.show(_coups(played))
    for line in _insisted(sabot):
        out.line(line)
    if any(each.settlements for each in played.coups):
        out.show(_players(played))
    results = [roads.result(each.coup) for each in played.coups]
    for title, road in roads.ROADS.items():
        out.title(title)
        out.show(roads.print_road(road(results)))


def _coups(played: "Replay") -> "Table":
    from puntobanco.cli.parts.output import table
    from puntobanco.game.cards import print_cards
    from puntobanco.money import euros

    grid = table("coup", "cards", "punto", "banco", "outcome", "staked", "returned", left=2)
    for number, each in enumerate(played.coups, 1):
        coup = each.coup
        grid.add_row(
            str(number),
            print_cards(coup.cards),
            *map(str, coup.points.values()),
            coup.outcome,
            euros(each.staked),
            euros(each.returned),
        )
    return grid


def _insisted(sabot: "NotedSabot") -> "Iterator[str]":
    """Print cards that were insisted on: an earlier card was misread, nobody knows which."""
    from puntobanco.game.cards import print_cards

    by_coup = sabot.insisted, *(coup.insisted for coup in sabot.coups)
    for number, insisted in enumerate(by_coup):
        if insisted:
            where = f"coup {number}" if number else "before coup 1"
            yield f"insisted on, {where}: {print_cards(insisted)}"


def _players(played: "Replay") -> "Table":
    """What each player staked and got back in all."""
    from puntobanco.cli.parts.output import table
    from puntobanco.money import euros

    paid = [item for each in played.coups for item in each.settlements.items()]
    grid = table("player", "staked", "returned", "result")
    for player in dict.fromkeys(name for name, _ in paid):
        staked = sum(settlement.staked for name, settlement in paid if name == player)
        returned = sum(settlement.total for name, settlement in paid if name == player)
        grid.add_row(player or "–", *map(euros, (staked, returned, returned - staked)))
    return grid
