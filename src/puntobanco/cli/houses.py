"""`puntobanco houses`: the houses, a line each."""


def houses() -> None:
    """List the houses."""
    from puntobanco.cli.terminal import Terminal, percent, table
    from puntobanco.houses import HOUSES, house

    grid = table("house", "title", "decks", "bets", "best bet", "return %", left=2)
    for name in HOUSES:
        ours = house(name)
        best = max(ours.odds.bets.values(), key=lambda each: each.exact)
        grid.add_row(
            name,
            ours.sheet.title,
            str(ours.sheet.cards.decks),
            str(len(ours.odds)),
            best.rule.label,
            percent(best.exact),
        )
    Terminal().show(grid)
