"""Logs as JSON, one line for each event."""

import logging
import sys
from typing import Any, Final

import msgspec

from puntobanco.errors import Refusal

# Attributes that logging itself sets on every record; all others come from our `extra`.
_ITS_OWN: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime"}


def cause_of(refusal: Refusal) -> str:
    """The class of a refusal's cause; a database's own message may contain secret values."""
    cause = refusal.__cause__
    return refusal.message if cause is None else type(cause).__name__


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, Any] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        fields |= {key: value for key, value in vars(record).items() if key not in _ITS_OWN}
        if record.exc_info and record.levelno < logging.ERROR:
            fields["cause"] = getattr(record.exc_info[0], "__name__", "")  # it will be retried
        elif record.exc_info:
            fields["traceback"] = self.formatException(record.exc_info)
        return msgspec.json.encode(fields, enc_hook=str).decode()


def start_logging(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for noisy in ("picows", "uvicorn.access", "uvicorn.error", "asyncio"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
