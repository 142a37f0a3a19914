"""`puntobanco house`: a sheet, readably."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from puntobanco.cli.arguments import HouseName

if TYPE_CHECKING:
    from rich.table import Table

    from puntobanco.game.sheet import Sheet
    from puntobanco.houses.playing import House


def house(name: HouseName) -> None:
    """Show a house's sheet: cards, bets with odds and returns, limits, tiraggio, readings."""
    from puntobanco import houses
    from puntobanco.cli.terminal import Terminal

    ours = houses.house(name)
    sheet, out = ours.sheet, Terminal()
    out.title(sheet.title, sheet.name)
    out.show(f"Book {sheet.book}")
    for fact in _facts(sheet):
        out.write(fact, indent=2)
    out.title("\nBets")
    out.show(_bets(ours))
    out.title("Tiraggio")
    letters = f"{sheet.tiraggio.draw} draws, {sheet.tiraggio.stand} stands"
    out.show(f"  {letters}; eight and nine are naturals")
    for text in (sheet.tiraggio.punto, sheet.tiraggio.banco):
        out.show(*(f"  {line}" for line in text.strip().splitlines()))
    out.title("Readings")
    for reading in sheet.readings:
        out.write(f"“{reading.words}”", indent=2, style="italic")
        out.write(reading.reads, indent=4)
        out.write(reading.because, indent=4, style="dim")
        out.show()


def _facts(sheet: "Sheet") -> Iterator[str]:
    from puntobanco.cli.terminal import decks
    from puntobanco.game.sheet import EndedBy, Rounding, Shuffle, TieStakes
    from puntobanco.money import euros

    cards, betting, money, table, times = (
        sheet.cards,
        sheet.betting,
        sheet.money,
        sheet.table,
        sheet.times,
    )
    dealt = " or ".join(f"face {face}" for face in cards.faces)
    if cards.shuffle is Shuffle.EVERY_COUP:
        yield f"{decks(cards.decks)}, shuffled before every coup, dealt {dealt}"
    else:
        yield f"{decks(cards.decks)}, cut card {cards.cut} cards before the end, dealt {dealt}"
    if cards.burn:
        yield f"Burn: the first card is shown and its points burned, {cards.burn.ten} for a ten"
    ends = {
        EndedBy.PLAYER: f"The player ends the betting with «{betting.confirm}»",
        EndedBy.CLOCK: f"The clock ends the betting after {times.betting_s} s",
        EndedBy.CROUPIER: "The croupier ends the betting",
    }
    stakes = {TieStakes.RETURNED: "come back", TieStakes.LEFT: "stay on the cloth"}
    yield (
        f"{ends[betting.ended_by]}; on a tie the stakes on both sides {stakes[betting.tie_stakes]}"
    )
    whole = "exact" if money.rounding is Rounding.EXACT else "rounded down to the cent"
    yield (
        f"Stakes in steps of {euros(money.step)} {money.currency}, at most {euros(money.coup_max)}"
        f" a coup; winnings {whole}{'; play money only' if money.play_only else ''}"
    )
    yield f"Chips {', '.join(map(euros, money.chips))}"
    if table.boxes:
        yield (
            f"{' or '.join(map(str, table.boxes))} boxes, {table.players_per_box} players to each"
            f"{', others standing' if table.standing else ''}"
        )
    if table.holders:
        yield f"Cards in hand: {' and '.join(table.holders)}, {times.squeeze_s} s to turn them"
    yield (
        f"Closed after {times.inactivity_s // 60} min without an action,"
        f" {times.disconnected_s // 60} min without a connection"
    )


def _bets(ours: "House") -> "Table":
    from puntobanco.cli.terminal import percent, table
    from puntobanco.money import euros

    grid = table("bet", "label", "odds", "return %", "printed", "min", "max", left=2)
    for bet, each in ours.odds.bets.items():
        rule = each.rule
        odds = rule.odds + (f" − {rule.commission} %" if rule.commission else "")
        limits = euros(rule.min), euros(rule.max)
        grid.add_row(bet, rule.label, odds, percent(each.exact), rule.rtp or "", *limits)
    return grid
