"""The steps of a table with a real sabot, whose cards a croupier reads in.

A card that the rule does not ask for is set aside, and a misread card is corrected before the
payment. So the coup always follows from the rule and the order in which the cards were drawn.
"""

from typing import Final

from msgspec.structs import replace

from puntobanco.errors import NoSuchBox, NoSuchPlace, NotInSabot
from puntobanco.game.cards import Card, parse_card, parse_cards, points, print_cards
from puntobanco.game.coup import Coup, Side
from puntobanco.game.settlement import check_stakes, pay
from puntobanco.game.sheet import EgaliteStakes, Excess
from puntobanco.table.shared.demanded_cards import by_the_rule, demanded, hands
from puntobanco.table.shared.shared_table import StaffActor, TableChange
from puntobanco.table.shared.step_context import StepContext
from puntobanco.wire import console_commands, stream
from puntobanco.wire.stream import Due, KeyedStakes, Stage
from puntobanco.wire.table_fold import FIFTH

MOST_READ: Final = console_commands.MOST_READ
_MOST_KEPT: Final = 4  # excess cards kept for the next coup, whose first four need no rule


def new_sabot(context: StepContext, _: console_commands.NewSabot) -> TableChange:
    """Use the current sheet, which may have changed since the last sabot."""
    cards, used, mixing = context.setup.sheet.cards, context.setup.sheet_hash, context.table.mixing
    event = stream.Shuffled(
        *context.at,
        sabot=context.view.sabot + 1,
        sheet=used.hex(),
        decks=cards.decks,
        cut=cards.cut or 0,
        commitment="",
        until=context.now,
    )
    terms = replace(mixing.terms, sheet=used, decks=cards.decks, cut=cards.cut or 0)
    change = context.tell(event, replace(mixing, terms=terms))
    return replace(change, table=replace(change.table, past=(), seen=""))


def read(context: StepContext, command: console_commands.Read) -> TableChange:
    view, sheet = context.view, context.setup.sheet
    card = parse_card(command.card)
    insisted = _is_insisted(context, (*drawn(context), card), card, command.insist)
    lie = parse_cards(view.cards)
    side = demanded(sheet.rule, lie)
    if side is None:
        goes_on = _is_kept(context) and len(view.aside) < 2 * _MOST_KEPT
        aside = stream.Aside(*context.at, view.coup, command.card, goes_on, view.gone + 1, insisted)
        return context.tell(aside)
    cards = (*lie, card)
    event = stream.Drawn(
        *context.at,
        coup=view.coup,
        n=len(cards),
        side=side,
        card=command.card,
        points=points(hands(sheet.rule, cards)[side]),
        gone=view.gone + 1,
        cut=False,
        until=context.now,
        insisted=insisted,
    )
    return context.tell(event)


def correct(context: StepContext, command: console_commands.Correct) -> TableChange:
    """Correct a card of the coup or one set aside, and apply the rule to all cards again."""
    rule, lie, card = context.setup.sheet.rule, drawn(context), parse_card(command.card)
    if command.n > len(lie):
        raise context.wrong_moment(type(command), f"dealing: cards read so far: {len(lie)}")
    before = lie[command.n - 1]
    if before == card:
        raise context.wrong_moment(type(command), f"dealing: this card was read as {card} already")
    cards = (*lie[: command.n - 1], card, *lie[command.n :])
    insisted = _is_insisted(context, cards, card, command.insist)
    count = by_the_rule(rule, cards)
    kept, aside = cards[:count], cards[count:]
    sides = hands(rule, kept)
    event = stream.Corrected(
        *context.at,
        coup=context.view.coup,
        n=command.n,
        before=str(before),
        after=command.card,
        reason=command.reason,
        cards=print_cards(kept),
        aside=print_cards(aside),
        kept=print_cards(aside[:_MOST_KEPT]) if _is_kept(context) else "",
        fifth=_fifth(count, sides),
        punto=_points(sides[Side.PUNTO]),
        banco=_points(sides[Side.BANCO]),
        insisted=insisted,
    )
    return context.tell(event)


def _fifth(count: int, sides: dict[Side, tuple[Card, ...]]) -> Side | None:
    if count < FIFTH:
        return None
    return (
        Side.PUNTO
        if len(sides[Side.PUNTO]) > len(sides[Side.BANCO]) or count > FIFTH
        else Side.BANCO
    )


def _points(hand: tuple[Card, ...]) -> int | None:
    return points(hand) if hand else None


def drawn(context: StepContext) -> tuple[Card, ...]:
    """Return all cards of the coup in the order in which they were drawn."""
    return parse_cards(context.view.cards + context.view.aside)


def _is_kept(context: StepContext) -> bool:
    return context.setup.sheet.cards.excess is Excess.NEXT_COUP


def _is_insisted(context: StepContext, lie: tuple[Card, ...], card: Card, insists: bool) -> bool:
    """Return whether the sabot cannot hold this card any more; refuse it unless insisted on.

    No sabot holds a card more often than it has decks, so one of the equal cards was misread. If
    that coup is paid, it can't be corrected any more: the croupier may insist on the new card.
    """
    held = context.setup.sheet.cards.decks
    times = (*parse_cards(context.table.seen), *lie).count(card)
    if times > held and not insists:
        raise NotInSabot(card=card, times=times, held=held)
    return times > held


def void(context: StepContext, command: console_commands.Void) -> TableChange:
    manager = context.by.person if isinstance(context.by, StaffActor) else 0
    voided = stream.Voided(*context.at, context.view.coup, manager, command.reason)
    return over(context, context.tell(voided))


def over(context: StepContext, change: TableChange) -> TableChange:
    """Add the coup's cards to those seen, except cards that are kept for the next coup."""
    before, kept = context.view, change.table.view.first_of_next
    aside = before.aside.removeprefix(kept) if before.stage is Stage.DEALING else before.aside
    seen = context.table.seen + before.cards + aside
    return replace(change, table=replace(change.table, seen=seen))


def key_in(context: StepContext, command: console_commands.KeyIn) -> TableChange:
    table = context.setup.sheet.table
    numbered = table.boxes[0] if table.boxes else 0
    if command.box > numbered or not (command.box or table.standing):
        raise NoSuchBox(box=command.box, boxes=numbered)
    if command.box and command.place > (table.players_per_box or 1):
        raise NoSuchPlace(box=command.box, place=command.place, most=table.players_per_box)
    check_stakes(context.setup.sheet, command.bets)
    place = command.box, command.place
    return context.tell(stream.Keyed(*context.at, context.view.coup, *place, command.bets))


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


def due(context: StepContext, coup: Coup) -> tuple[Due, ...]:
    """Return what the croupier takes and pays on the real cloth, player by player."""
    found, has_cagnotte = [], context.setup.sheet.table.cagnotte
    for box, players in context.view.keyed.items():
        for place, bets in players.items():
            paid = pay(context.setup.sheet, coup, bets)
            takes = sum(each.stake for each in paid.payments if not each.returned)
            pays = sum(each.winnings for each in paid.payments)
            kept = sum(each.commission for each in paid.payments) if has_cagnotte else 0
            found.append(Due(box, place, takes, pays, kept, paid.payments))
    return tuple(found)
