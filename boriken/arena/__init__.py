"""The arena: tournaments whose results anybody can trust and repeat.

A tournament is a `Request`; `schedule` makes its games of it, `run` plays them (here, on all cores, or on a Ray
cluster) and keeps a line for each, and `summarize` says what they come to. `stats` does the same for files of records,
and `report` writes either as a page.
"""

from .played import Line, told
from .request import Mode, Request
from .results import summarize
from .schedule import Task, schedule
from .tournament import run

__all__ = ["Line", "Mode", "Request", "Task", "run", "schedule", "summarize", "told"]
