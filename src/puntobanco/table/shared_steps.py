"""What a shared table does next: the table as it will be, and the event that tells of it.

Cards, points and payments follow from the order that was fixed; the clock and fresh seeds are
handed in. Nothing here has happened yet: it happens when the store has made it durable.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from puntobanco.errors import NotNow, SabotGoesOn
from puntobanco.fair.commitment import Ending, Mixed
from puntobanco.fair.dealer import Dealer, Revealed
from puntobanco.game.cards import Card, parse_cards, points, print_cards
from puntobanco.game.coup import deal_exactly
from puntobanco.game.roads import result
from puntobanco.table.dealing import call, draw, hand_back, take_box, turn, waits_for
from puntobanco.table.hand import wanted
from puntobanco.table.moment import Moment, name_of
from puntobanco.table.person import ask_manager, check_runs, direct, vacate
from puntobanco.table.read_in import due, left_keyed, over, read_coup
from puntobanco.table.scoreboard import coups_until, roads_of, statistics_of
from puntobanco.table.shared import (
    TRANSITIONS,
    AskManager,
    Burn,
    Call,
    Close,
    CloseList,
    Count,
    Direct,
    Draw,
    Fix,
    GiveUp,
    HandBack,
    Mix,
    OpenBetting,
    OpenSeed,
    Place,
    Restore,
    Reveal,
    Settle,
    SharedTable,
    Shuffle,
    Stand,
    TableChange,
    TableStep,
    TakeBox,
    Tell,
    Turn,
    Vacate,
    goes_on,
)
from puntobanco.wire import console, stream
from puntobanco.wire.stream import Listed, Stage, Standing


def step(
    table: SharedTable,
    asked: TableStep,
    place: Place,
    now: int,
    fresh: bytes = b"",
    order: tuple[Card, ...] | None = None,
) -> TableChange:
    """What this does to the table; `fresh` are 32 bytes nobody has seen, for a new sabot."""
    if (table.view.stage, type(asked)) not in TRANSITIONS:
        raise NotNow(step=name_of(asked), phase=table.view.stage)
    return _STEPS[type(asked)](Moment(table, place, now, fresh, order), asked)


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


def _mix(moment: Moment, asked: Mix) -> TableChange:
    dealer = _dealer(moment, asked)
    dealer.join(asked.player, asked.hash)
    return _quietly(moment, dealer)


def _open_seed(moment: Moment, asked: OpenSeed) -> TableChange:
    dealer = _dealer(moment, asked)
    dealer.open(asked.player, asked.seed)
    return _quietly(moment, dealer)


def _dealer(moment: Moment, asked: Mix | OpenSeed) -> Dealer:
    number = moment.table.mixing.terms.number
    if asked.sabot != number:
        raise NotNow(step=name_of(asked), phase=f"mixing sabot {number}")
    return Dealer(moment.table.mixing)


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


def _burn(moment: Moment, asked: Burn) -> TableChange:
    rule = moment.place.sheet.cards.burn
    if rule is None or moment.view.gone:
        raise NotNow(step=name_of(asked), phase=moment.view.stage)
    first = moment.order[0]
    gone = rule.cards(first)
    event = stream.Burned(
        *moment.at,
        sabot=moment.view.sabot,
        first=str(first),
        burned=gone - 1,
        gone=gone,
        until=moment.now + moment.place.pace.burn,
    )
    return moment.tell(event)


def _open_betting(moment: Moment, asked: OpenBetting) -> TableChange:
    view, place, seconds = moment.view, moment.place, moment.place.sheet.times.betting_s
    if view.standing is not Standing.OPEN:
        raise NotNow(step=name_of(asked), phase=view.standing)
    if not goes_on(moment.table, place):
        raise NotNow(step=name_of(asked), phase=view.stage)
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


def _count(moment: Moment, asked: Count) -> TableChange:
    return moment.tell(stream.Staked(*moment.at, moment.view.coup, asked.bets))


def _close(moment: Moment, asked: Close) -> TableChange:
    view = moment.view
    is_betting = view.stage is Stage.BETTING
    if not is_betting and not view.exhibition:
        raise NotNow(step=name_of(asked), phase=view.stage)
    coup = view.coup if is_betting else view.coup + 1
    until = moment.now + moment.place.pace.first_card
    if moment.place.by_person and not view.croupier:  # who has just left may come back in time
        until = max(until, view.until or 0)
    kept = parse_cards(view.first_of_next)
    event = stream.NoMore(
        *moment.at,
        coup=coup,
        sabot=view.sabot,
        bets=asked.bets,
        until=until,
        holders=asked.holders,
        punto=points(kept[0::2]) if kept else None,
        banco=points(kept[1::2]) if kept[1:] else None,
    )
    return moment.tell(event)


def _tell(moment: Moment, asked: Tell) -> TableChange:
    view, place = moment.view, moment.place
    if place.is_read_in:
        coup = read_coup(moment)
        coups = [*(deal_exactly(place.sheet.rule, parse_cards(e)) for e in moment.table.past), coup]
    else:
        coup = moment.coup
        if print_cards(coup.cards) != view.cards:
            waits = wanted(place.sheet, view, coup)
            raise NotNow(step=name_of(asked), phase=waits_for(moment, waits))
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


def _direct(moment: Moment, asked: Direct) -> TableChange:
    """Of what a person does, some is what the automatic croupier does, too."""
    same = {console.OpenBetting: OpenBetting, console.Announce: Tell}.get(type(asked.command))
    if same is None:
        return direct(moment, asked)
    check_runs(moment, asked)
    if (moment.view.stage, same) not in TRANSITIONS:
        raise NotNow(step=name_of(asked.command), phase=moment.view.stage)
    if same is OpenBetting and not _is_burned(moment):
        raise NotNow(step=name_of(asked.command), phase="burning: no card is burned yet")
    return _STEPS[same](moment, same())


def _is_burned(moment: Moment) -> bool:
    """Where something is to be burned first: else every card would come too early."""
    place = moment.place
    return place.is_read_in or place.sheet.cards.burn is None or moment.view.gone > 0


def _settle(moment: Moment, _: Settle) -> TableChange:
    until = moment.now + moment.place.pace.result
    return moment.tell(stream.Settled(*moment.at, moment.view.coup, until))


def _give_up(moment: Moment, _: GiveUp) -> TableChange:
    dealer = Dealer(moment.table.mixing)
    return moment.tell(_opened(moment, moment.at, dealer.retire()), dealer.state)


def _reveal(moment: Moment, _: Reveal) -> TableChange:
    is_early = goes_on(moment.table, moment.place)
    if is_early and moment.view.standing is not Standing.CLOSED:
        raise SabotGoesOn(table=moment.table.name)
    dealer = Dealer(moment.table.mixing)
    revealed = dealer.reveal(Ending.CLOSED if is_early else Ending.PLAYED)
    return moment.tell(_opened(moment, moment.at, revealed), dealer.state)


def _restore(moment: Moment, asked: Restore) -> TableChange:
    """In a new epoch from its first event on: some of the old one's may be lost."""
    dealer = Dealer(moment.table.mixing)
    revealed = dealer.restore(asked.epoch)
    at = moment.table.name, asked.epoch, 1, moment.now
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


def _stand(moment: Moment, asked: Stand) -> TableChange:
    return moment.tell(stream.Stood(*moment.at, asked.standing, asked.note))


def _listed(players: tuple[Mixed, ...]) -> tuple[Listed, ...]:
    return tuple([Listed(each.player, each.hash.hex(), each.seed) for each in players])


_STEPS: Final[dict[type, Callable[[Moment, Any], TableChange]]] = {
    Shuffle: _shuffle,
    Mix: _mix,
    CloseList: _close_list,
    OpenSeed: _open_seed,
    Fix: _fix,
    GiveUp: _give_up,
    Burn: _burn,
    OpenBetting: _open_betting,
    Count: _count,
    Close: _close,
    Draw: draw,
    Call: call,
    Turn: turn,
    HandBack: hand_back,
    TakeBox: take_box,
    AskManager: ask_manager,
    Vacate: vacate,
    Direct: _direct,
    Tell: _tell,
    Settle: _settle,
    Reveal: _reveal,
    Restore: _restore,
    Stand: _stand,
}
