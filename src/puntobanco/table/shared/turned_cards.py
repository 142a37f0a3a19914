"""Finds the place of a card of a real sabot that is read when its hand is turned.

The first and the third card are Punto's, the second and the fourth Banco's. Players turn one hand
after the other, so a card may be read before one that left the sabot earlier.
"""

from typing import Final

from puntobanco.game.cards import Card, parse_cards, points
from puntobanco.game.coup import NATURAL, Side
from puntobanco.game.tiraggio import Tiraggio
from puntobanco.table.shared.card_holders import held_sides
from puntobanco.table.shared.demanded_cards import demanded
from puntobanco.table.shared.step_context import StepContext
from puntobanco.wire.stream import FACE_DOWN, Stage

_PLACES: Final = {Side.PUNTO: (0, 2), Side.BANCO: (1, 3)}


def card_at(cards: str, place: int) -> str:
    """Return the card at a place, counted from zero, or `??` if it was not read yet."""
    return cards[2 * place : 2 * place + 2] or FACE_DOWN


def read_of(cards: str) -> tuple[Card, ...]:
    """Return the cards that were read, without those that lie face down."""
    return parse_cards(cards.replace(FACE_DOWN, ""))


def hand_read(cards: str, side: Side) -> tuple[Card, ...]:
    """Return those of a side's first two cards that were read."""
    return read_of("".join(card_at(cards, place) for place in _PLACES[side]))


def unread(context: StepContext, side: Side | None = None) -> tuple[int, ...]:
    """Return the places of the first four cards that were not read yet, the next one first.

    After Punto has spoken, Banco's cards are turned.
    """
    cards, called = context.view.cards, context.view.called
    sides = [side] if side else [Side.BANCO, Side.PUNTO] if called is not None else []
    places = [place for each in sides for place in _PLACES[each]] or range(4)
    return tuple(place for place in places if card_at(cards, place) == FACE_DOWN)


def demanded_side(context: StepContext) -> Side | None:
    """Return the side that needs the next card; None: the coup is complete."""
    for place in unread(context):
        return (Side.PUNTO, Side.BANCO)[place % 2]
    return demanded(context.setup.sheet.rule, parse_cards(context.view.cards))


def is_silent(context: StepContext) -> bool:
    """Return whether the player at Punto has neither spoken nor shown the cards."""
    setup, view = context.setup, context.view
    if not setup.is_real_down or not setup.sheet.table.holder_calls:
        return False
    if view.stage is not Stage.DEALING or Side.PUNTO not in held_sides(setup.sheet, view):
        return False
    # Cards that were corrected have been shown, also if all of them were deleted.
    is_closed = not view.corrections and len(unread(context, Side.PUNTO)) == 2
    return view.called is None and is_closed


def readable(context: StepContext) -> tuple[Side, ...]:
    """Return the sides that may be turned and read next; Banco's only after Punto has spoken."""
    sides = (Side.PUNTO,) if is_silent(context) else tuple(Side)
    return tuple(side for side in sides if unread(context, side))


def is_against(rule: Tiraggio, draws: bool, hand: tuple[Card, ...]) -> bool:
    """Return whether a call is against the rule; a natural is shown, without a call."""
    has = points(hand)
    return has >= NATURAL or draws != rule.punto_draws(has)
