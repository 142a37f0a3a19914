"""The first thing a client hears at its seat: where it stands, and what it missed."""

from typing import Final

import msgspec

from puntobanco.server.seats.floor import Floor
from puntobanco.server.seats.seat_runner import SeatRunner
from puntobanco.table.seat import Seat
from puntobanco.wire.messages import Welcome
from puntobanco.wire.requests import Hello

_MOST_MISSED: Final = 100  # events sent again; who missed more reads the history


async def welcome(floor: Floor, live: SeatRunner, hello: Hello) -> Welcome:
    """What happens while it is made ready is in it."""
    seat, missed = live.seat, await _missed(floor, live.seat, hello)
    while (live.seat.view.epoch, live.seat.view.offset) != (seat.view.epoch, seat.view.offset):
        seat, missed = live.seat, await _missed(floor, live.seat, hello)
    seat = live.seat  # chips and clock change without an event
    return Welcome(
        session=seat.session_name,
        epoch=seat.view.epoch,
        offset=seat.view.offset,
        house=seat.house,
        table=seat.table,
        currency=seat.currency,
        credit=seat.view.credit,
        draft=live.draft,
        next=seat.next,
        closes_in_ms=floor.closes_in(seat, live.setting),
        missed=missed,
        shared=live.welcome_to_table(hello),
    )


async def _missed(floor: Floor, seat: Seat, hello: Hello) -> tuple[msgspec.Raw, ...] | None:
    """The events behind the offset of the hello; None if there are too many, or others."""
    if hello.epoch != seat.view.epoch or not 0 <= seat.view.offset - hello.offset <= _MOST_MISSED:
        return None
    if hello.offset == seat.view.offset:
        return ()
    found = await floor.store.missed(seat, hello.offset, _MOST_MISSED)
    return tuple(msgspec.Raw(each.record.body) for each in found)
