"""Tickets, each for opening one socket, because browsers can't send a token with a WebSocket."""

import secrets
from typing import Final

from msgspec import Struct

from puntobanco.errors import NoTicket
from puntobanco.server.house.clock import Clock
from puntobanco.table.shared.shared_table import StaffActor

SECONDS: Final = 30


class SeatTicket(Struct, frozen=True):
    """For a session at a seat; valid only while the token that requested it is."""

    seat: int
    session: int
    token_hash: bytes
    expires: int


class WatchTicket(Struct, frozen=True):
    """For looking on at a shared table, or for its console."""

    table: str
    expires: int
    staff: StaffActor | None = None  # set for the console
    token_hash: bytes = b""


class Tickets:
    """Issued over HTTP, redeemed when the socket is opened."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._issued: dict[str, SeatTicket | WatchTicket] = {}  # oldest first

    def issue(self, seat: int, session: int, token_hash: bytes) -> str:
        return self._keep(SeatTicket(seat, session, token_hash, self._until()))

    def issue_to_watch(
        self, table: str, staff: StaffActor | None = None, token_hash: bytes = b""
    ) -> str:
        return self._keep(WatchTicket(table, self._until(), staff, token_hash))

    def _until(self) -> int:
        return self._clock.now() + SECONDS * 1000

    def _keep(self, way: SeatTicket | WatchTicket) -> str:
        self._forget_old()
        ticket = secrets.token_urlsafe(24)
        self._issued[ticket] = way
        return ticket

    def redeem(self, ticket: str) -> SeatTicket | WatchTicket:
        """What a ticket is for; each ticket can be redeemed once."""
        way = self._issued.pop(ticket, None)
        if way is None or way.expires <= self._clock.now():
            raise NoTicket(seconds=SECONDS)
        return way

    def _forget_old(self) -> None:
        now = self._clock.now()
        for ticket, way in list(self._issued.items()):
            if way.expires > now:
                return
            del self._issued[ticket]
