"""`puntobanco houses`: list the houses, one line each."""


def houses() -> None:
    """List the houses, and which of them have private tables to play at."""
    from puntobanco.cli.parts.output import Terminal, percent, table
    from puntobanco.game.sheet import EndedBy
    from puntobanco.houses import HOUSES, house

    grid = table("house", "title", "decks", "bets", "best bet", "return %", "play", left=2)
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
            "yes" if ours.sheet.betting.ended_by is EndedBy.PLAYER else "–",
        )
    Terminal().show(grid)
