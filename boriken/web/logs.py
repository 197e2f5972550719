"""Log lines: time, level, request and words, as plain text or as JSON lines (BORIKEN_LOG=json).

Every request has an id, which stands in each line that was logged on its behalf, in the answer's header and in refusals
that are our fault: who complains can be found in the log. Addresses are logged without what follows the question mark,
for that may be an invitation; cookies and tokens are never logged.
"""

from __future__ import annotations

import json
import logging
import secrets
import sys
import time
from contextvars import ContextVar
from typing import Any
from urllib.parse import quote

from .refusals import OurFault, Refusal

HEADER = "X-Request-Id"
request_id: ContextVar[str] = ContextVar("request_id", default="")
"""Of the request that is being answered; empty outside."""
access = logging.getLogger("boriken.access")
_EXTRA = "boriken_fields"


def new_request() -> str:
    """Begin a request; returns its id."""
    name = secrets.token_hex(6)
    request_id.set(name)
    return name


def words_of(refusal: Refusal) -> str:
    """What a refusal says; where the fault is ours, with what to tell whoever runs the site."""
    name = request_id.get()
    names_it = isinstance(refusal, OurFault) and refusal.names_request
    return f"{refusal.words} (Request {name}.)" if name and names_it else refusal.words


def set_up(kind: str, access_log: bool) -> None:
    """Log to standard error from now on, warnings and worse; requests, too, if they are wanted."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if kind == "json" else Plain())
    root = logging.getLogger()
    for before in list(root.handlers):
        root.removeHandler(before)
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    access.setLevel(logging.INFO if access_log else logging.CRITICAL)


def answered(method: str, path: str, status: int, seconds: float) -> None:
    """One line for a request, if those are wanted."""
    if access.isEnabledFor(logging.INFO):
        shown = quote(path)  # no line breaks, nothing that moves a terminal's cursor
        milliseconds = round(seconds * 1000, 1)
        fields = {"method": method, "path": shown, "status": status, "milliseconds": milliseconds}
        access.info("%s %s %d %.1f ms", method, shown, status, milliseconds, extra={_EXTRA: fields})


class Plain(logging.Formatter):
    """`2026-11-16T19:15:55.123Z WARNING 3f2a9c01d2e4 boriken.web.news: no news from PostgreSQL`."""

    def format(self, record: logging.LogRecord) -> str:
        words = record.getMessage().replace("\r", "\\r").replace("\n", "\\n")
        line = f"{_time(record)} {record.levelname} {request_id.get() or '-'} {record.name}: {words}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class Json(logging.Formatter):
    """The same as an object in one line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "request": request_id.get() or None,
            "logger": record.name,
            "words": record.getMessage(),
            **getattr(record, _EXTRA, {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def _time(record: logging.LogRecord) -> str:
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}.{int(record.msecs):03d}Z"
