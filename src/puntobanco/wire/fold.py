"""A shared table's view as a fold of its stream: the same for the house and for every client."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from puntobanco.game.coup import Side
from puntobanco.wire.stream import (
    Betting,
    Boxed,
    Burned,
    Called,
    Drawn,
    Fixed,
    HandedBack,
    ListClosed,
    NoMore,
    Result,
    Revealed,
    Settled,
    Shuffled,
    Stage,
    Staked,
    Stood,
    StreamEvent,
    TableView,
    Turned,
)


def fold(view: TableView, event: StreamEvent) -> TableView:
    """The view after an event; what came before its offset changes nothing."""
    if event.epoch == view.epoch and event.offset <= view.offset:
        return view
    now = replace(view, epoch=event.epoch, offset=event.offset)
    return _FOLDS[type(event)](now, event)


def _fixed(view: TableView, event: Fixed) -> TableView:
    return replace(
        view,
        stage=Stage.BURNING,
        players=event.players,
        fixed=event.fixed,
        exhibition=event.exhibition,
        until=None,
    )


def _no_more(view: TableView, event: NoMore) -> TableView:
    cleared = view if event.coup == view.coup else _clear(view, event.coup)
    return replace(
        cleared, stage=Stage.DEALING, bets=event.bets, until=event.until, holders=event.holders
    )


def _result(view: TableView, event: Result) -> TableView:
    return replace(
        view,
        stage=Stage.PAYING,
        until=None,
        punto=event.punto,
        banco=event.banco,
        outcome=event.outcome,
        decisions=event.decisions,
        roads=event.roads,
        statistics=event.statistics,
    )


def _new_sabot(view: TableView, event: Shuffled) -> TableView:
    return TableView(
        table=view.table,
        epoch=view.epoch,
        offset=view.offset,
        standing=view.standing,
        stage=Stage.MIXING,
        until=event.until,
        sabot=event.sabot,
        sheet=event.sheet,
        commitment=event.commitment,
        coup=view.coup,
        boxes=view.boxes,
    )


def _clear(view: TableView, coup: int) -> TableView:
    """An empty cloth for a coup."""
    return replace(
        view,
        coup=coup,
        cards="",
        punto=None,
        banco=None,
        outcome=None,
        decisions=(),
        bets={},
        holders={},
        called=None,
    )


def _card(view: TableView, event: Drawn) -> TableView:
    return replace(
        _points(view, event.side, event.points),
        cards=view.cards + event.card,
        gone=event.gone,
        cut=event.cut,
        until=event.until,
    )


def _points(view: TableView, side: Side, points: int | None) -> TableView:
    return replace(view, punto=points) if side is Side.PUNTO else replace(view, banco=points)


def _turned(view: TableView, event: Turned) -> TableView:
    return replace(_points(view, event.side, event.points), cards=event.cards, until=event.until)


def _handed_back(view: TableView, event: HandedBack) -> TableView:
    held = {side: player for side, player in view.holders.items() if side is not event.side}
    return replace(view, holders=held, until=None)


def _boxed(view: TableView, event: Boxed) -> TableView:
    boxes = {
        box: left
        for box, players in view.boxes.items()
        if (left := tuple([each for each in players if each != event.player]))
    }
    if event.box:
        boxes[event.box] = (*boxes.get(event.box, ()), event.player)
    return replace(view, boxes=dict(sorted(boxes.items())))


_FOLDS: Final[dict[type, Callable[[TableView, Any], TableView]]] = {
    Shuffled: _new_sabot,
    ListClosed: lambda view, event: replace(
        view, stage=Stage.OPENING, players=event.players, until=event.until
    ),
    Fixed: _fixed,
    Burned: lambda view, event: replace(
        view, first=event.first, burned=event.burned, gone=event.gone, until=event.until
    ),
    Betting: lambda view, event: replace(
        _clear(view, event.coup), stage=Stage.BETTING, until=event.until
    ),
    Staked: lambda view, event: replace(view, bets=event.bets),
    NoMore: _no_more,
    Drawn: _card,
    Called: lambda view, event: replace(view, called=event.draws, until=event.until),
    Turned: _turned,
    HandedBack: _handed_back,
    Boxed: _boxed,
    Result: _result,
    Settled: lambda view, event: replace(view, stage=Stage.PAID, until=event.until),
    Revealed: lambda view, _: replace(_clear(view, view.coup), stage=Stage.RESTING, until=None),
    Stood: lambda view, event: replace(view, standing=event.standing),
}
