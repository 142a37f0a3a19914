"""Tickets that open a socket once: what a browser can't put into a header."""

import secrets
from typing import Final

from puntobanco.errors import NoTicket
from puntobanco.server.clock import Clock

SECONDS: Final = 30


class Tickets:
    """Handed out over HTTP to who is signed in, taken back at the socket."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._seats: dict[str, tuple[int, int, int]] = {}  # in the order they were made

    def issue(self, seat: int, session: int) -> str:
        self._forget_old()
        ticket = secrets.token_urlsafe(24)
        self._seats[ticket] = seat, session, self._clock.now() + SECONDS * 1000
        return ticket

    def redeem(self, ticket: str) -> tuple[int, int]:
        """The seat and session it opens; a second time it opens nothing."""
        seat, session, expires = self._seats.pop(ticket, (0, 0, 0))
        if expires <= self._clock.now():
            raise NoTicket(seconds=SECONDS)
        return seat, session

    def forget(self, seat: int) -> None:
        """Whoever was signed in there is no more."""
        self._seats = {ticket: each for ticket, each in self._seats.items() if each[0] != seat}

    def _forget_old(self) -> None:
        now = self._clock.now()
        for ticket, (_, _, expires) in list(self._seats.items()):
            if expires > now:
                return
            del self._seats[ticket]
