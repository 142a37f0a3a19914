"""The players who hold cards, and the next move in a coup that is dealt face down.

St. Moritz: four cards are dealt face down. Held cards are shown first, Punto's before Banco's.
Then each third card goes to the player who holds its side.
Campione: Punta's holder speaks first, Carta or Resto. Then the croupier turns Banco's two cards.
A natural ends the coup. Otherwise Punta's third card follows, then Banco's, which nobody holds.
"""

from collections.abc import Iterable, Mapping, Set
from typing import Final

from msgspec import Struct

from puntobanco.game.bets import Bet
from puntobanco.game.cards import Card, parse_cards, points
from puntobanco.game.coup import NATURAL, Coup, Side
from puntobanco.game.sheet import Faces, Sheet
from puntobanco.wire.messages import InHand
from puntobanco.wire.stream import FACE_DOWN, Holders, TableView

_BET: Final = {Side.PUNTO: Bet.PUNTO, Side.BANCO: Bet.BANCO}
_FIRST_FOUR: Final = 4


class Bettor(Struct, frozen=True):
    """A player with stakes on a coup."""

    player: str  # the number of the account
    stakes: Mapping[Bet, int]
    since: Mapping[Bet, int]  # when the first stake on each bet was placed


def is_in_hand(sheet: Sheet) -> bool:
    """Return whether a table deals face down, so that players hold the cards."""
    return sheet.cards.faces == (Faces.DOWN,)


def holders_of(sheet: Sheet, bettors: Iterable[Bettor]) -> Holders:
    """Choose for each side the player with the largest stake; without one the croupier holds.

    Of equal stakes the earlier one counts, by the time of its first chip. If that is the same
    millisecond, the lower account number counts, so that a replay gives the same holder.
    """
    if not is_in_hand(sheet):
        return {}
    bettors = list(bettors)
    held = {}
    for side in sheet.table.holders:
        bet = _BET[side]
        on_it = [
            (-each.stakes[bet], each.since.get(bet, 0), int(each.player), each.player)
            for each in bettors
            if bet in each.stakes
        ]
        if on_it:
            *_, held[side] = min(on_it)
    return held


def held_sides(sheet: Sheet, view: TableView) -> frozenset[Side]:
    """Return the sides whose cards a player holds; of a real sabot nobody knows which player."""
    if view.commitment:
        return frozenset(view.holders)
    keyed = [bets for box in view.keyed.values() for bets in box.values()]
    on_it = {*view.bets, *(bet for bets in keyed for bet in bets)}
    return frozenset(side for side in sheet.table.holders if _BET[side] in on_it)


class Drawing(Struct, frozen=True):
    """The next card leaves the sabot."""

    face_down: bool


class Calling(Struct, frozen=True):
    """Punto's holder must say Carta or Resto."""


class Turning(Struct, frozen=True):
    """A side's cards must be turned by their holder or by the croupier."""

    side: Side


class AllTurned(Struct, frozen=True):
    """All cards are dealt and face up."""


NextMove = Drawing | Calling | Turning | AllTurned


def wanted(sheet: Sheet, view: TableView, coup: Coup) -> NextMove:
    """Return the next move of a coup; `coup` has all its cards, which only the house knows."""
    if is_in_hand(sheet) and not view.exhibition:
        move = _wanted_in_hand(sheet, view, coup)
        is_up = isinstance(move, Drawing) and _lay_open(view)
        return Drawing(face_down=False) if is_up else move
    return Drawing(face_down=False) if len(view.cards) < 2 * len(coup.cards) else AllTurned()


def _lay_open(view: TableView) -> bool:
    """Return whether the next card replaces one that lay open, or belongs to a reversed coup."""
    is_deleted = any(not each.after for each in view.corrections)
    return bool(view.undone) or (is_deleted and len(cards_lying(view)) < _FIRST_FOUR)


def _wanted_in_hand(sheet: Sheet, view: TableView, coup: Coup) -> NextMove:
    lie = cards_lying(view)
    if len(lie) < _FIRST_FOUR:
        return Drawing(face_down=True)
    held = held_sides(sheet, view)
    down = [side for side in Side if FACE_DOWN in hand_of(lie, side, coup)]
    if sheet.table.holder_calls and Side.PUNTO in held:
        return _spoken(view, coup, lie, down)
    for side in _shown_first(held):
        if side in down:
            return Turning(side)
    return _third_card(held, coup, lie)


def _spoken(view: TableView, coup: Coup, lie: list[str], down: list[Side]) -> NextMove:
    """Campione: Punta speaks, Banco's cards are turned, Punta shows, Banco draws."""
    has_natural = points(coup.punto[:2]) >= NATURAL
    if view.called is None and not has_natural and is_punto_closed(view):
        return Calling()
    if has_natural and Side.PUNTO in down:
        return Turning(Side.PUNTO)
    if Side.BANCO in down:
        return Turning(Side.BANCO)
    if len(coup.punto) > len(hand_of(lie, Side.PUNTO, coup)):
        return Drawing(face_down=True)
    return Turning(Side.PUNTO) if Side.PUNTO in down else _third_card({Side.PUNTO}, coup, lie)


def _shown_first(held: Set[Side]) -> tuple[Side, Side]:
    """Return the order of turning: held cards first, then Punto's before Banco's."""
    only_banco = Side.BANCO in held and Side.PUNTO not in held
    return (Side.BANCO, Side.PUNTO) if only_banco else (Side.PUNTO, Side.BANCO)


def _third_card(held: Set[Side], coup: Coup, lie: list[str]) -> NextMove:
    if len(lie) == len(coup.cards):
        return AllTurned()
    return Drawing(face_down=side_of(coup, len(lie)) in held)


def is_punto_closed(view: TableView) -> bool:
    """Return whether Punto's first two cards are not turned yet."""
    return FACE_DOWN in cards_lying(view)[0:3:2]


def cards_in_hand(view: TableView, coup: Coup) -> dict[Side, str]:
    """Return the faces of held cards, for their holders only, once four cards are dealt."""
    lie = cards_lying(view)
    if len(lie) < _FIRST_FOUR:
        return {}
    return {
        side: "".join(hand_of(turned(lie, side, coup), side, coup))
        for side in view.holders
        if FACE_DOWN in hand_of(lie, side, coup)
    }


def in_hand(sheet: Sheet, side: Side, cards: str) -> InHand:
    """Return what a holder is told of a hand: its points, and whether the holder must call."""
    held = parse_cards(cards)
    calls = sheet.table.holder_calls and side is Side.PUNTO and len(held) == 2
    return InHand(cards, points(held), calls and points(held) < NATURAL)


def is_boxed(view: TableView, player: str) -> bool:
    return any(player in players for players in view.boxes.values())


def side_of(coup: Coup, n: int) -> Side:
    """Return the side that gets the n-th card, counted from zero."""
    if n < _FIRST_FOUR:
        return (Side.PUNTO, Side.BANCO)[n % 2]
    return Side.PUNTO if n == _FIRST_FOUR and len(coup.punto) == 3 else Side.BANCO


def cards_lying(view: TableView) -> list[str]:
    """Return the cards of the coup as everybody sees them."""
    return [view.cards[n : n + 2] for n in range(0, len(view.cards), 2)]


def hand_of(lie: list[str], side: Side, coup: Coup) -> list[str]:
    return [card for n, card in enumerate(lie) if side_of(coup, n) is side]


def turned(lie: list[str], side: Side, coup: Coup) -> list[str]:
    """Return the same cards with one side face up."""
    faces: tuple[Card, ...] = coup.cards
    return [str(faces[n]) if side_of(coup, n) is side else card for n, card in enumerate(lie)]
