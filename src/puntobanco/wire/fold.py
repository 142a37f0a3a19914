"""A shared table's view as a fold of its stream: the same for the house and for every client."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from puntobanco.game.coup import Side
from puntobanco.wire.stream import (
    Betting,
    Burned,
    Drawn,
    Fixed,
    ListClosed,
    NoMore,
    Result,
    Revealed,
    Settled,
    Shuffled,
    Stage,
    Staked,
    Standing,
    Stood,
    StreamEvent,
    TableView,
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
    return replace(cleared, stage=Stage.DEALING, bets=event.bets, until=event.until)


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
        note=view.note,
        sabot=event.sabot,
        sheet=event.sheet,
        commitment=event.commitment,
        coup=view.coup,
    )


def _clear(view: TableView, coup: int) -> TableView:
    """An empty cloth for a coup."""
    return replace(
        view, coup=coup, cards="", punto=None, banco=None, outcome=None, decisions=(), bets={}
    )


def _card(view: TableView, event: Drawn) -> TableView:
    points = {"punto": event.points} if event.side is Side.PUNTO else {"banco": event.points}
    return replace(
        view,
        cards=view.cards + event.card,
        gone=event.gone,
        cut=event.cut,
        until=event.until,
        **points,
    )


def _stood(view: TableView, event: Stood) -> TableView:
    """Why it is not open; open, it needs no reason."""
    note = "" if event.standing is Standing.OPEN else event.note
    return replace(view, standing=event.standing, note=note)


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
    Result: _result,
    Settled: lambda view, event: replace(view, stage=Stage.PAID, until=event.until),
    Revealed: lambda view, _: replace(_clear(view, view.coup), stage=Stage.RESTING, until=None),
    Stood: _stood,
}
