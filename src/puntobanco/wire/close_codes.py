"""Why a socket was closed, and whether to try again."""

from enum import IntEnum
from typing import Final


class CloseCode(IntEnum):
    LEFT = 1000  # the client said goodbye
    BAD_FRAME = 1002  # no WebSocket frame
    TOO_BIG = 1009  # a frame beyond the limit
    RESTART = 1012  # the server stops or starts again
    TAKEN_OVER = 4001  # a newer connection plays
    SESSION_OVER = 4002  # cashed out, or closed by a deadline
    NO_TICKET = 4003  # unknown, used or too old
    TOO_SLOW = 4008  # the client doesn't read what it is sent
    TOO_FAST = 4009  # it sends more than one may
    NOT_UNDERSTOOD = 4011  # binary frames, or a first message that isn't hello
    STORE_HALTED = 4012  # the store has stopped; what was under way shows after a restart


TRY_AGAIN: Final = frozenset({CloseCode.RESTART, CloseCode.TOO_SLOW, CloseCode.STORE_HALTED})
