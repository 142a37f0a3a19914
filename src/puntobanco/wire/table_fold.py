"""The fold of a shared table's stream into its view, used by the house and by every client."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from puntobanco.game.coup import Side
from puntobanco.wire.stream import (
    FACE_DOWN,
    Amended,
    Amendment,
    Aside,
    BettingOpened,
    Boxed,
    Burned,
    Called,
    Closing,
    Corrected,
    Correction,
    CutCardSeen,
    DealingBegan,
    Directed,
    Drawn,
    Fixed,
    HandedBack,
    Keyed,
    Limited,
    ListClosed,
    Manager,
    Reopened,
    Result,
    Revealed,
    Reversed,
    Settled,
    Shuffled,
    Stage,
    Staked,
    Standing,
    Stood,
    StreamEvent,
    TableView,
    Turned,
    Voided,
)

_Lies = TypeVar("_Lies")

FIFTH: Final = 5  # the first card whose side depends on the rule


def fold(view: TableView, event: StreamEvent) -> TableView:
    """Return the view after an event; an event that it contains already changes nothing."""
    if event.epoch == view.epoch and event.offset <= view.offset:
        return view
    if event.epoch != view.epoch:
        view = _over(view)
    moved = view.moved if type(event) in _BESIDE else event.offset
    now = replace(view, epoch=event.epoch, offset=event.offset, moved=moved)
    return _FOLDS[type(event)](now, event)


def _over(view: TableView) -> TableView:
    """Begin a new epoch: after a restored backup the current sabot is not played on."""
    return replace(
        _clear(view, view.coup),
        stage=Stage.RESTING,
        until=None,
        croupier=0,
        croupier_name="",
        croupier_since=0,
        first_of_next="",
        manager=False,
        manager_since=0,
        manager_at=0,
        manager_by="",
        manager_for="",
        due=(),
        given_back={},
        moved=0,
    )


def _fixed(view: TableView, event: Fixed) -> TableView:
    return replace(
        view,
        stage=Stage.BURNING,
        players=event.players,
        fixed=event.fixed,
        exhibition=event.exhibition,
        until=None,
    )


def _betting(view: TableView, event: BettingOpened) -> TableView:
    return replace(
        _clear(view, event.coup),
        stage=Stage.BETTING,
        opened=event.at,
        until=event.until,
        keyed=event.keyed,
    )


def _dealing_began(view: TableView, event: DealingBegan) -> TableView:
    cleared = view if event.coup == view.coup else _clear(view, event.coup)
    return replace(
        cleared,
        stage=Stage.DEALING,
        bets=event.bets,
        until=event.until,
        holders=event.holders,
        asks=event.asks,
        cards=view.first_of_next,
        punto=event.punto,
        banco=event.banco,
        first_of_next="",
    )


def _result(view: TableView, event: Result) -> TableView:
    return replace(
        view,
        stage=Stage.PAYING,
        until=None,
        asks=None,
        punto=event.punto,
        banco=event.banco,
        outcome=event.outcome,
        decisions=event.decisions,
        roads=event.roads,
        statistics=event.statistics,
        due=event.due,
        given_back={},
        won=event.won,
    )


def _reversed(view: TableView, event: Reversed) -> TableView:
    """Go back to the coup, and keep its list: the next one shows the difference."""
    return replace(
        _clear(view, event.coup),
        stage=Stage.DEALING,
        until=None,
        closed=event.at,
        cards=event.cards,
        aside=event.aside,
        first_of_next=event.kept,
        fifth=event.fifth,
        punto=event.punto,
        banco=event.banco,
        roads=event.roads,
        statistics=event.statistics,
        decided=view.decided,
        keyed=event.keyed,
        waiting=event.waiting,
        undone=view.due,
        due=(),
        given_back={},
    )


def _new_sabot(view: TableView, event: Shuffled) -> TableView:
    return TableView(
        table=view.table,
        epoch=view.epoch,
        offset=view.offset,
        standing=view.standing,
        # A real sabot is shuffled by hand, without seeds of the players.
        stage=Stage.MIXING if event.commitment else Stage.BURNING,
        until=event.until,
        note=view.note,
        stood_by=view.stood_by,
        stood_at=view.stood_at,
        limits=view.limits,
        sabot=event.sabot,
        sheet=event.sheet,
        commitment=event.commitment,
        shuffled_by=event.shuffled_by,
        cut_by=event.cut_by,
        coup=view.coup,
        boxes=view.boxes,
        croupier=view.croupier,
        croupier_name=view.croupier_name,
        croupier_since=view.croupier_since,
        manager=view.manager,
        manager_since=view.manager_since,
        manager_at=view.manager_at,
        manager_by=view.manager_by,
        manager_for=view.manager_for,
        decided=view.decided,
        waiting=view.waiting,
        due=view.due,  # some of these stakes may be left on the cloth for the next coup
        given_back=view.given_back,
        moved=view.moved,
    )


def _clear(view: TableView, coup: int) -> TableView:
    """Empty the cloth for a coup."""
    return replace(
        view,
        coup=coup,
        opened=0,
        closed=None,
        cards="",
        fifth=None,
        punto=None,
        banco=None,
        outcome=None,
        decisions=(),
        bets={},
        holders={},
        called=None,
        against=False,
        asks=None,
        aside="",
        corrections=(),
        amendments=(),
        void=False,
        why_void="",
        decided="",
        keyed={},
        waiting={},
        undone=(),
        won=(),
    )


def _card(view: TableView, event: Drawn) -> TableView:
    return replace(
        _points(view, event.side, event.points),
        cards=put(view.cards, event.n, event.card),
        against=view.against or event.against,
        fifth=event.side if event.n == FIFTH else view.fifth,
        gone=event.gone,
        cut=event.cut,
        until=event.until,
        asks=event.asks,
    )


def put(cards: str, n: int, card: str) -> str:
    """Put the n-th card in its place; earlier ones that were not read yet lie face down."""
    before = cards[: 2 * n - 2].ljust(2 * n - 2, FACE_DOWN[0])
    return before + card + cards[2 * n :]


def _points(view: TableView, side: Side, points: int | None) -> TableView:
    return replace(view, punto=points) if side is Side.PUNTO else replace(view, banco=points)


def _turned(view: TableView, event: Turned) -> TableView:
    shown = _points(view, event.side, event.points)
    return replace(shown, cards=event.cards, until=event.until, asks=event.asks)


def _handed_back(view: TableView, event: HandedBack) -> TableView:
    held = {side: player for side, player in view.holders.items() if side is not event.side}
    return replace(view, holders=held, until=event.until, asks=event.asks)


def _boxed(view: TableView, event: Boxed) -> TableView:
    boxes = {
        box: left
        for box, players in view.boxes.items()
        if (left := tuple([each for each in players if each != event.player]))
    }
    if event.box:
        boxes[event.box] = (*boxes.get(event.box, ()), event.player)
    return replace(view, boxes=dict(sorted(boxes.items())))


def _directed(view: TableView, event: Directed) -> TableView:
    since = event.at if event.croupier else 0
    taken = replace(view, croupier=event.croupier, croupier_name=event.name, croupier_since=since)
    return replace(taken, until=event.until)


def _aside(view: TableView, event: Aside) -> TableView:
    kept = view.first_of_next + (event.card if event.goes_on else "")
    return replace(view, aside=view.aside + event.card, first_of_next=kept, gone=event.gone)


def _voided(view: TableView, event: Voided) -> TableView:
    """Void the coup; cards kept for it stay for the next one if dealing had not begun."""
    kept = "" if view.stage is Stage.DEALING else view.first_of_next
    return replace(
        view,
        stage=Stage.PAYING,
        until=None,
        void=True,
        why_void=event.reason,
        first_of_next=kept,
        due=event.due,
        given_back=view.keyed,
        cards=event.cards or view.cards,
    )


def _manager(view: TableView, event: Manager) -> TableView:
    """Keep the call or the decision in the view, for clients that connect later."""
    if event.manager:
        decided = replace(view, manager=False, manager_at=0, decided=event.words)
        return replace(decided, manager_by="", manager_for="")
    called = replace(view, manager=True, manager_since=event.offset, decided="")
    return replace(called, manager_at=event.at, manager_by=event.by, manager_for=event.words)


def _keyed(view: TableView, event: Keyed | Amended) -> TableView:
    box = in_order({**view.keyed.get(event.box, {}), event.place: event.bets})
    return replace(view, keyed=in_order({**view.keyed, event.box: box}), asks=event.asks)


def _amended(view: TableView, event: Amended) -> TableView:
    amendment = Amendment(event.box, event.place, event.before, event.bets, event.reason)
    return replace(_keyed(view, event), amendments=(*view.amendments, amendment))


def in_order(stakes: dict[int, _Lies]) -> dict[int, _Lies]:
    """Sort stakes by box or place, and leave out empty ones."""
    return {n: lies for n, lies in sorted(stakes.items()) if lies}


def _stood(view: TableView, event: Stood) -> TableView:
    """Keep the note only while the table is not open."""
    note = "" if event.standing is Standing.OPEN else event.note
    stood = replace(view, standing=event.standing, note=note)
    return replace(stood, stood_by=event.by, stood_at=event.at)


# Events that do not change what a croupier's command means.
_BESIDE: Final = {Staked, Boxed, Manager, Stood, Limited}

_FOLDS: Final[dict[type, Callable[[TableView, Any], TableView]]] = {
    Shuffled: _new_sabot,
    ListClosed: lambda view, event: replace(
        view, stage=Stage.OPENING, players=event.players, until=event.until
    ),
    Fixed: _fixed,
    Burned: lambda view, event: replace(
        view, first=event.first, burned=event.burned, gone=event.gone, until=event.until
    ),
    CutCardSeen: lambda view, event: replace(view, cut=event.cut),
    BettingOpened: _betting,
    Staked: lambda view, event: replace(view, bets=event.bets),
    Closing: lambda view, event: replace(
        view, stage=Stage.CLOSING, closed=event.since, until=event.until
    ),
    Reopened: lambda view, event: replace(
        view, stage=Stage.BETTING, closed=None, until=event.until, asks=None
    ),
    DealingBegan: _dealing_began,
    Drawn: _card,
    Called: lambda view, event: replace(
        view, called=event.draws, against=event.against, until=event.until, asks=None
    ),
    Turned: _turned,
    HandedBack: _handed_back,
    Boxed: _boxed,
    Directed: _directed,
    Aside: _aside,
    Corrected: lambda view, event: replace(
        view,
        cards=event.cards,
        fifth=event.fifth,
        aside=event.aside,
        first_of_next=event.kept,
        punto=event.punto,
        banco=event.banco,
        gone=event.gone,
        against=event.against,
        corrections=(
            *view.corrections,
            Correction(event.before, event.after, event.reason, event.other > 0),
        ),
    ),
    Voided: _voided,
    Manager: _manager,
    Keyed: _keyed,
    Amended: _amended,
    Result: _result,
    Reversed: _reversed,
    Settled: lambda view, event: replace(view, stage=Stage.PAID, until=event.until),
    Revealed: lambda view, _: replace(_clear(view, view.coup), stage=Stage.RESTING, until=None),
    Stood: _stood,
    Limited: lambda view, event: replace(view, limits=event.limits),
}
