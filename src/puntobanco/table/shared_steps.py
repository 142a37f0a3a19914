"""What a shared table does next: the table as it will be, and the event that tells of it.

Cards, points and payments follow from the order that was fixed; the clock and fresh seeds are
handed in. Nothing here has happened yet: it happens when the store has made it durable.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from puntobanco.fair.commitment import Ending, Mixed
from puntobanco.fair.dealer import Dealer, Revealed
from puntobanco.game.cards import Card, parse_cards, points
from puntobanco.game.coup import deal_exactly
from puntobanco.game.roads import result
from puntobanco.table.dealing import call, draw, hand_back, take_box, turn
from puntobanco.table.moment import Moment
from puntobanco.table.person import call_manager, check_seen, decide, take, vacate
from puntobanco.table.read_in import correct, due, key_in, left_keyed, new_sabot, over, read, void
from puntobanco.table.scoreboard import coups_until, roads_of, statistics_of
from puntobanco.table.shared import (
    Burn,
    CloseList,
    Count,
    Deal,
    Fix,
    GiveUp,
    HandBack,
    Place,
    Player,
    Restore,
    Reveal,
    Settle,
    SharedTable,
    Shuffle,
    Staff,
    Stand,
    TableChange,
    TableStep,
    Vacate,
    goes_on,
)
from puntobanco.table.verify import verify
from puntobanco.wire import stream
from puntobanco.wire.console import (
    Announce,
    CallManager,
    CloseBetting,
    Command,
    Correct,
    Decide,
    Draw,
    KeyIn,
    Leave,
    NewSabot,
    OpenBetting,
    Read,
    Speak,
    Take,
    Turn,
    Void,
)
from puntobanco.wire.requests import AskManager, Box, Call, MixIn, OpenSeed, Show
from puntobanco.wire.stream import Listed, Stage

LONGEST_CLOSING: Final = 5_000  # milliseconds that bets on their way to the store are waited for


def step(
    table: SharedTable,
    asked: TableStep,
    place: Place,
    now: int,
    fresh: bytes = b"",
    order: tuple[Card, ...] | None = None,
) -> TableChange:
    """What this does to the table; `fresh` are 32 bytes nobody has seen, for a new sabot."""
    command, by = asked.command, asked.by
    moment = Moment(table, place, now, by, asked.heard, fresh, order)
    if isinstance(command, Command) and isinstance(by, Staff):
        check_seen(moment, command)
    refusal = verify(moment, type(command))
    if refusal is not None:
        raise refusal
    return _STEPS[type(command)](moment, command)


def _shuffle(moment: Moment, _: Shuffle) -> TableChange:
    """By the rules of today: a sheet may have changed since the last sabot."""
    place, mixing = moment.place, moment.table.mixing
    cards = place.sheet.cards
    terms = replace(mixing.terms, sheet=place.sheet_hash, decks=cards.decks, cut=cards.cut or 0)
    dealer = Dealer(replace(mixing, terms=terms))
    commitment = dealer.commit(moment.fresh)
    event = stream.Shuffled(
        *moment.at,
        sabot=terms.number,
        sheet=place.sheet_hash.hex(),
        decks=terms.decks,
        cut=terms.cut,
        commitment=commitment.hex(),
        until=moment.now + place.pace.mixing,
    )
    return moment.tell(event, dealer.state)


def _mix(moment: Moment, command: MixIn | OpenSeed) -> TableChange:
    number, player = moment.table.mixing.terms.number, moment.by
    if command.sabot != number or not isinstance(player, Player):
        raise moment.wrong_moment(type(command), f"mixing sabot {number}")
    dealer = Dealer(moment.table.mixing)
    if isinstance(command, MixIn):
        dealer.join(player.number, bytes.fromhex(command.hash))
    else:
        dealer.open(player.number, command.seed)
    return _quietly(moment, dealer)


def _quietly(moment: Moment, dealer: Dealer) -> TableChange:
    """Known to the house alone until the list is closed, or all of its seeds are open."""
    after = replace(moment.table, mixing=dealer.state, version=moment.table.version + 1)
    return TableChange(after, None, None)


def _close_list(moment: Moment, _: CloseList) -> TableChange:
    dealer = Dealer(moment.table.mixing)
    players = dealer.close()
    until = moment.now + (moment.place.pace.opening if players else 0)
    event = stream.ListClosed(*moment.at, moment.view.sabot, _listed(players), until)
    return moment.tell(event, dealer.state)


def _fix(moment: Moment, _: Fix) -> TableChange:
    dealer = Dealer(moment.table.mixing)
    fixed = dealer.fix()
    event = stream.Fixed(
        *moment.at,
        sabot=moment.view.sabot,
        players=_listed(dealer.state.players),
        fixed=fixed.hex(),
        exhibition=dealer.exhibition,
    )
    return moment.tell(event, dealer.state)


def _burn(moment: Moment, _: Burn) -> TableChange:
    rule, first = moment.place.sheet.cards.burn, moment.order[0]
    gone = rule.cards(first) if rule else 0
    event = stream.Burned(
        *moment.at,
        sabot=moment.view.sabot,
        first=str(first),
        burned=gone - 1,
        gone=gone,
        until=moment.now + moment.place.pace.burn,
    )
    return moment.tell(event)


def _open_betting(moment: Moment, _: OpenBetting) -> TableChange:
    view, place, seconds = moment.view, moment.place, moment.place.sheet.times.betting_s
    until: int | None = moment.now + (seconds * 1000 if seconds else place.pace.betting)
    if place.by_person and seconds is None:
        until = None
    event = stream.Betting(
        *moment.at,
        coup=view.coup + 1,
        sabot=view.sabot,
        fixed=view.fixed,
        gone=view.gone,
        until=until,
        keyed=left_keyed(moment),
    )
    return moment.tell(event)


def _count(moment: Moment, command: Count) -> TableChange:
    return moment.tell(stream.Staked(*moment.at, moment.view.coup, command.bets))


def _close_betting(moment: Moment, _: CloseBetting) -> TableChange:
    """The moment is the clock's, or that of the croupier's word, whichever came first."""
    until = moment.view.until
    # What came in during the very millisecond of the word is in time.
    said = moment.heard + 1 if isinstance(moment.by, Staff) else moment.now
    since = said if until is None else min(said, until)
    longest = moment.now + LONGEST_CLOSING
    return moment.tell(stream.Closing(*moment.at, moment.view.coup, since, longest))


def _deal(moment: Moment, command: Deal) -> TableChange:
    view, place = moment.view, moment.place
    coup = view.coup if view.stage is Stage.CLOSING else view.coup + 1
    is_left = place.by_person and not view.croupier and not place.is_read_in
    wait = max(place.pace.first_card, place.pace.absent if is_left else 0)
    kept = parse_cards(view.first_of_next)
    event = stream.NoMore(
        *moment.at,
        coup=coup,
        sabot=view.sabot,
        bets=command.bets,
        until=moment.now + wait,
        holders=command.holders,
        punto=points(kept[0::2]) if kept else None,
        banco=points(kept[1::2]) if kept[1:] else None,
    )
    return moment.tell(event)


def _announce(moment: Moment, _: Announce) -> TableChange:
    view, place = moment.view, moment.place
    if place.is_read_in:
        told = *moment.table.past, view.cards
        coups = [deal_exactly(place.sheet.rule, parse_cards(each)) for each in told]
        coup = coups[-1]
    else:
        coup = moment.coup
        coups = coups_until(place.sheet, moment.order, view.gone)
    results = [result(each) for each in coups]
    event = stream.Result(
        *moment.at,
        coup=view.coup,
        sabot=view.sabot,
        cards=view.cards,
        punto=points(coup.punto),
        banco=points(coup.banco),
        outcome=coup.outcome,
        decisions=coup.decisions,
        gone=view.gone,
        last=not goes_on(moment.table, moment.place),
        roads=roads_of(results),
        statistics=statistics_of(coups, results),
        due=due(moment, coup),
    )
    change = moment.tell(event)
    if not place.is_read_in:
        return change
    past = (*moment.table.past, view.cards)
    return over(moment, replace(change, table=replace(change.table, past=past)))


def _settle(moment: Moment, _: Settle) -> TableChange:
    until = moment.now + moment.place.pace.result
    return moment.tell(stream.Settled(*moment.at, moment.view.coup, until))


def _give_up(moment: Moment, _: GiveUp) -> TableChange:
    dealer = Dealer(moment.table.mixing)
    return moment.tell(_opened(moment, moment.at, dealer.retire()), dealer.state)


def _reveal(moment: Moment, _: Reveal) -> TableChange:
    dealer = Dealer(moment.table.mixing)
    is_early = goes_on(moment.table, moment.place)
    revealed = dealer.reveal(Ending.CLOSED if is_early else Ending.PLAYED)
    return moment.tell(_opened(moment, moment.at, revealed), dealer.state)


def _restore(moment: Moment, command: Restore) -> TableChange:
    """In a new epoch from its first event on: some of the old one's may be lost."""
    dealer = Dealer(moment.table.mixing)
    revealed = dealer.restore(command.epoch)
    at = moment.table.name, command.epoch, 1, moment.now
    event: stream.StreamEvent = stream.Stood(*at, moment.view.standing, moment.view.note)
    if revealed is not None:
        event = _opened(moment, at, revealed)
    change = moment.tell(event, dealer.state)
    # Of a real sabot cards may have been drawn that nobody remembers: the next one is a new one.
    return replace(change, table=replace(change.table, past=(), seen=""))


def _opened(moment: Moment, at: tuple[str, int, int, int], revealed: Revealed) -> stream.Revealed:
    return stream.Revealed(
        *at,
        sabot=revealed.terms.number,
        of_epoch=revealed.terms.epoch,
        commitment=revealed.commitment.hex(),
        server_seed=revealed.seed.hex(),
        sheet=revealed.terms.sheet.hex(),
        players=_listed(revealed.players),
        ended=revealed.ended.value,
        coups=moment.view.statistics.coups,
    )


def _stand(moment: Moment, command: Stand) -> TableChange:
    return moment.tell(stream.Stood(*moment.at, command.standing, command.note))


def _listed(players: tuple[Mixed, ...]) -> tuple[Listed, ...]:
    return tuple([Listed(each.player, each.hash.hex(), each.seed) for each in players])


_STEPS: Final[dict[type, Callable[[Moment, Any], TableChange]]] = {
    Shuffle: _shuffle,
    MixIn: _mix,
    CloseList: _close_list,
    OpenSeed: _mix,
    Fix: _fix,
    GiveUp: _give_up,
    Burn: _burn,
    OpenBetting: _open_betting,
    Count: _count,
    KeyIn: key_in,
    CloseBetting: _close_betting,
    Deal: _deal,
    Draw: draw,
    Call: call,
    Speak: call,
    Show: turn,
    Turn: turn,
    HandBack: hand_back,
    Read: read,
    Correct: correct,
    Void: void,
    Announce: _announce,
    Settle: _settle,
    Reveal: _reveal,
    NewSabot: new_sabot,
    Box: take_box,
    AskManager: call_manager,
    CallManager: call_manager,
    Decide: decide,
    Take: take,
    Leave: vacate,
    Vacate: vacate,
    Restore: _restore,
    Stand: _stand,
}
