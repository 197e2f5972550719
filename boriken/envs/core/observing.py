"""Observations of whichever game it is."""

from __future__ import annotations

from typing import Any

from numba import int16, int64, void

from boriken.engine import GAME, Rules, State, States, generic, rule
from boriken.engine.layout import Layout
from boriken.puerto_rico import PUERTO_RICO, PUERTO_RICO_EXPANDED
from boriken.san_juan import SAN_JUAN

from . import puerto_rico, puerto_rico_expansions, san_juan

_LAYOUTS = {
    PUERTO_RICO: puerto_rico.observation,
    PUERTO_RICO_EXPANDED: puerto_rico_expansions.observation,
    SAN_JUAN: san_juan.observation,
}
_SECRETS = {
    PUERTO_RICO: puerto_rico.secrets,
    PUERTO_RICO_EXPANDED: puerto_rico.secrets,
    SAN_JUAN: san_juan.secrets,
}
_OBSERVE = {
    PUERTO_RICO: puerto_rico.observe,
    PUERTO_RICO_EXPANDED: puerto_rico_expansions.observe,
    SAN_JUAN: san_juan.observe,
}
_REVEAL = {
    PUERTO_RICO: puerto_rico.reveal,
    PUERTO_RICO_EXPANDED: puerto_rico.reveal,
    SAN_JUAN: san_juan.reveal,
}


def layout_of(rules: Rules, players: int) -> Layout:
    """What the numbers of an observation mean."""
    return _LAYOUTS[rules](players)


def secrets_of(rules: Rules, players: int) -> Layout:
    """What the numbers mean that a critic is given besides."""
    return _SECRETS[rules](players)


@generic(void(GAME, int64, int16[::1]), _OBSERVE)
def observe(s: State, seat: int, out: Any) -> None:
    """Write what a seat sees."""


@generic(void(GAME, int64, int16[::1]), _REVEAL)
def reveal(s: State, seat: int, out: Any) -> None:
    """Write what is hidden, seats counted from this one."""


@rule
def look(states: States, i: int, seat: int, observation: Any, secret: Any) -> None:
    """Game i as a seat sees it and, where there is room for it, what is hidden."""
    s = states[i]
    if len(observation) > 0:
        observe(s, seat, observation)
    if len(secret) > 0:
        reveal(s, seat, secret)
