"""A coup card by card: drawn face up or down, called for, turned, handed back; and the boxes."""

from typing import Final

from msgspec.structs import replace

from puntobanco.errors import AgainstTheRule, BoxFull, NoSuchBox, NotHolding, OtherCoup
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
from puntobanco.table.moment import Moment
from puntobanco.table.shared import HandBack, Player, TableChange
from puntobanco.wire import stream
from puntobanco.wire.console import Draw, Speak, Turn
from puntobanco.wire.fold import fold
from puntobanco.wire.requests import Box, Call, Show
from puntobanco.wire.stream import FACE_DOWN

UNSAID: Final = "Punto speaks, or shows a natural"


def draw(moment: Moment, _: Draw) -> TableChange:
    view, coup = moment.view, moment.coup
    n = len(view.cards) // 2
    is_down = wanted(moment.place.sheet, view, coup) == Drawing(face_down=True)
    side = side_of(coup, n)
    lie = [*cards_lying(view), FACE_DOWN if is_down else str(coup.cards[n])]
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


def is_holders_time(moment: Moment, side: Side) -> bool:
    """Whether a side's cards are still their holder's to turn, or to speak of."""
    return side in moment.view.holders and not is_time_over(moment)


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


def call(moment: Moment, command: Call | Speak) -> TableChange:
    """Carta or Resto, by the player who holds Punto's cards or by the croupier."""
    view, sheet = moment.view, moment.place.sheet
    if isinstance(command, Call):
        check_coup(view, command.coup)
    has = points(moment.coup.punto[:2])
    draws = sheet.rule.punto_draws(has)
    if command.draws != draws:
        raise AgainstTheRule(rule=Decision(Side.PUNTO, has, draws))
    until = moment.now + moment.place.pace.turn
    return moment.tell(stream.Called(*moment.at, view.coup, draws, _player(moment), until))


def turn(moment: Moment, command: Show | Turn) -> TableChange:
    """A side's cards are turned, by the player who holds them or by the croupier."""
    view, player = moment.view, _player(moment)
    if isinstance(command, Show):
        check_coup(view, command.coup)
        # First: what the table waits for tells whether there is a natural in the hand.
        if view.holders.get(command.side) != player:
            raise NotHolding(side=command.side)
    coup = moment.coup
    waits = wanted(moment.place.sheet, view, coup)
    if waits != Turning(command.side):
        raise moment.wrong_moment(type(command), waits_for(moment, waits, player))
    lie = turned(cards_lying(view), command.side, coup)
    event = stream.Turned(
        *moment.at,
        coup=view.coup,
        side=command.side,
        cards="".join(lie),
        points=points(parse_cards("".join(hand_of(lie, command.side, coup)))),
        player=player,
        until=moment.now + moment.place.pace.turn,
    )
    return moment.tell(_with_time(moment, event))


def check_coup(view: stream.TableView, coup: int) -> None:
    """Sent again after a lost connection, it must not meet a later coup."""
    if coup != view.coup:
        raise OtherCoup(next=view.coup)


def _player(moment: Moment) -> str:
    """Whose doing it is; nobody's: the croupier's."""
    return moment.by.number if isinstance(moment.by, Player) else ""


def hand_back(moment: Moment, command: HandBack) -> TableChange:
    player = moment.view.holders.get(command.side)
    if player is None:
        raise NotHolding(side=command.side)
    event = stream.HandedBack(*moment.at, moment.view.coup, command.side, player, until=None)
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


def take_box(moment: Moment, command: Box) -> TableChange:
    boxes, most = moment.place.sheet.table.boxes, moment.place.sheet.table.players_per_box
    numbered, player = boxes[0] if boxes else 0, _player(moment)
    if not 0 <= command.box <= numbered:
        raise NoSuchBox(box=command.box, boxes=numbered)
    there = moment.view.boxes.get(command.box, ())
    sits = next((box for box, who in moment.view.boxes.items() if player in who), 0)
    if sits == command.box:
        raise moment.wrong_moment(Box, f"at box {sits}" if sits else "standing")
    if command.box and most is not None and len(there) >= most:
        raise BoxFull(box=command.box, players=", ".join(there), most=most)
    return moment.tell(stream.Boxed(*moment.at, player, command.box))
