"""A coup card by card: drawn face up or down, called for, turned, handed back; and the boxes."""

from typing import Final

from msgspec.structs import replace

from puntobanco.errors import AgainstTheRule, BoxFull, NoSuchBox, NotHolding, NotNow
from puntobanco.game.cards import parse_cards, points
from puntobanco.game.coup import Coup, Decision, Side
from puntobanco.table.hand import (
    Calling,
    Done,
    Drawing,
    Next,
    Turning,
    cards_lying,
    hand_of,
    side_of,
    turned,
    wanted,
)
from puntobanco.table.moment import Moment, name_of
from puntobanco.table.shared import Call, Draw, HandBack, TableChange, TakeBox, Turn
from puntobanco.wire import stream
from puntobanco.wire.fold import fold
from puntobanco.wire.stream import FACE_DOWN

UNSAID: Final = "Punto speaks, or shows a natural"


def draw(moment: Moment, asked: Draw) -> TableChange:
    view, coup = moment.view, moment.coup
    n = len(view.cards) // 2
    waits = wanted(moment.place.sheet, view, coup)
    if not isinstance(waits, Drawing):
        raise NotNow(step=name_of(asked), phase=waits_for(moment, waits))
    side = side_of(coup, n)
    lie = [*cards_lying(view), FACE_DOWN if waits.face_down else str(coup.cards[n])]
    event = stream.Drawn(
        *moment.at,
        coup=view.coup,
        n=n + 1,
        side=side,
        card=lie[-1],
        points=_points_shown(lie, side, coup),
        gone=view.gone + 1,
        cut=not moment.place.sheet.cards.deals(view.gone + 1),
        until=moment.now + moment.place.pace.card,
    )
    return moment.tell(_with_time(moment, event))


def waits_for(moment: Moment, waits: Next, holder: str = "") -> str:
    """In words; to anybody but the holder not what a closed hand is."""
    if not holder and is_unsaid(moment, waits):
        return f"dealing: {UNSAID}"
    match waits:
        case Drawing():
            return "dealing: a card is to be drawn"
        case Calling():
            return "dealing: Punto speaks"
        case Turning(side=side):
            return f"dealing: {side}'s cards are to be turned"
        case Done():
            return "done: the last card lies"


def is_unsaid(moment: Moment, waits: Next) -> bool:
    """Whether Punto's holder may still keep to themselves if theirs is a natural, or speaks."""
    view = moment.view
    is_theirs = moment.place.sheet.table.holder_calls and Side.PUNTO in view.holders
    is_closed = view.called is None and waits in (Calling(), Turning(Side.PUNTO))
    return is_theirs and is_closed and not is_time_over(moment)


def is_time_over(moment: Moment) -> bool:
    return moment.view.until is None or moment.now >= moment.view.until


def _with_time(moment: Moment, event: stream.Drawn | stream.Turned) -> stream.StreamEvent:
    """Whoever holds cards has a while to squeeze them; then the croupier turns them."""
    after = fold(moment.view, event)
    side = _asked_of(wanted(moment.place.sheet, after, moment.coup), after)
    return event if side is None else replace(event, until=_squeezed_by(moment), asks=side)


def _asked_of(waits: Next, view: stream.TableView) -> Side | None:
    """Whose holder is to speak or to show: which of them, it doesn't tell."""
    if isinstance(waits, Calling):
        return Side.PUNTO
    return waits.side if isinstance(waits, Turning) and waits.side in view.holders else None


def _squeezed_by(moment: Moment) -> int:
    return moment.now + (moment.place.sheet.times.squeeze_s or 0) * 1000


def _points_shown(lie: list[str], side: Side, coup: Coup) -> int | None:
    hand = hand_of(lie, side, coup)
    return None if FACE_DOWN in hand else points(parse_cards("".join(hand)))


def call(moment: Moment, asked: Call) -> TableChange:
    view, sheet = moment.view, moment.place.sheet
    _check_holder(view, Side.PUNTO, asked.player)
    coup = moment.coup
    waits = wanted(sheet, view, coup)
    if not isinstance(waits, Calling):
        raise NotNow(step=name_of(asked), phase=waits_for(moment, waits, asked.player))
    has = points(coup.punto[:2])
    draws = sheet.rule.punto_draws(has)
    if asked.draws != draws:
        raise AgainstTheRule(rule=Decision(Side.PUNTO, has, draws))
    until = moment.now + moment.place.pace.turn
    return moment.tell(stream.Called(*moment.at, view.coup, draws, asked.player, until))


def turn(moment: Moment, asked: Turn) -> TableChange:
    view = moment.view
    _check_holder(view, asked.side, asked.player)
    coup = moment.coup
    waits = wanted(moment.place.sheet, view, coup)
    if not (isinstance(waits, Turning) and waits.side is asked.side):
        raise NotNow(step=name_of(asked), phase=waits_for(moment, waits, asked.player))
    lie = turned(cards_lying(view), asked.side, coup)
    event = stream.Turned(
        *moment.at,
        coup=view.coup,
        side=asked.side,
        cards="".join(lie),
        points=points(parse_cards("".join(hand_of(lie, asked.side, coup)))),
        player=asked.player,
        until=moment.now + moment.place.pace.turn,
    )
    return moment.tell(_with_time(moment, event))


def _check_holder(view: stream.TableView, side: Side, player: str) -> None:
    """The croupier may do for a holder what they were too slow for.

    It comes first: what the table waits for tells whether there is a natural in the hand, and of a
    real sabot, whose cards nobody holds here, nobody knows it.
    """
    if player and view.holders.get(side) != player:
        raise NotHolding(side=side)


def hand_back(moment: Moment, asked: HandBack) -> TableChange:
    player = moment.view.holders.get(asked.side)
    if player is None:
        raise NotHolding(side=asked.side)
    event = stream.HandedBack(*moment.at, moment.view.coup, asked.side, player, until=None)
    return moment.tell(_with_time_left(moment, event))


def _with_time_left(moment: Moment, event: stream.HandedBack) -> stream.HandedBack:
    """Nobody's time is shorter, or longer, for somebody else who leaves."""
    sheet, view, coup = moment.place.sheet, moment.view, moment.coup
    after = fold(view, event)
    before, waits = wanted(sheet, view, coup), wanted(sheet, after, coup)
    side = _asked_of(waits, after)
    if side is None:
        return event if _asked_of(before, view) else replace(event, until=view.until)
    return replace(event, until=view.until if waits == before else _squeezed_by(moment), asks=side)


def take_box(moment: Moment, asked: TakeBox) -> TableChange:
    boxes, most = moment.place.sheet.table.boxes, moment.place.sheet.table.players_per_box
    numbered = boxes[0] if boxes else 0
    if not 0 <= asked.box <= numbered:
        raise NoSuchBox(box=asked.box, boxes=numbered)
    there = moment.view.boxes.get(asked.box, ())
    sits = next((box for box, who in moment.view.boxes.items() if asked.player in who), 0)
    if sits == asked.box:
        raise NotNow(step=name_of(asked), phase=f"at box {sits}" if sits else "standing")
    if asked.box and most is not None and len(there) >= most:
        raise BoxFull(box=asked.box, players=", ".join(there), most=most)
    return moment.tell(stream.Boxed(*moment.at, asked.player, asked.box))
