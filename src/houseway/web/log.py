"""The log: one line of JSON for whatever happened, with its time, and the request that it happened in."""

import logging
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

import msgspec

# The request that is being answered; threads that work for it know it as well.
REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")
# What a line says besides its message, as `extra={FIELDS: …}`.
FIELDS = "fields"


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Write the line: when, how grave, who says it, what, in which request, and what else is told."""
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request := REQUEST_ID.get():
            told["request_id"] = request
        told |= getattr(record, FIELDS, {})
        if record.exc_info:
            told["exception"] = self.formatException(record.exc_info)
        return msgspec.json.encode(told).decode()


def keep_log(level: str) -> None:
    """Log to standard error from here on, everything of a level (debug, info, warning, error) and above."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
