"""`puntobanco house`: print a sheet in a readable form."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from puntobanco.cli.parts.arguments import HouseArgument

if TYPE_CHECKING:
    from rich.table import Table

    from puntobanco.game.sheet import Cards, Sheet
    from puntobanco.houses.playing import House


def house(name: HouseArgument) -> None:
    """Show a house: cards, bets with odds and returns, limits, tiraggio, readings, notices."""
    from puntobanco.cli.parts.output import Terminal
    from puntobanco.houses import house as find_house

    ours = find_house(name)
    sheet, out = ours.sheet, Terminal()
    out.title(sheet.title, sheet.name)
    out.show(f"Book {sheet.book}")
    for part in (_cards(sheet.cards), _betting(sheet), _money(sheet), _table(sheet), _times(sheet)):
        for fact in part:
            out.write(fact, indent=2)
    out.show()
    out.title("Bets")
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
    if ours.texts.notices:
        out.title("Notices")
        for notice in ours.texts.notices:
            out.write(notice.en, indent=2)


def _cards(cards: "Cards") -> Iterator[str]:
    from puntobanco.cli.parts.output import decks
    from puntobanco.game.sheet import Excess, Shuffle, Source

    dealt = " or ".join(f"face {face}" for face in cards.faces)
    if cards.shuffle is Shuffle.EVERY_COUP:
        yield f"{decks(cards.decks)}, shuffled before every coup, dealt {dealt}"
    else:
        yield f"{decks(cards.decks)}, cut card {cards.cut} cards before the end, dealt {dealt}"
    if cards.burn:
        yield f"Burn: the first card is shown and its points burned, {cards.burn.ten} for a ten"
    sources = {Source.SABOT: "our sabot", Source.CROUPIER: "a real one, read in by the croupier"}
    yield f"Cards from {' or '.join(sources[source] for source in cards.sources)}"
    if cards.excess:
        fate = {Excess.BURNED: "is burned", Excess.NEXT_COUP: "opens the next coup"}
        yield f"A card drawn by mistake {fate[cards.excess]}"


def _betting(sheet: "Sheet") -> Iterator[str]:
    from puntobanco.game.sheet import EgaliteStakes, EndedBy

    betting = sheet.betting
    ends = {
        EndedBy.PLAYER: "The player ends the betting",
        EndedBy.CLOCK: f"The clock ends the betting after {sheet.times.betting_s} s",
        EndedBy.CROUPIER: "The croupier ends the betting",
    }
    stakes = {EgaliteStakes.RETURNED: "come back", EgaliteStakes.LEFT: "stay on the cloth"}
    yield f"{ends[betting.ended_by]}; at égalité the stakes {stakes[betting.egalite_stakes]}"
    several = "one after another" if betting.several_confirmations else "once"
    alone = ", or automatically at the close" if betting.automatic_confirmation else ""
    yield f"Bets are confirmed {several}{alone}"
    buttons = (betting.confirm, betting.clear, betting.leave)
    yield f"Buttons: {', '.join(f'«{words}»' for words in buttons if words)}"


def _money(sheet: "Sheet") -> Iterator[str]:
    from puntobanco.game.sheet import Rounding
    from puntobanco.money import euros

    money = sheet.money
    whole = "exact" if money.rounding is Rounding.EXACT else "rounded down to the cent"
    yield (
        f"Stakes in steps of {euros(money.step)} {money.currency}, at most {euros(money.coup_max)}"
        f" a coup; winnings {whole}{'; play money only' if money.play_only else ''}"
    )
    yield f"Chips {', '.join(map(euros, money.chips))}"


def _table(sheet: "Sheet") -> Iterator[str]:
    table = sheet.table
    if table.boxes:
        standing = ", others standing" if table.standing else ""
        boxes = " or ".join(map(str, table.boxes))
        yield f"{boxes} boxes, {table.players_per_box} players to each{standing}"
    if table.holders:
        sides = " and ".join(table.holders)
        calls = "; Punto's holder calls for the card" if table.holder_calls else ""
        yield f"Cards in hand: {sides}, {sheet.times.squeeze_s} s to turn them{calls}"
    if table.tips:
        yield "Tips for the croupiers"
    if table.display:
        yield "An information display at the table"


def _times(sheet: "Sheet") -> Iterator[str]:
    times = sheet.times
    yield (
        f"A session is closed after {times.inactivity_s // 60} min without an action (warned"
        f" {times.warning_s} s before) or {times.disconnected_s // 60} min without a connection"
    )
    first, last = times.reconnect_ms
    yield f"A lost client tries again after {first} to {last} ms"


def _bets(ours: "House") -> "Table":
    from puntobanco.cli.parts.output import percent, table
    from puntobanco.money import euros

    grid = table("bet", "label", "odds", "return %", "lowest %", "printed", "min", "max", left=2)
    for bet, each in ours.odds.bets.items():
        rule = each.rule
        grid.add_row(
            bet,
            rule.label,
            rule.odds + (f" − {rule.commission} %" if rule.commission else ""),
            percent(each.exact),
            percent(each.lowest[0]),
            rule.rtp or "",
            euros(rule.min),
            euros(rule.max),
        )
    return grid
