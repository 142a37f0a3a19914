"""The manager's repairs at a table with real chips: amended stakes, and a result taken back."""

from msgspec.structs import replace

from puntobanco.game.cards import parse_cards, points
from puntobanco.game.coup import deal_exactly
from puntobanco.table.shared.dealing import after, asked
from puntobanco.table.shared.demanded_cards import hands
from puntobanco.table.shared.read_in_cards import fifth
from puntobanco.table.shared.real_chips import by_place, check_keyed, left_keyed
from puntobanco.table.shared.scoreboard import read_in_scores
from puntobanco.table.shared.shared_table import TableChange
from puntobanco.table.shared.staff_steps import person_of
from puntobanco.table.shared.step_context import StepContext
from puntobanco.wire import stream
from puntobanco.wire.console_commands import Amend, Reverse
from puntobanco.wire.stream import KeyedStakes, Stage


def amend(context: StepContext, command: Amend) -> TableChange:
    """Replace the stakes of a player after rien ne va plus."""
    check_keyed(context, command)
    before = context.view.keyed.get(command.box, {}).get(command.place, {})
    if before == command.bets:
        raise context.wrong_moment(Amend, "dealing: these are the stakes already")
    event = stream.Amended(
        *context.at,
        coup=context.view.coup,
        box=command.box,
        place=command.place,
        before=before,
        bets=command.bets,
        manager=person_of(context)[0],
        reason=command.reason,
    )
    return context.tell(replace(event, asks=asked(after(context, event))))


def reverse(context: StepContext, command: Reverse) -> TableChange:
    """Take back the last result: the coup is as it was before both points were announced."""
    table, view, rule = context.table, context.view, context.setup.sheet.rule
    *past, cards = table.past
    burned = table.burned_aside or ""
    coup = deal_exactly(rule, parse_cards(cards))
    roads, statistics = read_in_scores(rule, past)
    event = stream.Reversed(
        *context.at,
        coup=view.coup - (view.stage is Stage.BETTING),
        manager=person_of(context)[0],
        reason=command.reason,
        outcome=coup.outcome,
        cards=cards,
        aside=view.first_of_next + burned,
        kept=view.first_of_next,
        fifth=fifth(len(coup.cards), hands(rule, coup.cards)),
        punto=points(coup.punto),
        banco=points(coup.banco),
        roads=roads,
        statistics=statistics,
        keyed=_keyed(view.due),
        waiting=_waiting(context),
        due=view.due,
    )
    seen = table.seen.removesuffix(cards + burned)
    change = context.tell(event)
    hidden = cards if context.setup.is_hidden else ""
    after = replace(change.table, past=tuple(past), seen=seen, hidden=hidden, burned_aside=None)
    return replace(change, table=after)


def _keyed(due: tuple[stream.Due, ...]) -> KeyedStakes:
    """Return the stakes of which a list was made."""
    keyed: KeyedStakes = {}
    for each in due:
        if each.bets:
            keyed.setdefault(each.box, {})[each.place] = {on.bet: on.stake for on in each.bets}
    return keyed


def _waiting(context: StepContext) -> KeyedStakes:
    """Return what was keyed in for the next coup, by bet; 0: chips that were taken away.

    Stakes that the result had left are not among them: they follow the new result.
    """
    view, waiting = context.view, KeyedStakes()
    if view.stage is not Stage.BETTING:
        return view.waiting
    left, lies = by_place(left_keyed(context)), by_place(view.keyed)
    for box, place in sorted({*left, *lies}):
        now, then = lies.get((box, place), {}), left.get((box, place), {})
        bets = {bet: now.get(bet, 0) for bet in {**then, **now} if now.get(bet) != then.get(bet)}
        if bets:
            waiting.setdefault(box, {})[place] = bets
    return waiting
