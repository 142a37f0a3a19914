"""Why a socket was closed: the wire's codes."""

from puntobanco.wire.close_codes import TRY_AGAIN, CloseCode

__all__ = ["TRY_AGAIN", "CloseCode"]
