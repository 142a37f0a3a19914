"""All open sockets of a process: admits new ones and finds those that are dead."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import parse_qs

from picows import WSUpgradeRequest, WSUpgradeResponse, WSUpgradeResponseWithListener

from puntobanco.errors import BadMessage, ForeignOrigin, Refusal, TooFast, TooManyConnections
from puntobanco.server.house.limits import Addresses, Buckets, Limits, whose
from puntobanco.server.house.tickets import Tickets
from puntobanco.server.http.headers import SECURITY_HEADERS
from puntobanco.server.http.refusal_responses import refuse
from puntobanco.server.seats.floor import Floor
from puntobanco.server.sockets.table_socket import PING_AFTER_S, TableSocket
from puntobanco.wire.close_codes import CloseCode

PATH: Final = "/ws"

log = logging.getLogger("puntobanco.sockets")


class OpenSockets:
    """All sockets of a process."""

    def __init__(
        self,
        floor: Floor,
        tickets: Tickets,
        limits: Limits,
        origins: set[str],
        proxies: Addresses | None = None,
    ) -> None:
        self.floor, self.tickets, self.limits = floor, tickets, limits
        self._origins = origins
        self._proxies = proxies or Addresses(())
        self.open: set[TableSocket] = set()
        self._by_address: Counter[str] = Counter()
        rate = limits.requests_per_second
        self._handshakes = Buckets(rate, 10 * rate)
        self.refusals: Counter[str] = Counter()  # by code; those over HTTP included

    def admit(self, request: WSUpgradeRequest, address: str) -> Any:
        """Check the origin and the address of a new socket; its ticket is checked once it is open.

        A browser can't read why a handshake failed, but it can read a close code.
        """
        path, _, query = request.path.decode("latin-1").partition("?")
        if path != PATH:
            return _refused(BadMessage(why="there is no such socket"), HTTPStatus.NOT_FOUND)
        # A proxy may add a second header after the client's.
        forwarded = ", ".join(request.headers.getall("X-Forwarded-For", ()))
        address = whose(self._proxies.behind(address, forwarded))
        if not self._handshakes.take(address, self.floor.clock.now()):
            return _refused(TooFast(most=10 * self.limits.requests_per_second, seconds=10))
        if not self._is_ours(request.headers.get("Origin"), request.headers.get("Host", "")):
            log.warning("foreign origin", extra={"address": address})
            return _refused(ForeignOrigin())
        most = self.limits.connections_per_address
        if self._by_address[address] >= most:
            log.warning("too many connections", extra={"address": address})
            return _refused(TooManyConnections(most=most))
        ticket = parse_qs(query).get("ticket", [""])[0]
        return TableSocket(self, ticket, address)

    def _is_ours(self, origin: str | None, host: str) -> bool:
        if origin is None or origin == "null":
            return False
        scheme, _, authority = origin.partition("://")
        return origin in self._origins or (scheme in ("http", "https") and authority == host != "")

    def joined(self, socket: TableSocket) -> None:
        self.open.add(socket)
        self._by_address[socket.address] += 1

    def left(self, socket: TableSocket) -> None:
        if socket in self.open:
            self.open.remove(socket)
            self._by_address[socket.address] -= 1
            if not self._by_address[socket.address]:
                del self._by_address[socket.address]

    def send_away(self, person: int, is_ended: Callable[[bytes], bool]) -> None:
        """Close a person's consoles whose login has ended, by the hash of its token."""
        for socket in list(self.open):
            is_theirs = socket.staff is not None and socket.staff.person == person
            if is_theirs and is_ended(socket.token_hash):
                socket.close(CloseCode.SIGNED_OUT, "signed out")

    def has(self, token_hash: bytes) -> bool:
        """Whether a socket is open that was opened with this token."""
        return any(socket.token_hash == token_hash for socket in self.open)

    async def ping_for_ever(self) -> None:
        """Find connections whose client has disappeared without closing them."""
        while True:
            await asyncio.sleep(PING_AFTER_S / 2)
            now = self.floor.clock.now()
            for socket in list(self.open):
                socket.ping_if_silent(now)


def _refused(refusal: Refusal, status: HTTPStatus | None = None) -> Any:
    status, headers, body = refuse(refusal, status)
    headers |= SECURITY_HEADERS
    response = WSUpgradeResponse.create_error_response(status, body, headers)
    return WSUpgradeResponseWithListener(response, None)
