"""`boriken` whose tables are all dealt alike: `python tests/web/dealt.py serve`. Its bots play alike, too.

The seed of a table and the order of its seats are drawn by lot on the site; here the lot is fixed, so
that a test meets the same game every time it runs.
"""

from __future__ import annotations

import random
from types import SimpleNamespace

from boriken.cli import main
from boriken.web import routes, tables

DEAL = 7

if __name__ == "__main__":
    tables.new_seed = lambda: DEAL
    routes.random = SimpleNamespace(SystemRandom=lambda: random.Random(DEAL))  # type: ignore[assignment, attr-defined]
    main()
