"""The welcome message: the state of the session, and the events that the client missed."""

from typing import Final

import msgspec

from puntobanco.server.seats.floor import Floor
from puntobanco.server.seats.seat_runner import SeatRunner
from puntobanco.table.seat import Seat
from puntobanco.wire.messages import Welcome
from puntobanco.wire.requests import Hello

_MOST_MISSED: Final = 100  # events; a client that missed more reads the history


async def welcome(floor: Floor, runner: SeatRunner, hello: Hello) -> Welcome:
    """Build the message; it includes what happens while the store is being read."""
    seat, missed = runner.seat, await _missed(floor, runner.seat, hello)
    while (runner.seat.view.epoch, runner.seat.view.offset) != (seat.view.epoch, seat.view.offset):
        seat, missed = runner.seat, await _missed(floor, runner.seat, hello)
    seat = runner.seat  # the draft and the deadline change without an event
    return Welcome(
        session=seat.session_name,
        epoch=seat.view.epoch,
        offset=seat.view.offset,
        house=seat.house,
        table=seat.table,
        currency=seat.currency,
        credit=seat.view.credit,
        draft=runner.draft,
        next=seat.next,
        closes_in_ms=floor.closes_in(seat, runner.setting),
        missed=missed,
        shared=runner.welcome_to_table(hello),
    )


async def _missed(floor: Floor, seat: Seat, hello: Hello) -> tuple[msgspec.Raw, ...] | None:
    """The events after the hello's offset; None if too many, or if the offset is unknown."""
    if hello.epoch != seat.view.epoch or not 0 <= seat.view.offset - hello.offset <= _MOST_MISSED:
        return None
    if hello.offset == seat.view.offset:
        return ()
    found = await floor.store.missed(seat, hello.offset, _MOST_MISSED)
    return tuple(msgspec.Raw(each.record.body) for each in found)
