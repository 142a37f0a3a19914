"""The steps of a coup with cards in hand: drawing, calling, turning and handing back cards."""

from typing import Final

from msgspec.structs import replace

from puntobanco.errors import AgainstTheRule, BoxFull, NoSuchBox, NotHolding, OtherCoup
from puntobanco.game.cards import parse_cards, points
from puntobanco.game.coup import Coup, Decision, Side
from puntobanco.table.shared.card_holders import (
    AllTurned,
    Calling,
    Drawing,
    NextMove,
    Turning,
    cards_lying,
    hand_of,
    held_sides,
    is_punto_closed,
    side_of,
    turned,
    wanted,
)
from puntobanco.table.shared.shared_table import HandBack, PlayerActor, TableChange
from puntobanco.table.shared.step_context import StepContext
from puntobanco.table.shared.turned_cards import is_against, is_silent
from puntobanco.wire import stream
from puntobanco.wire.console_commands import Draw, Speak, Turn
from puntobanco.wire.requests import Box, Call, Show
from puntobanco.wire.stream import FACE_DOWN
from puntobanco.wire.table_fold import fold

UNSAID: Final = "Punto speaks, or shows a natural"


def draw(context: StepContext, _: Draw) -> TableChange:
    view, coup = context.view, context.coup
    n = len(view.cards) // 2
    is_down = wanted(context.setup.sheet, view, coup) == Drawing(face_down=True)
    side = side_of(coup, n)
    lie = [*cards_lying(view), FACE_DOWN if is_down else str(coup.cards[n])]
    event = stream.Drawn(
        *context.at,
        coup=view.coup,
        n=n + 1,
        side=side,
        card=lie[-1],
        points=points_shown(lie, side, coup),
        gone=view.gone + 1,
        cut=not context.setup.sheet.cards.deals(view.gone + 1),
        until=context.now + context.setup.pace.card,
    )
    return context.tell(with_time(context, event))


def waits_for(context: StepContext, waits: NextMove, holder: str = "") -> str:
    """Say what the table waits for; only the holder is told whether a closed hand is a natural."""
    if not holder and is_unsaid(context, waits):
        return f"dealing: {UNSAID}"
    match waits:
        case Drawing():
            return "dealing: the next card must be drawn first"
        case Calling():
            return "dealing: Punto speaks first, Carta or Resto"
        case Turning(side=side):
            return f"dealing: {side}'s cards must be turned first"
        case AllTurned():
            return "dealing: all cards are dealt and turned"


def is_unsaid(context: StepContext, waits: NextMove) -> bool:
    """Return whether only Punto's holder may know now if the next move is to call or to show."""
    view = context.view
    sheet = context.setup.sheet
    is_theirs = sheet.table.holder_calls and Side.PUNTO in held_sides(sheet, view)
    is_next = waits in (Calling(), Turning(Side.PUNTO)) and is_punto_closed(view)
    # At a real table no clock ends the player's time: the croupier enters what the player does.
    is_time = context.setup.is_read_in or not is_time_over(context)
    return is_theirs and view.called is None and is_next and is_time


def is_time_over(context: StepContext) -> bool:
    return context.view.until is None or context.now >= context.view.until


def is_holders_time(context: StepContext, side: Side) -> bool:
    """Return whether the holder of a side still has time to call or to turn the cards."""
    return side in context.view.holders and not is_time_over(context)


def with_time(context: StepContext, event: stream.Drawn | stream.Turned) -> stream.StreamEvent:
    """Give the holder who must act next time to squeeze; afterwards the croupier turns."""
    side = asked(after(context, event))
    if side is None:
        return event
    until = event.until if context.setup.is_read_in else _squeezed_by(context)
    return replace(event, until=until, asks=side)


def asked(context: StepContext) -> Side | None:
    """Return the side whose holder must call or show, without saying which of the two."""
    if context.setup.is_read_in and not context.setup.is_hidden:
        return Side.PUNTO if is_silent(context) else None
    waits = wanted(context.setup.sheet, context.view, context.coup)
    if isinstance(waits, Calling):
        return Side.PUNTO
    held = held_sides(context.setup.sheet, context.view)
    return waits.side if isinstance(waits, Turning) and waits.side in held else None


def after(context: StepContext, event: stream.StreamEvent) -> StepContext:
    """Return the same context, with the view as it is after an event."""
    return replace(context, table=replace(context.table, view=fold(context.view, event)))


def _squeezed_by(context: StepContext) -> int:
    return context.now + (context.setup.sheet.times.squeeze_s or 0) * 1000


def points_shown(lie: list[str], side: Side, coup: Coup) -> int | None:
    hand = hand_of(lie, side, coup)
    return None if FACE_DOWN in hand else points(parse_cards("".join(hand)))


def call(context: StepContext, command: Call | Speak) -> TableChange:
    """Say Carta or Resto, by the player who holds Punto's cards or by the croupier.

    At a real table the croupier enters what the player has said, be it against the rule.
    """
    view, sheet = context.view, context.setup.sheet
    if isinstance(command, Call):
        check_coup(view, command.coup)
    against = False
    if context.setup.is_hidden or not context.setup.is_read_in:  # otherwise nobody knows the cards
        hand = context.coup.punto[:2]
        against = is_against(sheet.rule, command.draws, hand)
    if against and not context.setup.is_read_in:
        draws = sheet.rule.punto_draws(points(hand))
        raise AgainstTheRule(rule=Decision(Side.PUNTO, points(hand), draws))
    said = command.draws, _player(context), _pause(context), against
    return context.tell(stream.Called(*context.at, view.coup, *said))


def _pause(context: StepContext) -> int:
    """Return when the table goes on after a call or a turn; at a real table the croupier does."""
    return context.now + (0 if context.setup.is_read_in else context.setup.pace.turn)


def turn(context: StepContext, command: Show | Turn) -> TableChange:
    """Turn a side's cards, by the player who holds them or by the croupier."""
    view, player = context.view, _player(context)
    if isinstance(command, Show):
        check_coup(view, command.coup)
        # Check the holder first: any later refusal would tell others if the hand is a natural.
        if view.holders.get(command.side) != player:
            raise NotHolding(side=command.side)
    coup = context.coup
    waits = wanted(context.setup.sheet, view, coup)
    if waits != Turning(command.side) and command.side not in turnable(context):
        raise context.wrong_moment(type(command), waits_for(context, waits, player))
    lie = turned(cards_lying(view), command.side, coup)
    event = stream.Turned(
        *context.at,
        coup=view.coup,
        side=command.side,
        cards="".join(lie),
        points=points(parse_cards("".join(hand_of(lie, command.side, coup)))),
        player=player,
        until=_pause(context),
    )
    return context.tell(with_time(context, event))


def turnable(context: StepContext) -> tuple[Side, ...]:
    """Return the sides that may be turned at a real table, where players turn them as they like.

    Where Punto speaks first, its player may show the cards instead, and Banco's are turned next.
    """
    view, coup, sheet = context.view, context.coup, context.setup.sheet
    waits = wanted(sheet, view, coup)
    if not context.setup.is_hidden or isinstance(waits, Drawing | AllTurned):
        return ()
    if is_unsaid(context, waits) or isinstance(waits, Calling):
        return (Side.PUNTO,)
    if sheet.table.holder_calls:
        return (waits.side,)
    return tuple(each for each in Side if FACE_DOWN in hand_of(cards_lying(view), each, coup))


def check_coup(view: stream.TableView, coup: int) -> None:
    """Refuse a request for another coup: a client may send it again after a lost connection."""
    if coup != view.coup:
        raise OtherCoup(next=view.coup)


def _player(context: StepContext) -> str:
    """Return the player's number, or an empty text for the croupier."""
    return context.by.number if isinstance(context.by, PlayerActor) else ""


def hand_back(context: StepContext, command: HandBack) -> TableChange:
    player = context.view.holders.get(command.side)
    if player is None:
        raise NotHolding(side=command.side)
    event = stream.HandedBack(*context.at, context.view.coup, command.side, player, until=None)
    return context.tell(_with_time_left(context, event))


def _with_time_left(context: StepContext, event: stream.HandedBack) -> stream.HandedBack:
    """Keep the other holder's time unchanged when a holder leaves."""
    sheet, view, coup, now = context.setup.sheet, context.view, context.coup, after(context, event)
    side = asked(now)
    if side is None:
        return event if asked(context) else replace(event, until=view.until)
    is_same = wanted(sheet, view, coup) == wanted(sheet, now.view, coup)
    return replace(event, until=view.until if is_same else _squeezed_by(context), asks=side)


def take_box(context: StepContext, command: Box) -> TableChange:
    boxes, most = context.setup.sheet.table.boxes, context.setup.sheet.table.players_per_box
    numbered, player = boxes[0] if boxes else 0, _player(context)
    if not 0 <= command.box <= numbered:
        raise NoSuchBox(box=command.box, boxes=numbered)
    there = context.view.boxes.get(command.box, ())
    sits = next((box for box, who in context.view.boxes.items() if player in who), 0)
    if sits == command.box:
        raise context.wrong_moment(Box, f"at box {sits}" if sits else "standing")
    if command.box and most is not None and len(there) >= most:
        raise BoxFull(box=command.box, players=", ".join(there), most=most)
    return context.tell(stream.Boxed(*context.at, player, command.box))
