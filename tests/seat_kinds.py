"""Narrow the type of a seat, where a test knows which of the two kinds it is."""

from puntobanco.ledger.accounts import Account
from puntobanco.server.seats.floor import Floor
from puntobanco.server.seats.seat_runner import SeatRunner
from puntobanco.table.seat import PrivateSeat, Seat, SharedSeat


def private(seat: Seat | None) -> PrivateSeat:
    assert isinstance(seat, PrivateSeat)
    return seat


def shared(seat: Seat | None) -> SharedSeat:
    assert isinstance(seat, SharedSeat)
    return seat


async def seat_at(floor: Floor, account: Account, place: str) -> SeatRunner:
    """The account's seat at the shared table of this name, or else at the house's private table."""
    if place in floor.tables.runners:
        return await floor.shared_seat(account, place)
    return await floor.private_seat(account, place)
