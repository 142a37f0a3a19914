"""The first thing a client hears at its seat: where it stands, and what it missed."""

from typing import Final

import msgspec

from puntobanco.game.bets import Bet
from puntobanco.game.coup import Side
from puntobanco.game.sheet import Sheet
from puntobanco.server.floor import Floor
from puntobanco.server.live_seat import LiveSeat
from puntobanco.server.live_table import LiveTable
from puntobanco.table.hand import in_hand
from puntobanco.table.seat import Seat
from puntobanco.table.shared_seat import is_staked
from puntobanco.table.steps import next_coup
from puntobanco.wire.messages import InHand, SharedWelcome, Welcome
from puntobanco.wire.requests import Hello
from puntobanco.wire.stream import Stage, TableView

_MOST_MISSED: Final = 100  # events sent again; who missed more reads the history


async def welcome(floor: Floor, live: LiveSeat, hello: Hello) -> Welcome:
    """What happens while it is made ready is in it."""
    seat, missed = live.seat, await _missed(floor, live.seat, hello)
    while (live.seat.epoch, live.seat.offset) != (seat.epoch, seat.offset):
        seat, missed = live.seat, await _missed(floor, live.seat, hello)
    seat = live.seat  # chips and clock change without an event
    return Welcome(
        session=seat.session_name,
        epoch=seat.epoch,
        offset=seat.offset,
        house=seat.house,
        table=seat.table,
        currency=seat.currency,
        credit=seat.credit,
        draft=_draft(live),
        next=next_coup(seat),
        closes_in_ms=floor.closes_in(seat, live.setting),
        missed=missed,
        shared=_shared(floor, live, hello),
    )


def _draft(live: LiveSeat) -> dict[Bet, int]:
    """The chips on the cloth; at a shared table none that no bet can be made of any more."""
    table, seat = live.table, live.seat
    if not isinstance(table, LiveTable):
        return seat.draft
    is_open = table.view.stage in (Stage.BETTING, Stage.CLOSING)
    is_open &= seat.number == table.view.coup
    return seat.draft if is_open else {}


def _shared(floor: Floor, live: LiveSeat, hello: Hello) -> SharedWelcome | None:
    table, seat = live.table, live.seat
    if not isinstance(table, LiveTable):
        return None
    listed = table.table.mixing.listed(str(seat.account))
    return SharedWelcome(
        now=floor.clock.now(),
        view=table.view,
        missed=table.missed(hello.table_epoch, hello.table_offset),
        stakes=seat.stakes,
        automatic=seat.automatic,
        left=seat.left,
        held=_held(seat, table.view, live.setting.sheet),
        mixed=listed is not None,
        opened=listed is not None and listed.seed is not None,
    )


def _held(seat: Seat, view: TableView, sheet: Sheet) -> dict[Side, InHand]:
    """The cards in my hand; those I handed back are the croupier's."""
    if not is_staked(seat, view.coup):
        return {}
    mine = str(seat.account)
    return {
        side: in_hand(sheet, side, cards)
        for side, cards in seat.held.items()
        if view.holders.get(side) == mine
    }


async def _missed(floor: Floor, seat: Seat, hello: Hello) -> tuple[msgspec.Raw, ...] | None:
    """The events behind the offset of the hello; None if there are too many, or others."""
    if hello.epoch != seat.epoch or not 0 <= seat.offset - hello.offset <= _MOST_MISSED:
        return None
    if hello.offset == seat.offset:
        return ()
    found = await floor.store.missed(seat, hello.offset, _MOST_MISSED)
    return tuple(msgspec.Raw(each.record.body) for each in found)
