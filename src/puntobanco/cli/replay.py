"""`puntobanco replay`: a noted sabot, played again."""

from pathlib import Path
from typing import Annotated

import typer


def replay(
    file: Annotated[Path, typer.Argument(help="A sabot in our notation.")],
    house: Annotated[
        str | None, typer.Option(help="Play it by another house's sheet than the one noted.")
    ] = None,
) -> None:
    """Deal and pay a noted sabot again, and draw its roads."""
    from puntobanco import houses
    from puntobanco.cli.terminal import console, read_text, table
    from puntobanco.game import roads
    from puntobanco.game.cards import print_cards
    from puntobanco.game.notation import parse_sabot
    from puntobanco.money import euros

    sabot = parse_sabot(read_text(file))
    played = houses.house(house or sabot.house).replay(sabot)
    out = console()
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
    out.print(grid)
    results = [roads.result(each.coup) for each in played.coups]
    for title, road in roads.ROADS.items():
        out.print(f"[bold]{title}[/]\n{roads.print_road(road(results))}\n", soft_wrap=True)
