"""A person runs the table: what croupiers and managers do at the console, and what they can't.

Cards of our sabot come as they were committed to: a person may only say when. Cards of a real one
are read in; what the rule doesn't ask for is set aside, a misread one corrected before the payment,
and a manager may declare the coup void.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from puntobanco.errors import (
    FromARealSabot,
    FromOurSabot,
    HasCroupier,
    ManagersOnly,
    MovedOn,
    NoSuchBox,
    NotNow,
    NotTheCroupier,
)
from puntobanco.game.cards import Card, parse_cards, points, print_cards
from puntobanco.game.coup import Coup, Side, deal_exactly
from puntobanco.game.settlement import check_stakes, pay
from puntobanco.game.sheet import EndedBy, Excess
from puntobanco.table.dealing import call, draw, turn
from puntobanco.table.hand import Turning, wanted
from puntobanco.table.moment import Moment, name_of
from puntobanco.table.reading import by_the_rule, demanded, hands
from puntobanco.table.shared import AskManager, Call, Direct, Draw, TableChange, Turn, Vacate
from puntobanco.wire import console, stream
from puntobanco.wire.stream import Due, Stage

_BETWEEN: Final = (Stage.RESTING, Stage.BURNING, Stage.PAID)


def direct(moment: Moment, asked: Direct) -> TableChange:
    check_runs(moment, asked)
    return _COMMANDS[type(asked.command)](moment, asked, asked.command)


def check_runs(moment: Moment, asked: Direct) -> None:
    """Refuse what was meant for another moment, or isn't theirs to do."""
    view, command = moment.view, asked.command
    if command.seen != view.offset:
        raise MovedOn(offset=view.offset, seen=command.seen)
    if isinstance(command, console.Void | console.Decide) and not asked.is_manager:
        raise ManagersOnly
    if not isinstance(command, _ANYBODY) and view.croupier != asked.person:
        raise NotTheCroupier


def _take(moment: Moment, asked: Direct, command: console.Take) -> TableChange:
    view = moment.view
    if view.croupier == asked.person:
        raise NotNow(step=name_of(command), phase="run by you already")
    if view.croupier and not asked.is_manager:
        raise HasCroupier(name=view.croupier_name)
    return moment.tell(stream.Directed(*moment.at, asked.person, asked.name, None))


def _leave(moment: Moment, asked: Direct, _: console.Leave) -> TableChange:
    return _vacate(moment)


def vacate(moment: Moment, asked: Vacate) -> TableChange:
    if moment.view.croupier != asked.croupier:
        raise NotTheCroupier
    return _vacate(moment)


def _vacate(moment: Moment) -> TableChange:
    """A coup from our sabot is finished, come who may; one of read-in cards waits for somebody."""
    until = None if moment.place.is_read_in else moment.now + moment.place.pace.absent
    return moment.tell(stream.Directed(*moment.at, 0, "", until))


def ask_manager(moment: Moment, asked: AskManager) -> TableChange:
    return moment.tell(stream.Manager(*moment.at, 0, asked.words))


def _call_manager(moment: Moment, _: Direct, command: console.CallManager) -> TableChange:
    return moment.tell(stream.Manager(*moment.at, 0, command.words))


def _decide(moment: Moment, asked: Direct, command: console.Decide) -> TableChange:
    return moment.tell(stream.Manager(*moment.at, asked.person, command.words))


# --- our sabot: a person says when -------------------------------------------------------


def _draw(moment: Moment, _: Direct, command: console.Draw) -> TableChange:
    _check_stage(moment, command, Stage.DEALING)
    if moment.place.is_read_in:
        raise FromARealSabot
    return draw(moment, Draw())


def _turn(moment: Moment, _: Direct, command: console.Turn) -> TableChange:
    """Cards that are held are the holder's to turn until their time is over."""
    _check_stage(moment, command, Stage.DEALING)
    _check_holders_time(moment, command, command.side)
    return turn(moment, Turn(command.side))


def _speak(moment: Moment, _: Direct, command: console.Speak) -> TableChange:
    _check_stage(moment, command, Stage.DEALING)
    _check_holders_time(moment, command, Side.PUNTO)
    return call(moment, Call(command.draws))


def _check_holders_time(moment: Moment, command: console.Command, side: Side) -> None:
    until = moment.view.until
    if side in moment.view.holders and until is not None and moment.now < until:
        raise NotNow(step=name_of(command), phase=f"waiting for {side}'s holder")


def _check_stage(moment: Moment, command: console.Command, *stages: Stage) -> None:
    if moment.view.stage not in stages:
        raise NotNow(step=name_of(command), phase=moment.view.stage)


# --- a real one: a person reads the cards in ----------------------------------------------


def _new_sabot(moment: Moment, _: Direct, command: console.NewSabot) -> TableChange:
    _check_read_in(moment)
    _check_stage(moment, command, *_BETWEEN)
    sheet = moment.place.sheet
    event = stream.Shuffled(
        *moment.at,
        sabot=moment.view.sabot + 1,
        sheet=moment.place.sheet_hash.hex(),
        decks=sheet.cards.decks,
        cut=sheet.cards.cut or 0,
        commitment="",
        until=moment.now,
    )
    change = moment.tell(event)
    return replace(change, table=replace(change.table, past=()))


def _read(moment: Moment, _: Direct, command: console.Read) -> TableChange:
    _check_read_in(moment)
    _check_stage(moment, command, Stage.DEALING)
    view, sheet = moment.view, moment.place.sheet
    lie = parse_cards(view.cards)
    side = demanded(sheet.rule, lie)
    if side is None:
        goes_on = sheet.cards.excess is Excess.NEXT_COUP
        aside = stream.Aside(*moment.at, view.coup, command.card, goes_on, view.gone + 1)
        return moment.tell(aside)
    cards = (*lie, *parse_cards(command.card))
    event = stream.Drawn(
        *moment.at,
        coup=view.coup,
        n=len(cards),
        side=side,
        card=command.card,
        points=points(hands(sheet.rule, cards)[side]),
        gone=view.gone + 1,
        cut=False,
        until=moment.now,
    )
    return moment.tell(event)


def _correct(moment: Moment, _: Direct, command: console.Correct) -> TableChange:
    _check_read_in(moment)
    _check_stage(moment, command, Stage.DEALING)
    view, rule = moment.view, moment.place.sheet.rule
    lie = parse_cards(view.cards)
    if command.n > len(lie):
        raise NotNow(step=name_of(command), phase=f"dealing: {len(lie)} cards lie there")
    (right,) = parse_cards(command.card)
    cards = (*lie[: command.n - 1], right, *lie[command.n :])
    count = by_the_rule(rule, cards)
    kept = cards[:count]
    sides = hands(rule, kept)
    event = stream.Corrected(
        *moment.at,
        coup=view.coup,
        n=command.n,
        before=str(lie[command.n - 1]),
        after=command.card,
        reason=command.reason,
        cards=print_cards(kept),
        aside=print_cards(cards[count:]),
        punto=points(sides[Side.PUNTO]),
        banco=points(sides[Side.BANCO]),
    )
    return moment.tell(event)


def _void(moment: Moment, asked: Direct, command: console.Void) -> TableChange:
    _check_read_in(moment)
    _check_stage(moment, command, Stage.BETTING, Stage.DEALING)
    return moment.tell(stream.Voided(*moment.at, moment.view.coup, asked.person, command.reason))


def _key_in(moment: Moment, _: Direct, command: console.KeyIn) -> TableChange:
    if not moment.place.is_keyed:
        raise NotNow(step=name_of(command), phase="played for credit, not for chips")
    _check_stage(moment, command, Stage.BETTING)
    boxes = moment.place.sheet.table.boxes
    numbered = boxes[0] if boxes else 0
    if command.box > numbered:
        raise NoSuchBox(box=command.box, boxes=numbered)
    check_stakes(moment.place.sheet, command.bets)
    return moment.tell(stream.Keyed(*moment.at, moment.view.coup, command.box, command.bets))


def _check_read_in(moment: Moment) -> None:
    if not moment.place.is_read_in:
        raise FromOurSabot


def read_coup(moment: Moment) -> Coup:
    """The coup that was read in; refused while the rule demands another card."""
    cards: tuple[Card, ...] = parse_cards(moment.view.cards)
    side = demanded(moment.place.sheet.rule, cards)
    if side is not None:
        raise NotNow(step="tell", phase=f"dealing: the rule demands a card for {side}")
    return deal_exactly(moment.place.sheet.rule, cards)


def due(moment: Moment, coup: Coup) -> tuple[Due, ...]:
    """What is to be taken and paid on a real cloth, box by box."""
    found = []
    for box, bets in moment.view.keyed.items():
        paid = pay(moment.place.sheet, coup, bets)
        takes = sum(each.stake for each in paid.payments if not each.returned)
        pays = sum(each.winnings for each in paid.payments)
        found.append(Due(box, takes, pays, paid.payments))
    return tuple(found)


def commands_now(
    moment: Moment, person: int, coup: Coup | None, *, is_manager: bool
) -> tuple[tuple[str, ...], str, Side | None]:
    """What a console can do now, what the rule demands next, in words, and of which side."""
    view, place = moment.view, moment.place
    can = ["call_manager"]
    if is_manager:
        can.append("decide")
        if place.is_read_in and view.stage in (Stage.BETTING, Stage.DEALING):
            can.append("void")
    if view.croupier != person:
        return (*can, *(["take"] if not view.croupier or is_manager else [])), "", None
    can.append("leave")
    demands, side = "", None
    if view.stage in _BETWEEN:
        can += _between_coups(moment)
    elif view.stage is Stage.BETTING:
        can += ["close_betting"] if place.sheet.betting.ended_by is EndedBy.CROUPIER else []
        can += ["key_in"] if place.is_keyed else []
    elif view.stage is Stage.DEALING:
        more, demands, side = _while_dealing(moment, coup)
        can += more
    return tuple(can), demands, side


def _between_coups(moment: Moment) -> list[str]:
    view, place = moment.view, moment.place
    can = ["new_sabot"] if place.is_read_in else []
    ready = view.sabot > 0 if place.is_read_in else view.gone > 0 and not view.exhibition
    if view.stage is not Stage.RESTING and ready:
        can.append("open_betting")
    return can


def _while_dealing(moment: Moment, coup: Coup | None) -> tuple[list[str], str, Side | None]:
    view, place = moment.view, moment.place
    if place.is_read_in:
        side = demanded(place.sheet.rule, parse_cards(view.cards))
        if side is None:
            return ["read", "correct", "announce"], "both points are announced", None
        return ["read", "correct"], f"a card for {side.capitalize()}", side
    if coup is None:
        return [], "", None
    waits = wanted(place.sheet, view, coup)
    name = type(waits).__name__
    words = {
        "Drawing": (["draw"], "the next card"),
        "Calling": (["speak"], "Punto speaks: Carta or Resto"),
        "Done": (["announce"], "both points are announced"),
    }
    if isinstance(waits, Turning):
        return ["turn"], f"{waits.side.capitalize()}'s cards are turned", waits.side
    return *words[name], Side.PUNTO if name == "Calling" else None


_ANYBODY: Final = (console.Take, console.CallManager, console.Decide, console.Void)
_COMMANDS: Final[dict[type, Callable[[Moment, Direct, Any], TableChange]]] = {
    console.Take: _take,
    console.Leave: _leave,
    console.CallManager: _call_manager,
    console.Decide: _decide,
    console.Draw: _draw,
    console.Turn: _turn,
    console.Speak: _speak,
    console.NewSabot: _new_sabot,
    console.Read: _read,
    console.Correct: _correct,
    console.Void: _void,
    console.KeyIn: _key_in,
}
