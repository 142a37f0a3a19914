"""The codes with which a WebSocket is closed, and after which the client may reconnect."""

from enum import IntEnum
from typing import Final


class CloseCode(IntEnum):
    LEFT = 1000  # the client said goodbye
    BAD_FRAME = 1002  # not a WebSocket frame
    TOO_BIG = 1009  # a frame above the size limit
    RESTART = 1012  # the server stops or restarts
    TAKEN_OVER = 4001  # a newer connection has taken over the session
    SESSION_OVER = 4002  # cashed out, or closed by a deadline
    NO_TICKET = 4003  # unknown, used or too old
    SIGNED_OUT = 4004  # its login was ended, or has expired
    TOO_SLOW = 4008  # the client doesn't read what it is sent
    TOO_FAST = 4009  # the client sends too many messages
    NOT_UNDERSTOOD = 4011  # binary frames, or a first message that isn't hello
    STORE_HALTED = 4012  # the store has stopped; open requests can be checked after a restart


TRY_AGAIN: Final = frozenset({CloseCode.RESTART, CloseCode.TOO_SLOW, CloseCode.STORE_HALTED})
