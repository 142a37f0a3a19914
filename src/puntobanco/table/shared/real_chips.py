"""The stakes of real chips, which the croupier keys in, and what is due to each player."""

from msgspec.structs import replace

from puntobanco.errors import NoSuchBox, NoSuchPlace
from puntobanco.game.bets import Bet
from puntobanco.game.coup import Coup
from puntobanco.game.settlement import check_stakes, pay
from puntobanco.game.sheet import EgaliteStakes
from puntobanco.table.shared.dealing import after, asked
from puntobanco.table.shared.shared_table import TableChange
from puntobanco.table.shared.step_context import StepContext
from puntobanco.wire import console_commands, stream
from puntobanco.wire.stream import Due, KeyedStakes


def key_in(context: StepContext, command: console_commands.KeyIn) -> TableChange:
    check_keyed(context, command)
    place = command.box, command.place
    event = stream.Keyed(*context.at, context.view.coup, *place, command.bets)
    return context.tell(replace(event, asks=asked(after(context, event))))


def check_keyed(
    context: StepContext, command: console_commands.KeyIn | console_commands.Amend
) -> None:
    """Refuse stakes outside the boxes or the limits."""
    table = context.setup.sheet.table
    numbered = table.boxes[0] if table.boxes else 0
    if command.box > numbered or not (command.box or table.standing):
        raise NoSuchBox(box=command.box, boxes=numbered)
    if command.box and command.place > (table.players_per_box or 1):
        most = table.players_per_box or 1
        raise NoSuchPlace(box=command.box, place=command.place, most=most)
    check_stakes(context.setup.sheet, command.bets)


def by_place(keyed: KeyedStakes) -> dict[tuple[int, int], dict[Bet, int]]:
    """Return stakes on a real cloth by box and place."""
    return {(box, place): bets for box, players in keyed.items() for place, bets in players.items()}


def left_keyed(context: StepContext) -> KeyedStakes:
    """Return the stakes that the last coup left on the real cloth."""
    left: KeyedStakes = {}
    if context.setup.sheet.betting.egalite_stakes is not EgaliteStakes.LEFT:
        return left
    for due in context.view.due:
        bets = {each.bet: each.stake for each in due.bets if each.returned == each.stake}
        if bets:
            left.setdefault(due.box, {})[due.place] = bets
    return left


def keyed_at_opening(context: StepContext) -> KeyedStakes:
    """Return the stakes of a new betting: those left, and those keyed in before a reversal."""
    places, keyed = by_place(left_keyed(context)), KeyedStakes()
    for at, bets in by_place(context.view.waiting).items():
        lies = {**places.get(at, {}), **bets}
        places[at] = {bet: cents for bet, cents in lies.items() if cents}
    for (box, place), bets in sorted(places.items()):
        if bets:
            keyed.setdefault(box, {})[place] = bets
    return keyed


def due(context: StepContext, coup: Coup | None) -> tuple[Due, ...]:
    """Return what the croupier takes and pays on the real cloth, player by player.

    Without a coup it is void, and nothing is. If a result of this coup was taken back, each player
    also gets the difference to its list.
    """
    sheet, found = context.setup.sheet, []
    before = {(each.box, each.place): each.pays - each.takes for each in context.view.undone}
    keyed = by_place(context.view.keyed) if coup else {}
    for box, place in sorted({*before, *keyed}):
        payments = pay(sheet, coup, keyed.get((box, place), {})).payments if coup else ()
        takes = sum(each.stake for each in payments if not each.returned)
        pays = sum(each.winnings for each in payments)
        kept = sum(each.commission for each in payments) if sheet.table.cagnotte else 0
        difference = pays - takes - before.get((box, place), 0) if before else None
        found.append(Due(box, place, takes, pays, kept, payments, difference))
    return tuple(found)
