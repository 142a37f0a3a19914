"""When to reconnect: the delays of the books, and the close codes that forbid it."""

from typing import Final

from msgspec import Struct

from puntobanco.wire.close_codes import TRY_AGAIN, CloseCode

STEPS: Final = 4  # from the first delay to the last: 500, 750, 1000, 1250, 1500, 1500, …
_OURS: Final = 4000  # lower close codes come from the network, these from the house
_KNOWN: Final = frozenset(CloseCode)


class ReconnectDelays(Struct, frozen=True):
    """The part of a sheet's `times` that is about reconnecting."""

    first_ms: int
    last_ms: int
    give_up_s: int

    def delay_ms(self, failed: int) -> int:
        """How long to wait after this many failures in a row."""
        grown = self.first_ms + (self.last_ms - self.first_ms) * failed // STEPS
        return min(grown, self.last_ms)


def is_final(code: int | None, before: int | None = None) -> bool:
    """Whether a close code forbids reconnecting; None means that the connection broke.

    Tickets are lost when the server restarts. So a client whose ticket was refused asks for a new
    one, once.
    """
    if code is None:
        return False
    if code == CloseCode.NO_TICKET:
        return before == CloseCode.NO_TICKET
    if code in _KNOWN:
        return code not in TRY_AGAIN
    return code >= _OURS
