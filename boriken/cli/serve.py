"""`boriken serve`: the site."""

from __future__ import annotations

import os
from collections.abc import Sequence

from boriken.players import make_player

from .guard import CUT_SHORT, FINE


def serve(host: str, port: int | None, workers: int, browser: bool, bots: Sequence[str]) -> int:
    """Until Ctrl-C."""
    if bots:
        os.environ["BORIKEN_BOTS"] = ",".join(bots)  # so the site reads it, and every worker of it
    for spec in filter(None, map(str.strip, os.environ.get("BORIKEN_BOTS", "").split(","))):
        make_player(spec, 0)  # says what is wrong with it before anybody plays
    from boriken.web.serving import serve as serve_site

    try:
        serve_site(host, port, workers, browser)
    except KeyboardInterrupt:
        print("\nStopped. Every game is kept.")
        return CUT_SHORT
    return FINE
