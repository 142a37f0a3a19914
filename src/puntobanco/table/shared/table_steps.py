"""The steps of a shared table: each command gives a changed table and an event.

These functions only compute. A step has happened when the store has written its result.
The time and fresh random bytes are arguments.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from puntobanco.fair.commitment import CommitmentEnding, Mixed
from puntobanco.fair.dealer import Dealer, RevealedCommitment
from puntobanco.game.cards import Card, parse_cards, points
from puntobanco.game.coup import deal_exactly
from puntobanco.game.roads import result
from puntobanco.game.settlement import won_bets
from puntobanco.table.shared.command_checks import verify
from puntobanco.table.shared.dealing import after, asked, call, draw, hand_back, take_box, turn
from puntobanco.table.shared.manager_repairs import amend, reverse
from puntobanco.table.shared.read_in_cards import (
    correct,
    cut_card,
    delete,
    new_sabot,
    over,
    read,
    swap,
    void,
)
from puntobanco.table.shared.real_chips import due, key_in, keyed_at_opening
from puntobanco.table.shared.scoreboard import (
    coups_until,
    read_in_scores,
    roads_of,
    statistics_of,
)
from puntobanco.table.shared.shared_table import (
    BurnCards,
    CloseList,
    CountStakes,
    Deal,
    Fix,
    GiveUp,
    HandBack,
    Limit,
    PlayerActor,
    Restore,
    Reveal,
    Settle,
    SharedTable,
    ShuffleSabot,
    StaffActor,
    Stand,
    TableChange,
    TableSetup,
    TableStep,
    Vacate,
    goes_on,
)
from puntobanco.table.shared.staff_steps import (
    call_manager,
    check_seen,
    decide,
    person_of,
    take,
    vacate,
)
from puntobanco.table.shared.step_context import StepContext
from puntobanco.wire import stream
from puntobanco.wire.console_commands import (
    Amend,
    Announce,
    CallManager,
    CloseBetting,
    Command,
    Correct,
    CutCard,
    Decide,
    Delete,
    Draw,
    KeyIn,
    Leave,
    NewSabot,
    OpenBetting,
    Read,
    ReopenBetting,
    Reverse,
    Speak,
    Swap,
    Take,
    TakeBackCutCard,
    Turn,
    Void,
)
from puntobanco.wire.requests import AskManager, Box, Call, MixIn, OpenSeed, Show
from puntobanco.wire.stream import Listed, Stage

LONGEST_CLOSING: Final = 5_000  # milliseconds to wait for bets that are still being written


def step(
    table: SharedTable,
    table_step: TableStep,
    setup: TableSetup,
    now: int,
    fresh: bytes = b"",
    order: tuple[Card, ...] | None = None,
) -> TableChange:
    """Apply a command; `fresh` are 32 random bytes that nobody has seen, for a new sabot."""
    command, by = table_step.command, table_step.by
    context = StepContext(table, setup, now, by, table_step.received, fresh, order)
    if isinstance(command, Command) and isinstance(by, StaffActor):
        check_seen(context, command)
    refusal = verify(context, type(command))
    if refusal is not None:
        raise refusal
    return _STEPS[type(command)](context, command)


def _shuffle(context: StepContext, _: ShuffleSabot) -> TableChange:
    """Use the current sheet, which may have changed since the last sabot."""
    setup, mixing = context.setup, context.table.mixing
    cards = setup.sheet.cards
    terms = replace(mixing.terms, sheet=setup.sheet_hash, decks=cards.decks, cut=cards.cut or 0)
    dealer = Dealer(replace(mixing, terms=terms))
    commitment = dealer.commit(context.fresh)
    event = stream.Shuffled(
        *context.at,
        sabot=terms.number,
        sheet=setup.sheet_hash.hex(),
        decks=terms.decks,
        cut=terms.cut,
        commitment=commitment.hex(),
        until=context.now + setup.pace.mixing,
    )
    return context.tell(event, dealer.state)


def _mix(context: StepContext, command: MixIn | OpenSeed) -> TableChange:
    number, player = context.table.mixing.terms.number, context.by
    if command.sabot != number or not isinstance(player, PlayerActor):
        raise context.wrong_moment(type(command), f"mixing sabot {number}")
    dealer = Dealer(context.table.mixing)
    if isinstance(command, MixIn):
        dealer.join(player.number, bytes.fromhex(command.hash))
    else:
        dealer.open(player.number, command.seed)
    return _quietly(context, dealer)


def _quietly(context: StepContext, dealer: Dealer) -> TableChange:
    """Change the mixing without an event: hashes and seeds become public only together."""
    after = replace(context.table, mixing=dealer.state, version=context.table.version + 1)
    return TableChange(after, None, None)


def _close_list(context: StepContext, _: CloseList) -> TableChange:
    dealer = Dealer(context.table.mixing)
    players = dealer.close()
    until = context.now + (context.setup.pace.opening if players else 0)
    event = stream.ListClosed(*context.at, context.view.sabot, _listed(players), until)
    return context.tell(event, dealer.state)


def _fix(context: StepContext, _: Fix) -> TableChange:
    dealer = Dealer(context.table.mixing)
    fixed = dealer.fix()
    event = stream.Fixed(
        *context.at,
        sabot=context.view.sabot,
        players=_listed(dealer.state.players),
        fixed=fixed.hex(),
        exhibition=dealer.exhibition,
    )
    return context.tell(event, dealer.state)


def _burn(context: StepContext, _: BurnCards) -> TableChange:
    rule, first = context.setup.sheet.cards.burn, context.order[0]
    gone = rule.cards(first) if rule else 0
    event = stream.Burned(
        *context.at,
        sabot=context.view.sabot,
        first=str(first),
        burned=gone - 1,
        gone=gone,
        until=context.now + context.setup.pace.burn,
    )
    return context.tell(event)


def _open_betting(context: StepContext, _: OpenBetting) -> TableChange:
    view = context.view
    event = stream.BettingOpened(
        *context.at,
        coup=view.coup + 1,
        sabot=view.sabot,
        fixed=view.fixed,
        gone=view.gone,
        until=_betting_ends(context),
        keyed=keyed_at_opening(context),
    )
    return context.tell(event)


def _betting_ends(context: StepContext) -> int | None:
    setup, seconds = context.setup, context.setup.sheet.times.betting_s
    if setup.by_person and seconds is None:
        return None
    return context.now + (seconds * 1000 if seconds else setup.pace.betting)


def _reopen(context: StepContext, _: ReopenBetting) -> TableChange:
    """Open the betting again; the coup before can't be reversed any more."""
    change = context.tell(stream.Reopened(*context.at, context.view.coup, _betting_ends(context)))
    return replace(change, table=replace(change.table, burned_aside=None))


def _count(context: StepContext, command: CountStakes) -> TableChange:
    return context.tell(stream.Staked(*context.at, context.view.coup, command.bets))


def _close_betting(context: StepContext, _: CloseBetting) -> TableChange:
    """Close the betting when the clock runs out or the croupier says so, whichever is first."""
    until = context.view.until
    # A bet that was received in the same millisecond as the croupier's command is in time.
    spoken = context.received + 1 if isinstance(context.by, StaffActor) else context.now
    since = spoken if until is None else min(spoken, until)
    longest = context.now + LONGEST_CLOSING
    return context.tell(stream.Closing(*context.at, context.view.coup, since, longest))


def _deal(context: StepContext, command: Deal) -> TableChange:
    view, setup = context.view, context.setup
    coup = view.coup if view.stage is Stage.CLOSING else view.coup + 1
    is_left = setup.by_person and not view.croupier and not setup.is_read_in
    wait = max(setup.pace.first_card, setup.pace.absent if is_left else 0)
    if setup.is_keyed:
        wait = setup.pace.keying
    kept = parse_cards(view.first_of_next)
    event = stream.DealingBegan(
        *context.at,
        coup=coup,
        sabot=view.sabot,
        bets=command.bets,
        until=context.now + wait,
        holders=command.holders,
        punto=points(kept[0::2]) if kept else None,
        banco=points(kept[1::2]) if kept[1:] else None,
    )
    change = context.tell(replace(event, asks=asked(after(context, event))))
    hidden = view.first_of_next if setup.is_hidden else ""
    return replace(change, table=replace(change.table, hidden=hidden))


def _announce(context: StepContext, _: Announce) -> TableChange:
    view, setup = context.view, context.setup
    if setup.is_read_in:
        coup = deal_exactly(setup.sheet.rule, parse_cards(view.cards))
        roads, statistics = read_in_scores(setup.sheet.rule, (*context.table.past, view.cards))
    else:
        coup = context.coup
        coups = coups_until(setup.sheet, context.order, view.gone)
        results = [result(each) for each in coups]
        roads, statistics = roads_of(results), statistics_of(coups, results)
    event = stream.Result(
        *context.at,
        coup=view.coup,
        sabot=view.sabot,
        cards=view.cards,
        punto=points(coup.punto),
        banco=points(coup.banco),
        outcome=coup.outcome,
        decisions=coup.decisions,
        gone=view.gone,
        last=not goes_on(context.table, context.setup),
        roads=roads,
        statistics=statistics,
        due=due(context, coup),
        won=won_bets(setup.sheet, coup),
    )
    change = context.tell(event)
    if not setup.is_read_in:
        return change
    past = (*context.table.past, view.cards)
    return over(context, replace(change, table=replace(change.table, past=past)))


def _settle(context: StepContext, _: Settle) -> TableChange:
    until = context.now + context.setup.pace.result
    return context.tell(stream.Settled(*context.at, context.view.coup, until))


def _give_up(context: StepContext, _: GiveUp) -> TableChange:
    dealer = Dealer(context.table.mixing)
    return context.tell(_opened(context, context.at, dealer.retire()), dealer.state)


def _reveal(context: StepContext, _: Reveal) -> TableChange:
    dealer = Dealer(context.table.mixing)
    is_early = goes_on(context.table, context.setup)
    revealed = dealer.reveal(CommitmentEnding.CLOSED if is_early else CommitmentEnding.PLAYED)
    return context.tell(_opened(context, context.at, revealed), dealer.state)


def _restore(context: StepContext, command: Restore) -> TableChange:
    """Start a new epoch at offset 1, because the last events of the old epoch may be lost."""
    dealer = Dealer(context.table.mixing)
    revealed = dealer.restore(command.epoch)
    at = context.table.name, command.epoch, 1, context.now
    view = context.view
    event: stream.StreamEvent = stream.Stood(*at, view.standing, view.note, 0, "")
    if revealed is not None:
        event = _opened(context, at, revealed)
    change = context.tell(event, dealer.state)
    # Cards drawn from a real sabot after the backup are unknown, so a new sabot is needed.
    after = replace(change.table, past=(), seen="", hidden="", burned_aside=None)
    return replace(change, table=after)


def _opened(
    context: StepContext, at: tuple[str, int, int, int], revealed: RevealedCommitment
) -> stream.Revealed:
    return stream.Revealed(
        *at,
        sabot=revealed.terms.number,
        of_epoch=revealed.terms.epoch,
        commitment=revealed.commitment.hex(),
        server_seed=revealed.seed.hex(),
        sheet=revealed.terms.sheet.hex(),
        players=_listed(revealed.players),
        ended=revealed.ended.value,
        coups=context.view.statistics.coups,
    )


def _stand(context: StepContext, command: Stand) -> TableChange:
    event = stream.Stood(*context.at, command.standing, command.note, *person_of(context))
    return context.tell(event)


def _limit(context: StepContext, command: Limit) -> TableChange:
    sheet = command.sheet.hex()
    event = stream.Limited(*context.at, command.limits, sheet, *person_of(context))
    return context.tell(event)


def _listed(players: tuple[Mixed, ...]) -> tuple[Listed, ...]:
    return tuple([Listed(each.player, each.hash.hex(), each.seed) for each in players])


_STEPS: Final[dict[type, Callable[[StepContext, Any], TableChange]]] = {
    ShuffleSabot: _shuffle,
    MixIn: _mix,
    CloseList: _close_list,
    OpenSeed: _mix,
    Fix: _fix,
    GiveUp: _give_up,
    BurnCards: _burn,
    OpenBetting: _open_betting,
    CountStakes: _count,
    KeyIn: key_in,
    CloseBetting: _close_betting,
    ReopenBetting: _reopen,
    Deal: _deal,
    Draw: draw,
    Call: call,
    Speak: call,
    Show: turn,
    Turn: turn,
    HandBack: hand_back,
    Read: read,
    Correct: correct,
    Delete: delete,
    Swap: swap,
    Amend: amend,
    Reverse: reverse,
    Void: void,
    Announce: _announce,
    Settle: _settle,
    Reveal: _reveal,
    NewSabot: new_sabot,
    CutCard: cut_card,
    TakeBackCutCard: cut_card,
    Box: take_box,
    AskManager: call_manager,
    CallManager: call_manager,
    Decide: decide,
    Take: take,
    Leave: vacate,
    Vacate: vacate,
    Restore: _restore,
    Stand: _stand,
    Limit: _limit,
}
