"""The steps of a table with a real sabot, whose cards a croupier reads in.

A card that the rule does not ask for is set aside, and a misread card is corrected. So the coup
always follows from the rule and the order in which the cards were drawn.
"""

from typing import Final

from msgspec.structs import replace

from puntobanco.errors import NotInSabot
from puntobanco.game.cards import Card, parse_card, parse_cards, points, print_cards
from puntobanco.game.coup import Side
from puntobanco.game.sheet import Excess
from puntobanco.table.shared.card_holders import Drawing, cards_lying, side_of, wanted
from puntobanco.table.shared.dealing import UNSAID, points_shown, with_time
from puntobanco.table.shared.demanded_cards import by_the_rule, demanded, hands
from puntobanco.table.shared.real_chips import due
from puntobanco.table.shared.shared_table import StaffActor, TableChange
from puntobanco.table.shared.step_context import StepContext
from puntobanco.table.shared.turned_cards import (
    card_at,
    hand_read,
    is_against,
    is_silent,
    read_of,
    readable,
    unread,
)
from puntobanco.wire import console_commands, stream
from puntobanco.wire.stream import FACE_DOWN, Stage
from puntobanco.wire.table_fold import FIFTH, put

MOST_READ: Final = console_commands.MOST_READ
_MOST_KEPT: Final = 4  # excess cards kept for the next coup, whose first four need no rule


def new_sabot(context: StepContext, command: console_commands.NewSabot) -> TableChange:
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
        shuffled_by=command.shuffled_by or context.view.croupier_name,
        cut_by=command.cut_by or context.view.croupier_name,
    )
    terms = replace(mixing.terms, sheet=used, decks=cards.decks, cut=cards.cut or 0)
    change = context.tell(event, replace(mixing, terms=terms))
    return replace(change, table=replace(change.table, past=(), seen="", burned_aside=None))


def cut_card(
    context: StepContext, command: console_commands.CutCard | console_commands.TakeBackCutCard
) -> TableChange:
    is_there = isinstance(command, console_commands.CutCard)
    return context.tell(stream.CutCardSeen(*context.at, context.view.sabot, is_there))


def _show_first(
    context: StepContext, first: str, before: str = "", reason: str = ""
) -> TableChange:
    """Show the first card of a real sabot, or correct it; as many cards as it says are burned."""
    rule = context.setup.sheet.cards.burn
    gone = rule.cards(parse_card(first)) if rule else 0
    at, sabot = context.at, context.view.sabot
    event = stream.Burned(*at, sabot, first, gone - 1, gone, context.now, before, reason)
    change = context.tell(event)
    return replace(change, table=replace(change.table, seen=first))


def _correct_first(context: StepContext, command: console_commands.Correct) -> TableChange:
    before = context.view.first
    if command.n > 1:
        raise context.wrong_moment(type(command), "burning: cards read so far: 1")
    if before == command.card:
        raise context.wrong_moment(type(command), "burning: this card was read so already")
    return _show_first(context, command.card, before, command.reason)


def read(context: StepContext, command: console_commands.Read) -> TableChange:
    view, sheet = context.view, context.setup.sheet
    if view.stage is Stage.BURNING:
        return _show_first(context, command.card)
    _check_side(context, command)
    card = parse_card(command.card)
    insisted = _is_insisted(context, (*drawn(context), card), card, command.insist)
    if context.setup.is_hidden:
        waits = wanted(sheet, view, context.coup)
        if isinstance(waits, Drawing):
            return _read_hidden(context, command.card, insisted, waits.face_down)
    if unread(context):
        return _read_turned(context, command, insisted)
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
        cut=view.cut,
        until=context.now,
        insisted=insisted,
    )
    return context.tell(event)


def _check_side(context: StepContext, command: console_commands.Read) -> None:
    """Refuse a side whose cards are not turned now."""
    setup = context.setup
    if command.side is None:
        return
    if setup.is_hidden or not setup.is_real_down:
        raise context.wrong_moment(type(command), "this table reads its cards in their order")
    if command.side not in readable(context):
        phase = UNSAID if is_silent(context) else "the first two cards of this side were read"
        raise context.wrong_moment(type(command), f"dealing: {phase}")


def _read_turned(
    context: StepContext, command: console_commands.Read, insisted: bool
) -> TableChange:
    """Read in one of the first four cards: the next one, or the next one of a side."""
    view = context.view
    place, *_ = unread(context, command.side)
    side = (Side.PUNTO, Side.BANCO)[place % 2]
    hand = hand_read(put(view.cards, place + 1, command.card), side)
    event = stream.Drawn(
        *context.at,
        coup=view.coup,
        n=place + 1,
        side=side,
        card=command.card,
        points=_points(context, hand),
        gone=view.gone + 1,
        cut=view.cut,
        until=context.now,
        insisted=insisted,
        against=side is Side.PUNTO and _is_against(context, hand),
    )
    return context.tell(event)


def _is_against(context: StepContext, hand: tuple[Card, ...]) -> bool:
    """Return whether Punto's call was against the rule, now that its first two cards are known."""
    called = context.view.called
    is_known = called is not None and len(hand) == 2
    return is_known and is_against(context.setup.sheet.rule, called is True, hand)


def _read_hidden(context: StepContext, card: str, insisted: bool, is_down: bool) -> TableChange:
    """Read in a card as it leaves the sabot: nobody is told of it before it is turned."""
    view, n = context.view, len(context.view.cards) // 2
    known = replace(context, table=replace(context.table, hidden=context.table.hidden + card))
    lie = [*cards_lying(view), FACE_DOWN if is_down else card]
    side = side_of(known.coup, n)
    event = stream.Drawn(
        *context.at,
        coup=view.coup,
        n=n + 1,
        side=side,
        card=lie[-1],
        points=points_shown(lie, side, known.coup),
        gone=view.gone + 1,
        cut=view.cut,
        until=context.now,
        insisted=insisted and not is_down,  # it would tell something of the face
    )
    return known.tell(with_time(known, event))


def correct(context: StepContext, command: console_commands.Correct) -> TableChange:
    """Correct a card of the coup, or one set aside; before the first coup, the card shown."""
    if context.view.stage is Stage.BURNING:
        return _correct_first(context, command)
    if FACE_DOWN in context.view.cards:
        return _correct_turned(context, command)
    lie, card = drawn(context), parse_card(command.card)
    before = _card_at(context, command, command.n)
    if before == card:
        raise context.wrong_moment(type(command), f"dealing: this card was read as {card} already")
    cards = (*lie[: command.n - 1], card, *lie[command.n :])
    insisted = _is_insisted(context, cards, card, command.insist)
    return _by_the_rule_again(context, command, cards, before, card, insisted=insisted)


def _correct_turned(context: StepContext, command: console_commands.Correct) -> TableChange:
    """Correct a card of a hand that was turned, while others lie face down."""
    view, before = context.view, card_at(context.view.cards, command.n - 1)
    if before in (FACE_DOWN, command.card):
        phase = "not read yet" if before == FACE_DOWN else f"read as {before} already"
        raise context.wrong_moment(type(command), f"dealing: this card was {phase}")
    cards = put(view.cards, command.n, command.card)
    punto, banco = hand_read(cards, Side.PUNTO), hand_read(cards, Side.BANCO)
    card = parse_card(command.card)
    event = stream.Corrected(
        *context.at,
        coup=view.coup,
        n=command.n,
        before=before,
        after=command.card,
        reason=command.reason,
        cards=cards,
        aside="",
        kept="",
        fifth=None,
        punto=_points(context, punto),
        banco=_points(context, banco),
        gone=view.gone,
        insisted=_is_insisted(context, read_of(cards), card, command.insist),
        against=_is_against(context, punto),
    )
    return context.tell(event)


def delete(context: StepContext, command: console_commands.Delete) -> TableChange:
    """Delete a card that was read in twice."""
    lie, before = drawn(context), _card_at(context, command, command.n)
    cards = (*lie[: command.n - 1], *lie[command.n :])
    return _by_the_rule_again(context, command, cards, before, None)


def swap(context: StepContext, command: console_commands.Swap) -> TableChange:
    """Swap two cards that were read in the wrong order."""
    cards = list(drawn(context))
    before = _card_at(context, command, command.n)
    after = _card_at(context, command, command.other)
    if before == after:
        raise context.wrong_moment(type(command), f"dealing: both cards were read as {before}")
    cards[command.n - 1], cards[command.other - 1] = after, before
    return _by_the_rule_again(context, command, tuple(cards), before, after, other=command.other)


_Correction = console_commands.Correct | console_commands.Delete | console_commands.Swap


def _card_at(context: StepContext, command: _Correction, n: int) -> Card:
    lie = drawn(context)
    if n > len(lie):
        raise context.wrong_moment(type(command), f"dealing: cards read so far: {len(lie)}")
    return lie[n - 1]


def _by_the_rule_again(
    context: StepContext,
    command: _Correction,
    cards: tuple[Card, ...],
    before: Card,
    after: Card | None,
    *,
    insisted: bool = False,
    other: int = 0,
) -> TableChange:
    """Apply the rule to all cards again, in their corrected order."""
    rule = context.setup.sheet.rule
    count = by_the_rule(rule, cards)
    kept, aside = cards[:count], cards[count:]
    sides = hands(rule, kept)
    event = stream.Corrected(
        *context.at,
        coup=context.view.coup,
        n=command.n,
        before=str(before),
        after=str(after or ""),
        reason=command.reason,
        cards=print_cards(kept),
        aside=print_cards(aside),
        kept=print_cards(aside[:_MOST_KEPT]) if _is_kept(context) else "",
        fifth=fifth(count, sides),
        punto=_points(context, sides[Side.PUNTO]),
        banco=_points(context, sides[Side.BANCO]),
        gone=context.view.gone + len(cards) - len(drawn(context)),
        insisted=insisted,
        other=other,
        against=_is_against(context, sides[Side.PUNTO][:2]),
    )
    change = context.tell(event)
    hidden = event.cards if context.setup.is_hidden else ""
    return replace(change, table=replace(change.table, hidden=hidden))


def fifth(count: int, sides: dict[Side, tuple[Card, ...]]) -> Side | None:
    """Return the side that has the fifth of `count` cards."""
    if count < FIFTH:
        return None
    return (
        Side.PUNTO
        if len(sides[Side.PUNTO]) > len(sides[Side.BANCO]) or count > FIFTH
        else Side.BANCO
    )


def _points(context: StepContext, hand: tuple[Card, ...]) -> int | None:
    """Return a side's points; None without a card, or while one of the first two lies face down."""
    least = 2 if context.setup.is_real_down else 1
    return points(hand) if len(hand) >= least else None


def drawn(context: StepContext) -> tuple[Card, ...]:
    """Return all cards of the coup in the order in which they were drawn."""
    return read_of((context.table.hidden or context.view.cards) + context.view.aside)


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
    undo = due(context, None)
    hidden = context.table.hidden if FACE_DOWN in context.view.cards else ""
    voided = stream.Voided(*context.at, context.view.coup, manager, command.reason, undo, hidden)
    change = over(context, context.tell(voided))
    return replace(change, table=replace(change.table, burned_aside=None))


def over(context: StepContext, change: TableChange) -> TableChange:
    """Add the coup's cards to those seen, except cards that are kept for the next coup."""
    before, kept = context.view, change.table.view.first_of_next
    aside = before.aside.removeprefix(kept) if before.stage is Stage.DEALING else before.aside
    seen = context.table.seen + print_cards(read_of(context.table.hidden or before.cards)) + aside
    table = replace(change.table, seen=seen, hidden="", burned_aside=aside)
    return replace(change, table=table)
