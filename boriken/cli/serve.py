"""`boriken serve`: the site."""

from __future__ import annotations

from boriken.web.serving import serve as serve_site

from .guard import CUT_SHORT, FINE


def serve(host: str, port: int | None, workers: int, browser: bool) -> int:
    """Until Ctrl-C."""
    try:
        serve_site(host, port, workers, browser)
    except KeyboardInterrupt:
        print("\nStopped. Every game is kept.")
        return CUT_SHORT
    return FINE
