"""What a shared table does next: the table as it will be, and the event that tells of it.

Cards, points and payments follow from the order that was fixed; the clock and fresh seeds are
handed in. Nothing here has happened yet: it happens when the store has made it durable.
"""

from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from puntobanco.errors import NotNow, SabotGoesOn
from puntobanco.fair.commitment import Ending, Mixed
from puntobanco.fair.dealer import Dealer, Mixing, Revealed
from puntobanco.game.cards import Card, points, print_cards
from puntobanco.game.coup import Coup, Side
from puntobanco.game.roads import result
from puntobanco.ledger.records import Event, Record
from puntobanco.table.scoreboard import coups_until, roads_of, statistics_of
from puntobanco.table.shared import (
    TRANSITIONS,
    Burn,
    Close,
    CloseList,
    Count,
    Draw,
    Fix,
    GiveUp,
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
    Tell,
    coup_of,
    goes_on,
    order_of,
)
from puntobanco.wire import stream
from puntobanco.wire.fold import fold
from puntobanco.wire.stream import Listed, Stage, Standing

_encode: Final = msgspec.json.Encoder().encode


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
        raise NotNow(step=_name(asked), phase=table.view.stage)
    return _STEPS[type(asked)](Turn(table, place, now, fresh, order), asked)


class Turn(Struct):
    """What a step works with."""

    table: SharedTable
    place: Place
    now: int
    fresh: bytes
    _order: tuple[Card, ...] | None

    @property
    def view(self) -> stream.TableView:
        return self.table.view

    @property
    def order(self) -> tuple[Card, ...]:
        return self._order or order_of(self.table)

    @property
    def at(self) -> tuple[str, int, int, int]:
        """The fields every event begins with."""
        return self.table.name, self.view.epoch, self.view.offset + 1, self.now

    def tell(self, event: stream.StreamEvent, mixing: Mixing | None = None) -> TableChange:
        """The table after an event: its view is the fold of the stream, here as everywhere."""
        table = self.table
        after = replace(
            table,
            view=fold(table.view, event),
            mixing=mixing or table.mixing,
            version=table.version + 1,
        )
        record = Record(
            account=table.account,
            event=Event.REVEALED if isinstance(event, stream.Revealed) else Event.TABLE,
            at=event.at,
            body=_encode(event),
            session=table.view.sabot,
            offset=event.offset,
        )
        return TableChange(after, event, record)


def _shuffle(turn: Turn, _: Shuffle) -> TableChange:
    """By the rules of today: a sheet may have changed since the last sabot."""
    place, mixing = turn.place, turn.table.mixing
    cards = place.sheet.cards
    terms = replace(mixing.terms, sheet=place.sheet_hash, decks=cards.decks, cut=cards.cut or 0)
    dealer = Dealer(replace(mixing, terms=terms))
    commitment = dealer.commit(turn.fresh)
    event = stream.Shuffled(
        *turn.at,
        sabot=terms.number,
        sheet=place.sheet_hash.hex(),
        decks=terms.decks,
        cut=terms.cut,
        commitment=commitment.hex(),
        until=turn.now + place.pace.mixing,
    )
    return turn.tell(event, dealer.state)


def _mix(turn: Turn, asked: Mix) -> TableChange:
    dealer = _dealer(turn, asked)
    dealer.join(asked.player, asked.hash)
    return _quietly(turn, dealer)


def _open_seed(turn: Turn, asked: OpenSeed) -> TableChange:
    dealer = _dealer(turn, asked)
    dealer.open(asked.player, asked.seed)
    return _quietly(turn, dealer)


def _dealer(turn: Turn, asked: Mix | OpenSeed) -> Dealer:
    number = turn.table.mixing.terms.number
    if asked.sabot != number:
        raise NotNow(step=_name(asked), phase=f"mixing sabot {number}")
    return Dealer(turn.table.mixing)


def _quietly(turn: Turn, dealer: Dealer) -> TableChange:
    """Known to the house alone until the list is closed, or all of its seeds are open."""
    after = replace(turn.table, mixing=dealer.state, version=turn.table.version + 1)
    return TableChange(after, None, None)


def _close_list(turn: Turn, _: CloseList) -> TableChange:
    dealer = Dealer(turn.table.mixing)
    players = dealer.close()
    until = turn.now + (turn.place.pace.opening if players else 0)
    event = stream.ListClosed(*turn.at, turn.view.sabot, _listed(players), until)
    return turn.tell(event, dealer.state)


def _fix(turn: Turn, _: Fix) -> TableChange:
    dealer = Dealer(turn.table.mixing)
    fixed = dealer.fix()
    event = stream.Fixed(
        *turn.at,
        sabot=turn.view.sabot,
        players=_listed(dealer.state.players),
        fixed=fixed.hex(),
        exhibition=dealer.exhibition,
    )
    return turn.tell(event, dealer.state)


def _burn(turn: Turn, asked: Burn) -> TableChange:
    rule = turn.place.sheet.cards.burn
    if rule is None or turn.view.gone:
        raise NotNow(step=_name(asked), phase=turn.view.stage)
    first = turn.order[0]
    gone = rule.cards(first)
    event = stream.Burned(
        *turn.at,
        sabot=turn.view.sabot,
        first=str(first),
        burned=gone - 1,
        gone=gone,
        until=turn.now + turn.place.pace.burn,
    )
    return turn.tell(event)


def _open_betting(turn: Turn, asked: OpenBetting) -> TableChange:
    view = turn.view
    if not goes_on(turn.table, turn.place) or view.standing is not Standing.OPEN:
        raise NotNow(step=_name(asked), phase=view.stage)
    until = turn.now + (turn.place.sheet.times.betting_s or 0) * 1000
    return turn.tell(
        stream.Betting(*turn.at, view.coup + 1, view.sabot, view.fixed, view.gone, until)
    )


def _count(turn: Turn, asked: Count) -> TableChange:
    return turn.tell(stream.Staked(*turn.at, turn.view.coup, asked.bets))


def _close(turn: Turn, asked: Close) -> TableChange:
    view = turn.view
    is_betting = view.stage is Stage.BETTING
    if not is_betting and not view.exhibition:
        raise NotNow(step=_name(asked), phase=view.stage)
    coup = view.coup if is_betting else view.coup + 1
    until = turn.now + turn.place.pace.first_card
    return turn.tell(stream.NoMore(*turn.at, coup, view.sabot, asked.bets, until))


def _draw(turn: Turn, asked: Draw) -> TableChange:
    view, coup = turn.view, coup_of(turn.table, turn.place, turn.order)
    n = len(view.cards) // 2
    if n >= len(coup.cards):
        raise NotNow(step=_name(asked), phase="done: the last card lies")
    side = _side(coup, n)
    hand = coup.punto if side is Side.PUNTO else coup.banco
    event = stream.Drawn(
        *turn.at,
        coup=view.coup,
        n=n + 1,
        side=side,
        card=str(coup.cards[n]),
        points=points(hand[: n // 2 + 1] if n < 4 else hand),
        gone=view.gone + 1,
        cut=not turn.place.sheet.cards.deals(view.gone + 1),
        until=turn.now + turn.place.pace.card,
    )
    return turn.tell(event)


def _side(coup: Coup, n: int) -> Side:
    """Whose the n-th card is, counted from nought."""
    if n < 4:
        return (Side.PUNTO, Side.BANCO)[n % 2]
    return Side.PUNTO if n == 4 and len(coup.punto) == 3 else Side.BANCO


def _tell(turn: Turn, asked: Tell) -> TableChange:
    view, order = turn.view, turn.order
    coup = coup_of(turn.table, turn.place, order)
    if print_cards(coup.cards) != view.cards:
        raise NotNow(step=_name(asked), phase=f"dealing: {view.cards} is not all of it")
    coups = coups_until(turn.place.sheet, order, view.gone)
    results = [result(each) for each in coups]
    event = stream.Result(
        *turn.at,
        coup=view.coup,
        sabot=view.sabot,
        cards=view.cards,
        punto=points(coup.punto),
        banco=points(coup.banco),
        outcome=coup.outcome,
        decisions=coup.decisions,
        gone=view.gone,
        last=not goes_on(turn.table, turn.place),
        roads=roads_of(results),
        statistics=statistics_of(coups, results),
    )
    return turn.tell(event)


def _settle(turn: Turn, _: Settle) -> TableChange:
    until = turn.now + turn.place.pace.result
    return turn.tell(stream.Settled(*turn.at, turn.view.coup, until))


def _give_up(turn: Turn, _: GiveUp) -> TableChange:
    dealer = Dealer(turn.table.mixing)
    return turn.tell(_opened(turn, turn.at, dealer.retire()), dealer.state)


def _reveal(turn: Turn, _: Reveal) -> TableChange:
    is_early = goes_on(turn.table, turn.place)
    if is_early and turn.view.standing is not Standing.CLOSED:
        raise SabotGoesOn(table=turn.table.name)
    dealer = Dealer(turn.table.mixing)
    revealed = dealer.reveal(Ending.CLOSED if is_early else Ending.PLAYED)
    return turn.tell(_opened(turn, turn.at, revealed), dealer.state)


def _restore(turn: Turn, asked: Restore) -> TableChange:
    """In a new epoch from its first event on: some of the old one's may be lost."""
    dealer = Dealer(turn.table.mixing)
    revealed = dealer.restore(asked.epoch)
    at = turn.table.name, asked.epoch, 1, turn.now
    if revealed is None:
        return turn.tell(stream.Stood(*at, turn.view.standing, turn.view.note), dealer.state)
    return turn.tell(_opened(turn, at, revealed), dealer.state)


def _opened(turn: Turn, at: tuple[str, int, int, int], revealed: Revealed) -> stream.Revealed:
    return stream.Revealed(
        *at,
        sabot=revealed.terms.number,
        of_epoch=revealed.terms.epoch,
        commitment=revealed.commitment.hex(),
        server_seed=revealed.seed.hex(),
        sheet=revealed.terms.sheet.hex(),
        players=_listed(revealed.players),
        ended=revealed.ended.value,
        coups=turn.view.statistics.coups,
    )


def _stand(turn: Turn, asked: Stand) -> TableChange:
    return turn.tell(stream.Stood(*turn.at, asked.standing, asked.note))


def _listed(players: tuple[Mixed, ...]) -> tuple[Listed, ...]:
    return tuple([Listed(each.player, each.hash.hex(), each.seed) for each in players])


def _name(asked: object) -> str:
    return type(asked).__name__.lower()


_STEPS: Final[dict[type, Callable[[Turn, Any], TableChange]]] = {
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
    Draw: _draw,
    Tell: _tell,
    Settle: _settle,
    Reveal: _reveal,
    Restore: _restore,
    Stand: _stand,
}
