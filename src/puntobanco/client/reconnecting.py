"""When a lost connection is tried again: the books' delays, and when to stop."""

from typing import Final

from msgspec import Struct

from puntobanco.wire.close_codes import TRY_AGAIN, CloseCode

STEPS: Final = 4  # from the first delay to the last: 500, 750, 1000, 1250, 1500, 1500, …
_OURS: Final = 4000  # close codes below are the network's and its proxies', these are the house's
_KNOWN: Final = frozenset(CloseCode)


class ReconnectDelays(Struct, frozen=True):
    """A sheet's `times`, as far as they are about coming back."""

    first_ms: int
    last_ms: int
    give_up_s: int

    def delay_ms(self, failed: int) -> int:
        """How long to wait after so many failures in a row."""
        grown = self.first_ms + (self.last_ms - self.first_ms) * failed // STEPS
        return min(grown, self.last_ms)


def is_final(code: int | None, before: int | None = None) -> bool:
    """Whether a close code says not to come back; None is a line that just broke.

    Tickets die with the server that gave them, so a refused one is asked for anew; once.
    """
    if code is None:
        return False
    if code == CloseCode.NO_TICKET:
        return before == CloseCode.NO_TICKET
    if code in _KNOWN:
        return code not in TRY_AGAIN
    return code >= _OURS
